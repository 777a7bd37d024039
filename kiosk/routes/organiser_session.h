/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions. The password is kept as an Argon2id
 * hash in the store, and so is a hash of each session: they outlive the program. Guessing is
 * slowed down for those who guess, and for everybody when many do, but for the kiosk
 * itself and for browsers that have been logged in. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_ROUTES_ORGANISER_SESSION_H
#define SEEDPRESS_KIOSK_ROUTES_ORGANISER_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "layouts/problems.h"

#define ORGANISER_ID    65   /* bytes of a session's id or token: 256 bits in hexadecimal */
#define ORGANISER_CODE  10   /* bytes of the one-time code: "K7QM-3XPA" */
#define ORGANISER_KNOWN 98   /* bytes of what a browser that was logged in keeps: id and signature */
#define PASSWORD_LEAST  8    /* characters */
#define PASSWORD_MOST   1024 /* bytes */

struct store;
struct organiser_sessions;

struct organiser_sessions *organiser_create(struct store *store);
void organiser_destroy(struct organiser_sessions *sessions); /* NULL is fine */

/* Whether there is such a session; if so its token. Never waits. */
bool organiser_knows(struct organiser_sessions *sessions, const char *session, char token[ORGANISER_ID]);

/* Compares in a time that does not depend on what is in them. */
bool organiser_same(const char *a, const char *b);

/* To be called when something in the store changed, from any thread: sessions end when the password
 * became another one. Looking is left to organiser_refresh(), which may wait for the disk, and for what
 * others store only where it may store something itself (`writes`). */
void organiser_changed(struct organiser_sessions *sessions);
void organiser_refresh(struct organiser_sessions *sessions, bool writes);

enum organiser_status {
	ORGANISER_OK,
	ORGANISER_WRONG,    /* the password */
	ORGANISER_BAD_CODE, /* not the one-time code */
	ORGANISER_NONE,     /* no password is set yet */
	ORGANISER_WAIT,     /* asker->seconds from now */
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

/* What a browser that was logged in keeps: good until the password is another one, also when the program has ended
 * meanwhile. False where nobody has logged in. */
bool organiser_remember(struct organiser_sessions *sessions, char known[ORGANISER_KNOWN]);

/* Opens a session for anyone who knows the password. */
enum organiser_status organiser_login(struct organiser_sessions *sessions, const char *password,
	struct organiser_asker *asker, char session[ORGANISER_ID]);
void organiser_logout(struct organiser_sessions *sessions, const char *session);

/* Anyone who sees the kiosk's terminal may set the first password from elsewhere, once, with this. It is
 * another one each time the program starts. */
void organiser_first_code(struct organiser_sessions *sessions, char code[ORGANISER_CODE]);

/* Sets the password; `old` is looked at where there is one. The first is taken from this machine, or
 * with the one-time code (ORGANISER_NONE where `code` is ""). Ends all sessions but the asker's. */
enum organiser_status organiser_change(struct organiser_sessions *sessions, const char *old, const char *code,
	const char *password, struct organiser_asker *asker);

/* Whether a password is set; as it was last known where the store does not answer. */
bool organiser_is_set(struct organiser_sessions *sessions);

/* A password's hash for the store, without any sessions; NULL after setting *problem. To be
 * freed. */
char *organiser_hash(const char *password, struct problem *problem);

#endif
