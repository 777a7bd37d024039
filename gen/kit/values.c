/* SPDX-License-Identifier: MIT
 * Values of a kit file by type, and the group [event]. */
#include "gen/kit/values.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "gen/cli/command.h"
#include "scoring/printable.h"

#define TEXT_MAX 300 /* characters of a name */

unsigned
kit_source_line(const struct kit_source *source, const char *group, const char *key)
{
	char *name = g_strconcat(group, "\n", key, NULL);
	unsigned line = GPOINTER_TO_UINT(g_hash_table_lookup(source->lines, name));

	g_free(name);
	return line == 0 && *key != '\0' ? kit_source_line(source, group, "") : line;
}

void
kit_source_problem(const struct kit_source *source, const char *group, const char *key, const char *format, ...)
{
	char *shown_group = command_shown(group), *shown = command_shown(key), *what;
	va_list args;

	va_start(args, format);
	what = g_strdup_vprintf(format, args);
	va_end(args);
	unsigned line = kit_source_line(source, group, key);

	if (*shown == '\0')
		problems_add_at(source->problems, STATUS_BAD_RESULT, line, SAY("kit-group", "[{group}]: {what}"),
			ARG_TEXT("group", shown_group), ARG_TEXT("what", what));
	else
		problems_add_at(source->problems, STATUS_BAD_RESULT, line, SAY("kit-key", "[{group}] {key}: {what}"),
			ARG_TEXT("group", shown_group), ARG_TEXT("key", shown), ARG_TEXT("what", what));
	g_free(what);
	g_free(shown);
	g_free(shown_group);
}

