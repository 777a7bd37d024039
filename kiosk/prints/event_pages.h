/* SPDX-License-Identifier: MIT
 * What an event prints besides its games: standings, seating plans and certificates, drawn page by page. The origin of
 * the canvas is the top left of the printed area. */
#pragma once

#include "gen/canvas/canvas.h"
#include "kiosk/event/standings.h"

/* Width of the printed area of a portrait page, in hundredths of a millimetre. */
#define EVENT_PAGE_W 18000

/* Height of the same. */
#define EVENT_PAGE_H 25800

/* Width of the printed area of a certificate, which is landscape. */
#define AWARD_W 25800

/* Height of the same. */
#define AWARD_H 18000

/* The heading of all these pages. Strings are the caller's. */
struct event_page_head {
	const char *event; /* its name */
	const char *date;  /* or NULL */
	const char *title; /* "Standings after round 3" */
	const char *note;  /* a small line at the bottom, or NULL */
};

struct standings_list {
	struct event_page_head head;
	const GPtrArray *rows; /* struct standing */
	unsigned rounds;
	unsigned round; /* the only round that is counted, or 0 for all */
};
unsigned standings_list_pages(const struct standings_list *list);
void standings_list_draw(void *standings_list, unsigned page, struct canvas *canvas);

/* A table with the names of its players, NULL for a free seat. */
struct seated_table {
	unsigned table, seats;
	const char *name[PLAYERS_MAX];
};

struct seating_plan {
	struct event_page_head head;
	const GArray *tables; /* struct seated_table */
};

/* First the tables, then all people by name. */
unsigned seating_plan_pages(const struct seating_plan *plan);
void seating_plan_draw(void *seating_plan, unsigned page, struct canvas *canvas);

struct award {
	struct event_page_head head;
	const struct standing *standing;
	unsigned shared; /* number of people with this place */
	unsigned people; /* number of people in the standings */
};
void award_draw(const struct award *award, struct canvas *canvas);

/* Draws the heading and the bottom line of a page. Returns the y coordinate below the heading. */
int32_t event_page_head_draw(const struct event_page_head *head, unsigned page, unsigned pages, struct canvas *canvas);

/* Draws a SAY() and its arguments, like canvas_text(). */
#define event_page_say(canvas, font, at, ...) event_page_say_list((canvas), (font), (at), MESSAGE_LIST(__VA_ARGS__))
void event_page_say_list(
	struct canvas *canvas, const struct font *font, struct rect at, const struct argument *arguments);
