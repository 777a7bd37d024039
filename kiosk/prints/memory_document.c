/* SPDX-License-Identifier: MIT
 * Pages in memory. */
#include "kiosk/prints/memory_document.h"

#include <string.h>

#include "gen/canvas/shaping.h"

struct memory_document {
	GMutex drawing; /* struct shaper belongs to one thread at a time */
	struct shaper *shaper;
};

struct memory_document *
memory_document_create(char **problem)
{
	struct shaper *shaper = shaper_create(problem);
	struct memory_document *documents;

	if (shaper == NULL)
		return NULL;
	documents = g_new0(struct memory_document, 1);
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

static bool
draw_pages(struct memory_document *documents, const struct memory_pages *pages, GByteArray *bytes,
	char **problem)
{
	const struct document_options options = {.bytes = bytes,
		.format = pages->format,
		.ink = pages->ink,
		.title = pages->title,
		.subject = pages->subject};
	struct document *document = document_create(&options, documents->shaper, problem);

	if (document == NULL)
		return false;
	for (unsigned i = 0; i < pages->pages; i++) {
		struct canvas *canvas =
			document_page(document, &pages->paper, pages->w, pages->h, NULL);

		if (canvas == NULL || !canvas_status(canvas))
			break;
		pages->draw(pages->data, i, canvas);
	}
	return document_finish(document, problem);
}

/* The bytes of an id like "image5" at a place, and how many of them are its word; 0 for none. */
static size_t
id_length(const char *at, const char *end, size_t *word)
{
	static const char *const words[] = {"image", "surface", "source", "mask", "clip"};
	size_t length;

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		length = *word = strlen(words[i]);
		if ((size_t)(end - at) <= length || memcmp(at, words[i], length) != 0)
			continue;
		while (at + length < end && g_ascii_isdigit(at[length]))
			length++;
		return length > *word ? length : 0;
	}
	return 0;
}

/* Adds what an id is called instead. */
static void
add_id(GByteArray *out, GHashTable *numbers, const char *at, size_t length, size_t word)
{
	char *id = g_strndup(at, length), number[16];
	unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, id));

	if (known == 0) {
		known = g_hash_table_size(numbers) + 1;
		g_hash_table_insert(numbers, g_strdup(id), GUINT_TO_POINTER(known));
	}
	g_snprintf(number, sizeof number, "%u", known);
	g_byte_array_append(out, (const guint8 *)at, (guint)word);
	g_byte_array_append(out, (const guint8 *)number, (guint)strlen(number));
	g_free(id);
}

/* Cairo numbers what it makes through the life of the program: "image5" is "image18" the next time.
 * The same drawing is to be the same bytes, so that they are numbered again from 1. Its images are
 * marks with a pixel a module: they are to stay sharp however large they are shown. */
static GBytes *
finish_svg(GByteArray *bytes)
{
	static const char image[] = "<image id=\"",
			  sharp[] = "<image image-rendering=\"pixelated\" id=\"";
	GHashTable *numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const char *at = (const char *)bytes->data, *end = at + bytes->len;
	GByteArray *out = g_byte_array_sized_new(bytes->len);

	while (at < end) {
		const char *from = at;
		size_t length, word;

		/* An id stands behind one of these, and neither is in a picture's base 64. */
		while (at < end && *at != '"' && *at != '#')
			at++;
		at += at < end;
		length = (size_t)(at - from);
		if (length >= strlen(image) && memcmp(at - strlen(image), image, strlen(image)) == 0) {
			g_byte_array_append(out, (const guint8 *)from, (guint)(length - strlen(image)));
			g_byte_array_append(out, (const guint8 *)sharp, (guint)strlen(sharp));
		} else {
			g_byte_array_append(out, (const guint8 *)from, (guint)length);
		}
		length = id_length(at, end, &word);
		if (length > 0)
			add_id(out, numbers, at, length, word);
		at += length;
	}
	g_hash_table_destroy(numbers);
	g_byte_array_free(bytes, TRUE);
	return g_byte_array_free_to_bytes(out);
}

GBytes *
memory_document_draw(
	struct memory_document *documents, const struct memory_pages *pages, char **problem)
{
	GByteArray *bytes = g_byte_array_new();
	bool drawn;

	g_mutex_lock(&documents->drawing);
	drawn = draw_pages(documents, pages, bytes, problem);
	g_mutex_unlock(&documents->drawing);
	if (drawn && pages->format == FORMAT_SVG)
		return finish_svg(bytes);
	if (drawn)
		return g_byte_array_free_to_bytes(bytes);
	g_byte_array_free(bytes, TRUE);
	return NULL;
}
