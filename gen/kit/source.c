/* SPDX-License-Identifier: MIT
 * Kit files, and definitions in JSON, as groups of keys and values. All problems are reported at once. */
#include "gen/kit/source.h"

#include <string.h>

#include "gen/cli/command.h"

/* Most members of an object in JSON. An event has 12 keys and a round about 20; the page does not send seats. */
#define MEMBERS_MAX 64

static void
entry_free(gpointer data)
{
	struct kit_entry *entry = data;

	g_free(entry->key);
	g_free(entry->value);
	g_free(entry);
}

static void
group_free(gpointer data)
{
	struct kit_group *group = data;

	g_ptr_array_unref(group->entries);
	g_hash_table_destroy(group->by_key);
	g_free(group->name);
	g_free(group);
}

/* Adds a group and takes ownership of its name. Rounds above the maximum get their number too. */
static struct kit_group *
add_group(GPtrArray *groups, char *name, unsigned line, struct problems *problems)
{
	struct kit_group *group = g_new(struct kit_group, 1);
	guint64 round = 0;

	if (g_str_has_prefix(name, "round ") && name[6] != '0')
		g_ascii_string_to_unsigned(name + 6, 10, 1, UINT_MAX, &round, NULL);
	*group = (struct kit_group){name, (unsigned)round, line, g_ptr_array_new_with_free_func(entry_free),
		g_hash_table_new(g_str_hash, g_str_equal), problems};
	g_ptr_array_add(groups, group);
	return group;
}

static void
add_entry(struct kit_group *group, const char *key, const char *value, json_t *json, unsigned line)
{
	struct kit_entry *entry = g_new(struct kit_entry, 1);

	*entry = (struct kit_entry){.key = g_strdup(key), .json = json, .line = line};
	entry->value = value == NULL ? NULL : g_strstrip(g_strdup(value));
	g_ptr_array_add(group->entries, entry);
	g_hash_table_insert(group->by_key, entry->key, entry);
}

struct kit_group *
kit_source_group(const GPtrArray *groups, const char *name)
{
	for (unsigned i = 0; i < groups->len; i++) {
		struct kit_group *group = g_ptr_array_index(groups, i);

		if (strcmp(group->name, name) == 0)
			return group;
	}
	return NULL;
}

/* Replaces the escape sequences \\, \s, \n, \t and \r in place, as GKeyFile does. False if there is another one. */
static bool
unescape(char *value)
{
	static const char letters[] = "sntr\\", meant[] = " \n\t\r\\";
	char *to = value;

	for (; *value != '\0'; value++) {
		const char *letter = NULL;

		if (*value == '\\' && (*++value == '\0' || (letter = strchr(letters, *value)) == NULL))
			return false;
		*to++ = letter == NULL ? *value : meant[letter - letters];
	}
	*to = '\0';
	return true;
}

/* Reads line `n` of a kit file. *group is the current group, or NULL before the first, and is set to a new one. */
static void
read_line(char *line, unsigned n, GPtrArray *groups, struct kit_group **group, struct problems *problems)
{
	char *equals = strchr(line, '=');

	g_strstrip(line);
	if (*line == '\0' || *line == '#')
		return;
	if (*line == '[' && g_str_has_suffix(line, "]")) {
		char *name = g_strndup(line + 1, strlen(line) - 2);
		const struct kit_group *before = kit_source_group(groups, name);

		if (before != NULL)
			problems_add_at(problems, STATUS_BAD_RESULT, n,
				SAY("kit-group-twice", "{group}: given twice, in lines {first} and {second}"),
				ARG_SHOWN("group", line), ARG_NUMBER("first", before->line), ARG_NUMBER("second", n));
		*group = add_group(groups, name, n, problems);
	} else if (*line == '[' || equals == NULL || equals == line) {
		problems_add_at(problems, STATUS_BAD_RESULT, n,
			SAY("kit-line", "a [group], \"key = value\" or a # comment was expected, not \"{text}\""),
			ARG_SHOWN("text", line));
	} else if (*group == NULL) {
		problems_add_at(problems, STATUS_BAD_RESULT, n,
			SAY("kit-no-event", "[event] was expected before \"{text}\""), ARG_SHOWN("text", line));
	} else {
		*equals = '\0';
		const struct kit_entry *before = g_hash_table_lookup((*group)->by_key, g_strchomp(line));

		if (before != NULL)
			problems_add_at(problems, STATUS_BAD_RESULT, n,
				KEY_SAY("kit-key-twice", "given twice, in lines {first} and {second}"),
				ARG_TEXT("group", (*group)->name), ARG_SHOWN("key", line),
				ARG_NUMBER("first", before->line), ARG_NUMBER("second", n));
		add_entry(*group, line, unescape(equals + 1) ? equals + 1 : NULL, NULL, n);
	}
}

GPtrArray *
kit_source_text(const char *text, size_t length, struct problems *problems)
{
	GPtrArray *groups = g_ptr_array_new_with_free_func(group_free);
	struct kit_group *group = NULL;
	const char *end;

	if (!g_utf8_validate(text, (gssize)length, &end)) { /* it refuses zero bytes, too */
		unsigned line = 1;

		for (const char *at = text; at < end; at++)
			line += *at == '\n';
		problems_add_at(problems, STATUS_BAD_RESULT, line,
			SAY("kit-not-utf-8", "a kit file is text in UTF-8, this is not"));
		return groups;
	}
	bool marked = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* a byte order mark */
	g_autofree char *copy = g_strndup(text, length);
	g_auto(GStrv) lines = g_strsplit(copy + (marked ? 3 : 0), "\n", -1);

	for (unsigned i = 0; lines[i] != NULL; i++)
		read_line(lines[i], i + 1, groups, &group, problems);
	return groups;
}

