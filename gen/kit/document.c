/* SPDX-License-Identifier: MIT
 * Which documents a kit has, and the pages of each. */
#include "gen/kit/document.h"

#include <stdio.h>

/* The documents that belong to the event, in the order of printing. */
static const struct event_document {
	const char *file, *title;
	void (*plan)(struct kit_listing *listing, struct page_plan *plan);
} event_documents[KIT_PACKETS] = {
	[KIT_ORDER] = {KIT_FIRST, "order of printing", kit_order_plan},
	[KIT_COVER] = {"cover.pdf", "cover", kit_cover_plan},
	[KIT_ORGANISER] = {"organiser.pdf", "the organiser's key", kit_organiser_plan},
	[KIT_LABELS] = {"labels.pdf", "labels for envelopes", kit_labels_plan},
};

/* No pages yet, and space for the packets of some tables. */
static void
pages_init(struct kit_pages *pages, const struct kit *kit, const GArray *documents, unsigned tables)
{
	*pages = (struct kit_pages){.packets = g_new(struct packet, tables)};
	page_plan_init(&pages->plan);
	pages->listing = (struct kit_listing){.kit = kit, .documents = documents, .job.paper = kit->paper};
	pages->listing.starts = g_array_new(FALSE, FALSE, sizeof(unsigned));
	pages->listing.blocks = g_array_new(FALSE, FALSE, sizeof(struct kit_block));
}

void
kit_pages_finish(struct kit_pages *pages)
{
	for (unsigned i = 0; i < pages->tables; i++)
		packet_finish(&pages->packets[i]);
	g_free(pages->packets);
	page_plan_finish(&pages->plan);
	g_array_unref(pages->listing.starts);
	g_array_unref(pages->listing.blocks);
	g_clear_pointer(&pages->listing.order, g_array_unref);
}

/* The pages of a document. `seen`, unless NULL, gets the page of each of its pieces as it is drawn. */
static void
plan_document(struct kit_pages *pages, const struct kit *kit, const GArray *documents,
	const struct kit_document *document, uint32_t *seen)
{
	if (document->part != KIT_PACKETS) {
		pages_init(pages, kit, documents, 0);
		event_documents[document->part].plan(&pages->listing, &pages->plan);
		return;
	}
	pages_init(pages, kit, documents, document->last - document->first + 1);
	for (unsigned table = document->first; table <= document->last; table++) {
		struct packet *packet = &pages->packets[pages->tables++];

		*packet = packet_of(kit, document->round, table);
		packet->pages = seen;
		seen = seen == NULL ? NULL : seen + packet_pieces(packet);
		packet_plan(packet, &pages->plan);
	}
}

/* The paper that a document of the event's own, or the packet of one table, takes. */
static struct kit_amount
count_pages(const struct kit *kit, const GArray *documents, const struct kit_document *document)
{
	struct kit_amount amount = {.files = 1};
	struct kit_pages pages;

	plan_document(&pages, kit, documents, document, NULL);
	for (unsigned i = 0; i < pages.plan.pages->len; i++) {
		const struct page *page = &g_array_index(pages.plan.pages, struct page, i);

		amount.pages++;
		amount.two_sided |= page->back;
		amount.sheets += !page->back;
		amount.cut += !page->back && (page->tools & (PAGE_SCISSORS | PAGE_IN_PLAY)) == PAGE_SCISSORS;
		amount.glued += !page->back && (page->tools & PAGE_GLUE) != 0;
	}
	if (pages.tables > 0)
		amount.pieces = packet_pieces(pages.packets);
	kit_pages_finish(&pages);
	return amount;
}

/* Adds the packets of tables `first` to `last` of round n as a document. `known` has the amount of a packet by its
 * number of players, on which alone it depends in a round; 0 pages if it is not known yet. */
static void
add_packets(GArray *documents, const struct kit *kit, unsigned n, unsigned first, unsigned last,
	struct kit_amount known[256])
{
	const struct kit_round *round = &kit->round[n - 1];
	const struct kit_document *before = kit_document_at(documents, documents->len - 1);
	struct kit_document document = {.part = KIT_PACKETS, .round = n, .first = first, .last = last};
	bool spare = first > round->tables;
	const char *what = spare ? "spare" : "table";
	unsigned number = spare ? first - round->tables : first;
	/* Numbers of equal width, so that names sort correctly. */
	int wide = snprintf(NULL, 0, "%u", kit->rounds);
	int tables_wide = MAX(snprintf(NULL, 0, "%u", spare ? round->spares : round->tables), 2);

