/* SPDX-License-Identifier: MIT
 * Allowances by address. */
#include "kiosk/http/visitors.h"

#include <glib.h>
#include <limits.h>
#include <netinet/in.h>
#include <string.h>

#define ALLOWANCE     400.0  /* at most saved up: a page with its parts costs about 10 */
#define REFILL        40.0   /* a second: four photos */
#define LITTLE        100.0  /* of it, that no neighbour can use up: opening a table and printing a game take 60 */
#define DEBT          4000.0 /* at most owed, 100 s: all connections of an address charged 40 at once are paid for */
#define STREAMS       12     /* answers streamed in all; an address has one of them */
#define CONNECTIONS   96     /* of an address; a browser opens 6 */
#define LOCAL_TIMES   10000  /* the machine itself: the kiosk's screen, benchmarks */
#define NETWORK_TIMES 8      /* a whole IPv6 network: a hall of phones, or one host with all of its addresses */
#define NETWORK       8      /* bytes of an IPv6 address that name a network */

/* For bodies, in all and of an address: two photos, or an event. */
static const struct {
	size_t all, each;
} memory[MEMORY_KINDS] = {
	[MEMORY_SMALL] = {(size_t)64 << 20, (size_t)8 << 20},
	[MEMORY_LARGE] = {(size_t)320 << 20, (size_t)72 << 20},
};

/* An address as IPv6 has it, or a network followed by zeros. The machine itself is never mixed up
 * with what else comes from its addresses: a proxy's. */
struct place {
	uint8_t bytes[16];
	uint8_t network, local; /* 1: it is one */
};

struct visitor {
	struct place place;
	struct visitor *network; /* that the address is in; NULL: none has limits of its own */
	unsigned times;          /* the usual limits */
	unsigned connections;
	unsigned streams; /* answers that are being streamed */
	unsigned members; /* of a network: addresses that are known */
	size_t memory[MEMORY_KINDS];
	double allowance;
	gint64 counted; /* when the allowance was last looked at */
};

struct visitors {
	GMutex lock;
	GHashTable *all; /* of themselves, by place */
	size_t memory[MEMORY_KINDS];
	unsigned streams;
};

static guint
place_hash(gconstpointer key)
{
	const struct place *place = key;
	guint64 half[2];

	memcpy(half, place->bytes, sizeof half);
	half[0] ^= half[1] * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	return g_int64_hash(half) + place->network + 2U * place->local;
}

static gboolean
place_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(struct place)) == 0;
}

