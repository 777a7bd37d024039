/* SPDX-License-Identifier: MIT
 * Pages of a kit that are printed again for some tables of a round: after the
 * kit was made seats change, and with them the cards and the labels. */
#ifndef SEEDPRESS_GEN_KIT_REPRINT_H
#define SEEDPRESS_GEN_KIT_REPRINT_H

#include "gen/kit/document.h"

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
