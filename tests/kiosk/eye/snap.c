/* SPDX-License-Identifier: MIT
 * Photographs what was printed for the browser tests: pages of a PDF as grey
 * pictures at 300 dpi (pdftoppm -r 300 -gray), marked with a pen and cut up as
 * people do, before the simulated camera.
 *     snap form OUT.jpg WIDTH HEIGHT TURN PAGE.pgm [CODE [MARK...]]...
 *     snap hand OUT.jpg WIDTH HEIGHT TURN [PAGE.pgm CODE COUPON...]...
 *     snap played OUT.jpg WIDTH HEIGHT SEED [steel]
 *     snap piles OUT.jpg WIDTH HEIGHT SEED
 * A form lies whole in the picture, each MARK filled in, `?MARK` with a faint tick;
 * a hand is COUPONs cut out of their sheets and scattered, or `strip`s; a played card is that of a seed, with red clips
 * of the first player and blue ones of the second: it says its code, then a clip and its player a line; piles are those
 * of two players with their strips, likewise. */
#include <ctype.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/played.h"
#include "tests/kiosk/eye/two_piles.h"
#include "tests/tools.h"

#define HAND_MAX 160
#define A4_W     21000
#define A4_H     29700
#define RIM      300 /* paper around a form, in hundredths of a millimetre */

struct shot {
	struct camera camera;
	double turn;
	uint64_t dice;
	struct sheet sheet[COUPONS_SHEETS_MAX];
	unsigned sheets;
	struct code code;
	struct form form; /* of the code */
	struct rect all;  /* around the pieces of all codes */
	struct {
		const struct sheet *sheet;
		struct rect at;
	} hand[HAND_MAX];
	unsigned held;
};

static _Noreturn void
give_up(const char *what, const char *why)
{
	fprintf(stderr, "snap: %s: %s\n", what, why);
	exit(1);
}

static void
read_page(struct shot *shot, const char *file)
{
	struct sheet *sheet = &shot->sheet[shot->sheets++];
	FILE *in = fopen(file, "rb");
	int w, h;

	if (shot->sheets > COUPONS_SHEETS_MAX || in == NULL)
		give_up(file, "cannot be opened, or is one too many");
	if (fscanf(in, "P5 %d %d 255", &w, &h) != 2 || w < 1 || h < 1 || w > 20000 || h > 20000 || !isspace(fgetc(in)))
		give_up(file, "is not a grey picture");
	sheet->image = (struct image){w, h, malloc((size_t)w * (size_t)h)};
	if (sheet->image.grey == NULL || fread(sheet->image.grey, (size_t)w, (size_t)h, in) != (size_t)h)
		give_up(file, "ends too soon");
	fclose(in);
	shot->all = (struct rect){0, 0, A4_W, A4_H};
}

static struct rect
united(struct rect a, struct rect b)
{
	int32_t right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
	int32_t bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
	int32_t left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;

	return (struct rect){left, top, right - left, bottom - top};
}

/* What follows belongs to this code on the last page. */
static void
take_code(struct shot *shot, const char *text)
{
	static _Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct problems problems;
	const struct game *game;
	struct sheet *sheet;

	problems_init(&problems);
	game = game_of_text(text, NULL, &shot->code, &problems);
	if (game == NULL)
		give_up(text, first_sentence(&problems));
	if (shot->sheets == 0)
		give_up(text, "has no page before it");
	sheet = &shot->sheet[shot->sheets - 1];
	game->build(layout, &shot->code);
	game->form(layout, &shot->code, &shot->form);
	shot->all = sheet->origin_x == 0 ? shot->form.piece : united(shot->all, shot->form.piece);
	sheet->origin_x = (A4_W - shot->form.w) / 2;
	sheet->origin_y = (A4_H - shot->form.h) / 2;
}

static void
mark(struct shot *shot, const char *id)
{
	bool faint = *id == '?';

	for (unsigned i = 0; i < shot->form.bubbles; i++)
		if (strcmp(shot->form.bubble[i].id, id + faint) == 0) {
			sheet_mark(&shot->sheet[shot->sheets - 1], &shot->form.bubble[i].at,
				faint ? STROKE_TICK : STROKE_FILL, faint ? 150 : 30, &shot->dice);
			return;
		}
	give_up(id, "there is no such bubble");
}

static void
hold(struct shot *shot, const char *id)
{
	unsigned sheet = (unsigned)(id[0] - 'A'), index = (unsigned)atoi(id + 1) - 1;
	struct coupons_layout layout;

	if (strcmp(id, "strip") == 0 && shot->held < HAND_MAX) {
		shot->hand[shot->held].sheet = &shot->sheet[shot->sheets - 1];
		shot->hand[shot->held++].at = coupons_strip();
		return;
	}
	if (sheet != shot->code.piece || index >= COUPONS_A_SHEET || shot->held == HAND_MAX)
		give_up(id, "is not on this sheet, or is one too many");
	game_coupons.build(&layout, &shot->code);
	shot->hand[shot->held].sheet = &shot->sheet[shot->sheets - 1];
	shot->hand[shot->held++].at = coupon_rect(&layout.coupon[sheet][index]);
}

