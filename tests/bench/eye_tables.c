/* SPDX-License-Identifier: MIT
 * Whose coupons are, on tables that are laid in many ways (tests/kiosk/eye/laid_table.h). The constants of
 * kiosk/games/coupons/piles.c were chosen on the ways called tuned; the others were held out.
 *     bench-eye-tables TABLES [SEED [PHOTOS]]     tables of each kind and way that are seen directly, and photos of
 * each kind in all ways of which pictures are taken and read */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "tests/kiosk/eye/laid_table_judge.h"

static void
print_count(const char *kind, const char *ways, const struct table_count *count)
{
	printf("tables   %-10s %-8s %5.1f %% of %u coupons given, %5.1f %% of %u tables without a question, %u wrong\n",
		kind, ways, 100.0 * count->given / count->due, count->due, 100.0 * count->complete / count->tables,
		count->tables, count->wrong);
	fflush(stdout);
}

static void
add_count(struct table_count *to, const struct table_count *from)
{
	to->tables += from->tables;
	to->complete += from->complete;
	to->due += from->due;
	to->given += from->given;
	to->wrong += from->wrong;
}

/* Each way has dice of its own, so that it can be compared alone. */
static uint64_t
dice_of(uint64_t seed, enum table_kind kind, unsigned way)
{
	return seed * 1000 + kind * 20 + way;
}

int
main(int argc, char **argv)
{
	unsigned tables = argc > 1 ? (unsigned)atoi(argv[1]) : 100, photos = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
	uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	const char *only = argc > 4 ? argv[4] : NULL;
	struct shaper *shaper;
	struct problem problem;
	struct eye *eye;

	shaper = sodium_init() < 0 ? NULL : shaper_create(&problem);
	if (shaper == NULL) {
		fputs("bench-eye-tables: no fonts or no libsodium\n", stderr);
		return 1;
	}
	eye = eye_create(kiosk_eye_game);
	for (enum table_kind kind = 0; kind < TABLE_KINDS; kind++) {
		struct table_count tuned = {0}, held_out = {0}, shot = {0};
		uint64_t dice = dice_of(seed, kind, WAYS);

		if (only != NULL && strcmp(only, table_kind_name[kind]) != 0)
			continue;
		for (enum pile_way way = 0; way < WAYS; way++) {
			uint64_t of_way = dice_of(seed, kind, way);
			struct table_count count = {0};

			for (unsigned i = 0; i < tables; i++)
				table_judge(
					kind, way, i % 2 ? LEVEL_MODERATE : LEVEL_MILD, NULL, NULL, &of_way, &count);
			if (tables > 0)
				print_count(table_kind_name[kind], pile_way_name[way], &count);
			add_count(way < WAYS_TUNED ? &tuned : &held_out, &count);
		}
		for (unsigned i = 0; i < photos; i++)
			table_judge(
				kind, i % WAYS, i / WAYS % 2 ? LEVEL_MODERATE : LEVEL_MILD, shaper, eye, &dice, &shot);
		if (tables > 0) {
			print_count(table_kind_name[kind], "tuned", &tuned);
			print_count(table_kind_name[kind], "held out", &held_out);
		}
		if (photos > 0)
			print_count(table_kind_name[kind], "photos", &shot);
	}
	eye_destroy(eye);
	shaper_destroy(shaper);
	return 0;
}
