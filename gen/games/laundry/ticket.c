/* SPDX-License-Identifier: MIT
 * Laundry tickets, four to a page: two games one below the other, the two
 * tickets of a game side by side. Everything that is read back is where
 * the form says. Shapes of one look are drawn for all tickets of the page before
 * the next look, because together they are one drawing operation. */
#include <stdio.h>

#include "gen/games/laundry/press.h"
#include "gen/press/imposition.h"

#define GAMES_A_PAGE 2 /* two tickets side by side, and as many games as A4 and Letter hold */
#define TICKETS      (GAMES_A_PAGE * LAUNDRY_SEATS)

/* Parts of a ticket, from its top left; all in hundredths of a millimetre. */
#define LEFT    LAUNDRY_INSET
#define RIGHT   (LAUNDRY_TICKET_W - LAUNDRY_INSET)
#define BODY    (LAUNDRY_FOLD - 200)                        /* where everything left of the fold ends */
#define SEEN    (2 * LAUNDRY_FOLD - LAUNDRY_TICKET_W - 100) /* where the closed flap ends */
#define FLAP    (LAUNDRY_FOLD + 250)                        /* where everything right of the fold starts */
#define TITLE_X 1430                                        /* beside the tag */
#define BAND_Y  1450                                        /* of the coloured band, below the title */
#define BAND_H  620
#define NAME_Y  2280 /* of the line for the name */
#define HEADS_Y 3080 /* of the headings of the columns */
#define SYMBOL  600  /* size of an item */
#define NAMES_X 1150 /* of the items' names */
#define TOTAL_H 1150 /* of the box for the total: room to write */

/* The pairs of the no-score dryer: how many, the size of a symbol, and from one pair to the next, in hundredths of a
 * millimetre. */
#define PAIRS       4
#define PAIR_SYMBOL 390
#define PAIR_DX     930

/* The colour of text in bubbles: too pale to be read as a mark. */
#define COLOUR_LABEL 0xa3aab5

/* A ticket where it is on the page. */
struct view {
	const struct print_job *job;
	struct code code;
	struct laundry_layout layout;
	const struct laundry_ticket *ticket; /* of the layout */
	struct form form;
	int32_t x, y; /* of its top left */
};

static const struct font quiet_font = {FACE_CONDENSED, 250, COLOUR_QUIET, ALIGN_LEFT};
static const struct font strong_font = {FACE_CONDENSED_BOLD, 250, COLOUR_INK, ALIGN_CENTRE};

/* A part of a ticket, on the page. */
static struct rect
part(const struct view *view, int32_t x, int32_t y, int32_t w, int32_t h)
{
	return (struct rect){view->x + x, view->y + y, w, h};
}

static int32_t
line_y(int number)
{
	return LAUNDRY_LINES_Y + number * LAUNDRY_LINES_DY;
}

/* `down`: how much lower on the page the game is than its form says. */
static void
view_init(struct view *view, const struct print_job *job, uint32_t game, uint8_t seat, int32_t down)
{
	struct form *form = &view->form;

	view->job = job;
	print_job_build(job, game, seat, &view->layout, &view->code, form);
	form->piece.y += down;
	form->qr.y += down;
	form->text.y += down;
	for (unsigned i = 0; i < form->tags; i++)
		form->tag[i].at.y += down;
	for (unsigned i = 0; i < form->bubbles; i++)
		form->bubble[i].at.y += down;
	view->ticket = &view->layout.ticket[seat];
	view->x = form->piece.x;
	view->y = form->piece.y;
}

static void
draw_band(const struct view *view, struct canvas *canvas)
{
	canvas_fill(canvas, part(view, LEFT, BAND_Y, BODY - LEFT, BAND_H), laundry_colours[view->ticket->colour].pale);
}

static void
draw_pattern(const struct view *view, struct canvas *canvas)
{
	struct rect band = part(view, LEFT, BAND_Y, BODY - LEFT, BAND_H);

	laundry_swatch(canvas, view->ticket->colour, band.x + 90, band.y + (BAND_H - LAUNDRY_SWATCH) / 2, 700);
}

