/* SPDX-License-Identifier: MIT
 * A bounded list of sentences. */
#include "layouts/problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char and_more[] = "and there is more: mend these first";

const char *
status_name(enum status status)
{
	static const char *const name[] = {
		[STATUS_OK] = "ok",
		[STATUS_UNFINISHED] = "unfinished",
		[STATUS_BAD_RESULT] = "bad-result",
		[STATUS_UNKNOWN_VERSION] = "unknown-version",
		[STATUS_WRONG_EVENT] = "wrong-event",
		[STATUS_BAD_CODE] = "bad-code",
		[STATUS_BAD_JSON] = "bad-json",
	};

	return name[status];
}

void
problems_init(struct problems *problems)
{
	problems->status = STATUS_OK;
	problems->count = 0;
	problems->used = 0;
	problems->full = false;
}

/* A cut must not leave half a UTF-8 character behind: JSON would refuse it. */
static size_t
whole_characters(const char *text, size_t length)
{
	size_t start = length;

	while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
		start--;
	if (start == 0)
		return length;
	unsigned char lead = (unsigned char)text[start - 1];
	size_t needs = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;

	return length - (start - 1) < needs ? start - 1 : length;
}

void
problems_add(struct problems *problems, enum status status, const char *format, ...)
{
	size_t room = sizeof problems->text - problems->used;
	char *at = problems->text + problems->used;
	va_list args;
	int length;

	if (status > problems->status)
		problems->status = status;
	if (problems->full)
		return;
	problems->count++;
	if (room < PROBLEM_MAX + sizeof and_more) {
		memcpy(at, and_more, sizeof and_more);
		problems->used += sizeof and_more;
		problems->full = true;
		return;
	}
	va_start(args, format);
	length = vsnprintf(at, PROBLEM_MAX, format, args);
	va_end(args);
	if (length < 0)
		length = 0;
	if (length >= PROBLEM_MAX)
		length = (int)whole_characters(at, PROBLEM_MAX - 1);
	at[length] = '\0';
	problems->used += (size_t)length + 1;
}

const char *
problems_next(const struct problems *problems, const char *sentence)
{
	const char *end = problems->text + problems->used;

	sentence = sentence == NULL ? problems->text : sentence + strlen(sentence) + 1;
	return sentence < end ? sentence : NULL;
}
