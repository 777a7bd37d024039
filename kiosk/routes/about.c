/* SPDX-License-Identifier: MIT
 * The kiosk about itself: `GET /api/kiosk`, and its address as a QR code. */
#include <qrencode.h>

#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/visits/code_guesses.h"
#include "scoring/rules.h"

/* Modules of white around a QR code, as its standard asks for. */
#define QUIET 4

/* The games with their house rules. */
static json_t *
games_json(void)
{
	json_t *games = json_array();
	const struct game *game;

	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		const struct rules *rules = rules_of(game);
		const struct tagged_pieces *tagged = kiosk_game_of(game)->tagged;

		/* Older versions are only for reading old codes. */
		if (!game_is(game, game_by_id(game->id)))
			continue;
		json_t *house_rules = json_array();
		for (const struct house_rule *house = rules->house;
			house < rules->house + HOUSE_RULES && house->name != NULL; house++) {
			json_t *values = json_array();

			for (size_t k = 0; k < G_N_ELEMENTS(house->value); k++)
				json_array_append_new(values,
					house->integer ? json_integer(g_ascii_strtoll(house->value[k], NULL, 10))
						       : json_string(house->value[k]));
			json_array_append_new(
				house_rules, json_pack("{s:s, s:o}", "name", house->name, "values", values));
		}
		json_array_append_new(games,
			json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:s, s:s, s:b, s:o, s:o}", "id", game->id,
				"title", game->title, "designer", game->designer, "about", game->about, "players",
				game->players, "minutes", game->minutes, "ages", game->ages, "piece", game->piece,
				"symbol", symbols[printed_game_of(game)->symbol].name, "casual", !rules->needs_code,
				"rules", house_rules, "tagged",
				tagged == NULL ? json_null()
					       : json_pack("{s:s, s:s, s:s}", "one", tagged->one, "many", tagged->many,
							 "owner", tagged->owner)));
	}
	return games;
}

static bool
get_kiosk(struct call *call)
{
	char *const *address = g_atomic_pointer_get(&call->kiosk->addresses);
	struct problem damage = {0};
	held_snapshot *snapshot = standings_cache_hold(call->kiosk, call->organiser, call->problem);

	if (snapshot == NULL)
		return false;
	json_t *addresses = json_array();
	for (; address != NULL && *address != NULL; address++)
		json_array_append_new(addresses, json_string(*address));
	if (store_trouble(call->kiosk->store, &damage) != STORE_FAULT_DAMAGED)
		problem_clear(&damage);
	return reply_json(call->reply, 200,
		json_pack("{s:s, s:b, s:b, s:b, s:s?, s:b, s:o, s:b, s:b, s:b, s:o, s:o, s:I, s:i, s:o, s:o}",
			"version", SEEDPRESS_VERSION, "local", call->request->local, "secure", call->request->secure,
			"organiser", call->organiser, "token", *call->token == '\0' ? NULL : call->token, "password",
			organiser_is_set(call->kiosk->sessions), "damage",
			reply_sentence(call->reply, &damage, call->organiser), "casual", snapshot->casual, "printing",
			snapshot->printing, "check_in", snapshot->check_in, "away", handler_away(call), "addresses",
			addresses, "change", (json_int_t)snapshot->version, "guarded",
			(int)code_guesses_guarded(call->kiosk->code_guesses), "games", games_json(), "event",
			event_snapshot_about(snapshot)));
}

/* A QR code as an SVG, with a rectangle for each run of dark modules; NULL if the text is too long. */
static GBytes *
draw_qr(const char *text)
{
	QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);

	if (code == NULL)
		return NULL;
	int side = code->width + 2 * QUIET;
	GString *svg = g_string_new(NULL);
	g_string_append_printf(svg,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
		"shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
		"<path fill=\"#000\" d=\"",
		side, side, side, side);
	for (int y = 0; y < code->width; y++) {
		const unsigned char *row = code->data + y * code->width;

		for (int x = 0, run; x < code->width; x += run) {
			for (run = 1; x + run < code->width && (row[x + run] & 1) == (row[x] & 1);)
				run++;
			if (row[x] & 1)
				g_string_append_printf(svg, "M%d %dh%dv1h-%dz", x + QUIET, y + QUIET, run, run);
		}
	}
	g_string_append(svg, "\"/></svg>\n");
	QRcode_free(code);
	return g_string_free_to_bytes(svg);
}

static bool
get_address(struct call *call)
{
	char **addresses = g_atomic_pointer_get(&call->kiosk->addresses);
	GBytes *svg = addresses == NULL || addresses[0] == NULL ? NULL : draw_qr(addresses[0]);

	if (svg == NULL)
		return refuse(call, 404, "unknown",
			SAY("not-reachable", "phones cannot reach this kiosk; start it with --listen 0.0.0.0"));
	return reply_bytes(call->reply, 200, "image/svg+xml", svg);
}

const struct route about_routes[] = {
	ROUTE("GET", "/api/kiosk", get_kiosk, .cost = 1),
	ROUTE("GET", "/address.svg", get_address, .cost = 1),
	{.path = NULL},
};
