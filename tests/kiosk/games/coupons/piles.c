/* SPDX-License-Identifier: MIT
 * Whose pieces are, by where they lie: on a table that is drawn up here, seen from above and from the side.
 * Nearest strip, by millimetres and not by pixels; unassigned if it is not clear. */
#include "kiosk/reading/photo_set.h"

#include <math.h>

#include "layouts/coupons.h"
#include "tests/tools.h"

/* A table in hundredths of a millimetre, seen by a camera: from above (`lean` 0), or so that its far side is
 * small. */
struct shot {
	struct code code;
	struct coupons_layout layout;
	struct sight sight;
	double lean;
};

static void
shot_init(struct shot *shot, double lean)
{
	shot->code = (struct code){.seed = 11, .game = game_coupons.number, .version = 1, .players = 3};
	shot->lean = lean;
	game_coupons.build(&shot->layout, &shot->code);
	sight_init(&shot->sight, 4000, 3000);
}

/* Where a point of the table is in the picture: 0.05 pixels a hundredth of a millimetre in front. */
static struct point
seen_at(const struct shot *shot, double x, double y)
{
	double far = 1 + shot->lean * y / 30000;

	return (struct point){2000 + 0.05 * x / far, 2600 - 0.05 * y / far};
}

/* A form that lies on the table with its top left at x, y, turned; y goes away from the camera. */
struct lie {
	double x, y, turn;
};

static struct point
lies_at(const struct shot *shot, const struct rect *from, const struct lie *lie, double x, double y)
{
	double c = cos(lie->turn), s = sin(lie->turn), dx = x - from->x, dy = y - from->y;

	return seen_at(shot, lie->x + c * dx + s * dy, lie->y + s * dx - c * dy);
}

static void
add_tag(struct shot *shot, const struct tag *tag, const struct rect *from, const struct lie *lie)
{
	struct seen_tag seen = {.id = tag->id, .margin = 50};

	for (int i = 0; i < 4; i++)
		seen.corner[i] = lies_at(shot, from, lie, tag->at.x + (i == 1 || i == 2 ? 0.8 : 0.2) * tag->at.w,
			tag->at.y + (i / 2 ? 0.8 : 0.2) * tag->at.h);
	g_array_append_val(shot->sight.tags, seen);
}

/* The strip of a sheet, of which only these corners are seen, as bits. */
static void
add_strip(struct shot *shot, unsigned sheet, unsigned corners, struct lie lie)
{
	const struct rect strip = coupons_strip();
	struct code code = shot->code;
	struct form form;

	code.piece = (uint8_t)sheet;
	game_coupons.form(&shot->layout, &code, &form);
	for (unsigned i = 0; i < 4; i++)
		if (corners >> i & 1)
			add_tag(shot, &form.tag[i], &strip, &lie);
}

/* A coupon, by its number in the game. */
static void
add_coupon(struct shot *shot, unsigned piece, struct lie lie)
{
	const struct coupon *coupon = &shot->layout.coupon[piece / COUPONS_A_SHEET][piece % COUPONS_A_SHEET];
	const struct rect at = coupon_rect(coupon);
	const struct tag tag = {coupon->tag, coupon_tag_rect(coupon)};

	add_tag(shot, &tag, &at, &lie);
}

/* Ends the sight; `holder` as the hand has it. */
static void
judge(struct shot *shot, int8_t holder[TAGGED_MAX])
{
	struct known_games known;
	char text[CODE_TEXT];
	GArray *hands;

	code_write(&shot->code, NULL, text);
	known_games_init(&known, NULL);
	known_games_add(&known, &shot->code, text, true);
	hands_meet(&known, &shot->sight);
	hands = hands_of(&known, &shot->sight);
	assert_int_equal(hands->len, 1);
	memcpy(holder, g_array_index(hands, struct hand, 0).holder, TAGGED_MAX);
	hands_free(hands);
	known_games_finish(&known);
	sight_finish(&shot->sight);
}

