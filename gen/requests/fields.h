/* SPDX-License-Identifier: MIT
 * What can be asked for, by name. Each request has one table of fields; the command line (--NAME VALUE), a web
 * query (NAME=VALUE) and the JSON for a child process ({"NAME": "VALUE"}) are all read by it, so that they cannot
 * drift apart. A value is always text here; the struct of a request has what it means. */
#ifndef SEEDPRESS_GEN_REQUESTS_FIELDS_H
#define SEEDPRESS_GEN_REQUESTS_FIELDS_H

#include <jansson.h>

#include "gen/press/printed_game.h"

enum field_kind {
	FIELD_FLAG,    /* a bool: "yes" */
	FIELD_NUMBER,  /* a uint64_t */
	FIELD_SECONDS, /* an int64_t of microseconds: "0.5" */
	FIELD_CHOICE,  /* an unsigned: which of the words */
	FIELD_TEXT,    /* a char *, to be freed */
	FIELD_FILE,    /* the same: the name of a file */
	FIELD_RULE,    /* a house rule, into request->house; there may be several */
};

/* Who may say a field. */
enum field_use {
	FIELD_TYPED = 1,  /* on the command line of the request's own command, */
	FIELD_LISTED = 2, /* and on that of `code`, which lists what `print` prints */
	FIELD_WEB = 4,    /* in a web query */
	FIELD_CODED = 8,  /* for a game, not for a code: mostly since a code says it already */
	FIELD_KEYED = 64, /* for a code, not for a game */
	FIELD_LOCAL = 16, /* of this process: never sent to another one */
	FIELD_INNER = 32, /* by our own code alone, which sends it to child processes */
};

struct field {
	const char *name; /* NULL ends a table */
	char letter;      /* of the command line, or 0 */
	enum field_kind kind;
	unsigned use; /* enum field_use */
	size_t at;    /* where its value is in the request */
	uint64_t least, most;
	const char *const *words; /* of a choice; the first is the default; NULL ends */
	const char *value, *help; /* for --help */
	/* Of a text: NULL accepts any. `name` is the field's as it was written. */
	bool (*check)(const char *name, const char *value, struct problem *problem);
};

#define FIELDS_MAX 32

/* How every request begins. */
struct game_request {
	const struct game *game;
	bool coded;       /* it is about what this code was printed on, not about a new game */
	struct code code; /* where it is coded */
	bool keyed;       /* there is a key, of the event that the codes are of */
	struct code_key key;
	uint8_t house[HOUSE_RULES];               /* which value of each house rule */
	struct option_value option[GAME_OPTIONS]; /* the game's own */
	bool given[FIELDS_MAX];                   /* which fields were set */
	const char *prefix;                       /* before names in problems, as they were set; NULL: none was */
};

/* Where text comes from. */
struct field_source {
	const char *prefix;         /* before names in problems: "--" on the command line, else "" */
	unsigned use;               /* enum field_use: other fields are unknown here */
	enum option_effect effects; /* so are options of games beyond this */
};

extern const struct field_source field_source_web, field_source_child;

/* Whether a text is meant as a code: anything but letters, or too many of them for the id of a game. */
bool game_request_is_code(const char *text);

/* What the request is about: the id of a game, or a code as it was typed. `key` may be NULL. To be called before
 * any field is set. */
bool game_request_begin(
	struct game_request *request, const char *about, const struct code_key *key, struct problems *problems);

/* Sets a field or an option of the game's own. A house rule is "rule" with NAME=VALUE, or "rule.NAME" with VALUE.
 * False after adding a problem. */
bool game_request_set(struct game_request *request, const struct field *fields, const struct field_source *source,
	const char *name, const char *value, struct problems *problems);

/* The same with a member of a web query, whose value is bounded and may be NULL. */
bool game_request_set_web(struct game_request *request, const struct field *fields, const char *name, const char *value,
	struct problems *problems);

/* As JSON for a child process, with the key: {"about": a game or code, "key": hexadecimal, NAME: VALUE, ...}. And
 * back; false after adding problems. */
json_t *game_request_json(const struct game_request *request, const struct field *fields);
bool game_request_read_json(
	struct game_request *request, const struct field *fields, json_t *json, struct problems *problems);

/* Frees its texts and forgets the key. */
void game_request_finish(struct game_request *request, const struct field *fields);

#endif
