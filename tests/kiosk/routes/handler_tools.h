/* SPDX-License-Identifier: MIT
 * A kiosk without its network: handlers are asked as the server would ask
 * them, against a store in a file that goes away. */
#pragma once

#include <jansson.h>

#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"

/* What a handler answered. */
struct asked_reply {
	unsigned status;
	char *type;
	GBytes *bytes;
	json_t *json; /* or NULL */
	bool kept;    /* forever */
	unsigned charged;
	bool packed;       /* Content-Encoding says gzip */
	char tag[48];      /* to be asked for again with */
	char cookie[1024]; /* that is to be kept, with how, or "" */
};

extern struct kiosk handler_kiosk;
extern struct asked_reply handler_reply; /* the last one */

extern bool handler_gzip;            /* whether the browser takes it */
extern bool handler_organiser;       /* whether it is the organiser who asks */
extern bool handler_unkeyed;         /* whether events have no key */
extern const char *handler_file;     /* of the store */
extern const char *handler_address;  /* of the visitor; NULL: the kiosk itself */
extern const char *handler_cookie;   /* "name=value" that the browser has kept, or NULL */
extern const char *handler_language; /* that the browser accepts; NULL: as HANDLER_LANGUAGE says */
extern size_t handler_longest;       /* bytes of the longest piece of a streamed answer */

/* For cmocka. The kiosk has no event until handler_import(). */
int handler_open(void **state);
int handler_close(void **state);

/* An event of two rounds with the key of tests/typed.h: coupons at tables 1 and 2 (burger_pair 4),
 * clips at table 1 with two sides. Ana and Bo sit at the first table. */
void handler_import(void);

/* The play of a table of it. */
void handler_code(const char *game, unsigned round, unsigned table, unsigned side, uint8_t piece, char text[CODE_TEXT]);

/* For cmocka: opens with the event; handler_first is the play of round 1, table 1. */
extern char handler_first[CODE_TEXT];
int handler_open_event(void **state);

/* Asks; the path may have a query. The body may be NULL. `query` is the value of "code", or
 * NULL. */
unsigned handler_get(const char *path);
unsigned handler_get_code(const char *before, const char *code, const char *after);
unsigned handler_post(const char *path, json_t *body); /* taken over */
unsigned handler_send(const char *path, const void *bytes, size_t size, const char *query);

/* A member of the last answer by names with dots: "entry.score.players". */
json_t *handler_member(const char *path);
const char *handler_text(const char *path);

/* The body of POST /api/result; the result is taken over. */
json_t *handler_submit(const char *submission, json_t *result);

/* A finished game of coupons for a code: all keep their own sheet and discard its grills. */
json_t *handler_coupons(const char *code);
