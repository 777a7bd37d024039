/* SPDX-License-Identifier: MIT
 * Running a child. */
#include "kiosk/printing/print_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/printing/child_process.h"
#include "kiosk/printing/print_child.h"

#define SENTENCE_MAX 2000 /* bytes of what a child complains of */
#define BLOCK        65536
#define LOOK         100 /* milliseconds between looks at the clock */

/* A child and what it said. */
struct child {
	struct child_process process;
	GByteArray *answered, *complained;
	bool too_much;
};

/* Reads some; false at the end. What is beyond `most` is read and dropped. */
static bool
take(int file, GByteArray *into, size_t most, bool *too_much)
{
	static _Thread_local char block[BLOCK];
	ssize_t got = read(file, block, sizeof block);

	if (got < 0)
		return errno == EINTR || errno == EAGAIN;
	if (into->len + (size_t)got > most)
		*too_much = true;
	else if (got > 0)
		g_byte_array_append(into, (const guint8 *)block, (guint)got);
	return got > 0;
}

/* Listens until both pipes are at their end. False when time is up or the kiosk ends. */
static bool
listen_to(struct child *child, const struct print_process *process)
{
	gint64 end = g_get_monotonic_time() + (gint64)(process->seconds * G_USEC_PER_SEC);
	struct pollfd lines[2] = {{child->process.answer, POLLIN, 0}, {child->process.complaint, POLLIN, 0}};
	bool long_winded = false;

	while (lines[0].fd >= 0 || lines[1].fd >= 0) {
		if (g_get_monotonic_time() > end || child->too_much ||
			(process->stop != NULL && g_atomic_int_get(process->stop) != 0))
			return false;
		if (poll(lines, 2, LOOK) <= 0)
			continue;
		if (lines[0].revents != 0 &&
			!take(child->process.answer, child->answered, PRINT_ANSWER, &child->too_much))
			lines[0].fd = -1;
		if (lines[1].revents != 0 &&
			!take(child->process.complaint, child->complained, SENTENCE_MAX, &long_winded))
			lines[1].fd = -1;
	}
	return true;
}

/* The first sentence, without the names of program and command before it. */
static char *
sentence_of(const GByteArray *complained)
{
	static const char *const names[] = {"seedpress: ", "print: "};
	const char *said = complained->len == 0 ? "" : (const char *)complained->data;
	char *text = g_strndup(said, complained->len), *line = text, *valid;

	text[strcspn(text, "\n")] = '\0';
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		line += g_str_has_prefix(line, names[i]) ? strlen(names[i]) : 0;
	valid = g_utf8_make_valid(*line == '\0' ? "this cannot be printed" : line, -1);
	g_free(text);
	return valid;
}

/* Cuts what follows the first line into the parts that it names. */
static bool
cut(const struct child *child, struct print_made *made)
{
	const char *bytes = (const char *)child->answered->data;
	size_t size = child->answered->len, at, n;
	const char *end = size == 0 ? NULL : memchr(bytes, '\n', size);
	json_t *sizes, *length;

	made->head = end == NULL ? NULL : json_loadb(bytes, (size_t)(end - bytes), 0, NULL);
	if (!json_is_object(made->head))
		return false;
	at = (size_t)(end - bytes) + 1;
	sizes = json_object_get(made->head, PRINT_PARTS);
	json_array_foreach(sizes, n, length) {
		json_int_t part = json_integer_value(length);

		if (part < 0 || (size_t)part > size - at)
			return false;
		g_ptr_array_add(made->parts, g_bytes_new(bytes + at, (size_t)part));
		at += (size_t)part;
	}
	json_object_del(made->head, PRINT_PARTS);
	made->bytes = size;
	return true;
}

/* The file that was made, as long as somebody holds it. */
static bool
map(const char *file, struct print_made *made)
{
	GMappedFile *mapped = g_mapped_file_new(file, FALSE, NULL);

	if (mapped == NULL)
		return false;
	g_ptr_array_add(made->parts, g_mapped_file_get_bytes(mapped));
	made->bytes = g_mapped_file_get_length(mapped);
	g_mapped_file_unref(mapped);
	return true;
}

static void
end(struct print_made *made, enum print_outcome outcome, char *sentence)
{
	made->outcome = outcome;
	made->sentence = sentence;
}

/* What a child that has ended has made. */
static void
judge(const struct child *child, bool heard, int how, const struct print_order *order, const char *file,
	struct print_made *made)
{
	if (!heard || WIFSIGNALED(how))
		end(made, PRINT_STOPPED,
			g_strdup("this print took too much time or memory and was stopped: print less at once"));
	else if (WEXITSTATUS(how) == EXIT_FAILURE || WEXITSTATUS(how) == 2)
		end(made, PRINT_REFUSED, sentence_of(child->complained));
	else if (WEXITSTATUS(how) != EXIT_SUCCESS || !cut(child, made) ||
		(order->kind == PRINT_PDF && !map(file, made)))
		end(made, PRINT_TROUBLE, g_strdup("this could not be printed just now; try it again"));
}

static void
run(const struct print_process *process, const struct print_order *order, const char *file, struct print_made *made)
{
	GByteArray *bytes = print_order_write(order, file);
	struct child child = {0};
	bool started = child_process_start(&child.process, process->program, PRINT_CHILD, bytes->data, bytes->len);
	bool heard;
	int how;

	g_byte_array_free(bytes, TRUE);
	if (!started) {
		end(made, PRINT_TROUBLE, g_strdup("nothing can be printed just now; try it again"));
		return;
	}
	child.answered = g_byte_array_new();
	child.complained = g_byte_array_new();
	heard = listen_to(&child, process);
	if (!heard)
		kill(child.process.pid, SIGKILL);
	how = child_process_finish(&child.process);
	judge(&child, heard, how, order, file, made);
	g_byte_array_free(child.answered, TRUE);
	g_byte_array_free(child.complained, TRUE);
}

struct print_made *
print_process_run(const struct print_process *process, const struct print_order *order, unsigned number)
{
	char *file = g_strdup_printf("%s/%u.%s", process->folder, number, order->kind == PRINT_PDF ? "pdf" : "svg");
	struct print_made *made = g_new0(struct print_made, 1);

	made->parts = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	run(process, order, file, made);
	unlink(file);
	g_free(file);
	return made;
}

void
print_made_free(struct print_made *made)
{
	if (made == NULL)
		return;
	g_free(made->sentence);
	json_decref(made->head);
	g_ptr_array_unref(made->parts);
	g_free(made);
}
