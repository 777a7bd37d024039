/* SPDX-License-Identifier: MIT
 * Pictures of what was printed: grey, eight bits a pixel, upright. They come
 * from strangers, so they are decoded in a worker process that can do nothing
 * else (worker.h), and every size is bounded. */
#ifndef SEEDPRESS_KIOSK_PICTURE_IMAGE_H
#define SEEDPRESS_KIOSK_PICTURE_IMAGE_H

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

#endif
