/* SPDX-License-Identifier: MIT
 * The choices when a game is printed, from the tables of the games, so that the page does not depend on any of them. */
#include "kiosk/making/print_games.h"

#include "gen/press/printed_game.h"

/* Largest count that the page preselects: no sheet of paper holds as many. */
#define WHOLE_MOST 100

/* The possible numbers of players at a table. */
static json_t *
seats_json(const struct game *game)
{
	json_t *list = json_array();

	for (unsigned n = 1; n <= PLAYERS_MAX; n++) {
		const struct codes codes = {.game = game, .players = (uint8_t)n};
		struct problems problems;

		problems_init(&problems);
		if (printed_game_check(&codes, &problems))
			json_array_append_new(list, json_integer(n));
	}
	return list;
}

/* The number of pages of a game, with only the pieces that change or the whole game, and whether any has a back. */
static unsigned
count_pages(const struct game *game, uint32_t count, bool pieces, bool *backs)
{
	const struct print_job job = {.codes = {.game = game}, .count = count, .paper = &paper_a4, .pieces = pieces};
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	unsigned pages = plan.pages->len;
	*backs = page_plan_has_backs(&plan);
	page_plan_finish(&plan);
	return pages;
}

static json_t *
option_json(const struct game_option *option)
{
	static const char *const kinds[] = {
		[OPTION_FLAG] = "flag", [OPTION_NUMBER] = "number", [OPTION_CHOICE] = "choice"};
	json_t *words = option->kind == OPTION_CHOICE ? json_array() : NULL;

	for (const char *const *word = option->words; words != NULL && *word != NULL; word++)
		json_array_append_new(words, json_string(*word));
	return json_pack("{s:s, s:s, s:s, s:b, s:b, s:b, s:o*, s:o*}", "name", option->name, "kind",
		kinds[option->kind], "help", option->help, "seeds", option->effect == OPTION_SEEDS, "layout",
		option->effect == OPTION_LAYOUT, "kit", option->effect <= OPTION_PIECES, "most",
		option->kind == OPTION_NUMBER ? json_integer(option->most) : NULL, "words", words);
}

static json_t *
game_json(const struct game *game)
{
	const struct printed_game *printed = printed_game_of(game);
	const struct house_rule *rule = rules_of(game)->house;
	const struct game_count *count = &printed->count;
	json_t *options = json_array(), *rules = json_array(), *each = json_null();
	bool backs, backs_all;
	struct code usual;
	uint32_t whole = 1;

	codes_make(&(struct codes){.game = game}, 0, 0, &usual);
	count_pages(game, 1, false, &backs);
	unsigned pages = count_pages(game, 1, true, &backs_all);
	/* How many can be printed on the paper that is needed for one: nine cards share a page. */
	while (count->key != NULL && whole < WHOLE_MOST && count_pages(game, whole + 1, true, &backs_all) == pages)
		whole++;
	/* The number of pieces per table in a round of a kit, unless it is always one. */
	if (count->key != NULL)
		each = json_pack(
			"{s:s, s:i, s:i}", "name", count->key, "usual", (int)count->usual, "most", (int)count->most);
	for (const struct game_option *option = printed->option; option->name != NULL; option++)
		json_array_append_new(options, option_json(option));
	/* The house rules that it can be printed for; the first value is the default. */
	for (int i = 0; i < HOUSE_RULES && rule[i].name != NULL; i++)
		json_array_append_new(rules,
			json_pack(
				"{s:s, s:[s, s]}", "name", rule[i].name, "values", rule[i].value[0], rule[i].value[1]));
	/* If a layout serves any number of players there is nothing to choose. */
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:i, s:s, s:i, s:o, s:b, s:b, s:o, s:o}", "id",
		game->id, "title", game->title, "designer", game->designer, "about", game->players, "symbol",
		symbols[printed->symbol].name, "colour", json_sprintf("#%06x", printed->colour), "players",
		printed->players_most == 0 ? seats_json(game) : json_array(), "seats", seats_json(game), "usual",
		usual.players, "count", count->what, "whole", (int)whole, "each", each, "backs", backs, "backs_all",
		backs_all, "options", options, "rules", rules);
}

json_t *
print_games_json(void)
{
	json_t *games = json_array();
	const struct game *game;

	for (size_t n = 0; (game = game_nth(n)) != NULL; n++)
		if (game_is(game, game_by_id(game->id)))
			json_array_append_new(games, game_json(game));
	return json_pack("{s:o}", "games", games);
}
