/* SPDX-License-Identifier: MIT
 * Who sits where, as far as it is known when a kit is printed: a line
 * "table.3 = Ana; Bo; Cy" for each table in the group of its round. */
#include <stdio.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/kit/values.h"
#include "scoring/printable.h"

#define PREFIX "table."

void
kit_seat_set(struct kit_round *round, unsigned table, unsigned seat, const char *name)
{
	char **at;

	if (round->names == NULL)
		round->names = g_new0(char *, (size_t)kit_all_tables(round) * PLAYERS_MAX);
	at = &round->names[(size_t)(table - 1) * PLAYERS_MAX + seat];
	g_free(*at);
	*at = g_strdup(name);
}

bool
kit_is_seated(const struct kit_round *round, unsigned table)
{
	for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
		if (kit_seat(round, table, seat) != NULL)
			return true;
	return false;
}

void
kit_seats_finish(struct kit_round *round)
{
	for (size_t i = 0; round->names != NULL && i < (size_t)kit_all_tables(round) * PLAYERS_MAX; i++)
		g_free(round->names[i]);
	g_free(round->names);
	round->names = NULL;
}

/* The table of a key like "table.3", or 0. */
static unsigned
table_of(const char *key, const struct kit_round *round)
{
	char again[16];
	guint64 n;

	if (!g_ascii_string_to_unsigned(key + strlen(PREFIX), 10, 1, round->tables, &n, NULL))
		return 0;
	snprintf(again, sizeof again, PREFIX "%u", (unsigned)n);
	return strcmp(again, key) == 0 ? (unsigned)n : 0;
}

/* A name at its seat; false after a sentence. */
static bool
take_name(struct kit_group *group, const char *key, struct kit_round *round, unsigned table, unsigned seat,
	const char *name, GHashTable *tables)
{
	unsigned before;

	if (g_utf8_strlen(name, -1) > KIT_NAME_CHARS || !printable(name)) {
		char *what = g_strdup_printf("names of at most %d printable characters", KIT_NAME_CHARS);

		kit_group_refuse(group, key, what, name);
		g_free(what);
		return false;
	}
	before = GPOINTER_TO_UINT(g_hash_table_lookup(tables, name));
	if (before != 0) {
		char *shown = command_shown(name);

		kit_source_problem(group->source, group->name, key,
			"%s sits at table %u already: tell people apart by name", shown, before);
		g_free(shown);
		return false;
	}
	kit_seat_set(round, table, seat, name);
	g_hash_table_insert(tables, (char *)(uintptr_t)kit_seat(round, table, seat), GUINT_TO_POINTER(table));
	return true;
}

/* The names of a table: a seat that nobody has is left empty between its semicolons. */
static void
take_table(struct kit_group *group, const char *key, struct kit_round *round, GHashTable *tables)
{
	unsigned table = table_of(key, round), seats;
	char *value = kit_group_value(group, key), **names;

	if (table == 0) {
		kit_source_problem(group->source, group->name, key,
			"a table from " PREFIX "1 to " PREFIX "%u was expected", round->tables);
		g_free(value);
		return;
	}
	if (value == NULL)
		return;
	seats = MIN(round->players[table - 1], PLAYERS_MAX);
	names = g_strsplit(value, ";", -1);
	if (g_strv_length(names) > seats)
		kit_source_problem(group->source, group->name, key,
			"at most %u names with ; between them were expected, not %u", seats, g_strv_length(names));
	else
		for (unsigned i = 0; names[i] != NULL; i++)
			if (*g_strstrip(names[i]) != '\0' && !take_name(group, key, round, table, i, names[i], tables))
				break;
	g_strfreev(names);
	g_free(value);
}

void
kit_read_seats(struct kit_group *group, struct kit_round *round)
{
	char **keys = g_key_file_get_keys(group->file, group->name, NULL, NULL);
	GHashTable *tables = g_hash_table_new(g_str_hash, g_str_equal);

	for (char **key = keys; keys != NULL && *key != NULL; key++) {
		if (!g_str_has_prefix(*key, PREFIX))
			continue;
		if (round->players != NULL && round->tables > 0)
			take_table(group, *key, round, tables);
		else /* what is wrong was said already */
			g_free(kit_group_value(group, *key));
	}
	g_hash_table_destroy(tables);
	g_strfreev(keys);
}

/* A name as kit files are read: a backslash is written twice. */
static void
define_name(GString *out, const char *name)
{
	for (; name != NULL && *name != '\0'; name++) {
		if (*name == '\\')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *name);
	}
}

void
kit_define_seats(GString *out, const struct kit_round *round)
{
	for (unsigned table = 1; table <= round->tables; table++) {
		unsigned last = PLAYERS_MAX;

		if (!kit_is_seated(round, table))
			continue;
		while (kit_seat(round, table, last - 1) == NULL)
			last--;
		g_string_append_printf(out, PREFIX "%u=", table);
		for (unsigned seat = 0; seat < last; seat++) {
			g_string_append(out, seat > 0 ? "; " : "");
			define_name(out, kit_seat(round, table, seat));
		}
		g_string_append_c(out, '\n');
	}
}
