/* SPDX-License-Identifier: MIT
 * The program's side of the workers. A file may have taken a worker over, so that everything it sends is checked. */
#define _GNU_SOURCE
#include "kiosk/picture/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/jobs/process.h"
#include "kiosk/picture/decode.h"
#include "kiosk/picture/worker_child.h"

/* Processes in a row that may crash before they announce a page. A file that cannot be opened crashes each of them,
 * while two pages in a row that cannot be decoded are skipped. */
#define IDLE_MAX 3

struct worker {
	char *name;             /* as problems show it */
	struct problem fault;   /* why not all of it was read, apart from crashes */
	struct problem problem; /* the fault, crashes, or both; STATUS_OK if there are none */
	int input;              /* the file, or -1 */
	struct job job;
	uint32_t page;    /* the last one announced or crashed on, from 1; a new process starts after it */
	uint32_t read;    /* pages that were announced, whole or not */
	bool in_page;     /* parts of it are still to come */
	uint32_t faulty;  /* the page with the fault; 0: the whole file */
	uint32_t crashes; /* pages that a process crashed on */
	uint32_t crashed; /* the first of them */
	uint32_t idle;    /* processes in a row that crashed before they announced a page */
	bool resumes;     /* the next page is read by a new process, after the one that crashed */
	bool gave_up;     /* there were too many crashes: nothing after that page was read */
	struct worker_order order;
	gint64 began;             /* when the process was started */
	gint64 page_end, all_end; /* deadlines of this page and of all of them; 0: not begun */
	bool late;                /* it ran into a timeout */
	double work;              /* of a process that has ended; see worker_work() */
	struct job_packet packet;
};

/* The kind of job that reads files: as worker_start() was told. */
static const struct job_kind plain_kind = WORKER_KIND(NULL, NULL);
static const struct job_kind *kind = &plain_kind;

bool
worker_start(const struct job_kind *with)
{
	kind = with == NULL ? &plain_kind : with;
	return fork_server_start(kind);
}

/* Combines the fault and the crashes into the problem. A crash is reported as our own fault, never as that of the
 * person who sent the file. */
static void
compose(struct worker *worker)
{
	const struct argument name = ARG_TEXT("name", worker->name);
	bool is_alone = worker->crashes == 1 && worker->read <= 1 && worker->crashed <= 1;
	struct problem crash;

	worker->problem = worker->fault;
	if (worker->crashes == 0)
		return;
	if (worker->read == 0 || (worker->gave_up && worker->page == 1) || (!worker->gave_up && is_alone))
		problem_set(&crash,
			SAY("image-crashed",
				"{name} could not be read (internal error); please try another picture of it"),
			name);
	else if (worker->gave_up)
		problem_set(&crash,
			SAY("image-pages-crashed",
				"page {page} of {name} and all pages after it could not be read "
				"(internal error); please try another picture of them"),
			name, ARG_NUMBER("page", worker->page));
	else
		problem_set(&crash,
			SAY_COUNT("image-page-crashed",
				"page {page} of {name} could not be read (internal error); please try another picture "
				"of it",
				"{count} pages of {name} could not be read (internal error); please try another picture "
				"of each (the first is page {page})",
				worker->crashes),
			name, ARG_NUMBER("page", worker->crashed));
	if (worker->fault.status == STATUS_OK)
		worker->problem = crash;
	else
		problem_set(&worker->problem, SAY("image-fault-and-crash", "{fault}; {crash}"),
			ARG_CAUSE("fault", &worker->fault.message), ARG_CAUSE("crash", &crash.message));
}

/* Sets the fault, SAY() and its arguments; the first one counts. The message may also show {name} and {page}. */
#define fail(worker, ...) \
	fail_list((worker), \
		MESSAGE_LIST(__VA_ARGS__, ARG_TEXT("name", (worker)->name), ARG_NUMBER("page", (worker)->faulty)))

static void
fail_list(struct worker *worker, const struct argument *arguments)
{
	if (worker->fault.status != STATUS_OK)
		return;
	problem_set_list(&worker->fault, STATUS_REFUSED, arguments);
	compose(worker);
}

