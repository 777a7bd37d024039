/* SPDX-License-Identifier: MIT
 * The documents of a kit: the cover, the organiser's key and the packets of the tables. Each is drawn separately, so
 * that several processes can share the work. The page of each piece is recorded while it is drawn. */
#pragma once

#include "gen/kit/kit.h"

/* Width and height of the area of pages that do not belong to a game, in hundredths of a millimetre: it fits both A4
 * and Letter. */
#define KIT_W 18600
#define KIT_H 25600

/* The packet of a table. */
struct packet {
	struct print_job job;
	const struct kit *kit;
	const struct kit_round *round;
	unsigned n, table;       /* numbers of the round and the table */
	struct page_plan pieces; /* the pages of the job: set by packet_plan() */
	unsigned first;          /* page of the document, from 0, where `pieces` begin */
	uint32_t page;           /* the page that is being drawn, from 1 */
	uint32_t *pages;         /* the page of each piece, 0 until it is drawn; or NULL */
};

struct packet packet_of(const struct kit *kit, unsigned n, unsigned table);

/* Adds the pages of the packet to a plan. The packet must outlive the plan. packet_finish() ends a packet that was
 * planned; others need no end. */
void packet_plan(struct packet *packet, struct page_plan *plan);
void packet_finish(struct packet *packet);

/* The number of pieces with a code, and the code of the i-th of them, also as it is printed. */
unsigned packet_pieces(const struct packet *packet);
struct code packet_code(const struct packet *packet, unsigned i, char text[CODE_TEXT]);

/* "Table 3" or "Spare 1". */
void packet_name(const struct packet *packet, char name[32]);

/* Draws a person's name on one line, in a condensed face if it is long. */
void kit_name_draw(struct canvas *canvas, const struct font *font, struct rect box, const char *name);

/* The colour of text on a surface in a game's colour, which is pale unless all ink is used. */
static inline uint32_t
kit_colour_on(const struct kit *kit)
{
	return kit->ink == INK_FULL ? COLOUR_PAPER : COLOUR_INK;
}

enum kit_part { KIT_ORDER, KIT_COVER, KIT_ORGANISER, KIT_LABELS, KIT_PACKETS };

struct kit_document {
	enum kit_part part;
	char *file; /* its name in the kit's folder */
	char *title;
	unsigned round;       /* of packets; 0: the document belongs to the event */
	unsigned first, last; /* the tables of packets */
	size_t piece;         /* number of pieces in the documents before this one */
	struct kit_amount amount;
};

/* All documents of a kit, as struct kit_document; to be freed with g_array_unref(). The kit needs no seeds yet. */
GArray *kit_documents(const struct kit *kit);

/* Adds up the amounts of all documents. */
struct kit_totals kit_documents_sum(const GArray *documents);

static inline const struct kit_document *
kit_document_at(const GArray *documents, unsigned i)
{
	return &g_array_index(documents, struct kit_document, i);
}

/* A step of printing: one document, or consecutive documents of a round that are printed and cut alike. */
struct kit_printing {
	const struct kit_document *first, *last;
	struct kit_amount amount; /* of all of them */
};

/* The steps of printing in order, as struct kit_printing; to be freed with g_array_unref(), before the documents. */
GArray *kit_order(const struct kit *kit, const GArray *documents);

/* The files of a step: "round-1-table-01.pdf to round-1-table-12.pdf". To be freed. */
char *kit_printing_files(const struct kit_printing *step);

/* Documents that are being drawn. */
struct kit_drawing {
	const struct kit *kit;
	const GArray *documents;
	const char *folder; /* where the files go */
	uint32_t *pages;    /* the page of every piece of the kit: set while it is drawn */
	void (*progress)(void *data, unsigned done, unsigned all); /* called after each page, or NULL */
	void *data;
};

/* Draws one of them. False after setting *problem. */
bool kit_draw(const struct kit_drawing *drawing, const struct kit_document *document, struct shaper *shaper,
	struct problem *problem);

/* The content of pages that belong to no packet. Most of them are filled from the top with as many blocks as fit. */
struct kit_listing {
	struct print_job job; /* only its paper is used */
	const struct kit *kit;
	const GArray *documents; /* or NULL, for pages that do not list them */
	const char *title;       /* at the top of pages of blocks */
	GArray *blocks;          /* struct kit_block, in order */
	GArray *starts;          /* unsigned: the first block of each page */
	GArray *order;           /* struct kit_printing, for the order of printing; else NULL */
};

/* The heading of a round (table 0), or the lines of one or more of its tables, from `table` on. */
struct kit_block {
	unsigned round, table;
	int32_t y, h;
};

/* Where the first block of a page begins: below the line that names the page. */
#define KIT_LISTING_TOP 1500

/* Puts a block below the last one, or on a new page if the block and `with` more do not fit on this one. */
void kit_listing_add(struct kit_listing *listing, unsigned round, unsigned table, int32_t h, int32_t with);

/* Adds a page for each start. */
void kit_listing_plan(struct kit_listing *listing, struct page_plan *plan,
	void (*draw)(const struct page *page, struct canvas *canvas), const char *title);

/* Draws the line at the top of a page, and returns the first of its `count` blocks. */
const struct kit_block *kit_listing_page(const struct page *page, struct canvas *canvas, unsigned *count);

/* Draws "Round 2: Chip It" with the game's symbol. */
void kit_listing_heading(const struct kit_listing *listing, const struct kit_block *block, struct canvas *canvas);

/* Draws a box to tick, with its top left corner at x and y. */
void kit_box_draw(struct canvas *canvas, int32_t x, int32_t y, int32_t size);

/* Draws the card of a table, the first page of its packet. */
void kit_card_draw(const struct page *page, struct canvas *canvas);

/* Each adds the pages of a document of the event's own. The checklists follow the cover. */
void kit_order_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_cover_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_checklist_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_organiser_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_labels_plan(struct kit_listing *listing, struct page_plan *plan);

/* Adds the pages of labels for the packets that are the blocks of a listing. */
void kit_label_pages(struct kit_listing *listing, struct page_plan *plan);

/* Pages of a kit, and what they are drawn from. */
struct kit_pages {
	struct page_plan plan;
	struct packet *packets; /* that have pages in the plan */
	unsigned tables;        /* number of packets */
	struct kit_listing listing;
};

/* The cards, or the labels, of tables `first` to `last` of round n, to be printed again after their seats changed. Of
 * spares only those where somebody sits. The kit has its seeds and must outlive the pages, which kit_pages_finish()
 * ends. */
void kit_reprint_cards(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned first, unsigned last);
void kit_reprint_labels(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned first, unsigned last);

/* The whole packet of a table, to be printed again. */
void kit_reprint_packet(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned table);
void kit_pages_finish(struct kit_pages *pages);
