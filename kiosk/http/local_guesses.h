/* SPDX-License-Identifier: MIT
 * Wrong codes at the kiosk itself. What its screen asks is free, so that nobody
 * keeps it from its work; but its camera reads what anybody holds before it, many
 * codes at a time: trying the checks of a keyed code takes as long there as
 * elsewhere. Any thread may ask. */
#ifndef SEEDPRESS_KIOSK_HTTP_LOCAL_GUESSES_H
#define SEEDPRESS_KIOSK_HTTP_LOCAL_GUESSES_H

#define LOCAL_GUESSES_MOST 64 /* at once; then one a second */

struct local_guesses *local_guesses_new(void);
void local_guesses_free(struct local_guesses *guesses); /* NULL is fine */

/* How many may still be wrong: with none left no code is looked at. */
unsigned local_guesses_left(struct local_guesses *guesses);

/* So many were. */
void local_guesses_count(struct local_guesses *guesses, unsigned wrong);

#endif
