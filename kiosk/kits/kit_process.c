/* SPDX-License-Identifier: MIT
 * Running a child that makes a kit. */
#include "kiosk/kits/kit_process.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/kits/kit_child.h"
#include "kiosk/kits/made_kit.h"
#include "kiosk/printing/child_process.h"

#define LOOK      100                   /* milliseconds between looks at the clock, */
#define MEASURE   G_USEC_PER_SEC        /* and microseconds between looks at the files */
#define FAREWELL  (10 * G_USEC_PER_SEC) /* for processes that were killed */
#define LINE_MOST 8192                  /* bytes */

#define STOPPED  "this kit took too much time or memory and was stopped: make a smaller one, or try it again"
#define TOO_MUCH "the files of this kit are larger than a kiosk keeps: make a smaller one"
#define TROUBLE  "no kit can be made just now; try it again"

struct listening {
	const struct kit_process *process;
	GString *line; /* that is not whole yet */
	bool made;
	char *problem; /* why it is not, to be freed */
};

static void
hear(struct listening *listening, const char *line)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	const char *what, *error;
	int done, all;

	if (json_unpack(json, "{s:s, s:i, s:i}", "what", &what, "done", &done, "all", &all) == 0)
		listening->process->progress(listening->process->progress_data, what, (unsigned)done, (unsigned)all);
	else if (json_unpack(json, "{s:s}", "error", &error) == 0 && listening->problem == NULL)
		listening->problem = g_strdup(error);
	else if (json_is_true(json_object_get(json, "made")))
		listening->made = true;
	json_decref(json);
}

/* Reads some of its lines; false at the end. */
static bool
take(int file, struct listening *listening)
{
	char block[1024];
	ssize_t got = read(file, block, sizeof block);

	if (got < 0)
		return errno == EINTR || errno == EAGAIN;
	for (ssize_t i = 0; i < got; i++) {
		if (block[i] == '\n') {
			hear(listening, listening->line->str);
			g_string_truncate(listening->line, 0);
		} else if (listening->line->len < LINE_MOST) {
			g_string_append_c(listening->line, block[i]);
		}
	}
	return got > 0;
}

/* What it complains of is for nobody here. */
static bool
drop(int file)
{
	char block[1024];
	ssize_t got = read(file, block, sizeof block);

	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Why it has to end now, or NULL. */
static const char *
reason(const struct kit_process *process, gint64 end, gint64 *measure)
{
	gint64 now = g_get_monotonic_time();

	if (g_atomic_int_get(process->stop) != 0 || now > end)
		return STOPPED;
	if (now < *measure)
		return NULL;
	*measure = now + MEASURE;
	return made_kit_size(process->folder) > process->bytes ? TOO_MUCH : NULL;
}

/* Listens until both pipes are at their end: its own processes hold them, too, so that all of them are
 * gone then. */
static void
listen_to(struct child_process *child, struct listening *listening)
{
	const struct kit_process *process = listening->process;
	gint64 end = g_get_monotonic_time() + (gint64)(process->seconds * G_USEC_PER_SEC), measure = 0;
	struct pollfd lines[2] = {{child->answer, POLLIN, 0}, {child->complaint, POLLIN, 0}};
	bool killed = false;

	while (lines[0].fd >= 0 || lines[1].fd >= 0) {
		const char *why = reason(process, end, &measure);

		if (killed && g_get_monotonic_time() > end)
			return;
		if (why != NULL && !killed) {
			kill(child->pid, SIGKILL);
			killed = true;
			end = g_get_monotonic_time() + FAREWELL;
			if (listening->problem == NULL)
				listening->problem = g_strdup(why);
		}
		if (poll(lines, 2, LOOK) <= 0)
			continue;
		if (lines[0].revents != 0 && !take(child->answer, listening))
			lines[0].fd = -1;
		if (lines[1].revents != 0 && !drop(child->complaint))
			lines[1].fd = -1;
	}
}

/* A sentence without the folder that files were made in. */
static char *
shown(char *problem, const char *folder)
{
	char *before = g_strconcat(folder, "/", NULL), **parts = g_strsplit(problem, before, -1);
	char *plain = g_strjoinv("", parts);

	g_strfreev(parts);
	g_free(before);
	g_free(problem);
	return plain;
}

char *
kit_process_run(const struct kit_process *process, const char *order)
{
	struct listening listening = {.process = process};
	struct child_process child;
	int how;

	if (!child_process_start(&child, process->program, KIT_CHILD, order, strlen(order)))
		return g_strdup(TROUBLE);
	listening.line = g_string_new(NULL);
	listen_to(&child, &listening);
	how = child_process_finish(&child);
	g_string_free(listening.line, TRUE);
	if (listening.problem == NULL && WIFSIGNALED(how))
		listening.problem = g_strdup(STOPPED);
	else if (listening.problem == NULL && !listening.made)
		listening.problem = g_strdup(TROUBLE);
	return listening.problem == NULL ? NULL : shown(listening.problem, process->folder);
}
