/* SPDX-License-Identifier: MIT
 * What the brain knows of a layout: exact answers where there are any, and
 * otherwise what simple players make of it. One const table a game, used by
 * `seedpress analyse` and by whoever else wants to know. */
#ifndef SEEDPRESS_GEN_PRESS_STUDY_H
#define SEEDPRESS_GEN_PRESS_STUDY_H

#include "gen/charts/chart.h"
#include "scoring/limit.h"
#include "scoring/rules.h"

struct question {
	const struct game *game;
	const struct code *code;
	const void *layout;
	uint8_t house[HOUSE_RULES]; /* which value of each house rule */
	uint32_t games;             /* to be played by simple players, 0: as many as the game likes */
	uint64_t dice; /* seed of what the simple players throw; in a survey each layout has its own */
	const struct limit *limit;  /* or NULL */
	bool kept; /* the press is known to keep this layout, and all others of the survey */
};

struct findings {
	json_t *json;         /* the game's own members go into this object */
	GString *text;        /* for a person, 80 columns wide */
	struct charts charts; /* distributions behind it */
	bool exact;           /* false where time was up: what is said is a bound, and says so */
};

struct study {
	const struct game *game;

	/* Answers one question about one layout: members, text and charts. Text of the charts follows
	 * the game's own, and their JSON its members, by themselves. */
	void (*layout)(const struct question *question, struct findings *findings);

	/* The figures of one layout among many, added to the charts alone: as fast as possible.
	 * False when the limit was over before the layout was done: nothing was added. It must not
	 * matter which layouts came before, but tables may be kept from one to the next: processes
	 * share a survey, not threads. Charts and series stand in the order they are first named. */
	bool (*survey)(const struct question *question, struct charts *charts);
};

/* The study of a game, or NULL. */
const struct study *study_of(const struct game *game);

#endif
