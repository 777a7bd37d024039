/* SPDX-License-Identifier: MIT
 * A database with plenty of casual results, put there by the store itself.
 *     fill WHERE COUNT RESULT-FILE     COUNT times what a player entered */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "kiosk/store/store.h"
#include "scoring/answer.h"

#define THREADS 64 /* that share a commit */

static struct store *store;
static char *result, score[ANSWER_TEXT];
static const char *game;
static int next, most;

static void *
add_some(void *data)
{
	for (int i; (i = g_atomic_int_add(&next, 1)) < most;) {
		char submission[32], who[] = "Ana, Bo", none[] = "";
		struct problem problem = {0};
		struct entry entry = {.submission = submission,
			.play = game,
			.game = game,
			.who = who,
			.why = none,
			.result = result,
			.score = score};

		g_snprintf(submission, sizeof submission, "fill-%d", i);
		if (store_add(store, &entry, NULL, NULL, &problem) != STORE_OK) {
			fprintf(stderr, "%s\n", message_id(&problem.message));
			exit(EXIT_FAILURE);
		}
	}
	return data;
}

int
main(int argc, char **argv)
{
	struct answer *answer = g_new0(struct answer, 1);
	GThread *threads[THREADS];
	struct problem problem = {0};
	struct text text;
	gsize length = 0;

	if (argc != 4 || !g_file_get_contents(argv[3], &result, &length, NULL)) {
		fputs("fill WHERE COUNT RESULT-FILE\n", stderr);
		return EXIT_FAILURE;
	}
	answer->reasons = true;
	if (!answer_text(answer, result, length, NULL)) {
		char sentence[MESSAGE_TEXT];

		problems_write_first(&answer->problems, &audience_terminal, sentence, sizeof sentence);
		fprintf(stderr, "%s\n", sentence);
		return EXIT_FAILURE;
	}
	text_init(&text, score, sizeof score);
	answer_write(answer, &audience_public, &text);
	game = answer->game->id;
	most = (int)g_ascii_strtoll(argv[2], NULL, 10);
	store = store_create(argv[1], &problem);
	if (store == NULL) {
		fprintf(stderr, "%s\n", message_id(&problem.message));
		return EXIT_FAILURE;
	}
	for (int i = 0; i < THREADS; i++)
		threads[i] = g_thread_new("fill", add_some, NULL);
	for (int i = 0; i < THREADS; i++)
		g_thread_join(threads[i]);
	store_destroy(store);
	g_free(result);
	g_free(answer);
	return EXIT_SUCCESS;
}
