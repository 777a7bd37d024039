/* SPDX-License-Identifier: MIT
 * The path of the database, and new files. */
#include "kiosk/store/database_path.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Ending of the write-ahead log, which exists while a program has a database open. */
#define LOG "-wal"

char *
database_path_name(void)
{
	const char *state = g_getenv("STATE_DIRECTORY");

	/* systemd separates several folders with colons; the first one is ours. */
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

void
new_files_note(GPtrArray *files, const char *name)
{
	g_autofree char *folder = g_path_get_dirname(name);

	if (access(name, F_OK) == 0)
		return;
	if (strcmp(folder, name) != 0)
		new_files_note(files, folder);
	if (!g_ptr_array_find_with_equal_func(files, name, g_str_equal, NULL))
		g_ptr_array_add(files, g_strdup(name));
}

void
new_files_note_database(GPtrArray *files, const char *where)
{
	static const char *const endings[] = {"", LOG, "-shm"};
	g_autofree char *file = where == NULL ? database_path_name() : g_strdup(where);

	for (size_t i = 0; i < G_N_ELEMENTS(endings) && strstr(file, "://") == NULL; i++) {
		g_autofree char *name = g_strconcat(file, endings[i], NULL);

		new_files_note(files, name);
	}
}

void
new_files_remove(GPtrArray *files)
{
	for (unsigned i = 0; i < files->len; i++) {
		const char *name = g_ptr_array_index(files, i);

		if (g_str_has_suffix(name, LOG) && access(name, F_OK) == 0)
			return;
	}
	for (unsigned i = files->len; i-- > 0;)
		g_remove(g_ptr_array_index(files, i)); /* a folder that is not empty stays */
}
