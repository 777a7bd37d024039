/* SPDX-License-Identifier: MIT
 * Printing for everybody: the games and options, the pages of a print, and its PDF. A query becomes a struct
 * print_request, which the job queue carries out in a child process. Until it is done the answer is its place in the
 * queue. */
#include <stdlib.h>
#include <string.h>

#include "gen/jobs/job_queue.h"
#include "gen/requests/print_request.h"
#include "kiosk/http/addresses.h"
#include "kiosk/making/print_games.h"
#include "kiosk/making/print_jobs.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"

/* Tokens for a new print: as many as for a photo. */
#define COST 10

/* Tokens for the first page of a new print. */
#define COST_FIRST 3

/* Seconds after which a visitor may try again when the queue is full. */
#define FULL_RETRY 5

/* Members of a query that are read: several times the number of options, so that more can only be repetitions. */
#define NAMES_MOST 64

static void
get_games(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	reply_json(reply, 200, print_games_json());
}

/* Begins a request to reprint what a code is on, with the name and the address of its event. False after a refusal. */
static bool
begin_with_code(struct kiosk *kiosk, const struct event_state *state, const struct request *request,
	struct print_request *print, struct reply *reply)
{
	char written[CODE_TEXT];
	struct problems problems;
	struct named_piece piece;

	problems_init(&problems);
	if (!handler_piece(kiosk, state, request, request_query(request, "code"), &piece, reply))
		return false;
	/* The print would show the code, which the pass hides. */
	if (piece.pass.play != NULL)
		return reply_error(reply, 403, "forbidden",
			SAY("reprint-needs-code", "its code prints it again: type it, or show its QR"));
	code_write(&piece.code, event_key(state), written);
	bool fine = game_request_begin(&print->base, written, piece.code.keyed ? event_key(state) : NULL, &problems);
	if (fine && piece.at != NULL) {
		fine = game_request_set(
			&print->base, print_fields, &field_source_child, "event", state->name, &problems);
		if (fine && state->url != NULL)
			fine = game_request_set(
				&print->base, print_fields, &field_source_child, "url", state->url, &problems);
	}
	if (!fine)
		handler_refuse(reply, &problems);
	return fine;
}

/* Begins a request for a game by its seed. False after a refusal. */
static bool
begin_with_game(const struct request *request, bool is_seed_asked, struct print_request *print, struct reply *reply)
{
	const char *name = request_query(request, "game");
	struct problems problems;

	problems_init(&problems);
	if (name == NULL || game_by_id(name) == NULL)
		return reply_error(
			reply, 404, "unknown", SAY("print-no-game", "game= names a game that is printed here"));
	if (!is_seed_asked && request_query(request, "seed") == NULL)
		return reply_error(reply, 400, "bad-request",
			SAY("print-no-seed", "seed=N is missing; /api/print/seed draws one"));
	return game_request_begin(&print->base, name, NULL, &problems);
}

/* Reads the print options from the rest of the query; those that do not matter for a seed are skipped if one is asked
 * for. False after a refusal, also of unknown names. */
static bool
read_query(const struct request *request, bool is_seed_asked, struct print_request *print, struct reply *reply)
{
	static const char *const elsewhere[] = {"code", "game", "download", NULL};
	static const char *const not_of_seeds[] = {
		"seed", "count", "balanced", "paper", "pieces", "ink", "backs", "back-offset", NULL};
	struct problems problems;
	struct problem first;
	g_autoptr(GPtrArray) names = request_query_names(request);
	size_t at = 0;

	problems_init(&problems);
	for (unsigned n = 0; n < MIN(names->len, NAMES_MOST); n++) {
		const char *name = names->pdata[n];

		if (!g_strv_contains(elsewhere, name) && !(is_seed_asked && g_strv_contains(not_of_seeds, name)))
			game_request_set_web(&print->base, print_fields, name, request_query(request, name), &problems);
	}
	if (problems.count == 0 && print_request_check(print, &problems))
		return true;
	problems_next(&problems, &at, &first);
	if (problem_is(&first, "query-value") || problem_is(&first, "flag-expected"))
		reply_problem(reply, 400, "bad-request", &first);
	else
		reply_problem(reply, 422, "refused", &first);
	return false;
}

/* Whether this visitor may see the analysis of a layout. It tells how to play well, so that for tables of the event
 * only the organiser may. Tables are compared by their seed alone: anyone who has a card knows its seed, and could ask
 * by it without the code. False after a refusal. */
static bool
may_know(const struct event_state *state, const struct request *request, uint64_t seed, struct reply *reply)
{
	struct code code;

	if (is_organiser(request))
		return true;
	for (guint i = 0; i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);

		if (code_peek(play->code, &code) && code.seed == seed)
			return reply_error(reply, 403, "forbidden",
				SAY("analysis-hidden", "what is known of a table of the event is the organiser's"));
	}
	return true;
}

