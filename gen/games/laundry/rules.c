/* SPDX-License-Identifier: MIT
 * How Coin-Op is played, on one page and in our own words. */
#include "gen/games/laundry/press.h"

/* All lengths are hundredths of a millimetre. */

/* White between the two columns. */
#define GUTTER 600

/* Width of a column: both fill the width of the page. */
#define COLUMN ((LAUNDRY_PAGE_W - GUTTER) / 2)

/* Left edge of the second column. */
#define SECOND (COLUMN + GUTTER)

/* Top of the setup, and of what each player takes. */
#define SETUP_Y 2750

/* Top of the four actions. */
#define TURN_Y 8700

/* Top of the line about passing, below the four actions. */
#define PASS_Y 14250

/* Top of what comes out of a washer. */
#define WASH_Y 15250

/* Top of the end and of the scoring. */
#define END_Y 20700

/* Height of a heading with its line. */
#define HEAD_H 800

/* Size of the text that is read. */
#define BODY 370

/* Height of an action, enough for the longest text of the four. */
#define CARD_H 2250

/* Colour (0xrrggbb) of the lines under headings. */
#define COLOUR_HEAD 0x1d62c4

static const struct font heading = {FACE_BOLD, 520, COLOUR_INK, ALIGN_LEFT};
static const struct font body = {FACE_TEXT, BODY, COLOUR_INK, ALIGN_LEFT};
static const struct font strong = {FACE_BOLD, BODY, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet = {FACE_TEXT, BODY, COLOUR_QUIET, ALIGN_LEFT};

/* A heading with a line below it. */
static void
head(struct canvas *canvas, int32_t x, int32_t y, int32_t w, const char *text)
{
	canvas_text(canvas, &heading, (struct rect){x, y, w, 620}, text);
	canvas_line(canvas, x, y + 680, x + w, y + 680, 30, COLOUR_HEAD);
}

static void
draw_title(struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 1300, COLOUR_INK, ALIGN_LEFT};
	const struct font right = {FACE_TEXT, BODY, COLOUR_QUIET, ALIGN_RIGHT};

	canvas_text(canvas, &title, (struct rect){0, 0, COLUMN, 1150}, "COIN-OP");
	canvas_text(canvas, &right, (struct rect){SECOND, 0, COLUMN, 500}, "a game by Jordan Draper");
	canvas_text(canvas, &right, (struct rect){SECOND, 500, COLUMN, 500}, "2 players, about 15 minutes");
	canvas_text(canvas, &body, (struct rect){0, 1500, LAUNDRY_PAGE_W, 600},
		"One laundrette, two heaps of laundry. Get yours washed and dried, and worth more than your "
		"neighbour’s.");
}

/* What each player starts with. */
static void
draw_start(struct canvas *canvas)
{
	static const struct {
		enum symbol_id symbol;
		const char *text;
	} line[] = {
		{SYMBOL_SHIRT, "8 clothes of one colour, in the open"},
		{SYMBOL_COIN, "10 coins of 100 yen"},
		{SYMBOL_DETERGENT, "2 detergents"},
		{SYMBOL_MAGAZINE, "1 magazine"},
		{SYMBOL_NEWSPAPER, "1 newspaper"},
		{SYMBOL_PEN, "a ticket and a pen"},
	};

	head(canvas, SECOND, SETUP_Y, COLUMN, "Each player takes");
	for (size_t i = 0; i < G_N_ELEMENTS(line); i++) {
		int32_t y = SETUP_Y + HEAD_H + 80 + (int32_t)i * 780;

		canvas_symbol(canvas, line[i].symbol, (struct rect){SECOND, y, 700, 700});
		canvas_text(canvas, &body, (struct rect){SECOND + 950, y, COLUMN - 950, 700}, line[i].text);
	}
}

static void
draw_setup(struct canvas *canvas)
{
	static const char *const step[] = {
		"Stand the four washers {washer} in the middle, two facing each of you, and a dryer {dryer} at each "
		"end: one is the score dryer, the other the no-score dryer.",
		"In secret, give your six items their values on the ticket: two 1s, two 2s and two 3s. On a dealt "
		"ticket they are printed already. A sock {sock} is always 5.",
		"Fold the flap of the ticket {fold} over the values.",
		"Speak up first and you begin: fill in the circled 1.",
	};
	int32_t y = SETUP_Y + HEAD_H + 120;
	char number[2] = "1";

	head(canvas, 0, SETUP_Y, COLUMN, "Before you start");
	for (size_t i = 0; i < G_N_ELEMENTS(step); i++) {
		number[0] = (char)('1' + i);
		canvas_paragraph(canvas, &strong, (struct rect){0, y, 500, 600}, number);
		y += canvas_paragraph(canvas, &body, (struct rect){500, y, COLUMN - 500, 2000}, step[i]) + 130;
	}
}

