/* SPDX-License-Identifier: MIT
 * Chip It as it is played: what may be done against a plain statement of the
 * rules, and rounds turn by turn. Whole games are in chipit_even.c. */
#include "scoring/play/chipit_play.h"

#include <string.h>

#include "tests/tools.h"

#define HAND  5
#define BOX   7
#define PLAYS 20000

/* The rules stated plainly, cards one by one and points one by one: what a card is worth with so
 * many points on it. */
static unsigned
value_of(uint8_t card, unsigned points)
{
	unsigned shows = card & 0x7f, value = shows;

	while (points-- > 0)
		value += card & CHIPIT_PURPLE ? shows : 1;
	return value;
}

static bool
same_play(const struct chipit_play *a, const struct chipit_play *b)
{
	return a->cards == b->cards && a->points == b->points && a->value == b->value &&
		memcmp(a->kind, b->kind, a->cards) == 0;
}

static size_t
add_once(struct chipit_play *list, size_t count, struct chipit_play *play)
{
	for (int i = 1; i < play->cards; i++)
		for (int j = i; j > 0 && play->kind[j - 1] > play->kind[j]; j--) {
			uint8_t swap = play->kind[j];

			play->kind[j] = play->kind[j - 1];
			play->kind[j - 1] = swap;
		}
	for (size_t i = 0; i < count; i++)
		if (same_play(&list[i], play))
			return count;
	assert_true(count < PLAYS);
	list[count] = *play;
	return count + 1;
}

/* Every way to put points on the cards of `chosen` (bits), from card `at` on. */
static size_t
put_points(const struct chipit_game *game, const uint8_t *card, unsigned chosen, unsigned at, struct chipit_play now,
	struct chipit_play *list, size_t count)
{
	if (at == HAND) {
		bool higher = now.value > game->value;
		bool as_many = game->cards == 0 || now.cards == game->cards;

		return now.cards > 0 && higher && as_many ? add_once(list, count, &now) : count;
	}
	if (!(chosen >> at & 1))
		return put_points(game, card, chosen, at + 1, now, list, count);
	for (unsigned points = 0; now.points + points <= game->box; points++) {
		struct chipit_play next = now;
		unsigned value = value_of(card[at], points);

		if (now.cards > 0 && value != now.value)
			continue;
		next.value = (uint16_t)value;
		next.points = (uint8_t)(now.points + points);
		next.kind[next.cards++] = (uint8_t)chipit_card_kind(card[at]);
		count = put_points(game, card, chosen, at + 1, next, list, count);
	}
	return count;
}

static size_t
list_plainly(const struct chipit_game *game, const uint8_t *card, unsigned held, struct chipit_play *list)
{
	size_t count = 0;

	for (uint8_t back = 0; back <= 2 && back <= game->chips[game->turn]; back++) {
		struct chipit_play pass = {.points = back};

		count = add_once(list, count, &pass);
	}
	for (unsigned chosen = 0; chosen < 1u << held; chosen++)
		count = put_points(game, card, chosen, 0, (struct chipit_play){0}, list, count);
	return count;
}

/* A state of two players with a few cards of one of them; the rest does not matter. */
static struct chipit_game
small_game(uint64_t *dice, uint8_t card[HAND], unsigned held)
{
	struct chipit_game game = {
		.players = 2, .two = true, .highest = CHIPIT_NOBODY, .box = (uint8_t)dice_below(dice, BOX + 1)};

	game.held[0] = (uint8_t)held;
	game.held[1] = 1;
	game.hand[1][0] = 1;
	game.chips[0] = (uint8_t)dice_below(dice, 4);
	for (unsigned i = 0; i < held; i++) {
		/* Few different cards, so that some are alike. */
		unsigned kind = dice_below(dice, 3) ? 20 + dice_below(dice, 5) : dice_below(dice, 20);

		card[i] = (uint8_t)(chipit_kind_value(kind) | (kind < CHIPIT_GREENS ? 0 : CHIPIT_PURPLE));
		assert_int_equal(chipit_card_kind(card[i]), kind);
		game.hand[0][kind]++;
	}
	if (dice_below(dice, 3) > 0) {
		game.highest = 1;
		game.cards = (uint8_t)(1 + dice_below(dice, 3));
		game.value = (uint16_t)(2 + dice_below(dice, 20));
	}
	return game;
}

