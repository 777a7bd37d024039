/* SPDX-License-Identifier: MIT
 * The seeds of a kit's tables, which are derived from the event's, and the analysis of their layouts for the
 * organiser's key. Several threads compute both before anything is drawn. seedpress(1) describes how seeds are derived,
 * with the event's key and without, so that anyone can check a kit without this program. */
#include <inttypes.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "gen/cli/parallel.h"
#include "gen/games/filter.h"
#include "gen/kit/kit.h"

/* Set above the event's seed in the key of a random stream. The keys of series have these bits too. */
#define KIT_KEY (UINT64_C(0xffff) << SEED_BITS)

/* The purpose of these streams: that of a series is 0. */
#define KIT_PURPOSE 1

/* Seeds below this threshold are weak: an attacker can try all of them against a printed code. One of 65,536 random
 * seeds is below it. A larger threshold would warn about more of these when they are typed in again. */
#define WEAK_SEEDS (UINT64_C(1) << 32)

const char *const kit_step_names[KIT_STEPS] = {"seeds", "layouts", "pages"};

void
kit_work_progress(void *data, unsigned done, unsigned all)
{
	const struct kit_work *work = data;

	if (work->progress != NULL)
		work->progress(work->data, work->step, done, all);
}

/* A task of a thread: choosing the seeds of a table (0: of all tables of a duplicate round), or solving the layout of
 * its seed `i`. `again` is the number of players for which the table is printed again; 0 as the kit defines it. */
struct task {
	const struct kit *kit;
	struct kit_round *round;
	unsigned n, table;
	uint32_t i;
	uint8_t again;
};

/* Runs and frees the tasks. False after setting *problem, if the limit was over. */
static bool
run_tasks(GArray *tasks, struct kit_work *work, enum kit_step step, void (*run)(void *data, unsigned n),
	struct problem *problem)
{
	work->step = step;
	bool done = parallel_run(&(struct parallel){.tasks = tasks->len,
		.threads = work->jobs,
		.limit = work->limit,
		.task = run,
		.data = tasks->data,
		.progress = kit_work_progress,
		.progress_data = work});

	g_array_unref(tasks);
	return done || problem_set(problem, SAY("interrupted", "interrupted"));
}

/* Whether the filter grants a seed for tables of all the sizes in `players`. */
static bool
passes(const struct kit_round *round, const uint8_t *players, unsigned tables, uint64_t seed)
{
	uint8_t option = kit_code_option(round);
	bool seen[256] = {false};

	for (unsigned i = 0; i < tables; i++) {
		struct codes codes = {.game = round->game, .players = players[i], .seed = seed, .option = option};
		struct code code;

		if (seen[players[i]])
			continue;
		seen[players[i]] = true;
		codes_make(&codes, 0, 0, &code);
		if (!filter_granted(round->game, round->filter, &code, round->option, round->house))
			return false;
	}
	return true;
}

/* The n-th seed that the event's key gives a table (0: all tables of a duplicate round). Each is a keyed hash: without
 * the key, no seed can be computed from the others. */
static uint64_t
keyed_seed(const struct task *task, uint32_t n)
{
	const struct kit *kit = task->kit;
	uint64_t words[] = {
		kit->seed, (uint64_t)task->again << 48 | (uint64_t)task->n << 44 | (uint64_t)task->table << 32 | n};
	unsigned char input[sizeof words], hash[crypto_generichash_BYTES];
	uint64_t seed = 0;

	for (size_t i = 0; i < sizeof input; i++)
		input[i] = (unsigned char)(words[i / 8] >> (56 - i % 8 * 8));
	crypto_generichash(hash, sizeof hash, input, sizeof input, kit->key->seeds, sizeof kit->key->seeds);
	for (size_t i = 0; i < SEED_BITS / 8; i++)
		seed = seed << 8 | hash[i];
	return seed;
}

/* Draws seeds, from the random stream of a task, until the filter grants them for tables of all the sizes in `players`.
 */
static void
draw(const struct task *task, const uint8_t *players, unsigned tables, uint64_t *seeds)
{
	const struct kit_round *round = task->round;
	const struct kit *kit = task->kit;
	bool keyed = kit->key != NULL && kit->version >= 2;
	struct random random;
	uint32_t drawn = 0;

	random_init(
		&random, kit->seed | KIT_KEY, KIT_PURPOSE, (uint32_t)task->again << 16 | task->n << 12 | task->table);
	for (uint32_t i = 0; i < round->count; i++) {
		do
			seeds[i] = keyed ? keyed_seed(task, drawn++) : random_seed(&random);
		while (!passes(round, players, tables, seeds[i]));
	}
}

