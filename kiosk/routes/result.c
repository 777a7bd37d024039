/* SPDX-License-Identifier: MIT
 * Results from the page: always judged again here, stored once, and acknowledged only when they are on disk. */
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"
#include "scoring/printable.h"

/* A submission is a name of its own for what is sent: printable, and not long. NULL after answering. */
static const char *
read_submission(const char *text, struct reply *reply)
{
	bool fine = text != NULL && *text != '\0' && strlen(text) < ENTRY_SUBMISSION;

	for (const char *at = text; fine && *at != '\0'; at++)
		fine = g_ascii_isprint(*at);
	if (fine)
		return text;
	reply_error(reply, 400, "bad-request",
		SAY("bad-submission",
			"\"submission\" must be 1 to {most} printable characters that are new for every result"),
		ARG_NUMBER("most", ENTRY_SUBMISSION - 1));
	return NULL;
}

/* The organiser's reason; NULL after answering. */
static const char *
read_why(const char *text, struct reply *reply)
{
	if (text != NULL && *text != '\0' && printable(text) && g_utf8_strlen(text, -1) <= ENTRY_WHY_CHARS)
		return text;
	reply_error(reply, 400, "bad-request", SAY("reason-missing", "please give a reason (up to 1,000 characters)"));
	return NULL;
}

static void
add_name(GString *names, const char *name)
{
	/* That word is for those who have logged in. */
	if (*name != '\0' && g_ascii_strcasecmp(name, ORGANISER) != 0)
		g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
}

/* Whether somebody played: by name, or as "Player B" if none was given. */
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

/* "table 3 (Ana, Bo)": who agreed, or else who played. Others who are said to have agreed are left out: only those who
 * played can. To be freed. */
static char *
who_says(const struct judged *judged, const struct node *agreed)
{
	const struct result *result = (const struct result *)judged->answer.result;
	GString *who = g_string_new("the players"), *names = g_string_new(NULL);
	const struct node *one = node_first(agreed);

	for (uint32_t i = 0; i < node_count(agreed) && i < PLAYERS_MAX; i++, one = node_next(one)) {
		const char *name = node_string(one);

		if (name != NULL && has_played(result, name))
			add_name(names, name);
	}
	bool none = names->len == 0;
	for (unsigned i = 0; none && i < result->players.count; i++)
		add_name(names, result->players.name[i]);
	/* With "table 4095 (" before them and ")" after them they have to fit, as whole characters. */
	if (names->len >= ENTRY_WHO - 32)
		g_string_truncate(
			names, (gsize)(g_utf8_find_prev_char(names->str, names->str + ENTRY_WHO - 32) - names->str));
	if (judged->event)
		g_string_printf(who, "table %u", judged->answer.code.table);
	if (names->len > 0)
		g_string_append_printf(who, " (%s)", names->str);
	g_string_free(names, TRUE);
	return g_string_free(who, FALSE);
}

/* Answers what the store said about an entry, with the entry itself if there is one, which is freed. */
static void
answer_stored(
	enum store_status status, struct entry *stored, bool told, const struct problem *problem, struct reply *reply)
{
	json_t *members = json_object();
	struct problem taken;

	if (stored != NULL || status == STORE_TAKEN)
		json_object_set_new(members, "entry", stored == NULL ? json_null() : handler_entry(stored, told));
	g_free(stored);
	switch (status) {
	case STORE_OK:
		reply_json(reply, 201, members);
		return;
	case STORE_TWICE:
		reply_json(reply, 200, members);
		return;
	case STORE_USED:
		reply_problem_with(reply, 409, "used", problem, members);
		return;
	case STORE_TAKEN:
		problem_set(&taken,
			SAY("table-has-result", "this table has its result already: only the organiser can change it"));
		reply_problem_with(reply, 409, "taken", &taken, members);
		return;
	case STORE_UNSEATED:
		reply_problem(reply, 401, "organiser", problem);
		break;
	case STORE_CLOSED:
		reply_problem(reply, 403, "forbidden", problem);
		break;
	case STORE_UNKNOWN:
		reply_problem(reply, 404, "unknown", problem);
		break;
	case STORE_REFUSED:
		reply_problem(reply, 422, "bad-result", problem);
		break;
	default:
		handler_trouble(reply, problem);
	}
	json_decref(members);
}

