/* SPDX-License-Identifier: MIT
 * Ink: a page drawn small, and its pixels counted. */
#include "gen/press/coverage.h"

/* The resolution in pixels per inch. Lines and letters are antialiased, so that they count as much as they cover. */
#define DOTS 48

unsigned
page_coverage(const struct page *page, enum ink ink, struct shaper *shaper)
{
	const struct paper paper = page_paper(page);
	int w = paper.w * DOTS / 2540, h = paper.h * DOTS / 2540;
	cairo_surface_t *surface = page_picture(page, w, h, DOTS / 72.0, ink, shaper);
	const unsigned char *bytes = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	uint64_t sum = 0;

	for (int y = 0; bytes != NULL && y < h; y++) {
		const uint32_t *row = (const void *)(bytes + (ptrdiff_t)y * stride);

		for (int x = 0; x < w; x++) {
			unsigned r = row[x] >> 16 & 255, g = row[x] >> 8 & 255, b = row[x] & 255;

			sum += 255 - MIN(r, MIN(g, b));
		}
	}
	cairo_surface_destroy(surface);
	return bytes == NULL ? 0 : (unsigned)(sum * 1000 / (255 * (uint64_t)w * (uint64_t)h));
}
