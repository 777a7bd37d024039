/* SPDX-License-Identifier: MIT
 * seedpress print: a game's sheets, tickets, cards or pads, and its other
 * pieces, as a PDF (or pictures); or again what a code was printed on. */
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/progress.h"
#include "gen/commands/again.h"
#include "gen/commands/commands.h"
#include "gen/commands/made.h"
#include "gen/commands/print.h"
#include "gen/press/preview.h"

/* The options of printing as they were typed. */
struct typed {
	char *paper, *output, *preview, *pieces, *ink, *format, *backs, *back_offset, *url;
	gboolean force, json;
};

static const char *const formats[] = {"pdf", "png", "svg"};
static const char *const papers[] = {"a4", "letter"};
static const char *const back_ways[] = {"duplex", "fold", "none"};

/* "X,Y" in millimetres, like -0.5,1. */
static bool
read_offset(const char *text, int32_t *x, int32_t *y)
{
	char *end, *shown;
	double first, second;

	if (text == NULL)
		return true;
	first = g_ascii_strtod(text, &end);
	if (end != text && *end == ',') {
		const char *behind = end + 1;

		second = g_ascii_strtod(behind, &end);
		if (end != behind && *end == '\0' && first >= -20 && first <= 20 && second >= -20 && second <= 20) {
			*x = (int32_t)(first * 100);
			*y = (int32_t)(second * 100);
			return true;
		}
	}
	shown = command_shown(text);
	command_say("--back-offset is right and down in millimetres, each from -20 to 20, like 0.5,-1, "
		    "not \"%s\"",
		shown);
	g_free(shown);
	return false;
}

static bool
read_url(const char *typed, char **url)
{
	char *shown;

	*url = typed == NULL ? NULL : print_job_url(typed);
	if (typed == NULL || *url != NULL)
		return true;
	shown = command_shown(typed);
	command_say("--url is " URL_EXPECTED ", not \"%s\"", shown);
	g_free(shown);
	return false;
}

/* The ending of a file's name, or NULL: up to five letters and digits behind a dot, and not digits alone, which
 * are a date or a version. */
static const char *
ending_of(const char *file)
{
	const char *dot = file == NULL ? NULL : strrchr(file, '.');
	size_t length = dot == NULL ? 0 : strlen(dot + 1);

	if (length < 1 || length > 5 || dot == file || dot[-1] == '/' || strspn(dot + 1, "0123456789") == length)
		return NULL;
	for (const char *at = dot + 1; *at != '\0'; at++)
		if (!g_ascii_isalnum(*at))
			return NULL;
	return dot + 1;
}

/* As --format says, or else the ending of the file's name, which may not contradict it. */
static bool
read_format(const struct typed *typed, struct document_options *options)
{
	const char *ending = ending_of(typed->output), *preview_ending = ending_of(typed->preview);
	int format, named = -1;

	if (!command_choice("format", typed->format, formats, G_N_ELEMENTS(formats), &format))
		return false;
	for (int i = 0; ending != NULL && i < (int)G_N_ELEMENTS(formats); i++)
		if (g_ascii_strcasecmp(ending, formats[i]) == 0)
			named = i;
	if (typed->preview != NULL && g_ascii_strcasecmp(preview_ending == NULL ? "png" : preview_ending, "png") != 0) {
		command_say("a preview is a PNG: name a file that ends in .png");
		return false;
	}
	if (ending != NULL && named < 0) {
		command_say("a .%s cannot be written: name a file that ends in .pdf, .png or .svg", ending);
		return false;
	}
	if (typed->format != NULL && named >= 0 && named != format) {
		char *shown = command_shown(typed->output);

		command_say("--format %s does not go with the name %s", formats[format], shown);
		g_free(shown);
		return false;
	}
	options->format = (enum format)(typed->format == NULL && named >= 0 ? named : format);
	return true;
}

static bool
read_options(const struct typed *typed, struct print_job *job, struct document_options *options)
{
	int ink, backs, paper;

	if (!command_choice("paper", typed->paper, papers, G_N_ELEMENTS(papers), &paper) ||
		!command_choice("ink", typed->ink, ink_names, INKS, &ink) || !read_format(typed, options) ||
		!command_choice("backs", typed->backs, back_ways, G_N_ELEMENTS(back_ways), &backs) ||
		!read_offset(typed->back_offset, &job->back_x, &job->back_y))
		return false;
	job->paper = paper_by_name(papers[paper]);
	options->ink = (enum ink)ink;
	options->force = typed->force;
	options->dpi = 300;
	job->backs = (enum backs)backs;
	job->pieces = typed->pieces != NULL && g_ascii_strcasecmp(typed->pieces, "game") != 0;
	return true;
}