static bool
is_listed(const struct chipit_play *list, size_t count, const struct chipit_play *play)
{
	for (size_t i = 0; i < count; i++)
		if (same_play(&list[i], play) ||
			(play->cards == 0 && list[i].cards == 0 && list[i].points == play->points))
			return true;
	return false;
}

/* All that the rules say may be done, and none of what comes near it and is not among that. */
static void
what_may_be_done_is_what_the_rules_say(void **state)
{
	static struct chipit_play plain[PLAYS];
	uint64_t dice = 1;
	size_t most = 0;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		uint8_t card[HAND];
		unsigned held = dice_below(&dice, HAND + 1);
		struct chipit_game game = small_game(&dice, card, held);
		size_t count = list_plainly(&game, card, held, plain);

		most = count > most ? count : most;
		for (size_t j = 0; j < count; j++) {
			struct chipit_play near = plain[j];

			assert_true(chipit_allows(&game, &near));
			near.points = (uint8_t)(near.points + dice_below(&dice, 3) - 1);
			near.value = (uint16_t)(near.value + dice_below(&dice, 3) - 1);
			if (near.cards > 0 && dice_below(&dice, 4) == 0)
				near.kind[near.cards - 1] = (uint8_t)dice_below(&dice, CHIPIT_KINDS);
			if (near.cards > 0 && dice_below(&dice, 4) == 0)
				near.cards--;
			assert_int_equal(chipit_allows(&game, &near), is_listed(plain, count, &near));
		}
	}
	assert_true(most > 50);
}

static void
nothing_else_may_be_done(void **state)
{
	static struct chipit_play plain[PLAYS];
	uint64_t dice = 2;
	unsigned allowed = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		uint8_t card[HAND];
		unsigned held = 1 + dice_below(&dice, HAND);
		struct chipit_game game = small_game(&dice, card, held);
		size_t count = list_plainly(&game, card, held, plain);
		struct chipit_play play = {.cards = (uint8_t)dice_below(&dice, 3),
			.points = (uint8_t)dice_below(&dice, 5),
			.value = (uint16_t)dice_below(&dice, 24)};
		bool found;

		for (int j = 0; j < play.cards; j++)
			play.kind[j] = (uint8_t)chipit_card_kind(card[dice_below(&dice, held)]);
		found = is_listed(plain, count, &play);
		assert_int_equal(chipit_allows(&game, &play), found);
		allowed += found;
	}
	assert_true(allowed > 1000);
}

struct turn {
	uint8_t player;
	struct chipit_play play;
	bool refused; /* tried first, and not allowed */
};

#define G(value) ((value)-2)
#define P(value) ((value)-2 + CHIPIT_GREENS)

/* Three players with these kinds in hand (0xff ends a hand) and these points. */
static struct chipit_game
table_of_three(const uint8_t hand[3][6], const uint8_t chips[3])
{
	struct chipit_game game = {.players = 3, .highest = CHIPIT_NOBODY, .box = CHIPIT_CHIPS_MAX};

	for (int player = 0; player < 3; player++) {
		for (int i = 0; i < 6 && hand[player][i] != 0xff; i++) {
			game.hand[player][hand[player][i]]++;
			game.held[player]++;
		}
		game.chips[player] = chips[player];
		game.box -= chips[player];
	}
	return game;
}

static void
take_turns(struct chipit_game *game, const struct turn *turn, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(game->turn, turn[i].player);
		assert_int_equal(chipit_allows(game, &turn[i].play), !turn[i].refused);
		if (!turn[i].refused)
			chipit_apply(game, &turn[i].play);
	}
}

