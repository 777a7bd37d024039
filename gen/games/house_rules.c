/* SPDX-License-Identifier: MIT
 * House rules in and out of text. */
#include "gen/games/house_rules.h"

#include <string.h>

#include "scoring/read.h"

bool
house_rules_set(const struct game *game, const char *name, const char *typed, uint8_t house[HOUSE_RULES],
	struct problem *problem)
{
	const struct house_rule *rule = rules_of(game)->house;
	g_autoptr(GString) known = g_string_new(NULL);

	for (int i = 0; i < HOUSE_RULES && rule[i].name != NULL; i++) {
		size_t length = strlen(rule[i].name);

		for (uint8_t value = 0; value < 2; value++)
			if (strncmp(rule[i].name, typed, length) == 0 && typed[length] == '=' &&
				strcmp(rule[i].value[value], typed + length + 1) == 0) {
				house[i] = value;
				return true;
			}
		g_string_append_printf(
			known, "%s%s=%s|%s", i > 0 ? ", " : "", rule[i].name, rule[i].value[0], rule[i].value[1]);
	}
	return problem_set(problem,
		known->len > 0
			? SAY("unknown-rule", "{name}: \"{rule}\" is not a house rule of {game}, which has: {rules}")
			: SAY("no-rules", "{name}: {game} has no house rules, so \"{rule}\" is not one of them"),
		ARG_TEXT("name", name), ARG_SHOWN("rule", typed), ARG_TEXT("game", game->id),
		ARG_TEXT("rules", known->str));
}

json_t *
house_rules_json(const struct rules *rules, const uint8_t house[HOUSE_RULES])
{
	json_t *object = json_object();

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const char *value = rules->house[i].value[house[i]];

		json_object_set_new(object, rules->house[i].name,
			rules->house[i].integer ? json_integer(g_ascii_strtoll(value, NULL, 10)) : json_string(value));
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
	return g_string_free(out, out->len == 0);
}
