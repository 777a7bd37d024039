/* SPDX-License-Identifier: MIT
 * What many layouts of a game are like: their figures in one set of charts,
 * the same however many processes share the work. */
#ifndef SEEDPRESS_GEN_STUDY_SURVEY_H
#define SEEDPRESS_GEN_STUDY_SURVEY_H

#include "gen/cli/deadline.h"
#include "gen/press/printed_game.h"

struct survey {
	const struct printed_game *printed;
	struct codes codes;
	uint32_t asked; /* layouts */
	unsigned processes;
	bool kept; /* only layouts that the press would keep; else as seeds come */
	/* For the question of each layout: */
	uint8_t house[HOUSE_RULES];
	uint32_t games;
	uint64_t dice;
	const struct deadline *deadline;
	/* Told of the layouts that are done, now and then; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Adds the figures of all layouts, or of those that were `done` when the deadline came. False
 * after setting *problem. */
bool survey_run(const struct survey *survey, struct charts *charts, uint32_t *done, struct problem *problem);

#endif
