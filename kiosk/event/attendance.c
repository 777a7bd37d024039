/* SPDX-License-Identifier: MIT
 * Choosing tables by dynamic programming over the number of people who have a seat. */
#include "kiosk/event/attendance.h"

#include <glib.h>
#include <string.h>

#include "scoring/rules.h"

/* Tables that are weighed against each other: of WINDOW tables, BEFORE would be used anyway. Any difference in
 * attendance that is smaller than the seats of that many tables can be met by them. */
#define WINDOW 48
#define BEFORE 24

/* What a choice for a table costs. Printing again outweighs all spares, and these all tables that stay empty. */
#define COST_PRINT 100000
#define COST_SPARE 100
#define COST_EMPTY 1
#define COST_NONE  UINT32_MAX

/* The cost of a size (0: empty) for a table; COST_NONE if it is impossible. */
static uint32_t
cost_of(unsigned printed, bool spare, unsigned sizes, unsigned size)
{
	uint32_t cost = size == 0 ? (spare ? 0 : COST_EMPTY) : (spare ? COST_SPARE : 0);

	if (size == 0 || size == printed)
		return cost;
	return (sizes >> size & 1) == 0
		? COST_NONE
		: cost + COST_PRINT + 10 * (uint32_t)ABS((int)size - (int)printed) + PLAYERS_MAX - size;
}

/* Chooses among the tables of a window for at most `people`. */
static unsigned
choose(const uint8_t *printed, unsigned count, unsigned first_spare, unsigned people, unsigned sizes, uint8_t *seats)
{
	unsigned most = MIN(people, count * PLAYERS_MAX), seated = most;
	g_autofree uint32_t *cost = g_new(uint32_t, (size_t)(count + 1) * (most + 1));
	g_autofree uint8_t *chosen = g_new0(uint8_t, (size_t)(count + 1) * (most + 1));

	for (size_t i = 0; i < (size_t)(count + 1) * (most + 1); i++)
		cost[i] = COST_NONE;
	cost[0] = 0;
	for (unsigned table = 0; table < count; table++) {
		const uint32_t *before = cost + (size_t)table * (most + 1);
		uint32_t *after = cost + (size_t)(table + 1) * (most + 1);

		for (unsigned size = 0; size <= PLAYERS_MAX; size++) {
			uint32_t price = cost_of(printed[table], table >= first_spare, sizes, size);

			for (unsigned n = 0; price != COST_NONE && n + size <= most; n++)
				if (before[n] != COST_NONE && before[n] + price < after[n + size]) {
					after[n + size] = before[n] + price;
					chosen[(size_t)(table + 1) * (most + 1) + n + size] = (uint8_t)size;
				}
		}
	}
	while (cost[(size_t)count * (most + 1) + seated] == COST_NONE)
		seated--;
	for (unsigned table = count, n = seated; table-- > 0; n -= seats[table])
		seats[table] = chosen[(size_t)(table + 1) * (most + 1) + n];
	return seated;
}

unsigned
attendance_fill(
	const uint8_t *printed, unsigned count, unsigned spares, unsigned people, unsigned sizes, uint8_t *seats)
{
	unsigned used = 0, seated = 0, from;

	/* Tables that are used anyway: all before the last BEFORE that people would fill. */
	while (used < count && seated + printed[used] <= people)
		seated += printed[used++];
	from = used > BEFORE ? used - BEFORE : 0;
	for (unsigned i = from; i < used; i++)
		seated -= printed[i];
	memset(seats, 0, count);
	memcpy(seats, printed, from);
	/* Spares are the last tables, and those in the window may be too few: the window ends with them if it can. */
	unsigned window = MIN(count - from, WINDOW), first_spare = count - MIN(spares, count);
	return seated +
		choose(printed + from, window, first_spare > from ? first_spare - from : 0, people - seated, sizes,
			seats + from);
}
