/* SPDX-License-Identifier: MIT
 * Heads of requests. */
#include "kiosk/http/head.h"

#include <glib.h>
#include <string.h>

#define LENGTH_DIGITS 15 /* of the longest length that is looked at: far more than anybody takes */

/* Digits and nothing else: no sign, no blank, no list. False where it is no number. */
static bool
read_length(const char *text, size_t *length)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || text[digits] != '\0')
		return false;
	*length = digits > LENGTH_DIGITS ? HEAD_LENGTH_UNKNOWN : (size_t)g_ascii_strtoull(text, NULL, 10);
	return true;
}

static void
take_length(struct head *head, const char *value)
{
	if (head->has_length || head->coded || !read_length(value, &head->length)) {
		head->unclear = true;
		head->length = HEAD_LENGTH_UNKNOWN;
	}
	head->has_length = true;
}

/* Whether it is a name as RFC 9110 has them: of letters, digits and some signs, and no blank. */
static bool
is_name(const char *name)
{
	const char *at = name;

	while (g_ascii_isalnum(*at) || (*at != '\0' && strchr("!#$%&'*+-.^_`|~", *at) != NULL))
		at++;
	return at > name && *at == '\0';
}

/* Whether it is this name and what the next line had in it: so libmicrohttpd 0.9.75 tells a value that goes on there.
 * A longer name, such as Content-Length-Hint, is another header. */
static bool
is_folded(const char *name, const char *begins)
{
	size_t length = strlen(begins);

	return g_ascii_strncasecmp(name, begins, length) == 0 && name[length] != '\0' &&
		!(name[length] == '-' && g_ascii_isalpha(name[length + 1]));
}

void
head_take(struct head *head, const char *name, const char *value)
{
	if (value == NULL)
		value = "";
	head->folded = head->folded || is_folded(name, "Content-Length") || is_folded(name, "Transfer-Encoding");
	/* "Content-Length : 9" is a length to some, and to others a header that nobody knows; a line may end with a
	 * carriage return alone. */
	if (head->folded || !is_name(name) || strchr(value, '\r') != NULL) {
		head->unclear = true;
		head->length = HEAD_LENGTH_UNKNOWN;
	} else if (g_ascii_strcasecmp(name, "Content-Length") == 0) {
		take_length(head, value);
	} else if (g_ascii_strcasecmp(name, "Transfer-Encoding") == 0) {
		head->unclear = head->unclear || head->has_length;
		head->coded = true;
		head->length = HEAD_LENGTH_UNKNOWN;
	} else if (g_ascii_strcasecmp(name, "Host") == 0) {
		head->unclear = head->unclear || head->host != NULL;
		head->host = value;
	} else if (g_ascii_strcasecmp(name, "X-Forwarded-For") == 0) {
		head->forwarded = value;
	}
}
