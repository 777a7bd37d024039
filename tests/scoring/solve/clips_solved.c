/* SPDX-License-Identifier: MIT
 * The exact solvers of the paperclip game against plainer ones: every placement
 * and every game of small cards, and on full cards other searches with other
 * bounds, all of them scored by the slow scorer. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "scoring/solve/clips_solo.h"
#include "tests/scoring/solve/plain_clips.h"
#include "tests/tools.h"

/* Every placement of a small card. */
struct plain {
	const struct card *card;
	int best;
	uint64_t count;
};

static void
place_all(struct plain *plain, int from, unsigned left, uint64_t taken, struct hand hand)
{
	const struct card *card = plain->card;
	int total;

	for (int i = from; i < card->runs && left > 0; i++)
		if ((card->run[i].cells & taken) == 0)
			place_all(plain, i + 1, left - 1, taken | card->run[i].cells, hand_with(&hand, &card->run[i]));
	if (left > 0)
		return;
	total = hand_worth(card, &hand);
	if (plain->count == 0 || total > plain->best) {
		plain->best = total;
		plain->count = 0;
	}
	plain->count += total == plain->best;
}

/* What every placement that is shown must be. */
struct shown {
	const struct card *card;
	int best;
	uint64_t count;
	uint8_t last[CLIPS_IN_ALL];
};

static void
check_shown(const uint8_t move[CLIPS_IN_ALL], void *data)
{
	struct shown *shown = data;
	struct hand hand = {0};
	uint64_t taken = 0;

	for (unsigned i = 0; i < shown->card->clips; i++) {
		const struct run *run = &shown->card->run[move[i]];

		assert_false(taken & run->cells);
		taken |= run->cells;
		hand = hand_with(&hand, run);
	}
	shown->best = hand_worth(shown->card, &hand);
	if (shown->count++ > 0)
		assert_true(memcmp(shown->last, move, shown->card->clips) < 0);
	memcpy(shown->last, move, shown->card->clips);
}

static void
small_cards_alone_are_solved_as_by_trying_everything(void **state)
{
	struct clips_soloist *soloist = clips_soloist_create();
	uint64_t dice = 1;
	int full = 0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct card card;
		struct plain plain = {.card = &card};
		struct shown shown = {.card = &card};
		struct clips_solo solo;
		struct clips_board *board;

		roll_card(&card, &dice, 3);
		place_all(&plain, 0, card.clips, 0, (struct hand){0});
		board = board_of(&card);
		assert_true(clips_solo_solve(soloist, board, NULL, check_shown, &shown, &solo));
		assert_true(solo.exact);
		assert_int_equal(solo.any, plain.count > 0);
		assert_int_equal(solo.count, plain.count);
		assert_int_equal(shown.count, plain.count);
		if (plain.count > 0) {
			assert_int_equal(solo.best, plain.best);
			assert_int_equal(solo.most, plain.best);
			assert_int_equal(shown.best, plain.best);
			assert_true(clips_solo_within(soloist, board, plain.best, plain.best));
			assert_false(clips_solo_within(soloist, board, plain.best + 1, 99));
			assert_false(clips_solo_within(soloist, board, -99, plain.best - 1));
		} else {
			full++;
		}
		clips_board_destroy(board);
	}
	assert_true(full > 50 && full < 1000);
	clips_soloist_destroy(soloist);
}

/* Placements of a full card that reach a target: the runs by what they promise, and no more of
 * them than the promises allow. */
static void
place_promising(struct plain *plain, int from, unsigned left, uint64_t taken, int promised, struct hand hand)
{
	const struct card *card = plain->card;
	uint8_t open[CLIPS_MOVES_MAX];
	int n = 0;

	if (left == 0) {
		int total = hand_worth(card, &hand);

		plain->count += total == plain->best;
		if (total > plain->best)
			fail_msg("%d is more than %d", total, plain->best);
		return;
	}
	for (int i = from; i < card->runs; i++)
		if ((card->run[i].cells & taken) == 0)
			open[n++] = (uint8_t)i;
	for (int i = 0; i + (int)left <= n; i++) {
		const struct run *run = &card->run[open[i]];
		int sum = promised;

		for (unsigned k = 0; k < left; k++)
			sum += card->run[open[i + (int)k]].promise;
		if (sum < 4 * plain->best)
			return;
		place_promising(plain, open[i] + 1, left - 1, taken | run->cells, promised + run->promise,
			hand_with(&hand, run));
	}
}

static int
more_promising(const void *a, const void *b)
{
	return ((const struct run *)b)->promise - ((const struct run *)a)->promise;
}

