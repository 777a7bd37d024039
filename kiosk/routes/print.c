/* SPDX-License-Identifier: MIT
 * Printing for everybody: what can be chosen, the pages of a choice, and their PDF. A request becomes a struct
 * print_request; the queue of jobs carries it out in a child process, and anyone who asks is told the place in the
 * queue until it is done. */
#include <stdlib.h>
#include <string.h>

#include "gen/jobs/job_queue.h"
#include "gen/requests/print_request.h"
#include "kiosk/http/addresses.h"
#include "kiosk/making/print_games.h"
#include "kiosk/making/print_jobs.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"

/* What a new print costs of a visitor's allowance: as much as a photo. */
#define COST 10

/* The same for its first page alone. */
#define COST_FIRST 3

/* Seconds after which a visitor is to try again when the queue is full. */
#define FULL_RETRY 5

static bool
may_print(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	if (is_organiser(request) || standings_cache_allows(kiosk).printing)
		return true;
	reply_error(reply, 403, "forbidden", SAY("printing-off", "the organiser has switched printing off here"));
	return false;
}

static void
get_games(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	reply_json(reply, 200, print_games_json());
}

/* It is not there yet. A browser that was sent here by a link asks again automatically. */
static void
answer_place(struct reply *reply, json_t *place)
{
	reply_header(reply, "Retry-After", "1");
	reply_header(reply, "Refresh", "1");
	reply_json(reply, 202, json_pack("{s:o}", "place", place));
}

static void
answer_failure(struct reply *reply, const struct job_result *result)
{
	if (result->outcome == JOB_FAILED)
		reply_problem(reply, 503, "trouble", &result->problem);
	else if (result->outcome == JOB_REFUSED)
		reply_problem(reply, 422, "refused", &result->problem);
	else
		reply_error(reply, 422, "too-large",
			SAY("print-stopped",
				"this print took too much time or memory and was stopped: print less at once"));
}

/* Whether a table of the event has this seed, whatever else its code says: who has a card knows the seed, and needs no
 * code of the event to ask about it. */
static bool
is_of_event(const struct event_state *state, uint64_t seed)
{
	struct code code;

	for (guint i = 0; state->plays != NULL && i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);

		if (code_peek(play->code, &code) && code.seed == seed)
			return true;
	}
	return false;
}

/* Analysis tells how to play a layout: that of a table of the event is the organiser's. False after a refusal. */
static bool
may_know(const struct event_state *state, const struct request *request, uint64_t seed, struct reply *reply)
{
	if (is_organiser(request) || !is_of_event(state, seed))
		return true;
	reply_error(reply, 403, "forbidden",
		SAY("analysis-hidden", "what is known of a table of the event is the organiser's"));
	return false;
}

/* A request for what a code was printed on. False after a refusal. */
static bool
begin_with_code(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	struct print_request *print, struct reply *reply)
{
	char play[CODE_TEXT], written[CODE_TEXT];
	struct problems problems;
	struct table_pass pass;
	struct code code;
	bool fine;

	problems_init(&problems);
	if (handler_piece(kiosk, state, request, text, &code, &pass, &problems) == NULL) {
		handler_refuse(reply, &problems);
		return false;
	}
	/* On paper there would be the code that the pass does not tell. */
	if (pass.play != NULL) {
		reply_error(reply, 403, "forbidden",
			SAY("reprint-needs-code", "its code prints it again: type it, or show its QR"));
		return false;
	}
	code_write(&code, event_key(state), written);
	fine = game_request_begin(&print->base, written, code.keyed ? event_key(state) : NULL, &problems);
	handler_play(&code, event_key(state), play);
	if (fine && event_play(state, play) != NULL)
		fine = game_request_set(
			       &print->base, print_fields, &field_source_child, "event", state->name, &problems) &&
			(state->url == NULL ||
				game_request_set(
					&print->base, print_fields, &field_source_child, "url", state->url, &problems));
	if (!fine)
		handler_refuse(reply, &problems);
	return fine;
}

