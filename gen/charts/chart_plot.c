/* SPDX-License-Identifier: MIT
 * Charts on paper: two columns of them, a last one alone across both, pages of
 * A4 in landscape or one picture as high as it needs to be. How a chart is drawn
 * is in chart_draw.c. */
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/charts/chart_draw.h"

#define MARGIN   1300
#define COLUMN_W 13200
#define GAP      700  /* between columns and rows of charts */
#define HEAD_H   1700 /* title and what is under it */
#define FOOT_H   900  /* how to read it */
#define DPI      160
#define TALLEST  13000 /* the greatest height of a chart; space below it stays white */

/* The charts of a page, two per row. */
struct sheet {
	unsigned first, rows;
	int32_t used;  /* by all rows */
	int32_t extra; /* height for each of them, of what is left over */
};

bool
charts_format(const char *file, enum format *format)
{
	static const char *const endings[] = {".pdf", ".png", ".svg"};

	for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
		if (strlen(file) > strlen(endings[i]) && g_str_has_suffix(file, endings[i])) {
			*format = (enum format)i;
			return true;
		}
	}
	return false;
}

static const struct chart *
nth(const struct charts *charts, unsigned i)
{
	return i < charts->chart->len ? g_ptr_array_index(charts->chart, i) : NULL;
}

/* Of the row that starts with a chart. */
static int32_t
row_height(const struct charts *charts, unsigned i)
{
	int32_t left = chart_height(nth(charts, i));

	return nth(charts, i + 1) == NULL ? left : MAX(left, chart_height(nth(charts, i + 1)));
}

/* Fills a sheet with as many rows of charts from `first` on as fit `space`; 0 for all. */
static void
sheet_fill(struct sheet *sheet, const struct charts *charts, unsigned first, int32_t space)
{
	*sheet = (struct sheet){.first = first};
	for (unsigned i = first; nth(charts, i) != NULL; i += 2) {
		int32_t height = row_height(charts, i) + (sheet->rows > 0 ? GAP : 0);

		if (space > 0 && sheet->rows > 0 && sheet->used + height > space)
			break;
		sheet->used += height;
		sheet->rows++;
	}
	if (space > sheet->used && sheet->rows > 0)
		sheet->extra = (space - sheet->used) / (int32_t)sheet->rows;
}

/* The part of the title after a colon is smaller and below the rest. */
static void
draw_sheet(const struct sheet *sheet, const struct charts *charts, const char *title, int32_t w, int32_t h,
	struct canvas *canvas)
{
	const struct font large = {FACE_BOLD, 620, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {FACE_TEXT, 360, COLOUR_QUIET, ALIGN_LEFT};
	const struct font font = {FACE_TEXT, 400, COLOUR_QUIET, ALIGN_LEFT};
	g_auto(GStrv) parts = g_strsplit(title, ": ", 2);
	int32_t y = HEAD_H;

	canvas_text(canvas, &large, (struct rect){0, 0, w, 700}, parts[0]);
	if (parts[0] != NULL && parts[1] != NULL)
		canvas_text(canvas, &small, (struct rect){0, 720, w, 450}, parts[1]);
	for (unsigned row = 0; row < sheet->rows; row++) {
		unsigned i = sheet->first + 2 * row;
		int32_t width = nth(charts, i + 1) == NULL ? w : (w - GAP) / 2;
		int32_t height = MIN(row_height(charts, i) + sheet->extra, TALLEST);

		chart_draw(nth(charts, i), (struct rect){0, y, width, height}, canvas);
		if (nth(charts, i + 1) != NULL)
			chart_draw(nth(charts, i + 1), (struct rect){width + GAP, y, width, height}, canvas);
		y += height + GAP;
	}
	if (sheet->rows == 0)
		canvas_text(canvas, &font, (struct rect){0, y, w, 600}, "Nothing was counted.");
	else
		chart_key((struct rect){0, h - 450, w, 450}, canvas);
}

static void
draw_pages(struct document *document, const struct charts *charts, const char *title)
{
	const struct paper landscape = {"a4 landscape", paper_a4.h, paper_a4.w};
	int32_t w = landscape.w - 2 * MARGIN, h = landscape.h - 2 * MARGIN;
	struct sheet sheet = {0};
	unsigned next = 0;

	do {
		const char *outline = nth(charts, next) != NULL ? nth(charts, next)->name : title;

		sheet_fill(&sheet, charts, next, h - HEAD_H - FOOT_H);
		draw_sheet(&sheet, charts, title, w, h, document_page(document, &landscape, w, h, outline));
		next += 2 * sheet.rows;
	} while (nth(charts, next) != NULL);
}

static void
draw_picture(struct document *document, const struct charts *charts, const char *title)
{
	struct sheet sheet;

	sheet_fill(&sheet, charts, 0, 0);
	int32_t h = HEAD_H + MAX(sheet.used, 1000) + FOOT_H;
	int32_t w = nth(charts, 1) == NULL ? COLUMN_W + 3000 : 2 * COLUMN_W + GAP;
	const struct paper paper = {"picture", w + 2 * MARGIN, h + 2 * MARGIN};
	struct canvas *canvas = document_page(document, &paper, w, h, NULL);
	if (canvas != NULL)
		draw_sheet(&sheet, charts, title, w, h, canvas);
}

bool
charts_plot(const struct charts *charts, const char *title, const char *file, bool force, enum ink ink,
	struct problem *problem)
{
	struct document_options options = {.file = file,
		.alone = true,
		.force = force,
		.ink = ink,
		.title = title,
		.subject = "Seedpress",
		.dpi = DPI};

	if (!charts_format(file, &options.format))
		return problem_set(problem, SAY("plot-format", "{file} does not end in .pdf, .png or .svg"),
			ARG_PRIVATE("file", file));
	struct shaper *shaper = shaper_create(problem);
	struct document *document = shaper == NULL ? NULL : document_create(&options, shaper, problem);
	if (document != NULL && options.format == FORMAT_PDF)
		draw_pages(document, charts, title);
	else if (document != NULL)
		draw_picture(document, charts, title);
	bool drawn = document != NULL && document_finish(document, problem);
	shaper_destroy(shaper);
	return drawn;
}
