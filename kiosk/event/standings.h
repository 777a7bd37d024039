/* SPDX-License-Identifier: MIT
 * Standings of a round and of the whole event, from finished plays, people and seats. Pure. All plays of a table
 * (several sides of a card, say) make one placing: by plays won, then by points scored. Places earn points by the
 * event's scheme. A player put last by a ruling earns nothing there; one who did not come has not played there. Ties
 * are broken as the scheme says. */
#pragma once

#include "kiosk/event/scheme.h"
#include "kiosk/store/store.h"

/* A finished play as its score tells it. */
struct played {
	unsigned round, table;
	unsigned players;
	bool fewer;        /* fewer points are better */
	bool unplayed;     /* a ruling says so: nothing can be compared */
	struct code sheet; /* what the code of the play says, without its check */
	int total[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
	bool out[PLAYERS_MAX];              /* put last by a ruling */
	bool absent[PLAYERS_MAX];           /* by the ruling that they did not come */
	char name[PLAYERS_MAX][NAME_BYTES]; /* "" if none was given */
};

/* Reads the play from a stored entry; false if it holds no score. */
bool played_read(const struct entry *entry, struct played *played);

/* Of a person in one round. */
struct standing_round {
	bool played; /* or sat out with points */
	bool bye;
	int points;
};

struct standing {
	unsigned place; /* ties share: 1, 1, 3 */
	int64_t person; /* 0: known only by a name in results */
	char *name, *club;
	int points;            /* in hundredths, as all points here */
	unsigned wins, played; /* tables */
	int tie[TIES];         /* by enum tie */
	bool gone;
	struct standing_round *rounds; /* of round 1, 2, ... */
};

/* What standings are made from. */
struct standings_of {
	const GArray *played;    /* struct played, in the order of rounds and tables */
	const GPtrArray *people; /* struct person */
	const GArray *seats;     /* struct seat, with byes */
	const struct scheme *scheme;
	uint16_t solo;   /* bit n: in round n everybody plays alone */
	unsigned rounds; /* of the event */
};

/* The standings after all rounds, or of one alone (`round` not 0): struct standing, the best first. Players without a
 * seat are found by the name in the results. A bye earns its points once the round has a result; so does a game for one
 * in a round where others play together. The array frees its elements. */
GPtrArray *standings_make(const struct standings_of *of, unsigned round);

/* A table where people met; a row is NULL if the player is unknown. */
struct tie_table {
	unsigned players;
	struct standing *row[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
};

/* Sorts standings and sets their places. All ties but TIE_MET are counted already; `tables` are struct tie_table.
 * People who share a place are ordered by name. */
void ties_rank(GPtrArray *standings, const GArray *tables, const struct ties *ties);
