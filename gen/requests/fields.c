/* SPDX-License-Identifier: MIT
 * Fields of requests: from text into structs and back. */
#include "gen/requests/fields.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/games/house_rules.h"
#include "scoring/read.h"

/* Bytes of a value in a web query: enough for every title of a page and for "-20.00,-20.00". */
#define WEB_VALUE_MAX 64

const struct field_source field_source_web = {.prefix = "", .use = FIELD_WEB, .effects = OPTION_SINGLE};
const struct field_source field_source_child = {.prefix = "", .use = ~0U, .effects = OPTION_SINGLE};

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
	char *id = g_ascii_strdown(about, -1), shown[QUOTE_BYTES];

	if (key != NULL) {
		request->keyed = true;
		request->key = *key;
	}
	request->coded = game_request_is_code(about);
	if (request->coded)
		request->game = game_of_text(about, key, &request->code, problems);
	else if ((request->game = game_by_id(id)) == NULL)
		problems_add(problems, STATUS_REFUSED, SAY("unknown-game", "there is no game \"{game}\""),
			ARG_TEXT("game", read_quoted(about, shown)));
	g_free(id);
	if (request->game == NULL)
		return false;
	if (request->coded) {
		const struct game_option *option = printed_game_of(request->game)->option;

		/* What the code says is as if it had been asked for. */
		rules_printed(rules_of(request->game), request->code.option, request->house);
		for (int i = 0; option[i].name != NULL; i++)
			if (option[i].kind == OPTION_FLAG && option[i].code != 0)
				request->option[i].given = (request->code.option & option[i].code) == option[i].code;
	}
	return true;
}

/* A value as a problem shows it: the name as it was written, and the text. */
struct shown {
	char name[QUOTE_BYTES], value[QUOTE_BYTES];
};

static struct shown
show(const struct field_source *source, const char *name, const char *value)
{
	struct shown shown = {"", ""};
	char *whole = g_strconcat(source->prefix, name, NULL);

	read_quoted(whole, shown.name);
	read_quoted(value, shown.value);
	g_free(whole);
	return shown;
}

static bool
parse_flag(const struct shown *shown, const char *value, bool *flag, struct problem *problem)
{
	if (strcmp(value, "yes") != 0)
		return problem_set(
			problem, SAY("flag-expected", "{name} is yes, or is left out"), ARG_TEXT("name", shown->name));
	*flag = true;
	return true;
}

static bool
refuse_with_code(const struct shown *shown, struct problem *problem)
{
	return problem_set(
		problem, SAY("not-for-a-code", "{name} is for a game, not for a code"), ARG_TEXT("name", shown->name));
}

static bool
set_field(struct game_request *request, const struct field *field, const struct shown *shown, const char *value,
	struct problem *problem)
{
	void *at = (char *)request + field->at;
	char **text = at;

	switch (field->kind) {
	case FIELD_FLAG:
		return parse_flag(shown, value, at, problem);
	case FIELD_NUMBER:
		return value_number(shown->name, value, field->least, field->most, at, problem);
	case FIELD_SECONDS:
		return value_seconds(shown->name, value, at, problem);
	case FIELD_CHOICE:
		return value_choice(shown->name, value, field->words, at, problem);
	case FIELD_RULE:
		return house_rules_set(request->game, value, request->house, problem);
	case FIELD_TEXT:
	case FIELD_FILE:
		if (field->check != NULL && !field->check(shown->name, value, problem))
			return false;
		g_free(*text);
		*text = g_strdup(value);
		return true;
	}
	return false;
}

/* An option of the game's own. A choice among its words is kept as their number. */
static bool
set_option(struct game_request *request, const struct game_option *option, struct option_value *out,
	const struct shown *shown, const char *value, struct problem *problem)
{
	uint64_t number = 0;
	unsigned choice = 0;
	bool fine = false;

	if (request->coded && option->effect <= OPTION_SEEDS)
		return refuse_with_code(shown, problem);
	switch (option->kind) {
	case OPTION_FLAG:
		return parse_flag(shown, value, &out->given, problem);
	case OPTION_NUMBER:
		fine = value_number(shown->name, value, 0, option->most, &number, problem);
		out->number = (uint32_t)number;
		break;
	case OPTION_CHOICE:
		fine = value_choice(shown->name, value, option->words, &choice, problem);
		out->number = choice;
		break;
	}
	out->given = fine;
	return fine;
}

