/* SPDX-License-Identifier: MIT
 * Numbered codes: those that were seen in pictures, and those that are expected there. This side has the event's key
 * and knows what a code means; the eye asks (struct eye_asker) and gets a number and a form. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

/* Pieces of an event that may be in a picture with their QR covered. They are identified by what is printed on them.
 * The eye does not get the list: it sends what it sees, and learns whether that is one of them. */
struct covered_piece {
	const struct game *game;
	unsigned eye_game; /* its index in the list of games */
	struct code code;
	uint8_t print[EYE_PRINT_MAX];
};

struct covered_list {
	eye_game_list *games;
	GArray *pieces; /* struct covered_piece */
};

void covered_list_init(struct covered_list *list, eye_game_list *games);
void covered_list_finish(struct covered_list *list);

/* Adds the piece of a code if the eye can identify pieces of its game by their print. */
void covered_list_add(struct covered_list *list, const struct game *game, const struct code *code);

struct listed_code {
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
};

struct code_list {
	const struct code_key *key; /* or NULL */
	GArray *codes;              /* struct listed_code: a code's number is its index */
	GHashTable *numbers;        /* text to number + 1 */
	GArray *expected;           /* uint32_t: numbers of codes, those that were given first */
	unsigned given;        /* how many of them were given; the others are of games whose code is in the image */
	GHashTable *guesses;   /* texts with a check that fails: someone who guesses codes has many */
	unsigned guesses_most; /* codes are ignored once there are this many guesses; UINT_MAX: no limit */
	bool guessed_out;      /* codes were ignored */
	/* Replaces game_of_text() for callers that count wrong codes; or NULL. */
	const struct game *(*read)(void *reader, const char *text, struct code *code, struct problems *problems);
	void *reader;
	eye_game_list *games;               /* games with readers of their own, or NULL */
	const struct covered_list *covered; /* pieces whose QR may be covered, or NULL */
};

#define LISTED_CODE(list, i) (&g_array_index((list)->codes, struct listed_code, i))

/* `key` may be NULL; otherwise it must outlive the list. */
void code_list_init(struct code_list *list, const struct code_key *key);
void code_list_finish(struct code_list *list);

/* Adds a code that may be on a form whose QR cannot be read, with all other pieces of its game. At most EYE_CODES_MAX
 * are kept. */
void code_list_expect(struct code_list *list, const struct code *code);

/* Begins an image: only what was given is expected in it, until a code of it is read. */
void code_list_begin(struct code_list *list);

/* The number of the code with a text; -1 if it is not one of ours. The other pieces of its game are expected then. A
 * text counts as ours if its check is right: with 16 bits, and the error correction of the QR, a misread code is
 * practically impossible. `refused` gets a note about a code that looks like ours. A code of another event counts as a
 * guess, once for each text. */
int64_t code_list_take(struct code_list *list, const char *text, GPtrArray *refused);

/* The printed form of a code in the list. */
void code_list_form(const struct code_list *list, uint32_t number, struct form *form);

/* The index of a code's game in the list of games, and its layout, padded with zeros to LAYOUT_MAX bytes; -1 if the
 * game is not in that list. */
int code_list_layout(const struct code_list *list, uint32_t number, void *layout);

/* Whether pieces of a game may be covered. */
bool code_list_covers(const struct code_list *list, uint32_t game);

/* The number of the code of the covered piece with this print; -1 if there is none. `refused` gets a note if several
 * match equally well. */
int64_t code_list_take_print(
	struct code_list *list, uint32_t game, const uint8_t print[EYE_PRINT_MAX], GPtrArray *refused);

/* Fills in code, game and text in a sight whose numbers are from this list. */
void code_list_name(const struct code_list *list, struct sight *sight);
