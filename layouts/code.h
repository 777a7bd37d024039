/* SPDX-License-Identifier: MIT
 * A code: the hundred bits on every printed piece, as twenty characters of
 * Crockford's base 32. It names the layout (game, version, seed, players,
 * option) and the piece (piece, round, table), and carries a check of 16 bits
 * that is keyed: without an event key it catches typing errors, with one it
 * also shows that the event printed the piece. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"
#include "layouts/random.h"

#define CODE_CHARS 20 /* of five bits each, without dashes */
#define CODE_TEXT  24 /* XXXXX-XXXXX-XXXXX-XXXXX and its end */

#define CODE_PLAYERS_MAX 7    /* three bits */
#define CODE_PIECE_MAX   31   /* five bits */
#define CODE_ROUND_MAX   15   /* four bits */
#define CODE_TABLE_MAX   4095 /* twelve bits */

struct code {
	uint64_t seed;         /* 48 bits */
	uint64_t secret;       /* of its table, if it is keyed: see code_sign() */
	uint64_t plain_secret; /* what it would be with option 0: see code_without_option() */
	uint16_t table;
	uint8_t game; /* the number in struct game */
	uint8_t version;
	uint8_t players;
	uint8_t option;
	uint8_t piece; /* sheet, seat or side, from 0 */
	uint8_t round;
	bool keyed;
};

/* An event's key, ready for use. */
struct code_key {
	unsigned char bytes[16];  /* for checks */
	unsigned char tables[16]; /* for the secrets of tables */
	unsigned char seeds[32];  /* for the seeds of a kit */
	unsigned char hash[32];   /* BLAKE2b-256 of the key itself, which may be published */
};

#define CODE_KEY_DIGITS 64 /* hexadecimal digits of an event's key */

/* Reads a key from the text of a key file: 64 hexadecimal digits, which may have white space around them. False for any
 * other text. */
bool code_key_read(const char *text, struct code_key *key);

/* Makes a code, whose other fields are set, a keyed code of the event. Also sets the secrets from which its tags and
 * serials are drawn: without the key, those of one table reveal nothing about those of another. code_read() does this
 * already. */
void code_sign(struct code *code, const struct code_key *key);

/* Writes the code with its dashes. `key` may be NULL when the code is not keyed. */
void code_write(const struct code *code, const struct code_key *key, char text[CODE_TEXT]);

/* Reads a code in any case, with or without dashes and spaces, alone or after a URL that ends
 * in /c/; I and L are 1, O is 0. Checks it; `key` may be NULL. A refusal adds one problem.
 * Whether the game and its version are known is for game_of_code() to say. */
bool code_read(const char *text, const struct code_key *key, struct code *code, struct problems *problems);

/* The fields that a text claims, whatever its check: nothing is checked, and nothing is signed. False if it is not
 * a code. */
bool code_peek(const char *text, struct code *code);

/* The same text as it is printed, in capitals and with its dashes: nothing is checked. False if it is not a code. */
bool code_tidy(const char *text, char tidy[CODE_TEXT]);

/* The same code with option 0, its secret too: for the streams of a game in which the option only says
 * which house rules are on the paper, so that the layout is the same under all of them. */
struct code code_without_option(const struct code *code);

/* A stream that depends on everything that the layout depends on; `part` is a sheet, or a game of a pad. */
struct random code_stream(const struct code *code, uint32_t purpose, uint32_t part);

/* A stream that is also different for each round and table of an event, and for each key. */
struct random code_table_stream(const struct code *code, uint32_t purpose);
