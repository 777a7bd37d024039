/* SPDX-License-Identifier: MIT
 * What is drawn stays in its box, whatever the name and its script; documents
 * are the same bytes every time, and whole or not there. */
#include "gen/canvas/canvas.h"

#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gen/canvas/document.h"
#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "tests/tools.h"

#define POINTS(units) ((units) * (72.0 / 2540.0))
#define SLACK         0.2 /* points: a fifteenth of a millimetre; side bearings may be negative */
#define SCALE         8   /* pixels a point */
#define AROUND        12  /* points around a box that are looked at */

static struct shaper *shaper;

static const char *const names[] = {"Ana", "Bo", "", " ", "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
	"\u5c71\u7530\u3055\u304f\u3089",                                            /* Japanese */
	"\u0639\u0628\u062f \u0627\u0644\u0631\u062d\u0645\u0646",                   /* Arabic */
	"\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0e17\u0e35\u0e48\u0e19\u0e31\u0e48\u0e19", /* Thai: marks
											above marks
										      */
	"\u0928\u093e\u0930\u093e\u092f\u0923", "\u05d3\u05d5\u05d3", "\ud55c\uad6d\uc5b4",
	"\u0416\u0430\u043d\u043d\u0430", "\u1ec6\u1ea8\u1ea4\u01fa", "{chips}{dip}{poop}", "{nothing}",
	"line\nbreak\ttab", "Zalgo\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
	"a very long name that goes on and on and on until nobody can possibly remember how it "
	"began, "
	"and then goes on a little more so that it has three hundred characters or so in the end, "
	"which "
	"is more than anyone has on a passport, and more than any box on any sheet was ever made "
	"for"};

static const struct rect boxes[] = {
	{1000, 1000, 3000, 400}, {1000, 1000, 500, 300}, {1000, 1000, 8000, 200}, {1000, 1000, 150, 1500}};

/* Draws by `draw` and gives the extents of the ink in points, measured in pixels around `box`. */
static cairo_rectangle_t
ink_of(void (*draw)(struct canvas *canvas, const void *data), const void *data, struct rect box)
{
	int left = (int)POINTS(box.x) - AROUND, top = (int)POINTS(box.y) - AROUND;
	int w = ((int)POINTS(box.w) + 2 * AROUND) * SCALE, h = ((int)POINTS(box.h) + 2 * AROUND) * SCALE;
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
	const unsigned char *pixels = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	int x1 = w, x2 = -1, y1 = h, y2 = -1;
	struct canvas *canvas;

	cairo_surface_set_device_scale(surface, SCALE, SCALE);
	cairo_surface_set_device_offset(surface, -left * SCALE, -top * SCALE);
	canvas = canvas_create(surface, shaper, INK_FULL);
	draw(canvas, data);
	canvas_flush(canvas);
	assert_true(canvas_status(canvas));
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			if (pixels[y * stride + x * 4 + 3] > 40) {
				x1 = MIN(x1, x);
				x2 = MAX(x2, x);
				y1 = MIN(y1, y);
				y2 = MAX(y2, y);
			}
	cairo_surface_destroy(surface);
	return (cairo_rectangle_t){left + (double)x1 / SCALE, top + (double)y1 / SCALE, (double)(x2 + 1 - x1) / SCALE,
		(double)(y2 + 1 - y1) / SCALE};
}

static void
assert_inside(cairo_rectangle_t ink, struct rect box, const char *text)
{
	if (ink.width <= 0 || ink.height <= 0)
		return;
	if (ink.x < POINTS(box.x) - SLACK || ink.y < POINTS(box.y) - SLACK ||
		ink.x + ink.width > POINTS(box.x + box.w) + SLACK || ink.y + ink.height > POINTS(box.y + box.h) + SLACK)
		fail_msg("\"%s\" leaves its box %d x %d: ink at %.2f %.2f, %.2f x %.2f points", text, box.w, box.h,
			ink.x - POINTS(box.x), ink.y - POINTS(box.y), ink.width, ink.height);
}

