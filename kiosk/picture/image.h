/* SPDX-License-Identifier: MIT
 * Images in memory: grey, eight bits per pixel, upright; and the chroma of the picture that they come from. Pictures
 * come from strangers, so they are decoded in a sandboxed worker process (worker.h), and every size is bounded. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMAGE_PIXELS_MAX 100000000 /* a hundred megapixels */
#define IMAGE_PAGES_MAX  500       /* of one file */
#define IMAGE_FILE_MAX   (256u << 20)

struct image {
	int32_t width, height;
	uint8_t *grey; /* width x height, rows one after another; 0 is black */
};

void image_finish(struct image *image); /* frees the pixels; a zeroed image is fine */

/* The chroma of a picture. It is seldom needed, so it is read from the file again when it is, at a reduced size. Only
 * JPEG files have it here, as photos do. */
struct colours {
	int32_t width, height; /* as stored in the file, divided by `shrink` */
	double shrink;
	unsigned orientation; /* as in EXIF */
	uint8_t *blue_red;    /* two bytes a pixel, 128 is grey */
};

/* Reads them from the bytes of a file, which may be hostile: see decode.h. False if there are none. */
bool colours_read(const uint8_t *bytes, size_t size, struct colours *colours);
void colours_finish(struct colours *colours); /* a zeroed one is fine */

/* How blue and how red the upright image is at a pixel of it, each from -128 to 127. */
void colours_at(const struct colours *colours, double x, double y, int *blue, int *red);
