/* SPDX-License-Identifier: MIT
 * Printing in a process of its own. */
#define _GNU_SOURCE /* memfd_create */
#include "kiosk/printing/print_child.h"

#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/command.h"
#include "gen/commands/commands.h"
#include "gen/commands/print.h"
#include "gen/games/filter.h"
#include "gen/press/coverage.h"
#include "kiosk/http/server.h"
#include "kiosk/printing/child_process.h"
#include "kiosk/printing/print_order.h"
#include "kiosk/prints/svg_bytes.h"

#define ORDER_MAX  16384 /* bytes */
#define THINKING   "8"   /* seconds of `analyse`, */
#define REPORT_MAX 65536 /* and bytes */

/* What the child works on. */
struct child {
	const struct print_order *order;
	const char *file;
	bool unwritten;
};

static bool
check_pages(const struct print_planned *planned, struct problem *problem)
{
	unsigned pages = planned->plan->pages->len;

	if (pages <= PRINT_PAGES_MOST)
		return true;
	return problem_set(problem,
		SAY("too-many-pages",
			"that is {pages} pages, and the kiosk prints at most {most} at once: print fewer"),
		ARG_NUMBER("pages", pages), ARG_NUMBER("most", PRINT_PAGES_MOST));
}

/* A page as SVG, packed; NULL after setting *problem. */
static GBytes *
draw_page(const struct print_planned *planned, const struct page *page, struct problem *problem)
{
	const struct document_options options = {.bytes = g_byte_array_new(),
		.format = FORMAT_SVG,
		.ink = planned->options->ink,
		.title = planned->options->title};
	struct document *document = document_create(&options, planned->shaper, problem);
	struct paper paper = page_paper(page);
	struct canvas *canvas;
	GBytes *plain, *packed;

	if (document == NULL)
		return NULL;
	canvas = document_page(document, &paper, page->w, page->h, NULL);
	if (canvas != NULL && canvas_status(canvas))
		page->draw(page, canvas);
	if (!document_finish(document, problem)) {
		g_byte_array_free(options.bytes, TRUE);
		return NULL;
	}
	plain = svg_bytes_finish(options.bytes);
	packed = gzip_bytes(plain, GZIP_QUICK);
	if (packed == NULL)
		problem_set(problem, SAY("no-memory", "there is not enough memory"));
	g_bytes_unref(plain);
	return packed;
}

static json_t *
page_json(const struct page *page, unsigned ink)
{
	struct paper paper = page_paper(page);

	return json_pack("{s:s?, s:i, s:i, s:b, s:i}", "title", page->title, "w", paper.w, "h", paper.h, "back",
		page->back, "ink", (int)ink);
}

static json_t *
tools_json(unsigned tools)
{
	json_t *list = json_array();

	if (tools & PAGE_SCISSORS)
		json_array_append_new(list, json_string("scissors"));
	if (tools & PAGE_GLUE)
		json_array_append_new(list, json_string("glue"));
	return list;
}

/* How many games of a job the filter would not let through; null if that is left for all pages: the first page of a
 * hundred is not to wait for a hundred games. What a code was printed on stays what it is: nothing is said of it, least
 * of all of a table of the event. */
static json_t *
unbalanced_json(const struct print_planned *planned, bool first)
{
	/* After the first, seeds of their own are those that passed. */
	uint32_t count = planned->job->codes.seeds != NULL ? 1 : planned->job->count;
	json_int_t found = 0;
	struct code code;

	if (planned->code != NULL || (first && count > 1 && planned->plan->pages->len > 1))
		return json_null();
	for (uint32_t n = 0; n < count; n++) {
		print_job_code(planned->job, n, 0, &code);
		found += !filter_passes(planned->job->codes.game, &code);
	}
	return json_integer(found);
}

/* The titles of the whole game, or those of it that are not printed. */
static json_t *
titles_json(const struct print_job *job, const struct page_plan *printed)
{
	GPtrArray *titles = print_titles(job, printed);
	json_t *list = json_array();

	for (unsigned i = 0; i < titles->len; i++)
		json_array_append_new(list, json_string(titles->pdata[i]));
	g_ptr_array_unref(titles);
	return list;
}

/* What players need besides what is printed; NULL for a piece that is printed again. */
static const char *
needed_for(const struct print_planned *planned)
{
	const struct printed_game *printed = printed_game_of(planned->job->codes.game);

	if (planned->code != NULL)
		return NULL;
	return planned->job->pieces && printed->needed_whole != NULL ? printed->needed_whole : printed->needed;
}

