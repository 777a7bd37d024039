/* SPDX-License-Identifier: MIT
 * The eye, on our own pages: printed by seedpress, marked with a pen, cut up,
 * photographed by a small simulated camera and read back. Every case knows its
 * truth.     test-eye SEEDPRESS */
#include "tests/tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/piece/geometry.h"
#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"
#include "layouts/chipit.h"
#include "layouts/coupons.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/camera.h"
#include "tests/kiosk/eye/eye_photo.h"
#include "tests/kiosk/eye/looking.h"

static const char *seedpress;

static const struct view scanner = {.w = 1650, .h = 2330, .fill = 0.98};
static const struct view moderate = {.w = 2100,
	.h = 2800,
	.turn = 183,
	.tilt = 0.12,
	.fill = 0.9,
	.bend = 6,
	.blur = 0.9,
	.noise = 7,
	.falloff = 0.45,
	.shadow = true};
static const struct view phone = {.w = 1080,
	.h = 1920,
	.turn = -8,
	.tilt = 0.08,
	.fill = 0.95,
	.blur = 0.9,
	.noise = 7,
	.falloff = 0.45,
	.shadow = true};

static struct code
code_of(const struct game *game, uint64_t seed, unsigned players, unsigned piece)
{
	struct code code = {.seed = seed,
		.game = game->number,
		.version = game->version,
		.players = (uint8_t)players,
		.piece = (uint8_t)piece};

	game_complete(game, &code);
	return code;
}

static void
form_of(const struct game *game, const struct code *code, struct form *form)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];

	game->build(layout, code);
	game->form(layout, code, form);
}

/* The marks of a form by state: "+shirt.3 ?first". To be freed. */
static char *
marks_text(const struct seen_form *form)
{
	GString *text = g_string_new(NULL);

	for (unsigned i = 0; i < form->marks; i++)
		if (form->mark[i].state != MARK_EMPTY)
			g_string_append_printf(
				text, "%s%s ", form->mark[i].state == MARK_FILLED ? "+" : "?", form->mark[i].id);
	return g_string_free(text, FALSE);
}

static const char *const ticket_marks[2][13] = {
	{"first", "shirt.3", "bra.1", "pants.2", "underwear.1", "bedsheet.2", "pillowcase.3", "shirt.score",
		"sock1.score", "bra.no_score", "underwear.no_score", "sock2.no_score", NULL},
	{"shirt.1", "bra.3", "pants.1", "underwear.2", "bedsheet.3", "pillowcase.2", "bra.score", NULL},
};

/* Prints a game of laundry, once for all, and fills in both tickets. */
static struct image
tickets(enum pen pen)
{
	static struct image printed;
	struct image page;

	if (printed.grey == NULL)
		printed = photo_print(seedpress, "laundry", "7", "2", 1);
	page = photo_blank(printed.width, printed.height, 0);
	memcpy(page.grey, printed.grey, (size_t)page.width * (size_t)page.height);
	for (unsigned seat = 0; seat < 2; seat++) {
		struct code code = code_of(&game_laundry, 7, 2, seat);
		struct form form;

		form_of(&game_laundry, &code, &form);
		for (int i = 0; ticket_marks[seat][i] != NULL; i++)
			photo_mark(&page, &form, ticket_marks[seat][i], pen);
	}
	return page;
}

/* Looks at a photo with the codes of the set. */
static void
add(struct photo_set *set, const struct image *photo)
{
	struct eye *eye = eye_create(kiosk_eye_game);
	struct sight sight;

	code_list_look(&set->codes, eye, photo, &sight);
	photo_set_add(set, "photo", 0, &sight);
	eye_destroy(eye);
}

