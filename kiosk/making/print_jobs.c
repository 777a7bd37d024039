/* SPDX-License-Identifier: MIT
 * Printing in a child process: pages are planned as by `seedpress print`, and then described, drawn or written. */
#include "kiosk/making/print_jobs.h"

#include <sodium.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/games/filter.h"
#include "gen/press/preview.h"
#include "gen/requests/analyse_request.h"
#include "gen/requests/print_request.h"
#include "kiosk/http/server.h"
#include "kiosk/prints/memory_document.h"

/* Time limit for the analysis of a layout, in microseconds. Visitors wait for it; most games take one second. */
#define ANALYSE_US (8 * G_TIME_SPAN_SECOND)

/* A print, in the working directory of the job. */
#define PDF_FILE "print.pdf"

/* A chart, likewise. */
#define CHART_FILE "chart.svg"

/* Appends JSON to the result, which is released. */
static enum job_outcome
answer(struct job_call *call, json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT);

	g_string_append(call->result, text);
	free(text);
	json_decref(json);
	return JOB_DONE;
}

/* A seed is a text, because numbers in JavaScript are not exact beyond 2^53. */
static json_t *
seed_json(const struct code *code)
{
	return json_sprintf("%" G_GUINT64_FORMAT, code->seed);
}

static enum job_outcome
refuse_problems(struct job_call *call, const struct problems *problems)
{
	problems_first(problems, &call->problem);
	return JOB_REFUSED;
}

/* What a kind of job does with the pages that were planned. */
typedef enum job_outcome (*print_work_fn)(struct job_call *call, const struct print_plan *plan);

/* Reads the request of a job, plans it, and has the work of its kind done. */
static enum job_outcome
run(struct job_call *call)
{
	const print_work_fn *carry_out = call->kind->data;
	json_auto_t *json = json_loadb(call->request, call->size, JSON_REJECT_DUPLICATES, NULL);
	enum job_outcome outcome = JOB_REFUSED;
	struct print_request request;
	struct problems problems;
	struct print_plan plan;

	if (sodium_init() < 0) {
		problem_set(&call->problem, SAY("no-random-numbers", "there are no random numbers"));
		return JOB_FAILED;
	}
	problems_init(&problems);
	print_request_init(&request);
	if (!game_request_read_json(&request.base, json, &problems) || !print_request_check(&request, &problems)) {
		outcome = refuse_problems(call, &problems);
	} else {
		bool planned = print_plan_init(&plan, &request, NULL, NULL, &call->problem);

		if (planned && plan.pages.pages->len <= PRINT_PAGES_MOST)
			outcome = (*carry_out)(call, &plan);
		else if (planned)
			problem_set(&call->problem,
				SAY("too-many-pages",
					"that is {pages} pages, and the kiosk prints at most {most} at once: print fewer"),
				ARG_NUMBER("pages", plan.pages.pages->len), ARG_NUMBER("most", PRINT_PAGES_MOST));
		print_plan_finish(&plan);
	}
	game_request_finish(&request.base);
	return outcome;
}

/* The titles of the whole game, or those of it that are not printed. */
static json_t *
titles_json(const struct print_plan *plan, bool not_printed)
{
	g_autoptr(GPtrArray) titles = print_plan_titles(plan, not_printed);
	json_t *list = json_array();

	for (unsigned i = 0; i < titles->len; i++)
		json_array_append_new(list, json_string(titles->pdata[i]));
	return list;
}

