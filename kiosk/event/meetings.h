/* SPDX-License-Identifier: MIT
 * What it costs to let two people sit at one table: that they met before weighs more than
 * anything, that they are of one club more than how far apart they stand. */
#ifndef SEEDPRESS_KIOSK_EVENT_MEETINGS_H
#define SEEDPRESS_KIOSK_EVENT_MEETINGS_H

#include "kiosk/store/store.h"

/* Costs are sums of these: each outweighs all that can come together of the next (20,000 people at
 * tables of six make 50,000 pairs, no two more than 20,000 places apart). */
#define MEETING_AGAIN (INT64_C(1) << 48) /* for each time they met */
#define MEETING_CLUB  (INT64_C(1) << 31)
#define MEETING_PLACE INT64_C(1) /* for each place between them */

/* Somebody to be seated. */
struct seating_person {
	int64_t id;
	const char *club; /* "" for none; clubs are the same whatever their case */
	unsigned place;   /* in the standings, ties alike; the same for all where that is of no interest */
};

struct meetings;

/* People are called by where they stand in `people`; `before` has struct seat of other rounds. */
struct meetings *meetings_create(const struct seating_person *people, unsigned count, const GArray *before);
void meetings_destroy(struct meetings *meetings);

int64_t meetings_cost(const struct meetings *meetings, unsigned one, unsigned other);

#endif
