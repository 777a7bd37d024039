/* SPDX-License-Identifier: MIT
 * Fields of requests: parsing text into structs, and back. */
#include "gen/requests/fields.h"

#include <sodium.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/games/house_rules.h"
#include "scoring/read.h"

/* Most bytes of a value in a web query: every title of a page fits, and "-20.00,-20.00". */
#define WEB_VALUE_MAX 64

const struct field_source field_source_web = {.prefix = "", .use = FIELD_WEB, .effects = OPTION_SINGLE};
const struct field_source field_source_child = {.prefix = "", .use = ~0U, .effects = OPTION_SINGLE};

json_t *
request_key_json(const struct code_key *key)
{
	char digits[2 * sizeof *key + 1];

	sodium_bin2hex(digits, sizeof digits, (const unsigned char *)key, sizeof *key);
	json_t *json = json_string(digits);

	sodium_memzero(digits, sizeof digits);
	return json;
}

bool
request_key_read(const char *digits, struct code_key *key)
{
	size_t length;

	return sodium_hex2bin((unsigned char *)key, sizeof *key, digits, strlen(digits), NULL, &length, NULL) == 0 &&
		length == sizeof *key;
}

bool
game_request_is_code(const char *text)
{
	size_t letters = 0;

	while (g_ascii_isalpha(text[letters]))
		letters++;
	return text[letters] != '\0' || letters >= CODE_CHARS;
}

bool
game_request_begin(
	struct game_request *request, const char *about, const struct code_key *key, struct problems *problems)
{
	g_autofree char *id = g_ascii_strdown(about, -1);

	if (key != NULL) {
		request->keyed = true;
		request->key = *key;
	}
	request->coded = game_request_is_code(about);
	if (request->coded)
		request->game = game_of_text(about, key, &request->code, problems);
	else if ((request->game = game_by_id(id)) == NULL)
		problems_add(problems, STATUS_REFUSED, SAY("unknown-game", "there is no game \"{game}\""),
			ARG_SHOWN("game", about));
	if (request->game == NULL)
		return false;
	request->set = json_object();
	if (request->coded) {
		const struct game_option *option = printed_game_of(request->game)->option;

		/* House rules and options that the code includes count as set. */
		rules_printed(rules_of(request->game), request->code.option, request->house);
		for (int i = 0; option[i].name != NULL; i++)
			if (option[i].kind == OPTION_FLAG && option[i].code != 0)
				request->option[i].given = (request->code.option & option[i].code) == option[i].code;
	}
	return true;
}

/* `shown` is the name of the field in problems. */
static bool
parse_flag(const char *shown, const char *value, bool *flag, struct problem *problem)
{
	*flag = strcmp(value, "yes") == 0;
	return *flag ||
		problem_set(problem, SAY("flag-expected", "{name} is yes, or is left out"), ARG_TEXT("name", shown));
}

static bool
refuse_with_code(const char *shown, struct problem *problem)
{
	return problem_set(
		problem, SAY("not-for-a-code", "{name} is for a game, not for a code"), ARG_TEXT("name", shown));
}

static bool
set_field(struct game_request *request, const struct field *field, const char *shown, const char *value,
	struct problem *problem)
{
	void *at = (char *)request + field->at;
	char **text = at;

	if (request->coded && (field->use & FIELD_CODED) != 0)
		return refuse_with_code(shown, problem);
	switch (field->kind) {
	case FIELD_FLAG:
		return parse_flag(shown, value, at, problem);
	case FIELD_NUMBER:
		return value_number(shown, value, field->least, field->most, at, problem);
	case FIELD_SECONDS:
		return value_seconds(shown, value, at, problem);
	case FIELD_CHOICE:
		return value_choice(shown, value, field->words, at, problem);
	case FIELD_RULE:
		return house_rules_set(request->game, shown, value, request->house, problem);
	case FIELD_TEXT:
	case FIELD_FILE:
		if (field->check != NULL && !field->check(shown, value, problem))
			return false;
		g_free(*text);
		*text = g_strdup(value);
		return true;
	}
	return false;
}

/* Sets an option of the game's own. Of a choice the number of the word is kept. */
static bool
set_option(struct game_request *request, const struct game_option *option, const char *shown, const char *value,
	struct problem *problem)
{
	struct option_value *out = &request->option[option - printed_game_of(request->game)->option];
	uint64_t number = 0;
	unsigned choice = 0;

	if (request->coded && option->effect <= OPTION_SEEDS)
		return refuse_with_code(shown, problem);
	if (option->kind == OPTION_FLAG)
		return parse_flag(shown, value, &out->given, problem);
	out->given = option->kind == OPTION_NUMBER ? value_number(shown, value, 0, option->most, &number, problem)
						   : value_choice(shown, value, option->words, &choice, problem);
	out->number = option->kind == OPTION_NUMBER ? (uint32_t)number : choice;
	return out->given;
}

