/* SPDX-License-Identifier: MIT
 * An update of the catalog, and the date of creation. */
#include "gen/canvas/pdf_preferences.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define TAIL    256  /* bytes: trailer, startxref and the end */
#define CATALOG 2048 /* the most before the table of objects that is looked at */

static const char *const duplex[] = {
	[SIDES_ANY] = "", [SIDES_ONE] = " /Duplex /Simplex", [SIDES_TWO] = " /Duplex /DuplexFlipLongEdge"};

struct trailer {
	long end;   /* of the file */
	long table; /* where the table of objects begins */
	unsigned size, root, info;
};

/* The text from a place on; false when it is not there. */
static bool
read_at(FILE *pdf, long at, size_t length, char *text)
{
	if (fseek(pdf, at, SEEK_SET) != 0 || fread(text, 1, length, pdf) != length)
		return false;
	for (size_t i = 0; i < length; i++) /* bytes of streams do not end a text */
		if (text[i] == '\0')
			text[i] = ' ';
	text[length] = '\0';
	return true;
}

static bool
read_trailer(FILE *pdf, struct trailer *trailer)
{
	char tail[TAIL + 1], *at, *start;

	if (fseek(pdf, 0, SEEK_END) != 0 || (trailer->end = ftell(pdf)) < TAIL ||
		!read_at(pdf, trailer->end - TAIL, TAIL, tail))
		return false;
	at = strstr(tail, "trailer\n");
	start = strstr(tail, "startxref\n");
	return at != NULL && start != NULL &&
		sscanf(at, "trailer << /Size %u /Root %u 0 R /Info %u 0 R", &trailer->size, &trailer->root,
			&trailer->info) == 3 &&
		sscanf(start, "startxref %ld", &trailer->table) == 1 && trailer->table > 0 &&
		trailer->table < trailer->end;
}

/* What the catalog says, without its brackets: the last object before the table. */
static char *
read_catalog(FILE *pdf, const struct trailer *trailer)
{
	size_t length = (size_t)MIN(trailer->table, CATALOG);
	char text[CATALOG + 1], head[48], *at, *end;

	if (!read_at(pdf, trailer->table - (long)length, length, text))
		return NULL;
	g_snprintf(head, sizeof head, "\n%u 0 obj\n<< /Type /Catalog\n", trailer->root);
	at = g_strrstr(text, head);
	end = g_strrstr(text, "\n>>\nendobj\n");
	if (at == NULL || end == NULL || end < at)
		return NULL;
	at += strcspn(at, "<") + 2;
	return g_strndup(at, (size_t)(end - at));
}

/* Cairo 1.16 leaves out the "D:" that dates begin with, and has three blanks before the key: two of them make
 * room for it. Other versions of Cairo write it. False when nothing can be written. */
static bool
fix_date(FILE *pdf, const struct trailer *trailer)
{
	static const char wrong[] = "\n   /CreationDate (2", right[] = "\n /CreationDate (D:2";
	size_t length = (size_t)MIN(trailer->table, CATALOG);
	char text[CATALOG + 1];
	const char *at;

	_Static_assert(sizeof wrong == sizeof right, "nothing moves");
	if (!read_at(pdf, trailer->table - (long)length, length, text))
		return false;
	at = g_strrstr(text, wrong);
	return at == NULL ||
		(fseek(pdf, trailer->table - (long)length + (at - text), SEEK_SET) == 0 && fputs(right, pdf) >= 0 &&
			fflush(pdf) == 0);
}

char *
pdf_preferences(FILE *pdf, enum sides sides)
{
	struct trailer trailer;
	char *catalog = NULL, *object, *update;

	if (!read_trailer(pdf, &trailer) || !fix_date(pdf, &trailer) || (catalog = read_catalog(pdf, &trailer)) == NULL)
		return NULL;
	object = g_strdup_printf("%u 0 obj\n<<%s\n   /Version /1.7\n"
				 "   /ViewerPreferences << /PrintScaling /None%s >>\n>>\nendobj\n",
		trailer.root, catalog, duplex[sides]);
	update = g_strdup_printf("%sxref\n%u 1\n%010ld 00000 n \ntrailer\n<< /Size %u\n   /Root %u 0 R\n"
				 "   /Info %u 0 R\n   /Prev %ld\n>>\nstartxref\n%ld\n%%%%EOF\n",
		object, trailer.root, trailer.end, trailer.size, trailer.root, trailer.info, trailer.table,
		trailer.end + (long)strlen(object));
	g_free(object);
	g_free(catalog);
	return update;
}
