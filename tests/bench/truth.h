/* SPDX-License-Identifier: MIT
 * What is known of a bubble in a simulated photo. */
#pragma once

#include <stdbool.h>

#include "kiosk/piece/mark.h"

/* What may be said of a bubble. */
enum truth {
	TRUTH_EMPTY,
	TRUTH_MARKED,
	TRUTH_NOT_EMPTY,  /* marked, but oddly: filled or unsure */
	TRUTH_NOT_FILLED, /* not meant: empty or unsure */
	TRUTH_ASK,        /* only a person can say */
	TRUTH_HIDDEN,     /* not in the picture: unsure */
	TRUTH_ANY,        /* whatever is said is right */
};

/* Whether a state is wrong and claimed as certain. */
static inline bool
truth_refutes(enum truth truth, enum mark_state state)
{
	bool ask = truth == TRUTH_ASK || truth == TRUTH_HIDDEN;
	bool empty = truth == TRUTH_MARKED || truth == TRUTH_NOT_EMPTY || ask;
	bool filled = truth == TRUTH_EMPTY || truth == TRUTH_NOT_FILLED || ask;

	return (state == MARK_EMPTY && empty) || (state == MARK_FILLED && filled);
}
