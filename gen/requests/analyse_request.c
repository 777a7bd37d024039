/* SPDX-License-Identifier: MIT
 * Analysing one layout, or a survey of many. */
#include "gen/requests/analyse_request.h"

#include <inttypes.h>
#include <stdalign.h>
#include <string.h>

#include "gen/cli/deadline.h"
#include "gen/study/survey.h"

/* Most processes at once: more than the usual machine has cores. */
#define JOBS_MAX 256

/* Most games of simple players on a layout: they take some minutes. */
#define GAMES_MAX 10000000

/* Largest number of players that can be typed: more than any game is for. Each game has its own limit. */
#define PLAYERS_TYPED_MAX 99

/* Default number of layouts of a survey: it takes a few seconds for most games. */
#define USUAL_COUNT 100

static bool
check_plot(const char *name, const char *value, struct problem *problem)
{
	enum format format;

	return charts_format(value, &format) ||
		problem_set(problem, SAY("plot-expected", "{name} is a file whose name ends in .pdf, .png or .svg"),
			ARG_TEXT("name", name));
}

#define AT(member) offsetof(struct analyse_request, member)

static const struct field fields[] = {
	{"json", 0, FIELD_FLAG, FIELD_TYPED, AT(json), .help = "JSON instead of text"},
	{"plot", 0, FIELD_FILE, FIELD_TYPED, AT(plot), .check = check_plot, .value = "FILE",
		.help = "draws the figures: a .pdf, .png or .svg"},
	{"force", 'f', FIELD_FLAG, FIELD_TYPED, AT(force), .help = "replaces a file that Seedpress did not make"},
	{"ink", 0, FIELD_CHOICE, FIELD_TYPED, AT(ink), .words = ink_names, .value = "HOW",
		.help = "full (default), light or grey"},
	{"time", 0, FIELD_SECONDS, FIELD_TYPED, AT(time), .value = "S", .help = "timeout in seconds"},
	{"games", 0, FIELD_NUMBER, FIELD_TYPED, AT(games), .least = 1, .most = GAMES_MAX, .value = "N",
		.help = "to be played by simple players on each layout"},
	{"dice", 0, FIELD_NUMBER, FIELD_TYPED, AT(dice), .most = SEED_MAX, .value = "N",
		.help = "the seed of their throws (default: 0)"},
	{"rule", 0, FIELD_RULE, FIELD_TYPED, .value = "NAME=VALUE", .help = "a house rule; may be repeated"},
	{"key", 'k', FIELD_FILE, FIELD_TYPED | FIELD_KEYED, AT(key_file), .value = "FILE",
		.help = "a code's: the key of the event"},
	{"count", 'n', FIELD_NUMBER, FIELD_TYPED | FIELD_CODED, AT(count), .least = 1, .most = CODES_COUNT_MAX,
		.value = "N", .help = "a game's: number of layouts (default: 100)"},
	{"seed", 's', FIELD_NUMBER, FIELD_TYPED | FIELD_CODED, AT(seed), .most = SEED_MAX, .value = "N",
		.help = "a game's: of the first layout (default: random)"},
	{"players", 'p', FIELD_NUMBER, FIELD_TYPED | FIELD_CODED, AT(players), .least = 1, .most = PLAYERS_TYPED_MAX,
		.value = "N", .help = "a game's: players (default: the usual number)"},
	{"kept", 0, FIELD_FLAG, FIELD_TYPED | FIELD_CODED, AT(kept),
		.help = "a game's: only layouts that the press would keep"},
	{"jobs", 'j', FIELD_NUMBER, FIELD_TYPED | FIELD_CODED, AT(jobs), .least = 1, .most = JOBS_MAX, .value = "N",
		.help = "a game's: number of processes (default: one per core)"},
	{0},
};

void
analyse_request_init(struct analyse_request *request)
{
	*request = (struct analyse_request){.base.fields = fields,
		.count = USUAL_COUNT,
		.seed = codes_seed(),
		.jobs = MIN(g_get_num_processors(), JOBS_MAX)};
}

/* The codes of a survey. They do not include house rules, because the layouts are not printed. */
static struct codes
survey_codes(const struct analyse_request *request)
{
	const struct game_request *base = &request->base;

	return (struct codes){.game = base->game,
		.seed = request->seed,
		.players = (uint8_t)request->players,
		.option = printed_game_code_option(printed_game_of(base->game), base->option)};
}

bool
analyse_request_check(const struct analyse_request *request, struct problems *problems)
{
	struct codes codes = survey_codes(request);

	return request->base.coded || printed_game_check(&codes, problems);
}

static struct study_question
question_of(const struct analyse_request *request, const struct deadline *deadline)
{
	struct study_question question = {.game = request->base.game,
		.games = (uint32_t)request->games,
		.dice = request->dice,
		.limit = &deadline->limit,
		.kept = request->kept};

	memcpy(question.house, request->base.house, sizeof question.house);
	return question;
}

