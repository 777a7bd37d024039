/* SPDX-License-Identifier: MIT
 * Eyes for the photos that people send: a few, kept warm, since making one
 * takes longer than a look; and with them the event's games, so that coupons
 * alone find their table. Any thread may take one, and waits for it. */
#ifndef SEEDPRESS_LOOKERS_H
#define SEEDPRESS_LOOKERS_H

#include "kiosk/event.h"
#include "kiosk/eye_pile.h"

/* So many photos are looked at at once; each may take a gigabyte at its worst. */
struct lookers *lookers_create(unsigned most);
void lookers_destroy(struct lookers *lookers); /* when all are given back; NULL is fine */

/* A photo while it is looked at. */
struct looker {
	struct pile pile;
	GPtrArray *crops;    /* struct crop */
	GPtrArray *problems; /* sentences */
	/* The rest is the pool's. */
	struct eye *eye;
	const struct event_state *state;
	struct known_list *list;
};

/* A picture of an unsure mark, as PNG. */
struct crop {
	char code[CODE_TEXT];
	char id[sizeof(((struct bubble *)0)->id)];
	GBytes *png;
};

/* NULL when none is free in time: the person is to come again. The state is held meanwhile. */
struct looker *lookers_take(struct lookers *lookers, const struct event_state *state);
void lookers_give(struct lookers *lookers, struct looker *looker);

/* Decodes a photo, a few pages at most, looks at them and settles the pile. What could not be read
 * is among the problems. */
void looker_look(struct looker *looker, GBytes *photo);

/* The picture of an unsure mark, or NULL where there are too many. */
const struct crop *looker_crop(const struct looker *looker, const char *code, const char *id);

#endif
