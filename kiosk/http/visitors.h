/* SPDX-License-Identifier: MIT
 * Visitors by address, and their limits: connections, memory for bodies, streamed responses, and requests by a rate
 * limit (rate_limit.h). An IPv6 network (/64) has limits as well, since one host can have all of its addresses. But all
 * phones of a hall may be in one network, too: when its limit is used up each of them can still make a few requests.
 * The limits of this machine are practically infinite. Any thread may call. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visitors;
struct visitor;

struct visitors *visitors_create(int64_t (*clock)(void)); /* NULL: the system's, see rate_limit.h */
void visitors_destroy(struct visitors *visitors);         /* NULL is fine */

/* Whether one more connection from an address is accepted. Not for this machine. */
bool visitors_admit(struct visitors *visitors, const char *address);

/* Whether the visitor's network has more connections than allowed, so that an idle one has to be closed. */
bool visitors_crowded(struct visitors *visitors, const struct visitor *visitor);

/* Whether two visitors are in the same network. */
bool visitors_are_neighbours(const struct visitor *one, const struct visitor *other);

/* A connection begins and ends. `local`: it is from this machine, and not forwarded by a proxy; those that are
 * forwarded from the same address are another visitor. */
struct visitor *visitors_enter(struct visitors *visitors, const char *address, bool local);
void visitors_leave(struct visitors *visitors, struct visitor *visitor);

/* Lowest cost of a heavy request, in tokens: that of a photo. */
#define VISITORS_HEAVY 10

/* Takes `cost` tokens. Returns 0, or the seconds to wait if there are too few. Heavy requests also take from the
 * network, so that changing its address does not get a host more photos. Light requests do so only if their address has
 * already used more than a little: they wait for the network, or until the address has enough tokens of its own again.
 */
unsigned visitors_spend(struct visitors *visitors, const struct visitor *visitor, unsigned cost);

/* Takes tokens into debt: further requests wait until they have been refilled. */
void visitors_charge(struct visitors *visitors, const struct visitor *visitor, unsigned cost);

/* The priority of a visitor: its tokens, negative if they are owed, so that visitors who have used less go first, and
 * this machine before all. While a network has used up its tokens its addresses come after all others; those of them
 * that have used only a little come first, in the order of their requests. */
double visitors_left(struct visitors *visitors, const struct visitor *visitor);

/* Shared resources. Small and large bodies have separate memory, so that any number of photos leaves some for a result
 * or a login. */
enum visitor_share {
	SHARE_SMALL,   /* bytes for bodies of at most SHARE_SMALL_MOST */
	SHARE_LARGE,   /* bytes for larger bodies */
	SHARE_STREAMS, /* streamed responses */
	SHARES
};
#define SHARE_SMALL_MOST ((size_t)256 << 10)

/* Whether this much could be reserved now. */
bool visitors_has(struct visitors *visitors, const struct visitor *visitor, enum visitor_share share, size_t size);

/* Reserves this much, to be released; false if there is too little. */
bool visitors_reserve(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size);
void visitors_release(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size);
