/* SPDX-License-Identifier: MIT
 * What the organiser does with the event: imports a kit, says which round is played and what places are worth, and
 * checks what is stored. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/event/import.h"
#include "kiosk/event/snapshot.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/store/backups.h"

/* Seconds after which a check that is running may be over. */
#define VERIFY_AGAIN_S 5

static enum store_status
import_manifest(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **answer, struct problem *problem)
{
	json_t *manifest = json_object_get(body, "manifest"), *key = json_object_get(body, "key");

	(void)reply;
	(void)answer;
	if (!json_is_object(manifest) || (key != NULL && !json_is_string(key) && !json_is_null(key))) {
		problem_set_status(problem, STATUS_BAD_JSON,
			SAY("manifest-expected",
				"\"manifest\" is the kit's manifest.json, \"key\" the text of its key or null"));
		return STORE_REFUSED;
	}
	return event_import(kiosk->store, manifest, json_string_value(key), ORGANISER, problem);
}

static void
post_manifest(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, import_manifest);
}

static json_t *
people_json(const GPtrArray *people)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		json_array_append_new(list,
			json_pack("{s:I, s:s, s:s, s:b, s:b}", "id", (json_int_t)person->id, "name", person->name,
				"club", person->club, "gone", person->gone, "here", person->here));
	}
	return list;
}

json_t *
handler_seats_json(const GArray *seats)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);

		json_array_append_new(list,
			json_pack("{s:i, s:i, s:i, s:I}", "round", (int)seat->round, "table", (int)seat->table, "seat",
				(int)seat->seat, "person", (json_int_t)seat->person));
	}
	return list;
}

static json_t *
table_json(struct kiosk *kiosk, const struct event_snapshot *snapshot, unsigned round, unsigned table)
{
	const GPtrArray *plays = event_table(snapshot->state, round, table);
	const char *names[PLAYERS_MAX];
	const struct event_play *first;
	json_t *list = json_array();
	struct snapshot_table at;
	bool corrected = false;
	unsigned guarded = 0;

	if (!event_snapshot_table(snapshot, round, table, &at)) {
		json_decref(list);
		return NULL;
	}
	at.players = MIN(at.players, PLAYERS_MAX);
	event_snapshot_names(snapshot, round, table, at.players, names);
	for (unsigned i = 0; i < at.players; i++)
		json_array_append_new(list, json_string(names[i] == NULL ? "" : names[i]));
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		const struct entry *entry = g_hash_table_lookup(snapshot->in, play->code);

		corrected |= entry != NULL && entry->kind == ENTRY_CORRECTION;
		guarded = MAX(guarded, handler_guarded(kiosk, play));
	}
	first = g_ptr_array_index(plays, 0);
	return json_pack("{s:i, s:i, s:b, s:o, s:i, s:i, s:b, s:i, s:s, s:o}", "table", (int)table, "players",
		(int)at.players, "spare", at.spare, "names", list, "in", (int)at.in, "of", (int)at.plays, "corrected",
		corrected, "guarded", (int)guarded, "code", first->code, "colours",
		handler_colours(snapshot->state, first->code));
}

static json_t *
rounds_json(struct kiosk *kiosk, const struct event_snapshot *snapshot)
{
	json_t *rounds = json_array();

	for (unsigned n = 1; n <= snapshot->rounds; n++) {
		json_t *tables = json_array();

		for (unsigned table = 1; table <= event_snapshot_tables(snapshot, n); table++) {
			json_t *one = table_json(kiosk, snapshot, n, table);

			if (one != NULL)
				json_array_append_new(tables, one);
		}
		json_array_append_new(rounds,
			json_pack("{s:i, s:O*, s:o}", "round", (int)n, "game",
				json_object_get(event_round(snapshot->state, n), "game"), "tables", tables));
	}
	return rounds;
}

/* Where automatic backups go, and when the last was made. */
static json_t *
backups_json(struct backups *backups, const struct reply *reply)
{
	GPtrArray *folders = backups_folders(backups);
	json_t *list = json_array();

	for (unsigned i = 0; i < folders->len; i++) {
		const struct backup_folder *folder = g_ptr_array_index(folders, i);
		char *last = folder->last == 0 ? NULL : handler_moment(folder->last);
		char *name = g_utf8_make_valid(folder->folder, -1);

		json_array_append_new(list,
			json_pack("{s:s, s:s?, s:o}", "folder", name, "last", last, "problem",
				reply_sentence(reply, &folder->problem, true)));
		g_free(name);
		g_free(last);
	}
	g_ptr_array_unref(folders);
	return list;
}

