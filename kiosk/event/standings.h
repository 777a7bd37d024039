/* SPDX-License-Identifier: MIT
 * Standings of a round and of the whole event, from finished plays, people and seats. Pure. All plays of a table
 * (several sides of a card, say) make one placing: by plays won, then by points scored. Places earn points by the
 * event's scheme. A player put last by a ruling earns nothing there; one who did not come has not played there. Ties
 * are broken as the scheme says. */
#pragma once

#include <jansson.h>

#include "kiosk/store/store.h"
#include "scoring/rules.h"

/* More is better for each. */
enum tie {
	TIE_WINS,      /* tables won */
	TIE_MET,       /* among people who are level: 2 for each one beaten at a table, 1 for a draw */
	TIE_OPPONENTS, /* the sum of the points of everybody met */
	TIE_TOTAL,     /* points scored in the games themselves */
	TIE_LAST,      /* points of the last round that was played */
	TIES
};

struct ties {
	unsigned count;
	uint8_t order[TIES]; /* enum tie, each once */
};

/* Tables won, and nothing else. */
extern const struct ties ties_usual;

/* ["wins","met"], and back: false if it is invalid. */
json_t *ties_json(const struct ties *ties);
bool ties_read(json_t *json, struct ties *ties);

/* "Ties go by tables won, then head to head, then are shared." */
void ties_say(const struct ties *ties, struct message *says);

#define SCHEME_PLACES 16    /* places that a scheme can give points for */
#define SCHEME_POINTS 10000 /* most points for a place */

/* Points per table: points by place, or the points scored in the game itself. */
struct scheme {
	bool total;
	unsigned places;
	int points[SCHEME_PLACES];
	struct ties ties;
};

/* As in Chip It's tournament: 4, 2, 1. */
extern const struct scheme scheme_usual;

/* A finished play as its score tells it. */
struct played {
	unsigned round, table;
	unsigned players;
	bool fewer; /* fewer points are better */
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
	bool played;
	int points;
};

struct standing {
	unsigned place; /* ties share: 1, 1, 3 */
	int64_t person; /* 0: known only by a name in results */
	char *name, *club;
	int points;
	unsigned wins, played; /* tables */
	int tie[TIES];         /* by enum tie */
	bool gone;
	struct standing_round *rounds; /* of round 1, 2, ... */
};

/* The standings after `rounds` rounds, or of one alone (`round` not 0): struct standing, the best first. `played` is in
 * the order of rounds and tables. Players without a seat are found by the name in the results. The array frees its
 * elements. */
GPtrArray *standings_make(const GArray *played, const GPtrArray *people, const GArray *seats,
	const struct scheme *scheme, unsigned round, unsigned rounds);

/* A table where people met; a row is NULL if the player is unknown. */
struct tie_table {
	unsigned players;
	struct standing *row[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
};

/* Sorts standings and sets their places. All ties but TIE_MET are counted already; `tables` are struct tie_table.
 * People who share a place are ordered by name. */
void ties_rank(GPtrArray *standings, const GArray *tables, const struct ties *ties);