static void
rule(const struct view *view, struct canvas *canvas, int above, int32_t width, uint32_t colour)
{
	int32_t y = view->y + line_y(above);

	canvas_line(canvas, view->x + LEFT, y, view->x + RIGHT, y, width, colour);
}

/* Between the lines, and below the last. */
static void
draw_rules(const struct view *view, struct canvas *canvas)
{
	for (int i = 1; i <= LAUNDRY_LINES; i++)
		if (i != LAUNDRY_ROWS)
			rule(view, canvas, i, 14, COLOUR_FAINT);
}

/* Above the six items and above the socks. */
static void
draw_strong_rules(const struct view *view, struct canvas *canvas)
{
	rule(view, canvas, 0, 30, COLOUR_QUIET);
	rule(view, canvas, LAUNDRY_ROWS, 30, COLOUR_QUIET);
}

static void
draw_boxes(const struct view *view, struct canvas *canvas)
{
	canvas_line(canvas, view->x + LEFT + 900, view->y + NAME_Y + 620, view->x + SEEN, view->y + NAME_Y + 620, 20,
		COLOUR_QUIET);
	canvas_rounded(
		canvas, part(view, FLAP, LAUNDRY_FOOT_Y + 420, RIGHT - FLAP, TOTAL_H), 120, NO_FILL, 20, COLOUR_QUIET);
}

static void
draw_bubbles(const struct view *view, struct canvas *canvas)
{
	for (unsigned i = 0; i < view->form.bubbles; i++) {
		struct rect at = view->form.bubble[i].at;

		/* The line lies inside of the box. */
		canvas_circle(canvas, at.x + at.w / 2, at.y + at.h / 2, at.w / 2 - 12, NO_FILL, 25, COLOUR_QUIET);
	}
}

static void
draw_fold(const struct view *view, struct canvas *canvas)
{
	int32_t x = view->x + LAUNDRY_FOLD;

	canvas_dashed(canvas, x, view->y + 200, x, view->y + LAUNDRY_NEXT_GAME - 200, 20, COLOUR_QUIET);
}

static void
draw_marks(const struct view *view, struct canvas *canvas)
{
	print_job_mark(view->job, &view->code, &view->form, canvas);
}

/* The event and the table, in the corner of the part that stays visible. The event's name is on one line if it fits in
 * the smallest size, else on two lines. */
static void
draw_place(const struct view *view, struct canvas *canvas)
{
	const struct font small = {FACE_CONDENSED, 250, COLOUR_QUIET, ALIGN_RIGHT};
	struct rect at = part(view, SEEN + 100, LEFT, BODY - SEEN - 100, 400);
	const char *event = view->job->event;
	struct font least = small;
	char place[40] = "";

	least.size = SIZE_LEAST;
	if (event != NULL && canvas_text_width(canvas, &least, event) <= at.w)
		canvas_text(canvas, &small, at, event);
	else if (event != NULL)
		print_two_lines(canvas, &least, (struct rect){at.x, at.y - 100, at.w, 560}, event);
	if (view->code.table > 0)
		snprintf(place, sizeof place, "Round %u, table %u", view->code.round, view->code.table);
	else if (view->code.round > 0)
		snprintf(place, sizeof place, "Round %u", view->code.round);
	at.y += 430;
	canvas_text(canvas, &small, at, place);
}

static void
draw_head(const struct view *view, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 640, COLOUR_INK, ALIGN_LEFT};
	const struct font word = {FACE_BOLD, 330, COLOUR_INK, ALIGN_LEFT};
	const struct font serial = {FACE_TEXT, 270, COLOUR_INK, ALIGN_RIGHT};

	canvas_text(canvas, &title, part(view, TITLE_X, LEFT - 30, SEEN - TITLE_X, 520), "COIN-OP");
	canvas_text(canvas, &quiet_font, part(view, TITLE_X, LEFT + 500, SEEN - TITLE_X, 330), "by Jordan Draper");
	draw_place(view, canvas);
	canvas_text(canvas, &word, part(view, LEFT + 930, BAND_Y, 1600, BAND_H),
		laundry_colours[view->ticket->colour].word);
	canvas_textf(canvas, &word, part(view, 3150, BAND_Y, SEEN - 3150, BAND_H), "Seat %c", 'A' + view->code.piece);
	canvas_textf(
		canvas, &serial, part(view, SEEN, BAND_Y, BODY - SEEN - 100, BAND_H), "No. %06u", view->ticket->serial);
}

