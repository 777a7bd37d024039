/* SPDX-License-Identifier: MIT
 * What is being entered at a table, for anyone who has its code or a pass: what one phone enters the other phones of
 * the table see. */
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
			reply_error(reply, 404, "unknown",
				SAY("not-shared", "only tables of the event share what is entered"));
	}
	event_release(state);
	return found;
}

/* A draft as API.md has it; `saved`: the play has its result meanwhile. Frees the text. */
static json_t *
draft_json(guint64 number, char *text, bool saved)
{
	json_t *state = text == NULL ? json_null() : json_loads(text, 0, NULL);

	g_free(text);
	return json_pack("{s:I, s:o, s:b}", "number", (json_int_t)number, "state", state, "saved", saved);
}

static void
get_draft(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *after = request_query(request, "after");
	guint64 known = 0;
	char play[CODE_TEXT], *text;

	if (after != NULL && !g_ascii_string_to_unsigned(after, 10, 0, G_MAXINT64, &known, NULL)) {
		reply_error(reply, 400, "bad-request", SAY("bad-after", "\"after\" is the number of a draft"));
		return;
	}
	if (!find_play(kiosk, request, play, reply))
		return;
	guint64 number = shared_drafts_get(kiosk->drafts, play, known, &text);
	reply_json(reply, 200, draft_json(number, text, number != known && number != 0 && text == NULL));
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
	if (!json_is_object(state) || !json_is_integer(after) || json_integer_value(after) < 0) {
		reply_error(reply, 400, "bad-request",
			SAY("draft-expected", "\"state\" is what is entered, \"after\" the number of the draft, or 0"));
	} else if (find_play(kiosk, request, play, reply)) {
		char *words = json_dumps(state, JSON_COMPACT), *text = NULL;
		guint64 number = 0;
		struct problem problem;

		if (strlen(words) > SHARED_DRAFTS_BYTES) {
			reply_error(reply, 413, "too-large",
				SAY("draft-too-large", "what is entered at a table takes {most} bytes at most"),
				ARG_NUMBER("most", SHARED_DRAFTS_BYTES));
		} else if ((number = shared_drafts_set(
				    kiosk->drafts, play, (guint64)json_integer_value(after), words)) != 0) {
			reply_json(reply, 200, draft_json(number, NULL, false));
		} else {
			number = shared_drafts_get(kiosk->drafts, play, 0, &text);
			/* A draft that comes after its result is not a conflict: nobody needs it any more. */
			bool saved = number != 0 && text == NULL;
			json_t *draft = draft_json(number, text, saved);

			problem_set(&problem,
				SAY("draft-taken", "somebody else at this table has entered something meanwhile"));
			if (saved)
				reply_json(reply, 200, draft);
			else
				reply_problem_with(reply, 409, "taken", &problem, draft);
		}
		free(words);
	}
	json_decref(body);
}

const struct route draft_routes[] = {
	ROUTE("GET", "/api/draft/", get_draft, .cost = 1),
	ROUTE("POST", "/api/draft/", post_draft, .body = 2 * SHARED_DRAFTS_BYTES, .cost = 1),
	{.path = NULL},
};
