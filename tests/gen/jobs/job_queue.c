/* SPDX-License-Identifier: MIT
 * The queue of jobs: places, a visitor's share, the cache, and what a killed program left. The program is its own
 * child. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "gen/jobs/folder.h"
#include "gen/jobs/job_queue.h"
#include "tests/gen/jobs/kinds.h"
#include "tests/tools.h"

static char folder[] = "/tmp/queue-XXXXXX";
static char *go; /* a file that jobs wait for */

static struct job_queue *
open_queue(void)
{
	struct problem problem;
	struct job_queue *queue = job_queue_create(&(struct job_queue_options){.threads = 1}, &problem);

	assert_non_null(queue);
	return queue;
}

/* Asks once; a network is what comes before the last ":". */
static struct job_answer
ask(struct job_queue *queue, const struct job_kind *kind, const char *request, const char *visitor)
{
	const char *end = strrchr(visitor, ':');
	char *network = end == NULL ? g_strdup(visitor) : g_strndup(visitor, (gsize)(end - visitor));
	struct job_answer answer = job_queue_ask(queue, &(struct job_ask){kind, request, visitor, network});

	g_free(network);
	return answer;
}

/* Asks until there is a result, which is to be released. */
static struct job_answer
wait_for(struct job_queue *queue, const struct job_kind *kind, const char *request, const char *visitor)
{
	struct job_answer answer;

	while ((answer = ask(queue, kind, request, visitor)).state != JOB_READY)
		g_usleep(5000);
	return answer;
}

/* A job that waits for `go`, of this name. */
static struct job_answer
ask_waiting(struct job_queue *queue, const char *name, const char *visitor)
{
	char *request = g_strconcat(go, "\n", name, NULL);
	struct job_answer answer = ask(queue, &waiting_kind, request, visitor);

	g_free(request);
	return answer;
}

static void
let_go(bool lets)
{
	if (lets)
		assert_true(g_file_set_contents(go, "", 0, NULL));
	else
		unlink(go);
}

static void
results_are_cached_unless_they_are_to_be_new(void **state)
{
	struct job_queue *queue = open_queue();
	struct job_answer first = wait_for(queue, &echo_kind, "a", "Ana"), again = ask(queue, &echo_kind, "a", "Bo");

	(void)state;
	assert_int_equal(again.state, JOB_READY);
	assert_ptr_equal(first.result, again.result);
	assert_string_equal(first.result->text->str, "a");
	job_queue_release(queue, &first);
	job_queue_release(queue, &again);
	first = wait_for(queue, &fresh_kind, "a", "Ana");
	again = ask(queue, &fresh_kind, "a", "Bo");
	assert_int_equal(again.state, JOB_WAITING);
	assert_true(again.is_new);
	job_queue_release(queue, &first);
	/* What failed is tried again. */
	first = wait_for(queue, &trick_kind, "fail", "Ana");
	assert_int_equal(first.result->outcome, JOB_FAILED);
	job_queue_release(queue, &first);
	assert_int_equal(ask(queue, &trick_kind, "fail", "Ana").state, JOB_WAITING);
	job_queue_destroy(queue);
}

static void
the_cache_is_bounded(void **state)
{
	struct job_queue *queue = open_queue();
	struct job_answer first = wait_for(queue, &echo_kind, "0", "Ana"), answer;
	char request[16];

	(void)state;
	job_queue_release(queue, &first);
	for (unsigned i = 1; i <= 300; i++) {
		g_snprintf(request, sizeof request, "%u", i);
		answer = wait_for(queue, &echo_kind, request, "Ana");
		job_queue_release(queue, &answer);
	}
	/* 200,000 bytes each: 251 fit. */
	assert_int_equal(ask(queue, &echo_kind, "0", "Ana").state, JOB_WAITING);
	answer = ask(queue, &echo_kind, "100", "Bo");
	assert_int_equal(answer.state, JOB_READY);
	job_queue_release(queue, &answer);
	job_queue_destroy(queue);
}

