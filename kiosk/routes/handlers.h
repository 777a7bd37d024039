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

/* 503 for trouble of the store. */
void handler_trouble(struct reply *reply, const struct problem *problem);

/* A code that is refused has its price, so that nobody finds one by trying: an address has a guess
 * a second, and a check has 65,536 values. */
void handler_charge(struct reply *reply, const struct problems *problems);
void handler_charge_guesses(struct reply *reply, unsigned guesses);

/* Reads a code that somebody typed or showed: game_of_text() for visitors. Wrong checks are counted, at the kiosk
 * itself and for each table of a keyed event, over all visitors. After too many a table is guarded:
 * its code is not even looked at, except for the organiser, the kiosk itself and browsers that have opened it before.
 */
const struct game *handler_read_code(struct kiosk *kiosk, const struct event_state *state,
	const struct request *request, const char *text, struct code *code, struct problems *problems);

/* Lets this browser open a table again, guarded or not: it had the code. */
void handler_note_opened(const struct event_state *state, const struct request *request, const struct event_play *play,
	struct reply *reply);

/* A change by the organiser: decided on what is there at one moment, and tried again while others change that. */
#define HANDLER_TRIES 8
struct handler_change {
	struct kiosk *kiosk;
	json_t *body;
	const struct reply *reply; /* for the language of sentences */
	json_t *answer;            /* set by the function below; NULL: {} */
	struct problem problem;    /* why not */
};
typedef enum store_status (*handler_change_fn)(struct handler_change *change);
void handler_change(struct kiosk *kiosk, const struct request *request, struct reply *reply, handler_change_fn fn);

/* 422 with every problem: of a code, or of a result. */
void handler_refuse(struct reply *reply, const struct problems *problems);

/* The event's state; NULL after answering 503. */
const struct event_state *handler_event(struct kiosk *kiosk, struct reply *reply);

/* The event and all that was played in it, where there is memory for it; NULL after setting *problem. */
struct event_snapshot *handler_snapshot(struct kiosk *kiosk, struct problem *problem);

/* Reads what names a piece: a code, or a pass of this visitor's. Its game, checked, or NULL with the
 * problems added. `pass` has no play where it was a code. */
const struct game *handler_piece(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	const char *text, struct code *code, struct table_pass *pass, struct problems *problems);

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

/* The entry that counts for a play, or null; as it was last known where the store does not answer.
 * False after answering 503: nothing is known. */
bool handler_current(struct kiosk *kiosk, const char *play, bool told, json_t **entry, struct reply *reply);

/* Who sits at a table, as store_seated() has it; as it was last known where the store does not
 * answer. */
char **handler_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem);

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

/* The event as it was last known, or with all that is stored by now (`fresh`) if the database answers. NULL after
 * answering. */
struct event_snapshot *handler_hold(struct kiosk *kiosk, bool fresh, struct reply *reply);

/* The same for routes that need an event: fresh for the organiser; and for what is printed and handed out, 503 rather
 * than without the latest results. NULL after answering, also if there is no event. */
struct event_snapshot *handler_known(struct kiosk *kiosk, const struct request *request, struct reply *reply);
struct event_snapshot *handler_newest(struct kiosk *kiosk, struct reply *reply);

#endif
