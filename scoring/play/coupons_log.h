/* SPDX-License-Identifier: MIT
 * A game of Coupon Clipper written down cut by cut, read and checked against
 * the rules, or written from a game that was played. Pure.
 *
 * A line each, words apart by blanks, `#` starts a comment:
 *     player A Ana              a name, if you like, before the first turn
 *     turn 1                    every turn starts like this, counted from 1
 *     A b0-b2-c2 a5-c5 -A07     what player A does: two cuts on the sheet A holds, more for
 *                               tokens; -A07 discards a coupon, one for every grill collected
 * A point is a letter for the line down, a to g from the left, and a number for the line across,
 * 0 to 7 from the top. A cut names its start, every point where it turns, and its end. */
#ifndef SEEDPRESS_SCORING_PLAY_COUPONS_LOG_H
#define SEEDPRESS_SCORING_PLAY_COUPONS_LOG_H

#include "scoring/play/coupons_play.h"

#define COUPONS_LOG_TEXT 65536 /* bytes that are read, and that any game fits in */

/* What one player did in one turn, in the order of the log. */
struct log_move {
	uint8_t turn, player, sheet; /* turns from 0 */
	uint8_t tokens;              /* spent */
	uint32_t fresh;              /* what came free */
	struct cuts after;
	struct coupons_turn done;
};

struct coupons_log {
	struct coupons_game game;
	struct players players;
	unsigned moves;
	struct log_move move[COUPONS_TURNS_MAX * COUPONS_SHEETS_MAX];
};

/* Plays a log. False at the first thing that is wrong, which becomes a problem with its line; what
 * was before it stands. Whether the game is over is for coupons_game_over() to say. The text is
 * UTF-8 without zero bytes. */
bool coupons_log_read(struct coupons_log *log, const struct coupons_table *table, const char *text,
	size_t length, struct problems *problems);

/* Writes the log of a game. */
void coupons_log_write(const struct coupons_record *record, const struct coupons_table *table,
	struct text *text);

#endif
