/* SPDX-License-Identifier: MIT
 * Every result that counts, the newest first, some at a time, and those that a search finds. */
#include <string.h>

#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/routes/standings_parts.h"
#include "kiosk/store/names.h"
#include "layouts/game.h"

#define SHOWN  50   /* at once */
#define STEP   200  /* that are read at once */
#define LOOKED 4000 /* that one request looks at: to search further, ask again */
#define SEARCH 100  /* characters */

/* What a search looks through: who played, what, where, and what was ruled or corrected. */
static char *
words_of(const struct entry *entry, const struct played *played)
{
	const struct game *game = game_by_id(entry->game);
	GString *words = g_string_new(game == NULL ? entry->game : game->title);
	json_t *score = json_loads(entry->score, 0, NULL);
	const char *ruling = json_string_value(json_object_get(score, "ruling"));
	char *folded;

	for (unsigned i = 0; i < played->players; i++)
		g_string_append_printf(words, " %s", played->name[i]);
	if (entry->event)
		g_string_append_printf(words, " round %u, table %u", entry->round, entry->table);
	g_string_append_printf(words, " %s %s", entry->why, ruling == NULL ? "" : ruling);
	json_decref(score);
	folded = names_fold(words->str);
	g_string_free(words, TRUE);
	return folded;
}

static bool
is_found(const struct entry *entry, const struct played *played, char **search)
{
	char *words;
	bool found = true;

	if (search[0] == NULL)
		return true;
	words = words_of(entry, played);
	for (char **word = search; *word != NULL && found; word++)
		found = strstr(words, *word) != NULL;
	g_free(words);
	return found;
}

static json_t *
result_json(const struct entry *entry, const struct played *played)
{
	json_t *json = standings_result(entry), *names = json_array(), *score = json_loads(entry->score, 0, NULL);
	const char *ruling = json_string_value(json_object_get(score, "ruling"));

	for (unsigned i = 0; i < played->players; i++)
		json_array_append_new(names, json_string(played->name[i]));
	json_object_set_new(json, "names", names);
	json_object_set_new(json, "corrected", json_boolean(entry->kind == ENTRY_CORRECTION));
	json_object_set_new(json, "ruling", ruling == NULL ? json_null() : json_string(ruling));
	json_decref(score);
	return json;
}

/* Adds what is found among the entries before `at`, which goes on. False where the store fails. */
static bool
look(struct kiosk *kiosk, char **search, int64_t *at, json_t *list, struct problem *problem)
{
	bool more = true;

	for (unsigned looked = 0; more && looked < LOOKED && json_array_size(list) < SHOWN;) {
		GPtrArray *entries = NULL;
		unsigned i;

		if (store_results_before(kiosk->store, *at, STEP, &entries, problem) != STORE_OK)
			return false;
		for (i = 0; i < entries->len && json_array_size(list) < SHOWN; i++) {
			const struct entry *entry = g_ptr_array_index(entries, i);
			struct played played;

			*at = entry->id;
			if (played_read(entry, &played) && is_found(entry, &played, search))
				json_array_append_new(list, result_json(entry, &played));
		}
		looked += i;
		more = i < entries->len || entries->len == STEP;
		g_ptr_array_unref(entries);
	}
	if (!more)
		*at = 0;
	return true;
}

/* The words of a search; empty where there is none. To be freed with g_strfreev(). */
static char **
read_search(const struct request *request)
{
	const char *text = request_query(request, "search");
	char *folded = names_fold(text == NULL ? "" : text), **words, **kept;
	unsigned count = 0;

	words = g_strsplit_set(folded, " ,\t", SEARCH);
	kept = g_new0(char *, g_strv_length(words) + 1);
	for (char **word = words; *word != NULL; word++)
		if (**word != '\0')
			kept[count++] = g_strdup(*word);
	g_strfreev(words);
	g_free(folded);
	return kept;
}

void
results_list_get(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *before = request_query(request, "before"), *search = request_query(request, "search");
	json_t *list = json_array();
	guint64 at = INT32_MAX;
	char **words;
	struct problem problem = {0};
	int64_t next;

	if ((before != NULL && !g_ascii_string_to_unsigned(before, 10, 1, INT32_MAX, &at, NULL)) ||
		(search != NULL && (!g_utf8_validate(search, -1, NULL) || g_utf8_strlen(search, -1) > SEARCH))) {
		reply_refuse(reply, 400, "bad-request",
			"\"before\" is the number of a result, a search has %d characters at most", SEARCH);
		json_decref(list);
		return;
	}
	/* A search looks at thousands: a crowd's would keep everybody else waiting. */
	if (search != NULL && !is_organiser(request)) {
		reply_refuse(reply, 401, "organiser", "only the organiser searches in the results; log in");
		json_decref(list);
		return;
	}
	next = (int64_t)at;
	words = read_search(request);
	if (look(kiosk, words, &next, list, &problem))
		reply_json(reply, 200,
			json_pack("{s:O, s:o}", "results", list, "next", next == 0 ? json_null() : json_integer(next)));
	else
		handler_trouble(reply, &problem);
	g_strfreev(words);
	json_decref(list);
}
