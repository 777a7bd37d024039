/* SPDX-License-Identifier: MIT
 * Which documents a kit has and how each is drawn. */
#include "gen/kit/document.h"

#include <stdio.h>

#include "gen/kit/listing.h"

static void
free_document(gpointer data)
{
	struct kit_document *document = data;

	g_free(document->file);
	g_free(document->title);
}

/* What a table's packet comes to: by its number of players, as the layout of no seed has more. */
static const struct kit_amount *
count_packet(const struct kit *kit, unsigned n, unsigned table, struct kit_amount known[256])
{
	struct kit_amount *amount = &known[kit->round[n - 1].players[table - 1]];
	struct packet packet;
	struct page_plan plan;

	if (amount->pages == 0) {
		packet_init(&packet, kit, n, table);
		page_plan_init(&plan);
		packet_plan(&packet, &plan);
		kit_amount_of(&plan, amount);
		amount->pieces = packet_pieces(&packet);
		page_plan_finish(&plan);
		packet_finish(&packet);
	}
	return amount;
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

static struct kit_document
packets(const struct kit *kit, unsigned n, unsigned first, unsigned last)
{
	const struct kit_round *round = &kit->round[n - 1];
	struct kit_document document = {.part = KIT_PACKETS, .round = n, .first = first, .last = last};
	bool spare = first > round->tables;
	int wide = digits(kit->rounds, 1);

	if (kit->bundled)
		document.file = g_strdup_printf("round-%0*u%s.pdf", wide, n, spare ? "-spares" : "");
	else
		document.file = g_strdup_printf("round-%0*u-%s-%0*u.pdf", wide, n, spare ? "spare" : "table",
			digits(spare ? round->spares : round->tables, 2), spare ? first - round->tables : first);
	document.title = g_strdup_printf("%s: round %u, %s", kit->name, n,
		kit->bundled ? (spare ? "spares" : "all tables") : (spare ? "spare" : "table"));
	if (!kit->bundled) {
		char *numbered = g_strdup_printf("%s %u", document.title, spare ? first - round->tables : first);

		g_free(document.title);
		document.title = numbered;
	}
	return document;
}

/* Adds a document with its pages and pieces counted. */
static void
add(const struct kit *kit, GArray *documents, struct kit_document document, struct kit_amount known[256],
	size_t *pieces)
{
	for (unsigned table = document.first; table <= document.last; table++)
		kit_amount_add(&document.amount, count_packet(kit, document.round, table, known));
	document.amount.files = 1;
	document.piece = *pieces;
	*pieces += document.amount.pieces;
	g_array_append_val(documents, document);
}

static void
add_round(const struct kit *kit, GArray *documents, unsigned n, size_t *pieces)
{
	const struct kit_round *round = &kit->round[n - 1];
	struct kit_amount known[256] = {0};

	if (!kit->bundled) {
		for (unsigned table = 1; table <= kit_all_tables(round); table++)
			add(kit, documents, packets(kit, n, table, table), known, pieces);
		return;
	}
	add(kit, documents, packets(kit, n, 1, round->tables), known, pieces);
	if (round->spares > 0)
		add(kit, documents, packets(kit, n, round->tables + 1, kit_all_tables(round)), known, pieces);
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

/* Counts the pages of a document of the event's own, once all documents are listed. */
static void
count_own(const struct kit *kit, const GArray *documents, struct kit_document *document)
{
	struct kit_listing listing;
	struct page_plan plan;

	kit_listing_init(&listing, kit, documents);
	page_plan_init(&plan);
	own[document->part].plan(&listing, &plan);
	kit_amount_of(&plan, &document->amount);
	page_plan_finish(&plan);
	kit_listing_finish(&listing);
}

GArray *
kit_documents(const struct kit *kit)
{
	GArray *documents = g_array_new(FALSE, FALSE, sizeof(struct kit_document));
	size_t pieces = 0;

	g_array_set_clear_func(documents, free_document);
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_document document = {.part = part, .file = g_strdup(own[part].file)};

		document.title = g_strdup_printf("%s: %s", kit->name, own[part].title);
		g_array_append_val(documents, document);
	}
	for (unsigned n = 1; n <= kit->rounds; n++)
		add_round(kit, documents, n, &pieces);
	for (enum kit_part part = 0; part < KIT_PACKETS; part++)
		count_own(kit, documents, &g_array_index(documents, struct kit_document, part));
	return documents;
}

static struct packet *
plan_packets(const struct kit *kit, const struct kit_document *document, uint32_t *pages, struct page_plan *plan)
{
	unsigned tables = document->last - document->first + 1;
	struct packet *packets = g_new(struct packet, tables);

	pages += document->piece;
	for (unsigned i = 0; i < tables; i++) {
		packet_init(&packets[i], kit, document->round, document->first + i);
		packets[i].pages = pages;
		pages += packet_pieces(&packets[i]);
		packet_plan(&packets[i], plan);
	}
	return packets;
}

bool
kit_draw(const struct kit *kit, const GArray *documents, const struct kit_document *document, const char *folder,
	struct shaper *shaper, uint32_t *pages, void (*progress)(void *data, unsigned done, unsigned all), void *data,
	struct problem *problem)
{
	char *file = g_build_filename(folder, document->file, NULL);
	const struct document_options options = {
		.file = file, .ink = kit->ink, .title = document->title, .subject = "A Seedpress kit"};
	struct packet *packets = NULL;
	struct kit_listing listing;
	struct page_plan plan;
	bool fine;

	kit_listing_init(&listing, kit, documents);
	page_plan_init(&plan);
	if (document->part == KIT_PACKETS)
		packets = plan_packets(kit, document, pages, &plan);
	else
		own[document->part].plan(&listing, &plan);
	fine = page_plan_print(&plan, &options, shaper, progress, data, problem);
	page_plan_finish(&plan);
	kit_listing_finish(&listing);
	for (unsigned i = 0; packets != NULL && i <= document->last - document->first; i++)
		packet_finish(&packets[i]);
	g_free(packets);
	g_free(file);
	return fine;
}
