/* SPDX-License-Identifier: MIT
 * The parent's side of jobs: starting a child, listening to it within bounds, and ending it. */
#define _GNU_SOURCE /* memfd_create, pidfd, closing all that a child does not need */
#include "gen/jobs/job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/jobs/fork_server.h"

/* Microseconds between two checks whether a job is to be stopped: the longest time that a cancelled one goes on. */
#define LOOK_US (100 * G_TIME_SPAN_MILLISECOND)

/* Microseconds between two calls of the order's check. */
#define CHECK_US G_TIME_SPAN_SECOND

/* Microseconds to wait until the processes of a killed job have ended. They end with their parent, so this matters only
 * on a machine that is out of memory. */
#define FAREWELL_US (10 * G_TIME_SPAN_SECOND)

int
job_request_file(const void *bytes, size_t size)
{
	int file = memfd_create("request", MFD_CLOEXEC);

	for (size_t at = 0; file >= 0 && at < size;) {
		ssize_t put = pwrite(file, (const char *)bytes + at, size - at, (off_t)at);

		if (put > 0) {
			at += (size_t)put;
		} else if (put == 0 || errno != EINTR) {
			close(file);
			file = -1;
		}
	}
	return file;
}

/* Runs a program as a child, with default signals. Its environment has only the variables that are needed to find
 * fonts, because the others may contain passwords. Returns its pid, or 0. */
static pid_t
spawn(const char *program, const char *name, const posix_spawn_file_actions_t *files)
{
	static const char *const kept[] = {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_CACHE_HOME",
		"XDG_DATA_DIRS", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LSAN_OPTIONS", "ASAN_OPTIONS", "TSAN_OPTIONS"};
	g_auto(GStrv) environment = g_new0(char *, 1);
	g_autofree char *kind = g_strdup(name);
	char *const arguments[] = {(char[]){"seedpress-job"}, (char[]){JOB_WORD}, kind, NULL};
	posix_spawnattr_t attributes;
	sigset_t none, all;
	pid_t pid = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
		if (g_getenv(kept[i]) != NULL)
			environment = g_environ_setenv(environment, kept[i], g_getenv(kept[i]), TRUE);
	sigemptyset(&none);
	sigfillset(&all);
	if (posix_spawnattr_init(&attributes) != 0)
		return 0;
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	if (posix_spawn(&pid, program, files, &attributes, arguments, environment) != 0)
		pid = 0;
	posix_spawnattr_destroy(&attributes);
	return pid;
}

/* Opens the socket to a child that is to be started. *theirs is the child's end. */
static bool
open_socket(struct job *job, int *theirs)
{
	int ends[2];

	*job = (struct job){.handle = -1, .socket = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	job->socket = ends[0];
	*theirs = ends[1];
	return true;
}

/* Runs a program as a child, with `input` as its descriptor 0. False when it cannot be started. */
static bool
start(struct job *job, const struct job_order *order, int input)
{
	const char *program = order->program == NULL ? "/proc/self/exe" : order->program;
	posix_spawn_file_actions_t files;
	int theirs;

	if (!open_socket(job, &theirs))
		return false;
	if (posix_spawn_file_actions_init(&files) == 0) {
		if (posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO) == 0 &&
			posix_spawn_file_actions_adddup2(&files, theirs, STDOUT_FILENO) == 0 &&
			posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
			posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1) == 0 &&
			(order->folder == NULL || posix_spawn_file_actions_addchdir_np(&files, order->folder) == 0))
			job->pid = spawn(program, order->kind->name, &files);
		posix_spawn_file_actions_destroy(&files);
	}
	close(theirs);
	if (job->pid == 0)
		job_end(job);
	return job->pid != 0;
}

bool
job_start_forked(struct job *job, const struct job_kind *kind, int input, uint32_t cpu_seconds)
{
	int theirs;

	if (!open_socket(job, &theirs))
		return false;
	bool forked = fork_server_fork(kind, input, theirs, cpu_seconds, job);
	close(theirs);
	if (!forked)
		job_end(job);
	return forked;
}

enum job_heard
job_receive(struct job *job, gint64 until, struct job_packet *packet, size_t *size)
{
	struct pollfd socket = {.fd = job->socket, .events = POLLIN};
	ssize_t got;

	while ((got = recv(job->socket, packet, sizeof *packet, MSG_DONTWAIT | MSG_TRUNC)) < 0 &&
		(errno == EAGAIN || errno == EINTR)) {
		gint64 left = until - g_get_monotonic_time();

		if (left <= 0)
			return JOB_LATE;
		poll(&socket, 1, (int)(left / G_TIME_SPAN_MILLISECOND) + 1);
	}
	if (got <= 0)
		return JOB_GONE;
	if ((size_t)got < sizeof packet->head || (size_t)got > sizeof *packet)
		return JOB_WRONG;
	*size = (size_t)got - sizeof packet->head;
	return JOB_HEARD;
}

