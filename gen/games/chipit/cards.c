/* SPDX-License-Identifier: MIT
 * The sixty cards and their backs, in three standard sizes. Cards share their
 * cuts: fronts have no colour at the edge, and backs are in one field of
 * colour that extends beyond the outermost cuts. Empty places on the last
 * page get help cards. */
#include "gen/games/chipit/press.h"
#include "gen/press/imposition.h"

/* How far the field of the backs extends beyond the outermost cuts, in hundredths of a millimetre. */
#define FIELD_OVER 220

/* The colours of a back: its field, the lines and chips on it, and the disc in its middle. */
#define BACK_FIELD 0x2c4a80
#define BACK_LINE  0x7f9bd0
#define BACK_LIGHT 0xf4f6fb

/* The number of green cards, which come first. */
#define CARDS_GREEN 40

static struct imposition
card_imposition(const struct print_job *job)
{
	static const int32_t size[CHIPIT_CARD_SIZES][2] = {
		[CHIPIT_POKER] = {6300, 8800},
		[CHIPIT_BRIDGE] = {5700, 8900},
		[CHIPIT_MINI] = {4400, 6700},
	};
	const int32_t *card = size[job->option[CHIPIT_OPTION_CARDS].number];

	return imposition_of(job, card[0], card[1], 0, true);
}

/* The i-th card of the deck: green from 2, then purple from 2, two of each. */
static uint8_t
card_of(int i)
{
	if (i < CARDS_GREEN)
		return (uint8_t)(2 + i / 2);
	return (uint8_t)(2 + (i - CARDS_GREEN) / 2) | CHIPIT_PURPLE;
}

/* A share of a card's width, in percent. */
static int32_t
part(struct rect at, int32_t percent)
{
	return at.w * percent / 100;
}

/* The middles of the shapes on a card: the large one and two corners. */
static void
card_shapes(struct canvas *canvas, uint8_t card, struct rect at, uint32_t fill, int32_t width, uint32_t colour)
{
	int32_t in = part(at, 15), corner = part(at, 17);

	chipit_draw_shape(
		canvas, card, at.x + at.w / 2, at.y + at.h / 2 - part(at, 4), part(at, 60), fill, width, colour);
	chipit_draw_shape(canvas, card, at.x + in, at.y + in, corner, fill, width, colour);
	chipit_draw_shape(canvas, card, at.x + at.w - in, at.y + at.h - in, corner, fill, width, colour);
}

/* A bar under a 6 or a 9, which look alike upside down. */
static void
draw_bar(struct canvas *canvas, uint8_t card, int32_t x, int32_t y, int32_t half, int32_t width)
{
	if ((card & ~CHIPIT_PURPLE) == 6 || (card & ~CHIPIT_PURPLE) == 9)
		canvas_line(canvas, x - half, y, x + half, y, width, chipit_look(card)->dark);
}

static void
corner_value(struct canvas *canvas, uint8_t card, struct rect at)
{
	const struct font font = {FACE_BOLD, part(at, 9), chipit_look(card)->dark, ALIGN_CENTRE};
	int32_t in = part(at, 15), half = part(at, 9);

	canvas_textf(canvas, &font, (struct rect){at.x + in - half, at.y + in - half, 2 * half, 2 * half}, "%d",
		card & ~CHIPIT_PURPLE);
}

static void
corner_bar(struct canvas *canvas, uint8_t card, struct rect at)
{
	int32_t in = part(at, 15);

	draw_bar(canvas, card, at.x + in, at.y + in + part(at, 5), part(at, 3), at.w / 90);
}

