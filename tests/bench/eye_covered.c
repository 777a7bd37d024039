/* SPDX-License-Identifier: MIT
 * What it costs that cards whose QR is covered may be anywhere: pictures that show none of them, looked at with an
 * event's cards open and with none. */
#include <glib.h>
#include <stdio.h>

#include "kiosk/games/kiosk_game.h"
#include "layouts/clips.h"
#include "tests/bench/eye.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define OPEN 300

void
bench_open_cards(struct covered_list *open)
{
	for (uint64_t seed = 1; seed <= OPEN; seed++) {
		const struct code code = {
			.seed = seed, .game = game_clips.number, .version = game_clips.version, .players = 2};

		covered_list_add(open, &game_clips, &code);
	}
}

/* What looking took, and whatever was taken for a card. */
struct cost {
	double without, with;
	unsigned found;
};

static void
look_twice(struct bench *bench, const struct covered_list *open, const struct image *photo, struct cost *cost)
{
	for (int with = 0; with < 2; with++) {
		struct code_list list;
		struct sight sight;
		double start;

		code_list_init(&list, NULL);
		list.games = kiosk_eye_game;
		list.covered = with ? open : NULL;
		start = bench_now();
		code_list_look(&list, bench->eye, photo, &sight);
		*(with ? &cost->with : &cost->without) += bench_now() - start;
		cost->found += with ? sight.forms->len : 0;
		sight_finish(&sight);
		code_list_finish(&list);
	}
}

/* A table, with the coupons of a sheet on it or bare. */
static void
look_at_table(struct bench *bench, const struct covered_list *open, enum level level, enum table table, bool coupons,
	unsigned pictures)
{
	struct cost cost = {0};

	for (unsigned n = 0; n < pictures; n++) {
		struct conditions conditions;
		struct scene scene;
		struct pile pile;

		bench_pile_conditions(bench, level, 1920, 1080, &conditions);
		conditions.table = table;
		scene_init(&scene, &conditions, dice_roll(&bench->dice));
		if (coupons) {
			bench_pile(bench, &conditions, &pile);
			bench_pile_lay(&pile, &scene, 0, 0);
		}
		scene_shoot(&scene);
		look_twice(bench, open, &scene.photo, &cost);
		if (coupons)
			layer_finish(&pile.layer);
		scene_finish(&scene);
	}
	printf("covered  1920x1080 %-8s %-12s %u pictures: %.1f ms a picture without cards that may be there, %.1f with %d, "
	       "taken for one %u\n",
		bench_levels[level],
		coupons                            ? "coupons"
			: table == TABLE_NEWSPAPER ? "newspaper"
						   : "checks",
		pictures, 1000 * cost.without / pictures, 1000 * cost.with / pictures, OPEN, cost.found);
}

void
bench_nothing_covered(struct bench *bench, enum level level, unsigned pictures)
{
	struct covered_list open;

	covered_list_init(&open, kiosk_eye_game);
	bench_open_cards(&open);
	look_at_table(bench, &open, level, TABLE_WOOD, true, pictures);
	look_at_table(bench, &open, level, TABLE_NEWSPAPER, false, pictures);
	look_at_table(bench, &open, level, TABLE_CHECKS, false, pictures);
	covered_list_finish(&open);
}
