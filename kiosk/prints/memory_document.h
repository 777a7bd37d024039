/* SPDX-License-Identifier: MIT
 * Pages that are sent over the network, drawn in memory with the same functions as the prints. The fonts are shared:
 * one thread draws at a time, the others wait. */
#pragma once

#include "gen/canvas/document.h"
#include "gen/press/press.h"
#include "layouts/problems.h"

struct memory_document;

/* Loads the fonts; NULL with a problem. */
struct memory_document *memory_document_create(struct problem *problem);
void memory_document_destroy(struct memory_document *documents); /* NULL is fine */

struct memory_pages {
	enum format format; /* a PDF, or an SVG of one page */
	enum ink ink;
	const char *title, *subject;
	struct paper paper;
	unsigned pages;
	const struct page *planned; /* this page of a game's plan and those after it; NULL: what draw() draws */
	int32_t w, h;               /* of the drawing, which is centred on the paper */
	void (*draw)(void *data, unsigned page, struct canvas *canvas);
	void *data;
};

/* Draws with a shaper of the caller's own; NULL with a problem. The same drawing is the same bytes whenever it is made,
 * and marks in an SVG stay sharp at any size. */
GBytes *memory_pages_draw(const struct memory_pages *pages, struct shaper *shaper, struct problem *problem);

/* The same with the shared shaper; any thread. */
GBytes *memory_document_draw(
	struct memory_document *documents, const struct memory_pages *pages, struct problem *problem);

/* The characters of a text that no installed font has: see shaper_missing(). Any thread; to be freed. */
char *memory_document_missing(struct memory_document *documents, const char *text);
