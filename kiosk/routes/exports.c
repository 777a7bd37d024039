/* SPDX-License-Identifier: MIT
 * Lists and searches of the results that count, the newest first; and exports as CSV and JSON. Exports are made while
 * they are sent, so that a hundred thousand entries need no more memory than a few. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/names.h"
#include "layouts/game.h"

/* Results in one answer. */
#define SHOWN 50

/* Results that are read from the store at once for a list. */
#define LIST_STEP 200

/* Entries that are read from the store at once for an export. */
#define EXPORT_STEP 64

/* Results that one request searches; the next request continues. */
#define LOOKED 4000

/* Characters of the text of a search. */
#define SEARCH 100

/* The ruling of an entry, "" if there is none; to be freed. */
static char *
ruling_of(const struct entry *entry)
{
	json_auto_t *score = json_loads(entry->score, 0, NULL);
	const char *ruling = json_string_value(json_object_get(score, "ruling"));

	return g_strdup(ruling == NULL ? "" : ruling);
}

/* Whether an entry contains all words of a search: in the names, the game, the table, the reason or the ruling. */
static bool
is_found(const struct entry *entry, const struct played *played, char **search)
{
	const struct game *game = game_by_id(entry->game);
	bool found = true;

	if (search[0] == NULL)
		return true;
	g_autoptr(GString) words = g_string_new(game == NULL ? entry->game : game->title);
	for (unsigned i = 0; i < played->players; i++)
		g_string_append_printf(words, " %s", played->name[i]);
	if (entry->event)
		g_string_append_printf(words, " round %u, table %u", entry->round, entry->table);
	g_autofree char *ruling = ruling_of(entry);
	g_string_append_printf(words, " %s %s", entry->why, ruling);
	g_autofree char *folded = names_fold(words->str);
	for (char **word = search; *word != NULL && found; word++)
		found = strstr(folded, *word) != NULL;
	return found;
}

/* Adds the matching entries before `at`, and moves it on; 0: there are no more. False if the store fails. */
static bool
look(struct call *call, char **search, int64_t *at, json_t *list)
{
	bool more = true;

	for (unsigned looked = 0; more && looked < LOOKED && json_array_size(list) < SHOWN;) {
		g_autoptr(GPtrArray) entries = NULL;
		unsigned i;

		if (store_results_before(call->kiosk->store, *at, LIST_STEP, &entries, call->problem) != STORE_OK)
			return false;
		for (i = 0; i < entries->len && json_array_size(list) < SHOWN; i++) {
			const struct entry *entry = g_ptr_array_index(entries, i);
			struct played played;

			*at = entry->id;
			if (!played_read(entry, &played) || !is_found(entry, &played, search))
				continue;
			json_t *json = standings_result(entry), *names = json_array();
			g_autofree char *ruling = ruling_of(entry);
			for (unsigned n = 0; n < played.players; n++)
				json_array_append_new(names, json_string(played.name[n]));
			json_object_update_new(json,
				json_pack("{s:o, s:b, s:s?}", "names", names, "corrected",
					entry->kind == ENTRY_CORRECTION, "ruling", *ruling == '\0' ? NULL : ruling));
			json_array_append_new(list, json);
		}
		looked += i;
		more = i < entries->len || entries->len == LIST_STEP;
	}
	if (!more)
		*at = 0;
	return true;
}

static bool
get_results(struct call *call)
{
	const char *before = request_query(call->request, "before"), *search = request_query(call->request, "search");
	guint64 at = INT32_MAX;

	if ((before != NULL && !g_ascii_string_to_unsigned(before, 10, 1, INT32_MAX, &at, NULL)) ||
		(search != NULL && (!g_utf8_validate(search, -1, NULL) || g_utf8_strlen(search, -1) > SEARCH)))
		return refuse(call, 400, "bad-request",
			SAY("bad-search",
				"\"before\" is the number of a result, a search has {most} characters at most"),
			ARG_NUMBER("most", SEARCH));
	/* A search reads thousands of results: many at once would keep everybody else waiting. */
	if (search != NULL && !call->organiser)
		return refuse(call, 401, "organiser",
			SAY("search-organiser", "only the organiser searches in the results; log in"));
	g_autofree char *folded = names_fold(search == NULL ? "" : search);
	g_auto(GStrv) words = g_strsplit_set(folded, " ,\t", SEARCH);
	json_auto_t *list = json_array();
	int64_t next = (int64_t)at;
	return look(call, words, &next, list) &&
		reply_json(call->reply, 200,
			json_pack("{s:O, s:o}", "results", list, "next", next == 0 ? json_null() : json_integer(next)));
}

/* The first line of the results as CSV. */
#define CSV_HEAD "result,round,table,game,code,seat,name,points,place,ruling,reason\r\n"

