/* SPDX-License-Identifier: MIT
 * A running kiosk: what its handlers work with. Made once by `serve`; the header of each part says how threads share
 * it. */
#pragma once

#include "kiosk/http/memory.h"
#include "kiosk/http/server.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/store/store.h"

/* Bytes of a body that is JSON, in most routes. */
#define BODY_JSON (256 * 1024)

/* Bytes of a photo. */
#define BODY_PHOTO (32 * 1024 * 1024)

/* Bytes of an event to import: a manifest with 4,095 tables. */
#define BODY_EVENT (64 * 1024 * 1024)

/* Bytes of memory for a photo: a copy of it for its worker, and the worker's messages. */
#define MEMORY_PHOTO (64 * 1024 * 1024)

/* Bytes of memory for the organiser's page of the event: 80 MB for 61,425 tables. */
#define MEMORY_EVENT (128 * 1024 * 1024)

struct kiosk {
	struct store *store;
	struct memory memory;                /* promised to handlers */
	struct memory_document *documents;   /* pages drawn in memory */
	struct piece_pictures *pictures;     /* drawn pieces */
	struct eye_pool *eye_pool;           /* turns for photos, and what visitors' photos showed */
	struct job_queue *prints;            /* jobs that print for visitors */
	const char *kits_folder;             /* where kits are kept; NULL: none can be made */
	struct kit_maker *kits;              /* made for the organiser; NULL: none can be */
	struct organiser_sessions *sessions; /* of the organiser; NULL: nobody logs in */
	struct event *event;                 /* the current one */
	struct standings_cache *standings_cache;
	int64_t standings_pause;           /* least microseconds between two computations of the standings; */
					   /* 0: none, and everybody waits for the newest */
	struct backups *backups;           /* automatic; NULL: none */
	int verifying;                     /* atomic: whether a check of all that is stored is running */
	struct shared_drafts *drafts;      /* what is being entered at tables */
	struct rate_limit *casual_results; /* casual results that visitors enter */
	struct rate_limit *table_calls;    /* calls for the organiser, by table */
	struct rate_limit *visitor_calls;  /* the same, by address */
	struct code_guesses *code_guesses; /* wrong codes, at the kiosk itself and for each table */
	char **addresses;                  /* where phones reach it: "http://192.168.1.5:8080/" */
	struct static_files *pages;        /* the page and its parts; NULL: none */
};

/* Creates the parts that handlers share, for a kiosk that has its store. False with a problem; kiosk_close() is allowed
 * either way. */
bool kiosk_open(struct kiosk *kiosk, struct problem *problem);
void kiosk_close(struct kiosk *kiosk);

/* Stores the event's key from a file; STORE_REFUSED if the file does not contain one. Sets *problem unless it answers
 * STORE_OK. */
enum store_status kiosk_key(struct kiosk *kiosk, const char *file, struct problem *problem);

/* The page and its parts; to be freed with static_files_destroy(). */
struct static_files *pages_load(void);

/* What a route needs. */
enum {
	NEEDS_ORGANISER = 1,
	NEEDS_STORE = 2, /* it writes, and waits for the database */
	ORGANISER_STORES = NEEDS_ORGANISER | NEEDS_STORE,
	NEEDS_EVENT = 4, /* call->state */
	NEEDS_JSON = 8,  /* call->body */
};

/* A request on its way to its answer: what handlers and their helpers work with. */
struct call {
	struct kiosk *kiosk;
	const struct route *route;
	const struct request *request;
	struct reply *reply;
	struct problem *problem;         /* the reply's: why a handler could not answer */
	bool organiser;                  /* logged in; for POST also with the right token */
	char token[ORGANISER_ID];        /* of the organiser's session, else "" */
	const struct event_state *state; /* of the event, with NEEDS_EVENT or after call_hold_event() */
	json_t *body;                    /* with NEEDS_JSON */
	struct store_basis basis;        /* of what is decided now, see store.h */
	json_t *answer;                  /* of a change by the organiser; NULL: {} */
};

/* Functions with a call that fail have either answered or left a problem in call->problem, which is answered with 503:
 * their caller just returns. */
#define refuse(call, ...) reply_error((call)->reply, __VA_ARGS__)

/* Holds the event's newest state until the call ends; false after setting the problem. */
bool call_hold_event(struct call *call);

/* Runs the handler of an authorised call. */
void call_run(struct call *call);

/* The organiser is recognised by the cookie of a session, and for POST also by its token. Answers if the route is not
 * for this visitor. */
void call_authorise(struct call *call);

/* The name of a cookie: over TLS no other host or path can set one with the prefix __Host-. */
#define COOKIE(call, name)   ((call)->request->secure ? "__Host-" name : (name))
#define SESSION_COOKIE(call) COOKIE(call, "seedpress")
#define KNOWN_COOKIE(call)   COOKIE(call, "seedpress-known")

/* Sets a cookie for `life` seconds; 0: deletes it; -1: until the browser is closed. */
void set_cookie(struct call *call, const char *name, const char *value, int life);

/* Hooks of the server, with a kiosk as their context. */
void kiosk_authorise(void *kiosk, const struct route *route, struct request *request, struct reply *reply);
void kiosk_run(void *kiosk, const struct route *route, struct request *request, struct reply *reply);

/* All routes, as in API.md: the tables below, ended by NULL; and the path where pages listen for changes. */
extern const struct route *const kiosk_routes[];
extern const struct route pages_not_found; /* the page for an unknown address */
#define KIOSK_LIVE "/api/live"

/* The tables of routes, one per file; struct route is in server.h. */
extern const struct route pages_routes[];       /* the page itself and its parts */
extern const struct route about_routes[];       /* the kiosk itself */
extern const struct route login_routes[];       /* password, login, logout */
extern const struct route piece_routes[];       /* pieces and their drawings */
extern const struct route rules_routes[];       /* the rules of games */
extern const struct route photo_routes[];       /* photos */
extern const struct route print_routes[];       /* printing games */
extern const struct route draft_routes[];       /* what is being entered at tables */
extern const struct route call_routes[];        /* tables that call the organiser */
extern const struct route result_routes[];      /* checking and storing results */
extern const struct route entry_routes[];       /* stored results, tables, their history and prints */
extern const struct route review_routes[];      /* reviews of finished games */
extern const struct route event_routes[];       /* the event: manifest, settings, verification */
extern const struct route people_routes[];      /* who plays */
extern const struct route check_in_routes[];    /* people check themselves in; badges */
extern const struct route seats_routes[];       /* who sits where */
extern const struct route attendance_routes[];  /* who is here, and who was expected */
extern const struct route traveller_routes[];   /* how others played the same sheet */
extern const struct route kit_routes[];         /* kits: planned, made, imported and sent */
extern const struct route standings_routes[];   /* standings, where people sit, changes */
extern const struct route export_routes[];      /* results: listed, searched and exported */
extern const struct route event_print_routes[]; /* standings, seating plans, cards and certificates as PDFs */
