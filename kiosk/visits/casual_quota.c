/* SPDX-License-Identifier: MIT
 * Counting casual results. */
#include "kiosk/visits/casual_quota.h"

#include <glib.h>

#include "kiosk/http/sender.h"

#define NETWORK_TIMES 8    /* what an address has, for a whole network */
#define SENDERS       4096 /* that are remembered: whoever has more addresses shares what one has */
#define HOUR          (3600 * (gint64)G_USEC_PER_SEC)

/* Somebody's results are `used`, which goes back to nothing at an even pace. */
struct sender {
	double used;
	gint64 counted; /* monotonic microseconds */
};

struct casual_quota {
	GMutex lock;
	GHashTable *senders;  /* by address or network */
	struct sender others; /* all for whom there is no room */
};

struct casual_quota *
casual_quota_new(void)
{
	struct casual_quota *quota = g_new0(struct casual_quota, 1);

	g_mutex_init(&quota->lock);
	quota->senders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return quota;
}

void
casual_quota_free(struct casual_quota *quota)
{
	if (quota == NULL)
		return;
	g_hash_table_destroy(quota->senders);
	g_mutex_clear(&quota->lock);
	g_free(quota);
}

static void
forget_some(struct sender *sender, unsigned an_hour, gint64 now)
{
	double back = (double)(now - sender->counted) / (double)HOUR * an_hour;

	sender->used = MAX(sender->used - back, 0);
	sender->counted = now;
}

static gboolean
is_new_again(gpointer key, gpointer value, gpointer data)
{
	const struct sender *sender = value;

	(void)key;
	return *(const gint64 *)data - sender->counted > HOUR;
}

/* With the lock held. */
static struct sender *
find(struct casual_quota *quota, const char *name, unsigned an_hour, gint64 now)
{
	struct sender *sender = g_hash_table_lookup(quota->senders, name);

	if (sender == NULL && g_hash_table_size(quota->senders) >= SENDERS)
		g_hash_table_foreach_remove(quota->senders, is_new_again, &now);
	if (sender == NULL && g_hash_table_size(quota->senders) >= SENDERS)
		sender = &quota->others;
	if (sender == NULL) {
		sender = g_new0(struct sender, 1);
		g_hash_table_insert(quota->senders, g_strdup(name), sender);
	}
	forget_some(sender, an_hour, now);
	return sender;
}

static unsigned
seconds_until(const struct sender *sender, unsigned an_hour)
{
	double over = sender->used + 1 - an_hour;

	return over <= 0 ? 0 : 1 + (unsigned)(over / an_hour * 3600);
}

unsigned
casual_quota_wait(struct casual_quota *quota, const char *address)
{
	gint64 now = g_get_monotonic_time();
	char network[SENDER_NETWORK];
	unsigned seconds, times = NETWORK_TIMES * CASUAL_QUOTA_HOUR;

	g_mutex_lock(&quota->lock);
	seconds = seconds_until(find(quota, address, CASUAL_QUOTA_HOUR, now), CASUAL_QUOTA_HOUR);
	if (sender_network(address, network))
		seconds = MAX(seconds, seconds_until(find(quota, network, times, now), times));
	g_mutex_unlock(&quota->lock);
	return seconds;
}

void
casual_quota_count(struct casual_quota *quota, const char *address)
{
	gint64 now = g_get_monotonic_time();
	char network[SENDER_NETWORK];

	g_mutex_lock(&quota->lock);
	find(quota, address, CASUAL_QUOTA_HOUR, now)->used++;
	if (sender_network(address, network))
		find(quota, network, NETWORK_TIMES * CASUAL_QUOTA_HOUR, now)->used++;
	g_mutex_unlock(&quota->lock);
}
