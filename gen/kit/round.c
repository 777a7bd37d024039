/* SPDX-License-Identifier: MIT
 * The groups [round 1], [round 2] and so on of a kit file. */
#include <stdio.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/games/filter.h"
#include "gen/kit/values.h"

static const char *const yes_no[] = {"no", "yes"};
static const char players_form[] = "a number of players, or players x tables like 4 x 12, 3 x 2,";

/* A number at *text; moves behind it and behind white space. 0 when there is none. */
static unsigned
take_number(const char **text)
{
	unsigned n = 0;

	*text += strspn(*text, " \t");
	while (g_ascii_isdigit(**text) && n <= KIT_TABLES_MAX)
		n = n * 10 + (unsigned)(*(*text)++ - '0');
	*text += strspn(*text, " \t");
	return n;
}

/* "4 x 12, 3 x 2" into `players`, one a table. Returns the number of tables, 0 when it is wrong. */
static unsigned
take_list(const char *text, GByteArray *players)
{
	for (;;) {
		unsigned seats = take_number(&text), tables;

		if (seats == 0 || seats > CODE_PLAYERS_MAX || *text++ != 'x')
			return 0;
		tables = take_number(&text);
		if (tables == 0 || players->len + tables > KIT_TABLES_MAX)
			return 0;
		for (unsigned i = 0; i < tables; i++)
			g_byte_array_append(players, &(guint8){(guint8)seats}, 1);
		if (*text == '\0')
			return players->len;
		if (*text++ != ',')
			return 0;
	}
}

static void
fill_players(struct kit_round *round, uint8_t seats)
{
	round->players = g_malloc(KIT_TABLES_MAX);
	memset(round->players, seats, KIT_TABLES_MAX);
}

/* A list of tables of unequal size. */
static void
read_list(struct kit_group *group, struct kit_round *round, const char *value)
{
	GByteArray *list = g_byte_array_new();
	unsigned listed = take_list(value, list);
	uint8_t most = 0;

	if (listed == 0) {
		kit_group_refuse(group, "players", players_form, value);
	} else if (round->tables != 0 && round->tables != listed) {
		kit_source_problem(group->source, group->name, "players",
			"tables for %u in all were expected as in \"tables\", not for %u", round->tables, listed);
	} else {
		round->tables = listed;
		for (unsigned i = 0; i < listed; i++)
			most = MAX(most, list->data[i]);
		fill_players(round, most); /* a spare is for any table */
		memcpy(round->players, list->data, listed);
	}
	g_byte_array_free(list, TRUE);
}

/* `tables` and `players`: the first may be left out when the second lists them. */
static void
read_tables(struct kit_group *group, struct kit_round *round)
{
	uint64_t number;
	bool given = g_key_file_has_key(group->file, group->name, "tables", NULL);
	char *value = kit_group_value(group, "players");
	struct code code = {0};

	if (kit_group_number(group, "tables", 1, KIT_TABLES_MAX, &number))
		round->tables = (unsigned)number;
	if (value != NULL && strchr(value, 'x') != NULL) {
		if (!given || round->tables != 0)
			read_list(group, round, value);
	} else {
		if (!given)
			kit_group_refuse(group, "tables", "a whole number from 1 to 4095", NULL);
		round->game->complete(&code);
		if (value == NULL)
			fill_players(round, code.players);
		else if (g_ascii_isdigit(value[0]) && value[1] == '\0')
			fill_players(round, (uint8_t)(value[0] - '0'));
		else
			kit_group_refuse(group, "players", players_form, value);
	}
	g_free(value);
	if (kit_group_number(group, "spares", 0, KIT_TABLES_MAX, &number))
		round->spares = (unsigned)number;
	if (kit_all_tables(round) > KIT_TABLES_MAX)
		kit_source_problem(group->source, group->name, "spares",
			"tables and spares of a round are at most %d together, not %u", KIT_TABLES_MAX,
			kit_all_tables(round));
}

