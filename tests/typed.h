/* SPDX-License-Identifier: MIT
 * Codes as people type them, for the tests of codes. */
#pragma once

#include "layouts/code.h"

extern const char code_alphabet[];
extern const char code_key_text[]; /* of the key below, as in a key file */

/* The problems of the last code that was read. */
extern struct problems typed_problems;

/* Any fields; not keyed. */
struct code random_code(uint64_t *dice);

struct code_key test_key(void);

bool code_reads(const char *text, const struct code_key *key, struct code *code);

void assert_same_code(const struct code *a, const struct code *b);

/* Fails unless it is refused with the status and one problem, which is `id` as has_problem() takes it. */
void assert_code_refused(const char *text, const struct code_key *key, enum status status, const char *id);