/* Judges the result in a body and stores it if it has a score. True without an answer: seats, people or the event
 * changed between the two, so it has to be judged again. */
static bool
is_to_judge_again(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	struct judged *judged, const struct node *body, struct entry *entry, struct store_basis *basis,
	struct reply *reply)
{
	const struct node *result = node_member(body, "result");
	struct problem problem = {0};
	struct entry *stored = NULL;
	unsigned seconds = 0;
	bool withdrawn = false;

	if (result == NULL) {
		reply_error(
			reply, 400, "bad-request", SAY("result-missing", "there is no \"result\" in what was sent"));
		return false;
	}
	if (!handler_judge(kiosk, state, request, judged, result, &problem)) {
		handler_trouble(reply, &problem);
		return false;
	}
	if (!judged->scored) {
		handler_refuse(reply, &judged->answer.problems);
		return false;
	}
	if (entry->kind == ENTRY_RESULT && ((const struct result *)judged->answer.result)->ruling.kind != RULING_NONE) {
		reply_error(reply, 401, "organiser",
			SAY("ruling-organiser",
				"a ruling is the organiser's: it is entered as a correction, with its reason"));
		return false;
	}
	if (entry->kind == ENTRY_CORRECTION && !judged->event) {
		reply_error(reply, 404, "unknown",
			SAY("not-a-table", "this is not a table of the event: a casual result is just entered again"));
		return false;
	}
	/* The kiosk's own screen and the organiser may store any number of casual results. */
	if (!judged->event && !request->local && !is_organiser(request))
		seconds = rate_limit_wait(kiosk->casual_results, request->address, 1);
	if (seconds > 0) {
		reply_slow_down(reply, seconds,
			SAY("casual-quota",
				"many casual results came from here: this one is not saved yet; send it again later"));
		return false;
	}
	/* A pass is good until the organiser withdraws: with this basis nobody has between looking and storing. */
	if (judged->pass.play != NULL) {
		const struct event_play *play = judged->pass.play;
		struct store_basis round;

		if (store_basis(kiosk->store, play->round, &round, &problem) != STORE_OK ||
			table_pass_withdrawn(kiosk->store, play, &withdrawn, &problem) != STORE_OK) {
			handler_trouble(reply, &problem);
			return false;
		}
		if (withdrawn)
			return true;
		basis->round = round.round;
		basis->entry = round.entry;
	}
	char *who = entry->kind == ENTRY_RESULT ? who_says(judged, node_member(body, "agreed")) : g_strdup(ORGANISER);
	entry->who = who;
	entry->play = judged->play;
	entry->game = judged->answer.game->id;
	entry->event = judged->event;
	entry->result = handler_result(judged, event_key(state));
	entry->score = handler_answer(judged, &audience_public);
	entry->round = judged->answer.has_code ? judged->answer.code.round : 0;
	entry->table = judged->answer.has_code ? judged->answer.code.table : 0;
	enum store_status status = store_add(kiosk->store, entry, judged->event ? basis : NULL, &stored, &problem);
	g_free(who);
	if (status == STORE_STALE)
		return true;
	if (status == STORE_OK && judged->event)
		shared_drafts_close(kiosk->drafts, entry->play);
	else if (status == STORE_OK)
		rate_limit_take(kiosk->casual_results, request->address, 1);
	/* Those who sent its code know it; those who sent a pass do not, and under a submission there may be something
	 * else than what was sent now. */
	bool told = stored != NULL &&
		(is_organiser(request) || (judged->pass.play == NULL && strcmp(stored->play, judged->play) == 0));
	answer_stored(status, stored, told, &problem, reply);
	return false;
}

