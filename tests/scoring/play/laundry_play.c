/* SPDX-License-Identifier: MIT
 * Coin-Op as it is played: every turn of thousands of games beside a plain
 * statement of the rules, piece by piece, and how they end. */
#include "scoring/play/laundry_players.h"

#include <string.h>

#include "tests/tools.h"

#define PIECES 16

/* The plain game: where each piece lies, and who has what. */
enum place { FRONT, WASHER, DRYER = WASHER + 4, DRIED = DRYER + 2 };

struct plain {
	int at[PIECES]; /* a player's eight pieces follow each other, the socks are the last two */
	int coins[2], detergents[2], magazines[2], newspapers[2];
	int centre[3]; /* detergents, magazines, newspapers */
	bool soap_on_top[4];
	int turn, last_turns; /* last_turns: -1 while the game goes on */
};

static int
item_of(int piece)
{
	return piece % 8 < 6 ? piece % 8 : LAUNDRY_SOCK;
}

static int
pieces_at(const struct plain *plain, int place, bool socks_only)
{
	int count = 0;

	for (int piece = 0; piece < PIECES; piece++)
		count += plain->at[piece] == place && (!socks_only || item_of(piece) == LAUNDRY_SOCK);
	return count;
}

static bool
has_item(const struct plain *plain, int item)
{
	for (int piece = plain->turn * 8; piece < plain->turn * 8 + 8; piece++)
		if (item_of(piece) == item && plain->at[piece] == FRONT)
			return true;
	return false;
}

static int *
supply(struct plain *plain, int kind)
{
	return kind == 0    ? &plain->detergents[plain->turn]
		: kind == 1 ? &plain->magazines[plain->turn]
			    : &plain->newspapers[plain->turn];
}

static bool
plainly_allowed(struct plain *plain, const struct laundry_action *action)
{
	bool can_pay = plain->coins[plain->turn] >= 2;

	switch (action->what) {
	case LAUNDRY_LOADS:
		return has_item(plain, action->item);
	case LAUNDRY_WASHES:
		return can_pay && *supply(plain, 0) > 0;
	case LAUNDRY_DRIES:
		return can_pay && action->supply > 0 && *supply(plain, action->supply) > 0;
	case LAUNDRY_SHOPS:
		return can_pay && plain->centre[action->supply] > 0;
	default:
		for (int item = 0; item <= LAUNDRY_SOCK; item++)
			if (has_item(plain, item))
				return false;
		for (int kind = 0; kind < 3; kind++)
			if (can_pay && *supply(plain, kind) + plain->centre[kind] > 0)
				return false;
		return true;
	}
}

static void
wash_plainly(struct plain *plain, int washer)
{
	int place = WASHER + washer, items = pieces_at(plain, place, false);
	int socks = pieces_at(plain, place, true);

	if (items >= 5 && !plain->soap_on_top[washer]) {
		plain->soap_on_top[washer] = true;
		return;
	}
	plain->centre[0] += plain->soap_on_top[washer] ? 2 : 1;
	plain->soap_on_top[washer] = false;
	for (int piece = 0; piece < PIECES; piece++) {
		bool spoilt = item_of(piece) == LAUNDRY_SOCK && socks >= 2;

		if (plain->at[piece] == place)
			plain->at[piece] = DRYER + (items <= 2 || spoilt);
	}
}

static bool
plainly_done(const struct plain *plain)
{
	for (int player = 0; player < 2; player++) {
		int socks = 0, clothes = 0;

		for (int i = 0; i < 8; i++) {
			bool dry = plain->at[player * 8 + i] >= DRIED;

			socks += i >= 6 && dry;
			clothes += i < 6 && dry;
		}
		if (socks == 2 || clothes == 6)
			return true;
	}
	return false;
}

static void
act_plainly(struct plain *plain, const struct laundry_action *action, int first)
{
	int piece = plain->turn * 8;

	if (action->what == LAUNDRY_LOADS) {
		while (item_of(piece) != action->item || plain->at[piece] != FRONT)
			piece++;
		plain->at[piece] = WASHER + action->machine;
	} else if (action->what != LAUNDRY_WAITS) {
		plain->coins[plain->turn] -= 2;
	}
	if (action->what == LAUNDRY_WASHES) {
		--*supply(plain, 0);
		wash_plainly(plain, action->machine);
	} else if (action->what == LAUNDRY_DRIES) {
		--*supply(plain, action->supply);
		plain->centre[action->supply]++;
		for (piece = 0; piece < PIECES; piece++)
			if (plain->at[piece] == DRYER + action->machine)
				plain->at[piece] = DRIED + action->machine;
	} else if (action->what == LAUNDRY_SHOPS) {
		plain->centre[action->supply]--;
		++*supply(plain, action->supply);
	}
	if (plain->last_turns > 0)
		plain->last_turns--;
	else if (plainly_done(plain))
		plain->last_turns = plain->turn == first ? 1 : 0;
	plain->turn = 1 - plain->turn;
}

