/* SPDX-License-Identifier: MIT
 * The analysis of a layout: exact answers if there are any, and otherwise the
 * results of simple players. */
#pragma once

#include "gen/charts/chart.h"
#include "scoring/limit.h"
#include "scoring/rules.h"

struct study_question {
	const struct game *game;
	const struct code *code;
	const void *layout;
	uint8_t house[HOUSE_RULES]; /* which value of each house rule */
	uint32_t games;             /* to be played by simple players; 0: the game's usual number */
	uint64_t dice;              /* random seed of the simple players; in a survey each layout has its own */
	const struct limit *limit;  /* or NULL */
	bool kept;                  /* this layout and all others of the survey passed the filter */
};

struct study_findings {
	json_t *json;         /* the game's own members go into this object */
	GString *text;        /* for a person, 80 columns wide */
	struct charts charts; /* the distributions that it comes from */
	bool exact;           /* false after a timeout: the text says that the results are bounds */
};