static struct place
place_of(const struct sockaddr *address, bool local)
{
	struct place place = {.local = local};

	if (address->sa_family == AF_INET6) {
		memcpy(place.bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
	} else if (address->sa_family == AF_INET) {
		place.bytes[10] = place.bytes[11] = 0xff;
		memcpy(place.bytes + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
	}
	return place;
}

/* The network of an address; false for IPv4 and for the machine itself. */
static bool
network_of(const struct place *place, struct place *network)
{
	static const uint8_t four[12] = {[10] = 0xff, [11] = 0xff};

	if (place->local || memcmp(place->bytes, four, sizeof four) == 0)
		return false;
	*network = (struct place){.network = 1};
	memcpy(network->bytes, place->bytes, NETWORK);
	return true;
}

struct visitors *
visitors_new(void)
{
	struct visitors *visitors = g_new0(struct visitors, 1);

	g_mutex_init(&visitors->lock);
	/* A visitor starts with its place: it is its own key. */
	visitors->all = g_hash_table_new_full(place_hash, place_equal, g_free, NULL);
	return visitors;
}

void
visitors_free(struct visitors *visitors)
{
	if (visitors == NULL)
		return;
	g_hash_table_destroy(visitors->all);
	g_mutex_clear(&visitors->lock);
	g_free(visitors);
}

static bool
has_room(const struct visitor *visitor)
{
	return visitor == NULL || visitor->connections < CONNECTIONS * visitor->times;
}

bool
visitors_admit(struct visitors *visitors, const struct sockaddr *address)
{
	struct place place = place_of(address, false);
	bool admitted;

	g_mutex_lock(&visitors->lock);
	admitted = has_room(g_hash_table_lookup(visitors->all, &place));
	g_mutex_unlock(&visitors->lock);
	return admitted;
}

bool
visitors_crowded(struct visitors *visitors, const struct visitor *visitor)
{
	const struct visitor *network = visitor->network;
	bool crowded;

	g_mutex_lock(&visitors->lock);
	crowded = network != NULL && network->connections > CONNECTIONS * network->times;
	g_mutex_unlock(&visitors->lock);
	return crowded;
}

bool
visitors_are_neighbours(const struct visitor *one, const struct visitor *other)
{
	return one->network != NULL && one->network == other->network;
}

static struct visitor *
find_or_add(struct visitors *visitors, const struct place *place)
{
	struct visitor *visitor = g_hash_table_lookup(visitors->all, place);
	struct place network;

	if (visitor != NULL)
		return visitor;
	visitor = g_new0(struct visitor, 1);
	visitor->place = *place;
	visitor->times = place->local ? LOCAL_TIMES : place->network ? NETWORK_TIMES : 1;
	visitor->allowance = ALLOWANCE;
	visitor->counted = g_get_monotonic_time();
	g_hash_table_add(visitors->all, visitor);
	if (!place->network && network_of(place, &network)) {
		visitor->network = find_or_add(visitors, &network);
		visitor->network->members++;
	}
	return visitor;
}

struct visitor *
visitors_enter(struct visitors *visitors, const struct sockaddr *address, bool local)
{
	struct place place = place_of(address, local);
	struct visitor *visitor;

	g_mutex_lock(&visitors->lock);
	visitor = find_or_add(visitors, &place);
	visitor->connections++;
	if (visitor->network != NULL)
		visitor->network->connections++;
	g_mutex_unlock(&visitors->lock);
	return visitor;
}

void
visitors_leave(struct visitors *visitors, struct visitor *visitor)
{
	g_mutex_lock(&visitors->lock);
	visitor->connections--;
	if (visitor->network != NULL)
		visitor->network->connections--;
	g_mutex_unlock(&visitors->lock);
}

static void
refill(struct visitor *visitor)
{
	gint64 now = g_get_monotonic_time();
	double seconds = (double)(now - visitor->counted) / G_USEC_PER_SEC;

	visitor->allowance = MIN(ALLOWANCE, visitor->allowance + seconds * REFILL);
	visitor->counted = now;
}

/* The seconds until there is this much; 0: there is already. */
static unsigned
seconds_until(struct visitor *visitor, double allowance)
{
	refill(visitor);
	return visitor->allowance >= allowance ? 0 : 1 + (unsigned)((allowance - visitor->allowance) / REFILL);
}

/* Takes it, there or not. */
static void
take(struct visitor *visitor, unsigned cost)
{
	refill(visitor);
	visitor->allowance = MAX(visitor->allowance - (double)cost / visitor->times, -DEBT);
}

unsigned
visitors_spend(struct visitors *visitors, struct visitor *visitor, unsigned cost)
{
	struct visitor *network = visitor->network;
	unsigned seconds, little;

	if (cost == 0)
		return 0;
	g_mutex_lock(&visitors->lock);
	seconds = seconds_until(visitor, (double)cost / visitor->times);
	little = cost < VISITORS_HEAVY ? seconds_until(visitor, ALLOWANCE - LITTLE) : UINT_MAX;
	if (little == 0)
		network = NULL;
	if (network != NULL)
		seconds = MAX(seconds, MIN(little, seconds_until(network, (double)cost / network->times)));
	if (seconds == 0)
		take(visitor, cost);
	if (seconds == 0 && network != NULL)
		take(network, cost);
	g_mutex_unlock(&visitors->lock);
	return seconds;
}

void
visitors_charge(struct visitors *visitors, struct visitor *visitor, unsigned cost)
{
	g_mutex_lock(&visitors->lock);
	for (struct visitor *at = visitor; at != NULL; at = at->network)
		take(at, cost);
	g_mutex_unlock(&visitors->lock);
}

double
visitors_left(struct visitors *visitors, struct visitor *visitor)
{
	double left;

	if (visitor->place.local)
		return 2 * ALLOWANCE;
	g_mutex_lock(&visitors->lock);
	refill(visitor);
	left = visitor->allowance;
	/* With a little for all alike, an address never used before does not come before one that just asked. */
	if (visitor->network != NULL && seconds_until(visitor->network, VISITORS_HEAVY) > 0)
		left = MIN(left, ALLOWANCE - LITTLE) - ALLOWANCE;
	g_mutex_unlock(&visitors->lock);
	return left;
}

bool
visitors_stream(struct visitors *visitors, struct visitor *visitor)
{
	bool has;

	g_mutex_lock(&visitors->lock);
	has = visitors->streams < STREAMS;
	for (struct visitor *at = visitor; at != NULL && has; at = at->network)
		has = at->streams < at->times;
	visitors->streams += has;
	for (struct visitor *at = visitor; at != NULL && has; at = at->network)
		at->streams++;
	g_mutex_unlock(&visitors->lock);
	return has;
}

void
visitors_stream_end(struct visitors *visitors, struct visitor *visitor)
{
	g_mutex_lock(&visitors->lock);
	visitors->streams--;
	for (struct visitor *at = visitor; at != NULL; at = at->network)
		at->streams--;
	g_mutex_unlock(&visitors->lock);
}

/* With the lock held. */
static bool
fits(const struct visitors *visitors, const struct visitor *visitor, enum visitor_memory kind, size_t size)
{
	if (visitors->memory[kind] + size > memory[kind].all)
		return false;
	for (const struct visitor *at = visitor; at != NULL; at = at->network)
		if (at->memory[kind] + size > memory[kind].each * at->times)
			return false;
	return true;
}

bool
visitors_has_memory(struct visitors *visitors, const struct visitor *visitor, enum visitor_memory kind, size_t size)
{
	bool has;

	g_mutex_lock(&visitors->lock);
	has = fits(visitors, visitor, kind, size);
	g_mutex_unlock(&visitors->lock);
	return has;
}

bool
visitors_reserve(struct visitors *visitors, struct visitor *visitor, enum visitor_memory kind, size_t size)
{
	bool has;

	g_mutex_lock(&visitors->lock);
	has = fits(visitors, visitor, kind, size);
	if (has) {
		visitors->memory[kind] += size;
		for (struct visitor *at = visitor; at != NULL; at = at->network)
			at->memory[kind] += size;
	}
	g_mutex_unlock(&visitors->lock);
	return has;
}

void
visitors_release(struct visitors *visitors, struct visitor *visitor, enum visitor_memory kind, size_t size)
{
	g_mutex_lock(&visitors->lock);
	visitors->memory[kind] -= size;
	for (struct visitor *at = visitor; at != NULL; at = at->network)
		at->memory[kind] -= size;
	g_mutex_unlock(&visitors->lock);
}

static gboolean
is_done(gpointer key, gpointer value, gpointer data)
{
	struct visitor *visitor = value;

	(void)key;
	(void)data;
	if (visitor->connections > 0 || visitor->members > 0)
		return FALSE;
	refill(visitor);
	if (visitor->allowance < ALLOWANCE)
		return FALSE;
	if (visitor->network != NULL)
		visitor->network->members--;
	return TRUE;
}

void
visitors_tidy(struct visitors *visitors)
{
	g_mutex_lock(&visitors->lock);
	g_hash_table_foreach_remove(visitors->all, is_done, NULL);
	g_mutex_unlock(&visitors->lock);
}