/* A request for a game by its seed. False after a refusal. */
static bool
begin_with_game(const struct request *request, bool is_seed_asked, struct print_request *print, struct reply *reply)
{
	const char *name = request_query(request, "game");
	struct problems problems;

	problems_init(&problems);
	if (name == NULL || game_by_id(name) == NULL) {
		reply_error(reply, 404, "unknown", SAY("print-no-game", "game= names a game that is printed here"));
		return false;
	}
	if (!is_seed_asked && request_query(request, "seed") == NULL) {
		reply_error(reply, 400, "bad-request",
			SAY("print-no-seed", "seed=N is missing; /api/print/seed draws one"));
		return false;
	}
	return game_request_begin(&print->base, name, NULL, &problems);
}

/* The value of a name in a query. */
static const char *
find(const void *data, const char *name)
{
	return request_query(data, name);
}

/* The same where a seed is asked for, which does not depend on how it will be printed. */
static const char *
find_for_seed(const void *data, const char *name)
{
	static const char *const printing[] = {
		"seed", "count", "balanced", "paper", "pieces", "ink", "backs", "back-offset", NULL};

	return g_strv_contains(printing, name) ? NULL : request_query(data, name);
}

/* What a visitor asks for, as the JSON that a job takes: to be freed. NULL after a refusal. */
static char *
read_request(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, struct reply *reply)
{
	const char *code = request_query(request, "code");
	const struct event_state *state = handler_event(kiosk, reply);
	bool is_seed_asked = kind == &print_seed_job;
	struct print_request print;
	struct problems problems;
	char *text = NULL;

	if (state == NULL)
		return NULL;
	problems_init(&problems);
	print_request_init(&print);
	if (code != NULL ? !begin_with_code(kiosk, state, request, code, &print, reply)
			 : !begin_with_game(request, is_seed_asked, &print, reply))
		; /* it is answered */
	else if (!game_request_read_query(
			 &print.base, print_fields, is_seed_asked ? find_for_seed : find, request, &problems) ||
		!print_request_check(&print, &problems)) {
		struct problem first;
		size_t at = 0;

		problems_next(&problems, &at, &first);
		if (problem_is(&first, "query-value") || problem_is(&first, "flag-expected"))
			reply_problem(reply, 400, "bad-request", &first);
		else
			reply_problem(reply, 422, "refused", &first);
	} else if (kind != &print_known_job ||
		may_know(state, request, code != NULL ? print.base.code.seed : print.seed, reply)) {
		json_t *json = game_request_json(&print.base, print_fields);

		text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
		json_decref(json);
	}
	print_request_finish(&print);
	event_release(state);
	return text;
}

/* Asks for a job of this kind. False after an answer: it waits, or something is wrong; else the result is to be
 * released. */
static bool
ask(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, struct job_answer *answer,
	struct reply *reply)
{
	char network[ADDRESS_NETWORK], *text;

	if (!may_print(kiosk, request, reply) || (text = read_request(kiosk, request, kind, reply)) == NULL)
		return false;
	if (!address_network(request->address, network))
		g_strlcpy(network, request->address, sizeof network);
	*answer = job_queue_ask(kiosk->prints,
		&(struct job_ask){.kind = kind, .request = text, .visitor = request->address, .network = network});
	free(text);
	switch (answer->state) {
	case JOB_WAITING:
		if (answer->is_new)
			reply_charge(reply, kind == &print_first_job ? COST_FIRST : COST);
		answer_place(reply, json_integer(answer->place));
		return false;
	case JOB_BUSY:
		answer_place(reply, json_null());
		return false;
	case JOB_FULL:
		reply_slow_down(reply, FULL_RETRY,
			SAY("print-queue-full", "the print queue is full; try again in a few seconds"));
		return false;
	case JOB_READY:
		break;
	}
	if (answer->result->outcome == JOB_DONE)
		return true;
	answer_failure(reply, answer->result);
	job_queue_release(kiosk->prints, answer);
	return false;
}

