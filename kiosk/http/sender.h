/* SPDX-License-Identifier: MIT
 * Addresses of those who ask: read, written and compared. Pure but for
 * sender_is_local(), which asks the socket where it was called. */
#ifndef SEEDPRESS_KIOSK_HTTP_SENDER_H
#define SEEDPRESS_KIOSK_HTTP_SENDER_H

#include <arpa/inet.h>
#include <stdbool.h>
#include <sys/socket.h>

bool sender_is_loopback(const struct sockaddr *from);

/* From a loopback address, or from the very address that was called. */
bool sender_is_local(const struct sockaddr *from, int socket);

bool sender_same(const struct sockaddr *a, const struct sockaddr *b);

/* As people write it, an IPv4 address always as one; "" for what is no address of the internet. */
void sender_write(const struct sockaddr *from, char text[INET6_ADDRSTRLEN]);

/* The network (/64) that an IPv6 address is in, as people write it; false for other addresses.
 * A host in it can have all of its addresses. */
#define SENDER_NETWORK (INET6_ADDRSTRLEN + 3)
bool sender_network(const char *address, char network[SENDER_NETWORK]);

/* The last address of a list with commas, as proxies write it: each adds whom it was asked by, so that
 * what stands before the last may be invented. Brackets and a port are passed over. False where it
 * is none. */
bool sender_read_last(const char *list, struct sockaddr_storage *from);

#endif
