/* SPDX-License-Identifier: MIT
 * What an organiser decided about a game: a member of its result, so that anyone who
 * scores the result again gets the same score. The game is scored as it was
 * played; then the ruling says who takes the last place, or who loses points. A
 * ruling may also replace a game that was never played. Pure. */
#pragma once

#include "scoring/rules.h"

/* "lost", "forfeit", "no-show", "late", "dropped"; "" for none. */
const char *ruling_name(enum ruling_kind kind);

/* Reads the ruling of a result whose players are read; none if it has none. */
void ruling_read(
	const struct node *result, const struct players *players, struct ruling *ruling, struct problems *problems);

/* Checks the ruling against the rest of the result, once that has been read. */
void ruling_check(const struct ruling *ruling, struct problems *problems);

/* Whether this player takes the last place, whatever was played. */
bool ruling_is_out(const struct ruling *ruling, unsigned player);

/* Applies the ruling of a result to the score of its game. A game that was not played has no score before: it is
 * made here. `fewer` says that fewer points win. */
void ruling_apply(const struct result *result, bool fewer, struct score *score);

/* Whether a line of a score is the ruling's own, and why it has its points. */
bool ruling_is_line(const struct score_line *line);
void ruling_reason(const struct ruling *ruling, struct message *reason);

/* The member as ruling_read() reads it, and a sentence for people. */
void ruling_write(const struct ruling *ruling, struct text *text);
void ruling_say(const struct result *result, struct message *message);