/* What an event's name has that would be an empty box on paper. */
static json_t *
missing_json(const struct print_planned *planned)
{
	char *missing = shaper_missing(planned->shaper, planned->job->event != NULL ? planned->job->event : "");
	json_t *json = json_string(missing);

	g_free(missing);
	return json;
}

/* What is known of all pages. Ink is that of the pages that are shown. */
static json_t *
head_json(const struct print_planned *planned, json_t *shown, unsigned ink, bool first)
{
	const struct printed_game *printed = printed_game_of(planned->job->codes.game);
	const char *paper = planned->job->pieces || printed->paper_seed == NULL ? printed->paper : printed->paper_seed;
	unsigned sheets = 0, tools = 0;
	bool backs = false;
	struct code code;
	char seed[24];

	for (unsigned i = 0; i < planned->plan->pages->len; i++) {
		const struct page *page = &g_array_index(planned->plan->pages, struct page, i);

		sheets += !page->back;
		backs |= page->back;
		tools |= page->tools & PAGE_IN_PLAY ? 0 : page->tools;
	}
	print_job_code(planned->job, 0, 0, &code);
	g_snprintf(seed, sizeof seed, "%" G_GUINT64_FORMAT, code.seed);
	return json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:b, s:b, s:o, s:s?, s:s?, s:o, s:o, s:o, s:o, s:o}", "game",
		printed->game->id, "seed", seed, "players", code.players, "pages", (int)planned->plan->pages->len,
		"sheets", (int)sheets, "ink", (int)ink, "two_sided", backs, "single", planned->job->single, "tools",
		tools_json(tools), "paper", paper, "needed", needed_for(planned), "unbalanced",
		unbalanced_json(planned, first), "titles", titles_json(planned->job, NULL), "left_out",
		planned->code != NULL ? json_array() : titles_json(planned->job, planned->plan), "missing",
		missing_json(planned), "page", shown);
}

/* A line of JSON, then the parts one behind the other. */
static void
answer(json_t *head, GPtrArray *parts)
{
	json_t *sizes = json_array();

	for (unsigned i = 0; i < parts->len; i++)
		json_array_append_new(sizes, json_integer((json_int_t)g_bytes_get_size(parts->pdata[i])));
	json_object_set_new(head, PRINT_PARTS, sizes);
	json_dumpf(head, stdout, JSON_COMPACT);
	putchar('\n');
	for (unsigned i = 0; i < parts->len; i++) {
		size_t size;
		const void *bytes = g_bytes_get_data(parts->pdata[i], &size);

		fwrite(bytes, 1, size, stdout);
	}
	json_decref(head);
}

/* Which pages are for which paper. */
static json_t *
papers_json(const struct page_plan *plan)
{
	json_t *list = json_array();

	for (struct page_run run = {0}; page_plan_run(plan, run.last, &run);)
		json_array_append_new(list,
			json_pack(
				"{s:i, s:i, s:s}", "first", (int)run.first, "last", (int)run.last, "paper", run.paper));
	return list;
}

static bool
show_pages(void *data, const struct print_planned *planned, struct problem *problem)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	const struct child *child = data;
	unsigned most = child->order->kind == PRINT_FIRST ? 1 : PRINT_SHOWN_MOST;
	unsigned shown = MIN(planned->plan->pages->len, most), all = 0;
	json_t *list = json_array();
	bool fine = check_pages(planned, problem);

	for (unsigned i = 0; i < shown && fine; i++) {
		const struct page *page = &g_array_index(planned->plan->pages, struct page, i);
		unsigned ink = page_coverage(page, planned->options->ink, planned->shaper);
		GBytes *packed = draw_page(planned, page, problem);

		fine = packed != NULL;
		if (fine)
			g_ptr_array_add(parts, packed);
		json_array_append_new(list, page_json(page, ink));
		all += ink;
	}
	if (fine) {
		json_t *head = head_json(planned, list, all / MAX(shown, 1), child->order->kind == PRINT_FIRST);

		json_object_set_new(head, "papers", papers_json(planned->plan));
		answer(head, parts);
	} else {
		json_decref(list);
	}
	g_ptr_array_unref(parts);
	return fine;
}

static bool
write_pdf(void *data, const struct print_planned *planned, struct problem *problem)
{
	struct child *child = data;
	struct document_options options = *planned->options;
	struct print_planned to_file = *planned;

	if (!check_pages(planned, problem))
		return false;
	options.file = child->file;
	to_file.options = &options;
	if (print_to_file(NULL, &to_file, problem)) {
		puts("{}");
		return true;
	}
	child->unwritten = true;
	return false;
}

static bool
tell_seed(void *data, const struct print_planned *planned, struct problem *problem)
{
	struct code code;

	(void)data;
	(void)problem;
	print_job_code(planned->job, 0, 0, &code);
	printf("{\"seed\":\"%" G_GUINT64_FORMAT "\"}\n", code.seed);
	return true;
}

