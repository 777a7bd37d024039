/* SPDX-License-Identifier: MIT
 * Finding and registering forms: the same ticket twice, codes that cannot be read, corners that are torn off, values
 * that are folded away, and paper with creases. */
#include "tests/tools.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/eye/parts.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/pens.h"

#define SEED 7

/* Most bubbles of a flat form that may be asked about: what is tested here is where they are found. */
#define ASKED_MAX 2

/* Two tickets on their page, as printed. */
static struct layer printed;
static struct code code[LAUNDRY_SEATS];
static struct form form[LAUNDRY_SEATS];
static struct eye *eye;

static const char *const marks[LAUNDRY_SEATS][13] = {
	{"first", "shirt.3", "bra.1", "pants.2", "underwear.1", "bedsheet.2", "pillowcase.3", "shirt.score",
		"sock1.score", "bra.no_score", "underwear.no_score", "sock2.no_score", NULL},
	{"shirt.1", "bra.3", "pants.1", "underwear.2", "bedsheet.3", "pillowcase.2", "bra.score", NULL},
};

static struct code
code_of(uint64_t seed, unsigned piece)
{
	struct code made = {.seed = seed,
		.game = game_laundry.number,
		.version = game_laundry.version,
		.players = LAUNDRY_SEATS,
		.piece = (uint8_t)piece};

	game_complete(&game_laundry, &made);
	return made;
}

static int
set_up(void **state)
{
	const struct print_job job = {.codes = {.game = &game_laundry, .players = LAUNDRY_SEATS, .seed = SEED},
		.count = 1,
		.paper = &paper_a4};
	struct page_plan plan;
	struct shaper *shaper;
	struct problem problem;

	(void)state;
	if (sodium_init() < 0 || (shaper = shaper_create(&problem)) == NULL)
		return -1;
	page_plan_init(&plan);
	printed_game_of(&game_laundry)->plan(&job, &plan);
	layer_draw(&printed, &g_array_index(plan.pages, struct page, 0), shaper, 300);
	page_plan_finish(&plan);
	shaper_destroy(shaper);
	for (unsigned seat = 0; seat < LAUNDRY_SEATS; seat++) {
		code[seat] = code_of(SEED, seat);
		eye_form_of_code(&game_laundry, &code[seat], &form[seat]);
	}
	eye = eye_create(kiosk_eye_game);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	layer_finish(&printed);
	eye_destroy(eye);
	return 0;
}

static void
mark(struct layer *layer, unsigned seat, const char *id)
{
	uint64_t dice = 5;

	for (unsigned i = 0; i < form[seat].bubbles; i++)
		if (strcmp(form[seat].bubble[i].id, id) == 0)
			pen_draw(layer, &form[seat].bubble[i].at, PEN_BALLPOINT, DRAWN_DISC, &dice);
}

/* A copy of the page, filled in. */
static struct layer
filled(void)
{
	struct layer layer = printed;
	size_t size = (size_t)layer.width * (size_t)layer.height * sizeof *layer.argb;

	layer.argb = malloc(size);
	memcpy(layer.argb, printed.argb, size);
	for (unsigned seat = 0; seat < LAUNDRY_SEATS; seat++)
		for (int i = 0; marks[seat][i] != NULL; i++)
			mark(&layer, seat, marks[seat][i]);
	return layer;
}

/* Paints a part of the page: 0 takes it away. */
static void
paint(struct layer *layer, const struct rect *at, uint32_t colour)
{
	int32_t left = (int32_t)((at->x + layer->origin_x) * layer->unit),
		top = (int32_t)((at->y + layer->origin_y) * layer->unit),
		right = (int32_t)((at->x + at->w + layer->origin_x) * layer->unit),
		bottom = (int32_t)((at->y + at->h + layer->origin_y) * layer->unit);

	for (int32_t y = MAX(top, 0); y < MIN(bottom, layer->height); y++)
		for (int32_t x = MAX(left, 0); x < MIN(right, layer->width); x++)
			layer->argb[(size_t)y * (size_t)layer->width + (size_t)x] = colour;
}

static void
scene_begin(struct scene *scene)
{
	const struct conditions conditions = {.width = 1800,
		.height = 1200,
		.table = TABLE_WOOD,
		.scale = 7,
		.away = 450,
		.tilt = 12,
		.tilt_towards = 70,
		.cast = {1, 1, 1},
		.falloff = 0.2,
		.blur = 0.7,
		.noise = 3,
		.quality = 88};

	scene_init(scene, &conditions, 11);
}

/* Lays a ticket there, cut out of its page. */
static void
lay_ticket(struct scene *scene, const struct layer *layer, unsigned seat, struct lie lie)
{
	scene_lay(scene, layer, &form[seat].piece, &form[seat].piece, &lie);
}

