/* SPDX-License-Identifier: MIT
 * Reviews of games of clips: every point is accounted for, and said. */
#include "scoring/solve/clips_review.h"

#include "tests/scoring/solve/plain_clips.h"
#include "tests/tools.h"

/* A game from dice as a result; its clips in the order of play in `game`. */
static void
roll_game(const struct card *card, uint64_t *dice, struct clips_result *result, struct clips_game *game)
{
	uint64_t taken = 0;

	*result = (struct clips_result){.base.players.count = 2,
		.first = (uint8_t)dice_below(dice, 2),
		.bid = (uint8_t)dice_below(dice, 4),
		.base.house = {card->house[0], card->house[1]}};
	game->played = 0;
	while (game->played < CLIPS_IN_ALL) {
		const struct run *run = &card->run[dice_below(dice, (uint32_t)card->runs)];
		unsigned player = (game->played + result->first) % 2;

		if (run->cells & taken)
			continue;
		taken |= run->cells;
		game->move[game->played++] = (uint8_t)(run - card->run);
		result->clip[player][result->clips[player]++] = (struct clip){
			.edge = run->edge, .line = (uint8_t)(run->line + 1), .depth = (uint8_t)run->depth};
	}
}

/* The value of the card less what the first player lost, and with what the second lost, is where
 * the game ended; and where something was lost the best move would have lost nothing. */
static void
a_review_accounts_for_every_point(void **state)
{
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	uint64_t dice = 3;

	(void)state;
	for (uint64_t seed = 40; seed < 52; seed++) {
		struct clips_layout layout;
		struct card card;
		struct clips_result result;
		struct clips_game game;
		struct clips_review review;
		struct clips_board *board;
		int value;

		deal_card(&card, seed, &layout);
		roll_game(&card, &dice, &result, &game);
		assert_true(clips_review_make(&layout, &result, NULL, &review));
		assert_true(review.exact);
		board = clips_board_create(&layout, card.house);
		clips_duelist_begin(duelist, board, NULL);
		value = review.value.least;
		assert_int_equal(value, clips_duel_value(duelist, &(struct clips_game){0}, 0).least);
		for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
			const struct clips_reviewed *move = &review.move[i];
			struct clips_game best = game;

			assert_int_equal(move->player, (i + result.first) % 2);
			assert_true(move->lost >= 0);
			best.played = i + 1;
			best.move[i] = (uint8_t)clips_board_find(board, &move->best);
			assert_int_equal(clips_duel_value(duelist, &best, value).least, value);
			value += i % 2 == 0 ? -move->lost : move->lost;
			assert_int_equal(move->after.least, value);
		}
		assert_int_equal(value, ahead_at_end(&card, &game));
		assert_int_equal(value, review.value.least - review.lost[result.first] + review.lost[1 - result.first]);
		clips_board_destroy(board);
	}
	clips_duelist_destroy(duelist);
}

static void
a_review_says_what_happened(void **state)
{
	struct players players = {.count = 2, .name = {"Ana", ""}};
	struct clips_review review = {.exact = true,
		.first = 1,
		.bid = 2,
		.value = {2, 2},
		.move = {{.player = 1, .clip = {'L', 3, 4}, .best = {'T', 2, 1}, .after = {1, 1}, .lost = 1},
			{.player = 0, .clip = {'R', 1, 2}, .best = {'R', 1, 2}, .after = {1, 1}},
			{.player = 1, .clip = {'B', 6, 2}, .after = {-3, 9}, .lost = -1}}};
	static const struct {
		const char *id, *words;
	} expected[] = {
		{"clip-lost-best", "Player B, L3x4: 1 point lost, T2x1 was best. Value +1."},
		{"clip-best", "Ana, R1x2: as good as any. Value +1."},
		{"clip-unknown", "Player B, B6x2: time was up before it was known."},
	};
	char words[MESSAGE_TEXT];
	struct message message;

	(void)state;
	clips_review_card(&review, &players, &message);
	assert_string_equal(message_id(&message), "card-bid-too-high");
	message_write(&message, &audience_terminal, words, sizeof words);
	assert_string_equal(words,
		"With the best play the first player ends 2 ahead, so a bid of up to 1 wins. Player B bid 2, too much.");
	for (unsigned i = 0; i < LENGTH(expected); i++) {
		clips_review_move(&review, &players, i, &message);
		assert_string_equal(message_id(&message), expected[i].id);
		message_write(&message, &audience_terminal, words, sizeof words);
		assert_string_equal(words, expected[i].words);
	}
	assert_int_equal(clips_winning_bid(3), 2);
	assert_int_equal(clips_winning_bid(1), 0);
	assert_int_equal(clips_winning_bid(0), -1);
	assert_int_equal(clips_winning_bid(-2), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_review_accounts_for_every_point),
		cmocka_unit_test(a_review_says_what_happened),
	};

	return cmocka_run_group_tests_name("clips_review", tests, NULL, NULL);
}
