/* SPDX-License-Identifier: MIT
 * The colours of a picture, beside its grey: hardly anything needs them, so they are read from the file again
 * when something does, coarsely. Photos are JPEG; other files have no colours here. */
#ifndef SEEDPRESS_KIOSK_PICTURE_COLOURS_H
#define SEEDPRESS_KIOSK_PICTURE_COLOURS_H

#include <stdbool.h>

#include "kiosk/picture/image.h"

struct colours {
	int32_t width, height; /* as stored in the file, shrunk */
	double shrink;
	unsigned orientation; /* as in EXIF */
	uint8_t *blue_red;    /* two bytes a pixel, 128 is grey */
};

/* Reads them from the bytes of a file, which may be hostile: see decode.h. False where there are none. */
bool colours_read(const uint8_t *bytes, size_t size, struct colours *colours);
void colours_finish(struct colours *colours); /* a zeroed one is fine */

/* How blue and how red the upright picture is at a pixel of it, each from -128 to 127. */
void colours_at(const struct colours *colours, double x, double y, int *blue, int *red);

#endif
