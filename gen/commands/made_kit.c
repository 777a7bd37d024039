/* SPDX-License-Identifier: MIT
 * What a kit is made of, and what it will be made of. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "gen/commands/made.h"
#include "gen/kit/document.h"

/* The members of an amount. */
static void
write_amount(const struct kit_amount *amount)
{
	printf("\"pages\":%u,\"sheets\":%u,\"sides\":%d,\"cut\":%u,\"glued\":%u", amount->pages, amount->sheets,
		amount->two_sided ? 2 : 1, amount->cut, amount->glued);
}

/* The files in the order of printing, and what all of them come to. */
static void
write_files(const GArray *documents)
{
	struct kit_amount all = {0};

	fputs("\"files\":[", stdout);
	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = &g_array_index(documents, struct kit_document, i);

		kit_amount_add(&all, &document->amount);
		printf("%s{\"file\":\"%s\",", i > 0 ? "," : "", document->file);
		write_amount(&document->amount);
		putchar('}');
	}
	fputs("],", stdout);
	write_amount(&all);
	printf(",\"pieces\":%zu", all.pieces);
}

void
made_kit_json(const struct kit *kit, const char *folder)
{
	GArray *documents = kit_documents(kit);
	char *quoted = made_quoted(folder), *name = made_quoted(kit->name);
	char hex[KIT_COMMITMENT];

	kit_commitment(kit, hex);
	printf("{\"folder\":%s,\"event\":%s,\"seed\":\"%" PRIu64 "\",\"commitment\":\"%s\",\"manifest\":\"%s\",",
		quoted, name, kit->seed, hex, KIT_MANIFEST);
	write_files(documents);
	puts("}");
	g_free(quoted);
	g_free(name);
	g_array_unref(documents);
}

void
made_kit_say(const struct kit *kit, const char *folder)
{
	struct kit_totals totals;

	if (!isatty(STDOUT_FILENO))
		return;
	kit_count(kit, &totals);
	printf("%s: %u PDFs, %u pages, %u sheets of paper, %zu pieces with a code; seed %" PRIu64 ".\n", folder,
		totals.all.files, totals.all.pages, totals.all.sheets, totals.all.pieces, kit->seed);
	printf("Begin with %s/" KIT_FIRST " and print all at 100 %%; %s/organiser.pdf is for the "
	       "organiser alone.\n"
	       "At the event: seedpress-kiosk serve --manifest %s/%s%s\n",
		folder, folder, folder, KIT_MANIFEST, kit->key != NULL ? " --key FILE" : "");
}

/* A line of numbers behind some words. */
static void
say_amount(const char *words, const struct kit_amount *amount)
{
	printf("%-44s %6u %6u %6u %6u %6u  %s\n", words, amount->files, amount->pages, amount->sheets, amount->cut,
		amount->glued, amount->two_sided ? "both sides" : "one side");
}

static void
say_printing(const struct kit_printing *printing)
{
	char *files = printing->first == printing->last
		? g_strdup(printing->first->file)
		: g_strdup_printf("%s to %s", printing->first->file, printing->last->file);

	say_amount(files, &printing->amount);
	g_free(files);
}

void
made_kit_plan_say(const struct kit *kit)
{
	GArray *documents = kit_documents(kit), *order = kit_order(kit, documents);
	struct kit_totals totals;

	kit_count(kit, &totals);
	printf("%-44s %6s %6s %6s %6s %6s  %s\n", "In the order of printing", "files", "pages", "sheets", "to cut",
		"glue", "printed on");
	for (unsigned i = 0; i < order->len; i++)
		say_printing(&g_array_index(order, struct kit_printing, i));
	putchar('\n');
	for (unsigned n = 1; n <= kit->rounds; n++) {
		char *words = g_strdup_printf("Round %u: %s", n, kit->round[n - 1].game->title);

		say_amount(words, &totals.round[n - 1]);
		g_free(words);
	}
	say_amount("The event's own", &totals.event);
	say_amount("In all", &totals.all);
	if (kit_sheets(kit, BACKS_FOLD) != kit_sheets(kit, BACKS_DUPLEX))
		printf("\nBacks of cards: %u sheets with backs = duplex (both sides of the paper), %u with backs = fold "
		       "(fold and glue).\n",
			kit_sheets(kit, BACKS_DUPLEX), kit_sheets(kit, BACKS_FOLD));
	g_array_unref(order);
	g_array_unref(documents);
}

void
made_kit_plan_json(const struct kit *kit)
{
	GArray *documents = kit_documents(kit);
	char *name = made_quoted(kit->name);
	struct kit_totals totals;

	kit_count(kit, &totals);
	printf("{\"event\":%s,\"paper\":\"%s\",\"rounds\":[", name, kit->paper->name);
	for (unsigned n = 1; n <= kit->rounds; n++) {
		const struct kit_amount *amount = &totals.round[n - 1];

		printf("%s{\"round\":%u,\"game\":\"%s\",\"files\":%u,\"pieces\":%zu,", n > 1 ? "," : "", n,
			kit->round[n - 1].game->id, amount->files, amount->pieces);
		write_amount(amount);
		putchar('}');
	}
	fputs("],", stdout);
	write_files(documents);
	printf(",\"backs\":{\"fold\":%u,\"duplex\":%u}}\n", kit_sheets(kit, BACKS_FOLD), kit_sheets(kit, BACKS_DUPLEX));
	g_free(name);
	g_array_unref(documents);
}
