/* SPDX-License-Identifier: MIT
 * A worker that is stuck, killed or slow is ended in time and costs one sentence,
 * and one that was taken over can do nothing: no files, no network, no processes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <png.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/picture/worker.h"
#include "tests/kiosk/picture/pictures.h"
#include "tests/tools.h"

/* A picture that takes a while: 12 megapixels in a small file. */
static struct file
slow_file(void)
{
	struct image image = picture(4000, 3000);
	struct file file = png_write(&image, PNG_COLOR_TYPE_RGB, 8, true);

	image_finish(&image);
	return file;
}

static bool
is_gone(pid_t pid)
{
	for (int i = 0; i < 6000; i++) {
		if (kill(pid, 0) != 0 && errno == ESRCH)
			return true;
		usleep(10000);
	}
	return false;
}

static void
a_worker_that_takes_too_long_is_ended(void **state)
{
	struct file file = slow_file();

	(void)state;
	for (int stopped = 0; stopped < 2; stopped++) {
		const struct worker_order order = {.page_seconds = stopped == 1 ? 0.5 : 1e-6};
		struct worker *worker = worker_open_bytes("a", file.at, file.size, &order);
		pid_t pid = worker_id(worker);
		struct image image;

		assert_true(pid > 0);
		if (stopped == 1)
			assert_int_equal(kill(pid, SIGSTOP), 0);
		assert_false(worker_next(worker, &image));
		assert_true(problem_is(worker_problem(worker), "image-timeout"));
		assert_string_equal(
			message_text(&worker_problem(worker)->message, "seconds"), stopped == 1 ? "0.5" : "1e-06");
		assert_true(is_gone(pid));
		assert_int_equal(worker_id(worker), 0);
		assert_true(worker_work(worker) < 0);
		worker_close(worker);
	}
	free(file.at);
}

/* Work is the processor's time: waiting on a busy machine does not count. */
static void
waiting_is_no_work(void **state)
{
	const struct timespec pause = {.tv_sec = 2};
	struct image image = picture(90, 60), read;
	struct file small = jpeg_write(&image, JPEG_GREY, 0, false), large = slow_file();
	struct worker *worker = worker_open_bytes("a", small.at, small.size, NULL);
	double some;

	(void)state;
	assert_int_equal(kill(worker_id(worker), SIGSTOP), 0);
	nanosleep(&pause, NULL);
	assert_int_equal(kill(worker_id(worker), SIGCONT), 0);
	assert_true(worker_next(worker, &read));
	image_finish(&read);
	assert_false(worker_next(worker, &read));
	assert_null(worker_problem(worker));
	some = worker_work(worker); /* of one that has ended */
	assert_true(some >= 0 && some < 1);
	worker_close(worker);
	worker = worker_open_bytes("a", large.at, large.size, NULL);
	assert_true(worker_next(worker, &read));
	image_finish(&read);
	assert_false(worker_next(worker, &read));
	assert_true(worker_work(worker) > some);
	worker_close(worker);
	free(small.at);
	free(large.at);
	image_finish(&image);
}

static void
a_worker_that_dies_costs_one_sentence(void **state)
{
	struct image image = picture(90, 60);
	struct file file = slow_file(), small = jpeg_write(&image, JPEG_GREY, 0, false);
	struct worker *worker = worker_open_bytes("a", file.at, file.size, NULL);
	struct image read;

	(void)state;
	kill(worker_id(worker), SIGSEGV);
	assert_false(worker_next(worker, &read));
	assert_true(problem_is(worker_problem(worker), "image-crashed"));
	worker_close(worker);
	/* One that nobody listens to any more ends, too. */
	worker = worker_open_bytes("a", file.at, file.size, NULL);
	worker_close(worker);
	worker = worker_open_bytes("a", small.at, small.size, NULL);
	assert_true(worker_next(worker, &read));
	image_finish(&read);
	worker_close(worker);
	free(file.at);
	free(small.at);
	image_finish(&image);
}

/* The parent of a process, from its status. */
static pid_t
parent_of(pid_t pid)
{
	char path[40], text[200] = "";
	int parent = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(text, sizeof text, file));
	fclose(file);
	assert_non_null(strrchr(text, ')'));
	assert_int_equal(sscanf(strrchr(text, ')'), ") %*c %d", &parent), 1);
	return parent;
}

