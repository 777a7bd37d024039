/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any text as the head of a request. What is called clear has one length at
 * most, of digits, one host, no pieces besides a length, and names without blanks; anyone a proxy
 * names is an address that reads the same when it is written. */
#include <glib.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/http/addresses.h"
#include "kiosk/http/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the lines say, counted in another way. */
struct counted {
	unsigned lengths, hosts, encodings, nameless, folded, returns;
	const char *length, *forwarded;
};

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static void
count(struct counted *counted, const char *name, const char *value)
{
	static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~";
	char *lower = g_ascii_strdown(name, -1);

	counted->nameless += *lower == '\0' || lower[strspn(lower, signs)] != '\0';
	if (strcmp(lower, "content-length") == 0) {
		counted->lengths++;
		counted->length = value;
	}
	for (int i = 0; i < 2; i++) {
		const char *begins = i == 0 ? "content-length" : "transfer-encoding", *rest = lower + strlen(begins);

		if (g_str_has_prefix(lower, begins) && *rest != '\0' && !(*rest == '-' && g_ascii_isalpha(rest[1])))
			counted->folded++;
	}
	counted->returns += strchr(value, '\r') != NULL;
	counted->hosts += strcmp(lower, "host") == 0;
	counted->encodings += strcmp(lower, "transfer-encoding") == 0;
	if (strcmp(lower, "x-forwarded-for") == 0)
		counted->forwarded = value;
	g_free(lower);
}

static bool
is_number(const char *text)
{
	for (const char *at = text; *at != '\0'; at++)
		if (!g_ascii_isdigit(*at))
			return false;
	return *text != '\0';
}

static void
check_length(const struct head *head, const struct counted *counted)
{
	bool clear = counted->lengths <= 1 && counted->hosts <= 1 && counted->nameless == 0 &&
		(counted->lengths == 0 || (counted->encodings == 0 && is_number(counted->length)));

	require(head->unclear == !clear);
	require(head->chunked == (counted->encodings > 0));
	if (counted->lengths == 0 && counted->encodings == 0 && counted->nameless == 0)
		require(head->length == 0);
	else if (clear && counted->lengths == 1 && strlen(counted->length) <= 15)
		require(head->length == strtoull(counted->length, NULL, 10));
	else if (clear)
		require(head->length == HEAD_LENGTH_UNKNOWN);
}

static void
check_sender(const char *list)
{
	char text[ADDRESS_TEXT], again[ADDRESS_TEXT];

	if (list == NULL || !address_read_last(list, text))
		return;
	require(text[0] != '\0' && address_read_last(text, again));
	require(strcmp(text, again) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = g_strndup((const char *)data, size), **lines = g_strsplit(text, "\n", 0);
	char name[] = "kiosk.example", *names[] = {name, NULL};
	struct counted counted = {0};
	struct head head = {0};

	for (char **line = lines; *line != NULL; line++) {
		char *colon = strchr(*line, ':');

		if (**line == '\0')
			continue; /* the end of a head */
		if (colon != NULL) {
			*colon = '\0';
			g_strstrip(colon + 1);
		}
		head_add(&head, *line, colon == NULL ? NULL : colon + 1);
		count(&counted, *line, colon == NULL ? "" : colon + 1);
	}
	/* Nothing is believed of a head with a folded length or encoding, or with a carriage return in it. */
	require(head.folded == (counted.folded > 0));
	if (counted.folded > 0 || counted.returns > 0) {
		require(head.unclear);
		g_strfreev(lines);
		g_free(text);
		return 0;
	}
	check_length(&head, &counted);
	require(head.forwarded == NULL ? counted.forwarded == NULL : strcmp(head.forwarded, counted.forwarded) == 0);
	check_sender(head.forwarded);
	require((head.host != NULL) == (counted.hosts > 0));
	if (head_host_is_ours(head.host, names))
		require(strpbrk(head.host, " /@\\?#,") == NULL);
	g_strfreev(lines);
	g_free(text);
	return 0;
}
