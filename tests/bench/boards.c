/* SPDX-License-Identifier: MIT
 * How well the eye reads played cards: all six clips right, in pictures by the wider camera, where the
 * truth is known; and how long a picture takes.
 *     bench-boards PICTURES SEED [FOLDER [KIND]]    so many of each kind, or of one ("moderate-steel-1080");
 * those not read are kept in FOLDER, where it is not "-" */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/played.h"
#include "tests/tools.h"

static const char *const level_names[LEVELS] = {"mild", "moderate", "harsh"};

struct bench {
	struct shaper *shaper;
	struct eye *eye;
	struct code_list codes;
	uint64_t dice;
	const char *folder, *kind; /* or NULL */
};

/* What became of the pictures of a kind. */
struct count {
	unsigned pictures, codes, found, right, wrong, unsure;
	double seconds;
};

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool
is_played(const struct played *played, const char *id)
{
	char text[CLIP_TEXT];

	for (unsigned i = 0; i < played->clips; i++)
		if (strcmp(clip_write(&played->clip[i], text), id) == 0)
			return true;
	return false;
}

/* Whether all clips are sure and right. */
static bool
judge(const struct played *played, const struct sight *sight, struct count *count)
{
	const struct seen_form *form = sight->forms->len > 0 ? SEEN_FORM(sight, 0) : NULL;
	unsigned right = 0, wrong = 0, unsure = 0;

	count->pictures++;
	count->codes += sight->codes->len > 0;
	if (form == NULL || form->marks == 0)
		return false;
	count->found++;
	for (unsigned i = 0; i < form->marks; i++) {
		bool there = is_played(played, form->mark[i].id);

		right += there && form->mark[i].state == MARK_FILLED;
		wrong += form->mark[i].state == (there ? MARK_EMPTY : MARK_FILLED);
		unsure += form->mark[i].state == MARK_UNSURE;
	}
	count->wrong += wrong;
	count->unsure += unsure > 0;
	count->right += right == played->clips && unsure == 0;
	return right == played->clips && unsure == 0 && wrong == 0;
}

static void
keep(const struct bench *bench, const struct played *played, const struct scene *scene, const struct sight *sight,
	const char *name)
{
	char file[300], text[CLIP_TEXT];

	snprintf(file, sizeof file, "%s/%s.jpg", bench->folder, name);
	scene_save(scene, file);
	printf("  %s: %s", name, played->text);
	for (unsigned i = 0; i < played->clips; i++)
		printf(" %s", clip_write(&played->clip[i], text));
	printf(";%s", sight->forms->len > 0 ? "" : " no board");
	for (unsigned i = 0; sight->forms->len > 0 && i < SEEN_FORM(sight, 0)->marks; i++) {
		const struct seen_mark *mark = &SEEN_FORM(sight, 0)->mark[i];

		if (mark->state != MARK_EMPTY || is_played(played, mark->id))
			printf(" %s %s %.2f", mark->id, mark_state_name(mark->state), mark->darkness);
	}
	printf("\n");
}

static void
report(const struct count *count, enum level level, enum wires wires, int32_t w, int32_t h)
{
	static const char *const made[] = {"steel", "red and blue"};

	printf("boards %4dx%-4d %-8s %-12s %u pictures: code read %u, board found %u, all right %u, with doubts %u, "
	       "wrong and certain %u, %4.0f ms a picture\n",
		w, h, level_names[level], made[wires], count->pictures, count->codes, count->found, count->right,
		count->unsure, count->wrong, 1000 * count->seconds / count->pictures);
	fflush(stdout);
}

static void
kind(struct bench *bench, enum level level, enum wires wires, int32_t w, int32_t h, unsigned pictures)
{
	struct count count = {0};
	char called[60];

	snprintf(called, sizeof called, "%s-%s-%d", level_names[level], wires == WIRES_STEEL ? "steel" : "colour", h);
	if (bench->kind != NULL && strcmp(bench->kind, called) != 0)
		return;
	for (unsigned n = 0; n < pictures; n++) {
		struct conditions conditions;
		struct played played;
		struct scene scene;
		struct sight sight;
		double start;
		char name[80];

		played_draw(&played, wires, CLIPS_IN_ALL, h > 1080 ? 600 : 300, bench->shaper, &bench->dice);
		scene_conditions(&conditions, level, w, h, h / 1080.0 * dice_between(&bench->dice, 6.5, 9.5), &bench->dice);
		scene_init(&scene, &conditions, dice_roll(&bench->dice));
		played_lay(&scene, &played,
			&(struct lie){.x = dice_between(&bench->dice, -6, 6), .y = dice_between(&bench->dice, -6, 6),
				.turn = dice_between(&bench->dice, 0, 360),
				.bow = dice_between(&bench->dice, 0, level == LEVEL_MILD ? 2 : 5),
				.bow_towards = dice_between(&bench->dice, 0, 360),
				.curl = dice_between(&bench->dice, 0, level == LEVEL_MILD ? 0.5 : 2)});
		scene_shoot(&scene);
		start = now();
		code_list_look(&bench->codes, bench->eye, &scene.photo, &sight);
		count.seconds += now() - start;
		snprintf(name, sizeof name, "%s-%u", called, n);
		if (!judge(&played, &sight, &count) && bench->folder != NULL)
			keep(bench, &played, &scene, &sight, name);
		sight_finish(&sight);
		scene_finish(&scene);
		played_finish(&played);
		/* Long runs say how they go. */
		if (count.pictures % 25 == 0 && count.pictures < pictures)
			report(&count, level, wires, w, h);
	}
	report(&count, level, wires, w, h);
}

int
main(int argc, char **argv)
{
	unsigned pictures = argc > 2 ? (unsigned)atoi(argv[1]) : 0;
	struct bench bench = {.dice = argc > 2 ? (uint64_t)atoll(argv[2]) : 0, .folder = argc > 3 && strcmp(argv[3], "-") != 0 ? argv[3] : NULL, .kind = argc > 4 ? argv[4] : NULL};
	char *problem = NULL;

	if (pictures == 0 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-boards PICTURES SEED [FOLDER [KIND]]\n");
		return 2;
	}
	bench.shaper = shaper_create(&problem);
	bench.eye = eye_create();
	if (bench.shaper == NULL) {
		fprintf(stderr, "%s\n", problem);
		return 1;
	}
	code_list_init(&bench.codes, NULL);
	bench.codes.boards = kiosk_game_board;
	for (int level = LEVEL_MILD; level <= LEVEL_MODERATE; level++)
		for (int wires = 0; wires < WIRES; wires++) {
			kind(&bench, (enum level)level, (enum wires)wires, 1920, 1080, pictures);
			kind(&bench, (enum level)level, (enum wires)wires, 4032, 3024, (pictures + 3) / 4);
		}
	code_list_finish(&bench.codes);
	eye_destroy(bench.eye);
	shaper_destroy(bench.shaper);
	return 0;
}
