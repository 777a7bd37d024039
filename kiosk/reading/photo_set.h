/* SPDX-License-Identifier: MIT
 * Photos that were handed in together: what all of them say of
 * each game. A code in one names the tagged pieces in another, and two tickets
 * of a game may lie in two pictures. */
#ifndef SEEDPRESS_KIOSK_READING_PHOTO_SET_H
#define SEEDPRESS_KIOSK_READING_PHOTO_SET_H

#include <jansson.h>

#include "kiosk/reading/form_sum.h"
#include "kiosk/reading/hands.h"
#include "kiosk/sight/code_list.h"

struct picture {
	char *file;    /* as it may be shown */
	unsigned page; /* from 1; 0 where a file has one */
	char *error;   /* why it could not be read, or NULL */
	struct sight sight;
	GArray *hands; /* struct hand */
};

/* What the forms of a game say together. */
struct outcome {
	const struct seen_form *form[GAME_PIECES_MAX]; /* NULL where not seen */
	struct form_sum *sum[GAME_PIECES_MAX];         /* what they are in, likewise */
	json_t *result;                                /* or NULL, */
	GPtrArray *missing; /* with sentences that say why; NULL where the game has no form here */
};

struct photo_set {
	struct code_list codes; /* met in pictures or expected there */
	struct known_games known;
	struct covered_list covered; /* the pieces of a manifest */
	const struct code_key *key;  /* or NULL */
	GPtrArray *pictures;
	struct outcome *outcome; /* one a known game, after photo_set_settle() */
};

#define PICTURE(set, i) ((struct picture *)g_ptr_array_index((set)->pictures, i))

/* `key` may be NULL; otherwise it stays the caller's and must last. */
void photo_set_init(struct photo_set *set, const struct code_key *key);
void photo_set_finish(struct photo_set *set);

/* A code that somebody gave. */
void photo_set_expect(struct photo_set *set, const struct code *code, const char *text);

/* The games of a kit's manifest may be there: found by their tags, or by what is printed on a piece whose QR is
 * covered. False after setting *problem (to be freed). */
bool photo_set_read_manifest(struct photo_set *set, const char *file, char **problem);

/* Takes over what a picture shows, whose codes are those of the set's list. */
void photo_set_add(struct photo_set *set, const char *file, unsigned page, const struct sight *sight);

/* Notes a file that could not be read. */
void photo_set_fail(struct photo_set *set, const char *file, const char *error);

/* When all pictures are there: hands, and results of forms. */
void photo_set_settle(struct photo_set *set);

/* The tagged pieces of a game that pictures show, together; to be ended with hand_finish(). */
void photo_set_hand(const struct photo_set *set, unsigned game, struct hand *hand);

/* All of it as the contract of `scan --json` has it; with `tables` also one draft a table. */
json_t *photo_set_json(const struct photo_set *set, bool tables);

/* A list of sentences as JSON. */
json_t *photo_set_sentences(const GPtrArray *sentences);

/* One draft result a table, sorted by round, table and game. */
json_t *photo_set_tables(const struct photo_set *set);

/* A readable summary, added to `out`, of what could be read. */
void photo_set_text(const struct photo_set *set, bool tables, GString *out);

/* Writes a picture as PNG with what was read drawn on it; with `force` a file is replaced whoever
 * made it. False after setting *problem (to be freed). */
bool photo_set_annotate(const struct photo_set *set, const struct picture *picture, const struct image *image,
	const char *file, bool force, char **problem);

#endif
