/* SPDX-License-Identifier: MIT
 * Chip It played turn by turn. */
#include "scoring/play/chipit_play.h"

#include <assert.h>

#define START      3 /* points in chips to start with */
#define START_TWO  2 /* the same for two; only the player who goes first has any */
#define GIVEN_BACK 2 /* points a pass may give back */

unsigned
chipit_card_kind(uint8_t card)
{
	unsigned above = (card & ~CHIPIT_PURPLE) - CHIPIT_LOWEST;

	return card & CHIPIT_PURPLE ? CHIPIT_GREENS + above : above;
}

void
chipit_start(struct chipit_game *game, const struct chipit_layout *pad, unsigned n)
{
	*game = (struct chipit_game){
		.players = pad->seats,
		.two = pad->two,
		.highest = CHIPIT_NOBODY,
		.box = CHIPIT_CHIPS_MAX,
	};
	for (uint8_t i = 0; i < pad->seats; i++) {
		bool first = pad->seat[i] == pad->first[n];

		for (unsigned card = 0; card < pad->hand; card++)
			game->hand[i][chipit_card_kind(pad->deck[n][i * pad->hand + card])]++;
		game->held[i] = pad->hand;
		if (first)
			game->turn = i;
		game->chips[i] = !pad->two ? START : first ? START_TWO : 0;
		game->box -= game->chips[i];
	}
}

bool
chipit_is_over(const struct chipit_game *game)
{
	return game->two ? game->out > 0 : game->players - game->out <= 1;
}

bool
chipit_allows(const struct chipit_game *game, const struct chipit_play *play)
{
	const uint8_t *hand = game->hand[game->turn];
	unsigned points = 0, same = 0;

	if (chipit_is_over(game))
		return false;
	if (play->cards == 0)
		return play->points <= GIVEN_BACK && play->points <= game->chips[game->turn];
	if (play->cards > CHIPIT_HAND_MAX || play->value <= game->value ||
		(game->cards > 0 && play->cards != game->cards))
		return false;
	for (int i = 0; i < play->cards; i++) {
		unsigned kind = play->kind[i];
		int raise = kind < CHIPIT_KINDS ? chipit_raise(kind, play->value) : -1;

		if (raise < 0 || (i > 0 && kind < play->kind[i - 1]))
			return false;
		same = i > 0 && kind == play->kind[i - 1] ? same + 1 : 1;
		if (same > hand[kind])
			return false;
		points += (unsigned)raise;
	}
	return points == play->points && points <= game->box;
}

static bool
is_out(const struct chipit_game *game, uint8_t player)
{
	return game->held[player] == 0 && game->chips[player] == 0 && game->raised[player] == 0;
}

/* Passes the turn to the next player still in the game, and clears the cards in front of that player. */
static void
pass_turn(struct chipit_game *game)
{
	do {
		game->turn = (uint8_t)((game->turn + 1) % game->players);
		if (game->turn == game->highest) {
			game->highest = CHIPIT_NOBODY;
			game->cards = 0;
			game->value = 0;
		}
	} while (is_out(game, game->turn));
	game->pile += game->shown[game->turn];
	game->shown[game->turn] = 0;
	game->chips[game->turn] += game->raised[game->turn];
	game->raised[game->turn] = 0;
}

void
chipit_apply(struct chipit_game *game, const struct chipit_play *play)
{
	uint8_t player = game->turn;

	assert(chipit_allows(game, play));
	game->turns++;
	if (play->cards == 0) {
		game->chips[player] -= play->points;
		game->box += play->points;
	} else {
		for (int i = 0; i < play->cards; i++)
			game->hand[player][play->kind[i]]--;
		game->held[player] -= play->cards;
		game->shown[player] = play->cards;
		game->raised[player] = play->points;
		game->box -= play->points;
		game->highest = player;
		game->cards = play->cards;
		game->value = play->value;
	}
	if (is_out(game, player))
		game->order[game->out++] = player;
	if (!chipit_is_over(game)) {
		pass_turn(game);
		return;
	}
	/* The one who is left has the last place. */
	for (uint8_t i = 0; i < game->players; i++)
		if (!is_out(game, i))
			game->order[game->out++] = i;
}
