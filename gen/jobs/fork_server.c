/* SPDX-License-Identifier: MIT
 * The fork server, its keeper, and the functions by which the program uses them. Requests and answers are single
 * packets on a socket, with descriptors as ancillary data. */
#define _GNU_SOURCE
#include "gen/jobs/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/jobs/large_pages.h"

/* The descriptor of the fork server's socket, the only one that it has open besides 0, 1 and 2. */
#define SOCKET 3

/* Timeout of an answer in seconds. The fork server only forks and prepares shared data, which takes some seconds on a
 * busy machine. */
#define ANSWER_SECONDS 15

/* Milliseconds without a request after which the fork server prepares the data that its children share. With a larger
 * value more of the first children prepare it themselves; with a smaller value the first request has to wait. */
#define IDLE_MS 100

/* Milliseconds before a crashed fork server is restarted, so that one that always crashes takes little CPU time. */
#define RESTART_MS 100

/* A request or an answer, with up to two descriptors. */
struct packet {
	struct call {
		uint32_t number; /* an answer has that of its request */
		int32_t pid;     /* in an answer: that of the child, or 0 */
		uint32_t cpu_seconds;
	} call;
	int files;
	int file[2];
};

/* The fork server of this program. `talk` is held during a request, which may block; `lock` protects the other members.
 * `talk` is taken first. */
static struct {
	GMutex talk, lock;
	bool runs, stopped;
	bool revives;   /* a lost keeper is replaced by running the program again */
	pid_t pid;      /* of the keeper */
	int line;       /* our end of its socket: it ends when that is closed, and so with the program */
	uint32_t calls; /* number of requests so far */
} server;

static bool
packet_send(int line, struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec call = {&packet->call, sizeof packet->call};
	struct msghdr message = {.msg_iov = &call, .msg_iovlen = 1};
	size_t bytes = (size_t)packet->files * sizeof *packet->file;
	ssize_t sent;

	if (packet->files > 0) {
		struct cmsghdr *header = (struct cmsghdr *)control;

		message.msg_control = control;
		message.msg_controllen = CMSG_SPACE(bytes);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(bytes);
		memcpy(CMSG_DATA(header), packet->file, bytes);
	}
	do
		sent = sendmsg(line, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)sizeof packet->call;
}

/* Returns 1 for a packet, 0 after a signal, -1 after an error or the end of the connection. */
static int
packet_receive(int line, struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec call = {&packet->call, sizeof packet->call};
	struct msghdr message = {
		.msg_iov = &call, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
	ssize_t got = recvmsg(line, &message, MSG_CMSG_CLOEXEC);

	packet->files = 0;
	if (got != (ssize_t)sizeof packet->call)
		return got < 0 && errno == EINTR ? 0 : -1;
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
		packet->files = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof *packet->file);
		memcpy(packet->file, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
	}
	return 1;
}

/* Forks a child, and answers with its pid and a pidfd. */
static void
fork_child(const struct job_kind *kind, const struct sandbox *sandbox, const struct packet *request)
{
	const struct job_forked forked = {.kind = kind,
		.sandbox = sandbox,
		.fork_server = getpid(),
		.cpu_seconds = request->call.cpu_seconds,
		.input = request->file[0]};
	struct packet answer = {.call.number = request->call.number};
	pid_t pid = fork();

	if (pid == 0) {
		signal(SIGCHLD, SIG_DFL);
		job_watch_time();
		prctl(PR_SET_NAME, "seedpress-image");
		if (dup2(request->file[1], STDOUT_FILENO) >= 0)
			kind->run_forked(&forked);
		_exit(1);
	}
	if (pid > 0) {
		answer.file[0] = pidfd_open(pid, 0);
		if (answer.file[0] >= 0) {
			answer.call.pid = pid;
			answer.files = 1;
		} else {
			kill(pid, SIGKILL);
		}
	}
	packet_send(SOCKET, &answer);
	if (answer.files > 0)
		close(answer.file[0]);
}

/* Does nothing, but a signal with a handler interrupts the wait for a request. */
static void
on_child(int number)
{
	(void)number;
}

/* Children that prepare the data for themselves if they are asked for before the fork server has: more than a program
 * needs that reads a single file, and that ends then. */
#define UNPREPARED 1

/* Runs the fork server. Preparing the data that all children share takes longer than reading most files: it is done
 * when no request comes, or when a second child was forked, while that child works. */
static void
serve(const struct job_kind *kind)
{
	const struct sigaction awake = {.sa_handler = on_child};
	bool prepared = kind->prepare == NULL;
	unsigned forked = 0;
	struct pollfd line = {.fd = SOCKET, .events = POLLIN};
	struct sandbox sandbox;
	struct packet request;
	int got;

	if (!sandbox_init(&sandbox, kind->helper) || sigaction(SIGCHLD, &awake, NULL) != 0)
		_exit(1);
	large_pages_for_heap();
	do {
		if (!prepared && (forked > UNPREPARED || (forked == 0 && poll(&line, 1, IDLE_MS) == 0))) {
			kind->prepare();
			large_pages_for_tables();
			prepared = true;
		}
		got = packet_receive(SOCKET, &request);
		if (got > 0 && request.files == 2) {
			fork_child(kind, &sandbox, &request);
			forked++;
		}
		for (int i = 0; i < request.files; i++)
			close(request.file[i]);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	} while (got >= 0);
	_exit(0);
}

