/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as a kit file. What is taken has a definition
 * that is taken again, and stays the same. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "gen/kit/kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems;
	struct kit kit;

	problems_init(&problems);
	if (kit_parse(&kit, (const char *)data, size, &problems)) {
		char *definition = kit_definition(&kit), *again;
		struct kit copy;

		if (problems.count > 0 || !kit_parse(&copy, definition, strlen(definition), &problems))
			abort();
		again = kit_definition(&copy);
		if (strcmp(definition, again) != 0)
			abort();
		kit_finish(&copy);
		g_free(again);
		g_free(definition);
	} else if (problems.count == 0) {
		abort();
	}
	kit_finish(&kit);
	return 0;
}
