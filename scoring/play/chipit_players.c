/* SPDX-License-Identifier: MIT
 * Simple players of Chip It. Integers only.
 *
 * For each value that they could reach, they consider one combination: the cards that are most worth getting rid of.
 * The worth of a card does not depend on the others, so sorting finds the best combination of any size. */
#include "scoring/play/chipit_players.h"

/* Quarters of a point. A card in hand is three points to the loser of the game for two. */
#define POINT  4  /* what a point in chips costs */
#define CARD   14 /* what a card in hand costs */
#define BROKEN 4  /* subtracted if one of several equal cards is played alone */
#define NOISE  4  /* a random amount below this is added; a power of two */
#define PASS   3  /* gained for each point given back by passing */

#define RAISE_MAX 6  /* the most points on one card that players consider */
#define REACH     11 /* how far above the value to beat combinations are looked for */
#define OPEN_MAX  22 /* the value up to which they are looked for in any case */
#define VALUE_MAX 63 /* the value beyond which they never are: sets of values are one word */

/* The worth of keeping a card of each kind: high cards can be played late, and purple ones can be raised fast. */
static const int8_t keep[CHIPIT_KINDS] = {
	0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, /* green 2 to 21 */
	1, 2, 3, 3, 4, 5, 6, 7, 8, 9,                               /* purple 2 to 11 */
};

/* The hand by kind, so that values need not look for cards. */
struct view {
	unsigned kinds;
	uint64_t values;                 /* bits: what a card shows, or a purple one can be raised to */
	uint64_t reach[CHIPIT_HAND_MAX]; /* bits: what each kind can be raised to */
	uint8_t kind[CHIPIT_HAND_MAX], count[CHIPIT_HAND_MAX];
	int8_t worth[CHIPIT_HAND_MAX]; /* before raising */
};

/* A card that could be part of a combination. */
struct choice {
	int16_t worth;
	uint8_t kind, raise;
};

/* A combination that is thought of. */
struct offer {
	unsigned value, cards, points;
	int worth;
	struct choice choice[CHIPIT_HAND_MAX];
};

/* The values that a card of this kind can be raised to, a bit a value: a point adds 1 to a green card, and to a purple
 * one the value it shows. */
static uint64_t
reach_of(unsigned kind)
{
	unsigned shows = chipit_kind_value(kind), step = kind < CHIPIT_GREENS ? 1 : shows;
	uint64_t reach = 0;

	for (unsigned points = 0; points <= RAISE_MAX && shows + points * step <= VALUE_MAX; points++)
		reach |= UINT64_C(1) << (shows + points * step);
	return reach;
}

static void
look(const struct chipit_game *game, enum chipit_style style, struct random *dice, struct view *view)
{
	const uint8_t *hand = game->hand[game->turn];
	uint32_t noise = 0;

	view->kinds = 0;
	view->values = 0;
	for (uint8_t kind = 0; kind < CHIPIT_KINDS; kind++) {
		unsigned i = view->kinds;

		if (hand[kind] == 0)
			continue;
		view->kind[i] = kind;
		view->count[i] = hand[kind];
		view->reach[i] = reach_of(kind);
		view->values |= kind < CHIPIT_GREENS ? UINT64_C(1) << chipit_kind_value(kind) : view->reach[i];
		view->worth[i] = CARD;
		if (style == CHIPIT_SENSIBLE) {
			/* Two bits a kind: a word of dice is enough for any hand. */
			if (i == 0)
				noise = random_word(dice);
			view->worth[i] += (int8_t)((noise >> 2 * i & (NOISE - 1)) - keep[kind]);
		}
		view->kinds++;
	}
}

/* The cards that can be raised to a value, the most worth getting rid of first: `most` of them
 * at most. */