/* The request as the JSON that a job gets, to be freed; NULL after a refusal. */
static char *
read_request(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, struct reply *reply)
{
	bool is_coded = request_query(request, "code") != NULL, is_seed_asked = kind == &print_seed_job;
	held_event *state = NULL;
	struct print_request print;
	char *text = NULL;

	if (is_coded || kind == &print_known_job) {
		state = event_hold(kiosk->event, &reply->problem);
		if (state == NULL)
			return NULL;
	}
	print_request_init(&print);
	if ((is_coded ? begin_with_code(kiosk, state, request, &print, reply)
		      : begin_with_game(request, is_seed_asked, &print, reply)) &&
		read_query(request, is_seed_asked, &print, reply) &&
		(kind != &print_known_job ||
			may_know(state, request, is_coded ? print.base.code.seed : print.seed, reply))) {
		json_auto_t *json = game_request_json(&print.base);

		text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	}
	print_request_finish(&print);
	return text;
}

/* 202: the job is not done yet. A browser that followed a link asks again automatically. */
static void
answer_place(struct reply *reply, json_t *place)
{
	reply_header(reply, "Retry-After", "1");
	reply_header(reply, "Refresh", "1");
	reply_json(reply, 202, json_pack("{s:o}", "place", place));
}

/* Asks for a job of this kind. True when it is done: its result is to be released. Otherwise false after answering with
 * its place in the queue or a refusal. */
static bool
ask(struct kiosk *kiosk, const struct request *request, const struct job_kind *kind, struct job_answer *answer,
	struct reply *reply)
{
	held_snapshot *snapshot = is_organiser(request) ? NULL : standings_cache_hold(kiosk, false, &reply->problem);
	char network[ADDRESS_NETWORK];

	if (snapshot != NULL && !snapshot->printing)
		return reply_error(
			reply, 403, "forbidden", SAY("printing-off", "the organiser has switched printing off here"));
	char *text = read_request(kiosk, request, kind, reply);
	if (text == NULL)
		return false;
	if (!address_network(request->address, network))
		g_strlcpy(network, request->address, sizeof network);
	*answer = job_queue_ask(kiosk->prints,
		&(struct job_ask){.kind = kind, .request = text, .visitor = request->address, .network = network});
	free(text);
	switch (answer->state) {
	case JOB_WAITING:
		if (answer->is_new)
			reply->charge += kind == &print_first_job ? COST_FIRST : COST;
		answer_place(reply, json_integer(answer->place));
		return false;
	case JOB_BUSY:
		answer_place(reply, json_null());
		return false;
	case JOB_FULL:
		return reply_slow_down(reply, FULL_RETRY,
			SAY("print-queue-full", "the print queue is full; try again in a few seconds"));
	case JOB_READY:
		break;
	}
	const struct job_result *result = answer->result;
	if (result->outcome == JOB_DONE)
		return true;
	if (result->outcome == JOB_FAILED)
		reply->problem = result->problem;
	else if (result->outcome == JOB_REFUSED)
		reply_problem(reply, 422, "refused", &result->problem);
	else
		reply_error(reply, 422, "too-large",
			SAY("print-stopped",
				"this print took too much time or memory and was stopped: print less at once"));
	job_queue_release(kiosk->prints, answer);
	return false;
}

/* The JSON of a job's result. */
static void
get_result(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct job_answer answer;

	if (!ask(kiosk, request, request->data, &answer, reply))
		return;
	reply_bytes(reply, 200, "application/json", g_bytes_new(answer.result->text->str, answer.result->text->len));
	job_queue_release(kiosk->prints, &answer);
}

/* One page of a print: /print/page/N.svg, from 1, or /print/first.svg. */
static void
get_page(void *context, const struct request *request, struct reply *reply)
{
	bool is_first = request->data == &print_first_job;
	struct kiosk *kiosk = context;
	struct job_answer answer;
	unsigned long n = 1;
	char *end;

	if (!is_first) {
		n = strtoul(request->rest, &end, 10);
		if (end == request->rest || strcmp(end, ".svg") != 0) {
			reply_error(reply, 404, "unknown",
				SAY("print-page-path", "a page is asked for as /print/page/N.svg"));
			return;
		}
	}
	if (!ask(kiosk, request, request->data, &answer, reply))
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

/* Asking is cheap, even many times: only a new job is charged for, by ask(). */
const struct route print_routes[] = {
	ROUTE("GET", "/api/print/games", get_games, .cost = 1),
	ROUTE("GET", "/api/print/seed", get_result, .data = &print_seed_job, .cost = 1),
	ROUTE("GET", "/api/print/pages", get_result, .data = &print_pages_job, .cost = 1),
	ROUTE("GET", "/api/print/first", get_result, .data = &print_first_job, .cost = 1),
	ROUTE("GET", "/api/print/known", get_result, .data = &print_known_job, .cost = 1),
	ROUTE("GET", "/print/page/", get_page, .data = &print_pages_job, .cost = 1),
	ROUTE("GET", "/print/first.svg", get_page, .data = &print_first_job, .cost = 1),
	ROUTE("GET", "/print/known.svg", get_chart, .cost = 1),
	ROUTE("GET", "/print/", get_pdf, .cost = 2),
	{.path = NULL},
};
