/* SPDX-License-Identifier: MIT
 * PNG by libpng, row by row: palette, 16 bits, interlaced; transparency shows white paper. Its simplified interface is
 * not used, since it decodes interlaced pictures of 16 bits wrongly. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "kiosk/picture/decode.h"

/* The state, which survives a longjmp. */
struct reading {
	struct decoder *decoder;
	png_structp png;
	png_infop info;
	jmp_buf broken;
	enum decode_status status;
	size_t at; /* in the file */
	struct image image;
	uint8_t *samples; /* of a row, or of all rows if it is interlaced */
};

static void
give_up(struct reading *reading, enum decode_status status)
{
	reading->status = status;
	longjmp(reading->broken, 1);
}

/* libpng gives no error codes, only texts. */
static void
on_error(png_structp png, png_const_charp words)
{
	give_up(png_get_error_ptr(png), strstr(words, "memory") != NULL ? DECODE_MEMORY : DECODE_DAMAGED);
}

static void
on_warning(png_structp png, png_const_charp words)
{
	(void)png;
	(void)words;
}

static void
take(png_structp png, png_bytep to, size_t size)
{
	struct reading *reading = png_get_io_ptr(png);

	if (size > reading->decoder->size - reading->at)
		give_up(reading, DECODE_CUT);
	memcpy(to, reading->decoder->bytes + reading->at, size);
	reading->at += size;
}

static void
read_image(struct reading *reading)
{
	png_structp png = reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reading, on_error, on_warning);

	if (png == NULL || (reading->info = png_create_info_struct(png)) == NULL)
		give_up(reading, DECODE_MEMORY);
	png_set_read_fn(png, reading, take);
	png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
	/* Profiles, texts and other chunks are not unpacked. */
	png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
	png_read_info(png, reading->info);
	uint32_t width = png_get_image_width(png, reading->info), height = png_get_image_height(png, reading->info);
	enum decode_status status = decode_begin(reading->decoder, width, height, &reading->image);
	if (status != DECODE_OK)
		give_up(reading, status);
	png_set_expand(png);
	png_set_scale_16(png);
	bool interlaced = png_set_interlace_handling(png) > 1;
	png_read_update_info(png, reading->info);
	/* Rows of grey or three colours, with or without alpha. */
	size_t row = png_get_rowbytes(png, reading->info);
	unsigned channels = png_get_channels(png, reading->info);
	reading->samples = malloc(row * (interlaced ? height : 1));
	if (reading->samples == NULL)
		give_up(reading, DECODE_MEMORY);
	/* Seven passes; the last one completes the rows. */
	for (int pass = 1; interlaced && pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
		for (uint32_t y = 0; y < height; y++)
			png_read_row(png, reading->samples + y * row, NULL);
	for (uint32_t y = 0; y < height; y++) {
		uint8_t *from = reading->samples + (interlaced ? y * row : 0);
		uint8_t *to = reading->image.grey + (size_t)y * width;

		png_read_row(png, from, NULL);
		for (uint32_t x = 0; x < width; x++, from += channels) {
			unsigned grey = channels < 3 ? from[0] : decode_grey(from[0], from[1], from[2]);
			unsigned alpha = channels % 2 == 0 ? from[channels - 1] : 255;

			to[x] = (uint8_t)(alpha == 255 ? grey : (grey * alpha + 255 * (255 - alpha) + 127) / 255);
		}
	}
}

enum decode_status
decode_png(struct decoder *decoder)
{
	struct reading reading = {.decoder = decoder};

	if (setjmp(reading.broken) == 0)
		read_image(&reading);
	png_destroy_read_struct(&reading.png, &reading.info, NULL);
	free(reading.samples);
	return decode_end(decoder, reading.status, &reading.image,
		decode_exif_chunks(decoder->bytes, decoder->size, DECODE_TYPE_PNG));
}
