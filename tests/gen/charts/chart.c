/* SPDX-License-Identifier: MIT
 * Counted figures say what was counted, in whatever order and parts it was
 * added, and their pictures are whole or not there. */
#include "gen/charts/chart.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "layouts/random.h"
#include "tests/tools.h"

#define CLOSE 1e-9

static const struct chart_series *
series_of(const struct charts *charts, const char *chart, const char *series)
{
	struct chart *found = charts_find(charts, chart);

	assert_non_null(found);
	assert_non_null(chart_find(found, series));
	return chart_find(found, series);
}

static char *
dump(const struct charts *charts)
{
	json_t *json = charts_json(charts);
	char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(10));

	json_decref(json);
	assert_non_null(text);
	return text;
}

static void
mean_and_deviation_are_those_of_the_numbers(void **state)
{
	static const struct {
		int number[8], count;
		double mean, deviation;
	} cases[] = {
		{{7}, 1, 7, 0},
		{{-3, -3, -3}, 3, -3, 0},
		{{1, 2, 3, 4}, 4, 2.5, 1.1180339887498949},
		{{-5, 5}, 2, 0, 5},
		{{2, 4, 4, 4, 5, 5, 7, 9}, 8, 5, 2},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct chart_series *series;
		struct charts charts;

		charts_init(&charts);
		for (int j = 0; j < cases[i].count; j++)
			charts_add(&charts, "a", "points", "all", cases[i].number[j]);
		series = series_of(&charts, "a", "all");
		assert_int_equal(series->count, cases[i].count);
		assert_true(fabs(chart_series_mean(series) - cases[i].mean) < CLOSE);
		assert_true(fabs(chart_series_deviation(series) - cases[i].deviation) < CLOSE);
		charts_finish(&charts);
	}
}

static void
numbers_out_of_range_count_at_the_ends(void **state)
{
	static const int numbers[] = {INT32_MIN, -513, -512, 511, 512, INT32_MAX};
	const struct chart_series *series;
	struct charts charts;

	(void)state;
	charts_init(&charts);
	for (size_t i = 0; i < LENGTH(numbers); i++)
		charts_add(&charts, "a", "points", "all", numbers[i]);
	series = series_of(&charts, "a", "all");
	assert_int_equal(series->tally[0], 3);
	assert_int_equal(series->tally[CHART_SPAN - 1], 3);
	assert_int_equal(series->least, -512);
	assert_int_equal(series->most, 511);
	assert_true(fabs(chart_series_mean(series) + 0.5) < CLOSE);
	charts_finish(&charts);
}

/* A layout's worth of numbers: charts and series come up at different times. */
static void
add_some(struct charts *charts, uint32_t n)
{
	static const char *const names[] = {"A", "B", "C", "D"};
	struct random random;

	random_init(&random, 5, 5, n);
	charts->now = (uint64_t)n << 20;
	if (n % 7 == 6)
		charts_add(charts, "rare", "turns", "all", (int)random_below(&random, 40));
	for (int i = 0; i < 20; i++)
		charts_add(charts, "often", "points", names[(n + random_below(&random, 2)) % 4],
			(int)random_below(&random, 900) - 450);
}

static void
parts_add_up_to_the_whole_in_any_order(void **state)
{
	static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
	struct charts whole, part[3], merged;
	char *expected, *got;

	(void)state;
	charts_init(&whole);
	for (int i = 0; i < 3; i++)
		charts_init(&part[i]);
	for (uint32_t n = 0; n < 60; n++) {
		add_some(&whole, n);
		add_some(&part[n < 6 ? n % 2 : (n + 2) % 3], n); /* the last starts with the rare chart */
	}
	expected = dump(&whole);
	for (size_t i = 0; i < LENGTH(orders); i++) {
		charts_init(&merged);
		for (int j = 0; j < 3; j++)
			charts_merge(&merged, &part[orders[i][j]]);
		charts_order(&merged);
		got = dump(&merged);
		assert_string_equal(got, expected);
		free(got);
		charts_finish(&merged);
	}
	free(expected);
	for (int i = 0; i < 3; i++)
		charts_finish(&part[i]);
	charts_finish(&whole);
}

static void
json_has_every_figure(void **state)
{
	struct charts charts;
	char *text;

	(void)state;
	charts_init(&charts);
	text = dump(&charts);
	assert_string_equal(text, "[]");
	free(text);
	charts_add(&charts, "points", "dollars", "seat A", -1);
	charts_add(&charts, "points", "dollars", "seat B", 4);
	charts_add(&charts, "points", "dollars", "seat A", 2);
	text = dump(&charts);
	assert_string_equal(text,
		"[{\"name\":\"points\",\"axis\":\"dollars\",\"series\":["
		"{\"name\":\"seat A\",\"count\":2,\"mean\":0.5,\"deviation\":1.5,\"least\":-1,"
		"\"most\":2,\"tally\":{\"-1\":1,\"2\":1}},"
		"{\"name\":\"seat B\",\"count\":1,\"mean\":4.0,\"deviation\":0.0,\"least\":4,"
		"\"most\":4,\"tally\":{\"4\":1}}]}]");
	free(text);
	charts_finish(&charts);
}

