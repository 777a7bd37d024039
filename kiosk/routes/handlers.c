/* SPDX-License-Identifier: MIT
 * What handlers share: changes by the organiser, the event, and stored entries. */
#include "kiosk/routes/handlers.h"

#include "kiosk/routes/standings_cache.h"

/* Bytes of memory for a result in a snapshot: its texts and what is read from them. */
#define ENTRY_BYTES 6144

/* Explains a failure for which there is no problem yet. */
static bool
set_unreachable(struct problem *problem)
{
	return problem->status == STATUS_OK &&
		problem_set(problem, SAY("store-unreachable", "the results cannot be reached just now; send it again"));
}

bool
handler_change(struct call *call)
{
	const handler_change_fn *decide = call->route->data;
	enum store_status status = STORE_STALE;

	for (int tries = 0; tries < HANDLER_TRIES && status == STORE_STALE; tries++) {
		problem_clear(call->problem);
		g_clear_pointer(&call->answer, json_decref);
		status = store_basis(call->kiosk->store, 0, &call->basis, call->problem);
		if (status == STORE_OK)
			status = (*decide)(call);
	}
	if (status == STORE_OK)
		return reply_json(call->reply, 200, call->answer == NULL ? json_object() : json_incref(call->answer));
	if (status == STORE_TROUBLE || status == STORE_STALE)
		return set_unreachable(call->problem);
	if (status == STORE_UNKNOWN)
		return reply_problem(call->reply, 404, "unknown", call->problem);
	if (call->problem->status == STATUS_BAD_JSON)
		return reply_problem(call->reply, 400, "bad-request", call->problem);
	return reply_problem(call->reply, 422, "refused", call->problem);
}

bool
handler_round(struct call *call, unsigned *round)
{
	const char *text = request_query(call->request, "round");
	guint64 number = 0;

	if (text != NULL && *text != '\0' && !g_ascii_string_to_unsigned(text, 10, 1, CODE_ROUND_MAX, &number, NULL))
		return refuse(call, 400, "bad-request", SAY("bad-round", "a round is a number from 1 to {most}"),
			ARG_NUMBER("most", CODE_ROUND_MAX));
	*round = (unsigned)number;
	return true;
}

struct event_snapshot *
handler_event(struct call *call, bool newest)
{
	struct event_snapshot *snapshot = newest ? standings_cache_newest(call->kiosk, call->problem)
						 : standings_cache_hold(call->kiosk, call->organiser, call->problem);

	if (snapshot == NULL || snapshot->state->head != NULL)
		return snapshot;
	refuse(call, 404, "unknown", SAY("no-event", "there is no event: the organiser imports a kit's manifest"));
	event_snapshot_unref(snapshot);
	return NULL;
}

struct event_snapshot *
handler_snapshot(struct kiosk *kiosk, struct problem *problem)
{
	const struct event_state *state = event_hold(kiosk->event, problem);
	struct event_snapshot *snapshot = NULL;

	if (state == NULL)
		return NULL;
	/* A play has one entry that counts. */
	size_t needed = (state->plays == NULL ? 0 : state->plays->len) * (size_t)ENTRY_BYTES;
	event_release(state);
	if (memory_promise(&kiosk->memory, needed, needed > MEMORY_LEFT)) {
		snapshot = event_snapshot_load(kiosk->store, kiosk->event, problem);
		memory_return(&kiosk->memory, needed);
	} else {
		problem_set(
			problem, SAY("event-memory", "there is no memory for the whole event just now; try it again"));
	}
	return snapshot;
}

json_t *
handler_moment(int64_t when)
{
	g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(when / 1000);
	g_autofree char *text = moment == NULL ? NULL : g_date_time_format(moment, "%Y-%m-%dT%H:%M:%SZ");

	return json_string(text == NULL ? "" : text);
}

bool
handler_secret(const struct entry *entry)
{
	struct code code;

	return entry->event || (code_peek(entry->play, &code) && code.keyed);
}

json_t *
handler_entry(const struct entry *entry, bool told)
{
	static const char *const kind[] = {
		[ENTRY_RESULT] = "result", [ENTRY_CORRECTION] = "correction", [ENTRY_WITHDRAWN] = "withdrawn"};
	bool secret = !told && handler_secret(entry);
	/* A damaged text becomes NULL, with which json_pack() fails. */
	json_t *result = *entry->result == '\0' ? json_null() : json_loads(entry->result, 0, NULL);
	json_t *score = *entry->score == '\0' ? json_null() : json_loads(entry->score, 0, NULL);
	json_t *json = json_pack("{s:I, s:o, s:s, s:s?, s:s, s:i, s:i, s:b, s:s, s:s, s:o, s:o}", "id",
		(json_int_t)entry->id, "when", handler_moment(entry->when), "kind", kind[entry->kind], "play",
		secret ? NULL : entry->play, "game", entry->game, "round", (int)entry->round, "table",
		(int)entry->table, "event", entry->event, "who", entry->who, "why", entry->why, "result", result,
		"score", score);

	if (secret)
		json_object_del(json_object_get(json, "result"), "code");
	return json;
}

json_t *
handler_current(struct call *call, const char *play, bool told)
{
	g_autofree struct entry *entry = NULL;
	enum store_status status = store_current(call->kiosk->store, play, &entry, call->problem);
	bool answers = status == STORE_OK || status == STORE_UNKNOWN;
	held_snapshot *last = answers ? NULL : standings_cache_last(call->kiosk);
	const struct entry *known = last == NULL ? entry : g_hash_table_lookup(last->in, play);

	if (known == NULL && (answers || last != NULL))
		return json_null();
	json_t *json = known == NULL ? NULL : handler_entry(known, told);
	if (json == NULL)
		set_unreachable(call->problem);
	return json;
}

char **
handler_seated(struct call *call, unsigned round, unsigned table, unsigned seats)
{
	char **names = store_seated(call->kiosk->store, round, table, seats, call->problem);
	held_snapshot *last = names == NULL ? standings_cache_last(call->kiosk) : NULL;

	if (last != NULL) {
		g_autofree const char **found = g_new0(const char *, seats + 1);

		names = g_new0(char *, seats + 1);
		event_snapshot_names(last, round, table, seats, found);
		for (unsigned i = 0; i < seats; i++)
			names[i] = g_strdup(found[i] == NULL ? "" : found[i]);
		problem_clear(call->problem);
	}
	return names;
}

json_t *
handler_names(struct call *call, unsigned round, unsigned table, unsigned seats)
{
	g_auto(GStrv) names = handler_seated(call, round, table, seats);
	json_t *list = names == NULL ? NULL : json_array();

	for (char **name = names; name != NULL && *name != NULL; name++)
		json_array_append_new(list, json_string(*name));
	return list;
}

json_t *
handler_away(struct call *call)
{
	struct problem problem;
	enum store_fault fault = store_trouble(call->kiosk->store, &problem);

	/* Damage has a member of its own in the answer. */
	if (fault == STORE_FAULT_NONE || fault == STORE_FAULT_DAMAGED)
		return json_null();
	return reply_sentence(call->reply, &problem, false);
}