/* Six coupons below a strip, from `first` on: two rows, half a centimetre apart, turned a little. */
static void
add_row(struct shot *shot, unsigned first, double x, double y)
{
	double left = x, tallest = 0;

	for (unsigned i = 0; i < 6; i++) {
		const struct rect at =
			coupon_rect(&shot->layout.coupon[(first + i) / COUPONS_A_SHEET][(first + i) % COUPONS_A_SHEET]);

		if (i == 3) {
			y -= tallest + 500;
			left = x;
		}
		add_coupon(shot, first + i, (struct lie){left, y, 0.05 * (i % 3) - 0.05});
		left += at.w + 500;
		tallest = fmax(tallest, at.h);
	}
}

static void
assert_all(const int8_t holder[TAGGED_MAX], unsigned first, int expected)
{
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(holder[first + i], expected);
}

/* Strips of A and B by all corners, by two, by a single one. */
static void
each_pile_is_its_strips(void **state)
{
	static const unsigned corners[][2] = {{15, 15}, {5, 12}, {1, 8}, {2, 15}};

	(void)state;
	for (unsigned n = 0; n < G_N_ELEMENTS(corners); n++)
		for (int lean = 0; lean < 3; lean++) {
			int8_t holder[TAGGED_MAX];
			struct shot shot;

			shot_init(&shot, lean * 0.1);
			add_strip(&shot, 0, corners[n][0], (struct lie){-26000, 22000, 0});
			add_strip(&shot, 1, corners[n][1], (struct lie){6000, 22000, 0});
			add_row(&shot, 30, -24000, 14000);
			add_row(&shot, 0, 6000, 14000);
			judge(&shot, holder);
			assert_all(holder, 30, 0);
			assert_all(holder, 0, 1);
			assert_int_equal(holder[12], HELD_BY_NOBODY);
		}
}

/* As many millimetres to both; and far from any, where another's strip may be hidden. */
static void
between_two_piles_is_nobodys(void **state)
{
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0.5);
	add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
	add_strip(&shot, 1, 15, (struct lie){6000, 22000, 0});
	add_row(&shot, 30, -24000, 14000);
	add_row(&shot, 0, 6000, 14000);
	add_coupon(&shot, 60, (struct lie){-3000, 12000, 0});
	judge(&shot, holder);
	assert_int_equal(holder[60], HELD_BY_SOMEBODY);
	assert_all(holder, 30, 0);

	shot_init(&shot, 0);
	add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
	add_row(&shot, 30, -24000, 14000);
	add_row(&shot, 0, 6000, 14000);
	judge(&shot, holder);
	assert_all(holder, 30, 0);
	assert_all(holder, 0, HELD_BY_SOMEBODY);
}

static void
without_a_strip_it_is_asked(void **state)
{
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0);
	add_row(&shot, 30, -24000, 14000);
	judge(&shot, holder);
	assert_all(holder, 30, HELD_BY_SOMEBODY);
}

/* As many millimetres to both piles, and not far from either: it is asked, and does not join the two. */
static void
a_stray_coupon_does_not_join_two_piles(void **state)
{
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0.1);
	add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
	add_strip(&shot, 1, 15, (struct lie){6000, 22000, 0});
	add_row(&shot, 30, -18000, 14000);
	add_row(&shot, 0, 6000, 14000);

	unsigned narrow = 0;

	while (shot.layout.coupon[2][narrow].cols > 1)
		narrow++;
	const struct rect at = coupon_rect(&shot.layout.coupon[1][8]),
			  stray = coupon_rect(&shot.layout.coupon[2][narrow]);
	double right = -18000 + at.w + 500 + coupon_rect(&shot.layout.coupon[1][7]).w + 500 +
		coupon_rect(&shot.layout.coupon[1][6]).w;

	add_coupon(&shot, 48 + narrow, (struct lie){(right + 6000 - stray.w) / 2, 13000, 0});
	judge(&shot, holder);
	assert_int_equal(holder[48 + narrow], HELD_BY_SOMEBODY);
	assert_all(holder, 30, 0);
	assert_all(holder, 0, 1);
}

