/* SPDX-License-Identifier: MIT
 * Guesses where a card lies whose QR cannot be read, from two of the three finder patterns of that QR. */
#pragma once

#include "kiosk/eye/parts.h"

/* The corners of a QR that may be there, in the same order as those of a code that was read. */
struct card_pose {
	struct point corner[4];
	double off; /* deviation of the distance of two patterns from that in a QR; 0 is none */
};

/* The likeliest poses, best first. */
struct card_poses {
	unsigned count;
	struct card_pose pose[EYE_POSES_MAX];
};

/* Finds poses in a picture whose codes and tags were read before. */
void card_poses_find(const struct look *look, struct card_poses *poses);
