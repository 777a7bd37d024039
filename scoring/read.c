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

		/* Space for a whole character and for the dots. */
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
read_known(const struct node *object, const struct argument *whose, const char *const *known, struct problems *problems)
{
	const struct node *key = node_first(object);

	for (uint32_t i = 0; i < object->count; i++, key = node_next(key + 1)) {
		const char *const *name = known;

		while (*name != NULL && strcmp(*name, key->text) != 0)
			name++;
		if (*name == NULL)
			refuse(problems, SAY("member-unknown", "unknown member \"{member}\" in {whose}"),
				ARG_SHOWN("member", key->text), *whose);
	}
}

bool
read_number(const struct node *value, const struct read_number *asked, uint8_t *out, struct problems *problems)
{
	if (node_is(value, NODE_INTEGER) && value->integer >= asked->least && value->integer <= asked->most) {
		*out = (uint8_t)value->integer;
		return true;
	}
	refuse(problems,
		value == NULL
			? SAY("number-missing", "{whose}: {what} is missing, a whole number from {least} to {most}")
			: SAY("number-bad", "{whose}: {what} must be a whole number from {least} to {most}"),
		asked->whose, asked->what, ARG_NUMBER("least", asked->least), ARG_NUMBER("most", asked->most));
	return false;
}

bool
read_flag(const struct node *value, const struct argument *whose, const char *member, struct problems *problems)
{
	if (value != NULL && !node_is(value, NODE_TRUE) && !node_is(value, NODE_FALSE))
		refuse(problems, SAY("flag-bad", "{whose}: \"{member}\" must be true or false"), *whose,
			ARG_TEXT("member", member));
	return node_is(value, NODE_TRUE);
}

const struct node *
read_array(const struct node *object, const struct read_array *asked, struct problems *problems)
{
	const struct node *array = node_member(object, asked->name);

	if (array == NULL && asked->optional)
		return NULL;
	if (array == NULL)
		refuse(problems, SAY("member-missing", "{whose}: \"{member}\" is missing"), asked->whose,
			ARG_TEXT("member", asked->name));
	else if (!node_is(array, NODE_ARRAY))
		refuse(problems, SAY("array-bad", "{whose}: \"{member}\" must be an array"), asked->whose,
			ARG_TEXT("member", asked->name));
	else if (array->count > asked->most)
		refuse(problems,
			SAY_COUNT("array-too-long",
				"{whose}: \"{member}\" has {count} entry, at most {most} make sense",
				"{whose}: \"{member}\" has {count} entries, at most {most} make sense", array->count),
			asked->whose, ARG_TEXT("member", asked->name), ARG_NUMBER("most", asked->most));
	else
		return array;
	return NULL;
}

/* The name of a player that is given, or else the one in the result; "" for none, and for one that is refused. */
static void
read_name(const struct node *player, unsigned index, const char *given, char out[NAME_BYTES], struct problems *problems)
{
	const struct node *member = node_member(player, "name");
	const char *name = given != NULL && *given != '\0' ? given : node_string(member);
	const struct argument letter = ARG_TEXT("letter", player_letter(index));

	out[0] = '\0';
	if (name == NULL && member != NULL)
		refuse(problems, SAY("name-not-string", "the name of player {letter} must be a string"), letter);
	else if (name != NULL && strlen(name) >= NAME_BYTES)
		refuse(problems, SAY("name-too-long", "the name of player {letter} is too long: at most {most} bytes"),
			letter, ARG_NUMBER("most", NAME_BYTES - 1));
	else if (name != NULL && !printable(name))
		refuse(problems,
			SAY("name-not-printable",
				"the name of player {letter} has characters in it that cannot be shown"),
			letter);
	else if (name != NULL)
		strcpy(out, name);
}

bool
read_players(const struct node *result, const char *const given[PLAYERS_MAX], struct players *players,
	struct problems *problems)
{
	const struct node *array = read_array(
		result, &(struct read_array){.whose = WHOSE_RESULT, .name = "players", .most = PLAYERS_MAX}, problems);
	const struct node *player = node_first(array);
	bool readable = array != NULL && array->count > 0;

	players->count = (uint8_t)node_count(array);
	if (array != NULL && array->count == 0)
		refuse(problems, SAY("no-players", "the result has no players"));
	for (unsigned i = 0; i < players->count; i++, player = node_next(player)) {
		if (node_is(player, NODE_OBJECT)) {
			read_name(player, i, given[i], players->name[i], problems);
			continue;
		}
		refuse(problems, SAY("player-not-object", "player {letter} must be a JSON object"),
			ARG_TEXT("letter", player_letter(i)));
		readable = false;
	}
	return readable;
}

static void
read_choice(const struct house_choice *choice, const struct rules *rules, uint8_t house[HOUSE_RULES],
	struct problems *problems)
{

	for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
		const struct house_rule *rule = &rules->house[i];

		if (strcmp(rule->name, choice->name) != 0)
			continue;
		for (uint8_t which = 0; which < 2 && choice->value != NULL && choice->integer == rule->integer; which++)
			if (strcmp(choice->value, rule->value[which]) == 0) {
				house[i] = which;
				return;
			}
		refuse(problems,
			rule->integer ? SAY("rule-not-number", "the house rule {rule} is {one} or {other}, a number")
				      : SAY("rule-not-string", "the house rule {rule} is {one} or {other}, a string"),
			ARG_TEXT("rule", rule->name), ARG_TEXT("one", rule->value[0]),
			ARG_TEXT("other", rule->value[1]));
		return;
	}
	refuse(problems, SAY("rule-unknown", "{game} has no house rule \"{rule}\""), ARG_TEXT("game", rules->game->id),
		ARG_SHOWN("rule", choice->name));
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
		refuse(problems, SAY("rules-not-object", "\"rules\" must be a JSON object"));
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