bool
job_answer(struct job *job, const void *bytes, size_t size)
{
	return send(job->socket, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size;
}

int
job_end(struct job *job)
{
	int status = 0;

	if (job->socket >= 0)
		close(job->socket);
	if (job->handle >= 0) {
		pidfd_send_signal(job->handle, SIGKILL, NULL, 0);
		close(job->handle);
	} else if (job->pid > 0) {
		kill(job->pid, SIGKILL);
		while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	*job = (struct job){.handle = -1, .socket = -1};
	return status;
}

void
job_result_destroy(struct job_result *result)
{
	if (result == NULL)
		return;
	if (result->text != NULL)
		g_string_free(result->text, TRUE);
	g_ptr_array_unref(result->parts);
	g_free(result);
}

/* The state of receiving the answer of a job. */
struct listening {
	const struct job_order *order;
	struct job_result *result;
	GByteArray *part; /* the bytes so far of the part that is being received, or NULL */
	size_t bytes;     /* received so far, without progress */
	bool ended;       /* by its last packet */
};

/* Handles a packet of the child. False if it is invalid. */
static bool
take(struct listening *listening, const struct job_packet *packet, size_t size)
{
	const struct job_order *order = listening->order;
	struct job_result *result = listening->result;
	uint32_t number = packet->head.number;
	struct job_progress progress;

	if (listening->ended)
		return false;
	listening->bytes += packet->head.kind == JOB_PROGRESS ? 0 : size;
	switch (packet->head.kind) {
	case JOB_PROGRESS:
		if (size != sizeof progress)
			return false;
		memcpy(&progress, packet->body, sizeof progress);
		if (memchr(progress.what, '\0', sizeof progress.what) == NULL)
			return false;
		if (order->progress != NULL)
			order->progress(order->data, &progress);
		return true;
	case JOB_PART:
		if (listening->part == NULL)
			listening->part = g_byte_array_new();
		g_byte_array_append(listening->part, packet->body, (guint)size);
		if (number == 0)
			g_ptr_array_add(result->parts, g_byte_array_free_to_bytes(g_steal_pointer(&listening->part)));
		return true;
	case JOB_PROBLEM:
		if (size != sizeof result->problem || (number != JOB_REFUSED && number != JOB_FAILED))
			return false;
		memcpy(&result->problem, packet->body, size);
		result->outcome = (enum job_outcome)number;
		listening->ended = true;
		return result->problem.status <= STATUS_BAD_JSON && message_is_sound(&result->problem.message);
	case JOB_RESULT:
		if (result->text == NULL)
			result->text = g_string_new(NULL);
		g_string_append_len(result->text, (const char *)packet->body, (gssize)size);
		result->outcome = number == 0 ? JOB_DONE : JOB_FAILED;
		listening->ended = number == 0;
		return listening->part == NULL;
	case JOB_OVERTIME:
		result->outcome = JOB_STOPPED;
		listening->ended = true;
		return true;
	default:
		return false;
	}
}

/* Receives the packets of a child until it has ended. Its own children have the socket too, so that all of them have
 * ended then. False if it had to be stopped. */
static bool
listen_to(struct job *job, struct listening *listening)
{
	const struct job_order *order = listening->order;
	g_autofree struct job_packet *packet = g_new(struct job_packet, 1);
	gint64 now = g_get_monotonic_time(), check = now;
	gint64 end = now + (gint64)((order->seconds > 0 ? order->seconds : order->kind->limits.seconds) * 1e6);
	bool is_stopped = false;
	enum job_heard heard;
	size_t size;

	while ((heard = job_receive(job, now + LOOK_US, packet, &size)) != JOB_GONE) {
		bool stops = heard == JOB_WRONG;

		now = g_get_monotonic_time();
		if (heard == JOB_HEARD && !is_stopped)
			stops = !take(listening, packet, size) || listening->bytes > order->kind->limits.answer;
		stops |= now > end || (order->stop != NULL && g_atomic_int_get(order->stop) != 0);
		if (now > end && is_stopped)
			break;
		if (!stops && !is_stopped && order->check != NULL && now >= check) {
			stops = !order->check(order->data, &listening->result->problem);
			check = now + CHECK_US;
		}
		if (stops && !is_stopped) {
			kill(job->pid, SIGKILL);
			is_stopped = true;
			end = now + FAREWELL_US;
		}
	}
	return !is_stopped;
}

/* Adds the file that the job created in its folder, as a part. It is unlinked, but stays mapped as long as it is used.
 */
static bool
add_file(const struct job_order *order, struct job_result *result)
{
	g_autofree char *path = g_build_filename(order->folder, order->kind->file, NULL);
	g_autoptr(GMappedFile) mapped = g_mapped_file_new(path, FALSE, NULL);

	unlink(path);
	if (mapped != NULL)
		g_ptr_array_add(result->parts, g_mapped_file_get_bytes(mapped));
	return mapped != NULL;
}

struct job_result *
job_run(const struct job_order *order)
{
	struct job_result *result = g_new0(struct job_result, 1);
	struct listening listening = {.order = order, .result = result};
	int input = job_request_file(order->request, strlen(order->request));
	struct job job;

	result->outcome = JOB_FAILED;
	result->parts = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	if (input >= 0 && start(&job, order, input)) {
		bool heard = listen_to(&job, &listening);
		int status = job_end(&job);

		/* A child that was killed from outside ran out of memory or time. */
		if (!heard || (!listening.ended && WIFSIGNALED(status)))
			result->outcome = JOB_STOPPED;
		else if (result->outcome == JOB_DONE && order->kind->file != NULL && !add_file(order, result))
			result->outcome = JOB_FAILED;
	}
	if (input >= 0)
		close(input);
	g_clear_pointer(&listening.part, g_byte_array_unref);
	for (unsigned i = 0; i < result->parts->len; i++)
		result->bytes += g_bytes_get_size(result->parts->pdata[i]);
	if (result->outcome != JOB_DONE && message_id(&result->problem.message)[0] == '\0')
		problem_set(&result->problem,
			result->outcome == JOB_STOPPED
				? SAY("job-stopped", "it took too much time or memory and was stopped")
				: SAY("job-failed", "it could not be done now; please try again"));
	return result;
}
