/* SPDX-License-Identifier: MIT
 * The rules of the paperclip game on one page, with a card in play and a clip
 * in its true size, for comparison with your own. */
#include "gen/games/clips/press.h"
#include "scoring/clips.h"

/* All lengths are hundredths of a millimetre. */

/* Size of the text of the rules. */
#define TEXT 335

/* Width of the column of rules, left of the picture. */
#define COLUMN 9900

/* Left edge of the picture and of its captions. */
#define PICTURE_X 11700

/* Top of the picture. */
#define PICTURE_Y 4100

/* Width of the captions: up to the right edge of the page. The card is in the middle of it. */
#define PICTURE_W (CLIPS_PAGE_W - PICTURE_X)

/* The width of the card in the picture, in radii of its rounded corners. */
#define CORNERS 25

/* The gap between two symbols, in widths of the space between the last symbol that a clip in the picture encloses and
 * its wire. The wire is drawn clear of the symbol, which is caught only if it is enclosed entirely. */
#define GAP_PARTS 6

/* Width and height of a caught symbol in a caption. */
#define CAUGHT 550

/* Distance from a caught symbol to the next one, and from the symbols down to the words about them. */
#define CAUGHT_STEP 620

/* Top of the scores, below the rules. */
#define SCORES_Y 16700

/* Height of the score of a symbol. */
#define SCORE_H 950

/* Top of the clip to measure by. */
#define BOTTOM_Y 22000

/* Length of the longest lines of its ruler, which are those of whole centimetres. */
#define RULER_H 300

/* Distance from the clip to measure by to the note next to it. */
#define NOTE_GAP 500

/* Right edge of that note, left of the ranks of playing alone. */
#define NOTE_RIGHT 8800

static const struct font title_font = {FACE_BOLD, 820, COLOUR_INK, ALIGN_LEFT};
static const struct font head_font = {FACE_BOLD, 400, COLOUR_INK, ALIGN_LEFT};
static const struct font text_font = {FACE_TEXT, TEXT, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet_font = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};

static const struct {
	const char *head, *text;
} rules[] = {
	{"Hold the stack",
		"The side you play is on top, a scoring guide at the bottom. Who holds the stack is the "
		"defender, the other player the challenger; each has three clips of one colour. Alone you "
		"have all six and skip the bidding."},
	{"Bid for the first turn",
		"Going first helps, more on some cards than on others. The defender starts at 0. From the "
		"challenger on, each in turn bids 1 more or passes. Who passes goes second. The other takes "
		"the stack, goes first, and loses as many points as the last bid at the end."},
	{"Clip",
		"In turn, slide one clip on, over 1 to 4 symbols: from any edge, straight along a row or a "
		"column, the wider half of the clip on top. Wires may touch, but no clip overlaps another."},
	{"Caught or not",
		"A symbol counts when the wire encloses it entirely. One that lies under the wire, or only "
		"partly inside, counts for nothing."},
	{"Count",
		"When all six clips are on, you score what your own clips caught, and who went first takes off the "
		"bid. Most points win; a tie goes to who went second. The winner is the next defender."},
	{"Write it down",
		"A clip is its edge, its line and how many symbols it caught: L7x4 is row 7 from the left, "
		"four symbols; T5x3 is column 5 from the top, three; R and B are right and bottom. Or show the "
		"card to the kiosk: it reads clips in two colours, red and blue, best, bare steel worst."},
};

/* A card in play. */
static const struct clips_layout example = {{
	{CLIPS_ONE, CLIPS_BOMB, CLIPS_LADDER, CLIPS_POOP, CLIPS_EMERALD, CLIPS_SWIRL},
	{CLIPS_POOP, CLIPS_SWIRL, CLIPS_BOMB, CLIPS_WILD, CLIPS_SWIRL, CLIPS_ONE},
	{CLIPS_BOMB, CLIPS_EMERALD, CLIPS_ONE, CLIPS_STAR, CLIPS_ONE, CLIPS_BOMB},
	{CLIPS_LADDER, CLIPS_WILD, CLIPS_HOLE, CLIPS_HOLE, CLIPS_BOMB, CLIPS_POOP},
	{CLIPS_SWIRL, CLIPS_ONE, CLIPS_HOLE, CLIPS_HOLE, CLIPS_POOP, CLIPS_STAR},
	{CLIPS_BOMB, CLIPS_LADDER, CLIPS_POOP, CLIPS_EMERALD, CLIPS_WILD, CLIPS_ONE},
	{CLIPS_STAR, CLIPS_BOMB, CLIPS_ONE, CLIPS_SWIRL, CLIPS_ONE, CLIPS_SWIRL},
	{CLIPS_WILD, CLIPS_POOP, CLIPS_STAR, CLIPS_BOMB, CLIPS_EMERALD, CLIPS_LADDER},
}};

