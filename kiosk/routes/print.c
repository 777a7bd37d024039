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

static bool
get_games(struct call *call)
{
	return reply_json(call->reply, 200, print_games_json());
}

static bool
set_text(struct print_request *print, const char *field, const char *text, struct problems *problems)
{
	return game_request_set(&print->base, &field_source_child, field, text, problems);
}

/* Begins a request to reprint what a code is on, with the name and the address of its event. False after a refusal. */
static bool
begin_with_code(struct call *call, struct print_request *print)
{
	char written[CODE_TEXT];
	struct problems problems;
	struct named_piece piece;

	problems_init(&problems);
	if (!handler_piece(call, request_query(call->request, "code"), &piece))
		return false;
	/* The print would show the code, which the pass hides. */
	if (piece.pass.play != NULL)
		return refuse(call, 403, "forbidden",
			SAY("reprint-needs-code", "its code prints it again: type it, or show its QR"));
	code_write(&piece.code, event_key(call->state), written);
	bool fine =
		game_request_begin(&print->base, written, piece.code.keyed ? event_key(call->state) : NULL, &problems);
	if (fine && piece.at != NULL)
		fine = set_text(print, "event", call->state->name, &problems) &&
			(call->state->url == NULL || set_text(print, "url", call->state->url, &problems));
	return fine || handler_refuse(call, &problems);
}

/* Begins a request for a game by its seed. False after a refusal. */
static bool
begin_with_game(struct call *call, bool is_seed_asked, struct print_request *print)
{
	const char *name = request_query(call->request, "game");
	struct problems problems;

	problems_init(&problems);
	if (name == NULL || game_by_id(name) == NULL)
		return refuse(call, 404, "unknown", SAY("print-no-game", "game= names a game that is printed here"));
	if (!is_seed_asked && request_query(call->request, "seed") == NULL)
		return refuse(
			call, 400, "bad-request", SAY("print-no-seed", "seed=N is missing; /api/print/seed draws one"));
	return game_request_begin(&print->base, name, NULL, &problems);
}

/* Reads the print options from the rest of the query; those that do not matter for a seed are skipped if one is asked
 * for. False after a refusal, also of unknown names. */
static bool
read_query(struct call *call, bool is_seed_asked, struct print_request *print)
{
	static const char *const elsewhere[] = {"code", "game", "download", NULL};
	static const char *const not_of_seeds[] = {
		"seed", "count", "balanced", "paper", "pieces", "ink", "backs", "back-offset", NULL};
	struct problems problems;
	struct problem first;
	g_autoptr(GPtrArray) names = request_query_names(call->request);

	problems_init(&problems);
	for (unsigned n = 0; n < MIN(names->len, NAMES_MOST); n++) {
		const char *name = names->pdata[n];

		if (!g_strv_contains(elsewhere, name) && !(is_seed_asked && g_strv_contains(not_of_seeds, name)))
			game_request_set_web(&print->base, name, request_query(call->request, name), &problems);
	}
	if (problems.count == 0 && print_request_check(print, &problems))
		return true;
	problems_first(&problems, &first);
	if (problem_is(&first, "query-value") || problem_is(&first, "flag-expected"))
		return reply_problem(call->reply, 400, "bad-request", &first);
	return reply_problem(call->reply, 422, "refused", &first);
}

/* The request as the JSON that a job gets, to be freed; NULL after a refusal. An analysis tells how to play well, so
 * that for tables of the event only the organiser gets it. Tables are compared by their seed alone: anyone who has a
 * card knows its seed, and could ask by it without the code. */
static char *
read_request(struct call *call, const struct job_kind *kind)
{
	bool is_coded = request_query(call->request, "code") != NULL, is_seed_asked = kind == &print_seed_job;
	bool is_known_asked = kind == &print_known_job;
	struct print_request print;
	char *text = NULL;
	struct code code;

	if ((is_coded || is_known_asked) && !call_hold_event(call))
		return NULL;
	print_request_init(&print);
	bool fine = (is_coded ? begin_with_code(call, &print) : begin_with_game(call, is_seed_asked, &print)) &&
		read_query(call, is_seed_asked, &print);
	for (guint i = 0; fine && is_known_asked && !call->organiser && i < call->state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(call->state->plays, i);

		if (code_peek(play->code, &code) && code.seed == (is_coded ? print.base.code.seed : print.seed))
			fine = refuse(call, 403, "forbidden",
				SAY("analysis-hidden", "what is known of a table of the event is the organiser's"));
	}
	if (fine) {
		json_auto_t *json = game_request_json(&print.base);

		text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	}
	game_request_finish(&print.base);
	return text;
}

