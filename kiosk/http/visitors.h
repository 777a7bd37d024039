/* SPDX-License-Identifier: MIT
 * Who is connected, by address, and what each may still ask for. Everybody has
 * an allowance that refills; nobody can take all connections or all memory. An
 * IPv6 network (/64) has limits as well, since whoever is in it has all of its
 * addresses. The machine itself has plenty of everything. Any thread may call. */
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

/* A connection begins and ends. `local` tells that this one comes from this machine itself: others
 * from the same address, which a proxy has handed on, are another visitor. */
struct visitor *visitors_enter(
	struct visitors *visitors, const struct sockaddr *address, bool local);
void visitors_leave(struct visitors *visitors, struct visitor *visitor);

/* Takes `cost` from the allowance. Returns 0, or the seconds to wait when it is used up. */
unsigned visitors_spend(struct visitors *visitors, struct visitor *visitor, unsigned cost);

/* Takes it even where it is not there: the visitor waits until it is made up for. */
void visitors_charge(struct visitors *visitors, struct visitor *visitor, unsigned cost);

/* What is left of the allowance, or owed: who has used less goes first. The machine itself always does. */
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

/* Whether so much could be set aside now; sets it aside, false when there is none to spare; gives it back. */
bool visitors_has_memory(struct visitors *visitors, const struct visitor *visitor,
	enum visitor_memory kind, size_t size);
bool visitors_reserve(struct visitors *visitors, struct visitor *visitor,
	enum visitor_memory kind, size_t size);
void visitors_release(struct visitors *visitors, struct visitor *visitor,
	enum visitor_memory kind, size_t size);

/* Forgets those who have left and whose allowance is whole again; call it now and then. */
void visitors_tidy(struct visitors *visitors);

#endif