/* What the game says of the numbers of players, each number once. */
static void
check_players(struct kit_group *group, const struct kit_round *round)
{
	bool seen[256] = {false};

	for (unsigned i = 0; round->players != NULL && i < round->tables; i++) {
		struct codes codes = {.game = round->game, .players = round->players[i]};
		struct problems found;

		if (seen[round->players[i]])
			continue;
		seen[round->players[i]] = true;
		problems_init(&found);
		if (round->players[i] > 0 && codes_check(&codes, &found))
			continue;
		kit_source_problem(group->source, group->name, "players", "%s players were expected for %s, not %u",
			round->game->players, round->game->id, round->players[i]);
	}
}

static void
read_house_rules(struct kit_group *group, struct kit_round *round, GString *known)
{
	const struct rules *rules = rules_by_id(round->game->id);

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		char *key = g_strconcat("rule.", rules->house[i].name, NULL);

		round->house[i] = (uint8_t)kit_group_choice(group, key, rules->house[i].value, 2);
		g_string_append_printf(known, ", %s", key);
		g_free(key);
	}
}

static void
read_option(struct kit_group *group, const struct game_option *option, struct option_value *value)
{
	uint64_t number;

	switch (option->kind) {
	case OPTION_FLAG:
		value->given = kit_group_choice(group, option->name, yes_no, 2) == 1;
		break;
	case OPTION_NUMBER:
		value->given = kit_group_number(group, option->name, 0, option->most, &number);
		value->number = value->given ? (uint32_t)number : 0;
		break;
	case OPTION_CHOICE:
		value->given = g_key_file_has_key(group->file, group->name, option->name, NULL);
		value->number = kit_group_choice(
			group, option->name, option->words, g_strv_length((char **)(uintptr_t)option->words));
		break;
	}
}

/* The keys that only some games have. */
static void
read_options(struct kit_group *group, struct kit_round *round, GString *known)
{
	const struct printed_game *printed = printed_game_of(round->game);
	uint64_t number;

	round->count = 1;
	if (printed->count.key != NULL) {
		round->count = printed->count.usual;
		if (kit_group_number(group, printed->count.key, 1, printed->count.most, &number))
			round->count = (uint32_t)number;
		g_string_append_printf(known, ", %s", printed->count.key);
	}
	for (int i = 0; printed->option[i].name != NULL; i++) {
		if (printed->option[i].effect > OPTION_PIECES)
			continue;
		read_option(group, &printed->option[i], &round->option[i]);
		g_string_append_printf(known, ", %s", printed->option[i].name);
	}
}

static const struct game *
read_game(struct kit_group *group)
{
	char *value = kit_group_value(group, "game");
	char *id = value == NULL ? NULL : g_ascii_strdown(value, -1);
	const struct game *game = id == NULL ? NULL : game_by_id(id);

	g_free(id);
	if (game == NULL) {
		char *games = command_game_ids(" or ");

		kit_group_refuse(group, "game", games, value);
		g_free(games);
	}
	g_free(value);
	return game;
}

void
kit_read_round(struct kit *kit, unsigned n, const struct kit_source *source)
{
	static const char *const piece_sets[] = {"all", "game"};
	struct kit_round *round = &kit->round[n - 1];
	struct kit_group group;
	char name[16];
	GString *known;

	snprintf(name, sizeof name, "round %u", n);
	kit_group_init(&group, source, name);
	round->game = read_game(&group);
	if (round->game == NULL) { /* which keys are right depends on it */
		g_hash_table_destroy(group.taken);
		return;
	}
	round->filter = filter_version(round->game);
	known = g_string_new("game, tables, players, spares, duplicate, pieces");
	read_tables(&group, round);
	check_players(&group, round);
	round->duplicate = kit_group_choice(&group, "duplicate", yes_no, 2) == 1;
	round->pieces = kit_group_choice(&group, "pieces", piece_sets, 2) == 0;
	read_options(&group, round, known);
	read_house_rules(&group, round, known);
	kit_read_seats(&group, round);
	g_string_append(known, ", table.1 and so on");
	kit_group_finish(&group, known->str);
	g_string_free(known, TRUE);
}
