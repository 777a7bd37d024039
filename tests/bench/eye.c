/* SPDX-License-Identifier: MIT
 * How well the eye reads: coupons (by the wider camera, beside libapriltag as it is), sheet codes and
 * bubbles in simulated pictures, where the truth is known; and how long a picture takes.
 *     bench-eye PICTURES [SEED [KIND]]    so many of each kind and level, or of one kind
 *                                         ("times", "coupons", "codes", "bubbles"; coupons at
 *                                         1080p alone: "mild", "moderate", "harsh") */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/reading/photo_set.h"
#include "kiosk/sight/seeing.h"
#include "layouts/chipit.h"
#include "layouts/coupons.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/scene.h"
#include "tests/tools.h"

#define WARM 10 /* pictures that are timed */

static const char *const level_names[LEVELS] = {"mild", "moderate", "harsh"};

struct bench {
	struct shaper *shaper;
	struct eye *eye;
	apriltag_detector_t *raw; /* with one bit, every pixel, nothing of ours */
	uint64_t dice;
	double seconds;
	unsigned looks;
};

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void
look(struct bench *bench, const struct image *photo, struct sight *sight)
{
	double start = now();

	code_list_look(NULL, bench->eye, photo, sight);
	bench->seconds += now() - start;
	bench->looks++;
}

static double
drawn(struct bench *bench, double least, double most)
{
	return least + (most - least) * dice_below(&bench->dice, 1000001) / 1e6;
}

/* The plan of a job with a seed of its own. */
static void
plan_first(struct bench *bench, const char *game, uint8_t players, struct print_job *job, struct page_plan *plan,
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

/* Its first page. */
static void
draw_first(struct bench *bench, const char *game, uint8_t players, struct print_job *job,
	struct sheet *sheet, struct code *code)
{
	struct page_plan plan;

	plan_first(bench, game, players, job, &plan, code);
	sheet_draw(sheet, &g_array_index(plan.pages, struct page, 0), bench->shaper);
	page_plan_finish(&plan);
}

/* The corners of a part that lies somewhere. */
static void
outline(const struct scene *scene, const struct rect *part, const struct lie *lie, double corner[4][2])
{
	for (int i = 0; i < 4; i++)
		scene_where(scene, part, lie, part->x + (i == 1 || i == 2) * part->w, part->y + (i / 2) * part->h,
			&corner[i][0], &corner[i][1]);
}

/* True when a line along a side of `one` keeps the two apart. */
static bool
apart(double one[4][2], double other[4][2])
{
	for (int i = 0; i < 4; i++) {
		double dx = one[(i + 1) % 4][0] - one[i][0], dy = one[(i + 1) % 4][1] - one[i][1];
		bool outside = true;

		for (int j = 0; j < 4; j++)
			outside &=
				dx * (other[j][1] - one[i][1]) - dy * (other[j][0] - one[i][0]) < 0;
		if (outside)
			return true;
	}
	return false;
}

/* Lays the coupons of a sheet so that none covers another, the large ones first. */
static bool
scatter(struct bench *bench, struct scene *scene, const struct layer *layer, const struct coupons_layout *layout)
{
	double corner[COUPONS_A_SHEET][4][2];
	int32_t w = scene->conditions.width, h = scene->conditions.height;
	double reach = hypot(w, h) / scene->conditions.scale / 2;
	int order[COUPONS_A_SHEET], placed = 0;

	for (int size = 4; size > 0; size--)
		for (int i = 0; i < COUPONS_A_SHEET; i++)
			if (layout->coupon[0][i].cols * layout->coupon[0][i].rows == size)
				order[placed++] = i;
	for (int n = 0, tries = 0; n < COUPONS_A_SHEET; tries++) {
		const struct rect part = coupon_rect(&layout->coupon[0][order[n]]);
		const struct lie lie = {.x = drawn(bench, -reach, reach),
			.y = drawn(bench, -reach, reach),
			.turn = drawn(bench, 0, 360),
			.bow = drawn(bench, 0, 1.5),
			.bow_towards = drawn(bench, 0, 360)};
		bool fine = true;

		outline(scene, &part, &lie, corner[n]);
		for (int i = 0; i < 4; i++)
			fine &= corner[n][i][0] > 2 && corner[n][i][0] < w - 2 && corner[n][i][1] > 2 &&
				corner[n][i][1] < h - 2;
		for (int i = 0; fine && i < n; i++)
			fine = apart(corner[n], corner[i]) || apart(corner[i], corner[n]);
		if (fine) {
			scene_lay(scene, layer, &part, &part, &lie);
			n++;
		}
		if (tries > 200000)
			return false;
	}
	return true;
}

static bool
is_of(const struct coupons_layout *layout, int id)
{
	for (int i = 0; i < COUPONS_A_SHEET; i++)
		if (layout->coupon[0][i].tag == id)
			return true;
	return false;
}

/* What libapriltag reads of it alone; adds the seconds that takes. */
static unsigned
read_raw(struct bench *bench, const struct image *photo, const struct coupons_layout *layout, double *seconds)
{
	image_u8_t view = {.width = photo->width, .height = photo->height, .stride = photo->width, .buf = photo->grey};
	double start = now();
	zarray_t *found = apriltag_detector_detect(bench->raw, &view);
	unsigned right = 0;

	*seconds += now() - start;
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;

		zarray_get(found, i, &detection);
		right += is_of(layout, detection->id);
	}
	apriltag_detections_destroy(found);
	return right;
}

