/* SPDX-License-Identifier: MIT
 * What is said of marks that are not plain: circled, rubbed out, run in from beside, on forms full of marks, in a fax;
 * and of stains. No bubble may be wrong and called certain. Pads lie on a scanner, so that the pens alone decide;
 * through a lens and bent their outlines have to be found. */
#include "tests/tools.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/code_list.h"
#include "kiosk/sight/sight_reader.h"
#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/pens.h"

#define RIM 400

static struct shaper *shaper;
static struct eye *eye;

/* A pad or a ticket, and how it lies. */
struct pad {
	struct form form;
	struct layer layer;
	struct rect part;
	struct conditions conditions;
	struct lie lie;
	uint64_t dice;
	bool fax;
	uint64_t room;   /* where a shadow falls */
	double furthest; /* an outline from where it is, in millimetres */
};

static void
pad_init_for(struct pad *pad, const struct game *game, uint8_t players, uint64_t seed)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct print_job job = {
		.codes = {.game = game, .players = players, .seed = seed}, .count = 1, .paper = &paper_a4};
	struct page_plan plan;
	struct code code;

	*pad = (struct pad){.dice = seed, .lie = {.turn = 1}, .room = 1};
	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	layer_draw(&pad->layer, &g_array_index(plan.pages, struct page, 0), shaper, 200);
	page_plan_finish(&plan);
	codes_make(&job.codes, 0, 0, &code);
	game->build(layout, &code);
	game->form(layout, &code, &pad->form);
	pad->part = (struct rect){-RIM, -RIM, pad->form.w + 2 * RIM, pad->form.h + 2 * RIM};
	pad->conditions = (struct conditions){.width = 1500,
		.height = 2000,
		.scale = 6.4,
		.away = 1000,
		.blur = 0.6,
		.noise = 2,
		.quality = 88,
		.cast = {1, 1, 1}};
}

static void
pad_init(struct pad *pad, uint64_t seed)
{
	pad_init_for(pad, &game_chipit, 4, seed);
}

/* Marks every n-th bubble, from one on. */
static void
mark_every(struct pad *pad, unsigned from, unsigned step, enum pen pen, enum drawn drawn)
{
	for (unsigned i = from; i < pad->form.bubbles; i += step)
		pen_draw(&pad->layer, &pad->form.bubble[i].at, pen, drawn, &pad->dice);
}

/* Photographs it and ends it. */
static void
pad_read(struct pad *pad, struct seen_form *seen)
{
	struct code_list list;
	struct scene scene;
	struct sight sight;

	code_list_init(&list, NULL);
	scene_init(&scene, &pad->conditions, pad->room);
	scene_lay(&scene, &pad->layer, &pad->part, &pad->part, &pad->lie);
	assert_true(scene_shoot(&scene));
	if (pad->fax)
		pen_dither(&scene.photo, true);
	code_list_look_in_colour(&list, eye, &scene.photo, pad->fax ? NULL : scene_colours, &scene, &sight);
	code_list_finish(&list);
	assert_in_range(sight.forms->len, 1, 2); /* tickets are on one sheet: its first */
	*seen = *SEEN_FORM(&sight, SEEN_FORM(&sight, 0)->code.piece == 0 ? 0 : 1);
	assert_int_equal(seen->marks, pad->form.bubbles);
	for (unsigned i = 0; i < seen->marks; i++) {
		const struct rect *at = &pad->form.bubble[i].at;
		double x, y;

		scene_where(&scene, &pad->part, &pad->lie, at->x + at->w / 2.0, at->y + at->h / 2.0, &x, &y);
		pad->furthest = fmax(
			pad->furthest, hypot(x - seen->mark[i].at.x, y - seen->mark[i].at.y) / scene.conditions.scale);
	}
	sight_finish(&sight);
	scene_finish(&scene);
	layer_finish(&pad->layer);
}

/* How many of every n-th are in a state. */
static unsigned
count(const struct seen_form *seen, unsigned from, unsigned step, enum mark_state state)
{
	unsigned found = 0;

	for (unsigned i = from; i < seen->marks; i += step)
		found += seen->mark[i].state == state;
	return found;
}

