/* SPDX-License-Identifier: MIT
 * A game as it is printed: a const table for each game. It says how layouts
 * look, which pages are printed, which layouts pass the filter, what a kit says
 * about them, how they are analysed, and which options the game has. A game
 * leaves out what it does not need. See gen/games/null for a template. */
#pragma once

#include <jansson.h>

#include "gen/press/press.h"
#include "gen/press/study.h"
#include "scoring/rules.h"

/* What an option decides, and therefore which commands accept it: each command also accepts the options
 * of the lines above it. */
enum option_effect {
	OPTION_LAYOUT, /* the layout of a seed: analyse */
	OPTION_SEEDS,  /* which seeds are drawn: code */
	OPTION_PIECES, /* how pieces are made: kit files */
	OPTION_SINGLE, /* a flag: one card per page, for a print shop: print */
};

enum option_kind { OPTION_FLAG, OPTION_NUMBER, OPTION_CHOICE };

/* An option of a game's own: --NAME on a command line, and a key in a round of a kit file. */
struct game_option {
	const char *name; /* NULL ends the list */
	enum option_effect effect;
	enum option_kind kind;
	uint8_t code;             /* of a flag: the option that it sets in the code, or 0 */
	uint32_t most;            /* of a number, which starts at 0 */
	const char *const *words; /* of a choice: the first is the default; ended by NULL */
	const char *value;        /* the name of its value in the help: "N" */
	const char *help;         /* one line */
	const char *about;        /* sentences for the manual page, in roff */
};

/* For every game with cards. */
#define OPTION_SINGLE_CARDS \
	{ \
		.name = "single", .effect = OPTION_SINGLE, .kind = OPTION_FLAG, \
		.help = "for a print shop: one card per page, 3 mm bleed", \
		.about = "For a print shop: one card per page, with 3 mm of bleed and a TrimBox.", \
	}

/* What --count counts, and how many a table gets per round if a kit file can say so. */
struct game_count {
	const char *what; /* "games" */
	const char *key;  /* "sides"; NULL: always one */
	uint32_t usual, most;
	const char *about; /* as above */
};

/* How the piece of a code is shown alone on a screen. */
struct shown_piece {
	struct rect area; /* of its page */
	unsigned page;    /* of the plan of its game */
	bool single;      /* with a plan of single cards */
};

/* Bytes of what the organiser's key says of a solved layout, with the terminating NUL. It follows the last line of the
 * layout, and the longest that a game says now is "solo 36, winning bid 12". A kit keeps it for every layout. */
#define SOLVED_TEXT 64

struct printed_game {
	const struct game *game;

	/* Adds the game's own members to `object`. */
	void (*json)(const void *layout, const struct code *code, json_t *object);

	/* Adds a picture of the code's piece and what belongs to it, 80 columns wide. */
	void (*text)(const void *layout, const struct code *code, GString *out);

	/* Adds the pages of a job: what the seed decides, and with job->pieces all the rest. The
	 * job outlives the plan. */
	void (*plan)(const struct print_job *job, struct page_plan *plan);

	/* Changes how the piece of a code is shown. By default it is the whole area of the first
	 * page with a white rim. */
	void (*show)(const struct code *code, const struct form *form, struct shown_piece *shown);

	/* The colour of a player's pieces on screens; NULL if they have none. */
	uint32_t (*seat_colour)(const struct code *code, unsigned seat);

	/* If a layout is for any number of players, the most that may be asked for; else 0. */
	uint8_t players_most;

	struct game_option option[GAME_OPTIONS + 1];
	struct game_count count;

	/* The version of the filter, for manifests; 0 if every layout passes. It is raised when
	 * other seeds would be chosen. The version before filter_house is the same filter, but
	 * always under the usual rules; filter_house is 0 if there was no such version. */
	unsigned filter, filter_house;

	/* Whether a layout is worth printing under the given house rules, and whether one that is
	 * also meets the options. Thread-safe. */
	bool (*passes)(const void *layout, const uint8_t house[HOUSE_RULES]);
	bool (*grants)(
		const void *layout, const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES]);

	/* How the game is shown on the pages of a kit. */
	enum symbol_id symbol;
	uint32_t colour;
	const char *paper;              /* what to print it on */
	const char *paper_seed;         /* the same for the seed's pieces alone; NULL: the same */
	const char *needed;             /* what players need besides a pen */
	const char *needed_whole;       /* the same if every piece is printed; NULL: the same */
	const char *house[HOUSE_RULES]; /* each house rule in words, when it is not the usual one */

	/* What the organiser's key says about a layout: this many lines, each ended by a newline,
	 * and an explanation of their letters. */
	unsigned brief_lines;
	const char *legend;
	void (*brief)(const void *layout, GString *out);

	/* What the organiser's key adds if it takes a solver. "" when memory runs out. Thread-safe. */
	void (*solve)(const void *layout, const uint8_t house[HOUSE_RULES], char words[SOLVED_TEXT]);

	/* Answers one question about one layout: members, text and charts. Text of the charts
	 * follows the game's own, and their JSON its members, automatically. */
	void (*study)(const struct study_question *question, struct study_findings *findings);

	/* Adds the figures of one layout among many to the charts, as fast as possible. False when the
	 * limit was over before the layout was done; see printed_game_survey(). It must not matter
	 * which layouts came before, but tables may be kept from one to the next: processes share a
	 * survey, not threads. Charts and series are in the order they are first named. */
	bool (*survey)(const struct study_question *question, struct charts *charts);
};

/* All tables, ended by NULL. */
extern const struct printed_game *const printed_game_registry[];

/* The table of a game: the newest that was written for its version or one before. Every registered
 * game has one. */
const struct printed_game *printed_game_of(const struct game *game);

/* The option bits of the code that the given options set. */
uint8_t printed_game_code_option(const struct printed_game *printed, const struct option_value option[GAME_OPTIONS]);

/* Adds a problem for what cannot be printed: codes_check(), and the number of players if that does not
 * check it. */
bool printed_game_check(const struct codes *codes, struct problems *problems);

/* Adds the figures of one layout among many, or nothing: false when the limit was over before the layout was done. */
bool printed_game_survey(
	const struct printed_game *printed, const struct study_question *question, struct charts *charts);

/* How the piece of a code is shown. */
void printed_game_show(const struct game *game, const void *layout, const struct code *code, struct shown_piece *shown);