static void
coupons(struct bench *bench, int32_t w, int32_t h, enum level level, unsigned pictures)
{
	unsigned right = 0, wrong = 0, all = 0, raw = 0, fewer = 0;
	double seconds = 0;

	bench->seconds = bench->looks = 0;
	for (unsigned n = 0; n < pictures; n++) {
		struct coupons_layout layout;
		struct conditions conditions;
		struct page_plan plan;
		struct layer layer;
		struct scene scene;
		struct sight sight;
		struct code code;
		struct print_job job;
		unsigned ours = 0, theirs;

		plan_first(bench, "coupons", 2, &job, &plan, &code);
		layer_draw(&layer, &g_array_index(plan.pages, struct page, 0), bench->shaper, h > 1080 ? 600 : 300);
		game_coupons.build(&layout, &code);
		scene_conditions(&conditions, level, w, h, h / 1080.0 * drawn(bench, 3.5, 4.2), &bench->dice);
		scene_init(&scene, &conditions, dice_roll(&bench->dice));
		if (!scatter(bench, &scene, &layer, &layout))
			fprintf(stderr, "the coupons of seed %llu do not fit\n", (unsigned long long)code.seed);
		scene_shoot(&scene);
		look(bench, &scene.photo, &sight);
		for (unsigned t = 0; t < sight.tags->len; t++)
			ours += is_of(&layout, SEEN_TAG(&sight, t)->id);
		theirs = read_raw(bench, &scene.photo, &layout, &seconds);
		right += ours;
		wrong += sight.tags->len - ours;
		raw += theirs;
		fewer += ours < theirs;
		all += COUPONS_A_SHEET;
		sight_finish(&sight);
		scene_finish(&scene);
		layer_finish(&layer);
		page_plan_finish(&plan);
	}
	printf("coupons  %4dx%-4d %-8s %6.2f %% read, %u wrong of %u, %4.0f ms a picture; libapriltag %6.2f %%, %4.0f ms, "
	       "more in %u of %u pictures\n",
		w, h, level_names[level], 100.0 * right / all, wrong, all, 1000 * bench->seconds / bench->looks,
		100.0 * raw / all, 1000 * seconds / pictures, fewer, pictures);
	fflush(stdout);
}

