/* SPDX-License-Identifier: MIT
 * Who sits where: at random, such that few meet again, or by the standings,
 * such that neighbours meet. Pure but for the random numbers it is given. */
#ifndef SEEDPRESS_KIOSK_EVENT_SEATING_H
#define SEEDPRESS_KIOSK_EVENT_SEATING_H

#include "kiosk/store/store.h"
#include "layouts/random.h"

/* The tables of a round: how many seats each has, from table 1. */
struct seating {
	unsigned round;
	unsigned tables;
	const uint8_t *seats;
};

/* A table of a round, or a seat of it (from 0), as the key of a hash table. */
static inline void *
seating_key(unsigned round, unsigned table, unsigned seat)
{
	return GUINT_TO_POINTER(round << 20 | table << 4 | seat);
}

/* Seats people in the order given, table by table: struct seat. Seats that are left over stay
 * empty; people beyond them are left out. */
GArray *seating_in_order(const struct seating *seating, const int64_t *people, unsigned count);

/* Seats them at random. Of many ways it takes one in which as few as it finds sit together who
 * sat together in `before` (seats of other rounds). */
GArray *seating_random(const struct seating *seating, const int64_t *people, unsigned count,
	const GArray *before, struct random *random);

/* The seats that a round has in all. */
unsigned seating_room(const struct seating *seating);

#endif
