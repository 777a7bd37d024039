/* SPDX-License-Identifier: MIT
 * Token buckets by key. A bucket that is not in the table is full. */
#include "kiosk/http/rate_limit.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "kiosk/http/addresses.h"

/* Most buckets unless the options have another number. Each takes 100 bytes. */
#define KEYS 4096

struct bucket {
	double tokens;
	double times;   /* the limit's capacity and rate: more than 1 for networks */
	int64_t filled; /* when `tokens` was computed, monotonic microseconds */
	bool closed;
};

struct rate_limit {
	struct rate_limit_options options;
	GMutex lock;
	GHashTable *buckets;  /* by key */
	struct bucket others; /* shared by all keys that there is no space for */
};

struct rate_limit *
rate_limit_create(const struct rate_limit_options *options)
{
	struct rate_limit *limit = g_new0(struct rate_limit, 1);

	limit->options = *options;
	if (limit->options.keys == 0)
		limit->options.keys = KEYS;
	if (limit->options.clock == NULL)
		limit->options.clock = g_get_monotonic_time;
	g_mutex_init(&limit->lock);
	limit->buckets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	limit->others = (struct bucket){.tokens = options->capacity, .times = 1, .filled = limit->options.clock()};
	return limit;
}

void
rate_limit_destroy(struct rate_limit *limit)
{
	if (limit == NULL)
		return;
	g_hash_table_destroy(limit->buckets);
	g_mutex_clear(&limit->lock);
	g_free(limit);
}

static void
refill(const struct rate_limit *limit, struct bucket *bucket)
{
	const struct rate_limit_options *options = &limit->options;
	int64_t now = options->clock();
	double seconds = (double)(now - bucket->filled) / G_USEC_PER_SEC;

	bucket->tokens += seconds * options->per_second * bucket->times;
	bucket->tokens = MIN(bucket->tokens, options->capacity * bucket->times);
	bucket->filled = now;
	if (bucket->tokens >= options->resume)
		bucket->closed = false;
}

static gboolean
is_full(gpointer key, gpointer value, gpointer data)
{
	const struct rate_limit *limit = data;
	struct bucket *bucket = value;

	(void)key;
	refill(limit, bucket);
	return bucket->tokens >= limit->options.capacity * bucket->times;
}

/* The bucket of a key as it is now. With the lock held. */
static struct bucket *
find(struct rate_limit *limit, const char *key)
{
	struct bucket *bucket = g_hash_table_lookup(limit->buckets, key);

	if (bucket == NULL && g_hash_table_size(limit->buckets) >= limit->options.keys &&
		g_hash_table_foreach_remove(limit->buckets, is_full, limit) == 0)
		bucket = &limit->others;
	if (bucket == NULL) {
		bucket = g_new0(struct bucket, 1);
		bucket->times = strchr(key, '/') != NULL ? limit->options.networks : 1;
		bucket->tokens = limit->options.capacity * bucket->times;
		bucket->filled = limit->options.clock();
		g_hash_table_insert(limit->buckets, g_strdup(key), bucket);
	}
	refill(limit, bucket);
	return bucket;
}

unsigned
rate_limit_wait_one(struct rate_limit *limit, const char *key, double tokens)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&limit->lock);
	const struct bucket *bucket = find(limit, key);
	double lacks = (bucket->closed ? MAX(tokens, limit->options.resume) : tokens) - bucket->tokens;

	return lacks <= 0 ? 0 : 1 + (unsigned)(lacks / (limit->options.per_second * bucket->times));
}

void
rate_limit_take_one(struct rate_limit *limit, const char *key, double tokens)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&limit->lock);
	struct bucket *bucket = find(limit, key);

	bucket->tokens = MAX(bucket->tokens - tokens, -limit->options.debt * bucket->times);
	bucket->closed |= bucket->tokens < 1 && limit->options.resume > 0;
}

double
rate_limit_left_one(struct rate_limit *limit, const char *key)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&limit->lock);

	return find(limit, key)->tokens;
}

unsigned
rate_limit_wait(struct rate_limit *limit, const char *key, double tokens)
{
	unsigned seconds = rate_limit_wait_one(limit, key, tokens);
	char network[ADDRESS_NETWORK];

	if (limit->options.networks > 0 && address_network(key, network))
		seconds = MAX(seconds, rate_limit_wait_one(limit, network, tokens));
	return seconds;
}

void
rate_limit_take(struct rate_limit *limit, const char *key, double tokens)
{
	char network[ADDRESS_NETWORK];

	rate_limit_take_one(limit, key, tokens);
	if (limit->options.networks > 0 && address_network(key, network))
		rate_limit_take_one(limit, network, tokens);
}

void
rate_limit_reset(struct rate_limit *limit, const char *key)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&limit->lock);

	g_hash_table_remove(limit->buckets, key);
}

unsigned
rate_limit_closed(struct rate_limit *limit)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&limit->lock);
	unsigned closed = 0;
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, limit->buckets);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		refill(limit, value);
		closed += ((const struct bucket *)value)->closed;
	}
	return closed;
}
