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

/* Microseconds between two looks at whether a job is to be stopped: how long a cancelled one goes on. */
#define LOOK_US (100 * G_TIME_SPAN_MILLISECOND)

/* Microseconds between two calls of the order's check. */
#define CHECK_US G_TIME_SPAN_SECOND

/* Microseconds for the processes of a job that was killed to end. They end with their parent, so that this only
 * bounds what a machine without memory makes us wait. */
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

/* Runs a program as a child, with the signals that a program expects, whatever our threads do with theirs. Returns an
 * error number. */
static int
spawn(pid_t *pid, const char *program, const char *name, const posix_spawn_file_actions_t *files)
{
	char *kind = g_strdup(name), **environment = child_environment();
	char *const arguments[] = {(char[]){"seedpress-job"}, (char[]){JOB_WORD}, kind, NULL};
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int error;

	sigemptyset(&none);
	sigfillset(&all);
	error = posix_spawnattr_init(&attributes);
	if (error == 0) {
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setsigdefault(&attributes, &all);
		posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		error = posix_spawn(pid, program, files, &attributes, arguments, environment);
		posix_spawnattr_destroy(&attributes);
	}
	g_strfreev(environment);
	g_free(kind);
	return error;
}

bool
job_start(struct job *job, const struct job_kind *kind, const char *program, const char *folder, int input)
{
	posix_spawn_file_actions_t files;
	bool started = false;
	int ends[2];

	*job = (struct job){.handle = -1, .socket = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	if (posix_spawn_file_actions_init(&files) == 0) {
		started = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO) == 0 &&
			posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO) == 0 &&
			posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
			posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1) == 0 &&
			(folder == NULL || posix_spawn_file_actions_addchdir_np(&files, folder) == 0) &&
			spawn(&job->pid, program == NULL ? "/proc/self/exe" : program, kind->name, &files) == 0;
		posix_spawn_file_actions_destroy(&files);
	}
	close(ends[1]);
	if (started)
		job->socket = ends[0];
	else
		close(ends[0]);
	return started;
}

bool
job_start_forked(struct job *job, const struct job_kind *kind, int input, uint32_t cpu_seconds)
{
	int ends[2];
	bool forked;

	*job = (struct job){.handle = -1, .socket = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	forked = fork_server_fork(kind, input, ends[1], cpu_seconds, &job->pid, &job->handle);
	close(ends[1]);
	if (forked)
		job->socket = ends[0];
	else
		close(ends[0]);
	return forked;
}

enum job_heard
job_receive(struct job *job, gint64 until, struct job_packet *packet, size_t *size)
{
	struct pollfd socket = {.fd = job->socket, .events = POLLIN};
	ssize_t got;

	for (;;) {
		gint64 left;

		got = recv(job->socket, packet, sizeof *packet, MSG_DONTWAIT | MSG_TRUNC);
		if (got >= 0 || (errno != EAGAIN && errno != EINTR))
			break;
		left = until - g_get_monotonic_time();
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

/* A job while it is listened to. */
struct listening {
	const struct job_order *order;
	struct job_result *result;
	GByteArray *part; /* what there is of the part that is being received, or NULL */
	size_t bytes;     /* received so far */
	bool ended;       /* by its last packet */
};

static void
finish(struct listening *listening, enum job_outcome outcome)
{
	listening->result->outcome = outcome;
	listening->ended = true;
}

/* Takes a packet of the child. False for one that no child of ours sends. */
static bool
take(struct listening *listening, const struct job_packet *packet, size_t size)
{
	const struct job_order *order = listening->order;
	struct job_result *result = listening->result;
	struct job_progress progress;

	listening->bytes += size;
	if (listening->ended)
		return false;
	switch (packet->head.kind) {
	case JOB_PROGRESS:
		if (size != sizeof progress)
			return false;
		listening->bytes -= size;
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
		if (packet->head.number == 0)
			g_ptr_array_add(result->parts, g_byte_array_free_to_bytes(g_steal_pointer(&listening->part)));
		return true;
	case JOB_PROBLEM:
		if (size != sizeof result->problem ||
			(packet->head.number != JOB_REFUSED && packet->head.number != JOB_FAILED))
			return false;
		memcpy(&result->problem, packet->body, size);
		finish(listening, (enum job_outcome)packet->head.number);
		return result->problem.status <= STATUS_BAD_JSON && message_is_sound(&result->problem.message);
	case JOB_RESULT:
		if (result->text == NULL)
			result->text = g_string_new(NULL);
		g_string_append_len(result->text, (const char *)packet->body, (gssize)size);
		if (packet->head.number == 0)
			finish(listening, JOB_DONE);
		return listening->part == NULL;
	case JOB_OVERTIME:
		finish(listening, JOB_STOPPED);
		return true;
	default:
		return false;
	}
}

/* Listens to a child until it has ended. Its own processes hold the socket too, so that all of them are gone then.
 * False if it had to be stopped. */
static bool
listen_to(struct job *job, struct listening *listening)
{
	const struct job_order *order = listening->order;
	struct job_packet *packet = g_new(struct job_packet, 1);
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
	g_free(packet);
	return !is_stopped;
}

/* Adds the file that the job has left in its folder, as long as somebody holds it. */
static bool
add_file(const struct job_order *order, struct job_result *result)
{
	char *path = g_build_filename(order->folder, order->kind->file, NULL);
	GMappedFile *mapped = g_mapped_file_new(path, FALSE, NULL);

	unlink(path);
	g_free(path);
	if (mapped == NULL)
		return false;
	g_ptr_array_add(result->parts, g_mapped_file_get_bytes(mapped));
	g_mapped_file_unref(mapped);
	return true;
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
	if (input >= 0 && job_start(&job, order->kind, order->program, order->folder, input)) {
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
	if (listening.part != NULL)
		g_byte_array_free(listening.part, TRUE);
	for (unsigned i = 0; i < result->parts->len; i++)
		result->bytes += g_bytes_get_size(result->parts->pdata[i]);
	if (result->outcome != JOB_DONE && message_id(&result->problem.message)[0] == '\0') {
		if (result->outcome == JOB_STOPPED)
			problem_set(&result->problem,
				SAY("job-stopped", "it took too much time or memory and was stopped"));
		else
			problem_set(&result->problem, SAY("job-failed", "it could not be done now; please try again"));
	}
	return result;
}
