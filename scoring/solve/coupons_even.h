/* SPDX-License-Identifier: MIT
 * Whether the seats of a game of coupons are even, by playing it. */
#ifndef SEEDPRESS_SCORING_SOLVE_COUPONS_EVEN_H
#define SEEDPRESS_SCORING_SOLVE_COUPONS_EVEN_H

#include "layouts/coupons.h"

/* In 32 games of greedy players no seat scored more than another by over $4 and a dollar for each
 * player, on the average, where two different burger parts are worth $5 or $4. The same answer
 * every time. */
bool coupons_seats_are_even(const struct coupons_layout *layout, bool pair_is_four);

#endif
