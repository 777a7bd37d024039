/* SPDX-License-Identifier: MIT
 * Drafts in memory. */
#include "kiosk/visits/shared_drafts.h"

struct draft {
	char *play, *text; /* no text: its play has a result */
	guint64 number;
	GList link; /* in the order in which they were touched, the latest first */
};

struct shared_drafts {
	GMutex lock;
	GHashTable *by_play; /* to struct draft, which it owns */
	GQueue touched;
	guint64 last; /* number that was given; numbers of an earlier start of the program are none of ours */
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
	/* JSON's numbers are exact below 2^53: microseconds are for two hundred years. */
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

static void
touch(struct shared_drafts *drafts, struct draft *draft)
{
	g_queue_unlink(&drafts->touched, &draft->link);
	g_queue_push_head_link(&drafts->touched, &draft->link);
}

guint64
shared_drafts_get(struct shared_drafts *drafts, const char *play, guint64 known, char **text)
{
	struct draft *draft;
	guint64 number = 0;

	*text = NULL;
	g_mutex_lock(&drafts->lock);
	draft = g_hash_table_lookup(drafts->by_play, play);
	if (draft != NULL) {
		number = draft->number;
		touch(drafts, draft);
		if (number != known)
			*text = g_strdup(draft->text);
	}
	g_mutex_unlock(&drafts->lock);
	return number;
}

/* One more, in place of the one that nobody touched for longest where there are many. */
static struct draft *
add(struct shared_drafts *drafts, const char *play)
{
	struct draft *draft = g_new0(struct draft, 1);

	if (drafts->touched.length >= SHARED_DRAFTS_MOST) {
		struct draft *old = g_queue_peek_tail(&drafts->touched);

		g_queue_unlink(&drafts->touched, &old->link);
		g_hash_table_remove(drafts->by_play, old->play);
	}
	draft->play = g_strdup(play);
	draft->link.data = draft;
	g_queue_push_head_link(&drafts->touched, &draft->link);
	g_hash_table_insert(drafts->by_play, draft->play, draft);
	return draft;
}

void
shared_drafts_close(struct shared_drafts *drafts, const char *play)
{
	struct draft *draft;

	g_mutex_lock(&drafts->lock);
	draft = g_hash_table_lookup(drafts->by_play, play);
	if (draft == NULL)
		draft = add(drafts, play);
	g_clear_pointer(&draft->text, g_free);
	draft->number = ++drafts->last;
	g_mutex_unlock(&drafts->lock);
}

guint64
shared_drafts_set(struct shared_drafts *drafts, const char *play, guint64 known, const char *text)
{
	struct draft *draft;
	guint64 number = 0;

	g_mutex_lock(&drafts->lock);
	draft = g_hash_table_lookup(drafts->by_play, play);
	if (draft == NULL || draft->number == known) {
		if (draft == NULL)
			draft = add(drafts, play);
		touch(drafts, draft);
		g_free(draft->text);
		draft->text = g_strdup(text);
		number = draft->number = ++drafts->last;
	}
	g_mutex_unlock(&drafts->lock);
	return number;
}
