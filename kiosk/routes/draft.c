/* SPDX-License-Identifier: MIT
 * Shared drafts: what one phone enters at a table, the other phones of the table see. Anyone who has the table's code
 * or a pass may read and change it. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"

/* The play of a table of the event by a code or a pass; false after answering. */
static bool
find_play(struct call *call, char play[CODE_TEXT])
{
	struct named_piece piece;

	if (!handler_piece(call, call->request->rest, &piece))
		return false;
	g_strlcpy(play, piece.play, CODE_TEXT);
	return piece.at != NULL ||
		refuse(call, 404, "unknown", SAY("not-shared", "only tables of the event share what is entered"));
}

/* A draft as in API.md; `saved`: the play has a result by now. Frees the text. */
static json_t *
draft_json(guint64 number, char *text, bool saved)
{
	json_t *state = text == NULL ? json_null() : json_loads(text, 0, NULL);

	g_free(text);
	return json_pack("{s:I, s:o, s:b}", "number", (json_int_t)number, "state", state, "saved", saved);
}

static bool
get_draft(struct call *call)
{
	const char *after = request_query(call->request, "after");
	guint64 known = 0;
	char play[CODE_TEXT], *text = NULL;

	if (after != NULL && !g_ascii_string_to_unsigned(after, 10, 0, G_MAXINT64, &known, NULL))
		return refuse(call, 400, "bad-request", SAY("bad-after", "\"after\" is the number of a draft"));
	if (!find_play(call, play))
		return false;
	guint64 number = shared_drafts_get(call->kiosk->drafts, play, known, &text);
	return reply_json(call->reply, 200, draft_json(number, text, number != known && number != 0 && text == NULL));
}

static bool
post_draft(struct call *call)
{
	json_t *state;
	json_int_t after;
	char play[CODE_TEXT];

	if (json_unpack(call->body, "{s:o, s:I}", "state", &state, "after", &after) != 0 || !json_is_object(state) ||
		after < 0)
		return refuse(call, 400, "bad-request",
			SAY("draft-expected", "\"state\" is what is entered, \"after\" the number of the draft, or 0"));
	if (!find_play(call, play))
		return false;
	char *words = json_dumps(state, JSON_COMPACT), *text = NULL;
	bool too_large = strlen(words) > SHARED_DRAFTS_BYTES;
	guint64 number = too_large ? 0 : shared_drafts_set(call->kiosk->drafts, play, (guint64)after, words);
	free(words);
	if (too_large)
		return refuse(call, 413, "too-large",
			SAY("draft-too-large", "what is entered at a table takes {most} bytes at most"),
			ARG_NUMBER("most", SHARED_DRAFTS_BYTES));
	if (number != 0)
		return reply_json(call->reply, 200, draft_json(number, NULL, false));
	number = shared_drafts_get(call->kiosk->drafts, play, 0, &text);
	/* A draft that arrives after the result is not a conflict: nobody needs it any more. */
	if (number != 0 && text == NULL)
		return reply_json(call->reply, 200, draft_json(number, NULL, true));
	problem_set(call->problem, SAY("draft-taken", "somebody else at this table has entered something meanwhile"));
	return reply_problem_with(call->reply, 409, "taken", call->problem, draft_json(number, text, false));
}

const struct route draft_routes[] = {
	ROUTE("GET", "/api/draft/", get_draft, .cost = 1, .needs = NEEDS_EVENT),
	ROUTE("POST", "/api/draft/", post_draft, .body = 2 * SHARED_DRAFTS_BYTES, .cost = 1,
		.needs = NEEDS_EVENT | NEEDS_JSON),
	{.path = NULL},
};
