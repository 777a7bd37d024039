/* SPDX-License-Identifier: MIT
 * Eyes for photos. */
#include "kiosk/reading/eye_pool.h"

#include <string.h>

#include "kiosk/eye/crop.h"
#include "kiosk/picture/worker.h"

#define PAGES_MAX    8
#define PAGE_SECONDS 10.0
#define WAIT_SECONDS 15
#define CROPS_MAX    40

/* The games of an event, ready for tags to vote; shared by all eyes. */
struct known_list {
	const struct event_state *state;
	struct known_games known;
};

struct eye_pool {
	GMutex lock;
	GCond free;
	unsigned left;         /* eyes that may still be taken or made */
	GPtrArray *idle;       /* struct eye, warm */
	struct known_list *list; /* of the newest state, or NULL */
};

struct eye_pool *
eye_pool_create(unsigned most)
{
	struct eye_pool *pool = g_new0(struct eye_pool, 1);

	g_mutex_init(&pool->lock);
	g_cond_init(&pool->free);
	pool->left = most;
	pool->idle = g_ptr_array_new();
	return pool;
}

static void
list_clear(void *data)
{
	struct known_list *list = data;

	known_games_finish(&list->known);
	event_release(list->state);
}

static void
list_release(struct known_list *list)
{
	if (list != NULL)
		g_atomic_rc_box_release_full(list, list_clear);
}

void
eye_pool_destroy(struct eye_pool *pool)
{
	if (pool == NULL)
		return;
	for (unsigned i = 0; i < pool->idle->len; i++)
		eye_destroy(g_ptr_array_index(pool->idle, i));
	g_ptr_array_free(pool->idle, TRUE);
	list_release(pool->list);
	g_cond_clear(&pool->free);
	g_mutex_clear(&pool->lock);
	g_free(pool);
}

/* The games of a state; NULL without any. A code that this build cannot read is left out: its
 * pieces are read with their code, or not at all. */
static struct known_list *
list_make(const struct event_state *state)
{
	const struct code_key *key = event_key(state);
	struct known_list *list = g_atomic_rc_box_new0(struct known_list);

	list->state = event_again(state);
	known_games_init(&list->known, key);
	for (unsigned i = 0; i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);
		const struct game *game;
		struct problems problems;
		struct code code;

		problems_init(&problems);
		game = game_of_text(play->code, key, &code, &problems);
		if (game != NULL && kiosk_game_of(game)->tagged != NULL)
			known_games_add(&list->known, &code, play->code, false);
	}
	known_games_share(&list->known);
	return list;
}

/* An eye within the time there is, or NULL. With the lock held. */
static struct eye *
take_eye(struct eye_pool *pool)
{
	gint64 until = g_get_monotonic_time() + WAIT_SECONDS * G_TIME_SPAN_SECOND;

	while (pool->left == 0)
		if (!g_cond_wait_until(&pool->free, &pool->lock, until))
			return NULL;
	pool->left--;
	if (pool->idle->len > 0)
		return g_ptr_array_steal_index_fast(pool->idle, pool->idle->len - 1);
	g_mutex_unlock(&pool->lock);
	struct eye *eye = eye_create(NULL);

	g_mutex_lock(&pool->lock);
	return eye;
}

static void
crop_free(void *data)
{
	struct crop *crop = data;

	g_bytes_unref(crop->png);
	g_free(crop);
}

struct pooled_eye *
eye_pool_take(struct eye_pool *pool, const struct event_state *state)
{
	struct pooled_eye *pooled;
	struct eye *eye;

	g_mutex_lock(&pool->lock);
	eye = take_eye(pool);
	if (eye == NULL) {
		g_mutex_unlock(&pool->lock);
		return NULL;
	}
	if (state->plays->len > 0 && (pool->list == NULL || pool->list->state != state)) {
		list_release(pool->list);
		pool->list = list_make(state);
	}
	pooled = g_new0(struct pooled_eye, 1);
	if (state->plays->len > 0)
		pooled->list = g_atomic_rc_box_acquire(pool->list);
	g_mutex_unlock(&pool->lock);
	pooled->eye = eye;
	pooled->state = event_again(state);
	pooled->crops = g_ptr_array_new_with_free_func(crop_free);
	pooled->problems = g_ptr_array_new_with_free_func(g_free);
	photo_set_borrow(&pooled->set, eye, event_key(pooled->state));
	if (pooled->list != NULL)
		pooled->set.known.listed = &pooled->list->known;
	return pooled;
}

