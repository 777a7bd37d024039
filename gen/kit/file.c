/* SPDX-License-Identifier: MIT
 * Kit files: the lines and the groups. Whatever is wrong is named with its
 * line, group and key and what was expected, all of it at once. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/kit/kit.h"
#include "gen/kit/values.h"

#define FILE_MAX (1 << 20) /* bytes */

/* Notes where a name was first seen; returns that line when it was seen before, or 0. */
static unsigned
seen(GHashTable *names, const char *group, const char *key, unsigned line)
{
	char *name = g_strconcat(group, "\n", key, NULL);
	unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(names, name));

	if (before != 0)
		g_free(name);
	else
		g_hash_table_insert(names, name, GUINT_TO_POINTER(line));
	return before;
}

/* One line: GKeyFile would join what is given twice, and say little about the rest. */
static void
scan_line(char *line, unsigned n, GHashTable *names, char **group, struct problems *problems)
{
	char *shown, *equals = strchr(line, '=');
	unsigned before = 0;

	g_strstrip(line);
	if (*line == '\0' || *line == '#')
		return;
	shown = command_shown(line);
	if (*line == '[' && g_str_has_suffix(line, "]")) {
		g_free(*group);
		*group = g_strndup(line + 1, strlen(line) - 2);
		before = seen(names, *group, "", n);
		if (before != 0)
			problems_add_at(problems, STATUS_BAD_RESULT, n,
				SAY("kit-group-twice", "{group}: given twice, in lines {first} and {second}"),
				ARG_TEXT("group", shown), ARG_NUMBER("first", before), ARG_NUMBER("second", n));
	} else if (*line == '[' || equals == NULL || equals == line) {
		problems_add_at(problems, STATUS_BAD_RESULT, n,
			SAY("kit-line", "a [group], \"key = value\" or a # comment was expected, not \"{text}\""),
			ARG_TEXT("text", shown));
	} else if (*group == NULL) {
		problems_add_at(problems, STATUS_BAD_RESULT, n,
			SAY("kit-no-event", "[event] was expected before \"{text}\""), ARG_TEXT("text", shown));
	} else {
		*equals = '\0';
		g_strchomp(line);
		before = seen(names, *group, line, n);
		if (before != 0)
			problems_add_at(problems, STATUS_BAD_RESULT, n,
				SAY("kit-key-twice", "[{group}] {key}: given twice, in lines {first} and {second}"),
				ARG_TEXT("group", *group), ARG_TEXT("key", line), ARG_NUMBER("first", before),
				ARG_NUMBER("second", n));
	}
	g_free(shown);
}

static void
scan(const char *text, GHashTable *names, struct problems *problems)
{
	char **lines = g_strsplit(text, "\n", -1), *group = NULL;

	for (unsigned i = 0; lines[i] != NULL; i++)
		scan_line(lines[i], i + 1, names, &group, problems);
	g_free(group);
	g_strfreev(lines);
}

/* "round 3" to 3; 0 when it is no round, KIT_ROUNDS_MAX + 1 for one too high. */
static unsigned
round_number(const char *group)
{
	guint64 n;

	if (!g_str_has_prefix(group, "round ") || group[6] < '1' || group[6] > '9')
		return 0;
	if (!g_ascii_string_to_unsigned(group + 6, 10, 1, UINT_MAX, &n, NULL))
		return 0;
	return n > KIT_ROUNDS_MAX ? KIT_ROUNDS_MAX + 1 : (unsigned)n;
}

