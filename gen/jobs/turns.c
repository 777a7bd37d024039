/* SPDX-License-Identifier: MIT
 * Turns. */
#include "gen/jobs/turns.h"

#include <glib.h>

/* Timeout of waiting for a turn, in microseconds. Browsers wait longer. */
#define TIMEOUT_US (15 * G_TIME_SPAN_SECOND)

struct turns {
	GMutex lock;
	GCond wake;
	unsigned left;     /* turns that may still be taken */
	unsigned reserved; /* the last of `left`, only for this machine */
	GQueue waiting;    /* struct turn, the next one first */
	bool is_closed;
	GHashTable *visitors; /* to the number of their turns, waiting or taken */
};

struct turns *
turns_create(unsigned count, unsigned reserved)
{
	struct turns *turns = g_new0(struct turns, 1);

	g_mutex_init(&turns->lock);
	g_cond_init(&turns->wake);
	turns->left = count + reserved;
	turns->reserved = reserved;
	turns->visitors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return turns;
}

void
turns_destroy(struct turns *turns)
{
	if (turns == NULL)
		return;
	g_hash_table_destroy(turns->visitors);
	g_cond_clear(&turns->wake);
	g_mutex_clear(&turns->lock);
	g_free(turns);
}

void
turns_close(struct turns *turns)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&turns->lock);

	turns->is_closed = true;
	g_cond_broadcast(&turns->wake);
}

/* Adds `more` to the turns of a visitor. With the lock held. */
static void
count_turn(struct turns *turns, const char *visitor, int more)
{
	int count = GPOINTER_TO_INT(g_hash_table_lookup(turns->visitors, visitor)) + more;

	if (count > 0)
		g_hash_table_insert(turns->visitors, g_strdup(visitor), GINT_TO_POINTER(count));
	else
		g_hash_table_remove(turns->visitors, visitor);
}

/* This machine goes first, then visitors with more tokens left. */
static int
compare_turns(const void *a, const void *b, void *data)
{
	const struct turn *one = a, *other = b;

	(void)data;
	if (one->is_local != other->is_local)
		return one->is_local ? -1 : 1;
	return (other->left > one->left) - (other->left < one->left);
}

enum turn_state
turns_take(struct turns *turns, const struct turn *turn)
{
	unsigned reserved = turn->is_local ? 0 : turns->reserved;
	struct turn mine = *turn;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&turns->lock);

	if (GPOINTER_TO_UINT(g_hash_table_lookup(turns->visitors, mine.visitor)) >= mine.most)
		return TURN_TOO_MANY;
	count_turn(turns, mine.visitor, 1);
	g_queue_insert_sorted(&turns->waiting, &mine, compare_turns, NULL);
	bool is_free = false, is_late = false;
	while (!turns->is_closed && !is_late && !is_free) {
		is_free = turns->left > reserved && g_queue_peek_head(&turns->waiting) == &mine;
		if (!is_free)
			is_late = !g_cond_wait_until(&turns->wake, &turns->lock, mine.arrived + TIMEOUT_US);
	}
	g_queue_remove(&turns->waiting, &mine);
	if (is_free)
		turns->left--;
	else
		count_turn(turns, mine.visitor, -1);
	g_cond_broadcast(&turns->wake); /* another one is first now */
	return is_free ? TURN_TAKEN : TURN_TIMEOUT;
}

void
turns_give(struct turns *turns, const char *visitor)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&turns->lock);

	turns->left++;
	count_turn(turns, visitor, -1);
	g_cond_broadcast(&turns->wake);
}
