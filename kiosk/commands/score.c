/* SPDX-License-Identifier: MIT
 * seedpress-kiosk score: scores a finished game from a file, or one game per line from the standard input with one
 * answer per line. Refusals are answers, too. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "scoring/answer.h"
#include "scoring/read.h"

/* Large buffers that are used for all results. */
struct scorer {
	const struct code_key *key;
	struct answer answer;
	char text[RESULT_TEXT], written[ANSWER_TEXT];
};

ssize_t
result_file_read(const char *name, char text[RESULT_TEXT])
{
	bool input = strcmp(name, "-") == 0;
	FILE *file = input ? stdin : fopen(name, "rbe");
	size_t length = file == NULL ? 0 : fread(text, 1, RESULT_TEXT, file);
	bool failed = file == NULL || ferror(file);
	char shown[QUOTE_BYTES];

	if (failed)
		command_tell(SAY("result-unreadable", "{file} cannot be read: {detail}"),
			ARG_PRIVATE("file", read_quoted(name, shown)), ARG_PRIVATE("detail", g_strerror(errno)));
	if (file != NULL && !input)
		fclose(file);
	return failed ? -1 : (ssize_t)length;
}

/* Scores the text and prints the answer. False if it was refused. */
static bool
answer_one(struct scorer *scorer, size_t length)
{
	bool scored = answer_text(&scorer->answer, scorer->text, length, scorer->key);
	struct text out;

	text_init(&out, scorer->written, sizeof scorer->written);
	answer_write(&scorer->answer, command_audience(), &out);
	fwrite(out.start, 1, (size_t)(out.at - out.start), stdout);
	putchar('\n');
	return scored;
}

/* Scores the lines of the standard input; each is cut off at RESULT_TEXT bytes. */
static int
score_lines(struct scorer *scorer)
{
	unsigned long results = 0, refused = 0;

	/* Each answer goes out at once, so that a program at the other end of two pipes can send a result and wait for
	 * its score. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int c = 0; c != EOF;) {
		size_t length = 0, end;

		while ((c = getc_unlocked(stdin)) != EOF && c != '\n')
			if (length < RESULT_TEXT)
				scorer->text[length++] = (char)c;
		for (end = length; end > 0 && memchr(" \t\r", scorer->text[end - 1], 3) != NULL;)
			end--;
		/* Blank lines are skipped, but one that was cut off gets its answer. */
		if (end == 0 && length < RESULT_TEXT)
			continue;
		results++;
		refused += !answer_one(scorer, length);
	}
	bool failed = ferror(stdin) != 0;
	if (failed)
		command_tell(SAY("input-unread", "the input could not be read to its end: {detail}"),
			ARG_PRIVATE("detail", g_strerror(errno)));
	if (refused > 0)
		command_tell(SAY("results-refused", "{refused} of {results} results were refused"),
			ARG_NUMBER("refused", refused), ARG_NUMBER("results", results));
	return refused > 0 || failed ? EXIT_REFUSED : EXIT_SUCCESS;
}

int
score_command(int argc, char **argv)
{
	g_autofree char *key_file = NULL;
	const GOptionEntry entries[] = {
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &key_file, "The event's key, for its codes", "FILE"},
		{0},
	};
	struct code_key key;

	if (!command_options("score FILE.json|- [OPTION...]",
		    "Scores a finished game: a file with one result in JSON, or `-` for one result a line "
		    "on\nthe standard input, answered one line each. A refused result is answered with "
		    "its\nproblems; the exit status is 1 then.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		return command_misuse("score", SAY("usage-score", "score takes one file, or `-`"));
	if (key_file != NULL && !command_key(key_file, &key))
		return EXIT_REFUSED;
	g_autofree struct scorer *scorer = g_new0(struct scorer, 1);
	scorer->key = key_file == NULL ? NULL : &key;
	if (strcmp(argv[1], "-") == 0)
		return score_lines(scorer);
	ssize_t length = result_file_read(argv[1], scorer->text);
	if (length < 0)
		return EXIT_REFUSED;
	return answer_one(scorer, (size_t)length) ? EXIT_SUCCESS : command_refuse(argv[1], &scorer->answer.problems);
}
