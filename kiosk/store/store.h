/* SPDX-License-Identifier: MIT
 * What the kiosk keeps: results, the event, its people, and who changed what.
 * One SQLite file, or a PostgreSQL database that several kiosks share; callers
 * cannot tell which. Results are appended and never overwritten. A call that
 * says STORE_OK has its change on disk; any other answer changed nothing.
 * Any thread may call; calls may wait for the disk. */
#ifndef SEEDPRESS_KIOSK_STORE_STORE_H
#define SEEDPRESS_KIOSK_STORE_STORE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

enum store_status {
	STORE_OK,
	STORE_TWICE,    /* this submission is stored already: the first one counts */
	STORE_USED,     /* this submission is stored already, with something else in it */
	STORE_STALE,    /* what the decision was made on has changed: look and decide again */
	STORE_TAKEN,    /* the table has its result: only the organiser can change it */
	STORE_UNKNOWN,  /* there is no such thing */
	STORE_UNSEATED, /* nobody has a seat in this round: only the organiser enters its results */
	STORE_CLOSED,   /* casual results are not taken, or no more of them */
	STORE_REFUSED,  /* against what is stored: the problem says what */
	STORE_TROUBLE,  /* disk full, database locked or gone: try again */
};

enum entry_kind {
	ENTRY_RESULT,     /* entered by the players */
	ENTRY_CORRECTION, /* by the organiser: counts in place of what was there */
	ENTRY_WITHDRAWN,  /* by the organiser: the table is open again */
};

/* Characters of a reason. */
#define ENTRY_WHY_CHARS 1000

/* Bytes of texts, their ends included; a character of a reason has up to four. */
#define ENTRY_SUBMISSION 64
#define ENTRY_WHO        256
#define ENTRY_WHY        (4 * ENTRY_WHY_CHARS + 1)

/* One entry. Those that the store answers with are one block of memory with their texts: g_free() frees them. The same
 * holds for the records below, and for their copies. */
struct entry {
	int64_t id;   /* grows; given by the store */
	int64_t when; /* milliseconds since 1970; given by the store */
	enum entry_kind kind;
	const char *submission; /* chosen by who submits, the same when it is sent again */
	const char *play;       /* the code of piece 0 with its dashes: which game, round and table */
	const char *game;       /* its id */
	unsigned round, table;
	bool event;         /* a table of the event: it has one result. Otherwise casual: any number. */
	const char *who;    /* "table 3 (Ana, Bo)", "organiser" */
	const char *why;    /* of a correction; "" otherwise */
	const char *result; /* JSON as `score` reads it; "" of a withdrawal */
	const char *score;  /* JSON as `score` answers it; "" of a withdrawal */
	bool changed;       /* on the disk, since it was stored; set by the store */
};

struct person {
	int64_t id; /* 0: new */
	const char *name;
	const char *club; /* or "" */
	bool gone;        /* takes part no more; what was played stays */
	bool here;        /* has checked in; see store_here_set() */
};
struct person *person_copy(const struct person *person);

struct seat {
	unsigned round, table;
	unsigned seat; /* 0 is A */
	int64_t person;
};

/* A piece that the event printed. */
struct printed {
	const char *code; /* with its dashes */
	const char *play; /* the code of piece 0 */
	const char *game;
	unsigned round, table;
	int seat; /* 0 is A; -1: belongs to the whole table */
	bool spare;
};
struct printed *printed_copy(const struct printed *printed);

/* Something the organiser changed. `what` is in English: "seated round 2"; `says` and `arguments` say the same as
 * data, {"round":2}, and are "" of changes that were stored by programs of before. */
struct change {
	int64_t id, when;
	const char *who, *what, *why;
	const char *says;      /* the id of the message in `what`, or "" */
	const char *arguments; /* its arguments as JSON, or "" */
};

/* A small text by its name. */
struct setting {
	const char *name, *value; /* NULL: unset */
};

struct store;

/* Opens and, if it is new or older, sets up or migrates. A file that may not be written, or lies on a disk that is
 * full, is opened for reading: store_trouble() says so, and so does every attempt to write. `where` is a file, or
 * postgresql://... NULL after setting *problem. */
struct store *store_create(const char *where, struct problem *problem);
void store_destroy(struct store *store); /* NULL is fine */

