/* SPDX-License-Identifier: MIT
 * Everything that was entered, to take away: made while it is sent, some entries
 * at a time, so that a hundred thousand of them cost no more memory than a few. */
#include <stdlib.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/routes/standings_parts.h"

#define STEP 64 /* entries that are read at once */

/* An export under way. */
struct export
{
	struct kiosk *kiosk;
	struct store_walk walk;
	enum store_walk_of of; /* what is being walked over */
	bool begun, ended;
	bool told; /* codes of tables */
	bool excel;
	char *event; /* as JSON */
};

static void
export_free(void *data)
{
	struct export *export = data;

	free(export->event);
	g_free(export);
}

/* An export of what is there now; NULL after answering. */
static struct export *
export_begin(struct kiosk *kiosk, enum store_walk_of of, const struct request *request, struct reply *reply)
{
	struct export *export = g_new0(struct export, 1);
	struct problem problem = {0};

	export->kiosk = kiosk;
	export->of = of;
	export->told = is_organiser(request);
	export->excel = request_query(request, "excel") != NULL;
	if (store_walk_begin(kiosk->store, &export->walk, &problem) == STORE_OK)
		return export;
	handler_trouble(reply, &problem);
	export_free(export);
	return NULL;
}

/* The next entries; none at the end. NULL where the store is in trouble. */
static GPtrArray *
next_entries(struct export *export)
{
	GPtrArray *entries = NULL;
	struct problem problem = {0};

	store_walk(export->kiosk->store, export->of, STEP, &export->walk, &entries, &problem);
	return entries;
}

/* A line a player of a result that counts. */
static void
add_rows(GString *out, const struct entry *entry, bool told)
{
	struct played played;
	json_t *score = json_loads(entry->score, 0, NULL);
	const char *words = json_string_value(json_object_get(score, "ruling"));
	char *ruling = g_strdup(words == NULL ? "" : words);

	json_decref(score);
	if (!played_read(entry, &played))
		played.players = 0;
	for (unsigned i = 0; i < played.players; i++) {
		char seat[] = {(char)('A' + i), '\0'};

		csv_number(out, entry->id);
		csv_number(out, entry->round);
		csv_number(out, entry->table);
		csv_cell(out, entry->game);
		csv_cell(out, !told && handler_secret(entry) ? "" : entry->play);
		csv_cell(out, seat);
		csv_cell(out, played.name[i]);
		csv_number(out, played.total[i]);
		csv_number(out, played.place[i]);
		csv_cell(out, ruling);
		csv_cell(out, entry->why);
		csv_end(out);
	}
	g_free(ruling);
}

/* The event's tables first, then casual games. */
static bool
next_csv(void *data, GString *piece)
{
	struct export *export = data;

	if (!export->begun && export->excel)
		g_string_append(piece, CSV_FOR_EXCEL);
	if (!export->begun)
		g_string_append(piece, "result,round,table,game,code,seat,name,points,place,ruling,reason\r\n");
	export->begun = true;
	while (piece->len == 0 && !export->ended) {
		GPtrArray *entries = next_entries(export);

		if (entries == NULL)
			return false;
		for (unsigned i = 0; i < entries->len; i++)
			add_rows(piece, g_ptr_array_index(entries, i), export->told);
		export->ended = entries->len == 0 && export->of == WALK_CASUAL;
		if (entries->len == 0)
			export->of = WALK_CASUAL;
		g_ptr_array_unref(entries);
	}
	return true;
}

void
exports_csv(void *context, const struct request *request, struct reply *reply)
{
	static const struct reply_source source = {next_csv, export_free};
	struct export *export = export_begin(context, WALK_COUNTS, request, reply);

	if (export == NULL)
		return;
	reply_download(reply, "results.csv");
	reply_stream(reply, "text/csv; charset=utf-8", &source, export);
}

static bool
add_entry(GString *out, const struct entry *entry, bool told)
{
	json_t *json = handler_entry(entry, told);
	char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(7));

	json_decref(json);
	if (text != NULL)
		g_string_append(out, text);
	free(text);
	return text != NULL;
}

/* Everything that was ever entered, the oldest first. */
static bool
next_json(void *data, GString *piece)
{
	struct export *export = data;
	GPtrArray *entries = export->ended ? NULL : next_entries(export);
	bool fine = entries != NULL;

	if (export->ended)
		return true;
	if (!export->begun)
		g_string_append_printf(piece, "{\"event\":%s,\"entries\":[", export->event);
	for (unsigned i = 0; fine && i < entries->len; i++) {
		if (i > 0 || export->begun)
			g_string_append_c(piece, ',');
		fine = add_entry(piece, g_ptr_array_index(entries, i), export->told);
		export->begun = true;
	}
	export->ended = fine && entries->len == 0;
	if (export->ended)
		g_string_append(piece, "]}");
	g_clear_pointer(&entries, g_ptr_array_unref);
	return fine;
}

void
exports_json(void *context, const struct request *request, struct reply *reply)
{
	static const struct reply_source source = {next_json, export_free};
	struct kiosk *kiosk = context;
	struct problem problem = {0};
	struct event_snapshot *snapshot = standings_cache_hold(kiosk, is_organiser(request), &problem);
	struct export *export;

	if (snapshot == NULL) {
		handler_trouble(reply, &problem);
		return;
	}
	export = export_begin(kiosk, WALK_ALL, request, reply);
	if (export != NULL) {
		json_t *event = event_snapshot_about(snapshot);

		export->event = json_dumps(event, JSON_COMPACT | JSON_ENCODE_ANY);
		json_decref(event);
		reply_download(reply, "results.json");
		reply_stream(reply, "application/json", &source, export);
	}
	event_snapshot_unref(snapshot);
}
