/* SPDX-License-Identifier: MIT
 * Pieces that may lie in a picture with their QR covered: those of an event. They are told apart by what is printed on
 * them. The eye never has the list: it says what it sees, and learns whether that is one of them. */
#ifndef SEEDPRESS_KIOSK_SIGHT_COVERED_LIST_H
#define SEEDPRESS_KIOSK_SIGHT_COVERED_LIST_H

#include "kiosk/eye/eye.h"

struct covered_piece {
	const struct game *game;
	unsigned eye_game; /* its place in the list of games */
	struct code code;
	uint8_t print[EYE_PRINT_MAX];
};

struct covered_list {
	eye_game_list *games;
	GArray *pieces; /* struct covered_piece */
};

void covered_list_init(struct covered_list *list, eye_game_list *games);
void covered_list_finish(struct covered_list *list);

/* Adds the piece of a code, if it is of a game that the eye knows by its print. */
void covered_list_add(struct covered_list *list, const struct game *game, const struct code *code);

/* Whether there are any of a game. */
bool covered_list_has(const struct covered_list *list, unsigned eye_game);

/* The one piece of a game that has most of this print; NULL where there is none, or where several have it: then
 * *several is set. */
const struct covered_piece *covered_list_find(
	const struct covered_list *list, unsigned eye_game, const uint8_t print[EYE_PRINT_MAX], bool *several);

#endif
