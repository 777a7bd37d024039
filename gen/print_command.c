/* SPDX-License-Identifier: MIT
 * seedpress print: a game's sheets, tickets, cards or pads, and its other
 * pieces, as a PDF (or pictures). */
#include <stdlib.h>
#include <string.h>

#include "gen/command.h"
#include "gen/commands.h"
#include "gen/press.h"
#include "gen/progress.h"
#include "gen/type.h"

/* The options as they were typed. */
struct typed {
	char *seed, *players, *count, *round, *table, *paper, *output, *pieces, *ink, *format, *backs,
		*back_offset, *key, *url, *cards;
	gboolean dealt, small;
};

static const char *const inks[] = {"full", "light", "grey"};
static const char *const formats[] = {"pdf", "png", "svg"};
static const char *const back_ways[] = {"duplex", "fold"};
static const char *const piece_sets[] = {"game", "all"};

/* Which word of a list an option names; the first when it is not given. False after a sentence. */
static bool
choose(const char *option, const char *value, const char *const *words, size_t n, int *choice)
{
	char *list, *shown;

	*choice = 0;
	if (value == NULL)
		return true;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(words[i], value) == 0) {
			*choice = (int)i;
			return true;
		}
	}
	list = g_strdup(words[0]);
	for (size_t i = 1; i < n; i++) {
		char *longer = g_strjoin(i + 1 < n ? ", " : " or ", list, words[i], NULL);

		g_free(list);
		list = longer;
	}
	shown = command_shown(value);
	command_say("--%s is %s, not \"%s\"", option, list, shown);
	g_free(shown);
	g_free(list);
	return false;
}

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

/* The prefix of a QR: upper case, ended by /C/. */
static bool
read_url(const char *text, char **url)
{
	*url = NULL;
	if (text == NULL)
		return true;
	if (strlen(text) > 100 || strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					       "0123456789 $%*+-./:") != strlen(text)) {
		command_say("--url is an address of at most 100 letters, digits and . - / : like "
			    "http://192.168.0.5:8080");
		return false;
	}
	*url = g_ascii_strup(text, -1);
	if (!g_str_has_suffix(*url, "/C/")) {
		char *whole = g_strconcat(*url, g_str_has_suffix(*url, "/") ? "C/" : "/C/", NULL);

		g_free(*url);
		*url = whole;
	}
	return true;
}

static bool
read_codes(const struct typed *typed, struct job *job)
{
	uint64_t seed = 0, players = 0, count = 1, round = 0, table = 0;

	if (!command_number("seed", typed->seed, 0, SEED_MAX, &seed) ||
		!command_number("players", typed->players, 1, 99, &players) ||
		!command_number("count", typed->count, 1, CODES_COUNT_MAX, &count) ||
		!command_number("round", typed->round, 0, CODE_ROUND_MAX, &round) ||
		!command_number("table", typed->table, 0, CODE_TABLE_MAX, &table))
		return false;
	job->codes.seed = typed->seed == NULL ? codes_seed() : seed;
	job->codes.players = (uint8_t)players;
	job->codes.round = (uint8_t)round;
	job->codes.table = (uint16_t)table;
	job->codes.option = typed->dealt ? "dealt" : NULL;
	job->count = (uint32_t)count;
	return true;
}

