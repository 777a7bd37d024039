/* SPDX-License-Identifier: MIT
 * The fork server, and the process that starts it again. Requests and answers
 * are single packets on a socket, with the descriptors beside them. */
#define _GNU_SOURCE
#include "kiosk/picture/fork_server.h"

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

#include "kiosk/picture/decode_pdf.h"
#include "kiosk/picture/large_pages.h"
#include "kiosk/picture/worker_process.h"

#define LINE           3   /* the fork server's descriptor of its socket, the only one it keeps */
#define ANSWER_SECONDS 15  /* that an answer may take: the fork server only forks and prepares */
#define IDLE           100 /* milliseconds without a request: time to prepare */
#define AGAIN          100 /* milliseconds before a lost one is started again */

/* What is asked and answered, */
struct call {
	uint32_t number; /* an answer has that of its request, */
	int32_t pid;     /* and the worker's id, or 0 */
	struct worker_order order;
};

/* with up to two descriptors. */
struct packet {
	struct call call;
	int files;
	int file[2];
};

static bool
packet_send(int line, const struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec call = {(void *)(uintptr_t)&packet->call, sizeof packet->call};
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

/* 1 for a packet, 0 when a signal came first, -1 at the end of the line. */
static int
packet_receive(int line, struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec call = {&packet->call, sizeof packet->call};
	struct msghdr message = {
		.msg_iov = &call, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
	ssize_t got = recvmsg(line, &message, MSG_CMSG_CLOEXEC);
	struct cmsghdr *header;

	packet->files = 0;
	if (got != (ssize_t)sizeof packet->call)
		return got < 0 && errno == EINTR ? 0 : -1;
	header = CMSG_FIRSTHDR(&message);
	if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
		packet->files = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof *packet->file);
		memcpy(packet->file, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
	}
	return 1;
}

/* Forks a worker and answers with what it is known by. */
static void
fork_worker(const struct sandbox *sandbox, const struct worker_looker *looker, const struct packet *request)
{
	const struct worker_task task = {
		.sandbox = sandbox,
		.looker = looker,
		.order = request->call.order,
		.fork_server = getpid(),
		.input = request->file[0],
		.line = request->file[1],
	};
	struct packet answer = {.call.number = request->call.number};
	pid_t pid = fork();

	if (pid == 0) {
		signal(SIGCHLD, SIG_DFL);
		worker_process(&task);
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
	packet_send(LINE, &answer);
	if (answer.files > 0)
		close(answer.file[0]);
}

/* Only so that the end of a child interrupts waiting for a request. */
static void
on_child(int number)
{
	(void)number;
}

/* The tables that all workers share take longer to make than most files to read: they are made when
 * nobody waits, or behind the first worker, beside it. */
static bool
is_time_to_prepare(bool forked)
{
	struct pollfd line = {.fd = LINE, .events = POLLIN};

	return forked || poll(&line, 1, IDLE) == 0;
}

/* The fork server's whole life. */
static void
serve(const struct worker_looker *looker)
{
	const struct sigaction awake = {.sa_handler = on_child};
	bool forked = false, prepared = looker == NULL;
	struct sandbox sandbox;
	struct packet request;
	int got;

	if (!sandbox_init(&sandbox, PDF_PROGRAM) || sigaction(SIGCHLD, &awake, NULL) != 0)
		_exit(1);
	large_pages_for_heap();
	do {
		if (!prepared && is_time_to_prepare(forked)) {
			looker->prepare();
			large_pages_for_tables();
			prepared = true;
		}
		got = packet_receive(LINE, &request);
		if (got > 0 && request.files == 2) {
			fork_worker(&sandbox, looker, &request);
			forked = true;
		}
		for (int i = 0; i < request.files; i++)
			close(request.file[i]);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	} while (got >= 0);
	_exit(0);
}

/* What the program was started with may have a password in it. It is written over where it stands, which
 * is where /proc shows it, too. */
static void
forget_environment(void)
{
	for (char **at = environ; at != NULL && *at != NULL; at++)
		explicit_bzero(*at, strlen(*at));
	clearenv();
}

/* Starts the fork server, again and again while it is lost: what nobody meant to end. Where it cannot
 * be forked that is tried again, as long as there is somebody at the other end. */
static void
keep(const struct worker_looker *looker)
{
	struct pollfd line = {.fd = LINE};
	pid_t here = getpid();

	for (;;) {
		pid_t pid = fork();
		int how = 0;

		if (pid == 0) {
			prctl(PR_SET_NAME, "seedpress-eye");
			if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == here)
				serve(looker);
			_exit(1);
		}
		while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR)
			;
		if (pid > 0 && WIFEXITED(how))
			_exit(0);
		/* Only that the other end is gone is noticed here. */
		if (poll(&line, 1, AGAIN) != 0)
			_exit(0);
	}
}

