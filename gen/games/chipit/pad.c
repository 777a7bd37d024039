/* SPDX-License-Identifier: MIT
 * The score pad without its blocks: title, names, how to fill it in, totals.
 * Everything that is read back is exactly where the form says. */
#include "gen/games/chipit/press.h"

/* The diameter of a seat's disc next to names and totals, in hundredths of a millimetre. */
#define SEAT_SIZE 640

/* Where the title begins, in hundredths of a millimetre: right of the corner tag. */
#define TITLE_X 1150

/* The width of the header, in hundredths of a millimetre: as far as the QR. */
#define HEADER_W 13500

/* The diameter of the sample bubbles, in hundredths of a millimetre. */
#define SAMPLE 520

static const char *const numbers[] = {"", "", "two", "three", "four", "five", "six"};

static const struct font quiet_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
static const struct font heading_font = {FACE_BOLD, 320, COLOUR_INK, ALIGN_LEFT};
static const struct font text_font = {FACE_TEXT, 270, COLOUR_INK, ALIGN_LEFT};

/* A label and a line to write on. */
static void
draw_blank(struct canvas *canvas, int32_t x, int32_t y, int32_t w, const char *label)
{
	int32_t used = canvas_text_width(canvas, &quiet_font, label) + 150;

	canvas_text(canvas, &quiet_font, (struct rect){x, y - 400, used, 400}, label);
	canvas_line(canvas, x + used, y - 50, x + w, y - 50, 15, COLOUR_QUIET);
}

static void
draw_header(const struct chipit_pad *pad, const struct print_job *job, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 1250, COLOUR_INK, ALIGN_LEFT};
	const struct font kind = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font event = {FACE_TEXT, 400, COLOUR_INK, ALIGN_LEFT};
	const struct rect where = {0, 2960, HEADER_W, 500};
	unsigned round = pad->code.round, table = pad->code.table;
	int32_t x = TITLE_X + canvas_text_width(canvas, &title, game_chipit.title) + 350;

	canvas_text(canvas, &title, (struct rect){TITLE_X, -50, 8000, 1150}, game_chipit.title);
	for (int i = 0; i < 3; i++)
		canvas_symbol(canvas, (enum symbol_id)(SYMBOL_CHIP1 + i), (struct rect){x + i * 950, 60, 900, 900});
	canvas_textf(canvas, &kind, (struct rect){0, 1350, HEADER_W, 500}, "%s for %s: %s games",
		pad->layout.two ? "Score pad" : "Tournament pad", numbers[pad->layout.seats],
		numbers[pad->layout.games]);
	canvas_textf(canvas, &quiet_font, (struct rect){0, 1880, HEADER_W, 400}, "A game by %s, published by AMIGO",
		game_chipit.designer);
	/* The event has a line of its own, so that a long name, in whatever direction it is written, cannot cover the
	 * table. */
	if (job->event != NULL)
		canvas_text(canvas, &event, (struct rect){0, 2440, HEADER_W, 500}, job->event);
	if (round > 0 && table > 0)
		canvas_textf(canvas, &kind, where, "Round %u  ·  Table %u", round, table);
	else if (round > 0 || table > 0)
		canvas_textf(canvas, &kind, where, round > 0 ? "Round %u" : "Table %u", MAX(round, table));
	if (job->event == NULL && round == 0 && table == 0) {
		draw_blank(canvas, 0, 3350, 5200, "Date");
		draw_blank(canvas, 5600, 3350, 7900, "Place");
	}
}

static void
draw_names(const struct chipit_pad *pad, struct canvas *canvas)
{
	const struct font quiet = {FACE_TEXT, 280, COLOUR_QUIET, ALIGN_LEFT};
	int32_t w = canvas_text_width(canvas, &heading_font, "Players") + 250;

	canvas_text(canvas, &heading_font, (struct rect){0, CHIPIT_NAMES_Y, w, 400}, "Players");
	canvas_text(canvas, &quiet, (struct rect){w, CHIPIT_NAMES_Y, CHIPIT_PAD_W - w, 400},
		pad->layout.two ? "Sit down, write your names, keep your letters for all four games."
				: "Sit around the table in this order, clockwise, and keep your seats for all games.");
	for (int i = 0; i < pad->layout.seats; i++) {
		struct rect at = chipit_name(&pad->layout, i);

		chipit_draw_seat(canvas, at.x + SEAT_SIZE / 2 + 20, at.y + at.h / 2, SEAT_SIZE, pad->layout.seat[i]);
	}
	for (int i = 0; i < pad->layout.seats; i++) {
		struct rect at = chipit_name(&pad->layout, i);

		canvas_line(canvas, at.x + SEAT_SIZE + 200, at.y + at.h - 130, at.x + at.w, at.y + at.h - 130, 15,
			COLOUR_QUIET);
	}
}

