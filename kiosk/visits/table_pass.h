/* SPDX-License-Identifier: MIT
 * A pass replaces a table's code for visitors who showed the table's pieces, but not its code. It allows the same,
 * looking at the table and entering its result, but only from the same address and for an hour. It does not reveal the
 * code, is valid for no other table, and ends when the organiser withdraws the table's result: after that only the code
 * helps. Passes are signed with the event's key, so that nothing is stored and they survive a restart. Only events with
 * a key have them. */
#pragma once

#include "kiosk/event/event.h"
#include "kiosk/store/store.h"

#define TABLE_PASS_TEXT 80 /* "pass.1.3.0.0.6919f2a4." and 32 digits, and its end */
#define TABLE_PASS_PLAY 40 /* "table." and 32 digits, and its end */
#define TABLE_PASS_MARK 33 /* 32 digits, and its end */

struct table_pass {
	const struct event_play *play; /* belongs to the event's state, which has to be held as long */
	uint8_t piece;
	int64_t until; /* seconds since 1970 */
};

/* Whether a text looks like a pass; codes never do. */
bool table_pass_is(const char *text);

/* A new pass for a table of a keyed event. */
struct table_pass table_pass_new(const struct event_play *play);

/* The text of a pass for the visitor at this address. */
void table_pass_write(const struct event_state *state, const struct table_pass *pass, const char *address,
	char text[TABLE_PASS_TEXT]);

#define TABLE_PASS_WITHDRAWN "the organiser has withdrawn the result of this table: show its QR, or ask the organiser"

/* Whether the result of a play was withdrawn and no other was entered since: then passes are invalid. Sets *problem
 * unless it answers STORE_OK. */
enum store_status table_pass_withdrawn(
	struct store *store, const struct event_play *play, bool *withdrawn, struct problem *problem);

/* Reads a pass; false with a problem, as for a bad code, if it is not valid or not any more. If the store does not
 * answer the result counts as not withdrawn: storing checks it again. */
bool table_pass_read(struct store *store, const struct event_state *state, const char *text, const char *address,
	struct table_pass *pass, struct problems *problems);

/* A public name for a table's play, the same for every pass. */
void table_pass_name(const struct event_state *state, const struct event_play *play, char name[TABLE_PASS_PLAY]);

/* A mark that shows that a browser has opened a table with its code. It is the same in every browser, does not reveal
 * the code, and cannot be made without it. */
void table_pass_mark(const struct event_state *state, const struct event_play *play, char mark[TABLE_PASS_MARK]);
