/* SPDX-License-Identifier: MIT
 * Signatures of files. */
#define _GNU_SOURCE
#include "gen/canvas/signature.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

/* Bytes of the magic number and the IHDR chunk, which comes first. */
#define PNG_HEAD 33

/* Bytes of a pHYs chunk. */
#define PNG_PHYS 21

/* A tEXt chunk: its length, its type, keyword and text, its checksum. */
static const unsigned char png_text[] = "\0\0\0\x12"
					"tEXtSoftware\0Seedpress"
					"\x05\xfc\xe5\xc4";

/* How our files begin, and what they contain. */
static const struct kind {
	const char *head;
	const char *mark;
	size_t length; /* of the mark */
} kinds[] = {
	{"%PDF-", "(" SIGNATURE_PDF ")", sizeof SIGNATURE_PDF + 1},
	{"\x89PNG", (const char *)png_text, sizeof png_text - 1},
	{"<?xml", SIGNATURE_SVG, sizeof SIGNATURE_SVG - 1},
	{"{", "\"format\": \"seedpress-kit\"", 25},
	{"code,seed,game,round,table,seat,file,page,filter\n", "code", 4},
};

struct png_stream {
	cairo_write_func_t write;
	void *closure;
	size_t written;
	int dpi; /* or 0 */
};

/* Passes bytes on and inserts our chunks after the head. The resolution is in pixels per metre in both directions. The
 * checksum covers all but the length. */
static cairo_status_t
write_png(void *closure, const unsigned char *bytes, unsigned length)
{
	struct png_stream *stream = closure;
	unsigned before = 0;
	cairo_status_t status = CAIRO_STATUS_SUCCESS;

	if (stream->written < PNG_HEAD && stream->written + length >= PNG_HEAD) {
		uint32_t per_metre = GUINT32_TO_BE((uint32_t)lround(stream->dpi / 0.0254));
		unsigned char phys[PNG_PHYS] = "\0\0\0\x09pHYs";

		memcpy(phys + 8, &per_metre, 4);
		memcpy(phys + 12, &per_metre, 4);
		phys[16] = 1;
		uint32_t checksum = GUINT32_TO_BE((uint32_t)crc32(0, phys + 4, 13));
		memcpy(phys + 17, &checksum, 4);
		before = (unsigned)(PNG_HEAD - stream->written);
		status = stream->write(stream->closure, bytes, before);
		if (status == CAIRO_STATUS_SUCCESS)
			status = stream->write(stream->closure, png_text, sizeof png_text - 1);
		if (status == CAIRO_STATUS_SUCCESS && stream->dpi != 0)
			status = stream->write(stream->closure, phys, sizeof phys);
	}
	stream->written += length;
	if (status != CAIRO_STATUS_SUCCESS || length == before)
		return status;
	return stream->write(stream->closure, bytes + before, length - before);
}

cairo_status_t
signature_png(cairo_surface_t *surface, int dpi, cairo_write_func_t write, void *closure)
{
	struct png_stream stream = {.write = write, .closure = closure, .dpi = dpi};

	return cairo_surface_write_to_png_stream(surface, write_png, &stream);
}

bool
signature_found(const char *name)
{
	g_autoptr(GMappedFile) file = g_mapped_file_new(name, FALSE, NULL);
	const char *text = file == NULL ? NULL : g_mapped_file_get_contents(file);
	size_t length = file == NULL ? 0 : g_mapped_file_get_length(file);

	for (size_t i = 0; text != NULL && i < G_N_ELEMENTS(kinds); i++) {
		size_t head = strlen(kinds[i].head);

		if (length > head && memcmp(text, kinds[i].head, head) == 0 &&
			memmem(text, length, kinds[i].mark, kinds[i].length) != NULL)
			return true;
	}
	return false;
}
