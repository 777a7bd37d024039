/* SPDX-License-Identifier: MIT
 * Codes by number: those that were met in pictures, and those that are expected
 * there. Here are the event's key and what a code means; the eye asks
 * (struct eye_asker) and learns a number and a form. */
#ifndef SEEDPRESS_KIOSK_SIGHT_CODE_LIST_H
#define SEEDPRESS_KIOSK_SIGHT_CODE_LIST_H

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

/* Pieces that may lie in a picture with their QR covered: those of an event. They are told apart by what is printed on
 * them. The eye never has the list: it says what it sees, and learns whether that is one of them. */
struct covered_piece {
	const struct game *game;
	unsigned eye_game; /* its place in the list of games */
	struct code code;
	uint8_t print[EYE_PRINT_MAX];
};

struct covered_list {
	eye_game_list *games;
	GArray *pieces; /* struct covered_piece */
};

void covered_list_init(struct covered_list *list, eye_game_list *games);
void covered_list_finish(struct covered_list *list);

/* Adds the piece of a code, if it is of a game that the eye knows by its print. */
void covered_list_add(struct covered_list *list, const struct game *game, const struct code *code);

struct listed_code {
	struct code code;
	const struct game *game;
	char text[CODE_TEXT];
};

struct code_list {
	bool has_key;
	struct code_key key;
	GArray *codes;         /* struct listed_code: a code's number is its place */
	GHashTable *numbers;   /* of a text, plus one */
	GArray *expected;      /* uint32_t */
	GHashTable *guesses;   /* texts that are not a code of the event: anyone who tries checks has many */
	unsigned guesses_most; /* then nothing is looked at any more; UINT_MAX: however many */
	bool guessed_out;      /* so it was */
	/* Reads a code in place of game_of_text(), for callers that count wrong ones; or NULL. */
	const struct game *(*read)(void *reader, const char *text, struct code *code, struct problems *problems);
	void *reader;
	eye_game_list *games;               /* that are read in a way of their own, or NULL */
	const struct covered_list *covered; /* pieces that may be there with their QR covered, or NULL */
};

#define LISTED_CODE(list, i) (&g_array_index((list)->codes, struct listed_code, i))

/* `key` may be NULL and is copied. */
void code_list_init(struct code_list *list, const struct code_key *key);
void code_list_finish(struct code_list *list);

/* Names a code that may stand on a form whose own QR cannot be read: all pieces of its game
 * count. At most EYE_CODES_MAX are kept. */
void code_list_expect(struct code_list *list, const struct code *code);

/* The number of the code that a text is; -1 when it is none. A QR code is ours when its text is a
 * code with a good check: 16 bits behind the reader's own error correction make a wrong read as
 * good as impossible. `refused` gets a note for a code that looks like ours. A code of another
 * event is a guess, once for each text. */
int64_t code_list_take(struct code_list *list, const char *text, GPtrArray *refused);

/* The form of a code in the list, as it was printed. */
void code_list_form(const struct code_list *list, uint32_t number, struct form *form);

/* The place of a code's game in the list of games, and its layout, of LAYOUT_MAX zeroed bytes; -1 where it is not in
 * that list. */
int code_list_layout(const struct code_list *list, uint32_t number, void *layout);

/* Whether there may be covered pieces of a game. */
bool code_list_covers(const struct code_list *list, uint32_t game);

/* The number of the code of the piece with this print; -1 where it is none of those that may be there covered.
 * `refused` gets a note where it could be several. */
int64_t code_list_take_print(
	struct code_list *list, uint32_t game, const uint8_t print[EYE_PRINT_MAX], GPtrArray *refused);

/* Fills in what the codes of a sight mean, whose numbers are of this list. */
void code_list_name(const struct code_list *list, struct sight *sight);

#endif
