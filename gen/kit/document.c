/* SPDX-License-Identifier: MIT
 * Which documents a kit has and how each is drawn. */
#include "gen/kit/document.h"

#include <string.h>

static void
free_document(gpointer data)
{
	struct kit_document *document = data;

	g_free(document->file);
	g_free(document->title);
}

/* Numbers of the same width sort like they count. */
static int
digits(unsigned most, int least)
{
	int width = 1;

	for (; most >= 10; most /= 10)
		width++;
	return MAX(width, least);
}

/* The packets of a round that are being listed. */
struct packet_list {
	const struct kit *kit;
	unsigned n; /* the round's number */
	GArray *documents;
	struct kit_amount known[256]; /* of a packet, by its number of players: no seed changes it */
	size_t pieces;                /* of all documents so far */
};

/* Adds the packets of some tables as a document, with its pages and pieces counted. */
static void
add_packets(struct packet_list *list, unsigned first, unsigned last)
{
	const struct kit *kit = list->kit;
	const struct kit_round *round = &kit->round[list->n - 1];
	struct kit_document document = {.part = KIT_PACKETS, .round = list->n, .first = first, .last = last};
	bool spare = first > round->tables;
	unsigned number = spare ? first - round->tables : first;
	int wide = digits(kit->rounds, 1);

	if (kit->bundled) {
		document.file = g_strdup_printf("round-%0*u%s.pdf", wide, list->n, spare ? "-spares" : "");
		document.title =
			g_strdup_printf("%s: round %u, %s", kit->name, list->n, spare ? "spares" : "all tables");
	} else {
		document.file = g_strdup_printf("round-%0*u-%s-%0*u.pdf", wide, list->n, spare ? "spare" : "table",
			digits(spare ? round->spares : round->tables, 2), number);
		document.title =
			g_strdup_printf("%s: round %u, %s %u", kit->name, list->n, spare ? "spare" : "table", number);
	}
	for (unsigned table = first; table <= last; table++) {
		struct kit_amount *amount = &list->known[round->players[table - 1]];
		struct packet packet;
		struct page_plan plan;

		if (amount->pages == 0) {
			packet_init(&packet, kit, list->n, table);
			page_plan_init(&plan);
			packet_plan(&packet, &plan);
			*amount = kit_amount_of(&plan);
			amount->pieces = packet_pieces(&packet);
			page_plan_finish(&plan);
			packet_finish(&packet);
		}
		kit_amount_add(&document.amount, amount);
	}
	document.amount.files = 1;
	document.piece = list->pieces;
	list->pieces += document.amount.pieces;
	g_array_append_val(list->documents, document);
}

/* The documents that belong to no round, in the order of printing. */
static const struct own {
	const char *file, *title;
	void (*plan)(struct kit_listing *listing, struct page_plan *plan);
} own[KIT_PACKETS] = {
	[KIT_ORDER] = {KIT_FIRST, "order of printing", kit_order_plan},
	[KIT_COVER] = {"cover.pdf", "cover", kit_cover_plan},
	[KIT_ORGANISER] = {"organiser.pdf", "the organiser's key", kit_organiser_plan},
	[KIT_LABELS] = {"labels.pdf", "labels for envelopes", kit_labels_plan},
};

/* The pages of the event's own documents are counted once all documents are listed. */
GArray *
kit_documents(const struct kit *kit)
{
	GArray *documents = g_array_new(FALSE, FALSE, sizeof(struct kit_document));
	struct packet_list list = {.kit = kit, .documents = documents};

	g_array_set_clear_func(documents, free_document);
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_document document = {.part = part, .file = g_strdup(own[part].file)};

		document.title = g_strdup_printf("%s: %s", kit->name, own[part].title);
		g_array_append_val(documents, document);
	}
	for (list.n = 1; list.n <= kit->rounds; list.n++) {
		const struct kit_round *round = &kit->round[list.n - 1];

		memset(list.known, 0, sizeof list.known);
		for (unsigned table = 1; !kit->bundled && table <= kit_all_tables(round); table++)
			add_packets(&list, table, table);
		if (kit->bundled)
			add_packets(&list, 1, round->tables);
		if (kit->bundled && round->spares > 0)
			add_packets(&list, round->tables + 1, kit_all_tables(round));
	}
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_listing listing;
		struct page_plan plan;

		kit_listing_init(&listing, kit, documents);
		page_plan_init(&plan);
		own[part].plan(&listing, &plan);
		g_array_index(documents, struct kit_document, part).amount = kit_amount_of(&plan);
		page_plan_finish(&plan);
		kit_listing_finish(&listing);
	}
	return documents;
}

bool
kit_draw(const struct kit_drawing *drawing, const struct kit_document *document, struct shaper *shaper,
	struct problem *problem)
{
	g_autofree char *file = g_build_filename(drawing->folder, document->file, NULL);
	const struct document_options options = {
		.file = file, .ink = drawing->kit->ink, .title = document->title, .subject = "A Seedpress kit"};
	unsigned tables = document->part == KIT_PACKETS ? document->last - document->first + 1 : 0;
	g_autofree struct packet *packets = g_new(struct packet, tables);
	uint32_t *pages = drawing->pages + document->piece;
	struct kit_listing listing;
	struct page_plan plan;

	kit_listing_init(&listing, drawing->kit, drawing->documents);
	page_plan_init(&plan);
	for (unsigned i = 0; i < tables; i++) {
		packet_init(&packets[i], drawing->kit, document->round, document->first + i);
		packets[i].pages = pages;
		pages += packet_pieces(&packets[i]);
		packet_plan(&packets[i], &plan);
	}
	if (document->part != KIT_PACKETS)
		own[document->part].plan(&listing, &plan);
	bool fine = page_plan_print(&plan, &options, shaper, drawing->progress, drawing->data, problem);

	page_plan_finish(&plan);
	kit_listing_finish(&listing);
	for (unsigned i = 0; i < tables; i++)
		packet_finish(&packets[i]);
	return fine;
}
