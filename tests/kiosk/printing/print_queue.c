/* SPDX-License-Identifier: MIT
 * The queue of prints and its child processes:
 *     test-print_queue SEEDPRESS-KIOSK
 * Places are told, a visitor has one print at a time, what takes too much is
 * stopped with a sentence, and nothing stays behind. Children that misbehave
 * are small scripts in the place of the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/printing/print_child.h"
#include "kiosk/printing/print_queue.h"
#include "tests/tools.h"

static const char *program;
static char folder[] = "/tmp/prints-XXXXXX";

/* A program that does this instead; to be freed. */
static char *
script(const char *does)
{
	char *path = g_build_filename(folder, "child", NULL), *text;

	text = g_strconcat("#!/bin/sh\n", does, "\n", NULL);
	assert_true(g_file_set_contents(path, text, -1, NULL));
	assert_int_equal(chmod(path, 0700), 0);
	g_free(text);
	return path;
}

static struct print_queue *
open_queue(const char *child, double seconds)
{
	const struct print_queue_options options = {.program = child, .printers = 1, .seconds = seconds};
	char *problem = NULL;
	struct print_queue *queue = print_queue_create(&options, &problem);

	assert_non_null(queue);
	return queue;
}

/* Asks for words with blanks between them. */
static enum print_state
ask(struct print_queue *queue, enum print_kind kind, const char *words, const char *visitor,
	const struct print_made **made, unsigned *place)
{
	struct print_order order = {.kind = kind, .arguments = g_strsplit(words, " ", 0)};
	bool fresh;
	enum print_state state = print_queue_ask(queue, &order, visitor, made, place, &fresh);

	g_strfreev(order.arguments);
	return state;
}

/* Asks until it is made; to be released. */
static const struct print_made *
wait_for(struct print_queue *queue, enum print_kind kind, const char *words)
{
	const struct print_made *made;
	unsigned place;

	while (ask(queue, kind, words, "somebody", &made, &place) != PRINT_DONE)
		g_usleep(5000);
	return made;
}

static void
pages_come_with_what_is_known_of_them(void **state)
{
	struct print_queue *queue = open_queue(program, 0);
	const struct print_made *made = wait_for(queue, PRINT_PAGES, "coupons --seed=5 --players=3 --pieces=all");
	static const unsigned char packed[] = {0x1f, 0x8b};

	(void)state;
	assert_int_equal(made->outcome, PRINT_MADE);
	assert_int_equal(json_integer_value(json_object_get(made->head, "pages")), 5);
	assert_int_equal(json_integer_value(json_object_get(made->head, "sheets")), 5);
	assert_false(json_is_true(json_object_get(made->head, "two_sided")));
	assert_true(json_integer_value(json_object_get(made->head, "ink")) > 20);
	assert_int_equal(json_array_size(json_object_get(made->head, "page")), 5);
	assert_null(json_object_get(made->head, PRINT_PARTS));
	assert_int_equal(made->parts->len, 5);
	for (unsigned i = 0; i < made->parts->len; i++)
		assert_memory_equal(g_bytes_get_data(made->parts->pdata[i], NULL), packed, sizeof packed);
	print_queue_release(queue, made);
	print_queue_destroy(queue);
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
	struct print_queue *queue = open_queue(program, 0);

	(void)state;
	for (size_t i = 0; i < LENGTH(prints); i++) {
		const struct print_made *made = wait_for(queue, PRINT_PAGES, prints[i].words);
		char *tools = json_dumps(json_object_get(made->head, "tools"), 0);

		assert_string_equal(tools, prints[i].tools);
		assert_int_equal(
			json_integer_value(json_object_get(made->head, "sheets")), prints[i].sheets);
		assert_int_equal(json_is_true(json_object_get(made->head, "two_sided")), prints[i].two_sided);
		free(tools);
		print_queue_release(queue, made);
	}
	print_queue_destroy(queue);
}

