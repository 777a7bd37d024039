/* SPDX-License-Identifier: MIT
 * Wrong codes of a keyed event. Anyone who has one code of a duplicate round knows all of another table's but its
 * check, which has 65,536 values: trying them has to take too long, from one address or from many. Any thread may
 * call. */
#ifndef SEEDPRESS_KIOSK_VISITS_CODE_GUESSES_H
#define SEEDPRESS_KIOSK_VISITS_CODE_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

/* Wrong codes at the kiosk itself, at once; then one a second. Its screen asks for free, so that nobody keeps it from
 * its work, but its camera reads what anybody holds before it, many codes at a time. */
#define CODE_GUESSES_LOCAL 64

/* Wrong codes after which a table is guarded for an hour, and those of all tables after which all are. The second
 * bounds anyone who tries a few at each table: 2,000 find one of 65,536 with a probability of 3 %. */
#define CODE_GUESSES_TABLE 20
#define CODE_GUESSES_ALL   2000

struct code_guesses;

struct code_guesses *code_guesses_create(int64_t (*clock)(void)); /* NULL: the system's, see rate_limit.h */
void code_guesses_destroy(struct code_guesses *guesses);          /* NULL is fine */

/* The seconds until codes of a table are looked at again; 0: now. */
unsigned code_guesses_wait(struct code_guesses *guesses, const char *play);

/* How many tables are guarded; all of them together count as one more. */
unsigned code_guesses_guarded(struct code_guesses *guesses);

/* A wrong code for a table. The same one again, as a camera sees it in picture after picture, is counted once. A table
 * that is guarded adds nothing to the count of all, nor does a browser that has opened it before (`known`): so nobody
 * closes the event by guessing at one table. */
void code_guesses_count(struct code_guesses *guesses, const char *play, const char *code, bool known);

/* The same at the kiosk itself. */
unsigned code_guesses_wait_local(struct code_guesses *guesses);
void code_guesses_count_local(struct code_guesses *guesses);

#endif
