/* SPDX-License-Identifier: MIT
 * Drafts in a hash table, with a queue that knows which was used last. */
#include "kiosk/visits/shared_drafts.h"

struct draft {
	char *play, *text; /* without a text its play has a result */
	guint64 number;
	GList link; /* in `touched` */
};

struct shared_drafts {
	GMutex lock;
	GHashTable *by_play; /* to struct draft, which it owns */
	GQueue touched;      /* the last used first */
	guint64 last;        /* number that was given */
};

static void
draft_free(void *data)
{
	struct draft *draft = data;

	g_free(draft->play);
	g_free(draft->text);
	g_free(draft);
}

struct shared_drafts *
shared_drafts_create(void)
{
	struct shared_drafts *drafts = g_new0(struct shared_drafts, 1);

	g_mutex_init(&drafts->lock);
	g_queue_init(&drafts->touched);
	drafts->by_play = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, draft_free);
	/* Starting with the time in microseconds keeps numbers different after a restart. It is below 2^53, up to which
	 * numbers in JSON are exact, for two hundred years. */
	drafts->last = (guint64)g_get_real_time();
	return drafts;
}

void
shared_drafts_destroy(struct shared_drafts *drafts)
{
	if (drafts == NULL)
		return;
	g_hash_table_destroy(drafts->by_play);
	g_mutex_clear(&drafts->lock);
	g_free(drafts);
}

/* The draft of a play, which moves to the front of the queue; NULL if there is none. */
static struct draft *
touch(struct shared_drafts *drafts, const char *play)
{
	struct draft *draft = g_hash_table_lookup(drafts->by_play, play);

	if (draft != NULL) {
		g_queue_unlink(&drafts->touched, &draft->link);
		g_queue_push_head_link(&drafts->touched, &draft->link);
	}
	return draft;
}

guint64
shared_drafts_get(struct shared_drafts *drafts, const char *play, guint64 known, char **text)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&drafts->lock);
	const struct draft *draft = touch(drafts, play);

	*text = draft == NULL || draft->number == known ? NULL : g_strdup(draft->text);
	return draft == NULL ? 0 : draft->number;
}

/* Gives the draft of a play a new text, or NULL, and a new number. If there are too many drafts a new one replaces the
 * least recently used one. With the lock held. */
static guint64
put(struct shared_drafts *drafts, struct draft *draft, const char *play, const char *text)
{
	if (draft == NULL && drafts->touched.length >= SHARED_DRAFTS_MOST) {
		struct draft *old = g_queue_peek_tail(&drafts->touched);

		g_queue_unlink(&drafts->touched, &old->link);
		g_hash_table_remove(drafts->by_play, old->play);
	}
	if (draft == NULL) {
		draft = g_new0(struct draft, 1);
		draft->play = g_strdup(play);
		draft->link.data = draft;
		g_queue_push_head_link(&drafts->touched, &draft->link);
		g_hash_table_insert(drafts->by_play, draft->play, draft);
	}
	g_free(draft->text);
	draft->text = g_strdup(text);
	draft->number = ++drafts->last;
	return draft->number;
}

void
shared_drafts_close(struct shared_drafts *drafts, const char *play)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&drafts->lock);

	put(drafts, g_hash_table_lookup(drafts->by_play, play), play, NULL);
}

guint64
shared_drafts_set(struct shared_drafts *drafts, const char *play, guint64 known, const char *text)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&drafts->lock);
	struct draft *draft = g_hash_table_lookup(drafts->by_play, play);

	if (draft != NULL && draft->number != known)
		return 0;
	return put(drafts, touch(drafts, play), play, text);
}
