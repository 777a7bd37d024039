/* SPDX-License-Identifier: MIT
 * JPEG by libjpeg-turbo, directly to grey: chroma is decoded only if colours are asked for. The library continues after
 * damage and fills the rest with grey; here such a file is refused. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

#include "kiosk/picture/decode.h"

/* Pixels of a picture that are enough for its colours: larger ones are decoded at a smaller scale. */
#define COLOUR_PIXELS 3000000

/* The state, which survives a longjmp. */
struct reading {
	struct jpeg_decompress_struct jpeg;
	struct jpeg_error_mgr errors;
	jmp_buf broken;
	enum decode_status status;
	struct decoder *decoder;
	struct image image;
	struct colours colours;
	uint8_t *row;         /* of more than grey */
	unsigned orientation; /* as in EXIF */
};

static _Noreturn void
give_up(struct reading *reading, enum decode_status status)
{
	reading->status = status;
	longjmp(reading->broken, 1);
}

static void
on_error(j_common_ptr jpeg)
{
	switch (jpeg->err->msg_code) {
	case JERR_OUT_OF_MEMORY:
		give_up(jpeg->client_data, DECODE_MEMORY);
	case JERR_INPUT_EOF:
	case JERR_INPUT_EMPTY:
	case JWRN_JPEG_EOF:
		give_up(jpeg->client_data, DECODE_CUT);
	case JERR_ARITH_NOTIMPL:
	case JERR_BAD_PRECISION:
	case JERR_CONVERSION_NOTIMPL:
	case JERR_SOF_UNSUPPORTED:
		give_up(jpeg->client_data, DECODE_UNUSUAL);
	default:
		give_up(jpeg->client_data, DECODE_DAMAGED);
	}
}

/* Warnings mean damage, except for those that cameras and old programs cause regularly. */
static void
on_message(j_common_ptr jpeg, int level)
{
	if (level >= 0)
		return;
	switch (jpeg->err->msg_code) {
	case JWRN_ADOBE_XFORM:
	case JWRN_BOGUS_PROGRESSION:
	case JWRN_EXTRANEOUS_DATA:
	case JWRN_JFIF_MAJOR:
	case JWRN_TOO_MUCH_DATA:
		return;
	default:
		on_error(jpeg);
	}
}

/* Reads the pixels as grey, or as CMYK, which Adobe writes inverted: 255 is no ink. */
static void
read_image(struct reading *reading)
{
	struct jpeg_decompress_struct *jpeg = &reading->jpeg;
	bool inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
	enum decode_status status =
		decode_begin(reading->decoder, jpeg->image_width, jpeg->image_height, &reading->image);
	unsigned flip = jpeg->saw_Adobe_marker ? 0 : 255;

	if (status != DECODE_OK)
		give_up(reading, status);
	jpeg->out_color_space = inks ? JCS_CMYK : JCS_GRAYSCALE;
	jpeg_start_decompress(jpeg);
	if (inks && (reading->row = malloc((size_t)jpeg->output_width * 4)) == NULL)
		give_up(reading, DECODE_MEMORY);
	while (jpeg->output_scanline < jpeg->output_height) {
		uint8_t *to = reading->image.grey + (size_t)jpeg->output_scanline * jpeg->output_width;
		uint8_t *row = inks ? reading->row : to;

		if (jpeg_read_scanlines(jpeg, &row, 1) != 1)
			give_up(reading, DECODE_CUT);
		for (JDIMENSION x = 0; inks && x < jpeg->output_width; x++, row += 4) {
			unsigned light = decode_grey(row[0] ^ flip, row[1] ^ flip, row[2] ^ flip);

			to[x] = (uint8_t)(light * (row[3] ^ flip) / 255);
		}
	}
}

static void
read_colours(struct reading *reading)
{
	struct jpeg_decompress_struct *jpeg = &reading->jpeg;
	struct colours *colours = &reading->colours;

	if (jpeg->jpeg_color_space != JCS_YCbCr || jpeg->image_width == 0 || jpeg->image_height == 0 ||
		jpeg->image_height > IMAGE_PIXELS_MAX / jpeg->image_width)
		give_up(reading, DECODE_UNUSUAL);
	jpeg->out_color_space = JCS_YCbCr;
	jpeg->do_fancy_upsampling = FALSE;
	while (jpeg->scale_denom < 8 &&
		(uint64_t)jpeg->image_width * jpeg->image_height / (jpeg->scale_denom * jpeg->scale_denom) >
			COLOUR_PIXELS)
		jpeg->scale_denom *= 2;
	jpeg_start_decompress(jpeg);
	*colours = (struct colours){.width = (int32_t)jpeg->output_width,
		.height = (int32_t)jpeg->output_height,
		.shrink = jpeg->scale_denom,
		.blue_red = malloc(2 * (size_t)jpeg->output_width * jpeg->output_height)};
	reading->row = malloc(3 * (size_t)jpeg->output_width);
	if (colours->blue_red == NULL || reading->row == NULL)
		give_up(reading, DECODE_MEMORY);
	for (uint8_t *to = colours->blue_red; jpeg->output_scanline < jpeg->output_height;) {
		if (jpeg_read_scanlines(jpeg, &reading->row, 1) != 1)
			give_up(reading, DECODE_CUT);
		for (JDIMENSION x = 0; x < jpeg->output_width; x++) {
			*to++ = reading->row[3 * x + 1];
			*to++ = reading->row[3 * x + 2];
		}
	}
}

/* Reads a file by one of these two functions; what it has allocated is the caller's to finish. */
static enum decode_status
read_file(struct reading *reading, const uint8_t *bytes, size_t size, void (*read)(struct reading *reading))
{
	struct jpeg_decompress_struct *jpeg = &reading->jpeg;

	jpeg->err = jpeg_std_error(&reading->errors);
	jpeg->client_data = reading;
	reading->errors.error_exit = on_error;
	reading->errors.emit_message = on_message;
	if (setjmp(reading->broken) == 0) {
		jpeg_create_decompress(jpeg);
		jpeg_mem_src(jpeg, bytes, (unsigned long)size);
		jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
		jpeg_read_header(jpeg, TRUE);
		read(reading);
		reading->orientation = 1;
		for (jpeg_saved_marker_ptr at = jpeg->marker_list; at != NULL && reading->orientation == 1;
			at = at->next)
			reading->orientation = decode_exif(at->data, at->data_length);
	}
	jpeg_destroy_decompress(&reading->jpeg);
	free(reading->row);
	return reading->status;
}

bool
colours_read(const uint8_t *bytes, size_t size, struct colours *colours)
{
	struct reading reading = {0};

	if (decode_type(bytes, size) != DECODE_TYPE_JPEG || read_file(&reading, bytes, size, read_colours) != DECODE_OK)
		colours_finish(&reading.colours);
	*colours = reading.colours;
	colours->orientation = reading.orientation;
	return colours->blue_red != NULL;
}

enum decode_status
decode_jpeg(struct decoder *decoder)
{
	struct reading reading = {.decoder = decoder};
	enum decode_status status = read_file(&reading, decoder->bytes, decoder->size, read_image);

	return decode_end(decoder, status, &reading.image, reading.orientation);
}