/* In the new process: lets go of all that the program has open, of its terminal and its signals. */
static bool
leave(int line)
{
	sigset_t none;
	int nothing;

	forget_environment();
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	prctl(PR_SET_NAME, "seedpress-keep");
	/* The line first: it may be in the place of what is put there next. */
	if (line != LINE && dup2(line, LINE) != LINE)
		return false;
	nothing = open("/dev/null", O_RDWR);
	return nothing >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 1) == 1 && dup2(nothing, 2) == 2 &&
		close_range(LINE + 1, ~0U, 0) == 0;
}

int
fork_server_keep(const struct worker_looker *looker)
{
	if (leave(LINE))
		keep(looker);
	return 1;
}

/* Runs this program anew, with a word that makes it a keeper and nothing else. Nothing of this process's
 * memory is there. -1 when it does not go. */
static pid_t
spawn(const char *word, int line)
{
	char *const arguments[] = {(char[]){"seedpress-keep"}, (char *)(uintptr_t)word, NULL};
	char *const environment[] = {NULL};
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	if (posix_spawn_file_actions_init(&files) != 0)
		return -1;
	if (posix_spawn_file_actions_adddup2(&files, line, LINE) != 0 ||
		posix_spawn(&pid, "/proc/self/exe", &files, NULL, arguments, environment) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&files);
	return pid;
}

bool
fork_server_is_lost(const struct fork_server *started)
{
	return waitpid(started->pid, NULL, WNOHANG) != 0;
}

bool
fork_server_start(struct fork_server *started, const struct worker_looker *looker, const char *word)
{
	const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	started->pid = word != NULL ? spawn(word, ends[1]) : fork();
	if (started->pid == 0) {
		if (leave(ends[1]))
			keep(looker);
		_exit(1);
	}
	close(ends[1]);
	if (started->pid < 0 || setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0) {
		close(ends[0]);
		return false;
	}
	started->line = ends[0];
	return true;
}

void
fork_server_stop(struct fork_server *started)
{
	kill(started->pid, SIGKILL);
	while (waitpid(started->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(started->line);
}

/* The answer to this call. Of one that came too late there is a worker that nobody wants. */
static bool
receive_answer(const struct fork_server *started, uint32_t number, struct packet *answer)
{
	for (;;) {
		int got = packet_receive(started->line, answer);

		if (got < 0)
			return false;
		if (got > 0 && answer->call.number == number)
			return true;
		if (answer->files > 0)
			pidfd_send_signal(answer->file[0], SIGKILL, NULL, 0);
		for (int i = 0; i < answer->files; i++)
			close(answer->file[i]);
	}
}

bool
fork_server_fork(
	struct fork_server *started, int input, int line, const struct worker_order *order, pid_t *pid, int *handle)
{
	const struct packet request = {{.number = ++started->calls, .order = *order}, 2, {input, line}};
	struct packet answer;

	if (!packet_send(started->line, &request) || !receive_answer(started, request.call.number, &answer) ||
		answer.files != 1)
		return false;
	*pid = answer.call.pid;
	*handle = answer.file[0];
	return true;
}
