/* SPDX-License-Identifier: MIT
 * The program's side of the workers. Nothing that a worker sends is
 * believed before it was compared with the bounds: a file may have taken it over. */
#define _GNU_SOURCE
#include "kiosk/picture/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/picture/decode.h"
#include "kiosk/picture/fork_server.h"
#include "kiosk/picture/process_time.h"
#include "kiosk/picture/worker_process.h"

/* Processes in a row that may crash before they announce a page: a file that cannot even be opened does so
 * every time, while two pages in a row that cannot be decoded are passed over. */
#define IDLE_MAX 3

struct worker {
	char *name;        /* as sentences show it */
	char said[400];    /* why not all of it was read; "" where nothing but crashes is why */
	char problem[800]; /* the same with the crashes */
	int input;         /* the file, -1 when there is none to read */
	int line;          /* to the process, -1 when there is nothing to come */
	int handle;        /* a pidfd, -1 without a process */
	pid_t pid;
	uint32_t page;    /* the number of the last one announced; 0: none yet */
	uint32_t read;    /* pages that were announced, whole or not */
	bool in_page;     /* packets about it are still to come */
	uint32_t faulty;  /* the page that is said of; 0: all of it is */
	uint32_t crashes; /* pages that a process crashed on; */
	uint32_t crashed; /* the first of them */
	uint32_t idle;    /* processes in a row that crashed before they announced a page */
	bool resumes;     /* the next page is read by a new process, after the one that crashed */
	bool gave_up;     /* it is not: nothing after that page was read */
	struct worker_order order;
	double began;             /* when the process was started */
	double page_end, all_end; /* when the time of this page and of all is over; 0: has not begun */
	bool late;                /* it was ended before it was done */
	double work;              /* that a process which is gone has done; see worker_work() */
	uint8_t packet[WORKER_PACKET_MAX];
};

/* The one of this program. Whoever talks to the fork server may have to wait for it, so that has a
 * lock of its own, which is taken first. */
static struct {
	pthread_mutex_t talk, lock;
	bool runs, over;
	bool revives; /* by running the program anew */
	struct fork_server fork_server;
} home = {.talk = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER};

