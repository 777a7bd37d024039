/* SPDX-License-Identifier: MIT
 * The worker process: decodes one file in the sandbox and hands its pages to the handler, or their pixels to the
 * program. */
#define _GNU_SOURCE
#include "kiosk/picture/worker_child.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/picture/decode_pdf.h"
#include "kiosk/picture/worker.h"

/* The file of this worker, which reads only one. */
static const uint8_t *file_bytes;
static size_t file_size;

void
worker_file(const uint8_t **bytes, size_t *size)
{
	*bytes = file_bytes;
	*size = file_size;
}

/* Receives pages from the decoder, which knows their numbers. */
struct receiver {
	const struct worker_handler *handler;
	const struct decoder *decoder;
	uint32_t wish;
};

static bool
take_page(void *data, const struct image *image)
{
	const struct receiver *receiver = data;
	const struct worker_page page = {receiver->decoder->pages + 1, (uint32_t)image->width, (uint32_t)image->height};

	job_send(JOB_PROGRESS, 0, &page, sizeof page);
	if (receiver->wish == WORKER_WISH_PIXELS)
		job_send_part(image->grey, (size_t)image->width * (size_t)image->height);
	else if (receiver->handler != NULL)
		receiver->handler->handle(image, receiver->wish);
	else
		_exit(1);
	return true;
}

void
worker_run(const struct job_forked *forked)
{
	struct decoder decoder = {.pixels_max = IMAGE_PIXELS_MAX, .page = take_page};
	struct receiver receiver = {.handler = forked->kind->data, .decoder = &decoder};
	struct worker_end end = {.status = DECODE_OK};
	struct worker_request request;
	struct stat file;
	pid_t renderer = 0;
	int pages = -1;

	job_hear(&request, sizeof request);
	receiver.wish = request.wish;
	decoder.skip = request.skip;
	decoder.receiver = &receiver;
	if (fstat(forked->input, &file) != 0)
		_exit(1);
	file_size = decoder.size = (size_t)file.st_size;
	void *bytes = mmap(NULL, decoder.size, PROT_READ, MAP_PRIVATE, forked->input, 0);
	if (bytes == MAP_FAILED)
		_exit(1);
	file_bytes = decoder.bytes = bytes;
	if (decode_type(bytes, decoder.size) == DECODE_TYPE_PDF) {
		if (decode_pdf_is_cut(bytes, decoder.size))
			end.status = DECODE_CUT;
		else
			renderer = decode_pdf_render(forked, request.skip, &pages);
		if (renderer < 0 || (renderer > 0 && dup2(pages, STDIN_FILENO) < 0))
			_exit(1);
	}
	close_range(2, ~0U, 0);
	if (end.status == DECODE_OK) {
		if (!sandbox_enter_decoder(forked->sandbox, forked->fork_server, forked->cpu_seconds))
			_exit(1);
		end.status = renderer == 0 ? decode(&decoder) : decode_pdf_pages(&decoder, stdin);
		/* Waits only for a renderer whose pages were all read: any other may be stuck. */
		if (end.status == DECODE_OK && renderer > 0)
			end.status = decode_pdf_end(renderer, &decoder);
	}
	end.page = decoder.faulty;
	end.width = decoder.width;
	end.height = decoder.height;
	job_send(JOB_RESULT, 0, &end, sizeof end);
	/* As long as this process exists, the program can ask the system how much processor time it has used. */
	while (read(STDOUT_FILENO, &request, sizeof request) < 0 && errno == EINTR)
		;
	_exit(0);
}
