/* SPDX-License-Identifier: MIT
 * One game of Chip It: whose turn it is, which actions are legal and what they do,
 * until every place is known. Pure: no allocation, no clock.
 *
 * Gaps in the published rules are closed like this:
 * - At the start of a turn the cards in front of a player go to the pile and the points on them
 *   to the player, before anything else: a pass may give back points that have just arrived.
 * - A player is out once the hand is empty and no points are held, neither in front nor on
 *   cards; the cards of the last combination may still lie there.
 * - The player who opens a round may take points for the combination too, and may pass with cards in
 *   hand. Then the next player opens it.
 * - A pass gives back 0, 1 or 2 points, as the player likes.
 * - The turn coming to the player of the highest combination ends the round even when that
 *   player is out: the next one still playing opens the new round.
 * - Chips are exchanged freely, so only points are counted; no play takes more than the box has.
 * - For two, the game ends with the first player who is out. */
#pragma once

#include "layouts/random.h"
#include "scoring/chipit.h"

#define CHIPIT_KINDS  30   /* green 2 to 21, then purple 2 to 11 */
#define CHIPIT_GREENS 20   /* of these are green */
#define CHIPIT_LOWEST 2    /* value of both colours */
#define CHIPIT_NOBODY 0xff /* in place of a player */

/* One action: a combination, or a pass. */
struct chipit_play {
	uint8_t cards;                 /* 0: a pass */
	uint8_t points;                /* taken with a combination, given back with a pass */
	uint16_t value;                /* that every card is raised to */
	uint8_t kind[CHIPIT_HAND_MAX]; /* of each card, from the lowest number on */
};

/* A game under way. Players are numbered by their place around the table. */
struct chipit_game {
	uint8_t players;
	bool two;
	uint8_t turn;
	uint8_t highest; /* player of the combination to beat, CHIPIT_NOBODY while the round is open */
	uint8_t cards;   /* of that combination, */
	uint16_t value;  /* and its value; both 0 while the round is open */
	uint8_t box;     /* points in chips that no player holds */
	uint8_t pile;    /* cards discarded */
	uint8_t hand[CHIPIT_SEATS_MAX][CHIPIT_KINDS]; /* how many of each kind */
	uint8_t held[CHIPIT_SEATS_MAX];               /* cards in hand */
	uint8_t shown[CHIPIT_SEATS_MAX];              /* cards in front of a player */
	uint8_t chips[CHIPIT_SEATS_MAX];              /* points in front of a player */
	uint8_t raised[CHIPIT_SEATS_MAX];             /* points on the cards there */
	uint8_t out;                                  /* players out, and in which order */
	uint8_t order[CHIPIT_SEATS_MAX];
	uint32_t turns;
};

/* The kind of a card of a layout. */
unsigned chipit_card_kind(uint8_t card);

/* What a card of this kind shows. */
static inline unsigned
chipit_kind_value(unsigned kind)
{
	return CHIPIT_LOWEST + (kind < CHIPIT_GREENS ? kind : kind - CHIPIT_GREENS);
}

/* Points that raise a card of this kind to a value exactly, or -1 if no number does. Asked
 * hundreds of times a turn. */
static inline int
chipit_raise(unsigned kind, unsigned value)
{
	unsigned shows = chipit_kind_value(kind);

	if (value < shows)
		return -1;
	if (kind < CHIPIT_GREENS)
		return (int)(value - shows);
	return value % shows == 0 ? (int)(value / shows) - 1 : -1;
}

/* The n-th game of a pad (from 0) before its first turn. */
void chipit_start(struct chipit_game *game, const struct chipit_layout *pad, unsigned n);

bool chipit_is_over(const struct chipit_game *game);

/* Whether the player whose turn it is may do this. */
bool chipit_allows(const struct chipit_game *game, const struct chipit_play *play);

/* Does what chipit_allows(), and passes the turn on. */
void chipit_apply(struct chipit_game *game, const struct chipit_play *play);
