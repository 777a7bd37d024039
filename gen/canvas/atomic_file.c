/* SPDX-License-Identifier: MIT
 * Files that are whole or not there. */
#include "gen/canvas/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPEN_MAX_PARTIALS 16

struct atomic_file {
	FILE *file;
	char *name, *hidden;
	int slot;
};

/* What a signal has to remove. A slot is set after its file exists and cleared before the name
 * is freed, so that the handler only ever sees names that hold. */
static char *volatile unfinished[OPEN_MAX_PARTIALS];

static void
remove_unfinished(int signal)
{
	for (int i = 0; i < OPEN_MAX_PARTIALS; i++)
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
	for (int i = 0; i < OPEN_MAX_PARTIALS; i++)
		if (unfinished[i] == NULL)
			return i;
	return -1;
}

struct atomic_file *
atomic_file_open(const char *name)
{
	struct atomic_file *partial = g_new0(struct atomic_file, 1);
	char *folder = g_path_get_dirname(name), *base = g_path_get_basename(name);
	int file;

	partial->name = g_strdup(name);
	partial->hidden = g_strdup_printf("%s/.%s.XXXXXX", folder, base);
	partial->slot = free_slot();
	g_free(folder);
	g_free(base);
	/* Unlike mkstemp(), which is for secrets: these files are for whoever may read the folder. */
	file = g_mkstemp_full(partial->hidden, O_RDWR | O_CLOEXEC, 0666);
	if (file >= 0 && partial->slot >= 0)
		unfinished[partial->slot] = partial->hidden;
	if (file >= 0)
		partial->file = fdopen(file, "w+b");
	if (partial->file == NULL) {
		int why = errno;

		atomic_file_abandon(partial);
		errno = why;
		return NULL;
	}
	return partial;
}

FILE *
atomic_file_file(struct atomic_file *partial)
{
	return partial->file;
}

const char *
atomic_file_name(const struct atomic_file *partial)
{
	return partial->hidden;
}

static void
forget(struct atomic_file *partial)
{
	if (partial->slot >= 0)
		unfinished[partial->slot] = NULL;
	g_free(partial->hidden);
	g_free(partial->name);
	g_free(partial);
}

bool
atomic_file_commit(struct atomic_file *partial)
{
	FILE *file = partial->file;

	partial->file = NULL;
	if (fflush(file) == 0 && fsync(fileno(file)) == 0) {
		if (fclose(file) == 0 && rename(partial->hidden, partial->name) == 0) {
			forget(partial);
			return true;
		}
	} else {
		int why = errno;

		fclose(file);
		errno = why;
	}
	int why = errno;

	atomic_file_abandon(partial);
	errno = why;
	return false;
}

void
atomic_file_abandon(struct atomic_file *partial)
{
	if (partial == NULL)
		return;
	if (partial->file != NULL)
		fclose(partial->file);
	unlink(partial->hidden);
	forget(partial);
}
