/* SPDX-License-Identifier: MIT
 * Which documents a kit has and how each is drawn. */
#include "gen/kit/document.h"

#include <stdio.h>
#include <string.h>

#include "gen/kit/listing.h"

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
			kit_amount_of(&plan, amount);
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

static void
add_round(struct packet_list *list)
{
	const struct kit_round *round = &list->kit->round[list->n - 1];

	memset(list->known, 0, sizeof list->known);
	for (unsigned table = 1; !list->kit->bundled && table <= kit_all_tables(round); table++)
		add_packets(list, table, table);
	if (list->kit->bundled)
		add_packets(list, 1, round->tables);
	if (list->kit->bundled && round->spares > 0)
		add_packets(list, round->tables + 1, kit_all_tables(round));
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
	struct packet_list list = {.kit = kit, .documents = documents};

	g_array_set_clear_func(documents, free_document);
	for (enum kit_part part = 0; part < KIT_PACKETS; part++) {
		struct kit_document document = {.part = part, .file = g_strdup(own[part].file)};

		document.title = g_strdup_printf("%s: %s", kit->name, own[part].title);
		g_array_append_val(documents, document);
	}
	for (list.n = 1; list.n <= kit->rounds; list.n++)
		add_round(&list);
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
