/* SPDX-License-Identifier: MIT
 * Files that are whole or not there. */
#include "gen/canvas/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/canvas/signature.h"

/* The most unfinished files that are removed on a signal. More would be left behind. */
#define OPEN_MAX_FILES 16

/* The names of the files to remove on a signal. A slot is set after its file exists and cleared before the name
 * is freed, so that the handler only sees valid names. */
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

static bool
is_output(const char *name)
{
	return strcmp(name, "-") == 0;
}

bool
atomic_file_unwritable(const char *name, const char *reason, struct problem *problem)
{
	if (reason == NULL)
		reason = g_strerror(errno);
	if (is_output(name))
		return problem_set(problem,
			SAY_PRIVATE("output-unwritable", "the standard output cannot be written: {reason}",
				"the output cannot be written"),
			ARG_PRIVATE("reason", reason));
	return problem_set(problem,
		SAY_PRIVATE("file-unwritable", "{file} cannot be written: {reason}", "a file cannot be written"),
		ARG_PRIVATE("file", name), ARG_PRIVATE("reason", reason));
}

bool
atomic_file_check(const char *name, bool force, struct problem *problem)
{
	struct stat there;

	if (is_output(name))
		return !isatty(STDOUT_FILENO) ||
			problem_set(problem,
				SAY("output-is-terminal",
					"the standard output is a terminal: send it to a file or a program"));
	if (lstat(name, &there) != 0)
		return true;
	/* rename() would replace a device, a pipe or a link by a file. */
	if (S_ISDIR(there.st_mode))
		return atomic_file_unwritable(name, g_strerror(EISDIR), problem);
	if (S_ISLNK(there.st_mode))
		return problem_set(problem,
			SAY_PRIVATE("file-is-link",
				"{file} is a link, which is never replaced: name a file, or - for the standard output",
				"a link is in the way of a file"),
			ARG_PRIVATE("file", name));
	if (!S_ISREG(there.st_mode))
		return problem_set(problem,
			SAY_PRIVATE("not-a-file",
				"{file} is not a file, and is never replaced: name a file, or - for the standard output",
				"something that is not a file is in the way of one"),
			ARG_PRIVATE("file", name));
	if (!force && !signature_found(name))
		return problem_set(problem,
			SAY_PRIVATE("file-not-ours",
				"{file} is there and was not made by Seedpress: choose another name, or replace it with "
				"--force",
				"a file of somebody else is in the way"),
			ARG_PRIVATE("file", name));
	return true;
}

struct atomic_file *
atomic_file_open(const char *name, bool force, struct problem *problem)
{
	if (!atomic_file_check(name, force, problem))
		return NULL;
	struct atomic_file *atomic = g_new0(struct atomic_file, 1);
	atomic->name = g_strdup(name);
	if (is_output(name)) {
		atomic->hidden = g_build_filename(g_get_tmp_dir(), "seedpress-XXXXXX", NULL);
	} else {
		g_autofree char *folder = g_path_get_dirname(name), *base = g_path_get_basename(name);

		atomic->hidden = g_strdup_printf("%s/.%s.XXXXXX", folder, base);
	}
	while (atomic->slot < OPEN_MAX_FILES && unfinished[atomic->slot] != NULL)
		atomic->slot++;
	/* A signal that arrived between the two would leave the file behind. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	/* mkstemp() would make the file private. Anyone who may read the folder may read these files. */
	int file = g_mkstemp_full(atomic->hidden, O_RDWR | O_CLOEXEC, is_output(name) ? 0600 : 0666);
	if (file >= 0 && atomic->slot < OPEN_MAX_FILES)
		unfinished[atomic->slot] = atomic->hidden;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (file >= 0)
		atomic->file = fdopen(file, "w+b");
	if (atomic->file != NULL)
		return atomic;
	atomic_file_unwritable(name, NULL, problem);
	atomic_file_abandon(atomic);
	return NULL;
}

static void
forget(struct atomic_file *atomic)
{
	if (atomic->slot < OPEN_MAX_FILES)
		unfinished[atomic->slot] = NULL;
	g_free(atomic->hidden);
	g_free(atomic->name);
	g_free(atomic);
}

/* Copies the whole file to the standard output. */
static bool
put_out(FILE *file)
{
	char bytes[1 << 16];
	size_t length;

	rewind(file);
	while ((length = fread(bytes, 1, sizeof bytes, file)) > 0)
		if (fwrite(bytes, 1, length, stdout) != length)
			return false;
	return !ferror(file) && fflush(stdout) == 0;
}

bool
atomic_file_commit(struct atomic_file *atomic, struct problem *problem)
{
	FILE *file = g_steal_pointer(&atomic->file);
	bool out = is_output(atomic->name);
	bool fine = fflush(file) == 0 && (out ? put_out(file) : fsync(fileno(file)) == 0);
	int why = errno;

	if (fclose(file) != 0 && fine)
		fine = false;
	else
		errno = why;
	fine = fine && (out || rename(atomic->hidden, atomic->name) == 0);
	if (!fine)
		atomic_file_unwritable(atomic->name, NULL, problem);
	if (fine && !out)
		forget(atomic);
	else
		atomic_file_abandon(atomic);
	return fine;
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
