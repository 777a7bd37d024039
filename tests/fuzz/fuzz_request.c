/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as a request to a kiosk with a keyed event and two people: "POST
 * /api/result?code=CODE", a line with a cookie and one with the accepted languages, which may be empty, and then the
 * body. It is answered, JSON is JSON, and nothing that is sent makes the kiosk fail. So all that visitors and the
 * organiser send is read here: codes, passes, drafts, results, people, seats and settings. Routes that draw, read
 * pictures or print are left to the other targets: image, eye, worker and print. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kiosk/routes/event_tools.h"
#include "tests/typed.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

/* The folder of the kiosk that is open, or NULL. Opening one takes most of the time, so it stays open for the next
 * inputs until one of them changes what is stored, and KEPT_MOST at most, since wrong codes are counted in memory. */
static char *folder;
static unsigned kept;
#define KEPT_MOST 32

static void
open_kiosk(void)
{
	static const int people[] = {1, 2};
	struct problem problem = {0};

	folder = g_dir_make_tmp("fuzz-request-XXXXXX", NULL);
	char *file = g_build_filename(folder, "kiosk.db", NULL);
	handler_kiosk = (struct kiosk){.store = store_create(file, &problem)};
	require(handler_kiosk.store != NULL && kiosk_open(&handler_kiosk, &problem));
	g_free(file);
	handler_cookie = handler_language = NULL;
	handler_organiser = true;
	require(event_send(event_manifest(), code_key_text) == 200 && event_enter("Ana\nBo\n") == 200);
	for (unsigned round = 1; round <= 2; round++)
		require(event_seat_by_hand(round, people, 2) == 200);
	kept = 0;
}

static void
close_kiosk(void)
{
	if (folder == NULL)
		return;
	kiosk_close(&handler_kiosk);
	store_destroy(handler_kiosk.store);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while ((name = g_dir_read_name(dir)) != NULL) {
		char *path = g_build_filename(folder, name, NULL);

		g_unlink(path);
		g_free(path);
	}
	g_dir_close(dir);
	g_rmdir(folder);
	g_clear_pointer(&folder, g_free);
}

/* The route of a request, or NULL for one that is left to other targets. */
static const struct route *
find_route(const char *method, const char *path)
{
	for (const struct route *const *table = kiosk_routes; *table != NULL; table++)
		for (const struct route *route = *table; route->path != NULL; route++) {
			bool below = g_str_has_suffix(route->path, "/") && route->path[1] != '\0';

			if (strcmp(route->method, method) == 0 &&
				(below ? g_str_has_prefix(path, route->path) : strcmp(path, route->path) == 0))
				return route->slow || *table == print_routes ? NULL : route;
		}
	return NULL;
}

static void
send_request(char **parts, size_t head, const uint8_t *data, size_t size)
{
	char *space = strchr(parts[0], ' ');

	if (space == NULL)
		return;
	*space = '\0';
	char *path = g_strndup(space + 1, strcspn(space + 1, "?"));
	const struct route *route = find_route(parts[0], path);

	g_free(path);
	if (route == NULL || size - head > route->body)
		return;
	if (folder == NULL)
		open_kiosk();
	bool is_post = strcmp(route->method, "POST") == 0;
	handler_organiser = route->needs & NEEDS_ORGANISER;
	handler_cookie = parts[1];
	handler_language = parts[2];
	unsigned status = is_post ? handler_send(space + 1, data + head, size - head, NULL) : handler_get(space + 1);

	require(status >= 200 && status < 500);
	require(strcmp(handler_reply.type, "application/json") != 0 || handler_reply.packed ||
		handler_reply.json != NULL);
	if ((is_post && status < 300) || ++kept == KEPT_MOST)
		close_kiosk();
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	/* What GLib only complains about is a bug as well. */
	g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
	return atexit(close_kiosk);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = g_strndup((const char *)data, size), **parts = g_strsplit(text, "\n", 4);

	/* The server refuses other heads. */
	if (g_strv_length(parts) == 4 && g_utf8_validate(parts[0], -1, NULL))
		send_request(parts, strlen(text) - strlen(parts[3]), data, size);
	g_strfreev(parts);
	g_free(text);
	return 0;
}
