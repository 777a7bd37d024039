/* SPDX-License-Identifier: MIT
 * A kit: everything that an event prints, from one small file. A kit that was read is completely valid, so that making
 * it can fail only for lack of disk space or memory. Rounds and tables count from 1. The spares of a round have the
 * table numbers after its last table. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "gen/press/printed_game.h"
#include "layouts/problems.h"
#include "scoring/limit.h"
#include "scoring/rules.h"

#define KIT_ROUNDS_MAX CODE_ROUND_MAX
#define KIT_TABLES_MAX CODE_TABLE_MAX
#define KIT_NAME_CHARS 80 /* of a person */
#define KIT_COMMITMENT 65 /* 64 hexadecimal digits and the end */
#define KIT_VERSION    2  /* of new kits: see kit_begin() */

#define KIT_MANIFEST "manifest.json"
#define KIT_CSV      "manifest.csv"
#define KIT_FIRST    "0-order-of-printing.pdf" /* to be opened first: its name sorts first */

struct kit_round {
	const struct game *game;
	unsigned tables, spares;
	uint8_t *players;                         /* of each table and spare, from table 1 */
	uint32_t count;                           /* games, pads or card sides per table */
	bool duplicate;                           /* all tables play the same seeds */
	bool pieces;                              /* packets hold every piece of the game */
	unsigned filter;                          /* version of the filter that chose the seeds */
	struct option_value option[GAME_OPTIONS]; /* the game's own */
	uint8_t house[HOUSE_RULES];               /* which value of each house rule */
	char **names;                             /* PLAYERS_MAX per table, see kit_seat(); NULL if nobody is known */
	uint64_t *seeds;                          /* `count` per table; see kit_choose_seeds() */
	/* The solution of each seed, or of those of table 1 if all tables play the same. NULL if the game has no
	 * solver. See kit_solve(). */
	char (*solved)[SOLVED_TEXT];
};

struct kit {
	char *name, *date, *url, *key_file, *salt; /* all but the name may be NULL */
	const struct paper *paper;
	enum ink ink;
	enum backs backs;
	uint64_t seed;
	bool seed_given;
	/* 1, or 0 if it is not given: the seeds of tables are derived from the kit's seed only. 2: if it has a key,
	 * they are derived from that too, and the definition has the key's hash. */
	unsigned version;
	char key_hash[KIT_COMMITMENT]; /* "" until it is known */
	bool bundled;                  /* one document per round, not one per table */
	const struct code_key *key;
	struct code_key key_bytes;
	unsigned rounds;
	struct kit_round round[KIT_ROUNDS_MAX]; /* round 1 first */
};

/* An amount of paper, and the work that it takes. */
struct kit_amount {
	unsigned files, pages;
	unsigned sheets;     /* of paper */
	unsigned cut, glued; /* sheets to be cut, and to be glued, before the game */
	size_t pieces;       /* with a code */
	bool two_sided;      /* some of it is printed on both sides of the paper */
};

struct kit_totals {
	/* The packets of each round with its spares, by its number; 0: the event's own files. */
	struct kit_amount round[KIT_ROUNDS_MAX + 1];
	struct kit_amount all;
};

/* Reads a kit from the text of its file, or from the file. False after adding every problem that was found, with its
 * line and with "group", "key" and "round" as arguments. In both cases kit_finish() ends the kit. */
bool kit_parse(struct kit *kit, const char *text, size_t length, struct problems *problems);
bool kit_read(struct kit *kit, const char *file, struct problems *problems);

/* The same from JSON: {"event": {key: value, ...}, "rounds": [{key: value, ..., "rules": {name: value}}, ...]}. A value
 * is a text, a whole number, or true and false for yes and no. `players` of a round may list those of each table;
 * `people`, instead of `players`, are divided among tables. */
bool kit_read_json(struct kit *kit, json_t *definition, struct problems *problems);
void kit_finish(struct kit *kit);

/* Draws a seed, and sets the newest version, unless the kit has them. Not for the definition of a kit that was printed
 * already. */
void kit_begin(struct kit *kit);

/* Gives a kit the event's key. False if the kit has the hash of another key. */
bool kit_take_key(struct kit *kit, const struct code_key *key);

/* Whether the seed that a kit gives is easy to guess. Then sets *warning, a whole sentence. */
bool kit_seed_warning(const struct kit *kit, struct message *warning);

/* The definition of a kit in canonical form, which is the text of a kit file too; to be freed. The commitment is its
 * hash. If the kit has a key, both need it: see kit_take_key(). */
char *kit_definition(const struct kit *kit);
void kit_commitment(const struct kit *kit, char hex[KIT_COMMITMENT]);

