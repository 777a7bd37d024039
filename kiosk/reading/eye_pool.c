/* SPDX-License-Identifier: MIT
 * Reading photos. */
#include "kiosk/reading/eye_pool.h"

#include <sodium.h>
#include <string.h>

#include "gen/jobs/process.h"
#include "kiosk/eye/crop.h"
#include "kiosk/sight/sight_reader.h"

/* Pages that are read of a file. Most files are photos, and a scan of a table has fewer pages. */
#define PAGES_MAX 8

/* Sets of photos that are kept so that the next photo can be added: more than the phones that photograph tables at the
 * same time. If there are more, the least recently used one is dropped. */
#define KEPT_MAX 64

/* Seconds that a set is kept after its first photo: enough to walk around a large table and answer questions. It must
 * be shorter than the hour for which a pass is valid, or the pass would protect little. */
#define KEPT_SECONDS 900

/* A set with more games than this is not kept. Honest ones have one or two; each takes 100 kB if all of its forms are
 * seen. */
#define KEPT_GAMES 4

/* Time limits for a photo with all its pages, in seconds: many times what an ordinary one takes. The sanitizers are
 * several times slower. */
static const struct worker_order order = {
	.wish = SIGHT_WISH_CROPS, .cpu_seconds = PROCESS_SANITIZED ? 12 : 5, .page_seconds = 20, .all_seconds = 20};

/* The games of an event that tags vote for, and its pieces that are identified by their print. Reference counted,
 * shared by all eyes, and not changed after list_make(). */
struct known_list {
	const struct event_state *state;
	struct known_games known;
	struct covered_list covered;
};

struct eye_pool {
	struct turns *turns;
	GMutex lock;
	struct known_list *list; /* of the newest state; NULL before the first photo */
	GQueue kept;             /* struct pooled_eye, the one used last first */
};

struct eye_pool *
eye_pool_create(unsigned count, unsigned reserved)
{
	struct eye_pool *pool = g_new0(struct eye_pool, 1);

	pool->turns = turns_create(count, reserved);
	g_mutex_init(&pool->lock);
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

static void
pooled_free(void *data)
{
	struct pooled_eye *pooled = data;

	photo_set_finish(&pooled->set);
	list_release(pooled->list);
	g_ptr_array_free(pooled->crops, TRUE);
	g_ptr_array_free(pooled->problems, TRUE);
	g_free(pooled->visitor);
	g_free(pooled);
}

void
eye_pool_destroy(struct eye_pool *pool)
{
	if (pool == NULL)
		return;
	g_queue_clear_full(&pool->kept, pooled_free);
	list_release(pool->list);
	g_mutex_clear(&pool->lock);
	turns_destroy(pool->turns);
	g_free(pool);
}

/* The games of a state, which it holds. Codes that this build cannot read are skipped. */
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
		struct problems problems;
		struct code code;

		problems_init(&problems);
		const struct game *game = game_of_text(play->code, key, &code, &problems);

		if (game == NULL)
			continue;
		if (kiosk_game_of(game)->tagged != NULL)
			known_games_add(&list->known, &code, play->code, false);
		covered_list_add(&list->covered, game, &code);
	}
	return list;
}

void
eye_pool_close(struct eye_pool *pool)
{
	turns_close(pool->turns);
}

static void
crop_free(void *data)
{
	struct crop *crop = data;

	g_bytes_unref(crop->png);
	g_free(crop);
}

/* Drops the photos that are too old or of another event. Returns a visitor's photos with an id, which are removed from
 * the queue; NULL if there are none. The caller holds the lock. */
static struct pooled_eye *
take_kept(struct eye_pool *pool, const struct event_state *state, const char *visitor, const char *id)
{
	gint64 oldest = g_get_monotonic_time() - (gint64)KEPT_SECONDS * G_USEC_PER_SEC;
	struct pooled_eye *found = NULL;

	for (GList *link = pool->kept.head, *next; link != NULL; link = next) {
		struct pooled_eye *pooled = link->data;
		bool is_useless = pooled->made < oldest || pooled->state != state;

		next = link->next;
		if (is_useless)
			pooled_free(pooled);
		else if (strcmp(pooled->id, id) == 0 && strcmp(pooled->visitor, visitor) == 0)
			found = pooled;
		if (is_useless || found == pooled)
			g_queue_delete_link(&pool->kept, link);
	}
	return found;
}

struct pooled_eye *
eye_pool_take(
	struct eye_pool *pool, const struct event_state *state, const struct turn *turn, const char *id, bool *has_most)
{
	enum turn_state taken = turns_take(pool->turns, turn);
	struct pooled_eye *pooled;
	unsigned char bytes[EYE_SET_ID / 2];

