/* SPDX-License-Identifier: MIT
 * How many sit at which table. */
#include "gen/kit/kit.h"

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

static int
by_size(const void *a, const void *b)
{
	return *(const uint8_t *)b - *(const uint8_t *)a;
}

/* For every number of people the cheapest way is found from those of fewer: the size of its last table. */
unsigned
kit_split(const struct game *game, unsigned people, GByteArray *tables)
{
	unsigned left = 0;
	guint before = tables->len;

	people = MIN(people, KIT_PEOPLE_MOST);
	g_autofree uint32_t *costs = g_new0(uint32_t, people + 1);
	g_autofree uint8_t *last = g_new0(uint8_t, people + 1); /* 0 where there is no way */
	uint32_t of_size[PLAYERS_MAX + 1];

	for (unsigned size = 1; size <= PLAYERS_MAX; size++)
		of_size[size] = cost(game, size);
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
	while (left < people && last[people - left] == 0)
		left++;
	for (unsigned seated = people - left; seated > 0; seated -= last[seated])
		g_byte_array_append(tables, &last[seated], 1);
	if (tables->len > before)
		qsort(tables->data + before, tables->len - before, 1, by_size);
	return left;
}
