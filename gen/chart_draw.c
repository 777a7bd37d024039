/* SPDX-License-Identifier: MIT
 * The drawing of a chart; see chart_draw.h. From the left: names and figures of
 * the series, shares, bars. Text has columns and lines of its own, where no
 * line or bar comes. */
#include "gen/chart_draw.h"

#include <math.h>
#include <string.h>

#define TITLE_H   750
#define AXIS_H    1000 /* numbers under the lowest row, and what they are */
#define LABEL_W   3000
#define SHARE_W   1000
#define SPACE     150
#define BAND_H    400 /* under the bars, for mean and deviation */
#define ROW_TOP   180 /* above the tallest bar */
#define BARS_MAX  60
#define TICK_W    850 /* room for a number of the axis */
#define SHARE_H   650 /* from one line of shares to the next, at least */
#define THIN      12
#define DOT       75

static const uint32_t colours[CHART_SERIES] = {
	0x3b6fb6, 0xd9822b, 0x3f9b6b, 0xb5485d, 0x7b5ea7, 0x8a6d3b, 0x2a9aa8, 0xc0649a};

/* Where and how large everything in a chart is. */
struct plot {
	const struct chart *chart;
	struct canvas *canvas;
	struct rect bars;   /* of all rows */
	int32_t row_h;
	int first, each;    /* the least number of the first bar, and numbers a bar */
	int count;          /* bars */
	double tallest;     /* share of the tallest bar */
};

int32_t
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
bar_share(const struct plot *plot, const struct series *series, int bar)
{
	uint64_t tally = 0;

	for (int i = 0; i < plot->each; i++) {
		int at = plot->first + bar * plot->each + i - CHART_LEAST;

		if (at >= 0 && at < CHART_SPAN)
			tally += series->tally[at];
	}
	return series->count == 0 ? 0 : (double)tally / (double)series->count;
}

/* Chooses the bars: whole numbers, or groups of them where there are too many. */
static void
choose_bars(struct plot *plot)
{
	int least = CHART_MOST, most = CHART_LEAST, below;

	for (unsigned i = 0; i < plot->chart->count; i++) {
		const struct series *series = &plot->chart->series[i];

		least = series->count > 0 ? MIN(least, series->least) : least;
		most = series->count > 0 ? MAX(most, series->most) : most;
	}
	if (least > most)
		least = most = 0;
	for (int n = 0; plot->each == 0 || (most - least) / plot->each + 1 > BARS_MAX; n++)
		plot->each = round_number(n);
	below = (least % plot->each + plot->each) % plot->each;
	plot->first = least - below;
	plot->count = (most - plot->first) / plot->each + 1;
	if (plot->count < 5) { /* few bars stand in the middle, no wider than five would be */
		plot->first -= (5 - plot->count) / 2 * plot->each;
		plot->count = 5;
	}
	for (unsigned i = 0; i < plot->chart->count; i++)
		for (int bar = 0; bar < plot->count; bar++)
			plot->tallest =
				fmax(plot->tallest, bar_share(plot, &plot->chart->series[i], bar));
	if (plot->tallest == 0)
		plot->tallest = 1;
}

/* The place on the axis of a number, whose own width reaches half a number to each side. */
static int32_t
at_number(const struct plot *plot, double number)
{
	return plot->bars.x +
	       (int32_t)lround((number + 0.5 - plot->first) * plot->bars.w / (plot->count * plot->each));
}

static int32_t
bars_height(const struct plot *plot)
{
	return plot->row_h - BAND_H - ROW_TOP;
}

/* Where the bars of a row stand. */
static int32_t
base_of(const struct plot *plot, unsigned row)
{
	return plot->bars.y + (int32_t)(row + 1) * plot->row_h - BAND_H;
}

/* Lines for numbers of the axis, with the numbers under the lowest row. */
static void
draw_axis(const struct plot *plot)
{
	const struct font number_font = {FACE_CONDENSED, 290, COLOUR_INK, ALIGN_CENTRE};
	const struct font axis_font = {FACE_CONDENSED, 290, COLOUR_QUIET, ALIGN_CENTRE};
	int32_t bottom = plot->bars.y + plot->bars.h;
	int most = plot->first + plot->count * plot->each - 1, step = 0, number;
	char text[16];

	for (int n = 0; step == 0 || (int64_t)(most - plot->first + 1) * TICK_W > (int64_t)step * plot->bars.w;
		n++)
		step = round_number(n);
	number = plot->first + ((-plot->first % step) + step) % step;
	for (; number <= most; number += step) {
		int32_t x = at_number(plot, number);

		canvas_line(plot->canvas, x, plot->bars.y, x, bottom, THIN, COLOUR_FAINT);
		g_snprintf(text, sizeof text, "%s%d", number < 0 ? "\u2212" : "", ABS(number));
		canvas_text(plot->canvas, &number_font,
			(struct rect){x - TICK_W / 2, bottom + 80, TICK_W, 340}, text);
	}
	canvas_text(plot->canvas, &axis_font,
		(struct rect){plot->bars.x, bottom + 470, plot->bars.w, 340}, plot->chart->axis);
}

