/* SPDX-License-Identifier: MIT
 * TIFF by libtiff, page by page: fax, grey, palette, colour, strips or tiles, all by its RGBA reader. Thumbnails and
 * masks are not pages. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

#include "kiosk/picture/decode.h"

/* Largest single allocation of libtiff in bytes: what a hundred megapixels in colour need. */
#define SINGLE_MAX (512 << 20)

/* A file in memory, as libtiff wants it. */
struct tape {
	const uint8_t *bytes;
	size_t size;
	uint64_t at;
	bool failed; /* libtiff has reported an error, which its functions do not always return */
};

static tmsize_t
tape_read(thandle_t handle, void *to, tmsize_t size)
{
	struct tape *tape = handle;
	uint64_t left = tape->at < tape->size ? tape->size - tape->at : 0;
	size_t taken = (uint64_t)size < left ? (size_t)size : (size_t)left;

	memcpy(to, tape->bytes + (taken > 0 ? tape->at : 0), taken);
	tape->at += taken;
	return (tmsize_t)taken;
}

static tmsize_t
tape_write(thandle_t handle, void *from, tmsize_t size)
{
	(void)handle;
	(void)from;
	(void)size;
	return 0;
}

static toff_t
tape_seek(thandle_t handle, toff_t offset, int whence)
{
	struct tape *tape = handle;

	if (whence == SEEK_CUR)
		offset += tape->at;
	else if (whence == SEEK_END)
		offset += tape->size;
	return tape->at = offset;
}

static int
tape_close(thandle_t handle)
{
	(void)handle;
	return 0;
}

static toff_t
tape_size(thandle_t handle)
{
	return ((const struct tape *)handle)->size;
}

static int
on_error(TIFF *tiff, void *data, const char *module, const char *format, va_list args)
{
	(void)tiff;
	(void)module;
	(void)format;
	(void)args;
	((struct tape *)data)->failed = true;
	return 1;
}

static TIFF *
open_tape(struct tape *tape)
{
	TIFFOpenOptions *options = TIFFOpenOptionsAlloc();

	if (options == NULL)
		return NULL;
	TIFFSetWarningHandler(NULL);
	TIFFOpenOptionsSetMaxSingleMemAlloc(options, SINGLE_MAX);
	TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, tape);
	TIFF *tiff = TIFFClientOpenExt(
		"picture", "rm", tape, tape_read, tape_write, tape_seek, tape_close, tape_size, NULL, NULL, options);
	TIFFOpenOptionsFree(options);
	return tiff;
}

/* Reads the pixels of a page as it is stored, by way of four bytes of colour each. */
static enum decode_status
read_pixels(TIFF *tiff, struct tape *tape, struct image *image)
{
	size_t pixels = (size_t)image->width * (size_t)image->height;
	uint32_t *colours = malloc(pixels * sizeof *colours);
	char words[1024];
	TIFFRGBAImage rgba;

	if (colours == NULL)
		return DECODE_MEMORY;
	if (!TIFFRGBAImageBegin(&rgba, tiff, 1, words)) {
		free(colours);
		return DECODE_UNUSUAL;
	}
	rgba.req_orientation = rgba.orientation;
	bool read = TIFFRGBAImageGet(&rgba, colours, (uint32_t)image->width, (uint32_t)image->height) == 1;
	TIFFRGBAImageEnd(&rgba);
	/* The colours are premultiplied by their alpha; the rest is white paper. */
	for (size_t i = 0; read && i < pixels; i++) {
		uint32_t c = colours[i];
		unsigned grey = decode_grey(TIFFGetR(c), TIFFGetG(c), TIFFGetB(c)) + 255 - TIFFGetA(c);

		image->grey[i] = (uint8_t)(grey < 255 ? grey : 255);
	}
	free(colours);
	return read && !tape->failed ? DECODE_OK : DECODE_DAMAGED;
}

/* Reads a page, unless a strip or tile of it lies beyond the end of the file. */
static enum decode_status
read_page(struct decoder *decoder, TIFF *tiff, struct tape *tape)
{
	uint32_t width = 0, height = 0, kind = 0, pieces = 0;
	uint16_t orientation = 1;
	struct image image;

	TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
	if ((kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0)
		return DECODE_OK;
	if (decoder->pages < decoder->skip) {
		decoder->pages++;
		return DECODE_OK;
	}
	TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
	TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
	enum decode_status status = decode_begin(decoder, width, height, &image);
	if (status == DECODE_OK)
		pieces = TIFFIsTiled(tiff) ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
	for (uint32_t i = 0; status == DECODE_OK && i < pieces && !tape->failed; i++) {
		uint64_t at = TIFFGetStrileOffset(tiff, i), bytes = TIFFGetStrileByteCount(tiff, i);

		if (!tape->failed && (at > tape->size || bytes > tape->size - at))
			status = DECODE_CUT;
	}
	if (status == DECODE_OK)
		status = read_pixels(tiff, tape, &image);
	return decode_end(decoder, status, &image, orientation);
}

/* Whether the directory is missing: in a classic TIFF it is often the end of the file. */
static bool
lacks_directory(const struct decoder *decoder)
{
	const uint8_t *b = decoder->bytes;
	uint32_t at;

	if (decoder->size < 8)
		return true;
	memcpy(&at, b + 4, sizeof at);
	at = b[0] == 'I' ? GUINT32_FROM_LE(at) : GUINT32_FROM_BE(at);
	return (b[2] == '*' || b[3] == '*') && at >= decoder->size;
}

enum decode_status
decode_tiff(struct decoder *decoder)
{
	struct tape tape = {.bytes = decoder->bytes, .size = decoder->size};
	enum decode_status status, fault = DECODE_OK;
	uint32_t width = 0, height = 0;
	bool last = false;
	TIFF *tiff;

	if (lacks_directory(decoder))
		return DECODE_CUT;
	tiff = open_tape(&tape);
	if (tiff == NULL)
		return DECODE_DAMAGED;
	do {
		status = tape.failed ? DECODE_DAMAGED : read_page(decoder, tiff, &tape);
		last = TIFFLastDirectory(tiff);
		if (status != DECODE_DAMAGED && status != DECODE_CUT && status != DECODE_UNUSUAL &&
			status != DECODE_HUGE)
			continue;
		/* A fault of one page. The first one is reported; the pages after it may be intact. */
		if (fault == DECODE_OK) {
			fault = status;
			decoder->faulty = decoder->pages + 1;
			width = decoder->width;
			height = decoder->height;
		}
		decoder->pages++;
		tape.failed = false;
		status = DECODE_OK;
	} while (status == DECODE_OK && !last && TIFFReadDirectory(tiff));
	TIFFClose(tiff);
	if (status == DECODE_OK && (!last || decoder->pages == 0))
		status = DECODE_DAMAGED;
	if (decoder->pages == 1 || status != DECODE_OK)
		decoder->faulty = 0;
	if (fault == DECODE_OK || status != DECODE_OK)
		return status;
	decoder->width = width;
	decoder->height = height;
	return fault;
}
