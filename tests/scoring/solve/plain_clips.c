/* SPDX-License-Identifier: MIT
 * Plain cards. */
#include "tests/scoring/solve/plain_clips.h"

#include <string.h>

#include "tests/scoring/slow.h"
#include "tests/tools.h"

static void
find_run(struct card *card, char edge, int line, int depth)
{
	/* Four poops make 7 or 3, six or seven ladders 15, two wilds never more than a ladder. */
	const int quarters[CLIPS_SYMBOLS] = {[CLIPS_ONE] = 4,
		[CLIPS_POOP] = card->house[0] ? 3 : 7,
		[CLIPS_LADDER] = card->house[1] ? 9 : 10,
		[CLIPS_EMERALD] = 8,
		[CLIPS_BOMB] = 8,
		[CLIPS_WILD] = 5};
	struct run *run = &card->run[card->runs];

	*run = (struct run){.edge = edge, .line = line, .depth = depth};
	for (int i = 0; i < depth; i++) {
		int y = edge == 'T' ? i : edge == 'B' ? card->rows - 1 - i : line;
		int x = edge == 'L' ? i : edge == 'R' ? card->cols - 1 - i : line;
		int symbol;

		if (y < 0 || y >= card->rows || x < 0 || x >= card->cols)
			return;
		symbol = card->grid[y * card->cols + x];
		if (symbol == CLIPS_HOLE)
			return;
		run->cells |= UINT64_C(1) << (y * 8 + x);
		run->count[symbol]++;
		run->promise += quarters[symbol];
		run->swirl += symbol == CLIPS_SWIRL ? 3 - (depth - 1) : 0;
	}
	run->promise += 4 * run->swirl;
	card->runs++;
}

static void
find_runs(struct card *card)
{
	card->runs = 0;
	for (const char *edge = "LRTB"; *edge != '\0'; edge++)
		for (int line = 0; line < (strchr("LR", *edge) != NULL ? card->rows : card->cols); line++)
			for (int depth = 1; depth <= 4; depth++)
				find_run(card, *edge, line, depth);
}

void
roll_card(struct card *card, uint64_t *dice, unsigned most_if_large)
{
	card->rows = 2 + (int)dice_below(dice, 3);
	card->cols = 2 + (int)dice_below(dice, 3);
	card->clips = 1 + dice_below(dice, card->rows * card->cols > 6 ? most_if_large : 6);
	card->house[0] = (uint8_t)dice_below(dice, 2);
	card->house[1] = (uint8_t)dice_below(dice, 2);
	for (int i = 0; i < card->rows * card->cols; i++)
		card->grid[i] = (uint8_t)(dice_below(dice, 12) == 0 ? CLIPS_HOLE : dice_below(dice, 8));
	find_runs(card);
}

void
deal_card(struct card *card, uint64_t seed, struct clips_layout *layout)
{
	struct code code = {.game = (uint8_t)game_clips.number, .version = 1, .seed = seed};

	game_complete(&game_clips, &code);
	game_clips.build(layout, &code);
	*card = (struct card){
		.rows = CLIPS_ROWS, .cols = CLIPS_COLS, .clips = CLIPS_IN_ALL, .house = {seed & 1, seed >> 1 & 1}};
	memcpy(card->grid, layout->grid, sizeof layout->grid);
	find_runs(card);
}

struct clips_board *
board_of(const struct card *card)
{
	struct clips_board *board =
		clips_board_create_small(card->grid, card->rows, card->cols, card->clips, card->house);

	assert_non_null(board);
	return board;
}

struct hand
hand_with(const struct hand *hand, const struct run *run)
{
	struct hand with = *hand;

	with.swirl += run->swirl;
	for (int i = 0; i < CLIPS_SYMBOLS; i++)
		with.count[i] += run->count[i];
	return with;
}

int
hand_worth(const struct card *card, const struct hand *hand)
{
	return hand->swirl + slow_symbols(hand->count, card->house[0], card->house[1]);
}

int
ahead_at_end(const struct card *card, const struct clips_game *game)
{
	struct hand hand[2] = {{0}};

	for (unsigned i = 0; i < game->played; i++)
		hand[i % 2] = hand_with(&hand[i % 2], &card->run[game->move[i]]);
	return hand_worth(card, &hand[0]) - hand_worth(card, &hand[1]);
}
