/* SPDX-License-Identifier: MIT
 * Names tagged pieces. Games become known by the codes in any picture of a run, by codes that were given, and from the
 * manifest of an event. One tag may be in several games, so all tags of a picture together vote for their game. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/games/kiosk_game.h"

/* A game that pieces belong to: a code without its piece. */
struct known_game {
	struct code code;
	const struct game *game;
	const struct tagged_pieces *tagged; /* NULL: its pieces have no tags */
	char text[CODE_TEXT];               /* the first code of the game that was met */
	uint8_t text_piece;                 /* the piece of that code */
	bool met;                           /* given, or seen in a picture: not only listed in the manifest */
};

struct known_games {
	GArray *games;                    /* struct known_game */
	GHashTable *by_id;                /* code without its piece, to number + 1 */
	GArray *pieces;                   /* all pieces with tags */
	GHashTable *by_tag;               /* tag to the number + 1 of the last piece added with it */
	const struct code_key *key;       /* or NULL */
	const struct known_games *listed; /* those of an event, shared and never changed here; or NULL */
	unsigned guesses;                 /* pictures with enough unknown tags to find a listed game by chance */
};

/* A picture's tagged pieces of one game. */
struct hand {
	unsigned game;
	unsigned pieces;           /* how many there are */
	GArray *strangers;         /* uint16_t: tags that are not of a known game, sorted */
	int8_t holder[TAGGED_MAX]; /* of each piece: see kiosk_game.h; HELD_BY_NOBODY: not in the picture */
};

#define HAND_HAS(hand, piece) ((hand)->holder[piece] != HELD_BY_NOBODY)
#define KNOWN_GAME(known, i)  (&g_array_index((known)->games, struct known_game, i))

/* `key` may be NULL; otherwise it must outlive the list. */
void known_games_init(struct known_games *known, const struct code_key *key);
void known_games_finish(struct known_games *known);

/* The number of the game of a code that game_of_code() accepts; it is added if it is new. `met` as above. */
unsigned known_games_add(struct known_games *known, const struct code *code, const char *text, bool met);

/* The number of a code's game; -1 if it is not known. */
int64_t known_games_find(const struct known_games *known, const struct code *code);

/* The first pass over all pictures: adds the games of their codes and forms, and the listed games that their tags vote
 * for. A game of `listed` is added only if at most as many tags are left over as are of it: of a thousand random tags,
 * about three are of any table. */
void hands_meet(struct known_games *known, const struct sight *sight);

/* The second pass, picture by picture: its hands (struct hand), to be freed with hands_free(). Strangers are listed
 * with the largest hand. Empty if no game is known. */
GArray *hands_of(struct known_games *known, const struct sight *sight);
void hands_free(GArray *hands);

/* Looks again at a hand: `others` is what all pictures of the game show. So a close-up without a strip belongs to the
 * pile that it shows a part of, and what another picture shows with another player is not one player's pile. */
void hand_ask_others(
	const struct known_games *known, const struct sight *sight, const struct hand *others, struct hand *hand);

/* Names the piece of a tag; false if the hand does not have it. */
bool hand_name(const struct known_games *known, const struct hand *hand, uint16_t tag, char name[TAGGED_NAME]);

/* Adds one hand to another of the same game. A picture that shows the holder of a piece counts more than one that does
 * not; if two show different players, the piece stays in doubt. */
void hand_merge(struct hand *into, const struct hand *from);
void hand_init(struct hand *hand, unsigned game);
void hand_finish(struct hand *hand);
