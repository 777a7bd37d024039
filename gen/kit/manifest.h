/* SPDX-License-Identifier: MIT
 * The manifest of a kit: what was printed, piece by piece, for the kiosk, for
 * scripts, and for checking the kit later. */
#pragma once

#include "gen/kit/document.h"

/* Writes manifest.json and manifest.csv into a folder, for their owner alone where the event has a
 * key; `pages` has the page of every piece. False after setting *problem. */
bool manifest_write(const struct kit *kit, const GArray *documents, const uint32_t *pages, const char *folder,
	struct problem *problem);

/* What a manifest says of the kit it belongs to. To be ended with manifest_finish(). */
struct manifest {
	char *definition;
	char *version; /* of the program that made it */
	bool bundled;
	char *first_code; /* of the first piece, or NULL */
	GArray *seeds;    /* struct manifest_seed, one a piece */
};

struct manifest_seed {
	unsigned round, table, filter;
	uint64_t seed;
};

/* Reads manifest.json in a folder; false after setting *problem. */
bool manifest_read(struct manifest *manifest, const char *folder, struct problem *problem);
void manifest_finish(struct manifest *manifest);