static void
every_pen_makes_marks(void **state)
{
	static const enum drawn drawn[] = {
		DRAWN_SCRIBBLE, DRAWN_TICK, DRAWN_CROSS, DRAWN_STROKE, DRAWN_TICK, DRAWN_DISC};
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned pen = 0; pen < PENS; pen += 2) {
		pad_init(&pad, 11 + pen);
		mark_every(&pad, 0, 4, (enum pen)pen, drawn[pen]);
		mark_every(&pad, 2, 8, (enum pen)pen, drawn[pen + 1]);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 4, MARK_FILLED), 16);
		assert_int_equal(count(&seen, 2, 8, MARK_FILLED), 8);
		assert_int_equal(count(&seen, 1, 2, MARK_EMPTY), 32);
	}
}

/* Thin lines are not dark; where most bubbles have one, they are not what empty ones are like. */
static void
thin_marks_all_over_are_never_empty(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	pad_init(&pad, 21);
	for (unsigned i = 0; i < 4; i++)
		if (i != 1)
			mark_every(&pad, i, 4, PEN_BALLPOINT, DRAWN_STROKE);
	pad_read(&pad, &seen);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(count(&seen, i, 4, i == 1 ? MARK_FILLED : MARK_EMPTY), 0);
	pad_init(&pad, 22);
	mark_every(&pad, 0, 1, PEN_PENCIL, DRAWN_TICK);
	pad_read(&pad, &seen);
	assert_int_equal(count(&seen, 0, 1, MARK_EMPTY), 0);
}

static void
a_circle_around_a_mark_does_not_hide_it(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	pad_init(&pad, 31);
	mark_every(&pad, 0, 4, PEN_BLUE, DRAWN_CROSS);
	mark_every(&pad, 2, 8, PEN_BLUE, DRAWN_CIRCLED);
	mark_every(&pad, 6, 8, PEN_MARKER, DRAWN_CIRCLED);
	pad_read(&pad, &seen);
	assert_int_equal(count(&seen, 2, 4, MARK_EMPTY), 0);
}

static void
what_is_not_meant_is_never_filled(void **state)
{
	static const enum drawn drawn[] = {DRAWN_ERASED, DRAWN_SMUDGE, DRAWN_THROUGH, DRAWN_DOT, DRAWN_LINE};
	struct seen_form seen;
	struct pad pad;

	(void)state;
	pad_init(&pad, 41);
	mark_every(&pad, 0, 4, PEN_PENCIL, DRAWN_SCRIBBLE);
	for (unsigned i = 0; i < LENGTH(drawn); i++)
		mark_every(&pad, 2 + 4 * i, 20, PEN_PENCIL, drawn[i]);
	mark_every(&pad, 1, 20, PEN_MARKER, DRAWN_LINE);
	pad_read(&pad, &seen);
	assert_int_equal(count(&seen, 2, 4, MARK_FILLED), 0);
	assert_int_equal(count(&seen, 1, 20, MARK_FILLED), 0);
	assert_int_equal(count(&seen, 0, 4, MARK_FILLED), 16);
}

/* A pad without a mark asks nothing, sharp as its labels are in a file of the press. */
static void
a_blank_pad_is_empty(void **state)
{
	struct print_job job = {
		.codes = {.game = &game_chipit, .players = 4, .seed = 104}, .count = 1, .paper = &paper_a4};
	struct page_plan plan;
	struct sheet sheet;
	struct sight sight;

	(void)state;
	page_plan_init(&plan);
	printed_game_of(&game_chipit)->plan(&job, &plan);
	sheet_draw(&sheet, &g_array_index(plan.pages, struct page, 0), shaper);
	page_plan_finish(&plan);
	code_list_look(NULL, eye, &sheet.image, &sight);
	assert_int_equal(sight.forms->len, 1);
	assert_int_equal(count(SEEN_FORM(&sight, 0), 0, 1, MARK_EMPTY), 64);
	sight_finish(&sight);
	image_finish(&sheet.image);
}

