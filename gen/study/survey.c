/* SPDX-License-Identifier: MIT
 * Surveys. Processes, not threads, share the work, so that a study may keep tables from one layout to the next without
 * locks. Each process writes its charts into a temporary file at the end. */
#include "gen/study/survey.h"

#include <errno.h>
#include <stdalign.h>
#include <stdio.h>

#include "gen/cli/processes.h"
#include "gen/games/filter.h"

/* Bits below the number of a layout in the order of charts: a layout cannot add 2^40 numbers to its charts. */
#define NUMBER_BITS 40

/* Set above the survey's seed in the key of a random stream. */
#define KEPT_KEY (UINT64_C(0xffff) << SEED_BITS)

/* The purpose of the streams of seeds that are filtered: that of kits is 1. */
#define KEPT_PURPOSE 2

/* A survey that is running, with a file for the charts of each process. */
struct run {
	const struct survey *survey;
	FILE **charts;
};

/* Draws seeds until one passes the filter. False if the limit is over first. */
static bool
choose_seed(const struct survey *survey, uint32_t n, struct code *code)
{
	static const struct option_value none[GAME_OPTIONS] = {{0}};
	struct random random;

	random_init(&random, survey->codes.seed | KEPT_KEY, KEPT_PURPOSE, n);
	do {
		if (limit_over(survey->question.limit))
			return false;
		code->seed = random_seed(&random);
	} while (!filter_grants(survey->codes.game, code, none, survey->question.house));
	return true;
}

static bool
look_at(const struct survey *survey, uint32_t n, struct charts *charts)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct game *game = survey->codes.game;
	struct study_question question = survey->question;
	struct code code;

	question.code = &code;
	question.layout = layout;
	question.dice = random_series_seed(survey->question.dice, n);
	codes_make(&survey->codes, n, 0, &code);
	if (question.kept && !choose_seed(survey, n, &code))
		return false;
	game->build(layout, &code);
	charts->now = (uint64_t)n << NUMBER_BITS;
	return printed_game_survey(survey->printed, &question, charts);
}

/* Analyses layouts in one of the processes. */
static void
work(void *data, struct process_share *share, unsigned process)
{
	const struct run *run = data;
	struct problem problem;
	struct charts charts;
	unsigned n;

	charts_init(&charts);
	while (!limit_over(run->survey->question.limit) && process_share_take(share, &n) &&
		look_at(run->survey, n, &charts))
		process_share_step(share);
	for (unsigned i = 0; i < charts.chart->len; i++)
		fwrite(g_ptr_array_index(charts.chart, i), sizeof(struct chart), 1, run->charts[process]);
	if (fflush(run->charts[process]) != 0 || ferror(run->charts[process])) {
		problem_set(&problem, SAY("no-room-for-figures", "there is no room for the figures of a process"));
		process_share_fail(share, &problem);
	}
	charts_finish(&charts);
}

static bool
gather(FILE *file, struct charts *into)
{
	struct chart *chart = g_new(struct chart, 1);
	struct charts charts;

	charts_init(&charts);
	rewind(file);
	for (; fread(chart, sizeof *chart, 1, file) == 1; chart = g_new(struct chart, 1))
		g_ptr_array_add(charts.chart, chart);
	g_free(chart);
	if (!ferror(file))
		charts_merge(into, &charts);
	charts_finish(&charts);
	return !ferror(file);
}

bool
survey_run(const struct survey *survey, struct charts *charts, uint32_t *done, struct problem *problem)
{
	struct run run = {survey, g_new(FILE *, survey->processes)};
	struct processes processes = {.tasks = survey->asked,
		.steps = survey->asked,
		.work = work,
		.data = &run,
		.progress = survey->progress,
		.progress_data = survey->progress_data};

	/* One process per file that can be created. */
	while (processes.count < survey->processes && (run.charts[processes.count] = tmpfile()) != NULL)
		processes.count++;
	bool fine = processes.count > 0;

	*done = 0;
	if (fine)
		fine = processes_run(&processes, done, problem);
	else
		problem_set(problem,
			SAY_PRIVATE("no-file-for-figures", "no file for figures could be made: {reason}",
				"no file for figures could be made"),
			ARG_PRIVATE("reason", g_strerror(errno)));
	for (unsigned i = 0; i < processes.count; i++) {
		if (fine && !gather(run.charts[i], charts))
			fine = problem_set(
				problem, SAY("figures-unreadable", "the figures of a process could not be read"));
		fclose(run.charts[i]);
	}
	charts_order(charts);
	g_free(run.charts);
	return fine;
}