/* 202: the job is not done yet. A browser that followed a link asks again automatically. */
static bool
answer_place(struct call *call, json_t *place)
{
	reply_header(call->reply, "Retry-After", "1");
	reply_header(call->reply, "Refresh", "1");
	reply_json(call->reply, 202, json_pack("{s:o}", "place", place));
	return false;
}

/* Asks for a job of this kind. True when it is done: its result is to be released. Otherwise false after answering with
 * its place in the queue or a refusal. */
static bool
ask(struct call *call, const struct job_kind *kind, struct job_answer *answer)
{
	held_snapshot *snapshot = call->organiser ? NULL : standings_cache_hold(call->kiosk, false, call->problem);
	char network[ADDRESS_NETWORK];

	if (snapshot != NULL && !snapshot->printing)
		return refuse(
			call, 403, "forbidden", SAY("printing-off", "the organiser has switched printing off here"));
	char *text = read_request(call, kind);
	if (text == NULL)
		return false;
	if (!address_network(call->request->address, network))
		g_strlcpy(network, call->request->address, sizeof network);
	*answer = job_queue_ask(call->kiosk->prints,
		&(struct job_ask){
			.kind = kind, .request = text, .visitor = call->request->address, .network = network});
	free(text);
	switch (answer->state) {
	case JOB_WAITING:
		if (answer->is_new)
			call->reply->charge += kind == &print_first_job ? COST_FIRST : COST;
		return answer_place(call, json_integer(answer->place));
	case JOB_BUSY:
		return answer_place(call, json_null());
	case JOB_FULL:
		return reply_slow_down(call->reply, FULL_RETRY,
			SAY("print-queue-full", "the print queue is full; try again in a few seconds"));
	case JOB_READY:
		break;
	}
	const struct job_result *result = answer->result;
	if (result->outcome == JOB_DONE)
		return true;
	if (result->outcome == JOB_FAILED)
		*call->problem = result->problem;
	else if (result->outcome == JOB_REFUSED)
		reply_problem(call->reply, 422, "refused", &result->problem);
	else
		refuse(call, 422, "too-large",
			SAY("print-stopped",
				"this print took too much time or memory and was stopped: print less at once"));
	job_queue_release(call->kiosk->prints, answer);
	return false;
}

/* The JSON of a job's result. */
static bool
get_result(struct call *call)
{
	struct job_answer answer;

	if (!ask(call, call->route->data, &answer))
		return false;
	const GString *text = answer.result->text;
	reply_bytes(call->reply, 200, "application/json", g_bytes_new(text->str, text->len));
	job_queue_release(call->kiosk->prints, &answer);
	return true;
}

/* One page of a print: /print/page/N.svg, from 1, or /print/first.svg. */
static bool
get_page(struct call *call)
{
	const char *rest = call->request->rest;
	struct job_answer answer;
	unsigned long n = 1;

	if (call->route->data != &print_first_job) {
		char *end;

		n = strtoul(rest, &end, 10);
		if (end == rest || strcmp(end, ".svg") != 0)
			return refuse(call, 404, "unknown",
				SAY("print-page-path", "a page is asked for as /print/page/N.svg"));
	}
	if (!ask(call, call->route->data, &answer))
		return false;
	const GPtrArray *pages = answer.result->parts;
	if (n < 1 || n > pages->len)
		refuse(call, 404, "unknown",
			SAY_COUNT("print-no-page", "there is one page to look at",
				"there are {count} pages to look at, from 1", pages->len));
	else
		reply_packed(call->request, call->reply, "image/svg+xml", NULL, pages->pdata[n - 1]);
	job_queue_release(call->kiosk->prints, &answer);
	return true;
}

/* Answers with the only part of a job's result. */
static bool
answer_part(struct call *call, const struct job_kind *kind, const char *type)
{
	struct job_answer answer;

	if (!ask(call, kind, &answer))
		return false;
	if (answer.result->parts->len == 0)
		refuse(call, 404, "unknown", SAY("print-no-chart", "there is no chart of it"));
	else
		reply_bytes(call->reply, 200, type, g_bytes_ref(answer.result->parts->pdata[0]));
	job_queue_release(call->kiosk->prints, &answer);
	return true;
}

static bool
get_chart(struct call *call)
{
	return answer_part(call, &print_known_job, "image/svg+xml");
}

static bool
get_pdf(struct call *call)
{
	const char *name = call->request->rest;

	if (!g_str_has_suffix(name, ".pdf") || strchr(name, '/') != NULL)
		return refuse(call, 404, "unknown", SAY("print-pdf-path", "a print is asked for as /print/NAME.pdf"));
	if (!answer_part(call, &print_pdf_job, "application/pdf"))
		return false;
	if (request_query(call->request, "download") != NULL)
		reply_download(call->reply, name);
	return true;
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