/* What covers its outline is a mark all the same; the thinnest of ticks is not overlooked beside it. */
static void
blots_are_marks_and_hairs_are_asked_about(void **state)
{
	static const enum pen pen[] = {PEN_MARKER, PEN_RED, PEN_BLUE};
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < LENGTH(pen); i++) {
		pad_init(&pad, 121 + i);
		mark_every(&pad, 0, 5, pen[i], DRAWN_BLOT);
		mark_every(&pad, 2, 15, PEN_BALLPOINT, DRAWN_HAIR);
		mark_every(&pad, 7, 15, PEN_PENCIL, DRAWN_HAIR);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 5, MARK_FILLED), 13);
		assert_int_equal(count(&seen, 2, 15, MARK_EMPTY), 0);
		assert_int_equal(count(&seen, 7, 15, MARK_EMPTY), 0);
		assert_int_equal(count(&seen, 1, 5, MARK_EMPTY), 13);
	}
}

/* A line over half the pad is no mark of the bubbles that it crosses, straight or bent. */
static void
lines_that_go_on_are_no_marks(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		pad_init(&pad, 131 + i);
		mark_every(&pad, 0, 4, i % 2 == 0 ? PEN_BLUE : PEN_RED, DRAWN_CROSS);
		mark_every(&pad, 2, 12, i % 2 == 0 ? PEN_BLUE : PEN_RED, DRAWN_ACROSS);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 2, 12, MARK_FILLED), 0);
		assert_in_range(count(&seen, 0, 4, MARK_FILLED), 15, 16);
	}
}

/* Nor is one that ends in it, as far as it comes in. */
static void
ends_of_lines_are_no_marks(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		pad_init(&pad, 212 + i);
		mark_every(&pad, 0, 8, PEN_BLUE, DRAWN_CROSS);
		mark_every(&pad, 1, 2, i % 2 == 0 ? PEN_RED : PEN_MARKER, DRAWN_LINE);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 1, 2, MARK_FILLED), 0);
	}
}

/* A highlighter of any colour, yellow too, which has no grey of its own: neither a mark nor surely none. */
static void
highlighted_bubbles_are_asked_about(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		pad_init(&pad, 141 + i);
		mark_every(&pad, 0, 4, PEN_BALLPOINT, DRAWN_CROSS);
		mark_every(&pad, 2, 8, PEN_BLUE, DRAWN_COLOURED);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 2, 8, MARK_UNSURE), 8);
		assert_int_equal(count(&seen, 6, 8, MARK_EMPTY), 8);
		assert_int_equal(count(&seen, 0, 4, MARK_FILLED), 16);
	}
}

/* The same as a file of a stranger, whose colours a worker reads. */
static void
a_worker_sees_colours(void **state)
{
	const struct worker_order order = {.wish = SIGHT_WISH_CROPS};
	char folder[] = "/tmp/seedpress-marks-XXXXXX", file[60];
	struct code_list list;
	struct worker *worker;
	struct scene scene;
	struct sight sight;
	struct pad pad;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/pad.jpg", folder);
	pad_init(&pad, 151);
	mark_every(&pad, 2, 8, PEN_BLUE, DRAWN_COLOURED);
	scene_init(&scene, &pad.conditions, pad.room);
	scene_lay(&scene, &pad.layer, &pad.part, &pad.part, &pad.lie);
	assert_true(scene_shoot(&scene) && scene_save(&scene, file));
	code_list_init(&list, NULL);
	worker = worker_open(file, "pad.jpg", &order);
	assert_true(sight_read(worker, &list, &sight));
	assert_int_equal(sight.forms->len, 1);
	assert_int_equal(count(SEEN_FORM(&sight, 0), 2, 8, MARK_UNSURE), 8);
	assert_int_equal(count(SEEN_FORM(&sight, 0), 0, 1, MARK_EMPTY), 56);
	sight_finish(&sight);
	worker_close(worker);
	code_list_finish(&list);
	scene_finish(&scene);
	layer_finish(&pad.layer);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* The only bubble with its label has nothing to be compared with. */
static void
a_thin_tick_is_seen_in_a_bubble_like_no_other(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		pad_init_for(&pad, &game_laundry, 2, 161 + i);
		mark_every(&pad, 1, 3, PEN_BLUE, DRAWN_CROSS);
		pen_draw(&pad.layer, &pad.form.bubble[0].at, PEN_PALE, DRAWN_TICK, &pad.dice);
		assert_string_equal(pad.form.bubble[0].id, "first");
		pad.conditions.blur = 1.4;
		pad_read(&pad, &seen);
		assert_int_not_equal(seen.mark[0].state, MARK_EMPTY);
	}
}

