/* SPDX-License-Identifier: MIT
 * seedpress-kiosk review: analyses a finished game, as text, JSON or a picture. It reads the same input as `score`. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/canvas/document.h"
#include "gen/canvas/shaping.h"
#include "gen/charts/chart.h"
#include "gen/cli/command.h"
#include "gen/cli/deadline.h"
#include "kiosk/commands/commands.h"
#include "kiosk/games/kiosk_game.h"
#include "scoring/read.h"

/* White margin around a picture in a file, in hundredths of a millimetre. */
#define MARGIN 700

/* Resolution of a PNG, in dots per inch. */
#define DPI 160

/* The options as they were typed, and the format of the output file. */
struct typed {
	char *key, *output, *time;
	gboolean force, json;
	enum format format;
};

/* Writes the picture to a file. Returns the exit status. */
static int
draw(const struct answer *answer, const void *made, const char *code, const struct typed *typed)
{
	const struct game_review *table = kiosk_game_of(answer->game)->review;
	const struct paper paper = {"review", table->w + 2 * MARGIN, table->h + 2 * MARGIN};
	const struct document_options options = {.file = typed->output,
		.format = typed->format,
		.alone = true,
		.force = typed->force,
		.ink = INK_FULL,
		.title = answer->game->title,
		.subject = code,
		.dpi = DPI};
	struct document *document = NULL;
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	bool fine = false;

	if (shaper != NULL)
		document = document_create(&options, shaper, &problem);
	if (document != NULL) {
		struct canvas *canvas = document_page(document, &paper, table->w, table->h, NULL);

		if (canvas != NULL) /* or document_finish() has the problem */
			table->draw(answer, made, code, canvas);
		fine = document_finish(document, &problem);
	}
	shaper_destroy(shaper);
	return fine ? EXIT_SUCCESS : command_fail(&problem);
}

/* Reads and scores a result, and reviews it. Returns the exit status. */
static int
review(const char *name, const struct typed *typed, const struct code_key *key, int64_t microseconds)
{
	g_autofree struct answer *answer = g_new(struct answer, 1);
	g_autofree char *text = g_malloc(RESULT_TEXT);
	char shown[QUOTE_BYTES], code[CODE_TEXT];
	ssize_t length = result_file_read(name, text);
	struct problem problem;
	struct deadline deadline;
	int status = EXIT_SUCCESS;
	void *made = NULL;
	bool exact = true;

	if (length < 0)
		return EXIT_REFUSED;
	if (!answer_text(answer, text, (size_t)length, key))
		return command_refuse(name, &answer->problems);
	if (!kiosk_game_can_review(answer, &problem)) {
		command_tell(SAY("review-refused", "{file}: {why}"), ARG_PRIVATE("file", read_quoted(name, shown)),
			ARG_CAUSE("why", &problem.message));
		return EXIT_REFUSED;
	}
	const struct game_review *table = kiosk_game_of(answer->game)->review;
	if (deadline_init(&deadline, microseconds)) {
		made = table->make(answer, &deadline.limit, &exact);
		if (!exact)
			command_tell(deadline_state(&deadline) == DEADLINE_TIME_UP
					? SAY("review-time-up",
						  "time was up: what is not known exactly is said to be a bound")
					: SAY("review-interrupted",
						  "interrupted: what is not known exactly is said to be a bound"));
		deadline_finish(&deadline);
	}
	if (made == NULL) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return EXIT_REFUSED;
	}
	code_write(&answer->code, key, code);
	if (typed->json) {
		status = command_print_json(table->json(answer, made, code, command_audience()));
	} else if (typed->output == NULL) {
		g_autoptr(GString) out = g_string_new(NULL);

		table->text(answer, made, command_audience(), out);
		printf("%s, %s\n\n%s", answer->game->title, code, out->str);
	}
	if (typed->output != NULL && status == EXIT_SUCCESS)
		status = draw(answer, made, code, typed);
	free(made);
	return status;
}

int
review_command(int argc, char **argv)
{
	struct typed typed = {0};
	const GOptionEntry entries[] = {
		{"json", 0, 0, G_OPTION_ARG_NONE, &typed.json, "JSON instead of text", NULL},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output,
			"a picture instead of text: a .png, .svg or .pdf", "FILE"},
		FORCE_OPTION(&typed.force),
		{"time", 0, 0, G_OPTION_ARG_STRING, &typed.time, "no longer than this many seconds", "S"},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key, "the event's key, for its codes", "FILE"},
		{0},
	};
	int64_t microseconds;
	struct code_key key;
	int status = EXIT_USAGE;

	if (!command_options("review FILE.json|- [OPTION...]",
		    "Analyses a finished game: the value after each move, what was best, and where\n"
		    "points were lost. The result is written as for `score`.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		command_misuse("review", SAY("usage-review", "review takes one file, or `-`"));
	else if (typed.output != NULL && !charts_format(typed.output, &typed.format))
		command_tell(SAY("review-output", "--output is a file whose name ends in .png, .svg or .pdf"));
	else if (command_seconds("--time", typed.time, &microseconds))
		status = typed.key != NULL && !command_key(typed.key, &key)
			? EXIT_REFUSED
			: review(argv[1], &typed, typed.key != NULL ? &key : NULL, microseconds);
	g_free(typed.key);
	g_free(typed.output);
	g_free(typed.time);
	return status;
}