/* The game's own options. */
static void
take_own(const struct run_options *run_options, struct print_job *job)
{
	const struct game_option *option = printed_game_of(run_options->codes.game)->option;

	memcpy(job->option, run_options->option, sizeof job->option);
	for (int i = 0; option[i].name != NULL; i++)
		job->single |= option[i].effect == OPTION_SINGLE && job->option[i].given;
}

GPtrArray *
print_titles(const struct print_job *job, const struct page_plan *printed)
{
	GPtrArray *without = printed == NULL ? g_ptr_array_new() : page_plan_titles(printed), *titles;
	struct print_job whole = *job;
	struct page_plan plan;

	whole.pieces = true;
	page_plan_init(&plan);
	printed_game_of(job->codes.game)->plan(&whole, &plan);
	titles = page_plan_titles(&plan);
	page_plan_finish(&plan);
	for (unsigned i = titles->len; i-- > 0;)
		if (g_ptr_array_find_with_equal_func(without, titles->pdata[i], g_str_equal, NULL))
			g_ptr_array_remove_index(titles, i);
	g_ptr_array_unref(without);
	return titles;
}

/* Says what --pieces could have been. */
static void
refuse_title(const struct print_job *job, const char *typed)
{
	GPtrArray *titles = print_titles(job, NULL);
	char *shown = command_shown(typed), *known, *lower;

	g_ptr_array_add(titles, NULL);
	known = g_strjoinv(", ", (char **)titles->pdata);
	lower = g_utf8_strdown(known, -1);
	command_say("--pieces is game, all, or one of %s, not \"%s\"", lower, shown);
	g_free(lower);
	g_free(known);
	g_free(shown);
	g_ptr_array_unref(titles);
}

/* Plans the pages of a job: all of its game's, those under one title, or those of the only piece that is
 * asked for. False after a sentence. */
static bool
plan_pages(const struct made_print *made, const char *title, struct page_plan *plan)
{
	const struct print_job *job = made->job;

	printed_game_of(job->codes.game)->plan(job, plan);
	if (title != NULL && !page_plan_pick(plan, title)) {
		refuse_title(job, title);
		return false;
	}
	if (made->code != NULL)
		again_pick(made->code, job->codes.game, plan);
	if (job->backs == BACKS_DUPLEX && made->preview == NULL)
		page_plan_two_sided(plan);
	return true;
}

/* Pictures have a file a page: only one can go to the standard output. */
static bool
fits_output(const struct page_plan *plan, struct document_options *options)
{
	options->alone = strcmp(options->file, "-") == 0;
	options->pages = plan->pages->len;
	if (!options->alone || options->format == FORMAT_PDF || plan->pages->len == 1)
		return true;
	command_say("-o - takes one page of %s, and these are %u: name a file, or print a pdf",
		formats[options->format], plan->pages->len);
	return false;
}

bool
print_to_file(void *data, const struct print_planned *planned, struct problem *problem)
{
	struct progress progress;
	bool fine;

	(void)data;
	progress_init(&progress, "pages");
	fine = page_plan_print(planned->plan, planned->options, planned->shaper, progress_step, &progress, problem);
	progress_finish(&progress);
	return fine;
}

/* Draws the plan, or its contact sheet. False after a sentence. */
static bool
draw(struct made_print *made, struct document_options *options, const struct page_plan *plan, const struct code *code,
	const struct print_use *use)
{
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	const struct print_planned planned = {made->job, plan, options, shaper, code};
	bool fine = false;

	if (shaper != NULL && made->preview != NULL)
		fine = preview_print(plan, options, shaper, &problem);
	else if (shaper != NULL)
		fine = use->pages(use->data, &planned, &problem);
	shaper_destroy(shaper);
	if (!fine)
		command_fail(&problem);
	return fine;
}

/* Prints a job and says what was made. Returns the exit status. */
static int
print(struct made_print *made, struct document_options *options, const struct typed *typed, const struct code *code,
	const struct print_use *use)
{
	const char *title = made->job->pieces && g_ascii_strcasecmp(typed->pieces, "all") != 0 ? typed->pieces : NULL;
	struct page_plan plan;
	int status = EXIT_USAGE;

	page_plan_init(&plan);
	if (plan_pages(made, title, &plan)) {
		made->plan = plan;
		made->pages = plan.pages->len;
		made->two_sided = page_plan_has_backs(&plan);
		if (!made->job->pieces && code == NULL)
			made->left_out = print_titles(made->job, &plan);
		if (made->preview != NULL || fits_output(&plan, options))
			status = draw(made, options, &plan, code, use) ? EXIT_SUCCESS : EXIT_REFUSED;
	}
	if (status == EXIT_SUCCESS)
		(typed->json ? made_print_json : made_print_say)(made);
	page_plan_finish(&plan);
	g_clear_pointer(&made->left_out, g_ptr_array_unref);
	return status;
}

