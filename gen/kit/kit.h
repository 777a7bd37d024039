/* SPDX-License-Identifier: MIT
 * A kit: everything that an event prints, from one small file. A kit that was
 * read is right in every part, so that making it can fail only for want of
 * disk or memory. Rounds and tables count from 1; the spares of a round are
 * the tables behind its last one. */
#ifndef SEEDPRESS_GEN_KIT_KIT_H
#define SEEDPRESS_GEN_KIT_KIT_H

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
#define KIT_FIRST    "0-order-of-printing.pdf" /* what a person opens first: so it sorts */

struct kit_round {
	const struct game *game;
	unsigned tables, spares;
	uint8_t *players;                         /* of each table and spare, from table 1 */
	uint32_t count;                           /* games, pads or card sides a table */
	bool duplicate;                           /* all tables play the same seeds */
	bool pieces;                              /* packets hold every piece of the game */
	unsigned filter;                          /* version of the filter that chose the seeds */
	struct option_value option[GAME_OPTIONS]; /* the game's own */
	uint8_t house[HOUSE_RULES];               /* which value of each house rule */
	char **names;                             /* PLAYERS_MAX a table, see kit_seat(); NULL where nobody is known */
	uint64_t *seeds;                          /* `count` a table; see kit_choose_seeds() */
	/* What was thought out about each seed, or about table 1's where all play the same; NULL
	 * where the game has nothing to think about. See kit_solve(). */
	char (*solved)[SOLVED_TEXT];
};

struct kit {
	char *name, *date, *url, *key_file, *salt; /* all but the name may be NULL */
	const struct paper *paper;
	enum ink ink;
	enum backs backs;
	uint64_t seed;
	bool seed_given;
	/* 1, or 0 where it does not say: the seeds of tables follow from the kit's seed alone. 2: where it has
	 * a key they follow from that too, and the definition has the key's hash. */
	unsigned version;
	char key_hash[KIT_COMMITMENT]; /* "" until it is known */
	bool bundled;                  /* a document a round, not one a table */
	const struct code_key *key;
	struct code_key key_bytes;
	unsigned rounds;
	struct kit_round round[KIT_ROUNDS_MAX]; /* round 1 first */
};

/* Paper, and what has to be done with it. */
struct kit_amount {
	unsigned files, pages;
	unsigned sheets;     /* of paper */
	unsigned cut, glued; /* sheets to be cut, and to be glued, before anybody plays */
	size_t pieces;       /* with a code */
	bool two_sided;      /* some of it is printed on both sides of the paper */
};

struct kit_totals {
	/* The packets of each round with its spares, by its number; 0: the event's own files. */
	struct kit_amount round[KIT_ROUNDS_MAX + 1];
	struct kit_amount all;
};

/* Reads a kit from the text of its file, or from the file. False after adding every problem found, with its line and
 * with "group", "key" and "round" as arguments. Either way kit_finish() ends it. */
bool kit_parse(struct kit *kit, const char *text, size_t length, struct problems *problems);
bool kit_read(struct kit *kit, const char *file, struct problems *problems);

/* The same from JSON: {"event": {key: value, ...}, "rounds": [{key: value, ..., "rules": {name: value}}, ...]}. A value
 * is a text, a whole number, or true and false for yes and no. `players` of a round may list those of each table, and
 * `people` in its place are shared out to tables. */
bool kit_read_json(struct kit *kit, json_t *definition, struct problems *problems);
void kit_finish(struct kit *kit);

/* Makes a kit that was read a new one: draws a seed and takes the newest version where it has none. Not for
 * the definition of a kit that was printed. */
void kit_begin(struct kit *kit);

/* Gives a kit the event's key. False when it is not the key whose hash the kit has. */
bool kit_take_key(struct kit *kit, const struct code_key *key);

/* Whether a kit gives a seed that is easy to guess; sets *warning, a whole sentence. */
bool kit_seed_warning(const struct kit *kit, struct message *warning);

/* What the kit says, in one way for all kits that say the same: itself the text of a kit file. To
 * be freed. The commitment is its hash. Of a kit with a key both need the key: see kit_take_key(). */
char *kit_definition(const struct kit *kit);
void kit_commitment(const struct kit *kit, char hex[KIT_COMMITMENT]);

