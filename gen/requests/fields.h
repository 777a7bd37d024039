/* SPDX-License-Identifier: MIT
 * The fields of requests, by name. Each request has one table of fields, by which the command line (--NAME VALUE), a
 * web query (NAME=VALUE) and the JSON for a child process ({"NAME": "VALUE"}) are all read, so that they stay
 * consistent. Values are always text here; the struct of a request has the parsed ones. */
#pragma once

#include <jansson.h>

#include "gen/press/printed_game.h"

enum field_kind {
	FIELD_FLAG,    /* a bool: "yes" */
	FIELD_NUMBER,  /* a uint64_t */
	FIELD_SECONDS, /* an int64_t of microseconds: "0.5" */
	FIELD_CHOICE,  /* an unsigned: which of the words */
	FIELD_TEXT,    /* a char *, to be freed */
	FIELD_FILE,    /* the same: the name of a file */
	FIELD_RULE,    /* a house rule, into request->house; may be set repeatedly */
};

/* Where a field may be set. */
enum field_use {
	FIELD_TYPED = 1,  /* on the command line of the request's own command */
	FIELD_LISTED = 2, /* on that of `code`, which lists what `print` prints */
	FIELD_WEB = 4,    /* in a web query */
	FIELD_CODED = 8,  /* only for a game, not for a code, which usually includes the value */
	FIELD_KEYED = 64, /* only for a code, not for a game */
	FIELD_INNER = 32, /* only by our own code, which sends it to child processes */
};

struct field {
	const char *name; /* NULL ends a table */
	char letter;      /* of the command line, or 0 */
	enum field_kind kind;
	unsigned use; /* enum field_use */
	size_t at;    /* offset of its value in the request */
	uint64_t least, most;
	const char *const *words; /* of a choice; the first is the default; NULL ends */
	const char *value, *help; /* for --help */
	/* Checks a text; NULL accepts any. `name` is that of the field, as it was written. */
	bool (*check)(const char *name, const char *value, struct problem *problem);
};

/* The first member of every request. */
struct game_request {
	const struct field *fields; /* of the request's own, ended by a NULL name */
	const struct game *game;
	bool coded;       /* it is about the piece with this code, not about a new game */
	struct code code; /* if it is coded */
	bool keyed;       /* there is a key: that of the event whose codes these are */
	struct code_key key;
	uint8_t house[HOUSE_RULES];               /* which value of each house rule */
	struct option_value option[GAME_OPTIONS]; /* the game's own */
	json_t *set;                              /* the texts of fields and options that were set, by name */
	const char *prefix;                       /* of names in problems, from the source; NULL: no field was set */
};

/* A source of fields. */
struct field_source {
	const char *prefix;         /* of names in problems: "--" on the command line, else "" */
	unsigned use;               /* enum field_use: other fields are refused as unknown */
	enum option_effect effects; /* options of games with a later effect are, too */
};

extern const struct field_source field_source_web, field_source_child;

/* A key as JSON for a child process: hexadecimal. Reading it returns false if the text is wrong. */
json_t *request_key_json(const struct code_key *key);
bool request_key_read(const char *digits, struct code_key *key);

/* Whether a text is meant as a code: it has other characters than letters, or is as long as a code. */
bool game_request_is_code(const char *text);

/* Begins a request about the id of a game, or about a code as it was typed. `key` may be NULL. To be called before any
 * field is set. */
bool game_request_begin(
	struct game_request *request, const char *about, const struct code_key *key, struct problems *problems);

/* Sets a field, or an option of the game's own. A house rule is "rule" with NAME=VALUE, or "rule.NAME" with VALUE.
 * False after adding a problem. */
bool game_request_set(struct game_request *request, const struct field_source *source, const char *name,
	const char *value, struct problems *problems);

/* Sets a field from a web query. `value` may be NULL or too long, which is a problem. */
bool game_request_set_web(struct game_request *request, const char *name, const char *value, struct problems *problems);

/* The request as JSON for a child process, with the key: {"about": a game or code, "key": hexadecimal, NAME: VALUE,
 * ...}. Reading it returns false after adding problems. */
json_t *game_request_json(const struct game_request *request);
bool game_request_read_json(struct game_request *request, json_t *json, struct problems *problems);

/* Frees the texts of a request and erases its key. */
void game_request_finish(struct game_request *request);
