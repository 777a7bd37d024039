/* SPDX-License-Identifier: MIT
 * One chart in a box of a page. */
#ifndef SEEDPRESS_GEN_CHARTS_CHART_DRAW_H
#define SEEDPRESS_GEN_CHARTS_CHART_DRAW_H

#include "gen/charts/chart.h"

/* The least height that a chart wants. */
int32_t chart_height(const struct chart *chart);

/* A histogram a series, one below the other on one scale, so that they are told apart by place as
 * well as by colour; under each its mean and standard deviation. */
void chart_draw(const struct chart *chart, struct rect box, struct canvas *canvas);

/* How to read them, on one line. */
void chart_key(struct rect box, struct canvas *canvas);

#endif
