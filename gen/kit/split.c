/* SPDX-License-Identifier: MIT
 * Sharing people out. */
#include "gen/kit/split.h"

#include "gen/press/printed_game.h"

/* What a table costs that is one player off the usual size; the square of that where it is more. Larger than any number
 * of tables, so that sizes matter first. */
#define UNUSUAL 1000

/* What every table costs: of two ways that are as good the one with fewer tables is chosen. */
#define ONE 1

/* What a size costs that the game is not for. */
#define IMPOSSIBLE UINT32_MAX

/* What a table of a size costs; IMPOSSIBLE where the game is not for that many. */
static uint32_t
cost(const struct game *game, unsigned size)
{
	const struct codes usual = {.game = game}, codes = {.game = game, .players = (uint8_t)size};
	struct problems problems;
	struct code code;
	int off;

	problems_init(&problems);
	if (!printed_game_check(&codes, &problems))
		return IMPOSSIBLE;
	codes_make(&usual, 0, 0, &code);
	off = (int)size - (int)code.players;
	return (uint32_t)(UNUSUAL * off * off + ONE);
}

/* The cheapest way for every number of people: the size of its last table, 0 where there is none. */
static uint8_t *
find_ways(const struct game *game, unsigned people)
{
	uint32_t of_size[PLAYERS_MAX + 1], *costs = g_new(uint32_t, people + 1);
	uint8_t *last = g_new0(uint8_t, people + 1);

	for (unsigned size = 1; size <= PLAYERS_MAX; size++)
		of_size[size] = cost(game, size);
	costs[0] = 0;
	for (unsigned n = 1; n <= people; n++) {
		costs[n] = IMPOSSIBLE;
		for (unsigned size = 1; size <= PLAYERS_MAX && size <= n; size++) {
			if (of_size[size] == IMPOSSIBLE || costs[n - size] == IMPOSSIBLE ||
				costs[n - size] + of_size[size] >= costs[n])
				continue;
			costs[n] = costs[n - size] + of_size[size];
			last[n] = (uint8_t)size;
		}
	}
	g_free(costs);
	return last;
}

static int
by_size(const void *a, const void *b)
{
	return *(const uint8_t *)b - *(const uint8_t *)a;
}

unsigned
kit_split(const struct game *game, unsigned people, GByteArray *tables)
{
	uint8_t *last;
	unsigned left = 0, seated;
	guint before = tables->len;

	people = MIN(people, KIT_PEOPLE_MOST);
	last = find_ways(game, people);
	while (left < people && last[people - left] == 0)
		left++;
	for (seated = people - left; seated > 0; seated -= last[seated])
		g_byte_array_append(tables, &last[seated], 1);
	qsort(tables->data + before, tables->len - before, 1, by_size);
	g_free(last);
	return left;
}
