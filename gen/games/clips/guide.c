/* SPDX-License-Identifier: MIT
 * The cards for the bottom of a stack of paperclip cards: what symbols are
 * worth, the rules, and what small clips cannot do. */
#include <stdio.h>

#include "gen/games/clips/press.h"
#include "scoring/clips.h"

/* The width of the lines between rows, in hundredths of a millimetre. */
#define RULE_WIDTH 15

/* The most ladders in the table: more are not worth more points. The table has one more where the first ladder is
 * worth nothing. */
#define LADDER_MOST 6

/* The measures of a side with words, in hundredths of a millimetre. */
struct print {
	int32_t margin;
	int32_t title;            /* size of letters */
	int32_t title_h;          /* height of the line */
	int32_t row, row_words;   /* height of a symbol's row with one line of words, and with more */
	int32_t symbol;           /* its size */
	int32_t points, points_w; /* size of letters, and width of their column */
	enum face face;           /* of what is read */
	int32_t text;             /* its size */
	int32_t apart;            /* between paragraphs */
};

static const struct print print_poker = {
	.margin = 350,
	.title = 420,
	.title_h = 560,
	.row = 700,
	.row_words = 700,
	.symbol = 560,
	.points = 400,
	.points_w = 780,
	.face = FACE_TEXT,
	.text = 230,
	.apart = 120,
};

static const struct print print_small = {
	.margin = 220,
	.title = 290,
	.title_h = 380,
	.row = 400,
	.row_words = 510,
	.symbol = 380,
	.points = 290,
	.points_w = 560,
	.face = FACE_CONDENSED,
	.text = 212,
	.apart = 90,
};

static const struct clips_score scores[CLIPS_SYMBOLS] = {
	{CLIPS_ONE, "1", "each", NULL},
	{CLIPS_EMERALD, "2", "each", NULL},
	{CLIPS_SWIRL, "3", "less 1 for each other symbol in its clip", NULL},
	{CLIPS_LADDER, NULL, NULL, NULL},
	{CLIPS_POOP, "−1", "each, but 4 or more are worth +7 together", NULL},
	{CLIPS_BOMB, "−3", "each", NULL},
	{CLIPS_STAR, "+2", "for one bomb you caught, instead of −3", NULL},
	{CLIPS_WILD, "2=1", "two become any one symbol but a swirl; one alone is nothing",
		"two are any symbol but a swirl; one is nothing"},
};

struct clips_score
clips_score_of(unsigned n, const uint8_t house[HOUSE_RULES])
{
	struct clips_score score = scores[n];

	if (score.symbol == CLIPS_POOP && house[CLIPS_POOP_SET] != 0)
		score.words = "each, and +7 once if you have 4 or more";
	return score;
}

/* A paragraph with its first words. */
struct paragraph {
	const char *head, *text;
};

static const struct paragraph hold = {"Hold the stack",
	"The side you play is on top, a scoring guide at the bottom. Two players have 3 clips each, in "
	"two colours, best red and blue. Alone you have all 6."};
static const struct paragraph bid = {"Bid to go first",
	"Who holds the cards starts at 0. From the other player on, each in turn bids 1 more or passes. "
	"Who passes goes second; the other loses the last bid at the end."};
static const struct paragraph clip = {"Clip in turn",
	"Slide one clip on from any edge, straight along a row or a column, wider half on top, over 1 "
	"to 4 symbols. Wires may touch; clips never overlap."};
static const struct paragraph count = {"Count",
	"When all 6 clips are on, most points win. A tie goes to who went second. The winner holds the cards next."};
static const struct paragraph caught = {"Caught or not", "Only what the wire encloses entirely counts."};
static const struct paragraph beside = {"Side by side",
	"A 33 mm clip is 8 mm wide, but lines are only 6.9 mm apart, or four symbols would not fit into "
	"it. Two neighbours fit when each lies a little outwards, three just so, four never. A clip that "
	"could only lie on another's wire may not be placed."};
static const struct paragraph deep = {"Four symbols",
	"Push the clip on to its very end, gently, and look again: all four must be enclosed entirely."};
static const struct paragraph unnumbered = {
	"Rows and columns", "There is no room for numbers: count rows from the top and columns from the left."};