struct sentence {
	struct font font;
	struct rect box;
	const char *text;
};

static void
draw_line(struct canvas *canvas, const void *data)
{
	const struct sentence *sentence = data;

	canvas_text(canvas, &sentence->font, sentence->box, sentence->text);
}

static void
draw_paragraph(struct canvas *canvas, const void *data)
{
	const struct sentence *sentence = data;

	canvas_paragraph(canvas, &sentence->font, sentence->box, sentence->text);
}

static void
lines_stay_in_their_boxes(void **state)
{
	(void)state;
	for (size_t n = 0; n < G_N_ELEMENTS(names); n++)
		for (size_t b = 0; b < G_N_ELEMENTS(boxes); b++)
			for (int face = 0; face < FACES; face++)
				for (int align = 0; align < 3; align++) {
					struct sentence sentence = {
						{(enum face)face, 350, COLOUR_INK, (enum align)align}, boxes[b],
						names[n]};

					assert_inside(ink_of(draw_line, &sentence, boxes[b]), boxes[b], names[n]);
				}
}

static void
paragraphs_stay_in_their_boxes(void **state)
{
	static const char text[] = "Two cuts a turn, and one more for each token you spend. Keep what came "
				   "free and pass the rest to the left. {chips} and {dip} go together.";
	static const struct rect box[] = {
		{0, 0, 6000, 2000}, {0, 0, 3000, 1600}, {0, 0, 12000, 400}, {0, 0, 2500, 2500}};

	(void)state;
	for (size_t b = 0; b < G_N_ELEMENTS(box); b++) {
		struct sentence sentence = {{FACE_TEXT, 350, COLOUR_INK, ALIGN_LEFT}, box[b], text};

		assert_inside(ink_of(draw_paragraph, &sentence, box[b]), box[b], text);
	}
}

static void
draw_symbol(struct canvas *canvas, const void *data)
{
	canvas_symbol(canvas, *(const enum symbol_id *)data, (struct rect){500, 700, 2000, 1500});
}

static void
symbols_stay_in_their_boxes_and_are_not_empty(void **state)
{
	(void)state;
	for (int i = 0; i < SYMBOL_COUNT; i++) {
		enum symbol_id symbol = (enum symbol_id)i;
		const struct rect box = {750, 700, 1500, 1500};
		cairo_rectangle_t ink = ink_of(draw_symbol, &symbol, box);

		assert_inside(ink, box, symbols[i].name);
		if (ink.width < POINTS(900) && ink.height < POINTS(900))
			fail_msg("%s is hardly there", symbols[i].name);
	}
}

/* Prints one game of every kind, with all its pieces, and gives the bytes. */
static char *
print_bytes(const struct game *game, const char *file, gsize *length)
{
	struct print_job job = {.codes = {.game = game, .seed = 7},
		.count = 2,
		.paper = &paper_letter,
		.pieces = true,
		.event = "The great \u5c71 event"};
	struct document_options options = {.file = file, .title = "t", .subject = "s"};
	struct page_plan plan;
	struct problem problem;
	char *bytes = NULL;

	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	assert_true(plan.pages->len > 0);
	if (!page_plan_print(&plan, &options, shaper, NULL, NULL, &problem))
		fail_msg("%s", message_id(&problem.message));
	page_plan_finish(&plan);
	assert_true(g_file_get_contents(file, &bytes, length, NULL));
	assert_int_equal(g_unlink(file), 0);
	return bytes;
}

static void
the_same_job_gives_the_same_bytes(void **state)
{
	char *dir = g_dir_make_tmp("seedpress-XXXXXX", NULL), *file = g_build_filename(dir, "a.pdf", NULL);

	(void)state;
	for (size_t i = 0; game_nth(i) != NULL; i++) {
		gsize first_length, second_length;
		char *first = print_bytes(game_nth(i), file, &first_length);
		char *second = print_bytes(game_nth(i), file, &second_length);

		assert_true(first_length == second_length);
		assert_memory_equal(first, second, first_length);
		g_free(first);
		g_free(second);
	}
	assert_int_equal(g_rmdir(dir), 0); /* nothing else was left there */
	g_free(file);
	g_free(dir);
}

