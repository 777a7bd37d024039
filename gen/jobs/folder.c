/* SPDX-License-Identifier: MIT
 * Temporary folders with a lock. */
#include "gen/jobs/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Levels of folders that are read: the folder of a job, and one that it creates there. */
#define DEPTH_MAX 2

/* Attempts to create a folder: a process that starts at the same moment may remove it as one that was left. */
#define ATTEMPTS 10

int
folder_lock(const char *folder)
{
	int file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat found;

	if (file >= 0 && fstat(file, &found) == 0 && found.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* The bytes of a folder's files, which are also removed if `removes` is set. */
static goffset
walk(const char *folder, bool removes, unsigned depth)
{
	g_autoptr(GDir) dir = depth < DEPTH_MAX ? g_dir_open(folder, 0, NULL) : NULL;
	goffset sum = 0;
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		struct stat info;

		if (lstat(path, &info) != 0)
			continue;
		sum += S_ISDIR(info.st_mode) ? walk(path, removes, depth + 1) : info.st_size;
		if (removes)
			remove(path);
	}
	return sum;
}

void
folder_remove(const char *folder)
{
	walk(folder, true, 0);
	rmdir(folder);
}

goffset
folder_size(const char *folder)
{
	return walk(folder, false, 0);
}

char *
folder_create_temporary(const char *prefix, int *lock, struct problem *problem)
{
	g_autofree char *template = g_strconcat(prefix, "XXXXXX", NULL);
	g_autoptr(GDir) all = g_dir_open(g_get_tmp_dir(), 0, NULL);
	const char *name;

	/* Folders that no process has locked were left. */
	while (all != NULL && (name = g_dir_read_name(all)) != NULL) {
		g_autofree char *left = g_build_filename(g_get_tmp_dir(), name, NULL);

		*lock = g_str_has_prefix(name, prefix) ? folder_lock(left) : -1;
		if (*lock >= 0) {
			folder_remove(left);
			close(*lock);
		}
	}
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		g_autofree char *folder = g_dir_make_tmp(template, NULL);

		if (folder == NULL)
			break;
		*lock = folder_lock(folder);
		if (*lock >= 0 && access(folder, F_OK) == 0)
			return g_steal_pointer(&folder);
		if (*lock >= 0)
			close(*lock);
		rmdir(folder);
		errno = EBUSY;
	}
	problem_set(problem, SAY("temporary-folder", "cannot make a folder in {folder}: {reason}"),
		ARG_PRIVATE("folder", g_get_tmp_dir()), ARG_PRIVATE("reason", g_strerror(errno)));
	return NULL;
}