static void
get_event(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct problem problem = {0};
	struct event_snapshot *snapshot = handler_snapshot(kiosk, &problem);

	(void)request;
	if (snapshot == NULL) {
		handler_trouble(reply, &problem);
		return;
	}
	reply_json(reply, 200,
		json_pack("{s:o, s:o, s:o, s:o}", "backups", backups_json(g_atomic_pointer_get(&kiosk->backups), reply),
			"people", people_json(snapshot->people), "seats", handler_seats_json(snapshot->seats), "rounds",
			rounds_json(kiosk, snapshot)));
	event_snapshot_unref(snapshot);
}

/* Settings as they were sent: the clock, round, name, scheme, casual and printing. */
struct new_settings {
	struct setting all[6];
	char *own[6]; /* their values, to be freed */
	unsigned count;
};

/* Takes the value over. */
static void
add_setting(struct new_settings *settings, const char *name, char *value)
{
	settings->own[settings->count] = value;
	settings->all[settings->count++] = (struct setting){name, value};
}

/* A clock that starts now for the round that is played then, or none; false after a sentence. */
static bool
read_clock(json_t *clock, json_t *round, unsigned now, struct new_settings *settings, struct problem *problem)
{
	json_int_t minutes = json_integer_value(json_object_get(clock, "minutes"));
	struct round_clock started = {round == NULL ? now : (unsigned)json_integer_value(round),
		g_get_real_time() / 1000, 60 * (unsigned)minutes};

	if (clock == NULL)
		return true;
	if (json_is_null(clock)) {
		add_setting(settings, SNAPSHOT_CLOCK, NULL);
		return true;
	}
	if (minutes < 1 || minutes > CLOCK_MINUTES) {
		return problem_set(problem, SAY("bad-clock", "a clock is null or has \"minutes\", 1 to {most}"),
			ARG_NUMBER("most", CLOCK_MINUTES));
	}
	add_setting(settings, SNAPSHOT_CLOCK, round_clock_text(&started));
	return true;
}

/* What was sent as settings for an event with this many rounds, of which one is played now; false after setting
 * *problem. */
static bool
read_settings(json_t *body, unsigned rounds, unsigned now, struct new_settings *settings, struct problem *problem)
{
	json_t *round = json_object_get(body, "round"), *name = json_object_get(body, "name");
	json_t *scheme = json_object_get(body, "scheme"), *casual = json_object_get(body, "casual"), *json;
	json_t *printing = json_object_get(body, "printing");
	struct scheme read;
	char *text = NULL;

	if (round != NULL && (json_integer_value(round) < 1 || json_integer_value(round) > rounds))
		problem_set(problem, SAY("no-such-round", "the event has no such round"));
	else if (name != NULL && (!json_is_string(name) || (text = csv_name(json_string_value(name))) == NULL))
		problem_set(problem, SAY("bad-event-name", "a name is 1 to {most} printable characters"),
			ARG_NUMBER("most", CSV_NAME_CHARS));
	else if (scheme != NULL && !scheme_read(scheme, &read))
		problem_set(problem,
			SAY("bad-scheme",
				"a scheme is by placing with 1 to {places} points of 0 to {points}, or by "
				"total; its ties are of \"wins\", \"met\", \"opponents\", "
				"\"total\" and \"last\", each once"),
			ARG_NUMBER("places", SCHEME_PLACES), ARG_NUMBER("points", SCHEME_POINTS));
	else if (casual != NULL && !json_is_boolean(casual))
		problem_set(problem, SAY("bad-casual", "\"casual\" is true or false"));
	else if (printing != NULL && !json_is_boolean(printing))
		problem_set(problem, SAY("bad-printing", "\"printing\" is true or false"));
	if (problem->status != STATUS_OK ||
		!read_clock(json_object_get(body, "clock"), round, now, settings, problem)) {
		g_free(text);
		return false;
	}
	if (round != NULL)
		add_setting(settings, SNAPSHOT_ROUND, g_strdup_printf("%u", (unsigned)json_integer_value(round)));
	if (name != NULL)
		add_setting(settings, SNAPSHOT_NAME, text);
	if (scheme != NULL) {
		char *words;

		json = scheme_json(&read);
		words = json_dumps(json, JSON_COMPACT);
		add_setting(settings, SNAPSHOT_SCHEME, g_strdup(words));
		json_decref(json);
		free(words);
	}
	if (casual != NULL)
		add_setting(settings, STORE_CASUAL, g_strdup(json_is_true(casual) ? "yes" : STORE_CASUAL_OFF));
	if (printing != NULL)
		add_setting(
			settings, SNAPSHOT_PRINTING, g_strdup(json_is_true(printing) ? "yes" : SNAPSHOT_PRINTING_OFF));
	return true;
}

