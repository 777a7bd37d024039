/* SPDX-License-Identifier: MIT
 * Chip It: a score pad with its seats, first players and every deal. */
#pragma once

#include "layouts/game.h"

#define CHIPIT_SEATS_MAX 6                       /* players at a table */
#define CHIPIT_GAMES_MAX 6                       /* of a tournament: one for each player */
#define CHIPIT_TWO_GAMES 4                       /* games for two */
#define CHIPIT_DECK      60                      /* cards, two of each kind */
#define CHIPIT_HAND_MAX  15                      /* cards a player is dealt, at most */
#define CHIPIT_CHIPS_MAX 108                     /* points in all the chips of a set */
#define CHIPIT_TENS_MAX  (CHIPIT_CHIPS_MAX / 10) /* tens of points in chips that a pad has bubbles for */

/* Option 1 of the code: the game for two. Set exactly when there are two players. */
#define CHIPIT_TWO 1

/* A card: its value, and this bit when it is purple. */
#define CHIPIT_PURPLE 0x80

struct chipit_layout {
	bool two;
	uint8_t seats; /* players */
	uint8_t games;
	uint8_t hand;                    /* cards a player is dealt */
	uint8_t seat[CHIPIT_SEATS_MAX];  /* the players around the table, 0 is seat A */
	uint8_t first[CHIPIT_GAMES_MAX]; /* the seat that goes first in each game */
	/* A game's deck; the cards of the i-th in `seat` are hand x i and following. */
	uint8_t deck[CHIPIT_GAMES_MAX][CHIPIT_DECK];
};

extern const struct game game_chipit;

/* The pad: a header, lines for names, a block a game, how to fill it in, and the totals between the
 * lower corner tags. */
#define CHIPIT_PAD_W     19000 /* width of the printed area */
#define CHIPIT_PAD_H     25900 /* its height */
#define CHIPIT_HEADER_H  3500  /* title, QR and code */
#define CHIPIT_NAMES_Y   3800  /* top of the lines for names */
#define CHIPIT_NAMES_TOP 450   /* heading of the names */
#define CHIPIT_BLOCK_TOP 800   /* title of a block; the hints follow */
#define CHIPIT_HINTS_H   450   /* height of the hints of a block */
#define CHIPIT_SIDE_W    4200  /* for three, the title is beside the lines */

/* Columns of blocks. */
int chipit_block_cols(const struct chipit_layout *chipit);

/* Where the name of the i-th at the table is written, the block of a game (from 0), how to fill
 * in the pad, and the totals. */
struct rect chipit_name(const struct chipit_layout *chipit, int i);
struct rect chipit_block(const struct chipit_layout *chipit, int game);
struct rect chipit_guide(const struct chipit_layout *chipit);
struct rect chipit_totals(void);

/* The bubbles of a block for two, of which the pad has them in this order. */
#define CHIPIT_TWO_LINES 4 /* loser, tens, ones, cards */
int chipit_two_count(const struct chipit_layout *chipit, int line);

/* "g21" or "p7" as in JSON; `name` holds four bytes. */
void chipit_card_name(uint8_t card, char name[4]);