/* The strip of a sheet at so many pixels a module of its QR. */
static void
codes(struct bench *bench, int32_t w, int32_t h, double pixels, enum level level, unsigned pictures)
{
	unsigned right = 0, wrong = 0;

	for (unsigned n = 0; n < pictures; n++) {
		struct coupons_layout layout;
		struct camera camera;
		struct sheet sheet;
		struct sight sight;
		struct code code;
		struct form form;
		struct print_job job;
		struct pose pose;
		struct rect part;

		draw_first(bench, "coupons", 4, &job, &sheet, &code);
		game_coupons.build(&layout, &code);
		game_coupons.form(&layout, &code, &form);
		part = (struct rect){form.tag[0].at.x - 300,
			form.tag[0].at.y - 100,
			form.w + 600,
			form.h - form.tag[0].at.y + 400};
		/* A webcam is held close to the code. */
		if (w < 1000)
			part = (struct rect){form.qr.x - 800, form.qr.y - 800, form.qr.w + 1600, form.qr.h + 1600};
		/* A version 1 code with its quiet zone has 29 modules in its box. */
		pose = (struct pose){.x = w / 2.0,
			.y = h / 2.0,
			.scale = pixels / (floor(form.qr.w / 100.0 / 29 * 300 / 25.4) * 25.4 / 300),
			.turn = drawn(bench, 0, 360),
			.tilt = drawn(bench, 0, 30),
			.tilt_towards = drawn(bench, 0, 360)};
		camera_init(&camera, w, h, dice_roll(&bench->dice));
		camera_lay(&camera, &sheet, &part, &pose);
		camera_shoot(&camera, level);
		look(bench, &camera.photo, &sight);
		for (unsigned c = 0; c < sight.codes->len; c++) {
			bool same = SEEN_CODE(&sight, c)->code.seed == code.seed;

			right += same;
			wrong += !same;
		}
		sight_finish(&sight);
		camera_finish(&camera);
		image_finish(&sheet.image);
	}
	printf("codes    %4dx%-4d %-8s %.0f px a module: %6.2f %% read, %u wrong\n", w, h,
		level_names[level], pixels, 100.0 * right / pictures, wrong);
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

		draw_first(bench, game, players, &job, &sheet, &code);
		pieces = codes_pieces(&job.codes);
		job.codes.game->build(layout, &code);
		for (uint8_t piece = 0; piece < pieces; piece++) {
			code.piece = piece;
			job.codes.game->form(layout, &code, &form[piece]);
			for (unsigned b = 0; b < form[piece].bubbles; b++) {
				int ink = (int)drawn(bench, 20, 110);

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
				.turn = drawn(bench, -8, 8) + 180 * dice_below(&bench->dice, 2),
				.tilt = drawn(bench, 0, 20),
				.tilt_towards = drawn(bench, 0, 360)});
		camera_shoot(&camera, level);
		look(bench, &camera.photo, &sight);
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
		game, level_names[level], count.all, count.wrong, 100.0 * count.unsure / count.all,
		100.0 * count.lost / count.all);
}

