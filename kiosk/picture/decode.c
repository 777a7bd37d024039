/* SPDX-License-Identifier: MIT
 * Recognises the type of a file, and what the decoders share: limits, orientation, handing over. */
#include "kiosk/picture/decode.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of junk before the header of a PDF that readers tolerate, including Adobe's. */
#define PDF_JUNK 1024

/* Side in pixels of a block that is rotated at once: its rows and columns fit into the cache together. */
#define BLOCK 32

static bool
starts(const uint8_t *bytes, size_t size, size_t at, const char *magic, size_t length)
{
	return size >= at + length && memcmp(bytes + at, magic, length) == 0;
}

enum decode_type
decode_type(const uint8_t *bytes, size_t size)
{
	/* Phones' HEIC and AVIF: a box "ftyp" with one of these brands. */
	static const char brands[][5] = {"heic", "heix", "hevc", "heim", "mif1", "msf1", "avif", "avis"};
	static const struct {
		enum decode_type type;
		const char *magic;
		size_t length;
	} types[] = {
		{DECODE_TYPE_JPEG, "\xFF\xD8\xFF", 3},
		{DECODE_TYPE_PNG, "\x89PNG\r\n\x1A\n", 8},
		{DECODE_TYPE_TIFF, "II*\0", 4},
		{DECODE_TYPE_TIFF, "MM\0*", 4},
		{DECODE_TYPE_TIFF, "II+\0", 4},
		{DECODE_TYPE_TIFF, "MM\0+", 4},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (starts(bytes, size, 0, types[i].magic, types[i].length))
			return types[i].type;
	for (size_t i = 0; starts(bytes, size, 4, "ftyp", 4) && i < G_N_ELEMENTS(brands); i++)
		if (starts(bytes, size, 8, brands[i], 4))
			return DECODE_TYPE_HEIF;
	if (starts(bytes, size, 0, "RIFF", 4) && starts(bytes, size, 8, "WEBP", 4))
		return DECODE_TYPE_WEBP;
	for (size_t at = 0; at <= PDF_JUNK && at < size; at++)
		if (starts(bytes, size, at, "%PDF-", 5))
			return DECODE_TYPE_PDF;
	return DECODE_TYPE_UNKNOWN;
}

enum decode_status
decode(struct decoder *decoder)
{
	static enum decode_status (*const readers[])(struct decoder *) = {[DECODE_TYPE_JPEG] = decode_jpeg,
		[DECODE_TYPE_PNG] = decode_png,
		[DECODE_TYPE_WEBP] = decode_webp,
		[DECODE_TYPE_TIFF] = decode_tiff,
		[DECODE_TYPE_HEIF] = NULL};
	enum decode_type type = decode_type(decoder->bytes, decoder->size);

	if (decoder->skip > 0 && type != DECODE_TYPE_TIFF)
		return DECODE_OK; /* the others have one page */
	if (type == DECODE_TYPE_HEIF)
		return DECODE_HEIF;
	return readers[type] != NULL ? readers[type](decoder) : DECODE_UNKNOWN;
}

enum decode_status
decode_begin(struct decoder *decoder, uint64_t width, uint64_t height, struct image *image)
{
	*image = (struct image){0};
	if (width == 0 || height == 0)
		return DECODE_DAMAGED;
	decoder->width = (uint32_t)MIN(width, UINT32_MAX);
	decoder->height = (uint32_t)MIN(height, UINT32_MAX);
	if (decoder->pages >= IMAGE_PAGES_MAX)
		return DECODE_PAGES;
	if (width > decoder->pixels_max || height > decoder->pixels_max / width)
		return DECODE_HUGE;
	image->grey = malloc(width * height);
	if (image->grey == NULL)
		return DECODE_MEMORY;
	image->width = (int32_t)width;
	image->height = (int32_t)height;
	return DECODE_OK;
}

/* Rotates and mirrors an image, block by block. False without memory; then it is unchanged. */
static bool
turn(struct image *image, unsigned orientation)
{
	bool lying = orientation >= 5; /* rows become columns */
	bool mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
	bool flipped = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
	ptrdiff_t w = image->width, h = image->height, along = mirrored ? -1 : 1, across = flipped ? -w : w;
	ptrdiff_t right = lying ? across : along, down = lying ? along : across;
	const uint8_t *first = image->grey + (mirrored ? w - 1 : 0) + (flipped ? (h - 1) * w : 0);
	struct image turned = {(int32_t)(lying ? h : w), (int32_t)(lying ? w : h), malloc((size_t)w * (size_t)h)};

	if (turned.grey == NULL)
		return false;
	for (int32_t top = 0; top < turned.height; top += BLOCK)
		for (int32_t left = 0; left < turned.width; left += BLOCK) {
			int32_t bottom = MIN(turned.height, top + BLOCK), end = MIN(turned.width, left + BLOCK);

			for (int32_t y = top; y < bottom; y++) {
				uint8_t *row = turned.grey + (size_t)y * (size_t)turned.width;

				for (int32_t x = left; x < end; x++)
					row[x] = first[x * right + y * down];
			}
		}
	image_finish(image);
	*image = turned;
	return true;
}

enum decode_status
decode_end(struct decoder *decoder, enum decode_status status, struct image *image, unsigned orientation)
{
	if (status == DECODE_OK && orientation >= 2 && orientation <= 8 && !turn(image, orientation))
		status = DECODE_MEMORY;
	if (status == DECODE_OK && !decoder->page(decoder->receiver, image))
		status = DECODE_STOPPED;
	decoder->pages += status == DECODE_OK;
	image_finish(image);
	return status;
}
