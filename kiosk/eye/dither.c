/* SPDX-License-Identifier: MIT
 * Faxes and scans in black and white, where greys are dithered. A small Gaussian blur turns the dots into greys again,
 * for tags, codes and bubbles alike. */
#include "kiosk/eye/parts.h"

/* Grey levels by which a pixel may differ from black or white. */
#define PURE 8

/* One in this many pixels may differ more. */
#define OTHER 200

/* Pixels that are sampled to tell. */
#define LOOKS 65536

/* Whether an image is black and white, by a regular sample of its pixels. */
static bool
is_two_levels(const struct image *image)
{
	size_t pixels = (size_t)image->width * (size_t)image->height, between = 0;
	/* Odd, so that it does not coincide with a regular pattern. */
	size_t step = MAX(pixels / LOOKS, 1) | 1;

	for (size_t i = 0; i < pixels; i += step)
		between += image->grey[i] > PURE && image->grey[i] < 255 - PURE;
	return between <= pixels / step / OTHER;
}

/* Convolves a line of pixels with 1 4 6 4 1, a binomial approximation of a Gaussian. Outside of the image its border is
 * continued. */
static void
blur_line(const uint8_t *from, uint8_t *to, int32_t count, size_t stride)
{
	for (int32_t i = 0; i < count; i++) {
		int32_t before = MAX(i - 1, 0), first = MAX(i - 2, 0), after = MIN(i + 1, count - 1),
			last = MIN(i + 2, count - 1);
		int sum = 6 * from[(size_t)i * stride] +
			4 * (from[(size_t)before * stride] + from[(size_t)after * stride]) +
			from[(size_t)first * stride] + from[(size_t)last * stride];

		to[(size_t)i * stride] = (uint8_t)((sum + 8) / 16);
	}
}

bool
eye_dither_smooth(const struct image *image, struct image *smooth)
{
	size_t width = (size_t)image->width, pixels = width * (size_t)image->height;
	g_autofree uint8_t *half = NULL, *whole = NULL;

	*smooth = (struct image){image->width, image->height, NULL};
	if (!is_two_levels(image) || (half = g_try_malloc(pixels)) == NULL || (whole = g_try_malloc(pixels)) == NULL)
		return false;
	for (int32_t y = 0; y < image->height; y++)
		blur_line(image->grey + (size_t)y * width, half + (size_t)y * width, image->width, 1);
	for (int32_t x = 0; x < image->width; x++)
		blur_line(half + x, whole + x, image->height, width);
	smooth->grey = g_steal_pointer(&whole);
	return true;
}
