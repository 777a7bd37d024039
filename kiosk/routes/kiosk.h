/* SPDX-License-Identifier: MIT
 * A running kiosk: what its handlers work with. Made once by `serve`; every
 * part says for itself how threads share it. */
#ifndef SEEDPRESS_KIOSK_ROUTES_KIOSK_H
#define SEEDPRESS_KIOSK_ROUTES_KIOSK_H

#include "kiosk/http/server.h"
#include "kiosk/store/store.h"
#include "layouts/code.h"

struct kiosk {
	struct store *store;
	struct server *server;   /* NULL while handlers are tested */
	struct memory_document *memory;       /* pages drawn in memory */
	struct piece_pictures *pictures;   /* drawn pieces */
	struct eye_pool *eye_pool; /* eyes for photos */
	struct organiser_sessions *sessions;   /* sessions of the organiser */
	struct event *event;     /* the event as it stands */
	struct standings_cache *standings_cache;   /* standings, made once a change */
	char **addresses;        /* where phones reach it: "http://192.168.1.5:8080/" */
	struct static_files *pages;     /* the page and its parts; NULL: none */
};

/* Makes what handlers of pieces, photos and results work with, for a kiosk that has its store. False
 * after setting *problem (to be freed); kiosk_close() is fine either way. */
bool kiosk_open(struct kiosk *kiosk, char **problem);
void kiosk_close(struct kiosk *kiosk);

/* Keeps the event's key of a file in the store. False after setting *problem. */
bool kiosk_key(struct kiosk *kiosk, const char *file, char **problem);

/* The handlers, a table a file; struct route in server.h. */
extern const struct route static_files_routes[];   /* the page itself and its parts */
extern const struct route about_routes[];  /* what the kiosk says of itself */
extern const struct route login_routes[]; /* password, login, logout */
extern const struct route piece_routes[];  /* pieces, pictures, photos */
extern const struct route result_routes[]; /* checking, storing, printing results */
extern const struct route review_routes[]; /* finished games looked at again */
extern const struct route event_routes[];  /* the event: manifest, people, seats, rounds */
extern const struct route table_routes[];  /* standings, exports, certificates, changes */

#endif