/* Counts what a kit will print, without drawing it. Needs neither seeds nor a key, because no seed changes the number
 * of pages. `kit->bundled` changes only the number of files. Takes some milliseconds for hundreds of tables. */
void kit_count(const struct kit *kit, struct kit_totals *totals);

/* The sheets of paper that the kit would take if its backs were printed this way. */
unsigned kit_sheets(const struct kit *kit, enum backs backs);

/* Adds `more` to `sum`. */
void kit_amount_add(struct kit_amount *sum, const struct kit_amount *more);

/* The characters in the kit's texts and names that no installed font has; see shaper_missing(). To be freed. Also "" if
 * no font can be loaded, which is reported when the kit is made. */
char *kit_missing(const struct kit *kit);

/* The steps of making a kit. */
enum kit_step { KIT_STEP_SEEDS, KIT_STEP_LAYOUTS, KIT_STEP_PAGES, KIT_STEPS };
extern const char *const kit_step_names[KIT_STEPS]; /* "seeds", "layouts" and "pages" */

/* How the work on a kit is done, and its progress. */
struct kit_work {
	unsigned jobs;             /* threads or processes at once, at least 1 */
	bool force;                /* replaces files of the folder even if Seedpress did not make them */
	const struct limit *limit; /* stops the work; or NULL */
	/* Called from time to time; or NULL. */
	void (*progress)(void *data, enum kit_step step, unsigned done, unsigned all);
	void *data;
	enum kit_step step; /* the current one */
};

/* Reports the progress of the current step: a callback for parallel_run() and processes_run(). */
void kit_work_progress(void *work, unsigned done, unsigned all);

/* Derives the seeds of all tables from the event's. False after setting *problem, which is "interrupted" if the limit
 * was over. */
bool kit_choose_seeds(struct kit *kit, struct kit_work *work, struct problem *problem);

/* Gives a table another number of players, and the seeds that the kit has for it then: from a random stream of its own
 * for each number, so that they follow from the definition (and the key) as all others do; back at the number in the
 * definition they are the first ones. In a duplicate round they are the round's seeds if the filter grants these for
 * the new number too, else one choice for all tables of this number. The kit is as it was read; only this table gets
 * its seeds. */
void kit_resize_table(struct kit *kit, unsigned n, unsigned table, uint8_t players);

/* Solves the layouts of all seeds for the organiser's key. False likewise. */
bool kit_solve(struct kit *kit, struct kit_work *work, struct problem *problem);

/* Makes the kit in an existing folder: all of its files, or none after setting *problem. The kit must have its seeds
 * and be solved. Fails if a file that Seedpress did not make would be replaced. */
bool kit_make(const struct kit *kit, const char *folder, struct kit_work *work, struct problem *problem);

/* Removes a folder and the files in it. */
void kit_remove_folder(const char *folder);

/* Most people of a round: about as many as fit at 4095 tables of five. */
#define KIT_PEOPLE_MOST 20000

/* Divides people among tables of sizes that a game allows, close to its usual number of players. Adds the players of
 * each table to `tables`, the largest first. Returns how many people are left over: as few as possible, or all of them
 * if they do not fill one table. */
unsigned kit_split(const struct game *game, unsigned people, GByteArray *tables);

/* In words: "12 tables for 4, 2 tables for 3". To be freed. */
char *kit_tables(const struct kit_round *round);

/* The option byte of the codes of a round: from its options and its house rules. */
uint8_t kit_code_option(const struct kit_round *round);

/* The first of the seeds of a table. */
static inline uint64_t *
kit_seeds_at(const struct kit_round *round, unsigned table)
{
	return round->seeds + (size_t)(table - 1) * round->count;
}

/* The solutions of the seeds of a table. */
static inline char (*kit_solved_at(const struct kit_round *round, unsigned table))[SOLVED_TEXT]
{
	return round->solved + (round->duplicate ? 0 : (size_t)(table - 1) * round->count);
}

static inline unsigned
kit_all_tables(const struct kit_round *round)
{
	return round->tables + round->spares;
}

/* The name of the person at a seat (from 0) of a table, or NULL. */
static inline const char *
kit_seat(const struct kit_round *round, unsigned table, unsigned seat)
{
	return round->names == NULL || seat >= PLAYERS_MAX ? NULL
							   : round->names[(size_t)(table - 1) * PLAYERS_MAX + seat];
}

/* Whether anybody sits at a table. */
bool kit_is_seated(const struct kit_round *round, unsigned table);

/* Assigns a seat below PLAYERS_MAX, of a table or a spare, to a name of at most KIT_NAME_CHARS printable characters, or
 * to nobody (NULL). */
void kit_seat_set(struct kit_round *round, unsigned table, unsigned seat, const char *name);
