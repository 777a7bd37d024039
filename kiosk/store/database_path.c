/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database. */
#include "kiosk/store/database_path.h"

#include <errno.h>
#include <string.h>

char *
database_path_name(void)
{
	const char *state = g_getenv("STATE_DIRECTORY");

	/* systemd names several with colons between them; the first is ours. */
	if (state == NULL || *state != '/')
		return g_build_filename(g_get_user_data_dir(), "seedpress", "kiosk.db", NULL);
	g_autofree char *folder = g_strndup(state, strcspn(state, ":"));

	return g_build_filename(folder, "kiosk.db", NULL);
}

char *
database_path_usual(struct problem *problem)
{
	g_autofree char *file = database_path_name(), *folder = g_path_get_dirname(file);

	if (g_mkdir_with_parents(folder, 0700) == 0)
		return g_steal_pointer(&file);
	problem_set(problem, SAY("folder-not-made", "the folder {folder} cannot be made: {detail}"),
		ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
	return NULL;
}

char *
database_path_beside(const char *database, const char *name)
{
	struct problem problem;
	g_autofree char *file = strstr(database, "://") == NULL ? g_strdup(database) : database_path_usual(&problem);
	g_autofree char *folder = file == NULL ? g_strdup(".") : g_path_get_dirname(file);

	return g_build_filename(folder, name, NULL);
}
