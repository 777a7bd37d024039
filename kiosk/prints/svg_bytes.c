/* SPDX-License-Identifier: MIT
 * SVG made fit for a page. */
#include "kiosk/prints/svg_bytes.h"

#include <string.h>

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

/* Cairo numbers what it makes through the life of the program: "image5" is "image18" the next time.
 * The same drawing is to be the same bytes, so that they are numbered again from 1. Its images are
 * marks with a pixel a module: they are to stay sharp however large they are shown. */
GBytes *
svg_bytes_finish(GByteArray *bytes)
{
	static const char image[] = "<image id=\"", sharp[] = "<image image-rendering=\"pixelated\" id=\"";
	g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const char *at = (const char *)bytes->data, *end = at + bytes->len;
	GByteArray *out = g_byte_array_sized_new(bytes->len);

	while (at < end) {
		const char *from = at;
		size_t length, word;

		/* An id follows one of these, and neither is in a picture's base 64. */
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
		if (length > 0) {
			g_autofree char *id = g_strndup(at, length);
			unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, id));
			char number[16];

			if (known == 0) {
				known = g_hash_table_size(numbers) + 1;
				g_hash_table_insert(numbers, g_steal_pointer(&id), GUINT_TO_POINTER(known));
			}
			g_snprintf(number, sizeof number, "%u", known);
			g_byte_array_append(out, (const guint8 *)at, (guint)word);
			g_byte_array_append(out, (const guint8 *)number, (guint)strlen(number));
		}
		at += length;
	}
	g_byte_array_unref(bytes);
	return g_byte_array_free_to_bytes(out);
}
