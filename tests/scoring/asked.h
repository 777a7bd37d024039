/* SPDX-License-Identifier: MIT
 * Asking for a score and looking at the answer, for the scoring tests. */
#pragma once

#include <jansson.h>

#include <jansson.h>

#include "scoring/answer.h"

/* The answer to the last question. */
extern struct answer asked;

/* Asks for the score of a result in JSON; true when there is one. */
bool ask(const char *text);
bool ask_json(const json_t *json);
bool ask_json_keyed(const json_t *json, const struct code_key *key);

/* The answer, and the result as it was understood, as they are written; for json_decref(). */
json_t *asked_json(void);
json_t *asked_result(void);

/* True when one of the problems is `expected`, as has_problem() takes it, or has an argument of that text. */
bool told(const char *expected);

/* JSON written with ' for ", which reads better in C. To be freed with json_decref(). */
json_t *json_quoted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails unless the answer is a score; `total` and `place` hold one number a player. */
void assert_scored(void);
void assert_totals(const int *total, unsigned players);
void assert_places(const unsigned *place, unsigned players);

/* Fails unless the answer is a refusal of this kind, in JSON too, for which told(expected) is true. */
void assert_refused(enum status status, const char *expected);

/* Fails unless the result, written again and read again, has the same score. */
void assert_reads_back(void);
