/* SPDX-License-Identifier: MIT
 * The cost of seating two people at the same table. Two who must not meet cost most, then having met before, then being
 * of the same club, then the distance between them in the standings. */
#pragma once

#include "kiosk/store/store.h"

/* For each place between two people in the standings. */
#define MEETING_PLACE INT64_C(1)

/* For two people of the same club: more than all places of a seating together. 20,000 people at tables of six make
 * 50,000 pairs, each at most 20,000 places apart. */
#define MEETING_CLUB (INT64_C(1) << 31)

/* For each time two people met: more than all clubs of a seating together. */
#define MEETING_AGAIN (INT64_C(1) << 48)

/* For two people who must not meet: more than 256 meetings. All pairs that can be named together fit into a sum. */
#define MEETING_APART (INT64_C(1) << 56)

/* Most pairs who must not meet. */
#define APART_MOST 64

/* Two people who must not meet. */
struct apart {
	int64_t person[2];
};

/* A person to be seated. */
struct seating_person {
	int64_t id;
	const char *club; /* "" for none; clubs are the same whatever their case */
	unsigned place;   /* in the standings, equal for ties; the same for all if places do not matter */
};

struct meetings;

/* People are numbered as in `people`. `before` has the struct seat of other rounds, those of a table together; `apart`
 * the struct apart, or NULL. */
struct meetings *meetings_create(
	const struct seating_person *people, unsigned count, const GArray *before, const GArray *apart);
void meetings_destroy(struct meetings *meetings);

int64_t meetings_cost(const struct meetings *meetings, unsigned one, unsigned other);

/* Puts an even number of people into pairs. `order` has their numbers in the order of the standings; afterwards 0 and 1
 * of it are a pair, 2 and 3, and so on, in the order of their first members. No other matching whose partners are at
 * most a few places apart costs less. For up to 20 people that is every matching; for 1,000 they are at most 12 places
 * apart. */
void pairing_make(const struct meetings *meetings, unsigned *order, unsigned count);
