/* SPDX-License-Identifier: MIT
 * Charts on a terminal: a line for each series with its figures and its bars,
 * at most 80 columns wide. All series of a chart share one scale. */

#include "gen/charts/chart.h"

/* Columns of a terminal. */
#define WIDTH 80

/* The fewest columns for the names of series. */
#define NAME_LEAST 8

/* The most columns for the names of series. Longer names are cut off. */
#define NAME_MOST 26

/* Columns of the figures, with the blanks around them. */
#define FIGURES 39

static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

#define HEIGHTS (G_N_ELEMENTS(blocks) - 1)

const char *
chart_count_text(uint64_t count, char text[CHART_COUNT_TEXT])
{
	char digits[24];
	int length = g_snprintf(digits, sizeof digits, "%" G_GUINT64_FORMAT, count), at = 0;

	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	text[at] = '\0';
	return text;
}

/* A column for every `each` numbers from `first` on. The tallest bar is full, and any number that was counted shows. */
static void
write_bars(const struct chart_series *series, int first, int each, int columns, GString *out)
{
	uint64_t tallest = 1;

	for (int i = 0; i < columns; i++)
		tallest = MAX(tallest, chart_series_between(series, first + i * each, each));
	for (int i = 0; i < columns; i++) {
		uint64_t tally = chart_series_between(series, first + i * each, each);

		g_string_append(out, blocks[(tally * HEIGHTS + tallest - 1) / tallest]);
	}
}

static void
write_chart(const struct chart *chart, GString *out)
{
	int width = NAME_LEAST, least, most;
	char count[CHART_COUNT_TEXT];

	for (unsigned i = 0; i < chart->count; i++)
		width = MAX(width, (int)g_utf8_strlen(chart->series[i].name, -1));
	width = MIN(width, NAME_MOST);
	chart_range(chart, &least, &most);
	int space = WIDTH - FIGURES - width - 2, span = most - least + 1, each = (span + space - 1) / space;
	g_string_append_printf(out, "%s (%s)\n", chart->name, chart->axis);
	g_string_append_printf(out, "  %*s%11s%9s%8s%5s%5s\n", width, "", "count", "mean", "+/-", "min", "max");
	for (unsigned i = 0; i < chart->count; i++) {
		const struct chart_series *series = &chart->series[i];
		/* UTF-8, cut off or filled up to the width. */
		int length = MIN(width, (int)g_utf8_strlen(series->name, -1));
		g_autofree char *name = g_utf8_substring(series->name, 0, length);

		g_string_append_printf(
			out, "  %s%*s%11s", name, width - length, "", chart_count_text(series->count, count));
		if (series->count > 0) {
			g_string_append_printf(out, "%9.2f%8.2f%5d%5d ", chart_series_mean(series),
				chart_series_deviation(series), series->least, series->most);
			write_bars(series, least, each, (span + each - 1) / each, out);
		}
		while (out->str[out->len - 1] == ' ')
			g_string_truncate(out, out->len - 1);
		g_string_append_c(out, '\n');
	}
}

void
charts_text(const struct charts *charts, GString *out)
{
	for (unsigned i = 0; i < charts->chart->len; i++) {
		if (out->len > 0)
			g_string_append_c(out, '\n');
		write_chart(g_ptr_array_index(charts->chart, i), out);
	}
}
