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
	char *file;            /* as it may be shown */
	unsigned page;         /* from 1; 0 where a file has one */
	struct problem *error; /* why it could not be read, or NULL */
	struct sight sight;
	GArray *hands; /* struct hand */
};

/* What the forms of a game say together. */
struct outcome {
	const struct seen_form *form[GAME_PIECES_MAX]; /* NULL where not seen */
	struct form_sum *sum[GAME_PIECES_MAX];         /* what they are in, likewise */
	json_t *result;                                /* or NULL, */
	GPtrArray *missing; /* notes: why there is no result; NULL if no form of the game was seen */
	struct hand hand;   /* what pictures before photo_set_fold() showed */
};

struct photo_set {
	struct code_list codes; /* met in pictures or expected there */
	struct known_games known;
	struct covered_list covered; /* the pieces of a manifest */
	GPtrArray *pictures;
	unsigned fresh;          /* the first picture after photo_set_fold(), or 0 */
	struct outcome *outcome; /* one a known game, after photo_set_settle() */
	unsigned outcomes;
};

#define PICTURE(set, i) ((struct picture *)g_ptr_array_index((set)->pictures, i))

/* `key` may be NULL; otherwise it stays the caller's and must last. */
void photo_set_init(struct photo_set *set, const struct code_key *key);
void photo_set_finish(struct photo_set *set);

/* A code that somebody gave. */
void photo_set_expect(struct photo_set *set, const struct code *code, const char *text);

/* The games of a kit's manifest may be there: found by their tags, or by what is printed on a piece whose QR is
 * covered. False after setting the problem. */
bool photo_set_read_manifest(struct photo_set *set, const char *file, struct problem *problem);

/* Takes over what a picture shows, whose codes are those of the set's list. */
void photo_set_add(struct photo_set *set, const char *file, unsigned page, const struct sight *sight);

/* Notes a file that could not be read. */
void photo_set_fail(struct photo_set *set, const char *file, const struct problem *error);

/* When all pictures are there: hands, and results of forms. */
void photo_set_settle(struct photo_set *set);

/* Makes room for more pictures after a settled set was answered: all that were there become one, which has their codes
 * and those of their tags that no game has yet. What they showed of forms and hands is in the outcomes. What was
 * expected or tried is forgotten. After more pictures the set is settled again. */
void photo_set_fold(struct photo_set *set);

/* The tagged pieces of a game that the pictures from the `first` on show, together, with those of pictures that were
 * folded if that is 0; to be ended with hand_finish(). */
void photo_set_hand(const struct photo_set *set, unsigned game, unsigned first, struct hand *hand);

/* Whether a picture shows anything of a game. */
bool picture_shows(const struct photo_set *set, const struct picture *picture, unsigned game);

/* A draft of a table's result. */
struct table_draft {
	const struct known_game *known;
	GPtrArray *files;   /* char *: of the pictures that show anything of it */
	json_t *result;     /* or NULL */
	GPtrArray *missing; /* notes: what has to be entered by a person, or photographed again */
};

/* Drafts of the tables of all games that were met and of their rounds (struct table_draft), sorted by round, table and
 * game; to be ended with g_ptr_array_free(). */
GPtrArray *photo_set_drafts(const struct photo_set *set);

/* How a set is shown: to whom, and with what in place of codes. */
struct photo_view {
	const struct audience *audience;
	bool files; /* pictures have the names of their files */
	/* What stands for the code of a piece of a known game; NULL, also as a function: the code. */
	const char *(*code)(void *data, unsigned game, unsigned piece);
	void *data;
};

/* A picture, and the result of a game's forms (null where there is none), as `scan --json` has them. */
json_t *photo_set_picture(const struct photo_set *set, const struct picture *picture, const struct photo_view *view);
json_t *photo_set_result(const struct photo_set *set, unsigned game, const struct photo_view *view);

/* What photo_set_hand() has, without the game's code; NULL where that is nothing. */
json_t *photo_set_merged_hand(const struct photo_set *set, unsigned game, unsigned first);

/* The forms of a game by all pictures: a list of their codes and marks is added to. */
void photo_set_add_forms(const struct photo_set *set, unsigned game, const struct photo_view *view, json_t *forms);

/* All of it as the contract of `scan --json` has it; with `tables` also one draft a table. */
json_t *photo_set_json(const struct photo_set *set, bool tables, const struct audience *audience);

/* Adds a list of notes to an object: as sentences, and with `_ids` after its name as ids and arguments. */
void notes_set_json(json_t *object, const char *name, const GPtrArray *notes, const struct audience *audience);

/* A readable summary, added to `out`, of what could be read. */
void photo_set_text(const struct photo_set *set, bool tables, const struct audience *audience, GString *out);

/* Writes a picture as PNG with what was read drawn on it; with `force` any existing file is replaced. False after
 * setting the problem. */
bool photo_set_annotate(const struct photo_set *set, const struct picture *picture, const struct image *image,
	const char *file, bool force, struct problem *problem);

#endif
