/* SPDX-License-Identifier: MIT
 * Images in memory. */
#include "kiosk/picture/image.h"

#include <stdlib.h>

void
image_finish(struct image *image)
{
	free(image->grey);
	*image = (struct image){0};
}

void
colours_finish(struct colours *colours)
{
	free(colours->blue_red);
	*colours = (struct colours){0};
}

static int32_t
within(double at, int32_t most)
{
	/* This comparison is false for NaN, too. */
	if (!(at > 0))
		return 0;
	return at < most ? (int32_t)at : most - 1;
}

void
colours_at(const struct colours *colours, double x, double y, int *blue, int *red)
{
	unsigned turned = colours->orientation;
	bool lying = turned >= 5; /* rows became columns */
	bool mirrored = turned == 2 || turned == 3 || turned == 7 || turned == 8;
	bool flipped = turned == 3 || turned == 4 || turned == 6 || turned == 7;
	int32_t column = within((lying ? y : x) / colours->shrink, colours->width);
	int32_t row = within((lying ? x : y) / colours->shrink, colours->height);

	column = mirrored ? colours->width - 1 - column : column;
	row = flipped ? colours->height - 1 - row : row;
	const uint8_t *at = colours->blue_red + 2 * ((size_t)row * (size_t)colours->width + (size_t)column);
	*blue = at[0] - 128;
	*red = at[1] - 128;
}
