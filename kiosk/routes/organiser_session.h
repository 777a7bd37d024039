/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions. The store keeps an Argon2id hash of the password and a hash of each session,
 * so that both survive a restart. Guessing passwords is rate-limited per address and, when many guess, for everybody
 * except the kiosk itself and browsers that have been logged in before. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_ROUTES_ORGANISER_SESSION_H
#define SEEDPRESS_KIOSK_ROUTES_ORGANISER_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "layouts/problems.h"

#define ORGANISER_ID    65   /* bytes of a session's id or token: 256 bits in hexadecimal */
#define ORGANISER_KNOWN 98   /* bytes of what a browser that was logged in keeps: id and signature */
#define PASSWORD_LEAST  8    /* characters */
#define PASSWORD_MOST   1024 /* bytes */

struct store;
struct organiser_sessions;

struct organiser_sessions *organiser_create(struct store *store);
void organiser_destroy(struct organiser_sessions *sessions); /* NULL is fine */

/* Whether there is such a session; if so its token. Never waits. */
bool organiser_knows(struct organiser_sessions *sessions, const char *session, char token[ORGANISER_ID]);

/* Compares two texts in constant time. */
bool organiser_same(const char *a, const char *b);

/* To be called from any thread when something in the store changed: if it was the password, sessions end. Only
 * organiser_refresh() looks at the store, and may wait for the disk. It waits for other threads that store only if the
 * request may store something, too (`writes`). */
void organiser_changed(struct organiser_sessions *sessions);
void organiser_refresh(struct organiser_sessions *sessions, bool writes);

enum organiser_status {
	ORGANISER_OK,
	ORGANISER_WRONG,    /* the password */
	ORGANISER_BAD_CODE, /* not the one-time code */
	ORGANISER_NONE,     /* no password is set yet */
	ORGANISER_WAIT,     /* for asker->seconds */
	ORGANISER_REFUSED,  /* as a new password: asker->problem says why */
	ORGANISER_TROUBLE,  /* the store's: asker->problem says what */
};

/* Who tries a password, and what they are told. */
struct organiser_asker {
	const char *address;
	const char *known;   /* what organiser_remember() gave the browser once, or NULL */
	const char *session; /* their own, which a new password does not end, or NULL */
	bool local;          /* the kiosk itself */
	unsigned seconds;
	struct problem *problem;
};

/* What a browser that was logged in keeps. It is valid until the password changes, and survives a restart. False if
 * nobody has logged in. */
bool organiser_remember(struct organiser_sessions *sessions, char known[ORGANISER_KNOWN]);

/* Opens a session for anyone who knows the password. */
enum organiser_status organiser_login(struct organiser_sessions *sessions, const char *password,
	struct organiser_asker *asker, char session[ORGANISER_ID]);
void organiser_logout(struct organiser_sessions *sessions, const char *session);

/* The one-time code with which anyone who sees the kiosk's terminal may set the first password from elsewhere. It is
 * new each time the program starts. */
const char *organiser_first_code(const struct organiser_sessions *sessions);

/* Sets the password. If there is one already `old` has to be it; the first one is accepted from this machine, or with
 * the one-time code (ORGANISER_NONE if `code` is ""). Ends all sessions but the asker's. */
enum organiser_status organiser_change(struct organiser_sessions *sessions, const char *old, const char *code,
	const char *password, struct organiser_asker *asker);

/* Whether a password is set; as last known if the store does not answer. */
bool organiser_is_set(struct organiser_sessions *sessions);

/* A password's hash as the store keeps it, to be freed; NULL after setting *problem. */
char *organiser_hash(const char *password, struct problem *problem);

#endif