/* The cards first to last - 1 of a page, all of one colour, in few operations. `from` is the page's first card. */
static void
draw_fronts(struct canvas *canvas, const struct imposition *imposition, int from, int first, int last)
{
	const uint8_t colour = card_of(from + first) & CHIPIT_PURPLE;
	const uint32_t line = chipit_look(colour)->line;

	for (int i = first; i < last; i++)
		card_shapes(canvas, colour, imposition_front(imposition, i), chipit_look(colour)->pale, 0, 0);
	for (int i = first; i < last; i++) {
		struct rect at = imposition_front(imposition, i);
		int32_t in = part(at, 4);

		card_shapes(canvas, colour, at, NO_FILL, 50, line);
		canvas_rounded(canvas, (struct rect){at.x + in, at.y + in, at.w - 2 * in, at.h - 2 * in}, part(at, 5),
			NO_FILL, 50, line);
		/* The value, and how it grows. */
		uint8_t card = card_of(from + i);
		uint32_t dark = chipit_look(card)->dark;
		const struct font big = {FACE_BOLD, part(at, 37), dark, ALIGN_CENTRE};
		const struct font grow = {FACE_BOLD, part(at, 7), dark, ALIGN_CENTRE};
		const struct font steps = {FACE_TEXT, part(at, 5), COLOUR_QUIET, ALIGN_CENTRE};
		int value = card & ~CHIPIT_PURPLE, step = card & CHIPIT_PURPLE ? value : 1;
		int32_t y = at.y + at.h / 2 + part(at, 33);

		canvas_textf(canvas, &big, (struct rect){at.x, at.y + at.h / 2 - part(at, 34), at.w, part(at, 60)},
			"%d", value);
		canvas_textf(canvas, &grow, (struct rect){at.x, y, at.w, part(at, 8)}, "+%d a point", step);
		canvas_textf(canvas, &steps, (struct rect){at.x, y + part(at, 9), at.w, part(at, 6)},
			"%d  ›  %d  ›  %d  ›  %d", value, value + step, value + 2 * step, value + 3 * step);
		corner_value(canvas, card, at);
	}
	for (int i = first; i < last; i++) {
		struct rect at = imposition_front(imposition, i);

		draw_bar(canvas, card_of(from + i), at.x + at.w / 2, at.y + at.h / 2 + part(at, 13), part(at, 9),
			part(at, 2));
		corner_bar(canvas, card_of(from + i), at);
	}
}

static void
draw_help(struct canvas *canvas, struct rect at)
{
	static const char *const text[] = {
		"Play as many cards as were played last, all of one value, and higher. Opening a round, play what you like.",
		"Too low? Take points: {green} grows by 1 a point, {purple} by the value printed on it.",
		"Or pass, and give back up to 2 points. You stay in the round.",
		"No cards and no chips left: you win."};
	const struct font heading = {FACE_BOLD, part(at, 9), COLOUR_INK, ALIGN_LEFT};
	const struct font font = {FACE_TEXT, part(at, 6), COLOUR_INK, ALIGN_LEFT};
	const struct font credit = {FACE_TEXT, part(at, 4), COLOUR_QUIET, ALIGN_LEFT};
	int32_t in = part(at, 4), x = at.x + part(at, 11), w = at.w - part(at, 22);
	int32_t y = at.y + part(at, 24);

	canvas_rounded(canvas, (struct rect){at.x + in, at.y + in, at.w - 2 * in, at.h - 2 * in}, part(at, 5), NO_FILL,
		50, COLOUR_QUIET);
	canvas_text(canvas, &heading, (struct rect){x, at.y + part(at, 10), w, part(at, 12)}, "Your turn");
	for (size_t i = 0; i < G_N_ELEMENTS(text); i++)
		y += chipit_paragraph(canvas, &font, (struct rect){x, y, w, part(at, 40)}, text[i]) + part(at, 3);
	canvas_textf(canvas, &credit, (struct rect){x, at.y + at.h - part(at, 15), w, part(at, 6)},
		"Chip It, a game by %s (AMIGO)", game_chipit.designer);
}

/* Where a piece is when the page has been turned upside down. */
static struct rect
upside_down(const struct page *page, struct rect at)
{
	return (struct rect){page->w - at.x - at.w, page->h - at.y - at.h, at.w, at.h};
}

