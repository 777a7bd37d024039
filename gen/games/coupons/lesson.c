/* SPDX-License-Identifier: MIT
 * The picture of cutting: a sheet of eight coupons four times, with cuts of
 * earlier turns as thick lines and the new one as dashes with an arrow, so that
 * they also differ in grey. */
#include "gen/games/coupons/press.h"

/* Columns and rows of the sheet in a picture. */
#define CELLS 3

/* The width of a cell, in hundredths of a millimetre like all lengths here. */
#define CELL 1150

#define PANELS 4

/* The colour of earlier cuts: it is also dark in grey. */
#define EARLIER 0xd23b2e

/* The width of a cut. */
#define CUT_W 90

/* Half of an arrow head. */
#define HEAD 230

/* How far the free coupon is moved away: enough to see a gap. */
#define APART 100

/* Along the lines between cells, from one crossing to another. */
struct segment {
	int8_t x1, y1, x2, y2;
};

struct panel {
	const char *name, *text;
	struct segment earlier, cut[2]; /* all zero for none */
	bool freed;                     /* the coupon at the top right came off */
};

static const struct panel panels[PANELS] = {
	{
		.name = "Start, turn, stop",
		.text = "A cut starts at the paper's edge or at any point that is cut already. It keeps to "
			"dotted lines, may turn where they meet, and may stop at any crossing.",
		.cut = {{0, 1, 1, 1}, {1, 1, 1, 2}},
	},
	{
		.name = "Go on",
		.text = "An earlier cut that only touches your line from one side does not end your cut: "
			"there is paper on the other side. You may pass it.",
		.earlier = {1, 0, 1, 1},
		.cut = {{0, 1, 3, 1}},
	},
	{
		.name = "Stop here",
		.text = "Where earlier cuts lie across your way on both sides, the paper ends: you must stop, "
			"just as at the sheet's edge.",
		.earlier = {1, 0, 1, 2},
		.cut = {{0, 1, 1, 1}},
	},
	{
		.name = "It is free",
		.text = "A coupon that is joined to no other coupon any more is free: you keep it. All that "
			"still hangs together is passed on.",
		.freed = true,
	},
};

/* The dotted lines of the sheet: the coupon in the middle is two cells wide. */
static const struct segment lines[] = {{0, 1, 3, 1}, {0, 2, 3, 2}, {1, 0, 1, 3}, {2, 0, 2, 1}, {2, 2, 2, 3}};

static const struct {
	enum symbol_id symbol;
	int8_t x, y, w; /* in halves of a cell */
} coupons[] = {{SYMBOL_HOTDOG, 0, 0, 2}, {SYMBOL_CHEESE, 2, 0, 2}, {SYMBOL_CHIPS, 4, 0, 2}, {SYMBOL_ROLL, 0, 2, 2},
	{SYMBOL_WATERMELON, 2, 2, 4}, {SYMBOL_DIP, 0, 4, 2}, {SYMBOL_BUN, 2, 4, 2}, {SYMBOL_GRILL, 4, 4, 2}};

/* The sheet's outline, and the coupon beside it. */
static void
draw_paper(const struct panel *panel, int32_t x, int32_t y, struct canvas *canvas)
{
	int32_t right = x + CELLS * CELL, bottom = y + CELLS * CELL;
	const int32_t rest[][2] = {
		{x, y}, {right - CELL, y}, {right - CELL, y + CELL}, {right, y + CELL}, {right, bottom}, {x, bottom}};

	if (!panel->freed) {
		canvas_frame(canvas, (struct rect){x, y, CELLS * CELL, CELLS * CELL}, 30, COLOUR_QUIET);
		return;
	}
	canvas_polygon(canvas, rest, 6, NO_FILL, 30, COLOUR_QUIET);
	canvas_frame(canvas, (struct rect){right - CELL + APART, y - APART, CELL, CELL}, 30, COLOUR_QUIET);
}

/* Lines of the freed coupon are no longer there to be cut. */
static void
draw_lines(const struct panel *panel, int32_t x, int32_t y, struct canvas *canvas)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct segment at = lines[i];

		if (panel->freed && at.x1 == 2 && at.y1 == 0)
			continue;
		if (panel->freed && at.y1 == 1 && at.y2 == 1)
			at.x2 = 2;
		canvas_dotted(canvas, x + at.x1 * CELL, y + at.y1 * CELL, x + at.x2 * CELL, y + at.y2 * CELL, 40, 120,
			COLOUR_INK);
	}
}

