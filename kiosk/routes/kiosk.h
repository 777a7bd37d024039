/* SPDX-License-Identifier: MIT
 * A running kiosk: what its handlers work with. Made once by `serve`; every
 * part says for itself how threads share it. */
#ifndef SEEDPRESS_KIOSK_ROUTES_KIOSK_H
#define SEEDPRESS_KIOSK_ROUTES_KIOSK_H

#include "kiosk/http/memory.h"
#include "kiosk/http/server.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/store/store.h"
#include "layouts/code.h"

/* Bytes that a body may have. */
#define BODY_JSON  (256 * 1024)
#define BODY_PHOTO (32 * 1024 * 1024)
#define BODY_EVENT (64 * 1024 * 1024) /* a manifest of 4,095 tables */

/* Bytes that a handler may need, where the usual is too little. */
#define MEMORY_PHOTO (64 * 1024 * 1024)  /* a copy of it for its worker, and what that has seen */
#define MEMORY_EVENT (128 * 1024 * 1024) /* of 61,425 tables, as the organiser's page has them: 80 MB */

struct kiosk {
	struct store *store;
	struct memory memory;                    /* promised to handlers */
	struct memory_document *documents;       /* pages drawn in memory */
	struct piece_pictures *pictures;         /* drawn pieces */
	struct eye_pool *eye_pool;               /* eyes for photos */
	struct job_queue *prints;                /* jobs that print for visitors */
	const char *kits_folder;                 /* where kits are kept; NULL: none can be made */
	struct kit_maker *kits;                  /* made for the organiser; NULL: none can be */
	struct organiser_sessions *sessions;     /* of the organiser; NULL: nobody logs in */
	struct event *event;                     /* the current one */
	struct standings_cache *standings_cache; /* the last ones made */
	int64_t standings_pause;                 /* microseconds from one time they are made to the next; */
						 /* 0: none, and everybody waits for the newest */
	struct backups *backups;                 /* automatic; NULL: none */
	int verifying;                           /* somebody looks at all that is stored; atomic */
	struct shared_drafts *drafts;            /* what is being entered at tables */
	struct rate_limit *casual_results;       /* of those who enter casual results */
	struct code_guesses *code_guesses;       /* wrong codes, at the kiosk itself and of each table */
	char **addresses;                        /* where phones reach it: "http://192.168.1.5:8080/" */
	struct static_files *pages;              /* the page and its parts; NULL: none */
};

/* Makes what handlers of pieces, photos and results work with, for a kiosk that has its store.
 * False with a problem; kiosk_close() is fine either way. */
bool kiosk_open(struct kiosk *kiosk, struct problem *problem);
void kiosk_close(struct kiosk *kiosk);

/* Reads the event, so that it is known when the database goes away before anybody asked. */
void kiosk_remember(struct kiosk *kiosk);

/* Keeps the event's key of a file in the store; STORE_REFUSED where that is not a key. Sets *problem unless
 * it answers STORE_OK. */
enum store_status kiosk_key(struct kiosk *kiosk, const char *file, struct problem *problem);

/* The page and its parts, to be freed with static_files_destroy(). */
struct static_files *pages_load(void);

/* What a route needs. */
enum {
	NEEDS_ORGANISER = 1,
	NEEDS_STORE = 2, /* it writes, and waits for the database */
	ORGANISER_STORES = NEEDS_ORGANISER | NEEDS_STORE,
};

/* The session of a request, filled in by login_authorise(). */
struct session {
	bool organiser;           /* logged in; for POST also with the right token */
	char token[ORGANISER_ID]; /* of the session, else "" */
};

bool is_organiser(const struct request *request);
const char *session_token(const struct request *request); /* or NULL */

/* The name of a cookie: over TLS no other host or path can set one with the prefix __Host-. */
#define COOKIE(request, name) ((request)->secure ? "__Host-" name : (name))

/* Sets a cookie for `life` seconds; 0: deletes it; -1: until the browser is closed. */
void set_cookie(const struct request *request, struct reply *reply, const char *name, const char *value, int life);

/* Hooks of the server, with a kiosk as their context: the organiser is known by the cookie of a session, and for
 * changes also by its token; sessions end when the password changes. */
void login_authorise(void *kiosk, const struct route *route, struct request *request, struct reply *reply);
void login_prepare(void *kiosk, const struct route *route);

/* All that can be asked, as API.md has it: the tables below, NULL ends them, and where pages listen. */
extern const struct route *const kiosk_routes[];
extern const struct route pages_not_found; /* what there is nothing at */
#define KIOSK_LIVE "/api/live"

/* The handlers, a table a file; struct route in server.h. */
extern const struct route pages_routes[];       /* the page itself and its parts */
extern const struct route about_routes[];       /* what the kiosk says of itself */
extern const struct route login_routes[];       /* password, login, logout */
extern const struct route piece_routes[];       /* pieces and their drawings */
extern const struct route photo_routes[];       /* photos */
extern const struct route print_routes[];       /* printing games */
extern const struct route draft_routes[];       /* what is being entered at tables */
extern const struct route result_routes[];      /* checking and storing results */
extern const struct route entry_routes[];       /* stored results, tables, their history and prints */
extern const struct route review_routes[];      /* finished games looked at again */
extern const struct route event_routes[];       /* the event: manifest, settings, verification */
extern const struct route people_routes[];      /* who plays */
extern const struct route seats_routes[];       /* who sits where */
extern const struct route kit_routes[];         /* kits: planned, made, imported and sent */
extern const struct route standings_routes[];   /* standings, where people sit, changes */
extern const struct route export_routes[];      /* results, listed and to take away */
extern const struct route event_print_routes[]; /* standings, seating plans, cards and certificates as PDFs */

#endif
