/* SPDX-License-Identifier: MIT
 * What handlers share: changes, codes and guesses, entries, and judging results. */
#include "kiosk/routes/handlers.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/visits/code_guesses.h"

/* Characters of a name that scoring accepts; longer names of people are cut. */
#define NAME_CHARS 80

/* Bytes of memory for a result in a snapshot: its texts and what is read from them. */
#define ENTRY_BYTES 6144

/* Tables that a browser remembers to have opened, the latest first: those of a day. */
#define OPENED_MOST 16

/* Seconds for which a browser remembers them: two days, so that an event can continue the next day. */
#define OPENED_SECONDS (2 * 24 * 3600)

/* Explains a failure for which there is no problem yet. */
static void
set_unreachable(struct problem *problem)
{
	if (problem->status == STATUS_OK)
		problem_set(problem, SAY("store-unreachable", "the results cannot be reached just now; send it again"));
}

void
handler_change(void *context, const struct request *request, struct reply *reply)
{
	const handler_change_fn *decide = request->data;
	json_auto_t *body = request_json(request, reply);
	struct problem *problem = &reply->problem;
	struct handler_change change = {
		.kiosk = context, .body = body, .audience = &reply->audience, .problem = problem};
	enum store_status status = STORE_STALE;

	if (body == NULL)
		return;
	for (int tries = 0; tries < HANDLER_TRIES && status == STORE_STALE; tries++) {
		problem_clear(problem);
		g_clear_pointer(&change.answer, json_decref);
		status = (*decide)(&change);
	}
	if (status == STORE_OK)
		reply_json(reply, 200, change.answer == NULL ? json_object() : json_incref(change.answer));
	else if (status == STORE_TROUBLE || status == STORE_STALE)
		set_unreachable(problem);
	else if (status == STORE_UNKNOWN)
		reply_problem(reply, 404, "unknown", problem);
	else if (problem->status == STATUS_BAD_JSON)
		reply_problem(reply, 400, "bad-request", problem);
	else
		reply_problem(reply, 422, "refused", problem);
	json_decref(change.answer);
}

int
handler_round(const struct request *request, struct reply *reply)
{
	const char *text = request_query(request, "round");
	guint64 round = 0;

	if (text == NULL || *text == '\0')
		return 0;
	if (g_ascii_string_to_unsigned(text, 10, 1, CODE_ROUND_MAX, &round, NULL))
		return (int)round;
	reply_error(reply, 400, "bad-request", SAY("bad-round", "a round is a number from 1 to {most}"),
		ARG_NUMBER("most", CODE_ROUND_MAX));
	return -1;
}

struct event_snapshot *
handler_need_event(struct event_snapshot *snapshot, struct reply *reply)
{
	if (snapshot == NULL || snapshot->state->head != NULL)
		return snapshot;
	reply_error(
		reply, 404, "unknown", SAY("no-event", "there is no event: the organiser imports a kit's manifest"));
	event_snapshot_unref(snapshot);
	return NULL;
}

void
handler_charge(struct reply *reply, const struct problems *problems)
{
	if (problems->status == STATUS_BAD_CODE || problems->status == STATUS_WRONG_EVENT)
		reply->charge += HANDLER_GUESS;
}

void
handler_refuse(struct reply *reply, const struct problems *problems)
{
	handler_charge(reply, problems);
	reply_problems(reply, problems);
}

struct event_snapshot *
handler_snapshot(struct kiosk *kiosk, struct problem *problem)
{
	held_event *state = event_hold(kiosk->event, problem);

	if (state == NULL)
		return NULL;
	/* A play has one entry that counts. */
	size_t needed = (state->plays == NULL ? 0 : state->plays->len) * (size_t)ENTRY_BYTES;
	if (memory_promise(&kiosk->memory, needed, needed > MEMORY_LEFT)) {
		struct event_snapshot *snapshot = event_snapshot_load(kiosk->store, kiosk->event, problem);

		memory_return(&kiosk->memory, needed);
		return snapshot;
	}
	problem_set(problem, SAY("event-memory", "there is no memory for the whole event just now; try it again"));
	return NULL;
}

/* The table that a code is for, whether its check is right or not; NULL if there is none. */
static const struct event_play *
play_meant(const struct event_state *state, const char *text)
{
	const struct code_key *key = event_key(state);
	char play[CODE_TEXT];
	struct code code;

	if (key == NULL || !code_peek(text, &code) || !code.keyed)
		return NULL;
	code_sign(&code, key);
	handler_play(&code, key, play);
	return event_play(state, play);
}