static unsigned
gather(const struct view *view, unsigned value, unsigned most, struct choice choice[CHIPIT_HAND_MAX])
{
	unsigned count = 0;

	for (unsigned i = 0; i < view->kinds; i++) {
		struct choice card = {.kind = view->kind[i]};
		unsigned at;

		if (!(view->reach[i] >> value & 1))
			continue;
		card.raise = (uint8_t)chipit_raise(view->kind[i], value);
		card.worth = (int16_t)(view->worth[i] - POINT * card.raise);
		for (unsigned copy = 0; copy < view->count[i]; copy++) {
			if (count < most)
				count++;
			else if (choice[count - 1].worth >= card.worth)
				break;
			for (at = count - 1; at > 0 && choice[at - 1].worth < card.worth; at--)
				choice[at] = choice[at - 1];
			choice[at] = card;
		}
	}
	return count;
}

/* The best combination of a value: as many cards as must be, or as are worth it in an open round.
 * False if there are not enough, or not enough points for them. */
static bool
combine(const struct chipit_game *game, const struct view *view, unsigned value, struct offer *offer)
{
	unsigned must = game->cards > 0 ? game->cards : 1;
	unsigned most = game->cards > 0 ? game->cards : CHIPIT_HAND_MAX;
	struct choice *choice = offer->choice;
	unsigned count = gather(view, value, most, choice);

	if (count < must)
		return false;
	offer->value = value;
	offer->points = 0;
	offer->worth = 0;
	for (offer->cards = 0; offer->cards < count; offer->cards++) {
		if (offer->cards >= must && choice[offer->cards].worth <= 0)
			break;
		offer->points += choice[offer->cards].raise;
		offer->worth += choice[offer->cards].worth;
	}
	if (offer->cards == 1 && game->hand[game->turn][choice->kind] > 1)
		offer->worth -= BROKEN;
	return offer->points <= game->box;
}

/* More is better; the first of equals is kept, which is the one of the lowest value. */
static int
rate(const struct chipit_game *game, enum chipit_style style, const struct offer *offer, struct random *dice)
{
	switch (style) {
	case CHIPIT_RANDOM:
		return (int)random_below(dice, 1000);
	case CHIPIT_GREEDY:
		return 64 * (POINT - (int)offer->points) + (int)offer->cards;
	default:
		return offer->worth + (offer->cards == game->held[game->turn] ? CARD : 0);
	}
}

void
chipit_choose(const struct chipit_game *game, enum chipit_style style, struct random *dice, struct chipit_play *play)
{
	unsigned most = game->value + REACH, chips = game->chips[game->turn];
	struct offer offer[2] = {0}, *found = &offer[0], *kept = NULL;
	struct view view;

	*play = (struct chipit_play){.points = (uint8_t)(chips < 2 ? chips : 2)};
	if (game->held[game->turn] == 0)
		return;
	/* A pass, too, is rated. */
	int best = style == CHIPIT_RANDOM ? (int)random_below(dice, 1000)
		: style == CHIPIT_GREEDY  ? 64
					  : PASS * play->points;

	look(game, style, dice, &view);
	most = most < OPEN_MAX ? OPEN_MAX : most > VALUE_MAX ? VALUE_MAX : most;
	for (unsigned value = game->value + 1u; value <= most; value++) {
		/* A combination of green cards that are all raised could be had for less. */
		if ((value > game->value + 1u && !(view.values >> value & 1)) || !combine(game, &view, value, found))
			continue;
		int rated = rate(game, style, found, dice);

		if (rated > best) {
			best = rated;
			kept = found;
			found = found == &offer[0] ? &offer[1] : &offer[0];
		}
	}
	if (kept == NULL)
		return;
	*play = (struct chipit_play){
		.cards = (uint8_t)kept->cards, .points = (uint8_t)kept->points, .value = (uint16_t)kept->value};
	/* Its cards in the order of their kinds. */
	for (unsigned i = 0; i < kept->cards; i++) {
		unsigned at = i;

		for (; at > 0 && play->kind[at - 1] > kept->choice[i].kind; at--)
			play->kind[at] = play->kind[at - 1];
		play->kind[at] = kept->choice[i].kind;
	}
}

bool
chipit_run(struct chipit_game *game, const enum chipit_style *style, struct random *dice)
{
	struct chipit_play play;

	while (!chipit_is_over(game) && game->turns < CHIPIT_TURNS_MAX) {
		chipit_choose(game, style[game->turn], dice, &play);
		chipit_apply(game, &play);
	}
	return chipit_is_over(game);
}
