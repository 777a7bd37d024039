/* SPDX-License-Identifier: MIT
 * Allowances by address. */
#include "kiosk/http/visitors.h"

#include <glib.h>
#include <netinet/in.h>
#include <string.h>

#define ALLOWANCE   400.0 /* at most saved up: a page with its parts costs about 10 */
#define REFILL      40.0  /* a second: four photos */
#define CONNECTIONS 96    /* of an address; a browser opens 6 */
#define LOCAL_TIMES 10000 /* the machine itself: the kiosk's screen, benchmarks */
#define MEMORY      ((size_t)320 << 20) /* for bodies, in all */
#define MEMORY_EACH ((size_t)72 << 20)  /* of an address: two photos, or an event */

/* An IPv4 address, or the half of an IPv6 address that names a network: whoever has one has all
 * of it. */
struct network {
	uint8_t bytes[8];
};

struct visitor {
	struct network network;
	bool local;
	unsigned connections;
	size_t memory;
	double allowance;
	gint64 counted; /* when the allowance was last looked at */
};

struct visitors {
	GMutex lock;
	GHashTable *all; /* of themselves, by network */
	size_t memory;
};

static guint
place_hash(gconstpointer key)
{
	guint64 bits;

	memcpy(&bits, key, sizeof bits);
	return g_int64_hash(&bits);
}

static gboolean
place_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(struct network)) == 0;
}

static struct network
network_of(const struct sockaddr *address)
{
	struct network network = {{0}};

	if (address->sa_family == AF_INET6) {
		const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;

		if (IN6_IS_ADDR_V4MAPPED(six) || IN6_IS_ADDR_LOOPBACK(six))
			memcpy(network.bytes + 4, six->s6_addr + 12, 4);
		else
			memcpy(network.bytes, six->s6_addr, 8);
	} else if (address->sa_family == AF_INET) {
		memcpy(network.bytes + 4, &((const struct sockaddr_in *)address)->sin_addr, 4);
	}
	return network;
}

struct visitors *
visitors_new(void)
{
	struct visitors *visitors = g_new0(struct visitors, 1);

	g_mutex_init(&visitors->lock);
	/* A visitor starts with its network: it is its own key. */
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

bool
visitors_admit(struct visitors *visitors, const struct sockaddr *address)
{
	struct network network = network_of(address);
	struct visitor *visitor;
	bool admitted;

	g_mutex_lock(&visitors->lock);
	visitor = g_hash_table_lookup(visitors->all, &network);
	admitted = visitor == NULL || visitor->local || visitor->connections < CONNECTIONS;
	g_mutex_unlock(&visitors->lock);
	return admitted;
}

struct visitor *
visitors_enter(struct visitors *visitors, const struct sockaddr *address, bool local)
{
	struct network network = network_of(address);
	struct visitor *visitor;

	g_mutex_lock(&visitors->lock);
	visitor = g_hash_table_lookup(visitors->all, &network);
	if (visitor == NULL) {
		visitor = g_new0(struct visitor, 1);
		visitor->network = network;
		visitor->local = local;
		visitor->allowance = ALLOWANCE;
		visitor->counted = g_get_monotonic_time();
		g_hash_table_add(visitors->all, visitor);
	}
	visitor->connections++;
	g_mutex_unlock(&visitors->lock);
	return visitor;
}

void
visitors_leave(struct visitors *visitors, struct visitor *visitor)
{
	g_mutex_lock(&visitors->lock);
	visitor->connections--;
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

unsigned
visitors_spend(struct visitors *visitors, struct visitor *visitor, unsigned cost)
{
	double price = visitor->local ? (double)cost / LOCAL_TIMES : cost;
	unsigned seconds = 0;

	if (cost == 0)
		return 0;
	g_mutex_lock(&visitors->lock);
	refill(visitor);
	if (visitor->allowance >= price)
		visitor->allowance -= price;
	else
		seconds = 1 + (unsigned)((price - visitor->allowance) / REFILL);
	g_mutex_unlock(&visitors->lock);
	return seconds;
}

void
visitors_charge(struct visitors *visitors, struct visitor *visitor, unsigned cost)
{
	double price = visitor->local ? (double)cost / LOCAL_TIMES : cost;

	g_mutex_lock(&visitors->lock);
	refill(visitor);
	visitor->allowance = MAX(visitor->allowance - price, -ALLOWANCE);
	g_mutex_unlock(&visitors->lock);
}

bool
visitors_reserve(struct visitors *visitors, struct visitor *visitor, size_t size)
{
	size_t most = visitor->local ? MEMORY : MEMORY_EACH;
	bool fits;

	g_mutex_lock(&visitors->lock);
	fits = visitors->memory + size <= MEMORY && visitor->memory + size <= most;
	if (fits) {
		visitors->memory += size;
		visitor->memory += size;
	}
	g_mutex_unlock(&visitors->lock);
	return fits;
}

void
visitors_release(struct visitors *visitors, struct visitor *visitor, size_t size)
{
	g_mutex_lock(&visitors->lock);
	visitors->memory -= size;
	visitor->memory -= size;
	g_mutex_unlock(&visitors->lock);
}

static gboolean
is_done(gpointer key, gpointer value, gpointer data)
{
	struct visitor *visitor = value;

	(void)key;
	(void)data;
	if (visitor->connections > 0)
		return FALSE;
	refill(visitor);
	return visitor->allowance >= ALLOWANCE;
}

void
visitors_tidy(struct visitors *visitors)
{
	g_mutex_lock(&visitors->lock);
	g_hash_table_foreach_remove(visitors->all, is_done, NULL);
	g_mutex_unlock(&visitors->lock);
}
