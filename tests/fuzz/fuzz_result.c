/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any text as a result. What is scored adds up, and written
 * and read again it has the same score; what is refused says why. */
#include <stdlib.h>
#include <string.h>

#include "scoring/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct answer answer;
static char written[ANSWER_TEXT], result[ANSWER_TEXT];

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static void
write_answer(void)
{
	struct text text;

	/* As the kiosk writes it: the longest there is. */
	answer.reasons = true;
	text_init(&text, written, sizeof written);
	answer_write(&answer, &audience_public, &text);
	require(!text.full);
}

static void
read_again(void)
{
	static struct score before;
	struct text text;

	before = answer.score;
	for (unsigned i = 0; i < before.players; i++) {
		int sum = 0;

		for (unsigned line = 0; line < before.player[i].lines; line++)
			sum += before.player[i].line[line].points;
		require(sum == before.player[i].total);
		require(before.player[i].place >= 1 && before.player[i].place <= before.players);
	}
	text_init(&text, result, sizeof result);
	answer_write_result(&answer, NULL, &text);
	require(!text.full);
	require(answer_text(&answer, result, (size_t)(text.at - text.start), NULL));
	require(answer.score.players == before.players && answer.score.rank == before.rank);
	for (unsigned i = 0; i < before.players; i++) {
		require(answer.score.player[i].total == before.player[i].total);
		require(answer.score.player[i].place == before.player[i].place);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool scored = answer_text(&answer, (const char *)data, size, NULL);

	require(scored == (answer.problems.count == 0));
	require(scored == (answer.problems.status == STATUS_OK));
	write_answer();
	if (scored)
		read_again();
	return 0;
}