/* What `analyse` says of a code on stdout, to be freed; NULL when it fails. Its picture goes into the
 * child's file. */
static char *
analyse(const struct child *child, char code[CODE_TEXT])
{
	char name[] = "analyse", *time = g_strconcat("--time=", THINKING, NULL);
	char *plot = g_strconcat("--plot=", child->file, NULL), *argv[] = {name, code, time, plot, NULL};
	int report = memfd_create("report", MFD_CLOEXEC), before = dup(STDOUT_FILENO), status = EXIT_REFUSED;
	static char text[REPORT_MAX];
	ssize_t size = -1;

	if (report >= 0 && before >= 0 && dup2(report, STDOUT_FILENO) >= 0) {
		status = analyse_command(G_N_ELEMENTS(argv) - 1, argv);
		fflush(stdout);
		dup2(before, STDOUT_FILENO);
		size = pread(report, text, sizeof text - 1, 0);
	}
	g_free(plot);
	g_free(time);
	return status == EXIT_SUCCESS && size > 0 ? g_utf8_make_valid(text, size) : NULL;
}

/* The layout of the first game is the same with the event's key and without. */
static bool
tell_known(void *data, const struct print_planned *planned, struct problem *problem)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	const struct child *child = data;
	char text[CODE_TEXT], *report, *picture = NULL;
	struct codes codes = planned->job->codes;
	struct code code;
	size_t size = 0;
	bool known;

	codes.key = NULL;
	codes_make(&codes, 0, 0, &code);
	code_write(&code, NULL, text);
	report = analyse(child, text);
	known = report != NULL;
	if (!known)
		problem_set(problem, SAY("analysis-failed", "what is known of it could not be found out"));
	if (report != NULL && g_file_get_contents(child->file, &picture, &size, NULL))
		g_ptr_array_add(parts, g_bytes_new_take(picture, size));
	if (report != NULL)
		answer(json_pack("{s:b, s:s}", "kept", filter_passes(planned->job->codes.game, &code), "text", report),
			parts);
	g_ptr_array_unref(parts);
	g_free(report);
	return known;
}

/* --key with a file that is in this process alone; to be freed. */
static char *
key_argument(const char *key)
{
	int file = memfd_create("key", MFD_CLOEXEC);

	/* Without the key the codes of the event are refused, which is told. */
	if (file >= 0 && fchmod(file, 0600) == 0)
		(void)!write(file, key, strlen(key));
	return g_strdup_printf("--key=/proc/self/fd/%d", file);
}

static int
run(struct child *child)
{
	static bool (*const uses[PRINT_KINDS])(void *, const struct print_planned *, struct problem *) = {
		[PRINT_PAGES] = show_pages,
		[PRINT_FIRST] = show_pages,
		[PRINT_PDF] = write_pdf,
		[PRINT_SEED] = tell_seed,
		[PRINT_KNOWN] = tell_known,
	};
	struct print_use use = {.pages = uses[child->order->kind], .data = child, .event = child->order->event};
	GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
	char **given;
	int status;

	g_ptr_array_add(arguments, g_strdup("print"));
	if (child->order->key != NULL)
		g_ptr_array_add(arguments, key_argument(child->order->key));
	for (char **at = child->order->arguments; *at != NULL; at++)
		g_ptr_array_add(arguments, g_strdup(*at));
	/* Options are taken out of the list that is given. */
	given = g_new0(char *, arguments->len + 1);
	memcpy(given, arguments->pdata, arguments->len * sizeof *given);
	status = print_with((int)arguments->len, given, &use);
	g_free(given);
	g_ptr_array_unref(arguments);
	return child->unwritten ? PRINT_UNWRITTEN : status;
}

int
print_child(void)
{
	const struct child_limits limits = {PRINT_CPU_SECONDS, PRINT_FILE, PRINT_MEMORY};
	static char bytes[ORDER_MAX];
	size_t size = fread(bytes, 1, sizeof bytes, stdin);
	char *file = NULL;
	struct print_order *order;
	int status;

	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
	setlocale(LC_CTYPE, "");
	g_set_prgname("seedpress");
	if (!child_process_limit(&limits) || sodium_init() < 0)
		return PRINT_UNWRITTEN;
	order = print_order_read(bytes, size, &file);
	if (order == NULL)
		return EXIT_USAGE;
	status = run(&(struct child){.order = order, .file = file});
	print_order_free(order);
	g_free(file);
	return fflush(stdout) == 0 ? status : PRINT_UNWRITTEN;
}
