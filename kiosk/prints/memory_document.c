/* SPDX-License-Identifier: MIT
 * Pages drawn in memory. */
#include "kiosk/prints/memory_document.h"

#include <string.h>

#include "gen/canvas/shaping.h"

struct memory_document {
	GMutex drawing; /* struct shaper belongs to one thread at a time */
	struct shaper *shaper;
};

struct memory_document *
memory_document_create(struct problem *problem)
{
	struct shaper *shaper = shaper_create(problem);

	if (shaper == NULL)
		return NULL;
	struct memory_document *documents = g_new0(struct memory_document, 1);
	documents->shaper = shaper;
	g_mutex_init(&documents->drawing);
	return documents;
}

void
memory_document_destroy(struct memory_document *documents)
{
	if (documents == NULL)
		return;
	shaper_destroy(documents->shaper);
	g_mutex_clear(&documents->drawing);
	g_free(documents);
}

/* Appends an id with its number in this drawing. */
static gboolean
renumber(const GMatchInfo *match, GString *out, gpointer data)
{
	g_autofree char *start = g_match_info_fetch(match, 1), *all = g_match_info_fetch(match, 0);
	const char *id = all + 1;
	GHashTable *numbers = data;

	if (!g_hash_table_contains(numbers, id))
		g_hash_table_insert(numbers, g_strdup(id), GUINT_TO_POINTER(g_hash_table_size(numbers) + 1));
	g_string_append_printf(out, "%s%u", start, GPOINTER_TO_UINT(g_hash_table_lookup(numbers, id)));
	return FALSE;
}

GBytes *
memory_pages_draw(const struct memory_pages *pages, struct shaper *shaper, struct problem *problem)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	const struct document_options options = {.bytes = bytes,
		.format = pages->format,
		.ink = pages->ink,
		.title = pages->title,
		.subject = pages->subject};
	struct document *document = document_create(&options, shaper, problem);

	if (document == NULL)
		return NULL;
	for (unsigned i = 0; i < pages->pages; i++) {
		const struct page *page = pages->planned == NULL ? NULL : &pages->planned[i];
		struct canvas *canvas = document_page(document, &pages->paper, page == NULL ? pages->w : page->w,
			page == NULL ? pages->h : page->h, NULL);

		if (canvas == NULL || !canvas_status(canvas))
			break;
		if (page != NULL)
			page->draw(page, canvas);
		else
			pages->draw(pages->data, i, canvas);
	}
	if (!document_finish(document, problem))
		return NULL;
	if (pages->format != FORMAT_SVG)
		return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
	/* Cairo numbers ids throughout the life of the program: "image5" is "image18" the next time. Here they are
	 * numbered from 1, so that the same drawing is the same bytes. An id follows one of these two characters, and
	 * neither occurs in an image's base64. */
	g_autoptr(GRegex) ids =
		g_regex_new("([\"#](?:image|surface|source|mask|clip))[0-9]+", G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
	g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GString) text = g_string_new_len((const char *)bytes->data, bytes->len);
	/* Its images are marks with one pixel per module, which have to stay sharp at any size. */
	g_string_replace(text, "<image id=\"", "<image image-rendering=\"pixelated\" id=\"", 0);
	char *out = g_regex_replace_eval(ids, text->str, (gssize)text->len, 0, 0, renumber, numbers, NULL);
	g_assert(out != NULL);
	return g_bytes_new_take(out, strlen(out));
}

GBytes *
memory_document_draw(struct memory_document *documents, const struct memory_pages *pages, struct problem *problem)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&documents->drawing);

	return memory_pages_draw(pages, documents->shaper, problem);
}

char *
memory_document_missing(struct memory_document *documents, const char *text)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&documents->drawing);

	return shaper_missing(documents->shaper, text);
}
