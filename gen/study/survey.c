/* SPDX-License-Identifier: MIT
 * Surveys. Processes, not threads, share the work: then a study
 * may keep tables from one layout to the next without asking who else is there.
 * Each writes its charts into a file of its own when it has done its part. */
#include "gen/study/survey.h"

#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "gen/games/filter.h"
#include "gen/cli/progress.h"

#define PAUSE       20000 /* microseconds between two looks at the workers */
#define NUMBER_BITS 40    /* more numbers than a layout can add to its charts */

/* Stream of the seeds that the filter looks at; the kits have purpose 1. */
#define KEPT_KEY     (UINT64_C(0xffff) << SEED_BITS)
#define KEPT_PURPOSE 2

/* What the processes share. */
struct shared {
	atomic_uint next, done; /* layouts */
	atomic_bool failed;     /* the others need not go on */
};

struct worker {
	pid_t pid; /* 0 when it has ended */
	FILE *charts;
};

/* Draws seeds until the filter lets one through; false when the deadline comes first. */
static bool
choose_seed(const struct survey *survey, uint32_t n, struct code *code)
{
	struct random random;

	random_init(&random, survey->codes.seed | KEPT_KEY, KEPT_PURPOSE, n);
	do {
		if (limit_over(&survey->deadline->limit))
			return false;
		code->seed = random_seed(&random);
	} while (!filter_passes(survey->codes.game, code));
	return true;
}

static bool
look_at(const struct survey *survey, uint32_t n, struct charts *charts)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct game *game = survey->codes.game;
	struct code code;
	struct study_question question = {.game = game, .code = &code, .layout = layout,
		.games = survey->games, .dice = random_series_seed(survey->dice, n),
		.limit = &survey->deadline->limit, .kept = survey->kept};

	memcpy(question.house, survey->house, sizeof question.house);
	codes_make(&survey->codes, n, 0, &code);
	if (survey->kept && !choose_seed(survey, n, &code))
		return false;
	game->build(layout, &code);
	charts->now = (uint64_t)n << NUMBER_BITS;
	return survey->printed->survey(&question, charts);
}

static bool
write_charts(const struct charts *charts, FILE *file)
{
	for (unsigned i = 0; i < charts->chart->len; i++)
		fwrite(g_ptr_array_index(charts->chart, i), sizeof(struct chart), 1, file);
	return fflush(file) == 0 && !ferror(file);
}

/* A worker: takes one layout after the other. Never returns. */
static void
work(const struct survey *survey, struct shared *shared, FILE *file, pid_t parent)
{
	struct charts charts;
	bool written;

	deadline_child(parent);
	charts_init(&charts);
	while (!atomic_load(&shared->failed) && !limit_over(&survey->deadline->limit)) {
		unsigned n = atomic_fetch_add(&shared->next, 1);

		if (n >= survey->asked || !look_at(survey, n, &charts))
			break;
		atomic_fetch_add(&shared->done, 1);
	}
	written = write_charts(&charts, file);
	_exit(written ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Starts as many workers as there can be; those that are there do all of it. */
static unsigned
start_workers(const struct survey *survey, struct shared *shared, struct worker *workers)
{
	pid_t parent = getpid();
	unsigned started = 0;

	fflush(NULL); /* or workers would write it again */
	while (started < survey->jobs) {
		struct worker *worker = &workers[started];

		worker->charts = tmpfile();
		if (worker->charts == NULL)
			break;
		worker->pid = fork();
		if (worker->pid == 0)
			work(survey, shared, worker->charts, parent);
		if (worker->pid < 0) {
			fclose(worker->charts);
			break;
		}
		started++;
	}
	if (started == 0)
		command_say("no process could be started: %s", g_strerror(errno));
	return started;
}

/* Whether a worker has ended; the first that did not end well is noted. */
static bool
has_ended(struct worker *worker, struct shared *shared)
{
	int status = 0;
	pid_t gone;

	if (worker->pid == 0)
		return true;
	gone = waitpid(worker->pid, &status, WNOHANG);
	if (gone == 0)
		return false;
	worker->pid = 0;
	if (gone < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
		atomic_store(&shared->failed, true);
	return true;
}

/* Waits for all of them, with a bar; false when one of them did not end well. */
static bool
wait_for(const struct survey *survey, struct shared *shared, struct worker *workers, unsigned n)
{
	struct progress progress;
	unsigned ended = 0;

	progress_init(&progress, "layouts");
	while (ended < n) {
		ended = 0;
		for (unsigned i = 0; i < n; i++)
			ended += has_ended(&workers[i], shared);
		progress_step(&progress, atomic_load(&shared->done), survey->asked);
		if (ended < n)
			g_usleep(PAUSE);
	}
	progress_finish(&progress);
	return !atomic_load(&shared->failed);
}

static bool
gather(FILE *file, struct charts *into)
{
	struct charts charts;
	struct chart *chart = g_new(struct chart, 1);
	bool fine;

	charts_init(&charts);
	rewind(file);
	while (fread(chart, sizeof *chart, 1, file) == 1) {
		g_ptr_array_add(charts.chart, chart);
		chart = g_new(struct chart, 1);
	}
	fine = !ferror(file);
	if (fine)
		charts_merge(into, &charts);
	g_free(chart);
	charts_finish(&charts);
	return fine;
}

static bool
run(const struct survey *survey, struct shared *shared, struct charts *charts)
{
	struct worker *workers = g_new0(struct worker, survey->jobs);
	unsigned n = start_workers(survey, shared, workers);
	bool fine = n > 0 && wait_for(survey, shared, workers, n);

	for (unsigned i = 0; i < n; i++) {
		fine = fine && gather(workers[i].charts, charts);
		fclose(workers[i].charts);
	}
	if (n > 0 && !fine)
		command_say("a process that looked at layouts failed");
	charts_order(charts);
	g_free(workers);
	return fine;
}

bool
survey_run(const struct survey *survey, struct charts *charts, uint32_t *done)
{
	struct shared *shared = mmap(
		NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool fine;

	*done = 0;
	if (shared == MAP_FAILED) {
		command_say("there is no memory for the survey: %s", g_strerror(errno));
		return false;
	}
	fine = run(survey, shared, charts);
	*done = atomic_load(&shared->done);
	munmap(shared, sizeof *shared);
	return fine;
}
