/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any text as a host, an origin and a part of an address.
 * Whatever name is taken is one of ours; whatever is decoded is text. */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/http/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

/* A host that is ours starts like a name of ours, or like an address. */
static void
check_host(const char *host)
{
	char name[] = "kiosk.example", *names[] = {name, NULL};

	if (!head_host_is_ours(host, names))
		return;
	require(g_ascii_strncasecmp(host, "localhost", 9) == 0 || g_ascii_strncasecmp(host, name, strlen(name)) == 0 ||
		strspn(host, "0123456789.:") == strlen(host) || host[0] == '[');
	require(strpbrk(host, " /@\\?#") == NULL);
}

static void
check_decoded(const char *text, bool form)
{
	char *decoded = head_decode(text, form);

	if (decoded == NULL)
		return;
	require(g_utf8_validate(decoded, -1, NULL));
	require(strlen(decoded) <= strlen(text));
	g_free(decoded);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	require(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	check_host(text);
	if (head_origin_is_ours(text, "same-origin", "kiosk.example:8080", false))
		require(g_ascii_strcasecmp(text, "http://kiosk.example:8080") == 0);
	check_decoded(text, false);
	check_decoded(text, true);
	free(text);
	return 0;
}