/* Rows of chips on the upper half of a back, except in the middle. */
static void
back_pattern(struct canvas *canvas, struct rect at)
{
	int32_t step = part(at, 13), size = part(at, 11), clear = part(at, 23);
	int32_t half = at.h / 2 - part(at, 11), x = at.x + (at.w - 6 * step) / 2;
	int cols = 6, rows = (half + step / 2) / step;

	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			int32_t cx = x + col * step + step / 2,
				cy = at.y + at.h / 2 - half + half * (2 * row + 1) / (2 * rows);
			int64_t dx = cx - at.x - at.w / 2, dy = cy - at.y - at.h / 2;

			if (dx * dx + dy * dy > (int64_t)clear * clear)
				canvas_silhouette(canvas, (enum symbol_id)(SYMBOL_CHIP1 + (row + col) % 3),
					(struct rect){cx - size / 2, cy - size / 2, size, size}, BACK_LINE);
		}
	}
}

/* Backs look the same upside down: half of the pattern is drawn, then the page is turned. */
static void
draw_backs(const struct page *page, struct canvas *canvas, const struct imposition *imposition)
{
	int n = imposition_pieces(imposition);
	struct rect first = imposition_back(imposition, imposition->cols - 1),
		    last = imposition_back(imposition, n - imposition->cols);
	/* More than the bleed, as origins are snapped. */
	int32_t over = page->job->single ? SINGLE_BLEED + 20 : FIELD_OVER;

	canvas_fill(canvas,
		(struct rect){first.x - over, first.y - over, last.x + last.w - first.x + 2 * over,
			last.y + last.h - first.y + 2 * over},
		BACK_FIELD);
	for (int i = 0; i < n; i++) {
		struct rect at = imposition_back(imposition, i);
		int32_t in = part(at, 6);

		canvas_rounded(canvas, (struct rect){at.x + in, at.y + in, at.w - 2 * in, at.h - 2 * in}, part(at, 5),
			NO_FILL, 40, BACK_LINE);
		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, part(at, 17), NO_FILL, 40, BACK_LINE);
	}
	for (int i = 0; i < n; i++) {
		struct rect at = imposition_back(imposition, i);
		int32_t size = part(at, 28);

		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, part(at, 15), BACK_LIGHT, 0, 0);
		canvas_symbol(canvas, SYMBOL_SPARK,
			(struct rect){at.x + (at.w - size) / 2, at.y + (at.h - size) / 2, size, size});
		back_pattern(canvas, at);
	}
	canvas_turn(canvas, (struct rect){0, 0, page->w, page->h}, 2);
	for (int i = 0; i < n; i++)
		back_pattern(canvas, upside_down(page, imposition_back(imposition, i)));
}

static void
draw_page(const struct page *page, struct canvas *canvas)
{
	const struct imposition imposition = card_imposition(page->job);

	if (page->back) {
		imposition_shift(page, canvas);
		draw_backs(page, canvas, &imposition);
		return;
	}
	int a_page = imposition_pieces(&imposition), from = (int)page->n * a_page;
	int n = MIN(a_page, CHIPIT_DECK - from);
	int greens = CLAMP(CARDS_GREEN - from, 0, n);
	draw_fronts(canvas, &imposition, from, 0, greens);
	draw_fronts(canvas, &imposition, from, greens, n);
	for (int i = n; i < a_page; i++)
		draw_help(canvas, imposition_front(&imposition, i));
	if (imposition.folded) {
		draw_backs(page, canvas, &imposition);
		canvas_turn(canvas, (struct rect){0, 0, page->w, page->h}, 2);
	}
	imposition_marks(&imposition, canvas, a_page, false);
	canvas_turn(canvas, (struct rect){0, 0, page->w, page->h}, 2);
	for (int i = 0; i < n; i++)
		corner_value(canvas, card_of(from + i), upside_down(page, imposition_front(&imposition, i)));
	for (int i = 0; i < n; i++)
		corner_bar(canvas, card_of(from + i), upside_down(page, imposition_front(&imposition, i)));
}

void
chipit_plan_cards(const struct print_job *job, struct page_plan *plan)
{
	const struct page like = {.job = job, .draw = draw_page, .bleed = SINGLE_BLEED, .card = true, .title = "Cards"};
	const struct imposition imposition = card_imposition(job);

	imposition_plan(&imposition, &like, CHIPIT_DECK, plan);
}