/* The marks (table_pass_mark()) of the tables that a browser has opened; for g_strfreev(). */
static char **
opened_marks(const struct request *request)
{
	const char *cookie = request_cookie(request, COOKIE(request, "seedpress-opened"));

	return g_strsplit(cookie == NULL ? "" : cookie, ".", OPENED_MOST + 1);
}

static bool
has_opened(const struct event_state *state, const struct request *request, const struct event_play *play)
{
	g_auto(GStrv) marks = opened_marks(request);
	char mark[TABLE_PASS_MARK];
	bool found = false;

	table_pass_mark(state, play, mark);
	for (char **at = marks; *at != NULL && !found; at++)
		found = organiser_same(*at, mark);
	return found;
}

void
handler_note_opened(const struct event_state *state, const struct request *request, const struct event_play *play,
	struct reply *reply)
{
	char mark[TABLE_PASS_MARK];

	if (has_opened(state, request, play))
		return;
	table_pass_mark(state, play, mark);
	g_auto(GStrv) marks = opened_marks(request);
	g_autoptr(GString) all = g_string_new(mark);
	for (unsigned i = 0; i + 1 < OPENED_MOST && marks[i] != NULL; i++)
		if (strlen(marks[i]) == strlen(mark) && strspn(marks[i], "0123456789abcdef") == strlen(mark))
			g_string_append_printf(all, ".%s", marks[i]);
	set_cookie(request, reply, COOKIE(request, "seedpress-opened"), all->str, OPENED_SECONDS);
}

/* Whether a code may be tried, right or wrong; false after adding a problem. The organiser may try any number. At the
 * kiosk itself the number is limited only if the event is keyed. */
static bool
may_try(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	struct problems *problems)
{
	if (is_organiser(request))
		return true;
	if (request->local) {
		if (event_key(state) == NULL || code_guesses_wait_local(kiosk->code_guesses) == 0)
			return true;
		problems_add(problems, STATUS_WRONG_EVENT,
			SAY("codes-guessed-here",
				"many codes of other events were tried here: wait a moment before the next one"));
		return false;
	}
	const struct event_play *play = play_meant(state, text);
	if (play == NULL || code_guesses_wait(kiosk->code_guesses, play->code) == 0 || has_opened(state, request, play))
		return true;
	problems_add(problems, STATUS_WRONG_EVENT,
		SAY("codes-guessed",
			"many wrong codes were tried for this table: open it at the kiosk itself, or ask the organiser"));
	return false;
}

/* Counts a code that was refused. */
static void
note_try(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	const struct problems *problems)
{
	char tidy[CODE_TEXT];

	if (problems->status != STATUS_WRONG_EVENT || is_organiser(request))
		return;
	if (request->local && event_key(state) != NULL)
		code_guesses_count_local(kiosk->code_guesses);
	const struct event_play *play = play_meant(state, text);
	if (play != NULL && code_tidy(text, tidy))
		code_guesses_count(kiosk->code_guesses, play->code, tidy, has_opened(state, request, play));
}

const struct game *
handler_read_code(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	struct code *code, struct problems *problems)
{
	if (!may_try(kiosk, state, request, text, problems))
		return NULL;
	const struct game *game = game_of_text(text, event_key(state), code, problems);
	note_try(kiosk, state, request, text, problems);
	return game;
}

bool
handler_read_piece(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	const char *text, struct named_piece *piece, struct problems *problems)
{
	*piece = (struct named_piece){0};
	if (!table_pass_is(text)) {
		piece->game = handler_read_code(kiosk, state, request, text, &piece->code, problems);
	} else if (table_pass_read(kiosk->store, state, text, request->address, &piece->pass, problems)) {
		piece->game = game_of_text(piece->pass.play->code, event_key(state), &piece->code, problems);
		piece->code.piece = piece->pass.piece;
		if (piece->game != NULL)
			piece->game = game_of_code(&piece->code, problems);
	}
	if (piece->game == NULL)
		return false;
	handler_play(&piece->code, event_key(state), piece->play);
	piece->at = event_play(state, piece->play);
	return true;
}

bool
handler_piece(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	struct named_piece *piece, struct reply *reply)
{
	struct problems problems;

	problems_init(&problems);
	if (handler_read_piece(kiosk, state, request, text, piece, &problems))
		return true;
	handler_refuse(reply, &problems);
	return false;
}

const struct game *
handler_game(const struct event_state *state, const char *play, struct code *code)
{
	struct problems ignored;

	problems_init(&ignored);
	return game_of_text(play, event_key(state), code, &ignored);
}

