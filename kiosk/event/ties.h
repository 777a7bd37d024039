/* SPDX-License-Identifier: MIT
 * What decides among people who are level on points: a list of tie-breaks, in the
 * order that the organiser chose. Who is level by all of them shares the place. Pure. */
#ifndef SEEDPRESS_KIOSK_EVENT_TIES_H
#define SEEDPRESS_KIOSK_EVENT_TIES_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/message.h"
#include "scoring/rules.h"

/* Of each more is better. */
enum tie {
	TIE_WINS,      /* tables won */
	TIE_MET,       /* among those who are level: 2 for each of them beaten at a table, 1 for a draw */
	TIE_OPPONENTS, /* the points of everybody met, together */
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

/* ["wins","met"], and back: false when it is none. */
json_t *ties_json(const struct ties *ties);
bool ties_read(json_t *json, struct ties *ties);

/* "Ties go by tables won, then head to head, then are shared." */
void ties_say(const struct ties *ties, struct message *says);

/* A table where people met; NULL for a seat that was unassigned. */
struct standing;
struct tie_table {
	unsigned players;
	struct standing *row[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
};

/* Sorts standings (struct standing, whose ties but TIE_MET are counted) and gives places; `tables`
 * are struct tie_table. Those who share a place stand by name. */
void ties_rank(GPtrArray *standings, const GArray *tables, const struct ties *ties);

#endif
