/* SPDX-License-Identifier: MIT
 * PDF. pdftoppm and not pdftocairo: the latter starts again for each page that goes through a pipe and packs it as
 * PNG, which takes 3.7 s instead of 0.8 s of processor time for four scanned A4 pages. */
#define _GNU_SOURCE
#include "kiosk/picture/decode_pdf.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Pixels of a page's longer side. A4 has 8 megapixels then, at 288 dpi; a page of any size has at most 12. */
#define SIDE "3370"

/* The last page that is rendered: one more than is read, so that it is noticed that there are more. */
#define LAST "501"

/* Bytes at the end of a PDF in which the marker %%EOF has to be. */
#define TAIL 2048

/* The exit status of a renderer that could not be started. */
#define NO_TOOL 127

/* Bytes of a number as text, with the terminating 0. */
#define DIGITS 11

_Static_assert(IMAGE_PAGES_MAX == 500, "LAST is one more");

bool
decode_pdf_is_cut(const uint8_t *bytes, size_t size)
{
	size_t start = size > TAIL ? size - TAIL : 0;

	return memmem(bytes + start, size - start, "%%EOF", 5) == NULL;
}

/* Runs the renderer in the new process. Never returns. */
static void
run(const struct job_forked *forked, uint32_t skip, int output, pid_t parent)
{
	char first[DIGITS];
	char *const arguments[] = {(char[]){"pdftoppm"}, (char[]){"-q"}, (char[]){"-gray"}, (char[]){"-cropbox"},
		(char[]){"-scale-to"}, (char[]){SIDE}, (char[]){"-f"}, first, (char[]){"-l"}, (char[]){LAST},
		(char[]){"-"}, NULL};
	char *const environment[] = {(char[]){"LC_ALL=C"}, (char[]){"HOME=/nonexistent"}, NULL};

	snprintf(first, sizeof first, "%u", skip + 1);
	if (lseek(forked->input, 0, SEEK_SET) != 0 || dup2(forked->input, STDIN_FILENO) < 0 ||
		dup2(output, STDOUT_FILENO) < 0)
		_exit(1);
	if (access(forked->sandbox->program, X_OK) != 0)
		_exit(NO_TOOL);
	if (close_range(3, ~0U, 0) == 0 && sandbox_enter_renderer(forked->sandbox, parent, forked->cpu_seconds))
		execve(forked->sandbox->program, arguments, environment);
	_exit(1);
}

pid_t
decode_pdf_render(const struct job_forked *forked, uint32_t skip, int *pages)
{
	pid_t parent = getpid(), renderer;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	renderer = fork();
	if (renderer == 0)
		run(forked, skip, ends[1], parent);
	close(ends[1]);
	*pages = ends[0];
	if (renderer < 0)
		close(ends[0]);
	return renderer;
}

enum decode_status
decode_pdf_pages(struct decoder *decoder, FILE *pages)
{
	static char buffer[1 << 16];
	enum decode_status status = DECODE_OK;

	/* With a buffer of its own it asks the system nothing that the sandbox would not allow. */
	setvbuf(pages, buffer, _IOFBF, sizeof buffer);
	decoder->pages = decoder->skip;
	for (int first; status == DECODE_OK && (first = getc(pages)) != EOF;) {
		uint32_t width, height;
		unsigned most;
		char after;
		struct image image;

		ungetc(first, pages);
		if (fscanf(pages, "P5 %9" SCNu32 " %9" SCNu32 " %3u%c", &width, &height, &most, &after) != 4 ||
			most != 255 || after != '\n')
			return DECODE_DAMAGED;
		status = decode_begin(decoder, width, height, &image);
		if (status == DECODE_OK && fread(image.grey, width, height, pages) != height)
			status = DECODE_DAMAGED;
		status = decode_end(decoder, status, &image, 1);
	}
	return status;
}

enum decode_status
decode_pdf_end(pid_t renderer, const struct decoder *decoder)
{
	int how = 0;

	while (waitpid(renderer, &how, 0) < 0) {
		if (errno != EINTR)
			return DECODE_DAMAGED;
	}
	if (WIFSIGNALED(how) && WTERMSIG(how) == SIGXCPU)
		return DECODE_TIME;
	if (WIFEXITED(how) && WEXITSTATUS(how) == NO_TOOL)
		return DECODE_NO_TOOL;
	if (WIFEXITED(how) && WEXITSTATUS(how) == 0 && decoder->pages > 0)
		return DECODE_OK;
	/* It also fails if it is asked for pages after the last one. */
	if (decoder->skip > 0 && decoder->pages == decoder->skip)
		return DECODE_OK;
	return decoder->pages == 0 ? DECODE_LOCKED : DECODE_DAMAGED;
}
