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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/picture/decode.h"
#include "kiosk/picture/fork_server.h"

#define ALL_SECONDS 600       /* of waiting, for all pages of a file */
#define PIPE_SIZE   (1 << 20) /* bytes; what an unprivileged pipe may have */

struct worker {
	char *name; /* as sentences show it */
	char problem[400];
	int pages;  /* where they come from, -1 when there is nothing to come */
	int handle; /* a pidfd, -1 without a process */
	pid_t pid;
	uint32_t taken;  /* pages */
	double seconds;  /* for each page */
	double left;     /* for all that are to come */
	double deadline; /* of the page that is being waited for */
};

/* The one of this program. */
static struct {
	pthread_mutex_t lock;
	bool runs;
	struct fork_server fork_server;
} home = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void say(struct worker *worker, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The first problem counts; it ends the worker. */
static void
say(struct worker *worker, const char *format, ...)
{
	va_list args;
	int used;

	if (worker->problem[0] != '\0')
		return;
	used = snprintf(worker->problem, sizeof worker->problem, "%s ", worker->name);
	if (used < 0 || (size_t)used >= sizeof worker->problem)
		used = 0;
	va_start(args, format);
	vsnprintf(worker->problem + used, sizeof worker->problem - (size_t)used, format, args);
	va_end(args);
}

static void
close_file(int *file)
{
	if (*file >= 0)
		close(*file);
	*file = -1;
}

bool
worker_start(void)
{
	bool runs;

	pthread_mutex_lock(&home.lock);
	if (!home.runs)
		home.runs = fork_server_start(&home.fork_server);
	runs = home.runs;
	pthread_mutex_unlock(&home.lock);
	return runs;
}

void
worker_stop(void)
{
	pthread_mutex_lock(&home.lock);
	if (home.runs)
		fork_server_stop(&home.fork_server);
	home.runs = false;
	pthread_mutex_unlock(&home.lock);
}

/* Has the fork server make a worker; one that was lost is started once more. */
static bool
fork_worker(struct worker *worker, int input, int output)
{
	bool forked = false;

	for (int attempt = 0; attempt < 2 && !forked; attempt++) {
		if (!worker_start())
			return false;
		pthread_mutex_lock(&home.lock);
		forked = home.runs && fork_server_fork(&home.fork_server, input, output, ALL_SECONDS,
					      &worker->pid, &worker->handle);
		if (!forked && home.runs) {
			fork_server_stop(&home.fork_server);
			home.runs = false;
		}
		pthread_mutex_unlock(&home.lock);
	}
	return forked;
}

static struct worker *
worker_new(const char *name)
{
	struct worker *worker = calloc(1, sizeof *worker);

	if (worker == NULL)
		return NULL;
	worker->name = g_strdup(name);
	worker->pages = worker->handle = -1;
	worker->seconds = WORKER_SECONDS;
	worker->left = ALL_SECONDS;
	return worker;
}

/* True for a file that is worth a worker. */
static bool
is_fit(struct worker *worker, int file)
{
	struct stat found;

	if (fstat(file, &found) != 0)
		say(worker, "cannot be read: %s", strerror(errno));
	else if (S_ISDIR(found.st_mode))
		say(worker, "is a directory, not a picture");
	else if (!S_ISREG(found.st_mode))
		say(worker, "is not a file that can be read as a picture");
	else if (found.st_size == 0)
		say(worker, "is empty");
	else if (found.st_size > (off_t)IMAGE_FILE_MAX)
		say(worker, "has more than %u megabytes, at most so many are read",
			IMAGE_FILE_MAX >> 20);
	else
		return true;
	return false;
}

static void
begin(struct worker *worker, int file)
{
	int ends[2];

	if (!is_fit(worker, file))
		return;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		say(worker, "cannot be read: %s", strerror(errno));
		return;
	}
	fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE); /* only faster */
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	if (fork_worker(worker, file, ends[1])) {
		worker->pages = ends[0];
	} else {
		close(ends[0]);
		say(worker, "cannot be read: there is no process to decode it; try again later");
	}
	close(ends[1]);
}

