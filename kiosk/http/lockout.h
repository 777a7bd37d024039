/* SPDX-License-Identifier: MIT
 * Slows down guessing: after a few wrong guesses an address waits, longer each
 * time, after some more its IPv6 network (/64) does, and after many from anywhere
 * everybody but those who are exempt. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_LOCKOUT_H
#define SEEDPRESS_KIOSK_HTTP_LOCKOUT_H

#include <stdbool.h>

struct lockout;

struct lockout *lockout_new(void);
void lockout_free(struct lockout *lockout);

/* The seconds before the next guess of somebody is looked at; 0: now. The name is an address, or any other
 * for those who are exempt: they wait for their own guesses alone. */
unsigned lockout_wait(struct lockout *lockout, const char *name, bool exempt);

/* A guess was right or wrong. `local`: on the kiosk itself, where nobody ever waits for long. */
void lockout_count(struct lockout *lockout, const char *name, bool local, bool right);

#endif