static void
a_seed_is_another_each_time_and_worth_printing(void **state)
{
	struct print_queue *queue = open_queue(program, 0);
	char *first = NULL;

	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct print_made *made = wait_for(queue, PRINT_SEED, "chipit"), *known;
		const char *seed = json_string_value(json_object_get(made->head, "seed"));
		char *words = g_strconcat("chipit --seed=", seed, NULL);

		assert_string_not_equal(seed, first == NULL ? "" : first);
		g_free(first);
		first = g_strdup(seed);
		print_queue_release(queue, made);
		known = wait_for(queue, PRINT_KNOWN, words);
		assert_true(json_is_true(json_object_get(known->head, "kept")));
		assert_non_null(strstr(json_string_value(json_object_get(known->head, "text")), "Chip It"));
		assert_int_equal(known->parts->len, 1);
		print_queue_release(queue, known);
		g_free(words);
	}
	g_free(first);
	print_queue_destroy(queue);
}

static void
what_makes_no_sense_is_refused_with_a_sentence(void **state)
{
	static const struct {
		const char *words, *sentence;
	} refused[] = {
		{"coupons --seed=5 --players=9", "coupons is for 2 to 5 players"},
		{"clips --seed=5 --count=1000000", "pages, and the kiosk prints at most 200"},
		{"coupons --seed=x", "--seed takes a whole number"},
		{"nothing --seed=5", "nothing"},
	};
	struct print_queue *queue = open_queue(program, 0);

	(void)state;
	for (size_t i = 0; i < LENGTH(refused); i++)
		for (int kind = PRINT_PAGES; kind <= PRINT_PDF; kind++) {
			const struct print_made *made = wait_for(queue, (enum print_kind)kind, refused[i].words);

			assert_int_equal(made->outcome, PRINT_REFUSED);
			assert_non_null(strstr(made->sentence, refused[i].sentence));
			assert_null(strstr(made->sentence, "seedpress:"));
			print_queue_release(queue, made);
		}
	print_queue_destroy(queue);
}

static void
a_child_that_takes_too_much_is_stopped(void **state)
{
	static const struct {
		const char *does;
		enum print_outcome outcome;
		double seconds; /* plenty, but for those that never end */
	} children[] = {
		{"kill -9 $$", PRINT_STOPPED, 100},          /* out of memory or time */
		{"exec sleep 1000", PRINT_STOPPED, 0.3},     /* hangs */
		{"exec cat /dev/zero", PRINT_STOPPED, 100},  /* says too much */
		{"exec cat /dev/zero >&2", PRINT_STOPPED, 0.3},
		{"echo this is no JSON", PRINT_TROUBLE, 100},
		{"echo '{\"parts\":[100]}'", PRINT_TROUBLE, 100}, /* less than it promised */
		{"exit 3", PRINT_TROUBLE, 100},
		{"exit 1", PRINT_REFUSED, 100},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(children); i++) {
		char *child = script(children[i].does);
		struct print_queue *queue = open_queue(child, children[i].seconds);
		const struct print_made *made = wait_for(queue, PRINT_PAGES, "coupons --seed=5");

		assert_int_equal(made->outcome, children[i].outcome);
		assert_true(strlen(made->sentence) > 10);
		print_queue_release(queue, made);
		print_queue_destroy(queue);
		g_free(child);
	}
}

/* A child that waits for a file before it answers. */
#define WAITING "while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.02; done; echo '{}'"

static void
let_go(bool go)
{
	char *file = g_build_filename(folder, "go", NULL);

	if (go)
		assert_true(g_file_set_contents(file, "", 0, NULL));
	else
		unlink(file);
	g_free(file);
}