static void
both_tickets_give_a_result(void **state)
{
	static const struct {
		const struct view *camera;
		enum pen pen;
	} cases[] = {{&scanner, TICK}, {&moderate, DISC}, {&moderate, CROSS}, {&moderate, PENCIL}, {&moderate, TICK},
		{&phone, DISC}};
	uint64_t dice = 1;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i += few_or_all(2, 1)) {
		struct image page = tickets(cases[i].pen), photo = photo_take(&page, cases[i].camera, &dice);
		const struct outcome *outcome;
		struct photo_set set;
		char *text;

		photo_set_init(&set, NULL);
		add(&set, &photo);
		photo_set_settle(&set);
		assert_int_equal(set.known.games->len, 1);
		outcome = &set.outcome[0];
		for (unsigned n = 0; outcome->missing != NULL && n < outcome->missing->len; n++)
			print_error("case %zu: %s\n", i, message_id(NOTE(outcome->missing, n)));
		assert_non_null(outcome->result);
		text = json_dumps(outcome->result, JSON_COMPACT);
		assert_string_equal(text,
			"{\"game\":\"laundry\",\"code\":\"11000-00000-0X000-00HXJ\",\"players\":[{\"values\":{"
			"\"underwear\":1,\"bra\":1,\"pants\":2,\"shirt\":3,\"bedsheet\":2,\"pillowcase\":3},"
			"\"score_dryer\":[\"shirt\",\"sock\"],\"no_score_dryer\":[\"underwear\",\"bra\","
			"\"sock\"]},{\"values\":{\"underwear\":2,\"bra\":3,\"pants\":1,\"shirt\":1,"
			"\"bedsheet\":3,\"pillowcase\":2},\"score_dryer\":[\"bra\"],\"no_score_dryer\":[]}],"
			"\"first\":0}");
		free(text);
		photo_set_finish(&set);
		image_finish(&photo);
		image_finish(&page);
	}
}

static void
erased_and_doubled_marks_are_asked_about(void **state)
{
	struct image page = tickets(DISC), photo;
	struct code code = code_of(&game_laundry, 7, 2, 0);
	uint64_t dice = 2;
	struct form form;
	struct photo_set set;
	GPtrArray *missing;

	(void)state;
	form_of(&game_laundry, &code, &form);
	photo_mark(&page, &form, "shirt.2", FAINT);
	photo_mark(&page, &form, "bra.3", DISC);
	photo = photo_take(&page, &scanner, &dice);
	photo_set_init(&set, NULL);
	add(&set, &photo);
	photo_set_settle(&set);
	assert_null(set.outcome[0].result);
	missing = set.outcome[0].missing;
	assert_int_equal(missing->len, 2);
	assert_true(message_is(NOTE(missing, 0), "marks-double"));
	assert_string_equal(message_text(NOTE(missing, 0), "marks"), "1 and 3");
	assert_true(message_is(NOTE(missing, 1), "mark-unclear"));
	assert_string_equal(message_text(NOTE(missing, 1), "mark"), "2");
	photo_set_finish(&set);
	image_finish(&photo);
	image_finish(&page);
}

/* A game that was printed twice, both copies in one picture: they are read as one if they say the same, and nothing is
 * decided if they do not. */
static void
two_copies_that_differ_are_asked_about(void **state)
{
	static const struct view long_scanner = {.w = 1650, .h = 4660, .fill = 0.98};
	uint64_t dice = 6;

	(void)state;
	for (int differ = 0; differ < 2; differ++) {
		struct image page = tickets(DISC), photo;
		size_t pixels = (size_t)page.width * (size_t)page.height;
		struct image both = photo_blank(page.width, 2 * page.height, 255);
		struct code code = code_of(&game_laundry, 7, 2, 1);
		struct form form;
		struct photo_set set;

		form_of(&game_laundry, &code, &form);
		memcpy(both.grey, page.grey, pixels);
		if (differ)
			photo_mark(&page, &form, "pants.score", DISC);
		memcpy(both.grey + pixels, page.grey, pixels);
		photo = photo_take(&both, &long_scanner, &dice);
		photo_set_init(&set, NULL);
		add(&set, &photo);
		photo_set_settle(&set);
		assert_int_equal(PICTURE(&set, 0)->sight.forms->len, 4);
		if (differ) {
			assert_null(set.outcome[0].result);
			assert_int_equal(set.outcome[0].missing->len, 1);
			assert_true(message_is(NOTE(set.outcome[0].missing, 0), "piece-twice"));
		} else {
			assert_non_null(set.outcome[0].result);
		}
		photo_set_finish(&set);
		image_finish(&photo);
		image_finish(&both);
		image_finish(&page);
	}
}

/* Marks a random bubble a line or so and compares what is read. */
static void
check_pad(unsigned players, const struct view *camera, uint64_t *dice)
{
	char number[4], *text;
	struct code code = code_of(&game_chipit, 7, players, 0);
	bool marked[FORM_BUBBLES];
	GString *truth = g_string_new(NULL);
	struct image page, photo;
	struct sight sight;
	struct form form;
	struct eye *eye = eye_create(kiosk_eye_game);

	g_snprintf(number, sizeof number, "%u", players);
	page = photo_print(seedpress, "chipit", "7", number, 1);
	form_of(&game_chipit, &code, &form);
	for (unsigned i = 0; i < form.bubbles; i++) {
		marked[i] = dice_below(dice, 5) == 0;
		if (!marked[i])
			continue;
		photo_mark(&page, &form, form.bubble[i].id, dice_below(dice, 2) == 0 ? DISC : PENCIL);
		g_string_append_printf(truth, "+%s ", form.bubble[i].id);
	}
	photo = photo_take(&page, camera, dice);
	code_list_look(NULL, eye, &photo, &sight);
	assert_int_equal(sight.forms->len, 1);
	text = marks_text(SEEN_FORM(&sight, 0));
	assert_string_equal(text, truth->str);
	g_free(text);
	g_string_free(truth, TRUE);
	sight_finish(&sight);
	image_finish(&photo);
	image_finish(&page);
	eye_destroy(eye);
}