/* Looks at the scene, which ends, with the codes of a set. */
static struct photo_set *
look(struct photo_set *set, struct scene *scene)
{
	struct sight sight;

	assert_true(scene_shoot(scene));
	code_list_look(&set->codes, eye, &scene->photo, &sight);
	photo_set_add(set, "photo", 0, &sight);
	photo_set_settle(set);
	scene_finish(scene);
	return set;
}

static const struct seen_form *
seen_of(const struct photo_set *set, unsigned seat)
{
	const struct sight *sight = &PICTURE(set, 0)->sight;

	for (unsigned i = 0; i < sight->forms->len; i++)
		if (SEEN_FORM(sight, i)->code.piece == seat && SEEN_FORM(sight, i)->code.seed == SEED)
			return SEEN_FORM(sight, i);
	return NULL;
}

static bool
is_marked(unsigned seat, const char *id)
{
	for (int i = 0; marks[seat][i] != NULL; i++)
		if (strcmp(marks[seat][i], id) == 0)
			return true;
	return false;
}

/* Compares a form with what was marked. Returns how many are unsure of those outside of `hidden`; those inside must
 * be. */
static unsigned
check(const struct photo_set *set, unsigned seat, const struct rect *hidden)
{
	const struct seen_form *seen = seen_of(set, seat);
	unsigned unsure = 0;

	assert_non_null(seen);
	assert_int_equal(seen->marks, form[seat].bubbles);
	for (unsigned i = 0; i < seen->marks; i++) {
		const struct rect *at = &form[seat].bubble[i].at;
		enum mark_state state = seen->mark[i].state;

		if (hidden != NULL && at->x + at->w > hidden->x && at->x < hidden->x + hidden->w) {
			assert_int_equal(state, MARK_UNSURE);
			continue;
		}
		unsure += state == MARK_UNSURE;
		if (state != MARK_UNSURE)
			assert_int_equal(state, is_marked(seat, seen->mark[i].id) ? MARK_FILLED : MARK_EMPTY);
	}
	return unsure;
}

static bool
is_missing(const struct photo_set *set, const char *id)
{
	bool is = false;

	for (unsigned i = 0; i < set->outcomes; i++)
		for (unsigned n = 0; set->outcome[i].missing != NULL && n < set->outcome[i].missing->len; n++)
			is |= message_is(NOTE(set->outcome[i].missing, n), id);
	return is;
}

/* Ticket A twice, turned differently: both are read, and if they differ somebody is asked. */
static void
the_same_ticket_twice_is_asked_about(void **state)
{
	(void)state;
	for (int differ = 0; differ < 2; differ++) {
		struct layer one = filled(), other = filled();
		struct photo_set set;
		struct scene scene;

		if (differ)
			mark(&other, 0, "pants.score");
		scene_begin(&scene);
		lay_ticket(&scene, &one, 0, (struct lie){.x = -60, .turn = 8});
		lay_ticket(&scene, &other, 0, (struct lie){.x = 62, .y = 5, .turn = differ ? 160 : -20});
		photo_set_init(&set, NULL);
		look(&set, &scene);
		assert_int_equal(PICTURE(&set, 0)->sight.forms->len, 2);
		assert_int_equal(is_missing(&set, "piece-twice"), differ);
		assert_false(is_missing(&set, "piece-twice-unread"));
		photo_set_finish(&set);
		layer_finish(&one);
		layer_finish(&other);
	}
}

/* The second one cannot be read, because its QR is covered. */
static void
an_unread_copy_is_asked_about(void **state)
{
	struct layer one = filled(), other = filled();
	struct photo_set set;
	struct scene scene;

	(void)state;
	mark(&other, 0, "pants.score");
	paint(&other, &form[0].qr, 0xFF909090U);
	scene_begin(&scene);
	lay_ticket(&scene, &one, 0, (struct lie){.x = -60, .turn = 8});
	lay_ticket(&scene, &other, 0, (struct lie){.x = 62, .y = 5, .turn = -20});
	photo_set_init(&set, NULL);
	look(&set, &scene);
	assert_in_range(check(&set, 0, NULL), 0, ASKED_MAX);
	assert_true(is_missing(&set, "piece-twice-unread"));
	photo_set_finish(&set);
	layer_finish(&one);
	layer_finish(&other);
}

