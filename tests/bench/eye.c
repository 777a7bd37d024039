/* SPDX-License-Identifier: MIT
 * How well the eye reads what simulated cameras show, where the truth is known, and how long that takes
 * beside others' readers.
 *     bench-eye PICTURES [SEED [KIND [LEVEL [FOLDER]]]]    so many of each kind and level, or of one kind at one
 *         level; played cards that are not read are kept in FOLDER */
#include "tests/bench/eye.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/tools.h"

const char *const bench_levels[LEVELS] = {"mild", "moderate", "harsh"};

double
bench_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void
bench_look(struct bench *bench, const struct image *photo, struct sight *sight)
{
	double start = bench_now();

	code_list_look(NULL, bench->eye, photo, sight);
	bench->seconds += bench_now() - start;
	bench->looks++;
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
	*job = (struct print_job){.codes = {.game = game_by_id(game),
				    .players = players,
				    .seed = dice_roll(&bench->dice) & SEED_MAX},
		.count = 1,
		.paper = &paper_a4};
	page_plan_init(plan);
	printed_game_of(job->codes.game)->plan(job, plan);
	print_job_code(job, 0, 0, code);
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

/* Counts the bubbles of a form against what was marked. */
struct count {
	unsigned all, wrong, unsure, lost;
};

static void
judge(const struct sight *sight, const struct code *code, const struct form *form,
	const bool *marked, struct count *count)
{
	const struct seen_form *seen = NULL;

	for (unsigned i = 0; i < sight->forms->len; i++)
		if (SEEN_FORM(sight, i)->code.seed == code->seed &&
			SEEN_FORM(sight, i)->code.piece == code->piece)
			seen = SEEN_FORM(sight, i);
	count->all += form->bubbles;
	if (seen == NULL || seen->marks == 0) {
		count->lost += form->bubbles;
		return;
	}
	for (unsigned m = 0; m < seen->marks; m++)
		for (unsigned b = 0; b < form->bubbles; b++) {
			if (strcmp(seen->mark[m].id, form->bubble[b].id) != 0)
				continue;
			count->unsure += seen->mark[m].state == MARK_UNSURE;
			count->wrong +=
				seen->mark[m].state == (marked[b] ? MARK_EMPTY : MARK_FILLED);
		}
}

static void
bubbles(struct bench *bench, const char *game, uint8_t players, enum level level, unsigned pictures)
{
	struct count count = {0};

	for (unsigned n = 0; n < pictures; n++) {
		_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
		bool marked[2][FORM_BUBBLES] = {{0}};
		struct form form[2];
		struct camera camera;
		struct sheet sheet;
		struct sight sight;
		struct code code;
		struct print_job job;
		struct rect part;
		unsigned pieces;

		bench_draw(bench, game, players, &job, &sheet, &code);
		pieces = codes_pieces(&job.codes);
		job.codes.game->build(layout, &code);
		for (uint8_t piece = 0; piece < pieces; piece++) {
			code.piece = piece;
			job.codes.game->form(layout, &code, &form[piece]);
			for (unsigned b = 0; b < form[piece].bubbles; b++) {
				int ink = (int)bench_drawn(bench, 20, 110);

				marked[piece][b] = dice_below(&bench->dice, 4) == 0;
				if (marked[piece][b])
					sheet_mark(&sheet, &form[piece].bubble[b].at,
						(enum stroke)dice_below(&bench->dice, STROKES), ink,
						&bench->dice);
			}
		}
		part = (struct rect){-200, -200, form[0].w + 400,
			pieces == 2 ? form[0].piece.h + 300 : form[0].h + 400};
		camera_init(&camera, 4032, 3024, dice_roll(&bench->dice));
		camera_lay(&camera, &sheet, &part,
			&(struct pose){.x = 2016,
				.y = 1512,
				.scale = pieces == 2 ? 17 : 10,
				.turn = bench_drawn(bench, -8, 8) + 180 * dice_below(&bench->dice, 2),
				.tilt = bench_drawn(bench, 0, 20),
				.tilt_towards = bench_drawn(bench, 0, 360)});
		camera_shoot(&camera, level);
		bench_look(bench, &camera.photo, &sight);
		for (uint8_t piece = 0; piece < pieces; piece++) {
			code.piece = piece;
			judge(&sight, &code, &form[piece], marked[piece], &count);
		}
		sight_finish(&sight);
		camera_finish(&camera);
		image_finish(&sheet.image);
	}
	printf("bubbles  %-8s %-8s %u bubbles: %u wrong, %.2f %% unsure, %.2f %% on forms not "
	       "found\n",
		game, bench_levels[level], count.all, count.wrong, 100.0 * count.unsure / count.all,
		100.0 * count.lost / count.all);
}

static void
bench_bubbles(struct bench *bench, enum level level, unsigned pictures)
{
	bubbles(bench, "laundry", 2, level, (pictures + 3) / 4);
	bubbles(bench, "chipit", 4, level, (pictures + 3) / 4);
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
	char *problem = NULL;
	bool ran;

	if (pictures == 0 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-eye PICTURES [SEED [KIND [LEVEL [FOLDER]]]]\n");
		return 2;
	}
	bench.shaper = shaper_create(&problem);
	bench.eye = eye_create();
	if (bench.shaper == NULL || bench.eye == NULL) {
		fprintf(stderr, "%s\n", problem ? problem : "no eye");
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