static void
pads_are_read_bubble_by_bubble(void **state)
{
	uint64_t dice = 3;

	(void)state;
	for (unsigned players = 2; players <= 6; players += few_or_all(3, 1))
		check_pad(players, players % 2 == 0 ? &moderate : &scanner, &dice);
	check_pad(4, &phone, &dice);
}

/* A pad whose QR is covered: its corner marks alone tell that there is something to read. */
static void
a_form_without_its_code_is_noticed(void **state)
{
	struct code code = code_of(&game_chipit, 7, 3, 0);
	struct image page = photo_print(seedpress, "chipit", "7", "3", 1);
	uint64_t dice = 8;
	struct form form;

	(void)state;
	form_of(&game_chipit, &code, &form);
	for (int covered = 0; covered < 2; covered++) {
		struct eye *eye = eye_create(kiosk_eye_game);
		struct image photo;
		struct sight sight;

		for (int32_t y = 0; covered && y < form.qr.h * DOT; y++)
			memset(page.grey + (size_t)((form.qr.y + (29700 - form.h) / 2) * DOT + y) * (size_t)page.width +
					(size_t)((form.qr.x + (21000 - form.w) / 2) * DOT),
				200, (size_t)(form.qr.w * DOT));
		photo = photo_take(&page, &moderate, &dice);
		code_list_look(NULL, eye, &photo, &sight);
		assert_int_equal(sight.forms->len, !covered);
		assert_int_equal(advice_form_is_lost(&sight), covered);
		sight_finish(&sight);
		image_finish(&photo);
		eye_destroy(eye);
	}
	image_finish(&page);
	/* A sheet of coupons has corner marks and a code, but it is not a form. */
	struct image sheet = photo_print(seedpress, "coupons", "7", "3", 1);
	struct photo_set set;

	photo_set_init(&set, NULL);
	add(&set, &sheet);
	assert_int_equal(PICTURE(&set, 0)->sight.codes->len, 1);
	assert_false(advice_form_is_lost(&PICTURE(&set, 0)->sight));
	photo_set_finish(&set);
	image_finish(&sheet);
}

/* Cuts the coupons out of a sheet and scatters them over a table. */
static struct image
scatter(const struct image *page, unsigned piece, unsigned skip, int32_t w, int32_t h, uint64_t *dice)
{
	struct code code = code_of(&game_coupons, 7, 4, piece);
	struct image table = photo_blank(w, h, 70);
	struct coupons_layout layout;
	struct form form;
	int cols = 6, rows = 4;

	game_coupons.build(&layout, &code);
	form_of(&game_coupons, &code, &form);
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		struct rect tag = coupon_tag_rect(&layout.coupon[piece][i]);
		double turn = dice_below(dice, 6283) / 1000.0, zoom = w / 1920.0 * 0.56;
		double x = (tag.x + tag.w / 2.0 + (21000 - form.w) / 2.0) * DOT;
		double y = (tag.y + tag.h / 2.0 + (29700 - form.h) / 2.0) * DOT;
		int32_t left = w / cols * (i % cols), top = h / rows * (i / cols);

		if ((unsigned)i == skip)
			continue;
		for (int32_t v = 0; v < h / rows; v++) {
			for (int32_t u = 0; u < w / cols; u++) {
				double dx = u - w / cols / 2.0, dy = v - h / rows / 2.0;
				double px = (cos(turn) * dx - sin(turn) * dy) / zoom;
				double py = (sin(turn) * dx + cos(turn) * dy) / zoom;

				if (fabs(px) < 80 && fabs(py) < 80)
					table.grey[(top + v) * w + left + u] =
						(uint8_t)image_grey_at(page, (struct point){x + px, y + py});
			}
		}
	}
	return table;
}

