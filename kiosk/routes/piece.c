/* SPDX-License-Identifier: MIT
 * Pieces on the page: what a code stands for, and its printed picture. */
#include <stdlib.h>
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
name_piece(const struct event_state *state, const struct request *request, const struct named_piece *piece,
	uint8_t number, char text[TABLE_PASS_TEXT])
{
	struct table_pass pass = piece->pass;
	struct code code = piece->code;

	pass.piece = code.piece = number;
	if (pass.play != NULL)
		table_pass_write(state, &pass, request->address, text);
	else
		code_write(&code, event_key(state), text);
}

/* Who sits there; NULL after setting *problem. */
static json_t *
names_json(
	struct kiosk *kiosk, const struct event_state *state, const struct named_piece *piece, struct problem *problem)
{
	unsigned seats = handler_seats(state, piece->at, piece->game, &piece->code);

	if (piece->at != NULL)
		return handler_names(kiosk, piece->at->round, piece->at->table, seats, problem);
	json_t *json = json_array();
	for (unsigned i = 0; i < seats; i++)
		json_array_append_new(json, json_string(""));
	return json;
}

/* The other games of the same table, and whether they are done; their codes only if `told`. NULL
 * after setting *problem. */
static json_t *
others_json(struct kiosk *kiosk, const struct event_state *state, const struct named_piece *piece, bool told,
	struct problem *problem)
{
	const GPtrArray *plays = piece->at == NULL ? NULL : event_table(state, piece->at->round, piece->at->table);
	json_auto_t *json = json_array();

	for (unsigned i = 0; plays != NULL && i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		if (play == piece->at)
			continue;
		json_auto_t *entry = handler_current(kiosk, play->code, told, problem);
		if (entry == NULL)
			return NULL;
		json_array_append_new(
			json, json_pack("{s:s?, s:b}", "code", told ? play->code : NULL, "in", !json_is_null(entry)));
	}
	return json_incref(json);
}

/* The piece: its layout, its drawings, and its house rules, which are those of the round or those printed on it. */
static json_t *
piece_json(const struct event_state *state, const struct request *request, const struct named_piece *piece)
{
	_Alignas(max_align_t) unsigned char built[LAYOUT_MAX];
	const struct game *game = piece->game;
	struct code code = piece->code;
	json_t *sheets = json_array();
	json_t *rules = piece->at == NULL ? NULL : event_rules(state, piece->at->round);
	char text[TABLE_PASS_TEXT], play[TABLE_PASS_PLAY];
	uint8_t house[HOUSE_RULES];

	game->build(built, &code);
	json_t *layout = view_json(game, built, &code, event_key(state));
	for (unsigned i = 0; i < game->pieces(&code); i++) {
		code.piece = (uint8_t)i;
		name_piece(state, request, piece, code.piece, text);
		json_array_append_new(sheets, piece_picture_places(game, built, &code, text));
	}
	rules_printed(rules_of(game), code.option, house);
	name_piece(state, request, piece, piece->code.piece, text);
	g_strlcpy(play, piece->play, sizeof play);
	/* The seed would tell all of the code but its check, and allow an analysis of the layout. */
	if (piece->at != NULL && !is_organiser(request))
		json_object_set_new(layout, "seed", json_null());
	if (piece->pass.play != NULL) {
		json_object_set_new(layout, "code", json_string(text));
		table_pass_name(state, piece->pass.play, play);
	}
	return json_pack("{s:s, s:b, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:s, s:o, s:o, s:o, s:o, s:b}", "code", text,
		"pass", piece->pass.play != NULL, "game", game->id, "title", game->title, "designer", game->designer,
		"piece", piece->code.piece, "round", code.round, "table", code.table, "players",
		(int)handler_seats(state, piece->at, game, &code), "play", play, "layout", layout, "rules",
		json_is_object(rules) ? json_deep_copy(rules) : house_rules_json(rules_of(game), house), "sheets",
		sheets, "colours", piece_picture_colours(game, &piece->code), "event", piece->at != NULL);
}

static void
get_piece(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	held_event *state = event_hold(kiosk->event, &reply->problem);
	json_auto_t *names = NULL, *others = NULL, *entry = json_null(), *before = json_null();
	bool organiser = is_organiser(request);
	struct named_piece piece;

	if (state == NULL || !handler_piece(kiosk, state, request, request->rest, &piece, reply))
		return;
	names = names_json(kiosk, state, &piece, &reply->problem);
	others = names == NULL ? NULL
			       : others_json(kiosk, state, &piece, organiser || !piece.code.keyed, &reply->problem);
	if (others == NULL)
		return;
	/* Anyone who has the code of a casual game may see its last result; a keyed code belongs to an event. */
	if (piece.at != NULL)
		entry = handler_current(kiosk, piece.play, organiser || piece.pass.play == NULL, &reply->problem);
	else if (!piece.code.keyed)
		before = handler_current(kiosk, piece.play, false, &reply->problem);
	if (entry == NULL || before == NULL)
		return;
	if (piece.at != NULL && piece.code.keyed && piece.pass.play == NULL)
		handler_note_opened(state, request, piece.at, reply);
	json_auto_t *json = piece_json(state, request, &piece);
	json_object_set(json, "before", before);
	json_object_set(json, "names", names);
	json_object_set(json, "entry", entry);
	json_object_set(json, "others", others);
	json_object_set_new(json, "away", handler_away(kiosk, reply));
	/* A layout is a long text that compresses well. */
	char *text = reply_text(json);
	g_autoptr(GBytes) plain = g_bytes_new_take(text, strlen(text)), packed = gzip_bytes(plain, GZIP_QUICK);
	reply_packed(request, reply, "application/json", plain, packed);
}

/* /sheet/CODE.svg */
static void
get_sheet(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct named_piece piece;
	bool drawn;

	if (!g_str_has_suffix(request->rest, ".svg")) {
		reply_error(reply, 404, "unknown", SAY("sheet-path", "a sheet is asked for as /sheet/CODE.svg"));
		return;
	}
	held_event *state = event_hold(kiosk->event, &reply->problem);
	g_autofree char *text = g_strndup(request->rest, strlen(request->rest) - strlen(".svg"));
	if (state == NULL || !handler_piece(kiosk, state, request, text, &piece, reply))
		return;
	/* A visitor who has used up the rate limit only gets drawings of the event's tables. */
	if (piece.at == NULL && request->left < 0) {
		reply_slow_down(reply, DRAWING_RETRY_S,
			SAY("too-many-requests", "too many requests at once; wait a moment and try again"));
		return;
	}
	struct piece_picture print = {.key = event_key(state), .unmarked = piece.pass.play != NULL};
	if (piece.at != NULL) {
		print.event = state->name;
		print.url = state->url;
	}
	g_autoptr(GBytes) svg = piece_pictures_svg(kiosk->pictures, &piece.code, &print, &drawn, &reply->problem);
	if (svg == NULL)
		return;
	if (drawn && piece.at == NULL)
		reply->charge += DRAWING;
	if (piece.pass.play == NULL)
		reply->keep = true;
	reply_packed(request, reply, "image/svg+xml", NULL, svg);
}

const struct route piece_routes[] = {
	ROUTE("GET", "/api/piece/", get_piece, .cost = 1),
	ROUTE("GET", "/sheet/", get_sheet, .cost = 1, .slow = true),
	{0},
};
