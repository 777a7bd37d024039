/* SPDX-License-Identifier: MIT
 * Who is connected, by address, and what each may have: connections, memory for bodies, streamed answers, and requests
 * by a rate limit (rate_limit.h). An IPv6 network (/64) has limits as well, since one host in it can have all of its
 * addresses; but a whole hall may be in it, too, so using its limits up keeps none of its phones from asking for a
 * little. This machine itself has plenty of everything. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_VISITORS_H
#define SEEDPRESS_KIOSK_HTTP_VISITORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visitors;
struct visitor;

struct visitors *visitors_create(int64_t (*clock)(void)); /* NULL: the system's, see rate_limit.h */
void visitors_destroy(struct visitors *visitors);         /* NULL is fine */

/* Whether one more connection from an address is accepted, if it is not from this machine. */
bool visitors_admit(struct visitors *visitors, const char *address);

/* Whether the visitor's network has more connections than it may, so that an idle one has to be closed; and whether two
 * visitors are in the same network. */
bool visitors_crowded(struct visitors *visitors, const struct visitor *visitor);
bool visitors_are_neighbours(const struct visitor *one, const struct visitor *other);

/* A connection begins and ends. `local`: it comes from this machine itself. Others from the same address, forwarded by
 * a proxy, are another visitor. */
struct visitor *visitors_enter(struct visitors *visitors, const char *address, bool local);
void visitors_leave(struct visitors *visitors, struct visitor *visitor);

/* The cost from which a request is heavy: a photo. */
#define VISITORS_HEAVY 10

/* Takes `cost` tokens. Returns 0, or the seconds to wait if there are too few. The network's tokens are for heavy
 * requests, and for addresses that have taken more than a little themselves: they wait for it, or until they have their
 * own again. A host that changes its address gets no more photos that way. */
unsigned visitors_spend(struct visitors *visitors, const struct visitor *visitor, unsigned cost);

/* Takes tokens even if there are too few: the visitor waits until they have come back. */
void visitors_charge(struct visitors *visitors, const struct visitor *visitor, unsigned cost);

/* The tokens that are left, or owed if negative: visitors who have used less go first, and this machine before all.
 * While the tokens of a network are used up its addresses come after those of others, and among them those that took
 * only a little come first, in the order in which they ask. */
double visitors_left(struct visitors *visitors, const struct visitor *visitor);

/* What visitors share. Small and large bodies have memory of their own, so that photos, however many, leave some for a
 * result or a login. */
enum visitor_share {
	SHARE_SMALL,   /* bytes for bodies of at most SHARE_SMALL_MOST */
	SHARE_LARGE,   /* bytes for larger bodies */
	SHARE_STREAMS, /* streamed answers */
	SHARES
};
#define SHARE_SMALL_MOST ((size_t)256 << 10)

/* Whether this much could be reserved now; reserves it, false if there is too little; gives it back. */
bool visitors_has(struct visitors *visitors, const struct visitor *visitor, enum visitor_share share, size_t size);
bool visitors_reserve(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size);
void visitors_release(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size);

#endif