/* Sets the fault by a status, of the file or of one page. */
static void
fail_status(struct worker *worker, uint32_t status)
{
	static const struct {
		const char *id, *file, *page;
	} faults[DECODE_STATUSES] = {
		[DECODE_UNKNOWN] = {"image-unknown",
			"{name} is not a picture that can be read here: JPEG, PNG, WebP, TIFF or PDF", NULL},
		[DECODE_HEIF] = {"image-heif",
			"{name} is a HEIC or AVIF picture; send it as JPEG (iPhone: Settings, "
			"Camera, Formats, Most Compatible)",
			NULL},
		[DECODE_ANIMATED] = {"image-animated", "{name} is an animation; send a still picture", NULL},
		[DECODE_UNUSUAL] = {"image-unusual",
			"{name} is of a kind that is not read here; save it as JPEG or PNG",
			"page {page} of {name} is of a kind that is not read here; save it as JPEG or PNG"},
		[DECODE_HUGE] = {"image-huge", "{name} has {megapixels} megapixels, at most 100 are read",
			"page {page} of {name} has {megapixels} megapixels, at most 100 are read"},
		[DECODE_CUT] = {"image-cut", "{name} is cut short; send it again",
			"page {page} of {name} is cut short; send it again"},
		[DECODE_DAMAGED] = {"image-damaged", "{name} is damaged; send it again",
			"page {page} of {name} is damaged; send it again"},
		[DECODE_PAGES] = {"image-pages", "{name} has more than 500 pages; the first 500 were read", NULL},
		[DECODE_LOCKED] = {"image-locked", "{name} cannot be read: it is damaged or locked with a password",
			NULL},
		[DECODE_TIME] = {"image-slow", "{name} takes too long to read: send a picture of fewer things", NULL},
		[DECODE_NO_TOOL] = {"image-no-tool",
			"{name} cannot be read: pdftoppm is missing, install poppler-utils", NULL},
		[DECODE_MEMORY] = {"image-memory", "{name} cannot be read: there is not enough memory",
			"page {page} of {name} cannot be read: there is not enough memory"},
		[DECODE_STOPPED] = {"image-crashed",
			"{name} could not be read (internal error); please try another picture of it", NULL},
	};
	struct worker_end end;

	_Static_assert(IMAGE_PIXELS_MAX == 100000000 && IMAGE_PAGES_MAX == 500, "the sentences have these numbers");
	if (status >= DECODE_STATUSES || faults[status].id == NULL)
		status = DECODE_STOPPED; /* no worker sends that */
	memcpy(&end, worker->packet.body, sizeof end);
	uint64_t pixels = status == DECODE_HUGE ? (uint64_t)end.width * end.height : 0;
	fail(worker,
		SAY(faults[status].id,
			worker->faulty > 0 && faults[status].page != NULL ? faults[status].page : faults[status].file),
		ARG_NUMBER("megapixels", (pixels + 999999) / 1000000));
}

/* Starts a process on the file. */
static void
begin(struct worker *worker)
{
	const struct worker_request request = {worker->order.wish, worker->page};

	worker->resumes = false;
	worker->began = g_get_monotonic_time();
	if (!job_start_forked(&worker->job, kind, worker->input, worker->order.cpu_seconds))
		fail(worker,
			SAY("image-no-process",
				"{name} cannot be read: there is no process to decode it; try again later"));
	else
		/* If that fails the process is gone, which is noticed when it is read from. */
		job_answer(&worker->job, &request, sizeof request);
}

