/* SPDX-License-Identifier: MIT
 * Pieces on the page: what a code is of, and its printed picture. */
#include <stdlib.h>
#include <string.h>

#include "gen/games/house_rules.h"
#include "gen/games/view.h"
#include "kiosk/http/server.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/routes/handlers.h"

#define DRAWING_AGAIN 5  /* seconds after which another one may be drawn where many were */
#define DRAWING       20 /* what the drawing of a code that is not the event's costs: there is no end of them */

/* A piece that was asked for. */
struct piece {
	const struct request *request;
	const struct game *game;
	struct code code;
	char play[CODE_TEXT];
	struct table_pass pass;      /* that it was asked for by; without a play: by its code */
	const struct event_play *at; /* its table in the event, or NULL */
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
};

/* Reads a code or a pass; false after answering why not. */
static bool
find_piece(struct kiosk *kiosk, const struct event_state *state, const char *text, const struct request *request,
	struct piece *piece, struct reply *reply)
{
	struct problems problems;

	problems_init(&problems);
	piece->request = request;
	piece->game = handler_piece(kiosk, state, request, text, &piece->code, &piece->pass, &problems);
	if (piece->game == NULL) {
		handler_refuse(reply, &problems);
		return false;
	}
	handler_play(&piece->code, event_key(state), piece->play);
	piece->at = event_play(state, piece->play);
	piece->game->build(piece->layout, &piece->code);
	return true;
}

/* What names a piece of the same game to those who asked: its code, or what they asked by. */
static void
name_piece(const struct event_state *state, const struct piece *piece, uint8_t number, char text[TABLE_PASS_TEXT])
{
	struct table_pass pass = piece->pass;
	struct code code = piece->code;

	pass.piece = code.piece = number;
	if (pass.play != NULL)
		table_pass_write(state, &pass, piece->request->address, text);
	else
		code_write(&code, event_key(state), text);
}

/* Who sits there; NULL after answering 503. */
static json_t *
names_json(struct kiosk *kiosk, const struct event_state *state, const struct piece *piece, struct reply *reply)
{
	unsigned seats = handler_seats(state, piece->at, piece->game, &piece->code);
	json_t *json = json_array();
	struct problem problem = {0};

	for (unsigned i = 0; piece->at == NULL && i < seats; i++)
		json_array_append_new(json, json_string(""));
	if (piece->at == NULL)
		return json;
	g_auto(GStrv) names = handler_seated(kiosk, piece->at->round, piece->at->table, seats, &problem);
	if (names == NULL) {
		json_decref(json);
		handler_trouble(reply, &problem);
		return NULL;
	}
	for (char **name = names; *name != NULL; name++)
		json_array_append_new(json, json_string(*name));
	return json;
}

/* The other games of the same table, with whether their results are in. A keyed code is for those who hold it. NULL
 * after answering. */
static json_t *
others_json(
	struct kiosk *kiosk, const struct event_state *state, const struct piece *piece, bool told, struct reply *reply)
{
	const GPtrArray *plays = piece->at == NULL ? NULL : event_table(state, piece->at->round, piece->at->table);
	json_t *json = json_array();

	for (unsigned i = 0; plays != NULL && i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);
		json_t *entry;

		if (play == piece->at)
			continue;
		if (!handler_current(kiosk, play->code, told, &entry, reply)) {
			json_decref(json);
			return NULL;
		}
		json_array_append_new(
			json, json_pack("{s:s?, s:b}", "code", told ? play->code : NULL, "in", !json_is_null(entry)));
		json_decref(entry);
	}
	return json;
}

/* The piece itself: its layout, its drawings, and the rules it is played by, those of the round or of its paper. */
static json_t *
piece_json(const struct event_state *state, const struct piece *piece)
{
	const struct game *game = piece->game;
	struct code code = piece->code;
	json_t *layout = view_json(game, piece->layout, &code, event_key(state)), *sheets = json_array();
	json_t *rules = piece->at == NULL ? NULL : event_rules(state, piece->at->round);
	char text[TABLE_PASS_TEXT], play[TABLE_PASS_PLAY];
	uint8_t house[HOUSE_RULES];

	for (unsigned i = 0; i < game->pieces(&code); i++) {
		code.piece = (uint8_t)i;
		name_piece(state, piece, code.piece, text);
		json_array_append_new(sheets, piece_picture_places(game, piece->layout, &code, text));
	}
	rules_printed(rules_of(game), code.option, house);
	name_piece(state, piece, piece->code.piece, text);
	g_strlcpy(play, piece->play, sizeof play);
	/* With the seed all but the check of the code would be known, and what `analyse` says. */
	if (piece->at != NULL && !is_organiser(piece->request))
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
	held_event *state = handler_event(kiosk, reply);
	json_auto_t *names = NULL, *others = NULL, *entry = json_null(), *before = json_null();
	bool organiser = is_organiser(request);
	struct piece piece;

	if (state == NULL || !find_piece(kiosk, state, request->rest, request, &piece, reply))
		return;
	names = names_json(kiosk, state, &piece, reply);
	if (names == NULL)
		return;
	others = others_json(kiosk, state, &piece, organiser || !piece.code.keyed, reply);
	if (others == NULL)
		return;
	if (piece.at != NULL &&
		!handler_current(kiosk, piece.play, organiser || piece.pass.play == NULL, &entry, reply))
		return;
	/* Anyone who has the code of a casual game may know how it was played before; a keyed one is an event's. */
	if (piece.at == NULL && !piece.code.keyed && !handler_current(kiosk, piece.play, false, &before, reply))
		return;
	if (piece.at != NULL && piece.code.keyed && piece.pass.play == NULL)
		handler_note_opened(state, request, piece.at, reply);
	json_auto_t *json = piece_json(state, &piece);
	json_object_set(json, "before", before);
	json_object_set(json, "names", names);
	json_object_set(json, "entry", entry);
	json_object_set(json, "others", others);
	json_object_set_new(json, "away", handler_away(kiosk, reply));
	/* A layout is a long text that packs well, and phones wait for it. */
	char *text = reply_text(json);
	g_autoptr(GBytes) plain = g_bytes_new_take(text, strlen(text)), packed = gzip_bytes(plain, GZIP_QUICK);
	reply_packed(request, reply, "application/json", plain, packed);
}

/* /sheet/CODE.svg */
static void
get_sheet(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct problem problem;
	struct piece piece;
	bool drawn;

	if (!g_str_has_suffix(request->rest, ".svg")) {
		reply_error(reply, 404, "unknown", SAY("sheet-path", "a sheet is asked for as /sheet/CODE.svg"));
		return;
	}
	held_event *state = handler_event(kiosk, reply);
	g_autofree char *text = g_strndup(request->rest, strlen(request->rest) - strlen(".svg"));
	if (state == NULL || !find_piece(kiosk, state, text, request, &piece, reply))
		return;
	/* A visitor whose allowance is used up, or whose network's is, gets drawings of the event's tables only. */
	if (piece.at == NULL && request->left < 0) {
		reply_slow_down(reply, DRAWING_AGAIN,
			SAY("too-many-requests", "too many requests at once; wait a moment and try again"));
		return;
	}
	struct piece_picture print = {.key = event_key(state), .unmarked = piece.pass.play != NULL};
	if (piece.at != NULL) {
		print.event = state->name;
		print.url = state->url;
	}
	g_autoptr(GBytes) svg = piece_pictures_svg(kiosk->pictures, &piece.code, &print, &drawn, &problem);
	if (svg == NULL) {
		reply_problem(reply, 503, "trouble", &problem);
		return;
	}
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
