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
database_path_usual(struct problem *problem)
{
	char *file = database_path_name(), *folder = g_path_get_dirname(file);

	if (g_mkdir_with_parents(folder, 0700) != 0) {
		problem_set(problem, SAY("folder-not-made", "the folder {folder} cannot be made: {detail}"),
			ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
		g_clear_pointer(&file, g_free);
	}
	g_free(folder);
	return file;
}

char *
database_path_beside(const char *database, const char *name)
{
	char *usual = NULL, *folder, *file;
	struct problem problem = {0};

	if (strstr(database, "://") != NULL)
		usual = database_path_usual(&problem);
	folder = problem.status != STATUS_OK ? g_strdup(".") : g_path_get_dirname(usual == NULL ? database : usual);
	file = g_build_filename(folder, name, NULL);
	g_free(usual);
	g_free(folder);
	return file;
}
