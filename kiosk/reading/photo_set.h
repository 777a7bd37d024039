/* SPDX-License-Identifier: MIT
 * A set of photos that belong together, and what all of them show of each game. A code in one photo names the tagged
 * pieces in another, and the two tickets of a game may be in two photos. */
#pragma once

#include <jansson.h>

#include "kiosk/reading/form_sum.h"
#include "kiosk/reading/hands.h"
#include "kiosk/sight/code_list.h"

struct picture {
	char *file;            /* the name to display */
	unsigned page;         /* from 1; 0 if the file has only one */
	struct problem *error; /* why it could not be read, or NULL */
	struct sight sight;    /* empty after an error */
	GArray *hands;         /* struct hand; NULL before photo_set_settle() */
};

/* What all pictures show of a game. */
struct outcome {
	const struct seen_form *form[GAME_PIECES_MAX]; /* of each piece; NULL: not seen */
	struct form_sum *sum[GAME_PIECES_MAX];         /* contains that form */
	json_t *result;                                /* of the forms, or NULL */
	GPtrArray *missing; /* notes: why there is no result; NULL if no form of the game was seen */
	struct hand hand;   /* what pictures before photo_set_fold() showed */
};

struct photo_set {
	struct code_list codes; /* seen in pictures or expected there */
	struct known_games known;
	struct covered_list covered; /* the pieces of a manifest */
	GPtrArray *pictures;
	unsigned fresh;          /* the first picture after photo_set_fold(), or 0 */
	struct outcome *outcome; /* of each known game, after photo_set_settle() */
	unsigned outcomes;
};

#define PICTURE(set, i) ((struct picture *)g_ptr_array_index((set)->pictures, i))

/* `key` may be NULL; otherwise it must outlive the set. */
void photo_set_init(struct photo_set *set, const struct code_key *key);
void photo_set_finish(struct photo_set *set);

/* Adds a code that was given with the photos. */
void photo_set_expect(struct photo_set *set, const struct code *code, const char *text);

/* Adds the games of a kit's manifest, to be found by their tags, or by the print of a piece whose QR is covered. False
 * after setting the problem. */
bool photo_set_read_manifest(struct photo_set *set, const char *file, struct problem *problem);

/* Adds a picture, and takes ownership of its sight, whose codes are in the set's list. */
void photo_set_add(struct photo_set *set, const char *file, unsigned page, const struct sight *sight);

/* Adds a file that could not be read. */
void photo_set_fail(struct photo_set *set, const char *file, const struct problem *error);

/* Computes hands and results when all pictures are there. */
void photo_set_settle(struct photo_set *set);

/* Makes room for more pictures in a settled set: those so far are merged into one, which keeps their codes and the tags
 * that no known game has. Their forms and hands are kept in the outcomes. Expected codes and wrong guesses are
 * forgotten. Settle the set again after adding more pictures. */
void photo_set_fold(struct photo_set *set);

/* The tagged pieces of a game in the pictures from number `first` on, merged; from 0 on, folded pictures count too. The
 * caller finishes it with hand_finish(). */
void photo_set_hand(const struct photo_set *set, unsigned game, unsigned first, struct hand *hand);

/* The hand of a game in a picture, or NULL. */
const struct hand *picture_hand(const struct picture *picture, unsigned game);

/* Whether a picture shows anything of a game. */
bool picture_shows(const struct photo_set *set, const struct picture *picture, unsigned game);

/* A draft of a table's result. */
struct table_draft {
	unsigned game; /* its number */
	const struct known_game *known;
	json_t *result;     /* or NULL */
	GPtrArray *missing; /* notes: what a person has to enter, or to photograph again */
	bool complete;      /* there is a result, and nothing is missing */
};

/* Drafts (struct table_draft) of all games that were met, and of all known games in their rounds, sorted by round,
 * table and game; to be freed with g_ptr_array_free(). */
GPtrArray *photo_set_drafts(const struct photo_set *set);

/* How a set is presented as JSON. */
struct photo_view {
	const struct audience *audience;
	bool files; /* with the file names of pictures */
	/* The replacement for the code of a piece of a known game, or NULL to show the code itself. NULL: all codes are
	 * shown. */
	const char *(*code)(void *data, unsigned game, unsigned piece);
	void *data;
};

/* A picture, and the result of a game's forms (JSON null if there is none), in the format of `scan --json`. */
json_t *photo_set_picture(const struct photo_set *set, const struct picture *picture, const struct photo_view *view);
json_t *photo_set_result(const struct photo_set *set, unsigned game, const struct photo_view *view);

/* The hand of photo_set_hand(), without the game's code; NULL if it is empty. */
json_t *photo_set_merged_hand(const struct photo_set *set, unsigned game, unsigned first);

/* Appends the forms of a game, merged from all pictures, to a list: their codes and marks. */
void photo_set_add_forms(const struct photo_set *set, unsigned game, const struct photo_view *view, json_t *forms);

/* The whole set in the format of `scan --json`; with `tables` also one draft per table. */
json_t *photo_set_json(const struct photo_set *set, bool tables, const struct audience *audience);

/* Adds notes to an object: their sentences under `name`, their ids and arguments under `name` with `_ids` appended. */
void notes_set_json(json_t *object, const char *name, const GPtrArray *notes, const struct audience *audience);

/* Appends a summary for people to `out`: of each picture, or with `tables` of each table. */
void photo_set_text(const struct photo_set *set, bool tables, const struct audience *audience, GString *out);

/* Writes a picture as PNG with what was read drawn on it; `force` replaces an existing file. False after setting the
 * problem. */
bool photo_set_annotate(const struct photo_set *set, const struct picture *picture, const struct image *image,
	const char *file, bool force, struct problem *problem);
