/* SPDX-License-Identifier: MIT
 * A pile of pictures that were handed in together: what all of them say of
 * each game. A code in one names the coupons in another, and the two tickets
 * of a game may lie in two pictures. */
#ifndef SEEDPRESS_EYE_PILE_H
#define SEEDPRESS_EYE_PILE_H

#include <jansson.h>

#include "kiosk/eye.h"
#include "kiosk/eye_hands.h"

struct picture {
	char *file;    /* as it may be shown */
	unsigned page; /* from 1; 0 where a file has one */
	char *error;   /* why it could not be read, or NULL */
	struct sight sight;
	GArray *hands; /* struct hand */
};

/* What the forms of a game say together. */
struct outcome {
	const struct seen_form *form[GAME_PIECES_MAX]; /* owned; NULL where not seen */
	json_t *result;     /* or NULL, */
	GPtrArray *missing; /* with sentences that say why; NULL where the game has no form here */
};

struct pile {
	struct eye *eye;
	bool borrowed; /* the eye is somebody else's */
	struct known_games known;
	const struct code_key *key; /* or NULL */
	GPtrArray *pictures;
	struct outcome *outcome; /* one a known game, after pile_settle() */
};

#define PICTURE(pile, i) ((struct picture *)g_ptr_array_index((pile)->pictures, i))

/* `key` may be NULL; otherwise it stays the caller's and must last. */
void pile_init(struct pile *pile, const struct code_key *key);
void pile_finish(struct pile *pile);

/* The same with an eye that stays the caller's, which is quicker where there are many piles. */
void pile_borrow(struct pile *pile, struct eye *eye, const struct code_key *key);

/* A code that somebody gave. */
void pile_expect(struct pile *pile, const struct code *code, const char *text);

/* Looks at a picture and keeps what it shows; the image stays the caller's. */
void pile_add(struct pile *pile, const char *file, unsigned page, const struct image *image);

/* Notes a file that could not be read. */
void pile_fail(struct pile *pile, const char *file, const char *error);

/* When all pictures are there: hands, and results of forms. */
void pile_settle(struct pile *pile);

/* The coupons of a game that pictures show, together; to be ended with hand_finish(). */
void pile_hand(const struct pile *pile, unsigned game, struct hand *hand);

/* All of it as the contract of `scan --json` has it; with `tables` also one draft a table. */
json_t *pile_json(const struct pile *pile, bool tables);

/* A list of sentences as JSON. */
json_t *sentences_json(const GPtrArray *sentences);

/* One draft result a table, sorted by round, table and game. */
json_t *pile_tables(const struct pile *pile);

/* A readable summary on the standard output. */
void pile_print(const struct pile *pile, bool tables);

/* Writes a picture as PNG with what was read drawn on it. False with errno set. */
bool picture_annotate(const struct pile *pile, const struct picture *picture,
	const struct image *image, const char *file);

#endif
