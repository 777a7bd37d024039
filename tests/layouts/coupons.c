/* SPDX-License-Identifier: MIT
 * Coupon sheets: what every seed promises, counted from the finished layout
 * without the help of the code that made it. */
#include "layouts/coupons.h"

#include <string.h>

#include "tests/tools.h"

#define CROSSES_MIN 3 /* on a sheet: where four coupons meet */
#define TEES_MIN    8 /* where a line ends at another */

extern const struct game_trial trial_coupons;

/* At a point inside the field four corners make a crossing, two a T, none a line or nothing. */
static void
check_junctions(const struct coupon *sheet, struct trial *trial)
{
	uint8_t corners[FIELD_ROWS + 1][FIELD_COLS + 1] = {{0}};
	int crosses = 0, tees = 0;

	for (int i = 0; i < COUPONS_A_SHEET; i++)
		for (int corner = 0; corner < 4; corner++)
			corners[sheet[i].row + corner / 2 * sheet[i].rows][sheet[i].col + corner % 2 * sheet[i].cols]++;
	for (int row = 1; row < FIELD_ROWS; row++) {
		for (int col = 1; col < FIELD_COLS; col++) {
			crosses += corners[row][col] == 4;
			tees += corners[row][col] == 2;
		}
	}
	if (crosses < CROSSES_MIN || tees < TEES_MIN)
		trial_fail(trial, "a sheet has %d crossings and %d tees", crosses, tees);
}

static void
check_field(const struct coupon *sheet, struct trial *trial)
{
	uint8_t covered[FIELD_ROWS][FIELD_COLS] = {{0}};
	bool seen[3][3] = {{false}};
	int last = -1;

	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &sheet[i];
		int cell = coupon->row * FIELD_COLS + coupon->col;

		if (coupon->cols < 1 || coupon->cols > 2 || coupon->rows < 1 || coupon->rows > 2 ||
			coupon->col + coupon->cols > FIELD_COLS || coupon->row + coupon->rows > FIELD_ROWS) {
			trial_fail(trial, "coupon %d is %ux%u cells at %u, %u", i + 1, coupon->cols, coupon->rows,
				coupon->col, coupon->row);
			return;
		}
		if (cell <= last)
			trial_fail(trial, "coupon %d stands before coupon %d", i + 1, i);
		last = cell;
		seen[coupon->rows][coupon->cols] = true;
		for (int row = 0; row < coupon->rows; row++)
			for (int col = 0; col < coupon->cols; col++)
				covered[coupon->row + row][coupon->col + col]++;
	}
	for (int i = 0; i < FIELD_CELLS; i++)
		if (covered[i / FIELD_COLS][i % FIELD_COLS] != 1)
			trial_fail(trial, "cell %d is covered %u times", i, covered[i / FIELD_COLS][i % FIELD_COLS]);
	if (!seen[1][1] || !seen[1][2] || !seen[2][1] || !seen[2][2])
		trial_fail(trial, "a sheet has not all of 1x1, 1x2, 2x1 and 2x2");
	check_junctions(sheet, trial);
}

static bool
face_is_right(const struct coupon *coupon)
{
	switch (coupon->kind) {
	case COUPON_CHIPS:
		return coupon->money >= 1 && coupon->money <= 2 && coupon->icons == 0;
	case COUPON_WATERMELON:
		return coupon->money >= 1 && coupon->money <= 2 && coupon->icons == 0;
	case COUPON_FIREWORK:
		return coupon->icons >= 1 && coupon->icons <= 3 && coupon->money >= 1 &&
			coupon->money + coupon->icons <= 5;
	default:
		return coupon->money == 0 && coupon->icons == 0;
	}
}

/* One tripled and two doubled coupons a sheet, never a grill; faces as promised. */
static void
check_faces(const struct coupon *sheet, struct trial *trial)
{
	int with[4] = {0};

	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &sheet[i];

		if (coupon->kind >= COUPON_KINDS || coupon->times < 1 || coupon->times > 3) {
			trial_fail(trial, "coupon %d is kind %u, %u times", i + 1, coupon->kind, coupon->times);
			return;
		}
		with[coupon->times]++;
		if (coupon->kind == COUPON_GRILL && coupon->times != 1)
			trial_fail(trial, "a grill is multiplied");
		if (!face_is_right(coupon))
			trial_fail(trial, "%s with money %u and icons %u", coupon_kind_name(coupon->kind),
				coupon->money, coupon->icons);
	}
	if (with[3] != 1 || with[2] != 2)
		trial_fail(trial, "a sheet has %d doubles and %d triples", with[2], with[3]);
}

