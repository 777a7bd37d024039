/* SPDX-License-Identifier: MIT
 * People who check themselves in on their phones, if the organiser allows it, and their badges with a QR each. */
#include <string.h>

#include "kiosk/prints/badges.h"
#include "kiosk/prints/event_pages.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"

/* {"person":5}: is here. It is listed among the changes under the person's own name. */
static bool
post_here(struct call *call)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	int64_t id = json_integer_value(json_object_get(call->body, "person"));

	if (id < 1)
		return refuse(call, 400, "bad-request", SAY("bad-person", "\"person\" is the id of a person"));
	held_snapshot *snapshot = handler_snapshot(call->kiosk, call->problem);
	if (snapshot == NULL)
		return false;
	if (!snapshot->check_in)
		return refuse(call, 403, "forbidden",
			SAY("check-in-closed", "the organiser checks people in: please go to the desk"));
	const struct person *person = event_snapshot_person(snapshot, id);
	if (person == NULL)
		return refuse(call, 404, "unknown", SAY("no-such-person", "this person is not on the list"));
	if (person->gone)
		return refuse(call, 422, "refused",
			SAY("has-left", "you have left the event; the organiser can bring you back"));
	g_array_append_val(ids, id);
	return (person->here ||
		       store_here_set(call->kiosk->store, ids, true, person->name, call->problem) == STORE_OK) &&
		reply_json(call->reply, 200, json_pack("{s:b}", "here", true));
}

/* The address that phones reach the kiosk at, ended by a slash: that of the printed QRs, or the kiosk's own. To be
 * freed; NULL if there is none. */
static char *
phone_address(struct call *call, const struct event_state *state)
{
	char *const *own = g_atomic_pointer_get(&call->kiosk->addresses);

	if (state->url != NULL && strlen(state->url) > strlen("C/"))
		return g_strndup(state->url, strlen(state->url) - strlen("C/"));
	return own == NULL || own[0] == NULL ? NULL : g_strdup(own[0]);
}

static bool
get_badges(struct call *call)
{
	held_snapshot *snapshot = handler_event(call, true);
	g_autoptr(GPtrArray) people = g_ptr_array_new();

	if (snapshot == NULL)
		return false;
	g_autofree char *address = phone_address(call, snapshot->state);
	for (unsigned i = 0; i < snapshot->people->len; i++) {
		struct person *person = g_ptr_array_index(snapshot->people, i);

		if (!person->gone)
			g_ptr_array_add(people, person);
	}
	if (address == NULL || people->len == 0)
		return refuse(call, 404, "unknown",
			SAY("no-badges", "badges need people on the list, and an address that phones can open"));
	struct badges badges = {snapshot->name, address, people};
	GBytes *pdf = memory_document_draw(call->kiosk->documents,
		&(struct memory_pages){.format = FORMAT_PDF,
			.title = "Badges",
			.subject = snapshot->name,
			.paper = paper_a4,
			.pages = badges_pages(&badges),
			.w = EVENT_PAGE_W,
			.h = EVENT_PAGE_H,
			.draw = badges_draw,
			.data = &badges},
		call->problem);
	return pdf != NULL && reply_bytes(call->reply, 200, "application/pdf", pdf);
}

const struct route check_in_routes[] = {
	ROUTE("POST", "/api/here", post_here, .body = BODY_JSON, .cost = 20,
		.needs = NEEDS_STORE | NEEDS_EVENT | NEEDS_JSON),
	ROUTE("GET", "/badges.pdf", get_badges, .cost = 10, .slow = true, .needs = NEEDS_ORGANISER),
	{.path = NULL},
};