static void
assert_same(const struct laundry_game *game, const struct plain *plain)
{
	const uint16_t *sets[] = {&game->front, &game->washer[0], &game->washer[1], &game->washer[2], &game->washer[3],
		&game->dryer[0], &game->dryer[1], &game->dried[0], &game->dried[1]};
	unsigned pieces = 0;

	for (unsigned place = 0; place < LENGTH(sets); place++) {
		uint16_t expected = 0;

		for (int piece = 0; piece < PIECES; piece++)
			expected |= (uint16_t)((plain->at[piece] == (int)place) << piece);
		assert_int_equal(*sets[place], expected);
		pieces += (unsigned)__builtin_popcount(*sets[place]);
	}
	assert_int_equal(pieces, PIECES);
	assert_int_equal(game->coins[0] + game->coins[1] + game->paid, 2 * LAUNDRY_COINS);
	for (int player = 0; player < 2; player++) {
		assert_int_equal(game->coins[player], plain->coins[player]);
		assert_int_equal(game->supply[player][0], plain->detergents[player]);
		assert_int_equal(game->supply[player][1], plain->magazines[player]);
		assert_int_equal(game->supply[player][2], plain->newspapers[player]);
	}
	for (int kind = 0; kind < 3; kind++) {
		int all = game->centre[kind] + game->supply[0][kind] + game->supply[1][kind];

		for (int washer = 0; kind == 0 && washer < 4; washer++)
			all += game->overloaded[washer];
		assert_int_equal(all, kind == 0 ? 4 : 2);
		assert_int_equal(game->centre[kind], plain->centre[kind]);
	}
}

/* All actions there could be, each allowed by both or by neither, and listed exactly then. */
static void
assert_same_actions(const struct laundry_game *game, struct plain *plain)
{
	struct laundry_action listed[LAUNDRY_CHOICES];
	unsigned count = laundry_list(game, listed), allowed = 0;

	for (uint8_t what = 0; what <= LAUNDRY_WAITS; what++) {
		unsigned items = what == LAUNDRY_LOADS ? LAUNDRY_ITEMS : 1;
		unsigned machines = what <= LAUNDRY_WASHES ? 4 : what == LAUNDRY_DRIES ? 2 : 1;
		unsigned goods = what == LAUNDRY_DRIES || what == LAUNDRY_SHOPS ? 3 : 1;

		for (unsigned i = 0; i < items * machines * goods; i++) {
			struct laundry_action action = {what, (uint8_t)(i / goods / machines),
				(uint8_t)(i / goods % machines), (uint8_t)(i % goods)};
			bool plainly = plainly_allowed(plain, &action), found = false;

			for (unsigned j = 0; j < count; j++)
				found |= memcmp(&listed[j], &action, sizeof action) == 0;
			assert_int_equal(laundry_allows(game, &action), plainly);
			assert_int_equal(found, plainly);
			allowed += plainly;
		}
	}
	assert_int_equal(count, allowed);
	assert_true(count > 0);
}

static void
random_values(struct random *dice, struct laundry_values *values)
{
	for (int player = 0; player < LAUNDRY_SEATS; player++) {
		for (uint8_t i = 0; i < LAUNDRY_ROWS; i++)
			values->of[player][i] = 1 + i / 2;
		random_shuffle(dice, values->of[player], LAUNDRY_ROWS);
	}
}

static void
tell_dryer(uint16_t dried, unsigned player, uint8_t items[LAUNDRY_ITEMS])
{
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		items[item] = (dried & LAUNDRY_BIT(player, item)) != 0;
	items[LAUNDRY_SOCK] = (uint8_t)__builtin_popcount(dried & LAUNDRY_SOCKS(player));
}

/* The end of a game as a result. */
static void
tell(const struct laundry_game *game, const struct laundry_values *values, struct laundry_result *result)
{
	result->base.players.count = LAUNDRY_SEATS;
	result->first = (int8_t)game->first;
	result->stalled = laundry_is_stalled(game);
	for (unsigned player = 0; player < LAUNDRY_SEATS; player++) {
		struct laundry_played *played = &result->player[player];

		played->values_given = true;
		memcpy(played->value, values->of[player], sizeof played->value);
		tell_dryer(game->dried[LAUNDRY_SCORE], player, played->scored);
		tell_dryer(game->dried[LAUNDRY_NO_SCORE], player, played->unscored);
	}
}

