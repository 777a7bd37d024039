/* SPDX-License-Identifier: MIT
 * What a kit is made of. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "gen/commands/made.h"
#include "gen/kit/document.h"

/* What there is of a kit. */
struct total {
	unsigned pages, sheets;
	size_t pieces;
};

/* Counts; the files are listed as JSON on the way where `listed`. */
static struct total
count(const struct kit *kit, const GArray *documents, bool listed)
{
	struct total total = {0};

	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = &g_array_index(documents, struct kit_document, i);
		bool two_sided =
			document->part == KIT_PACKETS && kit_round_is_two_sided(kit, document->round);

		total.pages += document->pages;
		total.sheets += made_sheets(document->pages, two_sided);
		total.pieces += document->pieces;
		if (listed)
			printf("%s{\"file\":\"%s\",\"pages\":%u,\"sheets\":%u}", i > 0 ? "," : "",
				document->file, document->pages, made_sheets(document->pages, two_sided));
	}
	return total;
}

void
made_kit_json(const struct kit *kit, const char *folder)
{
	GArray *documents = kit_documents(kit);
	char *quoted = made_quoted(folder), *name = made_quoted(kit->name);
	char hex[KIT_COMMITMENT];
	struct total total;

	kit_commitment(kit, hex);
	printf("{\"folder\":%s,\"event\":%s,\"seed\":\"%" PRIu64 "\",\"commitment\":\"%s\",\"manifest\":\"%s\","
	       "\"files\":[",
		quoted, name, kit->seed, hex, KIT_MANIFEST);
	total = count(kit, documents, true);
	printf("],\"pages\":%u,\"sheets\":%u,\"pieces\":%zu}\n", total.pages, total.sheets, total.pieces);
	g_free(quoted);
	g_free(name);
	g_array_unref(documents);
}

void
made_kit_say(const struct kit *kit, const char *folder)
{
	GArray *documents;
	struct total total;

	if (!isatty(STDOUT_FILENO))
		return;
	documents = kit_documents(kit);
	total = count(kit, documents, false);
	printf("%s: %u PDFs, %u pages, %u sheets of paper, %zu pieces with a code; seed %" PRIu64 ".\n",
		folder, documents->len, total.pages, total.sheets, total.pieces, kit->seed);
	printf("Begin with %s/cover.pdf and print all at 100 %%; %s/organiser.pdf is for the organiser "
	       "alone.\n"
	       "At the event: seedpress-kiosk serve --manifest %s/%s%s\n",
		folder, folder, folder, KIT_MANIFEST, kit->key != NULL ? " --key FILE" : "");
	g_array_unref(documents);
}
