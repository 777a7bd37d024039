/* SPDX-License-Identifier: MIT
 * Small, strict steps for reading a result out of JSON. Each one adds a
 * problem for what it refuses and leaves its output alone then. */
#pragma once

#include "scoring/rules.h"

#define QUOTE_BYTES 64 /* bytes of untrusted text in a message, with its terminator */

/* Adds a problem that refuses the result: SAY() and its arguments. Returns false. */
#define refuse(problems, ...) refuse_list((problems), MESSAGE_LIST(__VA_ARGS__))
static inline bool
refuse_list(struct problems *problems, const struct argument *arguments)
{
	problems_add_at_list(problems, STATUS_BAD_RESULT, 0, arguments);
	return false;
}

/* Untrusted text, shortened and made printable for a message. */
const char *read_quoted(const char *text, char buffer[QUOTE_BYTES]);

/* It as an argument of a message. */
#define ARG_SHOWN(name, text) ARG_TEXT(name, read_quoted((text), (char[QUOTE_BYTES]){0}))

/* Whose members are read, the argument {whose} of every problem: a player, as ARG_PLAYER("whose", ...), or a part. */
#define WHOSE_RESULT    ARG_PHRASE("whose", SAY("the-result", "the result"))
#define WHOSE_GAME(nth) ARG_PHRASE("whose", SAY("the-game", "game {number}"), ARG_NUMBER("number", (nth)))

/* Refuses every member of `object` that is not in `known` (ended by NULL). */
void read_known(
	const struct node *object, const struct argument *whose, const char *const *known, struct problems *problems);

/* A whole number to be read. */
struct read_number {
	struct argument whose;
	struct argument what; /* {what} of its problem: a member with its quotes, or a phrase */
	int least, most;
};

/* The number, into *out. */
bool read_number(const struct node *value, const struct read_number *asked, uint8_t *out, struct problems *problems);

/* True or false, the latter if there is none; `member` is its name. */
bool read_flag(const struct node *value, const struct argument *whose, const char *member, struct problems *problems);

/* An array to be read. */
struct read_array {
	struct argument whose;
	const char *name;
	bool optional;
	size_t most; /* entries */
};

/* The array of `object`; NULL with a problem when it is missing (unless it is optional) or not an array, or has too
 * many entries. */
const struct node *read_array(const struct node *object, const struct read_array *asked, struct problems *problems);

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
