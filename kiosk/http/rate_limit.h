/* SPDX-License-Identifier: MIT
 * A rate limit: a token bucket for each key. A bucket starts full and refills at a steady rate. An action takes tokens,
 * and has to wait while there are too few. A key is an address or any other text. An IPv6 address also takes from the
 * bucket of its network (/64), because one host can have all of its addresses. Any thread may call. */
#pragma once

#include <stdint.h>

struct rate_limit_options {
	double capacity;        /* tokens of a full bucket */
	double per_second;      /* tokens that a bucket gets back */
	double networks;        /* a network has this many times both; 0: networks are not limited */
	double debt;            /* most tokens that can be owed by an empty bucket */
	double resume;          /* a bucket that runs empty is closed until it has this many tokens; 0: never closed */
	unsigned keys;          /* most buckets, 0: 4096. Full ones are dropped first; further keys share one. */
	int64_t (*clock)(void); /* monotonic microseconds; NULL: the system's. Tests have their own. */
};

struct rate_limit;

struct rate_limit *rate_limit_create(const struct rate_limit_options *options); /* copied */
void rate_limit_destroy(struct rate_limit *limit);                              /* NULL is fine */

/* The seconds until a key, and its network, has this many tokens; 0: now. */
unsigned rate_limit_wait(struct rate_limit *limit, const char *key, double tokens);

/* Takes tokens from a key and its network, into debt if there are too few. */
void rate_limit_take(struct rate_limit *limit, const char *key, double tokens);

/* The same for one bucket alone: of an address, or of a network as address_network() writes it. */
unsigned rate_limit_wait_one(struct rate_limit *limit, const char *key, double tokens);
void rate_limit_take_one(struct rate_limit *limit, const char *key, double tokens);
double rate_limit_left_one(struct rate_limit *limit, const char *key);

/* Fills the bucket of a key. */
void rate_limit_reset(struct rate_limit *limit, const char *key);

/* How many buckets are closed, see `resume`. */
unsigned rate_limit_closed(struct rate_limit *limit);
