/* SPDX-License-Identifier: MIT
 * The worker: a process that decodes one file, and looks at its pages where that
 * is asked for, with the sandbox closed behind it. */
#define _GNU_SOURCE
#include "kiosk/picture/worker_process.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/picture/decode_pdf.h"

#define LINE STDOUT_FILENO /* where the program is; the sandbox knows it too */

/* One packet, or the worker ends: nobody is there to take it. */
static void
put(const void *packet, size_t size)
{
	ssize_t sent;

	do
		sent = write(LINE, packet, size);
	while (sent < 0 && errno == EINTR);
	if (sent != (ssize_t)size)
		_exit(1);
}

/* A message with `size` bytes behind it. */
static void
put_with(const struct worker_message *message, const void *bytes, size_t size)
{
	static uint8_t packet[WORKER_PACKET_MAX];

	memcpy(packet, message, sizeof *message);
	memcpy(packet + sizeof *message, bytes, size);
	put(packet, sizeof *message + size);
}

void
worker_say(const void *bytes, size_t size)
{
	put_with(&(struct worker_message){.kind = WORKER_SAID}, bytes, size);
}

void
worker_hear(void *bytes, size_t size)
{
	ssize_t got;

	do
		got = read(LINE, bytes, size);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)size)
		_exit(1);
}

/* The file of this worker: there is one in its life. */
static const uint8_t *file_bytes;
static size_t file_size;

void
worker_file(const uint8_t **bytes, size_t *size)
{
	*bytes = file_bytes;
	*size = file_size;
}

static void
put_pixels(const struct image *image)
{
	size_t left = (size_t)image->width * (size_t)image->height;

	for (const uint8_t *from = image->grey; left > 0;) {
		size_t size = left < WORKER_SAID_MAX ? left : WORKER_SAID_MAX;

		put_with(&(struct worker_message){.kind = WORKER_PIXELS}, from, size);
		from += size;
		left -= size;
	}
}

/* Who takes pages, and the decoder that knows their numbers. */
struct receiver {
	const struct worker_task *task;
	const struct decoder *decoder;
};

static bool
take_page(void *receiver, const struct image *image)
{
	const struct receiver *to = receiver;
	const struct worker_task *task = to->task;
	const struct worker_message page = {.kind = WORKER_PAGE,
		.width = (uint32_t)image->width,
		.height = (uint32_t)image->height,
		.page = to->decoder->pages + 1};

	put(&page, sizeof page);
	if (task->order.wish == WORKER_WISH_PIXELS)
		put_pixels(image);
	else if (task->looker != NULL)
		task->looker->look(image, task->order.wish);
	else
		_exit(1);
	return true;
}

/* Says so and ends: packets are whole, so this one may come between any two. */
static void
on_time_over(int number)
{
	const struct worker_message message = {.kind = WORKER_TIME};

	(void)number;
	(void)!write(LINE, &message, sizeof message);
	_exit(1);
}

/* The sandboxed part. */
static enum decode_status
work(const struct worker_task *task, struct decoder *decoder, pid_t renderer)
{
	enum decode_status status;

	if (!sandbox_enter_decoder(task->sandbox, task->fork_server, task->order.cpu_seconds))
		_exit(1);
	if (renderer == 0)
		return decode(decoder);
	status = decode_pdf_pages(decoder, STDIN_FILENO);
	/* Waiting only for one that has nothing more to say: it may be stuck. */
	return status == DECODE_OK ? decode_pdf_end(renderer, decoder) : status;
}

void
worker_process(const struct worker_task *task)
{
	const struct pdf_order order = {task->input, task->order.skip, task->order.cpu_seconds};
	struct decoder decoder = {.pixels_max = IMAGE_PIXELS_MAX, .skip = task->order.skip, .page = take_page};
	struct receiver receiver = {task, &decoder};
	struct worker_message last = {.kind = WORKER_END};
	struct stat file;
	pid_t renderer = 0;
	int pages = -1;
	void *bytes;

	decoder.receiver = &receiver;
	prctl(PR_SET_NAME, "seedpress-image");
	signal(SIGXCPU, on_time_over);
	if (dup2(task->line, LINE) < 0 || fstat(task->input, &file) != 0)
		_exit(1);
	decoder.size = (size_t)file.st_size;
	bytes = mmap(NULL, decoder.size, PROT_READ, MAP_PRIVATE, task->input, 0);
	if (bytes == MAP_FAILED)
		_exit(1);
	decoder.bytes = bytes;
	file_bytes = bytes;
	file_size = decoder.size;
	if (decode_type(bytes, decoder.size) == DECODE_TYPE_PDF) {
		if (decode_pdf_is_cut(bytes, decoder.size))
			last.status = DECODE_CUT;
		else
			renderer = decode_pdf_render(task->sandbox, &order, &pages);
		if (renderer < 0 || (renderer > 0 && dup2(pages, STDIN_FILENO) < 0))
			_exit(1);
	}
	close_range(2, ~0U, 0);
	if (last.status == DECODE_OK)
		last.status = work(task, &decoder, renderer);
	last.page = decoder.faulty;
	if (last.status == DECODE_HUGE) {
		last.width = decoder.width;
		last.height = decoder.height;
	}
	put(&last, sizeof last);
	/* Whoever is told may ask the system what this has cost, as long as there is a process. */
	while (read(LINE, &last, sizeof last) < 0 && errno == EINTR)
		;
	_exit(0);
}
