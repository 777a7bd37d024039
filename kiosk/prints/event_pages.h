/* SPDX-License-Identifier: MIT
 * What an event prints besides its games: standings, seating plans and
 * certificates, drawn page by page on any canvas whose origin is the top left
 * of the area given here. */
#ifndef SEEDPRESS_KIOSK_PRINTS_EVENT_PAGES_H
#define SEEDPRESS_KIOSK_PRINTS_EVENT_PAGES_H

#include "gen/canvas/canvas.h"
#include "kiosk/event/standings.h"

/* The printed area of an upright page, and of a certificate, which lies. */
#define EVENT_PAGE_W 18000
#define EVENT_PAGE_H 25800
#define AWARD_W      25800
#define AWARD_H      18000

/* What all of them say at the top. Strings are the caller's. */
struct event_page_head {
	const char *event; /* its name */
	const char *date;  /* or NULL */
	const char *title; /* "Standings after round 3" */
	const char *note;  /* a small line at the foot, or NULL */
};

struct standings_list {
	struct event_page_head head;
	const GPtrArray *rows; /* struct standing */
	unsigned rounds;
	unsigned round; /* of one round alone, or 0 */
};
unsigned standings_list_pages(const struct standings_list *list);
void standings_list_draw(void *standings_list, unsigned page, struct canvas *canvas);

/* A table with the names that sit there, NULL where nobody does. */
struct seated_table {
	unsigned table, seats;
	const char *name[PLAYERS_MAX];
};

struct seating_plan {
	struct event_page_head head;
	const GArray *tables; /* struct seated_table */
};

/* Tables first, then everybody by name, so that people find themselves either way. */
unsigned seating_plan_pages(const struct seating_plan *plan);
void seating_plan_draw(void *seating_plan, unsigned page, struct canvas *canvas);

struct award {
	struct event_page_head head;
	const struct standing *standing;
	unsigned shared; /* how many have this place */
	unsigned people; /* in the standings */
};
void award_draw(const struct award *award, struct canvas *canvas);

/* The title of a page of several, with what event it is, and its foot. Returns where it ends. */
int32_t event_page_head_draw(const struct event_page_head *head, unsigned page, unsigned pages, struct canvas *canvas);

/* Draws SAY() and its arguments, as canvas_text() does. */
#define event_page_say(canvas, font, at, ...) event_page_say_list((canvas), (font), (at), MESSAGE_LIST(__VA_ARGS__))
void event_page_say_list(
	struct canvas *canvas, const struct font *font, struct rect at, const struct argument *arguments);

#endif
