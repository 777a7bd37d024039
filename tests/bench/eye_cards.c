/* SPDX-License-Identifier: MIT
 * Five cards in a picture: how many of their codes are read. */
#include <stdio.h>

#include "tests/bench/eye.h"
#include "tests/kiosk/eye/played.h"
#include "tests/tools.h"

#define CARDS 5

void
bench_cards(struct bench *bench, enum level level, unsigned pictures)
{
	unsigned right = 0, wrong = 0;

	bench->seconds = bench->looks = 0;
	for (unsigned n = 0; n < pictures; n++) {
		uint64_t seed[CARDS];
		struct conditions conditions;
		struct scene scene;
		struct sight sight;

		scene_conditions(&conditions, level, 1920, 1080, bench_drawn(bench, 3.9, 4.5), &bench->dice);
		conditions.roll = 0;
		scene_init(&scene, &conditions, dice_roll(&bench->dice));
		for (int i = 0; i < CARDS; i++) {
			struct played card;

			played_draw(&card, WIRES_STEEL, 0, 300, bench->shaper, &bench->dice);
			seed[i] = card.code.seed;
			played_lay(&scene, &card,
				&(struct lie){.x = (i - CARDS / 2) * 70,
					.y = bench_drawn(bench, -30, 30),
					.turn = bench_drawn(bench, -9, 9),
					.bow = bench_drawn(bench, 0, 2)});
			played_finish(&card);
		}
		scene_shoot(&scene);
		bench_look(bench, &scene.photo, &sight);
		for (unsigned c = 0; c < sight.codes->len; c++) {
			bool known = false;

			for (int i = 0; i < CARDS; i++)
				known |= SEEN_CODE(&sight, c)->code.seed == seed[i];
			right += known;
			wrong += !known;
		}
		sight_finish(&sight);
		scene_finish(&scene);
	}
	printf("cards    1920x1080 %-8s %6.2f %% of the codes of %d cards a picture read, %u wrong, %4.0f ms a picture\n",
		bench_levels[level], 100.0 * right / (CARDS * pictures), CARDS, wrong,
		1000 * bench->seconds / bench->looks);
}
