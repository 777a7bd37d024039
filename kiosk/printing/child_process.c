/* SPDX-License-Identifier: MIT
 * Starting a child. */
#define _GNU_SOURCE /* memfd_create, pipe2, closing all that a child does not need */
#include "kiosk/printing/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/jobs/process.h"

#define PATIENT 10 /* nice: whoever stores a result goes first */

/* What a child needs to find fonts, and no more: there may be passwords in the environment. */
static char **
child_environment(void)
{
	static const char *const names[] = {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_CACHE_HOME",
		"XDG_DATA_DIRS", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LSAN_OPTIONS", "ASAN_OPTIONS", "TSAN_OPTIONS"};
	GPtrArray *list = g_ptr_array_new();

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_getenv(names[i]) != NULL)
			g_ptr_array_add(list, g_strconcat(names[i], "=", g_getenv(names[i]), NULL));
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

/* Two pipes; false with both of them closed. */
static bool
open_pipes(int pipes[2][2])
{
	if (pipe2(pipes[0], O_CLOEXEC) != 0)
		return false;
	if (pipe2(pipes[1], O_CLOEXEC) == 0)
		return true;
	close(pipes[0][0]);
	close(pipes[0][1]);
	return false;
}

/* The order as a file that the child reads from its beginning: nobody waits for it, and no child that
 * has ended breaks the pipe. -1 when it does not go. */
static int
open_order(const void *order, size_t size)
{
	int file = memfd_create("order", MFD_CLOEXEC);

	if (file >= 0 && pwrite(file, order, size, 0) != (ssize_t)size) {
		close(file);
		file = -1;
	}
	return file;
}

/* Signals as a program expects them, whatever the kiosk's threads do with theirs. */
static pid_t
spawn(const char *program, const char *word, const posix_spawn_file_actions_t *files)
{
	char name[] = "seedpress-print", *copy = g_strdup(word), *const arguments[] = {name, copy, NULL};
	char **environment = child_environment();
	posix_spawnattr_t how;
	sigset_t none, all;
	pid_t pid = -1;

	sigemptyset(&none);
	sigfillset(&all);
	if (posix_spawnattr_init(&how) == 0) {
		if (posix_spawnattr_setsigmask(&how, &none) != 0 || posix_spawnattr_setsigdefault(&how, &all) != 0 ||
			posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) != 0 ||
			posix_spawn(&pid, program, files, &how, arguments, environment) != 0)
			pid = -1;
		posix_spawnattr_destroy(&how);
	}
	g_strfreev(environment);
	g_free(copy);
	return pid;
}

/* Spawns the child with these as its standard files. */
static pid_t
spawn_with(const char *program, const char *word, int order, int answer, int complaint)
{
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	if (posix_spawn_file_actions_init(&files) != 0)
		return -1;
	if (posix_spawn_file_actions_adddup2(&files, order, 0) == 0 &&
		posix_spawn_file_actions_adddup2(&files, answer, 1) == 0 &&
		posix_spawn_file_actions_adddup2(&files, complaint, 2) == 0 &&
		posix_spawn_file_actions_addclosefrom_np(&files, 3) == 0)
		pid = spawn(program == NULL ? "/proc/self/exe" : program, word, &files);
	posix_spawn_file_actions_destroy(&files);
	return pid;
}

bool
child_process_start(struct child_process *child, const char *program, const char *word, const void *order, size_t size)
{
	int fed = open_order(order, size), pipes[2][2];

	if (fed < 0)
		return false;
	if (!open_pipes(pipes)) {
		close(fed);
		return false;
	}
	child->pid = spawn_with(program, word, fed, pipes[0][1], pipes[1][1]);
	close(fed);
	close(pipes[0][1]);
	close(pipes[1][1]);
	child->answer = pipes[0][0];
	child->complaint = pipes[1][0];
	if (child->pid > 0)
		return true;
	close(child->answer);
	close(child->complaint);
	return false;
}

int
child_process_finish(struct child_process *child)
{
	int how = 0;

	while (waitpid(child->pid, &how, 0) < 0 && errno == EINTR)
		;
	close(child->answer);
	close(child->complaint);
	return how;
}

bool
child_process_limit(const struct child_limits *limits)
{
	process_dies_first();
	(void)!nice(PATIENT);
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && process_limit(RLIMIT_CORE, 0) &&
		process_limit(RLIMIT_CPU, limits->cpu_seconds) && process_limit(RLIMIT_FSIZE, limits->file) &&
		(PROCESS_SANITIZED || process_limit(RLIMIT_AS, limits->memory));
}
