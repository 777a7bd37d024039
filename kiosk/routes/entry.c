/* SPDX-License-Identifier: MIT
 * What is stored, as the page asks for it: an entry with its history, its score
 * to print, a table with its games. */
#include <string.h>

#include "kiosk/prints/score_page.h"
#include "kiosk/routes/handlers.h"

#define HISTORY_MOST 200

/* The entry that a number names; NULL after answering why not. */
static struct entry *
find_entry(struct kiosk *kiosk, const char *text, struct reply *reply)
{
	struct entry *entry = NULL;
	enum store_status status;
	struct problem problem = {0};
	guint64 id;

	if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, &id, NULL)) {
		reply_error(reply, 404, "unknown", SAY("result-number", "a result has a number"));
		return NULL;
	}
	status = store_entry(kiosk->store, (int64_t)id, &entry, &problem);
	if (status == STORE_UNKNOWN)
		reply_error(reply, 404, "unknown", SAY("no-such-result", "there is no result {number}"),
			ARG_NUMBER("number", id));
	else if (status != STORE_OK)
		handler_trouble(reply, &problem);
	return status == STORE_OK ? entry : NULL;
}

/* Every entry of a table; a casual game has only its own. */
static json_t *
history_json(struct kiosk *kiosk, const struct entry *entry, bool told, struct reply *reply)
{
	GPtrArray *entries = NULL;
	struct problem problem = {0};
	json_t *json;

	if (!entry->event)
		return json_pack("[o]", handler_entry(entry, told));
	if (store_history(kiosk->store, entry->play, HISTORY_MOST, &entries, &problem) != STORE_OK) {
		handler_trouble(reply, &problem);
		return NULL;
	}
	json = json_array();
	for (unsigned i = 0; i < entries->len; i++)
		json_array_append_new(json, handler_entry(g_ptr_array_index(entries, i), told));
	g_ptr_array_free(entries, TRUE);
	return json;
}

/* The entry; one that was stored before scores said what decided is scored again for it. */
static json_t *
entry_json(struct kiosk *kiosk, const struct entry *entry, bool told, struct reply *reply)
{
	json_t *json = handler_entry(entry, told), *score = json_object_get(json, "score"), *again;
	const struct event_state *state;
	const struct node *result;
	struct judged *judged;

	if (!json_is_object(score) || json_object_get(score, "note") != NULL)
		return json;
	state = handler_event(kiosk, reply);
	judged = handler_parse(entry->result, strlen(entry->result), &result);
	if (state != NULL && result != NULL && answer_find(&judged->answer, result, NULL, event_key(state)) &&
		answer_score(&judged->answer, result, NULL)) {
		again = json_loads(handler_answer(judged, &audience_public), 0, NULL);
		json_object_update_missing(score, again);
		json_decref(again);
	}
	event_release(state);
	g_free(judged);
	return json;
}

static void
get_entry(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct entry *entry = find_entry(kiosk, request->rest, reply);
	bool told = is_organiser(request);
	json_t *history = entry == NULL ? NULL : history_json(kiosk, entry, told, reply);
	const struct event_state *state = history == NULL ? NULL : handler_event(kiosk, reply);

	/* A play without dashes is the name of a game: nothing printed goes with it. */
	if (history != NULL)
		reply_json(reply, 200,
			json_pack("{s:o, s:o, s:o, s:s?}", "entry", entry_json(kiosk, entry, told, reply), "history",
				history, "colours", handler_colours(state, entry->play), "piece",
				strchr(entry->play, '-') == NULL || (!told && handler_secret(entry)) ? NULL
												     : entry->play));
	event_release(state);
	g_free(entry);
}

