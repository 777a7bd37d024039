/* SPDX-License-Identifier: MIT
 * Who leads: finished plays, people and seats to standings, by round and over
 * all. Pure. A table's plays (several card sides, say) make one placing there:
 * by plays won, then by points scored; places earn points by the event's
 * scheme. Who takes the last place by a ruling earns nothing there; who did not
 * come has not played there. Ties go by the scheme's tie-breaks. */
#ifndef SEEDPRESS_KIOSK_EVENT_STANDINGS_H
#define SEEDPRESS_KIOSK_EVENT_STANDINGS_H

#include "kiosk/event/ties.h"
#include "kiosk/store/store.h"
#include "scoring/rules.h"

#define SCHEME_PLACES 16
#define SCHEME_POINTS 10000 /* at most, for a place */

/* What a table is worth: points by place, or the points scored in the game itself. */
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
	bool out[PLAYERS_MAX], absent[PLAYERS_MAX]; /* last by a ruling; the one that says they did not come */
	char name[PLAYERS_MAX][NAME_BYTES];         /* "" where none was given */
};

/* Takes a play out of a stored entry; false when it holds no score. */
bool played_read(const struct entry *entry, struct played *played);

/* What a person got at one table of a round. */
struct standing_round {
	bool played;
	int points;
};

struct standing {
	unsigned place; /* ties share: 1, 1, 3 */
	int64_t person; /* 0: named in results alone */
	char *name, *club;
	int points;
	unsigned wins, played; /* tables */
	int tie[TIES];         /* by enum tie */
	bool gone;
	struct standing_round *rounds; /* of round 1, 2, ... */
};

/* The standings after `rounds` rounds, or of one alone (`round` not 0): struct standing, the best
 * first. Who sits nowhere is found by the name in the results. Frees what is in it. */
GPtrArray *standings_make(const GArray *played, const GPtrArray *people, const GArray *seats,
	const struct scheme *scheme, unsigned round, unsigned rounds);

#endif
