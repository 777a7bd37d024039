/* SPDX-License-Identifier: MIT
 * Pieces side by side. */
#include "gen/press/imposition.h"

/* The length of a cut mark, in hundredths of a millimetre like all lengths here. */
#define TICK 300

/* The width of its line. */
#define TICK_WIDTH 10

/* Between a piece with bleed and its marks. */
#define TICK_GAP 40

/* Between the halves of a folded page. */
#define FOLD_GAP 600

/* The height of the line of text above the pieces. It also fits the margin on Letter. */
#define WORDS 280

struct imposition
imposition_of(const struct print_job *job, int32_t piece_w, int32_t piece_h, int32_t bleed, bool double_sided)
{
	int32_t room_w = job->paper->w - 2 * (PAPER_MARGIN + bleed);
	int32_t room_h = job->paper->h - 2 * (PAPER_MARGIN + bleed);

	struct imposition imposition = {.job = job, .piece_w = piece_w, .piece_h = piece_h, .gap = 2 * bleed};
	imposition.folded = double_sided && job->backs == BACKS_FOLD && !job->single;
	if (imposition.folded)
		room_w = (room_w - FOLD_GAP) / 2;
	imposition.cols = job->single ? 1 : MAX(1, (room_w + 2 * bleed) / (piece_w + 2 * bleed));
	imposition.rows = job->single ? 1 : MAX(1, (room_h + 2 * bleed) / (piece_h + 2 * bleed));
	imposition.w = imposition.cols * (piece_w + imposition.gap) - imposition.gap;
	imposition.h = imposition.rows * (piece_h + imposition.gap) - imposition.gap;
	if (imposition.folded)
		imposition.w = 2 * imposition.w + FOLD_GAP;
	return imposition;
}

int
imposition_pieces(const struct imposition *imposition)
{
	return imposition->cols * imposition->rows;
}

struct rect
imposition_front(const struct imposition *imposition, int i)
{
	return (struct rect){i % imposition->cols * (imposition->piece_w + imposition->gap),
		i / imposition->cols * (imposition->piece_h + imposition->gap), imposition->piece_w,
		imposition->piece_h};
}

/* Both folding and turning over mirror the page from left to right. */
struct rect
imposition_back(const struct imposition *imposition, int i)
{
	struct rect at = imposition_front(imposition, i);

	at.x = imposition->w - at.x - at.w;
	return at;
}

/* Ticks outwards from each corner of a piece: along the cuts if pieces touch, or in the
 * bleed if they have one. */
static void
ticks(struct canvas *canvas, struct rect at, int32_t gap)
{
	int32_t inner = gap > 0 ? TICK_GAP : 0;
	int32_t length = gap > 0 ? gap / 2 - TICK_GAP : TICK;

	for (int i = 0; i < 4; i++) {
		int32_t x = i % 2 == 0 ? at.x : at.x + at.w, y = i / 2 == 0 ? at.y : at.y + at.h;
		int32_t right = i % 2 == 0 ? -1 : 1, down = i / 2 == 0 ? -1 : 1;

		canvas_line(canvas, x + right * inner, y, x + right * (inner + length), y, TICK_WIDTH, COLOUR_QUIET);
		canvas_line(canvas, x, y + down * inner, x, y + down * (inner + length), TICK_WIDTH, COLOUR_QUIET);
	}
}

void
imposition_marks(const struct imposition *imposition, struct canvas *canvas, int pieces, bool backs)
{
	/* A print shop cuts where the TrimBox says. */
	if (imposition->job->single)
		return;
	for (int i = 0; i < pieces && i < imposition_pieces(imposition); i++) {
		if (!backs)
			ticks(canvas, imposition_front(imposition, i), imposition->gap);
		if (backs || imposition->folded)
			ticks(canvas, imposition_back(imposition, i), imposition->gap);
	}
	if (imposition->folded) {
		/* The fold line and its instructions: above the piece next to the fold, between its marks, or above all
		 * fronts if the marks are in the bleed. */
		const struct font font = {FACE_TEXT, WORDS, COLOUR_QUIET, ALIGN_CENTRE};
		struct rect box = imposition_front(imposition, imposition->cols - 1);

		canvas_dashed(
			canvas, imposition->w / 2, -TICK, imposition->w / 2, imposition->h + TICK, 20, COLOUR_QUIET);
		box.w = imposition->gap > 0 ? box.x + box.w : box.w - 2 * TICK;
		box.x = imposition->gap > 0 ? 0 : box.x + TICK;
		box.y = -imposition->gap / 2 - WORDS - TICK_GAP;
		box.h = WORDS;
		canvas_text(canvas, &font, box, "Fold and glue, then cut");
	}
}

void
imposition_plan(const struct imposition *imposition, const struct page *like, unsigned pieces, struct page_plan *plan)
{
	unsigned a_page = (unsigned)imposition_pieces(imposition);
	struct page front = *like, back;

	front.w = imposition->w;
	front.h = imposition->h;
	front.tools |= imposition->folded ? PAGE_SCISSORS | PAGE_GLUE : PAGE_SCISSORS;
	back = front;
	back.back = true;
	back.title = NULL;
	for (unsigned n = 0; n * a_page < pieces; n++) {
		front.n = back.n = n;
		page_plan_add(plan, &front);
		if (!imposition->folded && imposition->job->backs != BACKS_NONE)
			page_plan_add(plan, &back);
		front.title = NULL;
	}
}

void
imposition_shift(const struct page *page, struct canvas *canvas)
{
	const struct paper paper = page_paper(page);

	canvas_origin(canvas, (paper.w - page->w) / 2 + page->job->back_x, (paper.h - page->h) / 2 + page->job->back_y);
}