/* The second example of the published rules, and what follows from it. */
static void
cards_are_raised_one_by_one(void **state)
{
	static const uint8_t hand[3][6] = {
		{G(4), P(4), G(2), G(20), 0xff}, {G(11), G(12), P(5), G(15), G(3), 0xff}, {P(11), G(19), G(9), 0xff}};
	const struct turn turns[] = {
		{0, {.cards = 2, .value = 4, .kind = {G(4), P(4)}}, false},
		{1, {.cards = 2, .value = 12, .points = 0, .kind = {G(11), G(12)}}, true},
		{1, {.cards = 1, .value = 12, .kind = {G(12)}}, true},
		{1, {.cards = 2, .value = 15, .points = 2, .kind = {G(15), P(5)}}, false},
		{2, {.cards = 2, .value = 15, .points = 4, .kind = {G(19), P(11)}}, true},
		{2, {.cards = 2, .value = 22, .points = 3, .kind = {G(19), P(11)}}, true},
		{2, {.cards = 2, .value = 22, .points = 4, .kind = {G(19), P(11)}}, false},
		{0, {.cards = 2, .value = 22, .points = 22, .kind = {G(2), G(20)}}, true},
		{0, {.cards = 2, .value = 23, .points = 24, .kind = {G(2), G(20)}}, false},
	};
	struct chipit_game game = table_of_three(hand, (const uint8_t[]){3, 3, 3});

	(void)state;
	take_turns(&game, turns, LENGTH(turns));
	assert_int_equal(game.raised[0], 24);
	assert_int_equal(game.shown[0], 2);
	assert_int_equal(game.pile, 2 + 2); /* the first pair of player 0, and that of player 1 */
	assert_int_equal(game.chips[1], 3 + 2);
	assert_int_equal(game.box, CHIPIT_CHIPS_MAX - 9 - 2 - 4 - 24);
}

/* Points on cards come back before a pass gives points back; who passed may play again; the
 * round ends with its highest player, who opens the next one. */
static void
a_round_goes_on_until_all_others_pass(void **state)
{
	static const uint8_t hand[3][6] = {{G(2), G(9), G(9), 0xff}, {G(3), G(21), 0xff}, {G(4), G(5), 0xff}};
	const struct turn turns[] = {
		{0, {.cards = 1, .value = 5, .points = 3, .kind = {G(2)}}, false}, {1, {.points = 1}, true},
		{1, {.points = 0}, false}, {2, {.cards = 1, .value = 6, .points = 2, .kind = {G(4)}}, false},
		{0, {.points = 3}, true}, {0, {.points = 2}, false},
		{1, {.cards = 1, .value = 21, .kind = {G(21)}}, false}, {2, {.points = 2}, false},
		{0, {.points = 1}, false}, {1, {.cards = 1, .value = 3, .kind = {G(3)}}, false}, /* opens, and is out */
		{2, {.cards = 1, .value = 5, .kind = {G(5)}}, false},                            /* is out as well */
	};
	struct chipit_game game = table_of_three(hand, (const uint8_t[]){0, 0, 0});

	(void)state;
	take_turns(&game, turns, LENGTH(turns));
	assert_true(chipit_is_over(&game));
	assert_int_equal(game.order[0], 1);
	assert_int_equal(game.order[1], 2);
	assert_int_equal(game.order[2], 0);
}

/* The highest player is out and all others pass: the next one opens, with any number of cards. */
static void
the_next_opens_for_one_who_is_out(void **state)
{
	static const uint8_t hand[3][6] = {{G(20), 0xff}, {G(2), G(3), G(3), 0xff}, {G(4), 0xff}};
	const struct turn turns[] = {
		{0, {.cards = 1, .value = 20, .kind = {G(20)}}, false},
		{1, {.cards = 2, .value = 3, .kind = {G(3), G(3)}}, true},
		{1, {.points = 2}, false},
		{2, {.points = 2}, false},
		{1, {.cards = 2, .value = 3, .kind = {G(3), G(3)}}, false},
		{2, {.points = 1}, false},
		{1, {.points = 0}, false}, /* opens the round with a pass */
		{2, {.cards = 1, .value = 4, .kind = {G(4)}}, false},
	};
	struct chipit_game game = table_of_three(hand, (const uint8_t[]){0, 2, 3});

	(void)state;
	take_turns(&game, turns, LENGTH(turns));
	assert_true(chipit_is_over(&game));
	assert_int_equal(game.order[0], 0);
	assert_int_equal(game.order[1], 2);
}

