/* SPDX-License-Identifier: MIT
 * Waiting after wrong guesses. */
#include "kiosk/http/lockout.h"

#include <glib.h>

#include "kiosk/http/sender.h"

#define WAIT_LOCAL 5    /* at most on the kiosk itself: the next person there may be someone else */
#define FORGET     3600 /* seconds after which a name's guesses are forgotten */
#define GUESSERS   4096

const struct lockout_limits lockout_passwords = {.each = 5, .network = 15, .all = 30, .first = 2, .most = 900};

struct guesser {
	unsigned wrong;
	GHashTable *tried;   /* what was guessed, where that is told; or NULL */
	gint64 since, until; /* monotonic microseconds; the hour begins with the first wrong guess, and again with each
			      * that is waited for */
};

struct lockout {
	struct lockout_limits limits;
	GMutex lock;
	GHashTable *guessers; /* by name: an address, a network: "2001:db8::/64" */
	struct guesser all;
};

static void
guesser_free(void *data)
{
	struct guesser *guesser = data;

	g_clear_pointer(&guesser->tried, g_hash_table_unref);
	g_free(guesser);
}

struct lockout *
lockout_new(const struct lockout_limits *limits)
{
	struct lockout *lockout = g_new0(struct lockout, 1);

	lockout->limits = *limits;
	g_mutex_init(&lockout->lock);
	lockout->guessers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, guesser_free);
	return lockout;
}

void
lockout_free(struct lockout *lockout)
{
	if (lockout == NULL)
		return;
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

unsigned
lockout_waiting(struct lockout *lockout)
{
	GHashTableIter iter;
	unsigned waiting;
	void *guesser;

	g_mutex_lock(&lockout->lock);
	waiting = seconds_until(lockout->all.until) > 0;
	g_hash_table_iter_init(&iter, lockout->guessers);
	while (g_hash_table_iter_next(&iter, NULL, &guesser))
		waiting += seconds_until(((const struct guesser *)guesser)->until) > 0;
	g_mutex_unlock(&lockout->lock);
	return waiting;
}

static gboolean
is_old(gpointer key, gpointer value, gpointer data)
{
	const struct guesser *guesser = value;

	(void)key;
	return *(const gint64 *)data - guesser->since > FORGET * (gint64)G_USEC_PER_SEC;
}

/* Doubles the time to wait with every wrong guess from the `free`th on; 0: nobody waits. */
static void
count_wrong(struct guesser *guesser, unsigned free, unsigned first, unsigned most, gint64 now)
{
	if (guesser->wrong == 0 || is_old(NULL, guesser, &now)) {
		guesser->wrong = 0;
		guesser->since = now;
	}
	guesser->wrong++;
	if (free > 0 && guesser->wrong >= free) {
		guesser->since = now;
		guesser->until = now + MIN(first << MIN(guesser->wrong - free, 15), most) * (gint64)G_USEC_PER_SEC;
	}
}

/* NULL if there is no room: guessing from thousands of addresses is bounded by the count of all. With the lock held. */
static struct guesser *
find_or_add(struct lockout *lockout, const char *name, gint64 now)
{
	struct guesser *guesser = g_hash_table_lookup(lockout->guessers, name);

	if (guesser == NULL && g_hash_table_size(lockout->guessers) >= GUESSERS)
		g_hash_table_foreach_remove(lockout->guessers, is_old, &now);
	if (guesser == NULL && g_hash_table_size(lockout->guessers) < GUESSERS) {
		guesser = g_new0(struct guesser, 1);
		g_hash_table_insert(lockout->guessers, g_strdup(name), guesser);
	}
	return guesser;
}

/* With the lock held. */
static void
count_of(struct lockout *lockout, const char *name, unsigned free, unsigned most, gint64 now)
{
	struct guesser *guesser = find_or_add(lockout, name, now);

	if (guesser != NULL)
		count_wrong(guesser, free, lockout->limits.first, most, now);
}

void
lockout_count(struct lockout *lockout, const char *name, bool local, bool right)
{
	const struct lockout_limits *limits = &lockout->limits;
	gint64 now = g_get_monotonic_time();
	char network[SENDER_NETWORK];

	g_mutex_lock(&lockout->lock);
	if (right) {
		g_hash_table_remove(lockout->guessers, name);
	} else {
		count_of(lockout, name, limits->each, local ? WAIT_LOCAL : limits->most, now);
		if (sender_network(name, network))
			count_of(lockout, network, limits->network, limits->most, now);
		count_wrong(&lockout->all, limits->all, limits->first, limits->most, now);
	}
	g_mutex_unlock(&lockout->lock);
}

/* Whether a guess was made before, in this hour; it is from now on. With the lock held. */
static bool
is_tried(const struct lockout *lockout, struct guesser *guesser, const char *guess, gint64 now)
{
	if (guesser->tried == NULL || is_old(NULL, guesser, &now)) {
		g_clear_pointer(&guesser->tried, g_hash_table_unref);
		guesser->tried = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	}
	if (g_hash_table_contains(guesser->tried, guess))
		return true;
	/* Beyond this each is counted, again or not. */
	if (g_hash_table_size(guesser->tried) < lockout->limits.each)
		g_hash_table_add(guesser->tried, g_strdup(guess));
	return false;
}

void
lockout_count_guess(struct lockout *lockout, const char *name, const char *guess, bool known)
{
	const struct lockout_limits *limits = &lockout->limits;
	gint64 now = g_get_monotonic_time();
	struct guesser *guesser;

	g_mutex_lock(&lockout->lock);
	guesser = find_or_add(lockout, name, now);
	if (guesser == NULL || !is_tried(lockout, guesser, guess, now)) {
		if (guesser != NULL)
			count_wrong(guesser, limits->each, limits->first, limits->most, now);
		if (!known && (guesser == NULL || guesser->wrong <= limits->each))
			count_wrong(&lockout->all, limits->all, limits->first, limits->most, now);
	}
	g_mutex_unlock(&lockout->lock);
}
