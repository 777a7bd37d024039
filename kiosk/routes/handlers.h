/* SPDX-License-Identifier: MIT
 * What several handlers share: reading codes and judging results by the rules of the event, changes by the organiser,
 * entries as JSON, and refusals. */
#ifndef SEEDPRESS_KIOSK_ROUTES_HANDLERS_H
#define SEEDPRESS_KIOSK_ROUTES_HANDLERS_H

#include "kiosk/event/event.h"
#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/visits/table_pass.h"
#include "scoring/answer.h"

#define ORGANISER "organiser" /* as the author of a change or an entry */

/* An event's state or snapshot that is released at the end of its block, as json_auto_t is: `held_event *state`. */
static inline void
held_event_release(const struct event_state **state)
{
	event_release(*state);
}
static inline void
held_snapshot_unref(struct event_snapshot **snapshot)
{
	event_snapshot_unref(*snapshot);
}
#define held_event    const struct event_state __attribute__((cleanup(held_event_release)))
#define held_snapshot struct event_snapshot __attribute__((cleanup(held_snapshot_unref)))

/* Handlers fail by leaving their problem in reply->problem, which is answered with 503. Functions with a `reply` that
 * fail have either answered or left a problem there: their caller just returns. */

/* Tokens that a wrong code costs. A visitor earns as many in a second, so that an address can try one code a second; a
 * code's check has 65,536 values. */
#define HANDLER_GUESS 40

/* Charges HANDLER_GUESS if a code was refused. */
void handler_charge(struct reply *reply, const struct problems *problems);

/* Reads a code that a visitor typed or showed, as game_of_text() does. Wrong codes are counted: those tried at the
 * kiosk itself, and for each table of a keyed event those of all visitors. After too many a table is guarded: its code
 * is not looked at any more, except for the organiser, the kiosk itself and browsers that have opened the table before.
 */
const struct game *handler_read_code(struct kiosk *kiosk, const struct event_state *state,
	const struct request *request, const char *text, struct code *code, struct problems *problems);

/* Notes in a cookie that this browser had a table's code, so that it can open the table even when it is guarded. */
void handler_note_opened(const struct event_state *state, const struct request *request, const struct event_play *play,
	struct reply *reply);

/* How often a change or a result is decided again because the data it was decided on had changed meanwhile. */
#define HANDLER_TRIES 8

/* A change by the organiser, decided on the data of one moment. */
struct handler_change {
	struct kiosk *kiosk;
	json_t *body;
	const struct audience *audience;
	json_t *answer; /* set by the function below; NULL: {} */
	struct problem *problem;
};
typedef enum store_status (*handler_change_fn)(struct handler_change *change);

/* The handler of all changes: calls the function in the route's data, again while that answers STORE_STALE. */
void handler_change(void *context, const struct request *request, struct reply *reply);
#define CHANGE_ROUTE(where, function, ...) \
	ROUTE("POST", where, handler_change, .data = &(const handler_change_fn){function}, .needs = ORGANISER_STORES, \
		__VA_ARGS__)

/* 422 with every problem of a code or a result; a wrong code is charged for. */
void handler_refuse(struct reply *reply, const struct problems *problems);

/* The event and all that was played in it, read from the store; NULL after setting *problem, also if there is not
 * enough memory for it. */
struct event_snapshot *handler_snapshot(struct kiosk *kiosk, struct problem *problem);

/* A piece that a visitor named. */
struct named_piece {
	const struct game *game;
	struct code code;
	struct table_pass pass;      /* that named it; without a play: its code did */
	char play[CODE_TEXT];        /* the code of piece 0 */
	const struct event_play *at; /* its table in the event, or NULL */
};

/* Reads a code, or a pass of this visitor's. False with problems, or after answering 422 with them. */
bool handler_read_piece(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	const char *text, struct named_piece *piece, struct problems *problems);
bool handler_piece(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	const char *text, struct named_piece *piece, struct reply *reply);

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

/* Milliseconds since 1970 as a time in API.md; "" for one outside the calendar. */
json_t *handler_moment(int64_t when);

/* Whether the code of an entry is secret: that of a table of the event, or any keyed code, because its table may be in
 * a manifest that is imported later. */
bool handler_secret(const struct entry *entry);

/* The entry as in API.md; NULL if it is damaged. It contains a secret code only if `told`: for the organiser and for
 * those who have the code already, because anyone who has it can enter the result of its table. */
json_t *handler_entry(const struct entry *entry, bool told);

/* The entry that counts for a play, or null; the last one known if the store does not answer. NULL after setting
 * *problem: nothing is known. */
json_t *handler_current(struct kiosk *kiosk, const char *play, bool told, struct problem *problem);

/* Who sits at a table, as store_seated() has it, or as a JSON array; as it was last known if the store does not answer.
 * NULL after setting *problem. */
char **handler_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem);
json_t *handler_names(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem);

/* Why nothing can be stored now, in words for everybody; null if all is well. */
json_t *handler_away(struct kiosk *kiosk, const struct reply *reply);

/* Seats (struct seat) as in API.md. */
json_t *handler_seats_json(const GArray *seats);

/* A result that is judged. Its text is parsed once. */
struct judged {
	struct answer answer;
	bool looks; /* set by callers that store nothing: the last known names will do */
	bool scored;
	bool event;             /* a table of the event */
	char play[CODE_TEXT];   /* or the game's name, where the result has no code */
	struct table_pass pass; /* sent in place of its code; without a play: none was */
	char score[ANSWER_TEXT], result[ANSWER_TEXT];
};

/* Parses a text, or a request's body, that is a result or contains one; to be freed with g_free(). *json is its value,
 * or NULL if it is not JSON: the answer has the problems, and for a body 400 was answered. */
struct judged *handler_parse(const char *text, size_t length, const struct node **json);
struct judged *handler_parse_body(const struct request *request, const struct node **json, struct reply *reply);

/* Judges a result, always from scratch. At a table of the event the round's house rules and the names of the people who
 * sit there count, whatever the result says. `request` is the one it came with, NULL for a stored result. False after
 * setting *problem if the store fails. */
bool handler_judge(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	struct judged *judged, const struct node *result, struct problem *problem);

/* The answer as `seedpress-kiosk score` gives it, with the reasons; and the result as it was understood. Both are JSON
 * and belong to `judged`. */
const char *handler_answer(struct judged *judged, const struct audience *audience);
const char *handler_result(struct judged *judged, const struct code_key *key);

/* The round in the query, 0 if there is none; -1 after answering. */
int handler_round(const struct request *request, struct reply *reply);

/* The snapshot itself if there is an event; otherwise NULL, and unreffed, after answering. */
struct event_snapshot *handler_need_event(struct event_snapshot *snapshot, struct reply *reply);

#endif
