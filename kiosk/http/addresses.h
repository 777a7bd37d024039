/* SPDX-License-Identifier: MIT
 * Where this machine can be reached. Those that phones most likely share come
 * first; loopback and link-local ones are left out. */
#ifndef SEEDPRESS_KIOSK_HTTP_ADDRESSES_H
#define SEEDPRESS_KIOSK_HTTP_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

/* Numeric addresses; to be freed with g_strfreev(). */
char **addresses_here(void);

bool address_is_loopback(const char *address);

/* "http://192.168.1.5:8080/", with brackets where the address needs them. To be freed. */
char *address_url(const char *address, uint16_t port, bool secure);

/* Where phones reach a server that listens at `address`; none for loopback. For g_strfreev(). */
char **address_urls(const char *address, uint16_t port, bool secure);

#endif