/* The pile of A lies 30 mm from its strip, and a stray joins it to the pile of B: nothing of it is given to B. */
static void
a_strip_without_coupons_is_a_reason_to_ask(void **state)
{
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0);
	add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
	add_strip(&shot, 1, 15, (struct lie){6000, 22000, 0});
	add_row(&shot, 30, -14500, 12000);
	add_row(&shot, 0, 6000, 14000);
	for (unsigned i = 48, left = 3; left > 0; i++)
		if (shot.layout.coupon[2][i - 48].cols == 1)
			add_coupon(&shot, i, (struct lie){2500, 11500 - 3200.0 * --left, 0});
	judge(&shot, holder);
	for (unsigned i = 0; i < 6; i++)
		assert_int_not_equal(holder[30 + i], 1);
}

/* The only coupons in a picture of the only strip, away from it. Not if another strip is in the picture as well, nor if
 * another picture shows one of them with another player. */
static void
one_group_and_one_strip_belong_together(void **state)
{
	static const struct {
		double y;
		unsigned strips;
		bool disputed;
		int expected;
	} cases[] = {
		{11300, 1, false, 0},
		{11300, 2, false, HELD_BY_SOMEBODY},
		{8500, 1, false, 0},
		{8500, 1, true, HELD_BY_SOMEBODY},
	};

	(void)state;
	for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
		struct shot shot, other;
		struct photo_set set;
		struct hand hand;
		char text[CODE_TEXT];

		photo_set_init(&set, NULL);
		shot_init(&shot, 0.1);
		shot_init(&other, 0);
		code_write(&shot.code, NULL, text);
		photo_set_expect(&set, &shot.code, text);
		add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
		if (cases[n].strips == 2)
			add_strip(&shot, 1, 15, (struct lie){6000, 22000, 0});
		add_row(&shot, 30, -24000, cases[n].y);
		photo_set_add(&set, "one", 0, &shot.sight);
		add_strip(&other, 1, 15, (struct lie){-26000, 22000, 0});
		if (cases[n].disputed) {
			add_row(&other, 0, -24000, 14000);
			add_coupon(&other, 30, (struct lie){-14000, 14000, 0});
		}
		photo_set_add(&set, "other", 0, &other.sight);
		photo_set_settle(&set);
		photo_set_hand(&set, 0, 0, &hand);
		assert_int_equal(hand.holder[30], cases[n].disputed ? 1 : cases[n].expected);
		for (unsigned i = 31; i < 36; i++)
			assert_int_equal(hand.holder[i], cases[n].expected);
		hand_finish(&hand);
		photo_set_finish(&set);
	}
}

/* Farther from a pile than its own coupons are from each other, in a picture that does not show all strips. One or two
 * coupons belong to the pile, unless they are at the edge of the picture; several may be a pile of somebody else. */
static void
what_lies_apart_may_be_a_pile_of_its_own(void **state)
{
	static const struct {
		unsigned coupons, strips; /* strips as bits */
		bool at_edge;
		int expected;
	} cases[] = {
		{1, 1, false, 0},
		{2, 1, false, 0},
		{1, 1, true, HELD_BY_SOMEBODY},
		{3, 1, false, HELD_BY_SOMEBODY},
		{3, 7, false, 0},
		{1, 7, true, 0},
	};

	(void)state;
	for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
		int8_t holder[TAGGED_MAX];
		struct shot shot;

		shot_init(&shot, 0);
		for (unsigned sheet = 0; sheet < 3; sheet++)
			if (cases[n].strips >> sheet & 1)
				add_strip(&shot, sheet, 15,
					(struct lie){-26000 + 24000.0 * sheet, sheet == 0 ? 22000 : 48000, 0});
		add_row(&shot, 30, -26000, 14500);
		/* Two above the middle of what lies apart. */
		const struct rect left = coupon_rect(&shot.layout.coupon[1][2]);
		const struct rect right = coupon_rect(&shot.layout.coupon[1][3]);
		double y = 5500 - 3500;

		add_coupon(&shot, 26, (struct lie){-20000 - left.w, 5500 + left.h, 0});
		add_coupon(&shot, 27, (struct lie){-19800, 5500 + right.h, 0});

		for (unsigned i = 0; i < cases[n].coupons; i++)
			add_coupon(&shot, 60 + i, (struct lie){-21500 + 7000.0 * i, y, 0});
		if (cases[n].at_edge)
			shot.sight.height = (int32_t)seen_at(&shot, 0, y - 3300).y;
		judge(&shot, holder);
		assert_all(holder, 30, 0);
		for (unsigned i = 0; i < cases[n].coupons; i++)
			assert_int_equal(holder[60 + i], cases[n].expected);
	}
}