static void
draw_heads(const struct view *view, struct canvas *canvas)
{
	const struct font circled = {FACE_BOLD, 330, COLOUR_LABEL, ALIGN_CENTRE};
	const struct font word = {FACE_TEXT, 270, COLOUR_INK, ALIGN_LEFT};
	const int32_t dryer[2] = {LAUNDRY_SCORE_X, LAUNDRY_NO_X};

	canvas_text(canvas, &quiet_font, part(view, LEFT, NAME_Y + 300, 860, 340), "Name");
	canvas_text(
		canvas, &circled, part(view, LAUNDRY_SCORE_X, LAUNDRY_FIRST_Y, LAUNDRY_BUBBLE, LAUNDRY_BUBBLE), "1");
	canvas_text(
		canvas, &word, part(view, LAUNDRY_SCORE_X + 620, LAUNDRY_FIRST_Y, 1350, LAUNDRY_BUBBLE), "I go first");
	canvas_text(canvas, &quiet_font, part(view, LEFT, NAME_Y + 670, BODY - LEFT, 340),
		"Wrong bubble? Mark the right one too: you will be asked.");
	canvas_text(canvas, &quiet_font, part(view, LEFT, HEADS_Y + 280, 3000, 340), "Dried from which dryer?");
	for (int i = 0; i < 2; i++)
		canvas_text(canvas, &strong_font, part(view, dryer[i] - 300, HEADS_Y + 280, LAUNDRY_BUBBLE + 600, 340),
			i == 0 ? "SCORE" : "NO SCORE");
	canvas_text(canvas, &strong_font, part(view, FLAP, HEADS_Y + 280, RIGHT - FLAP, 340), "VALUE");
}

/* How the flap is closed, and what is written on it. */
static void
draw_flap(const struct view *view, struct canvas *canvas)
{
	const struct font note = {FACE_CONDENSED, 250, COLOUR_QUIET, ALIGN_CENTRE};
	struct rect box = part(view, FLAP, BAND_Y, RIGHT - FLAP, 700);

	canvas_symbol(canvas, SYMBOL_FOLD, part(view, FLAP, LEFT, 800, 840));
	canvas_paragraph(canvas, &note, box, "fold this flap over\nto hide the values");
	box.y = view->y + NAME_Y + 60;
	box.h = 700;
	canvas_paragraph(canvas, &note, box,
		view->layout.dealt ? "dealt by the seed:\nno pen needed" : "fill in two 1s,\ntwo 2s, two 3s");
}

/* The values are digits in bubbles, or printed if they are fixed. */
static void
draw_lines(const struct view *view, struct canvas *canvas)
{
	const struct font name = {FACE_TEXT, 330, COLOUR_INK, ALIGN_LEFT};
	const struct font digit = {FACE_TEXT, 270, COLOUR_LABEL, ALIGN_CENTRE};
	const struct font fixed = {FACE_BOLD, 480, COLOUR_INK, ALIGN_CENTRE};

	for (int i = 0; i < LAUNDRY_LINES; i++) {
		uint8_t item = i < LAUNDRY_ROWS ? view->ticket->row[i] : LAUNDRY_SOCK;
		const struct laundry_look *look = &laundry_looks[item];
		int32_t y = line_y(i);

		canvas_symbol(canvas, look->symbol, part(view, LEFT + 40, y, SYMBOL, LAUNDRY_LINES_DY));
		canvas_text(canvas, &name, part(view, NAMES_X, y, SEEN - NAMES_X, LAUNDRY_LINES_DY), look->label);
		if (item == LAUNDRY_SOCK || view->layout.dealt)
			canvas_textf(canvas, &fixed, part(view, FLAP, y, RIGHT - FLAP, LAUNDRY_LINES_DY), "%u",
				item == LAUNDRY_SOCK ? 5u : view->ticket->value[item]);
		else
			for (int k = 0; k < 3; k++)
				canvas_textf(canvas, &digit,
					part(view, LAUNDRY_VALUE_X + k * LAUNDRY_VALUE_DX, y, LAUNDRY_BUBBLE,
						LAUNDRY_LINES_DY),
					"%d", k + 1);
	}
}