/* What is on the sides with rules; NULL ends a list. */
static const struct paragraph *const all_rules[] = {&hold, &bid, &clip, &count, &caught, NULL};
static const struct paragraph *const rules_1[] = {&hold, &bid, NULL};
static const struct paragraph *const rules_2[] = {&clip, &count, &caught, NULL};
static const struct paragraph *const limits[] = {&beside, &deep, &unnumbered, NULL};

void
clips_draw_words(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	int32_t w = canvas_text_width(canvas, font, text);
	int32_t lines = (w + box.w / 12) / box.w + 1;        /* words leave some of each line empty */
	int32_t high = lines * font->size * 1172 / 1000 + 1; /* a little less, and it would shrink */

	if (w <= box.w) {
		canvas_text(canvas, font, box, text);
		return;
	}
	box.y += MAX(0, box.h - high) / 2;
	canvas_paragraph(canvas, font, (struct rect){box.x, box.y, box.w, MIN(high, box.h)}, text);
}

void
clips_draw_ladder(struct canvas *canvas, struct rect box, int32_t points_size, const uint8_t house[HOUSE_RULES])
{
	const int32_t most = LADDER_MOST + (house[CLIPS_LADDER_FROM] != 0);
	const int32_t columns = 1 + most + 1;
	const struct font quiet = {FACE_CONDENSED, MAX(SIZE_LEAST, points_size * 7 / 10), COLOUR_QUIET, ALIGN_CENTRE};
	const struct font points = {FACE_BOLD, MAX(SIZE_LEAST, points_size), COLOUR_INK, ALIGN_CENTRE};
	/* The first column is as wide as its words; the others share what is left. */
	const int32_t words =
		MAX(canvas_text_width(canvas, &quiet, "caught"), canvas_text_width(canvas, &quiet, "points"));
	const int32_t upper = MAX(box.h * 43 / 100, quiet.size);
	const int32_t more = MAX(0, words * columns - box.w + columns - 2) / (columns - 1);

	for (int32_t i = 0; i < columns; i++) {
		int32_t left = i == 0 ? 0 : more + (box.w - more) * i / columns;
		int32_t w = (box.w - more) / columns + (i == 0 ? more : 0);
		struct rect cell = {box.x + left, box.y, w, upper};
		uint8_t ladders[CLIPS_SYMBOLS] = {[CLIPS_LADDER] = (uint8_t)(i == 0 ? 0 : i - 1)};
		char upper_text[16] = "caught", lower_text[16] = "points";
		struct clips_worth worth;

		clips_value(ladders, 0, house, &worth);
		if (i > 0) {
			snprintf(upper_text, sizeof upper_text, i > most ? "%d+" : "%d", i - 1);
			snprintf(lower_text, sizeof lower_text, "%d", worth.points[CLIPS_LADDER]);
		}
		canvas_text(canvas, &quiet, cell, upper_text);
		cell.y += upper;
		cell.h = box.h - upper;
		canvas_text(canvas, i == 0 ? &quiet : &points, cell, lower_text);
	}
}

