/* SPDX-License-Identifier: MIT
 * A kiosk without its network: handlers are asked as the server would ask
 * them, against a store in a file that goes away. */
#ifndef SEEDPRESS_TESTS_DESK_TOOLS_H
#define SEEDPRESS_TESTS_DESK_TOOLS_H

#include <jansson.h>

#include "kiosk/desk.h"

/* What a handler answered. */
struct asked_reply {
	unsigned status;
	char *type;
	GBytes *bytes;
	json_t *json; /* or NULL */
	bool kept;    /* for ever */
	unsigned charged;
	bool packed;  /* Content-Encoding says gzip */
	char tag[48]; /* to be asked for again with */
};

extern struct kiosk desk_kiosk;
extern struct asked_reply desk_reply; /* the last one */

extern bool desk_gzip;         /* whether the browser takes it */
extern const char *desk_file;  /* of the store */

/* For cmocka. The kiosk has no event until desk_import(). */
int desk_open(void **state);
int desk_close(void **state);

/* An event of two rounds with the key of tests/typed.h: coupons at tables 1 and 2 (burger_pair 4),
 * clips at table 1 with two sides. Ana and Bo sit at the first table. */
void desk_import(void);

/* The play of a table of it. */
void desk_code(const char *game, unsigned round, unsigned table, unsigned side, uint8_t piece,
	char text[CODE_TEXT]);

/* For cmocka: opens with the event; desk_first is the play of round 1, table 1. */
extern char desk_first[CODE_TEXT];
int desk_open_event(void **state);

/* Asks; the path may have a query. The body may be NULL. `query` is the value of "code", or NULL. */
unsigned desk_get(const char *path);
unsigned desk_get_code(const char *before, const char *code, const char *after);
unsigned desk_post(const char *path, json_t *body); /* taken over */
unsigned desk_send(const char *path, const void *bytes, size_t size, const char *query);

/* A member of the last answer by names with dots: "entry.score.players". */
json_t *desk_member(const char *path);
const char *desk_text(const char *path);

/* The body of POST /api/result; the result is taken over. */
json_t *desk_submit(const char *submission, json_t *result);

/* A finished game of coupons for a code: all keep their own sheet and discard its grills. */
json_t *desk_coupons(const char *code);

#endif
