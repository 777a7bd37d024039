/* SPDX-License-Identifier: MIT
 * People's names: which spellings are the same name, and their order, the same on every machine whatever its language
 * and its database: by letters first, then by their accents and case, as registers of many languages do. */
#ifndef SEEDPRESS_KIOSK_STORE_NAMES_H
#define SEEDPRESS_KIOSK_STORE_NAMES_H

#include <stdbool.h>

/* What two spellings of one name have in common: the case of letters, ß and ss, and how accents are stored make no
 * difference. To be freed. The name is UTF-8. */
char *names_fold(const char *name);

/* The words of what was typed, for names_match(); for g_strfreev(). */
char **names_words(const char *typed);

/* Whether every word is part of the name, whatever the case and the accents. False for no words. */
bool names_match(const char *name, char *const *words);

/* Less than, equal to or greater than 0, as strcmp(). Both are UTF-8. */
int names_compare(const char *one, const char *other);

#endif
