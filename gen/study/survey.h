/* SPDX-License-Identifier: MIT
 * Statistics over many layouts of a game, as one set of charts. They are the same for any number of processes. */
#pragma once

#include "gen/press/printed_game.h"

struct survey {
	const struct printed_game *printed;
	struct codes codes;
	uint32_t asked; /* layouts */
	unsigned processes;
	/* About each layout, which is filled in, with dice of its own. `kept`: only layouts that pass the filter are
	 * drawn, else those of all seeds. */
	struct study_question question;
	/* Called from time to time with the number of layouts that are done; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Adds the figures of all layouts, or of those that were done before the limit was over, and sets *done to their
 * number. False after setting *problem. */
bool survey_run(const struct survey *survey, struct charts *charts, uint32_t *done, struct problem *problem);
