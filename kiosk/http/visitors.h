/* SPDX-License-Identifier: MIT
 * Who is connected, by address, and what each may still ask for. Everybody has
 * an allowance that refills; nobody can take all connections or all memory. An
 * IPv6 network (/64) has limits as well, since one host in it can have all of its
 * addresses; but a whole hall may be in it, too, and using its limits up keeps nobody
 * there from asking for a little. The machine itself has plenty of everything. Any
 * thread may call. */
#ifndef SEEDPRESS_KIOSK_HTTP_VISITORS_H
#define SEEDPRESS_KIOSK_HTTP_VISITORS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct visitors;
struct visitor;

struct visitors *visitors_new(void);
void visitors_free(struct visitors *visitors);

/* Whether one more connection from there is taken, if it is not from this machine. */
bool visitors_admit(struct visitors *visitors, const struct sockaddr *address);

/* Whether the visitor's network has more connections than it may, so that an idle one has to make room; and whether two
 * are in the same one. */
bool visitors_crowded(struct visitors *visitors, const struct visitor *visitor);
bool visitors_are_neighbours(const struct visitor *one, const struct visitor *other);

/* A connection begins and ends. `local` tells that this one comes from this machine itself: others
 * from the same address, which a proxy has handed on, are another visitor. */
struct visitor *visitors_enter(struct visitors *visitors, const struct sockaddr *address, bool local);
void visitors_leave(struct visitors *visitors, struct visitor *visitor);

/* The cost from which a request is heavy: a photo. */
#define VISITORS_HEAVY 10

/* Takes `cost` from the allowance. Returns 0, or the seconds to wait when it is used up. The allowance of the network
 * is for what is heavy, and for addresses that have taken more than a little themselves: they wait for it, or until
 * they have their own again. A host that takes one address after another gets no more photos that way. */
unsigned visitors_spend(struct visitors *visitors, struct visitor *visitor, unsigned cost);

/* Takes it even if it is not there: the visitor waits until it is made up for. */
void visitors_charge(struct visitors *visitors, struct visitor *visitor, unsigned cost);

/* What is left of the allowance, or owed: visitors who have used less go first. The machine itself always does. While a
 * network's is used up, all of it is less than nothing: its addresses come after those of others, and among them those
 * that took only a little come first, in the order in which they ask. */
double visitors_left(struct visitors *visitors, struct visitor *visitor);

/* An answer that is streamed begins, false where there is no place for it, and ends. */
bool visitors_stream(struct visitors *visitors, struct visitor *visitor);
void visitors_stream_end(struct visitors *visitors, struct visitor *visitor);

/* Bodies have memory of two kinds, so that photos, however many, leave room for a result or a login. */
enum visitor_memory {
	MEMORY_SMALL, /* for bodies of at most MEMORY_SMALL_MOST */
	MEMORY_LARGE,
	MEMORY_KINDS
};
#define MEMORY_SMALL_MOST ((size_t)256 << 10)

/* Whether this much could be set aside now; sets it aside, false when there is none to spare; gives it back. */
bool visitors_has_memory(
	struct visitors *visitors, const struct visitor *visitor, enum visitor_memory kind, size_t size);
bool visitors_reserve(struct visitors *visitors, struct visitor *visitor, enum visitor_memory kind, size_t size);
void visitors_release(struct visitors *visitors, struct visitor *visitor, enum visitor_memory kind, size_t size);

/* Forgets those who have left and whose allowance is whole again; call it now and then. */
void visitors_tidy(struct visitors *visitors);

#endif
