/* SPDX-License-Identifier: MIT
 * The lines to cut a coupon sheet along. Pieces of a line that follow each
 * other are one run, so no dot is printed twice and a sheet has few strokes.
 * Runs that reach the field's border go on to the paper's edge: cuts start
 * there, and a coupon at the border keeps the paper's margin. */
#include "gen/games/coupons/press.h"

/* The width of a dot, in hundredths of a millimetre like all lengths here. A thinner one is lost on a photocopy. */
#define DOT 55

/* From dot to dot in a row: it divides a cell's width nearly without a rest, so that there is a dot at every crossing.
 */
#define APART_ACROSS 196

/* The same down a column. */
#define APART_DOWN 194

/* The width of the dots between the field and the strip, which must look different from the others. */
#define THICK_DOT 110

/* From one of these to the next. */
#define THICK_APART 220

/* Where a run starts that has a dot on `from` and goes back as far as it can without crossing `edge`. */
static int32_t
reach_back(int32_t from, int32_t edge, int32_t apart)
{
	return from - DOT / 2 - (from - DOT / 2 - edge) / apart * apart;
}

/* The cut below row `row - 1`, from column to column. */
static void
draw_across(const struct coupons_sheet *sheet, struct canvas *canvas, int row, int left, int right)
{
	struct rect run = coupons_cells(left, row, right, row);
	int32_t x1 = left == 0 ? reach_back(run.x, sheet->paper.x, APART_ACROSS) : run.x - DOT / 2;
	int32_t x2 = right == FIELD_COLS ? sheet->paper.x + sheet->paper.w : run.x + run.w + DOT / 2;

	canvas_dotted(canvas, x1, run.y, x2, run.y, DOT, APART_ACROSS, COLOUR_INK);
}

/* The cut to the right of column `col - 1`, from row to row; at the bottom half of the way to the strip. */
static void
draw_down(const struct coupons_sheet *sheet, struct canvas *canvas, int col, int top, int bottom)
{
	struct rect run = coupons_cells(col, top, col, bottom);
	int32_t end = run.y + run.h;
	int32_t y1 = top == 0 ? reach_back(run.y, sheet->paper.y, APART_DOWN) : run.y - DOT / 2;
	int32_t y2 = bottom == FIELD_ROWS ? (end + coupons_strip().y - THICK_DOT) / 2 : end + DOT / 2;

	canvas_dotted(canvas, run.x, y1, run.x, y2, DOT, APART_DOWN, COLOUR_INK);
}

/* The line of thick dots between the field and the strip. */
static void
draw_thick(const struct coupons_sheet *sheet, struct canvas *canvas)
{
	struct rect field = coupons_cells(0, 0, FIELD_COLS, FIELD_ROWS);
	int32_t y = (field.y + field.h + coupons_strip().y) / 2;
	int32_t left = sheet->paper.x, right = left + sheet->paper.w, scissors = left + 2 * THICK_APART;
	int32_t x = scissors + (3 * THICK_APART - THICK_DOT - STRIP_SYMBOL) / 2;

	canvas_dotted(canvas, left, y, scissors, y, THICK_DOT, THICK_APART, COLOUR_INK);
	canvas_dotted(canvas, scissors + 3 * THICK_APART, y, right, y, THICK_DOT, THICK_APART, COLOUR_INK);
	canvas_silhouette(canvas, SYMBOL_SCISSORS, (struct rect){x, y - STRIP_SYMBOL / 2, STRIP_SYMBOL, STRIP_SYMBOL},
		COLOUR_INK);
}

/* There is a cut where two neighbouring cells are of different coupons. */
void
coupons_draw_cuts(const struct coupons_sheet *sheet, struct canvas *canvas)
{
	const struct coupon *coupon = sheet->layout.coupon[sheet->code.piece];
	uint8_t owner[FIELD_ROWS][FIELD_COLS];

	for (uint8_t i = 0; i < COUPONS_A_SHEET; i++)
		for (int row = 0; row < coupon[i].rows; row++)
			for (int col = 0; col < coupon[i].cols; col++)
				owner[coupon[i].row + row][coupon[i].col + col] = i;
	for (int row = 1; row < FIELD_ROWS; row++) {
		for (int col = 0, left = 0; col < FIELD_COLS; col++) {
			if (owner[row - 1][col] == owner[row][col])
				left = col + 1;
			else if (col + 1 == FIELD_COLS || owner[row - 1][col + 1] == owner[row][col + 1])
				draw_across(sheet, canvas, row, left, col + 1);
		}
	}
	for (int col = 1; col < FIELD_COLS; col++) {
		for (int row = 0, top = 0; row < FIELD_ROWS; row++) {
			if (owner[row][col - 1] == owner[row][col])
				top = row + 1;
			else if (row + 1 == FIELD_ROWS || owner[row + 1][col - 1] == owner[row + 1][col])
				draw_down(sheet, canvas, col, top, row + 1);
		}
	}
	draw_thick(sheet, canvas);
}
