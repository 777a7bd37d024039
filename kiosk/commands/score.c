/* SPDX-License-Identifier: MIT
 * seedpress-kiosk score: a finished game to its score, from a file, or one a
 * line from stdin with an answer a line each. Refusals are answers too. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/commands/result_file.h"
#include "scoring/answer.h"

/* What scoring needs, large and used again and again. */
struct scorer {
	const struct code_key *key;
	struct answer answer;
	char written[ANSWER_TEXT];
};

/* Lines from a file descriptor. What was answered is flushed before waiting for more, so that a
 * program at the other end of two pipes can send a result and wait for its score. */
struct lines {
	size_t at, filled;
	bool failed;
	char buffer[65536];
};

/* Scores a text and prints the answer. False when it was refused. */
static bool
answer_one(struct scorer *scorer, const char *text, size_t length)
{
	bool scored = answer_text(&scorer->answer, text, length, scorer->key);
	struct text out;

	text_init(&out, scorer->written, sizeof scorer->written);
	answer_write(&scorer->answer, &audience_terminal, &out);
	fwrite(out.start, 1, (size_t)(out.at - out.start), stdout);
	putchar('\n');
	return scored;
}

static bool
refill(struct lines *lines)
{
	ssize_t got;

	fflush(stdout);
	do
		got = read(STDIN_FILENO, lines->buffer, sizeof lines->buffer);
	while (got < 0 && errno == EINTR);
	lines->failed = got < 0;
	lines->at = 0;
	lines->filled = got > 0 ? (size_t)got : 0;
	return got > 0;
}

/* The next line without its end, cut off at RESULT_TEXT bytes; false at the end of the input. */
static bool
next_line(struct lines *lines, char line[RESULT_TEXT], size_t *length)
{
	bool any = false;

	*length = 0;
	while (lines->at < lines->filled || refill(lines)) {
		const char *start = lines->buffer + lines->at;
		size_t left = lines->filled - lines->at;
		const char *end = memchr(start, '\n', left);
		size_t piece = end == NULL ? left : (size_t)(end - start);
		size_t kept = MIN(piece, RESULT_TEXT - *length);

		memcpy(line + *length, start, kept);
		*length += kept;
		lines->at += piece + (end != NULL);
		any = true;
		if (end != NULL)
			return true;
	}
	return any;
}

/* A line that was cut off is never blank: it gets its answer. */
static bool
is_blank(const char *line, size_t length)
{
	if (length == RESULT_TEXT)
		return false;
	while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL && line[length - 1] != '\0')
		length--;
	return length == 0;
}

static int
score_lines(struct scorer *scorer)
{
	struct lines *lines = g_new0(struct lines, 1);
	char *line = g_malloc(RESULT_TEXT);
	unsigned long results = 0, refused = 0;
	size_t length;

	while (next_line(lines, line, &length)) {
		if (is_blank(line, length))
			continue;
		results++;
		refused += !answer_one(scorer, line, length);
	}
	if (lines->failed)
		command_tell(SAY("input-unread", "the input could not be read to its end: {detail}"),
			ARG_PRIVATE("detail", strerror(errno)));
	if (refused > 0)
		command_tell(SAY("results-refused", "{refused} of {results} results were refused"),
			ARG_NUMBER("refused", refused), ARG_NUMBER("results", results));
	refused += lines->failed;
	g_free(lines);
	g_free(line);
	return refused > 0 ? EXIT_REFUSED : EXIT_SUCCESS;
}

static int
score_file(struct scorer *scorer, const char *name)
{
	char *text = g_malloc(RESULT_TEXT), *shown;
	int status = EXIT_SUCCESS;
	ssize_t length = result_file_read(name, text);

	if (length < 0) {
		status = EXIT_REFUSED;
	} else if (!answer_one(scorer, text, (size_t)length)) {
		shown = command_shown(name);
		status = command_refuse(shown, &scorer->answer.problems);
		g_free(shown);
	}
	g_free(text);
	return status;
}

int
score_command(int argc, char **argv)
{
	char *key_file = NULL;
	const GOptionEntry entries[] = {
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &key_file, "The event's key, for its codes", "FILE"},
		{0},
	};
	struct code_key key;
	struct scorer *scorer;
	int status;

	if (!command_options("score FILE.json|- [OPTION...]",
		    "Scores a finished game: a file with one result in JSON, or `-` for one result a line "
		    "on\nthe standard input, answered one line each. A refused result is answered with "
		    "its\nproblems; the exit status is 1 then.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		return command_misuse("score", SAY("usage-score", "score takes one file, or `-`"));
	if (key_file != NULL && !command_key(key_file, &key)) {
		g_free(key_file);
		return EXIT_REFUSED;
	}
	scorer = g_new0(struct scorer, 1);
	scorer->key = key_file == NULL ? NULL : &key;
	status = strcmp(argv[1], "-") == 0 ? score_lines(scorer) : score_file(scorer, argv[1]);
	g_free(scorer);
	g_free(key_file);
	return status;
}
