/* SPDX-License-Identifier: MIT
 * Pages in memory. */
#include "kiosk/prints/memory_document.h"

#include "gen/canvas/shaping.h"
#include "kiosk/prints/svg_bytes.h"

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

GBytes *
memory_document_draw(struct memory_document *documents, const struct memory_pages *pages, struct problem *problem)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&documents->drawing);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	const struct document_options options = {.bytes = bytes,
		.format = pages->format,
		.ink = pages->ink,
		.title = pages->title,
		.subject = pages->subject};
	struct document *document = document_create(&options, documents->shaper, problem);

	if (document == NULL)
		return NULL;
	for (unsigned i = 0; i < pages->pages; i++) {
		struct canvas *canvas = document_page(document, &pages->paper, pages->w, pages->h, NULL);

		if (canvas == NULL || !canvas_status(canvas))
			break;
		pages->draw(pages->data, i, canvas);
	}
	if (!document_finish(document, problem))
		return NULL;
	return pages->format == FORMAT_SVG ? svg_bytes_finish(g_steal_pointer(&bytes))
					   : g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
}

char *
memory_document_missing(struct memory_document *documents, const char *text)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&documents->drawing);

	return shaper_missing(documents->shaper, text);
}
