/* SPDX-License-Identifier: MIT
 * What the organiser's sessions and password share. */
#ifndef SEEDPRESS_KIOSK_ROUTES_ORGANISER_PARTS_H
#define SEEDPRESS_KIOSK_ROUTES_ORGANISER_PARTS_H

#include <glib.h>

#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/store/store.h"

#define ORGANISER_SETTING "password" /* where the store has its hash */

struct organiser_sessions {
	struct store *store;
	struct rate_limit *wrong;       /* passwords, by address and network, */
	struct rate_limit *wrong_all;   /* and of all of these together; */
	struct rate_limit *wrong_known; /* by browsers that were logged in before, which wait for their own alone; */
	struct rate_limit *wrong_local; /* at the kiosk itself */
	struct rate_limit *wrong_codes; /* the one-time code: guessing it locks nobody out of logging in */
	int stale;                      /* atomic: the store changed */
	GMutex hashing;                 /* one at a time: a hash takes 64 MB and a tenth of a second */
	char code[ORGANISER_CODE];      /* for the first password */
	int code_used;                  /* atomic */
	int is_set;                     /* atomic: whether there was a password when it was last looked for */
	GMutex changing;                /* held while the password becomes another one */
	char *hash;                     /* that the sessions were opened with; with `changing` */
	GMutex lock;
	GHashTable *sessions; /* with `lock` */
	gint64 saved;         /* when it was last looked for what to store; with `lock` */
};

/* How often a password may be wrong. */
extern const struct organiser_limits {
	struct rate_limit_options each, all, known, local;
} organiser_limits;

/* Draws 256 bits, in hexadecimal. */
void organiser_draw(char text[ORGANISER_ID]);

/* Opens a session for the password of this hash. With too many, the one that was not used for longest
 * ends. */
void organiser_open(struct organiser_sessions *sessions, const char *hash, char id[ORGANISER_ID]);

/* Ends all sessions but one (may be NULL), which is for the password of this hash from now on. */
void organiser_end_others(struct organiser_sessions *sessions, const char *id, const char *hash);

#endif