static void
places_are_told_and_a_visitor_has_one_job(void **state)
{
	struct job_queue *queue = open_queue();
	struct job_answer answer;

	(void)state;
	let_go(false);
	do {
		answer = ask_waiting(queue, "a", "Ana");
		assert_int_equal(answer.state, JOB_WAITING);
		g_usleep(5000);
	} while (answer.place != 0);
	assert_int_equal(ask_waiting(queue, "b", "Ana").state, JOB_BUSY);
	assert_int_equal(ask_waiting(queue, "b", "Bo").place, 1);
	assert_int_equal(ask_waiting(queue, "c", "Cy").place, 2);
	assert_int_equal(ask_waiting(queue, "d", "Bo").state, JOB_BUSY);
	/* Somebody else's job can be waited for, too. */
	answer = ask_waiting(queue, "c", "Di");
	assert_int_equal(answer.state, JOB_WAITING);
	assert_int_equal(answer.place, 2);
	assert_false(answer.is_new);
	let_go(true);
	while ((answer = ask_waiting(queue, "c", "Cy")).state != JOB_READY)
		g_usleep(5000);
	job_queue_release(queue, &answer);
	assert_int_equal(ask_waiting(queue, "d", "Bo").state, JOB_WAITING);
	job_queue_destroy(queue);
}

static void
who_keeps_asking_goes_first(void **state)
{
	struct job_queue *queue = open_queue();
	struct job_answer answer;

	(void)state;
	let_go(false);
	do
		answer = ask_waiting(queue, "a", "Ana");
	while (answer.place != 0);
	assert_int_equal(ask_waiting(queue, "b", "Bo").place, 1);
	assert_int_equal(ask_waiting(queue, "c", "Cy").place, 2);
	/* Asking at once again does not count, asking as a page does. */
	assert_int_equal(ask_waiting(queue, "c", "Cy").place, 2);
	g_usleep(500000);
	assert_int_equal(ask_waiting(queue, "c", "Cy").place, 1);
	/* Both have asked twice now: the first one goes first. */
	assert_int_equal(ask_waiting(queue, "b", "Bo").place, 1);
	assert_int_equal(ask_waiting(queue, "c", "Cy").place, 2);
	job_queue_destroy(queue);
}

static void
the_queue_is_bounded_and_ends_at_once(void **state)
{
	struct job_queue *queue = open_queue();
	struct job_answer answer;
	char name[32];

	(void)state;
	let_go(false);
	do
		answer = ask_waiting(queue, "Ana", "Ana");
	while (answer.place != 0);
	for (unsigned i = 0; i < 2 * JOB_QUEUE_MOST; i++) {
		g_snprintf(name, sizeof name, "n%u", i);
		answer = ask_waiting(queue, name, name);
		assert_int_equal(answer.state, JOB_WAITING);
		assert_true(answer.place <= JOB_QUEUE_MOST);
	}
	/* Those who asked longest ago are dropped. */
	assert_int_equal(answer.place, JOB_QUEUE_MOST);
	answer = ask_waiting(queue, "n2048", "n2048");
	assert_int_equal(answer.state, JOB_WAITING);
	assert_int_equal(answer.place, 1);
	/* The child is still waiting: it is ended. */
	job_queue_destroy(queue);
}

/* One host asks once from each of a thousand addresses, as fast as it can; ten phones of its network ask as the page
 * does, and somebody in another network. */
