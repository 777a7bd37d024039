/* SPDX-License-Identifier: MIT
 * IP addresses as text: of clients, and of this machine. An IPv4 address that the system gives as IPv6
 * ("::ffff:192.0.2.1") is written as IPv4, so that equal addresses are equal texts. */
#pragma once

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#define ADDRESS_TEXT    INET6_ADDRSTRLEN   /* bytes of an address, with the terminating NUL */
#define ADDRESS_NETWORK (ADDRESS_TEXT + 3) /* the same of a network: "/64" more */

/* "" for anything but IP. */
void address_write(const struct sockaddr *from, char text[ADDRESS_TEXT]);

/* The last address of a comma-separated list such as X-Forwarded-For. Each proxy appends its own client, so anything
 * before the last may be forged. Brackets and a port are skipped. False if it is not an address. */
bool address_read_last(const char *list, char text[ADDRESS_TEXT]);

bool address_is_loopback(const char *address);

/* Whether the peer of a socket is this machine: it has a loopback address, or the same address as our end. */
bool address_is_local(const char *address, int socket);

/* The network of an IPv6 address, as "2001:db8::/64"; false for other texts. */
bool address_network(const char *address, char network[ADDRESS_NETWORK]);

/* Numeric addresses of this machine, without loopback and link-local ones. Those come first that phones can most likely
 * reach. To be freed with g_strfreev(). */
char **addresses_here(void);

/* The names of this machine: NAME, NAME.local, and those given (NULL, or ended by NULL). To be freed with g_strfreev().
 */
char **host_names(const char *const *given);

/* "http://192.168.1.5:8080/", with brackets where the address needs them. To be freed. */
char *address_url(const char *address, uint16_t port, bool secure);

/* The URLs at which phones reach a server that listens at `address`; none for loopback. To be freed with g_strfreev().
 */
char **address_urls(const char *address, uint16_t port, bool secure);
