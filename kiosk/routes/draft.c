/* SPDX-License-Identifier: MIT
 * What is being entered at a table, for whoever holds its code or a pass: what one phone enters the
 * others of the table see. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"

/* The play of a table of the event by a code or a pass; false after answering. */
static bool
find_play(struct kiosk *kiosk, const struct request *request, char play[CODE_TEXT], struct reply *reply)
{
	const struct event_state *state = handler_event(kiosk, reply);
	struct problems problems;
	struct table_pass pass;
	struct code code;
	bool found = false;

	if (state == NULL)
		return false;
	problems_init(&problems);
	if (handler_piece(kiosk, state, request, request->rest, &code, &pass, &problems) == NULL) {
		handler_refuse(reply, &problems);
	} else {
		handler_play(&code, event_key(state), play);
		found = event_play(state, play) != NULL;
		if (!found)
			reply_refuse(reply, 404, "unknown", "only tables of the event share what is entered");
	}
	event_release(state);
	return found;
}

/* `saved`: the play has its result meanwhile. Frees the text. */
static void
answer_draft(struct reply *reply, unsigned status, guint64 number, char *text, bool saved)
{
	json_t *state = text == NULL ? json_null() : json_loads(text, 0, NULL);

	reply_json(reply, status,
		json_pack("{s:I, s:o, s:b, s:s*, s:s*}", "number", (json_int_t)number, "state", state, "saved", saved,
			"error", status == 409 ? "somebody else at this table has entered something meanwhile" : NULL,
			"kind", status == 409 ? "taken" : NULL));
	g_free(text);
}

static void
get_draft(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *after = request_query(request, "after");
	guint64 known = 0, number;
	char play[CODE_TEXT], *text;

	if (after != NULL && !g_ascii_string_to_unsigned(after, 10, 0, G_MAXINT64, &known, NULL)) {
		reply_refuse(reply, 400, "bad-request", "\"after\" is the number of a draft");
		return;
	}
	if (!find_play(kiosk, request, play, reply))
		return;
	number = shared_drafts_get(kiosk->drafts, play, known, &text);
	answer_draft(reply, 200, number, text, number != known && number != 0 && text == NULL);
}

static void
set_draft(struct kiosk *kiosk, const char *play, json_t *state, json_int_t known, struct reply *reply)
{
	char *words = json_dumps(state, JSON_COMPACT), *text;
	guint64 number;

	if (words == NULL || strlen(words) > SHARED_DRAFTS_BYTES) {
		reply_refuse(reply, 413, "too-large", "what is entered at a table takes %d bytes at most",
			SHARED_DRAFTS_BYTES);
	} else {
		number = shared_drafts_set(kiosk->drafts, play, (guint64)known, words);
		if (number != 0) {
			answer_draft(reply, 200, number, NULL, false);
		} else {
			/* A draft that comes after its result is no conflict: nobody needs it any more. */
			number = shared_drafts_get(kiosk->drafts, play, 0, &text);
			bool saved = number != 0 && text == NULL;
			answer_draft(reply, saved ? 200 : 409, number, text, saved);
		}
	}
	free(words);
}

static void
post_draft(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *body = request_json(request, reply), *state = json_object_get(body, "state");
	json_t *after = json_object_get(body, "after");
	char play[CODE_TEXT];

	if (body == NULL)
		return;
	if (!json_is_object(state) || !json_is_integer(after) || json_integer_value(after) < 0)
		reply_refuse(reply, 400, "bad-request",
			"send {\"state\": what is entered, \"after\": the number of the draft, or 0}");
	else if (find_play(kiosk, request, play, reply))
		set_draft(kiosk, play, state, json_integer_value(after), reply);
	json_decref(body);
}

const struct route draft_routes[] = {
	{.method = "GET", .path = "/api/draft/", .handle = get_draft, .cost = 1},
	{.method = "POST", .path = "/api/draft/", .handle = post_draft, .body = 2 * SHARED_DRAFTS_BYTES, .cost = 1},
	{.path = NULL},
};
