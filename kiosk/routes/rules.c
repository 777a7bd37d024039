/* SPDX-License-Identifier: MIT
 * The rules of a game at the table: the printed page, for a code with its house rules, or for the id of a game. */
#include "kiosk/prints/rules_page.h"

#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"

/* Tokens of a drawing. */
#define DRAWING 20

/* /rulebook/NAME.svg */
static bool
get_rules(struct call *call)
{
	struct named_piece piece = {0};

	if (!g_str_has_suffix(call->request->rest, ".svg"))
		return refuse(call, 404, "unknown", SAY("rules-path", "rules are asked for as /rulebook/NAME.svg"));
	g_autofree char *name = g_strndup(call->request->rest, strlen(call->request->rest) - strlen(".svg"));
	piece.game = game_by_id(name);
	if (piece.game != NULL)
		game_complete(piece.game, &piece.code);
	else if (!handler_piece(call, name, &piece))
		return false;
	g_autoptr(GBytes) svg = rules_page_svg(call->kiosk->documents, piece.game, &piece.code, call->problem);
	if (svg == NULL)
		return call->problem->status != STATUS_OK
			? false
			: refuse(call, 404, "unknown", SAY("no-rules-page", "this game has no printed rules"));
	call->reply->charge += DRAWING;
	return reply_packed(call->request, call->reply, "image/svg+xml", NULL, svg);
}

const struct route rules_routes[] = {
	ROUTE("GET", "/rulebook/", get_rules, .cost = 1, .slow = true, .needs = NEEDS_EVENT),
	{.path = NULL},
};