/* A strip that lies on its pile, and coupons that lie on their strip. */
static void
a_strip_may_lie_on_its_pile(void **state)
{
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0.2);
	add_strip(&shot, 2, 9, (struct lie){-9000, 18000, 0.3});
	add_row(&shot, 30, -9000, 19500);
	judge(&shot, holder);
	assert_all(holder, 30, 2);
}

/* It is named as such, and the pile that it lies in is as clear as without it. */
static void
a_coupon_of_another_game_is_a_stranger(void **state)
{
	struct known_games known;
	char text[CODE_TEXT];
	struct shot shot;
	GArray *hands;

	(void)state;
	shot_init(&shot, 0);
	add_strip(&shot, 0, 15, (struct lie){-26000, 22000, 0});
	add_row(&shot, 30, -24000, 14000);
	const struct tag other = {TAG_CORNERS + 7, {0, 0, TAG_SIZE, TAG_SIZE}};

	add_tag(&shot, &other, &other.at, &(struct lie){-22000, 14500, 0});
	code_write(&shot.code, NULL, text);
	known_games_init(&known, NULL);
	known_games_add(&known, &shot.code, text, true);
	hands_meet(&known, &shot.sight);
	hands = hands_of(&known, &shot.sight);
	assert_int_equal(hands->len, 1);
	const struct hand *hand = &g_array_index(hands, struct hand, 0);

	assert_all(hand->holder, 30, 0);
	assert_int_equal(hand->pieces, 6);
	assert_int_equal(hand->strangers->len, 1);
	assert_int_equal(g_array_index(hand->strangers, uint16_t, 0), other.id);
	hands_free(hands);
	known_games_finish(&known);
	sight_finish(&shot.sight);
}

/* Several pictures of one pile: a close-up without a strip, of coupons next to some that another picture shows with
 * their strip; another one of none of these; and one of a pile that both players have a part of. */
static void
a_close_up_belongs_to_the_pile_that_it_shows(void **state)
{
	static const struct {
		unsigned first; /* of the coupons in the close-up */
		int before, known, fresh;
		bool folded; /* the close-up is sent later */
	} cases[] = {
		{30, 30, 0, 0, false},
		{30, 30, 0, 0, true},
		{50, 30, HELD_BY_SOMEBODY, HELD_BY_SOMEBODY, false},
	};

	(void)state;
	for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
		struct shot wide, close;
		struct photo_set set;
		struct hand hand;
		char text[CODE_TEXT];

		photo_set_init(&set, NULL);
		shot_init(&wide, 0.1);
		shot_init(&close, 0);
		code_write(&wide.code, NULL, text);
		photo_set_expect(&set, &wide.code, text);
		add_strip(&wide, 0, 15, (struct lie){-26000, 22000, 0});
		add_row(&wide, 30, -24000, 14000);
		photo_set_add(&set, "wide", 0, &wide.sight);
		if (cases[n].folded) {
			photo_set_settle(&set);
			photo_set_fold(&set);
		}
		/* The row again, and two more next to it. */
		add_row(&close, cases[n].first, -9000, 14000);
		add_coupon(&close, 66, (struct lie){-9000, 18000, 0});
		add_coupon(
			&close, 67, (struct lie){-9000 + coupon_rect(&close.layout.coupon[2][18]).w + 600, 18000, 0});
		photo_set_add(&set, "close", 0, &close.sight);
		photo_set_settle(&set);
		photo_set_hand(&set, 0, 0, &hand);
		assert_all(hand.holder, cases[n].before, 0);
		assert_all(hand.holder, cases[n].first, cases[n].known);
		assert_int_equal(hand.holder[66], cases[n].fresh);
		assert_int_equal(hand.holder[67], cases[n].fresh);
		hand_finish(&hand);
		photo_set_finish(&set);
	}
}

