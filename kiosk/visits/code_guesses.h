/* SPDX-License-Identifier: MIT
 * Counts wrong codes of a keyed event. Anyone who has one code of a duplicate round knows those of other tables except
 * for the check, which has 65,536 values. Trying them all has to take too long, from one address or from many. Any
 * thread may call. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Wrong codes at the kiosk itself at once; then one per second. Visitors' rate limits do not apply to its screen, but
 * anybody can hold many codes in front of its camera. */
#define CODE_GUESSES_LOCAL 64

/* Wrong codes per hour after which a table is guarded for an hour. */
#define CODE_GUESSES_TABLE 20

/* Wrong codes per hour, of all tables together, after which all tables are guarded. It limits anyone who tries a few
 * codes at each table: 2,000 tries find one of 65,536 values with a probability of 3 %. */
#define CODE_GUESSES_ALL 2000

struct code_guesses;

struct code_guesses *code_guesses_create(int64_t (*clock)(void)); /* NULL: the system's, see rate_limit.h */
void code_guesses_destroy(struct code_guesses *guesses);          /* NULL is fine */

/* Seconds until codes of a table are accepted again; 0: now. */
unsigned code_guesses_wait(struct code_guesses *guesses, const char *play);

/* The number of guarded tables; one more if all are. */
unsigned code_guesses_guarded(struct code_guesses *guesses);

/* Counts a wrong code for a table. The same code again, as a camera sees it in many pictures, is counted once. Nothing
 * is added to the count of all tables by a guarded table, or by a browser that has opened it before (`known`), so that
 * guessing at one table cannot close all of them. */
void code_guesses_count(struct code_guesses *guesses, const char *play, const char *code, bool known);

/* The same at the kiosk itself. */
unsigned code_guesses_wait_local(struct code_guesses *guesses);
void code_guesses_count_local(struct code_guesses *guesses);
