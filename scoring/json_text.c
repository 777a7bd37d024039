/* SPDX-License-Identifier: MIT
 * Writing JSON into a bounded text. */
#include <stdio.h>
#include <string.h>

#include "scoring/json.h"

void
text_init(struct text *text, char *buffer, size_t size)
{
	*text = (struct text){buffer, buffer, buffer + size - 1, false};
	*buffer = '\0';
}

static void
append(struct text *text, const char *bytes, size_t length)
{
	if (text->full || (size_t)(text->end - text->at) < length) {
		text->full = true;
		return;
	}
	memcpy(text->at, bytes, length);
	text->at += length;
	*text->at = '\0';
}

void
text_raw(struct text *text, const char *bytes)
{
	append(text, bytes, strlen(bytes));
}

void
text_number(struct text *text, long long number)
{
	char digit[24];
	size_t at = sizeof digit;
	unsigned long long left = number < 0 ? 0ull - (unsigned long long)number : (unsigned long long)number;

	do
		digit[--at] = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (number < 0)
		digit[--at] = '-';
	append(text, digit + at, sizeof digit - at);
}

void
text_string(struct text *text, const char *string)
{
	append(text, "\"", 1);
	for (;;) {
		const char *start = string;
		char escaped[8];

		while ((unsigned char)*string >= 0x20 && *string != '"' && *string != '\\')
			string++;
		append(text, start, (size_t)(string - start));
		if (*string == '\0')
			break;
		if ((unsigned char)*string < 0x20)
			snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*string);
		else
			snprintf(escaped, sizeof escaped, "\\%c", *string);
		text_raw(text, escaped);
		string++;
	}
	append(text, "\"", 1);
}

void
text_comma(struct text *text)
{
	if (text->at > text->start && text->at[-1] != '{' && text->at[-1] != '[')
		append(text, ",", 1);
}

void
text_name(struct text *text, const char *name)
{
	text_comma(text);
	text_string(text, name);
	append(text, ":", 1);
}
