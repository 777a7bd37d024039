/* SPDX-License-Identifier: MIT
 * The organiser's password and sessions. The store keeps an Argon2id hash of the password and a hash of each session,
 * so that both survive a restart. Guessing passwords is rate-limited per address and, when many guess, for everybody
 * except the kiosk itself and browsers that have been logged in before. Any thread may call. */
#pragma once

#include "layouts/problems.h"

#define ORGANISER_ID    65   /* bytes of a session's id or token: 256 bits in hexadecimal */
#define ORGANISER_KNOWN 98   /* bytes of what a browser that was logged in keeps: id and signature */
#define PASSWORD_LEAST  8    /* characters */
#define PASSWORD_MOST   1024 /* bytes */

struct call;
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

/* What a browser that was logged in keeps. It is valid until the password changes, and survives a restart. False if
 * nobody has logged in. */
bool organiser_remember(struct organiser_sessions *sessions, char known[ORGANISER_KNOWN]);

/* Opens a session for anyone who knows the password; false after answering. */
bool organiser_login(struct call *call, const char *password, char session[ORGANISER_ID]);
void organiser_logout(struct organiser_sessions *sessions, const char *session);

/* The one-time code with which anyone who sees the kiosk's terminal may set the first password from elsewhere. It is
 * new each time the program starts. */
const char *organiser_first_code(const struct organiser_sessions *sessions);

/* Sets the password; false after answering. If there is one already `old` has to be it; the first one is accepted from
 * this machine, or with the one-time code. Ends all sessions but that of the call. */
bool organiser_change(struct call *call, const char *old, const char *code, const char *password);

/* Whether a password is set; as last known if the store does not answer. */
bool organiser_is_set(struct organiser_sessions *sessions);

/* A password's hash as the store keeps it, to be freed; NULL after setting *problem. */
char *organiser_hash(const char *password, struct problem *problem);