static double
wall(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds from a JPEG file to what it shows, in a warm process; the JSON is made once for all. */
static double
file_to_json(const char *file)
{
	struct photo_set set;
	double started = 0;
	json_t *json;

	photo_set_init(&set, NULL);
	for (int i = 0; i <= WARM; i++) {
		const struct worker_order order = {.wish = LOOKER_SIGHT};
		struct worker *worker = worker_open(file, file, &order);
		struct sight sight;

		/* The first one warms up. */
		if (i == 1)
			started = wall();
		if (seeing_next(worker, &set.codes, &sight))
			photo_set_add(&set, file, 0, &sight);
		else
			fprintf(stderr, "%s\n", worker_problem(worker));
		worker_close(worker);
	}
	photo_set_settle(&set);
	json = photo_set_json(&set, false);
	free(json_dumps(json, JSON_COMPACT));
	json_decref(json);
	started = (wall() - started) / WARM;
	photo_set_finish(&set);
	return started;
}

static double
command_time(const char *command)
{
	double started = wall();

	return system(command) < 0 ? 0 : wall() - started;
}

/* A whole sheet in a picture of this size, as a file, for us and for others' readers. */
static void
times(struct bench *bench, int32_t w, int32_t h)
{
	char file[] = "/tmp/seedpress-eye-XXXXXX", command[256];
	struct camera camera;
	struct sheet sheet;
	struct code code;
	struct print_job job;
	double ours, zbar, zxing;
	int made = mkstemp(file);

	draw_first(bench, "coupons", 2, &job, &sheet, &code);
	camera_init(&camera, w, h, dice_roll(&bench->dice));
	camera_lay(&camera, &sheet, &(struct rect){-500, -500, 19800, 27400},
		&(struct pose){.x = w / 2.0, .y = h / 2.0, .scale = h / 300.0, .turn = 4, .tilt = 8});
	camera_shoot(&camera, LEVEL_MODERATE);
	camera_save(&camera, file, 85);
	ours = file_to_json(file);
	snprintf(command, sizeof command, "zbarimg -q jpeg:%s >/dev/null 2>&1", file);
	zbar = command_time(command);
	snprintf(command, sizeof command, "ZXingReader -format QRCode %s >/dev/null 2>&1", file);
	zxing = command_time(command);
	printf("times    %4dx%-4d file to JSON %4.0f ms; zbarimg %4.0f ms (%.2f x), ZXingReader %4.0f ms (%.2f x)\n",
		w, h, 1000 * ours, 1000 * zbar, zbar / ours, 1000 * zxing, zxing / ours);
	fflush(stdout);
	if (made >= 0)
		close(made);
	unlink(file);
	camera_finish(&camera);
	image_finish(&sheet.image);
}

static void
every_kind(struct bench *bench, const char *kind, unsigned pictures)
{
	if (kind == NULL || strcmp(kind, "times") == 0) {
		times(bench, 1920, 1080);
		times(bench, 4032, 3024);
	}
	for (int level = 0; level < LEVELS; level++) {
		if (kind != NULL && strcmp(kind, level_names[level]) == 0)
			coupons(bench, 1920, 1080, (enum level)level, pictures);
		if (kind == NULL || strcmp(kind, "coupons") == 0) {
			coupons(bench, 1920, 1080, (enum level)level, pictures);
			coupons(bench, 4032, 3024, (enum level)level, (pictures + 3) / 4);
		}
		if (kind == NULL || strcmp(kind, "codes") == 0) {
			for (double pixels = 3; pixels <= 6; pixels++)
				codes(bench, 1920, 1080, pixels, (enum level)level, pictures);
			codes(bench, 640, 480, 4, (enum level)level, pictures);
		}
		if (kind == NULL || strcmp(kind, "bubbles") == 0) {
			bubbles(bench, "laundry", 2, (enum level)level, (pictures + 3) / 4);
			bubbles(bench, "chipit", 4, (enum level)level, (pictures + 3) / 4);
		}
	}
}

int
main(int argc, char **argv)
{
	unsigned pictures = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	struct bench bench = {.dice = argc > 2 ? (uint64_t)atoll(argv[2]) : 1};
	apriltag_family_t *family;
	char *problem = NULL;

	if (pictures == 0 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-eye PICTURES [SEED [KIND]]\n");
		return 2;
	}
	worker_start(&eye_looker);
	bench.shaper = shaper_create(&problem);
	bench.eye = eye_create();
	if (bench.shaper == NULL || bench.eye == NULL) {
		fprintf(stderr, "%s\n", problem ? problem : "no eye");
		return 1;
	}
	eye_prepare(bench.eye);
	family = tagStandard52h13_create();
	bench.raw = apriltag_detector_create();
	apriltag_detector_add_family_bits(bench.raw, family, 1);
	bench.raw->quad_decimate = 1;
	every_kind(&bench, argc > 3 ? argv[3] : NULL, pictures);
	apriltag_detector_destroy(bench.raw);
	tagStandard52h13_destroy(family);
	eye_destroy(bench.eye);
	shaper_destroy(bench.shaper);
	worker_stop();
	return 0;
}
