/* SPDX-License-Identifier: MIT
 * Counted figures and their picture: how often each whole number came up, one
 * series for each seat, sheet or way of playing. Charts of the same name add
 * up, so that many layouts, in any order or in several processes, make one. */
#ifndef SEEDPRESS_CHART_H
#define SEEDPRESS_CHART_H

#include <glib.h>
#include <jansson.h>

#include "gen/document.h"

#define CHART_SERIES 8
#define CHART_SPAN   1024 /* whole numbers from -512 to 511; beyond them the last one counts */

struct series {
	char name[48];
	uint64_t count; /* how many numbers */
	int64_t sum, squares;
	int least, most;
	uint32_t tally[CHART_SPAN];
};

struct chart {
	char name[64]; /* a sentence part: "points at the end of a game" */
	char axis[48]; /* what the numbers are: "dollars" */
	unsigned count;
	struct series series[CHART_SERIES];
};

struct charts {
	GPtrArray *chart; /* struct chart, in the order they were first named */
};

void charts_init(struct charts *charts);
void charts_finish(struct charts *charts);

/* Counts a number. Chart and series are made when they are first named. */
void charts_add(struct charts *charts, const char *chart, const char *axis, const char *series,
	int number);

/* Adds all of `from` to `into`. */
void charts_merge(struct charts *into, const struct charts *from);

double series_mean(const struct series *series);
double series_deviation(const struct series *series);

/* As JSON: [{"name","axis","series":[{"name","count","mean","deviation","least","most",
 * "tally":{"-1":3,...}}]}]. And as lines for a terminal: a table, and a small bar picture. */
json_t *charts_json(const struct charts *charts);
void charts_text(const struct charts *charts, GString *out);

/* Draws them, several a page, into a PDF, PNG or SVG by the name's ending. False after setting
 * *problem (to be freed). */
bool charts_plot(const struct charts *charts, const char *title, const char *file,
	enum ink ink, char **problem);

#endif