/* Finds and sets a field or an option by its name. The problem of an unknown name lists the options of the game. */
static bool
set(struct game_request *request, const struct field_source *source, const char *name, const char *value,
	struct problem *problem)
{
	const struct field *fields = request->fields;
	const struct game_option *option = printed_game_of(request->game)->option;
	g_autofree char *whole = g_strconcat(source->prefix, name, NULL);
	g_autoptr(GString) own = g_string_new(NULL);
	char shown[QUOTE_BYTES];

	read_quoted(whole, shown);
	request->prefix = source->prefix;
	for (unsigned i = 0; fields[i].name != NULL; i++) {
		bool ruled = fields[i].kind == FIELD_RULE && g_str_has_prefix(name, "rule.");

		if ((strcmp(fields[i].name, name) != 0 && !ruled) || (fields[i].use & source->use) == 0)
			continue;
		g_autofree char *text = ruled ? g_strconcat(name + strlen("rule."), "=", value, NULL) : g_strdup(value);

		if (!set_field(request, &fields[i], shown, text, problem))
			return false;
		/* Each rule is kept separately. */
		g_auto(GStrv) rule = fields[i].kind == FIELD_RULE ? g_strsplit(text, "=", 2) : NULL;
		g_autofree char *kept = rule == NULL ? g_strdup(name) : g_strconcat("rule.", rule[0], NULL);

		json_object_set_new(request->set, kept, json_string(rule == NULL ? value : rule[1]));
		return true;
	}
	for (; option->name != NULL; option++) {
		if (option->effect > source->effects)
			continue;
		if (strcmp(option->name, name) == 0)
			return set_option(request, option, shown, value, problem) &&
				json_object_set_new(request->set, name, json_string(value)) == 0;
		g_string_append_printf(own, "%s%s%s%s%s", own->len > 0 ? ", " : "", source->prefix, option->name,
			option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
	}
	return problem_set(problem,
		own->len > 0 ? SAY("unknown-option", "{game} has no {name}; of its own it has {options}")
			     : SAY("no-options", "{game} has no {name}; it has no options of its own here"),
		ARG_TEXT("game", request->game->id), ARG_TEXT("name", shown), ARG_TEXT("options", own->str));
}

bool
game_request_set(struct game_request *request, const struct field_source *source, const char *name, const char *value,
	struct problems *problems)
{
	struct problem problem;

	if (set(request, source, name, value, &problem))
		return true;
	problems_add_problem(problems, &problem);
	return false;
}

bool
game_request_set_web(struct game_request *request, const char *name, const char *value, struct problems *problems)
{
	size_t length = value == NULL ? 0 : strlen(value);

	if (length > 0 && length <= WEB_VALUE_MAX && g_utf8_validate(value, (gssize)length, NULL) &&
		strpbrk(value, "\n\r\t") == NULL)
		return game_request_set(request, &field_source_web, name, value, problems);
	problems_add(problems, STATUS_REFUSED, SAY("query-value", "{name}= has a value of 1 to {most} characters"),
		ARG_TEXT("name", name), ARG_NUMBER("most", WEB_VALUE_MAX));
	return false;
}

json_t *
game_request_json(const struct game_request *request)
{
	const struct code_key *key = request->keyed ? &request->key : NULL;
	json_t *json = json_copy(request->set);
	char code[CODE_TEXT];

	if (request->coded)
		code_write(&request->code, key, code);
	json_object_set_new(json, "about", json_string(request->coded ? code : request->game->id));
	if (key != NULL)
		json_object_set_new(json, "key", request_key_json(key));
	return json;
}

bool
game_request_read_json(struct game_request *request, json_t *json, struct problems *problems)
{
	const char *about = json_string_value(json_object_get(json, "about"));
	const char *digits = json_string_value(json_object_get(json, "key")), *name;
	unsigned before = problems->count;
	struct code_key key;
	json_t *value;

	if (about == NULL || (digits != NULL && !request_key_read(digits, &key)))
		problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
	else if (game_request_begin(request, about, digits == NULL ? NULL : &key, problems))
		json_object_foreach(json, name, value) {
			if (strcmp(name, "about") == 0 || strcmp(name, "key") == 0)
				continue;
			if (json_is_string(value))
				game_request_set(
					request, &field_source_child, name, json_string_value(value), problems);
			else
				problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
		}
	sodium_memzero(&key, sizeof key);
	return problems->count == before;
}

void
game_request_finish(struct game_request *request)
{
	for (const struct field *field = request->fields; field->name != NULL; field++) {
		char **text = (char **)((char *)request + field->at);

		if (field->kind == FIELD_TEXT || field->kind == FIELD_FILE)
			g_free(*text);
	}
	json_decref(request->set);
	sodium_memzero(&request->key, sizeof request->key);
}
