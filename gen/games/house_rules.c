/* SPDX-License-Identifier: MIT
 * House rules in and out of text. */
#include "gen/games/house_rules.h"

#include <string.h>

#include "scoring/read.h"

/* "burger_pair=5|4, ..."; to be freed. */
static char *
list(const struct rules *rules)
{
	GString *known = g_string_new(NULL);

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++)
		g_string_append_printf(known, "%s%s=%s|%s", i > 0 ? ", " : "", rules->house[i].name,
			rules->house[i].value[0], rules->house[i].value[1]);
	return g_string_free(known, FALSE);
}

/* Which value of the rule this is, or -1. */
static int
value_of(const struct house_rule *rule, const char *typed)
{
	size_t length = strlen(rule->name);

	if (strncmp(rule->name, typed, length) != 0 || typed[length] != '=')
		return -1;
	for (int i = 0; i < 2; i++)
		if (strcmp(rule->value[i], typed + length + 1) == 0)
			return i;
	return -1;
}

bool
house_rules_take(const struct game *game, const char *typed, uint8_t house[HOUSE_RULES], char **problem)
{
	const struct rules *rules = rules_of(game);
	char shown[QUOTE_BYTES], *known;

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		int value = value_of(&rules->house[i], typed);

		if (value < 0)
			continue;
		house[i] = (uint8_t)value;
		return true;
	}
	known = list(rules);
	*problem = g_strdup_printf("\"%s\" is no house rule of %s, which has: %s", read_quoted(typed, shown), game->id,
		*known != '\0' ? known : "none");
	g_free(known);
	return false;
}

json_t *
house_rules_json(const struct rules *rules, const uint8_t house[HOUSE_RULES])
{
	json_t *object = json_object();

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const char *value = rules->house[i].value[house[i]];

		if (json_object_set_new(object, rules->house[i].name,
			    rules->house[i].integer ? json_integer(g_ascii_strtoll(value, NULL, 10))
						    : json_string(value)) != 0) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

/* A rule that its game has no words for is given by name and value. */
char *
house_rules_words(const struct game *game, const uint8_t house[HOUSE_RULES])
{
	const struct rules *rules = rules_of(game);
	GString *out = g_string_new(NULL);

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const char *words = printed_game_of(game)->house[i];

		if (house[i] == 0)
			continue;
		if (out->len > 0)
			g_string_append(out, "; ");
		if (words != NULL)
			g_string_append(out, words);
		else
			g_string_append_printf(out, "%s = %s", rules->house[i].name, rules->house[i].value[house[i]]);
	}
	if (out->len > 0)
		return g_string_free(out, FALSE);
	g_string_free(out, TRUE);
	return NULL;
}