void
clips_draw_ranks(struct canvas *canvas, struct rect box, int32_t text_size, const uint8_t house[HOUSE_RULES])
{
	static const struct {
		enum symbol_id symbol;
		const char *name;
	} rank[SOLO_RANKS] = {
		{SYMBOL_BOMB, "Boom!"},
		{SYMBOL_POOP, "Oh dear"},
		{SYMBOL_EMERALD, "A gem"},
		{SYMBOL_STAR, "A star"},
		{SYMBOL_TROPHY, "Impossible"},
	};
	const uint8_t *from = clips_scale(house);
	char said[SOLO_RANKS][16];
	const struct font points = {FACE_BOLD, text_size, COLOUR_INK, ALIGN_CENTRE};
	const struct font name = {FACE_CONDENSED, MAX(SIZE_LEAST, text_size * 9 / 10), COLOUR_QUIET, ALIGN_CENTRE};
	int32_t line = text_size * 125 / 100, symbol = box.h - 2 * line, widest = 0, all = 0, need[SOLO_RANKS];

	for (int i = 0; i < SOLO_RANKS; i++) {
		if (i == 0)
			snprintf(said[i], sizeof said[i], "to %d", from[1] - 1);
		else if (i < SOLO_RANKS - 1)
			snprintf(said[i], sizeof said[i], "%d–%d", from[i], from[i + 1] - 1);
		else
			snprintf(said[i], sizeof said[i], "%d+", from[i]);
		need[i] = MAX(
			canvas_text_width(canvas, &points, said[i]), canvas_text_width(canvas, &name, rank[i].name));
		widest = MAX(widest, need[i]);
		all += need[i];
	}
	for (int32_t i = 0, x = box.x; i < SOLO_RANKS; i++) {
		/* Columns of one width, or where that is too narrow, of what each needs. */
		int32_t next = widest <= box.w / SOLO_RANKS ? box.x + box.w * (i + 1) / SOLO_RANKS
							    : x + need[i] + (box.w - all) / SOLO_RANKS;
		struct rect at = {x, box.y, widest <= box.w / SOLO_RANKS ? box.w / SOLO_RANKS : next - x, symbol};

		x = next;
		canvas_symbol(canvas, rank[i].symbol, at);
		at.y += symbol;
		at.h = line;
		canvas_text(canvas, &points, at, said[i]);
		at.y += line;
		canvas_text(canvas, &name, at, rank[i].name);
	}
}

