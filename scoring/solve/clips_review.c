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

/* The clips in the order of play. */
static struct clips_game
game_of(const struct clips_board *board, const struct clips_result *result, struct clips_review *review)
{
	struct clips_game game = {0};

	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		uint8_t player = (uint8_t)(i % 2 == 0 ? result->first : 1 - result->first);

		review->move[i] =
			(struct clips_reviewed){.player = player, .clip = result->clip[player][i / 2], .lost = -1};
		game.move[game.played++] = (uint8_t)clips_board_find(board, &review->move[i].clip);
	}
	return game;
}

/* What a clip lost, when the value before and after it is known, and what was best there. */
static void
judge(struct clips_duelist *duelist, const struct clips_board *board, struct clips_game *game,
	const struct clips_duel *before, struct clips_reviewed *move)
{
	int lost = before->least - move->after.least, best;

	if (!is_exact(before) || !is_exact(&move->after))
		return;
	move->lost = game->played % 2 == 0 ? lost : -lost;
	if (move->lost == 0) {
		move->best = move->clip;
		return;
	}
	best = clips_duel_best(duelist, game, before->least);
	if (best >= 0)
		move->best = board->move[best].clip;
}

/* From the end backwards: the later a position, the sooner it is known, and what is known of it
 * helps with the one before. */
static void
look(struct clips_duelist *duelist, const struct clips_board *board, struct clips_game *game,
	struct clips_review *review)
{
	int guess = CLIPS_USUAL_VALUE;

	for (unsigned n = CLIPS_IN_ALL; n-- > 0;) {
		struct clips_reviewed *move = &review->move[n];

		game->played = n + 1;
		move->after = clips_duel_value(duelist, game, guess);
		guess = is_exact(&move->after) ? move->after.least : guess;
	}
	game->played = 0;
	review->value = clips_duel_value(duelist, game, CLIPS_USUAL_VALUE);
	for (unsigned n = 0; n < CLIPS_IN_ALL; n++) {
		struct clips_reviewed *move = &review->move[n];

		game->played = n;
		judge(duelist, board, game, n == 0 ? &review->value : &review->move[n - 1].after, move);
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
		struct clips_game game = game_of(board, result, review);

		clips_duelist_begin(duelist, board, limit);
		look(duelist, board, &game, review);
	}
	clips_duelist_destroy(duelist);
	clips_board_destroy(board);
	return fine;
}

static const char *
plural(int points)
{
	return points == 1 ? "point" : "points";
}

/* "2 ahead", "1 behind". */
static const char *
standing(int value, char text[24])
{
	snprintf(text, 24, "%d %s", abs(value), value < 0 ? "behind" : "ahead");
	return text;
}

const char *
clips_review_card(const struct clips_review *review, const struct players *players, char words[REVIEW_WORDS])
{
	char buffer[16], least[24], most[24];
	const char *name = player_name(players, review->first, buffer);
	int value = review->value.least, bid = clips_winning_bid(value);

	standing(value, least);
	if (!is_exact(&review->value))
		snprintf(words, REVIEW_WORDS,
			"With the best play the first player ends between %s and %s: bounds, time was up.", least,
			standing(review->value.most, most));
	else if (value == 0)
		snprintf(words, REVIEW_WORDS,
			"The best play ends in a tie, which goes to the second player: no bid wins. %s bid %u.", name,
			review->bid);
	else if (bid < 0)
		snprintf(words, REVIEW_WORDS, "With the best play the first player ends %s: no bid wins. %s bid %u.",
			least, name, review->bid);
	else
		snprintf(words, REVIEW_WORDS,
			"With the best play the first player ends %s, so bids up to %d win. %s bid %u%s", least, bid,
			name, review->bid, review->bid > bid ? ", too much." : ".");
	return words;
}

const char *
clips_review_move(
	const struct clips_review *review, const struct players *players, unsigned n, char words[REVIEW_WORDS])
{
	const struct clips_reviewed *move = &review->move[n];
	char buffer[16], clip[CLIP_TEXT], best[CLIP_TEXT], value[16];
	const char *name = player_name(players, move->player, buffer);

	clip_write(&move->clip, clip);
	clip_write(&move->best, best);
	snprintf(value, sizeof value, move->after.least == 0 ? "%d" : "%+d", move->after.least);
	if (move->lost < 0)
		snprintf(words, REVIEW_WORDS, "%s, %s: time was up before it was known.", name, clip);
	else if (move->lost == 0)
		snprintf(words, REVIEW_WORDS, "%s, %s: as good as any. Value %s.", name, clip, value);
	else if (move->best.edge == '\0')
		snprintf(words, REVIEW_WORDS, "%s, %s: %d %s lost. Value %s.", name, clip, move->lost,
			plural(move->lost), value);
	else
		snprintf(words, REVIEW_WORDS, "%s, %s: %d %s lost, %s was best. Value %s.", name, clip, move->lost,
			plural(move->lost), best, value);
	return words;
}