/* In a picture that is not sharp a thin pen is as pale as a stain, but it leaves lines. */
static void
pale_strokes_are_marks(void **state)
{
	static const enum drawn drawn[] = {DRAWN_TICK, DRAWN_CROSS, DRAWN_STROKE};
	unsigned filled = 0;
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < LENGTH(drawn); i++) {
		pad_init(&pad, 171 + i);
		mark_every(&pad, 1, 5, PEN_PENCIL, drawn[i]);
		pad.conditions.blur = 1.7;
		pad.conditions.scale = 4.2;
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 1, 5, MARK_EMPTY), 0);
		assert_int_equal(count(&seen, 0, 5, MARK_FILLED), 0);
		filled += count(&seen, 1, 5, MARK_FILLED);
	}
	print_message("%u of 39 pale strokes are filled\n", filled);
	assert_in_range(filled, 33, 39);
}

/* Three cups and a dozen drops, on a pad in pencil and on one with no mark at all, which could say what marks are like.
 */
static void
coffee_is_never_a_mark(void **state)
{
	struct seen_form seen;
	struct pad pad;
	unsigned unsure = 0;

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		pad_init(&pad, 71 + i);
		if (i % 2 == 0)
			mark_every(&pad, 0, 4, PEN_PENCIL, DRAWN_SCRIBBLE);
		pen_coffee(&pad.layer, &pad.part, &pad.dice);
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 4, i % 2 == 0 ? MARK_EMPTY : MARK_FILLED), 0);
		for (unsigned k = 1; k < 4; k++)
			assert_int_equal(count(&seen, k, 4, MARK_FILLED), 0);
		unsure += count(&seen, 0, 1, MARK_UNSURE);
	}
	assert_in_range(unsure, 0, 38);
}

/* The edge of a hand's shadow, hard and soft, with what a pen and a marker left on both sides of it. */
static void
a_shadow_is_seen_through(void **state)
{
	struct seen_form seen;
	struct pad pad;
	unsigned unsure = 0;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		pad_init(&pad, 81 + i);
		mark_every(&pad, 0, 4, i % 2 == 0 ? PEN_BLUE : PEN_MARKER, DRAWN_CROSS);
		pad.room = 2 + i;
		pad.conditions.hand = 0.5;
		pad.conditions.hand_edge = i < 2 ? 3 : 16;
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 4, MARK_EMPTY), 0);
		for (unsigned k = 1; k < 4; k++)
			assert_int_equal(count(&seen, k, 4, MARK_FILLED), 0);
		unsure += count(&seen, 0, 1, MARK_UNSURE);
	}
	assert_in_range(unsure, 0, 10);
}

/* Where glare burns bubbles out they are asked about, and others are what they were. */
static void
glare_leaves_the_others_alone(void **state)
{
	struct seen_form seen;
	struct pad pad;
	unsigned unsure = 0;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		pad_init(&pad, 91 + i);
		mark_every(&pad, 0, 4, PEN_BALLPOINT, DRAWN_CROSS);
		pad.conditions.glare = 230;
		pad.conditions.glare_x = 500 + 500 * i;
		pad.conditions.glare_y = 1000;
		pad.conditions.glare_size = 170;
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 4, MARK_EMPTY), 0);
		for (unsigned k = 1; k < 4; k++)
			assert_int_equal(count(&seen, k, 4, MARK_FILLED), 0);
		unsure += count(&seen, 0, 1, MARK_UNSURE);
	}
	assert_in_range(unsure, 1, 30);
}

/* A blurred picture makes a fine line pale; it is a mark all the same, and a pencil's that was rubbed out is none. */
static void
pale_lines_are_marks(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	pad_init(&pad, 101);
	mark_every(&pad, 0, 4, PEN_BALLPOINT, DRAWN_STROKE);
	mark_every(&pad, 2, 4, PEN_PENCIL, DRAWN_ERASED);
	pad.conditions.blur = 2.1;
	pad_read(&pad, &seen);
	assert_in_range(count(&seen, 0, 4, MARK_FILLED), 14, 16);
	assert_int_equal(count(&seen, 2, 4, MARK_FILLED), 0);
	assert_int_equal(count(&seen, 1, 2, MARK_FILLED), 0);
}

