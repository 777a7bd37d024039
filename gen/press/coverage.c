/* SPDX-License-Identifier: MIT
 * Ink: a page drawn small, and its pixels counted. */
#include "gen/press/coverage.h"

#define DOTS 48 /* an inch: lines and letters are grey at that size, and count as much as they cover */

/* The page in pixels; its status says whether there was memory for it. */
static cairo_surface_t *
draw_small(const struct page *page, enum ink ink, struct shaper *shaper)
{
	const struct paper paper = page_paper(page);
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, paper.w * DOTS / 2540, paper.h * DOTS / 2540);
	struct canvas *canvas;

	cairo_surface_set_device_scale(surface, DOTS / 72.0, DOTS / 72.0);
	canvas = canvas_create(surface, shaper, ink);
	canvas_paint(canvas, COLOUR_PAPER);
	canvas_origin(canvas, (paper.w - page->w) / 2, (paper.h - page->h) / 2);
	page->draw(page, canvas);
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	return surface;
}

static unsigned
ink_of(uint32_t pixel)
{
	unsigned r = pixel >> 16 & 255, g = pixel >> 8 & 255, b = pixel & 255;

	return 255 - MIN(r, MIN(g, b));
}

unsigned
page_coverage(const struct page *page, enum ink ink, struct shaper *shaper)
{
	cairo_surface_t *surface = draw_small(page, ink, shaper);
	const unsigned char *bytes = cairo_image_surface_get_data(surface);
	int w = cairo_image_surface_get_width(surface), h = cairo_image_surface_get_height(surface);
	int stride = cairo_image_surface_get_stride(surface);
	uint64_t sum = 0;

	if (bytes != NULL)
		for (int y = 0; y < h; y++) {
			const uint32_t *row = (const void *)(bytes + (ptrdiff_t)y * stride);

			for (int x = 0; x < w; x++)
				sum += ink_of(row[x]);
		}
	cairo_surface_destroy(surface);
	return bytes == NULL ? 0 : (unsigned)(sum * 1000 / (255 * (uint64_t)w * (uint64_t)h));
}
