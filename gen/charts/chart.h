/* SPDX-License-Identifier: MIT
 * Counted figures and their picture: how often each whole number came up, one
 * series for each seat, sheet or way of playing. Charts of the same name add
 * up, so that many layouts, in any order or in several processes, make one. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "gen/canvas/document.h"

#define CHART_SERIES 8
#define CHART_SPAN   1024 /* whole numbers from -512 to 511; beyond them the last one counts */
#define CHART_LEAST  (-CHART_SPAN / 2)
#define CHART_MOST   (CHART_SPAN / 2 - 1)

struct chart_series {
	char name[48];
	uint64_t born;  /* when it was first named, see struct charts */
	uint64_t count; /* how many numbers */
	int64_t sum, squares;
	int least, most;
	uint32_t tally[CHART_SPAN];
};

struct chart {
	char name[64]; /* a sentence part: "points at the end of a game" */
	char axis[48]; /* what the numbers are: "dollars" */
	uint64_t born;
	unsigned count;
	struct chart_series series[CHART_SERIES];
};

struct charts {
	GPtrArray *chart; /* struct chart, in the order they were first named */
	uint64_t now;     /* grows by one with each number; when processes share work, each sets it by its task */
};

void charts_init(struct charts *charts);
void charts_finish(struct charts *charts);

/* Counts a number. A chart or series is created when it is first named: at most CHART_SERIES series per chart.
 * Names that only differ beyond what fits are the same. */
void charts_add(struct charts *charts, const char *chart, const char *axis, const char *series, int number);

/* Adds all of `from` to `into`. New charts and series go to the end. */
void charts_merge(struct charts *into, const struct charts *from);

/* Sorts charts and their series by when they were first named, in whichever process. */
void charts_order(struct charts *charts);

/* The chart or series with this name, or NULL. */
struct chart *charts_find(const struct charts *charts, const char *chart);
struct chart_series *chart_find(struct chart *chart, const char *series);

/* Mean and standard deviation of the numbers; 0 without any. */
double chart_series_mean(const struct chart_series *series);
double chart_series_deviation(const struct chart_series *series);

/* The least and the greatest number of all series; 0 without any. */
void chart_range(const struct chart *chart, int *least, int *most);

/* How many of the numbers from `first` on, `numbers` of them in a row, were counted. */
uint64_t chart_series_between(const struct chart_series *series, int first, int numbers);

/* As JSON: [{"name","axis","series":[{"name","count","mean","deviation","least","most",
 * "tally":{"-1":3,...}}]}]. And as lines for a terminal: a table, and a small bar picture. */
json_t *charts_json(const struct charts *charts);
void charts_text(const struct charts *charts, GString *out);

/* The format for the extension of a file's name; false if it is not a known one. */
bool charts_format(const char *file, enum format *format);

/* Draws them into a PDF of as many pages as it takes, or one PNG or SVG. Of the title, what comes
 * after a colon is smaller. With `force` the file is replaced, no matter who made it. False after setting
 * *problem. */
bool charts_plot(const struct charts *charts, const char *title, const char *file, bool force, enum ink ink,
	struct problem *problem);

/* "10,000"; as text for people. */
#define CHART_COUNT_TEXT 32
const char *chart_count_text(uint64_t count, char text[CHART_COUNT_TEXT]);