static void
draw_coupons(const struct panel *panel, int32_t x, int32_t y, struct canvas *canvas)
{
	for (size_t i = 0; i < G_N_ELEMENTS(coupons); i++) {
		struct rect at = {
			x + coupons[i].x * CELL / 2, y + coupons[i].y * CELL / 2, coupons[i].w * CELL / 2, CELL};
		const int32_t size = 640;

		if (panel->freed && coupons[i].symbol == SYMBOL_CHIPS) {
			at.x += APART;
			at.y -= APART;
		}
		canvas_symbol(canvas, coupons[i].symbol,
			(struct rect){at.x + (at.w - size) / 2, at.y + (at.h - size) / 2, size, size});
	}
}

static bool
is_segment(const struct segment *at)
{
	return at->x1 != at->x2 || at->y1 != at->y2;
}

/* The last piece of the new cut ends in an arrow head, whose point is where it ends. */
static void
draw_cuts(const struct panel *panel, int32_t x, int32_t y, struct canvas *canvas)
{
	const struct segment *earlier = &panel->earlier;
	const int32_t size = 620;

	if (is_segment(earlier))
		canvas_line(canvas, x + earlier->x1 * CELL, y + earlier->y1 * CELL, x + earlier->x2 * CELL,
			y + earlier->y2 * CELL, CUT_W, EARLIER);
	for (int i = 0; i < 2 && is_segment(&panel->cut[i]); i++) {
		const struct segment *at = &panel->cut[i];
		int32_t tip_x = x + at->x2 * CELL, tip_y = y + at->y2 * CELL;
		int32_t back_x = (at->x2 > at->x1) * 2 * HEAD, back_y = (at->y2 > at->y1) * 2 * HEAD;
		const int32_t head[][2] = {{tip_x, tip_y}, {tip_x - back_x + back_y / 2, tip_y - back_y + back_x / 2},
			{tip_x - back_x - back_y / 2, tip_y - back_y - back_x / 2}};
		bool last = i == 1 || !is_segment(&panel->cut[i + 1]);

		canvas_dashed(canvas, x + at->x1 * CELL, y + at->y1 * CELL, last ? tip_x - back_x : tip_x,
			last ? tip_y - back_y : tip_y, CUT_W, COLOUR_INK);
		if (last)
			canvas_polygon(canvas, head, 3, COLOUR_INK, 20, COLOUR_INK);
	}
	if (is_segment(&panel->cut[0]))
		canvas_symbol(canvas, SYMBOL_SCISSORS,
			(struct rect){x - size - 40, y + panel->cut[0].y1 * CELL - size / 2, size, size});
}

void
coupons_draw_lesson(struct canvas *canvas, int32_t top, int32_t width)
{
	const struct font title = {FACE_BOLD, 440, COLOUR_INK, ALIGN_LEFT};
	const struct font key = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_LEFT};
	const struct font name = {FACE_BOLD, 370, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 340, COLOUR_INK, ALIGN_LEFT};
	const int32_t gap = 450, panel = (width - (PANELS - 1) * gap) / PANELS;

	canvas_text(canvas, &title, (struct rect){0, top, 2000, 550}, "Cutting");
	canvas_text(canvas, &key, (struct rect){2000, top + 20, width - 2000, 550},
		"Thick lines were cut before; dashes are the new cut.");
	top += 850;
	for (int i = 0; i < PANELS; i++) {
		int32_t left = i * (panel + gap), x = left + (panel - CELLS * CELL) / 2 + 100;

		draw_lines(&panels[i], x, top + APART, canvas);
		draw_paper(&panels[i], x, top + APART, canvas);
		draw_coupons(&panels[i], x, top + APART, canvas);
		draw_cuts(&panels[i], x, top + APART, canvas);
		canvas_text(canvas, &name, (struct rect){left, top + CELLS * CELL + 300, panel, 450}, panels[i].name);
		canvas_paragraph(
			canvas, &text, (struct rect){left, top + CELLS * CELL + 780, panel, 2400}, panels[i].text);
	}
}