/* No cards but points: nothing to do but pass, which may end it. */
static void
without_cards_one_passes(void **state)
{
	static const uint8_t hand[3][6] = {{0xff}, {G(2), 0xff}, {G(4), 0xff}};
	struct chipit_game game = table_of_three(hand, (const uint8_t[]){2, 2, 3});
	const struct turn turns[] = {{0, {.points = 2}, false}, {1, {.points = 0}, false}};

	(void)state;
	for (uint8_t back = 0; back < 4; back++)
		assert_int_equal(chipit_allows(&game, &(struct chipit_play){.points = back}), back <= 2);
	assert_false(chipit_allows(&game, &(struct chipit_play){.cards = 1, .value = 2, .kind = {G(2)}}));
	take_turns(&game, turns, LENGTH(turns));
	assert_int_equal(game.order[0], 0);
	assert_false(chipit_is_over(&game));
}

/* Plays a first game for two in which who goes first plays this many green cards with all points of the box on them,
 * and then gives nothing back; the other plays card by card. What who went first is left with. */
static void
lose_first(unsigned cards, unsigned *held, unsigned *points)
{
	struct code code = {.seed = 7, .game = game_chipit.number, .version = 1, .players = 2};
	struct chipit_layout pad;
	struct chipit_game game;
	uint8_t loser;

	game_complete(&game_chipit, &code);
	game_chipit.build(&pad, &code);
	chipit_start(&game, &pad, 0);
	loser = game.turn;
	for (int turns = 0; turns < 100 && !chipit_is_over(&game); turns++) {
		struct chipit_play play = {.cards = 0};
		uint8_t kind = 0;

		while (kind < CHIPIT_KINDS && game.hand[game.turn][kind] == 0)
			kind++;
		if (game.turn != loser && game.highest == CHIPIT_NOBODY) {
			play = (struct chipit_play){
				.cards = 1, .value = (uint16_t)chipit_kind_value(kind), .kind = {kind}};
		} else if (game.turn == loser && cards > 0) {
			cards--;
			assert_true(kind < CHIPIT_GREENS);
			play = (struct chipit_play){.cards = 1,
				.points = game.box,
				.value = (uint16_t)(chipit_kind_value(kind) + game.box),
				.kind = {kind}};
		}
		chipit_apply(&game, &play);
	}
	assert_true(chipit_is_over(&game));
	*held = game.held[loser];
	*points = (unsigned)(game.chips[loser] + game.raised[loser]);
}

/* What the kiosk takes for possible after a game for two: see check_lost() of the rule book. */
static void
one_card_takes_all_chips_and_none_takes_none(void **state)
{
	unsigned held, points;

	(void)state;
	lose_first(0, &held, &points);
	assert_int_equal(held, 12);
	assert_int_equal(points, 2);
	lose_first(1, &held, &points);
	assert_int_equal(held, 11);
	assert_int_equal(points, CHIPIT_CHIPS_MAX);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_may_be_done_is_what_the_rules_say),
		cmocka_unit_test(nothing_else_may_be_done),
		cmocka_unit_test(cards_are_raised_one_by_one),
		cmocka_unit_test(a_round_goes_on_until_all_others_pass),
		cmocka_unit_test(the_next_opens_for_one_who_is_out),
		cmocka_unit_test(without_cards_one_passes),
		cmocka_unit_test(one_card_takes_all_chips_and_none_takes_none),
	};

	return cmocka_run_group_tests_name("chipit_play", tests, NULL, NULL);
}