static void
get_score(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	char *number = g_strdup(request->rest);
	struct problem problem;
	const struct event_state *state;
	struct entry *entry = NULL;
	GBytes *page = NULL;

	if (g_str_has_suffix(number, ".pdf"))
		number[strlen(number) - strlen(".pdf")] = '\0';
	state = handler_event(kiosk, reply);
	if (state != NULL)
		entry = find_entry(kiosk, number, reply);
	if (entry != NULL && entry->kind == ENTRY_WITHDRAWN) {
		reply_error(reply, 404, "unknown",
			SAY("score-withdrawn", "this result was withdrawn: there is nothing to print"));
	} else if (entry != NULL) {
		page = score_page_pdf(
			kiosk->documents, entry, state, is_organiser(request) || !handler_secret(entry), &problem);
		if (page == NULL)
			reply_problem(reply, 503, "trouble", &problem);
	}
	if (page != NULL) {
		reply_header(reply, "Content-Disposition", "inline");
		reply_bytes(reply, 200, "application/pdf", page);
	}
	g_free(entry);
	event_release(state);
	g_free(number);
}

/* The games of a table with what counts for each, and all of its history. A code is what lets
 * its holders enter a result: it is told to the organiser alone. */
static void
answer_table(struct kiosk *kiosk, const struct event_state *state, const GPtrArray *plays, char **names, bool told,
	struct reply *reply)
{
	const struct event_play *first = g_ptr_array_index(plays, 0);
	json_t *list = json_array(), *history = json_array(), *seated = json_array();
	bool fine = true;

	for (char **name = names; *name != NULL; name++)
		json_array_append_new(seated, json_string(*name));
	for (unsigned i = 0; i < plays->len && fine; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		json_t *entry = NULL, *before = NULL;

		fine = handler_current(kiosk, play->code, told, &entry, reply);
		if (fine)
			before = history_json(kiosk, &(struct entry){.event = true, .play = play->code}, told, reply);
		fine = before != NULL;
		if (fine) {
			json_array_append_new(
				list, json_pack("{s:s?, s:O}", "code", told ? play->code : NULL, "entry", entry));
			json_array_extend(history, before);
		}
		json_decref(entry);
		json_decref(before);
	}
	if (fine)
		reply_json(reply, 200,
			json_pack("{s:i, s:i, s:s, s:O, s:o, s:O, s:O}", "round", (int)first->round, "table",
				(int)first->table, "game", first->game, "names", seated, "colours",
				handler_colours(state, first->code), "plays", list, "history", history));
	json_decref(list);
	json_decref(history);
	json_decref(seated);
}

/* How many sit at the table: as its code says. */
static unsigned
seats_at(const struct event_state *state, const struct event_play *play)
{
	struct problems problems;
	const struct game *game;
	struct code code;

	problems_init(&problems);
	game = game_of_text(play->code, event_key(state), &code, &problems);
	return game == NULL ? PLAYERS_MAX : handler_seats(state, play, game, &code);
}

static void
get_table(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct event_state *state = handler_event(kiosk, reply);
	char **part, **names;
	struct problem problem = {0};
	const GPtrArray *plays = NULL;
	guint64 round = 0, table = 0;

	if (state == NULL)
		return;
	part = g_strsplit(request->rest, "/", 3);
	if (g_strv_length(part) == 2 && g_ascii_string_to_unsigned(part[0], 10, 0, CODE_ROUND_MAX, &round, NULL) &&
		g_ascii_string_to_unsigned(part[1], 10, 0, CODE_TABLE_MAX, &table, NULL))
		plays = event_table(state, (unsigned)round, (unsigned)table);
	if (plays == NULL) {
		reply_error(reply, 404, "unknown", SAY("no-such-table", "the event has no such table"));
	} else {
		names = handler_seated(kiosk, (unsigned)round, (unsigned)table,
			seats_at(state, g_ptr_array_index(plays, 0)), &problem);
		if (names == NULL)
			handler_trouble(reply, &problem);
		else
			answer_table(kiosk, state, plays, names, is_organiser(request), reply);
		g_strfreev(names);
	}
	g_strfreev(part);
	event_release(state);
}

const struct route entry_routes[] = {
	ROUTE("GET", "/api/entry/", get_entry, .cost = 1),
	ROUTE("GET", "/api/table/", get_table, .cost = 1),
	ROUTE("GET", "/score/", get_score, .cost = 1, .slow = true),
	{.path = NULL},
};
