/* SPDX-License-Identifier: MIT
 * Pages that people ask for over the network, drawn in memory by what draws
 * the print. Faces are shared: one thread draws at a time, the others wait. */
#ifndef SEEDPRESS_LEAF_H
#define SEEDPRESS_LEAF_H

#include "gen/document.h"

struct leaf;

/* Loads the faces; NULL after setting *problem (to be freed). */
struct leaf *leaf_create(char **problem);
void leaf_destroy(struct leaf *leaf); /* NULL is fine */

struct leaf_pages {
	enum format format; /* a PDF, or an SVG of one page */
	enum ink ink;
	const char *title, *subject;
	struct paper paper;
	unsigned pages;
	int32_t w, h; /* of what is drawn, in the middle of the paper */
	void (*draw)(void *data, unsigned page, struct canvas *canvas);
	void *data;
};

/* Draws; any thread. NULL after setting *problem (to be freed). */
GBytes *leaf_draw(struct leaf *leaf, const struct leaf_pages *pages, char **problem);

#endif
