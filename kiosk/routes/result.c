/* SPDX-License-Identifier: MIT
 * Results from the page: always judged again here, stored once, and acknowledged only after they are on disk. */
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/judging.h"
#include "kiosk/visits/shared_drafts.h"
#include "scoring/printable.h"

/* Bytes of who says a result that are kept for what is around the names: "table 4095 (" or "the players (", ")" and the
 * terminating NUL are 15 at most. */
#define AROUND_NAMES 32

/* Checks the text that identifies a submission, and the organiser's reason if one is needed. False after answering. */
static bool
check_texts(struct call *call, const char *submission, const char *why, bool needs_why)
{
	bool fine = submission != NULL && *submission != '\0' && strlen(submission) < ENTRY_SUBMISSION;

	for (const char *at = submission; fine && *at != '\0'; at++)
		fine = g_ascii_isprint(*at);
	if (!fine)
		return refuse(call, 400, "bad-request",
			SAY("bad-submission",
				"\"submission\" must be 1 to {most} printable characters that are new for every result"),
			ARG_NUMBER("most", ENTRY_SUBMISSION - 1));
	if (needs_why && (why == NULL || *why == '\0' || !printable(why) || g_utf8_strlen(why, -1) > ENTRY_WHY_CHARS))
		return refuse(call, 400, "bad-request",
			SAY("reason-missing", "please give a reason (up to 1,000 characters)"));
	return true;
}

static void
add_name(GString *names, const char *name)
{
	/* Nobody else is called that in the history. */
	if (*name != '\0' && g_ascii_strcasecmp(name, ORGANISER) != 0)
		g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
}

/* "table 3 (Ana, Bo)": the players who agreed, or all players if none did; to be freed. Only those who played can have
 * agreed; unnamed players are called "Player B". */
static char *
who_says(const struct judged *judged, const struct node *agreed)
{
	const struct result *result = (const struct result *)judged->answer.result;
	g_autoptr(GString) names = g_string_new(NULL);
	GString *who = g_string_new("the players");
	const struct node *one = node_first(agreed);

	for (uint32_t i = 0; i < node_count(agreed) && i < PLAYERS_MAX; i++, one = node_next(one)) {
		const char *name = node_string(one);
		bool has_played = false;

		for (unsigned n = 0; name != NULL && n < result->players.count; n++) {
			g_autofree char *unnamed = g_strconcat("Player ", player_letter(n), NULL);
			const char *called = result->players.name[n];

			has_played |= strcmp(name, *called == '\0' ? unnamed : called) == 0;
		}
		if (has_played)
			add_name(names, name);
	}
	bool none = names->len == 0;
	for (unsigned i = 0; none && i < result->players.count; i++)
		add_name(names, result->players.name[i]);
	/* Names that are too long are cut between two characters. */
	if (names->len >= ENTRY_WHO - AROUND_NAMES)
		g_string_truncate(names,
			(gsize)(g_utf8_find_prev_char(names->str, names->str + ENTRY_WHO - AROUND_NAMES) - names->str));
	if (judged->event)
		g_string_printf(who, "table %u", judged->answer.code.table);
	if (names->len > 0)
		g_string_append_printf(who, " (%s)", names->str);
	return g_string_free(who, FALSE);
}

