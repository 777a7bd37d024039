/* SPDX-License-Identifier: MIT
 * Reading a kit: the keys of the event, of its rounds and of the seats at their tables. All problems are reported at
 * once, each with its group, its key and what was expected. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/games/filter.h"
#include "gen/kit/source.h"
#include "scoring/printable.h"

/* Most bytes of a kit file: the seats of a thousand tables in several rounds fit. */
#define FILE_MAX (1 << 20)

/* Most characters of a text such as the event's name or date. */
#define TEXT_MAX 300

/* Keys of seats begin with this: "table.3". */
#define SEAT_PREFIX "table."

static const char *const yes_no[] = {"no", "yes", NULL};

/* A text of 1 to TEXT_MAX printable characters, to be freed. NULL if it is missing, which is a problem only if it is
 * `needed`, or after adding a problem. */
static char *
read_text(struct kit_group *group, const char *key, bool needed)
{
	const char *value = kit_group_value(group, key);
	glong length = value == NULL ? 0 : g_utf8_strlen(value, -1);

	if (length >= 1 && length <= TEXT_MAX && printable(value))
		return g_strdup(value);
	if (length > TEXT_MAX)
		kit_group_refuse(group, key,
			KEY_SAY("kit-text-long",
				"a line of printable text of 1 to {most} characters was expected, not one of {length}"),
			ARG_NUMBER("most", TEXT_MAX), ARG_NUMBER("length", length));
	else if (value != NULL)
		kit_group_refuse(group, key,
			KEY_SAY("kit-text",
				"a line of printable text of 1 to {most} characters was expected, not \"{value}\""),
			ARG_NUMBER("most", TEXT_MAX), ARG_SHOWN("value", value));
	else if (needed && kit_group_entry(group, key) == NULL)
		kit_group_refuse(group, key,
			KEY_SAY("kit-text-missing",
				"missing; a line of printable text of 1 to {most} characters was expected"),
			ARG_NUMBER("most", TEXT_MAX));
	return NULL;
}

static void
read_event(struct kit *kit, struct kit_group *group)
{
	static const char *const papers[] = {"a4", "letter", NULL};
	static const char *const sheets[] = {"any", "few", NULL};
	/* The default depends on `sheets`: printing on both sides takes fewer sheets. */
	static const char *const backs[][3] = {{"fold", "duplex", NULL}, {"duplex", "fold", NULL}};
	uint64_t version = 0;

	kit->name = read_text(group, "name", true);
	kit->date = read_text(group, "date", false);
	kit->paper = paper_by_name(papers[kit_group_choice(group, "paper", papers)]);
	kit->ink = (enum ink)kit_group_choice(group, "ink", ink_names);
	unsigned few = kit_group_choice(group, "sheets", sheets);

	kit->backs = kit_group_choice(group, "backs", backs[few]) == few ? BACKS_FOLD : BACKS_DUPLEX;
	kit->seed_given = kit_group_number(group, "seed", 0, SEED_MAX, &kit->seed);
	kit->salt = read_text(group, "salt", false);
	kit->key_file = read_text(group, "key", false);
	kit_group_number(group, "version", 1, KIT_VERSION, &version);
	kit->version = (unsigned)version;
	const char *hash = kit_group_value(group, "key_hash");

	if (hash != NULL && (strlen(hash) != KIT_COMMITMENT - 1 || strspn(hash, "0123456789abcdef") != strlen(hash)))
		kit_group_refuse(group, "key_hash",
			KEY_SAY("kit-key-hash", "64 hexadecimal digits in lower case were expected, not \"{value}\""),
			ARG_SHOWN("value", hash));
	else if (hash != NULL && (kit->key_file == NULL || version < 2))
		kit_group_refuse(
			group, "key_hash", KEY_SAY("kit-key-hash-alone", "only together with key and version = 2"));
	else if (hash != NULL)
		g_strlcpy(kit->key_hash, hash, sizeof kit->key_hash);
	const char *url = kit_group_value(group, "url");

	kit->url = url == NULL ? NULL : print_job_url(url);
	if (url != NULL && kit->url == NULL)
		kit_group_refuse(group, "url", KEY_SAY("kit-url", URL_EXPECTED " was expected, not \"{value}\""),
			ARG_SHOWN("value", url));
	kit_group_refuse_unknown(
		group, "name, date, paper, ink, sheets, backs, seed, salt, key, version, key_hash and url");
}

