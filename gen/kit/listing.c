/* SPDX-License-Identifier: MIT
 * Pages of blocks. */
#include "gen/kit/listing.h"

#include <stdio.h>

void
kit_listing_init(struct kit_listing *listing, const struct kit *kit, const GArray *documents)
{
	*listing = (struct kit_listing){.kit = kit, .documents = documents, .job.paper = kit->paper};
	listing->starts = g_array_new(FALSE, FALSE, sizeof(unsigned));
}

void
kit_listing_finish(struct kit_listing *listing)
{
	g_array_unref(listing->starts);
	if (listing->blocks != NULL)
		g_array_unref(listing->blocks);
	if (listing->order != NULL)
		g_array_unref(listing->order);
}

void
kit_listing_add(struct kit_listing *listing, unsigned round, unsigned table, int32_t h, int32_t with)
{
	const struct kit_block *last = NULL;
	struct kit_block block = {round, table, KIT_LISTING_TOP, h};

	if (listing->blocks == NULL)
		listing->blocks = g_array_new(FALSE, FALSE, sizeof(struct kit_block));
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
	for (unsigned i = 0; i < listing->starts->len; i++)
		page_plan_add(plan,
			&(struct page){.job = &listing->job,
				.draw = draw,
				.data = listing,
				.n = i,
				.w = KIT_W,
				.h = KIT_H,
				.title = i == 0 ? title : NULL});
}

const struct kit_block *
kit_listing_page(const struct page *page, struct canvas *canvas, unsigned *count)
{
	const struct font name = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_RIGHT};
	const struct kit_listing *listing = page->data;
	unsigned start = g_array_index(listing->starts, unsigned, page->n);
	unsigned end = page->n + 1 < listing->starts->len ? g_array_index(listing->starts, unsigned, page->n + 1)
							  : listing->blocks->len;
	char words[96];

	snprintf(words, sizeof words, "%s, page %u of %u", listing->title, page->n + 1, listing->starts->len);
	canvas_text(canvas, &name, (struct rect){0, 0, 8800, 500}, listing->kit->name);
	canvas_text(canvas, &number, (struct rect){9000, 0, KIT_W - 9000, 500}, words);
	canvas_line(canvas, 0, 700, KIT_W, 700, 12, COLOUR_FAINT);
	*count = end - start;
	return &g_array_index(listing->blocks, struct kit_block, start);
}

void
kit_listing_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas)
{
	const struct font heading = {FACE_BOLD, 460, COLOUR_INK, ALIGN_LEFT};
	const struct kit_round *round = &listing->kit->round[block->round - 1];
	char words[96];

	snprintf(words, sizeof words, "Round %u: %s", block->round, round->game->title);
	canvas_symbol(canvas, printed_game_of(round->game)->symbol, (struct rect){0, block->y + 500, 800, 800});
	canvas_text(canvas, &heading, (struct rect){1050, block->y + 500, KIT_W - 1050, 800}, words);
}
