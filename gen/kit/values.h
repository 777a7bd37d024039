/* SPDX-License-Identifier: MIT
 * The values in a kit file, group by group. */
#ifndef SEEDPRESS_GEN_KIT_VALUES_H
#define SEEDPRESS_GEN_KIT_VALUES_H

#include "gen/kit/kit.h"

/* A kit file that is being read. */
struct kit_source {
	GKeyFile *file;
	GHashTable *lines; /* of groups and keys: see kit_source_line() */
	struct problems *problems;
};

/* The line that a key of a group stands in, or that of the group where there is no such key, or for
 * the key ""; 0 where there is no such group. */
unsigned kit_source_line(const struct kit_source *source, const char *group, const char *key);

/* Adds a problem of a key, or of a group where the key is "": "line 3: [group] key: " and what
 * follows. */
void kit_source_problem(const struct kit_source *source, const char *group, const char *key, const char *format, ...)
	G_GNUC_PRINTF(4, 5);

/* A group that is being read. */
struct kit_group {
	const struct kit_source *source;
	GKeyFile *file;
	char name[16];
	GHashTable *taken; /* keys that were asked for: all others are unknown */
};

void kit_group_init(struct kit_group *group, const struct kit_source *source, const char *name);

/* Refuses the keys that nobody asked for; `known` lists the others. Ends the group. */
void kit_group_finish(struct kit_group *group, const char *known);

/* Adds "line 3: [group] key: expected what, not value". */
void kit_group_refuse(struct kit_group *group, const char *key, const char *what, const char *value);

/* The value of a key, to be freed; NULL when it is not there. */
char *kit_group_value(struct kit_group *group, const char *key);

/* A number; false when it is not there or wrong. */
bool kit_group_number(struct kit_group *group, const char *key, uint64_t least, uint64_t most, uint64_t *number);

/* Which of the words; the first one (0) when it is not there or wrong. */
unsigned kit_group_choice(struct kit_group *group, const char *key, const char *const *words, unsigned count);

/* The groups. */
void kit_read_event(struct kit *kit, const struct kit_source *source);
void kit_read_round(struct kit *kit, unsigned n, const struct kit_source *source);

/* The names in a group of a round; the same in the definition; and their end. */
void kit_read_seats(struct kit_group *group, struct kit_round *round);
void kit_define_seats(GString *out, const struct kit_round *round);
void kit_seats_finish(struct kit_round *round);

#endif
