/* SPDX-License-Identifier: MIT
 * The seeds of a kit that follow from its own, and what the organiser's key
 * tells of its cards: thought out by several threads before anything is drawn.
 * The stream of the seeds is described in seedpress(1), so that anyone can
 * check a kit without this program. */
#include <string.h>

#include "gen/cli/command.h"
#include "gen/cli/parallel.h"
#include "gen/cli/deadline.h"
#include "gen/games/filter.h"
#include "gen/kit/kit.h"
#include "layouts/clips.h"
#include "scoring/solve/clips_duel.h"
#include "scoring/solve/clips_solo.h"

/* Keys with all bits above the seed set are those of series, with purpose 0; this is a purpose
 * beside it. */
#define KIT_KEY     (UINT64_C(0xffff) << SEED_BITS)
#define KIT_PURPOSE 1

/* Where a thread is to think: the seeds of a table (0: of all tables of a duplicate round), or one
 * of them. */
struct place {
	struct kit_round *round;
	unsigned n, table;
	uint32_t i;
};

struct thinking {
	const struct kit *kit;
	GArray *places;
};

/* Thinks at every place, and is done with them. False after a sentence. */
static bool
think(struct thinking *thinking, unsigned jobs, const char *what,
	void (*task)(void *data, unsigned n))
{
	struct deadline deadline;
	bool fine = deadline_init(&deadline, 0);

	if (fine) {
		fine = parallel_run(thinking->places->len, jobs, what, &deadline.limit, task, thinking);
		deadline_finish(&deadline);
		if (!fine)
			command_say("interrupted");
	} else {
		command_say("there is not enough memory");
	}
	g_array_unref(thinking->places);
	return fine;
}

/* Whether a seed is worth printing for tables of all the sizes in `players`. */
static bool
passes(const struct kit_round *round, const uint8_t *players, unsigned tables, uint64_t seed)
{
	struct filter_wish wish = {.fair = round->fair, .most = round->fair_most};
	bool seen[256] = {false};

	memcpy(wish.house, round->house, sizeof wish.house);
	for (unsigned i = 0; i < tables; i++) {
		struct codes codes = {.game = round->game, .players = players[i], .seed = seed,
			.option = round->option ? round->game->option : NULL};
		struct code code;

		if (seen[players[i]])
			continue;
		seen[players[i]] = true;
		codes_make(&codes, 0, 0, &code);
		if (!filter_grants(round->game, &code, &wish))
			return false;
	}
	return true;
}

/* The seeds of a table, from a stream of its own. */
static void
choose(void *data, unsigned at)
{
	const struct thinking *thinking = data;
	const struct place *place = &g_array_index(thinking->places, struct place, at);
	const struct kit_round *round = place->round;
	const uint8_t *players = round->players + (place->table == 0 ? 0 : place->table - 1);
	unsigned tables = place->table == 0 ? round->tables : 1;
	uint64_t *seeds = place->table == 0 ? round->seeds : kit_seeds_at(round, place->table);
	struct random random;

	random_init(&random, thinking->kit->seed | KIT_KEY, KIT_PURPOSE, place->n << 12 | place->table);
	for (uint32_t i = 0; i < round->count; i++) {
		do
			seeds[i] = random_seed(&random);
		while (!passes(round, players, tables, seeds[i]));
	}
}

bool
kit_choose_seeds(struct kit *kit, unsigned jobs)
{
	struct thinking thinking = {kit, g_array_new(FALSE, FALSE, sizeof(struct place))};

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 0 : kit_all_tables(round);

		g_free(round->seeds);
		round->seeds = g_new(uint64_t, (size_t)kit_all_tables(round) * round->count);
		for (unsigned table = round->duplicate ? 0 : 1; table <= last; table++)
			g_array_append_val(thinking.places, ((struct place){round, n, table, 0}));
	}
	if (!think(&thinking, jobs, "tables", choose))
		return false;
	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];

		for (unsigned table = 2; round->duplicate && table <= kit_all_tables(round); table++)
			memcpy(kit_seeds_at(round, table), round->seeds, sizeof *round->seeds * round->count);
	}
	return true;
}

/* Solves a card for the organiser's key. Without memory it stays unknown. */
static void
solve(void *data, unsigned at)
{
	const struct thinking *thinking = data;
	const struct place *place = &g_array_index(thinking->places, struct place, at);
	struct codes codes = {.game = place->round->game,
		.seed = kit_seeds_at(place->round, place->table)[place->i]};
	struct kit_solved *solved = kit_solved_at(place->round, place->table) + place->i;
	struct clips_soloist *soloist = clips_soloist_create();
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	struct clips_layout layout;
	struct clips_board *board;
	struct clips_solo solo;
	struct code code;

	codes_make(&codes, 0, 0, &code);
	codes.game->build(&layout, &code);
	board = clips_board_create(&layout, place->round->house);
	if (board != NULL && soloist != NULL && duelist != NULL &&
		clips_solo_solve(soloist, board, NULL, NULL, NULL, &solo)) {
		clips_duelist_begin(duelist, board, NULL);
		solved->best = (int16_t)solo.best;
		solved->value = (int16_t)clips_duel_value(
			duelist, &(struct clips_game){0}, CLIPS_USUAL_VALUE).least;
		solved->known = true;
	}
	clips_board_destroy(board);
	clips_duelist_destroy(duelist);
	clips_soloist_destroy(soloist);
}

/* Tables that play the same seeds have them solved once. */
bool
kit_solve(struct kit *kit, unsigned jobs)
{
	struct thinking thinking = {kit, g_array_new(FALSE, FALSE, sizeof(struct place))};

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];
		unsigned last = round->duplicate ? 1 : kit_all_tables(round);

		if (round->game != &game_clips)
			continue;
		g_free(round->solved);
		round->solved = g_new0(struct kit_solved, (size_t)last * round->count);
		for (unsigned table = 1; table <= last; table++)
			for (uint32_t i = 0; i < round->count; i++)
				g_array_append_val(thinking.places, ((struct place){round, n, table, i}));
	}
	return think(&thinking, jobs, "cards", solve);
}
