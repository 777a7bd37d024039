/* SPDX-License-Identifier: MIT
 * What a browser says about where it is and whom it asks. A page of a stranger
 * can make a browser send anything to us, even under a name of its own that leads
 * here; it cannot make it lie about these. Pure. */
#ifndef SEEDPRESS_KIOSK_HTTP_ORIGIN_H
#define SEEDPRESS_KIOSK_HTTP_ORIGIN_H

#include <stdbool.h>

/* Whether a Host header names us: an address, localhost, or one of the names (NULL ends), with any
 * port. NULL does not. */
bool origin_host_is_ours(const char *host, char *const *names);

/* Whether a request that changes something comes from our own page: by its Origin where there is
 * one, else by Sec-Fetch-Site. Programs that are no browsers send neither, and may. */
bool origin_is_ours(const char *origin, const char *site, const char *host, bool secure);

/* Undoes %XX, and + where `form` says so; NULL where it is broken, or no UTF-8. To be freed. */
char *origin_decode(const char *text, bool form);

/* The names of this machine besides its addresses: NAME, NAME.local, and those given (NULL or NULL
 * ends). To be freed with g_strfreev(). */
char **origin_names(const char *const *given);

#endif