/* Analyses one layout: the results of the game's study, followed by its charts. */
static void
study(struct analysis *analysis, const struct deadline *deadline)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct analyse_request *request = analysis->request;
	const struct game *game = request->base.game;
	struct study_question question = question_of(request, deadline);
	struct study_findings findings = {.exact = true};
	char text[CODE_TEXT];

	question.code = &request->base.code;
	question.layout = layout;
	code_write(&request->base.code, request->base.keyed ? &request->base.key : NULL, text);
	analysis->title = g_strdup_printf("%s: %s", game->title, text);
	g_string_append_printf(analysis->text, "%s by %s, %s\n\n", game->title, game->designer, text);
	findings.json = json_pack("{s:s,s:s}", "code", text, "game", game->id);
	findings.text = g_string_new(NULL);
	charts_init(&findings.charts);
	game->build(layout, &request->base.code);
	printed_game_of(game)->study(&question, &findings);
	if (!findings.exact) {
		json_object_set_new(findings.json, "exact", json_false());
		message_set(&analysis->stopped,
			deadline_state(deadline) == DEADLINE_TIME_UP
				? SAY("analysis-time-up",
					  "time was up: what was found out by then is a bound, or from fewer games")
				: SAY("analysis-interrupted",
					  "interrupted: what was found out by then is a bound, or from fewer games"));
	}
	if (findings.charts.chart->len > 0)
		json_object_set_new(findings.json, "charts", charts_json(&findings.charts));
	charts_text(&findings.charts, findings.text);
	g_string_append(analysis->text, findings.text->str);
	g_string_free(findings.text, TRUE);
	analysis->json = findings.json;
	analysis->charts = findings.charts;
}

/* Analyses many layouts, by their charts only. */
static bool
survey(struct analysis *analysis, const struct deadline *deadline,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem)
{
	const struct analyse_request *request = analysis->request;
	const struct game *game = request->base.game;
	struct survey survey = {.printed = printed_game_of(game),
		.codes = survey_codes(request),
		.asked = (uint32_t)request->count,
		.processes = (unsigned)MIN(request->jobs, request->count),
		.question = question_of(request, deadline),
		.progress = progress,
		.progress_data = data};
	const char *option = codes_option_name(game, survey.codes.option);
	g_autoptr(GString) about = g_string_new(NULL);
	char count[CHART_COUNT_TEXT], asked[CHART_COUNT_TEXT], seed[24], stopped[MESSAGE_TEXT];
	struct code code;
	uint32_t done;

	charts_init(&analysis->charts);
	if (!survey_run(&survey, &analysis->charts, &done, problem))
		return false;
	codes_make(&survey.codes, 0, 0, &code);
	g_snprintf(seed, sizeof seed, "%" PRIu64, survey.codes.seed);
	analysis->json = json_pack("{s:s,s:I,s:I,s:i,s:s,s:s?,s:b,s:o}", "game", game->id, "count", (json_int_t)done,
		"asked", (json_int_t)survey.asked, "players", code.players, "seed", seed, "option", option, "kept",
		request->kept, "charts", charts_json(&analysis->charts));
	g_string_append_printf(about, "%s layout%s", chart_count_text(done, count), done == 1 ? "" : "s");
	if (survey.printed->players_most == 0) /* otherwise a layout is for any number */
		g_string_append_printf(about, " for %u players", code.players);
	g_string_append_printf(about, ", from seed %s", seed);
	if (option != NULL)
		g_string_append_printf(about, ", %s", option);
	g_string_append(about, request->kept ? ", as the press keeps them" : ", as drawn");
	g_string_append_printf(analysis->text, "%s\n%s\n", game->title, about->str);
	if (done < survey.asked) {
		message_set(&analysis->stopped,
			deadline_state(deadline) == DEADLINE_TIME_UP
				? SAY("survey-time-up", "time was up: stopped after {done} of {asked} layouts")
				: SAY("survey-interrupted", "interrupted: stopped after {done} of {asked} layouts"),
			ARG_TEXT("done", count), ARG_TEXT("asked", chart_count_text(survey.asked, asked)));
		message_write(&analysis->stopped, &audience_terminal, stopped, sizeof stopped);
		g_string_append_printf(analysis->text, "%s\n", stopped);
		g_string_append_printf(about, "; %s", stopped);
	}
	analysis->title = g_strdup_printf("%s: %s", game->title, about->str);
	g_string_truncate(about, 0);
	charts_text(&analysis->charts, about);
	g_string_append_printf(analysis->text, "\n%s", about->str);
	return true;
}

bool
analysis_run(struct analysis *analysis, const struct analyse_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem)
{
	struct deadline deadline;
	bool fine = true;

	*analysis = (struct analysis){.request = request, .text = g_string_new(NULL)};
	message_clear(&analysis->stopped);
	if (!deadline_init(&deadline, request->time)) {
		charts_init(&analysis->charts);
		return problem_set(problem, SAY("no-memory", "there is not enough memory"));
	}
	if (request->base.coded)
		study(analysis, &deadline);
	else
		fine = survey(analysis, &deadline, progress, data, problem);
	deadline_finish(&deadline);
	return fine;
}

void
analysis_finish(struct analysis *analysis)
{
	json_decref(analysis->json);
	g_string_free(analysis->text, TRUE);
	g_free(analysis->title);
	charts_finish(&analysis->charts);
}
