/* SPDX-License-Identifier: MIT
 * Who sits where: such that nobody meets again while that can be, then such that clubmates sit apart,
 * then such that neighbours in the standings meet. Pure but for the random numbers it is given. */
#ifndef SEEDPRESS_KIOSK_EVENT_SEATING_H
#define SEEDPRESS_KIOSK_EVENT_SEATING_H

#include "kiosk/event/meetings.h"
#include "layouts/random.h"

/* The tables of a round: how many seats each has, from table 1. */
struct seating {
	unsigned round;
	unsigned tables;
	const uint8_t *seats;
};

/* What could not be kept, in pairs of people at one table, and the first of each (ids). */
struct seating_cost {
	unsigned pairs;
	unsigned again, clubmates;
	int64_t met[2], mates[2];
	unsigned places; /* between them in the standings, all pairs together */
};

/* A table of a round, or a seat of it (from 0), as the key of a hash table. */
static inline void *
seating_key(unsigned round, unsigned table, unsigned seat)
{
	return GUINT_TO_POINTER(round << 20 | table << 4 | seat);
}

/* Seats people table by table (struct seat), starting from the order in which they are given.
 * Seats that are left over stay empty; people beyond them are left out. `before` are seats of other
 * rounds. Where all tables are for two it is a matching of least cost, otherwise the best that
 * exchanges of two people find. *cost says what could not be kept. */
GArray *seating_make(const struct seating *seating, const struct seating_person *people, unsigned count,
	const GArray *before, struct random *random, struct seating_cost *cost);

/* Any order is as likely as another. */
void seating_shuffle(struct seating_person *people, unsigned count, struct random *random);

/* The seats that a round has in all. */
unsigned seating_room(const struct seating *seating);

#endif
