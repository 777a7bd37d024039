/* SPDX-License-Identifier: MIT
 * Files that are whole or not there. */
#include "gen/canvas/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_MAX_FILES 16

struct atomic_file {
	FILE *file;
	char *name, *hidden;
	int slot;
};

/* What a signal has to remove. A slot is set after its file exists and cleared before the name
 * is freed, so that the handler only ever sees names that hold. */
static char *volatile unfinished[OPEN_MAX_FILES];

static void
remove_unfinished(int signal)
{
	for (int i = 0; i < OPEN_MAX_FILES; i++)
		if (unfinished[i] != NULL)
			unlink(unfinished[i]);
	raise(signal); /* the default action, since SA_RESETHAND */
}

void
atomic_file_watch_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = remove_unfinished, .sa_flags = (int)SA_RESETHAND};
	struct sigaction now;

	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}

static int
free_slot(void)
{
	for (int i = 0; i < OPEN_MAX_FILES; i++)
		if (unfinished[i] == NULL)
			return i;
	return -1;
}

struct atomic_file *
atomic_file_open(const char *name)
{
	struct atomic_file *atomic;
	char *folder, *base;
	struct stat there;
	int file;

	/* Renaming would put a file in the place of a device, a pipe or a link. */
	if (lstat(name, &there) == 0 && !S_ISREG(there.st_mode)) {
		errno = S_ISDIR(there.st_mode) ? EISDIR : EEXIST;
		return NULL;
	}
	atomic = g_new0(struct atomic_file, 1);
	folder = g_path_get_dirname(name);
	base = g_path_get_basename(name);
	atomic->name = g_strdup(name);
	atomic->hidden = g_strdup_printf("%s/.%s.XXXXXX", folder, base);
	atomic->slot = free_slot();
	g_free(folder);
	g_free(base);
	/* Unlike mkstemp(), which is for secrets: these files are for whoever may read the
	 * folder. */
	file = g_mkstemp_full(atomic->hidden, O_RDWR | O_CLOEXEC, 0666);
	if (file >= 0 && atomic->slot >= 0)
		unfinished[atomic->slot] = atomic->hidden;
	if (file >= 0)
		atomic->file = fdopen(file, "w+b");
	if (atomic->file == NULL) {
		int why = errno;

		atomic_file_abandon(atomic);
		errno = why;
		return NULL;
	}
	return atomic;
}

FILE *
atomic_file_file(struct atomic_file *atomic)
{
	return atomic->file;
}

const char *
atomic_file_name(const struct atomic_file *atomic)
{
	return atomic->hidden;
}

static void
forget(struct atomic_file *atomic)
{
	if (atomic->slot >= 0)
		unfinished[atomic->slot] = NULL;
	g_free(atomic->hidden);
	g_free(atomic->name);
	g_free(atomic);
}

bool
atomic_file_commit(struct atomic_file *atomic)
{
	FILE *file = atomic->file;

	atomic->file = NULL;
	if (fflush(file) == 0 && fsync(fileno(file)) == 0) {
		if (fclose(file) == 0 && rename(atomic->hidden, atomic->name) == 0) {
			forget(atomic);
			return true;
		}
	} else {
		int why = errno;

		fclose(file);
		errno = why;
	}
	int why = errno;

	atomic_file_abandon(atomic);
	errno = why;
	return false;
}

void
atomic_file_abandon(struct atomic_file *atomic)
{
	if (atomic == NULL)
		return;
	if (atomic->file != NULL)
		fclose(atomic->file);
	unlink(atomic->hidden);
	forget(atomic);
}
