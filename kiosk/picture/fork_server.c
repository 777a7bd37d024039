/* SPDX-License-Identifier: MIT
 * The fork server and what its children do. Requests and answers are
 * single packets on a socket, with the descriptors beside them. */
#define _GNU_SOURCE
#include "kiosk/picture/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/picture/decode_pdf.h"

#define LINE           3 /* the fork server's descriptor of its socket, the only one it keeps */
#define ANSWER_SECONDS 5 /* that an answer may take: the fork server only ever forks */

/* A packet: a number and up to two descriptors. */
struct packet {
	int32_t number; /* in a request the seconds, in an answer the worker's id or 0 */
	int files;
	int file[2];
};

/* What a worker is for. */
struct task {
	const struct sandbox *sandbox;
	pid_t fork_server;
	int input, output;
	uint32_t cpu_seconds;
};

static bool
packet_send(int line, const struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec number = {(void *)(uintptr_t)&packet->number, sizeof packet->number};
	struct msghdr message = {.msg_iov = &number, .msg_iovlen = 1};
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
	return sent == (ssize_t)sizeof packet->number;
}

/* 1 for a packet, 0 when a signal came first, -1 at the end of the line. */
static int
packet_receive(int line, struct packet *packet)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof packet->file)] = {0};
	struct iovec number = {&packet->number, sizeof packet->number};
	struct msghdr message = {.msg_iov = &number,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof control};
	ssize_t got = recvmsg(line, &message, MSG_CMSG_CLOEXEC);
	struct cmsghdr *header;

	packet->files = 0;
	if (got != (ssize_t)sizeof packet->number)
		return got < 0 && errno == EINTR ? 0 : -1;
	header = CMSG_FIRSTHDR(&message);
	if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
		packet->files = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof *packet->file);
		memcpy(packet->file, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
	}
	return 1;
}

/* Everything, or the worker ends: nobody is there to take it. */
static void
write_all(const void *bytes, size_t size)
{
	for (const uint8_t *from = bytes; size > 0;) {
		ssize_t put = write(STDOUT_FILENO, from, size);

		if (put <= 0 && errno != EINTR)
			_exit(1);
		if (put > 0) {
			from += put;
			size -= (size_t)put;
		}
	}
}

static bool
send_page(void *receiver, const struct image *image)
{
	const struct worker_message message = {
		DECODE_OK, (uint32_t)image->width, (uint32_t)image->height};

	(void)receiver;
	write_all(&message, sizeof message);
	write_all(image->grey, (size_t)image->width * (size_t)image->height);
	return true;
}

/* The sandboxed part. */
static enum decode_status
work(const struct task *task, struct decoder *decoder, pid_t renderer)
{
	enum decode_status status;

	if (!sandbox_enter_decoder(task->sandbox, task->fork_server, task->cpu_seconds))
		_exit(1);
	if (renderer == 0)
		return decode(decoder);
	status = decode_pdf_pages(decoder, STDIN_FILENO);
	/* Waiting only for one that has nothing more to say: it may be stuck. */
	return status == DECODE_OK ? decode_pdf_end(renderer, decoder->pages) : status;
}

/* In the new process, with nothing open but what it needs: never returns. */
static void
worker(const struct task *task)
{
	struct decoder decoder = {.pixels_max = IMAGE_PIXELS_MAX, .page = send_page};
	struct worker_message last = {0};
	struct stat file;
	pid_t renderer = 0;
	int pages = -1;
	void *bytes;

	prctl(PR_SET_NAME, "seedpress-image");
	if (dup2(task->output, STDOUT_FILENO) < 0 || fstat(task->input, &file) != 0)
		_exit(1);
	decoder.size = (size_t)file.st_size;
	bytes = mmap(NULL, decoder.size, PROT_READ, MAP_PRIVATE, task->input, 0);
	if (bytes == MAP_FAILED)
		_exit(1);
	decoder.bytes = bytes;
	if (decode_type(bytes, decoder.size) == DECODE_TYPE_PDF) {
		if (decode_pdf_is_cut(bytes, decoder.size))
			last.status = DECODE_CUT;
		else
			renderer =
				decode_pdf_render(task->sandbox, task->input, task->cpu_seconds, &pages);
		if (renderer < 0 || (renderer > 0 && dup2(pages, STDIN_FILENO) < 0))
			_exit(1);
	}
	close_range(2, ~0U, 0);
	if (last.status == DECODE_OK)
		last.status = work(task, &decoder, renderer);
	last.width = last.status == DECODE_HUGE ? decoder.width : 0;
	last.height = last.status == DECODE_HUGE ? decoder.height : 0;
	write_all(&last, sizeof last);
	_exit(0);
}

/* Forks a worker and answers with what it is known by. */
static void
fork_worker(const struct sandbox *sandbox, const struct packet *request)
{
	const struct task task = {
		.sandbox = sandbox,
		.fork_server = getpid(),
		.input = request->file[0],
		.output = request->file[1],
		.cpu_seconds = (uint32_t)request->number,
	};
	struct packet answer = {0};
	pid_t pid = fork();

	if (pid == 0) {
		signal(SIGCHLD, SIG_DFL);
		worker(&task);
	}
	if (pid > 0) {
		answer.number = pid;
		answer.file[0] = pidfd_open(pid, 0);
		answer.files = 1;
		if (answer.file[0] < 0) {
			kill(pid, SIGKILL);
			answer = (struct packet){0};
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

/* The fork server's whole life. */
static void
serve(void)
{
	const struct sigaction awake = {.sa_handler = on_child};
	struct sandbox sandbox;
	struct packet request;
	int got;

	if (!sandbox_init(&sandbox, PDF_PROGRAM) || sigaction(SIGCHLD, &awake, NULL) != 0)
		_exit(1);
	while ((got = packet_receive(LINE, &request)) >= 0) {
		if (got > 0 && request.files == 2)
			fork_worker(&sandbox, &request);
		for (int i = 0; i < request.files; i++)
			close(request.file[i]);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	}
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
	prctl(PR_SET_NAME, "seedpress-eye");
	/* The line first: it may be in the place of what is put there next. */
	if (line != LINE && dup2(line, LINE) != LINE)
		return false;
	nothing = open("/dev/null", O_RDWR);
	return nothing >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 1) == 1 &&
	       dup2(nothing, 2) == 2 && close_range(LINE + 1, ~0U, 0) == 0;
}

bool
fork_server_start(struct fork_server *started)
{
	const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	started->pid = fork();
	if (started->pid == 0) {
		if (leave(ends[1]))
			serve();
		_exit(1);
	}
	close(ends[1]);
	if (started->pid < 0 ||
		setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0) {
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

bool
fork_server_fork(const struct fork_server *started, int input, int output, uint32_t cpu_seconds,
	pid_t *pid, int *handle)
{
	const struct packet request = {(int32_t)cpu_seconds, 2, {input, output}};
	struct packet answer;
	int got;

	if (!packet_send(started->line, &request))
		return false;
	while ((got = packet_receive(started->line, &answer)) == 0)
		;
	if (got < 0 || answer.files != 1)
		return false;
	*pid = answer.number;
	*handle = answer.file[0];
	return true;
}
