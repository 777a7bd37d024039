/* SPDX-License-Identifier: MIT
 * The event for its organiser: importing a kit, settings such as the current round and the points for places, and
 * checking what is stored. */
#include "kiosk/event/csv.h"
#include "kiosk/event/import.h"
#include "kiosk/event/seating.h"
#include "kiosk/event/snapshot.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/backups.h"
#include "kiosk/visits/code_guesses.h"

/* Seconds after which a visitor is to ask again while a check is running. */
#define VERIFY_AGAIN_S 5

static enum store_status
import_manifest(struct call *call)
{
	json_t *manifest = json_object_get(call->body, "manifest"), *key = json_object_get(call->body, "key");

	if (!json_is_object(manifest) || (key != NULL && !json_is_null(key) && !json_is_string(key))) {
		problem_set_status(call->problem, STATUS_BAD_JSON,
			SAY("manifest-expected",
				"\"manifest\" is the kit's manifest.json, \"key\" the text of its key or null"));
		return STORE_REFUSED;
	}
	return event_import(call->kiosk->store, manifest, json_string_value(key), ORGANISER, call->problem);
}

json_t *
handler_seats_json(const GArray *seats)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);

		if (seat->table != SEATING_BYE)
			json_array_append_new(list,
				json_pack("{s:i, s:i, s:i, s:I}", "round", (int)seat->round, "table", (int)seat->table,
					"seat", (int)seat->seat, "person", (json_int_t)seat->person));
	}
	return list;
}

/* Who sits out in which round. */
static json_t *
byes_json(const GArray *seats)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);

		if (seat->table == SEATING_BYE)
			json_array_append_new(list,
				json_pack("{s:i, s:I}", "round", (int)seat->round, "person", (json_int_t)seat->person));
	}
	return list;
}

static json_t *
table_json(struct call *call, const struct event_snapshot *snapshot, unsigned round, unsigned table)
{
	const GPtrArray *plays = event_table(snapshot->state, round, table);
	struct snapshot_table at;
	bool corrected = false;
	unsigned guarded = 0;

	if (!event_snapshot_table(snapshot, round, table, &at))
		return NULL;
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		const struct entry *entry = g_hash_table_lookup(snapshot->in, play->code);

		corrected |= entry != NULL && entry->kind == ENTRY_CORRECTION;
		guarded = MAX(guarded, code_guesses_wait(call->kiosk->code_guesses, play->code));
	}
	const struct event_play *first = g_ptr_array_index(plays, 0);
	return json_pack("{s:i, s:i, s:b, s:o, s:i, s:i, s:b, s:i, s:s, s:o}", "table", (int)table, "players",
		(int)MIN(at.players, PLAYERS_MAX), "spare", at.spare, "names",
		standings_names(snapshot, round, table, at.players), "in", (int)at.in, "of", (int)at.plays, "corrected",
		corrected, "guarded", (int)guarded, "code", first->code, "colours",
		handler_colours(snapshot->state, first->code));
}

static json_t *
rounds_json(struct call *call, const struct event_snapshot *snapshot)
{
	json_t *rounds = json_array();

	for (unsigned n = 1; n <= snapshot->rounds; n++) {
		json_t *tables = json_array();

		for (unsigned table = 1; table <= event_snapshot_tables(snapshot, n); table++) {
			json_t *one = table_json(call, snapshot, n, table);

			if (one != NULL)
				json_array_append_new(tables, one);
		}
		json_array_append_new(rounds,
			json_pack("{s:i, s:O*, s:o}", "round", (int)n, "game",
				json_object_get(event_round(snapshot->state, n), "game"), "tables", tables));
	}
	return rounds;
}

/* People, seats and rounds; and where automatic backups go, and when the last was made. */
static bool
get_event(struct call *call)
{
	held_snapshot *snapshot = handler_snapshot(call->kiosk, call->problem);

	if (snapshot == NULL)
		return false;
	json_t *people = json_array(), *backups = json_array();
	for (unsigned i = 0; i < snapshot->people->len; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);

		json_array_append_new(people,
			json_pack("{s:I, s:s, s:s, s:b, s:b}", "id", (json_int_t)person->id, "name", person->name,
				"club", person->club, "gone", person->gone, "here", person->here));
	}
	g_autoptr(GArray) folders = backups_folders(g_atomic_pointer_get(&call->kiosk->backups));
	for (unsigned i = 0; i < folders->len; i++) {
		const struct backup_folder *folder = &g_array_index(folders, struct backup_folder, i);
		g_autofree char *name = g_utf8_make_valid(folder->folder, -1);

		json_array_append_new(backups,
			json_pack("{s:s, s:o, s:o}", "folder", name, "last",
				folder->last == 0 ? json_null() : handler_moment(folder->last), "problem",
				reply_sentence(call->reply, &folder->problem, true)));
	}
	return reply_json(call->reply, 200,
		json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "backups", backups, "people", people, "seats",
			handler_seats_json(snapshot->seats), "byes", byes_json(snapshot->seats), "rounds",
			rounds_json(call, snapshot), "apart", apart_json(snapshot->apart), "presets",
			scheme_presets_json()));
}