static bool
read_options(const struct typed *typed, struct job *job, struct document_options *options)
{
	int ink, format, backs, pieces;

	if (!read_codes(typed, job) ||
		!choose("ink", typed->ink, inks, G_N_ELEMENTS(inks), &ink) ||
		!choose("format", typed->format, formats, G_N_ELEMENTS(formats), &format) ||
		!choose("backs", typed->backs, back_ways, G_N_ELEMENTS(back_ways), &backs) ||
		!choose("pieces", typed->pieces, piece_sets, G_N_ELEMENTS(piece_sets), &pieces) ||
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
	job->small = typed->small;
	job->cards = typed->cards;
	return true;
}

/* Prints the plan of a job. Returns the exit status. */
static int
print(const struct job *job, const struct document_options *options)
{
	char *problem = NULL;
	struct type *type = type_create(&problem);
	struct progress progress;
	struct plan plan;
	int status = EXIT_SUCCESS;

	if (type == NULL) {
		command_say("%s", problem);
		g_free(problem);
		return EXIT_REFUSED;
	}
	plan_init(&plan);
	press_of(job->codes.game)->plan(job, &plan);
	progress_init(&progress, "pages");
	if (!plan_print(&plan, options, type, progress_step, &progress, &problem)) {
		progress_finish(&progress);
		command_say("%s", problem);
		g_free(problem);
		status = EXIT_REFUSED;
	}
	progress_finish(&progress);
	plan_finish(&plan);
	type_destroy(type);
	return status;
}

static void
typed_free(struct typed *typed)
{
	char **text[] = {&typed->seed, &typed->players, &typed->count, &typed->round, &typed->table,
		&typed->paper, &typed->output, &typed->pieces, &typed->ink, &typed->format, &typed->backs,
		&typed->back_offset, &typed->key, &typed->url, &typed->cards};

	for (size_t i = 0; i < G_N_ELEMENTS(text); i++)
		g_free(*text[i]);
}

static int
run(const struct typed *typed, int argc, char **argv)
{
	struct job job = {.codes.game = command_game(argc, argv)};
	struct document_options options = {.file = typed->output};
	struct problems problems;
	struct code_key key;
	char *name = NULL, *url = NULL;
	int status;

	problems_init(&problems);
	if (job.codes.game == NULL || !read_options(typed, &job, &options) ||
		!read_url(typed->url, &url))
		return EXIT_USAGE;
	if (typed->key != NULL) {
		if (!command_key(typed->key, &key))
			return EXIT_REFUSED;
		job.key = &key;
		job.codes.keyed = true;
	}
	job.url = url;
	if (codes_check(&job.codes, &problems)) {
		name = g_strconcat(job.codes.game->id, ".", formats[options.format], NULL);
		if (options.file == NULL)
			options.file = name;
		options.title = job.codes.game->title;
		options.subject = job.codes.game->designer;
		status = print(&job, &options);
	} else {
		status = command_refuse(job.codes.game->id, &problems);
	}
	g_free(name);
	g_free(url);
	return status;
}

int
print_command(int argc, char **argv)
{
	struct typed typed = {0};
	const GOptionEntry entries[] = {
		{"seed", 's', 0, G_OPTION_ARG_STRING, &typed.seed, "Makes the run repeatable", "N"},
		{"players", 'p', 0, G_OPTION_ARG_STRING, &typed.players, "How many play", "N"},
		{"count", 'n', 0, G_OPTION_ARG_STRING, &typed.count, "How many games, card sides or pads", "N"},
		{"paper", 0, 0, G_OPTION_ARG_STRING, &typed.paper, "a4 (default) or letter", "NAME"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output, "Where to print to (default: GAME.pdf)", "FILE"},
		{"pieces", 0, 0, G_OPTION_ARG_STRING, &typed.pieces, "game (default: what the seed decides) or all", "WHICH"},
		{"ink", 0, 0, G_OPTION_ARG_STRING, &typed.ink, "full (default), light or grey", "HOW"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &typed.format, "pdf (default), png or svg (a file a page)", "NAME"},
		{"backs", 0, 0, G_OPTION_ARG_STRING, &typed.backs, "duplex (default) or fold (beside the front, to fold over)", "HOW"},
		{"back-offset", 0, 0, G_OPTION_ARG_STRING, &typed.back_offset, "Moves the backs, in millimetres", "X,Y"},
		{"cards", 0, 0, G_OPTION_ARG_STRING, &typed.cards, "The size of cards: poker, bridge or mini", "SIZE"},
		{"small", 0, 0, G_OPTION_ARG_NONE, &typed.small, "clips: a smaller card, for 33 mm paperclips", NULL},
		{"dealt", 0, 0, G_OPTION_ARG_NONE, &typed.dealt, "laundry: the seed deals the values", NULL},
		{"round", 0, 0, G_OPTION_ARG_STRING, &typed.round, "The round of an event", "N"},
		{"table", 0, 0, G_OPTION_ARG_STRING, &typed.table, "The table of an event", "N"},
		{"url", 0, 0, G_OPTION_ARG_STRING, &typed.url, "The kiosk's address, for phones that scan the QR", "URL"},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key, "The event's key", "FILE"},
		{0},
	};
	char *games = command_games();
	char *about = g_strconcat("Prints a game.\n\nThe games:\n", games, NULL);
	int status = EXIT_USAGE;

	if (command_options("print GAME [OPTION...]", about, entries, &argc, &argv))
		status = run(&typed, argc, argv);
	g_free(about);
	g_free(games);
	typed_free(&typed);
	return status;
}
