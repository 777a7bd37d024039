/* SPDX-License-Identifier: MIT
 * Checklists: two boxes to tick for every table: packed, and result received. */
#include "gen/games/house_rules.h"
#include "gen/kit/document.h"

/* Lengths are hundredths of a millimetre. */
#define ACROSS    8 /* tables in a row: their cells are wide enough for a number of four digits */
#define CELL_W    (KIT_W / ACROSS)
#define CELL_H    620  /* of a row: a box of 3.6 mm with white around it */
#define HEADING_H 2100 /* of a round: its name and two lines */

/* Draws the numbers of a row of tables. */
static void
draw_numbers(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct font number = {FACE_BOLD, 340, COLOUR_INK, ALIGN_RIGHT};
	const struct font spare = {FACE_TEXT, 340, COLOUR_QUIET, ALIGN_RIGHT};
	const struct kit_round *round = &listing->kit->round[block->round - 1];

	for (unsigned i = 0; i < ACROSS && block->table + i <= kit_all_tables(round); i++) {
		unsigned table = block->table + i;
		struct rect box = {(int32_t)i * CELL_W, block->y, 720, CELL_H};

		if (table > round->tables)
			canvas_textf(canvas, &spare, box, "S%u", table - round->tables);
		else
			canvas_textf(canvas, &number, box, "%u", table);
	}
}

/* Draws the round's name, and its house rules if they are not the usual ones. */
static void
draw_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct font quiet = {FACE_TEXT, 300, COLOUR_QUIET, ALIGN_LEFT};
	const struct font right = {FACE_TEXT, 300, COLOUR_INK, ALIGN_RIGHT};
	const struct kit_round *round = &listing->kit->round[block->round - 1];
	g_autofree char *rules = house_rules_words(round->game, round->house);

	kit_listing_heading(listing, block, canvas);
	canvas_text(canvas, &quiet, (struct rect){1050, block->y + 1350, KIT_W - 1050, 450},
		"First box: the table's packet is packed. Second box: its result is in. S: spares.");
	if (rules != NULL)
		canvas_textf(canvas, &right, (struct rect){8000, block->y + 500, KIT_W - 8000, 800}, "House rules: %s",
			rules);
}

/* Draws all boxes of a page before its numbers, because consecutive shapes of one style are drawn together. */
static void
draw_checks(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	unsigned count;
	const struct kit_block *blocks = kit_listing_page(page, canvas, &count);

	for (unsigned b = 0; b < count; b++) {
		unsigned all = kit_all_tables(&listing->kit->round[blocks[b].round - 1]);

		for (unsigned i = 0; blocks[b].table > 0 && i < ACROSS && blocks[b].table + i <= all; i++) {
			kit_box_draw(canvas, (int32_t)i * CELL_W + 900, blocks[b].y + 130, 360);
			kit_box_draw(canvas, (int32_t)i * CELL_W + 1480, blocks[b].y + 130, 360);
		}
	}
	for (unsigned i = 0; i < count; i++)
		(blocks[i].table > 0 ? draw_numbers : draw_heading)(listing, &blocks[i], canvas);
}

void
kit_checklist_plan(struct kit_listing *listing, struct page_plan *plan)
{
	for (unsigned n = 1; n <= listing->kit->rounds; n++) {
		unsigned all = kit_all_tables(&listing->kit->round[n - 1]);

		kit_listing_add(listing, n, 0, HEADING_H, CELL_H);
		for (unsigned table = 1; table <= all; table += ACROSS)
			kit_listing_add(listing, n, table, CELL_H, 0);
	}
	listing->title = "checklist";
	kit_listing_plan(listing, plan, draw_checks, "Checklist of the tables");
}
