/* SPDX-License-Identifier: MIT
 * The order of printing: all files of a kit in order, with their content, the paper they take and the work on it, and
 * the totals of each round and of the kit. It is the first page to be opened. */
#include "gen/kit/document.h"

/* All lengths are hundredths of a millimetre. */

/* Height of the head of the first page: the title, the tiles, and how to print. */
#define HEAD_H 5950

/* Tiles, each with a large number: sheets, sheets to cut, sheets to glue, files. */
#define TILES 4

/* Top of the tiles, below the title. */
#define TILES_Y 1700

/* White between two tiles. */
#define TILE_GAP 400

/* Width of a tile: they fill the width of the page. */
#define TILE_W ((KIT_W - (TILES - 1) * TILE_GAP) / TILES)

/* Height of a tile: its number and a line of text. */
#define TILE_H 2000

/* Height of the line above the files of a round. */
#define ROUND_H 1500

/* Height of a step of printing, which has two lines. */
#define ROW_H 920

/* Height of the last line, the totals, with the white above it. */
#define TOTAL_H 1300

/* The round of the block with the totals: no round has this number. */
#define TOTAL (KIT_ROUNDS_MAX + 1)

/* Left edge of texts, right of the boxes to tick. */
#define TEXT_X 750

/* Width of texts: they end left of the first column of numbers. */
#define TEXT_W 8350

/* Left edge of the last column, which has words instead of numbers. */
#define SIDES_X 16500

/* Width of a column of numbers. */
#define COLUMN_W 1350

static const struct font heading = {FACE_BOLD, 400, COLOUR_INK, ALIGN_LEFT};
static const struct font text = {FACE_TEXT, 340, COLOUR_INK, ALIGN_LEFT};
static const struct font quiet = {FACE_TEXT, 290, COLOUR_QUIET, ALIGN_LEFT};
static const struct font number = {FACE_TEXT, 340, COLOUR_INK, ALIGN_RIGHT};
static const struct font bold_number = {FACE_BOLD, 340, COLOUR_INK, ALIGN_RIGHT};
static const struct font label = {FACE_TEXT, 290, COLOUR_QUIET, ALIGN_RIGHT};

/* Columns of numbers, and where they end. */
static const struct column {
	const char *name;
	int32_t end;
} columns[] = {
	{"Files", 10400},
	{"Pages", 11800},
	{"Sheets", 13200},
	{"To cut", 14600},
	{"To glue", 16000},
};

/* Draws the numbers of an amount in a row. `both` is the text if some of it is printed on both sides. */
static void
draw_amount(const struct kit_amount *amount, int32_t y, int32_t h, bool bold, const char *both, struct canvas *canvas)
{
	const unsigned value[] = {amount->files, amount->pages, amount->sheets, amount->cut, amount->glued};
	struct font sides = bold ? heading : text;

	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
		struct rect box = {columns[i].end - COLUMN_W, y, COLUMN_W, h};

		if (value[i] > 0)
			canvas_textf(canvas, bold ? &bold_number : &number, box, "%u", value[i]);
		else
			canvas_text(canvas, &label, box, "–");
	}
	sides.size = 340;
	canvas_text(
		canvas, &sides, (struct rect){SIDES_X, y, KIT_W - SIDES_X, h}, amount->two_sided ? both : "one side");
}

/* Draws a large number, and what it counts. */
static void
draw_tile(unsigned i, unsigned value, const char *words, struct canvas *canvas)
{
	const struct font large = {FACE_BOLD, 1000, COLOUR_INK, ALIGN_CENTRE};
	const struct font small = {FACE_TEXT, 310, COLOUR_QUIET, ALIGN_CENTRE};
	struct rect at = {(int32_t)i * (TILE_W + TILE_GAP), KIT_LISTING_TOP + TILES_Y, TILE_W, TILE_H};

	canvas_rounded(canvas, at, 250, NO_FILL, 20, COLOUR_FAINT);
	canvas_textf(canvas, &large, (struct rect){at.x + 200, at.y + 170, at.w - 400, 1050}, "%u", value);
	canvas_text(canvas, &small, (struct rect){at.x + 200, at.y + 1270, at.w - 400, 500}, words);
}

