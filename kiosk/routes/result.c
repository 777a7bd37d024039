/* SPDX-License-Identifier: MIT
 * Results from the page: judged again here, always; stored once; and answered
 * only when they are on disk. */
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"
#include "scoring/printable.h"

#define TRIES       8 /* to store what was judged on what is still so */
#define AGREED_MOST PLAYERS_MAX

/* A submission is a name of its own for what is sent: printable, and not long. */
static const char *
read_submission(const char *text, struct reply *reply)
{
	bool fine = text != NULL && *text != '\0' && strlen(text) < ENTRY_SUBMISSION;

	for (const char *at = text; fine && *at != '\0'; at++)
		fine = g_ascii_isprint(*at);
	if (fine)
		return text;
	reply_refuse(reply, 400, "bad-request",
		"\"submission\" must be 1 to %d printable characters that are new for every result",
		ENTRY_SUBMISSION - 1);
	return NULL;
}

/* The organiser's reason. */
static const char *
read_why(const char *text, struct reply *reply)
{
	if (text != NULL && *text != '\0' && strlen(text) < ENTRY_WHY && printable(text))
		return text;
	reply_refuse(reply, 400, "bad-request",
		"say why: a correction is shown with its reason, of %d printable bytes at most", ENTRY_WHY - 1);
	return NULL;
}

/* Cuts a text of UTF-8 to fewer than `size` bytes. */
static void
cut(GString *text, size_t size)
{
	const char *end;

	if (text->len < size)
		return;
	end = g_utf8_find_prev_char(text->str, text->str + size);
	g_string_truncate(text, (gsize)(end - text->str));
}

static void
add_name(GString *names, const char *name)
{
	/* That word stands for one who has logged in. */
	if (*name != '\0' && g_ascii_strcasecmp(name, ORGANISER) != 0)
		g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
}

/* Whether that is somebody who played: by name, or as "Player B" where none was given. */
static bool
has_played(const struct result *result, const char *name)
{
	char letter[] = "Player A";

	for (unsigned i = 0; i < result->players.count; i++) {
		letter[sizeof letter - 2] = (char)('A' + i);
		if (strcmp(name, result->players.name[i]) == 0 ||
			(result->players.name[i][0] == '\0' && strcmp(name, letter) == 0))
			return true;
	}
	return false;
}

/* "table 3 (Ana, Bo)": who agreed, or else who played. What others are said to have agreed is left
 * out: only those who played can. */
static char *
who_says(const struct judged *judged, const struct node *agreed)
{
	const struct result *result = (const struct result *)judged->answer.result;
	GString *who = g_string_new(NULL), *names = g_string_new(NULL);
	const struct node *one = node_first(agreed);
	bool none;

	for (uint32_t i = 0; i < node_count(agreed) && i < AGREED_MOST; i++, one = node_next(one)) {
		const char *name = node_string(one);

		if (name != NULL && has_played(result, name))
			add_name(names, name);
	}
	none = names->len == 0;
	for (unsigned i = 0; none && i < result->players.count; i++)
		add_name(names, result->players.name[i]);
	cut(names, ENTRY_WHO - 32);
	if (judged->event)
		g_string_printf(who, "table %u", judged->answer.code.table);
	else
		g_string_assign(who, "the players");
	if (names->len > 0)
		g_string_append_printf(who, " (%s)", names->str);
	g_string_free(names, TRUE);
	return g_string_free(who, FALSE);
}

/* Answers what the store said about an entry. Frees what it is given. */
static void
answer_stored(
	enum store_status status, struct entry *stored, bool told, const struct problem *problem, struct reply *reply)
{
	json_t *json = stored == NULL ? NULL : handler_entry(stored, told);

	if (status == STORE_USED)
		reply_json(reply, 409,
			json_pack("{s:o, s:s, s:O}", "error", handler_problem_json(problem, false), "kind", "used",
				"entry", json));
	else if (status == STORE_OK || status == STORE_TWICE)
		reply_json(reply, status == STORE_OK ? 201 : 200, json_pack("{s:O}", "entry", json));
	else if (status == STORE_TAKEN)
		reply_json(reply, 409,
			json_pack("{s:s, s:s, s:O?}", "error",
				"this table has its result already: only the organiser can change it", "kind", "taken",
				"entry", json));
	else if (status == STORE_UNSEATED)
		handler_refuse_problem(reply, 401, "organiser", problem);
	else if (status == STORE_CLOSED)
		handler_refuse_problem(reply, 403, "forbidden", problem);
	else if (status == STORE_UNKNOWN)
		handler_refuse_problem(reply, 404, "unknown", problem);
	else if (status == STORE_REFUSED)
		handler_refuse_problem(reply, 422, "bad-result", problem);
	else
		handler_trouble(reply, problem);
	json_decref(json);
	g_free(stored);
}

/* Whether somebody has stored enough casual results for now: 429 then. The kiosk's own screen and
 * the organiser are trusted with more. */
