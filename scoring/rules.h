/* SPDX-License-Identifier: MIT
 * A game's rule book: a layout and a result give a score, or all that is wrong
 * with the result. One const table a game; null.c is the template. Scoring is
 * pure: it touches no file, clock or float. */
#pragma once

#include "layouts/game.h"
#include "scoring/json.h"

#define PLAYERS_MAX 6   /* of any game */
#define NAME_BYTES  241 /* 80 characters of three bytes, and the end */
#define LINES_MAX   24  /* lines of a player's score; coupons has the most, 12 */
#define HOUSE_RULES 2   /* of one game */
#define SOLO_RANKS  5   /* of a solo game, the lowest included */

/* The people of a result, in the order given; player 0 has seat or sheet A. */
struct players {
	uint8_t count;
	char name[PLAYERS_MAX][NAME_BYTES]; /* "" when none was given */
};

struct score_line {
	struct phrase name; /* its texts live as long as the program */
	int points;
	int count; /* how many of them made the points, 0 if that means nothing */
};

struct player_score {
	int total;      /* always the sum of its lines */
	unsigned place; /* 1 for the winners; ties share: 1, 1, 3 */
	unsigned lines;
	struct score_line line[LINES_MAX];
};

struct score {
	unsigned players;
	int rank;             /* of a solo game, below SOLO_RANKS; otherwise -1 */
	const uint8_t *scale; /* of a solo game: the points at which each rank starts */
	struct player_score player[PLAYERS_MAX];
};

/* A named house rule; its first value is the default. Values are integers if `integer` says
 * so, otherwise strings. */
struct house_rule {
	const char *name;
	bool integer;
	const char *value[2];
	uint8_t option; /* bit of a code's option: the second value is printed; 0 if there is no such bit */
};

/* A house rule as someone chose it. */
struct house_choice {
	const char *name;
	const char *value; /* a string, or the digits of an integer; NULL when it is neither */
	bool integer;
};

struct rules {
	const struct game *game;
	bool needs_code;                      /* a result without its code says too little */
	struct phrase tie;                    /* who wins on equal points; NULLs if the win is shared */
	struct house_rule house[HOUSE_RULES]; /* ends at a NULL name */

	/* Reads this game's own members of a result whose players and house rules have been read. Adds a problem for
	 * everything that is not a valid result; score() then adds those that are against the rules. It is called in
	 * any case, so that one answer names all problems. */
	void (*read)(const struct node *json, void *result, struct problems *problems);

	/* Writes the members that read() reads: those of the result, and those of one of its players, into objects
	 * that are open already. NULL if the game has no members of its own there. */
	void (*write)(const void *result, struct text *text);
	void (*write_player)(const void *result, unsigned player, struct text *text);

	/* Scores a result; `layout` is NULL if there is no code. There is no score if there is any problem. */
	void (*score)(const void *layout, const void *result, struct score *score, struct problems *problems);

	/* Explains the points of a line of a score. `layout` as for score(). NULL for a game without reasons. */
	void (*reason)(const void *layout, const void *result, const struct score *score, unsigned player,
		const struct score_line *line, struct message *reason);

	/* Adds problems that do not prevent a score but that a kiosk asks about. Called for a game that was played and
	 * has a score; `event` if it was at a table of an event. `layout` as for score(). NULL if there are none. */
	void (*check)(const void *layout, const void *result, bool event, struct problems *problems);

	/* The number of players with which fewer points win; 0 if more points always win. */
	unsigned fewer_wins;
};

enum ruling_kind {
	RULING_NONE,
	RULING_LOST,    /* pieces that are unassigned */
	RULING_FORFEIT, /* a player gave the game up */
	RULING_NO_SHOW, /* a player did not come */
	RULING_LATE,    /* a player came late */
	RULING_DROPPED, /* a player left the event */
	RULING_KINDS
};

/* What an organiser decided about a game, see ruling.h. */
struct ruling {
	uint8_t kind;    /* enum ruling_kind */
	uint8_t players; /* the players it is about, one bit per player */
	bool unplayed;   /* there was no game: nothing of a result but its players is read */
	uint16_t points; /* penalty of those who came late; in an unplayed game, points of those who did come */
	uint8_t lost;    /* number of lost pieces in the result, counted by the game's read() */
};

/* Every result starts with these. */
struct result {
	struct players players;
	uint8_t house[HOUSE_RULES]; /* which value of each house rule */
	struct ruling ruling;
};

/* Bytes of any result; align it like max_align_t. */
#define RESULT_MAX 8192

/* Write this next to every rule book: a result that is too large then does not compile. */
#define RULES_RESULT_FITS(type) _Static_assert(sizeof(type) <= RESULT_MAX, "RESULT_MAX has no room for this result")

/* All rule books, ended by NULL. */
extern const struct rules *const rules_registry[];

/* The rule book of a game that serves its version, see game_serves(); NULL when there is none. */
const struct rules *rules_of(const struct game *game);

/* The rule book of the newest version of a game, or NULL. */
const struct rules *rules_by_id(const char *id);

/* The house rules that are printed on the paper of a code with this option; and the option for house rules that are to
 * be printed. */
void rules_printed(const struct rules *rules, uint8_t option, uint8_t house[HOUSE_RULES]);
uint8_t rules_option(const struct rules *rules, const uint8_t house[HOUSE_RULES]);

/* Whether fewer points win in a game of this many players. */
bool rules_fewer_wins(const struct rules *rules, unsigned players);

/* "A" for player 0, and so on. */
const char *player_letter(unsigned player);

/* The name of a player, or else "player A", as an argument of a message; and the same at the start of a sentence. */
#define ARG_PLAYER(key, players, player) \
	ARG_NAMED(key, (players)->name[player], SAY("player", "player {letter}"), player_letter(player))
#define ARG_PLAYER_FIRST(key, players, player) \
	ARG_NAMED(key, (players)->name[player], SAY("player-first", "Player {letter}"), player_letter(player))
#define ARG_NAMED(key, named, say, letter) \
	((named)[0] != '\0' ? ARG_TEXT(key, named) : ARG_PHRASE(key, say, ARG_TEXT("letter", letter)))

/* An empty score for this many players. */
void score_init(struct score *score, unsigned players);

/* Adds a line to a player's score and its points to the total, unless both points and count are 0. */
void score_add(struct player_score *player, struct phrase name, int points, int count);

/* Gives places by total; `most` says whether more is better. A game with tie breaks of its own
 * passes them in `breaks` (more is better), one a player, else NULL. */
void score_places(struct score *score, bool most, const int *breaks);
