/* SPDX-License-Identifier: MIT
 * Cards and labels again: drawn by what drew the kit's. */
#include "gen/kit/document.h"

static bool
is_wanted(const struct kit_round *round, unsigned table)
{
	return table <= round->tables || kit_is_seated(round, table);
}

static void
init(struct kit_reprint *reprint, const struct kit *kit)
{
	*reprint = (struct kit_reprint){0};
	page_plan_init(&reprint->plan);
	kit_listing_init(&reprint->listing, kit, NULL);
}

void
kit_reprint_cards(struct kit_reprint *reprint, const struct kit *kit, unsigned n, unsigned first, unsigned last)
{
	init(reprint, kit);
	reprint->packets = g_new(struct packet, last - first + 1);
	for (unsigned table = first; table <= last; table++) {
		struct packet *packet = &reprint->packets[reprint->tables];
		struct page_plan whole;

		if (!is_wanted(&kit->round[n - 1], table))
			continue;
		packet_init(packet, kit, n, table);
		page_plan_init(&whole);
		packet_plan(packet, &whole); /* the card lists the pages behind it */
		page_plan_add(&reprint->plan, &g_array_index(whole.pages, struct page, 0));
		page_plan_finish(&whole);
		reprint->tables++;
	}
}

void
kit_reprint_labels(struct kit_reprint *reprint, const struct kit *kit, unsigned n, unsigned first, unsigned last)
{
	init(reprint, kit);
	for (unsigned table = first; table <= last; table++)
		if (is_wanted(&kit->round[n - 1], table))
			kit_label_add(&reprint->listing, n, table);
	kit_label_pages(&reprint->listing, &reprint->plan);
}

void
kit_reprint_finish(struct kit_reprint *reprint)
{
	for (unsigned i = 0; i < reprint->tables; i++)
		packet_finish(&reprint->packets[i]);
	g_free(reprint->packets);
	page_plan_finish(&reprint->plan);
	kit_listing_finish(&reprint->listing);
}