/* How many people the manifest seats at a table; 0 if it does not say. */
static unsigned
table_seats(const struct event_state *state, const struct event_play *at)
{
	const json_t *round = event_round(state, at->round);
	const json_t *players = json_array_get(json_object_get(round, "players"), at->table - 1);

	return (unsigned)CLAMP(json_integer_value(players), 0, PLAYERS_MAX);
}

json_t *
handler_colours(const struct event_state *state, const char *play)
{
	struct code code;
	const struct game *game = handler_game(state, play, &code);

	return game == NULL ? json_array() : piece_picture_colours(game, &code);
}

unsigned
handler_seats(
	const struct event_state *state, const struct event_play *at, const struct game *game, const struct code *code)
{
	unsigned seats = at == NULL ? 0 : table_seats(state, at);

	if (seats == 0)
		seats = kiosk_game_of(game)->seats;
	return seats > 0 ? seats : code->players;
}

void
handler_play(const struct code *code, const struct code_key *key, char play[CODE_TEXT])
{
	struct code first = *code;

	first.piece = 0;
	code_write(&first, key, play);
}

json_t *
handler_moment(int64_t when)
{
	g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(when / 1000);
	g_autofree char *text = moment == NULL ? NULL : g_date_time_format(moment, "%Y-%m-%dT%H:%M:%SZ");

	return json_string(text == NULL ? "" : text);
}

bool
handler_secret(const struct entry *entry)
{
	struct code code;

	return entry->event || (code_peek(entry->play, &code) && code.keyed);
}

json_t *
handler_entry(const struct entry *entry, bool told)
{
	static const char *const kind[] = {
		[ENTRY_RESULT] = "result", [ENTRY_CORRECTION] = "correction", [ENTRY_WITHDRAWN] = "withdrawn"};
	bool secret = !told && handler_secret(entry);
	/* A damaged text becomes NULL, with which json_pack() fails. */
	json_t *result = *entry->result == '\0' ? json_null() : json_loads(entry->result, 0, NULL);
	json_t *score = *entry->score == '\0' ? json_null() : json_loads(entry->score, 0, NULL);
	json_t *json = json_pack("{s:I, s:o, s:s, s:s?, s:s, s:i, s:i, s:b, s:s, s:s, s:o, s:o}", "id",
		(json_int_t)entry->id, "when", handler_moment(entry->when), "kind", kind[entry->kind], "play",
		secret ? NULL : entry->play, "game", entry->game, "round", (int)entry->round, "table",
		(int)entry->table, "event", entry->event, "who", entry->who, "why", entry->why, "result", result,
		"score", score);

	if (secret)
		json_object_del(json_object_get(json, "result"), "code");
	return json;
}

json_t *
handler_current(struct kiosk *kiosk, const char *play, bool told, struct problem *problem)
{
	g_autofree struct entry *entry = NULL;
	enum store_status status = store_current(kiosk->store, play, &entry, problem);
	json_t *json = NULL;

	if (status == STORE_UNKNOWN)
		return json_null();
	json = status == STORE_OK ? handler_entry(entry, told) : standings_cache_entry(kiosk, play, told);
	if (json == NULL)
		set_unreachable(problem);
	return json;
}

char **
handler_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem)
{
	char **names = store_seated(kiosk->store, round, table, seats, problem);

	if (names == NULL)
		names = standings_cache_seated(kiosk, round, table, seats);
	if (names != NULL)
		problem_clear(problem);
	return names;
}

json_t *
handler_names(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats, struct problem *problem)
{
	g_auto(GStrv) names = handler_seated(kiosk, round, table, seats, problem);
	json_t *list = names == NULL ? NULL : json_array();

	for (char **name = names; name != NULL && *name != NULL; name++)
		json_array_append_new(list, json_string(*name));
	return list;
}

json_t *
handler_away(struct kiosk *kiosk, const struct reply *reply)
{
	struct problem problem;
	enum store_fault fault = store_trouble(kiosk->store, &problem);

	/* Damage has a member of its own in the answer. */
	if (fault == STORE_FAULT_NONE || fault == STORE_FAULT_DAMAGED)
		return json_null();
	return reply_sentence(reply, &problem, false);
}

struct judged *
handler_parse(const char *text, size_t length, const struct node **json)
{
	struct judged *judged = g_new0(struct judged, 1);

	judged->answer.reasons = true;
	*json = answer_parse(&judged->answer, text, length);
	return judged;
}

struct judged *
handler_parse_body(const struct request *request, const struct node **json, struct reply *reply)
{
	size_t length;
	const char *text = g_bytes_get_data(request->body, &length);
	struct judged *judged = handler_parse(length == 0 ? "" : text, length, json);
	struct problem problem;

	if (length == 0)
		reply_error(reply, 400, "bad-request", SAY("body-empty", "expected JSON, got an empty body"));
	else if (*json == NULL && problems_next(&judged->answer.problems, &(size_t){0}, &problem))
		reply_problem(reply, 400, "bad-request", &problem);
	return judged;
}

