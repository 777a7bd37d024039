/* SPDX-License-Identifier: MIT
 * A game as the layouts know it: one const table of functions, one file.
 * A code that passes game_check() can never fail later. null.c is the template. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "layouts/code.h"
#include "layouts/form.h"

#define GAME_PIECES_MAX 6 /* pieces with a code of their own in one game */

struct game {
	const char *id;       /* on command lines and in JSON: never renamed */
	const char *title;    /* as people know it */
	const char *designer; /* credited on everything printed */
	const char *piece;    /* what one code is printed on: "sheet" */
	const char *players;  /* how many can play: "2 to 5" */
	const char *about;    /* what it is, in one sentence for people who choose a game */
	uint8_t minutes;      /* a game takes about this long */
	uint8_t ages;         /* from this age on */
	uint8_t number;       /* in every printed code: never reused */
	uint8_t version;      /* raised when any seed would lay out differently; old tables stay */
	uint8_t players_least, players_most, players_usual; /* that a code may have, and has unless it says */
	uint8_t options;                                    /* of a code: 0 to options - 1 */
	const char *option; /* name by which a person asks for option 1 of the code, or NULL */
	size_t layout_size;

	/* Fills in fields that follow from others; NULL if none do. */
	void (*complete)(struct code *code);

	/* Adds a problem for everything else in the code that this game does not have; or NULL. */
	void (*check)(const struct code *code, struct problems *problems);

	/* The number of codes printed for one game; their pieces are 0, 1, ... */
	unsigned (*pieces)(const struct code *code);

	/* Rebuilds the layout. Cannot fail for a code that passed game_check(). */
	void (*build)(void *layout, const struct code *code);

	/* The geometry of the piece that the code is printed on. */
	void (*form)(const void *layout, const struct code *code, struct form *form);
};

/* Bytes of the layout of any game; align it like max_align_t. */
#define LAYOUT_MAX 2048

/* Write this next to the table of every game: a layout that is too large then does not compile. */
#define GAME_LAYOUT_FITS(type) _Static_assert(sizeof(type) <= LAYOUT_MAX, "LAYOUT_MAX has no room for this layout")

/* All games in the order of the list in meson.build, then old versions of them; ended by NULL. */
extern const struct game *const game_registry[];

/* The same game in the same version: tables are never compared by their addresses. */
bool game_is(const struct game *a, const struct game *b);

/* Chooses a table in the layers above, which have one for a version only if that version needs it: the newest table
 * that is not newer than the version asked for or, if there is none, the oldest. True if the table of `written` serves
 * `asked` better than that of `best`, which is NULL if there is none yet. */
bool game_serves(const struct game *written, const struct game *asked, const struct game *best);

/* The n-th of the registered games, or NULL after the last. */
const struct game *game_nth(size_t n);

/* A game's pieces() if one code is printed for a game. */
unsigned game_one_piece(const struct code *code);

/* The newest version of a game, or NULL. */
const struct game *game_by_id(const char *id);

/* The game and version of a code, checked; NULL, with the problems added, if there is none. */
const struct game *game_of_code(const struct code *code, struct problems *problems);

/* code_read() and game_of_code() in one. */
const struct game *game_of_text(
	const char *text, const struct code_key *key, struct code *code, struct problems *problems);

/* Fills in what follows from other fields of a code, and the usual number of players for players 0. */
void game_complete(const struct game *game, struct code *code);

/* Adds a problem for everything in a code that the game does not have. True if there was nothing to add. */
bool game_check(const struct game *game, const struct code *code, struct problems *problems);

/* Adds the problem that a game is not for this many players. */
void game_refuse_players(const struct game *game, unsigned players, struct problems *problems);
