/* SPDX-License-Identifier: MIT
 * Slows down guessing: after a few wrong guesses an address waits, longer each
 * time, after some more its IPv6 network (/64) does, and after many from anywhere
 * everybody but this machine. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_ROUTES_LOCKOUT_H
#define SEEDPRESS_KIOSK_ROUTES_LOCKOUT_H

#include <stdbool.h>

struct lockout;

struct lockout *lockout_new(void);
void lockout_free(struct lockout *lockout);

/* The seconds before the next guess from there is looked at; 0: now. */
unsigned lockout_wait(struct lockout *lockout, const char *address, bool local);

/* A guess was right or wrong. */
void lockout_count(struct lockout *lockout, const char *address, bool right);

#endif
