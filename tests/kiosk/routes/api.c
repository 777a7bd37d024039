/* SPDX-License-Identifier: MIT
 * API.md and the routes say the same:
 *     test-api API.md
 * Every address in it is served, every address that is served is in it, and what it keeps for the
 * organiser is kept for the organiser. */
#include <string.h>

#include "kiosk/routes/kiosk.h"
#include "tests/tools.h"

#define ORGANISER "### With a session alone" /* the heading; what follows is the organiser's */

static const char *file;

/* "GET /sheet/": whether it is the organiser's, as a pointer. */
static GHashTable *
routes_served(void)
{
	GHashTable *served = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (const struct route *const *table = kiosk_routes; *table != NULL; table++)
		for (const struct route *route = *table; route->path != NULL; route++)
			g_hash_table_insert(served, g_strjoin(" ", route->method, route->path, NULL),
				GINT_TO_POINTER((route->needs & NEEDS_ORGANISER) != 0));
	g_hash_table_insert(served, g_strdup("GET " KIOSK_LIVE), GINT_TO_POINTER(false));
	return served;
}

/* Addresses stand in backticks behind their method, or after another one with the same. A word in
 * capitals stands for anything: what is before it is the route. */
static GHashTable *
routes_described(void)
{
	GHashTable *described = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GRegex *address = g_regex_new("`(?:(GET|POST) )?(/(?:[a-z]+/|[a-z.]+|C/)*)[^`]*`", 0, 0, NULL);
	char *text = NULL, *method = g_strdup("GET");
	const char *organiser;
	GMatchInfo *found;

	assert_true(g_file_get_contents(file, &text, NULL, NULL));
	organiser = strstr(text, ORGANISER);
	assert_non_null(organiser);
	for (g_regex_match(address, text, 0, &found); g_match_info_matches(found); g_match_info_next(found, NULL)) {
		char *named = g_match_info_fetch(found, 1), *path = g_match_info_fetch(found, 2);
		int at = 0;

		g_match_info_fetch_pos(found, 0, &at, NULL);
		if (*named != '\0') {
			g_free(method);
			method = g_strdup(named);
		}
		g_hash_table_insert(
			described, g_strjoin(" ", method, path, NULL), GINT_TO_POINTER(text + at > organiser));
		g_free(named);
		g_free(path);
	}
	g_match_info_free(found);
	g_regex_unref(address);
	g_free(method);
	g_free(text);
	return described;
}

static unsigned
count_missing(GHashTable *from, GHashTable *in, const char *sentence)
{
	GHashTableIter iter;
	unsigned missing = 0;
	gpointer key;

	g_hash_table_iter_init(&iter, from);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		if (g_hash_table_contains(in, key))
			continue;
		print_error("%s %s\n", (const char *)key, sentence);
		missing++;
	}
	return missing;
}

static void
what_is_described_is_served_and_nothing_else(void **state)
{
	GHashTable *served = routes_served(), *described = routes_described();
	unsigned wrong = count_missing(served, described, "is not in API.md") +
		count_missing(described, served, "is in API.md and not served");

	(void)state;
	assert_true(g_hash_table_size(served) > 30);
	assert_int_equal(wrong, 0);
	g_hash_table_unref(served);
	g_hash_table_unref(described);
}

static void
what_is_the_organisers_is_kept_for_the_organiser(void **state)
{
	GHashTable *served = routes_served(), *described = routes_described();
	unsigned wrong = 0, kept = 0;
	gpointer key, organiser;
	GHashTableIter iter;

	(void)state;
	g_hash_table_iter_init(&iter, described);
	while (g_hash_table_iter_next(&iter, &key, &organiser)) {
		kept += organiser != NULL;
		if (g_hash_table_lookup(served, key) == organiser)
			continue;
		print_error("%s is %s by API.md alone\n", (const char *)key,
			organiser != NULL ? "the organiser's" : "everybody's");
		wrong++;
	}
	assert_true(kept > 5);
	assert_int_equal(wrong, 0);
	g_hash_table_unref(served);
	g_hash_table_unref(described);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_described_is_served_and_nothing_else),
		cmocka_unit_test(what_is_the_organisers_is_kept_for_the_organiser),
	};

	if (argc != 2)
		return 2;
	file = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
