/* SPDX-License-Identifier: MIT
 * The cache of the event. */
#include "kiosk/event/event.h"

#include <string.h>

#include "kiosk/event/seating.h"

/* The member of the stored manifest with the codes of plays that were printed again. */
#define EVENT_BEFORE "before"

struct event {
	struct store *store;
	GMutex lock;
	int64_t version; /* of the store, when it was last looked at */
	const struct event_state *state;
};

struct event *
event_create(struct store *store)
{
	struct event *event = g_new0(struct event, 1);

	event->store = store;
	event->version = -1;
	g_mutex_init(&event->lock);
	return event;
}

void
event_destroy(struct event *event)
{
	if (event == NULL)
		return;
	event_release(event->state);
	g_mutex_clear(&event->lock);
	g_free(event);
}

static void
state_clear(void *data)
{
	struct event_state *state = data;

	g_free(state->head_text);
	g_free(state->key_text);
	json_decref(state->head);
	g_hash_table_destroy(state->by_code);
	g_hash_table_destroy(state->by_table);
	g_hash_table_destroy(state->before);
	g_ptr_array_free(state->plays, TRUE);
	g_string_chunk_free(state->texts);
}

void
event_release(const struct event_state *state)
{
	if (state != NULL)
		g_atomic_rc_box_release_full(state->self, state_clear);
}

const struct event_state *
event_again(const struct event_state *state)
{
	return g_atomic_rc_box_acquire(state->self);
}

/* Adds the play of a piece, unless another piece has added it. */
static void
add_play(struct event_state *state, const struct printed *piece)
{
	void *table = seating_key(piece->round, piece->table, 0);

	if (g_hash_table_contains(state->by_code, piece->play))
		return;
	struct event_play *play = g_new(struct event_play, 1);
	*play = (struct event_play){.code = g_string_chunk_insert(state->texts, piece->play),
		.game = g_string_chunk_insert_const(state->texts, piece->game),
		.round = piece->round,
		.table = piece->table,
		.spare = piece->spare};
	g_ptr_array_add(state->plays, play);
	g_hash_table_insert(state->by_code, play->code, play);
	GPtrArray *list = g_hash_table_lookup(state->by_table, table);
	if (list == NULL) {
		list = g_ptr_array_new();
		g_hash_table_insert(state->by_table, table, list);
	}
	g_ptr_array_add(list, play);
}

/* Reads all of it. Takes ownership of the texts. */
static const struct event_state *
state_load(struct store *store, char *head, char *key, struct problem *problem)
{
	struct event_state *state = g_atomic_rc_box_new0(struct event_state);
	g_autoptr(GPtrArray) pieces = NULL;
	json_t *code;
	size_t i;

	state->self = state;
	state->head_text = head;
	state->key_text = key;
	state->texts = g_string_chunk_new(4096);
	state->plays = g_ptr_array_new_with_free_func(g_free);
	state->by_code = g_hash_table_new(g_str_hash, g_str_equal);
	state->by_table = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
	state->before = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	state->has_key = key != NULL && code_key_read(key, &state->key);
	state->head = head == NULL ? NULL : json_loads(head, 0, NULL);
	if (state->head == NULL)
		return state;
	json_t *about = json_object_get(state->head, "event");
	state->name = json_string_value(json_object_get(about, "name"));
	state->date = json_string_value(json_object_get(about, "date"));
	state->url = json_string_value(json_object_get(about, "url"));
	json_array_foreach(json_object_get(state->head, EVENT_BEFORE), i, code)
		if (json_is_string(code))
			g_hash_table_add(state->before, g_strdup(json_string_value(code)));
	if (store_pieces(store, &pieces, problem) != STORE_OK) {
		event_release(state);
		return NULL;
	}
	for (unsigned n = 0; n < pieces->len; n++)
		add_play(state, g_ptr_array_index(pieces, n));
	return state;
}

/* Updates the state if the store has a newer version. Most changes are results: then the two texts are still the same,
 * and the pieces are not read again. */
static bool
refresh(struct event *event, struct problem *problem)
{
	int64_t version = store_version(event->store);
	g_autofree char *head = NULL, *key = NULL;

	if (event->state != NULL && version == event->version)
		return true;
	if (store_setting(event->store, STORE_MANIFEST, &head, problem) != STORE_OK ||
		store_setting(event->store, EVENT_KEY, &key, problem) != STORE_OK)
		return false;
	if (event->state == NULL || g_strcmp0(head, event->state->head_text) != 0 ||
		g_strcmp0(key, event->state->key_text) != 0) {
		const struct event_state *state =
			state_load(event->store, g_steal_pointer(&head), g_steal_pointer(&key), problem);

		if (state == NULL)
			return false;
		event_release(event->state);
		event->state = state;
	}
	event->version = version;
	return true;
}

const struct event_state *
event_hold(struct event *event, struct problem *problem)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&event->lock);

	/* While the database is unreachable sheets and codes can still be shown with the last known state: nothing can
	 * be stored that depends on it. */
	if (!refresh(event, problem) && event->state != NULL)
		problem_clear(problem);
	return event->state == NULL ? NULL : event_again(event->state);
}

const struct code_key *
event_key(const struct event_state *state)
{
	return state->has_key ? &state->key : NULL;
}

const struct event_play *
event_play(const struct event_state *state, const char *play)
{
	return g_hash_table_lookup(state->by_code, play);
}

bool
event_play_withdrawn(const struct event_state *state, const char *play)
{
	return event_play(state, play) == NULL && g_hash_table_contains(state->before, play);
}

char *
event_with_table(const struct event_state *state, unsigned round, unsigned table, unsigned players, bool is_printed)
{
	json_auto_t *head = json_deep_copy(state->head);
	json_t *rounds = json_object_get(head, "rounds"),
	       *sizes = json_object_get(json_array_get(rounds, round - 1), "players");
	json_t *before = json_object_get(head, EVENT_BEFORE);
	const GPtrArray *plays = event_table(state, round, table);

	json_array_set_new(sizes, table - 1, json_integer(players));
	if (before == NULL) {
		before = json_array();
		json_object_set_new(head, EVENT_BEFORE, before);
	}
	for (unsigned i = 0; is_printed && plays != NULL && i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		if (!g_hash_table_contains(state->before, play->code))
			json_array_append_new(before, json_string(play->code));
	}
	return json_dumps(head, JSON_COMPACT);
}

const GPtrArray *
event_table(const struct event_state *state, unsigned round, unsigned table)
{
	return g_hash_table_lookup(state->by_table, seating_key(round, table, 0));
}

json_t *
event_round(const struct event_state *state, unsigned round)
{
	json_t *rounds = json_object_get(state->head, "rounds"), *one;
	size_t i;

	json_array_foreach(rounds, i, one)
		if (json_integer_value(json_object_get(one, "round")) == round)
			return one;
	return NULL;
}

unsigned
event_rounds(const struct event_state *state)
{
	return (unsigned)json_array_size(json_object_get(state->head, "rounds"));
}

json_t *
event_rules(const struct event_state *state, unsigned round)
{
	return json_object_get(event_round(state, round), "rules");
}