/* A title at the left, quiet words at the right, a line below. Returns what is left of the side. */
static struct rect
draw_title(struct canvas *canvas, const struct print *print, struct rect side, const char *title, const char *quiet)
{
	const struct font font = {FACE_BOLD, print->title, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {print->face, print->text, COLOUR_QUIET, ALIGN_RIGHT};
	int32_t w = canvas_text_width(canvas, &font, title);
	struct rect line = {side.x, side.y, side.w, print->title_h};

	canvas_text(canvas, &font, line, title);
	line.x += w + print->margin;
	line.w -= w + print->margin;
	canvas_text(canvas, &small, line, quiet);
	canvas_line(canvas, side.x, side.y + print->title_h, side.x + side.w, side.y + print->title_h, 2 * RULE_WIDTH,
		COLOUR_INK);
	side.y += print->title_h;
	side.h -= print->title_h;
	return side;
}

/* Draws a symbol's row from the top of what is left of the side. Returns its height. */
static int32_t
draw_score(
	struct canvas *canvas, const struct print *print, unsigned n, const uint8_t house[HOUSE_RULES], struct rect row)
{
	const struct clips_score score = clips_score_of(n, house);
	const struct font points = {FACE_BOLD, print->points, COLOUR_INK, ALIGN_CENTRE};
	const struct font words = {print->face, print->text, COLOUR_INK, ALIGN_LEFT};
	const char *said = print == &print_small && score.brief != NULL ? score.brief : score.words;
	int32_t x = print->symbol + print->margin / 4, before = x + print->points_w + print->margin / 3;
	bool one_line = said != NULL && canvas_text_width(canvas, &words, said) <= row.w - before;
	const int32_t high = one_line ? print->row : print->row_words;

	row.h = high;
	canvas_symbol(canvas, clips_symbol_of[score.symbol], (struct rect){row.x, row.y, print->symbol, high});
	row.x += x;
	row.w -= x;
	if (score.points == NULL) {
		row.y += print->row / 14;
		row.h -= print->row / 7;
		clips_draw_ladder(canvas, row, print->points * 7 / 10, house);
		return high;
	}
	canvas_text(canvas, &points, (struct rect){row.x, row.y, print->points_w, row.h}, score.points);
	row.x += before - x;
	row.w -= before - x;
	clips_draw_words(canvas, &words, row, said);
	return high;
}

static void
draw_guide(struct canvas *canvas, const struct print *print, const uint8_t house[HOUSE_RULES], struct rect side)
{
	const struct font head = {FACE_BOLD, print->text, COLOUR_INK, ALIGN_LEFT};
	struct rect rest = draw_title(canvas, print, side, "Scoring", "for what your clips caught");
	struct rect row = {rest.x, rest.y + print->margin / 6, rest.w, print->row};

	for (unsigned i = 0; i < CLIPS_SYMBOLS; i++) {
		row.y += draw_score(canvas, print, i, house, row);
		canvas_line(canvas, row.x, row.y, row.x + row.w, row.y, RULE_WIDTH,
			i + 1 < CLIPS_SYMBOLS ? COLOUR_FAINT : COLOUR_INK);
	}
	row.y += print->margin / 4;
	row.h = print->text * 5 / 4;
	canvas_text(canvas, &head, row, "Alone, six clips:");
	row.y += row.h + print->margin / 6;
	row.h = side.y + side.h - row.y;
	clips_draw_ranks(canvas, row, print->text, house);
}

/* At the bottom of a side: a clip that encloses two symbols and lies on a third. */
static void
draw_caught(struct canvas *canvas, const struct print *print, const struct clips_size *size, struct rect side)
{
	const struct font font = {print->face, print->text, COLOUR_QUIET, ALIGN_CENTRE};
	int32_t wire = (size->clip_w - size->inside_w) / 2;
	int32_t reach = size->first + 2 * size->pitch + wire / 2, edge = side.x + size->clip - reach;
	int32_t line = print->text * 5 / 4, high = size->clip_w + 2 * wire;
	int32_t bottom = side.y + side.h - line, middle = bottom - high / 2 - print->apart / 2;

	canvas_rounded(canvas, (struct rect){edge, middle - high / 2, side.x + side.w - edge, high}, wire, COLOUR_PAPER,
		2 * RULE_WIDTH, COLOUR_QUIET);
	for (int32_t i = 0; i < 3; i++) {
		static const enum symbol_id symbol[] = {SYMBOL_STAR, SYMBOL_EMERALD, SYMBOL_ONE};
		struct rect at = {edge + size->first + i * size->pitch - size->symbol / 2, middle - size->symbol / 2,
			size->symbol, size->symbol};

		canvas_symbol(canvas, symbol[i], at);
		at.x -= (size->pitch - size->symbol) / 2;
		canvas_text(canvas, &font, (struct rect){at.x, bottom, size->pitch, line}, i < 2 ? "caught" : "not");
	}
	/* The wire lies on the third symbol. */
	canvas_flush(canvas);
	clips_draw_clip(canvas, size, &(struct clips_clip){edge + reach, middle, -1, 0, reach, CLIPS_BLUE});
}

void
clips_draw_side(struct canvas *canvas, const struct clips_size *size, enum clips_words words,
	const uint8_t house[HOUSE_RULES], int32_t x, int32_t y)
{
	static const struct words {
		const char *title, *quiet;
		const struct paragraph *const *paragraphs;
		bool caught; /* with the picture of what counts as caught */
	} poker = {"Rules", "a game by Jorge Zhang", all_rules, true};
	static const struct words small[] = {
		[CLIPS_RULES] = {"Rules", "by Jorge Zhang · 1/2", rules_1, false},
		[CLIPS_RULES_2] = {"Rules", "by Jorge Zhang · 2/2", rules_2, true},
		[CLIPS_LIMITS] = {"Small clips", "what to know", limits, false},
	};
	const struct print *print = size == &clips_small ? &print_small : &print_poker;
	const struct rect side = {
		x + print->margin, y + print->margin, size->w - 2 * print->margin, size->h - 2 * print->margin};

	if (words == CLIPS_GUIDE) {
		draw_guide(canvas, print, house, side);
		return;
	}
	const struct words *said = size == &clips_small ? &small[words] : &poker;
	/* Paragraphs below each other, each with its head on a line of its own. */
	struct rect rest = draw_title(canvas, print, side, said->title, said->quiet);
	const struct font head = {FACE_BOLD, print->text * 11 / 10, COLOUR_INK, ALIGN_LEFT};
	const struct font text = {print->face, print->text, COLOUR_INK, ALIGN_LEFT};

	rest.y += print->apart;
	for (const struct paragraph *const *at = said->paragraphs; *at != NULL; at++) {
		struct rect line = {rest.x, rest.y, rest.w, head.size * 5 / 4};

		canvas_text(canvas, &head, line, (*at)->head);
		rest.y += line.h;
		rest.y += canvas_paragraph(
			canvas, &text, (struct rect){rest.x, rest.y, rest.w, CLIPS_PAGE_H}, (*at)->text);
		rest.y += print->apart;
	}
	if (said->caught)
		draw_caught(canvas, print, size, side);
}