/* The rule book counts as we do, and has the same winner. A stalled game has to say so. */
static void
assert_scored_alike(const struct laundry_game *game, const struct laundry_values *values)
{
	struct laundry_result result = {0};
	struct problems problems;
	struct score score;
	int winner = laundry_winner(game, values);

	problems_init(&problems);
	tell(game, values, &result);
	rules_laundry.score(NULL, &result, &score, &problems);
	assert_int_equal(problems.count, 0);
	if (result.stalled) {
		result.stalled = false;
		rules_laundry.score(NULL, &result, &score, &problems);
		assert_int_equal(problems.status, STATUS_UNFINISHED);
	}
	for (unsigned player = 0; player < LAUNDRY_SEATS; player++) {
		assert_int_equal(laundry_points(game, player, values->of[player]), score.player[player].total);
		assert_int_equal(
			score.player[player].place == 1 && score.player[1 - player].place == 2, winner == (int)player);
	}
}

/* Plays one game beside the plain one; whether somebody's laundry ended it. */
static bool
play_beside(unsigned seed, const enum laundry_style style[LAUNDRY_SEATS])
{
	unsigned first = seed % 2, waited = 0;
	struct laundry_values values;
	struct laundry_action action;
	struct laundry_game game;
	struct random dice;
	struct plain plain = {.coins = {10, 10},
		.detergents = {2, 2},
		.magazines = {1, 1},
		.newspapers = {1, 1},
		.turn = (int)first,
		.last_turns = -1};

	random_init(&dice, seed, 0, 0);
	random_values(&dice, &values);
	laundry_start(&game, first);
	while (!game.over) {
		assert_int_equal(game.turn, plain.turn);
		assert_same(&game, &plain);
		assert_same_actions(&game, &plain);
		laundry_choose(&game, style[game.turn], values.of[game.turn], &dice, &action);
		waited += action.what == LAUNDRY_WAITS;
		laundry_apply(&game, &action);
		act_plainly(&plain, &action, (int)first);
		if (plain.last_turns == 0)
			assert_true(game.over);
		if (plain.last_turns == 1)
			assert_false(game.over);
	}
	assert_same(&game, &plain);
	assert_true(game.turns <= LAUNDRY_TURNS_MAX && waited <= LAUNDRY_TURNS_MAX);
	assert_int_equal(laundry_list(&game, (struct laundry_action[LAUNDRY_CHOICES]){{0}}), 0);
	assert_scored_alike(&game, &values);
	assert_int_equal(laundry_is_stalled(&game), plain.last_turns != 0);
	if (plain.last_turns == 0)
		return true;
	/* Nobody could do anything any more: both would pass in a row. */
	for (int i = 0; i < 2; i++, plain.turn = 1 - plain.turn)
		assert_true(plainly_allowed(&plain, &(struct laundry_action){.what = LAUNDRY_WAITS}));
	return false;
}

static void
games_go_as_the_rules_say(void **state)
{
	unsigned ended = 0;

	(void)state;
	for (unsigned i = 0; i < 4000; i++) {
		enum laundry_style style[] = {
			i % 3 == 0 ? LAUNDRY_GREEDY : LAUNDRY_RANDOM, i % 5 == 0 ? LAUNDRY_GREEDY : LAUNDRY_RANDOM};

		ended += play_beside(i, style);
	}
	/* Both kinds of end are there. */
	assert_true(ended > 400 && ended < 3600);
	for (unsigned i = 0; i < 20; i++)
		play_beside(i, (enum laundry_style[]){LAUNDRY_SENSIBLE, LAUNDRY_SENSIBLE});
}

/* Games won by the first style less games won by the second, both going first in turn. */
static int
match(enum laundry_style one, enum laundry_style other)
{
	const enum laundry_style style[] = {one, other};
	int ahead = 0;

	for (unsigned seed = 0; seed < 200; seed++) {
		struct laundry_values values;
		struct laundry_game game;
		struct random dice;
		int winner;

		random_init(&dice, seed, 0, 0);
		random_values(&dice, &values);
		laundry_start(&game, seed % 2);
		laundry_run(&game, style, &values, &dice);
		winner = laundry_winner(&game, &values);
		ahead += winner < 0 ? 0 : winner == 0 ? 1 : -1;
	}
	return ahead;
}

static void
the_more_sensible_win(void **state)
{
	(void)state;
	assert_true(match(LAUNDRY_GREEDY, LAUNDRY_RANDOM) > 80);
	assert_true(match(LAUNDRY_SENSIBLE, LAUNDRY_GREEDY) > 120);
	assert_true(match(LAUNDRY_GREEDY, LAUNDRY_SENSIBLE) < -120);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_go_as_the_rules_say),
		cmocka_unit_test(the_more_sensible_win),
	};

	return cmocka_run_group_tests_name("laundry_play", tests, NULL, NULL);
}
