/* SPDX-License-Identifier: MIT
 * Charts on paper: two columns of them, a last one alone across both, pages of A4 in landscape or one picture as high
 * as it needs to be. In a chart, from the left: names and figures of the series, shares, bars. Text has columns and
 * lines of its own, without lines or bars. */
#include <math.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/charts/chart.h"

#define TITLE_H    750  /* the name of the chart */
#define AXIS_H     1000 /* numbers under the lowest row, and what they are */
#define LABEL_MIN  1900 /* names and figures of the series, with a swatch before them */
#define LABEL_MAX  4600 /* longer names are made smaller */
#define SWATCH_W   330  /* the series' colour, with white after it */
#define SHARE_W    1000 /* of the numbers of the lines of shares */
#define SPACE      150  /* between a text and what it is next to */
#define BAND_H     400  /* under the bars, for mean and deviation */
#define ROW_TOP    180  /* above the tallest bar */
#define BARS_MIN   5    /* fewer are in the middle, no wider than this many would be */
#define BARS_MAX   60   /* more would be too thin on paper */
#define TICK_W     850  /* room for a number of the axis */
#define SHARE_H    650  /* from one line of shares to the next, at least */
#define SHARES_MAX 6    /* lines of shares: more would run into each other */
#define THIN       12   /* width of lines */
#define DOT        75   /* radius of a mean's dot */

static const uint32_t colours[CHART_SERIES] = {
	0x3b6fb6, 0xd9822b, 0x3f9b6b, 0xb5485d, 0x7b5ea7, 0x8a6d3b, 0x2a9aa8, 0xc0649a};

/* Where and how large everything in a chart is. */
struct plot {
	const struct chart *chart;
	struct canvas *canvas;
	struct rect bars; /* of all rows */
	int32_t row_h, label_w;
	int32_t high;    /* of the tallest bar */
	int least, most; /* of all series */
	int first, each; /* the least number of the first bar, and numbers a bar */
	int count;       /* bars */
	double tallest;  /* share of the tallest bar */
};

static const struct font name_font = {FACE_CONDENSED_BOLD, 310, COLOUR_INK, ALIGN_LEFT};
static const struct font figure_font = {FACE_CONDENSED, 270, COLOUR_QUIET, ALIGN_LEFT};

/* The smallest height of a chart. */
static int32_t
chart_height(const struct chart *chart)
{
	static const int32_t row[] = {4600, 4600, 2900, 1930, 1500, 1200};

	return TITLE_H + AXIS_H + (int32_t)chart->count * row[MIN(chart->count, 5)];
}

/* The n-th of 1, 2, 5, 10, 20, 50, ... */
static int
round_number(int n)
{
	static const int digit[] = {1, 2, 5};
	int number = digit[n % 3];

	for (int i = 0; i < n / 3; i++)
		number *= 10;
	return number;
}

static double
bar_share(const struct plot *plot, const struct chart_series *series, int bar)
{
	uint64_t tally = chart_series_between(series, plot->first + bar * plot->each, plot->each);

	return series->count == 0 ? 0 : (double)tally / (double)series->count;
}

/* Chooses the bars: whole numbers, or groups of them where there are too many. */
static void
choose_bars(struct plot *plot)
{
	chart_range(plot->chart, &plot->least, &plot->most);
	for (int n = 0; plot->each == 0 || (plot->most - plot->least) / plot->each + 1 > BARS_MAX; n++)
		plot->each = round_number(n);
	plot->first = plot->least - (plot->least % plot->each + plot->each) % plot->each;
	plot->count = (plot->most - plot->first) / plot->each + 1;
	if (plot->count < BARS_MIN) {
		plot->first -= (BARS_MIN - plot->count) / 2 * plot->each;
		plot->count = BARS_MIN;
	}
	for (unsigned i = 0; i < plot->chart->count; i++)
		for (int bar = 0; bar < plot->count; bar++)
			plot->tallest = fmax(plot->tallest, bar_share(plot, &plot->chart->series[i], bar));
	if (plot->tallest == 0)
		plot->tallest = 1;
}

/* The place on the axis of a number, whose own width reaches half a number to each side. */
static int32_t
at_number(const struct plot *plot, double number)
{
	return plot->bars.x + (int32_t)lround((number + 0.5 - plot->first) * plot->bars.w / (plot->count * plot->each));
}

/* The base of the bars of a row. */
static int32_t
base_of(const struct plot *plot, unsigned row)
{
	return plot->bars.y + (int32_t)(row + 1) * plot->row_h - BAND_H;
}

