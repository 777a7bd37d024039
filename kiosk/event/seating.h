/* SPDX-License-Identifier: MIT
 * Seats people so that, in this order of importance, nobody meets the same opponent twice, members of a club sit apart,
 * and neighbours in the standings meet. Pure except for its random numbers. */
#pragma once

#include "kiosk/event/meetings.h"
#include "layouts/random.h"

/* The tables of a round: the number of seats of each, from table 1. */
struct seating {
	unsigned round;
	unsigned tables;
	const uint8_t *seats;
};

/* The quality of a seating, in pairs of people at the same table. `met` and `mates` are the ids of the first pairs who
 * meet again and who are of the same club. */
struct seating_cost {
	unsigned pairs;
	unsigned again, clubmates;
	int64_t met[2], mates[2];
	unsigned places; /* sum over all pairs of the places between them in the standings */
};

/* A table of a round, or a seat of it (from 0), as the key of a hash table. */
static inline void *
seating_key(unsigned round, unsigned table, unsigned seat)
{
	return GUINT_TO_POINTER(round << 20 | table << 4 | seat);
}

/* Seats people table by table (struct seat), starting from their given order. Seats may stay empty; people without
 * a seat are left out. `before` are the seats of other rounds, those of a table together. If all tables are
 * for two it is a minimum-cost matching, otherwise the best seating found by exchanging two people at a time. */
GArray *seating_make(const struct seating *seating, const struct seating_person *people, unsigned count,
	const GArray *before, struct random *random, struct seating_cost *cost);

/* Shuffles people; every order is equally likely. */
void seating_shuffle(struct seating_person *people, unsigned count, struct random *random);

/* The number of seats of a round. */
unsigned seating_room(const struct seating *seating);
