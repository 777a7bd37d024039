/* SPDX-License-Identifier: MIT
 * A second scorer, deliberately slow and written another way: every partition
 * of burgers, every use of wilds, awards by sorting. What it shares with the
 * real one is only the rules themselves. */
#pragma once

#include "layouts/clips.h"
#include "layouts/coupons.h"

/* The most that these burger parts can make, of all ways to make sets of them. */
int slow_burgers(const int part[COUPON_BURGER_PARTS], int pair_worth);

/* What a player's coupons are worth, without the fireworks' awards. */
int slow_hand(const struct coupon *coupon, int n, int pair_worth);
int slow_icons(const struct coupon *coupon, int n);

/* The awards for fireworks. */
void slow_awards(const int *icons, int players, int *award);

/* What these symbols make without their swirls, of all ways to use the wilds and stars. */
int slow_symbols(const int count[CLIPS_SYMBOLS], bool poop_bonus, bool ladder_from_one);

/* A player's clips, written like L3x4, on a card. */
int slow_clips(const struct clips_layout *card, const char *const *clip, int n, bool poop_bonus, bool ladder_from_one);

/* Places by sorting; `breaks` may be NULL. */
void slow_places(const int *total, const int *breaks, int players, unsigned *place);