/* True when a coupons job could be printed to the file; otherwise *problem says why not. */
static bool
try_to_print(const char *file, struct problem *problem)
{
	struct print_job job = {.codes = {.game = game_by_id("coupons"), .seed = 7}, .count = 20, .paper = &paper_a4};
	struct document_options options = {.file = file, .title = "t", .subject = "s"};
	struct page_plan plan;
	bool done;

	page_plan_init(&plan);
	printed_game_of(job.codes.game)->plan(&job, &plan);
	done = page_plan_print(&plan, &options, shaper, NULL, NULL, problem);
	page_plan_finish(&plan);
	return done;
}

static void
a_full_disk_leaves_no_file(void **state)
{
	char *dir = g_dir_make_tmp("seedpress-XXXXXX", NULL), *file = g_build_filename(dir, "a.pdf", NULL);
	struct problem problem;
	struct rlimit before, small;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	small = before;
	small.rlim_cur = 30000;
	setrlimit(RLIMIT_FSIZE, &small);
	assert_false(try_to_print(file, &problem));
	setrlimit(RLIMIT_FSIZE, &before);
	assert_true(problem_is(&problem, "file-unwritable"));
	assert_string_equal(message_text(&problem.message, "file"), file);
	assert_string_equal(message_text(&problem.message, "reason"), strerror(EFBIG));
	assert_int_equal(g_rmdir(dir), 0);
	assert_false(try_to_print(file, &problem));
	assert_string_equal(message_text(&problem.message, "reason"), strerror(ENOENT));
	g_free(file);
	g_free(dir);
}

/* U+10ABCD is for private use: no face has it. */
static void
what_no_face_has_is_found(void **state)
{
	static const struct {
		const char *text, *missing;
	} texts[] = {
		{"", ""},
		{"Zoë Šťastná, Ανδρέας, Мария, مريم, दिया", ""},
		{"李明, すずき, サクラ, 김민준", ""},
		{"Ana \U0010abcd and Bo \U0010abcd\U0010abce", "\U0010abcd\U0010abce"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(texts); i++) {
		char *missing = shaper_missing(shaper, texts[i].text);

		assert_string_equal(missing, texts[i].missing);
		g_free(missing);
	}
}

/* Pango's own boxes depend on what was drawn before. */
static void
what_no_face_has_is_a_question_mark(void **state)
{
	const struct shaped *missing = shaper_line(shaper, FACE_TEXT, 0, "Ana \U0010abcd Bo"), *marked;

	(void)state;
	marked = shaper_line(shaper, FACE_TEXT, 0, "Ana ? Bo");
	assert_int_equal(missing->glyphs, marked->glyphs);
	for (unsigned i = 0; i < marked->glyphs; i++)
		assert_int_equal(missing->glyph[i].index, marked->glyph[i].index);
	assert_true(missing->width == marked->width);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_stay_in_their_boxes),
		cmocka_unit_test(paragraphs_stay_in_their_boxes),
		cmocka_unit_test(symbols_stay_in_their_boxes_and_are_not_empty),
		cmocka_unit_test(the_same_job_gives_the_same_bytes),
		cmocka_unit_test(a_full_disk_leaves_no_file),
		cmocka_unit_test(what_no_face_has_is_found),
		cmocka_unit_test(what_no_face_has_is_a_question_mark),
	};
	struct problem problem;
	int failed;

	shaper = shaper_create(&problem);
	if (shaper == NULL) {
		fprintf(stderr, "%s\n", message_id(&problem.message));
		return 1;
	}
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	shaper_destroy(shaper);
	return failed;
}