/* An export in progress. */
struct export
{
	struct kiosk *kiosk;
	struct store_walk walk;
	enum store_walk_of of; /* what is being walked over */
	char *head;            /* what it begins with; NULL once it was sent */
	bool told;             /* with the codes of tables */
	bool begun, ended;     /* has an entry; has all of them */
};

static void
export_free(void *data)
{
	struct export *export = data;

	g_free(export->head);
	g_free(export);
}

/* Begins an export of what is stored now, with its head, which is taken over; NULL after setting the problem. */
static struct export *
export_begin(struct call *call, enum store_walk_of of, char *head)
{
	struct export *export = g_new0(struct export, 1);

	export->kiosk = call->kiosk;
	export->of = of;
	export->told = call->organiser;
	export->head = head;
	if (store_walk_begin(call->kiosk->store, &export->walk, call->problem) == STORE_OK)
		return export;
	export_free(export);
	return NULL;
}

/* The next entries, none at the end, after the head; NULL if the store fails. */
static GPtrArray *
next_entries(struct export *export, GString *piece)
{
	GPtrArray *entries = NULL;
	struct problem problem = {0};

	if (export->head != NULL)
		g_string_append(piece, export->head);
	g_clear_pointer(&export->head, g_free);
	store_walk(export->kiosk->store, export->of, EXPORT_STEP, &export->walk, &entries, &problem);
	return entries;
}

/* A line for each player of a result that counts: the event's tables first, then casual games. */
static bool
next_csv(void *data, GString *piece)
{
	struct export *export = data;

	while (piece->len == 0 && !export->ended) {
		g_autoptr(GPtrArray) entries = next_entries(export, piece);

		if (entries == NULL)
			return false;
		for (unsigned i = 0; i < entries->len; i++) {
			const struct entry *entry = g_ptr_array_index(entries, i);
			g_autofree char *ruling = ruling_of(entry);
			struct played played;

			if (!played_read(entry, &played))
				played.players = 0;
			for (unsigned n = 0; n < played.players; n++) {
				csv_number(piece, entry->id);
				csv_number(piece, entry->round);
				csv_number(piece, entry->table);
				csv_cell(piece, entry->game);
				csv_cell(piece, !export->told && handler_secret(entry) ? "" : entry->play);
				csv_cell(piece, player_letter(n));
				csv_cell(piece, played.name[n]);
				csv_number(piece, played.total[n]);
				csv_number(piece, played.place[n]);
				csv_cell(piece, ruling);
				csv_cell(piece, entry->why);
				csv_end(piece);
			}
		}
		export->ended = entries->len == 0 && export->of == WALK_CASUAL;
		if (entries->len == 0)
			export->of = WALK_CASUAL;
	}
	return true;
}

static bool
get_csv(struct call *call)
{
	static const struct reply_source source = {next_csv, export_free};
	bool is_excel = request_query(call->request, "excel") != NULL;
	struct export *export =
		export_begin(call, WALK_COUNTS, g_strconcat(is_excel ? CSV_FOR_EXCEL : "", CSV_HEAD, NULL));

	if (export == NULL)
		return false;
	reply_download(call->reply, "results.csv");
	return reply_stream(call->reply, "text/csv; charset=utf-8", &source, export);
}

/* Everything that was ever entered, the oldest first. */
static bool
next_json(void *data, GString *piece)
{
	struct export *export = data;

	if (export->ended)
		return true;
	g_autoptr(GPtrArray) entries = next_entries(export, piece);
	if (entries == NULL)
		return false;
	for (unsigned i = 0; i < entries->len; i++) {
		json_auto_t *json = handler_entry(g_ptr_array_index(entries, i), export->told);

		if (json == NULL)
			return false; /* a damaged entry breaks the export off */
		g_autofree char *text = reply_text(json);
		g_string_append_printf(piece, "%s%s", export->begun ? "," : "", text);
		export->begun = true;
	}
	export->ended = entries->len == 0;
	if (export->ended)
		g_string_append(piece, "]}");
	return true;
}

static bool
get_json(struct call *call)
{
	static const struct reply_source source = {next_json, export_free};
	held_snapshot *snapshot = standings_cache_hold(call->kiosk, call->organiser, call->problem);

	if (snapshot == NULL)
		return false;
	json_auto_t *about = event_snapshot_about(snapshot);
	g_autofree char *event = reply_text(about);
	struct export *export = export_begin(call, WALK_ALL, g_strdup_printf("{\"event\":%s,\"entries\":[", event));
	if (export == NULL)
		return false;
	reply_download(call->reply, "results.json");
	return reply_stream(call->reply, "application/json", &source, export);
}

const struct route export_routes[] = {
	ROUTE("GET", "/api/results", get_results, .cost = 5),
	ROUTE("GET", "/results.csv", get_csv, .cost = 5, .streams = true),
	ROUTE("GET", "/results.json", get_json, .cost = 5, .streams = true),
	{.path = NULL},
};
