/* SPDX-License-Identifier: MIT
 * Waiting after wrong guesses. */
#include "kiosk/http/lockout.h"

#include <glib.h>

#include "kiosk/http/sender.h"

#define FREE        5    /* wrong guesses of an address without waiting */
#define FREE_NETWORK 15  /* of an IPv6 network: whoever is in it has all of its addresses */
#define FREE_ALL    30   /* of all together */
#define WAIT_MOST   900  /* seconds */
#define WAIT_LOCAL  5    /* at most on the kiosk itself: whoever stands there now may be another one */
#define FORGET      3600 /* seconds after which an address's guesses are forgotten */
#define GUESSERS    4096

struct guesser {
	unsigned wrong;
	gint64 last, until; /* monotonic microseconds */
};

struct lockout {
	GMutex lock;
	GHashTable *guessers; /* by name: an address, a network: "2001:db8::/64" */
	struct guesser all;
};

struct lockout *
lockout_new(void)
{
	struct lockout *lockout = g_new0(struct lockout, 1);

	g_mutex_init(&lockout->lock);
	lockout->guessers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return lockout;
}

void
lockout_free(struct lockout *lockout)
{
	g_hash_table_destroy(lockout->guessers);
	g_mutex_clear(&lockout->lock);
	g_free(lockout);
}

static unsigned
seconds_until(gint64 until)
{
	gint64 left = until - g_get_monotonic_time();

	return left <= 0 ? 0 : (unsigned)(1 + left / G_USEC_PER_SEC);
}

/* With the lock held. */
static unsigned
wait_of(const struct lockout *lockout, const char *name)
{
	const struct guesser *guesser = g_hash_table_lookup(lockout->guessers, name);

	return guesser == NULL ? 0 : seconds_until(guesser->until);
}

unsigned
lockout_wait(struct lockout *lockout, const char *name, bool exempt)
{
	char network[SENDER_NETWORK];
	unsigned seconds;

	g_mutex_lock(&lockout->lock);
	seconds = wait_of(lockout, name);
	if (!exempt)
		seconds = MAX(seconds, seconds_until(lockout->all.until));
	if (!exempt && sender_network(name, network))
		seconds = MAX(seconds, wait_of(lockout, network));
	g_mutex_unlock(&lockout->lock);
	return seconds;
}

static gboolean
is_old(gpointer key, gpointer value, gpointer data)
{
	const struct guesser *guesser = value;

	(void)key;
	return *(const gint64 *)data - guesser->last > FORGET * (gint64)G_USEC_PER_SEC;
}

/* Doubles the time to wait with every wrong guess beyond those that are free. */
static void
count_wrong(struct guesser *guesser, unsigned free, int most, gint64 now)
{
	unsigned steps;

	if (is_old(NULL, guesser, &now))
		guesser->wrong = 0;
	guesser->wrong++;
	guesser->last = now;
	if (guesser->wrong < free)
		return;
	steps = MIN(guesser->wrong - free + 1, 16);
	guesser->until = now + MIN(1 << steps, most) * (gint64)G_USEC_PER_SEC;
}

/* With the lock held. Whoever guesses from thousands of addresses is held up by the count of all. */
static void
count_of(struct lockout *lockout, const char *name, unsigned free, int most, gint64 now)
{
	struct guesser *guesser = g_hash_table_lookup(lockout->guessers, name);

	if (guesser == NULL && g_hash_table_size(lockout->guessers) >= GUESSERS)
		g_hash_table_foreach_remove(lockout->guessers, is_old, &now);
	if (guesser == NULL && g_hash_table_size(lockout->guessers) < GUESSERS) {
		guesser = g_new0(struct guesser, 1);
		g_hash_table_insert(lockout->guessers, g_strdup(name), guesser);
	}
	if (guesser != NULL)
		count_wrong(guesser, free, most, now);
}

void
lockout_count(struct lockout *lockout, const char *name, bool local, bool right)
{
	gint64 now = g_get_monotonic_time();
	char network[SENDER_NETWORK];

	g_mutex_lock(&lockout->lock);
	if (right) {
		g_hash_table_remove(lockout->guessers, name);
	} else {
		count_of(lockout, name, FREE, local ? WAIT_LOCAL : WAIT_MOST, now);
		if (sender_network(name, network))
			count_of(lockout, network, FREE_NETWORK, WAIT_MOST, now);
		count_wrong(&lockout->all, FREE_ALL, WAIT_MOST, now);
	}
	g_mutex_unlock(&lockout->lock);
}