/* A worker on a file, which it owns; -1 with an error number if it cannot be opened. */
static struct worker *
open_input(int input, int error, const char *name, const struct worker_order *order)
{
	struct worker *worker = g_new0(struct worker, 1);
	struct stat found;

	worker->name = g_strdup(name);
	worker->input = input;
	worker->job = (struct job){.handle = -1, .socket = -1};
	if (order != NULL)
		worker->order = *order;
	if (worker->order.cpu_seconds == 0)
		worker->order.cpu_seconds = WORKER_ALL_SECONDS;
	if (worker->order.page_seconds <= 0)
		worker->order.page_seconds = WORKER_PAGE_SECONDS;
	if (worker->order.all_seconds <= 0)
		worker->order.all_seconds = WORKER_ALL_SECONDS;
	if (input < 0 || fstat(input, &found) != 0)
		fail(worker,
			SAY_PRIVATE("image-unreadable", "{name} cannot be read: {reason}", "{name} cannot be read"),
			ARG_PRIVATE("reason", g_strerror(input < 0 ? error : errno)));
	else if (S_ISDIR(found.st_mode))
		fail(worker, SAY("image-directory", "{name} is a directory, not a picture"));
	else if (!S_ISREG(found.st_mode))
		fail(worker, SAY("image-no-file", "{name} is not a file that can be read as a picture"));
	else if (found.st_size == 0)
		fail(worker, SAY("image-empty", "{name} is empty"));
	else if (found.st_size > (off_t)IMAGE_FILE_MAX)
		fail(worker,
			SAY("image-file-huge", "{name} has more than {most} megabytes, which is the most that is read"),
			ARG_NUMBER("most", IMAGE_FILE_MAX >> 20));
	else
		begin(worker);
	return worker;
}

struct worker *
worker_open(const char *path, const char *name, const struct worker_order *order)
{
	/* O_NONBLOCK: does not wait for the other end of a pipe, which is refused anyway. */
	int input = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	return open_input(input, errno, name, order);
}

struct worker *
worker_open_bytes(const char *name, const void *bytes, size_t size, const struct worker_order *order)
{
	int input;

	/* A file that is too large is replaced by an empty one of a size that is refused. */
	if (size <= IMAGE_FILE_MAX)
		input = job_request_file(bytes, size);
	else if ((input = job_request_file(NULL, 0)) >= 0)
		(void)!ftruncate(input, (off_t)IMAGE_FILE_MAX + 1);
	return open_input(input, errno, name, order);
}

/* Ends the process. */
static void
end(struct worker *worker)
{
	/* A process that is done waits for its socket to be closed, so that its time can still be measured. */
	if (worker->job.pid > 0)
		worker->work = process_time(worker->job.pid);
	job_end(&worker->job);
	worker->in_page = false;
}

/* Handles a crash. The pages after the current one are read by a new process, in what is left of the time; unless
 * several in a row crashed before they announced a page: then the pages are not the reason. */
static void
crash(struct worker *worker)
{
	uint32_t page = worker->in_page ? worker->page : worker->page + 1;
	uint32_t seconds = (uint32_t)((g_get_monotonic_time() - worker->began) / G_TIME_SPAN_SECOND) + 1;

	if (fork_server_is_stopped()) {
		fail(worker, SAY("image-shutdown", "{name} could not be read: the program is shutting down"));
		return;
	}
	worker->idle = worker->in_page ? 0 : worker->idle + 1;
	end(worker);
	if (worker->crashes++ == 0)
		worker->crashed = page;
	worker->page = page;
	worker->resumes = page < IMAGE_PAGES_MAX && worker->idle < IDLE_MAX && seconds < worker->order.cpu_seconds;
	worker->gave_up = !worker->resumes;
	worker->order.cpu_seconds -= MIN(seconds, worker->order.cpu_seconds);
	compose(worker);
}

void
worker_distrust(struct worker *worker)
{
	fail_status(worker, DECODE_STATUSES);
	end(worker);
}

/* Receives the next packet before the deadline. False if something is wrong; then the process has ended. */
static bool
receive(struct worker *worker, size_t *size)
{
	bool all = worker->all_end < worker->page_end;

	switch (job_receive(&worker->job, all ? worker->all_end : worker->page_end, &worker->packet, size)) {
	case JOB_HEARD:
		if (worker->packet.head.kind != JOB_OVERTIME)
			return true;
		fail(worker,
			SAY("image-overtime",
				"{name} takes too long to read, more than {seconds} s of work: send a "
				"picture of fewer things"),
			ARG_NUMBER("seconds", worker->order.cpu_seconds));
		break;
	case JOB_LATE: {
		char seconds[G_ASCII_DTOSTR_BUF_SIZE];

		g_ascii_formatd(
			seconds, sizeof seconds, "%g", all ? worker->order.all_seconds : worker->order.page_seconds);
		fail(worker, SAY("image-timeout", "{name} takes too long to read, more than {seconds} s"),
			ARG_TEXT("seconds", seconds));
		worker->late = true;
		break;
	}
	case JOB_GONE:
		crash(worker);
		break;
	case JOB_WRONG:
		fail_status(worker, DECODE_STATUSES);
		break;
	}
	end(worker);
	return false;
}

