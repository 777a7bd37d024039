/* SPDX-License-Identifier: MIT
 * The seeds of a kit that follow from its own, and what the organiser's key
 * tells of its layouts: thought out by several threads before anything is drawn.
 * The stream of the seeds is described in seedpress(1), so that anyone can
 * check a kit without this program. */
#include <stdalign.h>
#include <string.h>

#include "gen/cli/parallel.h"
#include "gen/games/filter.h"
#include "gen/kit/kit.h"

/* Keys with all bits above the seed set are those of series, with purpose 0; this is a purpose
 * beside it. */
#define KIT_KEY     (UINT64_C(0xffff) << SEED_BITS)
#define KIT_PURPOSE 1

/* What a thread is to think about: the seeds of a table (0: of all tables of a duplicate round), or
 * one of them. */
struct thought {
	struct kit_round *round;
	unsigned n, table;
	uint32_t i;
};

struct thinking {
	const struct kit *kit;
	GArray *thoughts;
};

/* Thinks, and is done with it. False when the limit was over. */
static bool
think(struct thinking *thinking, const struct kit_work *work, void (*task)(void *data, unsigned n))
{
	bool done = parallel_run(&(struct parallel){.tasks = thinking->thoughts->len,
		.threads = work->count, .limit = work->limit, .task = task, .data = thinking,
		.progress = work->progress, .progress_data = work->progress_data});

	g_array_unref(thinking->thoughts);
	return done;
}

/* Whether a seed is worth printing for tables of all the sizes in `players`. */
static bool
passes(const struct kit_round *round, const uint8_t *players, unsigned tables, uint64_t seed)
{
	uint8_t option = kit_code_option(round);
	bool seen[256] = {false};

	for (unsigned i = 0; i < tables; i++) {
		struct codes codes = {.game = round->game, .players = players[i], .seed = seed,
			.option = option};
		struct code code;

		if (seen[players[i]])
			continue;
		seen[players[i]] = true;
		codes_make(&codes, 0, 0, &code);
		if (!filter_grants(round->game, &code, round->option, round->house))
			return false;
	}
	return true;
}

/* The seeds of a table, from a stream of its own. */
static void
choose(void *data, unsigned at)
{
	const struct thinking *thinking = data;
	const struct thought *thought = &g_array_index(thinking->thoughts, struct thought, at);
	const struct kit_round *round = thought->round;
	const uint8_t *players = round->players + (thought->table == 0 ? 0 : thought->table - 1);
	unsigned tables = thought->table == 0 ? round->tables : 1;
	uint64_t *seeds = thought->table == 0 ? round->seeds : kit_seeds_at(round, thought->table);
	struct random random;

	random_init(&random, thinking->kit->seed | KIT_KEY, KIT_PURPOSE, thought->n << 12 | thought->table);
	for (uint32_t i = 0; i < round->count; i++) {
		do
			seeds[i] = random_seed(&random);
		while (!passes(round, players, tables, seeds[i]));
	}
}

bool
kit_choose_seeds(struct kit *kit, const struct kit_work *work)
{
	struct thinking thinking = {kit, g_array_new(FALSE, FALSE, sizeof(struct thought))};

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 0 : kit_all_tables(round);

		g_free(round->seeds);
		round->seeds = g_new(uint64_t, (size_t)kit_all_tables(round) * round->count);
		for (unsigned table = round->duplicate ? 0 : 1; table <= last; table++)
			g_array_append_val(thinking.thoughts, ((struct thought){round, n, table, 0}));
	}
	if (!think(&thinking, work, choose))
		return false;
	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];

		for (unsigned table = 2; round->duplicate && table <= kit_all_tables(round); table++)
			memcpy(kit_seeds_at(round, table), round->seeds, sizeof *round->seeds * round->count);
	}
	return true;
}

/* Thinks a layout out for the organiser's key. */
static void
solve(void *data, unsigned at)
{
	const struct thinking *thinking = data;
	const struct thought *thought = &g_array_index(thinking->thoughts, struct thought, at);
	const struct kit_round *round = thought->round;
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct codes codes = {.game = round->game,
		.option = kit_code_option(round),
		.seed = kit_seeds_at(round, thought->table)[thought->i],
		.players = round->players[thought->table - 1]};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	codes.game->build(layout, &code);
	printed_game_of(round->game)->solve(
		layout, round->house, kit_solved_at(round, thought->table)[thought->i]);
}

/* Tables that play the same seeds have them solved once. */
bool
kit_solve(struct kit *kit, const struct kit_work *work)
{
	struct thinking thinking = {kit, g_array_new(FALSE, FALSE, sizeof(struct thought))};

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 1 : kit_all_tables(round);

		if (printed_game_of(round->game)->solve == NULL)
			continue;
		g_free(round->solved);
		round->solved = g_malloc0_n((size_t)last * round->count, SOLVED_TEXT);
		for (unsigned table = 1; table <= last; table++)
			for (uint32_t i = 0; i < round->count; i++)
				g_array_append_val(thinking.thoughts, ((struct thought){round, n, table, i}));
	}
	return think(&thinking, work, solve);
}