/* Reads a number at *text, and moves past it and the white space around it. 0 if there is none. */
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

/* Adds the players of each table, from "4 x 12, 3 x 2". False if the text is wrong. */
static bool
parse_list(const char *text, GByteArray *players)
{
	do {
		unsigned seats = take_number(&text), tables;

		if (seats == 0 || seats > CODE_PLAYERS_MAX || *text++ != 'x')
			return false;
		tables = take_number(&text);
		if (tables == 0 || players->len + tables > KIT_TABLES_MAX)
			return false;
		for (unsigned i = 0; i < tables; i++)
			g_byte_array_append(players, &(guint8){(guint8)seats}, 1);
	} while (*text++ == ',');
	return text[-1] == '\0';
}

/* Adds the players of each table, from [4, 4, 3] in JSON. False if the list is wrong. */
static bool
parse_array(json_t *array, GByteArray *players)
{
	json_t *one;
	size_t i;

	json_array_foreach(array, i, one) {
		json_int_t n = json_integer_value(one);

		if (n < 1 || n > PLAYERS_MAX || i == KIT_TABLES_MAX)
			return false;
		g_byte_array_append(players, &(guint8){(guint8)n}, 1);
	}
	return players->len > 0;
}

/* Divides `people`, given instead of `players`, among tables. False after adding a problem. */
static bool
read_people(struct kit_group *group, const struct kit_entry *entry, const struct game *game, GByteArray *players)
{
	uint64_t people;

	if (json_is_string(entry->json))
		return kit_group_refuse(group, "people",
			KEY_SAY("kit-people-text", "a number was expected, not the text \"{value}\""),
			ARG_SHOWN("value", entry->value));
	if (!kit_group_number(group, "people", 1, KIT_PEOPLE_MOST, &people))
		return false;
	return kit_split(game, (unsigned)people, players) < people ||
		kit_group_refuse(group, "people",
			KEY_SAY("kit-people", "{game} is for {players} players, not for {people}"),
			ARG_TEXT("game", game->title), ARG_TEXT("players", game->players),
			ARG_NUMBER("people", people));
}

/* Adds the number of players of each table. Tables may be listed with their sizes, or computed from the number of
 * people; otherwise `tables` says how many there are, all for the same number. False after adding a problem. */
static bool
read_sizes(struct kit_group *group, const struct kit_round *round, GByteArray *players)
{
	const struct kit_entry *entry = kit_group_entry(group, "players"), *people = kit_group_entry(group, "people");
	const char *value = kit_group_value(group, "players");
	bool fine;

	if (entry != NULL && people != NULL)
		return kit_group_refuse(group, "people",
			KEY_SAY("kit-people-and-players", "use either \"people\" or \"players\", not both"));
	if (people != NULL)
		return read_people(group, people, round->game, players);
	if (entry != NULL && json_is_array(entry->json))
		return parse_array(entry->json, players) ||
			kit_group_refuse(group, "players",
				KEY_SAY("kit-sizes",
					"a list of 1 to {most} tables was expected, each a number from 1 to {players}"),
				ARG_NUMBER("most", KIT_TABLES_MAX), ARG_NUMBER("players", PLAYERS_MAX));
	if (value != NULL && strchr(value, 'x') != NULL) {
		fine = parse_list(value, players);
	} else {
		struct code usual = {0};

		if (kit_group_entry(group, "tables") == NULL)
			kit_group_refuse(group, "tables",
				KEY_SAY("kit-tables-missing", "missing; a whole number from 1 to {most} was expected"),
				ARG_NUMBER("most", KIT_TABLES_MAX));
		game_complete(round->game, &usual);
		fine = value == NULL || (g_ascii_isdigit(value[0]) && value[1] == '\0');
		guint8 each = value == NULL ? usual.players : (guint8)(value[0] - '0');

		for (unsigned i = 0; i < round->tables; i++)
			g_byte_array_append(players, &each, 1);
	}
	return fine ||
		kit_group_refuse(group, "players",
			KEY_SAY("kit-players",
				"a number of players, or players x tables like 4 x 12, 3 x 2, was expected, not "
				"\"{value}\""),
			ARG_SHOWN("value", value));
}

