/* SPDX-License-Identifier: MIT
 * Dividing people among tables. */
#include "gen/kit/kit.h"

/* Cost of a table that is one player off the usual size; it grows with the square of the difference. Larger than the
 * cost of many tables, so that sizes matter before the number of tables. */
#define UNUSUAL 1000

/* Cost of every table: of two equally good divisions the one with fewer tables is chosen. */
#define ONE 1

/* Cost of a size that the game does not allow. */
#define IMPOSSIBLE UINT32_MAX

/* The cost of a table of a size. */
static uint32_t
cost(const struct game *game, unsigned size)
{
	const struct codes usual = {.game = game}, codes = {.game = game, .players = (uint8_t)size};
	struct problems problems;
	struct code code;

	problems_init(&problems);
	if (!printed_game_check(&codes, &problems))
		return IMPOSSIBLE;
	codes_make(&usual, 0, 0, &code);
	int off = (int)size - (int)code.players;
	return (uint32_t)(UNUSUAL * off * off + ONE);
}

static int
by_size(const void *a, const void *b)
{
	return *(const uint8_t *)b - *(const uint8_t *)a;
}

/* Dynamic programming: the cheapest division of n people is a last table and the cheapest division of the others. */
unsigned
kit_split(const struct game *game, unsigned people, GByteArray *tables)
{
	unsigned left = 0;
	guint before = tables->len;

	people = MIN(people, KIT_PEOPLE_MOST);
	g_autofree uint32_t *costs = g_new0(uint32_t, people + 1);
	g_autofree uint8_t *last = g_new0(uint8_t, people + 1); /* size of the last table; 0 if there is no division */
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
