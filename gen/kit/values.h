/* SPDX-License-Identifier: MIT
 * The values in a kit file, group by group. */
#ifndef SEEDPRESS_GEN_KIT_VALUES_H
#define SEEDPRESS_GEN_KIT_VALUES_H

#include "gen/kit/kit.h"

/* A group that is being read. */
struct kit_group {
	GKeyFile *file;
	char name[16];
	GHashTable *taken; /* keys that were asked for: all others are unknown */
	struct problems *problems;
};

void kit_group_init(struct kit_group *group, GKeyFile *file, const char *name, struct problems *problems);

/* Refuses the keys that nobody asked for; `known` lists the others. Ends the group. */
void kit_group_finish(struct kit_group *group, const char *known);

/* Adds "[group] key: expected what, not value". */
void kit_group_refuse(struct kit_group *group, const char *key, const char *what, const char *value);

/* The value of a key, to be freed; NULL when it is not there. */
char *kit_group_value(struct kit_group *group, const char *key);

/* A number; false when it is not there or wrong. */
bool kit_group_number(
	struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number);

/* Which of the words; the first one (0) when it is not there or wrong. */
unsigned kit_group_choice(
	struct kit_group *group, const char *key, const char *const *words, unsigned count);

/* The groups. */
void kit_read_event(struct kit *kit, GKeyFile *file, struct problems *problems);
void kit_read_round(struct kit *kit, unsigned n, GKeyFile *file, struct problems *problems);

#endif
