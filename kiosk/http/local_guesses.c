/* SPDX-License-Identifier: MIT
 * Counting wrong codes at the kiosk itself. */
#include "kiosk/http/local_guesses.h"

#include <glib.h>

struct local_guesses {
	GMutex lock;
	double left;
	gint64 counted; /* monotonic microseconds */
};

struct local_guesses *
local_guesses_new(void)
{
	struct local_guesses *guesses = g_new0(struct local_guesses, 1);

	g_mutex_init(&guesses->lock);
	guesses->left = LOCAL_GUESSES_MOST;
	guesses->counted = g_get_monotonic_time();
	return guesses;
}

void
local_guesses_free(struct local_guesses *guesses)
{
	if (guesses == NULL)
		return;
	g_mutex_clear(&guesses->lock);
	g_free(guesses);
}

/* One a second comes back. With the lock held. */
static void
refill(struct local_guesses *guesses)
{
	gint64 now = g_get_monotonic_time();
	double seconds = (double)(now - guesses->counted) / G_USEC_PER_SEC;

	guesses->left = MIN(guesses->left + seconds, LOCAL_GUESSES_MOST);
	guesses->counted = now;
}

unsigned
local_guesses_left(struct local_guesses *guesses)
{
	unsigned left;

	g_mutex_lock(&guesses->lock);
	refill(guesses);
	left = guesses->left < 1 ? 0 : (unsigned)guesses->left;
	g_mutex_unlock(&guesses->lock);
	return left;
}

void
local_guesses_count(struct local_guesses *guesses, unsigned wrong)
{
	g_mutex_lock(&guesses->lock);
	refill(guesses);
	/* What came at the same time is made up for, too. */
	guesses->left = MAX(guesses->left - wrong, -LOCAL_GUESSES_MOST);
	g_mutex_unlock(&guesses->lock);
}
