/* SPDX-License-Identifier: MIT
 * seedpress print: a game's sheets, tickets, cards or pads, and its other
 * pieces, as a PDF (or pictures). */
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/progress.h"
#include "gen/commands/commands.h"
#include "gen/commands/print.h"
#include "gen/commands/run_options.h"
#include "gen/press/preview.h"

/* The options of printing as they were typed. */
struct typed {
	char *paper, *output, *preview, *pieces, *ink, *format, *backs, *back_offset, *url;
};

static const char *const formats[] = {"pdf", "png", "svg"};
static const char *const back_ways[] = {"duplex", "fold"};
static const char *const piece_sets[] = {"game", "all"};

/* "X,Y" in millimetres, like -0.5,1. */
static bool
read_offset(const char *text, int32_t *x, int32_t *y)
{
	char *end;
	double first, second;

	if (text == NULL)
		return true;
	first = g_ascii_strtod(text, &end);
	if (end != text && *end == ',') {
		const char *behind = end + 1;

		second = g_ascii_strtod(behind, &end);
		if (end != behind && *end == '\0' && first >= -20 && first <= 20 && second >= -20 &&
			second <= 20) {
			*x = (int32_t)(first * 100);
			*y = (int32_t)(second * 100);
			return true;
		}
	}
	command_say("--back-offset is right and down in millimetres, each from -20 to 20, like 0.5,-1");
	return false;
}

static bool
read_url(const char *typed, char **url)
{
	*url = typed == NULL ? NULL : print_job_url(typed);
	if (typed == NULL || *url != NULL)
		return true;
	command_say("--url is " URL_EXPECTED);
	return false;
}

static bool
read_options(const struct typed *typed, struct print_job *job, struct document_options *options)
{
	int ink, format, backs, pieces;

	if (!command_choice("ink", typed->ink, ink_names, INKS, &ink) ||
		!command_choice("format", typed->format, formats, G_N_ELEMENTS(formats), &format) ||
		!command_choice("backs", typed->backs, back_ways, G_N_ELEMENTS(back_ways), &backs) ||
		!command_choice("pieces", typed->pieces, piece_sets, G_N_ELEMENTS(piece_sets), &pieces) ||
		!read_offset(typed->back_offset, &job->back_x, &job->back_y))
		return false;
	job->paper = typed->paper == NULL ? &paper_a4 : paper_by_name(typed->paper);
	if (job->paper == NULL) {
		command_say("--paper is a4 or letter");
		return false;
	}
	options->ink = (enum ink)ink;
	options->format = (enum format)format;
	options->dpi = 300;
	job->backs = (enum backs)backs;
	job->pieces = pieces == 1;
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

bool
print_to_file(void *data, const struct print_planned *planned, char **problem)
{
	struct progress progress;
	bool fine;

	(void)data;
	progress_init(&progress, "pages");
	fine = page_plan_print(planned->plan, planned->options, planned->shaper, progress_step, &progress,
		problem);
	progress_finish(&progress);
	return fine;
}

/* Prints the plan of a job, or its contact sheet. Returns the exit status. */
static int
print(const struct print_job *job, const struct document_options *options, const char *preview,
	const struct print_use *use)
{
	char *problem = NULL;
	struct shaper *shaper = shaper_create(&problem);
	struct page_plan plan;

	page_plan_init(&plan);
	if (shaper != NULL) {
		printed_game_of(job->codes.game)->plan(job, &plan);
		if (job->backs == BACKS_DUPLEX && preview == NULL)
			page_plan_two_sided(&plan);
		if (preview != NULL)
			preview_print(&plan, preview, options->ink, shaper, &problem);
		else
			use->pages(use->data, &(struct print_planned){job, &plan, options, shaper}, &problem);
	}
	page_plan_finish(&plan);
	shaper_destroy(shaper);
	if (problem == NULL)
		return EXIT_SUCCESS;
	command_say("%s", problem);
	g_free(problem);
	return EXIT_REFUSED;
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

static int
run(const struct run_options *run_options, const struct typed *typed, const struct print_use *use)
{
	const struct game *game = run_options->codes.game;
	struct print_job job = {.codes = run_options->codes, .count = run_options->count};
	struct document_options options = {
		.file = typed->output, .title = game->title, .subject = game->designer};
	char *name = NULL, *url = NULL;
	int status;

	if (!read_options(typed, &job, &options) || !read_url(typed->url, &url))
		return EXIT_USAGE;
	job.url = url;
	take_own(run_options, &job);
	name = g_strconcat(game->id, ".", formats[options.format], NULL);
	if (options.file == NULL)
		options.file = name;
	if (use->key != NULL)
		job.codes.key = use->key;
	job.event = use->event;
	status = print(&job, &options, typed->preview, use);
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
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output, "GAME.pdf without", "FILE"},
		{"paper", 0, 0, G_OPTION_ARG_STRING, &typed.paper, "a4 (default) or letter", "NAME"},
		{"pieces", 0, 0, G_OPTION_ARG_STRING, &typed.pieces,
			"game (default: what the seed decides) or all: every other piece too", "WHICH"},
		{"ink", 0, 0, G_OPTION_ARG_STRING, &typed.ink, "full (default), light or grey", "HOW"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &typed.format,
			"pdf (default), or png or svg with a file a page", "NAME"},
		{"backs", 0, 0, G_OPTION_ARG_STRING, &typed.backs,
			"duplex (default), or fold: beside the fronts, to be folded over", "HOW"},
		{"back-offset", 0, 0, G_OPTION_ARG_STRING, &typed.back_offset,
			"moves backs right and down, in millimetres", "X,Y"},
		{"preview", 0, 0, G_OPTION_ARG_FILENAME, &typed.preview,
			"a contact sheet of the pages as PNG, instead of printing", "FILE"},
		{"url", 0, 0, G_OPTION_ARG_STRING, &typed.url,
			"the kiosk's address, for phones that scan a QR", "URL"},
		RUN_OPTIONS(&run_options, counted),
		{0},
	};
	struct game_options own;
	char *games = command_games();
	char *about = g_strconcat("Prints GAME.\n\n", games, NULL);
	int status = EXIT_USAGE;

	game_options_init(&own, entries, OPTION_SINGLE);
	if (command_options("print GAME [OPTION]...", about, game_options_entries(&own), &argc, &argv))
		status = run_options_read(&run_options, &own, argc, argv);
	if (status == EXIT_SUCCESS)
		status = run(&run_options, &typed, use);
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