/* Reads `tables`, `players` or `people`, and `spares`. `tables` may be left out if tables are listed; otherwise it must
 * be their number. A spare is for the largest number of players, so that it fits any table. */
static void
read_tables(struct kit_group *group, struct kit_round *round)
{
	g_autoptr(GByteArray) players = g_byte_array_new();
	const char *key = kit_group_entry(group, "players") == NULL ? "people" : "players";
	uint64_t number;

	if (kit_group_number(group, "tables", 1, KIT_TABLES_MAX, &number))
		round->tables = (unsigned)number;
	bool fine = read_sizes(group, round, players);

	if (fine && players->len > KIT_TABLES_MAX) {
		kit_group_refuse(group, key, KEY_SAY("kit-tables", "a round has at most {most} tables, not {listed}"),
			ARG_NUMBER("most", KIT_TABLES_MAX), ARG_NUMBER("listed", players->len));
	} else if (fine && round->tables != 0 && round->tables != players->len) {
		kit_group_refuse(group, key,
			KEY_SAY("kit-tables-differ",
				"tables for {tables} in all were expected as in \"tables\", not for {listed}"),
			ARG_NUMBER("tables", round->tables), ARG_NUMBER("listed", players->len));
	} else if (fine && players->len > 0) {
		uint8_t most = 0;

		round->tables = players->len;
		for (unsigned i = 0; i < players->len; i++)
			most = MAX(most, players->data[i]);
		round->players = g_malloc(KIT_TABLES_MAX);
		memset(round->players, most, KIT_TABLES_MAX);
		memcpy(round->players, players->data, players->len);
	}
	if (kit_group_number(group, "spares", 0, KIT_TABLES_MAX, &number))
		round->spares = (unsigned)number;
	if (kit_all_tables(round) > KIT_TABLES_MAX)
		kit_group_refuse(group, "spares",
			KEY_SAY("kit-spares", "tables and spares of a round are at most {most} together, not {all}"),
			ARG_NUMBER("most", KIT_TABLES_MAX), ARG_NUMBER("all", kit_all_tables(round)));
}

/* Reads the keys that only some games have, and their house rules. Adds their names to `known`. */
static void
read_options(struct kit_group *group, struct kit_round *round, GString *known)
{
	const struct printed_game *printed = printed_game_of(round->game);
	const struct rules *rules = rules_by_id(round->game->id);
	uint64_t number;

	round->count = 1;
	if (printed->count.key != NULL) {
		round->count = printed->count.usual;
		if (kit_group_number(group, printed->count.key, 1, printed->count.most, &number))
			round->count = (uint32_t)number;
		g_string_append_printf(known, ", %s", printed->count.key);
	}
	for (int i = 0; printed->option[i].name != NULL; i++) {
		const struct game_option *option = &printed->option[i];
		struct option_value *value = &round->option[i];

		number = 0;
		if (option->effect > OPTION_PIECES)
			continue;
		g_string_append_printf(known, ", %s", option->name);
		if (option->kind == OPTION_FLAG) {
			value->given = kit_group_choice(group, option->name, yes_no) == 1;
		} else if (option->kind == OPTION_CHOICE) {
			value->given = kit_group_entry(group, option->name) != NULL;
			value->number = kit_group_choice(group, option->name, option->words);
		} else {
			value->given = kit_group_number(group, option->name, 0, option->most, &number);
			value->number = (uint32_t)number;
		}
	}
	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const char *const values[] = {rules->house[i].value[0], rules->house[i].value[1], NULL};
		g_autofree char *key = g_strconcat("rule.", rules->house[i].name, NULL);

		round->house[i] = (uint8_t)kit_group_choice(group, key, values);
		g_string_append_printf(known, ", %s", key);
	}
}

