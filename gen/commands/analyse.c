/* SPDX-License-Identifier: MIT
 * seedpress analyse: what is known of the layout of a code, or of many layouts
 * of a game, as text, JSON and pictures. Time may be limited, and Ctrl-C ends
 * the thinking: what is known by then is reported, and never as more than that. */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/cli/progress.h"
#include "gen/commands/analyse_report.h"
#include "gen/commands/commands.h"
#include "gen/commands/game_options.h"

#define JOBS_MAX      256
#define GAMES_MAX     10000000
#define PLAYERS_TYPED 99  /* how many a game is for, the game itself says */
#define USUAL_COUNT   100 /* layouts */

/* The options as they were typed. */
struct typed {
	char *key, *time, *games, *dice, *plot, *ink;
	char *count, *players, *seed, *jobs; /* of many layouts */
	char **rules;
	gboolean json, kept, force;
	struct game_options own;
};

static bool
read_options(const struct typed *typed, struct analyse_options *options)
{
	enum format format;
	int ink;

	*options = (struct analyse_options){.json = typed->json, .plot = typed->plot, .force = typed->force};
	if (!command_seconds("--time", typed->time, &options->microseconds) ||
		!command_number("--games", typed->games, 1, GAMES_MAX, &options->games) ||
		!command_number("--dice", typed->dice, 0, SEED_MAX, &options->dice) ||
		!command_choice("ink", typed->ink, ink_names, INKS, &ink))
		return false;
	options->ink = (enum ink)ink;
	if (typed->plot != NULL && !charts_format(typed->plot, &format)) {
		command_say("--plot is a file whose name ends in .pdf, .png or .svg");
		return false;
	}
	return true;
}

static int
think(const struct analyse_options *options, const struct study_question *asked, const struct code_key *key)
{
	struct study_findings findings = {.text = g_string_new(NULL), .exact = true};
	struct study_question question = *asked;
	struct deadline deadline;
	char text[CODE_TEXT];
	int status = EXIT_REFUSED;

	code_write(question.code, key, text);
	findings.json = json_pack("{s:s,s:s}", "code", text, "game", question.game->id);
	charts_init(&findings.charts);
	if (deadline_init(&deadline, options->microseconds)) {
		question.limit = &deadline.limit;
		printed_game_of(question.game)->study(&question, &findings);
		status = analyse_report_layout(options, question.game, text, &findings, deadline_why(&deadline));
		deadline_finish(&deadline);
	} else {
		command_say("there is not enough memory");
	}
	json_decref(findings.json);
	g_string_free(findings.text, TRUE);
	charts_finish(&findings.charts);
	return status;
}

static int
analyse_layout(const struct typed *typed, const struct analyse_options *options, const char *text)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct study_question question = {.layout = layout, .games = (uint32_t)options->games, .dice = options->dice};
	struct problems problems;
	struct code_key key;
	struct code code;

	if (typed->count || typed->players || typed->seed || typed->jobs || typed->kept ||
		game_options_typed(&typed->own))
		return command_misused("analyse",
			"--count, --players, --seed, --kept, --jobs and the options "
			"of a game go with a game, not a code");
	if (typed->key != NULL && !command_key(typed->key, &key))
		return EXIT_REFUSED;
	problems_init(&problems);
	question.game = game_of_text(text, typed->key != NULL ? &key : NULL, &code, &problems);
	if (question.game == NULL)
		return command_refuse(text, &problems);
	rules_printed(rules_of(question.game), code.option, question.house);
	if (!game_rules_read(question.game, typed->rules, question.house))
		return EXIT_USAGE;
	question.code = &code;
	question.game->build(layout, &code);
	return think(options, &question, typed->key != NULL ? &key : NULL);
}

static bool
read_survey(const struct typed *typed, struct survey *survey)
{
	struct option_value own[GAME_OPTIONS];
	uint64_t count = USUAL_COUNT, players = 0, seed = 0, jobs = g_get_num_processors();

	if (!command_number("--count", typed->count, 1, CODES_COUNT_MAX, &count) ||
		!command_number("--players", typed->players, 1, PLAYERS_TYPED, &players) ||
		!command_number("--seed", typed->seed, 0, SEED_MAX, &seed) ||
		!command_number("--jobs", typed->jobs, 1, JOBS_MAX, &jobs) ||
		!game_rules_read(survey->codes.game, typed->rules, survey->house) ||
		!game_options_read(&typed->own, survey->codes.game, own))
		return false;
	survey->asked = (uint32_t)count;
	survey->processes = (unsigned)MIN(MIN(jobs, JOBS_MAX), count);
	survey->kept = typed->kept;
	survey->codes.seed = typed->seed == NULL ? codes_seed() : seed;
	survey->codes.players = (uint8_t)players;
	survey->codes.option = printed_game_code_option(survey->printed, own);
	return true;
}

