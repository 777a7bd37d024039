/* SPDX-License-Identifier: MIT
 * Stored results: an entry with its history, its score as a PDF, and a table with its games. */
#include <string.h>

#include "kiosk/prints/score_page.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/judging.h"

/* Entries of a play that are listed: all but the first are corrections and withdrawals by the organiser. */
#define HISTORY_MOST 200

/* The entry that a number names; NULL after answering why not. */
static struct entry *
find_entry(struct call *call, const char *text)
{
	struct entry *entry = NULL;
	guint64 id;

	if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT64, &id, NULL)) {
		refuse(call, 404, "unknown", SAY("result-number", "a result has a number"));
		return NULL;
	}
	if (store_entry(call->kiosk->store, (int64_t)id, &entry, call->problem) == STORE_UNKNOWN)
		refuse(call, 404, "unknown", SAY("no-such-result", "there is no result {number}"),
			ARG_NUMBER("number", id));
	return entry;
}

/* Adds every entry of a play of the event to a list; false after setting the problem. */
static bool
add_history(struct call *call, const char *play, bool told, json_t *list)
{
	g_autoptr(GPtrArray) entries = NULL;

	if (store_history(call->kiosk->store, play, HISTORY_MOST, &entries, call->problem) != STORE_OK)
		return false;
	for (unsigned i = 0; i < entries->len; i++)
		json_array_append_new(list, handler_entry(g_ptr_array_index(entries, i), told));
	return true;
}

/* An entry with its history; that of a casual game is the entry alone. Scores of older programs have no "note" that
 * says what decided: such an entry is scored again. */
static bool
get_entry(struct call *call)
{
	bool told = call->organiser;
	g_autofree struct entry *entry = find_entry(call, call->request->rest);
	json_auto_t *history = json_array();

	if (entry == NULL)
		return false;
	if (!entry->event)
		json_array_append_new(history, handler_entry(entry, told));
	else if (!add_history(call, entry->play, told, history))
		return false;
	json_t *json = handler_entry(entry, told), *score = json_object_get(json, "score");
	if (json_is_object(score) && json_object_get(score, "note") == NULL) {
		const struct node *result;
		g_autofree struct judged *judged = handler_parse(entry->result, strlen(entry->result), &result);

		if (result != NULL && answer_find(&judged->answer, result, NULL, event_key(call->state)) &&
			answer_score(&judged->answer, result, NULL)) {
			json_auto_t *again = json_loads(handler_answer(judged, &audience_public), 0, NULL);

			json_object_update_missing(score, again);
		}
	}
	/* A play without dashes is the name of a game: it has no printed piece. */
	bool printed = strchr(entry->play, '-') != NULL && (told || !handler_secret(entry));
	return reply_json(call->reply, 200,
		json_pack("{s:o, s:O, s:o, s:s?}", "entry", json, "history", history, "colours",
			handler_colours(call->state, entry->play), "piece", printed ? entry->play : NULL));
}

static bool
get_score(struct call *call)
{
	const char *rest = call->request->rest;
	size_t length = strlen(rest) - (g_str_has_suffix(rest, ".pdf") ? strlen(".pdf") : 0);
	g_autofree char *number = g_strndup(rest, length);
	g_autofree struct entry *entry = find_entry(call, number);
	if (entry == NULL)
		return false;
	if (entry->kind == ENTRY_WITHDRAWN)
		return refuse(call, 404, "unknown",
			SAY("score-withdrawn", "this result was withdrawn: there is nothing to print"));
	GBytes *page = score_page_pdf(
		call->kiosk->documents, entry, call->state, call->organiser || !handler_secret(entry), call->problem);
	if (page == NULL)
		return false;
	reply_header(call->reply, "Content-Disposition", "inline");
	return reply_bytes(call->reply, 200, "application/pdf", page);
}

/* The games of a table with the entry that counts for each, and their history. Only the organiser gets the codes,
 * because anyone who has one can enter a result. */
static bool
get_table(struct call *call)
{
	g_auto(GStrv) part = g_strsplit(call->request->rest, "/", 3);
	json_auto_t *list = json_array(), *history = json_array();
	const GPtrArray *plays = NULL;
	guint64 round = 0, table = 0;
	struct code code;

	if (g_strv_length(part) == 2 && g_ascii_string_to_unsigned(part[0], 10, 0, CODE_ROUND_MAX, &round, NULL) &&
		g_ascii_string_to_unsigned(part[1], 10, 0, CODE_TABLE_MAX, &table, NULL))
		plays = event_table(call->state, (unsigned)round, (unsigned)table);
	if (plays == NULL)
		return refuse(call, 404, "unknown", SAY("no-such-table", "the event has no such table"));
	const struct event_play *first = g_ptr_array_index(plays, 0);
	const struct game *game = handler_game(call->state, first->code, &code);
	unsigned seats = game == NULL ? PLAYERS_MAX : handler_seats(call->state, first, game, &code);
	json_auto_t *names = handler_names(call, first->round, first->table, seats);
	if (names == NULL)
		return false;
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		json_t *entry = handler_current(call, play->code, call->organiser);

		if (entry == NULL)
			return false;
		json_array_append_new(
			list, json_pack("{s:s?, s:o}", "code", call->organiser ? play->code : NULL, "entry", entry));
		if (!add_history(call, play->code, call->organiser, history))
			return false;
	}
	return reply_json(call->reply, 200,
		json_pack("{s:i, s:i, s:s, s:O, s:o, s:O, s:O}", "round", (int)first->round, "table", (int)first->table,
			"game", first->game, "names", names, "colours", handler_colours(call->state, first->code),
			"plays", list, "history", history));
}

const struct route entry_routes[] = {
	ROUTE("GET", "/api/entry/", get_entry, .cost = 1, .needs = NEEDS_EVENT),
	ROUTE("GET", "/api/table/", get_table, .cost = 1, .needs = NEEDS_EVENT),
	ROUTE("GET", "/score/", get_score, .cost = 1, .slow = true, .needs = NEEDS_EVENT),
	{.path = NULL},
};
