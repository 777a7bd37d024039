/* SPDX-License-Identifier: MIT
 * Small, strict steps for reading a result out of JSON. Each one adds a
 * sentence for what it refuses and leaves its output alone then. */
#ifndef SEEDPRESS_SCORING_READ_H
#define SEEDPRESS_SCORING_READ_H

#include "scoring/rules.h"

#define QUOTE_BYTES 64

/* A stranger's text as a sentence may show it: short, and printable. */
const char *read_quoted(const char *text, char buffer[QUOTE_BYTES]);

/* Refuses every member of `object` that is not in `known` (ended by NULL); `whose` names the
 * object: "the result", "player A". */
void read_known(const struct node *object, const char *whose, const char *const *known, struct problems *problems);

/* An integer from `least` to `most`. */
bool read_number(const struct node *value, const char *whose, const char *what, int least, int most, uint8_t *out,
	struct problems *problems);

/* The array `name` of `object`; NULL with a problem when it is missing (unless `optional`) or no
 * array, or has more than `most` entries. */
const struct node *read_array(const struct node *object, const char *whose, const char *name, bool optional,
	size_t most, struct problems *problems);

/* The players and their names, those in `given` (one a player, NULL or "" for none) instead of what
 * the result says. False when the players cannot be made out at all. */
bool read_players(const struct node *result, const char *const given[PLAYERS_MAX], struct players *players,
	struct problems *problems);

/* The house rules of a result; those of which it says nothing are left as they are. */
void read_house(
	const struct node *result, const struct rules *rules, uint8_t house[HOUSE_RULES], struct problems *problems);

/* The same from choices that are ended by a NULL name. */
void read_choices(const struct house_choice *choices, const struct rules *rules, uint8_t house[HOUSE_RULES],
	struct problems *problems);

#endif
