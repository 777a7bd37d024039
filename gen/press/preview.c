/* SPDX-License-Identifier: MIT
 * Pages drawn small: contact sheets, and how much ink a page takes. */
#include "gen/press/preview.h"

#include <errno.h>
#include <math.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/signature.h"

/* The width of a page, in pixels. */
#define THUMB_W 260

/* Between pages, in pixels. */
#define GAP 24

/* The most pages side by side. */
#define COLS_MAX 6

/* The grey of the pages' shadows: 0 is black, 1 is white. */
#define SHADOW 0.72

/* The grey of the background. */
#define GROUND 0.90

/* Pixels per inch of a page whose ink is counted. Lines and letters are antialiased, so that they count as much as they
 * cover. */
#define DOTS 48

static cairo_status_t
write_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
	return fwrite(bytes, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *
lay_out(const struct page_plan *plan, enum ink ink, struct shaper *shaper)
{
	int pages = (int)MIN(plan->pages->len, PREVIEW_PAGES);
	int cols = MIN(pages, COLS_MAX), rows = (pages + cols - 1) / cols;
	const struct paper first = page_paper(&g_array_index(plan->pages, struct page, 0));
	int height = (int)lround((double)THUMB_W * first.h / first.w);
	cairo_surface_t *sheet = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, GAP + cols * (THUMB_W + GAP), GAP + rows * (height + GAP));
	cairo_t *cairo = cairo_create(sheet);

	cairo_set_source_rgb(cairo, GROUND, GROUND, GROUND);
	cairo_paint(cairo);
	for (int i = 0; i < pages; i++) {
		const struct page *page = &g_array_index(plan->pages, struct page, (guint)i);
		const struct paper paper = page_paper(page);
		int x = GAP + i % cols * (THUMB_W + GAP), y = GAP + i / cols * (height + GAP);
		/* Drawn twice as large as it is shown, so that small type stays smooth. */
		cairo_surface_t *picture =
			page_picture(page, 2 * THUMB_W, 2 * (int)lround((double)THUMB_W * paper.h / paper.w),
				2 * THUMB_W / (paper.w * 72.0 / 2540.0), ink, shaper);

		cairo_set_source_rgb(cairo, SHADOW, SHADOW, SHADOW);
		cairo_rectangle(cairo, x + 3, y + 3, THUMB_W, height);
		cairo_fill(cairo);
		cairo_save(cairo);
		cairo_translate(cairo, x, y);
		cairo_scale(cairo, 0.5, 0.5);
		cairo_surface_set_device_scale(picture, 1, 1);
		cairo_set_source_surface(cairo, picture, 0, 0);
		cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD);
		cairo_paint(cairo);
		cairo_restore(cairo);
		cairo_surface_destroy(picture);
	}
	cairo_destroy(cairo);
	return sheet;
}

bool
preview_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	struct problem *problem)
{
	struct atomic_file *atomic = atomic_file_open(options->file, options->force, problem);

	if (atomic == NULL)
		return false;
	cairo_surface_t *sheet = lay_out(plan, options->ink, shaper);

	errno = 0;
	bool fine = signature_png(sheet, 0, write_bytes, atomic->file) == CAIRO_STATUS_SUCCESS;

	if (fine) {
		fine = atomic_file_commit(atomic, problem);
	} else {
		atomic_file_unwritable(options->file, errno != 0 ? NULL : "the drawing failed", problem);
		atomic_file_abandon(atomic);
	}
	cairo_surface_destroy(sheet);
	return fine;
}

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
