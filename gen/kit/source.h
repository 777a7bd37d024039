/* SPDX-License-Identifier: MIT
 * What a kit is read from: groups of keys and values. They come from the text of a kit file or from JSON; read.c makes
 * a struct kit of either. A problem has its group, its key and its round (0: the event) as arguments, and its line
 * where there is a text. */
#ifndef SEEDPRESS_GEN_KIT_SOURCE_H
#define SEEDPRESS_GEN_KIT_SOURCE_H

#include "gen/kit/kit.h"
#include "scoring/read.h"

struct kit_entry {
	char *key;
	char *value;   /* without white space around it; NULL where it cannot be read */
	json_t *json;  /* what it was in JSON, borrowed; NULL in a text */
	unsigned line; /* of the text, from 1; 0 for JSON */
	bool used;     /* somebody asked for it: all others are unknown */
};

struct kit_group {
	char *name;     /* "event" or "round 3" */
	unsigned round; /* 0: it is not a round */
	unsigned line;
	GPtrArray *entries; /* struct kit_entry, in their order */
	GHashTable *by_key;
	struct problems *problems;
};

/* The groups, of struct kit_group; to be unreferenced. Whatever is wrong is added to the problems, which live as long.
 * The JSON outlives them too. */
GPtrArray *kit_source_text(const char *text, size_t length, struct problems *problems);
GPtrArray *kit_source_json(json_t *definition, struct problems *problems);

/* The group of a name, or NULL. */
struct kit_group *kit_source_group(const GPtrArray *groups, const char *name);

/* The entry of a key, which counts as used; NULL where there is none. */
struct kit_entry *kit_group_entry(struct kit_group *group, const char *key);

/* Adds a problem of a key: SAY() and its arguments, besides those that every problem of a kit has. */
#define kit_group_refuse(group, key, ...) \
	kit_group_refuse_list((group), (key), \
		(const struct argument[]){__VA_ARGS__, ARG_TEXT("group", (group)->name), ARG_SHOWN("key", key), \
			ARG_NUMBER("round", (group)->round), {.type = ARGUMENT_END}})

/* What is wrong with a key, behind the group and the key. */
#define KEY_SAY(id, english) SAY(id, "[{group}] {key}: " english)

/* A text that somebody typed, as a problem may show it. */
#define ARG_SHOWN(name, text) ARG_TEXT(name, read_quoted((text), (char[QUOTE_BYTES]){0}))
void kit_group_refuse_list(const struct kit_group *group, const char *key, const struct argument *arguments);

/* The value of a key; NULL where it is missing, or after a problem. */
const char *kit_group_value(struct kit_group *group, const char *key);

/* A number; false where it is missing or wrong. */
bool kit_group_number(struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number);

/* Which of the words, ended by NULL; the first one (0) where it is missing or wrong. */
unsigned kit_group_choice(struct kit_group *group, const char *key, const char *const *words);

/* Refuses the keys that nobody asked for; `known` lists the others. */
void kit_group_refuse_unknown(struct kit_group *group, const char *known);

#endif
