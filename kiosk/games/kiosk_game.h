/* SPDX-License-Identifier: MIT
 * A game as the kiosk knows it: how its pieces are read, tapped, reviewed and
 * shown on a printed score. One const table per game, in games/NAME/game.c; what
 * a game does not have stays empty. games/null/ is the template. */
#ifndef SEEDPRESS_KIOSK_GAMES_KIOSK_GAME_H
#define SEEDPRESS_KIOSK_GAMES_KIOSK_GAME_H

#include <jansson.h>

#include "gen/canvas/canvas.h"
#include "kiosk/games/marks.h"
#include "kiosk/picture/worker.h"
#include "scoring/answer.h"
#include "scoring/limit.h"

#define TAGGED_MAX   256 /* pieces with tags of one game */
#define TAGGED_NAME  8
#define PLAYED_LISTS 2

/* Who has a piece by the pictures: a player from 0, nobody, somebody unknown, one player by one picture and
 * another by the next; or it is not cut off its sheet yet. */
enum { HELD_BY_NOBODY = -1, HELD_BY_SOMEBODY = -2, HELD_BY_TWO = -3, HELD_BY_SHEET = -4 };

/* Pieces that carry a tag each, so that a photo of them is a hand. They are numbered from 0 through
 * the whole game. */
struct tagged_pieces {
	const char *one, *many; /* in sentences; JSON lists them as `many` */
	const char *owner;      /* what shows in a picture whose they are */

	/* The tag of each piece; returns how many there are, at most TAGGED_MAX. */
	unsigned (*tags)(const void *layout, uint16_t tag[TAGGED_MAX]);

	/* What a piece is called, on paper and in a result. */
	void (*name)(unsigned piece, char name[TAGGED_NAME]);

	/* Who holds the pieces by one picture: a player, HELD_BY_SOMEBODY where that is not clear, HELD_BY_SHEET where
	 * it lies as it is printed, HELD_BY_NOBODY where it is not in the picture. */
	void (*holders)(
		const void *layout, const struct code *code, const struct sight *sight, int8_t holder[TAGGED_MAX]);

	/* The players of a result as far as pictures tell, from who holds each piece; what they do
	 * not tell is added to the notes `missing`. */
	json_t *(*players)(const void *layout, const int8_t holder[TAGGED_MAX], GPtrArray *missing);
};

/* A finished game looked at again: where points were lost. */
struct game_review {
	/* Whether a result that scores can be reviewed; false after setting the problem. */
	bool (*can)(const struct answer *answer, struct problem *problem);

	/* To be freed with free(); NULL when memory runs out. *exact: the limit did not come
	 * first. */
	void *(*make)(const struct answer *answer, const struct limit *limit, bool *exact);

	/* For programs, for people at a terminal, and drawn from the origin on; `code` as
	 * printed. */
	json_t *(*json)(
		const struct answer *answer, const void *review, const char *code, const struct audience *audience);
	void (*text)(const struct answer *answer, const void *review, const struct audience *audience, GString *out);
	void (*draw)(const struct answer *answer, const void *review, const char *code, struct canvas *canvas);
	int32_t w, h; /* of the drawing */
};

/* A list in a player's part of a result, as the printed score names it. */
struct played_list {
	const char *member, *words; /* "discarded", "discarded" */
};

struct kiosk_game {
	const struct game *game;
	unsigned seats; /* that sit down where the code does not say it; 0: as the code does */

	/* What forms say: form[i] is that of piece i, all of them are there with their marks. Adds
	 * the game's members to a result; a doubt is a note of marks->missing. NULL: its forms have no
	 * marks. */
	void (*result)(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *result);

	const struct eye_game *eye;         /* how its pieces are read; NULL: by tags and bubbles */
	const struct tagged_pieces *tagged; /* NULL: its pieces have no tags */

	/* Tells of each place on the code's piece that can be tapped, besides its bubbles. */
	void (*places)(const void *layout, const struct code *code,
		void (*tell)(void *data, const char *id, struct rect at), void *data);

	/* The printed score: what is written before each sum, and what was played: player by player, and
	 * on a board whose top is at y and its middle at x. */
	const char *currency;
	struct played_list played[PLAYED_LISTS];
	void (*draw_board)(const void *layout, json_t *result, int32_t x, int32_t y, struct canvas *canvas);

	const struct game_review *review; /* NULL: its games are not reviewed */
};

/* The tables in the order of the list in meson.build, ended by NULL. */
extern const struct kiosk_game *const kiosk_game_registry[];

/* The table of a game: of its number, the newest that is not newer than the game. An empty one
 * where there is none, and for NULL: a stored result may be of a game that this build does not
 * know. */
const struct kiosk_game *kiosk_game_of(const struct game *game);

/* The list of games that are read in a way of their own, for the eye. */
const struct eye_game *kiosk_eye_game(unsigned n);

/* The eye with that list in the workers that look at files of strangers: for worker_start() and job_main(). */
extern const struct job_kind kiosk_eye_job;

/* Whether a result that scores can be reviewed; false after setting the problem. */
bool kiosk_game_can_review(const struct answer *answer, struct problem *problem);

#endif
