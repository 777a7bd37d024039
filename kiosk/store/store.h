/* SPDX-License-Identifier: MIT
 * What the kiosk keeps: results, the event, its people, and who changed what. One SQLite file, or a PostgreSQL database
 * that several kiosks share; callers cannot tell which. Results are appended and never overwritten. When a call answers
 * STORE_OK its change is on disk; any other answer means that nothing was changed. Every function may be called from
 * any thread and may wait for the disk. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

enum store_status {
	STORE_OK,
	STORE_TWICE,    /* this submission is stored already, with the same content */
	STORE_USED,     /* this submission is stored already, with other content */
	STORE_STALE,    /* the basis of the decision has changed: read and decide again */
	STORE_TAKEN,    /* the table already has a result: only the organiser can change it */
	STORE_UNKNOWN,  /* it does not exist */
	STORE_UNSEATED, /* nobody is seated in this round: only the organiser enters its results */
	STORE_CLOSED,   /* casual results are switched off, or there are too many */
	STORE_REFUSED,  /* invalid, or in conflict with what is stored: see the problem */
	STORE_TROUBLE,  /* disk full, database locked or unreachable: try again */
};

enum entry_kind {
	ENTRY_RESULT,     /* entered by the players */
	ENTRY_CORRECTION, /* by the organiser: replaces the result before it */
	ENTRY_WITHDRAWN,  /* by the organiser: the table is open again */
};

#define ENTRY_WHY_CHARS 1000 /* most characters of a reason */

/* Sizes of texts in bytes, with their zero byte. */
#define ENTRY_SUBMISSION 64
#define ENTRY_WHO        256
#define ENTRY_WHY        (4 * ENTRY_WHY_CHARS + 1) /* a character has up to four bytes */

/* One entry. An entry that the store returns is one block of memory together with its texts, to be freed with g_free().
 * The same is true of the records below and of their copies. */
struct entry {
	int64_t id;   /* increasing; set by the store */
	int64_t when; /* milliseconds since 1970; set by the store */
	enum entry_kind kind;
	const char *submission; /* chosen by the sender, the same if it is sent again */
	const char *play;       /* the code of piece 0 with its dashes: which game, round and table */
	const char *game;       /* its id */
	unsigned round, table;
	bool event;         /* a table of the event: it has one result. Otherwise casual: any number. */
	const char *who;    /* "table 3 (Ana, Bo)", "organiser" */
	const char *why;    /* of a correction; "" otherwise */
	const char *result; /* JSON as `score` reads it; "" of a withdrawal */
	const char *score;  /* JSON as `score` answers it; "" of a withdrawal */
	bool changed;       /* the row does not match its hash; set by the store */
};

