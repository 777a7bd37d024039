/* SPDX-License-Identifier: MIT
 * Jobs for tests. */
#include "tests/gen/jobs/kinds.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
hang(void)
{
	for (;;)
		pause();
}

static void
be_killed(void)
{
	kill(getpid(), SIGKILL); /* a sanitizer would turn other signals into an exit */
}

static void
leave(void)
{
	_exit(3);
}

/* More than it may answer. */
static void
flood(void)
{
	static char bytes[1 << 20];

	for (;;)
		job_send_part(bytes, sizeof bytes);
}

static void
burn(void)
{
	for (volatile unsigned i = 0;; i++)
		;
}

/* More memory than it may have. GLib ends the process then. */
static void
grow(void)
{
	for (;;)
		memset(g_malloc(64 << 20), 1, 64 << 20);
}

static void
half_a_head(void)
{
	(void)!write(STDOUT_FILENO, "abc", 3);
	hang();
}

static void
wrong_packet(void)
{
	job_send((enum job_packet_kind)77, 0, "abc", 3);
	hang();
}

static void
wrong_progress(void)
{
	struct job_progress progress;

	memset(&progress, 'x', sizeof progress);
	job_send(JOB_PROGRESS, 0, &progress, sizeof progress);
	hang();
}

static void
wrong_problem(void)
{
	struct problem problem;

	memset(&problem, 'x', sizeof problem);
	problem.status = STATUS_REFUSED;
	job_send(JOB_PROBLEM, JOB_REFUSED, &problem, sizeof problem);
	hang();
}

/* After its last packet nothing may follow. */
static void
two_results(void)
{
	job_send(JOB_RESULT, 0, "{}", 2);
	job_send(JOB_RESULT, 0, "{}", 2);
	hang();
}

/* A process of its own that would go on. */
static void
leave_a_child(void)
{
	if (fork() == 0) {
		sleep(2);
		_exit(0);
	}
	_exit(3);
}

static const struct {
	const char *name;
	void (*run)(void);
} tricks[] = {
	{"hang", hang},
	{"be killed", be_killed},
	{"leave", leave},
	{"flood", flood},
	{"burn", burn},
	{"grow", grow},
	{"half a head", half_a_head},
	{"wrong packet", wrong_packet},
	{"wrong progress", wrong_progress},
	{"wrong problem", wrong_problem},
	{"two results", two_results},
	{"leave a child", leave_a_child},
};

static enum job_outcome
trick(struct job_call *call)
{
	for (size_t i = 0; i < G_N_ELEMENTS(tricks); i++)
		if (strcmp(tricks[i].name, call->request) == 0)
			tricks[i].run();
	if (strcmp(call->request, "refuse") == 0) {
		problem_set(&call->problem, SAY("too-tall", "{what} is too tall"), ARG_TEXT("what", "the tree"));
		return JOB_REFUSED;
	}
	if (strcmp(call->request, "fail") == 0) {
		problem_set(&call->problem, SAY("disk-full", "the disk is full"));
		return JOB_FAILED;
	}
	for (unsigned i = 1; i <= 3; i++)
		job_send_progress("steps", i, 3);
	/* What may be in the environment of a kiosk is not in that of its children. */
	g_string_append(call->result, g_getenv("SECRET") == NULL ? "{}" : "{\"secret\":true}");
	return JOB_DONE;
}

static enum job_outcome
echo(struct job_call *call)
{
	char *part = g_malloc(200000);

	memset(part, 'p', 200000);
	job_send_part(part, 200000);
	g_free(part);
	g_string_append_len(call->result, call->request, (gssize)call->size);
	return JOB_DONE;
}

static enum job_outcome
wait_for_file(struct job_call *call)
{
	char *file = g_strndup(call->request, strcspn(call->request, "\n"));

	while (access(file, F_OK) != 0)
		g_usleep(5000);
	g_free(file);
	g_string_append(call->result, "{}");
	return JOB_DONE;
}

static enum job_outcome
take_time(struct job_call *call)
{
	g_usleep(50000);
	g_string_append(call->result, "{}");
	return JOB_DONE;
}

static enum job_outcome
leave_file(struct job_call *call)
{
	GError *error = NULL;

	if (g_file_set_contents("out.txt", call->request, (gssize)call->size, &error))
		return JOB_DONE;
	problem_set(&call->problem, SAY("not-written", "cannot be written"));
	g_clear_error(&error);
	return JOB_FAILED;
}

/* Seconds are plenty, except where a test says otherwise. */
#define LIMITS \
	{ \
		.cpu_seconds = 20, .seconds = 100, .memory = 512 << 20, .file = 1 << 20, .answer = 4 << 20 \
	}

const struct job_kind echo_kind = {.name = "echo", .limits = LIMITS, .run = echo};
const struct job_kind fresh_kind = {.name = "fresh", .limits = LIMITS, .run = echo, .is_fresh = true};
const struct job_kind trick_kind = {.name = "trick",
	.limits = {.cpu_seconds = 1, .seconds = 100, .memory = 512 << 20, .file = 1 << 20, .answer = 4 << 20},
	.run = trick};
const struct job_kind waiting_kind = {.name = "waiting", .limits = LIMITS, .run = wait_for_file};
const struct job_kind slow_kind = {.name = "slow", .limits = LIMITS, .run = take_time};
const struct job_kind file_kind = {.name = "file", .limits = LIMITS, .run = leave_file, .file = "out.txt"};

const struct job_kind *const test_kinds[] = {
	&echo_kind, &fresh_kind, &trick_kind, &waiting_kind, &slow_kind, &file_kind, NULL};
