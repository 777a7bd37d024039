/* SPDX-License-Identifier: MIT
 * Visitors by address. A visitor exists while it has connections; its tokens remain in the rate limit. */
#include "kiosk/http/visitors.h"

#include <glib.h>
#include <limits.h>

#include "kiosk/http/addresses.h"
#include "kiosk/http/rate_limit.h"

/* Capacity of an address's token bucket. A page with its parts costs about 10 tokens. */
#define CAPACITY 400.0

/* Tokens per second that an address gets back: those for four photos. */
#define REFILL 40.0

/* Tokens of an address that its network cannot use up. Opening a table and printing a game take 60. */
#define LITTLE 100.0

/* Largest debt in tokens: 100 s of refilling. It is more than all connections of an address can be charged at 40 tokens
 * each. */
#define DEBT 4000.0

/* Token buckets that the rate limit keeps. One that has only been emptied is full again, and can go, after 10 s. */
#define KEYS 16384

/* Most connections of an address. A browser opens 6. */
#define CONNECTIONS 96

/* How many times the limits of an address this machine has: enough for its screen, and for benchmarks. */
#define LOCAL_TIMES 10000

/* How many times the limits of an address an IPv6 network has: it may be a hall of phones, or one host with all of its
 * addresses. */
#define NETWORK_TIMES 8

/* The size of each share, in all and for one address, in bytes or streamed responses. An address can send two photos,
 * or an event, at a time. */
static const struct {
	size_t all, each;
} most[SHARES] = {
	[SHARE_SMALL] = {(size_t)64 << 20, (size_t)8 << 20},
	[SHARE_LARGE] = {(size_t)320 << 20, (size_t)72 << 20},
	[SHARE_STREAMS] = {12, 1},
};

struct visitor {
	char name[ADDRESS_NETWORK]; /* an address, a network, or "local" */
	struct visitor *network;    /* of an IPv6 address, else NULL */
	unsigned times;             /* the limits of an address */
	bool local;
	unsigned connections;
	size_t used[SHARES];
};

struct visitors {
	GMutex lock;
	GHashTable *all; /* struct visitor by name */
	size_t used[SHARES];
	struct rate_limit *requests;
};

struct visitors *
visitors_create(int64_t (*clock)(void))
{
	const struct rate_limit_options limit = {.capacity = CAPACITY,
		.per_second = REFILL,
		.networks = NETWORK_TIMES,
		.debt = DEBT,
		.keys = KEYS,
		.clock = clock};
	struct visitors *visitors = g_new0(struct visitors, 1);

	g_mutex_init(&visitors->lock);
	visitors->all = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	visitors->requests = rate_limit_create(&limit);
	return visitors;
}

void
visitors_destroy(struct visitors *visitors)
{
	if (visitors == NULL)
		return;
	rate_limit_destroy(visitors->requests);
	g_hash_table_destroy(visitors->all);
	g_mutex_clear(&visitors->lock);
	g_free(visitors);
}

bool
visitors_admit(struct visitors *visitors, const char *address)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);
	const struct visitor *visitor = g_hash_table_lookup(visitors->all, address);

	return visitor == NULL || visitor->connections < CONNECTIONS;
}

bool
visitors_crowded(struct visitors *visitors, const struct visitor *visitor)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);
	const struct visitor *network = visitor->network;

	return network != NULL && network->connections > CONNECTIONS * network->times;
}

bool
visitors_are_neighbours(const struct visitor *one, const struct visitor *other)
{
	return one->network != NULL && one->network == other->network;
}

/* One more connection of a name and, if it is an IPv6 address, of its network. With the lock held. */
static struct visitor *
enter(struct visitors *visitors, const char *name, unsigned times)
{
	struct visitor *visitor = g_hash_table_lookup(visitors->all, name);
	char network[ADDRESS_NETWORK];

	if (visitor == NULL) {
		visitor = g_new0(struct visitor, 1);
		g_strlcpy(visitor->name, name, sizeof visitor->name);
		visitor->times = times;
		visitor->local = times == LOCAL_TIMES;
		g_hash_table_insert(visitors->all, visitor->name, visitor);
	}
	visitor->connections++;
	if (address_network(name, network))
		visitor->network = enter(visitors, network, NETWORK_TIMES);
	return visitor;
}

struct visitor *
visitors_enter(struct visitors *visitors, const char *address, bool local)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);

	return enter(visitors, local ? "local" : address, local ? LOCAL_TIMES : 1);
}

void
visitors_leave(struct visitors *visitors, struct visitor *visitor)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);

	for (struct visitor *at = visitor, *next; at != NULL; at = next) {
		next = at->network;
		if (--at->connections == 0)
			g_hash_table_remove(visitors->all, at->name);
	}
}

unsigned
visitors_spend(struct visitors *visitors, const struct visitor *visitor, unsigned cost)
{
	struct rate_limit *requests = visitors->requests;

	if (cost == 0 || visitor->local)
		return 0;
	unsigned seconds = rate_limit_wait_one(requests, visitor->name, cost);
	unsigned little =
		cost < VISITORS_HEAVY ? rate_limit_wait_one(requests, visitor->name, CAPACITY - LITTLE) : UINT_MAX;
	const struct visitor *network = little == 0 ? NULL : visitor->network;
	if (network != NULL)
		seconds = MAX(seconds, MIN(little, rate_limit_wait_one(requests, network->name, cost)));
	if (seconds > 0)
		return seconds;
	rate_limit_take_one(requests, visitor->name, cost);
	if (network != NULL)
		rate_limit_take_one(requests, network->name, cost);
	return 0;
}

void
visitors_charge(struct visitors *visitors, const struct visitor *visitor, unsigned cost)
{
	if (!visitor->local)
		rate_limit_take(visitors->requests, visitor->name, cost);
}

double
visitors_left(struct visitors *visitors, const struct visitor *visitor)
{
	if (visitor->local)
		return 2 * CAPACITY;
	double left = rate_limit_left_one(visitors->requests, visitor->name);
	/* Capped, so that a new address does not come before one that has used only a little. */
	if (visitor->network != NULL &&
		rate_limit_wait_one(visitors->requests, visitor->network->name, NETWORK_TIMES * VISITORS_HEAVY) > 0)
		left = MIN(left, CAPACITY - LITTLE) - CAPACITY;
	return left;
}

/* With the lock held. */
static bool
fits(const struct visitors *visitors, const struct visitor *visitor, enum visitor_share share, size_t size)
{
	if (visitors->used[share] + size > most[share].all)
		return false;
	for (const struct visitor *at = visitor; at != NULL; at = at->network)
		if (at->used[share] + size > most[share].each * at->times)
			return false;
	return true;
}

bool
visitors_has(struct visitors *visitors, const struct visitor *visitor, enum visitor_share share, size_t size)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);

	return fits(visitors, visitor, share, size);
}

bool
visitors_reserve(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);

	if (!fits(visitors, visitor, share, size))
		return false;
	visitors->used[share] += size;
	for (struct visitor *at = visitor; at != NULL; at = at->network)
		at->used[share] += size;
	return true;
}

void
visitors_release(struct visitors *visitors, struct visitor *visitor, enum visitor_share share, size_t size)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&visitors->lock);

	visitors->used[share] -= size;
	for (struct visitor *at = visitor; at != NULL; at = at->network)
		at->used[share] -= size;
}