/* Lines for numbers of the axis, with enough space between them for the numbers under the lowest row. */
static void
draw_axis(const struct plot *plot)
{
	const struct font number_font = {FACE_CONDENSED, 290, COLOUR_INK, ALIGN_CENTRE};
	const struct font axis_font = {FACE_CONDENSED, 290, COLOUR_QUIET, ALIGN_CENTRE};
	int32_t bottom = plot->bars.y + plot->bars.h;
	int64_t numbers = plot->count * plot->each;
	const struct rect below = {plot->bars.x, bottom + 470, plot->bars.w, 340};
	int step = 0;

	for (int n = 0; step == 0 || numbers * TICK_W > (int64_t)step * plot->bars.w; n++)
		step = round_number(n);
	for (int number = plot->least + (-plot->least % step + step) % step; number <= plot->most; number += step) {
		int32_t x = at_number(plot, number);

		canvas_line(plot->canvas, x, plot->bars.y, x, bottom, THIN, COLOUR_FAINT);
		canvas_textf(plot->canvas, &number_font, (struct rect){x - TICK_W / 2, bottom + 80, TICK_W, 340},
			"%s%d", number < 0 ? "\u2212" : "", ABS(number));
	}
	if (plot->each == 1)
		canvas_text(plot->canvas, &axis_font, below, plot->chart->axis);
	else
		canvas_textf(plot->canvas, &axis_font, below, "%s, %d to a bar", plot->chart->axis, plot->each);
}

/* Lines for shares of a row, with their numbers on the left. They are in thousandths, in round steps: as many as fit,
 * and at least one. */
static void
draw_shares(const struct plot *plot, unsigned row)
{
	const struct font font = {FACE_CONDENSED, 250, COLOUR_QUIET, ALIGN_RIGHT};
	int lines = CLAMP(plot->high / SHARE_H, 1, SHARES_MAX), most = (int)(plot->tallest * 1000), n = 0;

	while (most / round_number(n) > lines)
		n++;
	int step = round_number(n);
	if (n > 0 && most < step)
		step = most / round_number(n - 1) * round_number(n - 1);
	for (int share = step; share <= most; share += step) {
		int32_t y = base_of(plot, row) - (int32_t)lround(share / 1000.0 / plot->tallest * plot->high);

		canvas_line(plot->canvas, plot->bars.x, y, plot->bars.x + plot->bars.w, y, THIN, COLOUR_FAINT);
		const struct rect at = {plot->bars.x - SHARE_W, y - 150, SHARE_W - SPACE, 300};
		if (step % 10 == 0)
			canvas_textf(plot->canvas, &font, at, "%d %%", share / 10);
		else
			canvas_textf(plot->canvas, &font, at, "%d.%d %%", share / 10, share % 10);
	}
}

static void
draw_bars(const struct plot *plot, unsigned row)
{
	const struct chart_series *series = &plot->chart->series[row];
	int32_t base = base_of(plot, row);

	for (int bar = 0; bar < plot->count; bar++) {
		int32_t left = plot->bars.x + plot->bars.w * bar / plot->count;
		int32_t right = plot->bars.x + plot->bars.w * (bar + 1) / plot->count;
		int32_t between = MAX((right - left) / 8, 10);
		int32_t high = (int32_t)lround(bar_share(plot, series, bar) / plot->tallest * plot->high);
		struct rect rect = {left + between / 2, base - high, right - left - between, high};

		if (high > 0)
			canvas_fill(plot->canvas, rect, colours[row]);
		if (high > 2 * THIN) /* what is left of a bar where ink is saved */
			canvas_frame(plot->canvas, rect, THIN, colours[row]);
	}
	canvas_line(plot->canvas, plot->bars.x, base, plot->bars.x + plot->bars.w, base, 18, COLOUR_INK);
}

/* Under the bars: a dot for the mean, a line for a deviation to each side. */
static void
draw_mean(const struct plot *plot, unsigned row)
{
	const struct chart_series *series = &plot->chart->series[row];
	double mean = chart_series_mean(series), deviation = chart_series_deviation(series);
	int32_t y = base_of(plot, row) + BAND_H / 2, right = plot->bars.x + plot->bars.w;
	int32_t from = MAX(at_number(plot, mean - deviation), plot->bars.x);
	int32_t to = MIN(at_number(plot, mean + deviation), right);

	if (series->count == 0)
		return;
	canvas_line(plot->canvas, from, y, to, y, 30, COLOUR_INK);
	canvas_circle(plot->canvas, at_number(plot, mean), y, DOT, colours[row], 20, COLOUR_INK);
}

/* "66.40 ± 2.85", or "" for an empty series. */
static void
figure_text(const struct chart_series *series, char text[64])
{
	double mean = chart_series_mean(series), deviation = chart_series_deviation(series);

	*text = '\0';
	if (series->count > 0)
		g_snprintf(text, 64, "%s%.2f \u00b1 %.2f", mean <= -0.005 ? "\u2212" : "", fabs(mean), deviation);
}

static void
draw_label(const struct plot *plot, unsigned row, int32_t x)
{
	const struct chart_series *series = &plot->chart->series[row];
	int32_t y = plot->bars.y + (int32_t)row * plot->row_h + 60;
	int32_t w = plot->label_w - SWATCH_W - SPACE;
	char text[64], count[CHART_COUNT_TEXT];

	canvas_fill(plot->canvas, (struct rect){x, y + 60, 210, 210}, colours[row]);
	canvas_frame(plot->canvas, (struct rect){x, y + 60, 210, 210}, THIN, colours[row]);
	x += SWATCH_W;
	canvas_text(plot->canvas, &name_font, (struct rect){x, y, w, 330}, series->name);
	figure_text(series, text);
	canvas_text(plot->canvas, &figure_font, (struct rect){x, y + 350, w, 320}, text);
	canvas_textf(plot->canvas, &figure_font, (struct rect){x, y + 680, w, 320}, "n = %s",
		chart_count_text(series->count, count));
}