/* Over a game: hotdogs with their buns, burger parts alike, a grill a player, none too rare. */
static void
check_counts(const struct coupons_layout *layout, struct trial *trial)
{
	int copies[COUPON_KINDS] = {0}, coupons[COUPON_KINDS] = {0};

	for (int i = 0; i < layout->sheets * COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET];

		coupons[coupon->kind]++;
		copies[coupon->kind] += coupon->times;
	}
	if (copies[COUPON_HOTDOG] != copies[COUPON_BUN])
		trial_fail(trial, "%d hotdogs and %d buns", copies[COUPON_HOTDOG], copies[COUPON_BUN]);
	for (int kind = COUPON_ROLL; kind < COUPON_ROLL + COUPON_BURGER_PARTS; kind++)
		if (copies[kind] != copies[COUPON_ROLL])
			trial_fail(trial, "%d of %s but %d rolls", copies[kind],
				coupon_kind_name((enum coupon_kind)kind), copies[COUPON_ROLL]);
	if (coupons[COUPON_GRILL] != layout->sheets)
		trial_fail(trial, "%d grills", coupons[COUPON_GRILL]);
	for (int kind = 0; kind < COUPON_KINDS; kind++)
		if (coupons[kind] < layout->sheets)
			trial_fail(trial, "only %d of %s", coupons[kind], coupon_kind_name((enum coupon_kind)kind));
}

static void
check_balance(const struct coupons_layout *layout, struct trial *trial)
{
	int least = 0, most = 0;

	for (int sheet = 0; sheet < layout->sheets; sheet++) {
		int worth = 0;

		for (int i = 0; i < COUPONS_A_SHEET; i++)
			worth += coupon_worth(&layout->coupon[sheet][i]);
		if (sheet == 0 || worth < least)
			least = worth;
		if (sheet == 0 || worth > most)
			most = worth;
	}
	if (least <= 0 || (most - least) * 10 > least)
		trial_fail(trial, "sheets are worth %d to %d", least, most);
}

/* Tags: other ids for every coupon of a game, each inside its coupon with paper around it. */
static void
check_coupon_tags(const struct coupons_layout *layout, struct trial *trial)
{
	uint8_t taken[TAG_COUNT / 8 + 1] = {0};

	for (int i = 0; i < layout->sheets * COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET];
		struct rect tag = coupon_tag_rect(coupon);
		struct rect room = {tag.x - 100, tag.y - 100, tag.w + 200, tag.h + 200};

		if (coupon->tag < TAG_CORNERS || coupon->tag >= TAG_COUNT) {
			trial_fail(trial, "the tag %u", coupon->tag);
			return;
		}
		if (taken[coupon->tag / 8] >> coupon->tag % 8 & 1)
			trial_fail(trial, "the tag %u comes twice", coupon->tag);
		taken[coupon->tag / 8] |= (uint8_t)(1 << coupon->tag % 8);
		if (!rect_inside(room, coupon_rect(coupon)))
			trial_fail(trial, "a tag stands too near the edge of coupon %d", i);
	}
}

/* Tags stand whole modules apart, so that a sheet's tags can be printed as one picture. */
static bool
is_on_module(int32_t length)
{
	return MODULES((length * 3 + 127) / 254) == length;
}

/* The strip below the field: corners, QR and text stand in it, coupons do not. */
static void
check_strip(const struct coupons_layout *layout, struct code code, struct trial *trial)
{
	struct form form;

	for (uint8_t sheet = 0; sheet < layout->sheets; sheet++) {
		code.piece = sheet;
		game_coupons.form(layout, &code, &form);
		if (form.tags != 4 + COUPONS_A_SHEET)
			trial_fail(trial, "a sheet has %u tags", form.tags);
		for (int i = 0; i < form.tags; i++)
			if (!is_on_module(form.tag[i].at.x) || !is_on_module(form.tag[i].at.y))
				trial_fail(trial, "tag %d stands between modules", i);
		for (int i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];
			struct rect at = coupon_rect(coupon), tag = coupon_tag_rect(coupon);

			if (!rect_inside(at, form.piece))
				trial_fail(trial, "coupon %d leaves the sheet", i + 1);
			if (form.tag[4 + i].id != coupon->tag || memcmp(&form.tag[4 + i].at, &tag, sizeof tag) != 0)
				trial_fail(trial, "coupon %d has another tag on the form", i + 1);
			if (rect_overlap(at, form.qr) || rect_overlap(at, form.text))
				trial_fail(trial, "coupon %d lies under the code", i + 1);
			for (int corner = 0; corner < 4; corner++)
				if (rect_overlap(at, form.tag[corner].at))
					trial_fail(trial, "coupon %d lies under a corner", i + 1);
		}
	}
}

