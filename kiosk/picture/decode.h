/* SPDX-License-Identifier: MIT
 * Decodes the bytes of a file to grey images: JPEG, PNG, WebP and TIFF, by the usual libraries. The type of a
 * file is recognised by its first bytes, never by its name. An image that is truncated or damaged is refused: a mark or
 * a piece might be missing in it, and sending it again is easy. Nothing here prints, opens files or waits. The bytes
 * may be hostile: programs decode in a worker (worker.h), only tests do so directly. */
#pragma once

#include <stdbool.h>

#include "kiosk/picture/image.h"

enum decode_type {
	DECODE_TYPE_UNKNOWN,
	DECODE_TYPE_JPEG,
	DECODE_TYPE_PNG,
	DECODE_TYPE_WEBP,
	DECODE_TYPE_TIFF,
	DECODE_TYPE_PDF,
	DECODE_TYPE_HEIF, /* recognised only to tell people what to do */
};

enum decode_status {
	DECODE_OK,
	DECODE_UNKNOWN, /* none of the types above */
	DECODE_HEIF,
	DECODE_ANIMATED,
	DECODE_UNUSUAL, /* a variant of its type that the library does not read */
	DECODE_HUGE,    /* width and height are set */
	DECODE_CUT,     /* truncated */
	DECODE_DAMAGED,
	DECODE_PAGES,   /* more than IMAGE_PAGES_MAX; the first were handed over */
	DECODE_LOCKED,  /* a PDF that cannot be read, since it has a password or is damaged */
	DECODE_TIME,    /* rendering exceeded the limit of processor time */
	DECODE_NO_TOOL, /* the program that renders PDFs is not installed */
	DECODE_MEMORY,
	DECODE_STOPPED, /* the receiver refused a page */
	DECODE_STATUSES,
};

/* A file that is being decoded. */
struct decoder {
	const uint8_t *bytes;
	size_t size;
	uint64_t pixels_max; /* of one page, checked in its header; IMAGE_PIXELS_MAX at most */

	/* Receives a page; the pixels remain the decoder's. False ends the decoding. */
	bool (*page)(void *receiver, const struct image *image);
	void *receiver;

	uint32_t skip;          /* pages to skip: a worker has crashed on the last of them */
	uint32_t pages;         /* handed over or skipped so far */
	uint32_t width, height; /* of the last page that was examined, as stored in the file */
	uint32_t faulty;        /* the page that decode()'s status is of; 0 if it is of the whole file */
};

enum decode_type decode_type(const uint8_t *bytes, size_t size);

/* Hands over every page. Pages before a fault are handed over; of a TIFF those after it, too. A PDF is DECODE_UNKNOWN
 * here: see decode_pdf.h. */
enum decode_status decode(struct decoder *decoder);

/* For the decoders. decode_begin() checks the size of a page and allocates its pixels. */
enum decode_status decode_begin(struct decoder *decoder, uint64_t width, uint64_t height, struct image *image);

/* Turns a page upright (orientation 1 to 8 as in EXIF, others are 1) and hands it over if its status so far is
 * DECODE_OK. Frees its pixels in any case. Returns the new status. */
enum decode_status decode_end(
	struct decoder *decoder, enum decode_status status, struct image *image, unsigned orientation);

enum decode_status decode_jpeg(struct decoder *decoder);
enum decode_status decode_png(struct decoder *decoder);
enum decode_status decode_webp(struct decoder *decoder);
enum decode_status decode_tiff(struct decoder *decoder);

/* The luma of a colour, by the weights of JPEG. */
static inline uint8_t
decode_grey(unsigned red, unsigned green, unsigned blue)
{
	return (uint8_t)((77 * red + 150 * green + 29 * blue + 128) >> 8);
}

/* The orientation in a block of EXIF; 1 if it has none. */
unsigned decode_exif(const uint8_t *bytes, size_t size);
unsigned decode_exif_chunks(const uint8_t *bytes, size_t size, enum decode_type type); /* from a whole PNG or WebP */