/* Describes the print. `shown` are the pages that were drawn, and `ink` is their average coverage. */
static json_t *
pages_json(const struct print_plan *plan, json_t *shown, unsigned ink, bool is_first, struct shaper *shaper)
{
	const struct print_job *job = &plan->job;
	const struct printed_game *printed = printed_game_of(job->codes.game);
	const char *paper = job->pieces || printed->paper_seed == NULL ? printed->paper : printed->paper_seed;
	const char *needed = job->pieces && printed->needed_whole != NULL ? printed->needed_whole : printed->needed;
	bool is_coded = plan->request->base.coded, has_backs = false;
	json_t *papers = json_array(), *tools = json_array(), *unbalanced = json_null();
	unsigned sheets = 0, used = 0;
	json_int_t rejected = 0;
	struct code code;

	for (unsigned i = 0; i < plan->pages.pages->len; i++) {
		const struct page *page = &g_array_index(plan->pages.pages, struct page, i);

		sheets += !page->back;
		has_backs |= page->back;
		used |= page->tools & PAGE_IN_PLAY ? 0 : page->tools;
	}
	if (used & PAGE_SCISSORS)
		json_array_append_new(tools, json_string("scissors"));
	if (used & PAGE_GLUE)
		json_array_append_new(tools, json_string("glue"));
	for (struct page_run run = {0}; page_plan_run(&plan->pages, run.last, &run);)
		json_array_append_new(papers,
			json_pack(
				"{s:i, s:i, s:s}", "first", (int)run.first, "last", (int)run.last, "paper", run.paper));
	/* The number of games that the filter would reject: only the first seed is the visitor's, if the filter has
	 * chosen the others. It is null if only the first page is wanted, which must not wait for a hundred games, and
	 * for a reprint: this must not be known of a table of the event. */
	uint32_t count = job->codes.seeds != NULL ? 1 : job->count;
	if (!is_coded && (!is_first || count == 1 || plan->pages.pages->len == 1)) {
		for (uint32_t n = 0; n < count; n++) {
			codes_make(&job->codes, n, 0, &code);
			rejected += !filter_passes(job->codes.game, &code);
		}
		unbalanced = json_integer(rejected);
	}
	codes_make(&job->codes, 0, 0, &code);
	/* Characters of the event's name that would be empty boxes on paper. */
	g_autofree char *missing = shaper_missing(shaper, job->event != NULL ? job->event : "");
	/* A reprint says neither what else players need nor what is left out. */
	return json_pack("{s:s, s:o, s:i, s:i, s:i, s:i, s:b, s:b, s:o, s:s?, s:s?, s:o, s:o, s:o, s:s, s:o, s:o}",
		"game", printed->game->id, "seed", seed_json(&code), "players", code.players, "pages",
		(int)plan->pages.pages->len, "sheets", (int)sheets, "ink", (int)ink, "two_sided", has_backs, "single",
		job->single, "tools", tools, "paper", paper, "needed", is_coded ? NULL : needed, "unbalanced",
		unbalanced, "titles", titles_json(plan, false), "left_out",
		is_coded ? json_array() : titles_json(plan, true), "missing", missing, "page", shown, "papers", papers);
}

/* Shows the pages, or the first one alone: each is drawn as SVG and sent, gzipped. */
static enum job_outcome
show_pages(struct job_call *call, const struct print_plan *plan)
{
	bool is_first = call->kind == &print_first_job;
	struct shaper *shaper = shaper_create(&call->problem);
	unsigned shown = MIN(plan->pages.pages->len, is_first ? 1 : PRINT_SHOWN_MOST), all = 0;
	enum job_outcome outcome = JOB_REFUSED;
	json_t *list = json_array();
	bool fine = shaper != NULL;

	for (unsigned i = 0; i < shown && fine; i++) {
		const struct page *page = &g_array_index(plan->pages.pages, struct page, i);
		unsigned ink = page_coverage(page, (enum ink)plan->request->ink, shaper);
		struct paper paper = page_paper(page);
		const struct memory_pages drawing = {.format = FORMAT_SVG,
			.ink = (enum ink)plan->request->ink,
			.title = plan->job.codes.game->title,
			.paper = paper,
			.pages = 1,
			.planned = page};
		g_autoptr(GBytes) plain = memory_pages_draw(&drawing, shaper, &call->problem);
		g_autoptr(GBytes) packed = plain == NULL ? NULL : gzip_bytes(plain, GZIP_QUICK);

		fine = packed != NULL;
		if (fine)
			job_send_part(g_bytes_get_data(packed, NULL), g_bytes_get_size(packed));
		else if (plain != NULL)
			problem_set(&call->problem, SAY("no-memory", "there is not enough memory"));
		json_array_append_new(list,
			json_pack("{s:s?, s:i, s:i, s:b, s:i}", "title", page->title, "w", paper.w, "h", paper.h,
				"back", page->back, "ink", (int)ink));
		all += ink;
	}
	if (fine)
		outcome = answer(call, pages_json(plan, json_incref(list), all / MAX(shown, 1), is_first, shaper));
	json_decref(list);
	shaper_destroy(shaper);
	return outcome;
}