static void
a_fax_is_read(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	pad_init(&pad, 51);
	pad.fax = true;
	mark_every(&pad, 0, 4, PEN_BALLPOINT, DRAWN_CROSS);
	pad_read(&pad, &seen);
	assert_int_equal(count(&seen, 0, 4, MARK_EMPTY), 0);
	for (unsigned i = 1; i < 4; i++)
		assert_int_equal(count(&seen, i, 4, MARK_FILLED), 0);
	assert_in_range(count(&seen, 0, 1, MARK_UNSURE), 0, 3);
}

/* A lens and bent paper move bubbles by millimetres from where four corners have them. */
static void
outlines_are_found_where_they_are(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (int bent = 0; bent < 2; bent++) {
		pad_init(&pad, 61);
		mark_every(&pad, 0, 4, PEN_BLUE, DRAWN_DISC);
		pad.conditions.away = 420;
		pad.conditions.tilt = 12;
		pad.conditions.k1 = bent ? 0.03 : -0.09;
		pad.lie.bow = bent ? 12 : 0;
		pad.lie.curl = bent ? 10 : 0;
		pad_read(&pad, &seen);
		assert_int_equal(count(&seen, 0, 4, MARK_FILLED), 16);
		assert_int_equal(count(&seen, 0, 1, MARK_EMPTY), 48);
		assert_true(pad.furthest < 0.4);
	}
}

/* A marker covers most outlines of a pad that has few: what the tags tell of how it is bent, and the others, are
 * enough. */
static void
few_outlines_tell_how_a_pad_is_bent(void **state)
{
	struct seen_form seen;
	struct pad pad;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		pad_init_for(&pad, &game_chipit, 3, 181 + i);
		assert_int_equal(pad.form.bubbles, 27);
		mark_every(&pad, 0, 2, PEN_MARKER, DRAWN_STROKE);
		pad.conditions.away = 420;
		pad.conditions.tilt = 12;
		pad.lie.bow = 4 + 2 * i;
		pad.lie.bow_towards = 30.0 * i;
		pad_read(&pad, &seen);
		assert_in_range(count(&seen, 0, 2, MARK_FILLED), 13, 14);
		assert_in_range(count(&seen, 1, 2, MARK_EMPTY), 12, 13);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pen_makes_marks),
		cmocka_unit_test(thin_marks_all_over_are_never_empty),
		cmocka_unit_test(a_circle_around_a_mark_does_not_hide_it),
		cmocka_unit_test(what_is_not_meant_is_never_filled),
		cmocka_unit_test(a_blank_pad_is_empty),
		cmocka_unit_test(blots_are_marks_and_hairs_are_asked_about),
		cmocka_unit_test(lines_that_go_on_are_no_marks),
		cmocka_unit_test(ends_of_lines_are_no_marks),
		cmocka_unit_test(highlighted_bubbles_are_asked_about),
		cmocka_unit_test(a_worker_sees_colours),
		cmocka_unit_test(a_thin_tick_is_seen_in_a_bubble_like_no_other),
		cmocka_unit_test(pale_strokes_are_marks),
		cmocka_unit_test(coffee_is_never_a_mark),
		cmocka_unit_test(a_shadow_is_seen_through),
		cmocka_unit_test(glare_leaves_the_others_alone),
		cmocka_unit_test(pale_lines_are_marks),
		cmocka_unit_test(a_fax_is_read),
		cmocka_unit_test(outlines_are_found_where_they_are),
		cmocka_unit_test(few_outlines_tell_how_a_pad_is_bent),
	};
	struct problem problem;
	int failed;

	if (sodium_init() < 0 || !worker_start(&kiosk_eye_job))
		return 1;
	shaper = shaper_create(&problem);
	eye = eye_create(kiosk_eye_game);
	if (shaper == NULL)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	eye_destroy(eye);
	shaper_destroy(shaper);
	fork_server_stop();
	return failed;
}