struct person {
	int64_t id; /* 0: new */
	const char *name;
	const char *club; /* or "" */
	bool gone;        /* has left for good; results stay */
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

/* Something the organiser changed. `what` is an English sentence: "seated round 2". `says` and `arguments` are the same
 * as data; they are "" for changes stored by older versions of this program. */
struct change {
	int64_t id, when;
	const char *who, *what, *why;
	const char *says;      /* the id of the message, or "" */
	const char *arguments; /* its arguments as JSON, like {"round":2}, or "" */
};

/* A short text with a name. */
struct setting {
	const char *name, *value; /* NULL: unset */
};

struct store;

/* Opens a database, and creates or migrates its tables if it is new or older. `where` is a file or postgresql://... A
 * file that may not be written, or is on a full disk, is opened for reading: store_trouble() and every attempt to write
 * say why. NULL after setting *problem. */
struct store *store_create(const char *where, struct problem *problem);
void store_destroy(struct store *store); /* NULL is fine */

/* The kinds of problems that callers act on or give advice about. */
enum store_fault {
	STORE_FAULT_NONE,
	STORE_FAULT_OTHER,
	STORE_FAULT_DAMAGED,
	STORE_FAULT_NEWER,  /* created or migrated by a newer version of this program */
	STORE_FAULT_CLOSED, /* no permission to read or write it */
	STORE_FAULT_AWAY,   /* the server does not answer */
	STORE_FAULT_LOCKED,
	STORE_FAULT_FULL,
};
enum store_fault store_fault(const struct problem *problem);

/* Why nothing can be written now, as far as is known, with *problem; STORE_FAULT_NONE if writing works. A database that
 * is away cannot be read either. Once damage was found nothing is written until a backup is restored; all rows of a
 * file are checked when it is opened. Never waits. */
enum store_fault store_trouble(struct store *store, struct problem *problem);

/* The program is about to end: from now on waits for a database that is locked or does not answer are short. */
void store_begin_shutdown(struct store *store);

/* Sets a callback that runs on a thread of the store after every change, by this kiosk or another one. To be set once,
 * before other threads use the store. */
void store_watch(struct store *store, void (*changed)(void *data), void *data);

/* All functions below set *problem unless they return STORE_OK or true. Lists are GPtrArrays that free their elements.
 * Files, addresses and messages of the database are private arguments of a problem. */

/* The state that a decision is based on: the organiser's last change and, if it is about a round (not 0), the last
 * entry of that round. It is read before anything else. A function that gets a basis writes only while both are still
 * the last ones, checked in the same transaction, and returns STORE_STALE otherwise; NULL skips the check. `seated` may
 * be set for a new result: it is stored only if somebody has a seat in its round, or if the event has no people at all.
 */
struct store_basis {
	int64_t change, entry;
	unsigned round;
	bool seated;
};
enum store_status store_basis(struct store *store, unsigned round, struct store_basis *basis, struct problem *problem);

/* Casual results are accepted unless the setting STORE_CASUAL is STORE_CASUAL_OFF, up to STORE_CASUAL_MOST of them. */
#define STORE_CASUAL      "casual"
#define STORE_CASUAL_OFF  "no"
#define STORE_CASUAL_MOST 100000

/* Appends an entry, whose id and time are ignored. *stored (may be NULL) is the new entry; after STORE_TWICE and
 * STORE_USED the earlier entry of this submission, after STORE_TAKEN the current one of the table. */
enum store_status store_add(struct store *store, const struct entry *entry, const struct store_basis *basis,
	struct entry **stored, struct problem *problem);

/* The current entry of a play of the event, or the last one of a casual play; STORE_UNKNOWN if there is none. */
enum store_status store_current(struct store *store, const char *play, struct entry **entry, struct problem *problem);
enum store_status store_entry(struct store *store, int64_t id, struct entry **entry, struct problem *problem);

/* The entries of a play, oldest first, or of all plays (`play` is NULL), newest first: `most` at most. */
enum store_status store_history(
	struct store *store, const char *play, unsigned most, GPtrArray **entries, struct problem *problem);

/* The current entries of the event, without withdrawn ones, by round and table. A play has at most one. */
enum store_status store_results(struct store *store, GPtrArray **entries, struct problem *problem);

/* Current results of the event and casual ones with smaller ids than `id`, newest first. */
enum store_status store_results_before(
	struct store *store, int64_t id, unsigned most, GPtrArray **entries, struct problem *problem);

/* Reads any number of entries in steps, as they were when the walk began. Entries may be added between steps, and no
 * transaction is kept open. */
enum store_walk_of {
	WALK_ALL,    /* oldest first */
	WALK_COUNTS, /* like store_results() */
	WALK_CASUAL, /* casual results, oldest first */
};
struct store_walk {
	int64_t end; /* id of the last entry that belongs to it */
	int64_t id;  /* its position: the last entry that was read */
	unsigned round, table;
};
enum store_status store_walk_begin(struct store *store, struct store_walk *walk, struct problem *problem);

/* The next entries, `most` at most. An empty list is the end; the same walk may then start with another `of`. */
enum store_status store_walk(struct store *store, enum store_walk_of of, unsigned most, struct store_walk *walk,
	GPtrArray **entries, struct problem *problem);

/* Settings. *value is NULL if there is none; storing NULL removes it. With `who` the change is listed among the
 * organiser's changes, without its value. */
enum store_status store_setting(struct store *store, const char *name, char **value, struct problem *problem);
enum store_status store_set(
	struct store *store, const char *name, const char *value, const char *who, struct problem *problem);

/* The same for a setting that may be lost: it waits at most a second for other writers. */
enum store_status store_set_soon(struct store *store, const char *name, const char *value, struct problem *problem);

/* Several at once, all or none. */
enum store_status store_set_all(struct store *store, const struct setting *settings, size_t count,
	const struct store_basis *basis, const char *who, struct problem *problem);

/* All settings whose names have this prefix (of letters and slashes): struct setting. */
enum store_status store_settings(
	struct store *store, const char *beginning, GPtrArray **settings, struct problem *problem);

/* The event. An import replaces the manifest's head (JSON without its pieces; the setting STORE_MANIFEST), its key
 * (STORE_KEY; NULL: none) and all pieces in one transaction. It is refused while there are current entries of plays
 * that are not among the pieces. */
#define STORE_MANIFEST "manifest"
#define STORE_KEY      "key"
enum store_status store_import(struct store *store, const char *head, const char *key, const GPtrArray *pieces,
	const char *who, struct problem *problem);

/* A table that is printed again, or takes another number of players. */
struct table_change {
	const char *head; /* of the manifest, with this change */
	unsigned round, table, players;
	const GPtrArray *pieces; /* struct printed, instead of those the table had; NULL: it keeps them */
};

/* Changes a table in one transaction. People on seats that it does not have any more lose them. Refused if the table
 * has a result. */
enum store_status store_table_set(struct store *store, const struct table_change *change,
	const struct store_basis *basis, const char *who, struct problem *problem);
enum store_status store_pieces(struct store *store, GPtrArray **pieces, struct problem *problem);

/* People, ordered by name. store_people_set() adds those without an id and changes the others. */
enum store_status store_people(struct store *store, GPtrArray **people, struct problem *problem);
enum store_status store_people_set(struct store *store, const GPtrArray *people, const struct store_basis *basis,
	const char *who, struct problem *problem);

/* Checks people in or out; `ids` are int64_t. */
enum store_status store_here_set(
	struct store *store, const GArray *ids, bool here, const char *who, struct problem *problem);

/* Deletes people and their seats, all of them or none. Refused if one of them sits at a table that has a result. */
enum store_status store_people_delete(struct store *store, const GArray *ids, const struct store_basis *basis,
	const char *who, struct problem *problem);

/* Seats of a round, or of all rounds (0): struct seat, ordered by round, table and seat. Setting replaces those of one
 * round, in which nobody may sit twice. */
enum store_status store_seats(struct store *store, unsigned round, GArray **seats, struct problem *problem);
enum store_status store_seats_set(struct store *store, unsigned round, const GArray *seats,
	const struct store_basis *basis, const char *who, const char *why, struct problem *problem);

/* The names at a table: `seats` of them, "" for an empty seat, and a final NULL; for g_strfreev(). NULL after a
 * failure. */
char **store_seated(struct store *store, unsigned round, unsigned table, unsigned seats, struct problem *problem);

/* What the organiser changed, newest first. */
enum store_status store_changes(struct store *store, unsigned most, GPtrArray **changes, struct problem *problem);

/* A number that increases with every change, for caches and live pages. Never waits for the disk. */
int64_t store_version(struct store *store);

/* Copies a store that may be in use into a new SQLite file, which appears only when it is complete. With `sound`, the
 * copy is checked, and appears only if it can be restored; if not, the store itself is checked for damage. */
bool store_backup(struct store *store, const char *file, bool sound, struct problem *problem);

/* Restores a backup at a place (NULL: the default one), which has to be empty unless `force` is given. Nothing is
 * created unless it succeeds. What `force` replaces is kept in a file next to it, even if it is too damaged to be
 * opened. *says tells what was restored. */
bool store_restore_at(const char *where, const char *file, bool force, struct message *says, struct problem *problem);

/* Checks a backup as a restore would; false after setting *problem if a restore would refuse it. */
struct store_findings;
bool store_copy_look(const char *file, struct store_findings *findings, struct problem *problem);

/* The findings of a check of everything. To be zeroed before the first use. */
struct store_findings {
	int64_t entries, people, pieces;
	int64_t last;      /* time of the last entry or change in milliseconds since 1970; 0: none */
	int64_t unscored;  /* entries with codes of another event or of a newer version of this program */
	unsigned damaged;  /* how much damage was found */
	GPtrArray *damage; /* the first of it: struct problem; NULL: none */
};
void store_findings_clear(struct store_findings *findings);

/* "12 entries, 4 people and 96 pieces, the last stored on 2026-11-16 at 17:03:22 UTC". */
void store_findings_say(const struct store_findings *findings, struct message *says);

/* Checks everything in one snapshot: whether the file is intact, every row matches its hash, no entry is missing, and
 * every result still has the score it was stored with. STORE_OK means that the check was made; its outcome is in
 * `findings`. */
enum store_status store_verify(struct store *store, struct store_findings *findings, struct problem *problem);

/* Whether writing works now, and what the database is, for `doctor`: "SQLite 3.40, 12 results". */
enum store_status store_probe(struct store *store, struct message *says, struct problem *problem);
