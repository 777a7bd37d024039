/* SPDX-License-Identifier: MIT
 * A card of the paperclip game as the eye is told of it. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_H

#include "kiosk/piece/board.h"
#include "layouts/clips.h"

#define CLIPS_BOARD_RIM 50 /* paper around a symbol that belongs to its drawing */

/* A `board` of kiosk_game.h. Runs are named like clips: "L3x4". */
void clips_board(const void *layout, struct board *board);

#endif
