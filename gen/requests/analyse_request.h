/* SPDX-License-Identifier: MIT
 * What `seedpress analyse` can be asked for: what is known of the layout of a code, or of many layouts of a game.
 * Filled by name (see fields.h) after game_request_begin(). */
#ifndef SEEDPRESS_GEN_REQUESTS_ANALYSE_REQUEST_H
#define SEEDPRESS_GEN_REQUESTS_ANALYSE_REQUEST_H

#include "gen/charts/chart.h"
#include "gen/requests/fields.h"

extern const struct field analyse_fields[];

struct analyse_request {
	struct game_request base;
	int64_t time;         /* microseconds; 0: no limit */
	uint64_t games, dice; /* of simple players on each layout, 0: as many as the game likes; their seed */
	/* Of many layouts of a game. */
	uint64_t count, seed, players, jobs; /* players 0: the usual number */
	bool kept;                           /* only layouts that the press would keep */
	/* Where it goes: for the command line. */
	bool json, force;
	unsigned ink;
	char *plot, *key_file; /* or NULL */
};

void analyse_request_init(struct analyse_request *request);
void analyse_request_finish(struct analyse_request *request);

/* Whether the game has such layouts. False after adding problems. */
bool analyse_request_check(const struct analyse_request *request, struct problems *problems);

/* What was found out. */
struct analysis {
	const struct analyse_request *request;
	char *title;          /* "Coupon Clipper: 100 layouts for 4 players, from seed 42, as drawn" */
	json_t *json;         /* all of it */
	GString *text;        /* the same for a person, 80 columns wide, with its charts as tables */
	struct charts charts; /* for charts_plot() */
	/* Why the thinking ended before it was done: what was found out is a bound, or from fewer games or layouts.
	 * Cleared where it was done. */
	struct message stopped;
};

/* Thinks, until it is done, time is up or SIGINT comes; `progress` (may be NULL) is told of the layouts that are
 * done. False after setting *problem. Either way analysis_finish() ends it. The request was checked, and outlives
 * it. */
bool analysis_run(struct analysis *analysis, const struct analyse_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);
void analysis_finish(struct analysis *analysis);

#endif
