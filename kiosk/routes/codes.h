/* SPDX-License-Identifier: MIT
 * Codes and passes that visitors send: reading them, limiting and charging for wrong ones, and the piece, table and
 * players that they stand for. */
#pragma once

#include "kiosk/event/event.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/visits/table_pass.h"

/* Tokens that a wrong code costs. A visitor earns as many in a second, so that an address can try one code a second; a
 * code's check has 65,536 values. */
#define HANDLER_GUESS 40

/* Charges HANDLER_GUESS if a code was refused. */
void handler_charge(struct call *call, const struct problems *problems);

/* 422 with every problem of a code or a result; a wrong code is charged for. */
bool handler_refuse(struct call *call, const struct problems *problems);

/* Reads a code that a visitor typed or showed, as game_of_text() does. Wrong codes are counted: those tried at the
 * kiosk itself, and for each table of a keyed event those of all visitors. After too many a table is guarded: its code
 * is not looked at any more, except for the organiser, the kiosk itself and browsers that have opened the table before.
 */
const struct game *handler_read_code(struct call *call, const char *text, struct code *code, struct problems *problems);

/* Notes in a cookie that this browser had a table's code, so that it can open the table even when it is guarded. */
void handler_note_opened(struct call *call, const struct event_play *play);

/* Whether a code may be tried, right or wrong; false after adding a problem. The organiser may try any number; at the
 * kiosk itself the number is limited only if the event is keyed. */
bool handler_may_try(struct call *call, const char *text, struct problems *problems);

/* Counts a code that was tried, if its problems say that it was wrong. */
void handler_note_try(struct call *call, const char *text, const struct problems *problems);

/* Whether the packet of a code was printed again and this code does not count any more; then adds the problem. */
bool handler_withdrawn(
	const struct event_state *state, const char *play, const struct code *code, struct problems *problems);

/* A piece that a visitor named. */
struct named_piece {
	const struct game *game;
	struct code code;
	struct table_pass pass;      /* that named it; without a play: its code did */
	char play[CODE_TEXT];        /* the code of piece 0 */
	const struct event_play *at; /* its table in the event, or NULL */
};

/* Reads a code, or a pass of this visitor's. False with problems, or after answering 422 with them. */
bool handler_read_piece(struct call *call, const char *text, struct named_piece *piece, struct problems *problems);
bool handler_piece(struct call *call, const char *text, struct named_piece *piece);

/* The game of a play of the event, with its code; NULL if this program does not know it. */
const struct game *handler_game(const struct event_state *state, const char *play, struct code *code);

/* The colours of the players' pieces of a play, as a piece has them; an empty array if they have none. */
json_t *handler_colours(const struct event_state *state, const char *play);

/* How many people play a game with this code: at a table of the event (`at`, or NULL) as its manifest says, otherwise
 * as the game or the code says. */
unsigned handler_seats(
	const struct event_state *state, const struct event_play *at, const struct game *game, const struct code *code);

/* The play of a code: that of its first piece. */
void handler_play(const struct code *code, const struct code_key *key, char play[CODE_TEXT]);

/* How many people the manifest seats at a table; 0 if it does not say. */
unsigned handler_table_seats(const struct event_state *state, const struct event_play *at);