static void
the_other_ticket_names_one_without_its_code(void **state)
{
	struct layer page = filled();
	struct photo_set set;
	struct scene scene;

	(void)state;
	paint(&page, &form[1].qr, 0xFFE0E0E0U);
	scene_begin(&scene);
	lay_ticket(&scene, &page, 0, (struct lie){.x = -60, .turn = 8});
	lay_ticket(&scene, &page, 1, (struct lie){.x = 60, .turn = -5});
	photo_set_init(&set, NULL);
	look(&set, &scene);
	assert_int_equal(PICTURE(&set, 0)->sight.codes->len, 1);
	assert_in_range(check(&set, 0, NULL), 0, ASKED_MAX);
	assert_in_range(check(&set, 1, NULL), 0, ASKED_MAX);
	assert_false(advice_form_is_lost(&PICTURE(&set, 0)->sight));
	/* In the next picture it is not expected any more. */
	code_list_begin(&set.codes);
	assert_int_equal(set.codes.expected->len, 0);
	photo_set_finish(&set);
	layer_finish(&page);
}

/* A seed of which ticket A has the corner tags of ours. */
static uint64_t
look_alike(void)
{
	for (uint64_t seed = SEED + 1;; seed++) {
		struct code other = code_of(seed, 0);
		struct form alike;

		eye_form_of_code(&game_laundry, &other, &alike);
		if (alike.tag[0].id == form[0].tag[0].id)
			return seed;
	}
}

/* Read if its code is given, but not if two that were given have the same corner tags; there is always a hint. */
static void
a_given_code_reads_a_form_unless_two_could_be_it(void **state)
{
	(void)state;
	for (int given = 0; given < 3; given++) {
		struct layer page = filled();
		struct photo_set set;
		struct scene scene;
		bool lost;

		paint(&page, &form[0].qr, 0xFFE0E0E0U);
		scene_begin(&scene);
		lay_ticket(&scene, &page, 0, (struct lie){.turn = 8});
		photo_set_init(&set, NULL);
		for (int i = 0; i < given; i++) {
			struct code of = code_of(i == 0 ? SEED : look_alike(), 0);

			code_list_expect(&set.codes, &of);
		}
		look(&set, &scene);
		lost = advice_form_is_lost(&PICTURE(&set, 0)->sight);
		assert_int_equal(lost, given != 1);
		assert_int_equal(PICTURE(&set, 0)->sight.forms->len, given == 1);
		if (given == 1)
			assert_in_range(check(&set, 0, NULL), 0, ASKED_MAX);
		photo_set_finish(&set);
		layer_finish(&page);
	}
}

static void
see_corner(struct sight *sight, uint16_t id)
{
	const struct seen_tag tag = {.id = id};

	g_array_append_val(sight->tags, tag);
}

static void
a_lone_corner_is_a_hint_where_nothing_else_is(void **state)
{
	struct message why;
	struct sight sight;

	(void)state;
	sight_init(&sight, 100, 100);
	assert_false(advice_form_is_lost(&sight));
	see_corner(&sight, 4);
	assert_true(advice_form_is_lost(&sight));
	see_corner(&sight, TAG_CORNERS); /* a coupon: the corner may be on a scrap of its sheet */
	assert_false(advice_form_is_lost(&sight));
	see_corner(&sight, 6);
	assert_true(advice_form_is_lost(&sight));
	/* A refused code may be that of this form, but not of two. */
	message_set(&why, SAY("test-refused", "refused"));
	notes_add_message(sight.refused, &why);
	assert_false(advice_form_is_lost(&sight));
	see_corner(&sight, 8);
	see_corner(&sight, 9);
	assert_true(advice_form_is_lost(&sight));
	sight_finish(&sight);
}

/* The QR and two tags are enough, whichever they are. */
static void
two_corners_may_be_torn_off(void **state)
{
	static const unsigned torn[][2] = {{0, 1}, {1, 3}, {0, 3}, {2, 3}, {0, 2}, {1, 2}};

	(void)state;
	for (size_t n = 0; n < LENGTH(torn); n += few_or_all(2, 1)) {
		struct layer page = filled();
		struct photo_set set;
		struct scene scene;

		for (int i = 0; i < 2; i++)
			paint(&page, &form[0].tag[torn[n][i]].at, 0);
		scene_begin(&scene);
		lay_ticket(&scene, &page, 0, (struct lie){.turn = 8});
		photo_set_init(&set, NULL);
		look(&set, &scene);
		assert_int_equal(PICTURE(&set, 0)->sight.forms->len, 1);
		assert_int_equal(seen_of(&set, 0)->corners, 2);
		assert_in_range(check(&set, 0, NULL), 0, ASKED_MAX);
		photo_set_finish(&set);
		layer_finish(&page);
	}
}

