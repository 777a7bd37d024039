/* SPDX-License-Identifier: MIT
 * The codes of a run of printing: `count` games (or pads, or card sides) from
 * one seed, each with all its pieces. Printing and
 * listing codes both use this, so they cannot differ. */
#pragma once

#include "layouts/game.h"

#define CODES_COUNT_MAX 1000000

struct codes {
	const struct game *game;
	uint64_t seed;         /* of the first game; the others' follow from it ... */
	const uint64_t *seeds; /* ... unless each has its own here */
	uint16_t table;
	uint8_t players; /* 0: the usual number */
	uint8_t round;
	uint8_t option;             /* of the code */
	const struct code_key *key; /* of the event, or NULL */
};

/* A seed from the system's randomness. */
uint64_t codes_seed(void);

/* Adds a problem for everything that the game does not support. The functions below are for codes that passed
 * this check. */
bool codes_check(const struct codes *codes, struct problems *problems);

/* The number of pieces of each game. */
unsigned codes_pieces(const struct codes *codes);

/* The name of an option of a code, or NULL: an option that follows from the number of players has no name. */
const char *codes_option_name(const struct game *game, unsigned option);

/* The code of a piece (from 0) of the n-th game (from 0). */
void codes_make(const struct codes *codes, uint32_t n, uint8_t piece, struct code *code);
