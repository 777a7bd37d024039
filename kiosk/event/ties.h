/* SPDX-License-Identifier: MIT
 * Tie-breaks: they decide among people with the same points, in the order that the organiser chose. People who are
 * still level after all of them share a place. Pure. */
#ifndef SEEDPRESS_KIOSK_EVENT_TIES_H
#define SEEDPRESS_KIOSK_EVENT_TIES_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/message.h"
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

/* A table where people met; a row is NULL if the player is unknown. */
struct standing;
struct tie_table {
	unsigned players;
	struct standing *row[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
};

/* Sorts standings and sets their places. All ties but TIE_MET are counted already; `tables` are struct tie_table.
 * People who share a place are ordered by name. */
void ties_rank(GPtrArray *standings, const GArray *tables, const struct ties *ties);

#endif