static bool
has_had_enough(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	unsigned seconds = request->local || is_organiser(request)
		? 0
		: rate_limit_wait(kiosk->casual_results, request->address, 1);

	if (seconds > 0)
		handler_slow_down(reply, seconds,
			"many casual results came from here: this one is not stored yet, and can be in a "
			"while");
	return seconds > 0;
}

/* A body on its way to becoming an entry. */
struct taking {
	const struct event_state *state;
	struct store_basis basis; /* that the result is judged on */
	struct judged *judged;
	const struct node *body;
	struct entry *entry;
	bool again; /* what it was judged on has changed meanwhile */
};

/* Whether they know the code of what is stored: those who sent it do. Who sent a pass does not; and
 * under a submission there may be something else than what was sent now. */
static bool
has_code_of(const struct request *request, const struct judged *judged, const struct entry *stored)
{
	return is_organiser(request) || (judged->pass.play == NULL && strcmp(stored->play, judged->play) == 0);
}

/* A pass is good until the organiser withdraws: between looking here and storing nobody has. False
 * after answering, or where it is to be judged again. */
static bool
hold_pass(struct kiosk *kiosk, struct taking *taking, struct reply *reply)
{
	const struct event_play *play = taking->judged->pass.play;
	struct store_basis round;
	struct problem problem = {0};

	if (store_basis(kiosk->store, play->round, &round, &problem) != STORE_OK ||
		table_pass_withdrawn(kiosk->store, play, &taking->again, &problem) != STORE_OK) {
		handler_trouble(reply, &problem);
		return false;
	}
	taking->basis.round = round.round;
	taking->basis.entry = round.entry;
	return !taking->again;
}

/* Unless it is to be judged again, this answers. */
static void
store_judged(struct kiosk *kiosk, const struct request *request, struct taking *taking, struct reply *reply)
{
	const struct judged *judged = taking->judged;
	struct entry *entry = taking->entry;
	struct entry *stored = NULL;
	enum store_status status;
	struct problem problem = {0};

	if (!judged->event && has_had_enough(kiosk, request, reply))
		return;
	if (judged->pass.play != NULL && !hold_pass(kiosk, taking, reply))
		return;
	entry->play = taking->judged->play;
	entry->game = judged->answer.game->id;
	entry->event = judged->event;
	entry->result = handler_result(taking->judged, event_key(taking->state));
	entry->score = handler_answer(taking->judged);
	if (judged->answer.has_code) {
		entry->round = judged->answer.code.round;
		entry->table = judged->answer.code.table;
	}
	status = store_add_on(kiosk->store, entry, judged->event ? &taking->basis : NULL, &stored, &problem);
	taking->again = status == STORE_STALE;
	if (taking->again) {
		return;
	}
	if (!judged->event && status == STORE_OK)
		rate_limit_take(kiosk->casual_results, request->address, 1);
	if (judged->event && status == STORE_OK)
		shared_drafts_close(kiosk->drafts, entry->play);
	answer_stored(status, stored, stored != NULL && has_code_of(request, judged, stored), &problem, reply);
}

static enum ruling_kind
ruling_of(const struct judged *judged)
{
	return (enum ruling_kind)((const struct result *)judged->answer.result)->ruling.kind;
}

/* Judges the result in a body and stores it when it has a score. */
static void
take_result(struct kiosk *kiosk, const struct request *request, struct taking *taking, struct reply *reply)
{
	const struct node *result = node_member(taking->body, "result");
	struct judged *judged = taking->judged;
	struct entry *entry = taking->entry;
	struct problem problem = {0};

	if (result == NULL) {
		reply_refuse(reply, 400, "bad-request", "there is no \"result\" in what was sent");
		return;
	}
	if (!handler_judge(kiosk, taking->state, request, judged, result, &problem)) {
		handler_trouble(reply, &problem);
	} else if (!judged->scored) {
		handler_refuse(reply, &judged->answer.problems);
	} else if (entry->kind == ENTRY_RESULT && ruling_of(judged) != RULING_NONE) {
		reply_refuse(reply, 401, "organiser",
			"a ruling is the organiser's: it is entered as a correction, with its reason");
	} else if (entry->kind == ENTRY_CORRECTION && !judged->event) {
		reply_refuse(
			reply, 404, "unknown", "this is no table of the event: a casual result is just entered again");
	} else {
		char *who = entry->kind == ENTRY_RESULT ? who_says(judged, node_member(taking->body, "agreed"))
							: g_strdup(ORGANISER);

		entry->who = who;
		store_judged(kiosk, request, taking, reply);
		g_free(who);
	}
}

/* Judges and stores until nobody changes seats, people or the event between the two. */
static void
take_until_stored(struct kiosk *kiosk, const struct request *request, struct judged *judged, const struct node *body,
	struct entry *entry, struct reply *reply)
{
	struct taking taking = {.judged = judged, .body = body, .entry = entry, .again = true};
	struct problem problem = {0};