/* Answers with the store's status, and the entry if there is one, which is freed. */
static bool
answer_stored(struct call *call, enum store_status status, struct entry *stored, bool told)
{
	static const struct {
		enum store_status status;
		unsigned code;
		const char *kind;
	} refusals[] = {
		{STORE_UNSEATED, 401, "organiser"},
		{STORE_CLOSED, 403, "forbidden"},
		{STORE_UNKNOWN, 404, "unknown"},
		{STORE_USED, 409, "used"},
		{STORE_TAKEN, 409, "taken"},
		{STORE_REFUSED, 422, "bad-result"},
	};
	json_t *members = json_object();

	if (stored != NULL || status == STORE_TAKEN)
		json_object_set_new(members, "entry", stored == NULL ? json_null() : handler_entry(stored, told));
	g_free(stored);
	if (status == STORE_OK || status == STORE_TWICE)
		return reply_json(call->reply, status == STORE_OK ? 201 : 200, members);
	if (status == STORE_TAKEN)
		problem_set(call->problem,
			SAY("table-has-result", "this table has its result already: only the organiser can change it"));
	for (unsigned i = 0; i < G_N_ELEMENTS(refusals); i++)
		if (refusals[i].status == status)
			return reply_problem_with(
				call->reply, refusals[i].code, refusals[i].kind, call->problem, members);
	json_decref(members);
	return false;
}

/* Whether this visitor may enter a judged result as this kind of entry; false after answering. */
static bool
may_enter(struct call *call, const struct judged *judged, enum entry_kind kind)
{
	unsigned seconds = 0;

	if (!judged->scored)
		return handler_refuse(call, &judged->answer.problems);
	if (kind == ENTRY_RESULT && ((const struct result *)judged->answer.result)->ruling.kind != RULING_NONE)
		return refuse(call, 401, "organiser",
			SAY("ruling-organiser",
				"a ruling is the organiser's: it is entered as a correction, with its reason"));
	if (kind == ENTRY_CORRECTION && !judged->event)
		return refuse(call, 404, "unknown",
			SAY("not-a-table", "this is not a table of the event: a casual result is just entered again"));
	/* The kiosk's own screen and the organiser may store any number of casual results. */
	if (!judged->event && !call->request->local && !call->organiser)
		seconds = rate_limit_wait(call->kiosk->casual_results, call->request->address, 1);
	return seconds == 0 ||
		reply_slow_down(call->reply, seconds,
			SAY("casual-quota",
				"many casual results came from here: this one is not saved yet; send it again later"));
}

/* Judges the result in a body and stores it, as an entry that has its kind, submission and reason, if it has a score.
 * True, without an answer, if seats, people or the event changed between the two: it has to be judged again. */
static bool
judge_and_store(struct call *call, const struct node *body, struct judged *judged, struct entry *entry)
{
	const struct node *result = node_member(body, "result");
	struct kiosk *kiosk = call->kiosk;
	struct entry *stored = NULL;

	if (result == NULL)
		return refuse(
			call, 400, "bad-request", SAY("result-missing", "there is no \"result\" in what was sent"));
	if (!handler_judge(call, judged, result) || !may_enter(call, judged, entry->kind))
		return false;
	/* A pass is invalid after the result was withdrawn. The basis makes storing fail if that happens from now on.
	 */
	const struct event_play *play = judged->pass.play;
	if (play != NULL) {
		struct store_basis round;
		bool withdrawn = false;

		if (store_basis(kiosk->store, play->round, &round, call->problem) != STORE_OK ||
			table_pass_withdrawn(kiosk->store, play, &withdrawn, call->problem) != STORE_OK)
			return false;
		if (withdrawn)
			return true;
		call->basis.round = round.round;
		call->basis.entry = round.entry;
	}
	g_autofree char *who =
		entry->kind == ENTRY_RESULT ? who_says(judged, node_member(body, "agreed")) : g_strdup(ORGANISER);
	entry->who = who;
	entry->play = judged->play;
	entry->game = judged->answer.game->id;
	entry->event = judged->event;
	entry->result = handler_result(judged, event_key(call->state));
	entry->score = handler_answer(judged, &audience_public);
	entry->round = judged->answer.has_code ? judged->answer.code.round : 0;
	entry->table = judged->answer.has_code ? judged->answer.code.table : 0;
	enum store_status status =
		store_add(kiosk->store, entry, judged->event ? &call->basis : NULL, &stored, call->problem);
	if (status == STORE_STALE)
		return true;
	if (status == STORE_OK && judged->event)
		shared_drafts_close(kiosk->drafts, entry->play);
	else if (status == STORE_OK)
		rate_limit_take(kiosk->casual_results, call->request->address, 1);
	/* Visitors who sent its code may be told it, those who sent a pass may not. A repeated submission can also
	 * bring back the entry of another play. */
	bool told = stored != NULL && (call->organiser || (play == NULL && strcmp(stored->play, judged->play) == 0));
	answer_stored(call, status, stored, told);
	return false;
}