static void
draw_turn(struct canvas *canvas)
{
	static const struct {
		enum symbol_id symbol;
		const char *name, *cost, *text;
	} action[] = {
		{SYMBOL_SHIRT, "Load", "free",
			"Put one of your items into any washer; pick it up if it faces away. A sock is an item of its "
			"own. What is in there stays untouched."},
		{SYMBOL_WASHER, "Wash", "200 yen and a detergent",
			"Take everything out of one washer, whosever it is, count it, and do what "
			"the list below says."},
		{SYMBOL_DRYER, "Dry", "200 yen and a magazine or newspaper",
			"Take everything out of one dryer, whosever it is, and lay it beside that "
			"dryer for all to see: it is dried."},
		{SYMBOL_COIN, "Shop", "200 yen",
			"Take a detergent, a magazine or a newspaper that was paid to the middle. Coins stay there."},
	};

	head(canvas, 0, TURN_Y, LAUNDRY_PAGE_W, "On your turn: do one of four things, and pay to the middle");
	for (size_t i = 0; i < G_N_ELEMENTS(action); i++) {
		int32_t x = i % 2 == 0 ? 0 : SECOND;
		int32_t y = TURN_Y + HEAD_H + 150 + (int32_t)(i / 2) * (CARD_H + 100);
		int32_t name = canvas_text_width(canvas, &heading, action[i].name) + 250;

		canvas_symbol(canvas, action[i].symbol, (struct rect){x, y + 100, 1300, 1300});
		canvas_text(canvas, &heading, (struct rect){x + 1650, y, name, 620}, action[i].name);
		canvas_text(canvas, &quiet, (struct rect){x + 1650 + name, y + 30, COLUMN - 1650 - name, 620},
			action[i].cost);
		canvas_paragraph(
			canvas, &body, (struct rect){x + 1650, y + 680, COLUMN - 1650, CARD_H - 680}, action[i].text);
	}
	canvas_text(canvas, &body, (struct rect){0, PASS_Y, LAUNDRY_PAGE_W, 600},
		"Any machine may be run, even an empty one. If you can do none of the four, you pass.");
}

static void
draw_wash(struct canvas *canvas)
{
	static const char *const line[][2] = {
		{"2 items or fewer", "All of them go into the no-score dryer."},
		{"3 or 4 items", "All of them go into the score dryer."},
		{"5 items or more",
			"Overloaded: all of them go back, and the detergent you paid stands on top of the washer. More "
			"may be loaded. The next wash of it, by either of you and paid like any other, finishes the "
			"job: into the score dryer, and both detergents go to the middle."},
		{"2 socks or more",
			"Whenever a finished wash holds two or more socks, of any colours, all its socks go into the "
			"no-score dryer; the rest goes where it would."},
	};

	int32_t y = WASH_Y + HEAD_H + 20;

	head(canvas, 0, WASH_Y, LAUNDRY_PAGE_W, "What comes out of a washer");
	for (size_t i = 0; i < G_N_ELEMENTS(line); i++) {
		struct rect box = {4000, y + 160, LAUNDRY_PAGE_W - 4000, 2000};

		if (i > 0)
			canvas_line(canvas, 0, y, LAUNDRY_PAGE_W, y, 14, COLOUR_FAINT);
		y += canvas_paragraph(canvas, &body, box, line[i][1]) + 320;
		canvas_paragraph(canvas, &strong, (struct rect){0, box.y, 3800, 600}, line[i][0]);
	}
}

static void
draw_end(struct canvas *canvas)
{
	static const char *const text[] = {
		"The game ends once both socks of one player are dried, or all six other items, in "
		"either dryer. If the player who began does that, the other has one more turn.",
		"It also ends when both of you pass in a row: nobody can act any more. What is dried by then counts.",
		"Then unfold your ticket and mark, for each dried item of yours, the dryer it came "
		"from. The others are worth nothing.",
	};
	struct rect box = {0, END_Y + HEAD_H + 120, COLUMN, 3600};

	head(canvas, 0, END_Y, COLUMN, "The end");
	for (size_t i = 0; i < G_N_ELEMENTS(text); i++)
		box.y += canvas_paragraph(canvas, &body, box, text[i]) + 170;
}

static void
draw_scoring(struct canvas *canvas)
{
	static const enum laundry_item pair[][2] = {
		{LAUNDRY_SOCK, LAUNDRY_SOCK},
		{LAUNDRY_UNDERWEAR, LAUNDRY_BRA},
		{LAUNDRY_PANTS, LAUNDRY_SHIRT},
		{LAUNDRY_BEDSHEET, LAUNDRY_PILLOWCASE},
	};
	const int32_t step = COLUMN / 4;
	struct rect box = {SECOND, END_Y + HEAD_H + 120, COLUMN, 1200};

	head(canvas, SECOND, END_Y, COLUMN, "Scoring");
	box.y += canvas_paragraph(canvas, &body, box,
		"Score dryer: the value of the item, and 5 for a sock.\n"
		"No-score dryer: 1 point for each pair that is whole:");
	for (int32_t i = 0; i < 4; i++)
		for (int32_t j = 0; j < 2; j++)
			canvas_symbol(canvas, laundry_looks[pair[i][j]].symbol,
				(struct rect){SECOND + i * step + j * 950, box.y + 200, 900, 900});
	box.y += 1350;
	box.h = 2000;
	canvas_paragraph(canvas, &body, box,
		"Most points win. In a tie, more socks from the score dryer; if that is even too, you share the win "
		"and the fresh smell.");
}

void
laundry_draw_rules(const struct page *page, struct canvas *canvas)
{
	(void)page;
	draw_title(canvas);
	draw_setup(canvas);
	draw_start(canvas);
	draw_turn(canvas);
	draw_wash(canvas);
	draw_end(canvas);
	draw_scoring(canvas);
}