	for (int tries = 0; tries < TRIES && taking.again; tries++) {
		taking.again = false;
		if (store_basis(kiosk->store, 0, &taking.basis, &problem) != STORE_OK) {
			handler_trouble(reply, &problem);
			return;
		}
		taking.basis.seated = !is_organiser(request);
		taking.state = handler_event(kiosk, reply);
		if (taking.state != NULL)
			take_result(kiosk, request, &taking, reply);
		event_release(taking.state);
	}
	if (taking.again)
		reply_refuse(
			reply, 503, "trouble", "the event is being changed all the time: send it again in a moment");
}

/* A result by its players, or the organiser's in its place. */
static void
take_body(struct kiosk *kiosk, const struct request *request, enum entry_kind kind, struct reply *reply)
{
	const struct node *body;
	struct judged *judged = handler_parse_body(request, &body, reply);
	const char *submission = NULL, *why = "";

	if (body != NULL)
		submission = read_submission(node_string(node_member(body, "submission")), reply);
	if (submission != NULL && kind == ENTRY_CORRECTION)
		why = read_why(node_string(node_member(body, "why")), reply);
	if (submission != NULL && why != NULL) {
		struct entry entry = {.kind = kind, .submission = submission, .why = why};

		take_until_stored(kiosk, request, judged, body, &entry, reply);
	}
	g_free(judged);
}

static void
post_result(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;

	take_body(kiosk, request, ENTRY_RESULT, reply);
}

static void
post_correct(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;

	take_body(kiosk, request, ENTRY_CORRECTION, reply);
}

/* Withdraws what counts for a play of the event. */
static void
withdraw(struct kiosk *kiosk, const struct event_state *state, const char *play, struct entry *entry,
	struct reply *reply)
{
	const struct event_play *at = play == NULL ? NULL : event_play(state, play);
	struct entry *stored = NULL;
	struct problem problem = {0};
	enum store_status status;

	if (at == NULL) {
		reply_refuse(reply, 404, "unknown", "\"play\" is no table of the event");
		return;
	}
	entry->play = at->code;
	entry->game = at->game;
	entry->round = at->round;
	entry->table = at->table;
	entry->event = true;
	status = store_add(kiosk->store, entry, &stored, &problem);
	answer_stored(status, stored, true, &problem, reply);
}

static void
post_withdraw(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct event_state *state = NULL;
	json_t *body = request_json(request, reply);
	const char *submission =
		body == NULL ? NULL : read_submission(json_string_value(json_object_get(body, "submission")), reply);
	const char *why = submission == NULL ? NULL : read_why(json_string_value(json_object_get(body, "why")), reply);
	char nothing[1] = "", who[] = ORGANISER;

	if (why != NULL)
		state = handler_event(kiosk, reply);
	if (state != NULL) {
		struct entry entry = {.kind = ENTRY_WITHDRAWN,
			.submission = submission,
			.why = why,
			.who = who,
			.result = nothing,
			.score = nothing};

		withdraw(kiosk, state, json_string_value(json_object_get(body, "play")), &entry, reply);
	}
	event_release(state);
	json_decref(body);
}

static void
post_check(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct event_state *state = handler_event(kiosk, reply);
	const struct node *result;
	struct judged *judged = handler_parse_body(request, &result, reply);
	struct problem problem = {0};

	judged->looks = true;
	if (state == NULL || result == NULL) {
		/* Answered already. */
	} else if (!handler_judge(kiosk, state, request, judged, result, &problem)) {
		handler_trouble(reply, &problem);
	} else {
		const char *answer = handler_answer(judged);

		handler_charge(reply, &judged->answer.problems);
		reply_bytes(reply, 200, "application/json", g_bytes_new(answer, strlen(answer)));
	}
	event_release(state);
	g_free(judged);
}

const struct route result_routes[] = {
	{.method = "POST", .path = "/api/check", .handle = post_check, .body = BODY_JSON, .cost = 1},
	{.method = "POST",
		.path = "/api/result",
		.handle = post_result,
		.body = BODY_JSON,
		.cost = 1,
		.needs = NEEDS_STORE},
	{.method = "GET", .path = "/api/entry/", .handle = entry_handle, .cost = 1},
	{.method = "GET", .path = "/api/table/", .handle = table_handle, .cost = 1},
	{.method = "GET", .path = "/score/", .handle = score_handle, .cost = 1, .slow = true},
	{.method = "POST",
		.path = "/api/correct",
		.handle = post_correct,
		.body = BODY_JSON,
		.cost = 1,
		.needs = NEEDS_ORGANISER | NEEDS_STORE},
	{.method = "POST",
		.path = "/api/withdraw",
		.handle = post_withdraw,
		.body = BODY_JSON,
		.cost = 1,
		.needs = NEEDS_ORGANISER | NEEDS_STORE},
	{0},
};
