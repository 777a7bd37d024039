/* SPDX-License-Identifier: MIT
 * What a place at a table is worth: for each size of table, and for single rounds if they differ. Pure. Points are
 * counted in hundredths (POINT), so that halves and per cents are exact enough to be added up. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/code.h"
#include "layouts/message.h"
#include "scoring/rules.h"

#define POINT      100
#define POINT_TEXT 16 /* bytes of points as text */

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

enum scheme_by {
	BY_PLACE,       /* points by place */
	BY_TOTAL,       /* the points scored in the game itself */
	BY_MATCHPOINTS, /* each seat is compared with the same seat at other tables, in per cent: matchpoints.h */
};

/* Points from the first place on; places beyond earn nothing. */
struct place_points {
	unsigned places;
	int points[SCHEME_PLACES];
};

/* What the tables of a round are worth. */
struct round_scheme {
	enum scheme_by by;
	bool share; /* those who tie share the points of their places: see scheme_place() */
	struct place_points
		size[PLAYERS_MAX + 1]; /* by the number of players; [0]: of sizes without places of their own */
};

#define BYE_AVERAGE (-1) /* the average of what the tables of the round earned */

struct scheme {
	struct round_scheme usual;
	int bye;                                       /* points for sitting out, or BYE_AVERAGE */
	uint16_t differs;                              /* bit n: round n has a scheme of its own */
	struct round_scheme round[CODE_ROUND_MAX + 1]; /* by the number of the round */
	struct ties ties;
};

/* As in Chip It's tournament: 4, 2, 1 at every table. */
extern const struct scheme scheme_usual;

/* The scheme of a round. */
const struct round_scheme *scheme_of(const struct scheme *scheme, unsigned round);

/* The points of a place at a table of `players`, which `level` people share. If the scheme shares points, they get the
 * average of the places that they take, rounded up to halves. */
int scheme_place(const struct round_scheme *scheme, unsigned players, unsigned place, unsigned level);

/* Ready-made schemes for rounds. */
enum scheme_preset {
	PRESET_EVEN,        /* 6 for the winner, 0 for the last, even steps: 3 a person at a table of any size */
	PRESET_WINNER,      /* the winner gets a point for each player: 1 a person at a table of any size */
	PRESET_PLACES,      /* 4, 2, 1 at every table */
	PRESET_TOTAL,       /* points as scored */
	PRESET_MATCHPOINTS, /* as in bridge */
	PRESETS
};
void scheme_preset(enum scheme_preset preset, struct round_scheme *scheme);

/* The presets as in API.md. */
json_t *scheme_presets_json(void);

/* {"by":"placing","points":[4,2,1],"ties":["wins"]}, and back: false if it is invalid. Schemes of older versions are
 * valid. */
json_t *scheme_json(const struct scheme *scheme);
bool scheme_read(json_t *json, struct scheme *scheme);

/* "Points by place at each table: 4, 2, 1. Ties are shared." */
void scheme_say(const struct scheme *scheme, struct message *says);

/* Points as a number in JSON, and as text: "4", "2.5", "66.67". */
json_t *points_json(int points);
void points_write(int points, char text[POINT_TEXT]);