/* Answers with the result of a job, which is JSON. */
static void
answer_result(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, struct reply *reply)
{
	struct job_answer answer;

	if (!ask(kiosk, request, kind, &answer, reply))
		return;
	reply_bytes(reply, 200, "application/json", g_bytes_new(answer.result->text->str, answer.result->text->len));
	job_queue_release(kiosk->prints, &answer);
}

static void
get_pages(void *context, const struct request *request, struct reply *reply)
{
	answer_result(context, request, &print_pages_job, reply);
}

static void
get_first(void *context, const struct request *request, struct reply *reply)
{
	answer_result(context, request, &print_first_job, reply);
}

static void
get_known(void *context, const struct request *request, struct reply *reply)
{
	answer_result(context, request, &print_known_job, reply);
}

/* Each time another one. */
static void
get_seed(void *context, const struct request *request, struct reply *reply)
{
	answer_result(context, request, &print_seed_job, reply);
}

/* Answers with a page of the result, from 1. */
static void
answer_page(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, unsigned long n,
	struct reply *reply)
{
	struct job_answer answer;

	if (!ask(kiosk, request, kind, &answer, reply))
		return;
	if (n < 1 || n > answer.result->parts->len)
		reply_error(reply, 404, "unknown",
			SAY_COUNT("print-no-page", "there is one page to look at",
				"there are {count} pages to look at, from 1", answer.result->parts->len));
	else
		reply_packed(request, reply, "image/svg+xml", NULL, answer.result->parts->pdata[n - 1]);
	job_queue_release(kiosk->prints, &answer);
}

static void
get_page(void *context, const struct request *request, struct reply *reply)
{
	char *end;
	unsigned long n = strtoul(request->rest, &end, 10);

	if (end == request->rest || strcmp(end, ".svg") != 0) {
		reply_error(reply, 404, "unknown", SAY("print-page-path", "a page is asked for as /print/page/N.svg"));
		return;
	}
	answer_page(context, request, &print_pages_job, n, reply);
}

static void
get_first_page(void *context, const struct request *request, struct reply *reply)
{
	answer_page(context, request, &print_first_job, 1, reply);
}

static void
get_chart(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct job_answer answer;

	if (!ask(kiosk, request, &print_known_job, &answer, reply))
		return;
	if (answer.result->parts->len == 0)
		reply_error(reply, 404, "unknown", SAY("print-no-chart", "there is no chart of it"));
	else
		reply_bytes(reply, 200, "image/svg+xml", g_bytes_ref(answer.result->parts->pdata[0]));
	job_queue_release(kiosk->prints, &answer);
}

static void
get_pdf(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct job_answer answer;

	if (!g_str_has_suffix(request->rest, ".pdf") || strchr(request->rest, '/') != NULL) {
		reply_error(reply, 404, "unknown", SAY("print-pdf-path", "a print is asked for as /print/NAME.pdf"));
		return;
	}
	if (!ask(kiosk, request, &print_pdf_job, &answer, reply))
		return;
	if (request_query(request, "download") != NULL)
		reply_download(reply, request->rest);
	reply_bytes(reply, 200, "application/pdf", g_bytes_ref(answer.result->parts->pdata[0]));
	job_queue_release(kiosk->prints, &answer);
}

/* Nobody else needs to wait for who only looks at the queue: these are cheap. */
const struct route print_routes[] = {
	ROUTE("GET", "/api/print/games", get_games, .cost = 1),
	ROUTE("GET", "/api/print/seed", get_seed, .cost = 1),
	ROUTE("GET", "/api/print/pages", get_pages, .cost = 1),
	ROUTE("GET", "/api/print/first", get_first, .cost = 1),
	ROUTE("GET", "/api/print/known", get_known, .cost = 1),
	ROUTE("GET", "/print/page/", get_page, .cost = 1),
	ROUTE("GET", "/print/first.svg", get_first_page, .cost = 1),
	ROUTE("GET", "/print/known.svg", get_chart, .cost = 1),
	ROUTE("GET", "/print/", get_pdf, .cost = 2),
	{.path = NULL},
};