static void
phones_print_beside_one_with_a_thousand_addresses(void **state)
{
	struct job_queue *queue = open_queue();
	gint64 started = g_get_monotonic_time();
	unsigned host = 0, done = 0;
	bool has[11] = {false};
	char name[48], request[48];

	(void)state;
	while (done < 11 && g_get_monotonic_time() - started < 20 * G_USEC_PER_SEC) {
		for (unsigned i = 0; i < 250; i++, host++) {
			struct job_answer answer;

			g_snprintf(name, sizeof name, "2001:db8:1:2:%x", host % 1000);
			g_snprintf(request, sizeof request, "host %u", host);
			answer = ask(queue, &slow_kind, request, name);
			if (answer.state == JOB_READY)
				job_queue_release(queue, &answer);
		}
		for (unsigned i = 0; i < 11 && host > 1000; i++) {
			struct job_answer answer;

			if (has[i])
				continue;
			g_snprintf(name, sizeof name, i == 10 ? "192.0.2.%u" : "2001:db8:1:2:p%u", i);
			answer = ask(queue, &slow_kind, name, name);
			has[i] = answer.state == JOB_READY;
			if (has[i])
				job_queue_release(queue, &answer);
			done += has[i];
		}
		g_usleep(G_USEC_PER_SEC / 2);
	}
	assert_int_equal(done, 11);
	job_queue_destroy(queue);
}

static bool
reserve_nothing(void *data, size_t size)
{
	assert_true(size > 0);
	++*(unsigned *)data;
	return false;
}

static void
without_memory_nothing_is_begun(void **state)
{
	unsigned asked = 0;
	struct problem problem;
	struct job_queue *queue = job_queue_create(
		&(struct job_queue_options){.threads = 1, .reserve = reserve_nothing, .data = &asked}, &problem);
	struct job_answer answer = wait_for(queue, &echo_kind, "a", "Ana");

	(void)state;
	assert_int_equal(answer.result->outcome, JOB_FAILED);
	assert_true(problem_is(&answer.result->problem, "job-no-memory"));
	assert_int_equal(asked, 1);
	job_queue_release(queue, &answer);
	job_queue_destroy(queue);
}

/* A folder as a queue has it, with a file of a job in it; to be freed. */
static char *
queue_folder(void)
{
	char *made = g_build_filename(g_get_tmp_dir(), "seedpress-prints-XXXXXX", NULL), *own, *file;

	assert_non_null(g_mkdtemp(made));
	own = g_build_filename(made, "0", NULL);
	assert_int_equal(g_mkdir_with_parents(own, 0700), 0);
	file = g_build_filename(own, "print.pdf", NULL);
	assert_true(g_file_set_contents(file, "%PDF", -1, NULL));
	g_free(file);
	g_free(own);
	return made;
}

static void
what_a_killed_program_left_is_removed(void **state)
{
	char *left = queue_folder(), *used = queue_folder(), *link = g_strconcat(left, "-link", NULL);
	int lock = open(used, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)state;
	/* As another program that runs has it; and a link that somebody has made. */
	assert_int_equal(flock(lock, LOCK_EX), 0);
	assert_int_equal(symlink(folder, link), 0);
	job_queue_destroy(open_queue());
	assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
	assert_true(g_file_test(used, G_FILE_TEST_IS_DIR));
	assert_true(g_file_test(folder, G_FILE_TEST_IS_DIR));
	close(lock);
	job_queue_destroy(open_queue());
	assert_false(g_file_test(used, G_FILE_TEST_EXISTS));
	unlink(link);
	g_free(link);
	g_free(left);
	g_free(used);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_cached_unless_they_are_to_be_new),
		cmocka_unit_test(the_cache_is_bounded),
		cmocka_unit_test(places_are_told_and_a_visitor_has_one_job),
		cmocka_unit_test(who_keeps_asking_goes_first),
		cmocka_unit_test(the_queue_is_bounded_and_ends_at_once),
		cmocka_unit_test(phones_print_beside_one_with_a_thousand_addresses),
		cmocka_unit_test(without_memory_nothing_is_begun),
		cmocka_unit_test(what_a_killed_program_left_is_removed),
	};
	int failed;

	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(test_kinds, argv[2]);
	if (mkdtemp(folder) == NULL)
		return 2;
	go = g_build_filename(folder, "go", NULL);
	failed = cmocka_run_group_tests_name("job_queue", tests, NULL, NULL);
	folder_remove(folder);
	g_free(go);
	return failed;
}
