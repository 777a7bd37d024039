/* SPDX-License-Identifier: MIT
 * What an event prints besides its games: standings, seating plans and
 * certificates, drawn page by page on any canvas whose origin is the top left
 * of the area given here. */
#ifndef SEEDPRESS_LEAVES_H
#define SEEDPRESS_LEAVES_H

#include "gen/canvas.h"
#include "kiosk/standings.h"

/* The printed area of an upright page, and of a certificate, which lies. */
#define LEAF_W        18000
#define LEAF_H        25800
#define CERTIFICATE_W 25800
#define CERTIFICATE_H 18000

/* What all of them say at the top. Strings are the caller's. */
struct leaf_head {
	const char *event; /* its name */
	const char *date;  /* or NULL */
	const char *title; /* "Standings after round 3" */
	const char *note;  /* a small line at the foot, or NULL */
};

struct standings_leaf {
	struct leaf_head head;
	const GPtrArray *rows; /* struct standing */
	unsigned rounds;
	unsigned round; /* of one round alone, or 0 */
};
unsigned standings_leaf_pages(const struct standings_leaf *leaf);
void standings_leaf_draw(const struct standings_leaf *leaf, unsigned page, struct canvas *canvas);

/* A table with the names that sit there, NULL where nobody does. */
struct seated_table {
	unsigned table, seats;
	const char *name[PLAYERS_MAX];
};

struct seating_leaf {
	struct leaf_head head;
	const GArray *tables; /* struct seated_table */
};

/* Tables first, then everybody by name, so that people find themselves either way. */
unsigned seating_leaf_pages(const struct seating_leaf *leaf);
void seating_leaf_draw(const struct seating_leaf *leaf, unsigned page, struct canvas *canvas);

struct certificate_leaf {
	struct leaf_head head;
	const struct standing *standing;
	unsigned shared; /* how many have this place */
	unsigned people; /* in the standings */
};
void certificate_leaf_draw(const struct certificate_leaf *leaf, struct canvas *canvas);

/* The title of a page of several, with what event it is, and its foot. Returns where it ends. */
int32_t leaf_head_draw(const struct leaf_head *head, unsigned page, unsigned pages,
	struct canvas *canvas);

#endif
