/* SPDX-License-Identifier: MIT
 * The jobs that print: what they tell of the pages, and what they refuse. The program is its own child. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gen/jobs/folder.h"
#include "kiosk/making/print_jobs.h"
#include "tests/tools.h"

static char folder[] = "/tmp/prints-XXXXXX";

/* What a job has made. */
struct made {
	struct job_result *result;
	json_t *head; /* its result as JSON, or NULL */
};

/* The request that words of the command line make, as JSON for a child; to be freed. */
static char *
request_of(const char *words)
{
	char **list = g_strsplit(words, " ", 0), *text;
	json_t *json = json_pack("{s:s}", "about", list[0]);

	for (char **word = list + 1; *word != NULL; word++) {
		char **parts = g_strsplit(*word + strlen("--"), "=", 3);

		if (parts[1] != NULL && parts[2] != NULL) {
			char *rule = g_strconcat("rule.", parts[1], NULL);

			json_object_set_new(json, rule, json_string(parts[2]));
			g_free(rule);
		} else {
			json_object_set_new(json, parts[0], json_string(parts[1] == NULL ? "yes" : parts[1]));
		}
		g_strfreev(parts);
	}
	g_strfreev(list);
	text = json_dumps(json, 0);
	json_decref(json);
	return text;
}

static struct made *
run(const struct job_kind *kind, const char *words)
{
	struct made *made = g_new0(struct made, 1);
	char *request = request_of(words);

	made->result = job_run(&(struct job_order){.kind = kind, .request = request, .folder = folder});
	if (made->result->text != NULL)
		made->head = json_loads(made->result->text->str, 0, NULL);
	free(request);
	return made;
}

static void
made_destroy(struct made *made)
{
	json_decref(made->head);
	job_result_destroy(made->result);
	g_free(made);
}

static void
pages_come_with_what_is_known_of_them(void **state)
{
	struct made *made = run(&print_pages_job, "coupons --seed=5 --players=3 --pieces=all");
	static const unsigned char packed[] = {0x1f, 0x8b};

	(void)state;
	assert_int_equal(made->result->outcome, JOB_DONE);
	assert_int_equal(json_integer_value(json_object_get(made->head, "pages")), 5);
	assert_int_equal(json_integer_value(json_object_get(made->head, "sheets")), 5);
	assert_false(json_is_true(json_object_get(made->head, "two_sided")));
	assert_true(json_integer_value(json_object_get(made->head, "ink")) > 20);
	assert_int_equal(json_array_size(json_object_get(made->head, "page")), 5);
	assert_int_equal(made->result->parts->len, 5);
	for (unsigned i = 0; i < made->result->parts->len; i++)
		assert_memory_equal(g_bytes_get_data(made->result->parts->pdata[i], NULL), packed, sizeof packed);
	made_destroy(made);
}

static void
glue_is_needed_where_something_is_glued(void **state)
{
	static const struct {
		const char *words, *tools;
		unsigned sheets;
		bool two_sided;
	} prints[] = {
		{"laundry --seed=5", "[\"scissors\"]", 1, false},
		{"laundry --seed=5 --pieces=all", "[\"scissors\", \"glue\"]", 6, false},
		{"clips --seed=5 --count=4", "[\"scissors\"]", 1, true},
		{"clips --seed=5 --count=4 --backs=fold", "[\"scissors\", \"glue\"]", 1, false},
		{"chipit --seed=5", "[]", 1, false},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(prints); i++) {
		struct made *made = run(&print_pages_job, prints[i].words);
		char *tools = json_dumps(json_object_get(made->head, "tools"), 0);

		assert_string_equal(tools, prints[i].tools);
		assert_int_equal(json_integer_value(json_object_get(made->head, "sheets")), prints[i].sheets);
		assert_int_equal(json_is_true(json_object_get(made->head, "two_sided")), prints[i].two_sided);
		free(tools);
		made_destroy(made);
	}
}

/* How many of a print's layouts are not balanced; -1 where that is not told. */
static json_int_t
unbalanced(const struct job_kind *kind, const char *words)
{
	struct made *made = run(kind, words);
	json_t *found = json_object_get(made->head, "unbalanced");
	json_int_t count = json_is_integer(found) ? json_integer_value(found) : -1;

	assert_int_equal(made->result->outcome, JOB_DONE);
	made_destroy(made);
	return count;
}

static void
what_is_not_balanced_is_told_with_the_pages(void **state)
{
	static const char *const drawn_for[] = {"coupons --players=2", "coupons --players=3", "coupons --players=5",
		"coupons --players=3 --rule=burger_pair=4", "chipit --players=2", "chipit --players=5",
		"laundry --dealt", "clips --rule=ladder_from=1"};

	(void)state;
	for (size_t i = 0; i < LENGTH(drawn_for); i++) {
		struct made *seed = run(&print_seed_job, drawn_for[i]);
		char *words = g_strdup_printf(
			"%s --seed=%s", drawn_for[i], json_string_value(json_object_get(seed->head, "seed")));

		made_destroy(seed);
		assert_int_equal(unbalanced(&print_first_job, words), 0);
		g_free(words);
	}
	assert_int_equal(unbalanced(&print_pages_job, "coupons --seed=5 --players=3"), 1);
	assert_int_equal(unbalanced(&print_first_job, "chipit --seed=5 --players=5"), 1);
	/* Of several, the ones behind the seed are balanced when they are asked to be. */
	assert_true(unbalanced(&print_pages_job, "coupons --seed=5 --players=3 --count=9") > 1);
	/* The first page does not wait for the others. */
	assert_int_equal(unbalanced(&print_first_job, "coupons --seed=5 --players=3 --count=9"), -1);
	assert_int_equal(unbalanced(&print_first_job, "coupons --seed=5 --players=3 --count=9 --balanced"), 1);
	/* Nothing is told of what a code was printed on. */
	assert_int_equal(unbalanced(&print_first_job, "0H000-00000-5A000-0050X"), -1);
}

