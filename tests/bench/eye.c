/* SPDX-License-Identifier: MIT
 * How well the eye reads what simulated cameras show, where the truth is known, and how long that takes
 * beside others' readers.
 *     bench-eye PICTURES [SEED [KIND [LEVEL [FOLDER]]]]    this many of each kind and level, or of one kind at one
 *         level; played cards that are not read are kept in FOLDER */
#include "tests/bench/eye.h"
#include "kiosk/games/kiosk_game.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

const char *const bench_levels[LEVELS] = {"mild", "moderate", "harsh"};

double
bench_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* With the colours of a scene, or without (NULL). */
static void
look(struct bench *bench, const struct image *photo, struct scene *scene, struct sight *sight)
{
	double start = bench_now();

	code_list_look_in_colour(bench->list, bench->eye, photo, scene == NULL ? NULL : scene_colours, scene, sight);
	bench->seconds += bench_now() - start;
	bench->looks++;
}

void
bench_look(struct bench *bench, const struct image *photo, struct sight *sight)
{
	look(bench, photo, NULL, sight);
}

void
bench_look_in_colour(struct bench *bench, struct scene *scene, struct sight *sight)
{
	look(bench, &scene->photo, scene, sight);
}

double
bench_drawn(struct bench *bench, double least, double most)
{
	return dice_between(&bench->dice, least, most);
}

void
bench_plan(struct bench *bench, const char *game, uint8_t players, struct print_job *job, struct page_plan *plan,
	struct code *code)
{
	*job = (struct print_job){
		.codes = {.game = game_by_id(game), .players = players, .seed = dice_roll(&bench->dice) & SEED_MAX},
		.count = 1,
		.paper = &paper_a4};
	page_plan_init(plan);
	printed_game_of(job->codes.game)->plan(job, plan);
	codes_make(&job->codes, 0, 0, code);
}

void
bench_draw(struct bench *bench, const char *game, uint8_t players, struct print_job *job, struct sheet *sheet,
	struct code *code)
{
	struct page_plan plan;

	bench_plan(bench, game, players, job, &plan, code);
	sheet_draw(sheet, &g_array_index(plan.pages, struct page, 0), bench->shaper);
	page_plan_finish(&plan);
}

static const struct {
	const char *name;
	bench_kind *run;
} kinds[] = {
	{"times", bench_times},
	{"coupons", bench_coupons},
	{"coupons-large", bench_coupons_large},
	{"frames", bench_frames},
	{"cards", bench_cards},
	{"codes", bench_codes},
	{"clips", bench_clips},
	{"clips-large", bench_clips_large},
	{"clips-odd", bench_clips_odd},
	{"clips-covered", bench_clips_covered},
	{"clips-alike", bench_clips_alike},
	{"clips-hard", bench_clips_hard},
	{"nothing-covered", bench_nothing_covered},
	{"bubbles", bench_bubbles},
};

/* False when there is no such kind. */
static bool
run(struct bench *bench, const char *kind, const char *level, unsigned pictures)
{
	bool ran = false;

	for (size_t i = 0; i < LENGTH(kinds); i++)
		for (int at = 0; at < LEVELS; at++) {
			if ((kind != NULL && strcmp(kind, kinds[i].name) != 0) ||
				(level != NULL && strcmp(level, bench_levels[at]) != 0))
				continue;
			kinds[i].run(bench, (enum level)at, pictures);
			fflush(stdout);
			ran = true;
		}
	return ran;
}

int
main(int argc, char **argv)
{
	unsigned pictures = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	struct bench bench = {.dice = argc > 2 ? (uint64_t)atoll(argv[2]) : 1, .folder = argc > 5 ? argv[5] : NULL};
	struct problem problem;
	bool ran;

	if (pictures == 0 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-eye PICTURES [SEED [KIND [LEVEL [FOLDER]]]]\n");
		return 2;
	}
	bench.shaper = shaper_create(&problem);
	bench.eye = eye_create(kiosk_eye_game);
	if (bench.shaper == NULL || bench.eye == NULL) {
		fputs("no eye, or no fonts\n", stderr);
		return 1;
	}
	eye_prepare(bench.eye);
	ran = run(&bench, argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL, pictures);
	if (!ran)
		fprintf(stderr, "bench-eye: no such kind or level\n");
	eye_destroy(bench.eye);
	shaper_destroy(bench.shaper);
	return ran ? 0 : 2;
}
