/* SPDX-License-Identifier: MIT
 * The part of a view that all games share: the code, and the geometry of the
 * printed piece. */
#include "gen/games/view.h"

#include <inttypes.h>

#include "gen/games/house_rules.h"

static json_t *
rect_json(struct rect rect)
{
	return json_pack("[i,i,i,i]", rect.x, rect.y, rect.w, rect.h);
}

/* Something with an id and its place. */
static json_t *
placed_json(json_t *id, struct rect at)
{
	return json_pack("{s:o,s:i,s:i,s:i,s:i}", "id", id, "x", at.x, "y", at.y, "w", at.w, "h", at.h);
}

static json_t *
form_json(const struct form *form)
{
	json_t *corners = json_array(), *bubbles = json_array();

	/* Pieces can carry other tags too. The ids tell which ones are corners. */
	for (int i = 0; i < form->tags; i++)
		if (form->tag[i].id < TAG_CORNERS)
			json_array_append_new(corners, placed_json(json_integer(form->tag[i].id), form->tag[i].at));
	for (int i = 0; i < form->bubbles; i++)
		json_array_append_new(bubbles, placed_json(json_string(form->bubble[i].id), form->bubble[i].at));
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "piece", rect_json(form->piece), "qr", rect_json(form->qr), "text",
		rect_json(form->text), "corners", corners, "bubbles", bubbles);
}

/* The house rules on the paper are added where they are not the usual ones. */
json_t *
view_json(const struct game *game, const void *layout, const struct code *code, const struct code_key *key)
{
	const struct rules *rules = rules_of(game);
	char text[CODE_TEXT];
	uint8_t house[HOUSE_RULES];
	struct form form;

	code_write(code, key, text);
	game->form(layout, code, &form);
	json_t *object = json_pack("{s:s,s:s,s:i,s:o,s:i,s:i,s:i,s:i,s:[i,i]}", "code", text, "game", game->id,
		"version", game->version, "seed", json_sprintf("%" PRIu64, code->seed), "players", code->players,
		"piece", code->piece, "round", code->round, "table", code->table, "area", form.w, form.h);
	printed_game_of(game)->json(layout, code, object);
	json_object_set_new(object, "option", json_pack("s?", codes_option_name(game, code->option)));
	json_object_set_new(object, "form", form_json(&form));
	rules_printed(rules, code->option, house);
	if (rules_option(rules, house) != 0)
		json_object_set_new(object, "rules", house_rules_json(rules, house));
	return object;
}

void
view_text(
	const struct game *game, const void *layout, const struct code *code, const struct code_key *key, GString *out)
{
	const struct rules *rules = rules_of(game);
	char text[CODE_TEXT];
	uint8_t house[HOUSE_RULES];

	rules_printed(rules, code->option, house);
	code_write(code, key, text);
	g_string_append_printf(out, "%s, by %s\n", game->title, game->designer);
	g_string_append_printf(out, "code %s   seed %" PRIu64, text, code->seed);
	if (code->round != 0)
		g_string_append_printf(out, "   round %u", code->round);
	if (code->table != 0)
		g_string_append_printf(out, "   table %u", code->table);
	for (int i = 0; i < HOUSE_RULES; i++)
		if (house[i] != 0)
			g_string_append_printf(out, "   %s=%s", rules->house[i].name, rules->house[i].value[house[i]]);
	g_string_append_c(out, '\n');
	printed_game_of(game)->text(layout, code, out);
}