static void
typed_free(struct typed *typed)
{
	g_free(typed->paper);
	g_free(typed->output);
	g_free(typed->preview);
	g_free(typed->pieces);
	g_free(typed->ink);
	g_free(typed->format);
	g_free(typed->backs);
	g_free(typed->back_offset);
	g_free(typed->url);
}

/* The name of what is printed, where none was given or one without its ending; to be freed. */
static char *
file_name(const struct typed *typed, const struct made_print *made, enum format format)
{
	char text[CODE_TEXT];

	if (typed->preview != NULL)
		return g_strdup(typed->preview);
	if (typed->output != NULL) {
		/* A PDF is called as it was asked for; of a picture the number comes before the ending. */
		const char *dot = strrchr(typed->output, '.');

		if (format == FORMAT_PDF || strcmp(typed->output, "-") == 0 ||
			(dot != NULL && g_ascii_strcasecmp(dot + 1, formats[format]) == 0))
			return g_strdup(typed->output);
		return g_strconcat(typed->output, ".", formats[format], NULL);
	}
	if (made->code == NULL)
		return g_strconcat(made->job->codes.game->id, ".", formats[format], NULL);
	code_write(made->code, made->job->codes.key, text);
	return g_strconcat(text, ".", formats[format], NULL);
}

static int
run(const struct run_options *run_options, const struct code *code, const struct typed *typed,
	const struct print_use *use)
{
	const struct game *game = run_options->codes.game;
	struct print_job job = {.codes = run_options->codes, .count = run_options->count};
	struct document_options options = {.title = game->title, .subject = game->designer};
	struct made_print made = {.run = run_options, .options = &options, .job = &job, .preview = typed->preview};
	char *name, *url = NULL;
	int status;

	if (!read_options(typed, &job, &options) || !read_url(typed->url, &url))
		return EXIT_USAGE;
	job.url = url;
	job.event = use->event;
	made.code = job.pieces ? NULL : code;
	take_own(run_options, &job);
	options.file = name = file_name(typed, &made, options.format);
	if (typed->json && strcmp(name, "-") == 0)
		status = command_misused("print", "--json and -o - are both for the standard output");
	else
		status = print(&made, &options, typed, code, use);
	g_free(name);
	g_free(url);
	return status;
}

int
print_with(int argc, char **argv, const struct print_use *use)
{
	struct run_options run_options = {0};
	struct typed typed = {0};
	char *counted = run_options_counted();
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output,
			"GAME.pdf or CODE.pdf without; - for the standard output", "FILE"},
		FORCE_OPTION(&typed.force),
		JSON_OPTION(&typed.json),
		{"paper", 0, 0, G_OPTION_ARG_STRING, &typed.paper, "a4 (default) or letter", "NAME"},
		{"pieces", 0, 0, G_OPTION_ARG_STRING, &typed.pieces,
			"game (default: only the pieces that change), all (the whole game), or one by its title, like "
			"rules",
			"WHICH"},
		{"ink", 0, 0, G_OPTION_ARG_STRING, &typed.ink, "full (default), light or grey", "HOW"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &typed.format,
			"pdf (default), or png or svg with a file a page; also by the name of the file", "NAME"},
		{"backs", 0, 0, G_OPTION_ARG_STRING, &typed.backs,
			"duplex (default), fold: beside the fronts, to be folded over, or none", "HOW"},
		{"back-offset", 0, 0, G_OPTION_ARG_STRING, &typed.back_offset,
			"moves backs right and down, in millimetres", "X,Y"},
		{"preview", 0, 0, G_OPTION_ARG_FILENAME, &typed.preview,
			"a contact sheet of the pages as PNG, instead of printing", "FILE"},
		{"url", 0, 0, G_OPTION_ARG_STRING, &typed.url, "the kiosk's address, for phones that scan a QR", "URL"},
		RUN_OPTIONS(&run_options, counted),
		{0},
	};
	struct game_options own;
	char *games = command_games();
	char *about = g_strconcat("Prints GAME, or again what CODE was printed on: its sheet, ticket, card or "
				  "pad, and with\n--pieces all the whole game.\n\n",
		games, NULL);
	struct code code;
	bool again = false;
	int status = EXIT_USAGE;

	game_options_init(&own, entries, OPTION_SINGLE);
	if (command_options("print GAME|CODE [OPTION]...", about, game_options_entries(&own), &argc, &argv)) {
		again = again_is_code(argc, argv);
		status = again ? again_read(&run_options, &own, argc, argv, &code)
			       : run_options_read(&run_options, &own, argc, argv);
	}
	if (status == EXIT_SUCCESS)
		status = run(&run_options, again ? &code : NULL, &typed, use);
	g_free(about);
	g_free(games);
	g_free(counted);
	typed_free(&typed);
	game_options_finish(&own);
	run_options_finish(&run_options);
	return status;
}

int
print_command(int argc, char **argv)
{
	return print_with(argc, argv, &(struct print_use){.pages = print_to_file});
}