	if (kit->bundled) {
		document.file = g_strdup_printf("round-%0*u%s.pdf", wide, n, spare ? "-spares" : "");
		document.title = g_strdup_printf("%s: round %u, %s", kit->name, n, spare ? "spares" : "all tables");
	} else {
		document.file = g_strdup_printf("round-%0*u-%s-%0*u.pdf", wide, n, what, tables_wide, number);
		document.title = g_strdup_printf("%s: round %u, %s %u", kit->name, n, what, number);
	}
	for (unsigned table = first; table <= last; table++) {
		struct kit_amount *amount = &known[round->players[table - 1]];

		if (amount->pages == 0)
			*amount = count_pages(kit, NULL,
				&(struct kit_document){.part = KIT_PACKETS, .round = n, .first = table, .last = table});
		kit_amount_add(&document.amount, amount);
	}
	document.amount.files = 1;
	document.piece = before->piece + before->amount.pieces;
	g_array_append_val(documents, document);
}

static void
free_document(gpointer data)
{
	struct kit_document *document = data;

	g_free(document->file);
	g_free(document->title);
}

/* The pages of the event's own documents are counted last, because some of them list all documents. */
GArray *
kit_documents(const struct kit *kit)
{
	GArray *documents = g_array_new(FALSE, FALSE, sizeof(struct kit_document));

	g_array_set_clear_func(documents, free_document);
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_document document = {.part = part, .file = g_strdup(event_documents[part].file)};

		document.title = g_strdup_printf("%s: %s", kit->name, event_documents[part].title);
		g_array_append_val(documents, document);
	}
	for (unsigned n = 1; n <= kit->rounds; n++) {
		const struct kit_round *round = &kit->round[n - 1];
		unsigned all = kit_all_tables(round);
		struct kit_amount known[256] = {{0}};

		for (unsigned table = 1; !kit->bundled && table <= all; table++)
			add_packets(documents, kit, n, table, table, known);
		if (kit->bundled)
			add_packets(documents, kit, n, 1, round->tables, known);
		if (kit->bundled && round->spares > 0)
			add_packets(documents, kit, n, round->tables + 1, all, known);
	}
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_document *document = &g_array_index(documents, struct kit_document, part);

		document->amount = count_pages(kit, documents, document);
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
	struct kit_pages pages;

	plan_document(&pages, drawing->kit, drawing->documents, document, drawing->pages + document->piece);
	bool fine = page_plan_print(&pages.plan, &options, shaper, drawing->progress, drawing->data, problem);

	kit_pages_finish(&pages);
	return fine;
}

/* Whether a table gets new cards and labels: spares only if somebody sits there. */
static bool
is_wanted(const struct kit_round *round, unsigned table)
{
	return table <= round->tables || kit_is_seated(round, table);
}

void
kit_reprint_cards(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned first, unsigned last)
{
	pages_init(pages, kit, NULL, last - first + 1);
	for (unsigned table = first; table <= last; table++) {
		struct packet *packet = &pages->packets[pages->tables];
		struct page_plan whole;

		if (!is_wanted(&kit->round[n - 1], table))
			continue;
		*packet = packet_of(kit, n, table);
		page_plan_init(&whole);
		packet_plan(packet, &whole); /* because the card lists the pages of its packet */
		page_plan_add(&pages->plan, &g_array_index(whole.pages, struct page, 0));
		page_plan_finish(&whole);
		pages->tables++;
	}
}

void
kit_reprint_labels(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned first, unsigned last)
{
	pages_init(pages, kit, NULL, 0);
	for (unsigned table = first; table <= last; table++)
		if (is_wanted(&kit->round[n - 1], table))
			kit_listing_add(&pages->listing, n, table, 0, 0);
	kit_label_pages(&pages->listing, &pages->plan);
}

void
kit_reprint_packet(struct kit_pages *pages, const struct kit *kit, unsigned n, unsigned table)
{
	pages_init(pages, kit, NULL, 1);
	pages->packets[pages->tables++] = packet_of(kit, n, table);
	packet_plan(pages->packets, &pages->plan);
}