	*has_most = taken == TURN_TOO_MANY;
	if (taken != TURN_TAKEN)
		return NULL;
	g_mutex_lock(&pool->lock);
	if (pool->list == NULL || pool->list->state != state) {
		list_release(pool->list);
		pool->list = list_make(state);
	}
	pooled = take_kept(pool, state, turn->visitor, id == NULL ? "" : id);
	if (pooled != NULL) {
		g_mutex_unlock(&pool->lock);
		return pooled;
	}
	pooled = g_new0(struct pooled_eye, 1);
	pooled->list = g_atomic_rc_box_acquire(pool->list);
	g_mutex_unlock(&pool->lock);
	randombytes_buf(bytes, sizeof bytes);
	sodium_bin2hex(pooled->id, sizeof pooled->id, bytes, sizeof bytes);
	pooled->made = g_get_monotonic_time();
	pooled->visitor = g_strdup(turn->visitor);
	pooled->state = state;
	pooled->crops = g_ptr_array_new_with_free_func(crop_free);
	pooled->problems = notes_create();
	photo_set_init(&pooled->set, event_key(pooled->state));
	if (state->plays->len > 0) {
		pooled->set.known.listed = &pooled->list->known;
		pooled->set.codes.covered = &pooled->list->covered;
	}
	return pooled;
}

void
eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled)
{
	struct pooled_eye *gone = NULL;

	turns_give(pool->turns, pooled->visitor);
	if (pooled->set.known.games->len > KEPT_GAMES) {
		pooled_free(pooled);
		return;
	}
	photo_set_fold(&pooled->set);
	g_ptr_array_set_size(pooled->problems, 0);
	g_mutex_lock(&pool->lock);
	g_queue_push_head(&pool->kept, pooled);
	if (pool->kept.length > KEPT_MAX)
		gone = g_queue_pop_tail(&pool->kept);
	g_mutex_unlock(&pool->lock);
	g_clear_pointer(&gone, pooled_free);
}

/* Keeps the newest picture of every unsure mark. */
static void
keep_crops(struct pooled_eye *pooled, const struct sight *sight)
{
	for (unsigned i = 0; i < sight->crops->len; i++) {
		const struct seen_crop *seen = SEEN_CROP(sight, i);
		const struct seen_form *form = SEEN_FORM(sight, seen->form);
		const char *id = form->mark[seen->mark].id;
		struct crop *old = pooled_eye_crop(pooled, form->text, id);
		GBytes *png = crop_png(seen->grey);

		if (png == NULL)
			continue;
		if (old != NULL)
			g_ptr_array_remove(pooled->crops, old);
		else if (pooled->crops->len == EYE_CROPS_MAX)
			g_ptr_array_remove_index(pooled->crops, 0);
		struct crop *crop = g_new0(struct crop, 1);

		crop->png = png;
		memcpy(crop->code, form->text, sizeof crop->code);
		memcpy(crop->id, id, sizeof crop->id);
		g_ptr_array_add(pooled->crops, crop);
	}
}

double
pooled_eye_look(struct pooled_eye *pooled, GBytes *photo)
{
	struct photo_set *set = &pooled->set;
	struct worker *worker =
		worker_open_bytes("the photo", g_bytes_get_data(photo, NULL), g_bytes_get_size(photo), &order);
	struct sight sight;
	unsigned pages = 0;

	for (; pages < PAGES_MAX && sight_read(worker, &set->codes, &sight); pages++) {
		keep_crops(pooled, &sight);
		g_array_set_size(sight.crops, 0);
		photo_set_add(set, "photo", worker_page_number(worker), &sight);
	}
	if (pages == 1 && worker_page_number(worker) == 1)
		PICTURE(set, set->fresh)->page = 0;
	if (pages == PAGES_MAX && sight_read(worker, &set->codes, &sight)) {
		sight_finish(&sight);
		notes_add(pooled->problems,
			SAY("photo-pages", "only the first {pages} pages were read: please send the others separately"),
			ARG_NUMBER("pages", PAGES_MAX));
	}
	if (worker_problem(worker) != NULL) {
		photo_set_fail(set, "photo", worker_problem(worker));
		notes_add_message(pooled->problems, &worker_problem(worker)->message);
	}
	double work = worker_work(worker);

	worker_close(worker);
	photo_set_settle(set);
	for (unsigned i = set->fresh; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; n < picture->sight.refused->len; n++)
			notes_add_message(pooled->problems, NOTE(picture->sight.refused, n));
	}
	return work;
}

struct crop *
pooled_eye_crop(const struct pooled_eye *pooled, const char *code, const char *id)
{
	for (unsigned i = 0; i < pooled->crops->len; i++) {
		struct crop *crop = g_ptr_array_index(pooled->crops, i);

		if (strcmp(crop->code, code) == 0 && strcmp(crop->id, id) == 0)
			return crop;
	}
	return NULL;
}
