/* SPDX-License-Identifier: MIT
 * Tables that call the organiser. */
#include "kiosk/event/table_calls.h"

#include <string.h>

/* The settings are named by the code of a table's first play, so that calls of an earlier event mean nothing now. */
#define CALL "call."

struct table_call {
	int64_t at; /* milliseconds since 1970 */
	unsigned round, table;
};

char *
table_call_setting(const struct event_state *state, unsigned round, unsigned table)
{
	const GPtrArray *plays = event_table(state, round, table);

	return plays == NULL ? NULL : g_strconcat(CALL, ((struct event_play *)g_ptr_array_index(plays, 0))->code, NULL);
}

static int
compare(const void *left, const void *right)
{
	const struct table_call *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->table < b->table ? -1 : a->table > b->table;
}

json_t *
table_calls_read(struct store *store, const struct event_state *state, struct problem *problem)
{
	g_autoptr(GPtrArray) settings = NULL;
	g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(struct table_call));

	if (store_settings(store, CALL, &settings, problem) != STORE_OK)
		return NULL;
	for (unsigned i = 0; i < settings->len; i++) {
		const struct setting *setting = g_ptr_array_index(settings, i);
		const struct event_play *play = event_play(state, setting->name + strlen(CALL));

		if (play != NULL) {
			struct table_call one = {g_ascii_strtoll(setting->value, NULL, 10), play->round, play->table};

			g_array_append_val(calls, one);
		}
	}
	g_array_sort(calls, compare);
	json_t *list = json_array();
	for (unsigned i = 0; i < calls->len; i++) {
		const struct table_call *one = &g_array_index(calls, struct table_call, i);

		json_array_append_new(list,
			json_pack("{s:i, s:i, s:I}", "round", (int)one->round, "table", (int)one->table, "at",
				(json_int_t)one->at));
	}
	return list;
}