static void
check(const void *layout, const struct code *code, struct trial *trial)
{
	const struct coupons_layout *coupons = layout;

	if (coupons->sheets != code->players) {
		trial_fail(trial, "%u sheets", coupons->sheets);
		return;
	}
	for (int sheet = 0; sheet < coupons->sheets; sheet++) {
		check_field(coupons->coupon[sheet], trial);
		check_faces(coupons->coupon[sheet], trial);
	}
	if (trial->failed)
		return;
	check_counts(coupons, trial);
	check_balance(coupons, trial);
	check_coupon_tags(coupons, trial);
	check_strip(coupons, *code, trial);
}

static void
wipe(void *layout)
{
	struct coupons_layout *coupons = layout;

	for (int i = 0; i < COUPONS_MAX; i++)
		coupons->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].tag = 0;
}

static void
every_layout_keeps_its_promises(void **state)
{
	(void)state;
	assert_seeds_keep_promises(&trial_coupons, 3000);
}

/* The worth that keeps sheets even is a fixed one a kind plus the money, times the copies. */
static void
worth_is_a_kind_plus_its_money_times_its_copies(void **state)
{
	(void)state;
	for (uint8_t kind = 0; kind < COUPON_KINDS; kind++) {
		int base = coupon_worth(&(struct coupon){.kind = kind, .times = 1});

		assert_true(kind == COUPON_COLESLAW ? base < 0 : base > 0);
		for (uint8_t money = 0; money < 4; money++)
			for (uint8_t times = 1; times <= 3; times++)
				assert_int_equal(
					coupon_worth(&(struct coupon){.kind = kind, .money = money, .times = times}),
					(base + money) * times);
	}
}

static void
ids_are_a_letter_and_two_digits(void **state)
{
	static const struct {
		unsigned sheet, index;
		const char *id;
	} cases[] = {{0, 0, "A01"}, {1, 6, "B07"}, {4, 9, "E10"}, {2, 23, "C24"}};
	char id[4];

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		coupon_id(cases[i].sheet, cases[i].index, id);
		assert_string_equal(id, cases[i].id);
	}
}

/* Multipliers of a seed stand on any kind but the grill, money and icons take every value. */
static void
everything_varies_from_seed_to_seed(void **state)
{
	bool multiplied[COUPON_KINDS] = {false};
	bool icons[4] = {false}, money[COUPON_KINDS][5] = {{false}};
	struct coupons_layout layout;

	(void)state;
	for (uint64_t seed = 0; seed < 500; seed++) {
		struct code code = {.seed = seed, .game = 1, .version = 1, .players = 5};

		game_coupons.build(&layout, &code);
		for (int i = 0; i < COUPONS_MAX; i++) {
			const struct coupon *coupon = &layout.coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET];

			multiplied[coupon->kind] |= coupon->times > 1;
			icons[coupon->icons] = true;
			money[coupon->kind][coupon->money] = true;
		}
	}
	for (int kind = 0; kind < COUPON_KINDS; kind++)
		assert_int_equal(multiplied[kind], kind != COUPON_GRILL);
	assert_true(icons[1] && icons[2] && icons[3]);
	assert_true(money[COUPON_CHIPS][1] && money[COUPON_CHIPS][2]);
	assert_true(money[COUPON_WATERMELON][1] && money[COUPON_WATERMELON][2]);
	assert_true(money[COUPON_FIREWORK][1] && money[COUPON_FIREWORK][4]);
}

static int
run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_keeps_its_promises),
		cmocka_unit_test(worth_is_a_kind_plus_its_money_times_its_copies),
		cmocka_unit_test(ids_are_a_letter_and_two_digits),
		cmocka_unit_test(everything_varies_from_seed_to_seed),
	};

	return cmocka_run_group_tests_name("coupons", tests, NULL, NULL);
}

const struct game_trial trial_coupons = {
	.game = &game_coupons,
	.check = check,
	.wipe = wipe,
	.run = run,
};
