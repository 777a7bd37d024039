/* SPDX-License-Identifier: MIT
 * A finished game as JSON in, its score or its refusal as JSON out: what
 * `seedpress-kiosk score` and the kiosk's pages answer. */
#pragma once

#include "scoring/rules.h"

/* Bytes of any answer and of any result that is written: names, lines and problems escaped. */
#define ANSWER_TEXT (3 * PROBLEMS_BYTES)

/* The memory for one answer. It is large: reuse it. */
struct answer {
	struct problems problems;
	struct score score;
	const struct game *game;   /* NULL until it is known; of the code's version, or the newest */
	const struct rules *rules; /* of that game */
	struct code code;
	bool has_code;
	bool reasons; /* asked for: answer_write() says why each line has its points, and what decided */
	struct json_tree tree;
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	_Alignas(max_align_t) unsigned char result[RESULT_MAX];
};

/* Reads and scores one result. True when it has a score; otherwise answer->problems says why
 * not. `key` may be NULL. */
bool answer_text(struct answer *answer, const char *text, size_t length, const struct code_key *key);

/* Values that override those in the result: at a table of an event, the players there and the house rules of the
 * round. */
struct answer_given {
	const char *name[PLAYERS_MAX];    /* NULL or "": as the result says */
	const struct house_choice *rules; /* ended by a NULL name; NULL: as the result says, or else the paper */
};

/* The same in three steps, for a result that is a part of a larger text, or whose code must be known before it is
 * scored. answer_parse() returns the value of the text, which lives in the answer; NULL if it is not JSON.
 * answer_find() finds the game and, if the result has a code, its layout. answer_score() scores it. If a step returns
 * NULL or false, answer->problems says why and the next ones must not be called. `given` may be NULL, and so may
 * `code`, which replaces the result's own. */
const struct node *answer_parse(struct answer *answer, const char *text, size_t length);
bool answer_find(struct answer *answer, const struct node *result, const char *code, const struct code_key *key);
bool answer_score(struct answer *answer, const struct node *result, const struct answer_given *given);

/* The answer as one JSON object, score or refusal: each sentence in the words of the audience, with its id. */
void answer_write(const struct answer *answer, const struct audience *audience, struct text *text);

/* The result of an answer with a score as it was understood, in the form it is read; `key` writes
 * the code of an event. */
void answer_write_result(const struct answer *answer, const struct code_key *key, struct text *text);