/* Runs the keeper: starts the fork server, and restarts it when it crashes, until the program ends. */
static void
keep(const struct job_kind *kind)
{
	struct pollfd line = {.fd = SOCKET};
	pid_t here = getpid();

	for (;;) {
		pid_t pid = fork();
		int how = 0;

		if (pid == 0) {
			prctl(PR_SET_NAME, "seedpress-eye");
			if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == here)
				serve(kind);
			_exit(1);
		}
		while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR)
			;
		if (pid > 0 && WIFEXITED(how))
			_exit(0);
		/* No events are polled for, so this notices only the end of the program. */
		if (poll(&line, 1, RESTART_MS) != 0)
			_exit(0);
	}
}

/* In a new process: closes the descriptors of the program, and leaves its environment, terminal and signals. */
static bool
leave(int line)
{
	sigset_t none;

	/* The environment may contain a password. It is overwritten in place, because /proc/PID/environ shows that
	 * memory. */
	for (char **at = environ; at != NULL && *at != NULL; at++)
		explicit_bzero(*at, strlen(*at));
	clearenv();
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	prctl(PR_SET_NAME, "seedpress-keep");
	/* The socket is moved first: its descriptor may be one of those that are replaced next. */
	if (line != SOCKET && dup2(line, SOCKET) != SOCKET)
		return false;
	int nothing = open("/dev/null", O_RDWR);
	return nothing >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 1) == 1 && dup2(nothing, 2) == 2 &&
		close_range(SOCKET + 1, ~0U, 0) == 0;
}

int
fork_server_keep(const struct job_kind *kind)
{
	if (leave(SOCKET))
		keep(kind);
	return 1;
}

/* Runs this program again as a keeper, with none of this process's memory. Returns -1 if it cannot be started. */
static pid_t
spawn(const char *name, int line)
{
	g_autofree char *kind = g_strdup(name);
	char *const arguments[] = {(char[]){"seedpress-keep"}, (char[]){JOB_WORD}, kind, NULL};
	char *const environment[] = {NULL};
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	if (posix_spawn_file_actions_init(&files) != 0)
		return -1;
	if (posix_spawn_file_actions_adddup2(&files, line, SOCKET) != 0 ||
		posix_spawn(&pid, "/proc/self/exe", &files, NULL, arguments, environment) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&files);
	return pid;
}

/* Whether the keeper is running. If not, starts it, by forking or by running the program again. With the lock held. */
static bool
is_running(const struct job_kind *kind)
{
	const struct timeval timeout = {.tv_sec = ANSWER_SECONDS};
	int ends[2];

	if (server.runs && server.revives && waitpid(server.pid, NULL, WNOHANG) != 0) {
		close(server.line);
		server.runs = false;
	}
	if (server.runs)
		return true;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	server.pid = server.revives ? spawn(kind->name, ends[1]) : fork();
	if (server.pid == 0) {
		if (leave(ends[1]))
			keep(kind);
		_exit(1);
	}
	close(ends[1]);
	server.line = ends[0];
	server.runs = server.pid > 0 && setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) == 0;
	if (!server.runs)
		close(ends[0]);
	return server.runs;
}

bool
fork_server_start(const struct job_kind *kind)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server.lock);

	server.stopped = false;
	return is_running(kind);
}

void
fork_server_revive(void)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server.lock);

	server.revives = true;
}

void
fork_server_stop(void)
{
	/* Threads that wait for an answer stop waiting when the server is killed. */
	g_mutex_lock(&server.lock);
	server.stopped = true;
	if (server.runs)
		kill(server.pid, SIGKILL);
	g_mutex_unlock(&server.lock);
	g_mutex_lock(&server.talk);
	g_mutex_lock(&server.lock);
	if (server.runs) {
		while (waitpid(server.pid, NULL, 0) < 0 && errno == EINTR)
			;
		close(server.line);
	}
	server.runs = false;
	g_mutex_unlock(&server.lock);
	g_mutex_unlock(&server.talk);
}

bool
fork_server_is_stopped(void)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server.lock);

	return server.stopped;
}

/* Requests a child, and waits for the answer. The child of a late answer, to an earlier request that timed out, is
 * killed. */
static bool
request_child(struct packet *request, struct packet *answer)
{
	if (!packet_send(server.line, request))
		return false;
	for (;;) {
		int got = packet_receive(server.line, answer);

		if (got < 0)
			return false;
		if (got > 0 && answer->call.number == request->call.number)
			return answer->files == 1;
		if (answer->files > 0)
			pidfd_send_signal(answer->file[0], SIGKILL, NULL, 0);
		for (int i = 0; i < answer->files; i++)
			close(answer->file[i]);
	}
}

bool
fork_server_fork(const struct job_kind *kind, int input, int socket, uint32_t cpu_seconds, struct job *job)
{
	struct packet request = {.call.cpu_seconds = cpu_seconds, .files = 2, .file = {input, socket}}, answer;
	bool forked = false, there = true;

	g_mutex_lock(&server.talk);
	/* Tries again once, in case the server crashed in the meantime. */
	for (int attempt = 0; attempt < 2 && !forked && there; attempt++) {
		g_mutex_lock(&server.lock);
		there = !server.stopped && is_running(kind);
		g_mutex_unlock(&server.lock);
		request.call.number = ++server.calls;
		forked = there && request_child(&request, &answer);
	}
	g_mutex_unlock(&server.talk);
	if (forked) {
		job->pid = answer.call.pid;
		job->handle = answer.file[0];
	}
	return forked;
}
