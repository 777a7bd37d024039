/* SPDX-License-Identifier: MIT
 * What the handlers of pieces, photos and results share: judging a result as
 * the event wants it, entries as JSON, and refusals. */
#ifndef SEEDPRESS_KIOSK_ROUTES_HANDLERS_H
#define SEEDPRESS_KIOSK_ROUTES_HANDLERS_H

#include "kiosk/event/event.h"
#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/visits/table_pass.h"
#include "scoring/answer.h"

#define ORGANISER "organiser" /* who it was, among the changes */

/* An event's state or snapshot that is given back at the end of its block, as json_auto_t is: `held_event *state`. */
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

/* Reads a code that somebody typed or showed: game_of_text() for visitors. Wrong checks are counted, at the kiosk
 * itself and for each table of a keyed event, over all visitors. After too many a table is guarded:
 * its code is not even looked at, except for the organiser, the kiosk itself and browsers that have opened it before.
 */
const struct game *handler_read_code(struct kiosk *kiosk, const struct event_state *state,
	const struct request *request, const char *text, struct code *code, struct problems *problems);

/* Lets this browser open a table again, guarded or not: it had the code. */
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

/* 422 with every problem: of a code, or of a result. */
void handler_refuse(struct reply *reply, const struct problems *problems);

/* The event and all that was played in it, where there is memory for it; NULL after setting *problem. */
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

/* The colours of the players' pieces of a play, as a piece has them; none where they have none. */
json_t *handler_colours(const struct event_state *state, const char *play);

/* How many sit down for a game of this code: at a table of the event (`at`, or NULL) as its
 * manifest says, else as the code does. */
unsigned handler_seats(
	const struct event_state *state, const struct event_play *at, const struct game *game, const struct code *code);

/* The play of a code: that of its first piece. */
void handler_play(const struct code *code, const struct code_key *key, char play[CODE_TEXT]);

/* Milliseconds since 1970 as API.md has a time; "" for one that no calendar has. */
json_t *handler_moment(int64_t when);

/* Whether an entry has a code that is not for everybody: of a table of the event, or keyed, since a
 * table that no manifest has named yet may be one tomorrow. */
bool handler_secret(const struct entry *entry);

/* The entry as API.md has it; NULL, which is answered with 503, if it is damaged. Who
 * holds the code of a table can enter its result, now or after it was withdrawn: it is `told` to the
 * organiser, and to those who hold it already. */
json_t *handler_entry(const struct entry *entry, bool told);

/* The entry that counts for a play, or null; the last one known if the store does not answer. NULL after setting
 * *problem: nothing is known. */
json_t *handler_current(struct kiosk *kiosk, const char *play, bool told, struct problem *problem);

/* Who sits at a table, as store_seated() has it, or as a JSON array; as it was last known if the store does not answer.
 * NULL after setting *problem. */
char **handler_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem);
json_t *handler_names(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem);

/* Why nothing can be stored now, as far as that is for everybody; null where all is well. */
json_t *handler_away(struct kiosk *kiosk, const struct reply *reply);

/* Seats (struct seat) as API.md has them. */
json_t *handler_seats_json(const GArray *seats);

/* A result that is judged. Its text is parsed once, and what is stored and sent is written once. */
struct judged {
	struct answer answer;
	bool looks; /* set by who only looks: names as they were last known will do */
	bool scored;
	bool event;             /* a table of the event */
	char play[CODE_TEXT];   /* or the game's name, where the result has no code */
	struct table_pass pass; /* that stood for its code; without a play: none did */
	char score[ANSWER_TEXT], result[ANSWER_TEXT];
};

/* Reads a text, or a body, that is a result or has one in it. *json is its value, or NULL with the
 * answer's problems if it is not JSON, and for a body after answering 400. To be freed with
 * g_free(). */
struct judged *handler_parse(const char *text, size_t length, const struct node **json);
struct judged *handler_parse_body(const struct request *request, const struct node **json, struct reply *reply);

/* Judges a result, always from the beginning. At a table of the event the round's house rules and
 * the names of those who sit there count, whatever the result says. `request` is the one it came
 * with, NULL for one that is stored. False after setting *problem: the store is in trouble. */
bool handler_judge(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	struct judged *judged, const struct node *result, struct problem *problem);

/* The answer of `score`, with the reasons, and the result as it was understood: JSON that lives as
 * long as `judged`. */
const char *handler_answer(struct judged *judged, const struct audience *audience);
const char *handler_result(struct judged *judged, const struct code_key *key);

/* The round that is asked for, 0 for none; -1 after answering. */
int handler_round(const struct request *request, struct reply *reply);

/* The snapshot itself if there is an event; otherwise NULL, and unreffed, after answering. */
struct event_snapshot *handler_need_event(struct event_snapshot *snapshot, struct reply *reply);

#endif