/* Seats people at a table. `tables` maps the names of all who are seated so far to their tables. */
static void
read_names(struct kit_group *group, const char *key, struct kit_round *round, unsigned table, char **names,
	GHashTable *tables)
{
	for (unsigned seat = 0; names[seat] != NULL; seat++) {
		const char *name = g_strstrip(names[seat]);
		unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(tables, name));

		if (*name == '\0')
			continue;
		if (g_utf8_strlen(name, -1) > KIT_NAME_CHARS || !printable(name)) {
			kit_group_refuse(group, key,
				KEY_SAY("kit-name",
					"names of at most {most} printable characters were expected, not \"{name}\""),
				ARG_NUMBER("most", KIT_NAME_CHARS), ARG_SHOWN("name", name));
			return;
		}
		if (before != 0) {
			kit_group_refuse(group, key,
				KEY_SAY("kit-name-twice",
					"{name} sits at table {table} already: tell people apart by name"),
				ARG_SHOWN("name", name), ARG_NUMBER("table", before));
			return;
		}
		kit_seat_set(round, table, seat, name);
		g_hash_table_insert(tables, g_strdup(name), GUINT_TO_POINTER(table));
	}
}

/* Reads the seats: "table.3 = Ana; Bo; Cy". An unassigned seat is empty between its semicolons. */
static void
read_seats(struct kit_group *group, struct kit_round *round)
{
	g_autoptr(GHashTable) tables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (unsigned n = 0; n < group->entries->len; n++) {
		const char *key = ((const struct kit_entry *)g_ptr_array_index(group->entries, n))->key;
		const char *digits = key + strlen(SEAT_PREFIX);
		guint64 table;

		if (!g_str_has_prefix(key, SEAT_PREFIX))
			continue;
		const char *value = kit_group_value(group, key);

		if (round->players == NULL || round->tables == 0)
			continue; /* the problem was reported already */
		if (*digits == '0' || !g_ascii_string_to_unsigned(digits, 10, 1, round->tables, &table, NULL)) {
			kit_group_refuse(group, key,
				KEY_SAY("kit-table",
					"a table from " SEAT_PREFIX "1 to " SEAT_PREFIX "{most} was expected"),
				ARG_NUMBER("most", round->tables));
			continue;
		}
		unsigned seats = MIN(round->players[table - 1], PLAYERS_MAX);
		g_auto(GStrv) names = g_strsplit(value == NULL ? "" : value, ";", -1);

		if (g_strv_length(names) > seats)
			kit_group_refuse(group, key,
				KEY_SAY("kit-names",
					"at most {most} names with ; between them were expected, not {listed}"),
				ARG_NUMBER("most", seats), ARG_NUMBER("listed", g_strv_length(names)));
		else
			read_names(group, key, round, (unsigned)table, names, tables);
	}
}

static void
read_round(struct kit_round *round, struct kit_group *group)
{
	static const char *const piece_sets[] = {"all", "game", NULL};
	const char *value = kit_group_value(group, "game");
	g_autofree char *id = g_ascii_strdown(value == NULL ? "" : value, -1);

	round->game = game_by_id(id);
	if (round->game == NULL) { /* without it, no other key can be checked */
		g_autofree char *games = command_game_ids(" or ");

		if (value == NULL)
			kit_group_refuse(group, "game", KEY_SAY("kit-game-missing", "missing; {games} was expected"),
				ARG_TEXT("games", games));
		else
			kit_group_refuse(group, "game", KEY_SAY("kit-game", "{games} was expected, not \"{value}\""),
				ARG_TEXT("games", games), ARG_SHOWN("value", value));
		return;
	}
	g_autoptr(GString) known = g_string_new("game, tables, players, spares, duplicate, pieces");

	round->filter = printed_game_of(round->game)->filter;
	read_tables(group, round);
	/* Add a problem for each number of players that the game is not for. */
	bool seen[256] = {false};

	for (unsigned i = 0; round->players != NULL && i < round->tables; i++) {
		struct codes codes = {.game = round->game, .players = round->players[i]};
		struct problems found;

		problems_init(&found);
		if (!seen[codes.players] && (codes.players == 0 || !codes_check(&codes, &found)))
			kit_group_refuse(group, "players",
				KEY_SAY("kit-wrong-players", "{players} players were expected for {game}, not {asked}"),
				ARG_TEXT("players", round->game->players), ARG_TEXT("game", round->game->id),
				ARG_NUMBER("asked", codes.players));
		seen[codes.players] = true;
	}
	round->duplicate = kit_group_choice(group, "duplicate", yes_no) == 1;
	round->pieces = kit_group_choice(group, "pieces", piece_sets) == 0;
	read_options(group, round, known);
	read_seats(group, round);
	g_string_append(known, ", table.1 and so on");
	kit_group_refuse_unknown(group, known->str);
}

