/* SPDX-License-Identifier: MIT
 * Heads of requests. */
#include "kiosk/http/head.h"

#include <arpa/inet.h>
#include <glib.h>
#include <string.h>

/* Digits of the longest Content-Length that is parsed: far more than any body that is accepted. */
#define LENGTH_DIGITS 15

/* The characters of a header name, as in RFC 9110. */
#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "!#$%&'*+-.^_`|~"

/* Longest host name that DNS allows, in bytes. */
#define HOST_MAX 255

/* Whether it is this name with the text of a continuation line appended, which is how libmicrohttpd 0.9.75 passes a
 * folded header. A longer name, such as Content-Length-Hint, is another header. */
static bool
is_folded(const char *name, const char *begins)
{
	size_t length = strlen(begins);

	return g_ascii_strncasecmp(name, begins, length) == 0 && name[length] != '\0' &&
		!(name[length] == '-' && g_ascii_isalpha(name[length + 1]));
}

/* A length consists of digits alone: no sign, no space, no list. */
void
head_add(struct head *head, const char *name, const char *value)
{
	bool is_name = name[0] != '\0' && name[strspn(name, NAME_CHARACTERS)] == '\0';

	if (value == NULL)
		value = "";
	head->folded = head->folded || is_folded(name, "Content-Length") || is_folded(name, "Transfer-Encoding");
	/* "Content-Length : 9" is a length to some programs and an unknown header to others; and some take a carriage
	 * return alone for the end of a line. */
	if (head->folded || !is_name || strchr(value, '\r') != NULL) {
		head->unclear = true;
		head->length = HEAD_LENGTH_UNKNOWN;
	} else if (g_ascii_strcasecmp(name, "Content-Length") == 0) {
		size_t digits = strspn(value, "0123456789");

		head->unclear |= head->has_length || head->chunked || digits == 0 || value[digits] != '\0';
		head->has_length = true;
		head->length = head->unclear || digits > LENGTH_DIGITS ? HEAD_LENGTH_UNKNOWN
								       : (size_t)g_ascii_strtoull(value, NULL, 10);
	} else if (g_ascii_strcasecmp(name, "Transfer-Encoding") == 0) {
		head->unclear |= head->has_length;
		head->chunked = true;
		head->length = HEAD_LENGTH_UNKNOWN;
	} else if (g_ascii_strcasecmp(name, "Host") == 0) {
		head->unclear |= head->host != NULL;
		head->host = value;
	} else if (g_ascii_strcasecmp(name, "X-Forwarded-For") == 0) {
		head->forwarded = value;
	}
}

/* Removes a port of one to five digits and brackets; false if it is not a host. */
static bool
split(const char *host, char name[HOST_MAX + 1])
{
	bool is_six = host[0] == '[';

	if (is_six)
		host++;
	size_t length = strcspn(host, is_six ? "]" : ":");
	const char *rest = host + length;
	if (is_six && *rest++ != ']')
		return false;
	if (!is_six && length > 0 && host[length - 1] == '.')
		length--; /* "localhost." is the same name */
	if (length == 0 || length > HOST_MAX)
		return false;
	memcpy(name, host, length);
	name[length] = '\0';
	if (*rest == '\0')
		return true;
	size_t digits = strspn(rest + 1, "0123456789");
	return *rest == ':' && digits >= 1 && digits <= 5 && rest[1 + digits] == '\0';
}

bool
head_host_is_ours(const char *host, char *const *names)
{
	char name[HOST_MAX + 1];
	unsigned char address[sizeof(struct in6_addr)];

	if (host == NULL || !split(host, name))
		return false;
	/* An attacker's host name may resolve to our address, but an address in the Host header is ours. */
	if (host[0] == '[')
		return inet_pton(AF_INET6, name, address) == 1;
	if (inet_pton(AF_INET, name, address) == 1 || g_ascii_strcasecmp(name, "localhost") == 0)
		return true;
	for (; names != NULL && *names != NULL; names++)
		if (g_ascii_strcasecmp(name, *names) == 0)
			return true;
	return false;
}

bool
head_origin_is_ours(const char *origin, const char *site, const char *host, bool secure)
{
	const char *scheme = secure ? "https://" : "http://";

	if (origin != NULL)
		return host != NULL && g_str_has_prefix(origin, scheme) &&
			g_ascii_strcasecmp(origin + strlen(scheme), host) == 0;
	return site == NULL || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

char *
head_decode(const char *text, bool form)
{
	g_autofree char *spaced = g_strdup(text);

	if (form)
		g_strdelimit(spaced, "+", ' ');
	char *decoded = g_uri_unescape_string(spaced, NULL);
	if (decoded != NULL && !g_utf8_validate(decoded, -1, NULL))
		g_clear_pointer(&decoded, g_free);
	return decoded;
}
