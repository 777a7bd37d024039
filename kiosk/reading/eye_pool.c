/* SPDX-License-Identifier: MIT
 * Eyes for photos. */
#include "kiosk/reading/eye_pool.h"

#include <string.h>

#include "gen/jobs/process.h"
#include "kiosk/eye/crop.h"
#include "kiosk/sight/seeing.h"

#define PAGES_MAX    8
#define WAIT_SECONDS 15

/* What a photo may take, with all its pages: many times what an honest one does. The sanitizers take several
 * times as much. */
static const struct worker_order order = {
	.wish = LOOKER_CROPS, .cpu_seconds = PROCESS_SANITIZED ? 12 : 5, .page_seconds = 20, .all_seconds = 20};

/* The games of an event, ready for tags to vote, and its pieces that are known by what is printed on them; shared by
 * all eyes. */
struct known_list {
	const struct event_state *state;
	struct known_games known;
	struct covered_list covered;
};

struct eye_pool {
	GMutex lock;
	GCond free;
	unsigned left;  /* eyes that may still be taken, */
	unsigned kept;  /* the last of them only by the kiosk itself */
	GQueue waiting; /* const struct eye_turn, who goes first */
	bool closed;
	GHashTable *addresses;   /* with photos, to how many */
	struct known_list *list; /* of the newest state, or NULL */
};

struct eye_pool *
eye_pool_create(unsigned most, unsigned kept)
{
	struct eye_pool *pool = g_new0(struct eye_pool, 1);

	g_mutex_init(&pool->lock);
	g_cond_init(&pool->free);
	pool->left = most + kept;
	pool->kept = kept;
	g_queue_init(&pool->waiting);
	pool->addresses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return pool;
}

static void
list_clear(void *data)
{
	struct known_list *list = data;

	known_games_finish(&list->known);
	covered_list_finish(&list->covered);
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
	g_hash_table_destroy(pool->addresses);
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
	covered_list_init(&list->covered, kiosk_eye_game);
	for (unsigned i = 0; i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);
		const struct game *game;
		struct problems problems;
		struct code code;

		problems_init(&problems);
		game = game_of_text(play->code, key, &code, &problems);
		if (game == NULL)
			continue;
		if (kiosk_game_of(game)->tagged != NULL)
			known_games_add(&list->known, &code, play->code, false);
		covered_list_add(&list->covered, game, &code);
	}
	known_games_share(&list->known);
	return list;
}

void
eye_pool_close(struct eye_pool *pool)
{
	g_mutex_lock(&pool->lock);
	pool->closed = true;
	g_cond_broadcast(&pool->free);
	g_mutex_unlock(&pool->lock);
}

/* One photo more or less from an address. With the lock held. */
static void
count_photo(struct eye_pool *pool, const char *address, int more)
{
	int count = GPOINTER_TO_INT(g_hash_table_lookup(pool->addresses, address)) + more;

	if (count > 0)
		g_hash_table_insert(pool->addresses, g_strdup(address), GINT_TO_POINTER(count));
	else
		g_hash_table_remove(pool->addresses, address);
}

/* The kiosk itself first, then who has used less. */
static int
turn_order(const void *a, const void *b, void *data)
{
	const struct eye_turn *one = a, *other = b;

	(void)data;
	if (one->local != other->local)
		return one->local ? -1 : 1;
	return (other->left > one->left) - (other->left < one->left);
}

/* Waits for an eye within the time there is. With the lock held. */
static bool
take_eye(struct eye_pool *pool, const struct eye_turn *turn)
{
	gint64 until = turn->arrived + WAIT_SECONDS * G_TIME_SPAN_SECOND;
	unsigned kept = turn->local ? 0 : pool->kept;
	bool late = false, free;

	g_queue_insert_sorted(&pool->waiting, (void *)(uintptr_t)turn, turn_order, NULL);
	while (!(free = pool->left > kept && g_queue_peek_head(&pool->waiting) == turn) && !pool->closed && !late)
		late = !g_cond_wait_until(&pool->free, &pool->lock, until);
	g_queue_remove(&pool->waiting, turn);
	free &= !pool->closed;
	pool->left -= free;
	/* Whoever is first now. */
	g_cond_broadcast(&pool->free);
	return free;
}

