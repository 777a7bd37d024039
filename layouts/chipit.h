/* SPDX-License-Identifier: MIT
 * Chip It: a score pad with its seats, first players and every deal. */
#ifndef SEEDPRESS_CHIPIT_LAYOUT_H
#define SEEDPRESS_CHIPIT_LAYOUT_H

#include "layouts/game.h"

#define CHIPIT_SEATS_MAX  6
#define CHIPIT_GAMES_MAX  6
#define CHIPIT_TWO_GAMES  4
#define CHIPIT_DECK       60
#define CHIPIT_HAND_MAX   15
#define CHIPIT_CHIPS_MAX  108 /* points in all the chips of a set */
#define CHIPIT_TENS_MAX   (CHIPIT_CHIPS_MAX / 10)

/* Option 1 of the code: the game for two. Set exactly when there are two players. */
#define CHIPIT_TWO 1

/* A card: its value, and this bit when it is purple. */
#define CHIPIT_PURPLE 0x80

struct chipit_layout {
	bool two;
	uint8_t seats;                   /* players */
	uint8_t games;
	uint8_t hand;                    /* cards a player is dealt */
	uint8_t seat[CHIPIT_SEATS_MAX];  /* the players around the table, 0 is seat A */
	uint8_t first[CHIPIT_GAMES_MAX]; /* the seat that goes first in each game */
	/* A game's deck; the cards of the i-th in `seat` are hand x i and following. */
	uint8_t deck[CHIPIT_GAMES_MAX][CHIPIT_DECK];
};

extern const struct game game_chipit;

/* "g21" or "p7" as in JSON; `name` holds four bytes. */
void chipit_card_name(uint8_t card, char name[4]);

#endif