/* A result by its players, or a correction by the organiser. */
static bool
post_entry(struct call *call)
{
	enum entry_kind kind = *(const enum entry_kind *)call->route->data;
	const struct node *body;
	g_autofree struct judged *judged = handler_parse_body(call, &body);
	const char *submission = node_string(node_member(body, "submission")), *why = "";

	if (kind == ENTRY_CORRECTION)
		why = node_string(node_member(body, "why"));
	if (body == NULL || !check_texts(call, submission, why, kind == ENTRY_CORRECTION))
		return false;
	for (int tries = 0; tries < HANDLER_TRIES; tries++) {
		struct entry entry = {.kind = kind, .submission = submission, .why = why};

		if (store_basis(call->kiosk->store, 0, &call->basis, call->problem) != STORE_OK)
			return false;
		call->basis.seated = !call->organiser;
		if (!call_hold_event(call) || !judge_and_store(call, body, judged, &entry))
			return false;
	}
	return refuse(call, 503, "trouble",
		SAY("event-changing", "the event is being changed all the time: send it again in a moment"));
}

/* Withdraws the entry that counts for a play of the event. */
static bool
post_withdraw(struct call *call)
{
	const char *submission = json_string_value(json_object_get(call->body, "submission"));
	const char *why = json_string_value(json_object_get(call->body, "why"));
	const char *play = json_string_value(json_object_get(call->body, "play"));
	struct entry *stored = NULL;

	if (!check_texts(call, submission, why, true))
		return false;
	const struct event_play *at = play == NULL ? NULL : event_play(call->state, play);
	if (at == NULL)
		return refuse(call, 404, "unknown", SAY("not-a-play", "\"play\" is not a table of the event"));
	struct entry entry = {.kind = ENTRY_WITHDRAWN,
		.submission = submission,
		.why = why,
		.who = ORGANISER,
		.result = "",
		.score = "",
		.play = at->code,
		.game = at->game,
		.round = at->round,
		.table = at->table,
		.event = true};
	enum store_status status = store_add(call->kiosk->store, &entry, NULL, &stored, call->problem);
	return answer_stored(call, status, stored, true);
}

static bool
post_check(struct call *call)
{
	const struct node *result;
	g_autofree struct judged *judged = handler_parse_body(call, &result);

	if (result == NULL)
		return false;
	judged->looks = true;
	if (!handler_judge(call, judged, result))
		return false;
	const char *answer = handler_answer(judged, &call->reply->audience);
	handler_charge(call, &judged->answer.problems);
	return reply_bytes(call->reply, 200, "application/json", g_bytes_new(answer, strlen(answer)));
}

const struct route result_routes[] = {
	ROUTE("POST", "/api/check", post_check, .body = BODY_JSON, .cost = 1, .needs = NEEDS_EVENT),
	ROUTE("POST", "/api/result", post_entry, .data = &(const enum entry_kind){ENTRY_RESULT}, .body = BODY_JSON,
		.cost = 1, .needs = NEEDS_STORE),
	ROUTE("POST", "/api/correct", post_entry, .data = &(const enum entry_kind){ENTRY_CORRECTION}, .body = BODY_JSON,
		.cost = 1, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/withdraw", post_withdraw, .body = BODY_JSON, .cost = 1,
		.needs = ORGANISER_STORES | NEEDS_EVENT | NEEDS_JSON),
	{.path = NULL},
};
