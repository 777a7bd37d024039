/* SPDX-License-Identifier: MIT
 * Slows down guessing: after a few wrong guesses a name waits, longer each time.
 * A name is an address, and after some more its IPv6 network (/64) waits, too; or it is
 * the target of the guesses, from any address. After many everybody waits but those who
 * are exempt. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_LOCKOUT_H
#define SEEDPRESS_KIOSK_HTTP_LOCKOUT_H

#include <stdbool.h>

struct lockout;

/* Wrong guesses within an hour of the first after which somebody waits, 0: never; and seconds of the first wait, which
 * doubles with every further wrong guess, and of the longest. All are forgotten an hour after the first, or after the
 * last that made somebody wait. */
struct lockout_limits {
	unsigned each, network, all; /* of a name, of an IPv6 network, of all together */
	unsigned first, most;
};
extern const struct lockout_limits lockout_passwords;

struct lockout *lockout_new(const struct lockout_limits *limits); /* copied */
void lockout_free(struct lockout *lockout);                       /* NULL is fine */

/* The seconds before the next guess of somebody is looked at; 0: now. The name is an address, or any other
 * for those who are exempt: they wait for their own guesses alone. */
unsigned lockout_wait(struct lockout *lockout, const char *name, bool exempt);

/* How many names wait, all of them together counted as one more. */
unsigned lockout_waiting(struct lockout *lockout);

/* A guess was right or wrong. `local`: on the kiosk itself, where nobody ever waits for long. */
void lockout_count(struct lockout *lockout, const char *name, bool local, bool right);

/* A wrong guess at the target of this name. The same one again, as a camera sees it in picture after picture, is
 * counted once. A name adds at most `each` to the count of all, so that nobody closes everything by guessing at one
 * target; a guess of somebody `known` there, who does not wait for that target, adds nothing to it. */
void lockout_count_guess(struct lockout *lockout, const char *name, const char *guess, bool known);

#endif
