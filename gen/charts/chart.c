/* SPDX-License-Identifier: MIT
 * Counted figures. Whole numbers are added up, so that the order
 * of adding and merging never shows. */
#include "gen/charts/chart.h"

#include <math.h>
#include <string.h>

void
charts_init(struct charts *charts)
{
	*charts = (struct charts){.chart = g_ptr_array_new_with_free_func(g_free)};
}

void
charts_finish(struct charts *charts)
{
	g_ptr_array_free(charts->chart, TRUE);
	charts->chart = NULL;
}

/* Stored names may be cut off. */
struct chart *
charts_find(const struct charts *charts, const char *name)
{
	for (unsigned i = 0; i < charts->chart->len; i++) {
		struct chart *chart = g_ptr_array_index(charts->chart, i);

		if (strncmp(chart->name, name, sizeof chart->name - 1) == 0)
			return chart;
	}
	return NULL;
}

struct chart_series *
chart_find(struct chart *chart, const char *name)
{
	for (unsigned i = 0; i < chart->count; i++)
		if (strncmp(chart->series[i].name, name, sizeof chart->series[i].name - 1) == 0)
			return &chart->series[i];
	return NULL;
}

static struct chart *
take_chart(struct charts *charts, const char *name, const char *axis, uint64_t born)
{
	struct chart *chart = charts_find(charts, name);

	if (chart != NULL)
		return chart;
	chart = g_new0(struct chart, 1);
	g_strlcpy(chart->name, name, sizeof chart->name);
	g_strlcpy(chart->axis, axis, sizeof chart->axis);
	chart->born = born;
	g_ptr_array_add(charts->chart, chart);
	return chart;
}

static struct chart_series *
take_series(struct chart *chart, const char *name, uint64_t born)
{
	struct chart_series *series = chart_find(chart, name);

	if (series != NULL)
		return series;
	g_assert(chart->count < CHART_SERIES);
	series = &chart->series[chart->count++];
	g_strlcpy(series->name, name, sizeof series->name);
	series->born = born;
	return series;
}

void
charts_add(struct charts *charts, const char *chart_name, const char *axis, const char *series_name, int number)
{
	struct chart *chart = take_chart(charts, chart_name, axis, charts->now);
	struct chart_series *series = take_series(chart, series_name, charts->now);

	charts->now++;
	number = CLAMP(number, CHART_LEAST, CHART_MOST);
	series->least = series->count == 0 ? number : MIN(series->least, number);
	series->most = series->count == 0 ? number : MAX(series->most, number);
	series->count++;
	series->sum += number;
	series->squares += number * number;
	series->tally[number - CHART_LEAST]++;
}

void
charts_merge(struct charts *into, const struct charts *from)
{
	for (unsigned i = 0; i < from->chart->len; i++) {
		const struct chart *theirs = g_ptr_array_index(from->chart, i);
		struct chart *ours = take_chart(into, theirs->name, theirs->axis, theirs->born);

		ours->born = MIN(ours->born, theirs->born);
		for (unsigned j = 0; j < theirs->count; j++) {
			const struct chart_series *their = &theirs->series[j];
			struct chart_series *our = take_series(ours, their->name, their->born);

			our->born = MIN(our->born, their->born);
			if (their->count == 0)
				continue;
			our->least = our->count == 0 ? their->least : MIN(our->least, their->least);
			our->most = our->count == 0 ? their->most : MAX(our->most, their->most);
			our->count += their->count;
			our->sum += their->sum;
			our->squares += their->squares;
			for (int k = 0; k < CHART_SPAN; k++)
				our->tally[k] += their->tally[k];
		}
	}
}

static int
by_birth(gconstpointer a, gconstpointer b)
{
	const struct chart *const *first = a, *const *second = b;

	return ((*first)->born > (*second)->born) - ((*first)->born < (*second)->born);
}

static int
by_series_birth(const void *a, const void *b)
{
	const struct chart_series *first = a, *second = b;

	return (first->born > second->born) - (first->born < second->born);
}

void
charts_order(struct charts *charts)
{
	g_ptr_array_sort(charts->chart, by_birth);
	for (unsigned i = 0; i < charts->chart->len; i++) {
		struct chart *chart = g_ptr_array_index(charts->chart, i);

		qsort(chart->series, chart->count, sizeof *chart->series, by_series_birth);
	}
}

double
chart_series_mean(const struct chart_series *series)
{
	return series->count == 0 ? 0 : (double)series->sum / (double)series->count;
}

double
chart_series_deviation(const struct chart_series *series)
{
	if (series->count == 0)
		return 0;
	long double mean = (long double)series->sum / series->count;
	long double variance = (long double)series->squares / series->count - mean * mean;
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

void
chart_range(const struct chart *chart, int *least, int *most)
{
	*least = CHART_MOST;
	*most = CHART_LEAST;
	for (unsigned i = 0; i < chart->count; i++) {
		if (chart->series[i].count == 0)
			continue;
		*least = MIN(*least, chart->series[i].least);
		*most = MAX(*most, chart->series[i].most);
	}
	if (*least > *most)
		*least = *most = 0;
}

uint64_t
chart_series_between(const struct chart_series *series, int first, int numbers)
{
	int from = MAX(first - CHART_LEAST, 0), to = MIN(first + numbers - CHART_LEAST, CHART_SPAN);
	uint64_t tally = 0;

	for (int i = from; i < to; i++)
		tally += series->tally[i];
	return tally;
}

static json_t *
series_json(const struct chart_series *series)
{
	json_t *tally = json_object();
	char number[16];

	for (int i = 0; i < CHART_SPAN; i++) {
		if (series->tally[i] == 0)
			continue;
		g_snprintf(number, sizeof number, "%d", i + CHART_LEAST);
		json_object_set_new(tally, number, json_integer(series->tally[i]));
	}
	return json_pack("{s:s,s:I,s:f,s:f,s:i,s:i,s:o}", "name", series->name, "count", (json_int_t)series->count,
		"mean", chart_series_mean(series), "deviation", chart_series_deviation(series), "least", series->least,
		"most", series->most, "tally", tally);
}

json_t *
charts_json(const struct charts *charts)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < charts->chart->len; i++) {
		const struct chart *chart = g_ptr_array_index(charts->chart, i);
		json_t *all = json_array();

		for (unsigned j = 0; j < chart->count; j++)
			json_array_append_new(all, series_json(&chart->series[j]));
		json_array_append_new(
			list, json_pack("{s:s,s:s,s:o}", "name", chart->name, "axis", chart->axis, "series", all));
	}
	return list;
}