/* As wide as the longest name or figures, within reason. */
static int32_t
label_width(const struct plot *plot)
{
	int32_t widest = 0;
	char text[64];

	for (unsigned i = 0; i < plot->chart->count; i++) {
		const struct chart_series *series = &plot->chart->series[i];

		figure_text(series, text);
		widest = MAX(widest, canvas_text_width(plot->canvas, &name_font, series->name));
		widest = MAX(widest, canvas_text_width(plot->canvas, &figure_font, text));
	}
	return CLAMP(widest + SWATCH_W + 2 * SPACE, LABEL_MIN, LABEL_MAX);
}

/* The mean of all rows, as a line through them, to compare each with. */
static void
draw_common_mean(const struct plot *plot)
{
	struct chart_series all = {.count = 0};

	for (unsigned i = 0; i < plot->chart->count; i++) {
		all.count += plot->chart->series[i].count;
		all.sum += plot->chart->series[i].sum;
	}
	if (plot->chart->count < 2 || all.count == 0)
		return;
	int32_t x = at_number(plot, chart_series_mean(&all));
	canvas_dotted(plot->canvas, x, plot->bars.y, x, plot->bars.y + plot->bars.h, 20, 70, COLOUR_INK);
}

/* A histogram for each series, below each other on the same scale, so that they differ by place as well as by colour;
 * under each its mean and standard deviation. */
static void
chart_draw(const struct chart *chart, struct rect box, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 400, COLOUR_INK, ALIGN_LEFT};
	struct plot plot = {.chart = chart, .canvas = canvas};
	g_autofree char *title = g_strdup(chart->name);

	plot.row_h = (box.h - TITLE_H - AXIS_H) / (int32_t)chart->count;
	plot.high = plot.row_h - BAND_H - ROW_TOP;
	plot.label_w = label_width(&plot);
	plot.bars = (struct rect){box.x + plot.label_w + SHARE_W, box.y + TITLE_H,
		box.w - plot.label_w - SHARE_W - TICK_W / 2, plot.row_h * (int32_t)chart->count};
	choose_bars(&plot);
	title[0] = g_ascii_toupper(title[0]);
	canvas_text(canvas, &font, (struct rect){box.x, box.y, box.w, 500}, title);
	draw_axis(&plot);
	for (unsigned row = 0; row < chart->count; row++)
		draw_shares(&plot, row);
	for (unsigned row = 0; row < chart->count; row++)
		draw_bars(&plot, row);
	draw_common_mean(&plot);
	for (unsigned row = 0; row < chart->count; row++) {
		draw_mean(&plot, row);
		draw_label(&plot, row, box.x);
	}
}

/* A legend, on one line. */
static void
chart_key(struct rect box, struct canvas *canvas)
{
	const struct font font = {FACE_CONDENSED, 290, COLOUR_QUIET, ALIGN_LEFT};
	static const char bars[] = "bars: share of all n that were counted";
	static const char mean[] = "mean, and a standard deviation to each side (\u00b1)";
	static const char common[] = "mean of all rows";
	int32_t x = box.x, y = box.y + box.h / 2;

	for (int i = 0; i < 3; i++) {
		int32_t high = 120 + i % 2 * 60;

		canvas_fill(canvas, (struct rect){x + i * 130, y + 100 - high, 100, high}, COLOUR_QUIET);
		canvas_frame(canvas, (struct rect){x + i * 130, y + 100 - high, 100, high}, THIN, COLOUR_QUIET);
	}
	x += 520;
	canvas_text(canvas, &font, (struct rect){x, box.y, box.w, box.h}, bars);
	x += canvas_text_width(canvas, &font, bars) + 700;
	canvas_line(canvas, x, y, x + 700, y, 30, COLOUR_INK);
	canvas_circle(canvas, x + 350, y, DOT, COLOUR_QUIET, 20, COLOUR_INK);
	x += 850;
	canvas_text(canvas, &font, (struct rect){x, box.y, box.w, box.h}, mean);
	x += canvas_text_width(canvas, &font, mean) + 700;
	canvas_dotted(canvas, x, y - 180, x, y + 180, 20, 70, COLOUR_INK);
	canvas_text(canvas, &font, (struct rect){x + 150, box.y, box.w, box.h}, common);
}

#define MARGIN   1300  /* around a page or picture */
#define COLUMN_W 13200 /* of a chart: two columns on a landscape page */
#define GAP      700   /* between columns and rows of charts */
#define HEAD_H   1700  /* title and what is under it */
#define FOOT_H   900   /* how to read it */
#define DPI      160   /* of pictures */
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