void
kit_group_init(struct kit_group *group, const struct kit_source *source, const char *name)
{
	*group = (struct kit_group){.source = source, .file = source->file};
	g_strlcpy(group->name, name, sizeof group->name);
	group->taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void
kit_group_finish(struct kit_group *group, const char *known)
{
	char **keys = g_key_file_get_keys(group->file, group->name, NULL, NULL);

	for (char **key = keys; key != NULL && *key != NULL; key++)
		if (!g_hash_table_contains(group->taken, *key))
			kit_source_problem(
				group->source, group->name, *key, "there is no such key here; there are %s", known);
	g_strfreev(keys);
	g_hash_table_destroy(group->taken);
}

void
kit_group_refuse(struct kit_group *group, const char *key, const char *what, const char *value)
{
	char *shown = value == NULL ? NULL : command_shown(value);

	if (shown == NULL)
		kit_source_problem(group->source, group->name, key, "missing; %s was expected", what);
	else
		kit_source_problem(group->source, group->name, key, "%s was expected, not \"%s\"", what, shown);
	g_free(shown);
}

char *
kit_group_value(struct kit_group *group, const char *key)
{
	GError *error = NULL;
	char *value = g_key_file_get_string(group->file, group->name, key, &error);

	g_hash_table_add(group->taken, g_strdup(key));
	if (g_error_matches(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE))
		kit_group_refuse(group, key, "text in which a backslash is written \\\\", "\\");
	g_clear_error(&error);
	return value == NULL ? NULL : g_strstrip(value);
}

/* A line of text with at most TEXT_MAX characters, to be freed; NULL when it is not there (a
 * problem when `needed`) or wrong. */
static char *
take_text(struct kit_group *group, const char *key, bool needed)
{
	static const char what[] = "a line of printable text of 1 to 300 characters";
	char *value = kit_group_value(group, key);
	glong length = value == NULL ? 0 : g_utf8_strlen(value, -1);

	if (value == NULL) {
		if (needed)
			kit_group_refuse(group, key, what, NULL);
		return NULL;
	}
	if (length >= 1 && length <= TEXT_MAX && printable(value))
		return value;
	if (length > TEXT_MAX)
		kit_source_problem(group->source, group->name, key, "%s was expected, not one of %ld", what, length);
	else
		kit_group_refuse(group, key, what, value);
	g_free(value);
	return NULL;
}

bool
kit_group_number(struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number)
{
	char *value = kit_group_value(group, key), *what;
	guint64 parsed;
	bool fine;

	if (value == NULL)
		return false;
	fine = g_ascii_isdigit(*value) && g_ascii_string_to_unsigned(value, 10, least, most, &parsed, NULL);
	if (fine) {
		*number = parsed;
	} else {
		what = g_strdup_printf("a whole number from %" PRIu64 " to %" PRIu64, least, most);
		kit_group_refuse(group, key, what, value);
		g_free(what);
	}
	g_free(value);
	return fine;
}

unsigned
kit_group_choice(struct kit_group *group, const char *key, const char *const *words, unsigned count)
{
	char *value = kit_group_value(group, key);
	GString *what;

	if (value == NULL)
		return 0;
	for (unsigned i = 0; i < count; i++) {
		if (g_ascii_strcasecmp(words[i], value) == 0) {
			g_free(value);
			return i;
		}
	}
	what = g_string_new(words[0]);
	for (unsigned i = 1; i < count; i++)
		g_string_append_printf(what, "%s%s", i + 1 < count ? ", " : " or ", words[i]);
	kit_group_refuse(group, key, what->str, value);
	g_string_free(what, TRUE);
	g_free(value);
	return 0;
}

static char *
take_url(struct kit_group *group)
{
	char *value = kit_group_value(group, "url"), *url = value == NULL ? NULL : print_job_url(value);

	if (value != NULL && url == NULL)
		kit_group_refuse(group, "url", URL_EXPECTED, value);
	g_free(value);
	return url;
}

static void
take_version(struct kit *kit, struct kit_group *group)
{
	char *hash = kit_group_value(group, "key_hash");
	uint64_t version = 0;

	kit_group_number(group, "version", 1, KIT_VERSION, &version);
	kit->version = (unsigned)version;
	if (hash != NULL && (strlen(hash) != KIT_COMMITMENT - 1 || strspn(hash, "0123456789abcdef") != strlen(hash)))
		kit_group_refuse(group, "key_hash", "64 hexadecimal digits in lower case", hash);
	else if (hash != NULL && (kit->key_file == NULL || version < 2))
		kit_group_refuse(group, "key_hash", "only together with key and version = 2", hash);
	else if (hash != NULL)
		g_strlcpy(kit->key_hash, hash, sizeof kit->key_hash);
	g_free(hash);
}

void
kit_read_event(struct kit *kit, const struct kit_source *source)
{
	static const char *const papers[] = {"a4", "letter"};
	static const char *const sheets[] = {"any", "few"};
	/* Few sheets of paper are those that are printed on both sides. */
	static const char *const backs[][2] = {{"fold", "duplex"}, {"duplex", "fold"}};
	unsigned few;
	struct kit_group group;

	if (!g_key_file_has_group(source->file, "event")) {
		problems_add_text(source->problems, STATUS_BAD_RESULT, "[event] is missing");
		return;
	}
	kit_group_init(&group, source, "event");
	kit->name = take_text(&group, "name", true);
	kit->date = take_text(&group, "date", false);
	kit->paper = paper_by_name(papers[kit_group_choice(&group, "paper", papers, 2)]);
	kit->ink = (enum ink)kit_group_choice(&group, "ink", ink_names, INKS);
	few = kit_group_choice(&group, "sheets", sheets, 2);
	kit->backs = kit_group_choice(&group, "backs", backs[few], 2) == few ? BACKS_FOLD : BACKS_DUPLEX;
	kit->seed_given = kit_group_number(&group, "seed", 0, SEED_MAX, &kit->seed);
	kit->salt = take_text(&group, "salt", false);
	kit->key_file = take_text(&group, "key", false);
	take_version(kit, &group);
	kit->url = take_url(&group);
	kit_group_finish(&group, "name, date, paper, ink, sheets, backs, seed, salt, key, version, key_hash and url");
}
