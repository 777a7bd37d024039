/* SPDX-License-Identifier: MIT
 * Reviews of clips. */
#include "scoring/solve/clips_review.h"

#include <stdio.h>
#include <stdlib.h>

int
clips_winning_bid(int value)
{
	return value > 0 ? value - 1 : -1;
}

static bool
is_exact(const struct clips_duel *value)
{
	return value->least == value->most;
}

/* What a clip lost, when the value before and after it is known, and what was best there. */
static void
judge(struct clips_duelist *duelist, const struct clips_board *board, struct clips_game *game,
	const struct clips_duel *before, struct clips_reviewed *move)
{
	int lost = before->least - move->after.least;

	if (!is_exact(before) || !is_exact(&move->after))
		return;
	move->lost = game->played % 2 == 0 ? lost : -lost;
	if (move->lost == 0) {
		move->best = move->clip;
		return;
	}
	int best = clips_duel_best(duelist, game, before->least);

	if (best >= 0)
		move->best = board->move[best].clip;
}

/* Lists the clips in the order of play, then finds the values of the positions from the last to the first: late
 * positions are solved faster, and their entries in the table help with earlier ones. */
static void
look(struct clips_duelist *duelist, const struct clips_board *board, const struct clips_result *result,
	struct clips_review *review)
{
	struct clips_game game = {0};
	int guess = CLIPS_USUAL_VALUE;

	for (unsigned n = 0; n < CLIPS_IN_ALL; n++) {
		uint8_t player = (uint8_t)(n % 2 == 0 ? result->first : 1 - result->first);

		review->move[n] =
			(struct clips_reviewed){.player = player, .clip = result->clip[player][n / 2], .lost = -1};
		game.move[n] = (uint8_t)clips_board_find(board, &review->move[n].clip);
	}
	for (unsigned n = CLIPS_IN_ALL; n-- > 0;) {
		struct clips_reviewed *move = &review->move[n];

		game.played = n + 1;
		move->after = clips_duel_value(duelist, &game, guess);
		guess = is_exact(&move->after) ? move->after.least : guess;
	}
	game.played = 0;
	review->value = clips_duel_value(duelist, &game, CLIPS_USUAL_VALUE);
	for (unsigned n = 0; n < CLIPS_IN_ALL; n++) {
		struct clips_reviewed *move = &review->move[n];

		game.played = n;
		judge(duelist, board, &game, n == 0 ? &review->value : &review->move[n - 1].after, move);
		if (move->lost > 0)
			review->lost[move->player] += move->lost;
		review->exact = review->exact && move->best.edge != '\0';
	}
}

bool
clips_review_make(const struct clips_layout *layout, const struct clips_result *result, const struct limit *limit,
	struct clips_review *review)
{
	struct clips_board *board = clips_board_create(layout, result->base.house);
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	bool fine = board != NULL && duelist != NULL;

	*review = (struct clips_review){.exact = true, .first = result->first, .bid = result->bid};
	if (fine) {
		clips_duelist_begin(duelist, board, limit);
		look(duelist, board, result, review);
	}
	clips_duelist_destroy(duelist);
	clips_board_destroy(board);
	return fine;
}

/* "2 ahead", "1 behind", as an argument. */
#define ARG_LEAD(key, value) \
	ARG_PHRASE(key, (value) < 0 ? SAY("behind", "{points} behind") : SAY("in-front", "{points} ahead"), \
		ARG_NUMBER("points", abs(value)))

void
clips_review_card(const struct clips_review *review, const struct players *players, struct message *message)
{
	int value = review->value.least, winning = clips_winning_bid(value);
	const struct argument lead = ARG_LEAD("lead", value), name = ARG_PLAYER_FIRST("name", players, review->first),
			      bid = ARG_NUMBER("bid", review->bid);

	if (!is_exact(&review->value))
		message_set(message,
			SAY("card-bounds",
				"With the best play the first player ends between {lead} and {most}: bounds, time was "
				"up."),
			lead, ARG_LEAD("most", review->value.most));
	else if (value == 0)
		message_set(message,
			SAY("card-tie",
				"The best play ends in a tie, which goes to the second player: no bid wins. {name} bid "
				"{bid}."),
			name, bid);
	else if (winning < 0)
		message_set(message,
			SAY("card-no-bid",
				"With the best play the first player ends {lead}: no bid wins. {name} bid {bid}."),
			lead, name, bid);
	else
		message_set(message,
			review->bid > winning
				? SAY("card-bid-too-high",
					  "With the best play the first player ends {lead}, so a bid of up to {winning} "
					  "wins. {name} bid {bid}, too much.")
				: SAY("card-bid",
					  "With the best play the first player ends {lead}, so a bid of up to {winning} "
					  "wins. {name} bid {bid}."),
			lead, ARG_NUMBER("winning", winning), name, bid);
}

void
clips_review_move(const struct clips_review *review, const struct players *players, unsigned n, struct message *message)
{
	const struct clips_reviewed *move = &review->move[n];
	char clip_text[CLIP_TEXT], best_text[CLIP_TEXT], value_text[16];
	const struct argument name = ARG_PLAYER_FIRST("name", players, move->player),
			      clip = ARG_TEXT("clip", clip_write(&move->clip, clip_text)),
			      value = ARG_TEXT("value", value_text);

	snprintf(value_text, sizeof value_text, move->after.least == 0 ? "%d" : "%+d", move->after.least);
	if (move->lost < 0)
		message_set(
			message, SAY("clip-unknown", "{name}, {clip}: time was up before it was known."), name, clip);
	else if (move->lost == 0)
		message_set(
			message, SAY("clip-best", "{name}, {clip}: as good as any. Value {value}."), name, clip, value);
	else if (move->best.edge == '\0')
		message_set(message,
			SAY_COUNT("clip-lost", "{name}, {clip}: {count} point lost. Value {value}.",
				"{name}, {clip}: {count} points lost. Value {value}.", move->lost),
			name, clip, value);
	else
		message_set(message,
			SAY_COUNT("clip-lost-best",
				"{name}, {clip}: {count} point lost, {best} was best. Value {value}.",
				"{name}, {clip}: {count} points lost, {best} was best. Value {value}.", move->lost),
			name, clip, ARG_TEXT("best", clip_write(&move->best, best_text)), value);
}
