/* SPDX-License-Identifier: MIT
 * The template of a rule book: the player who guessed the layout's number has a point, or two by a house rule. */
#include "layouts/null.h"
#include "scoring/read.h"

enum { NULL_WORTH }; /* house rule: 0 is 1 point, 1 is 2 */

struct null_result {
	struct result base;
	uint8_t guess;
};

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct null_layout *null = layout;
	const struct null_result *played = result;

	if (played->guess < 1 || played->guess > 6)
		refuse(problems, SAY("guess-not-on-die", "{guess} is not on a die"),
			ARG_NUMBER("guess", played->guess));
	if (problems->count > 0)
		return;
	score_init(score, played->base.players.count);
	score_add(&score->player[0], (struct phrase)PHRASE("guess", "guess"),
		(played->guess == null->number) * (1 + played->base.house[NULL_WORTH]), 1);
	score_places(score, true, NULL);
}

static void
reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	const struct null_result *played = result;

	(void)layout;
	(void)score;
	(void)player;
	message_set(reason,
		line->points > 0 ? SAY("guess-right", "{guess} was right") : SAY("guess-wrong", "{guess} was wrong"),
		ARG_NUMBER("guess", played->guess));
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "guess", NULL};
	struct null_result *result = out;

	result->guess = 0;
	read_known(json, &WHOSE_RESULT, known, problems);
	read_number(node_member(json, "guess"),
		&(struct read_number){WHOSE_RESULT, ARG_TEXT("what", "\"guess\""), 1, 6}, &result->guess, problems);
}

static void
write_result(const void *in, struct text *text)
{
	const struct null_result *result = in;

	text_member_number(text, "guess", result->guess);
}

RULES_RESULT_FITS(struct null_result);

extern const struct rules rules_null;
const struct rules rules_null = {
	.game = &game_null,
	.needs_code = true,
	.tie = {NULL, NULL},
	.house = {{.name = "worth", .integer = true, .value = {"1", "2"}, .option = NULL_PRINTED_WORTH_2}},
	.read = read_result,
	.write = write_result,
	.write_player = NULL,
	.score = score,
	.reason = reason,
};