static void
full_cards_alone_are_solved_as_by_another_search(void **state)
{
	struct clips_soloist *soloist = clips_soloist_create();

	(void)state;
	for (uint64_t seed = 0; seed < 12; seed++) {
		struct clips_layout layout;
		struct clips_solo solo;
		struct card card;
		struct plain plain = {.card = &card};
		struct clips_board *board;

		deal_card(&card, seed, &layout);
		board = clips_board_create(&layout, card.house);
		assert_int_equal(board->moves, 100);
		assert_true(clips_solo_solve(soloist, board, NULL, NULL, NULL, &solo));
		assert_true(solo.exact && solo.any);
		qsort(card.run, (size_t)card.runs, sizeof card.run[0], more_promising);
		plain.best = solo.best;
		place_promising(&plain, 0, card.clips, 0, 0, (struct hand){0});
		assert_int_equal(plain.count, solo.count);
		clips_board_destroy(board);
	}
	clips_soloist_destroy(soloist);
}

/* How far hand 0, whose turn it is, ends ahead: every game of a small card. */
static int
play_all(const struct card *card, unsigned left, uint64_t taken, struct hand mine, struct hand theirs)
{
	int best = INT32_MIN;

	for (int i = 0; i < card->runs && left > 0; i++) {
		int ahead;

		if (card->run[i].cells & taken)
			continue;
		ahead = -play_all(card, left - 1, taken | card->run[i].cells, theirs, hand_with(&mine, &card->run[i]));
		best = ahead > best ? ahead : best;
	}
	return best != INT32_MIN ? best : hand_worth(card, &mine) - hand_worth(card, &theirs);
}

static void
small_cards_for_two_are_solved_as_by_trying_everything(void **state)
{
	struct clips_duelist *duelist = clips_duelist_create(2);
	uint64_t dice = 2;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct clips_game line = {0};
		struct clips_duel value;
		struct card card;
		struct clips_board *board;
		int plain;

		roll_card(&card, &dice, i % 50 == 0 ? 3 : 2);
		plain = play_all(&card, card.clips, 0, (struct hand){0}, (struct hand){0});
		board = board_of(&card);
		clips_duelist_begin(duelist, board, NULL);
		value = clips_duel_value(duelist, &line, (int)dice_below(&dice, 9) - 4);
		assert_int_equal(value.least, plain);
		assert_int_equal(value.most, plain);
		assert_true(clips_duel_line(duelist, &line, plain));
		assert_int_equal(ahead_at_end(&card, &line), plain);
		clips_board_destroy(board);
	}
	clips_duelist_destroy(duelist);
}

/* A second opinion on full cards: a plain alpha-beta search, no table, one order. */
static int
alpha_beta(const struct clips_board *board, unsigned left, uint64_t taken, const uint32_t place[2], int points,
	int alpha, int beta)
{
	const int16_t *worth = board->worth;
	uint8_t order[CLIPS_MOVES_MAX];
	int gain[CLIPS_MOVES_MAX], n = 0;

	if (left == 0)
		return points + worth[place[0]] - worth[place[1]];
	for (unsigned i = 0; i < board->moves; i++) {
		int made, at = n;

		if (board->move[i].cells & taken)
			continue;
		made = board->move[i].points + worth[place[0] + board->move[i].step];
		for (; at > 0 && gain[at - 1] < made; at--) {
			gain[at] = gain[at - 1];
			order[at] = order[at - 1];
		}
		gain[at] = made;
		order[at] = (uint8_t)i;
		n++;
	}
	if (left == 1)
		return points + gain[0] - worth[place[1]];
	for (int i = 0; i < n && alpha < beta; i++) {
		const struct clips_move *move = &board->move[order[i]];
		const uint32_t next[2] = {place[1], place[0] + move->step};
		int value =
			-alpha_beta(board, left - 1, taken | move->cells, next, -points - move->points, -beta, -alpha);

		alpha = value > alpha ? value : alpha;
	}
	return alpha;
}

static void
full_cards_for_two_are_solved_as_by_another_search(void **state)
{
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);

	(void)state;
	for (uint64_t seed = 0; seed < 4; seed++) {
		struct clips_layout layout;
		struct card card;
		struct clips_game line = {0};
		struct clips_board *board;
		struct clips_duel value;

		deal_card(&card, seed, &layout);
		board = clips_board_create(&layout, card.house);
		clips_duelist_begin(duelist, board, NULL);
		value = clips_duel_value(duelist, &line, 0);
		assert_int_equal(value.least, value.most);
		/* A narrow window around the value proves it from both sides. */
		assert_int_equal(alpha_beta(board, board->clips, 0, (const uint32_t[]){0, 0}, 0, value.least - 1,
					 value.least + 1),
			value.least);
		assert_true(clips_duel_reaches(duelist, &line, value.least));
		assert_false(clips_duel_reaches(duelist, &line, value.least + 1));
		assert_true(clips_duel_line(duelist, &line, value.least));
		assert_int_equal(line.played, CLIPS_IN_ALL);
		assert_int_equal(ahead_at_end(&card, &line), value.least);
		clips_board_destroy(board);
	}
	clips_duelist_destroy(duelist);
}

