/* SPDX-License-Identifier: MIT
 * The documents of a kit: the cover, the organiser's key and the packets of
 * the tables. Each is drawn alone, so that several processes can share the
 * work; which page a piece is on is noted while it is drawn. */
#ifndef SEEDPRESS_GEN_KIT_DOCUMENT_H
#define SEEDPRESS_GEN_KIT_DOCUMENT_H

#include "gen/kit/kit.h"

/* The area of the pages that are not a game's: fits A4 and Letter. */
#define KIT_W 18600
#define KIT_H 25600

/* The packet of a table. */
struct packet {
	struct print_job job;
	const struct kit *kit;
	const struct kit_round *round;
	unsigned n, table;       /* the round's number, the table's */
	struct page_plan pieces; /* what the press makes of the job */
	unsigned first;          /* page of the document, from 0, where `pieces` begin */
	uint32_t page;           /* that is being drawn, from 1 */
	uint32_t *pages;         /* of each piece, 0 until it is drawn; or NULL */
};

void packet_init(struct packet *packet, const struct kit *kit, unsigned n, unsigned table);
void packet_finish(struct packet *packet);

/* The number of pieces with a code; the code of the i-th as it is printed, and its seed. */
unsigned packet_pieces(const struct packet *packet);
void packet_code(const struct packet *packet, unsigned i, struct code *code, char text[CODE_TEXT]);

/* "Table 3" or "Spare 1". */
void packet_name(const struct packet *packet, char name[32]);

/* A person's name on one line, in narrow letters where it is long. */
void kit_name_draw(struct canvas *canvas, const struct font *font, struct rect box, const char *name);

/* What is read on a surface in a game's colour, which little ink leaves pale. */
static inline uint32_t
kit_colour_on(const struct kit *kit)
{
	return kit->ink == INK_FULL ? COLOUR_PAPER : COLOUR_INK;
}

/* Adds the pages of the packet to a plan. The packet outlives it. */
void packet_plan(struct packet *packet, struct page_plan *plan);

/* What the pages of a plan come to, as one file. */
struct kit_amount kit_amount_of(const struct page_plan *plan);

enum kit_part { KIT_ORDER, KIT_COVER, KIT_ORGANISER, KIT_LABELS, KIT_PACKETS };

struct kit_document {
	enum kit_part part;
	char *file; /* its name in the kit's folder */
	char *title;
	unsigned round;       /* of packets */
	unsigned first, last; /* their tables */
	size_t piece;         /* the first of its pieces among those of the kit */
	struct kit_amount amount;
};

/* All documents of a kit, of struct kit_document, with seeds or without; to be freed with
 * g_array_unref(). */
GArray *kit_documents(const struct kit *kit);

static inline const struct kit_document *
kit_document_at(const GArray *documents, unsigned i)
{
	return &g_array_index(documents, struct kit_document, i);
}

/* A step of printing: documents of a round that follow each other and are alike, or one. */
struct kit_printing {
	const struct kit_document *first, *last;
	struct kit_amount amount; /* of all of them */
};

/* The documents in the order of printing, of struct kit_printing; to be freed with
 * g_array_unref(), before the documents. */
GArray *kit_order(const struct kit *kit, const GArray *documents);

/* The files of a step: "round-1-table-01.pdf to round-1-table-12.pdf". To be freed. */
char *kit_printing_files(const struct kit_printing *step);

/* Documents that are being drawn. */
struct kit_drawing {
	const struct kit *kit;
	const GArray *documents;
	const char *folder; /* that they are drawn into */
	uint32_t *pages;    /* of every piece of the kit: set while it is drawn */
	void (*progress)(void *data, unsigned done, unsigned all); /* told of each page, or NULL */
	void *data;
};

/* Draws one of them. False after setting *problem. */
bool kit_draw(const struct kit_drawing *drawing, const struct kit_document *document, struct shaper *shaper,
	struct problem *problem);

/* What pages that belong to no table have in place of a packet: a job that only tells the paper, and what is on which
 * page. Most are filled with blocks from the top, as many as fit. */
struct kit_listing {
	struct print_job job;
	const struct kit *kit;
	const GArray *documents; /* or NULL, for pages that list none */
	const char *title;       /* on the pages of blocks */
	GArray *blocks;          /* struct kit_block, in order */
	GArray *starts;          /* unsigned: the first block of each page */
	GArray *order;           /* struct kit_printing, or NULL: of the page that lists them */
};

/* A heading of a round (table 0) or the lines of some of its tables. */
struct kit_block {
	unsigned round, table;
	int32_t y, h;
};

#define KIT_LISTING_TOP 1500 /* under the line that names the page */

/* Pages of a kit, without any blocks yet. */
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

/* A box to tick, its corner at x and y. */
void kit_box_draw(struct canvas *canvas, int32_t x, int32_t y, int32_t size);

/* Labels: one more, for a packet; then the pages that hold them all. */
void kit_label_add(struct kit_listing *listing, unsigned round, unsigned table);
void kit_label_pages(struct kit_listing *listing, struct page_plan *plan);

/* Pages: the table card, the order of printing, the cover, the checklists that follow it, the organiser's key, the
 * labels. */
void kit_card_draw(const struct page *page, struct canvas *canvas);
void kit_order_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_cover_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_checklist_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_organiser_plan(struct kit_listing *listing, struct page_plan *plan);
void kit_labels_plan(struct kit_listing *listing, struct page_plan *plan);

/* Pages of a kit that are printed again for some tables of a round: after the kit was made seats change, and with them
 * the cards and the labels. */
struct kit_reprint {
	struct page_plan plan; /* what to draw */
	struct packet *packets;
	unsigned tables;
	struct kit_listing listing;
};

/* The cards, or the labels, of tables from `first` to `last` of round n; of spares only where
 * somebody sits. The kit has its seeds, and outlives it. kit_reprint_finish() ends it. */
void kit_reprint_cards(struct kit_reprint *reprint, const struct kit *kit, unsigned n, unsigned first, unsigned last);
void kit_reprint_labels(struct kit_reprint *reprint, const struct kit *kit, unsigned n, unsigned first, unsigned last);
void kit_reprint_finish(struct kit_reprint *reprint);

#endif