/* The totals of the kit, and how to print it. */
static void
draw_head(const struct kit *kit, const struct kit_amount *all, struct canvas *canvas)
{
	const struct font title = {FACE_BOLD, 800, COLOUR_INK, ALIGN_LEFT};
	int32_t y = KIT_LISTING_TOP + TILES_Y + TILE_H;

	canvas_text(canvas, &title, (struct rect){0, KIT_LISTING_TOP, KIT_W, 1200}, "Order of printing");
	draw_tile(0, all->sheets, kit->paper == &paper_a4 ? "sheets of A4 paper" : "sheets of Letter paper", canvas);
	draw_tile(1, all->cut, "of them to cut", canvas);
	draw_tile(2, all->glued, "of them to glue", canvas);
	draw_tile(3, all->files, all->files == 1 ? "file" : "files", canvas);
	canvas_paragraph(canvas, &text, (struct rect){0, y + 450, KIT_W, 1300},
		"Print the files from top to bottom at 100 % (“actual size”, never “fit to page”) and tick each "
		"one off when it lies on its pile. The files ask the printer for the right sides of the paper. "
		"Cutting and gluing are what is to be done before anybody plays.");
}

/* The line above the files of a round, or above the event's own, with their sum. */
static void
draw_round(const struct kit *kit, const struct kit_block *block, const struct kit_amount *sum, struct canvas *canvas)
{
	const struct game *game = block->round == 0 ? NULL : kit->round[block->round - 1].game;
	const struct printed_game *printed = game == NULL ? NULL : printed_game_of(game);
	const char *paper = printed == NULL ? "Plain paper." : printed->paper;
	int32_t y = block->y + 330;
	struct rect title = {TEXT_X, y, TEXT_W, 640};

	canvas_symbol(canvas, printed == NULL ? SYMBOL_TROPHY : printed->symbol, (struct rect){-20, y + 20, 600, 600});
	if (game == NULL)
		canvas_text(canvas, &heading, title, "The event");
	else
		canvas_textf(canvas, &heading, title, "Round %u: %s", block->round, game->title);
	draw_amount(sum, y, 640, true, "both sides", canvas);
	if (paper != NULL)
		canvas_text(canvas, &quiet, (struct rect){TEXT_X, y + 580, KIT_W - TEXT_X, 450}, paper);
	canvas_line(canvas, 0, block->y + ROUND_H - 40, KIT_W, block->y + ROUND_H - 40, 30, COLOUR_INK);
}

/* What the files of a step are: "Tables 1 to 12, for 3 to 5 players each". To be freed. */
static char *
step_words(const struct kit *kit, const struct kit_printing *step)
{
	static const char *const own[] = {
		[KIT_ORDER] = "This list",
		[KIT_COVER] = "The cover: a ruler for the printer, checklists of the tables",
		[KIT_ORGANISER] = "The organiser’s key: kept from the players",
		[KIT_LABELS] = "Labels for the envelopes of the packets",
	};
	unsigned first = step->first->first, last = step->last->last, least = UINT_MAX, most = 0;

	if (step->first->part != KIT_PACKETS)
		return g_strdup(own[step->first->part]);
	const struct kit_round *round = &kit->round[step->first->round - 1];
	unsigned before = first > round->tables ? round->tables : 0;
	GString *words = g_string_new(before > 0 ? "Spare" : "Table");

	for (unsigned table = first; table <= last; table++) {
		least = MIN(least, round->players[table - 1]);
		most = MAX(most, round->players[table - 1]);
	}
	g_string_append_printf(words, "%s %u", first == last ? "" : "s", first - before);
	if (first != last)
		g_string_append_printf(words, " %s %u", last == first + 1 ? "and" : "to", last - before);
	g_string_append_printf(words, ", for %u", least);
	if (least != most)
		g_string_append_printf(words, " %s %u", most == least + 1 ? "or" : "to", most);
	g_string_append_printf(words, " player%s%s", most == 1 ? "" : "s", first == last ? "" : " each");
	return g_string_free(words, FALSE);
}

