/* SPDX-License-Identifier: MIT
 * Seats people so that, in this order of importance, those who must not meet do not, nobody meets the same opponent
 * twice, members of a club sit apart, and neighbours in the standings meet. Pure except for its random numbers. */
#pragma once

#include "kiosk/event/meetings.h"
#include "layouts/random.h"

/* The table of a seat that is a bye: its person sits out with points. Byes of a round are numbered as its seats. */
#define SEATING_BYE 0

/* Most byes of a round: a seat's number has a byte. */
#define SEATING_BYES_MOST 256

/* The tables of a round: the number of seats of each, from table 1. */
struct seating {
	unsigned round;
	unsigned tables;
	const uint8_t *seats; /* 0: the table stays empty */
	const GArray *apart;  /* struct apart, or NULL */
};

/* The quality of a seating, in pairs of people at the same table. `met`, `mates` and `kin` are the ids of the first
 * pairs who meet again, who are of the same club, and who must not meet. */
struct seating_cost {
	unsigned pairs;
	unsigned again, clubmates, apart;
	int64_t met[2], mates[2], kin[2];
	unsigned places; /* sum over all pairs of the places between them in the standings */
};

/* A table of a round, or a seat of it (from 0), as the key of a hash table. */
static inline void *
seating_key(unsigned round, unsigned table, unsigned seat)
{
	return GUINT_TO_POINTER(round << 20 | table << 8 | seat);
}

/* Seats people table by table (struct seat), starting from their given order. Seats may stay empty; people without
 * a seat are left out. `before` are the seats of other rounds, those of a table together. If all tables are
 * for two it is a minimum-cost matching, otherwise the best seating found by exchanging two people at a time. */
GArray *seating_make(const struct seating *seating, const struct seating_person *people, unsigned count,
	const GArray *before, struct random *random, struct seating_cost *cost);

/* The quality of a given seating: struct seat of one round, those of a table together. */
void seating_weigh(const GArray *seats, const struct seating_person *people, unsigned count, const GArray *before,
	const GArray *apart, struct seating_cost *cost);

/* Somebody who sits out, and why: the lowest-ranked of `among` people who have missed `missed` rounds so far, fewer
 * than all others here; chosen by lot if several of them (`level`) have the same rank. */
struct seating_bye {
	int64_t person;
	unsigned missed, among, level;
};

/* Chooses who sits out (struct seating_bye), and removes them from `people` (struct seating_person), whose order stays.
 * Those who have missed the fewest rounds come first, since they were there and played; of these the lowest-ranked, and
 * by lot among people of one rank. `before` has the seats of other rounds: anyone who has no seat at a table of a round
 * has missed it. */
GArray *seating_byes(GArray *people, const GArray *before, unsigned byes, struct random *random);

/* Shuffles people; every order is equally likely. */
void seating_shuffle(struct seating_person *people, unsigned count, struct random *random);

/* The number of seats of a round. */
unsigned seating_room(const struct seating *seating);