static enum job_outcome
write_pdf(struct job_call *call, const struct print_plan *plan)
{
	struct document_options options = print_plan_options(plan, PDF_FILE);

	return print_plan_write(plan, &options, NULL, NULL, &call->problem) ? JOB_DONE : JOB_FAILED;
}

static enum job_outcome
tell_seed(struct job_call *call, const struct print_plan *plan)
{
	struct code code;

	codes_make(&plan->job.codes, 0, 0, &code);
	return answer(call, json_pack("{s:o}", "seed", seed_json(&code)));
}

/* Analyses the first game. Its layout is the same with the event's key and without. */
static enum job_outcome
tell_known(struct job_call *call, const struct print_plan *plan)
{
	struct codes codes = plan->job.codes;
	enum job_outcome outcome = JOB_REFUSED;
	struct analyse_request request;
	struct analysis analysis;
	struct problems problems;
	g_autofree char *chart = NULL;
	char text[CODE_TEXT];
	struct code code;
	size_t size;

	codes.key = NULL;
	codes_make(&codes, 0, 0, &code);
	code_write(&code, NULL, text);
	problems_init(&problems);
	analyse_request_init(&request);
	if (!game_request_begin(&request.base, text, NULL, &problems))
		return refuse_problems(call, &problems);
	request.time = ANALYSE_US;
	if (analysis_run(&analysis, &request, NULL, NULL, &call->problem) &&
		(analysis.charts.chart->len == 0 ||
			charts_plot(&analysis.charts, analysis.title, CHART_FILE, false, INK_FULL, &call->problem))) {
		if (g_file_get_contents(CHART_FILE, &chart, &size, NULL))
			job_send_part(chart, size);
		outcome = answer(call,
			json_pack("{s:b, s:s}", "kept", filter_passes(codes.game, &code), "text", analysis.text->str));
	}
	unlink(CHART_FILE);
	analysis_finish(&analysis);
	game_request_finish(&request.base);
	return outcome;
}

/* The limits of one print: 200 full pages take a quarter of each. The wall-clock seconds allow for a busy machine.
 * Pages as SVG are bytes of the answer, a PDF is a file. */
#define LIMITS \
	{ \
		.cpu_seconds = 20, .seconds = 30, .memory = (size_t)512 << 20, .file = (size_t)64 << 20, \
		.answer = (size_t)32 << 20 \
	}

#define WORK(function) (&(const print_work_fn){function})

const struct job_kind print_pages_job = {.name = "print-pages", .limits = LIMITS, .run = run, .data = WORK(show_pages)};
const struct job_kind print_first_job = {.name = "print-first", .limits = LIMITS, .run = run, .data = WORK(show_pages)};
const struct job_kind print_pdf_job = {
	.name = "print-pdf", .limits = LIMITS, .file = PDF_FILE, .run = run, .data = WORK(write_pdf)};
const struct job_kind print_seed_job = {
	.name = "print-seed", .limits = LIMITS, .is_fresh = true, .run = run, .data = WORK(tell_seed)};
const struct job_kind print_known_job = {.name = "print-known", .limits = LIMITS, .run = run, .data = WORK(tell_known)};