/* The settings of a request. */
struct new_settings {
	struct setting all[8]; /* the round, name, scheme, pairs apart, casual, printing, check-in and clock */
	unsigned count;
	GStringChunk *values; /* owns their texts */
};

static void
add_setting(struct new_settings *settings, const char *name, const char *value)
{
	settings->all[settings->count++] = (struct setting){name, g_string_chunk_insert(settings->values, value)};
}

/* Changes the clock that is running: {"pause":true}, {"pause":false} or {"extend":5}. False with a problem. */
static bool
change_clock(struct call *call, const json_t *change, struct round_clock *clock)
{
	g_autofree char *text = NULL;
	struct problem ignored = {0};
	int64_t now = g_get_real_time() / 1000;
	const json_t *pause = json_object_get(change, "pause"), *extend = json_object_get(change, "extend");
	json_int_t minutes = json_integer_value(extend);

	if (store_setting(call->kiosk->store, SNAPSHOT_CLOCK, &text, &ignored) != STORE_OK ||
		!round_clock_read(text, clock))
		return problem_set(call->problem, SAY("no-clock", "no clock is running"));
	if (json_is_boolean(pause)) {
		round_clock_pause(clock, now, json_is_true(pause));
		return true;
	}
	return (json_is_integer(extend) && minutes >= -CLOCK_MINUTES && minutes <= CLOCK_MINUTES &&
		       round_clock_extend(clock, now, (int)minutes)) ||
		problem_set(call->problem, SAY("bad-extension", "a round lasts 1 to {most} minutes"),
			ARG_NUMBER("most", CLOCK_MINUTES));
}

/* A clock starts now, for the round in the same request, or the current one (0), or the running one is changed; null
 * stops it. */
static bool
read_clock(struct call *call, json_int_t round, struct new_settings *settings)
{
	g_autofree char *now = NULL, *text = NULL;
	json_t *clock = json_object_get(call->body, "clock");
	json_int_t minutes = json_integer_value(json_object_get(clock, "minutes"));
	struct round_clock started;

	if (clock == NULL)
		return true;
	if (json_is_null(clock)) {
		settings->all[settings->count++] = (struct setting){SNAPSHOT_CLOCK, NULL};
		return true;
	}
	if (json_object_get(clock, "pause") != NULL || json_object_get(clock, "extend") != NULL) {
		if (!change_clock(call, clock, &started))
			return false;
	} else if (minutes < 1 || minutes > CLOCK_MINUTES) {
		return problem_set(call->problem, SAY("bad-clock", "a clock is null or has \"minutes\", 1 to {most}"),
			ARG_NUMBER("most", CLOCK_MINUTES));
	} else {
		struct problem ignored = {0};

		if (round == 0 && store_setting(call->kiosk->store, SNAPSHOT_ROUND, &now, &ignored) == STORE_OK &&
			now != NULL)
			round = (json_int_t)g_ascii_strtoull(now, NULL, 10);
		started = (struct round_clock){
			MAX((unsigned)round, 1), g_get_real_time() / 1000, 60 * (unsigned)minutes, 0};
	}
	text = round_clock_text(&started);
	add_setting(settings, SNAPSHOT_CLOCK, text);
	return true;
}

