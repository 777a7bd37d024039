/* SPDX-License-Identifier: MIT
 * Standings of the event, and what was changed: for everybody to
 * see, but for certificates, which the organiser gives. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/routes/standings_parts.h"

#define CHANGES_MOST 1000

int
standings_round(const struct request *request, struct reply *reply)
{
	const char *text = request_query(request, "round");
	guint64 round = 0;

	if (text == NULL || *text == '\0')
		return 0;
	if (g_ascii_string_to_unsigned(text, 10, 1, CODE_ROUND_MAX, &round, NULL))
		return (int)round;
	reply_refuse(reply, 400, "bad-request", "a round is a number from 1 to %d", CODE_ROUND_MAX);
	return -1;
}

/* Answers where there is trouble, or no event. Takes the sentence over. */
static struct event_snapshot *
with_event(struct event_snapshot *snapshot, const struct problem *problem, struct reply *reply)
{
	if (snapshot == NULL) {
		handler_trouble(reply, problem);
		return NULL;
	}
	if (snapshot->state->head != NULL)
		return snapshot;
	reply_refuse(reply, 404, "unknown", "there is no event: the organiser imports a kit's manifest");
	event_snapshot_unref(snapshot);
	return NULL;
}

struct event_snapshot *
standings_snapshot(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	struct problem problem = {0};
	struct event_snapshot *snapshot = standings_cache_hold(kiosk, is_organiser(request), &problem);

	return with_event(snapshot, &problem, reply);
}

struct event_snapshot *
standings_newest(struct kiosk *kiosk, struct reply *reply)
{
	struct problem problem = {0};
	struct event_snapshot *snapshot = standings_cache_newest(kiosk, &problem);

	return with_event(snapshot, &problem, reply);
}

static void
get_standings(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int round = standings_round(request, reply);
	char tag[48];
	struct problem problem = {0};
	int64_t version;
	GBytes *bytes;

	if (round < 0)
		return;
	bytes = standings_cache_standings(kiosk, (unsigned)round, is_organiser(request), &version, &problem);
	if (bytes == NULL) {
		handler_trouble(reply, &problem);
		return;
	}
	g_snprintf(tag, sizeof tag, "%" G_GINT64_FORMAT "-%d", version, round);
	reply_tag(reply, tag);
	reply_bytes(reply, 200, "application/json", bytes);
}

static void
get_standings_csv(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int round = standings_round(request, reply);
	struct event_snapshot *snapshot = round < 0 ? NULL : standings_snapshot(kiosk, request, reply);
	GPtrArray *rows;
	GString *out;

	if (snapshot == NULL)
		return;
	rows = event_snapshot_standings(snapshot, (unsigned)round);
	out = g_string_new(request_query(request, "excel") == NULL ? "" : CSV_FOR_EXCEL);
	g_string_append(out, "place,name,club,points,\"tables won\",\"tables played\"");
	for (unsigned n = 1; n <= snapshot->rounds; n++)
		g_string_append_printf(out, ",\"round %u\"", n);
	csv_end(out);
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		csv_number(out, row->place);
		csv_cell(out, row->name);
		csv_cell(out, row->club);
		csv_number(out, row->points);
		csv_number(out, row->wins);
		csv_number(out, row->played);
		for (unsigned n = 0; n < snapshot->rounds; n++)
			if (row->rounds[n].played)
				csv_number(out, row->rounds[n].points);
			else
				g_string_append_c(out, ',');
		csv_end(out);
	}
	g_ptr_array_unref(rows);
	event_snapshot_unref(snapshot);
	reply_download(reply, "standings.csv");
	reply_bytes(reply, 200, "text/csv; charset=utf-8", g_string_free_to_bytes(out));
}

static void
get_changes(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *list = json_array();
	GPtrArray *changes = NULL;
	struct problem problem = {0};

	(void)request;
	if (store_changes(kiosk->store, CHANGES_MOST, &changes, &problem) != STORE_OK) {
		handler_trouble(reply, &problem);
		json_decref(list);
		return;
	}
	for (unsigned i = 0; i < changes->len; i++) {
		const struct change *change = g_ptr_array_index(changes, i);
		char *shown = handler_moment(change->when);

		json_array_append_new(list,
			json_pack("{s:I, s:s, s:s, s:s, s:s, s:s*, s:o*}", "id", (json_int_t)change->id, "when", shown,
				"who", change->who, "what", change->what, "why", change->why, "says",
				*change->says == '\0' ? NULL : change->says, "arguments",
				json_loads(change->arguments, 0, NULL)));
		g_free(shown);
	}
	g_ptr_array_unref(changes);
	reply_json(reply, 200, json_pack("{s:o}", "changes", list));
}

const struct route standings_routes[] = {
	{.method = "GET", .path = "/api/standings", .handle = get_standings, .cost = 1},
	{.method = "GET", .path = "/api/where", .handle = where_get, .cost = 2},
	{.method = "GET", .path = "/api/results", .handle = results_list_get, .cost = 5},
	{.method = "GET", .path = "/api/changes", .handle = get_changes, .cost = 2},
	{.method = "GET", .path = "/standings.csv", .handle = get_standings_csv, .cost = 5},
	{.method = "GET", .path = "/results.csv", .handle = exports_csv, .cost = 5, .streams = true},
	{.method = "GET", .path = "/results.json", .handle = exports_json, .cost = 5, .streams = true},
	{.method = "GET", .path = "/standings.pdf", .handle = event_prints_standings, .cost = 10, .slow = true},
	{.method = "GET",
		.path = "/seating.pdf",
		.handle = event_prints_seating,
		.cost = 10,
		.needs = NEEDS_ORGANISER,
		.slow = true},
	{.method = "GET",
		.path = "/cards.pdf",
		.handle = table_prints_cards,
		.cost = 10,
		.needs = NEEDS_ORGANISER,
		.slow = true},
	{.method = "GET",
		.path = "/labels.pdf",
		.handle = table_prints_labels,
		.cost = 10,
		.needs = NEEDS_ORGANISER,
		.slow = true},
	{.method = "GET",
		.path = "/certificates.pdf",
		.handle = event_prints_certificates,
		.cost = 10,
		.needs = NEEDS_ORGANISER,
		.slow = true},
	{.path = NULL},
};