static void
lay_form(struct shot *shot)
{
	const struct image *photo = &shot->camera.photo;
	const struct rect part = {shot->all.x - RIM, shot->all.y - RIM, shot->all.w + 2 * RIM, shot->all.h + 2 * RIM};
	double angle = shot->turn * 3.14159265 / 180, c = fabs(cos(angle)), s = fabs(sin(angle));
	double w = (part.w * c + part.h * s) / 100, h = (part.w * s + part.h * c) / 100;

	camera_lay(&shot->camera, &shot->sheet[0], &part,
		&(struct pose){.x = photo->width / 2.0,
			.y = photo->height / 2.0,
			.scale = 0.94 * fmin(photo->width / w, photo->height / h),
			.turn = shot->turn,
			.tilt = 4});
}

/* In rows and columns, each turned differently, none over another. */
static void
lay_hand(struct shot *shot)
{
	const struct image *photo = &shot->camera.photo;
	unsigned cols = (unsigned)ceil(sqrt(shot->held * (double)photo->width / photo->height));
	unsigned rows = (shot->held + cols - 1) / cols;
	double w = photo->width / (double)cols, h = photo->height / (double)rows, largest = 1;

	for (unsigned i = 0; i < shot->held; i++)
		largest = fmax(largest, hypot(shot->hand[i].at.w, shot->hand[i].at.h) / 100);
	for (unsigned i = 0; i < shot->held; i++)
		camera_lay(&shot->camera, shot->hand[i].sheet, &shot->hand[i].at,
			&(struct pose){.x = (i % cols + 0.5) * w,
				.y = (i / cols + 0.5) * h,
				.scale = 0.96 * fmin(w, h) / largest,
				.turn = shot->turn + 37 * (double)i});
}

static void
show_played(const char *file, int32_t width, int32_t height, uint64_t dice, enum wires wires)
{
	struct conditions conditions;
	struct shaper *shaper;
	struct played played;
	struct scene scene;
	struct problem problem;
	char text[CLIP_TEXT];

	shaper = sodium_init() < 0 ? NULL : shaper_create(&problem);
	if (shaper == NULL)
		give_up("fonts", "there are none");
	played_draw(&played, wires, CLIPS_IN_ALL, 300, shaper, &dice);
	scene_conditions(&conditions, LEVEL_MILD, width, height, height / 135.0, &dice);
	scene_init(&scene, &conditions, dice);
	played_lay(&scene, &played, &(struct lie){.turn = 30, .bow = 1});
	if (!scene_shoot(&scene) || !scene_save(&scene, file))
		give_up(file, "cannot be written");
	printf("%s\n", played.text);
	for (unsigned i = 0; i < played.clips; i++)
		printf("%s %u\n", clip_write(&played.clip[i], text), played.player[i]);
	scene_finish(&scene);
	played_finish(&played);
	shaper_destroy(shaper);
}

static void
show_piles(const char *file, int32_t width, int32_t height, uint64_t dice)
{
	struct two_piles piles = {.state = {STRIP_WHOLE, STRIP_TURNED}};
	struct shaper *shaper;
	struct problem problem;
	char text[CODE_TEXT], id[4];

	shaper = sodium_init() < 0 ? NULL : shaper_create(&problem);
	if (shaper == NULL)
		give_up("fonts", "there are none");
	while (!two_piles_shoot(&piles, width, height, LEVEL_MILD, shaper, &dice))
		two_piles_finish(&piles); /* they did not fit */
	if (!scene_save(&piles.scene, file))
		give_up(file, "cannot be written");
	code_write(&piles.code, NULL, text);
	printf("%s\n", text);
	for (unsigned i = 0; i < COUPONS_MAX; i++)
		if (piles.holder[i] >= 0) {
			coupon_id(i / COUPONS_A_SHEET, i % COUPONS_A_SHEET, id);
			printf("%s %d\n", id, piles.holder[i]);
		}
	two_piles_finish(&piles);
	shaper_destroy(shaper);
}

int
main(int argc, char **argv)
{
	static struct shot shot;
	bool hand = argc > 1 && strcmp(argv[1], "hand") == 0;

	if ((argc == 6 || (argc == 7 && strcmp(argv[6], "steel") == 0)) && strcmp(argv[1], "played") == 0) {
		show_played(argv[2], atoi(argv[3]), atoi(argv[4]), (uint64_t)atoll(argv[5]),
			argc == 7 ? WIRES_STEEL : WIRES_COLOURED);
		return 0;
	}
	if (argc == 6 && strcmp(argv[1], "piles") == 0) {
		show_piles(argv[2], atoi(argv[3]), atoi(argv[4]), (uint64_t)atoll(argv[5]));
		return 0;
	}
	if (argc < 7 || (!hand && strcmp(argv[1], "form") != 0))
		give_up("usage", "see the top of snap.c");
	camera_init(&shot.camera, atoi(argv[3]), atoi(argv[4]), 5);
	shot.turn = atof(argv[5]);
	for (int i = 6; i < argc; i++) {
		if (strstr(argv[i], ".pgm") != NULL)
			read_page(&shot, argv[i]);
		else if (strchr(argv[i], '-') != NULL)
			take_code(&shot, argv[i]);
		else
			(hand ? hold : mark)(&shot, argv[i]);
	}
	(hand ? lay_hand : lay_form)(&shot);
	if (!camera_shoot(&shot.camera, LEVEL_MILD) || !camera_save(&shot.camera, argv[2], 85))
		give_up(argv[2], "cannot be written");
	camera_finish(&shot.camera);
	for (unsigned i = 0; i < shot.sheets; i++)
		image_finish(&shot.sheet[i].image);
	return 0;
}
