/* SPDX-License-Identifier: MIT
 * Whether the seats of a game of coupons are even, by playing it. */
#pragma once

#include "layouts/coupons.h"

/* Whether, in 32 games of greedy players, the mean score of no seat is higher than another's by more than $4 plus a
 * dollar for each player. With `pair_is_four` two different burger parts are worth $4, otherwise $5. Deterministic. */
bool coupons_seats_are_even(const struct coupons_layout *layout, bool pair_is_four);