static void
what_workers_come_from_may_die_too(void **state)
{
	struct file file = slow_file();
	struct worker *worker = worker_open_bytes("a", file.at, file.size, NULL);
	pid_t fork_server = parent_of(worker_id(worker));
	struct image image;

	(void)state;
	assert_int_not_equal(fork_server, getpid());
	/* Its workers end with it: so they do with the program, even when that is killed. */
	kill(fork_server, SIGKILL);
	assert_false(worker_next(worker, &image));
	assert_non_null(worker_problem(worker));
	worker_close(worker);
	worker = worker_open_bytes("a", file.at, file.size, NULL);
	assert_int_not_equal(parent_of(worker_id(worker)), fork_server);
	assert_true(worker_next(worker, &image));
	image_finish(&image);
	worker_close(worker);
	free(file.at);
}

/* What a taken-over worker might try; each in a process of its own. Exit 0: it was refused. */
static int
try_decoder(int what)
{
	switch (what) {
	case 0:
		return open("/etc/passwd", O_RDONLY) >= 0 || errno != EPERM;
	case 1:
		return socket(AF_INET, SOCK_STREAM, 0) >= 0;
	case 2:
		return fork() >= 0;
	case 3:
		return write(STDERR_FILENO, "", 0) == 0;
	case 4:
		return kill(getppid(), 0) == 0;
	case 5:
		return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
	case 6:
		return execl("/bin/true", "true", (char *)NULL) == 0;
	default:
		return dup(1) >= 0;
	}
}

/* Whether the kernel knows Landlock. */
static bool hides_files;

/* The same for the looser sandbox, where calls fail instead. */
static int
try_renderer(int what)
{
	char *const arguments[] = {(char[]){"true"}, NULL};

	switch (what) {
	case 0:
		return open("/etc/passwd", O_RDWR) >= 0 || (hides_files && open("/etc/passwd", O_RDONLY) >= 0);
	case 1:
		return socket(AF_INET, SOCK_STREAM, 0) >= 0;
	case 2:
		return fork() >= 0;
	case 3:
		return open("/tmp/seedpress-test", O_WRONLY | O_CREAT, 0600) >= 0;
	case 4:
		return kill(getppid(), 0) == 0;
	case 5:
		return unlink("/tmp/seedpress-none") == 0 || errno != EPERM;
	case 6:
		return execve("/bin/false", arguments, NULL) == 0 || errno != EPERM;
	default:
		return open("/usr/bin/pdftoppm", O_RDONLY) < 0;
	}
}

static int
in_sandbox(const struct sandbox *sandbox, bool strict, int what)
{
	pid_t parent = getpid(), pid = fork();
	int how = 0;

	if (pid == 0) {
		if (!(strict ? sandbox_enter_decoder : sandbox_enter_renderer)(sandbox, parent, 5))
			_exit(100);
		_exit((strict ? try_decoder : try_renderer)(what));
	}
	assert_int_equal(waitpid(pid, &how, 0), pid);
	return how;
}

static void
a_sandbox_forbids_files_network_and_processes(void **state)
{
	struct sandbox sandbox;

	(void)state;
	hides_files = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
	assert_true(sandbox_init(&sandbox, "/usr/bin/pdftoppm"));
	for (int what = 0; what < 8; what++) {
		int how = in_sandbox(&sandbox, true, what);

		if (what == 0)
			assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
		else
			assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGSYS);
		how = in_sandbox(&sandbox, false, what);
		assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
	}
	sandbox_finish(&sandbox);
}

/* Memory sizes that are refused are memory sizes that glibc makes up. */
static void
a_decoder_may_ask_for_the_size_of_memory(void **state)
{
	pid_t parent = getpid(), pid;
	struct sandbox sandbox;
	int how = 0;

	(void)state;
	assert_true(sandbox_init(&sandbox, "/usr/bin/pdftoppm"));
	pid = fork();
	if (pid == 0) {
		if (!sandbox_enter_decoder(&sandbox, parent, 5))
			_exit(100);
		_exit(sysconf(_SC_PHYS_PAGES) <= 0 || syscall(SYS_sysinfo, &(struct sysinfo){0}) != 0);
	}
	assert_int_equal(waitpid(pid, &how, 0), pid);
	assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
	sandbox_finish(&sandbox);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_that_takes_too_long_is_ended),
		cmocka_unit_test(waiting_is_no_work),
		cmocka_unit_test(a_worker_that_dies_costs_one_sentence),
		cmocka_unit_test(what_workers_come_from_may_die_too),
		cmocka_unit_test(a_sandbox_forbids_files_network_and_processes),
		cmocka_unit_test(a_decoder_may_ask_for_the_size_of_memory),
	};
	int failed = cmocka_run_group_tests_name("images_sandbox", tests, NULL, NULL);

	fork_server_stop();
	return failed;
}
