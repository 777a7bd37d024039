/* SPDX-License-Identifier: MIT
 * Eyes for photos; see lookers.h. */
#include "kiosk/lookers.h"

#include <string.h>

#include "kiosk/crop.h"
#include "kiosk/worker.h"

#define PAGES_MAX    8
#define PAGE_SECONDS 10.0
#define WAIT_SECONDS 15
#define CROPS_MAX    40

/* The games of an event, ready for tags to vote; shared by all eyes. */
struct known_list {
	const struct event_state *state;
	struct known_games known;
};

struct lookers {
	GMutex lock;
	GCond free;
	unsigned left;         /* eyes that may still be taken or made */
	GPtrArray *idle;       /* struct eye, warm */
	struct known_list *list; /* of the newest state, or NULL */
};

struct lookers *
lookers_create(unsigned most)
{
	struct lookers *lookers = g_new0(struct lookers, 1);

	g_mutex_init(&lookers->lock);
	g_cond_init(&lookers->free);
	lookers->left = most;
	lookers->idle = g_ptr_array_new();
	return lookers;
}

static void
list_clear(void *data)
{
	struct known_list *list = data;

	known_finish(&list->known);
	event_release(list->state);
}

static void
list_release(struct known_list *list)
{
	if (list != NULL)
		g_atomic_rc_box_release_full(list, list_clear);
}

void
lookers_destroy(struct lookers *lookers)
{
	if (lookers == NULL)
		return;
	for (unsigned i = 0; i < lookers->idle->len; i++)
		eye_destroy(g_ptr_array_index(lookers->idle, i));
	g_ptr_array_free(lookers->idle, TRUE);
	list_release(lookers->list);
	g_cond_clear(&lookers->free);
	g_mutex_clear(&lookers->lock);
	g_free(lookers);
}

/* The games of a state; NULL without any. A code that this build cannot read is left out: its
 * coupons are read with their code, or not at all. */
static struct known_list *
list_make(const struct event_state *state)
{
	const struct code_key *key = event_key(state);
	struct known_list *list = g_atomic_rc_box_new0(struct known_list);

	list->state = event_again(state);
	known_init(&list->known, key);
	for (unsigned i = 0; i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);
		struct problems problems;
		struct code code;

		if (strcmp(play->game, game_coupons.id) != 0)
			continue;
		problems_init(&problems);
		if (game_of_text(play->code, key, &code, &problems) != NULL)
			known_add(&list->known, &code, play->code, false);
	}
	known_share(&list->known);
	return list;
}

/* An eye within the time there is, or NULL. With the lock held. */
static struct eye *
take_eye(struct lookers *lookers)
{
	gint64 until = g_get_monotonic_time() + WAIT_SECONDS * G_TIME_SPAN_SECOND;

	while (lookers->left == 0)
		if (!g_cond_wait_until(&lookers->free, &lookers->lock, until))
			return NULL;
	lookers->left--;
	if (lookers->idle->len > 0)
		return g_ptr_array_steal_index_fast(lookers->idle, lookers->idle->len - 1);
	g_mutex_unlock(&lookers->lock);
	struct eye *eye = eye_create(NULL);

	g_mutex_lock(&lookers->lock);
	return eye;
}

static void
crop_free(void *data)
{
	struct crop *crop = data;

	g_bytes_unref(crop->png);
	g_free(crop);
}

struct looker *
lookers_take(struct lookers *lookers, const struct event_state *state)
{
	struct looker *looker;
	struct eye *eye;

	g_mutex_lock(&lookers->lock);
	eye = take_eye(lookers);
	if (eye == NULL) {
		g_mutex_unlock(&lookers->lock);
		return NULL;
	}
	if (state->plays->len > 0 && (lookers->list == NULL || lookers->list->state != state)) {
		list_release(lookers->list);
		lookers->list = list_make(state);
	}
	looker = g_new0(struct looker, 1);
	if (state->plays->len > 0)
		looker->list = g_atomic_rc_box_acquire(lookers->list);
	g_mutex_unlock(&lookers->lock);
	looker->eye = eye;
	looker->state = event_again(state);
	looker->crops = g_ptr_array_new_with_free_func(crop_free);
	looker->problems = g_ptr_array_new_with_free_func(g_free);
	pile_borrow(&looker->pile, eye, event_key(looker->state));
	if (looker->list != NULL)
		looker->pile.known.listed = &looker->list->known;
	return looker;
}

void
lookers_give(struct lookers *lookers, struct looker *looker)
{
	pile_finish(&looker->pile);
	g_mutex_lock(&lookers->lock);
	g_ptr_array_add(lookers->idle, looker->eye);
	lookers->left++;
	g_cond_signal(&lookers->free);
	g_mutex_unlock(&lookers->lock);
	list_release(looker->list);
	event_release(looker->state);
	g_ptr_array_free(looker->crops, TRUE);
	g_ptr_array_free(looker->problems, TRUE);
	g_free(looker);
}

/* Keeps a picture of every mark that somebody may be asked about, while there is the image. */
static void
keep_crops(struct looker *looker, const struct image *image)
{
	const struct sight *sight = &PICTURE(&looker->pile, looker->pile.pictures->len - 1)->sight;

	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *form = SEEN_FORM(sight, i);

		for (unsigned n = 0; n < form->marks && looker->crops->len < CROPS_MAX; n++) {
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
			g_ptr_array_add(looker->crops, crop);
		}
	}
}

void
looker_look(struct looker *looker, GBytes *photo)
{
	size_t size;
	const void *bytes = g_bytes_get_data(photo, &size);
	struct worker *worker = worker_open_bytes("the photo", bytes, size);
	struct image image;
	unsigned pages = 0;

	worker_limit(worker, PAGE_SECONDS);
	while (pages < PAGES_MAX && worker_next(worker, &image)) {
		pile_add(&looker->pile, "photo", ++pages, &image);
		keep_crops(looker, &image);
		image_finish(&image);
	}
	if (pages == 1)
		PICTURE(&looker->pile, 0)->page = 0;
	if (pages == PAGES_MAX && worker_next(worker, &image)) {
		image_finish(&image);
		g_ptr_array_add(looker->problems,
			g_strdup_printf("only the first %d pages were read: send the others by themselves",
				PAGES_MAX));
	} else if (worker == NULL || worker_problem(worker) != NULL) {
		const char *why = worker == NULL ? "there is not enough memory" : worker_problem(worker);

		pile_fail(&looker->pile, "photo", why);
		g_ptr_array_add(looker->problems, g_strdup(why));
	}
	worker_close(worker);
	pile_settle(&looker->pile);
	for (unsigned i = 0; i < looker->pile.pictures->len; i++) {
		const struct picture *picture = PICTURE(&looker->pile, i);

		for (unsigned n = 0; picture->error == NULL && n < picture->sight.refused->len; n++)
			g_ptr_array_add(looker->problems,
				g_strdup(g_ptr_array_index(picture->sight.refused, n)));
	}
}

const struct crop *
looker_crop(const struct looker *looker, const char *code, const char *id)
{
	for (unsigned i = 0; i < looker->crops->len; i++) {
		const struct crop *crop = g_ptr_array_index(looker->crops, i);

		if (strcmp(crop->code, code) == 0 && strcmp(crop->id, id) == 0)
			return crop;
	}
	return NULL;
}