#define THREAD_CARDS 6

struct thread {
	pthread_t id;
	unsigned bits;
	int guess;
	struct clips_duel value[THREAD_CARDS];
	struct clips_game line[THREAD_CARDS];
};

static void *
solve_cards(void *data)
{
	struct thread *thread = data;
	struct clips_duelist *duelist = clips_duelist_create(thread->bits);

	for (unsigned i = 0; i < THREAD_CARDS; i++) {
		struct clips_layout layout;
		struct card card;
		struct clips_board *board;

		deal_card(&card, 100 + i, &layout);
		board = clips_board_create(&layout, card.house);
		clips_duelist_begin(duelist, board, NULL);
		thread->line[i].played = 0;
		thread->value[i] = clips_duel_value(duelist, &thread->line[i], thread->guess);
		clips_duel_line(duelist, &thread->line[i], thread->value[i].least);
		clips_board_destroy(board);
	}
	clips_duelist_destroy(duelist);
	return NULL;
}

/* Four at once, with tables from one position to many and other first guesses. */
static void
values_and_lines_depend_on_no_table_and_no_thread(void **state)
{
	static const struct {
		unsigned bits;
		int guess;
	} ways[] = {{0, 1}, {6, 5}, {12, -3}, {18, 2}};
	struct thread thread[LENGTH(ways)];

	(void)state;
	for (size_t i = 0; i < LENGTH(ways); i++) {
		thread[i].bits = ways[i].bits;
		thread[i].guess = ways[i].guess;
		assert_int_equal(pthread_create(&thread[i].id, NULL, solve_cards, &thread[i]), 0);
	}
	for (size_t i = 0; i < LENGTH(ways); i++) {
		assert_int_equal(pthread_join(thread[i].id, NULL), 0);
		for (unsigned card = 0; card < THREAD_CARDS; card++) {
			assert_int_equal(thread[i].value[card].least, thread[i].value[card].most);
			assert_int_equal(thread[i].value[card].least, thread[0].value[card].least);
			assert_memory_equal(thread[i].line[card].move, thread[0].line[card].move, CLIPS_IN_ALL);
		}
	}
}

/* A limit that is over after this many looks. */
static bool
looks_over(void *data)
{
	int *left = data;

	return --*left < 0;
}

static void
what_a_limit_cuts_short_is_a_bound(void **state)
{
	struct clips_soloist *soloist = clips_soloist_create();
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	struct clips_layout layout;
	struct card card;
	struct clips_board *board;
	struct clips_solo whole, solo;
	struct clips_duel value, duel;
	int cut = 0;

	(void)state;
	deal_card(&card, 0, &layout); /* one whose solo search is long */
	board = clips_board_create(&layout, card.house);
	clips_solo_solve(soloist, board, NULL, NULL, NULL, &whole);
	clips_duelist_begin(duelist, board, NULL);
	value = clips_duel_value(duelist, &(struct clips_game){0}, 2);
	for (int looks = 0; looks < 16; looks++) {
		int left = looks;
		struct limit limit = {looks_over, &left};

		assert_true(clips_solo_solve(soloist, board, &limit, NULL, NULL, &solo));
		assert_true(solo.most >= whole.best);
		assert_true(!solo.exact || (solo.best == whole.best && solo.count == whole.count));
		assert_true(solo.exact || solo.count == 0);
		assert_true(!solo.any || solo.best <= whole.best);
		left = looks * looks;
		clips_duelist_begin(duelist, board, &limit);
		duel = clips_duel_value(duelist, &(struct clips_game){0}, 2);
		assert_true(duel.least <= value.least && value.least <= duel.most);
		cut += duel.least < duel.most;
	}
	assert_true(cut > 3);
	clips_board_destroy(board);
	clips_duelist_destroy(duelist);
	clips_soloist_destroy(soloist);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_cards_alone_are_solved_as_by_trying_everything),
		cmocka_unit_test(full_cards_alone_are_solved_as_by_another_search),
		cmocka_unit_test(small_cards_for_two_are_solved_as_by_trying_everything),
		cmocka_unit_test(full_cards_for_two_are_solved_as_by_another_search),
		cmocka_unit_test(values_and_lines_depend_on_no_table_and_no_thread),
		cmocka_unit_test(what_a_limit_cuts_short_is_a_bound),
	};

	return cmocka_run_group_tests_name("clips_solved", tests, NULL, NULL);
}