/* What a kit will print, without drawing anything: right after kit_parse() or kit_read(), before
 * seeds are chosen and whether or not there is a key, since no seed changes the number of pages.
 * `kit->bundled` decides the number of files, and nothing else here. Takes some milliseconds for
 * hundreds of tables. */
void kit_count(const struct kit *kit, struct kit_totals *totals);

/* Sheets of paper that the kit would take with its backs printed this way. */
unsigned kit_sheets(const struct kit *kit, enum backs backs);

/* Adds an amount to another. */
void kit_amount_add(struct kit_amount *sum, const struct kit_amount *more);

/* The characters in the kit's own texts and names that no installed face has; see shaper_missing(). To
 * be freed; "" too where no face can be loaded, which making the kit tells. */
char *kit_missing(const struct kit *kit);

/* What a kit is busy with. */
enum kit_step { KIT_STEP_SEEDS, KIT_STEP_LAYOUTS, KIT_STEP_PAGES, KIT_STEPS };
extern const char *const kit_step_names[KIT_STEPS]; /* "seeds", "layouts" and "pages" */

/* How the long work on a kit is done. */
struct kit_work {
	unsigned jobs;             /* threads or processes at once, at least 1 */
	bool force;                /* files of the folder are replaced, no matter who made them */
	const struct limit *limit; /* ends it; or NULL */
	/* Told of what is done, now and then; or NULL. */
	void (*progress)(void *data, enum kit_step step, unsigned done, unsigned all);
	void *data;
	enum kit_step step; /* that is being done; for kit_work_progress(), which is told and tells */
};

void kit_work_progress(void *work, unsigned done, unsigned all);

/* Draws the seeds of all tables from the event's. False after setting *problem: "interrupted" where the limit was
 * over. */
bool kit_choose_seeds(struct kit *kit, struct kit_work *work, struct problem *problem);

/* Thinks out what the organiser's key tells of the seeds; the same. */
bool kit_solve(struct kit *kit, struct kit_work *work, struct problem *problem);

/* Makes the kit in a folder that exists: all of its files, or none after setting *problem. It has its seeds and was
 * solved. What is there and was not made by Seedpress is in its way. */
bool kit_make(const struct kit *kit, const char *folder, struct kit_work *work, struct problem *problem);

/* Removes a folder and the files in it. */
void kit_remove_folder(const char *folder);

/* Most people of a round: as many as fit 4095 tables of five. */
#define KIT_PEOPLE_MOST 20000

/* Shares people out to tables of sizes that a game allows, close to the size it is usually played with: the players of
 * each table, the largest first, are added to `tables`. Returns how many people are left over, as few as can be: all
 * of them where not one table is full. */
unsigned kit_split(const struct game *game, unsigned people, GByteArray *tables);

/* In words: "12 tables for 4, 2 tables for 3". To be freed. */
char *kit_tables(const struct kit_round *round);

/* The option of the codes of a round: what its options ask for, and its house rules. */
uint8_t kit_code_option(const struct kit_round *round);

/* Where the n-th seed of a table is, and the number of players there. */
static inline uint64_t *
kit_seeds_at(const struct kit_round *round, unsigned table)
{
	return round->seeds + (size_t)(table - 1) * round->count;
}

/* What was thought out about the seeds of a table. */
static inline char (*kit_solved_at(const struct kit_round *round, unsigned table))[SOLVED_TEXT]
{
	return round->solved + (round->duplicate ? 0 : (size_t)(table - 1) * round->count);
}

static inline unsigned
kit_all_tables(const struct kit_round *round)
{
	return round->tables + round->spares;
}

/* Who sits at a seat (from 0) of a table, or NULL. */
static inline const char *
kit_seat(const struct kit_round *round, unsigned table, unsigned seat)
{
	return round->names == NULL || seat >= PLAYERS_MAX ? NULL
							   : round->names[(size_t)(table - 1) * PLAYERS_MAX + seat];
}

/* Whether anybody sits at a table. */
bool kit_is_seated(const struct kit_round *round, unsigned table);

/* Seats somebody by a name of at most KIT_NAME_CHARS printable characters, or nobody (NULL); at a
 * spare, too. The seat is below PLAYERS_MAX. */
void kit_seat_set(struct kit_round *round, unsigned table, unsigned seat, const char *name);

#endif
