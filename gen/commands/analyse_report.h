/* SPDX-License-Identifier: MIT
 * What `seedpress analyse` was asked for, and how it reports: text or JSON on
 * the standard output, and a picture. */
#ifndef SEEDPRESS_GEN_COMMANDS_ANALYSE_REPORT_H
#define SEEDPRESS_GEN_COMMANDS_ANALYSE_REPORT_H

#include "gen/study/survey.h"

struct analyse_options {
	bool json;
	int64_t microseconds; /* 0: no limit */
	uint64_t games, dice;
	const char *plot; /* a file, or NULL */
	bool force;       /* replaces it whoever made it */
	enum ink ink;
};

/* Reports what was found out about one layout; `stopped` says why the thinking had to end, or is
 * NULL. Returns the exit status. */
int analyse_report_layout(const struct analyse_options *options, const struct game *game, const char *code,
	struct study_findings *findings, const char *stopped);

/* Reports the layouts of a survey that were done. Returns the exit status. */
int analyse_report_survey(
	const struct analyse_options *options, const struct survey *survey, uint32_t done, const struct charts *charts);

#endif
