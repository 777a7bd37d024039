/* SPDX-License-Identifier: MIT
 * The chips: round, 22 mm, the same on both sides. Their dark rims extend
 * beyond the cut, which is a thin line in the rim. */
#include "gen/games/chipit/press.h"
#include "gen/press/imposition.h"

/* The diameter of a chip, in hundredths of a millimetre. */
#define CHIP_SIZE 2200

/* How far its rim extends beyond the cut, in hundredths of a millimetre. */
#define CHIP_BLEED 200

/* The space around a chip, in hundredths of a millimetre: more than CHIP_BLEED, so that chips do not touch. */
#define CHIP_ROOM 250

/* The size of the symbol, in hundredths of a millimetre: its rim ends just inside of the cut. */
#define CHIP_LOOK 2400

/* Chips in all. */
#define CHIPS 54

/* Chips of one value. */
#define OF_A_KIND 18

/* The most columns. With 9 rows all chips are on one page. */
#define COLS 6

/* The most rows. */
#define ROWS 9

static struct imposition
chip_imposition(const struct print_job *sheet)
{
	struct imposition imposition = imposition_of(sheet, CHIP_SIZE, CHIP_SIZE, CHIP_ROOM, true);

	imposition.rows = MIN(imposition.rows, ROWS);
	imposition.h = imposition.rows * (CHIP_SIZE + imposition.gap) - imposition.gap;
	if (!imposition.folded) {
		imposition.cols = MIN(imposition.cols, COLS);
		imposition.w = imposition.cols * (CHIP_SIZE + imposition.gap) - imposition.gap;
	}
	return imposition;
}

/* The chips of a page from the `from`-th on, or their backs. */
static void
draw_chips(struct canvas *canvas, const struct imposition *imposition, int from, int n,
	struct rect (*place)(const struct imposition *, int))
{
	for (int i = 0; i < n; i++) {
		struct rect at = place(imposition, i);

		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, CHIP_SIZE / 2 + CHIP_BLEED, COLOUR_INK, 0, 0);
	}
	for (int i = 0; i < n; i++) {
		struct rect at = place(imposition, i);
		int32_t out = (CHIP_LOOK - CHIP_SIZE) / 2;

		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, CHIP_SIZE / 2, NO_FILL, 12, COLOUR_PAPER);
		canvas_symbol(canvas, (enum symbol_id)(SYMBOL_CHIP1 + (from + i) / OF_A_KIND),
			(struct rect){at.x - out, at.y - out, CHIP_LOOK, CHIP_LOOK});
	}
}

static void
draw(const struct page *page, struct canvas *canvas)
{
	const struct font font = {FACE_TEXT, 260, COLOUR_QUIET, ALIGN_CENTRE};
	const struct imposition imposition = chip_imposition(page->job);
	int a_page = imposition_pieces(&imposition), from = (int)page->n * a_page;
	int n = MIN(a_page, CHIPS - from);
	if (page->back) {
		imposition_shift(page, canvas);
		draw_chips(canvas, &imposition, from, n, imposition_back);
		return;
	}
	draw_chips(canvas, &imposition, from, n, imposition_front);
	if (imposition.folded)
		draw_chips(canvas, &imposition, from, n, imposition_back);
	/* Round pieces need no cut marks, only the fold line. */
	imposition_marks(&imposition, canvas, 0, false);
	canvas_text(canvas, &font, (struct rect){0, page->h + 350, page->w, 350},
		"54 chips, 22 mm: cut along the thin line in the dark rim, or use a punch.");
}

void
chipit_plan_chips(const struct print_job *job, struct page_plan *plan)
{
	const struct page like = {.job = job, .draw = draw, .card = true, .title = "Chips"};
	const struct imposition imposition = chip_imposition(job);

	imposition_plan(&imposition, &like, CHIPS, plan);
}