/* Refuses a name that the game does not have, and tells which it has. */
static bool
refuse_unknown(const struct game_request *request, const struct field_source *source, const char *name,
	struct problem *problem)
{
	const struct game_option *option = printed_game_of(request->game)->option;
	struct shown shown = show(source, name, "");
	GString *own = g_string_new(NULL);

	for (; option->name != NULL; option++)
		if (option->effect <= source->effects)
			g_string_append_printf(own, "%s%s%s%s%s", own->len > 0 ? ", " : "", source->prefix,
				option->name, option->value != NULL ? " " : "",
				option->value != NULL ? option->value : "");
	if (own->len > 0)
		problem_set(problem, SAY("unknown-option", "{game} has no {name}; of its own it has {options}"),
			ARG_TEXT("game", request->game->id), ARG_TEXT("name", shown.name),
			ARG_TEXT("options", own->str));
	else
		problem_set(problem, SAY("no-options", "{game} has no {name}; it has no options of its own here"),
			ARG_TEXT("game", request->game->id), ARG_TEXT("name", shown.name));
	g_string_free(own, TRUE);
	return false;
}

/* Finds what the name is and sets it. */
static bool
set(struct game_request *request, const struct field *fields, const struct field_source *source, const char *name,
	const char *value, struct problem *problem)
{
	const struct game_option *option = printed_game_of(request->game)->option;
	struct shown shown = show(source, name, value);

	for (unsigned i = 0; fields[i].name != NULL; i++) {
		bool ruled = fields[i].kind == FIELD_RULE && g_str_has_prefix(name, "rule.");

		if ((strcmp(fields[i].name, name) != 0 && !ruled) || (fields[i].use & source->use) == 0)
			continue;
		if (request->coded && (fields[i].use & FIELD_CODED) != 0)
			return refuse_with_code(&shown, problem);
		char *text = ruled ? g_strconcat(name + strlen("rule."), "=", value, NULL) : g_strdup(value);

		request->given[i] = set_field(request, &fields[i], &shown, text, problem);
		g_free(text);
		return request->given[i];
	}
	for (int i = 0; option[i].name != NULL; i++)
		if (strcmp(option[i].name, name) == 0 && option[i].effect <= source->effects)
			return set_option(request, &option[i], &request->option[i], &shown, value, problem);
	return refuse_unknown(request, source, name, problem);
}

bool
game_request_set(struct game_request *request, const struct field *fields, const struct field_source *source,
	const char *name, const char *value, struct problems *problems)
{
	struct problem problem;

	if (set(request, fields, source, name, value, &problem))
		return true;
	problems_add_problem(problems, &problem);
	return false;
}

bool
game_request_set_web(struct game_request *request, const struct field *fields, const char *name, const char *value,
	struct problems *problems)
{
	size_t length = value == NULL ? 0 : strlen(value);

	if (length > 0 && length <= WEB_VALUE_MAX && g_utf8_validate(value, (gssize)length, NULL) &&
		strpbrk(value, "\n\r\t") == NULL)
		return game_request_set(request, fields, &field_source_web, name, value, problems);
	problems_add(problems, STATUS_REFUSED, SAY("query-value", "{name}= has a value of 1 to {most} characters"),
		ARG_TEXT("name", name), ARG_NUMBER("most", WEB_VALUE_MAX));
	return false;
}

