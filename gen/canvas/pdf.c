/* SPDX-License-Identifier: MIT
 * Page boxes by qpdf; an update of the catalog, and the date of creation. */
#include "gen/canvas/pdf.h"

#include <glib.h>
#include <qpdf/qpdf-c.h>
#include <string.h>

#include "gen/canvas/atomic_file.h"

/* The last bytes of a PDF that are read: they hold trailer and startxref. */
#define TAIL 256

/* The most bytes before the cross-reference table that are read: the catalog and the date are the last objects. */
#define OBJECTS 2048

static const char *const duplex[] = {
	[SIDES_ANY] = "", [SIDES_ONE] = " /Duplex /Simplex", [SIDES_TWO] = " /Duplex /DuplexFlipLongEdge"};

/* Reads a text at a position; false if there are fewer bytes. */
static bool
read_at(FILE *pdf, long at, size_t length, char *text)
{
	if (fseek(pdf, at, SEEK_SET) != 0 || fread(text, 1, length, pdf) != length)
		return false;
	for (size_t i = 0; i < length; i++) /* a NUL in a stream must not end the text */
		if (text[i] == '\0')
			text[i] = ' ';
	text[length] = '\0';
	return true;
}

/* Cairo 1.16 leaves out the "D:" that dates begin with, and has three blanks before the key: two of them make
 * room for it. Other versions of Cairo write it. False when nothing can be written. */
static bool
fix_date(FILE *pdf, long from, const char *objects)
{
	static const char wrong[] = "\n   /CreationDate (2", right[] = "\n /CreationDate (D:2";
	const char *at = g_strrstr(objects, wrong);

	_Static_assert(sizeof wrong == sizeof right, "nothing moves");
	return at == NULL ||
		(fseek(pdf, from + (at - objects), SEEK_SET) == 0 && fputs(right, pdf) >= 0 && fflush(pdf) == 0);
}

char *
pdf_preferences(FILE *pdf, enum sides sides)
{
	char tail[TAIL + 1], objects[OBJECTS + 1], head[48];
	unsigned size, root, info;
	long table; /* where the cross-reference table begins */

	if (fseek(pdf, 0, SEEK_END) != 0)
		return NULL;
	long end = ftell(pdf);
	if (end < TAIL || !read_at(pdf, end - TAIL, TAIL, tail))
		return NULL;
	const char *trailer = strstr(tail, "trailer\n"), *start = strstr(tail, "startxref\n");
	if (trailer == NULL || start == NULL ||
		sscanf(trailer, "trailer << /Size %u /Root %u 0 R /Info %u 0 R", &size, &root, &info) != 3 ||
		sscanf(start, "startxref %ld", &table) != 1 || table <= 0 || table >= end)
		return NULL;
	long from = MAX(0, table - OBJECTS);
	if (!read_at(pdf, from, (size_t)(table - from), objects) || !fix_date(pdf, from, objects))
		return NULL;
	/* What the catalog says, without its brackets: the last object before the table. */
	g_snprintf(head, sizeof head, "\n%u 0 obj\n<< /Type /Catalog\n", root);
	const char *catalog = g_strrstr(objects, head), *catalog_end = g_strrstr(objects, "\n>>\nendobj\n");
	if (catalog == NULL || catalog_end == NULL || catalog_end < catalog)
		return NULL;
	catalog += strcspn(catalog, "<") + 2;
	g_autofree char *object = g_strdup_printf(
		"%u 0 obj\n<<%.*s\n   /Version /1.7\n   /ViewerPreferences << /PrintScaling /None%s >>\n>>\nendobj\n",
		root, (int)(catalog_end - catalog), catalog, duplex[sides]);
	return g_strdup_printf("%sxref\n%u 1\n%010ld 00000 n \ntrailer\n<< /Size %u\n   /Root %u 0 R\n"
			       "   /Info %u 0 R\n   /Prev %ld\n>>\nstartxref\n%ld\n%%%%EOF\n",
		object, root, end, size, root, info, table, end + (long)strlen(object));
}

bool
pdf_boxes_add(const char *from, const char *to, const double *trim, unsigned pages, struct problem *problem)
{
	qpdf_data pdf = qpdf_init();
	bool fine = (qpdf_read(pdf, from, NULL) & QPDF_ERRORS) == 0;

	for (unsigned i = 0; fine && i < pages; i++) {
		if (trim[i] <= 0)
			continue;
		qpdf_oh page = qpdf_get_page_n(pdf, i), media = qpdf_oh_get_key(pdf, page, "/MediaBox");
		double w = qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, media, 2));
		double h = qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, media, 3));
		double corner[] = {trim[i], trim[i], w - trim[i], h - trim[i]};
		qpdf_oh box = qpdf_oh_new_array(pdf);

		for (size_t k = 0; k < G_N_ELEMENTS(corner); k++)
			qpdf_oh_append_item(pdf, box, qpdf_oh_new_real_from_double(pdf, corner[k], 3));
		qpdf_oh_replace_key(pdf, page, "/TrimBox", box);
		qpdf_oh_replace_key(pdf, page, "/BleedBox", media);
	}
	if (fine)
		fine = (qpdf_init_write(pdf, to) & QPDF_ERRORS) == 0;
	if (fine) {
		qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
		fine = (qpdf_write(pdf) & QPDF_ERRORS) == 0;
	}
	if (!fine)
		atomic_file_unwritable(to,
			qpdf_has_error(pdf) ? qpdf_get_error_full_text(pdf, qpdf_get_error(pdf))
					    : "the page boxes failed",
			problem);
	qpdf_cleanup(&pdf);
	return fine;
}
