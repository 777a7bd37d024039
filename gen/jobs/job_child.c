/* SPDX-License-Identifier: MIT
 * The child's side of jobs. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "gen/jobs/fork_server.h"
#include "gen/jobs/process.h"

/* Most bytes of a request: a kit as JSON, with the names of all people, is much smaller. */
#define REQUEST_MAX (4 << 20)

/* Added to the nice value of children, so that on a busy machine the kiosk can store results first. */
#define NICE 10

void
job_send(enum job_packet_kind kind, uint32_t number, const void *body, size_t size)
{
	static struct job_packet packet;
	ssize_t sent;

	packet.head = (struct job_head){(uint32_t)kind, number};
	if (size > 0)
		memcpy(packet.body, body, size);
	do
		sent = write(STDOUT_FILENO, &packet, sizeof packet.head + size);
	while (sent < 0 && errno == EINTR);
	if (sent != (ssize_t)(sizeof packet.head + size))
		_exit(EXIT_FAILURE);
}

/* Sends bytes in as many packets as necessary. */
static void
send_long(enum job_packet_kind kind, const char *bytes, size_t size)
{
	for (; size > JOB_BODY_MAX; bytes += JOB_BODY_MAX, size -= JOB_BODY_MAX)
		job_send(kind, 1, bytes, JOB_BODY_MAX);
	job_send(kind, 0, bytes, size);
}

void
job_send_part(const void *bytes, size_t size)
{
	send_long(JOB_PART, bytes, size);
}

void
job_send_progress(const char *what, unsigned done, unsigned all)
{
	struct job_progress progress = {.done = done, .all = all};

	g_strlcpy(progress.what, what, sizeof progress.what);
	job_send(JOB_PROGRESS, 0, &progress, sizeof progress);
}

void
job_hear(void *bytes, size_t size)
{
	ssize_t got;

	do
		got = read(STDOUT_FILENO, bytes, size);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)size)
		_exit(EXIT_FAILURE);
}

/* The socket keeps packets whole, so this one may come between any two others. */
static void
on_overtime(int number)
{
	const struct job_head head = {JOB_OVERTIME, 0};

	(void)number;
	(void)!write(STDOUT_FILENO, &head, sizeof head);
	_exit(EXIT_FAILURE);
}

void
job_watch_time(void)
{
	signal(SIGXCPU, on_overtime);
}

/* Sets the limits of this process, which also ends when the thread that started it ends. */
static bool
limit_all(const struct job_limits *limits)
{
	process_dies_first();
	(void)!nice(NICE);
	job_watch_time();
	signal(SIGXFSZ, SIG_IGN); /* a file above the limit is an error that is reported, not the end of the process */
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && process_limit(RLIMIT_CORE, 0) &&
		process_limit_time(limits->cpu_seconds) && process_limit(RLIMIT_FSIZE, limits->file) &&
		(PROCESS_SANITIZED || process_limit(RLIMIT_AS, limits->memory));
}

int
job_main(const struct job_kind *const *kinds, const char *name)
{
	static char request[REQUEST_MAX + 1];
	struct job_call call = {.request = request};
	ssize_t got;

	while (*kinds != NULL && strcmp((*kinds)->name, name) != 0)
		kinds++;
	if (*kinds == NULL)
		return -1;
	if ((*kinds)->run_forked != NULL)
		return fork_server_keep(*kinds);
	call.kind = *kinds;
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		setlocale(LC_CTYPE, "");
	g_set_prgname("seedpress");
	if (!limit_all(&(*kinds)->limits))
		return EXIT_FAILURE;
	while ((got = read(STDIN_FILENO, request + call.size, REQUEST_MAX - call.size)) > 0)
		call.size += (size_t)got;
	request[call.size] = '\0';
	call.result = g_string_new(NULL);
	enum job_outcome outcome = (*kinds)->run(&call);
	if (outcome != JOB_DONE)
		job_send(JOB_PROBLEM, (uint32_t)outcome, &call.problem, sizeof call.problem);
	else
		send_long(JOB_RESULT, call.result->str, call.result->len);
	g_string_free(call.result, TRUE);
	return EXIT_SUCCESS;
}