/* Folded back along its fold, or cut off by the edge of the picture: what is hidden is unsure, the rest is read. */
static void
hidden_values_are_unsure(void **state)
{
	const struct rect values = {
		form[0].piece.x + LAUNDRY_FOLD, form[0].piece.y, form[0].piece.w - LAUNDRY_FOLD, form[0].piece.h};

	(void)state;
	for (int cut = 0; cut < 2; cut++) {
		struct layer page = filled();
		struct photo_set set;
		struct scene scene;

		scene_begin(&scene);
		if (!cut)
			paint(&page, &values, 0);
		lay_ticket(&scene, &page, 0, (struct lie){.x = cut ? 104 : 0, .turn = 3});
		photo_set_init(&set, NULL);
		look(&set, &scene);
		assert_in_range(check(&set, 0, &values), 0, ASKED_MAX);
		photo_set_finish(&set);
		layer_finish(&page);
	}
}

/* Share of the bubbles of a creased ticket that may be asked about: the light changes at a crease. */
#define CREASED_ASKED 0.2

/* A ticket is small enough for a smooth map to follow creases: little is asked. Pads are not (pads.c). */
static void
creased_tickets_are_read(void **state)
{
	static const struct lie lies[] = {{.folds = 1, .lean = 14, .turn = 8}, {.folds = 2, .lean = 12, .turn = -10},
		{.folds = 1, .lean = -12, .turn = 186}, {.crumple = 1.2, .crumple_seed = 3, .turn = 5},
		{.folds = 3, .lean = 10, .turn = 90}};

	(void)state;
	for (size_t n = 0; n < LENGTH(lies); n += few_or_all(2, 1)) {
		struct layer page = filled();
		struct photo_set set;
		struct scene scene;
		unsigned unsure;

		scene_begin(&scene);
		lay_ticket(&scene, &page, 0, lies[n]);
		photo_set_init(&set, NULL);
		look(&set, &scene);
		unsure = check(&set, 0, NULL);
		print_message("%zu: %u of %u unsure\n", n, unsure, form[0].bubbles);
		assert_true(unsure <= CREASED_ASKED * form[0].bubbles);
		photo_set_finish(&set);
		layer_finish(&page);
	}
}

/* The table for correcting bits takes longer than most pictures: it is made once a tag or a code was seen, and what is
 * read does not depend on it. */
static void
nothing_of_ours_needs_no_table(void **state)
{
	(void)state;
	for (int prepared = 0; prepared < 2; prepared++) {
		struct eye *fresh = eye_create(kiosk_eye_game);
		struct scene scene;
		struct sight sight;

		if (prepared)
			eye_prepare(fresh);
		scene_begin(&scene);
		assert_true(scene_shoot(&scene));
		code_list_look(NULL, fresh, &scene.photo, &sight);
		assert_int_equal(sight.tags->len + sight.codes->len, 0);
		assert_int_equal(fresh->detector != NULL, prepared);
		sight_finish(&sight);
		scene_finish(&scene);
		eye_destroy(fresh);
	}
}

/* Tags of two pixels a module are lost when a picture is reduced. They are found in the tiles that have fine print. */
static void
small_tags_are_found_in_large_pictures(void **state)
{
	const struct conditions conditions = {.width = 2900,
		.height = 2000,
		.table = TABLE_PLAIN,
		.scale = 2.2,
		.away = 900,
		.cast = {1, 1, 1},
		.blur = 0.4,
		.noise = 2,
		.quality = 92};
	struct layer page = filled();
	struct scene scene;
	struct sight sight;

	(void)state;
	scene_init(&scene, &conditions, 11);
	paint(&page, &form[0].qr, 0xFFE0E0E0U);
	lay_ticket(&scene, &page, 0, (struct lie){.x = 330, .y = 200, .turn = 8});
	assert_true(scene_shoot(&scene));
	code_list_look(NULL, eye, &scene.photo, &sight);
	assert_int_equal(sight.tags->len, 4);
	assert_true(advice_form_is_lost(&sight));
	sight_finish(&sight);
	scene_finish(&scene);
	layer_finish(&page);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_ticket_twice_is_asked_about),
		cmocka_unit_test(an_unread_copy_is_asked_about),
		cmocka_unit_test(the_other_ticket_names_one_without_its_code),
		cmocka_unit_test(a_given_code_reads_a_form_unless_two_could_be_it),
		cmocka_unit_test(a_lone_corner_is_a_hint_where_nothing_else_is),
		cmocka_unit_test(two_corners_may_be_torn_off),
		cmocka_unit_test(hidden_values_are_unsure),
		cmocka_unit_test(creased_tickets_are_read),
		cmocka_unit_test(nothing_of_ours_needs_no_table),
		cmocka_unit_test(small_tags_are_found_in_large_pictures),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