static void
places_are_told_and_a_visitor_has_one_print(void **state)
{
	char *child = script(WAITING);
	struct print_queue *queue = open_queue(child, 100);
	const struct print_made *made;
	unsigned place = 9;

	(void)state;
	let_go(false);
	assert_int_equal(ask(queue, PRINT_SEED, "a", "Ana", &made, &place), PRINT_WAITS);
	while (place != 0) {
		assert_int_equal(ask(queue, PRINT_SEED, "a", "Ana", &made, &place), PRINT_WAITS);
		g_usleep(5000);
	}
	assert_int_equal(ask(queue, PRINT_SEED, "b", "Ana", &made, &place), PRINT_BUSY);
	assert_int_equal(ask(queue, PRINT_SEED, "b", "Bo", &made, &place), PRINT_WAITS);
	assert_int_equal(place, 1);
	assert_int_equal(ask(queue, PRINT_SEED, "c", "Cy", &made, &place), PRINT_WAITS);
	assert_int_equal(place, 2);
	assert_int_equal(ask(queue, PRINT_SEED, "d", "Bo", &made, &place), PRINT_BUSY);
	/* Somebody else's print can be waited for, too. */
	assert_int_equal(ask(queue, PRINT_SEED, "c", "Di", &made, &place), PRINT_WAITS);
	assert_int_equal(place, 2);
	let_go(true);
	while (ask(queue, PRINT_SEED, "c", "Cy", &made, &place) != PRINT_DONE)
		g_usleep(5000);
	print_queue_release(queue, made);
	assert_int_equal(ask(queue, PRINT_SEED, "d", "Bo", &made, &place), PRINT_WAITS);
	print_queue_destroy(queue);
	g_free(child);
}

static void
the_queue_is_bounded_and_ends_at_once(void **state)
{
	char *child = script(WAITING);
	struct print_queue *queue = open_queue(child, 100);
	const struct print_made *made;
	unsigned place = 9, waiting = 0;
	char name[16];

	(void)state;
	let_go(false);
	while (place != 0)
		assert_int_equal(ask(queue, PRINT_PAGES, "first", "Ana", &made, &place), PRINT_WAITS);
	for (;;) {
		g_snprintf(name, sizeof name, "n%u", waiting);
		if (ask(queue, PRINT_PAGES, name, name, &made, &place) != PRINT_WAITS)
			break;
		waiting++;
	}
	assert_int_equal(waiting, PRINT_QUEUE_MOST);
	assert_int_equal(ask(queue, PRINT_PAGES, name, name, &made, &place), PRINT_FULL);
	/* The child is still waiting: it is ended. */
	print_queue_destroy(queue);
	g_free(child);
}

static void
an_order_survives_its_way(void **state)
{
	char *words[] = {(char[]){"coupons"}, (char[]){"--seed=5"}, NULL};
	const struct print_order order = {PRINT_PDF, words, (char[]){"Club night"}, NULL};
	GByteArray *bytes = print_order_write(&order, "/x/1.pdf");
	char *file = NULL, *name, *again;
	struct print_order *read = print_order_read((const char *)bytes->data, bytes->len, &file);

	(void)state;
	assert_non_null(read);
	name = print_order_name(&order);
	again = print_order_name(read);
	assert_string_equal(name, again);
	assert_string_equal(file, "/x/1.pdf");
	print_order_free(read);
	g_free(file);
	g_free(name);
	g_free(again);
	for (guint cut = 0; cut < 12; cut++)
		assert_null(print_order_read((const char *)bytes->data, cut, &file));
	g_byte_array_free(bytes, TRUE);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_come_with_what_is_known_of_them),
		cmocka_unit_test(glue_is_needed_where_something_is_glued),
		cmocka_unit_test(a_seed_is_another_each_time_and_worth_printing),
		cmocka_unit_test(what_makes_no_sense_is_refused_with_a_sentence),
		cmocka_unit_test(a_child_that_takes_too_much_is_stopped),
		cmocka_unit_test(places_are_told_and_a_visitor_has_one_print),
		cmocka_unit_test(the_queue_is_bounded_and_ends_at_once),
		cmocka_unit_test(an_order_survives_its_way),
	};
	char *command;
	int failed;

	if (argc != 2 || mkdtemp(folder) == NULL)
		return 2;
	program = argv[1];
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	command = g_strdup_printf("rm -rf %s", folder);
	failed += system(command) != 0;
	g_free(command);
	return failed;
}
