/* SPDX-License-Identifier: MIT
 * A definition as JSON written as a kit file. Whether its values make sense is
 * for whoever reads the kit: here nothing may become more than one line. */
#include "kiosk/kits/kit_text.h"

#include <string.h>

#include "gen/kit/kit.h"
#include "gen/kit/split.h"

#define MEMBERS_MOST 64
#define KEY_MOST     40   /* bytes, */
#define VALUE_MOST   1200 /* and those of the longest name, in any script */

#define KEY_BYTES "abcdefghijklmnopqrstuvwxyz0123456789._-"

/* A line in which nothing of the value is lost or read as something else. */
static bool
add_line(GString *out, const char *before, const char *key, const char *value, char **problem)
{
	size_t length = key == NULL ? 0 : strlen(key);

	if (length == 0 || length > KEY_MOST || strspn(key, KEY_BYTES) != length)
		*problem = g_strdup_printf("a key of a kit is made of letters, digits, \".\", \"-\" and \"_\"");
	else if (strlen(value) > VALUE_MOST)
		*problem = g_strdup_printf("%s is too long", key);
	for (const char *at = value; *at != '\0' && *problem == NULL; at++)
		if ((unsigned char)*at < ' ')
			*problem = g_strdup_printf("%s has to be one line of text", key);
	if (*problem != NULL)
		return false;
	g_string_append_printf(out, "%s%s = ", before, key);
	for (; *value != '\0'; value++) {
		if (*value == '\\')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *value);
	}
	g_string_append_c(out, '\n');
	return true;
}

static bool
add_value(GString *out, const char *before, const char *key, json_t *value, char **problem)
{
	char number[24];

	if (json_is_string(value))
		return add_line(out, before, key, json_string_value(value), problem);
	if (json_is_boolean(value))
		return add_line(out, before, key, json_is_true(value) ? "yes" : "no", problem);
	g_snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	if (json_is_integer(value))
		return add_line(out, before, key, number, problem);
	*problem = g_strdup_printf("a value of a kit is a text, a whole number, true or false");
	return false;
}

/* "4 x 5, 3 x 1" */
static bool
add_tables(GString *out, const uint8_t *players, unsigned tables, char **problem)
{
	if (tables == 0 || tables > KIT_TABLES_MAX) {
		*problem = g_strdup_printf("a round has 1 to %d tables", KIT_TABLES_MAX);
		return false;
	}
	g_string_append(out, "players = ");
	for (unsigned i = 0, next; i < tables; i = next) {
		for (next = i + 1; next < tables && players[next] == players[i];)
			next++;
		g_string_append_printf(out, "%s%u x %u", i > 0 ? ", " : "", players[i], next - i);
	}
	g_string_append_c(out, '\n');
	return true;
}

static bool
add_players(GString *out, json_t *list, char **problem)
{
	GByteArray *players = g_byte_array_new();
	json_t *one;
	size_t i;
	bool fine = true;

	json_array_foreach(list, i, one) {
		json_int_t n = json_integer_value(one);
		guint8 seats = (guint8)n;

		fine = fine && n >= 1 && n <= PLAYERS_MAX;
		g_byte_array_append(players, &seats, 1);
	}
	if (!fine)
		*problem = g_strdup_printf("a table has 1 to %d players", PLAYERS_MAX);
	fine = fine && add_tables(out, players->data, players->len, problem);
	g_byte_array_free(players, TRUE);
	return fine;
}

/* People who are shared out to tables of the round's game. */
static bool
add_people(GString *out, json_t *round, json_t *people, char **problem)
{
	const char *id = json_string_value(json_object_get(round, "game"));
	const struct game *game = id == NULL ? NULL : game_by_id(id);
	GByteArray *players = g_byte_array_new();
	json_int_t number = json_integer_value(people);
	bool fine = false;

	if (number < 1 || number > KIT_PEOPLE_MOST)
		*problem = g_strdup_printf("1 to %d people play a round", KIT_PEOPLE_MOST);
	else if (game == NULL)
		fine = true; /* the game is missing or unknown, and that is said */
	else if (kit_split(game, (unsigned)number, players) == number)
		*problem = g_strdup_printf(
			"%s is for %s players, not for %u", game->title, game->players, (unsigned)number);
	else
		fine = add_tables(out, players->data, players->len, problem);
	g_byte_array_free(players, TRUE);
	return fine;
}

static bool
add_rules(GString *out, json_t *rules, char **problem)
{
	const char *name;
	json_t *value;

	if (!json_is_object(rules) || json_object_size(rules) > MEMBERS_MOST) {
		*problem = g_strdup("\"rules\" holds house rules by name");
		return false;
	}
	json_object_foreach(rules, name, value)
		if (!add_value(out, "rule.", name, value, problem))
			return false;
	return true;
}

/* A group of the file: `round` is NULL for that of the event. */
static bool
add_group(GString *out, json_t *group, json_t *round, char **problem)
{
	bool fine = json_is_object(group) && json_object_size(group) <= MEMBERS_MOST;
	const char *key;
	json_t *value;

	if (!fine)
		*problem = g_strdup("an event and a round of a kit are objects of keys and values");
	else
		json_object_foreach(group, key, value) {
			if (round != NULL && strcmp(key, "people") == 0)
				fine = add_people(out, round, value, problem);
			else if (round != NULL && strcmp(key, "players") == 0 && json_is_array(value))
				fine = add_players(out, value, problem);
			else if (round != NULL && strcmp(key, "rules") == 0)
				fine = add_rules(out, value, problem);
			else
				fine = add_value(out, "", key, value, problem);
			if (!fine)
				break;
		}
	return fine;
}

char *
kit_text_of(json_t *definition, char **problem)
{
	json_t *rounds = json_object_get(definition, "rounds"), *round;
	GString *out = g_string_new("[event]\n");
	bool fine = add_group(out, json_object_get(definition, "event"), NULL, problem);
	size_t i;

	if (fine && (!json_is_array(rounds) || json_array_size(rounds) > KIT_ROUNDS_MAX)) {
		*problem = g_strdup_printf("\"rounds\" lists at most %d rounds", KIT_ROUNDS_MAX);
		fine = false;
	}
	json_array_foreach(rounds, i, round) {
		if (!fine)
			break;
		g_string_append_printf(out, "\n[round %zu]\n", i + 1);
		fine = add_group(out, round, round, problem);
	}
	if (fine && out->len > KIT_TEXT_MOST) {
		*problem = g_strdup_printf("a kit is told in at most %d bytes", KIT_TEXT_MOST);
		fine = false;
	}
	if (fine)
		return g_string_free(out, FALSE);
	g_string_free(out, TRUE);
	return NULL;
}