/* Adds a value of JSON as text: true and false become yes and no. The list of a round's players has only its JSON. */
static void
add_json(struct kit_group *group, const char *before, const char *name, json_t *value)
{
	g_autofree char *key = g_strconcat(before, name, NULL);
	char number[24];

	g_snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	if (json_is_string(value))
		add_entry(group, key, json_string_value(value), value, 0);
	else if (json_is_boolean(value))
		add_entry(group, key, json_is_true(value) ? "yes" : "no", value, 0);
	else if (json_is_integer(value))
		add_entry(group, key, number, value, 0);
	else if (json_is_array(value) && group->round > 0 && strcmp(key, "players") == 0)
		add_entry(group, key, "", value, 0);
	else
		kit_group_refuse(
			group, key, KEY_SAY("kit-value", "a value of a kit is a text, a whole number, true or false"));
}

/* Adds the members of an object as a group. The "rules" of a round are an object in it. */
static void
add_object(GPtrArray *groups, char *name, json_t *object, struct problems *problems)
{
	struct kit_group *group = add_group(groups, name, 0, problems);
	json_t *value, *rules = group->round > 0 ? json_object_get(object, "rules") : NULL;
	const char *key;

	if (!json_is_object(object) || json_object_size(object) > MEMBERS_MAX) {
		kit_group_refuse(group, "",
			SAY("kit-object", "[{group}]: an event and a round of a kit are objects of keys and values"));
		return;
	}
	if (rules != NULL && (!json_is_object(rules) || json_object_size(rules) > MEMBERS_MAX))
		kit_group_refuse(group, "rules", KEY_SAY("kit-rules", "an object of house rules by name was expected"));
	json_object_foreach(object, key, value)
		if (value != rules)
			add_json(group, "", key, value);
	json_object_foreach(rules, key, value)
		add_json(group, "rule.", key, value);
}

GPtrArray *
kit_source_json(json_t *definition, struct problems *problems)
{
	GPtrArray *groups = g_ptr_array_new_with_free_func(group_free);
	json_t *rounds = json_object_get(definition, "rounds"), *round;
	size_t i;

	add_object(groups, g_strdup("event"), json_object_get(definition, "event"), problems);
	if (!json_is_array(rounds) || json_array_size(rounds) > KIT_ROUNDS_MAX) {
		problems_add(problems, STATUS_BAD_RESULT,
			SAY("kit-rounds-list", "\"rounds\" must be a list of at most {most} rounds"),
			ARG_NUMBER("most", KIT_ROUNDS_MAX));
		return groups;
	}
	json_array_foreach(rounds, i, round)
		add_object(groups, g_strdup_printf("round %zu", i + 1), round, problems);
	return groups;
}

struct kit_entry *
kit_group_entry(struct kit_group *group, const char *key)
{
	struct kit_entry *entry = g_hash_table_lookup(group->by_key, key);

	if (entry != NULL)
		entry->used = true;
	return entry;
}

bool
kit_group_refuse_list(const struct kit_group *group, const char *key, const struct argument *arguments)
{
	const struct kit_entry *entry = g_hash_table_lookup(group->by_key, key);

	problems_add_at_list(group->problems, STATUS_BAD_RESULT, entry != NULL ? entry->line : group->line, arguments);
	return false;
}

const char *
kit_group_value(struct kit_group *group, const char *key)
{
	const struct kit_entry *entry = kit_group_entry(group, key);

	if (entry != NULL && entry->value == NULL)
		kit_group_refuse(
			group, key, KEY_SAY("kit-backslash", "text in which a backslash is written \\\\ was expected"));
	return entry == NULL ? NULL : entry->value;
}

bool
kit_group_number(struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number)
{
	const char *value = kit_group_value(group, key);

	if (value == NULL || g_ascii_string_to_unsigned(value, 10, least, most, number, NULL))
		return value != NULL;
	return kit_group_refuse(group, key,
		KEY_SAY("kit-number", "a whole number from {least} to {most} was expected, not \"{value}\""),
		ARG_NUMBER("least", least), ARG_NUMBER("most", most), ARG_SHOWN("value", value));
}

unsigned
kit_group_choice(struct kit_group *group, const char *key, const char *const *words)
{
	const char *value = kit_group_value(group, key);
	int found = value == NULL ? 0 : words_find(words, value);

	if (found >= 0)
		return (unsigned)found;
	g_autofree char *list = words_join(words);

	kit_group_refuse(group, key, KEY_SAY("kit-choice", "{words} was expected, not \"{value}\""),
		ARG_TEXT("words", list), ARG_SHOWN("value", value));
	return 0;
}

void
kit_group_refuse_unknown(struct kit_group *group, const char *known)
{
	for (unsigned i = 0; i < group->entries->len; i++) {
		const struct kit_entry *entry = g_ptr_array_index(group->entries, i);

		if (!entry->used)
			kit_group_refuse(group, entry->key,
				KEY_SAY("kit-unknown-key", "there is no such key here; there are {known}"),
				ARG_TEXT("known", known));
	}
}