/* A result by its players, or the organiser's in its place: judged and stored on what is there at one moment. */
static void
post_entry(struct kiosk *kiosk, const struct request *request, enum entry_kind kind, struct reply *reply)
{
	const struct node *body;
	struct judged *judged = handler_parse_body(request, &body, reply);
	const char *submission = NULL, *why = "";
	bool again = false;

	if (body != NULL)
		submission = read_submission(node_string(node_member(body, "submission")), reply);
	if (submission != NULL && kind == ENTRY_CORRECTION)
		why = read_why(node_string(node_member(body, "why")), reply);
	for (int tries = 0; submission != NULL && why != NULL && (tries == 0 || again); tries++) {
		struct entry entry = {.kind = kind, .submission = submission, .why = why};
		const struct event_state *state = NULL;
		struct store_basis basis;
		struct problem problem = {0};

		again = false;
		if (tries == HANDLER_TRIES) {
			reply_error(reply, 503, "trouble",
				SAY("event-changing",
					"the event is being changed all the time: send it again in a moment"));
			break;
		}
		if (store_basis(kiosk->store, 0, &basis, &problem) != STORE_OK) {
			handler_trouble(reply, &problem);
			break;
		}
		basis.seated = !is_organiser(request);
		state = handler_event(kiosk, reply);
		again = state != NULL && is_to_judge_again(kiosk, state, request, judged, body, &entry, &basis, reply);
		event_release(state);
	}
	g_free(judged);
}

static void
post_result(void *context, const struct request *request, struct reply *reply)
{
	post_entry(context, request, ENTRY_RESULT, reply);
}

static void
post_correct(void *context, const struct request *request, struct reply *reply)
{
	post_entry(context, request, ENTRY_CORRECTION, reply);
}

/* Withdraws what counts for a play of the event. */
static void
post_withdraw(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *body = request_json(request, reply);
	const char *submission =
		body == NULL ? NULL : read_submission(json_string_value(json_object_get(body, "submission")), reply);
	const char *why = submission == NULL ? NULL : read_why(json_string_value(json_object_get(body, "why")), reply);
	const struct event_state *state = why == NULL ? NULL : handler_event(kiosk, reply);
	const char *play = json_string_value(json_object_get(body, "play"));
	const struct event_play *at = state == NULL || play == NULL ? NULL : event_play(state, play);

	if (at != NULL) {
		char nothing[1] = "", who[] = ORGANISER;
		struct problem problem = {0};
		struct entry *stored = NULL;
		struct entry entry = {.kind = ENTRY_WITHDRAWN,
			.submission = submission,
			.why = why,
			.who = who,
			.result = nothing,
			.score = nothing,
			.play = at->code,
			.game = at->game,
			.round = at->round,
			.table = at->table,
			.event = true};
		enum store_status status = store_add(kiosk->store, &entry, NULL, &stored, &problem);

		answer_stored(status, stored, true, &problem, reply);
	} else if (state != NULL) {
		reply_error(reply, 404, "unknown", SAY("not-a-play", "\"play\" is not a table of the event"));
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
		const char *answer = handler_answer(judged, reply_audience(reply));

		handler_charge(reply, &judged->answer.problems);
		reply_bytes(reply, 200, "application/json", g_bytes_new(answer, strlen(answer)));
	}
	event_release(state);
	g_free(judged);
}

const struct route result_routes[] = {
	ROUTE("POST", "/api/check", post_check, .body = BODY_JSON, .cost = 1),
	ROUTE("POST", "/api/result", post_result, .body = BODY_JSON, .cost = 1, .needs = NEEDS_STORE),
	ROUTE("POST", "/api/correct", post_correct, .body = BODY_JSON, .cost = 1, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/withdraw", post_withdraw, .body = BODY_JSON, .cost = 1, .needs = ORGANISER_STORES),
	{.path = NULL},
};