/* Lines for shares of a row, with their numbers beside it. */
static void
draw_shares(const struct plot *plot, unsigned row)
{
	const struct font font = {FACE_CONDENSED, 250, COLOUR_QUIET, ALIGN_RIGHT};
	int32_t base = base_of(plot, row), height = bars_height(plot);
	int lines = MAX(1, height / SHARE_H), step = 0; /* tenths of a percent */
	char text[16];

	for (int n = 0; step == 0 || plot->tallest * 1000 / step >= lines + 1; n++)
		step = round_number(n);
	for (int share = step; share <= plot->tallest * 1000 + 1e-9; share += step) {
		int32_t y = base - (int32_t)lround(share / 1000.0 / plot->tallest * height);

		canvas_line(plot->canvas, plot->bars.x, y, plot->bars.x + plot->bars.w, y, THIN,
			COLOUR_FAINT);
		if (step % 10 == 0)
			g_snprintf(text, sizeof text, "%d %%", share / 10);
		else
			g_snprintf(text, sizeof text, "%d.%d %%", share / 10, share % 10);
		canvas_text(plot->canvas, &font,
			(struct rect){plot->bars.x - SHARE_W, y - 150, SHARE_W - SPACE, 300}, text);
	}
}

static void
draw_bars(const struct plot *plot, unsigned row)
{
	const struct series *series = &plot->chart->series[row];
	int32_t base = base_of(plot, row), height = bars_height(plot);

	for (int bar = 0; bar < plot->count; bar++) {
		int32_t left = plot->bars.x + plot->bars.w * bar / plot->count;
		int32_t right = plot->bars.x + plot->bars.w * (bar + 1) / plot->count;
		int32_t between = MAX((right - left) / 8, 10);
		int32_t high =
			(int32_t)lround(bar_share(plot, series, bar) / plot->tallest * height);
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
	const struct series *series = &plot->chart->series[row];
	double mean = series_mean(series), deviation = series_deviation(series);
	int32_t y = base_of(plot, row) + BAND_H / 2, right = plot->bars.x + plot->bars.w;
	int32_t from = MAX(at_number(plot, mean - deviation), plot->bars.x);
	int32_t to = MIN(at_number(plot, mean + deviation), right);

	if (series->count == 0)
		return;
	canvas_line(plot->canvas, from, y, to, y, 30, COLOUR_INK);
	canvas_circle(plot->canvas, at_number(plot, mean), y, DOT, colours[row], 20, COLOUR_INK);
}

static void
draw_label(const struct plot *plot, unsigned row, int32_t x)
{
	const struct font name_font = {FACE_CONDENSED_BOLD, 310, COLOUR_INK, ALIGN_LEFT};
	const struct font font = {FACE_CONDENSED, 270, COLOUR_QUIET, ALIGN_LEFT};
	const struct series *series = &plot->chart->series[row];
	int32_t y = plot->bars.y + (int32_t)row * plot->row_h + 60, w = LABEL_W - SPACE;
	char text[64], count[COUNT_TEXT];

	canvas_fill(plot->canvas, (struct rect){x, y + 60, 210, 210}, colours[row]);
	canvas_frame(plot->canvas, (struct rect){x, y + 60, 210, 210}, THIN, colours[row]);
	canvas_text(plot->canvas, &name_font, (struct rect){x + 330, y, w - 330, 330}, series->name);
	if (series->count > 0) {
		double mean = series_mean(series);

		g_snprintf(text, sizeof text, "%s%.2f \u00b1 %.2f", mean < -0.005 ? "\u2212" : "",
			fabs(mean), series_deviation(series));
		canvas_text(plot->canvas, &font, (struct rect){x + 330, y + 350, w - 330, 320}, text);
	}
	g_snprintf(text, sizeof text, "n = %s", count_text(series->count, count));
	canvas_text(plot->canvas, &font, (struct rect){x + 330, y + 680, w - 330, 320}, text);
}

/* One mean through all rows shows which of them lie beside it. */
static void
draw_common_mean(const struct plot *plot)
{
	struct series all = {.count = 0};
	int32_t x;

	for (unsigned i = 0; i < plot->chart->count; i++) {
		all.count += plot->chart->series[i].count;
		all.sum += plot->chart->series[i].sum;
	}
	if (plot->chart->count < 2 || all.count == 0)
		return;
	x = at_number(plot, series_mean(&all));
	canvas_dotted(plot->canvas, x, plot->bars.y, x, plot->bars.y + plot->bars.h, 20, 70, COLOUR_INK);
}

void
chart_draw(const struct chart *chart, struct rect box, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 400, COLOUR_INK, ALIGN_LEFT};
	struct plot plot = {.chart = chart, .canvas = canvas};
	char *title = g_strdup(chart->name);

	plot.row_h = (box.h - TITLE_H - AXIS_H) / (int32_t)chart->count;
	plot.bars = (struct rect){box.x + LABEL_W + SHARE_W, box.y + TITLE_H,
		box.w - LABEL_W - SHARE_W - TICK_W / 2, plot.row_h * (int32_t)chart->count};
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
	g_free(title);
}

void
chart_key(struct rect box, struct canvas *canvas)
{
	const struct font font = {FACE_CONDENSED, 290, COLOUR_QUIET, ALIGN_LEFT};
	static const char bars[] = "bars: share of all n that were counted";
	static const char mean[] = "mean, and a standard deviation to each side (\u00b1)";
	static const char common[] = "mean of all rows";
	int32_t x = box.x, y = box.y + box.h / 2;

	for (int i = 0; i < 3; i++)
		canvas_fill(canvas, (struct rect){x + i * 130, y + 100 - i % 2 * 60 - 120, 100, 120 + i % 2 * 60},
			COLOUR_QUIET);
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
