/* SPDX-License-Identifier: MIT
 * Reports of `seedpress analyse`. */
#include "gen/commands/analyse_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"

/* Writes the object, which is used up, on one line. */
static int
print_json(json_t *object)
{
	char *line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(8));

	json_decref(object);
	if (line == NULL) {
		command_say("there is not enough memory");
		return EXIT_REFUSED;
	}
	puts(line);
	free(line);
	return EXIT_SUCCESS;
}

static int
plot(const struct analyse_options *options, const struct charts *charts, const char *title)
{
	struct problem problem;

	if (options->plot == NULL || charts_plot(charts, title, options->plot, options->force, options->ink, &problem))
		return EXIT_SUCCESS;
	return command_fail(&problem);
}

int
analyse_report_layout(const struct analyse_options *options, const struct game *game, const char *code,
	struct study_findings *findings, const char *stopped)
{
	GString *text = findings->text;
	char *title;
	int status;

	if (options->json) {
		if (!findings->exact)
			json_object_set_new(findings->json, "exact", json_false());
		if (findings->charts.chart->len > 0)
			json_object_set_new(findings->json, "charts", charts_json(&findings->charts));
		status = print_json(json_incref(findings->json));
	} else {
		charts_text(&findings->charts, text);
		printf("%s by %s, %s\n\n%s", game->title, game->designer, code, text->str);
		status = EXIT_SUCCESS;
	}
	if (!findings->exact)
		command_say("%s: what was found out by then is a bound, or from fewer games",
			stopped != NULL ? stopped : "stopped");
	title = g_strdup_printf("%s: %s", game->title, code);
	if (status == EXIT_SUCCESS)
		status = plot(options, &findings->charts, title);
	g_free(title);
	return status;
}

/* "Coupon Clipper: 10,000 layouts for 4 players, from seed 42, as drawn"; some layouts are for
 * anyone. To be freed. */
static char *
survey_title(const struct survey *survey, uint32_t done)
{
	const char *option = codes_option_name(survey->codes.game, survey->codes.option);
	GString *title = g_string_new(NULL);
	char count[CHART_COUNT_TEXT];
	struct code code;

	codes_make(&survey->codes, 0, 0, &code);
	g_string_append_printf(title, "%s: %s layout%s", survey->codes.game->title, chart_count_text(done, count),
		done == 1 ? "" : "s");
	if (survey->printed->players_most == 0)
		g_string_append_printf(title, " for %u players", code.players);
	g_string_append_printf(title, ", from seed %" PRIu64, survey->codes.seed);
	if (option != NULL)
		g_string_append_printf(title, ", %s", option);
	g_string_append(title, survey->kept ? ", as the press keeps them" : ", as drawn");
	return g_string_free(title, FALSE);
}

/* "time was up: stopped after 1,234 of 10,000 layouts", NULL when all were done; to be freed. */
static char *
survey_stopped(const struct survey *survey, uint32_t done)
{
	char count[CHART_COUNT_TEXT], asked[CHART_COUNT_TEXT];
	const char *why = deadline_why(survey->deadline);

	if (done == survey->asked)
		return NULL;
	return g_strdup_printf("%s: stopped after %s of %s layouts", why != NULL ? why : "ended",
		chart_count_text(done, count), chart_count_text(survey->asked, asked));
}

static json_t *
survey_json(const struct survey *survey, uint32_t done, const struct charts *charts)
{
	struct code code;
	char seed[24];

	codes_make(&survey->codes, 0, 0, &code);
	g_snprintf(seed, sizeof seed, "%" PRIu64, survey->codes.seed);
	return json_pack("{s:s,s:I,s:I,s:i,s:s,s:s?,s:b,s:o}", "game", survey->codes.game->id, "count",
		(json_int_t)done, "asked", (json_int_t)survey->asked, "players", code.players, "seed", seed, "option",
		codes_option_name(survey->codes.game, survey->codes.option), "kept", survey->kept, "charts",
		charts_json(charts));
}

static void
print_survey(const char *title, const char *stopped, const struct charts *charts)
{
	GString *text = g_string_new(NULL);
	const char *colon = strstr(title, ": ");

	charts_text(charts, text);
	printf("%.*s\n%s\n", (int)(colon - title), title, colon + 2);
	if (stopped != NULL)
		printf("%s\n", stopped);
	printf("\n%s", text->str);
	g_string_free(text, TRUE);
}

int
analyse_report_survey(
	const struct analyse_options *options, const struct survey *survey, uint32_t done, const struct charts *charts)
{
	char *title = survey_title(survey, done), *stopped = survey_stopped(survey, done);
	char *heading = g_strjoin("; ", title, stopped, NULL);
	int status = EXIT_SUCCESS;

	if (options->json)
		status = print_json(survey_json(survey, done, charts));
	else
		print_survey(title, stopped, charts);
	if (options->json && stopped != NULL)
		command_say("%s", stopped);
	if (status == EXIT_SUCCESS)
		status = plot(options, charts, heading);
	g_free(heading);
	g_free(stopped);
	g_free(title);
	return status;
}
