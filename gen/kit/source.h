/* SPDX-License-Identifier: MIT
 * What a kit is read from: groups of keys and values, which come from the text of a kit file or from JSON. read.c turns
 * them into a struct kit. Every problem has its group, its key and its round (0: the event) as arguments, and its line
 * if there is a text. */
#pragma once

#include "gen/kit/kit.h"
#include "scoring/read.h"

struct kit_entry {
	char *key;
	char *value;   /* without white space around it; NULL if it has a wrong escape sequence */
	json_t *json;  /* its value in JSON, borrowed; NULL in a text */
	unsigned line; /* of the text, from 1; 0 for JSON */
	bool used;     /* it was looked up: keys that never are do not exist */
};

struct kit_group {
	char *name;     /* "event" or "round 3" */
	unsigned round; /* 0: not a round */
	unsigned line;
	GPtrArray *entries; /* struct kit_entry, in the order of the file */
	GHashTable *by_key;
	struct problems *problems;
};

/* The groups, as struct kit_group; to be unreferenced. Adds all problems that it finds to `problems`, which must
 * outlive the groups. So must the JSON. */
GPtrArray *kit_source_text(const char *text, size_t length, struct problems *problems);
GPtrArray *kit_source_json(json_t *definition, struct problems *problems);

/* The group of a name, or NULL. */
struct kit_group *kit_source_group(const GPtrArray *groups, const char *name);

/* The entry of a key, which is marked as used; NULL if there is none. */
struct kit_entry *kit_group_entry(struct kit_group *group, const char *key);

/* Adds a problem of a key: SAY() and its arguments, without those that every problem of a kit has. Returns false. */
#define kit_group_refuse(group, key, ...) \
	kit_group_refuse_list((group), (key), \
		(const struct argument[]){__VA_ARGS__, ARG_TEXT("group", (group)->name), ARG_SHOWN("key", key), \
			ARG_NUMBER("round", (group)->round), {.type = ARGUMENT_END}})

/* A message about a key, which begins with the group and the key. */
#define KEY_SAY(id, english) SAY(id, "[{group}] {key}: " english)

bool kit_group_refuse_list(const struct kit_group *group, const char *key, const struct argument *arguments);

/* The value of a key. NULL if it is missing, or after adding a problem. */
const char *kit_group_value(struct kit_group *group, const char *key);

/* The value of a key as a number. False if it is missing, or after adding a problem. */
bool kit_group_number(struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number);

/* The index of a key's value in `words`, which ends with NULL. 0 if it is missing, or after adding a problem. */
unsigned kit_group_choice(struct kit_group *group, const char *key, const char *const *words);

/* Adds a problem for each key that was never looked up; `known` lists those that exist. */
void kit_group_refuse_unknown(struct kit_group *group, const char *known);
