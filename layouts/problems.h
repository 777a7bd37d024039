/* SPDX-License-Identifier: MIT
 * What is wrong with something a person typed, scanned or sent: all of it, as messages (message.h), in a
 * bounded space. Nothing here allocates or can fail. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "layouts/message.h"

/* The kinds of refusal that scripts rely on, the gravest last. */
enum status {
	STATUS_OK,
	STATUS_REFUSED, /* anything that the contract has no kind for */
	STATUS_UNFINISHED,
	STATUS_BAD_RESULT,
	STATUS_UNKNOWN_VERSION,
	STATUS_WRONG_EVENT,
	STATUS_BAD_CODE,
	STATUS_BAD_JSON,
};

/* One problem. Functions that can fail for one reason take one from their caller and fill it when they fail. */
struct problem {
	enum status status;
	unsigned line; /* in the text that it is about, from 1; 0 if there is none */
	struct message message;
};

/* The name of a status in JSON: "bad-result". */
const char *status_name(enum status status);

/* SAY() and its arguments, as for message_set(). Answers false, so that `return problem_set(…)` fails. */
#define problem_set(problem, ...)                problem_set_list((problem), STATUS_REFUSED, MESSAGE_LIST(__VA_ARGS__))
#define problem_set_status(problem, status, ...) problem_set_list((problem), (status), MESSAGE_LIST(__VA_ARGS__))
bool problem_set_list(struct problem *problem, enum status status, const struct argument *arguments);

/* No problem: status STATUS_OK. */
void problem_clear(struct problem *problem);

/* The id of its message. */
bool problem_is(const struct problem *problem, const char *id);

/* Writes its sentence, as message_write(); on a terminal the line comes first. */
size_t problem_write(const struct problem *problem, const struct audience *audience, char *out, size_t size);

/* Many problems: several hundred of the usual length. */
#define PROBLEMS_BYTES (32 * 1024)

struct problems {
	enum status status; /* of the gravest, STATUS_OK when there is none */
	unsigned count;
	size_t used;
	bool full; /* the last one says that there are more */
	char records[PROBLEMS_BYTES];
};

void problems_init(struct problems *problems);

/* Adds a problem: a status, SAY() and its arguments. Once the space is used up one last problem says that there
 * are more. */
#define problems_add(problems, status, ...) problems_add_at_list((problems), (status), 0, MESSAGE_LIST(__VA_ARGS__))
/* The same with the line that it is about. */
#define problems_add_at(problems, status, line, ...) \
	problems_add_at_list((problems), (status), (line), MESSAGE_LIST(__VA_ARGS__))
void problems_add_at_list(
	struct problems *problems, enum status status, unsigned line, const struct argument *arguments);
void problems_add_problem(struct problems *problems, const struct problem *problem);

/* Walks the problems: *at is 0 at first. False after the last. */
bool problems_next(const struct problems *problems, size_t *at, struct problem *out);

/* Fills in the first problem. False when there is none. */
bool problems_first(const struct problems *problems, struct problem *out);

/* Writes the sentence of the first problem; "" when there is none. */
size_t problems_write_first(const struct problems *problems, const struct audience *audience, char *out, size_t size);