static void say(struct worker *worker, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts the problem together. A crash is never the fault of the person who sent the file: as far as anybody
 * knows it is ours. */
static void
compose(struct worker *worker)
{
	static const char failed[] = "could not be read (internal error); please try another picture of";
	char crashes[400] = "";
	size_t most = sizeof crashes;

	if (worker->crashes > 0 && (worker->read == 0 || (worker->gave_up && worker->page == 1)))
		snprintf(crashes, most, "%s %s it", worker->name, failed);
	else if (worker->gave_up)
		snprintf(crashes, most, "page %u of %s and all pages after it %s them", worker->page, worker->name,
			failed);
	else if (worker->crashes > 1)
		snprintf(crashes, most, "%u pages of %s %s each (the first is page %u)", worker->crashes, worker->name,
			failed, worker->crashed);
	else if (worker->crashes == 1 && (worker->read > 1 || worker->crashed > 1))
		snprintf(crashes, most, "page %u of %s %s it", worker->crashed, worker->name, failed);
	else if (worker->crashes == 1)
		snprintf(crashes, most, "%s %s it", worker->name, failed);
	snprintf(worker->problem, sizeof worker->problem, "%s%s%s", worker->said,
		worker->said[0] != '\0' && crashes[0] != '\0' ? "; " : "", crashes);
}

/* The first problem counts; it ends the worker. */
static void
say(struct worker *worker, const char *format, ...)
{
	va_list args;
	int used;

	if (worker->said[0] != '\0')
		return;
	used = worker->faulty > 0
		? snprintf(worker->said, sizeof worker->said, "page %u of %s ", worker->faulty, worker->name)
		: snprintf(worker->said, sizeof worker->said, "%s ", worker->name);
	if (used < 0 || (size_t)used >= sizeof worker->said)
		used = 0;
	va_start(args, format);
	vsnprintf(worker->said + used, sizeof worker->said - (size_t)used, format, args);
	va_end(args);
	compose(worker);
}

static void
close_file(int *file)
{
	if (*file >= 0)
		close(*file);
	*file = -1;
}

/* With the lock held. */
static bool
start(const struct worker_looker *looker)
{
	if (home.runs && home.revives && fork_server_is_lost(&home.fork_server)) {
		close(home.fork_server.line);
		home.runs = fork_server_start(&home.fork_server, NULL, WORKER_AGAIN);
	} else if (!home.runs) {
		home.runs = fork_server_start(&home.fork_server, looker, home.revives ? WORKER_AGAIN : NULL);
	}
	return home.runs;
}

bool
worker_start(const struct worker_looker *looker)
{
	bool runs;

	pthread_mutex_lock(&home.lock);
	home.over = false;
	runs = start(looker);
	pthread_mutex_unlock(&home.lock);
	return runs;
}

void
worker_revive(void)
{
	pthread_mutex_lock(&home.lock);
	home.revives = true;
	pthread_mutex_unlock(&home.lock);
}

int
worker_again(const struct worker_looker *looker)
{
	return fork_server_keep(looker);
}

void
worker_stop(void)
{
	/* Whoever waits for its answer does not any more. */
	pthread_mutex_lock(&home.lock);
	home.over = true;
	if (home.runs)
		kill(home.fork_server.pid, SIGKILL);
	pthread_mutex_unlock(&home.lock);
	pthread_mutex_lock(&home.talk);
	pthread_mutex_lock(&home.lock);
	if (home.runs)
		fork_server_stop(&home.fork_server);
	home.runs = false;
	pthread_mutex_unlock(&home.lock);
	pthread_mutex_unlock(&home.talk);
}

/* Whether all workers were ended. */
static bool
is_over(void)
{
	bool over;

	pthread_mutex_lock(&home.lock);
	over = home.over;
	pthread_mutex_unlock(&home.lock);
	return over;
}

/* Whether there is a fork server, started where nobody did. */
static bool
is_there(void)
{
	bool there;

	pthread_mutex_lock(&home.lock);
	there = !home.over && start(NULL);
	pthread_mutex_unlock(&home.lock);
	return there;
}

/* Has the fork server make a worker; one that was lost meanwhile is asked once more. */
static bool
fork_worker(struct worker *worker, int input, int line)
{
	bool forked = false;

	pthread_mutex_lock(&home.talk);
	for (int attempt = 0; attempt < 2 && !forked && is_there(); attempt++)
		forked =
			fork_server_fork(&home.fork_server, input, line, &worker->order, &worker->pid, &worker->handle);
	pthread_mutex_unlock(&home.talk);
	return forked;
}

static struct worker *
worker_new(const char *name, const struct worker_order *order)
{
	struct worker *worker = calloc(1, sizeof *worker);

	if (worker == NULL)
		return NULL;
	worker->name = g_strdup(name);
	worker->input = worker->line = worker->handle = -1;
	if (order != NULL)
		worker->order = *order;
	if (worker->order.cpu_seconds == 0)
		worker->order.cpu_seconds = WORKER_ALL_SECONDS;
	if (!(worker->order.page_seconds > 0))
		worker->order.page_seconds = WORKER_PAGE_SECONDS;
	if (!(worker->order.all_seconds > 0))
		worker->order.all_seconds = WORKER_ALL_SECONDS;
	return worker;
}

/* True for a file that is worth a worker. */
static bool
is_fit(struct worker *worker)
{
	struct stat found;

	if (fstat(worker->input, &found) != 0)
		say(worker, "cannot be read: %s", strerror(errno));
	else if (S_ISDIR(found.st_mode))
		say(worker, "is a directory, not a picture");
	else if (!S_ISREG(found.st_mode))
		say(worker, "is not a file that can be read as a picture");
	else if (found.st_size == 0)
		say(worker, "is empty");
	else if (found.st_size > (off_t)IMAGE_FILE_MAX)
		say(worker, "has more than %u megabytes, at most so many are read", IMAGE_FILE_MAX >> 20);
	else
		return true;
	return false;
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Starts a process on the file; a problem when that does not go. */
static void
begin(struct worker *worker)
{
	int ends[2];

	worker->began = now();
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
		say(worker, "cannot be read: %s", strerror(errno));
		return;
	}
	if (fork_worker(worker, worker->input, ends[1])) {
		worker->line = ends[0];
	} else {
		close(ends[0]);
		say(worker, "cannot be read: there is no process to decode it; try again later");
	}
	close(ends[1]);
}

struct worker *
worker_open(const char *path, const char *name, const struct worker_order *order)
{
	/* Not waiting for the other end of a pipe, which is refused anyway. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int error = errno;
	struct worker *worker = worker_new(name, order);

	if (worker == NULL) {
		close_file(&file);
		return NULL;
	}
	worker->input = file;
	if (file < 0)
		say(worker, "cannot be read: %s", strerror(error));
	else if (is_fit(worker))
		begin(worker);
	return worker;
}

static bool
put_all(int file, const uint8_t *bytes, size_t size)
{
	while (size > 0) {
		ssize_t put = write(file, bytes, size);

		if (put < 0 && errno != EINTR)
			return false;
		if (put > 0) {
			bytes += put;
			size -= (size_t)put;
		}
	}
	return true;
}

struct worker *
worker_open_bytes(const char *name, const void *bytes, size_t size, const struct worker_order *order)
{
	struct worker *worker = worker_new(name, order);
	int file;

	if (worker == NULL)
		return NULL;
	if (size > IMAGE_FILE_MAX)
		size = IMAGE_FILE_MAX + 1; /* enough to be refused for */
	file = worker->input = memfd_create("picture", MFD_CLOEXEC);
	if (file < 0 || (size > IMAGE_FILE_MAX ? ftruncate(file, (off_t)size) != 0 : !put_all(file, bytes, size)))
		say(worker, "cannot be read: %s", strerror(errno));
	else if (is_fit(worker))
		begin(worker);
	return worker;
}

/* Waits until something can be read; false after a sentence when the time is over. */
static bool
wait_for(struct worker *worker)
{
	struct pollfd line = {.fd = worker->line, .events = POLLIN};
	double left;

	do {
		bool all = worker->all_end < worker->page_end;

		left = (all ? worker->all_end : worker->page_end) - now();
		if (left <= 0) {
			say(worker, "takes too long to read, more than %g s",
				all ? worker->order.all_seconds : worker->order.page_seconds);
			worker->late = true;
			return false;
		}
	} while (poll(&line, 1, (int)(left * 1000) + 1) <= 0);
	return true;
}

/* Ends the process; nothing more is to come. */
static void
end(struct worker *worker)
{
	/* It waits for the end of the line, so that it is still there when it has ended well. */
	if (worker->handle >= 0)
		worker->work = process_time(worker->pid);
	close_file(&worker->line);
	if (worker->handle >= 0)
		pidfd_send_signal(worker->handle, SIGKILL, NULL, 0);
	close_file(&worker->handle);
	worker->pid = 0;
	worker->in_page = false;
}

/* The process is gone in the middle of its work. The pages after the one that it was at are read by
 * another, in what is left of the time of all; unless several in a row were gone before they announced a page:
 * then it is not the pages. */
static void
crash(struct worker *worker)
{
	uint32_t page = worker->in_page ? worker->page : worker->page + 1;
	uint32_t seconds = (uint32_t)(now() - worker->began) + 1;

	if (is_over()) {
		say(worker, "could not be read: the program is shutting down");
		return;
	}
	worker->idle = worker->in_page ? 0 : worker->idle + 1;
	end(worker);
	if (worker->crashes++ == 0)
		worker->crashed = page;
	worker->page = worker->order.skip = page;
	worker->resumes = page < IMAGE_PAGES_MAX && worker->idle < IDLE_MAX && seconds < worker->order.cpu_seconds;
	worker->gave_up = !worker->resumes;
	worker->order.cpu_seconds -= MIN(seconds, worker->order.cpu_seconds);
	compose(worker);
}

/* Takes the next packet in time: returns what follows its message, or -1 after a sentence. */
static ssize_t
receive(struct worker *worker, struct worker_message *message)
{
	ssize_t got;

	do {
		got = recv(worker->line, worker->packet, sizeof worker->packet, MSG_DONTWAIT | MSG_TRUNC);
		if (got < 0 && errno == EAGAIN && !wait_for(worker))
			return -1;
	} while (got < 0 && (errno == EAGAIN || errno == EINTR));
	if (got <= 0) {
		crash(worker);
		return -1;
	}
	if (got < (ssize_t)sizeof *message || got > (ssize_t)sizeof worker->packet) {
		say(worker, "%s", decode_sentence(DECODE_STATUSES));
		return -1;
	}
	memcpy(message, worker->packet, sizeof *message);
	if (message->kind == WORKER_TIME) {
		say(worker, "takes too long to read, more than %u s of work: send a picture of fewer things",
			worker->order.cpu_seconds);
		return -1;
	}
	return got - (ssize_t)sizeof *message;
}

/* The sentence for how a worker ended, when that was not well. */
static void
say_status(struct worker *worker, const struct worker_message *message)
{
	uint64_t pixels = (uint64_t)message->width * message->height;

	if (message->status == DECODE_OK)
		return;
	worker->late = message->status == DECODE_TIME;
	worker->faulty = MIN(message->page, IMAGE_PAGES_MAX);
	if (message->status == DECODE_HUGE)
		say(worker, "has %" PRIu64 " megapixels, at most %d are read", (pixels + 999999) / 1000000,
			IMAGE_PIXELS_MAX / 1000000);
	else if (message->status == DECODE_PAGES)
		say(worker, "has more than %d pages; the first %d were read", IMAGE_PAGES_MAX, IMAGE_PAGES_MAX);
	else
		say(worker, "%s", decode_sentence(message->status));
}

void
worker_distrust(struct worker *worker)
{
	say(worker, "%s", decode_sentence(DECODE_STATUSES));
	end(worker);
}

/* Whether a page may be of this size, and be one more. */
static bool
is_page(const struct worker *worker, const struct worker_message *page)
{
	return page->kind == WORKER_PAGE && page->width > 0 && page->height > 0 && page->width <= IMAGE_PIXELS_MAX &&
		page->height <= IMAGE_PIXELS_MAX / page->width && page->page > worker->page &&
		page->page <= IMAGE_PAGES_MAX;
}

bool
worker_page(struct worker *worker, int32_t *width, int32_t *height)
{
	struct worker_message message;
	ssize_t more;

	if (worker == NULL)
		return false;
	do {
		if (worker->resumes) {
			worker->resumes = false;
			begin(worker);
		}
		if (worker->line < 0)
			return false;
		worker->in_page = false;
		worker->page_end = now() + worker->order.page_seconds;
		if (worker->page == 0)
			worker->all_end = now() + worker->order.all_seconds;
		more = receive(worker, &message);
	} while (worker->resumes);
	if (worker->line < 0)
		return false; /* it crashed, and was given up */
	if (more == 0 && is_page(worker, &message)) {
		*width = (int32_t)message.width;
		*height = (int32_t)message.height;
		worker->in_page = true;
		worker->page = message.page;
		worker->read++;
		if (worker->crashes > 0)
			compose(worker); /* now it is known that there are other pages */
		return true;
	}
	if (more == 0 && message.kind == WORKER_END)
		say_status(worker, &message);
	else
		say(worker, "%s", decode_sentence(DECODE_STATUSES));
	end(worker);
	return false;
}

bool
worker_resumes(const struct worker *worker)
{
	return worker != NULL && worker->resumes;
}

uint32_t
worker_page_number(const struct worker *worker)
{
	return worker == NULL ? 0 : worker->page;
}

/* What follows a message of this kind, of at least a byte. */
static ssize_t
receive_kind(struct worker *worker, enum worker_kind kind, void *bytes, size_t most)
{
	struct worker_message message;
	ssize_t size = worker->line < 0 ? -1 : receive(worker, &message);

	if (size > 0 && message.kind == kind && (size_t)size <= most) {
		memcpy(bytes, worker->packet + sizeof message, (size_t)size);
		return size;
	}
	if (worker->line >= 0) /* it did not crash */
		worker_distrust(worker);
	return -1;
}

ssize_t
worker_listen(struct worker *worker, void *bytes, size_t most)
{
	return receive_kind(worker, WORKER_SAID, bytes, most);
}

/* Never waits: a looker that asks takes its answer before it asks again. */
bool
worker_answer(struct worker *worker, const void *bytes, size_t size)
{
	if (worker->line >= 0 && send(worker->line, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size)
		return true;
	worker_distrust(worker);
	return false;
}

/* The pixels of an announced page. */
static bool
receive_pixels(struct worker *worker, struct image *image)
{
	size_t left = (size_t)image->width * (size_t)image->height;
	uint8_t *to = image->grey = malloc(left);

	if (to == NULL) {
		say(worker, "cannot be read: there is not enough memory");
		return false;
	}
	while (left > 0) {
		ssize_t size = receive_kind(worker, WORKER_PIXELS, to, left);

		if (size < 0)
			return false;
		to += size;
		left -= (size_t)size;
	}
	return true;
}

bool
worker_next(struct worker *worker, struct image *image)
{
	do {
		*image = (struct image){0};
		if (!worker_page(worker, &image->width, &image->height))
			return false;
		if (receive_pixels(worker, image))
			return true;
		image_finish(image);
		end(worker);
	} while (worker->resumes);
	return false;
}

const char *
worker_problem(const struct worker *worker)
{
	if (worker == NULL)
		return "there is not enough memory";
	return worker->problem[0] == '\0' ? NULL : worker->problem;
}

double
worker_work(const struct worker *worker)
{
	if (worker == NULL)
		return 0;
	if (worker->late || worker->crashes > 0)
		return -1;
	return worker->handle >= 0 ? process_time(worker->pid) : worker->work;
}

pid_t
worker_id(const struct worker *worker)
{
	return worker == NULL ? 0 : worker->pid;
}

void
worker_close(struct worker *worker)
{
	if (worker == NULL)
		return;
	end(worker);
	close_file(&worker->input);
	g_free(worker->name);
	free(worker);
}