/* Reads the settings of a request, for an event with this many rounds; false after setting the problem. */
static bool
read_settings(struct call *call, unsigned rounds, struct new_settings *settings)
{
	static const struct {
		const char *member, *setting, *off;
		struct phrase refusal;
	} flags[] = {
		{"casual", STORE_CASUAL, STORE_CASUAL_OFF, PHRASE("bad-casual", "\"casual\" is true or false")},
		{"printing", SNAPSHOT_PRINTING, SNAPSHOT_PRINTING_OFF,
			PHRASE("bad-printing", "\"printing\" is true or false")},
		{"check_in", SNAPSHOT_CHECK_IN, "no", PHRASE("bad-check-in", "\"check_in\" is true or false")},
	};
	json_t *body = call->body, *scheme = json_object_get(body, "scheme"), *apart = json_object_get(body, "apart");
	json_t *asked = json_object_get(body, "round"), *given = json_object_get(body, "name");
	json_int_t round = json_integer_value(asked);
	char digits[16];

	if (asked != NULL && (round < 1 || round > rounds))
		return problem_set(call->problem, SAY("no-such-round", "the event has no such round"));
	g_snprintf(digits, sizeof digits, "%d", (int)round);
	if (round != 0)
		add_setting(settings, SNAPSHOT_ROUND, digits);
	if (given != NULL) {
		g_autofree char *name = json_is_string(given) ? csv_name(json_string_value(given)) : NULL;

		if (name == NULL)
			return problem_set(call->problem,
				SAY("bad-event-name", "a name is 1 to {most} printable characters"),
				ARG_NUMBER("most", CSV_NAME_CHARS));
		add_setting(settings, SNAPSHOT_NAME, name);
	}
	if (scheme != NULL) {
		struct scheme read;

		if (!scheme_read(scheme, &read))
			return problem_set(call->problem,
				SAY("bad-scheme",
					"a scheme is by placing with 1 to {places} points of 0 to {points} in halves, "
					"also for each of \"sizes\"; or by total or matchpoints; also for each of "
					"\"rounds\"; its ties are of \"wins\", \"met\", \"opponents\", "
					"\"total\" and \"last\", each once"),
				ARG_NUMBER("places", SCHEME_PLACES), ARG_NUMBER("points", SCHEME_POINTS));
		json_auto_t *json = scheme_json(&read);
		g_autofree char *words = reply_text(json);
		add_setting(settings, SNAPSHOT_SCHEME, words);
	}
	if (apart != NULL) {
		g_autoptr(GArray) pairs = NULL;

		if (!apart_read(apart, &pairs))
			return problem_set(call->problem,
				SAY("bad-apart", "\"apart\" is a list of at most {most} pairs of ids of people"),
				ARG_NUMBER("most", APART_MOST));
		g_autofree char *words = reply_text(apart);
		add_setting(settings, SNAPSHOT_APART, words);
	}
	for (unsigned i = 0; i < G_N_ELEMENTS(flags); i++) {
		json_t *flag = json_object_get(body, flags[i].member);

		if (flag != NULL && !json_is_boolean(flag))
			return problem_set(call->problem, SAY(flags[i].refusal.id, flags[i].refusal.english));
		if (flag != NULL)
			add_setting(settings, flags[i].setting, json_is_true(flag) ? "yes" : flags[i].off);
	}
	return read_clock(call, round, settings);
}

/* Stores all settings of a request or none, if the event does not change meanwhile. */
static enum store_status
set_settings(struct call *call)
{
	struct store *store = call->kiosk->store;
	enum store_status status = STORE_REFUSED;

	if (!call_hold_event(call))
		return STORE_TROUBLE;
	struct new_settings settings = {.values = g_string_chunk_new(256)};
	if (read_settings(call, event_rounds(call->state), &settings))
		status = store_set_all(store, settings.all, settings.count, &call->basis, ORGANISER, call->problem);
	g_string_chunk_free(settings.values);
	return status;
}

/* Checks that everything is as it was stored, like `doctor` and `restore`. It reads all there is, so only one runs at a
 * time. */
static bool
post_verify(struct call *call)
{
	struct audience organiser = call->reply->audience;
	struct store_findings findings = {0};

	if (!g_atomic_int_compare_and_exchange(&call->kiosk->verifying, 0, 1))
		return reply_slow_down(call->reply, VERIFY_AGAIN_S,
			SAY("verify-running", "this check is already running: ask again in a moment"));
	bool fine = store_verify(call->kiosk->store, &findings, call->problem) == STORE_OK;
	if (fine) {
		json_t *damage = json_array();
		char says[MESSAGE_TEXT];
		struct message contents;

		for (unsigned i = 0; findings.damage != NULL && i < findings.damage->len; i++)
			json_array_append_new(
				damage, reply_sentence(call->reply, g_ptr_array_index(findings.damage, i), true));
		store_findings_say(&findings, &contents);
		organiser.is_operator = true;
		message_write(&contents, &organiser, says, sizeof says);
		reply_json(call->reply, 200,
			json_pack("{s:b, s:s, s:I, s:i, s:o}", "sound", findings.damaged == 0, "says", says, "unscored",
				(json_int_t)findings.unscored, "damaged", (int)findings.damaged, "damage", damage));
	}
	g_atomic_int_set(&call->kiosk->verifying, 0);
	store_findings_clear(&findings);
	return fine;
}

const struct route event_routes[] = {
	ROUTE("GET", "/api/event", get_event, .memory = MEMORY_EVENT, .cost = 2, .needs = NEEDS_ORGANISER),
	CHANGE_ROUTE("/api/event/manifest", import_manifest, .body = BODY_EVENT, .cost = 10),
	CHANGE_ROUTE("/api/event/settings", set_settings, .body = BODY_JSON, .cost = 1),
	ROUTE("POST", "/api/verify", post_verify, .body = BODY_JSON, .cost = 10, .needs = NEEDS_ORGANISER,
		.slow = true),
	{.path = NULL},
};
