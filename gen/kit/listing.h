/* SPDX-License-Identifier: MIT
 * Pages of a kit that are filled with blocks from the top, as many as fit. */
#ifndef SEEDPRESS_GEN_KIT_LISTING_H
#define SEEDPRESS_GEN_KIT_LISTING_H

#include "gen/kit/document.h"

/* A heading of a round (table 0) or the lines of some of its tables. */
struct kit_block {
	unsigned round, table;
	int32_t y, h;
};

#define KIT_LISTING_TOP 1500 /* under the line that names the page */

/* Pages of a kit, without any blocks yet; `documents` may be NULL for pages that list none. */
void kit_listing_init(struct kit_listing *listing, const struct kit *kit, const GArray *documents);
void kit_listing_finish(struct kit_listing *listing);

/* Puts a block under the last one, or on the next page when it does not fit there together with
 * `with` more. */
void kit_listing_add(struct kit_listing *listing, unsigned round, unsigned table, int32_t h, int32_t with);

/* Adds a page for each start. */
void kit_listing_plan(struct kit_listing *listing, struct page_plan *plan,
	void (*draw)(const struct page *page, struct canvas *canvas), const char *title);

/* The blocks of a page, `count` of them from the one returned; draws the line at the top too. */
const struct kit_block *kit_listing_page(const struct page *page, struct canvas *canvas, unsigned *count);

/* "Round 2: Chip It" with its symbol. */
void kit_listing_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas);

/* Labels: one more, for a packet; then the pages that hold them all. */
void kit_label_add(struct kit_listing *listing, unsigned round, unsigned table);
void kit_label_pages(struct kit_listing *listing, struct page_plan *plan);

/* The pages of the checklists, after the cover. */
void kit_checklist_plan(struct kit_listing *listing, struct page_plan *plan);

#endif