/* How far a clip reaches over the card when it encloses `caught` symbols, its wire included. */
static int32_t
reach(const struct clips_size *size, int caught)
{
	int32_t wire = (size->clip_w - size->inside_w) / 2;

	return size->first + (caught - 1) * size->pitch + size->symbol / 2 + wire +
		(size->pitch - size->symbol) / GAP_PARTS;
}

/* The example's card with a blue clip on row 7 and a red one on column 5. The hole has no QR: this
 * is not a card to play. */
static void
draw_picture(struct canvas *canvas, const struct clips_size *size)
{
	int32_t x = PICTURE_X + (PICTURE_W - size->w) / 2, y = PICTURE_Y;
	struct rect row = clips_symbol_at(size, 6, 0), column = clips_symbol_at(size, 0, 4);
	int32_t blue = reach(size, 4), red = reach(size, 3);
	struct form form;

	canvas_rounded(
		canvas, (struct rect){x, y, size->w, size->h}, size->w / CORNERS, COLOUR_PAPER, 30, COLOUR_QUIET);
	clips_form(size, &form);
	canvas_rounded(canvas, (struct rect){x + form.qr.x + 200, y + form.qr.y + 200, size->qr - 400, size->qr - 400},
		200, COLOUR_FAINT, 0, 0);
	clips_draw_symbols(canvas, size, &example, x, y);
	clips_draw_clip(canvas, size, &(struct clips_clip){x + blue, y + row.y + row.h / 2, -1, 0, blue, CLIPS_BLUE});
	clips_draw_clip(
		canvas, size, &(struct clips_clip){x + column.x + column.w / 2, y + red, 0, -1, red, CLIPS_RED});
}

/* What a clip in the picture caught, and what it is worth. Returns its height. */
static int32_t
draw_caption(struct canvas *canvas, int32_t y, const char *clip, const enum symbol_id *caught, const char *worth)
{
	int32_t x = PICTURE_X + canvas_text_width(canvas, &head_font, clip) + 200;

	canvas_text(canvas, &head_font, (struct rect){PICTURE_X, y, PICTURE_W, CAUGHT}, clip);
	for (; *caught != SYMBOL_COUNT; caught++, x += CAUGHT_STEP)
		canvas_symbol(canvas, *caught, (struct rect){x, y, CAUGHT, CAUGHT});
	y += CAUGHT_STEP;
	return CAUGHT_STEP + canvas_paragraph(canvas, &quiet_font, (struct rect){PICTURE_X, y, PICTURE_W, 3000}, worth);
}

static void
draw_captions(struct canvas *canvas, const struct clips_size *size)
{
	static const enum symbol_id left[] = {SYMBOL_STAR, SYMBOL_BOMB, SYMBOL_ONE, SYMBOL_SWIRL, SYMBOL_COUNT};
	static const enum symbol_id top[] = {SYMBOL_EMERALD, SYMBOL_SWIRL, SYMBOL_ONE, SYMBOL_COUNT};
	int32_t y = PICTURE_Y + size->h + 350;

	y += draw_caption(canvas, y, "L7x4", left,
		"The star makes the bomb 2. The one is 1. The swirl has three others in its clip: 0. Together 3.");
	y += 220;
	y += draw_caption(canvas, y, "T5x3", top,
		"The emerald is 2. The swirl has two others in its clip: 1. The one is 1. Together 4.");
	if (size != &clips_small)
		return;
	y += 400;
	canvas_text(canvas, &head_font, (struct rect){PICTURE_X, y, PICTURE_W, 500}, "With 33 mm clips");
	canvas_paragraph(canvas, &text_font, (struct rect){PICTURE_X, y + 540, PICTURE_W, 4000},
		"They are wider than a line: two side by side fit when each lies a little outwards, three "
		"just so, four never. A clip that could only lie on another's wire may not be placed. For "
		"four symbols push the clip on to its very end.");
}