struct worker *
worker_open(const char *path, const char *name)
{
	/* Not waiting for the other end of a pipe, which is refused anyway. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct worker *worker = worker_new(name);

	if (worker != NULL && file < 0)
		say(worker, "cannot be read: %s", strerror(errno));
	else if (worker != NULL)
		begin(worker, file);
	close_file(&file);
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
worker_open_bytes(const char *name, const void *bytes, size_t size)
{
	struct worker *worker = worker_new(name);
	int file;

	if (worker == NULL)
		return NULL;
	if (size > IMAGE_FILE_MAX)
		size = IMAGE_FILE_MAX + 1; /* enough to be refused for */
	file = memfd_create("picture", MFD_CLOEXEC);
	if (size > IMAGE_FILE_MAX && file >= 0 && ftruncate(file, (off_t)size) == 0)
		begin(worker, file);
	else if (file >= 0 && put_all(file, bytes, size))
		begin(worker, file);
	else
		say(worker, "cannot be read: %s", strerror(errno));
	close_file(&file);
	return worker;
}

void
worker_limit(struct worker *worker, double seconds)
{
	if (worker != NULL)
		worker->seconds = seconds;
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Waits until something can be read; false after a sentence when the time is over. */
static bool
wait_for(struct worker *worker)
{
	struct pollfd pages = {.fd = worker->pages, .events = POLLIN};
	double left;

	do {
		left = worker->deadline - now();
		if (left <= 0) {
			say(worker, "takes too long to read, more than %g s", worker->seconds);
			return false;
		}
	} while (poll(&pages, 1, (int)(left * 1000) + 1) <= 0);
	return true;
}

/* Reads so many bytes in time; false after a sentence. */
static bool
receive(struct worker *worker, void *to, size_t size)
{
	uint8_t *at = to;

	while (size > 0) {
		ssize_t got = read(worker->pages, at, size);

		if (got > 0) {
			at += got;
			size -= (size_t)got;
		} else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
			say(worker,
				"could not be read: it broke its decoder, so it is damaged or made "
				"to do harm");
			return false;
		} else if (!wait_for(worker)) {
			return false;
		}
	}
	return true;
}

/* The sentence for how a worker ended, when that was not well. */
static void
say_status(struct worker *worker, const struct worker_message *message)
{
	uint64_t pixels = (uint64_t)message->width * message->height;

	if (message->status == DECODE_OK)
		return;
	if (message->status == DECODE_HUGE)
		say(worker, "has %" PRIu64 " megapixels, at most %d are read",
			(pixels + 999999) / 1000000, IMAGE_PIXELS_MAX / 1000000);
	else if (message->status == DECODE_PAGES)
		say(worker, "has more than %d pages; the first %d were read", IMAGE_PAGES_MAX,
			IMAGE_PAGES_MAX);
	else
		say(worker, "%s", decode_sentence(message->status));
}

/* The pixels of an announced page. */
static bool
receive_page(struct worker *worker, const struct worker_message *page, struct image *image)
{
	if (page->width > IMAGE_PIXELS_MAX || page->height > IMAGE_PIXELS_MAX / page->width ||
		page->height == 0 || worker->taken == IMAGE_PAGES_MAX) {
		say(worker, "%s", decode_sentence(DECODE_STATUSES));
		return false;
	}
	image->grey = malloc((size_t)page->width * page->height);
	if (image->grey == NULL) {
		say(worker, "cannot be read: there is not enough memory");
		return false;
	}
	image->width = (int32_t)page->width;
	image->height = (int32_t)page->height;
	if (!receive(worker, image->grey, (size_t)page->width * page->height))
		return false;
	worker->taken++;
	return true;
}

/* Ends the process; nothing more is to come. */
static void
end(struct worker *worker)
{
	close_file(&worker->pages);
	if (worker->handle >= 0)
		pidfd_send_signal(worker->handle, SIGKILL, NULL, 0);
	close_file(&worker->handle);
	worker->pid = 0;
}

bool
worker_next(struct worker *worker, struct image *image)
{
	struct worker_message message;
	double started = now();
	bool got = false;

	*image = (struct image){0};
	if (worker == NULL || worker->pages < 0)
		return false;
	worker->deadline =
		started + (worker->seconds < worker->left ? worker->seconds : worker->left);
	if (receive(worker, &message, sizeof message)) {
		if (message.status == DECODE_OK && message.width > 0)
			got = receive_page(worker, &message, image);
		else
			say_status(worker, &message);
	}
	worker->left -= now() - started;
	if (!got) {
		image_finish(image);
		end(worker);
	}
	return got;
}

const char *
worker_problem(const struct worker *worker)
{
	if (worker == NULL)
		return "there is not enough memory";
	return worker->problem[0] == '\0' ? NULL : worker->problem;
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
	g_free(worker->name);
	free(worker);
}
