/* SPDX-License-Identifier: MIT
 * What the kiosk can do with a game: how its pieces are read, tapped, reviewed and shown on a printed score. One const
 * table per game, in games/NAME/game.c; entries that a game does not need stay empty. games/null/ is the template. */
#pragma once

#include <jansson.h>

#include "gen/canvas/canvas.h"
#include "kiosk/games/marks.h"
#include "kiosk/picture/worker.h"
#include "scoring/answer.h"
#include "scoring/limit.h"

#define TAGGED_MAX   256 /* most tagged pieces of one game */
#define TAGGED_NAME  8   /* bytes of the name of a piece, with its NUL */
#define PLAYED_LISTS 2   /* most lists per player on a printed score */

/* Who holds a piece according to the pictures: a player from 0; or it is in no picture, its player is unknown, pictures
 * show it with two players, or it is not cut off its sheet yet. */
enum { HELD_BY_NOBODY = -1, HELD_BY_SOMEBODY = -2, HELD_BY_TWO = -3, HELD_BY_SHEET = -4 };

/* Pieces that carry a tag each, so that a photo shows a hand of them. They are numbered from 0 for the whole game. */
struct tagged_pieces {
	const char *one, *many; /* singular and plural in sentences; `many` is also the name in JSON */
	const char *owner;      /* what a picture must show to tell whose they are */

	/* The tag of each piece; returns how many there are, at most TAGGED_MAX. */
	unsigned (*tags)(const void *layout, uint16_t tag[TAGGED_MAX]);

	/* The name of a piece, on paper and in a result. */
	void (*name)(unsigned piece, char name[TAGGED_NAME]);

	/* Who holds each piece in one picture: a player, HELD_BY_SOMEBODY if that is not clear, HELD_BY_SHEET if it was
	 * not cut off, HELD_BY_NOBODY if it is not in the picture. `known`: the same from other pictures. */
	void (*holders)(const void *layout, const struct code *code, const struct sight *sight,
		const int8_t known[TAGGED_MAX], int8_t holder[TAGGED_MAX]);

	/* The players of a result, from the holders of the pieces; anything that pictures do not tell is added to the
	 * notes `missing`. */
	json_t *(*players)(const void *layout, const int8_t holder[TAGGED_MAX], GPtrArray *missing);
};

/* An analysis of a finished game: where points were lost. */
struct game_review {
	/* Whether a result that scores can be reviewed; false after setting the problem. */
	bool (*can)(const struct answer *answer, struct problem *problem);

	/* To be freed with free(); NULL if memory runs out. *exact: the limit was not reached. */
	void *(*make)(const struct answer *answer, const struct limit *limit, bool *exact);

	/* As JSON, as text for a terminal, and as a drawing whose top left is the origin; `code` as printed. */
	json_t *(*json)(
		const struct answer *answer, const void *review, const char *code, const struct audience *audience);
	void (*text)(const struct answer *answer, const void *review, const struct audience *audience, GString *out);
	void (*draw)(const struct answer *answer, const void *review, const char *code, struct canvas *canvas);
	int32_t w, h; /* of the drawing */
};

/* A list in a player's part of a result, and its name on the printed score. */
struct played_list {
	const char *member, *words; /* "discarded", "discarded" */
};

struct kiosk_game {
	const struct game *game;
	unsigned seats; /* at a table, if the code does not tell; 0: the code does */

	/* Reads the forms: form[i] is that of piece i, and all of them are there with their marks. Adds the game's
	 * members to a result, and a note to marks->missing for anything unclear. NULL: its forms have no marks. */
	void (*result)(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *result);

	bool one_in_a_row;                  /* each row of bubbles has one mark at most: marks_settle_rows() */
	const struct eye_game *eye;         /* its own reader; NULL: tags and bubbles are read */
	const struct tagged_pieces *tagged; /* NULL: its pieces have no tags */

	/* Calls `tell` for each place on the code's piece that can be tapped, except its bubbles. */
	void (*places)(const void *layout, const struct code *code,
		void (*tell)(void *data, const char *id, struct rect at), void *data);

	/* The printed score: the currency before each sum, the lists that each player played, and the board, drawn with
	 * its top at y and its middle at x. */
	const char *currency;
	struct played_list played[PLAYED_LISTS];
	void (*draw_board)(const void *layout, json_t *result, int32_t x, int32_t y, struct canvas *canvas);

	const struct game_review *review; /* NULL: its games are not reviewed */
};

/* The tables in the order of the list in meson.build, ended by NULL. */
extern const struct kiosk_game *const kiosk_game_registry[];

/* The table of a game: the newest one of its number that is not newer than the game. An empty table if there is none,
 * and for NULL: a stored result may be of a game that this build does not know. */
const struct kiosk_game *kiosk_game_of(const struct game *game);

/* The list of games with readers of their own, for the eye. */
const struct eye_game *kiosk_eye_game(unsigned n);

/* The job in which workers look at pictures from strangers, with that list: for worker_start() and job_main(). */
extern const struct job_kind kiosk_eye_job;

/* Whether a result that scores can be reviewed; false after setting the problem. */
bool kiosk_game_can_review(const struct answer *answer, struct problem *problem);