/* Counts the rounds: they follow each other from 1. */
static void
count_rounds(struct kit *kit, const struct kit_source *source)
{
	char **groups = g_key_file_get_groups(source->file, NULL), name[16];
	struct problems *problems = source->problems;
	bool there[KIT_ROUNDS_MAX + 2] = {false};

	for (char **group = groups; *group != NULL; group++) {
		unsigned n = round_number(*group);

		there[n] = n > 0;
		if (n == 0 && strcmp(*group, "event") != 0)
			kit_source_problem(source, *group, "",
				"there is no such group; [event], [round 1], [round 2] and so on were expected");
	}
	g_strfreev(groups);
	if (there[KIT_ROUNDS_MAX + 1])
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-rounds", "an event has at most {most} rounds"),
			ARG_NUMBER("most", KIT_ROUNDS_MAX));
	while (kit->rounds < KIT_ROUNDS_MAX && there[kit->rounds + 1])
		kit->rounds++;
	for (unsigned n = kit->rounds + 2; n <= KIT_ROUNDS_MAX; n++)
		if (there[n]) {
			snprintf(name, sizeof name, "round %u", n);
			kit_source_problem(source, name, "", "[round %u] is missing before it", kit->rounds + 1);
		}
	if (kit->rounds == 0 && !there[KIT_ROUNDS_MAX + 1])
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-no-round", "[round 1] is missing"));
}

/* The text is UTF-8 without zero bytes; false after saying in which line it is not. */
static bool
check_text(const char *text, size_t length, struct problems *problems)
{
	const char *end;
	unsigned line = 1;

	if (g_utf8_validate(text, (gssize)length, &end))
		return true;
	for (const char *at = text; at < end; at++)
		line += *at == '\n';
	problems_add_at(
		problems, STATUS_BAD_RESULT, line, SAY("kit-not-utf-8", "a kit file is text in UTF-8, this is not"));
	return false;
}

static void
read_groups(struct kit *kit, const struct kit_source *source)
{
	count_rounds(kit, source);
	kit_read_event(kit, source);
	for (unsigned n = 1; n <= kit->rounds; n++)
		kit_read_round(kit, n, source);
}

bool
kit_parse(struct kit *kit, const char *text, size_t length, struct problems *problems)
{
	unsigned before = problems->count;
	struct kit_source source = {.problems = problems};
	GError *error = NULL;
	char *copy;

	memset(kit, 0, sizeof *kit);
	if (!check_text(text, length, problems))
		return false;
	if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* as some editors begin a file */
		text += 3;
		length -= 3;
	}
	copy = g_strndup(text, length);
	source.lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	source.file = g_key_file_new();
	scan(copy, source.lines, problems);
	/* Translations are kept so that they are seen, and refused. */
	if (problems->count == before &&
		!g_key_file_load_from_data(source.file, copy, length, G_KEY_FILE_KEEP_TRANSLATIONS, &error)) {
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-not-a-key-file", "{reason}"),
			ARG_TEXT("reason", error->message));
		g_clear_error(&error);
	} else if (problems->count == before) {
		read_groups(kit, &source);
	}
	g_key_file_free(source.file);
	g_hash_table_destroy(source.lines);
	g_free(copy);
	return problems->count == before;
}

bool
kit_read(struct kit *kit, const char *file, struct problems *problems)
{
	FILE *stream = fopen(file, "rbe");
	char *text = g_malloc(FILE_MAX + 1);
	size_t length = 0;
	bool fine = false;

	memset(kit, 0, sizeof *kit);
	if (stream != NULL)
		length = fread(text, 1, FILE_MAX + 1, stream);
	if (stream == NULL || ferror(stream))
		problems_add(problems, STATUS_BAD_RESULT, SAY("file-unreadable", "the file cannot be read: {reason}"),
			ARG_TEXT("reason", strerror(errno)));
	else if (length > FILE_MAX)
		problems_add(problems, STATUS_BAD_RESULT, SAY("kit-too-long", "a kit file has at most {most} bytes"),
			ARG_NUMBER("most", FILE_MAX));
	else
		fine = kit_parse(kit, text, length, problems);
	if (stream != NULL)
		fclose(stream);
	g_free(text);
	return fine;
}

void
kit_finish(struct kit *kit)
{
	for (unsigned i = 0; i < KIT_ROUNDS_MAX; i++) {
		kit_seats_finish(&kit->round[i]);
		g_free(kit->round[i].players);
		g_free(kit->round[i].seeds);
		g_free(kit->round[i].solved);
	}
	g_free(kit->name);
	g_free(kit->date);
	g_free(kit->url);
	g_free(kit->key_file);
	g_free(kit->salt);
}
