/* SPDX-License-Identifier: MIT
 * Pieces on the page: what a code stands for, and its printed picture. */
#include <string.h>

#include "gen/games/house_rules.h"
#include "gen/games/view.h"
#include "kiosk/http/server.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"

/* Seconds after which a visitor who has used up the rate limit may ask for another drawing. */
#define DRAWING_RETRY_S 5

/* Tokens for drawing a piece that is not the event's: there are too many to cache them all. */
#define DRAWING 20

/* How this visitor can name a piece of the same game: by its code, or by a pass if they used one. */
static void
name_piece(struct call *call, const struct named_piece *piece, uint8_t number, char text[TABLE_PASS_TEXT])
{
	struct table_pass pass = piece->pass;
	struct code code = piece->code;

	pass.piece = code.piece = number;
	if (pass.play != NULL)
		table_pass_write(call->state, &pass, call->request->address, text);
	else
		code_write(&code, event_key(call->state), text);
}

/* The other games of the same table, and whether they are done; their codes only if `told`. NULL after setting
 * the problem. */
static json_t *
others_json(struct call *call, const struct named_piece *piece, bool told)
{
	const GPtrArray *plays =
		piece->at == NULL ? NULL : event_table(call->state, piece->at->round, piece->at->table);
	json_auto_t *json = json_array();

	for (unsigned i = 0; plays != NULL && i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		if (play == piece->at)
			continue;
		json_auto_t *entry = handler_current(call, play->code, told);
		if (entry == NULL)
			return NULL;
		json_array_append_new(
			json, json_pack("{s:s?, s:b}", "code", told ? play->code : NULL, "in", !json_is_null(entry)));
	}
	return json_incref(json);
}

/* The piece: its layout, its drawings, and its house rules, which are those of the round or those printed on it. */
static json_t *
piece_json(struct call *call, const struct named_piece *piece)
{
	_Alignas(max_align_t) unsigned char built[LAYOUT_MAX];
	const struct game *game = piece->game;
	struct code code = piece->code;
	json_t *sheets = json_array();
	json_t *rules = piece->at == NULL ? NULL : event_rules(call->state, piece->at->round);
	char text[TABLE_PASS_TEXT], play[TABLE_PASS_PLAY];
	uint8_t house[HOUSE_RULES];

	game->build(built, &code);
	json_t *layout = view_json(game, built, &code, event_key(call->state));
	for (unsigned i = 0; i < game->pieces(&code); i++) {
		code.piece = (uint8_t)i;
		name_piece(call, piece, code.piece, text);
		json_array_append_new(sheets, piece_picture_places(game, built, &code, text));
	}
	rules_printed(rules_of(game), code.option, house);
	name_piece(call, piece, piece->code.piece, text);
	g_strlcpy(play, piece->play, sizeof play);
	/* The seed would tell all of the code but its check, and allow an analysis of the layout. */
	if (piece->at != NULL && !call->organiser)
		json_object_set_new(layout, "seed", json_null());
	if (piece->pass.play != NULL) {
		json_object_set_new(layout, "code", json_string(text));
		table_pass_name(call->state, piece->pass.play, play);
	}
	return json_pack("{s:s, s:b, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:s, s:o, s:o, s:o, s:o, s:b}", "code", text,
		"pass", piece->pass.play != NULL, "game", game->id, "title", game->title, "designer", game->designer,
		"piece", piece->code.piece, "round", code.round, "table", code.table, "players",
		(int)handler_seats(call->state, piece->at, game, &code), "play", play, "layout", layout, "rules",
		json_is_object(rules) ? json_deep_copy(rules) : house_rules_json(rules_of(game), house), "sheets",
		sheets, "colours", piece_picture_colours(game, &piece->code), "event", piece->at != NULL);
}

static bool
get_piece(struct call *call)
{
	json_auto_t *names = NULL, *others = NULL, *entry = json_null(), *before = json_null();
	bool organiser = call->organiser;
	struct named_piece piece;

	if (!handler_piece(call, call->request->rest, &piece))
		return false;
	unsigned seats = handler_seats(call->state, piece.at, piece.game, &piece.code);
	names = piece.at == NULL ? json_array() : handler_names(call, piece.at->round, piece.at->table, seats);
	for (unsigned i = 0; piece.at == NULL && i < seats; i++)
		json_array_append_new(names, json_string(""));
	others = names == NULL ? NULL : others_json(call, &piece, organiser || !piece.code.keyed);
	if (others == NULL)
		return false;
	/* Anyone who has the code of a casual game may see its last result; a keyed code belongs to an event. */
	if (piece.at != NULL)
		entry = handler_current(call, piece.play, organiser || piece.pass.play == NULL);
	else if (!piece.code.keyed)
		before = handler_current(call, piece.play, false);
	if (entry == NULL || before == NULL)
		return false;
	if (piece.at != NULL && piece.code.keyed && piece.pass.play == NULL)
		handler_note_opened(call, piece.at);
	json_auto_t *json = piece_json(call, &piece);
	json_object_set(json, "before", before);
	json_object_set(json, "names", names);
	json_object_set(json, "entry", entry);
	json_object_set(json, "others", others);
	json_object_set_new(json, "away", handler_away(call));
	/* A layout is a long text that compresses well. */
	char *text = reply_text(json);
	g_autoptr(GBytes) plain = g_bytes_new_take(text, strlen(text)), packed = gzip_bytes(plain, GZIP_QUICK);
	return reply_packed(call->request, call->reply, "application/json", plain, packed);
}

/* /sheet/CODE.svg */
static bool
get_sheet(struct call *call)
{
	struct named_piece piece;
	bool drawn;

	if (!g_str_has_suffix(call->request->rest, ".svg"))
		return refuse(call, 404, "unknown", SAY("sheet-path", "a sheet is asked for as /sheet/CODE.svg"));
	g_autofree char *text = g_strndup(call->request->rest, strlen(call->request->rest) - strlen(".svg"));
	if (!handler_piece(call, text, &piece))
		return false;
	/* A visitor who has used up the rate limit only gets drawings of the event's tables. */
	if (piece.at == NULL && call->request->left < 0)
		return reply_slow_down(call->reply, DRAWING_RETRY_S,
			SAY("too-many-requests", "too many requests at once; wait a moment and try again"));
	struct piece_picture print = {.key = event_key(call->state), .unmarked = piece.pass.play != NULL};
	if (piece.at != NULL) {
		print.event = call->state->name;
		print.url = call->state->url;
	}
	g_autoptr(GBytes) svg = piece_pictures_svg(call->kiosk->pictures, &piece.code, &print, &drawn, call->problem);
	if (svg == NULL)
		return false;
	if (drawn && piece.at == NULL)
		call->reply->charge += DRAWING;
	if (piece.pass.play == NULL)
		call->reply->keep = true;
	return reply_packed(call->request, call->reply, "image/svg+xml", NULL, svg);
}

const struct route piece_routes[] = {
	ROUTE("GET", "/api/piece/", get_piece, .cost = 1, .needs = NEEDS_EVENT),
	ROUTE("GET", "/sheet/", get_sheet, .cost = 1, .slow = true, .needs = NEEDS_EVENT),
	{0},
};