bool
worker_page(struct worker *worker, int32_t *width, int32_t *height)
{
	struct worker_page page = {0};
	struct worker_end last;
	size_t size;

	do {
		if (worker->resumes)
			begin(worker);
		if (worker->job.socket < 0)
			return false;
		worker->in_page = false;
		worker->page_end = g_get_monotonic_time() + (gint64)(worker->order.page_seconds * 1e6);
		if (worker->page == 0)
			worker->all_end = g_get_monotonic_time() + (gint64)(worker->order.all_seconds * 1e6);
	} while (!receive(worker, &size));
	/* The announcement of a page, if its size and number are valid. */
	if (worker->packet.head.kind == JOB_PROGRESS && size == sizeof page)
		memcpy(&page, worker->packet.body, sizeof page);
	if (page.width > 0 && page.height > 0 && page.width <= IMAGE_PIXELS_MAX &&
		page.height <= IMAGE_PIXELS_MAX / page.width && page.page > worker->page &&
		page.page <= IMAGE_PAGES_MAX) {
		*width = (int32_t)page.width;
		*height = (int32_t)page.height;
		worker->in_page = true;
		worker->page = page.page;
		worker->read++;
		if (worker->crashes > 0)
			compose(worker); /* the message differs if there are other pages */
		return true;
	}
	if (worker->packet.head.kind == JOB_RESULT && size == sizeof last) {
		memcpy(&last, worker->packet.body, sizeof last);
		worker->late = last.status == DECODE_TIME;
		worker->faulty = MIN(last.page, IMAGE_PAGES_MAX);
		if (last.status != DECODE_OK)
			fail_status(worker, last.status);
	} else {
		fail_status(worker, DECODE_STATUSES);
	}
	end(worker);
	return false;
}

uint32_t
worker_page_number(const struct worker *worker)
{
	return worker->page;
}

ssize_t
worker_listen(struct worker *worker, void *bytes, size_t most)
{
	size_t size;

	if (worker->job.socket < 0 || !receive(worker, &size))
		return -1;
	if (worker->packet.head.kind != JOB_PART || size == 0 || size > most) {
		worker_distrust(worker);
		return -1;
	}
	memcpy(bytes, worker->packet.body, size);
	return (ssize_t)size;
}

/* Does not block: a handler reads an answer before it asks again. */
bool
worker_answer(struct worker *worker, const void *bytes, size_t size)
{
	if (worker->job.socket >= 0 && job_answer(&worker->job, bytes, size))
		return true;
	worker_distrust(worker);
	return false;
}

bool
worker_next(struct worker *worker, struct image *image)
{
	*image = (struct image){0};
	while (worker_page(worker, &image->width, &image->height)) {
		size_t left = (size_t)image->width * (size_t)image->height;

		image->grey = malloc(left);
		if (image->grey == NULL)
			fail_status(worker, DECODE_MEMORY);
		for (uint8_t *to = image->grey; to != NULL && left > 0;) {
			ssize_t size = worker_listen(worker, to, left);

			if (size < 0)
				break;
			to += size;
			left -= (size_t)size;
		}
		if (left == 0)
			return true;
		image_finish(image);
		end(worker);
	}
	return false;
}

const struct problem *
worker_problem(const struct worker *worker)
{
	return worker->problem.status == STATUS_OK ? NULL : &worker->problem;
}

double
worker_work(const struct worker *worker)
{
	if (worker->late || worker->crashes > 0)
		return -1;
	return worker->job.pid > 0 ? process_time(worker->job.pid) : worker->work;
}

pid_t
worker_id(const struct worker *worker)
{
	return worker->job.pid;
}

void
worker_close(struct worker *worker)
{
	if (worker == NULL)
		return;
	end(worker);
	if (worker->input >= 0)
		close(worker->input);
	g_free(worker->name);
	g_free(worker);
}
