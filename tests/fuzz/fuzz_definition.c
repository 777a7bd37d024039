/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as the definition of a kit in JSON. What is
 * taken becomes a kit file with the groups that it has, and no others; whoever
 * reads that says yes, or what is wrong. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gen/kit/kit.h"
#include "kiosk/kits/kit_plan.h"
#include "kiosk/kits/kit_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Groups of a text, a line each. */
static size_t
count_groups(const char *text)
{
	size_t groups = *text == '[';

	for (const char *at = text; (at = strstr(at, "\n[")) != NULL; at++)
		groups++;
	return groups;
}

static void
check(const char *text)
{
	struct problems problems;
	struct kit kit;
	json_t *mistakes;

	problems_init(&problems);
	if (kit_parse(&kit, text, strlen(text), &problems) != (problems.count == 0))
		abort();
	mistakes = kit_plan_mistakes(&problems);
	if (json_array_size(mistakes) != problems.count)
		abort();
	json_decref(mistakes);
	kit_finish(&kit);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *definition = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
	char *problem = NULL, *text = kit_text_of(definition, &problem);

	if ((text == NULL) != (problem != NULL))
		abort();
	if (text != NULL) {
		if (strlen(text) > KIT_TEXT_MOST ||
			count_groups(text) != json_array_size(json_object_get(definition, "rounds")) + 1)
			abort();
		check(text);
	}
	g_free(text);
	g_free(problem);
	json_decref(definition);
	return 0;
}
