/* SPDX-License-Identifier: MIT
 * Pages that are filled with blocks. */
#include "gen/kit/document.h"

void
kit_listing_add(struct kit_listing *listing, unsigned round, unsigned table, int32_t h, int32_t with)
{
	const struct kit_block *last = NULL;
	struct kit_block block = {round, table, KIT_LISTING_TOP, h};

	if (listing->blocks->len > 0)
		last = &g_array_index(listing->blocks, struct kit_block, listing->blocks->len - 1);
	if (last != NULL && last->y + last->h + h + with <= KIT_H)
		block.y = last->y + last->h;
	else
		g_array_append_val(listing->starts, listing->blocks->len);
	g_array_append_val(listing->blocks, block);
}

void
kit_listing_plan(struct kit_listing *listing, struct page_plan *plan,
	void (*draw)(const struct page *page, struct canvas *canvas), const char *title)
{
	struct page page = {
		.job = &listing->job, .draw = draw, .data = listing, .w = KIT_W, .h = KIT_H, .title = title};

	for (; page.n < listing->starts->len; page.n++, page.title = NULL)
		page_plan_add(plan, &page);
}

const struct kit_block *
kit_listing_page(const struct page *page, struct canvas *canvas, unsigned *count)
{
	const struct font name = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_RIGHT};
	const struct kit_listing *listing = page->data;
	unsigned start = g_array_index(listing->starts, unsigned, page->n), pages = listing->starts->len;
	unsigned end =
		page->n + 1 < pages ? g_array_index(listing->starts, unsigned, page->n + 1) : listing->blocks->len;

	canvas_text(canvas, &name, (struct rect){0, 0, 8800, 500}, listing->kit->name);
	canvas_textf(canvas, &number, (struct rect){9000, 0, KIT_W - 9000, 500}, "%s, page %u of %u", listing->title,
		page->n + 1, pages);
	canvas_line(canvas, 0, 700, KIT_W, 700, 12, COLOUR_FAINT);
	*count = end - start;
	return &g_array_index(listing->blocks, struct kit_block, start);
}

void
kit_listing_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct font heading = {FACE_BOLD, 460, COLOUR_INK, ALIGN_LEFT};
	const struct game *game = listing->kit->round[block->round - 1].game;

	canvas_symbol(canvas, printed_game_of(game)->symbol, (struct rect){0, block->y + 500, 800, 800});
	canvas_textf(canvas, &heading, (struct rect){1050, block->y + 500, KIT_W - 1050, 800}, "Round %u: %s",
		block->round, game->title);
}

void
kit_box_draw(struct canvas *canvas, int32_t x, int32_t y, int32_t size)
{
	canvas_rounded(canvas, (struct rect){x, y, size, size}, 60, NO_FILL, 25, COLOUR_INK);
}