static void
what_is_left_out_follows_what_is_printed(void **state)
{
	static const struct {
		const char *words, *left_out, *needed;
	} prints[] = {
		{"coupons --seed=5", "[\"Tokens\", \"Rules\"]", "scissors and three tokens for every player"},
		{"coupons --seed=5 --pieces=all", "[]", "scissors for every player"},
		{"chipit --seed=5", "[\"Deal slips\", \"Rules\", \"Cards\", \"Chips\"]", NULL},
		{"0H000-00000-5A000-0050X", "[]", NULL},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(prints); i++) {
		struct made *made = run(&print_first_job, prints[i].words);
		char *left_out = json_dumps(json_object_get(made->head, "left_out"), 0);
		const char *needed = json_string_value(json_object_get(made->head, "needed"));

		assert_string_equal(left_out, prints[i].left_out);
		assert_int_equal(needed == NULL, prints[i].needed == NULL);
		if (needed != NULL)
			assert_string_equal(needed, prints[i].needed);
		free(left_out);
		made_destroy(made);
	}
}

static void
a_seed_is_another_each_time_and_worth_printing(void **state)
{
	char *first = NULL;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct made *made = run(&print_seed_job, "chipit"), *known;
		const char *seed = json_string_value(json_object_get(made->head, "seed"));
		char *words = g_strconcat("chipit --seed=", seed, NULL);

		assert_string_not_equal(seed, first == NULL ? "" : first);
		g_free(first);
		first = g_strdup(seed);
		made_destroy(made);
		known = run(&print_known_job, words);
		assert_true(json_is_true(json_object_get(known->head, "kept")));
		assert_non_null(strstr(json_string_value(json_object_get(known->head, "text")), "Chip It"));
		assert_int_equal(known->result->parts->len, 1);
		made_destroy(known);
		g_free(words);
	}
	g_free(first);
}

static void
what_makes_no_sense_is_refused(void **state)
{
	static const struct job_kind *const kinds[] = {&print_pages_job, &print_first_job, &print_pdf_job};
	static const struct {
		const char *words, *problem;
	} refused[] = {
		{"coupons --seed=5 --players=9", "wrong-players"},
		{"clips --seed=5 --count=1000000", "too-many-pages"},
		{"coupons --seed=x", "number-expected"},
		{"coupons --seed=5 --pieces=cake", "unknown-title"},
		{"nothing --seed=5", "unknown-game"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(refused); i++)
		for (size_t kind = 0; kind < LENGTH(kinds); kind++) {
			struct made *made = run(kinds[kind], refused[i].words);

			assert_int_equal(made->result->outcome, JOB_REFUSED);
			assert_string_equal(message_id(&made->result->problem.message), refused[i].problem);
			made_destroy(made);
		}
}

static void
a_pdf_is_written_and_leaves_no_file(void **state)
{
	struct made *made = run(&print_pdf_job, "clips --seed=5 --single");

	(void)state;
	assert_int_equal(made->result->outcome, JOB_DONE);
	assert_int_equal(made->result->parts->len, 1);
	assert_memory_equal(g_bytes_get_data(made->result->parts->pdata[0], NULL), "%PDF-", 5);
	assert_int_equal(folder_size(folder), 0);
	made_destroy(made);
	/* A disk that is full, or a folder that is gone, is not the fault of the request. */
	folder_remove(folder);
	made = run(&print_pdf_job, "clips --seed=5");
	assert_int_equal(made->result->outcome, JOB_FAILED);
	made_destroy(made);
	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
}

int
main(int argc, char **argv)
{
	static const struct job_kind *const kinds[] = {
		&print_pages_job, &print_first_job, &print_pdf_job, &print_seed_job, &print_known_job, NULL};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_come_with_what_is_known_of_them),
		cmocka_unit_test(glue_is_needed_where_something_is_glued),
		cmocka_unit_test(what_is_not_balanced_is_told_with_the_pages),
		cmocka_unit_test(what_is_left_out_follows_what_is_printed),
		cmocka_unit_test(a_seed_is_another_each_time_and_worth_printing),
		cmocka_unit_test(what_makes_no_sense_is_refused),
		cmocka_unit_test(a_pdf_is_written_and_leaves_no_file),
	};
	int failed;

	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(kinds, argv[2]);
	if (mkdtemp(folder) == NULL)
		return 2;
	failed = cmocka_run_group_tests_name("print_jobs", tests, NULL, NULL);
	folder_remove(folder);
	return failed;
}
