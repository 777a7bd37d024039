/* SPDX-License-Identifier: MIT
 * Shared drafts: what one phone enters at a table, the other phones of the table see. Anyone who has the table's code
 * or a pass may read and change it. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/routes/codes.h"
#include "kiosk/routes/fields.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"

/* The play of a table of the event by a code or a pass; false after answering. */
static bool
find_play(struct kiosk *kiosk, const struct request *request, char play[CODE_TEXT], struct reply *reply)
{
	held_event *state = event_hold(kiosk->event, &reply->problem);
	struct named_piece piece;

	if (state == NULL || !handler_piece(kiosk, state, request, request->rest, &piece, reply))
		return false;
	g_strlcpy(play, piece.play, CODE_TEXT);
	return piece.at != NULL ||
		reply_error(reply, 404, "unknown", SAY("not-shared", "only tables of the event share what is entered"));
}

/* A draft as in API.md; `saved`: the play has a result by now. Frees the text. */
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
	json_auto_t *body = request_json(request, reply);
	json_t *state;
	int64_t after;
	char play[CODE_TEXT];

	if (body == NULL)
		return;
	if (field_object(body, "state", &state) != FIELD_FINE ||
		field_number(body, "after", 0, INT64_MAX, &after) != FIELD_FINE) {
		reply_error(reply, 400, "bad-request",
			SAY("draft-expected", "\"state\" is what is entered, \"after\" the number of the draft, or 0"));
		return;
	}
	if (!find_play(kiosk, request, play, reply))
		return;
	char *words = json_dumps(state, JSON_COMPACT), *text = NULL;
	bool too_large = strlen(words) > SHARED_DRAFTS_BYTES;
	guint64 number = too_large ? 0 : shared_drafts_set(kiosk->drafts, play, (guint64)after, words);
	free(words);
	if (too_large) {
		reply_error(reply, 413, "too-large",
			SAY("draft-too-large", "what is entered at a table takes {most} bytes at most"),
			ARG_NUMBER("most", SHARED_DRAFTS_BYTES));
	} else if (number != 0) {
		reply_json(reply, 200, draft_json(number, NULL, false));
	} else {
		number = shared_drafts_get(kiosk->drafts, play, 0, &text);
		/* A draft that arrives after the result is not a conflict: nobody needs it any more. */
		bool saved = number != 0 && text == NULL;
		json_t *draft = draft_json(number, text, saved);
		struct problem taken;

		problem_set(&taken, SAY("draft-taken", "somebody else at this table has entered something meanwhile"));
		if (saved)
			reply_json(reply, 200, draft);
		else
			reply_problem_with(reply, 409, "taken", &taken, draft);
	}
}

const struct route draft_routes[] = {
	ROUTE("GET", "/api/draft/", get_draft, .cost = 1),
	ROUTE("POST", "/api/draft/", post_draft, .body = 2 * SHARED_DRAFTS_BYTES, .cost = 1),
	{.path = NULL},
};
