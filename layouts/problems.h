/* SPDX-License-Identifier: MIT
 * What is wrong with something a person typed, scanned or sent: all of it, one
 * sentence each, in a bounded space. Nothing here allocates or can fail. */
#ifndef SEEDPRESS_LAYOUTS_PROBLEMS_H
#define SEEDPRESS_LAYOUTS_PROBLEMS_H

#include <stdbool.h>
#include <stddef.h>

/* The kinds of refusal that scripts rely on, the gravest last. */
enum status {
	STATUS_OK,
	STATUS_UNFINISHED,
	STATUS_BAD_RESULT,
	STATUS_UNKNOWN_VERSION,
	STATUS_WRONG_EVENT,
	STATUS_BAD_CODE,
	STATUS_BAD_JSON,
};

#define PROBLEM_MAX 1024 /* bytes of one sentence, its end included */

struct problems {
	enum status status; /* of the gravest, STATUS_OK when there is none */
	unsigned count;
	size_t used;
	bool full; /* the last sentence says that there is more */
	char text[32 * PROBLEM_MAX]; /* sentences, each ended by a zero byte */
};

/* The name of a status in JSON: "bad-result". */
const char *status_name(enum status status);

void problems_init(struct problems *problems);

/* Adds a sentence (without full stop), cut off at PROBLEM_MAX bytes. Once the space is used up
 * one last sentence says that there is more. */
void problems_add(struct problems *problems, enum status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Walks the sentences: the first after NULL; NULL after the last. */
const char *problems_next(const struct problems *problems, const char *sentence);

#endif
