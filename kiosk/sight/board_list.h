/* SPDX-License-Identifier: MIT
 * Boards that may lie in a picture with their QR covered: those of an event. They are told apart by what is printed
 * on them. The eye never has the list: it says which symbols it sees, and learns whether that is one of them. */
#ifndef SEEDPRESS_KIOSK_SIGHT_BOARD_LIST_H
#define SEEDPRESS_KIOSK_SIGHT_BOARD_LIST_H

#include <glib.h>

#include "kiosk/piece/board.h"

/* Boards that are alike but for their symbols: all of a game. */
struct board_kind {
	const struct game *game;
	struct rect qr;
	struct board board; /* any of them */
};

struct listed_board {
	unsigned kind;
	struct code code;
	uint8_t symbol[BOARD_ANCHORS];
};

struct board_list {
	GPtrArray *kinds; /* struct board_kind */
	GArray *boards;   /* struct listed_board */
};

void board_list_init(struct board_list *list);
void board_list_finish(struct board_list *list);

/* Adds the board of a code, where it is on one. */
void board_list_add(struct board_list *list, board_of_code *boards, const struct game *game, const struct code *code);

/* The one board on which most of these symbols stand where they are seen; NULL where there is none, or where several
 * have the same symbols: then *several is set. */
const struct listed_board *board_list_find(
	const struct board_list *list, unsigned kind, const uint8_t symbol[BOARD_ANCHORS], bool *several);

#endif