/* The round being played. */
static unsigned
round_now(struct kiosk *kiosk)
{
	char *round = NULL;
	struct problem problem = {0};
	unsigned now = 1;

	if (store_setting(kiosk->store, SNAPSHOT_ROUND, &round, &problem) == STORE_OK && round != NULL)
		now = (unsigned)g_ascii_strtoull(round, NULL, 10);
	g_free(round);
	return now;
}

/* All of them or none, for the event that is there. */
static enum store_status
set_settings(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **answer, struct problem *problem)
{
	struct store_basis basis;
	enum store_status status = store_basis(kiosk->store, 0, &basis, problem);

	(void)reply;
	(void)answer;
	if (status != STORE_OK)
		return status;
	const struct event_state *state = event_hold(kiosk->event, problem);
	if (state == NULL)
		return STORE_TROUBLE;
	struct new_settings settings = {0};
	if (!read_settings(body, event_rounds(state), round_now(kiosk), &settings, problem))
		status = STORE_REFUSED;
	else
		status = store_set_all(kiosk->store, settings.all, settings.count, &basis, ORGANISER, problem);
	event_release(state);
	for (unsigned i = 0; i < settings.count; i++)
		g_free(settings.own[i]);
	return status;
}

static void
post_settings(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, set_settings);
}

/* Whether all that is stored is as it was stored: the same check as `doctor` and `restore` make. It reads everything
 * there is, so that one runs at a time. */
static void
post_verify(void *context, const struct request *request, struct reply *reply)
{
	struct audience organiser = *reply_audience(reply);
	struct kiosk *kiosk = context;
	struct store_findings findings = {0};
	struct problem problem = {0};

	(void)request;
	if (!g_atomic_int_compare_and_exchange(&kiosk->verifying, 0, 1)) {
		reply_slow_down(reply, VERIFY_AGAIN_S,
			SAY("verify-running", "this check is already running: ask again in a moment"));
		return;
	}
	if (store_verify(kiosk->store, &findings, &problem) == STORE_OK) {
		json_t *damage = json_array();
		char says[MESSAGE_TEXT];
		struct message contents;

		for (unsigned i = 0; findings.damage != NULL && i < findings.damage->len; i++)
			json_array_append_new(
				damage, reply_sentence(reply, g_ptr_array_index(findings.damage, i), true));
		store_findings_say(&findings, &contents);
		organiser.is_operator = true;
		message_write(&contents, &organiser, says, sizeof says);
		reply_json(reply, 200,
			json_pack("{s:b, s:s, s:I, s:i, s:o}", "sound", findings.damaged == 0, "says", says, "unscored",
				(json_int_t)findings.unscored, "damaged", (int)findings.damaged, "damage", damage));
	} else {
		handler_trouble(reply, &problem);
	}
	g_atomic_int_set(&kiosk->verifying, 0);
	store_findings_clear(&findings);
}

const struct route event_routes[] = {
	ROUTE("GET", "/api/event", get_event, .memory = MEMORY_EVENT, .cost = 2, .needs = NEEDS_ORGANISER),
	ROUTE("POST", "/api/event/manifest", post_manifest, .body = BODY_EVENT, .cost = 10, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/event/settings", post_settings, .body = BODY_JSON, .cost = 1, .needs = ORGANISER_STORES),
	ROUTE("POST", "/api/verify", post_verify, .body = BODY_JSON, .cost = 10, .needs = NEEDS_ORGANISER,
		.slow = true),
	{.path = NULL},
};