static void
names_that_are_too_long_stay_one_series(void **state)
{
	char name[200];
	struct charts charts;
	struct chart *chart;

	(void)state;
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	charts_init(&charts);
	for (int i = 0; i < 20; i++)
		charts_add(&charts, name, name, name, i);
	assert_int_equal(charts.chart->len, 1);
	chart = g_ptr_array_index(charts.chart, 0);
	assert_int_equal(chart->count, 1);
	assert_int_equal(chart->series[0].count, 20);
	charts_finish(&charts);
}

static void
text_keeps_to_80_columns(void **state)
{
	GString *text = g_string_new(NULL);
	struct charts charts;
	char **lines;

	(void)state;
	charts_init(&charts);
	charts_text(&charts, text);
	assert_int_equal(text->len, 0);
	for (int i = -600; i < 600; i++)
		charts_add(&charts, "wide", "points", "a name with an \u00fc that takes more room than it has", i);
	charts_add(&charts, "narrow", "points", "one", 3);
	charts_text(&charts, text);
	lines = g_strsplit(text->str, "\n", -1);
	for (char **line = lines; *line != NULL; line++)
		assert_true(g_utf8_strlen(*line, -1) <= 80);
	assert_non_null(strstr(text->str, "1,200"));
	assert_non_null(strstr(text->str, "\u2588"));
	g_strfreev(lines);
	g_string_free(text, TRUE);
	charts_finish(&charts);
}

static void
counts_are_written_in_threes(void **state)
{
	static const struct {
		uint64_t count;
		const char *text;
	} cases[] = {{0, "0"}, {999, "999"}, {1000, "1,000"}, {123456, "123,456"},
		{UINT64_MAX, "18,446,744,073,709,551,615"}};
	char text[CHART_COUNT_TEXT];

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(chart_count_text(cases[i].count, text), cases[i].text);
}

/* Whatever is in them, charts are drawn, and the file starts as its kind does. */
static void
expect_picture(const struct charts *charts, const char *ending, const char *start)
{
	char *folder = g_dir_make_tmp(NULL, NULL), *bytes;
	struct problem problem;
	char *name = g_strconcat("plot", ending, NULL), *file = g_build_filename(folder, name, NULL);
	size_t length;

	assert_true(charts_plot(charts, "A game: of charts", file, false, INK_GREY, &problem));
	assert_true(g_file_get_contents(file, &bytes, &length, NULL));
	assert_true(length > strlen(start) && memcmp(bytes, start, strlen(start)) == 0);
	g_free(bytes);
	g_unlink(file);
	assert_int_equal(g_rmdir(folder), 0); /* nothing else was left there */
	g_free(file);
	g_free(name);
	g_free(folder);
}

static void
every_chart_can_be_drawn(void **state)
{
	static const char *const formats[][2] = {{".pdf", "%PDF-"}, {".png", "\x89PNG"}, {".svg", "<?xml"}};
	char name[32];
	struct charts charts;

	(void)state;
	charts_init(&charts);
	for (size_t i = 0; i < LENGTH(formats); i++)
		expect_picture(&charts, formats[i][0], formats[i][1]);
	charts_add(&charts, "one number", "points", "all", -512);
	charts_add(&charts, "both ends", "points", "all", -512);
	charts_add(&charts, "both ends", "points", "all", 511);
	for (int i = 0; i < 40; i++) {
		g_snprintf(name, sizeof name, "chart %d", i);
		for (int j = 0; j <= i % CHART_SERIES; j++)
			charts_add(&charts, name, "points", &"ABCDEFGH"[j], i * j);
	}
	for (size_t i = 0; i < LENGTH(formats); i++)
		expect_picture(&charts, formats[i][0], formats[i][1]);
	charts_finish(&charts);
}

static void
other_endings_are_refused(void **state)
{
	static const char *const names[] = {"", "plot", ".pdf", "plot.pdf.txt", "plot.PDF/x", "plot.gif"};
	enum format format;

	(void)state;
	for (size_t i = 0; i < LENGTH(names); i++)
		assert_false(charts_format(names[i], &format));
	assert_true(charts_format("a/b.svg", &format));
	assert_int_equal(format, FORMAT_SVG);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mean_and_deviation_are_those_of_the_numbers),
		cmocka_unit_test(numbers_out_of_range_count_at_the_ends),
		cmocka_unit_test(parts_add_up_to_the_whole_in_any_order),
		cmocka_unit_test(json_has_every_figure),
		cmocka_unit_test(names_that_are_too_long_stay_one_series),
		cmocka_unit_test(text_keeps_to_80_columns),
		cmocka_unit_test(counts_are_written_in_threes),
		cmocka_unit_test(every_chart_can_be_drawn),
		cmocka_unit_test(other_endings_are_refused),
	};

	return cmocka_run_group_tests_name("chart", tests, NULL, NULL);
}
