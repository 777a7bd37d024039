/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as the query of a print, first the game or code, then NAME=VALUE. A request that is
 * accepted reaches the child process as it is: as JSON, which is read to the same request. Else there are problems. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gen/requests/print_request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static char *
write_request(const struct print_request *print)
{
	json_t *json = game_request_json(&print->base);
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);

	json_decref(json);
	require(text != NULL);
	return text;
}

static bool
read_query(struct print_request *print, char **parts, struct problems *problems)
{
	bool fine = game_request_begin(&print->base, *parts, NULL, problems);

	for (char **part = parts + 1; fine && *part != NULL; part++) {
		char *value = strchr(*part, '=');

		if (value != NULL)
			*value++ = '\0';
		fine = game_request_set_web(&print->base, *part, value, problems);
	}
	return fine && print_request_check(print, problems);
}

static void
check_same(const struct print_request *print)
{
	char *text = write_request(print), *again;
	json_t *json = json_loads(text, 0, NULL);
	struct print_request copy;
	struct problems problems;

	problems_init(&problems);
	print_request_init(&copy);
	require(game_request_read_json(&copy.base, json, &problems) && print_request_check(&copy, &problems) &&
		problems.count == 0);
	again = write_request(&copy);
	require(strcmp(text, again) == 0);
	require(copy.seed == print->seed && copy.players == print->players && copy.count == print->count &&
		g_strcmp0(copy.pieces, print->pieces) == 0 &&
		memcmp(copy.base.house, print->base.house, sizeof copy.base.house) == 0);
	free(again);
	game_request_finish(&copy.base);
	json_decref(json);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *query = g_strndup((const char *)data, size), **parts = g_strsplit(query, "&", 0);
	struct print_request print;
	struct problems problems;

	/* The server refuses other queries. */
	if (*parts != NULL && g_utf8_validate(query, -1, NULL)) {
		problems_init(&problems);
		print_request_init(&print);
		if (read_query(&print, parts, &problems))
			check_same(&print);
		else
			require(problems.count > 0);
		game_request_finish(&print.base);
	}
	g_strfreev(parts);
	g_free(query);
	return 0;
}
