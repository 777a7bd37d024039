/* SPDX-License-Identifier: MIT
 * Jobs: what a child answers, and that one that misbehaves is ended and costs one problem. The program is its own
 * child. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/jobs/folder.h"
#include "gen/jobs/process.h"
#include "tests/gen/jobs/kinds.h"
#include "tests/tools.h"

static char folder[] = "/tmp/jobs-XXXXXX";

static struct job_result *
run(const struct job_kind *kind, const char *request)
{
	return job_run(&(struct job_order){.kind = kind, .request = request, .folder = folder});
}

static void
a_job_answers_with_parts_and_a_result(void **state)
{
	/* Longer than a packet: both ways. */
	char *request = g_strnfill(300000, 'r');
	struct job_result *result = run(&echo_kind, request);
	const char *part;
	size_t size;

	(void)state;
	assert_int_equal(result->outcome, JOB_DONE);
	assert_int_equal(result->text->len, 300000);
	assert_string_equal(result->text->str, request);
	assert_int_equal(result->parts->len, 1);
	assert_int_equal(result->bytes, 200000);
	part = g_bytes_get_data(result->parts->pdata[0], &size);
	assert_int_equal(size, 200000);
	for (size_t i = 0; i < size; i++)
		assert_int_equal(part[i], 'p');
	job_result_destroy(result);
	g_free(request);
}

static void
a_file_of_a_job_becomes_a_part_and_is_gone(void **state)
{
	struct job_result *result = run(&file_kind, "written");
	char *large = g_strnfill(2 << 20, 'x');
	size_t size;

	(void)state;
	assert_int_equal(result->outcome, JOB_DONE);
	assert_memory_equal(g_bytes_get_data(result->parts->pdata[0], &size), "written", 7);
	assert_int_equal(size, 7);
	job_result_destroy(result);
	assert_int_equal(folder_size(folder), 0);
	/* One that is larger than it may be fails, and leaves nothing. */
	result = run(&file_kind, large);
	assert_int_equal(result->outcome, JOB_FAILED);
	assert_true(problem_is(&result->problem, "not-written"));
	job_result_destroy(result);
	g_free(large);
	assert_int_equal(folder_size(folder), 0);
}

static void
note_progress(void *data, const struct job_progress *progress)
{
	unsigned *steps = data;

	assert_string_equal(progress->what, "steps");
	assert_int_equal(progress->done, ++*steps);
	assert_int_equal(progress->all, 3);
}

static void
progress_is_told_and_the_environment_is_not(void **state)
{
	unsigned steps = 0;
	struct job_result *result;

	(void)state;
	g_setenv("SECRET", "swordfish", TRUE);
	result = job_run(
		&(struct job_order){.kind = &trick_kind, .request = "", .progress = note_progress, .data = &steps});
	assert_int_equal(result->outcome, JOB_DONE);
	assert_int_equal(steps, 3);
	assert_string_equal(result->text->str, "{}");
	job_result_destroy(result);
}

static void
problems_arrive_as_data(void **state)
{
	struct job_result *result = run(&trick_kind, "refuse");

	(void)state;
	assert_int_equal(result->outcome, JOB_REFUSED);
	assert_true(problem_is(&result->problem, "too-tall"));
	assert_string_equal(message_text(&result->problem.message, "what"), "the tree");
	job_result_destroy(result);
	result = run(&trick_kind, "fail");
	assert_int_equal(result->outcome, JOB_FAILED);
	assert_true(problem_is(&result->problem, "disk-full"));
	job_result_destroy(result);
}

static void
a_child_that_misbehaves_is_ended(void **state)
{
	static const struct {
		const char *trick;
		enum job_outcome outcome;
		double seconds; /* 0: plenty */
	} cases[] = {
		{"hang", JOB_STOPPED, 0.3},
		{"be killed", JOB_STOPPED, 0},
		{"leave", JOB_FAILED, 0},
		{"flood", JOB_STOPPED, 0},
		{"burn", JOB_STOPPED, 0},
		{"grow", JOB_STOPPED, 0},
		{"half a head", JOB_STOPPED, 0},
		{"wrong packet", JOB_STOPPED, 0},
		{"wrong progress", JOB_STOPPED, 0},
		{"wrong problem", JOB_STOPPED, 0},
		{"two results", JOB_STOPPED, 0},
		{"leave a child", JOB_FAILED, 0},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct job_result *result;
		char sentence[MESSAGE_TEXT];

		if (PROCESS_SANITIZED && strcmp(cases[i].trick, "grow") == 0)
			continue; /* its memory has no limit */
		result = job_run(&(struct job_order){
			.kind = &trick_kind, .request = cases[i].trick, .seconds = cases[i].seconds});
		if (result->outcome != cases[i].outcome)
			fail_msg("%s: %d", cases[i].trick, (int)result->outcome);
		/* Whatever came, what is shown is sound. */
		assert_true(message_is_sound(&result->problem.message));
		assert_true(problem_write(&result->problem, &audience_public, sentence, sizeof sentence) > 10);
		job_result_destroy(result);
	}
}

static bool
refuse(void *data, struct problem *problem)
{
	(void)data;
	return problem_set(problem, SAY("too-large", "too large"));
}

static void
a_job_is_stopped_from_outside(void **state)
{
	int stop = 1;
	struct job_result *result = job_run(&(struct job_order){.kind = &trick_kind, .request = "hang", .stop = &stop});

	(void)state;
	assert_int_equal(result->outcome, JOB_STOPPED);
	assert_true(problem_is(&result->problem, "job-stopped"));
	job_result_destroy(result);
	result = job_run(&(struct job_order){.kind = &trick_kind, .request = "hang", .check = refuse});
	assert_int_equal(result->outcome, JOB_STOPPED);
	assert_true(problem_is(&result->problem, "too-large"));
	job_result_destroy(result);
}

static void
what_cannot_be_started_fails(void **state)
{
	static const struct job_kind unknown = {.name = "unknown", .limits = {.seconds = 100, .answer = 100}};
	struct job_result *result =
		job_run(&(struct job_order){.kind = &echo_kind, .request = "", .program = "/nonexistent"});

	(void)state;
	assert_int_equal(result->outcome, JOB_FAILED);
	job_result_destroy(result);
	result = run(&unknown, "");
	assert_int_equal(result->outcome, JOB_FAILED);
	job_result_destroy(result);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_answers_with_parts_and_a_result),
		cmocka_unit_test(a_file_of_a_job_becomes_a_part_and_is_gone),
		cmocka_unit_test(progress_is_told_and_the_environment_is_not),
		cmocka_unit_test(problems_arrive_as_data),
		cmocka_unit_test(a_child_that_misbehaves_is_ended),
		cmocka_unit_test(a_job_is_stopped_from_outside),
		cmocka_unit_test(what_cannot_be_started_fails),
	};
	int failed;

	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(test_kinds, argv[2]);
	if (mkdtemp(folder) == NULL)
		return 2;
	failed = cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
	folder_remove(folder);
	return failed;
}
