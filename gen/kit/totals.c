/* SPDX-License-Identifier: MIT
 * How much paper a kit takes, and the order of printing: from planning its pages, without drawing them. */
#include "gen/canvas/shaping.h"
#include "gen/kit/document.h"

void
kit_amount_add(struct kit_amount *sum, const struct kit_amount *more)
{
	sum->files += more->files;
	sum->pages += more->pages;
	sum->sheets += more->sheets;
	sum->cut += more->cut;
	sum->glued += more->glued;
	sum->pieces += more->pieces;
	sum->two_sided |= more->two_sided;
}

struct kit_totals
kit_documents_sum(const GArray *documents)
{
	struct kit_totals totals = {0};

	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = kit_document_at(documents, i);

		kit_amount_add(&totals.round[document->round], &document->amount);
		kit_amount_add(&totals.all, &document->amount);
	}
	return totals;
}

void
kit_count(const struct kit *kit, struct kit_totals *totals)
{
	g_autoptr(GArray) documents = kit_documents(kit);

	*totals = kit_documents_sum(documents);
}

unsigned
kit_sheets(const struct kit *kit, enum backs backs)
{
	struct kit other = *kit;
	struct kit_totals totals;

	other.backs = backs;
	kit_count(&other, &totals);
	return totals.all.sheets;
}

char *
kit_missing(const struct kit *kit)
{
	g_autoptr(GString) texts = g_string_new(kit->name);
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);

	g_string_append(texts, kit->date != NULL ? kit->date : "");
	for (unsigned n = 0; n < kit->rounds; n++)
		for (unsigned table = 1; table <= kit_all_tables(&kit->round[n]); table++)
			for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
				if (kit_seat(&kit->round[n], table, seat) != NULL)
					g_string_append(texts, kit_seat(&kit->round[n], table, seat));
	char *missing = shaper == NULL ? g_strdup("") : shaper_missing(shaper, texts->str);

	shaper_destroy(shaper);
	return missing;
}

/* Consecutive packets of a round are one step if they take the same paper and the same work; spares are separate. */
GArray *
kit_order(const struct kit *kit, const GArray *documents)
{
	GArray *order = g_array_new(FALSE, FALSE, sizeof(struct kit_printing));
	struct kit_printing *step = NULL;

	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *next = kit_document_at(documents, i),
					  *last = step == NULL ? NULL : step->last;
		const struct kit_amount *a = &next->amount, *b = last == NULL ? NULL : &last->amount;
		unsigned tables = next->part == KIT_PACKETS ? kit->round[next->round - 1].tables : 0;

		if (last != NULL && next->part == KIT_PACKETS && last->round == next->round &&
			(last->first > tables) == (next->first > tables) && a->pages == b->pages &&
			a->sheets == b->sheets && a->cut == b->cut && a->glued == b->glued) {
			step->last = next;
			kit_amount_add(&step->amount, a);
		} else {
			g_array_append_val(order, ((struct kit_printing){next, next, *a}));
			step = &g_array_index(order, struct kit_printing, order->len - 1);
		}
	}
	return order;
}

char *
kit_printing_files(const struct kit_printing *step)
{
	return step->first == step->last ? g_strdup(step->first->file)
					 : g_strdup_printf("%s to %s", step->first->file, step->last->file);
}
