/* SPDX-License-Identifier: MIT
 * Where the paperclips were put, and what the first player bid. */
#pragma once

#include "layouts/clips.h"
#include "scoring/rules.h"

#define CLIPS_IN_ALL    6  /* clips of a game, shared by its players */
#define CLIPS_DEPTH_MAX 4  /* symbols under a clip */
#define CLIPS_BID_MAX   99 /* two digits; going first was never worth more than 7 on 10,000 cards */
#define CLIPS_LISTED    12 /* more clips than a player has, so that the message can say how many are too many */

/* L3x4: edge L, line 3, depth 4. */
struct clip {
	char edge; /* L, R, T or B */
	uint8_t line;
	uint8_t depth;
};

#define CLIP_TEXT 16 /* bytes of a clip as it is written, its end included */

/* A clip as it is written, "L3x4"; returns `text`. */
const char *clip_write(const struct clip *clip, char text[CLIP_TEXT]);

/* Reads what clip_write() writes, in either case; false for a text that is not a clip. It may still
 * be off the card: the rule book checks that. */
bool clip_read(const char *text, struct clip *clip);

/* The i-th cell of a clip on a card, counted inwards from its edge. */
void clip_cell(const struct clip *clip, int i, int *row, int *col);

enum { CLIPS_POOP_SET, CLIPS_LADDER_FROM }; /* house rules: total or bonus, 0 or 1 */

/* The solo scale under house rules: the points from which on each rank is reached, 0 for the first.
 * The ranks mean the same under all rules: the press prints cards on which the best score just
 * reaches the fourth rank at least and the last at most. */
const uint8_t *clips_scale(const uint8_t house[HOUSE_RULES]);

struct clips_result {
	struct result base;
	uint8_t first; /* who went first; for two */
	uint8_t bid;
	uint8_t clips[2]; /* how many each player placed */
	struct clip clip[2][CLIPS_LISTED];
};

extern const struct rules rules_clips;

/* Its `reason`. */
void clips_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason);

/* What captured symbols are worth, the wilds put to their best use: points a symbol and how many
 * wild pairs became each. `swirl` is what the swirls made with their clips. */
struct clips_worth {
	int points[CLIPS_SYMBOLS];
	int made[CLIPS_SYMBOLS];
	int total;
};
void clips_value(
	const uint8_t count[CLIPS_SYMBOLS], int swirl, const uint8_t house[HOUSE_RULES], struct clips_worth *worth);