/* What a problem of the store is about, for those who act upon it or give advice. */
enum store_fault {
	STORE_FAULT_NONE,
	STORE_FAULT_OTHER,
	STORE_FAULT_DAMAGED,
	STORE_FAULT_NEWER,  /* a newer program has made or changed it */
	STORE_FAULT_CLOSED, /* this user may not read or write it */
	STORE_FAULT_AWAY,   /* its server does not answer */
	STORE_FAULT_LOCKED,
	STORE_FAULT_FULL,
};
enum store_fault store_fault(const struct problem *problem);

/* Why nothing can be stored now, as far as is known, and *problem with it; STORE_FAULT_NONE: it can be. When the
 * database is away it cannot be read either. After damage was seen nothing is stored any more but what store_restore()
 * brings; opening a file checks all of its rows. Never waits. */
enum store_fault store_trouble(struct store *store, struct problem *problem);

/* The program is about to end: from now on nobody waits for a database that does not answer, or is
 * locked, longer than a moment. What goes on goes on. */
void store_begin_shutdown(struct store *store);

/* Called from a thread of the store whenever something changed, here or on another kiosk. Set it
 * once, before other threads use the store. */
void store_watch(struct store *store, void (*changed)(void *data), void *data);

/* All calls below set *problem unless they answer STORE_OK, or true; lists are GPtrArrays that free what is in them.
 * Files, addresses and what the database itself said are private arguments of a problem. */

/* What a decision was made on: the organiser's last change and, where it is about a round (not 0), the
 * last entry of that round. It is taken before looking. A call that is given one stores only while both
 * are still the last, in one transaction, and answers STORE_STALE otherwise; NULL: whatever is
 * there. `seated` may be set for a new result: it is stored only where somebody has a seat in its round, or the
 * event has no people at all. */
struct store_basis {
	int64_t change, entry;
	unsigned round;
	bool seated;
};
enum store_status store_basis(struct store *store, unsigned round, struct store_basis *basis, struct problem *problem);

/* Casual results are taken unless the setting STORE_CASUAL is STORE_CASUAL_OFF, and as many as
 * STORE_CASUAL_MOST in all. */
#define STORE_CASUAL      "casual"
#define STORE_CASUAL_OFF  "no"
#define STORE_CASUAL_MOST 100000

/* Appends. *stored (may be NULL) is what counts now: the new entry; with STORE_TWICE the one of the
 * first time; with STORE_USED that one, too; with STORE_TAKEN the table's. id and when of `entry` are not looked at. */
enum store_status store_add(struct store *store, const struct entry *entry, const struct store_basis *basis,
	struct entry **stored, struct problem *problem);

/* The entry that counts for a play of the event, or the last one of a casual play; STORE_UNKNOWN
 * where there is none. */
enum store_status store_current(struct store *store, const char *play, struct entry **entry, struct problem *problem);
enum store_status store_entry(struct store *store, int64_t id, struct entry **entry, struct problem *problem);

/* Every entry of a play, the oldest first; of all plays (`play` NULL), the newest first, at most
 * `most`. */
enum store_status store_history(
	struct store *store, const char *play, unsigned most, GPtrArray **entries, struct problem *problem);

/* The entries that count for tables of the event: one a play, withdrawn ones left out. */
enum store_status store_results(struct store *store, GPtrArray **entries, struct problem *problem);

/* Results that count, of the event and casual ones, before an id, the newest first. */
enum store_status store_results_before(
	struct store *store, int64_t id, unsigned most, GPtrArray **entries, struct problem *problem);

/* Entries by the hundred thousand, some at a time, as they were when the walk began, though others
 * are stored meanwhile; nothing is held between two steps. */
enum store_walk_of {
	WALK_ALL,    /* the oldest first */
	WALK_COUNTS, /* as store_results() has them: by round and table */
	WALK_CASUAL, /* casual results, the oldest first */
};
struct store_walk {
	int64_t end; /* the last entry that belongs to it */
	int64_t id;  /* where it is */
	unsigned round, table;
};
enum store_status store_walk_begin(struct store *store, struct store_walk *walk, struct problem *problem);

/* The next ones, at most `most`; none are the end, after which it may begin with others. */
enum store_status store_walk(struct store *store, enum store_walk_of of, unsigned most, struct store_walk *walk,
	GPtrArray **entries, struct problem *problem);

/* Settings: small texts by name. *value is NULL where there is none; NULL to unset. Those whose
 * change people should see pass `who`; then it is among the changes, without the value. */
enum store_status store_setting(struct store *store, const char *name, char **value, struct problem *problem);
enum store_status store_set(
	struct store *store, const char *name, const char *value, const char *who, struct problem *problem);

/* The same of a setting that may be lost: it waits a second at most for others who write. */
enum store_status store_set_soon(struct store *store, const char *name, const char *value, struct problem *problem);

