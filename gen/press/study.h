/* SPDX-License-Identifier: MIT
 * What is known of a layout: exact answers where there are any, and otherwise
 * what simple players make of it. */
#ifndef SEEDPRESS_GEN_PRESS_STUDY_H
#define SEEDPRESS_GEN_PRESS_STUDY_H

#include "gen/charts/chart.h"
#include "scoring/limit.h"
#include "scoring/rules.h"

struct study_question {
	const struct game *game;
	const struct code *code;
	const void *layout;
	uint8_t house[HOUSE_RULES]; /* which value of each house rule */
	uint32_t games;             /* to be played by simple players, 0: as many as the game likes */
	uint64_t dice;              /* seed of what the simple players throw; in a survey each layout has its own */
	const struct limit *limit;  /* or NULL */
	bool kept;                  /* the press is known to keep this layout, and all others of the survey */
};

struct study_findings {
	json_t *json;         /* the game's own members go into this object */
	GString *text;        /* for a person, 80 columns wide */
	struct charts charts; /* distributions behind it */
	bool exact;           /* false where time was up: what is said is a bound, and says so */
};

#endif