static void
draw_totals(const struct chipit_pad *pad, struct canvas *canvas)
{
	const struct font heading = {FACE_BOLD, 380, COLOUR_INK, ALIGN_LEFT};
	const struct font quiet = {FACE_TEXT, 260, COLOUR_QUIET, ALIGN_LEFT};
	const int32_t label_w = 2700;
	struct rect row = chipit_totals();
	int32_t dx = (row.w - label_w) / pad->layout.seats;

	canvas_text(canvas, &heading, (struct rect){row.x + 100, row.y + 20, label_w, 450}, "Totals");
	canvas_text(canvas, &quiet, (struct rect){row.x + 100, row.y + 470, label_w - 200, 320},
		pad->layout.two ? "Fewest points win." : "Most points win.");
	for (int i = 0; i < pad->layout.seats; i++)
		chipit_draw_seat(canvas, row.x + label_w + i * dx + SEAT_SIZE / 2 + 150, row.y + row.h / 2, SEAT_SIZE,
			pad->layout.seat[i]);
	for (int i = 0; i < pad->layout.seats; i++) {
		int32_t x = row.x + label_w + i * dx + SEAT_SIZE + 300;

		canvas_frame(canvas, (struct rect){x, row.y + 15, row.x + label_w + (i + 1) * dx - x, row.h - 30}, 35,
			COLOUR_INK);
	}
}

/* A bubble that is filled, ticked, or marked too faintly. It is drawn with lines alone, because they are black in every
 * ink. */
static void
draw_sample(struct canvas *canvas, int32_t x, int32_t y, int which)
{
	canvas_circle(canvas, x, y, SAMPLE / 2, NO_FILL, 25, COLOUR_INK);
	if (which == 0)
		canvas_circle(canvas, x, y, SAMPLE / 4, NO_FILL, SAMPLE / 2, COLOUR_INK);
	if (which == 1) {
		canvas_line(canvas, x - 190, y - 20, x - 50, y + 140, 75, COLOUR_INK);
		canvas_line(canvas, x - 75, y + 150, x + 210, y - 220, 75, COLOUR_INK);
	}
	if (which == 2)
		canvas_circle(canvas, x - 60, y + 40, 25, NO_FILL, 50, COLOUR_INK);
}

static const char *const samples[] = {"Filled:\nbest", "A thick tick\nor cross: fine", "A small dot:\nmay be missed"};

/* How to fill in the pad, across the page. */
static void
draw_band(const struct chipit_pad *pad, struct canvas *canvas, struct rect at)
{
	const char *what = pad->layout.two ? "After each game mark who lost, and the chips and cards of the "
					     "loser. Wrong bubble? Mark the right one too: you will be asked."
					   : "After each game mark one place for each player. Wrong bubble? "
					     "Mark the right one too: you will be asked.";

	canvas_text(canvas, &heading_font, (struct rect){at.x + 300, at.y + 150, 5000, 350}, "How to fill in");
	canvas_paragraph(canvas, &text_font, (struct rect){at.x + 300, at.y + 520, 8300, 720}, what);
	for (int i = 0; i < 3; i++) {
		int32_t x = at.x + 9500 + i * 3150, y = at.y + at.h / 2;

		draw_sample(canvas, x, y, i);
		canvas_paragraph(canvas, &text_font, (struct rect){x + 420, y - 330, 2300, 720}, samples[i]);
	}
}

/* The same in the place of a block, with more explanation. */
static void
draw_panel(struct canvas *canvas, struct rect at)
{
	const struct font heading = {FACE_BOLD, 460, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {FACE_TEXT, 370, COLOUR_INK, ALIGN_LEFT};
	int32_t x = at.x + 300, y = at.y + 880, w = at.w - 600;

	canvas_text(canvas, &heading, (struct rect){x, at.y, w, CHIPIT_BLOCK_TOP}, "How to fill in");
	y += canvas_paragraph(canvas, &text, (struct rect){x, y, w, 2000},
		     "After each game mark one place for each player, and write down what it is "
		     "worth: 4 points for the first, 2 for the second, 1 for the third.") +
		250;
	canvas_paragraph(canvas, &text, (struct rect){x, y, w, 1000},
		"Wrong bubble? Mark the right one too: you will be asked which it is.");
	for (int i = 0; i < 3; i++) {
		int32_t middle = x + SAMPLE / 2 + i * 2850;

		y = at.y + at.h - 800;
		draw_sample(canvas, middle, y, i);
		canvas_paragraph(canvas, &text_font, (struct rect){middle + 400, y - 330, 2100, 720}, samples[i]);
	}
}

void
chipit_draw_pad(const struct page *page, struct canvas *canvas)
{
	struct chipit_pad pad;

	print_job_build(page->job, page->n, 0, &pad.layout, &pad.code, &pad.form);
	draw_header(&pad, page->job, canvas);
	draw_names(&pad, canvas);
	if (pad.layout.two)
		chipit_draw_two(&pad, canvas);
	else
		chipit_draw_tournament(&pad, canvas);
	struct rect guide = chipit_guide(&pad.layout);
	canvas_rounded(canvas, guide, 200, TITLE_PALE, 0, 0);
	if (guide.w == CHIPIT_PAD_W)
		draw_band(&pad, canvas, guide);
	else
		draw_panel(canvas, guide);
	draw_totals(&pad, canvas);
	print_job_mark(page->job, &pad.code, &pad.form, canvas);
}