/* Several at once, all or none; `who` as above. */
enum store_status store_set_all(struct store *store, const struct setting *settings, size_t count,
	const struct store_basis *basis, const char *who, struct problem *problem);

/* All settings whose names begin so (letters and slashes), struct setting. */
enum store_status store_settings(
	struct store *store, const char *beginning, GPtrArray **settings, struct problem *problem);

/* The event. Importing sets the manifest's head (JSON without its pieces), which is the setting
 * STORE_MANIFEST from then on, its key (STORE_KEY; NULL: none) and all pieces at once; refused
 * while entries of other plays than these count. */
#define STORE_MANIFEST "manifest"
#define STORE_KEY      "key"
enum store_status store_import(struct store *store, const char *head, const char *key, const GPtrArray *pieces,
	const char *who, struct problem *problem);
enum store_status store_pieces(struct store *store, GPtrArray **pieces, struct problem *problem);

/* People, by name. `people` of store_people_set() without id are added, with id changed. */
enum store_status store_people(struct store *store, GPtrArray **people, struct problem *problem);
enum store_status store_people_set(struct store *store, const GPtrArray *people, const struct store_basis *basis,
	const char *who, struct problem *problem);

/* Checks people in, by their ids (int64_t), or says that they are not here. */
enum store_status store_here_set(
	struct store *store, const GArray *ids, bool here, const char *who, struct problem *problem);

/* Takes people off the list, with their seats; all of them or none. Refused where one of them sits at a table
 * that has a result. */
enum store_status store_people_delete(struct store *store, const GArray *ids, const struct store_basis *basis,
	const char *who, struct problem *problem);

/* Seats of a round (0: of all), struct seat; setting replaces those of the round. Nobody sits
 * twice in a round. */
enum store_status store_seats(struct store *store, unsigned round, GArray **seats, struct problem *problem);
enum store_status store_seats_set(struct store *store, unsigned round, const GArray *seats,
	const struct store_basis *basis, const char *who, const char *why, struct problem *problem);

/* Who sits at a table: `seats` names and a NULL, "" where nobody does; for g_strfreev(). NULL where
 * there is trouble. */
char **store_seated(struct store *store, unsigned round, unsigned table, unsigned seats, struct problem *problem);

/* What the organiser changed, the newest first. */
enum store_status store_changes(struct store *store, unsigned most, GPtrArray **changes, struct problem *problem);

/* A number that grows with every change of anything; for caches and live pages. Never waits for
 * the disk. */
int64_t store_version(struct store *store);

/* Copies a store that may be in use into a new file that appears when it is whole; SQLite's own form for either kind.
 * If `sound`, only a copy that can be restored appears, and damage of the store itself has been seen from then on. */
bool store_backup(struct store *store, const char *file, bool sound, struct problem *problem);

/* Fills an empty store, or one that `force` says to replace. */
bool store_restore(struct store *store, const char *file, bool force, struct problem *problem);

/* The same at a place (NULL: the usual one), where nothing is made unless it succeeds, and what `force` replaces is
 * kept in a file next to it; one that is too damaged to be opened, too. *says tells what was restored. */
bool store_restore_at(const char *where, const char *file, bool force, struct message *says, struct problem *problem);

/* Looks at a backup as restoring it would; false after setting *problem where it would be
 * refused. */
struct store_findings;
bool store_copy_look(const char *file, struct store_findings *findings, struct problem *problem);

/* What a look at everything found. Zero it before the first use. */
struct store_findings {
	int64_t entries, people, pieces;
	int64_t last;      /* moment of the last entry or change, 0: none */
	int64_t unscored;  /* entries whose codes are another event's or newer than this program */
	unsigned damaged;  /* how many things are not as they were stored, */
	GPtrArray *damage; /* and the first of them, struct problem; NULL: none */
};
void store_findings_clear(struct store_findings *findings);

/* "12 entries, 4 people and 96 pieces, the last stored on 2026-11-16 at 17:03:22 UTC". */
void store_findings_say(const struct store_findings *findings, struct message *says);

/* Looks at everything that is stored, as of one moment: whether the file is sound, every row is as
 * it was written, no entry is missing, and every result is worth the score it was stored with.
 * STORE_OK tells that it could look; what it found is in `findings`. */
enum store_status store_verify(struct store *store, struct store_findings *findings, struct problem *problem);

/* Whether it can be written to now, and what it is, for `doctor`: "SQLite 3.40, 12 results". */
enum store_status store_probe(struct store *store, struct message *says, struct problem *problem);

#endif
