/* SPDX-License-Identifier: MIT
 * What can be chosen when a game is printed: from the tables of the games, so
 * that the page knows none of them by name. */
#include "kiosk/making/print_games.h"

#include "gen/press/printed_game.h"

/* What the page presets at most: a page holds far fewer. */
#define WHOLE_MOST 100

/* How many may sit at a table of it. */
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

/* How many it may be printed for; none where its layouts are for any number. */
static json_t *
players_json(const struct game *game)
{
	return printed_game_of(game)->players_most == 0 ? seats_json(game) : json_array();
}

/* What a kit's round counts for each table, or null where that is always one. */
static json_t *
each_json(const struct game_count *count)
{
	return count->key == NULL ? json_null()
				  : json_pack("{s:s, s:i, s:i}", "name", count->key, "usual", (int)count->usual, "most",
					    (int)count->most);
}

/* How many it is printed for when nothing is said. */
static unsigned
players_usual(const struct game *game)
{
	const struct codes codes = {.game = game};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	return code.players;
}

/* How many pages a game takes, of the seed's pieces or of all, and whether any has a back. */
static unsigned
count_pages(const struct game *game, uint32_t count, bool pieces, bool *backs)
{
	const struct print_job job = {.codes = {.game = game}, .count = count, .paper = &paper_a4, .pieces = pieces};
	struct page_plan plan;
	unsigned pages;

	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	pages = plan.pages->len;
	if (backs != NULL)
		*backs = page_plan_has_backs(&plan);
	page_plan_finish(&plan);
	return pages;
}

/* How many of what is played with several of fill the paper that one takes anyway: nine cards share a
 * page. */
static uint32_t
count_whole(const struct game *game)
{
	unsigned pages = count_pages(game, 1, true, NULL);
	uint32_t count = 1;

	while (printed_game_of(game)->count.key != NULL && count < WHOLE_MOST &&
		count_pages(game, count + 1, true, NULL) == pages)
		count++;
	return count;
}

static json_t *
option_json(const struct game_option *option)
{
	static const char *const kinds[] = {
		[OPTION_FLAG] = "flag", [OPTION_NUMBER] = "number", [OPTION_CHOICE] = "choice"};
	json_t *json = json_pack("{s:s, s:s, s:s, s:b, s:b, s:b}", "name", option->name, "kind", kinds[option->kind],
		"help", option->help, "seeds", option->effect == OPTION_SEEDS, "layout",
		option->effect == OPTION_LAYOUT, "kit", option->effect <= OPTION_PIECES);

	if (option->kind == OPTION_NUMBER)
		json_object_set_new(json, "most", json_integer(option->most));
	if (option->kind == OPTION_CHOICE) {
		json_t *words = json_array();

		for (const char *const *word = option->words; *word != NULL; word++)
			json_array_append_new(words, json_string(*word));
		json_object_set_new(json, "words", words);
	}
	return json;
}

/* The house rules that it can be printed for; the first value without. */
static json_t *
rules_json(const struct game *game)
{
	const struct house_rule *rule = rules_of(game)->house;
	json_t *list = json_array();

	for (int i = 0; i < HOUSE_RULES && rule[i].name != NULL; i++)
		json_array_append_new(list,
			json_pack(
				"{s:s, s:[s, s]}", "name", rule[i].name, "values", rule[i].value[0], rule[i].value[1]));
	return list;
}

static json_t *
game_json(const struct game *game)
{
	const struct printed_game *printed = printed_game_of(game);
	json_t *options = json_array();
	bool backs, backs_all;
	char colour[8];

	count_pages(game, 1, false, &backs);
	count_pages(game, 1, true, &backs_all);
	for (const struct game_option *option = printed->option; option->name != NULL; option++)
		json_array_append_new(options, option_json(option));
	g_snprintf(colour, sizeof colour, "#%06x", printed->colour);
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:s, s:i, s:o, s:b, s:b, s:o, s:o}", "id",
		game->id, "title", game->title, "designer", game->designer, "about", game->players, "symbol",
		symbols[printed->symbol].name, "colour", colour, "players", players_json(game), "seats",
		seats_json(game), "usual", (int)players_usual(game), "count", printed->count.what, "whole",
		(int)count_whole(game), "each", each_json(&printed->count), "backs", backs, "backs_all", backs_all,
		"options", options, "rules", rules_json(game));
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
