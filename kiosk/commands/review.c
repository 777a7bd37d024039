/* SPDX-License-Identifier: MIT
 * seedpress-kiosk review: a two-player game of clips looked at again, as text,
 * JSON or a picture. Takes what `score` takes. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/charts/chart.h"
#include "gen/cli/command.h"
#include "gen/cli/deadline.h"
#include "gen/games/clips/review_picture.h"
#include "kiosk/commands/commands.h"
#include "kiosk/commands/result_file.h"
#include "kiosk/routes/review.h"

/* The options as they were typed. */
struct typed {
	char *key, *output, *time;
	gboolean json;
};

/* A clips game for two, and what was found out about it. */
struct reviewed {
	const struct answer *answer;
	const struct clips_result *result;
	struct clips_review review;
	char code[CODE_TEXT];
};

static void
print_json(const struct reviewed *reviewed)
{
	json_t *json = review_json(
		&reviewed->review, &reviewed->result->base.players, reviewed->code);
	char *line = json_dumps(json, JSON_COMPACT);

	json_decref(json);
	if (line != NULL)
		puts(line);
	free(line);
}

/* The card with a digit on what each clip took. */
static void
print_card(const struct reviewed *reviewed)
{
	static const char letters[] = "1PSLEB*W";
	const struct clips_layout *layout = (const void *)reviewed->answer->layout;
	char taken[CLIPS_ROWS][CLIPS_COLS] = {{0}};

	for (unsigned n = 0; n < CLIPS_IN_ALL; n++) {
		const struct clip *clip = &reviewed->review.move[n].clip;

		for (int i = 0; i < clip->depth; i++) {
			int row, col;

			clip_cell(clip, i, &row, &col);
			taken[row][col] = (char)('1' + n);
		}
	}
	for (int row = 0; row < CLIPS_ROWS; row++) {
		printf("   ");
		for (int col = 0; col < CLIPS_COLS; col++)
			printf(" %c", layout->grid[row][col] == CLIPS_HOLE ? ' ' : letters[layout->grid[row][col]]);
		printf("      ");
		for (int col = 0; col < CLIPS_COLS; col++)
			printf(" %c", taken[row][col] != 0 ? taken[row][col] :
				layout->grid[row][col] == CLIPS_HOLE ? ' ' : '.');
		putchar('\n');
	}
	printf("    (1 one, P poop, S swirl, L ladder, E emerald, B bomb, * star, W wild)\n\n");
}

/* Whether it is known of every clip of a player what it lost. */
static bool
is_all_known(const struct clips_review *review, unsigned player)
{
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++)
		if (review->move[i].player == player && review->move[i].lost < 0)
			return false;
	return true;
}

static void
print_text(const struct reviewed *reviewed)
{
	const struct players *players = &reviewed->result->base.players;
	char words[REVIEW_WORDS], buffer[16];

	printf("%s, %s\n\n", game_clips.title, reviewed->code);
	print_card(reviewed);
	puts(clips_review_card(&reviewed->review, players, words));
	puts("The value is how far the first player would then end ahead.\n");
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++)
		printf("%u. %s\n", i + 1, clips_review_move(&reviewed->review, players, i, words));
	putchar('\n');
	for (unsigned i = 0; i < 2; i++)
		printf("%s lost %s%d and scores %d.\n", player_name(players, i, buffer),
			is_all_known(&reviewed->review, i) ? "" : "at least ",
			reviewed->review.lost[i], reviewed->answer->score.player[i].total);
}

static int
draw(const struct reviewed *reviewed, const char *file, enum format format)
{
	const struct review_picture picture = {(const void *)reviewed->answer->layout,
		&reviewed->result->base.players, &reviewed->review, reviewed->code};
	char *problem = NULL;

	if (draw_review_file(&picture, file, format, INK_FULL, &problem))
		return EXIT_SUCCESS;
	command_say("%s", problem);
	g_free(problem);
	return EXIT_REFUSED;
}

/* Reviews a result that scores. Returns the exit status. */
static int
review(const struct answer *answer, const struct typed *typed, const struct code_key *key,
	int64_t microseconds)
{
	struct reviewed reviewed = {.answer = answer, .result = (const void *)answer->result};
	struct deadline deadline;
	enum format format;
	bool fine;

	if (!deadline_init(&deadline, microseconds)) {
		command_say("there is not enough memory");
		return EXIT_REFUSED;
	}
	fine = clips_review_make(
		(const void *)answer->layout, reviewed.result, &deadline.limit, &reviewed.review);
	if (!fine)
		command_say("there is not enough memory");
	else if (!reviewed.review.exact)
		command_say("%s: what is not known exactly is said to be a bound",
			deadline_why(&deadline));
	deadline_finish(&deadline);
	if (!fine)
		return EXIT_REFUSED;
	code_write(&answer->code, key, reviewed.code);
	if (typed->json)
		print_json(&reviewed);
	else if (typed->output == NULL)
		print_text(&reviewed);
	if (typed->output == NULL)
		return EXIT_SUCCESS;
	charts_format(typed->output, &format);
	return draw(&reviewed, typed->output, format);
}

/* Reads and scores a result, and reviews it. Returns the exit status. */
static int
run(const char *name, const struct typed *typed, const struct code_key *key, int64_t microseconds)
{
	struct answer *answer = malloc(sizeof *answer);
	char *text = malloc(RESULT_TEXT), *shown = command_shown(name);
	int status = EXIT_REFUSED;
	ssize_t length;

	if (answer == NULL || text == NULL)
		command_say("there is not enough memory");
	else if ((length = result_read(name, text)) >= 0) {
		if (!answer_text(answer, text, (size_t)length, key))
			status = command_refuse(shown, &answer->problems);
		else if (review_refuses(answer) != NULL)
			command_say("%s: %s", shown, review_refuses(answer));
		else
			status = review(answer, typed, key, microseconds);
	}
	free(answer);
	free(text);
	g_free(shown);
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
		{"time", 0, 0, G_OPTION_ARG_STRING, &typed.time, "no longer than so many seconds", "S"},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key, "the event's key, for its codes", "FILE"},
		{0},
	};
	int64_t microseconds;
	enum format format;
	struct code_key key;
	int status = EXIT_USAGE;

	if (!command_options("review FILE.json|- [OPTION...]",
		    "Looks at a finished two-player game of clips again: the value after each clip, what "
		    "was\nbest, and where points were lost. The result is written as for `score`.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		status = command_misused("review", "review takes one file, or `-`");
	else if (typed.output != NULL && !charts_format(typed.output, &format))
		command_say("--output is a file whose name ends in .png, .svg or .pdf");
	else if (!command_seconds("--time", typed.time, &microseconds))
		status = EXIT_USAGE;
	else if (typed.key != NULL && !command_key(typed.key, &key))
		status = EXIT_REFUSED;
	else
		status = run(argv[1], &typed, typed.key != NULL ? &key : NULL, microseconds);
	g_free(typed.key);
	g_free(typed.output);
	g_free(typed.time);
	return status;
}