static void
scattered_coupons_are_a_hand(void **state)
{
	struct image page = photo_print(seedpress, "coupons", "7", "4", 2), table;
	struct view camera = moderate;
	struct code code = code_of(&game_coupons, 7, 4, 0);
	char text[CODE_TEXT];
	uint64_t dice = 4;
	struct hand hand;
	struct photo_set set;

	(void)state;
	camera.blur = 0.9;
	code_write(&code, NULL, text);
	photo_set_init(&set, NULL);
	photo_set_expect(&set, &code, text);
	for (unsigned n = 0; n < 2; n++) {
		table = scatter(&page, 1, n, 1920, 1080, &dice);
		camera_blur(&table, camera.blur);
		photo_expose(&table, &camera, &dice);
		add(&set, &table);
		image_finish(&table);
	}
	photo_set_settle(&set);
	for (unsigned n = 0; n < 2; n++) {
		const struct hand *one = &g_array_index(PICTURE(&set, n)->hands, struct hand, 0);

		assert_int_equal(PICTURE(&set, n)->hands->len, 1);
		assert_int_equal(one->pieces, 23);
		assert_int_equal(one->strangers->len, 0);
	}
	photo_set_hand(&set, 0, 0, &hand);
	assert_int_equal(hand.pieces, 24);
	for (unsigned i = 0; i < 24; i++)
		assert_true(HAND_HAS(&hand, 24 + i));
	hand_finish(&hand);
	photo_set_finish(&set);
	image_finish(&page);
}

/* With many games listed and none met, the tags find theirs; one stray coupon does not. */
static void
tags_alone_find_their_table(void **state)
{
	struct known_games known;
	struct sight sight;
	struct coupons_layout layout;
	struct code code;
	char text[CODE_TEXT];
	GArray *hands;

	(void)state;
	sight_init(&sight, 1, 1);
	known_games_init(&known, NULL);
	for (unsigned table = 1; table <= 200; table++) {
		code = code_of(&game_coupons, table, 4, 0);
		code.round = 1;
		code.table = (uint16_t)table;
		code_write(&code, NULL, text);
		assert_int_equal(known_games_add(&known, &code, text, false), table - 1);
	}
	code = code_of(&game_coupons, 77, 4, 0);
	code.round = 1;
	code.table = 77;
	game_coupons.build(&layout, &code);
	for (int i = 0; i < 9; i++)
		g_array_append_vals(sight.tags, &(struct seen_tag){.id = layout.coupon[i % 4][i].tag}, 1);
	code.seed = code.table = 78;
	game_coupons.build(&layout, &code);
	g_array_append_vals(sight.tags, &(struct seen_tag){.id = layout.coupon[0][0].tag}, 1);
	hands_meet(&known, &sight);
	hands = hands_of(&known, &sight);
	assert_int_equal(hands->len, 1);
	assert_int_equal(g_array_index(hands, struct hand, 0).game, 76);
	assert_int_equal(g_array_index(hands, struct hand, 0).pieces, 9);
	assert_int_equal(g_array_index(hands, struct hand, 0).strangers->len, 1);
	hands_free(hands);
	known_games_finish(&known);
	sight_finish(&sight);
}

static void
nothing_is_seen_where_nothing_is(void **state)
{
	struct eye *eye = eye_create(kiosk_eye_game);
	uint64_t dice = 5;

	(void)state;
	for (int n = 0; n < 12; n++) {
		static const int32_t sizes[][2] = {{1, 1}, {23, 4000}, {640, 480}, {64, 64}};
		struct image image = photo_blank(sizes[n % 4][0], sizes[n % 4][1], 128);
		struct sight sight;

		for (int32_t i = 0; n >= 4 && i < image.width * image.height; i++)
			image.grey[i] =
				(uint8_t)(n < 8 ? dice_below(&dice, 256) : 255 * ((i / 7 + i / image.width / 9) & 1));
		code_list_look(NULL, eye, &image, &sight);
		assert_int_equal(sight.codes->len + sight.tags->len + sight.forms->len, 0);
		sight_finish(&sight);
		image_finish(&image);
	}
	eye_destroy(eye);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_tickets_give_a_result),
		cmocka_unit_test(erased_and_doubled_marks_are_asked_about),
		cmocka_unit_test(two_copies_that_differ_are_asked_about),
		cmocka_unit_test(pads_are_read_bubble_by_bubble),
		cmocka_unit_test(a_form_without_its_code_is_noticed),
		cmocka_unit_test(scattered_coupons_are_a_hand),
		cmocka_unit_test(tags_alone_find_their_table),
		cmocka_unit_test(nothing_is_seen_where_nothing_is),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: test-eye SEEDPRESS\n");
		return 2;
	}
	seedpress = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