/* Counts the rounds. Adds problems unless the groups are the event and rounds from 1 on without a gap. */
static void
check_groups(struct kit *kit, const GPtrArray *groups, struct problems *problems)
{
	bool there[KIT_ROUNDS_MAX + 2] = {false};

	for (unsigned i = 0; i < groups->len; i++) {
		const struct kit_group *group = g_ptr_array_index(groups, i);

		there[MIN(group->round, KIT_ROUNDS_MAX + 1)] = true;
		if (group->round == 0 && strcmp(group->name, "event") != 0)
			problems_add_at(problems, STATUS_BAD_RESULT, group->line,
				SAY("kit-unknown-group",
					"[{group}]: there is no such group; [event], [round 1], [round 2] and so on "
					"were expected"),
				ARG_SHOWN("group", group->name));
	}
	if (there[KIT_ROUNDS_MAX + 1])
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-rounds", "an event has at most {most} rounds"),
			ARG_NUMBER("most", KIT_ROUNDS_MAX));
	while (kit->rounds < KIT_ROUNDS_MAX && there[kit->rounds + 1])
		kit->rounds++;
	for (unsigned i = 0; i < groups->len; i++) {
		const struct kit_group *group = g_ptr_array_index(groups, i);

		if (group->round > kit->rounds && group->round <= KIT_ROUNDS_MAX)
			kit_group_refuse(group, "",
				SAY("kit-round-missing", "[{group}]: [round {missing}] is missing before it"),
				ARG_NUMBER("missing", kit->rounds + 1));
	}
	if (kit->rounds == 0 && !there[KIT_ROUNDS_MAX + 1])
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-no-round", "[round 1] is missing"));
	if (kit_source_group(groups, "event") == NULL)
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-no-event-group", "[event] is missing"));
}

/* Reads the groups, unless problems were added since there were `before`. */
static bool
read_groups(struct kit *kit, const GPtrArray *groups, unsigned before, struct problems *problems)
{
	*kit = (struct kit){0};
	if (problems->count > before)
		return false;
	struct kit_group *event = kit_source_group(groups, "event");

	check_groups(kit, groups, problems);
	if (event != NULL)
		read_event(kit, event);
	for (unsigned n = 1; n <= kit->rounds; n++) {
		char name[16];

		g_snprintf(name, sizeof name, "round %u", n);
		read_round(&kit->round[n - 1], kit_source_group(groups, name));
	}
	return problems->count == before;
}

bool
kit_parse(struct kit *kit, const char *text, size_t length, struct problems *problems)
{
	unsigned before = problems->count;
	g_autoptr(GPtrArray) groups = kit_source_text(text, length, problems);

	return read_groups(kit, groups, before, problems);
}

bool
kit_read_json(struct kit *kit, json_t *definition, struct problems *problems)
{
	unsigned before = problems->count;
	g_autoptr(GPtrArray) groups = kit_source_json(definition, problems);

	return read_groups(kit, groups, before, problems);
}

bool
kit_read(struct kit *kit, const char *file, struct problems *problems)
{
	FILE *stream = fopen(file, "rbe");
	g_autofree char *text = g_malloc(FILE_MAX + 1);
	size_t length = 0;
	bool fine = false;

	*kit = (struct kit){0};
	if (stream != NULL)
		length = fread(text, 1, FILE_MAX + 1, stream);
	if (stream == NULL || ferror(stream))
		problems_add(problems, STATUS_BAD_RESULT, SAY("file-unreadable", "the file cannot be read: {reason}"),
			ARG_TEXT("reason", strerror(errno)));
	else if (length > FILE_MAX)
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-too-long", "a kit file has at most {most} bytes"),
			ARG_NUMBER("most", FILE_MAX));
	else
		fine = kit_parse(kit, text, length, problems);
	if (stream != NULL)
		fclose(stream);
	return fine;
}
