/* SPDX-License-Identifier: MIT
 * A finished game as JSON in, its score or its refusal as JSON out: what
 * `seedpress-kiosk score` and the kiosk's pages answer. */
#ifndef SEEDPRESS_SCORING_ANSWER_H
#define SEEDPRESS_SCORING_ANSWER_H

#include "scoring/rules.h"

/* Room for any answer and for any result that is written: names, lines and problems escaped. */
#define ANSWER_TEXT (3 * sizeof(((struct problems *)0)->text))

/* Room for all that one answer needs; reuse it, it is large. */
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
bool answer_text(struct answer *answer, const char *text, size_t length,
	const struct code_key *key);

/* The answer as one JSON object, score or refusal. */
void answer_write(const struct answer *answer, struct text *text);

/* The result of an answer with a score as it was understood, in the form it is read; `key` writes
 * the code of an event. */
void answer_write_result(const struct answer *answer, const struct code_key *key,
	struct text *text);

#endif
