/* SPDX-License-Identifier: MIT
 * A bounded list of problems, each kept without the unused part of its message. */
#include "layouts/problems.h"

#include <stdio.h>
#include <string.h>

/* Bytes of the list that a problem takes besides those of its message: more than its other members, so that as many
 * problems fit as in the versions before. */
#define HEAD_BYTES 16

const char *
status_name(enum status status)
{
	static const char *const name[] = {
		[STATUS_OK] = "ok",
		[STATUS_REFUSED] = "refused",
		[STATUS_UNFINISHED] = "unfinished",
		[STATUS_BAD_RESULT] = "bad-result",
		[STATUS_UNKNOWN_VERSION] = "unknown-version",
		[STATUS_WRONG_EVENT] = "wrong-event",
		[STATUS_BAD_CODE] = "bad-code",
		[STATUS_BAD_JSON] = "bad-json",
	};

	return name[status];
}

bool
problem_set_list(struct problem *problem, enum status status, const struct argument *arguments)
{
	problem->status = status;
	problem->line = 0;
	message_set_list(&problem->message, arguments);
	return false;
}

void
problem_clear(struct problem *problem)
{
	problem->status = STATUS_OK;
	problem->line = 0;
	message_clear(&problem->message);
}

bool
problem_is(const struct problem *problem, const char *id)
{
	return message_is(&problem->message, id);
}

size_t
problem_write(const struct problem *problem, const struct audience *audience, char *out, size_t size)
{
	char place[32] = "";
	size_t length = 0;

	if (problem->line > 0 && audience->medium == MEDIUM_TERMINAL)
		length = (size_t)snprintf(place, sizeof place, "line %u: ", problem->line);
	if (length >= size)
		length = 0;
	memcpy(out, place, length);
	return length + message_write(&problem->message, audience, out + length, size - length);
}

void
problems_init(struct problems *problems)
{
	problems->status = STATUS_OK;
	problems->count = 0;
	problems->used = 0;
	problems->full = false;
}

void
problems_add_problem(struct problems *problems, const struct problem *problem)
{
	struct problem more;
	const struct problem *added = problem;

	if (problem->status > problems->status)
		problems->status = problem->status;
	if (problems->full)
		return;
	/* There is always space for one more, so that the last one can say so. */
	if (problems->used + 2 * (HEAD_BYTES + MESSAGE_BYTES) > sizeof problems->records) {
		problem_set_status(
			&more, problem->status, SAY("more-problems", "more problems follow; fix these first"));
		problems->full = true;
		added = &more;
	}
	memcpy(problems->records + problems->used, added,
		offsetof(struct problem, message.record) + added->message.used);
	problems->used += HEAD_BYTES + added->message.used;
	problems->count++;
}

void
problems_add_at_list(struct problems *problems, enum status status, unsigned line, const struct argument *arguments)
{
	struct problem problem;

	problem_set_list(&problem, status, arguments);
	problem.line = line;
	problems_add_problem(problems, &problem);
}

bool
problems_next(const struct problems *problems, size_t *at, struct problem *out)
{
	const char *from = problems->records + *at;

	if (*at >= problems->used)
		return false;
	memcpy(out, from, offsetof(struct problem, message.record));
	memcpy(out->message.record, from + offsetof(struct problem, message.record), out->message.used);
	*at += HEAD_BYTES + out->message.used;
	return true;
}

bool
problems_first(const struct problems *problems, struct problem *out)
{
	size_t at = 0;

	return problems_next(problems, &at, out);
}

size_t
problems_write_first(const struct problems *problems, const struct audience *audience, char *out, size_t size)
{
	struct problem first;

	out[0] = '\0';
	return problems_first(problems, &first) ? problem_write(&first, audience, out, size) : 0;
}
