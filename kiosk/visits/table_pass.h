/* SPDX-License-Identifier: MIT
 * A pass: used in place of a table's code by somebody who showed the table's
 * pieces, but not its code. Anyone who has one can look at that table and enter
 * its result as with the code, from the same address and for an hour; it tells
 * nothing of the code, and is of no use for any other table, nor once the organiser
 * has withdrawn the table's result: that is undone by the code alone. It is made
 * from the event's key: nothing is kept, and it is good also when the program has
 * started again. Only events with a key have them. */
#ifndef SEEDPRESS_KIOSK_VISITS_TABLE_PASS_H
#define SEEDPRESS_KIOSK_VISITS_TABLE_PASS_H

#include "kiosk/event/event.h"
#include "kiosk/store/store.h"
#include "layouts/game.h"

#define TABLE_PASS_TEXT 80 /* "pass.1.3.0.0.6919f2a4." and 32 digits, and its end */
#define TABLE_PASS_PLAY 40
#define TABLE_PASS_MARK 33

struct table_pass {
	const struct event_play *play; /* of the state, which lasts as long */
	uint8_t piece;
	int64_t until; /* seconds since 1970 */
};

/* Whether a text says that it is one: no code does. */
bool table_pass_is(const char *text);

/* A new pass for a table of a keyed event. */
struct table_pass table_pass_new(const struct event_play *play);

/* As it is handed to the visitor at this address, in place of a code. */
void table_pass_write(const struct event_state *state, const struct table_pass *pass, const char *address,
	char text[TABLE_PASS_TEXT]);

#define TABLE_PASS_WITHDRAWN "the organiser has withdrawn the result of this table: show its QR, or ask the organiser"

/* Whether the result of a play is withdrawn, and no other was entered since: there are no passes for
 * it then. Answers STORE_OK, or else sets *problem. */
enum store_status table_pass_withdrawn(
	struct store *store, const struct event_play *play, bool *withdrawn, struct problem *problem);

/* Reads one; false with a problem, that of a bad code, where it is not good (any more). While the store
 * does not answer nothing is known to be withdrawn: storing looks again. */
bool table_pass_read(struct store *store, const struct event_state *state, const char *text, const char *address,
	struct table_pass *pass, struct problems *problems);

/* The name of a table's play: the same with every pass, and not a secret. */
void table_pass_name(const struct event_state *state, const struct event_play *play, char name[TABLE_PASS_PLAY]);

/* What shows that a browser has opened a table with its code: the same in every browser. It tells nothing of the code,
 * and nobody has it who never had the code. */
void table_pass_mark(const struct event_state *state, const struct event_play *play, char mark[TABLE_PASS_MARK]);

#endif
