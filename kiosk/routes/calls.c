/* SPDX-License-Identifier: MIT
 * "Call the organiser": a table calls, with its code or a pass, and the organiser answers. */
#include "kiosk/event/table_calls.h"
#include "kiosk/http/rate_limit.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"

/* Sets or ends the call of a table, unless it is so already. Calls are not changes by the organiser, so nothing that is
 * decided at the same time has to be decided again. False after answering, or with a problem. */
static bool
set_call(struct call *call, unsigned round, unsigned table, bool calls)
{
	struct store *store = call->kiosk->store;
	g_autofree char *name = table_call_setting(call->state, round, table), *since = NULL, *now = NULL;

	if (name == NULL)
		return refuse(call, 404, "unknown", SAY("no-such-table", "the event has no such table"));
	if (store_setting(store, name, &since, call->problem) != STORE_OK)
		return false;
	if (calls && since == NULL) {
		const char *address = call->request->address;
		unsigned wait = MAX(rate_limit_wait(call->kiosk->table_calls, name, 1),
			call->request->local ? 0 : rate_limit_wait(call->kiosk->visitor_calls, address, 1));

		if (wait != 0)
			return reply_slow_down(call->reply, wait,
				SAY("calls-quota", "the organiser was called many times: please go to the desk"));
		rate_limit_take(call->kiosk->table_calls, name, 1);
		if (!call->request->local)
			rate_limit_take(call->kiosk->visitor_calls, address, 1);
		now = g_strdup_printf("%" G_GINT64_FORMAT, g_get_real_time() / 1000);
	}
	return calls == (since != NULL) || store_set(store, name, now, NULL, call->problem) == STORE_OK;
}

/* {"calls":true} calls; false takes that back. */
static bool
post_call(struct call *call)
{
	struct named_piece piece;
	json_t *calls = json_object_get(call->body, "calls");

	if (!json_is_boolean(calls))
		return refuse(call, 400, "bad-request", SAY("bad-call", "\"calls\" is true or false"));
	if (!handler_piece(call, call->request->rest, &piece))
		return false;
	if (piece.at == NULL)
		return refuse(call, 404, "unknown", SAY("no-table-calls", "only tables of the event can call"));
	return set_call(call, piece.at->round, piece.at->table, json_is_true(calls)) &&
		reply_json(call->reply, 200, json_pack("{s:O}", "calls", calls));
}

static bool
post_answered(struct call *call)
{
	json_int_t round, table;

	if (json_unpack(call->body, "{s:I, s:I}", "round", &round, "table", &table) != 0 || round < 1 ||
		round > CODE_ROUND_MAX || table < 1 || table > CODE_TABLE_MAX)
		return refuse(call, 400, "bad-request", SAY("bad-answered", "\"round\" and \"table\" name a table"));
	return set_call(call, (unsigned)round, (unsigned)table, false) && reply_json(call->reply, 200, json_object());
}

const struct route call_routes[] = {
	ROUTE("POST", "/api/call/", post_call, .body = BODY_JSON, .cost = 5,
		.needs = NEEDS_STORE | NEEDS_EVENT | NEEDS_JSON),
	ROUTE("POST", "/api/event/answered", post_answered, .body = BODY_JSON, .cost = 1,
		.needs = ORGANISER_STORES | NEEDS_EVENT | NEEDS_JSON),
	{.path = NULL},
};
