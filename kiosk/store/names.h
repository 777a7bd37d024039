/* SPDX-License-Identifier: MIT
 * People's names: which spellings are the same name, and their order. It does not depend on the machine's language or
 * the database: letters come first, then accents and case, as in the registers of many languages. */
#pragma once

#include <stdbool.h>

/* A key that is equal for spellings of the same name: case, ß or ss, and the encoding of accents make no difference. To
 * be freed. The name is UTF-8. */
char *names_fold(const char *name);

/* Splits a search text into words for names_match(); for g_strfreev(). */
char **names_words(const char *typed);

/* Whether the name contains every word, ignoring case and accents. False if there are no words. */
bool names_match(const char *name, char *const *words);

/* Less than, equal to or greater than 0, as strcmp(). Both are UTF-8. */
int names_compare(const char *one, const char *other);