static int
analyse_many(const struct typed *typed, const struct analyse_options *options, const struct game *game)
{
	struct progress progress;
	struct survey survey = {.printed = printed_game_of(game),
		.codes = {.game = game},
		.games = (uint32_t)options->games,
		.dice = options->dice,
		.progress = progress_step,
		.progress_data = &progress};
	struct deadline deadline;
	struct problems problems;
	struct charts charts;
	uint32_t done;
	struct problem problem;
	bool fine;
	int status = EXIT_REFUSED;

	if (typed->key != NULL)
		return command_misused("analyse", "--key goes with a code, not a game");
	if (!read_survey(typed, &survey))
		return EXIT_USAGE;
	problems_init(&problems);
	if (!printed_game_check(&survey.codes, &problems))
		return command_refuse(game->id, &problems);
	if (!deadline_init(&deadline, options->microseconds)) {
		command_say("there is not enough memory");
		return EXIT_REFUSED;
	}
	survey.deadline = &deadline;
	charts_init(&charts);
	progress_init(&progress, "layouts");
	fine = survey_run(&survey, &charts, &done, &problem);
	progress_finish(&progress);
	if (fine)
		status = analyse_report_survey(options, &survey, done, &charts);
	else
		command_fail(&problem);
	charts_finish(&charts);
	deadline_finish(&deadline);
	return status;
}

/* A game by its name, otherwise a code, which may be typed with spaces. What is all letters and too short
 * for a code was meant as a game. */
static int
run(const struct typed *typed, int argc, char **argv)
{
	char *id = g_ascii_strdown(argc == 2 ? argv[1] : "", -1);
	const struct game *game = game_by_id(id);
	struct analyse_options options;
	char *text;
	int status;

	g_free(id);
	if (argc < 2)
		return command_misused(argv[0], "a code or a game is missing");
	if (!read_options(typed, &options))
		return EXIT_USAGE;
	if (game != NULL)
		return analyse_many(typed, &options, game);
	if (argc == 2 && strlen(argv[1]) < 16 &&
		strspn(argv[1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == strlen(argv[1])) {
		command_game(argc, argv);
		return EXIT_USAGE;
	}
	text = g_strjoinv(" ", argv + 1);
	status = analyse_layout(typed, &options, text);
	g_free(text);
	return status;
}

static void
typed_free(struct typed *typed)
{
	g_free(typed->key);
	g_free(typed->time);
	g_free(typed->games);
	g_free(typed->dice);
	g_free(typed->plot);
	g_free(typed->ink);
	g_free(typed->count);
	g_free(typed->players);
	g_free(typed->seed);
	g_free(typed->jobs);
	g_strfreev(typed->rules);
	game_options_finish(&typed->own);
}

int
analyse_command(int argc, char **argv)
{
	struct typed typed = {0};
	const GOptionEntry entries[] = {
		{"json", 0, 0, G_OPTION_ARG_NONE, &typed.json, "JSON instead of text", NULL},
		{"plot", 0, 0, G_OPTION_ARG_FILENAME, &typed.plot, "draws the figures: a .pdf, .png or .svg", "FILE"},
		FORCE_OPTION(&typed.force),
		{"ink", 0, 0, G_OPTION_ARG_STRING, &typed.ink, "full (default), light or grey", "HOW"},
		{"time", 0, 0, G_OPTION_ARG_STRING, &typed.time, "no longer than so many seconds", "S"},
		{"games", 0, 0, G_OPTION_ARG_STRING, &typed.games, "to be played by simple players on each layout",
			"N"},
		{"dice", 0, 0, G_OPTION_ARG_STRING, &typed.dice, "the seed of their throws; 0 without", "N"},
		RULE_OPTION(&typed.rules),
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key, "a code's: the key of the event", "FILE"},
		{"count", 'n', 0, G_OPTION_ARG_STRING, &typed.count, "a game's: how many layouts; 100 without", "N"},
		{"seed", 's', 0, G_OPTION_ARG_STRING, &typed.seed,
			"a game's: of the first layout; drawn at random without", "N"},
		{"players", 'p', 0, G_OPTION_ARG_STRING, &typed.players, "a game's: the usual number without", "N"},
		{"kept", 0, 0, G_OPTION_ARG_NONE, &typed.kept, "a game's: only layouts that the press would keep",
			NULL},
		{"jobs", 'j', 0, G_OPTION_ARG_STRING, &typed.jobs,
			"a game's: processes that think; without, one a core", "N"},
		{0},
	};
	char *games = command_games();
	char *about = g_strconcat("What is known of the layout of a code, or of many layouts of a game. "
				  "Ctrl-C ends the\nthinking with a report of what is done.\n\n",
		games, NULL);
	int status = EXIT_USAGE;

	game_options_init(&typed.own, entries, OPTION_LAYOUT);
	if (command_options("analyse CODE|GAME [OPTION]...", about, game_options_entries(&typed.own), &argc, &argv))
		status = run(&typed, argc, argv);
	g_free(about);
	g_free(games);
	typed_free(&typed);
	return status;
}
