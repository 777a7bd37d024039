/* SPDX-License-Identifier: MIT
 * seedpress layout: rebuilds the layout of a printed code, as one line of JSON or as a picture in text. Codes can also
 * be read from stdin, one per line. */
#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/commands/commands.h"
#include "gen/games/view.h"

/* Most bytes of a line: a code after a long URL fits. */
#define LINE_MAX_BYTES 512

/* Prints the layout of a code. `what` names it in error messages. Returns the exit status. */
static int
answer(const char *text, const char *what, const struct code_key *key, bool as_text)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct problems problems;
	struct code code;

	problems_init(&problems);
	const struct game *game = game_of_text(text, key, &code, &problems);

	if (game == NULL)
		return command_refuse(what, &problems);
	game->build(layout, &code);
	if (!as_text)
		return command_print_json(view_json(game, layout, &code, key));
	g_autoptr(GString) out = g_string_new(NULL);

	view_text(game, layout, &code, key, out);
	fputs(out->str, stdout);
	return EXIT_SUCCESS;
}

/* Reads a line of stdin without its end into `line`, truncated if it is too long, and sets *length to its whole length.
 * False at the end of the input. */
static bool
read_line(char line[LINE_MAX_BYTES + 1], size_t *length)
{
	int c;

	*length = 0;
	while ((c = getc(stdin)) != EOF && c != '\n') {
		if (*length < LINE_MAX_BYTES)
			line[*length] = (char)c;
		++*length;
	}
	line[MIN(*length, LINE_MAX_BYTES)] = '\0';
	return c != EOF || *length > 0;
}

/* Prints the layout, or an error message, of each line immediately. */
static int
answer_lines(const struct code_key *key, bool as_text)
{
	char line[LINE_MAX_BYTES + 1], what[32];
	int status = EXIT_SUCCESS;
	size_t length;

	for (unsigned long number = 1; read_line(line, &length) && !ferror(stdout); number++) {
		g_snprintf(what, sizeof what, "line %lu", number);
		if (length > LINE_MAX_BYTES || strlen(line) != length) {
			command_tell(SAY("not-a-code-line", "{line}: this is too long for a code, or not text"),
				ARG_TEXT("line", what));
			status = EXIT_REFUSED;
		} else if (line[strspn(line, " \t\r")] != '\0') {
			status |= answer(line, what, key, as_text);
			if (as_text)
				putchar('\n');
			fflush(stdout);
		}
	}
	if (ferror(stdin)) {
		command_tell(SAY("codes-unreadable", "the codes cannot be read: {reason}"),
			ARG_TEXT("reason", g_strerror(errno)));
		status = EXIT_REFUSED;
	}
	return status;
}

int
layout_command(int argc, char **argv)
{
	g_autofree char *key_file = NULL;
	gboolean as_text = FALSE;
	const GOptionEntry entries[] = {
		{"text", 't', 0, G_OPTION_ARG_NONE, &as_text, "a picture instead of JSON", NULL},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &key_file, "the key of the event", "FILE"},
		{0},
	};
	struct code_key key;

	if (!command_options("layout CODE|- [OPTION]...",
		    "The exact layout of a printed code as JSON; - reads codes, one per line.", entries, &argc, &argv))
		return EXIT_USAGE;
	if (key_file != NULL && !command_key(key_file, &key))
		return EXIT_REFUSED;
	if (argc < 2)
		return command_misuse(argv[0], SAY("no-code", "a code is missing"));
	const struct code_key *given = key_file != NULL ? &key : NULL;

	if (argc == 2 && strcmp(argv[1], "-") == 0)
		return answer_lines(given, as_text);
	/* A code may be typed with spaces, as several words. */
	g_autofree char *typed = g_strjoinv(" ", argv + 1);

	return answer(typed, typed, given, as_text);
}