static void
crop_free(void *data)
{
	struct crop *crop = data;

	g_bytes_unref(crop->png);
	g_free(crop);
}

struct pooled_eye *
eye_pool_take(struct eye_pool *pool, const struct event_state *state, const struct eye_turn *turn, unsigned most,
	bool *has_most)
{
	const char *address = turn->address;
	struct pooled_eye *pooled;

	g_mutex_lock(&pool->lock);
	*has_most = GPOINTER_TO_UINT(g_hash_table_lookup(pool->addresses, address)) >= most;
	if (*has_most) {
		g_mutex_unlock(&pool->lock);
		return NULL;
	}
	count_photo(pool, address, 1);
	if (!take_eye(pool, turn)) {
		count_photo(pool, address, -1);
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
	pooled->address = g_strdup(address);
	pooled->state = event_again(state);
	pooled->crops = g_ptr_array_new_with_free_func(crop_free);
	pooled->problems = notes_create();
	photo_set_init(&pooled->set, event_key(pooled->state));
	if (pooled->list != NULL) {
		pooled->set.known.listed = &pooled->list->known;
		pooled->set.codes.covered = &pooled->list->covered;
	}
	return pooled;
}

void
eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled)
{
	photo_set_finish(&pooled->set);
	g_mutex_lock(&pool->lock);
	pool->left++;
	count_photo(pool, pooled->address, -1);
	g_cond_broadcast(&pool->free);
	g_mutex_unlock(&pool->lock);
	list_release(pooled->list);
	event_release(pooled->state);
	g_ptr_array_free(pooled->crops, TRUE);
	g_ptr_array_free(pooled->problems, TRUE);
	g_free(pooled->address);
	g_free(pooled);
}

/* Keeps a picture of every mark that somebody may be asked about. */
static void
keep_crops(struct pooled_eye *pooled, const struct sight *sight)
{
	for (unsigned i = 0; i < sight->crops->len && pooled->crops->len < EYE_CROPS_MAX; i++) {
		const struct seen_crop *seen = SEEN_CROP(sight, i);
		const struct seen_form *form = SEEN_FORM(sight, seen->form);
		GBytes *png = crop_png(seen->grey);
		struct crop *crop;

		if (png == NULL)
			continue;
		crop = g_new0(struct crop, 1);
		crop->png = png;
		memcpy(crop->code, form->text, sizeof crop->code);
		memcpy(crop->id, form->mark[seen->mark].id, sizeof crop->id);
		g_ptr_array_add(pooled->crops, crop);
	}
}

/* Takes in what the pages show. */
static void
look_at_pages(struct pooled_eye *pooled, struct worker *worker)
{
	struct sight sight;
	unsigned pages = 0;

	for (; pages < PAGES_MAX && seeing_next(worker, &pooled->set.codes, &sight); pages++) {
		keep_crops(pooled, &sight);
		g_array_set_size(sight.crops, 0);
		photo_set_add(&pooled->set, "photo", worker_page_number(worker), &sight);
	}
	if (pages == 1 && worker_page_number(worker) == 1)
		PICTURE(&pooled->set, 0)->page = 0;
	if (pages == PAGES_MAX && seeing_next(worker, &pooled->set.codes, &sight)) {
		sight_finish(&sight);
		notes_add(pooled->problems,
			SAY("photo-pages", "only the first {pages} pages were read: please send the others separately"),
			ARG_NUMBER("pages", PAGES_MAX));
	}
	if (worker_problem(worker) != NULL) {
		photo_set_fail(&pooled->set, "photo", worker_problem(worker));
		notes_add_message(pooled->problems, &worker_problem(worker)->message);
	}
}

void
pooled_eye_look(struct pooled_eye *pooled, GBytes *photo)
{
	size_t size;
	const void *bytes = g_bytes_get_data(photo, &size);
	struct worker *worker = worker_open_bytes("the photo", bytes, size, &order);

	look_at_pages(pooled, worker);
	pooled->work = worker_work(worker);
	worker_close(worker);
	photo_set_settle(&pooled->set);
	for (unsigned i = 0; i < pooled->set.pictures->len; i++) {
		const struct picture *picture = PICTURE(&pooled->set, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.refused->len; n++)
			notes_add_message(pooled->problems, NOTE(picture->sight.refused, n));
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
