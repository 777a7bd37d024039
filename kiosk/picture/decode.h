/* SPDX-License-Identifier: MIT
 * From the bytes of a file to grey pictures: JPEG, PNG, WebP and TIFF, by the
 * libraries that are kept for them. What a file is its first bytes say, never
 * its name. Only whole pictures are handed on: of one that is cut short or
 * damaged nobody could tell later whether a mark or a piece of it is missing,
 * and sending it again is easy. Nothing here prints, opens or waits. The bytes
 * may be hostile: programs decode in a worker (worker.h), only tests directly. */
#ifndef SEEDPRESS_KIOSK_PICTURE_DECODE_H
#define SEEDPRESS_KIOSK_PICTURE_DECODE_H

#include <stdbool.h>

#include "kiosk/picture/image.h"

enum decode_type {
	DECODE_TYPE_UNKNOWN,
	DECODE_TYPE_JPEG,
	DECODE_TYPE_PNG,
	DECODE_TYPE_WEBP,
	DECODE_TYPE_TIFF,
	DECODE_TYPE_PDF,
	DECODE_TYPE_HEIF, /* known, so that its owner hears what to do */
};

enum decode_status {
	DECODE_OK,
	DECODE_UNKNOWN, /* none of the types above */
	DECODE_HEIF,
	DECODE_ANIMATED,
	DECODE_UNUSUAL, /* a variety of its type that its library does not read */
	DECODE_HUGE,    /* width and height say how large */
	DECODE_CUT,     /* ends before its last pixel */
	DECODE_DAMAGED,
	DECODE_PAGES,   /* more than IMAGE_PAGES_MAX, which were handed over */
	DECODE_LOCKED,  /* a PDF that nothing can be read from, for its password or its faults */
	DECODE_TIME,    /* rendering it takes more work than was allowed */
	DECODE_NO_TOOL, /* what renders a PDF is not installed */
	DECODE_MEMORY,
	DECODE_STOPPED, /* the receiver took no more */
	DECODE_STATUSES,
};

/* One file on its way. */
struct decoder {
	const uint8_t *bytes;
	size_t size;
	uint64_t pixels_max; /* of one page, checked in its header; IMAGE_PIXELS_MAX at most */

	/* Takes a page; the pixels stay the decoder's. False ends the decoding. */
	bool (*page)(void *receiver, const struct image *image);
	void *receiver;

	uint32_t skip;          /* pages that are passed over: a worker has crashed on the last of them */
	uint32_t pages;         /* handed over or passed over so far */
	uint32_t width, height; /* of the last one that was looked at, as stored in the file */
	uint32_t faulty; /* the page that decode()'s status is of, where others were handed over after it; or 0 */
};

enum decode_type decode_type(const uint8_t *bytes, size_t size);

/* Hands over every page. Pages before a fault have been handed over when it is noticed; of a TIFF those after it, too.
 * A PDF is DECODE_UNKNOWN here: see decode_pdf.h. */
enum decode_status decode(struct decoder *decoder);

/* For the decoders, one a type. The first two are called for each page, in this order. */

/* Checks the size and allocates the pixels. */
enum decode_status decode_begin(struct decoder *decoder, uint64_t width, uint64_t height, struct image *image);

/* Turns the picture upright (orientation 1 to 8 as in EXIF, others are 1) and hands it over. Frees
 * its pixels in any case. */
enum decode_status decode_end(struct decoder *decoder, struct image *image, unsigned orientation);

enum decode_status decode_jpeg(struct decoder *decoder);
enum decode_status decode_png(struct decoder *decoder);
enum decode_status decode_webp(struct decoder *decoder);
enum decode_status decode_tiff(struct decoder *decoder);

/* The grey of a colour, by the weights of JPEG. */
static inline uint8_t
decode_grey(unsigned red, unsigned green, unsigned blue)
{
	return (uint8_t)((77 * red + 150 * green + 29 * blue + 128) >> 8);
}

/* How the picture that a piece of EXIF describes is to be turned; 1 when it does not say. */
unsigned decode_exif(const uint8_t *bytes, size_t size);
unsigned decode_exif_chunks(const uint8_t *bytes, size_t size, enum decode_type type); /* from a whole PNG or WebP */

#endif
