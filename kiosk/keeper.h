/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions. The password is kept as an Argon2id
 * hash in the store; sessions are in memory and end with the program. Guessing is
 * slowed down for whoever guesses, and for everybody but the kiosk itself when
 * many do. Any thread may call. */
#ifndef SEEDPRESS_KEEPER_H
#define SEEDPRESS_KEEPER_H

#include <stdbool.h>
#include <stddef.h>

#define KEEPER_ID      65   /* bytes of a session's id or token: 256 bits in hexadecimal */
#define PASSWORD_LEAST 8    /* characters */
#define PASSWORD_MOST  1024 /* bytes */

struct store;
struct keeper;

struct keeper *keeper_new(struct store *store);
void keeper_free(struct keeper *keeper); /* NULL is fine */

/* The name of the session's cookie. */
const char *keeper_cookie(bool secure);

/* Whether there is such a session; if so its token. Never waits. */
bool keeper_knows(struct keeper *keeper, const char *session, char token[KEEPER_ID]);

/* Compares in a time that does not depend on what is in them. */
bool keeper_same(const char *a, const char *b);

/* To be called when something in the store changed, from any thread: sessions end when the
 * password became another one. Looking is left to keeper_refresh(), which may wait for the disk. */
void keeper_changed(struct keeper *keeper);
void keeper_refresh(struct keeper *keeper);

enum keeper_status {
	KEEPER_OK,
	KEEPER_WRONG,   /* the password */
	KEEPER_NONE,    /* no password is set yet */
	KEEPER_WAIT,    /* *seconds from now */
	KEEPER_REFUSED, /* as a new password: *problem says why */
	KEEPER_TROUBLE, /* the store's: *problem says what */
};

/* Opens a session for whoever knows the password. *problem is to be freed. */
enum keeper_status keeper_login(struct keeper *keeper, const char *password, const char *address,
	bool local, char session[KEEPER_ID], unsigned *seconds, char **problem);
void keeper_logout(struct keeper *keeper, const char *session);

/* Sets the password; `old` is looked at where there is one, and the first is taken only from this
 * machine (KEEPER_NONE otherwise). Ends all sessions but this one (may be
 * NULL). */
enum keeper_status keeper_change(struct keeper *keeper, const char *old, const char *password,
	const char *address, bool local, const char *session, unsigned *seconds, char **problem);

/* Whether a password is set; false too where the store does not answer. */
bool keeper_is_set(struct keeper *keeper);

/* A password's hash for the store, without any keeper; NULL after setting *problem. To be freed. */
char *keeper_hash(const char *password, char **problem);

#endif
