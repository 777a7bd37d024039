/* SPDX-License-Identifier: MIT
 * Files of pictures for the tests of what reads them, written in memory by the
 * libraries themselves, and a picture that shows which way up it is. */
#pragma once

#include <stdbool.h>

#include "kiosk/picture/image.h"

/* A file in memory; free `at`. All writers end the test program when they fail. */
struct file {
	uint8_t *at;
	size_t size;
};

/* A smooth slope with a dark block in the top left corner, a grey one in the top right corner. */
struct image picture(int32_t width, int32_t height);

/* As a camera that was held like that (EXIF's orientation) stores it. */
struct image picture_held(const struct image *upright, unsigned orientation);

enum jpeg_kind {
	JPEG_GREY,
	JPEG_COLOUR,
	JPEG_PROGRESSIVE,
	JPEG_INKS, /* CMYK as Adobe writes it */
};

/* Orientation 0 leaves EXIF out; `big` is its byte order. */
struct file jpeg_write(const struct image *image, enum jpeg_kind kind, unsigned orientation, bool big);

/* `type` and `depth` are PNG's own. With alpha the picture is twice as wide as `image`, and its
 * right half is black and wholly transparent. Depths below 8 keep the highest bits. */
struct file png_write(const struct image *image, int type, int depth, bool interlaced);

struct file webp_write(const struct image *image, bool lossless, bool alpha);

enum tiff_kind {
	TIFF_PLAIN,
	TIFF_LZW,
	TIFF_COLOUR, /* deflated */
	TIFF_TILES,
	TIFF_FAX, /* one bit, group 4 */
};

/* `pages` pages, each after a thumbnail that is none; all are turned as `orientation` says. */
struct file tiff_write(const struct image *image, enum tiff_kind kind, unsigned pages, unsigned orientation);

/* `pages` pages of A4, each a dark square at a quarter of width and height, its side a tenth of the
 * width times the number of the page. */
struct file pdf_write(unsigned pages);