/* The text that sets a field to what it is; to be freed. */
static char *
field_text(const struct game_request *request, const struct field *field)
{
	const void *at = (const char *)request + field->at;

	switch (field->kind) {
	case FIELD_NUMBER:
		return g_strdup_printf("%" PRIu64, *(const uint64_t *)at);
	case FIELD_SECONDS:
		return g_strdup_printf("%.6f", (double)*(const int64_t *)at / 1e6);
	case FIELD_CHOICE:
		return g_strdup(field->words[*(const unsigned *)at]);
	case FIELD_TEXT:
	case FIELD_FILE:
		return g_strdup(*(char *const *)at);
	case FIELD_FLAG:
	case FIELD_RULE: /* written one by one */
		break;
	}
	return g_strdup("yes");
}

json_t *
game_request_json(const struct game_request *request, const struct field *fields)
{
	const struct game_option *option = printed_game_of(request->game)->option;
	const struct house_rule *rule = rules_of(request->game)->house;
	const struct code_key *key = request->keyed ? &request->key : NULL;
	char code[CODE_TEXT], digits[2 * sizeof *key + 1];
	json_t *json = json_object();

	if (request->coded)
		code_write(&request->code, key, code);
	json_object_set_new(json, "about", json_string(request->coded ? code : request->game->id));
	if (key != NULL) {
		sodium_bin2hex(digits, sizeof digits, (const unsigned char *)key, sizeof *key);
		json_object_set_new(json, "key", json_string(digits));
		sodium_memzero(digits, sizeof digits);
	}
	for (unsigned i = 0; fields[i].name != NULL; i++) {
		if (!request->given[i] || (fields[i].use & FIELD_LOCAL) != 0)
			continue;
		if (fields[i].kind == FIELD_RULE) {
			for (int n = 0; n < HOUSE_RULES && rule[n].name != NULL; n++) {
				char *name = g_strconcat("rule.", rule[n].name, NULL);

				json_object_set_new(json, name, json_string(rule[n].value[request->house[n]]));
				g_free(name);
			}
			continue;
		}
		char *text = field_text(request, &fields[i]);

		json_object_set_new(json, fields[i].name, json_string(text));
		g_free(text);
	}
	for (int i = 0; option[i].name != NULL; i++) {
		char number[16];

		if (!request->option[i].given || (request->coded && option[i].effect <= OPTION_SEEDS))
			continue;
		g_snprintf(number, sizeof number, "%" PRIu32, request->option[i].number);
		json_object_set_new(json, option[i].name,
			json_string(option[i].kind == OPTION_FLAG         ? "yes"
					: option[i].kind == OPTION_CHOICE ? option[i].words[request->option[i].number]
									  : number));
	}
	return json;
}

bool
game_request_read_json(
	struct game_request *request, const struct field *fields, json_t *json, struct problems *problems)
{
	const char *about = json_string_value(json_object_get(json, "about"));
	const char *digits = json_string_value(json_object_get(json, "key")), *name;
	unsigned before = problems->count;
	struct code_key key;
	size_t length = 0;
	json_t *value;

	if (about == NULL ||
		(digits != NULL &&
			(sodium_hex2bin(
				 (unsigned char *)&key, sizeof key, digits, strlen(digits), NULL, &length, NULL) != 0 ||
				length != sizeof key)))
		problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
	else if (game_request_begin(request, about, digits == NULL ? NULL : &key, problems))
		json_object_foreach(json, name, value) {
			if (strcmp(name, "about") == 0 || strcmp(name, "key") == 0)
				continue;
			if (json_is_string(value))
				game_request_set(
					request, fields, &field_source_child, name, json_string_value(value), problems);
			else
				problems_add(problems, STATUS_BAD_JSON, SAY("bad-request", "this is not a request"));
		}
	sodium_memzero(&key, sizeof key);
	return problems->count == before;
}

void
game_request_finish(struct game_request *request, const struct field *fields)
{
	for (const struct field *field = fields; field->name != NULL; field++) {
		char **text = (char **)((char *)request + field->at);

		if (field->kind == FIELD_TEXT || field->kind == FIELD_FILE)
			g_free(*text);
	}
	sodium_memzero(&request->key, sizeof request->key);
}
