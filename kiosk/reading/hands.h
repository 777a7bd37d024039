/* SPDX-License-Identifier: MIT
 * Tagged pieces by name: the tags of pictures and the games that are known,
 * from codes in any picture of a run, from codes that were given, and from the
 * manifest of an event. A tag id alone may be in two games; those of a picture
 * together vote for the game they are of. */
#ifndef SEEDPRESS_KIOSK_READING_HANDS_H
#define SEEDPRESS_KIOSK_READING_HANDS_H

#include "kiosk/eye/eye.h"
#include "kiosk/games/kiosk_game.h"

/* A game that pieces belong to: a code without its piece. */
struct known_game {
	struct code code;
	const struct game *game;
	const struct tagged_pieces *tagged; /* NULL: none of its pieces has a tag */
	char text[CODE_TEXT];               /* the code as it was first met, */
	uint8_t text_piece;                 /* that of this piece */
	bool met;                           /* given, or seen in a picture: not only listed in the manifest */
};

struct known_games {
	GArray *games;     /* struct known_game */
	GHashTable *by_id; /* code without its piece, to number + 1 */
	GArray *pieces;    /* with tags, of all games, sorted by tag */
	bool sorted;
	bool has_key;
	struct code_key key;
	const struct known_games *listed; /* an event's, shared: looked up, never changed; or NULL */
	unsigned guesses;                 /* pictures with enough tags of nobody to name a game of the list by chance */
};

/* A picture's tagged pieces of one game. */
struct hand {
	unsigned game;
	unsigned pieces;           /* how many there are */
	GArray *strangers;         /* uint16_t: tags of no game that is known, sorted */
	int8_t holder[TAGGED_MAX]; /* of each piece of the game, as kiosk_game.h says; HELD_BY_NOBODY: it is not there
				    */
};

#define HAND_HAS(hand, piece) ((hand)->holder[piece] != HELD_BY_NOBODY)
#define KNOWN_GAME(known, i)  (&g_array_index((known)->games, struct known_game, i))

void known_games_init(struct known_games *known, const struct code_key *key);
void known_games_finish(struct known_games *known);

/* The number of the game that a code is of, added where it is new; `met` as above. */
unsigned known_games_add(struct known_games *known, const struct code *code, const char *text, bool met);

/* The number of a code's game; -1 where it is not known. */
int64_t known_games_find(const struct known_games *known, const struct code *code);

/* Makes a list of games fit to be `listed` by others, from any thread, as long as it lasts. */
void known_games_sort(struct known_games *known);

/* First over all pictures: their codes and those of their forms are met, and the games of the manifest that their tags
 * vote for. Of those of `listed` only such as have more tags in the picture than nobody has: in a
 * picture of a thousand tags drawn at random, three are of any table. */
void hands_meet(struct known_games *known, const struct sight *sight);

/* Then picture by picture: its hands, struct hand, in an array that hands_free() ends. Strangers
 * are listed with the largest hand. Empty where no game is known. */
GArray *hands_of(struct known_games *known, const struct sight *sight);
void hands_free(GArray *hands);

/* Names the piece of a tag where the hand has it; false where it has not. */
bool hand_name(const struct known_games *known, const struct hand *hand, uint16_t tag, char name[TAGGED_NAME]);

/* Adds one hand to another of the same game. Whose a piece is one picture may tell and another not; where two
 * tell different players, it is in doubt for good. */
void hand_merge(struct hand *into, const struct hand *from);
void hand_init(struct hand *hand, unsigned game);
void hand_finish(struct hand *hand);

#endif