void
eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled)
{
	photo_set_finish(&pooled->set);
	g_mutex_lock(&pool->lock);
	g_ptr_array_add(pool->idle, pooled->eye);
	pool->left++;
	g_cond_signal(&pool->free);
	g_mutex_unlock(&pool->lock);
	list_release(pooled->list);
	event_release(pooled->state);
	g_ptr_array_free(pooled->crops, TRUE);
	g_ptr_array_free(pooled->problems, TRUE);
	g_free(pooled);
}

/* Keeps a picture of every mark that somebody may be asked about, while there is the image. */
static void
keep_crops(struct pooled_eye *pooled, const struct image *image)
{
	const struct sight *sight = &PICTURE(&pooled->set, pooled->set.pictures->len - 1)->sight;

	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *form = SEEN_FORM(sight, i);

		for (unsigned n = 0; n < form->marks && pooled->crops->len < CROPS_MAX; n++) {
			struct crop *crop;
			GBytes *png;

			if (form->mark[n].state != MARK_UNSURE)
				continue;
			png = crop_png(image, &form->mark[n], crop_turn(form));
			if (png == NULL)
				continue;
			crop = g_new0(struct crop, 1);
			crop->png = png;
			memcpy(crop->code, form->text, sizeof crop->code);
			memcpy(crop->id, form->mark[n].id, sizeof crop->id);
			g_ptr_array_add(pooled->crops, crop);
		}
	}
}

void
pooled_eye_look(struct pooled_eye *pooled, GBytes *photo)
{
	size_t size;
	const void *bytes = g_bytes_get_data(photo, &size);
	struct worker *worker = worker_open_bytes("the photo", bytes, size);
	struct image image;
	unsigned pages = 0;

	worker_limit(worker, PAGE_SECONDS);
	while (pages < PAGES_MAX && worker_next(worker, &image)) {
		photo_set_add(&pooled->set, "photo", ++pages, &image);
		keep_crops(pooled, &image);
		image_finish(&image);
	}
	if (pages == 1)
		PICTURE(&pooled->set, 0)->page = 0;
	if (pages == PAGES_MAX && worker_next(worker, &image)) {
		image_finish(&image);
		g_ptr_array_add(pooled->problems,
			g_strdup_printf("only the first %d pages were read: send the others by themselves",
				PAGES_MAX));
	} else if (worker == NULL || worker_problem(worker) != NULL) {
		const char *why = worker == NULL ? "there is not enough memory" : worker_problem(worker);

		photo_set_fail(&pooled->set, "photo", why);
		g_ptr_array_add(pooled->problems, g_strdup(why));
	}
	worker_close(worker);
	photo_set_settle(&pooled->set);
	for (unsigned i = 0; i < pooled->set.pictures->len; i++) {
		const struct picture *picture = PICTURE(&pooled->set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.refused->len; n++)
			g_ptr_array_add(pooled->problems,
				g_strdup(g_ptr_array_index(picture->sight.refused, n)));
	}
}

const struct crop *
pooled_eye_crop(const struct pooled_eye *pooled, const char *code, const char *id)
{
	for (unsigned i = 0; i < pooled->crops->len; i++) {
		const struct crop *crop = g_ptr_array_index(pooled->crops, i);

		if (strcmp(crop->code, code) == 0 && strcmp(crop->id, id) == 0)
			return crop;
	}
	return NULL;
}
