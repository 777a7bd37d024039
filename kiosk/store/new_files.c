/* SPDX-License-Identifier: MIT
 * Names that were not there. */
#include "kiosk/store/new_files.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/database_path.h"

#define LOG "-wal" /* while a program has a database open */

void
new_files_init(struct new_files *files)
{
	files->names = g_ptr_array_new_with_free_func(g_free);
}

void
new_files_finish(struct new_files *files)
{
	g_ptr_array_unref(files->names);
}

void
new_files_note(struct new_files *files, const char *name)
{
	g_autofree char *folder = g_path_get_dirname(name);

	if (access(name, F_OK) == 0)
		return;
	if (strcmp(folder, name) != 0)
		new_files_note(files, folder);
	if (!g_ptr_array_find_with_equal_func(files->names, name, g_str_equal, NULL))
		g_ptr_array_add(files->names, g_strdup(name));
}

void
new_files_note_database(struct new_files *files, const char *where)
{
	static const char *const endings[] = {"", LOG, "-shm"};
	g_autofree char *file = where == NULL ? database_path_name() : g_strdup(where);

	for (size_t i = 0; i < G_N_ELEMENTS(endings) && strstr(file, "://") == NULL; i++) {
		g_autofree char *name = g_strconcat(file, endings[i], NULL);

		new_files_note(files, name);
	}
}

void
new_files_remove(const struct new_files *files)
{
	for (unsigned i = 0; i < files->names->len; i++) {
		const char *name = g_ptr_array_index(files->names, i);

		if (g_str_has_suffix(name, LOG) && access(name, F_OK) == 0)
			return;
	}
	for (unsigned i = files->names->len; i-- > 0;)
		g_remove(g_ptr_array_index(files->names, i)); /* a folder that is not empty stays */
}
