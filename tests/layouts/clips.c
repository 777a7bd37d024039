/* SPDX-License-Identifier: MIT
 * Paperclip cards: the mix, the hole, and cells that a clip can hold. */
#include "layouts/clips.h"

#include "tests/tools.h"

#define CLIP_INSIDE 4100 /* what a 50 mm clip encloses, in hundredths of a millimetre */
#define CLIP_WIDTH  1000
#define SYMBOL_MAX  700

extern const struct game_trial trial_clips;

/* How often each symbol is on a side of version 1. */
static const unsigned mix[CLIPS_SYMBOLS] = {
	[CLIPS_ONE] = 8,
	[CLIPS_POOP] = 6,
	[CLIPS_SWIRL] = 6,
	[CLIPS_LADDER] = 4,
	[CLIPS_EMERALD] = 4,
	[CLIPS_BOMB] = 8,
	[CLIPS_STAR] = 4,
	[CLIPS_WILD] = 4,
};

static bool
is_middle(int row, int col)
{
	return (row == 3 || row == 4) && (col == 2 || col == 3);
}

static void
check(const void *layout, const struct code *code, struct trial *trial)
{
	const struct clips_layout *clips = layout;
	unsigned count[CLIPS_SYMBOLS] = {0};
	struct form form;

	game_clips.form(layout, code, &form);
	for (int row = 0; row < CLIPS_ROWS; row++) {
		for (int col = 0; col < CLIPS_COLS; col++) {
			uint8_t symbol = clips->grid[row][col];
			struct rect cell = clips_cell(row, col);

			if (symbol > CLIPS_HOLE || (symbol == CLIPS_HOLE) != is_middle(row, col)) {
				trial_fail(trial, "row %d column %d holds %u", row + 1, col + 1, symbol);
				return;
			}
			if (symbol == CLIPS_HOLE)
				continue;
			count[symbol]++;
			if (rect_overlap(cell, form.qr) || rect_overlap(cell, form.text))
				trial_fail(trial, "row %d column %d lies under the code", row + 1, col + 1);
			if (!rect_inside(cell, form.piece))
				trial_fail(trial, "row %d column %d leaves the card", row + 1, col + 1);
		}
	}
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++)
		if (count[symbol] != mix[symbol])
			trial_fail(trial, "%u of %s", count[symbol], clips_symbol_name((enum clips_symbol)symbol));
}

static void
every_layout_keeps_its_promises(void **state)
{
	(void)state;
	assert_seeds_keep_promises(&trial_clips, 3000);
}

static void
cells_lie_beside_each_other(void **state)
{
	(void)state;
	for (int a = 0; a < CLIPS_ROWS * CLIPS_COLS; a++)
		for (int b = 0; b < a; b++)
			assert_false(rect_overlap(clips_cell(a / CLIPS_COLS, a % CLIPS_COLS),
				clips_cell(b / CLIPS_COLS, b % CLIPS_COLS)));
}

/* The far edge of the fourth symbol lies inside a clip pushed on to its end, from all four
 * edges; lines are a clip's width apart. */
static void
a_clip_holds_four_symbols_from_every_edge(void **state)
{
	const int32_t slack = 1000 - SYMBOL_MAX; /* half of it on each side of a symbol */
	struct form form;
	struct clips_layout layout;
	struct code code = {.game = 3, .version = 1};

	(void)state;
	game_clips.build(&layout, &code);
	game_clips.form(&layout, &code, &form);
	for (int col = 0; col < CLIPS_COLS; col++) {
		struct rect top = clips_cell(3, col), bottom = clips_cell(CLIPS_ROWS - 4, col);

		assert_true(top.y + top.h - slack / 2 <= CLIP_INSIDE);
		assert_true(form.h - bottom.y - slack / 2 <= CLIP_INSIDE);
		assert_int_equal(top.w, CLIP_WIDTH);
	}
	for (int row = 0; row < CLIPS_ROWS; row++) {
		struct rect left = clips_cell(row, 3), right = clips_cell(row, CLIPS_COLS - 4);

		assert_true(left.x + left.w - slack / 2 <= CLIP_INSIDE);
		assert_true(form.w - right.x - slack / 2 <= CLIP_INSIDE);
		assert_int_equal(left.h, CLIP_WIDTH);
	}
}

static void
the_players_of_a_code_change_nothing(void **state)
{
	struct clips_layout solo, two;

	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++) {
		struct code code = {.seed = seed, .game = 3, .version = 1, .players = 1};

		game_clips.build(&solo, &code);
		code.players = 2;
		game_clips.build(&two, &code);
		assert_memory_equal(&solo, &two, sizeof solo);
	}
}

/* Over many seeds each cell sees each symbol as often as the mix says. */
static void
every_cell_sees_every_symbol(void **state)
{
	static unsigned seen[CLIPS_SYMBOLS][CLIPS_ROWS * CLIPS_COLS];
	struct clips_layout layout;

	(void)state;
	for (uint64_t seed = 0; seed < 20000; seed++) {
		struct code code = {.seed = seed, .game = 3, .version = 1};

		game_clips.build(&layout, &code);
		for (int i = 0; i < CLIPS_ROWS * CLIPS_COLS; i++)
			if (!is_middle(i / CLIPS_COLS, i % CLIPS_COLS))
				seen[layout.grid[i / CLIPS_COLS][i % CLIPS_COLS]][i]++;
	}
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++) {
		unsigned even[CLIPS_CELLS];
		size_t cells = 0;

		for (int i = 0; i < CLIPS_ROWS * CLIPS_COLS; i++)
			if (!is_middle(i / CLIPS_COLS, i % CLIPS_COLS))
				even[cells++] = seen[symbol][i];
		assert_true(counts_are_even(even, cells));
	}
}

static int
run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_keeps_its_promises),
		cmocka_unit_test(cells_lie_beside_each_other),
		cmocka_unit_test(a_clip_holds_four_symbols_from_every_edge),
		cmocka_unit_test(the_players_of_a_code_change_nothing),
		cmocka_unit_test(every_cell_sees_every_symbol),
	};

	return cmocka_run_group_tests_name("clips", tests, NULL, NULL);
}

const struct game_trial trial_clips = {
	.game = &game_clips,
	.check = check,
	.run = run,
};
