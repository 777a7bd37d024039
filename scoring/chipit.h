/* SPDX-License-Identifier: MIT
 * How the games of Chip It ended. */
#pragma once

#include "layouts/chipit.h"
#include "scoring/rules.h"

#define CHIPIT_LISTED 12 /* more games than are ever played, so that the message can say how many are too many */

struct chipit_lost {
	uint8_t loser;
	uint8_t chips; /* points in chips still held */
	uint8_t cards;
};

struct chipit_result {
	struct result base;
	bool two;
	uint8_t games;
	uint8_t ranked[CHIPIT_LISTED];               /* players in a finishing order */
	uint8_t order[CHIPIT_LISTED][CHIPIT_LISTED]; /* tournament: players in finishing order */
	struct chipit_lost lost[CHIPIT_LISTED];      /* for two */
};

extern const struct rules rules_chipit;

/* Points of a tournament by place, from the first. */
extern const uint8_t chipit_points[CHIPIT_SEATS_MAX];
#define CHIPIT_POINTS_A_CARD 3 /* points that each card left in hand costs in the game for two */
