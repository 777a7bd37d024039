/* SPDX-License-Identifier: MIT
 * Judging results: every result is scored here again, at a table of the event with its rules and names. */
#pragma once

#include "kiosk/event/event.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/visits/table_pass.h"
#include "scoring/answer.h"

/* A result that is judged. Its text is parsed once. */
struct judged {
	struct answer answer;
	bool looks;  /* set by callers that store nothing: the last known names will do */
	bool stored; /* set by callers: it was in the store, and not sent by a visitor */
	bool scored;
	bool event;             /* a table of the event */
	char play[CODE_TEXT];   /* or the game's name, where the result has no code */
	struct table_pass pass; /* sent in place of its code; without a play: none was */
	char score[ANSWER_TEXT], result[ANSWER_TEXT];
};

/* Parses a text, or a request's body, that is a result or contains one; to be freed with g_free(). *json is its value,
 * or NULL if it is not JSON: the answer has the problems, and for a body 400 was answered. */
struct judged *handler_parse(const char *text, size_t length, const struct node **json);
struct judged *handler_parse_body(struct call *call, const struct node **json);

/* Judges a result, always from scratch. At a table of the event the round's house rules and the names of the people who
 * sit there count, whatever the result says. False after
 * setting the problem if the store fails. */
bool handler_judge(struct call *call, struct judged *judged, const struct node *result);

/* The answer as `seedpress-kiosk score` gives it, with the reasons; and the result as it was understood. Both are JSON
 * and belong to `judged`. */
const char *handler_answer(struct judged *judged, const struct audience *audience);
const char *handler_result(struct judged *judged, const struct code_key *key);
