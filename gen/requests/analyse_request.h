/* SPDX-License-Identifier: MIT
 * A request to analyse the layout of a code, or a survey of many layouts of a game. Its fields are set by name (see
 * fields.h) after game_request_begin(). */
#pragma once

#include "gen/charts/chart.h"
#include "gen/requests/fields.h"

struct analyse_request {
	struct game_request base;
	int64_t time;         /* microseconds; 0: no limit */
	uint64_t games, dice; /* games of simple players on each layout (0: the game's default), and their seed */
	/* Of a survey. */
	uint64_t count, seed, players, jobs; /* players 0: the usual number */
	bool kept;                           /* only layouts that pass the filter */
	/* The output of the command line. */
	bool json, force;
	unsigned ink;
	char *plot, *key_file; /* or NULL */
};

/* Sets the defaults. game_request_finish() ends the request. */
void analyse_request_init(struct analyse_request *request);

/* Checks that the game has such layouts. False after adding problems. */
bool analyse_request_check(const struct analyse_request *request, struct problems *problems);

/* The results of an analysis. */
struct analysis {
	const struct analyse_request *request;
	char *title;          /* "Coupon Clipper: 100 layouts for 4 players, from seed 42, as drawn" */
	json_t *json;         /* all results */
	GString *text;        /* the same for people, 80 columns wide, with the charts as tables */
	struct charts charts; /* for charts_plot() */
	/* Why the analysis was stopped early, so that results are bounds, or from fewer games or layouts. Cleared if it
	 * was complete. */
	struct message stopped;
};

/* Runs until it is complete, times out or is interrupted by SIGINT. `progress` (may be NULL) is called with the number
 * of layouts that are done. False after setting *problem. In both cases analysis_finish() ends it. The request was
 * checked, and must outlive the analysis. */
bool analysis_run(struct analysis *analysis, const struct analyse_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);
void analysis_finish(struct analysis *analysis);
