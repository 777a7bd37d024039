/* SPDX-License-Identifier: MIT
 * Dealt tickets that are equally good. */
#include "scoring/solve/laundry_even.h"

/* By the pairs of two equal values: all three of them, or one, or none. */
enum { ALL_EQUAL, ONES_EQUAL, TWOS_EQUAL, THREES_EQUAL, NONE_EQUAL };

const char *
laundry_pairing_name(unsigned pairing)
{
	static const char *const name[LAUNDRY_PAIRINGS] = {
		[ALL_EQUAL] = "1-1 2-2 3-3",
		[ONES_EQUAL] = "1-1 2-3 2-3",
		[TWOS_EQUAL] = "1-3 1-3 2-2",
		[THREES_EQUAL] = "1-2 1-2 3-3",
		[NONE_EQUAL] = "1-2 1-3 2-3",
	};

	return name[pairing];
}

unsigned
laundry_pairing(const uint8_t value[LAUNDRY_ROWS])
{
	unsigned equal = 0, which = NONE_EQUAL;

	/* The items of a pair follow each other. */
	for (int item = 0; item < LAUNDRY_ROWS; item += 2) {
		if (value[item] != value[item + 1])
			continue;
		equal++;
		which = ONES_EQUAL + value[item] - 1u;
	}
	return equal > 1 ? ALL_EQUAL : which;
}

bool
laundry_is_even(const struct laundry_layout *laundry)
{
	return !laundry->dealt ||
		laundry_pairing(laundry->ticket[0].value) == laundry_pairing(laundry->ticket[1].value);
}
