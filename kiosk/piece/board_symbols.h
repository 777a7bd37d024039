/* SPDX-License-Identifier: MIT
 * Which board it is that lies in a picture, by what is printed on it: boards of a game differ in their symbols alone.
 */
#ifndef SEEDPRESS_KIOSK_PIECE_BOARD_SYMBOLS_H
#define SEEDPRESS_KIOSK_PIECE_BOARD_SYMBOLS_H

#include "kiosk/piece/board.h"

/* How many anchors look, where the map has them, more like their own drawing than like each other one of
 * the board. On another board of the game it is as many as chance has there. */
unsigned board_symbols_count(const struct image *image, const struct board *board, const struct warp *map);

/* Whether they are so many that it is this board and no other. */
bool board_symbols_tell(const struct image *image, const struct board *board, const struct warp *map);

#endif
