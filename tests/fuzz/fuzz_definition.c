/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as the definition of a kit in JSON. What is read has a definition as a kit file that is
 * read again, and stays the same; else there are problems. */
#include <glib.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gen/kit/kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *definition = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
	struct problems problems;
	struct kit kit;

	problems_init(&problems);
	if (kit_read_json(&kit, definition, &problems)) {
		char *text = kit_definition(&kit), *again;
		struct kit copy;

		if (problems.count > 0 || !kit_parse(&copy, text, strlen(text), &problems))
			abort();
		again = kit_definition(&copy);
		if (strcmp(text, again) != 0)
			abort();
		kit_finish(&copy);
		g_free(again);
		g_free(text);
	} else if (problems.count == 0) {
		abort();
	}
	kit_finish(&kit);
	json_decref(definition);
	return 0;
}