static void
draw_scores(struct canvas *canvas, const uint8_t house[HOUSE_RULES])
{
	const struct font points = {FACE_BOLD, 480, COLOUR_INK, ALIGN_CENTRE};
	const int32_t half = CLIPS_PAGE_W / 2, rows = CLIPS_SYMBOLS / 2;

	canvas_text(canvas, &head_font, (struct rect){0, SCORES_Y, half, 500}, "What it is worth");
	for (int32_t i = 0; i < CLIPS_SYMBOLS; i++) {
		const struct clips_score score = clips_score_of((unsigned)i, house);
		int32_t x = i / rows * (half + 200), y = SCORES_Y + 650 + i % rows * SCORE_H;
		int32_t right = x + half - 200;

		canvas_line(canvas, x, y, right, y, 15, COLOUR_FAINT);
		canvas_symbol(canvas, clips_symbol_of[score.symbol], (struct rect){x, y, 740, SCORE_H});
		if (score.points == NULL) {
			clips_draw_ladder(
				canvas, (struct rect){x + 1000, y + 90, right - x - 1000, SCORE_H - 180}, 350, house);
			continue;
		}
		canvas_text(canvas, &points, (struct rect){x + 850, y, 1000, SCORE_H}, score.points);
		clips_draw_words(
			canvas, &text_font, (struct rect){x + 2000, y, right - x - 2000, SCORE_H}, score.words);
	}
}

/* A clip in its true size on a ruler, to lay a clip of one's own on. */
static void
draw_template(struct canvas *canvas, const struct clips_size *size)
{
	const struct font number = {FACE_TEXT, 220, COLOUR_QUIET, ALIGN_CENTRE};
	int32_t y = BOTTOM_Y + 800, ruler = y + size->clip_w + 200;

	canvas_textf(canvas, &head_font, (struct rect){0, BOTTOM_Y, COLUMN, 500},
		"Are your clips right? %d mm long, %d mm wide", size->clip / 100, size->clip_w / 100);
	clips_draw_clip(canvas, size, &(struct clips_clip){0, y + size->clip_w / 2, 1, 0, 0, CLIPS_WIRE});
	for (int32_t mm = 0; mm * 100 <= size->clip; mm++) {
		int32_t thirds = mm % 10 == 0 ? 3 : mm % 5 == 0 ? 2 : 1;

		canvas_line(canvas, mm * 100, ruler, mm * 100, ruler + RULER_H * thirds / 3, 12, COLOUR_INK);
	}
	for (int32_t mm = 0; mm * 100 <= size->clip; mm += 10)
		canvas_textf(canvas, &number, (struct rect){mm * 100 - 300, ruler + RULER_H, 600, 300}, "%d", mm);
	canvas_paragraph(canvas, &quiet_font,
		(struct rect){size->clip + NOTE_GAP, y - 60, NOTE_RIGHT - NOTE_GAP - size->clip, 2600},
		"Lay one on the drawing. If it is not as long, the print was not made at 100 %, or it is "
		"another clip.");
}

void
clips_draw_page(const struct page *page, struct canvas *canvas)
{
	const struct clips_size *size = clips_job_size(page->job);
	const int32_t alone = CLIPS_PAGE_W / 2 + 200;
	int32_t y = 2200;
	uint8_t house[HOUSE_RULES];

	rules_printed(&rules_clips, page->job->codes.option, house);
	canvas_symbol(canvas, SYMBOL_PAPERCLIP, (struct rect){0, 0, 1500, 1500});
	canvas_text(canvas, &title_font, (struct rect){1900, 0, CLIPS_PAGE_W - 1900, 900}, game_clips.title);
	canvas_textf(canvas, &quiet_font, (struct rect){1900, 950, CLIPS_PAGE_W - 1900, 450},
		"1 or 2 players · a stack of cards · six paperclips of %d mm · by %s", size->clip / 100,
		game_clips.designer);
	canvas_line(canvas, 0, 1800, CLIPS_PAGE_W, 1800, 35, COLOUR_INK);
	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
		canvas_text(canvas, &head_font, (struct rect){0, y, COLUMN, 500}, rules[i].head);
		y += 540;
		y += canvas_paragraph(canvas, &text_font, (struct rect){0, y, COLUMN, CLIPS_PAGE_H}, rules[i].text);
		y += 260;
	}
	draw_picture(canvas, size);
	draw_captions(canvas, size);
	draw_scores(canvas, house);
	draw_template(canvas, size);
	canvas_text(
		canvas, &head_font, (struct rect){alone, BOTTOM_Y, CLIPS_PAGE_W - alone, 500}, "Alone, with six clips");
	clips_draw_ranks(canvas, (struct rect){alone, BOTTOM_Y + 800, CLIPS_PAGE_W - alone, 2000}, TEXT, house);
}