/* Chooses the seeds of a task. */
static void
choose(void *data, unsigned at)
{
	const struct task *task = (const struct task *)data + at;
	const struct kit_round *round = task->round;

	if (task->table == 0)
		draw(task, round->players, round->tables, round->seeds);
	else
		draw(task, round->players + task->table - 1, 1, kit_seeds_at(round, task->table));
}

void
kit_resize_table(struct kit *kit, unsigned n, unsigned table, uint8_t players)
{
	struct kit_round *round = &kit->round[n - 1];
	struct task task = {kit, round, n, round->duplicate ? 0 : table, 0, 0};
	bool same = players == round->players[table - 1];

	if (round->seeds == NULL)
		round->seeds = g_new0(uint64_t, (size_t)kit_all_tables(round) * round->count);
	uint64_t *seeds = kit_seeds_at(round, table);

	if (round->duplicate) {
		draw(&task, round->players, round->tables, seeds);
		same = true;
		for (uint32_t i = 0; i < round->count; i++)
			same = same && passes(round, &players, 1, seeds[i]);
	}
	task.again = same ? 0 : players;
	if (!round->duplicate || !same)
		draw(&task, &players, 1, seeds);
	round->players[table - 1] = players;
}

void
kit_begin(struct kit *kit)
{
	if (!kit->seed_given)
		kit->seed = codes_seed();
	if (kit->version == 0)
		kit->version = KIT_VERSION;
}

/* A seed is weak if it is small, or if its digits are a date of this century or the last, in any common order, and a
 * time. Dates without a time, or with only the hour, are below WEAK_SEEDS anyway. */
bool
kit_seed_warning(const struct kit *kit, struct message *warning)
{
	char digits[24];
	int length = g_snprintf(digits, sizeof digits, "%" PRIu64, kit->seed);
	unsigned a = 0, b = 0, c = 0, d = 0;

	if (length == 12 || length == 14)
		sscanf(digits, "%2u%2u%2u%2u", &a, &b, &c, &d);
	bool year_first = (a == 19 || a == 20) && c >= 1 && c <= 12 && d >= 1 && d <= 31;
	bool year_last =
		a != 19 && a != 20 && (c == 19 || c == 20) && a >= 1 && b >= 1 && MIN(a, b) <= 12 && MAX(a, b) <= 31;

	if (!kit->seed_given || (kit->seed >= WEAK_SEEDS && !year_first && !year_last))
		return false;
	message_set(warning,
		SAY("weak-seed",
			"the seed {seed} is easy to guess, because it is a small number or looks like a date: leave it "
			"out, and one is drawn at random"),
		ARG_TEXT("seed", digits));
	return true;
}

bool
kit_choose_seeds(struct kit *kit, struct kit_work *work, struct problem *problem)
{
	GArray *tasks = g_array_new(FALSE, FALSE, sizeof(struct task));

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 0 : kit_all_tables(round);

		g_free(round->seeds);
		round->seeds = g_new(uint64_t, (size_t)kit_all_tables(round) * round->count);
		for (unsigned table = round->duplicate ? 0 : 1; table <= last; table++)
			g_array_append_val(tasks, ((struct task){kit, round, n, table, 0, 0}));
	}
	if (!run_tasks(tasks, work, KIT_STEP_SEEDS, choose, problem))
		return false;
	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];

		for (unsigned table = 2; round->duplicate && table <= kit_all_tables(round); table++)
			memcpy(kit_seeds_at(round, table), round->seeds, sizeof *round->seeds * round->count);
	}
	return true;
}

/* Solves a layout for the organiser's key. */
static void
solve(void *data, unsigned at)
{
	const struct task *task = (const struct task *)data + at;
	const struct kit_round *round = task->round;
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct codes codes = {.game = round->game,
		.option = kit_code_option(round),
		.seed = kit_seeds_at(round, task->table)[task->i],
		.players = round->players[task->table - 1]};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	codes.game->build(layout, &code);
	printed_game_of(round->game)->solve(layout, round->house, kit_solved_at(round, task->table)[task->i]);
}

/* The seeds of a duplicate round are solved once, for table 1. */
bool
kit_solve(struct kit *kit, struct kit_work *work, struct problem *problem)
{
	GArray *tasks = g_array_new(FALSE, FALSE, sizeof(struct task));

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 1 : kit_all_tables(round);

		if (printed_game_of(round->game)->solve == NULL)
			continue;
		g_free(round->solved);
		round->solved = g_malloc0_n((size_t)last * round->count, SOLVED_TEXT);
		for (unsigned table = 1; table <= last; table++)
			for (uint32_t i = 0; i < round->count; i++)
				g_array_append_val(tasks, ((struct task){kit, round, n, table, i, 0}));
	}
	return run_tasks(tasks, work, KIT_STEP_LAYOUTS, solve, problem);
}
