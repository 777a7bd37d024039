/* SPDX-License-Identifier: MIT
 * A document of pages: one PDF, or a PNG or SVG a page. A file appears under
 * its name when it is finished and whole, never before; or it is kept in
 * memory. */
#ifndef SEEDPRESS_GEN_CANVAS_DOCUMENT_H
#define SEEDPRESS_GEN_CANVAS_DOCUMENT_H

#include <glib.h>

#include "gen/canvas/canvas.h"
#include "gen/canvas/pdf_preferences.h"
#include "layouts/problems.h"

enum format { FORMAT_PDF, FORMAT_PNG, FORMAT_SVG };

/* A sheet of paper, in hundredths of a millimetre. */
struct paper {
	const char *name; /* "a4" */
	int32_t w, h;
};

extern const struct paper paper_a4, paper_letter;
const struct paper *paper_by_name(const char *name); /* NULL when there is none */

struct document_options {
	const char *file;  /* or "-": see atomic_file.h. Of a PNG or SVG each page adds its number ... */
	bool alone;        /* ... unless there is just one, */
	unsigned pages;    /* with zeros before it where there are many */
	bool force;        /* replaces a file, no matter who made it */
	GByteArray *bytes; /* where they go instead, or NULL: a PDF without trims, or one page */
	enum format format;
	enum ink ink;
	const char *title, *subject;
	int dpi;          /* of a PNG */
	enum sides sides; /* of the paper, for the printer of a PDF */
};

/* Starts a document; NULL after setting *problem. The shaper is the
 * caller's. */
struct document *document_create(
	const struct document_options *options, struct shaper *shaper, struct problem *problem);

/* Starts the next page and gives its canvas, with the origin such that an area of w x h is in
 * the middle of the paper. `title` goes into the outline and may be NULL. */
struct canvas *document_page(
	struct document *document, const struct paper *paper, int32_t w, int32_t h, const char *title);

/* How far inside the paper the page that is open will be cut, for a PDF's TrimBox. */
void document_trim(struct document *document, int32_t trim);

/* What the file of the n-th page (from 1) of a PNG or SVG is called; to be freed. */
char *document_page_file(const struct document_options *options, unsigned n);

/* Finishes and ends the document: false after setting *problem, with nothing left behind but pages that
 * are files of their own and whole. */
bool document_finish(struct document *document, struct problem *problem);

/* For programs that draw many pages: keeps freed memory in the process. Every page takes and frees
 * the same few hundred kilobytes, and giving them back to the kernel each time costs a fifth of a
 * full page's time. */
void document_keep_memory(void);

#endif
