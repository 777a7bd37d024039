/* SPDX-License-Identifier: MIT
 * One card side from a seed: the mix, shuffled. Pure: integers only.
 * A side that was printed once must come out the same for ever. */
#include "layouts/clips.h"

#include <string.h>

enum purpose { GRID };

/* Poker size. A 50 mm clip holds 41 mm: four symbols of 7 mm in cells of 10 mm end 40 mm from
 * the edge when the first cell starts 1.5 mm inside it. So the upper four rows keep to the top
 * edge, the lower four to the bottom edge, and the 5 mm that are left widen the hole. */
#define CARD_W 6300
#define CARD_H 8800
#define CELL   1000
#define EDGE   150
#define MIDDLE (CARD_H - 2 * EDGE - CLIPS_ROWS * CELL)

/* How often each symbol is on a side. Calibrated so that the published solo
 * scale means something; 44 in all. */
static const uint8_t mix[CLIPS_SYMBOLS] = {
	[CLIPS_ONE] = 8,
	[CLIPS_POOP] = 6,
	[CLIPS_SWIRL] = 6,
	[CLIPS_LADDER] = 4,
	[CLIPS_EMERALD] = 4,
	[CLIPS_BOMB] = 8,
	[CLIPS_STAR] = 4,
	[CLIPS_WILD] = 4,
};

const char *
clips_symbol_name(enum clips_symbol symbol)
{
	static const char *const name[CLIPS_SYMBOLS] = {
		[CLIPS_ONE] = "one",
		[CLIPS_POOP] = "poop",
		[CLIPS_SWIRL] = "swirl",
		[CLIPS_LADDER] = "ladder",
		[CLIPS_EMERALD] = "emerald",
		[CLIPS_BOMB] = "bomb",
		[CLIPS_STAR] = "star",
		[CLIPS_WILD] = "wild",
	};

	return symbol < CLIPS_SYMBOLS ? name[symbol] : NULL;
}

static bool
in_hole(int row, int col)
{
	return row >= CLIPS_HOLE_ROW && row < CLIPS_HOLE_ROW + CLIPS_HOLE_SIZE &&
		col >= CLIPS_HOLE_COL && col < CLIPS_HOLE_COL + CLIPS_HOLE_SIZE;
}

struct rect
clips_cell(int row, int col)
{
	int32_t lower = row >= CLIPS_ROWS / 2 ? MIDDLE : 0;

	return (struct rect){EDGE + col * CELL, EDGE + row * CELL + lower, CELL, CELL};
}

static void
complete(struct code *code)
{
	if (code->players == 0)
		code->players = 2;
}

static unsigned
pieces(const struct code *code)
{
	(void)code;
	return 1;
}

/* Any side plays solo or for two, so the players in a code are not looked at. */
static void
check(const struct code *code, struct problems *problems)
{
	game_expect_piece(&game_clips, code, 1, problems);
}

static void
build(void *layout, const struct code *code)
{
	struct clips_layout *clips = layout;
	struct code side = *code;
	struct random random;
	uint8_t symbol[CLIPS_CELLS], *next = symbol;

	for (uint8_t kind = 0; kind < CLIPS_SYMBOLS; kind++) {
		memset(next, kind, mix[kind]);
		next += mix[kind];
	}
	side.players = 0;
	code_stream(&side, GRID, 0, &random);
	random_shuffle(&random, symbol, CLIPS_CELLS);
	next = symbol;
	for (int row = 0; row < CLIPS_ROWS; row++)
		for (int col = 0; col < CLIPS_COLS; col++)
			clips->grid[row][col] = in_hole(row, col) ? CLIPS_HOLE : *next++;
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	struct rect hole = clips_cell(CLIPS_HOLE_ROW, CLIPS_HOLE_COL);

	(void)layout;
	(void)code;
	form_init(form, CARD_W, CARD_H);
	form->qr = (struct rect){hole.x, hole.y, 2 * CELL, 2 * CELL};
	form->text = (struct rect){hole.x, hole.y + 2 * CELL, 2 * CELL, MIDDLE};
}

const struct game game_clips = {
	.id = "clips",
	.title = "The paperclip game",
	.designer = "Jorge Zhang",
	.piece = "card side",
	.players = "1 or 2",
	.number = 3,
	.version = 1,
	.layout_size = sizeof(struct clips_layout),
	.complete = complete,
	.check = check,
	.pieces = pieces,
	.build = build,
	.form = form,
};