/* The scoring in short, and the total. */
static void
draw_foot(const struct view *view, struct canvas *canvas)
{
	static const enum laundry_item pairs[2 * PAIRS] = {LAUNDRY_SOCK, LAUNDRY_SOCK, LAUNDRY_UNDERWEAR, LAUNDRY_BRA,
		LAUNDRY_PANTS, LAUNDRY_SHIRT, LAUNDRY_BEDSHEET, LAUNDRY_PILLOWCASE};
	const struct font head = {FACE_CONDENSED_BOLD, 250, COLOUR_INK, ALIGN_LEFT};
	int32_t x = LEFT, w = view->form.qr.x - view->x - x, y = LAUNDRY_FOOT_Y;

	canvas_text(canvas, &head, part(view, x, y, w, 340), "Score dryer");
	canvas_text(canvas, &quiet_font, part(view, x, y + 320, w, 340), "the item’s value; a sock is 5");
	canvas_text(canvas, &head, part(view, x, y + 720, w, 340), "No-score dryer");
	canvas_text(canvas, &quiet_font, part(view, x, y + 1040, w, 340), "1 for each whole pair:");
	for (int i = 0; i < 2 * PAIRS; i++)
		canvas_symbol(canvas, laundry_looks[pairs[i]].symbol,
			part(view, x + i / 2 * PAIR_DX + i % 2 * PAIR_SYMBOL, y + 1400, PAIR_SYMBOL, PAIR_SYMBOL));
	canvas_text(canvas, &strong_font, part(view, FLAP, y, RIGHT - FLAP, 340), "TOTAL");
}

static void
draw(const struct page *page, struct canvas *canvas)
{
	static void (*const looks[])(const struct view *, struct canvas *) = {draw_band, draw_pattern, draw_rules,
		draw_strong_rules, draw_boxes, draw_bubbles, draw_fold, draw_head, draw_heads, draw_flap, draw_lines,
		draw_foot, draw_marks};
	struct view view[TICKETS];
	uint32_t game = page->n * GAMES_A_PAGE;
	int tickets = 0;

	for (uint32_t i = 0; i < GAMES_A_PAGE && game + i < page->job->count; i++)
		for (uint8_t seat = 0; seat < LAUNDRY_SEATS; seat++)
			view_init(&view[tickets++], page->job, game + i, seat, (int32_t)i * LAUNDRY_NEXT_GAME);
	for (size_t look = 0; look < G_N_ELEMENTS(looks); look++)
		for (int i = 0; i < tickets; i++)
			looks[look](&view[i], canvas);
	const struct imposition imposition = imposition_of(page->job, LAUNDRY_TICKET_W, LAUNDRY_NEXT_GAME, 0, false);

	imposition_marks(&imposition, canvas, tickets, false);
}

void
laundry_plan_tickets(const struct print_job *job, struct page_plan *plan)
{
	uint32_t pages = (job->count + GAMES_A_PAGE - 1) / GAMES_A_PAGE;

	for (uint32_t n = 0; n < pages; n++)
		page_plan_add_new(plan, .job = job, .draw = draw, .n = n, .w = LAUNDRY_SEATS * LAUNDRY_TICKET_W,
			.h = GAMES_A_PAGE * LAUNDRY_NEXT_GAME, .tools = PAGE_SCISSORS,
			.title = n == 0 ? "Laundry tickets" : NULL);
}