/* Seen from the side, what is far has few pixels: both strips are about as many away, but not on paper. */
static void
paper_counts_and_not_pixels(void **state)
{
	const struct rect strip = coupons_strip();
	int8_t holder[TAGGED_MAX];
	double coupon, other;
	struct shot shot;

	(void)state;
	shot_init(&shot, 3);
	coupon = strip.h + 2000;
	other = coupon + coupon_rect(&shot.layout.coupon[0][0]).h + 6500;
	assert_true(seen_at(&shot, 0, strip.h).y - seen_at(&shot, 0, coupon).y >
		0.55 * (seen_at(&shot, 0, other - 6500).y - seen_at(&shot, 0, other).y));
	add_strip(&shot, 0, 15, (struct lie){-9000, strip.h, 0});
	add_strip(&shot, 1, 15, (struct lie){-9000, other + strip.h, 0});
	add_coupon(&shot, 0, (struct lie){-2000, other - 6500, 0});
	judge(&shot, holder);
	assert_int_equal(holder[0], 0);
}

/* A sheet that was never cut is no hand. */
static void
an_uncut_sheet_is_nobodys(void **state)
{
	const struct rect strip = coupons_strip();
	int8_t holder[TAGGED_MAX];
	struct shot shot;

	(void)state;
	shot_init(&shot, 0.3);
	add_strip(&shot, 0, 15, (struct lie){-9000, 8000, 0});
	for (unsigned i = 0; i < 6; i++) {
		const struct rect at = coupon_rect(&shot.layout.coupon[0][18 + i]);

		add_coupon(&shot, 18 + i, (struct lie){-9000 + at.x - strip.x, 8000 - (at.y - strip.y), 0});
	}
	judge(&shot, holder);
	assert_all(holder, 18, HELD_BY_SHEET);
}

static void
pictures_that_differ_leave_doubt(void **state)
{
	static const int8_t cases[][4] = {
		{HELD_BY_NOBODY, 1, 1, 1},
		{HELD_BY_SOMEBODY, 1, 1, 1},
		{0, HELD_BY_SOMEBODY, 0, 0},
		{0, 1, 0, HELD_BY_TWO},
		{0, 1, HELD_BY_SOMEBODY, HELD_BY_TWO},
		{HELD_BY_NOBODY, HELD_BY_SOMEBODY, HELD_BY_NOBODY, HELD_BY_SOMEBODY},
		{HELD_BY_SHEET, HELD_BY_SOMEBODY, HELD_BY_SHEET, HELD_BY_SOMEBODY},
		{HELD_BY_SHEET, 1, HELD_BY_SHEET, 1},
	};

	(void)state;
	for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct hand all;

		hand_init(&all, 0);
		for (unsigned n = 0; n < 3; n++) {
			struct hand one;

			hand_init(&one, 0);
			one.holder[5] = cases[i][n];
			hand_merge(&all, &one);
			hand_finish(&one);
		}
		assert_int_equal(all.holder[5], cases[i][3]);
		hand_finish(&all);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pile_is_its_strips),
		cmocka_unit_test(between_two_piles_is_nobodys),
		cmocka_unit_test(without_a_strip_it_is_asked),
		cmocka_unit_test(a_stray_coupon_does_not_join_two_piles),
		cmocka_unit_test(a_strip_without_coupons_is_a_reason_to_ask),
		cmocka_unit_test(one_group_and_one_strip_belong_together),
		cmocka_unit_test(what_lies_apart_may_be_a_pile_of_its_own),
		cmocka_unit_test(a_strip_may_lie_on_its_pile),
		cmocka_unit_test(a_coupon_of_another_game_is_a_stranger),
		cmocka_unit_test(a_close_up_belongs_to_the_pile_that_it_shows),
		cmocka_unit_test(paper_counts_and_not_pixels),
		cmocka_unit_test(an_uncut_sheet_is_nobodys),
		cmocka_unit_test(pictures_that_differ_leave_doubt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
