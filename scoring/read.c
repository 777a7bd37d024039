/* SPDX-License-Identifier: MIT
 * Reading results out of JSON. */
#include "scoring/read.h"

#include <stdio.h>
#include <string.h>

#include "scoring/printable.h"

const char *
read_quoted(const char *text, char buffer[QUOTE_BYTES])
{
	size_t length = 0;

	while (*text != '\0') {
		size_t step = printable_step(text);

		/* Room for a whole character and for the dots. */
		if (length > QUOTE_BYTES - 8) {
			memcpy(buffer + length, "...", 3);
			length += 3;
			break;
		}
		if (printable_char(text)) {
			memcpy(buffer + length, text, step);
			length += step;
		} else {
			buffer[length++] = '?';
		}
		text += step == 0 ? 1 : step;
	}
	buffer[length] = '\0';
	return buffer;
}

void
read_known(const struct node *object, const char *whose, const char *const *known, struct problems *problems)
{
	const struct node *key = node_first(object);

	for (uint32_t i = 0; i < object->count; i++, key = node_next(key + 1)) {
		const char *const *name = known;
		char shown[QUOTE_BYTES];

		while (*name != NULL && strcmp(*name, key->text) != 0)
			name++;
		if (*name == NULL)
			problems_add_text(problems, STATUS_BAD_RESULT, "%s has a member \"%s\" that nobody knows",
				whose, read_quoted(key->text, shown));
	}
}

bool
read_number(const struct node *value, const char *whose, const char *what, int least, int most, uint8_t *out,
	struct problems *problems)
{
	if (node_is(value, NODE_INTEGER) && value->integer >= least && value->integer <= most) {
		*out = (uint8_t)value->integer;
		return true;
	}
	problems_add_text(problems, STATUS_BAD_RESULT,
		value == NULL ? "%s: %s is missing, a whole number from %d to %d"
			      : "%s: %s must be a whole number from %d to %d",
		whose, what, least, most);
	return false;
}

const struct node *
read_array(const struct node *object, const char *whose, const char *name, bool optional, size_t most,
	struct problems *problems)
{
	const struct node *array = node_member(object, name);

	if (array == NULL && optional)
		return NULL;
	if (!node_is(array, NODE_ARRAY)) {
		problems_add_text(problems, STATUS_BAD_RESULT, "%s: \"%s\" %s", whose, name,
			array == NULL ? "is missing" : "must be an array");
		return NULL;
	}
	if (array->count > most) {
		problems_add_text(problems, STATUS_BAD_RESULT, "%s: \"%s\" has %u entries, at most %zu make sense",
			whose, name, array->count, most);
		return NULL;
	}
	return array;
}

/* A name that can be shown, or a sentence and none. */
static void
read_name(const char *text, size_t index, char out[NAME_BYTES], struct problems *problems)
{
	char whose = (char)('A' + index);

	if (strlen(text) >= NAME_BYTES) {
		problems_add_text(problems, STATUS_BAD_RESULT, "the name of player %c is too long: at most %d bytes",
			whose, NAME_BYTES - 1);
		return;
	}
	if (!printable(text)) {
		problems_add_text(problems, STATUS_BAD_RESULT,
			"the name of player %c has characters in it that cannot be shown", whose);
		return;
	}
	strcpy(out, text);
}

static void
read_player(const struct node *player, size_t index, const char *given, char out[NAME_BYTES], struct problems *problems)
{
	const struct node *name = node_member(player, "name");

	out[0] = '\0';
	if (given != NULL && *given != '\0')
		read_name(given, index, out, problems);
	else if (node_is(name, NODE_STRING))
		read_name(name->text, index, out, problems);
	else if (name != NULL)
		problems_add_text(
			problems, STATUS_BAD_RESULT, "the name of player %c must be a string", (char)('A' + index));
}

bool
read_players(const struct node *result, const char *const given[PLAYERS_MAX], struct players *players,
	struct problems *problems)
{
	const struct node *array = read_array(result, "the result", "players", false, PLAYERS_MAX, problems);
	const struct node *player = node_first(array);
	bool readable = array != NULL && array->count > 0;

	players->count = (uint8_t)node_count(array);
	if (array != NULL && array->count == 0)
		problems_add_text(problems, STATUS_BAD_RESULT, "the result has no players");
	for (size_t i = 0; i < players->count; i++, player = node_next(player)) {
		if (node_is(player, NODE_OBJECT)) {
			read_player(player, i, given[i], players->name[i], problems);
			continue;
		}
		problems_add_text(problems, STATUS_BAD_RESULT, "player %c must be a JSON object", (char)('A' + i));
		readable = false;
	}
	return readable;
}

/* Which value of the rule this is, or -1. */
static int
house_value(const struct house_rule *rule, const struct house_choice *choice)
{
	for (int i = 0; choice->value != NULL && choice->integer == rule->integer && i < 2; i++)
		if (strcmp(choice->value, rule->value[i]) == 0)
			return i;
	return -1;
}

static void
read_choice(const struct house_choice *choice, const struct rules *rules, uint8_t house[HOUSE_RULES],
	struct problems *problems)
{
	char shown[QUOTE_BYTES];

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const struct house_rule *rule = &rules->house[i];
		int which;

		if (strcmp(rule->name, choice->name) != 0)
			continue;
		which = house_value(rule, choice);
		if (which < 0)
			problems_add_text(problems, STATUS_BAD_RESULT, "the house rule %s is %s or %s%s", rule->name,
				rule->value[0], rule->value[1], rule->integer ? ", a number" : ", a string");
		else
			house[i] = (uint8_t)which;
		return;
	}
	problems_add_text(problems, STATUS_BAD_RESULT, "%s has no house rule \"%s\"", rules->game->id,
		read_quoted(choice->name, shown));
}

void
read_choices(const struct house_choice *choices, const struct rules *rules, uint8_t house[HOUSE_RULES],
	struct problems *problems)
{
	for (; choices->name != NULL; choices++)
		read_choice(choices, rules, house, problems);
}

void
read_house(const struct node *result, const struct rules *rules, uint8_t house[HOUSE_RULES], struct problems *problems)
{
	const struct node *given = node_member(result, "rules"), *name = node_first(given);

	if (given == NULL)
		return;
	if (!node_is(given, NODE_OBJECT)) {
		problems_add_text(problems, STATUS_BAD_RESULT, "\"rules\" must be a JSON object");
		return;
	}
	for (uint32_t i = 0; i < given->count; i++, name = node_next(name + 1)) {
		bool integer = node_is(name + 1, NODE_INTEGER);
		char digits[24];

		if (integer)
			snprintf(digits, sizeof digits, "%lld", (long long)name[1].integer);
		read_choice(&(struct house_choice){name->text, integer ? digits : node_string(name + 1), integer},
			rules, house, problems);
	}
}