static void
draw_step(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct kit_printing *step = &g_array_index(listing->order, struct kit_printing, block->table - 1);
	g_autofree char *words = step_words(listing->kit, step), *files = kit_printing_files(step);

	canvas_text(canvas, &text, (struct rect){TEXT_X, block->y + 40, TEXT_W, 460}, words);
	canvas_text(canvas, &quiet, (struct rect){TEXT_X, block->y + 450, TEXT_W, 420}, files);
	draw_amount(&step->amount, block->y, ROW_H, false, "both sides", canvas);
}

static void
draw_total(const struct kit_amount *all, const struct kit_block *block, struct canvas *canvas)
{
	int32_t y = block->y + 350;

	canvas_rounded(canvas, (struct rect){-150, y, KIT_W + 300, 900}, 150, 0xeef0f4, 0, 0);
	canvas_flush(canvas);
	canvas_text(canvas, &heading, (struct rect){TEXT_X, y, TEXT_W, 900}, "In all");
	draw_amount(all, y, 900, true, "one or both", canvas);
}

/* Draws the boxes to tick and the headings of the columns, then the blocks. */
static void
draw_order(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	unsigned count;
	const struct kit_block *blocks = kit_listing_page(page, canvas, &count);
	int32_t head = page->n == 0 ? KIT_LISTING_TOP + HEAD_H - 200 : KIT_LISTING_TOP - 650;
	const struct kit_totals totals = kit_documents_sum(listing->documents);

	for (unsigned i = 0; i < count; i++) {
		int32_t y = blocks[i].y;

		if (blocks[i].round == TOTAL || blocks[i].table == 0)
			continue;
		kit_box_draw(canvas, 90, y + (ROW_H - 360) / 2, 360);
		canvas_line(canvas, 0, y + ROW_H, KIT_W, y + ROW_H, 12, COLOUR_FAINT);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
		canvas_text(
			canvas, &label, (struct rect){columns[i].end - COLUMN_W, head, COLUMN_W, 450}, columns[i].name);
	canvas_text(canvas, &quiet, (struct rect){SIDES_X, head, KIT_W - SIDES_X, 450}, "Printed on");
	for (unsigned i = 0; i < count; i++) {
		if (blocks[i].round == TOTAL)
			draw_total(&totals.all, &blocks[i], canvas);
		else if (blocks[i].table > 0)
			draw_step(listing, &blocks[i], canvas);
		else if (blocks[i].h == HEAD_H)
			draw_head(listing->kit, &totals.all, canvas);
		else
			draw_round(listing->kit, &blocks[i], &totals.round[blocks[i].round], canvas);
	}
}

void
kit_order_plan(struct kit_listing *listing, struct page_plan *plan)
{
	unsigned round = TOTAL;

	listing->order = kit_order(listing->kit, listing->documents);
	kit_listing_add(listing, 0, 0, HEAD_H, 0);
	for (unsigned i = 0; i < listing->order->len; i++) {
		const struct kit_printing *step = &g_array_index(listing->order, struct kit_printing, i);

		if (step->first->round != round)
			kit_listing_add(listing, step->first->round, 0, ROUND_H, ROW_H);
		round = step->first->round;
		kit_listing_add(listing, round, i + 1, ROW_H, 0);
	}
	kit_listing_add(listing, TOTAL, 0, TOTAL_H, 0);
	listing->title = "order of printing";
	kit_listing_plan(listing, plan, draw_order, "Order of printing");
}
