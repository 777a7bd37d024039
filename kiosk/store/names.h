/* SPDX-License-Identifier: MIT
 * The order of people's names, the same on every machine whatever its language and its database: by letters
 * first, then by their accents and case, as registers of many languages do. */
#ifndef SEEDPRESS_KIOSK_STORE_NAMES_H
#define SEEDPRESS_KIOSK_STORE_NAMES_H

/* Less than, equal to or greater than 0, as strcmp(). Both are UTF-8. */
int names_compare(const char *one, const char *other);

#endif
