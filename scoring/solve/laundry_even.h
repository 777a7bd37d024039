/* SPDX-License-Identifier: MIT
 * Whether dealt tickets are equally good. For the rules, an item is only its
 * value and the value of its partner, so two tickets whose pairs have the same
 * values are equivalent: neither gives an advantage. There are five kinds of
 * ticket. */
#pragma once

#include "layouts/laundry.h"

#define LAUNDRY_PAIRINGS 5 /* kinds of values, by which pairs have equal ones */

/* Which of the five kinds these values make. */
unsigned laundry_pairing(const uint8_t value[LAUNDRY_ROWS]);

/* "1-1 2-2 3-3": the values of the pairs. */
const char *laundry_pairing_name(unsigned pairing);

/* Whether both tickets are equally good: they are of one kind, or the players write the values. */
bool laundry_is_even(const struct laundry_layout *laundry);