/* The house rules of a round as scoring expects them, to be freed with g_free(); numbers are written into `digits`.
 * NULL if the manifest has none. */
static struct house_choice *
round_rules(const struct event_state *state, unsigned round, GStringChunk *digits)
{
	json_t *rules = event_rules(state, round), *value;
	const char *name;

	if (!json_is_object(rules))
		return NULL;
	struct house_choice *choices = g_new0(struct house_choice, json_object_size(rules) + 1), *next = choices;
	json_object_foreach(rules, name, value) {
		char text[24];

		g_snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		*next++ = (struct house_choice){name,
			json_is_integer(value) ? g_string_chunk_insert(digits, text) : json_string_value(value),
			json_is_integer(value)};
	}
	return choices;
}

/* Scores a result of a table of the event, with the names of the people who sit there and the rules of the round. */
static bool
score_table(struct kiosk *kiosk, const struct event_state *state, const struct event_play *at, struct judged *judged,
	const struct node *result, struct problem *problem)
{
	g_auto(GStrv) names = judged->looks ? handler_seated(kiosk, at->round, at->table, PLAYERS_MAX, problem)
					    : store_seated(kiosk->store, at->round, at->table, PLAYERS_MAX, problem);
	struct answer_given given;

	if (names == NULL)
		return false;
	for (int i = 0; i < PLAYERS_MAX; i++) {
		if (g_utf8_strlen(names[i], -1) > NAME_CHARS)
			*g_utf8_offset_to_pointer(names[i], NAME_CHARS) = '\0';
		given.name[i] = names[i];
	}
	GStringChunk *digits = g_string_chunk_new(64);
	g_autofree struct house_choice *rules = round_rules(state, at->round, digits);
	given.rules = rules;
	judged->scored = answer_score(&judged->answer, result, &given);
	g_string_chunk_free(digits);
	/* A result for fewer or more players than the table has seats is refused. */
	unsigned seats = table_seats(state, at),
		 players = ((const struct result *)judged->answer.result)->players.count;
	if (judged->scored && seats != 0 && seats != players) {
		problems_add(&judged->answer.problems, STATUS_BAD_RESULT,
			SAY_COUNT("seats-differ", "this table has {seats} seats, but the result has {count} player",
				"this table has {seats} seats, but the result has {count} players", players),
			ARG_NUMBER("seats", seats));
		judged->scored = false;
	}
	return true;
}

bool
handler_judge(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	struct judged *judged, const struct node *result, struct problem *problem)
{
	struct answer *answer = &judged->answer;
	const char *text = node_string(node_member(result, "code"));
	const struct event_play *at = NULL;

	judged->pass.play = NULL;
	if (request != NULL && table_pass_is(text) &&
		!table_pass_read(kiosk->store, state, text, request->address, &judged->pass, &answer->problems))
		return true;
	if (request != NULL && judged->pass.play == NULL && text != NULL &&
		!may_try(kiosk, state, request, text, &answer->problems))
		return true;
	if (!answer_find(
		    answer, result, judged->pass.play == NULL ? NULL : judged->pass.play->code, event_key(state))) {
		if (request != NULL && text != NULL)
			note_try(kiosk, state, request, text, &answer->problems);
		return true;
	}
	if (answer->has_code) {
		handler_play(&answer->code, event_key(state), judged->play);
		at = event_play(state, judged->play);
	} else {
		g_strlcpy(judged->play, answer->game->id, sizeof judged->play);
	}
	judged->event = at != NULL;
	if (at == NULL)
		judged->scored = answer_score(answer, result, NULL);
	else if (!score_table(kiosk, state, at, judged, result, problem))
		return false;
	/* Further checks of the game that scoring alone does not make. */
	if (judged->scored && answer->rules->check != NULL &&
		!((const struct result *)answer->result)->ruling.unplayed) {
		answer->rules->check(
			answer->has_code ? answer->layout : NULL, answer->result, judged->event, &answer->problems);
		judged->scored = answer->problems.count == 0;
	}
	return true;
}

const char *
handler_answer(struct judged *judged, const struct audience *audience)
{
	struct text text;

	text_init(&text, judged->score, sizeof judged->score);
	answer_write(&judged->answer, audience, &text);
	return judged->score;
}

const char *
handler_result(struct judged *judged, const struct code_key *key)
{
	struct text text;

	text_init(&text, judged->result, sizeof judged->result);
	answer_write_result(&judged->answer, key, &text);
	return judged->result;
}
