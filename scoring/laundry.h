/* SPDX-License-Identifier: MIT
 * What the two players of Coin-Op wrote down and dried. */
#pragma once

#include "layouts/laundry.h"
#include "scoring/rules.h"

struct laundry_played {
	bool values_given;             /* a dealt ticket needs none */
	uint8_t value[LAUNDRY_ROWS];   /* by item */
	uint8_t scored[LAUNDRY_ITEMS]; /* how many came from the score dryer */
	uint8_t unscored[LAUNDRY_ITEMS];
};

struct laundry_result {
	struct result base;
	int8_t first; /* who went first, -1 when not said; it does not change the score */
	bool stalled; /* no player could act any more, which ended the game */
	struct laundry_played player[LAUNDRY_SEATS];
};

extern const struct rules rules_laundry;
