/* SPDX-License-Identifier: MIT
 * The arguments of commands: numbers, words, games and keys. What was typed is never guessed at, and every refusal says
 * what would be accepted. */
#include "gen/cli/command.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "scoring/read.h"

/* Most bytes of a key file: a key has 64 digits, and there may be white space around it. */
#define KEY_FILE_MAX 1024

/* Longest timeout that can be typed, in seconds: eleven days. */
#define SECONDS_MAX 1000000

bool
value_number(
	const char *name, const char *value, uint64_t least, uint64_t most, uint64_t *number, struct problem *problem)
{
	guint64 parsed;

	if (!g_ascii_isdigit(*value) || !g_ascii_string_to_unsigned(value, 10, least, most, &parsed, NULL))
		return problem_set(problem,
			SAY("number-expected", "{name} takes a whole number from {least} to {most}, not \"{value}\""),
			ARG_TEXT("name", name), ARG_NUMBER("least", least), ARG_NUMBER("most", most),
			ARG_SHOWN("value", value));
	*number = parsed;
	return true;
}

bool
value_seconds(const char *name, const char *value, int64_t *microseconds, struct problem *problem)
{
	char *end;
	double seconds = g_ascii_strtod(value, &end);

	if (!g_ascii_isdigit(*value) || *end != '\0' || !(seconds >= 0.001 && seconds <= SECONDS_MAX))
		return problem_set(problem,
			SAY("seconds-expected", "{name} takes seconds from 0.001 to {most}, not \"{value}\""),
			ARG_TEXT("name", name), ARG_NUMBER("most", SECONDS_MAX), ARG_SHOWN("value", value));
	*microseconds = (int64_t)(seconds * 1e6);
	return true;
}

int
words_find(const char *const *words, const char *word)
{
	for (int i = 0; words[i] != NULL; i++)
		if (g_ascii_strcasecmp(words[i], word) == 0)
			return i;
	return -1;
}

char *
words_join(const char *const *words)
{
	GString *list = g_string_new(words[0]);

	for (unsigned i = 1; words[i] != NULL; i++)
		g_string_append_printf(list, "%s%s", words[i + 1] == NULL ? " or " : ", ", words[i]);
	return g_string_free(list, FALSE);
}

bool
value_choice(const char *name, const char *value, const char *const *words, unsigned *choice, struct problem *problem)
{
	int found = words_find(words, value);

	if (found >= 0) {
		*choice = (unsigned)found;
		return true;
	}
	g_autofree char *list = words_join(words);

	return problem_set(problem, SAY("choice-expected", "{name} is {words}, not \"{value}\""),
		ARG_TEXT("name", name), ARG_TEXT("words", list), ARG_SHOWN("value", value));
}

bool
command_number(const char *option, const char *value, uint64_t least, uint64_t most, uint64_t *number)
{
	struct problem problem;

	if (value == NULL || value_number(option, value, least, most, number, &problem))
		return true;
	command_fail(&problem);
	return false;
}

bool
command_seconds(const char *option, const char *value, int64_t *microseconds)
{
	struct problem problem;

	*microseconds = 0;
	if (value == NULL || value_seconds(option, value, microseconds, &problem))
		return true;
	command_fail(&problem);
	return false;
}

/* The newest version of the n-th game; NULL after the last game. */
static const struct game *
newest_nth(size_t n)
{
	const struct game *game;

	for (size_t i = 0; (game = game_nth(i)) != NULL; i++)
		if (game_by_id(game->id)->version == game->version && n-- == 0)
			return game;
	return NULL;
}

char *
command_game_ids(const char *before_last)
{
	GString *list = g_string_new(newest_nth(0)->id);
	const struct game *game;

	for (size_t i = 1; (game = newest_nth(i)) != NULL; i++)
		g_string_append_printf(list, "%s%s", newest_nth(i + 1) == NULL ? before_last : ", ", game->id);
	return g_string_free(list, FALSE);
}

char *
command_games(void)
{
	GString *list = g_string_new("Games:");
	const struct game *game;

	for (size_t i = 0; (game = newest_nth(i)) != NULL; i++)
		g_string_append_printf(list, "\n  %-10s %s by %s, players: %s, about %u minutes, ages %u and up",
			game->id, game->title, game->designer, game->players, game->minutes, game->ages);
	return g_string_free(list, FALSE);
}

const struct game *
command_game(int argc, char **argv)
{
	g_autofree char *id = g_ascii_strdown(argc == 2 ? argv[1] : "", -1), *list = command_game_ids(", ");
	const struct game *game = game_by_id(id);

	if (argc < 2)
		command_misuse(argv[0], SAY("no-game", "a game is missing: {games}"), ARG_TEXT("games", list));
	else if (argc > 2)
		command_misuse(
			argv[0], SAY("too-many-words", "\"{word}\" is one word too many"), ARG_SHOWN("word", argv[2]));
	else if (game == NULL)
		command_misuse(argv[0], SAY("unknown-game", "there is no game \"{game}\", there are: {games}"),
			ARG_SHOWN("game", argv[1]), ARG_TEXT("games", list));
	return game;
}

/* The file is read without a buffer, so that no copy of the key stays in memory. A key of equal digits is refused,
 * because it is not random and easy to guess. A key that others can read proves nothing, but is used with a warning,
 * because it may be too late for another one. */
bool
command_key(const char *file, struct code_key *key)
{
	char text[KEY_FILE_MAX + 1], shown[QUOTE_BYTES];
	FILE *stream = fopen(file, "rbe");
	struct stat there;
	size_t length = 0;
	bool done = false;

	read_quoted(file, shown);
	if (stream != NULL) {
		setvbuf(stream, NULL, _IONBF, 0);
		length = fread(text, 1, KEY_FILE_MAX + 1, stream);
	}
	if (stream == NULL || ferror(stream)) {
		command_tell(SAY("key-unreadable", "the key file {file} cannot be read: {reason}"),
			ARG_TEXT("file", shown), ARG_TEXT("reason", g_strerror(errno)));
	} else {
		text[length > KEY_FILE_MAX ? 0 : length] = '\0';
		const char *digits = text + strspn(text, " \t\r\n");
		bool guessed = strspn(digits, (const char[]){*digits, '\0'}) == CODE_KEY_DIGITS;
		bool read = strlen(text) == length && code_key_read(text, key);

		done = read && !guessed;
		if (!read)
			command_tell(
				SAY("not-a-key", "{file} holds no key: a key file has {digits} hexadecimal digits"),
				ARG_TEXT("file", shown), ARG_NUMBER("digits", CODE_KEY_DIGITS));
		else if (guessed)
			command_tell(SAY("key-is-one-digit",
					     "{file} holds one digit {digits} times, which is not a "
					     "secret: `seedpress key` makes a key"),
				ARG_TEXT("file", shown), ARG_NUMBER("digits", CODE_KEY_DIGITS));
		else if (fstat(fileno(stream), &there) == 0 && S_ISREG(there.st_mode) &&
			(there.st_mode & (S_IRGRP | S_IROTH)) != 0)
			command_tell(SAY("key-readable",
					     "warning: others can read the key file {file}: chmod 600 it, and "
					     "make a new key if they may have done so"),
				ARG_TEXT("file", shown));
	}
	if (stream != NULL)
		fclose(stream);
	sodium_memzero(text, sizeof text);
	return done;
}
