/* SPDX-License-Identifier: MIT
 * JSON as text, whole or not at all. */
#include <stdlib.h>

#include "kiosk/http/server.h"

/* First only measured: json_dumps() leaves names out where its text cannot grow, and says nothing. */
char *
reply_text(const json_t *json)
{
	const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(7);
	size_t size = json_dumpb(json, NULL, 0, flags);
	char *text = size == 0 ? NULL : malloc(size + 1);

	if (text != NULL && json_dumpb(json, text, size, flags) == size) {
		text[size] = '\0';
		return text;
	}
	free(text);
	return NULL;
}
