/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database. */
#include "kiosk/store/database_path.h"

#include <errno.h>
#include <string.h>

char *
database_path_name(void)
{
	const char *state = g_getenv("STATE_DIRECTORY");
	char *folder, *file;

	/* systemd names several with colons between them; the first is ours. */
	if (state == NULL || *state != '/')
		return g_build_filename(g_get_user_data_dir(), "seedpress", "kiosk.db", NULL);
	folder = g_strndup(state, strcspn(state, ":"));
	file = g_build_filename(folder, "kiosk.db", NULL);
	g_free(folder);
	return file;
}

char *
database_path_usual(char **problem)
{
	char *file = database_path_name(), *folder = g_path_get_dirname(file);

	if (g_mkdir_with_parents(folder, 0700) != 0) {
		*problem = g_strdup_printf("the folder %s cannot be made: %s", folder, g_strerror(errno));
		g_clear_pointer(&file, g_free);
	}
	g_free(folder);
	return file;
}

char *
database_path_beside(const char *database, const char *name)
{
	char *problem = NULL, *usual = NULL, *folder, *file;

	if (strstr(database, "://") != NULL)
		usual = database_path_usual(&problem);
	folder = problem != NULL ? g_strdup(".") : g_path_get_dirname(usual == NULL ? database : usual);
	file = g_build_filename(folder, name, NULL);
	g_free(problem);
	g_free(usual);
	g_free(folder);
	return file;
}

struct store *
database_path_open(const char *where, bool make, char **problem)
{
	char *file = where != NULL ? g_strdup(where) : make ? database_path_usual(problem) : database_path_name();
	struct store *store = NULL;

	if (file == NULL)
		return NULL;
	if (!make && strstr(file, "://") == NULL && !g_file_test(file, G_FILE_TEST_EXISTS))
		*problem = g_strdup_printf("there is no database: %s", file);
	else
		store = store_open(file, problem);
	g_free(file);
	return store;
}
