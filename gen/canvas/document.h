/* SPDX-License-Identifier: MIT
 * A document of pages: one PDF, or a PNG or SVG for each page. A file appears
 * under its name only when it is complete. A document can also be kept in memory. */
#pragma once

#include <glib.h>

#include "gen/canvas/canvas.h"
#include "gen/canvas/pdf.h"

enum format { FORMAT_PDF, FORMAT_PNG, FORMAT_SVG };

/* A sheet of paper, in hundredths of a millimetre. */
struct paper {
	const char *name; /* "a4" */
	int32_t w, h;
};

extern const struct paper paper_a4, paper_letter;
const struct paper *paper_by_name(const char *name); /* NULL if unknown */

struct document_options {
	const char *file;  /* or "-": see atomic_file.h. Each page of a PNG or SVG adds its number to the name */
	bool alone;        /* the only page: its name has no number */
	unsigned pages;    /* in all: decides how many digits the numbers have */
	bool force;        /* replaces any file */
	GByteArray *bytes; /* if not NULL, gets the bytes instead of the file: a PDF without trims, or one page */
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

/* Sets how far inside the paper the current page will be cut, for a PDF's TrimBox. */
void document_trim(struct document *document, int32_t trim);

/* What the file of the n-th page (from 1) of a PNG or SVG is called; to be freed. */
char *document_page_file(const struct document_options *options, unsigned n);

/* Finishes and frees the document. False after setting *problem: then only complete pages that are files of their own
 * are left. */
bool document_finish(struct document *document, struct problem *problem);

/* For programs that draw many pages: keeps freed memory in the process. Every page allocates and frees
 * the same few hundred kilobytes, and returning them to the kernel each time costs a fifth of the time of a
 * full page. */
void document_keep_memory(void);
