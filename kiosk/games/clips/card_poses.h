/* SPDX-License-Identifier: MIT
 * Where a card may lie whose QR cannot be read: by two of the three finder patterns of that QR. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_POSES_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_POSES_H

#include "kiosk/eye/parts.h"

/* The corners of a QR that may be there, as those of a code that was read. */
struct card_pose {
	struct point corner[4];
	double off; /* of two patterns from lying as far apart as in a QR; 0 is exactly so */
};

/* The likeliest, best first. */
struct card_poses {
	unsigned count;
	struct card_pose pose[EYE_POSES_MAX];
};

/* Finds them in a picture whose codes and tags were read. */
void card_poses_find(const struct look *look, struct card_poses *poses);

#endif
