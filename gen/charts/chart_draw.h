/* SPDX-License-Identifier: MIT
 * One chart in a box of a page. */
#ifndef SEEDPRESS_GEN_CHARTS_CHART_DRAW_H
#define SEEDPRESS_GEN_CHARTS_CHART_DRAW_H

#include "gen/charts/chart.h"

/* The smallest height of a chart. */
int32_t chart_height(const struct chart *chart);

/* A histogram for each series, below each other on the same scale, so that they differ by place as
 * well as by colour; under each its mean and standard deviation. */
void chart_draw(const struct chart *chart, struct rect box, struct canvas *canvas);

/* A legend, on one line. */
void chart_key(struct rect box, struct canvas *canvas);

#endif
