/* SPDX-License-Identifier: MIT
 * The queue of prints and its child processes:
 *     test-print_queue SEEDPRESS-KIOSK
 * Places are told, a visitor has one print at a time, what takes too much is
 * stopped with a sentence, and nothing stays behind. Children that misbehave
 * are small scripts in the place of the program. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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
		assert_int_equal(json_integer_value(json_object_get(made->head, "sheets")), prints[i].sheets);
		assert_int_equal(json_is_true(json_object_get(made->head, "two_sided")), prints[i].two_sided);
		free(tools);
		print_queue_release(queue, made);
	}
	print_queue_destroy(queue);
}

/* How many of a print's layouts are not balanced; -1 where that is not told. */
static json_int_t
unbalanced(struct print_queue *queue, enum print_kind kind, const char *words)
{
	const struct print_made *made = wait_for(queue, kind, words);
	json_t *found = json_object_get(made->head, "unbalanced");
	json_int_t count = json_is_integer(found) ? json_integer_value(found) : -1;

	assert_int_equal(made->outcome, PRINT_MADE);
	print_queue_release(queue, made);
	return count;
}

static void
what_is_not_balanced_is_told_with_the_pages(void **state)
{
	static const char *const drawn_for[] = {"coupons --players=2", "coupons --players=3", "coupons --players=5",
		"coupons --players=3 --rule=burger_pair=4", "chipit --players=2", "chipit --players=5",
		"laundry --dealt", "clips --rule=ladder_from=1"};
	struct print_queue *queue = open_queue(program, 0);

	(void)state;
	for (size_t i = 0; i < LENGTH(drawn_for); i++) {
		const struct print_made *seed = wait_for(queue, PRINT_SEED, drawn_for[i]);
		char *words = g_strdup_printf(
			"%s --seed=%s", drawn_for[i], json_string_value(json_object_get(seed->head, "seed")));

		print_queue_release(queue, seed);
		assert_int_equal(unbalanced(queue, PRINT_FIRST, words), 0);
		g_free(words);
	}
	assert_int_equal(unbalanced(queue, PRINT_PAGES, "coupons --seed=5 --players=3"), 1);
	assert_int_equal(unbalanced(queue, PRINT_FIRST, "chipit --seed=5 --players=5"), 1);
	/* Of several, the ones behind the seed are balanced when they are asked to be. */
	assert_true(unbalanced(queue, PRINT_PAGES, "coupons --seed=5 --players=3 --count=9") > 1);
	/* The first page does not wait for the others. */
	assert_int_equal(unbalanced(queue, PRINT_FIRST, "coupons --seed=5 --players=3 --count=9"), -1);
	assert_int_equal(unbalanced(queue, PRINT_FIRST, "coupons --seed=5 --players=3 --count=9 --balanced"), 1);
	/* Nothing is told of what a code was printed on. */
	assert_int_equal(unbalanced(queue, PRINT_FIRST, "0H000-00000-5A000-0050X"), -1);
	print_queue_destroy(queue);
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
	struct print_queue *queue = open_queue(program, 0);

	(void)state;
	for (size_t i = 0; i < LENGTH(prints); i++) {
		const struct print_made *made = wait_for(queue, PRINT_FIRST, prints[i].words);
		char *left_out = json_dumps(json_object_get(made->head, "left_out"), 0);
		const char *needed = json_string_value(json_object_get(made->head, "needed"));

		assert_string_equal(left_out, prints[i].left_out);
		assert_int_equal(needed == NULL, prints[i].needed == NULL);
		if (needed != NULL)
			assert_string_equal(needed, prints[i].needed);
		free(left_out);
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
		{"kill -9 $$", PRINT_STOPPED, 100},         /* out of memory or time */
		{"exec sleep 1000", PRINT_STOPPED, 0.3},    /* hangs */
		{"exec cat /dev/zero", PRINT_STOPPED, 100}, /* says too much */
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

/* Asks once for a print that nobody else asks for. */
static enum print_state
ask_once(struct print_queue *queue, const char *visitor, unsigned *place)
{
	const struct print_made *made;

	return ask(queue, PRINT_PAGES, visitor, visitor, &made, place);
}

static void
the_queue_is_bounded_and_ends_at_once(void **state)
{
	char *child = script(WAITING);
	struct print_queue *queue = open_queue(child, 100);
	unsigned place = 9, others;
	char name[32];

	(void)state;
	let_go(false);
	while (place != 0)
		assert_int_equal(ask_once(queue, "Ana", &place), PRINT_WAITS);
	for (unsigned i = 0; i < 2 * PRINT_QUEUE_MOST; i++) {
		g_snprintf(name, sizeof name, "n%u", i);
		assert_int_equal(ask_once(queue, name, &place), PRINT_WAITS);
		assert_true(place <= PRINT_QUEUE_MOST);
	}
	/* Those who asked for longest ago make room. */
	assert_int_equal(place, PRINT_QUEUE_MOST);
	assert_int_equal(ask_once(queue, "n2048", &others), PRINT_WAITS);
	assert_int_equal(others, 1);
	/* The child is still waiting: it is ended. */
	print_queue_destroy(queue);
	g_free(child);
}

/* One host asks once from each of a thousand addresses, as fast as it can; ten phones beside it ask as the page does,
 * and somebody in another network. */
static void
phones_print_beside_one_with_a_thousand_addresses(void **state)
{
	char *child = script("echo '{}'; sleep 0.05");
	struct print_queue *queue = open_queue(child, 100);
	char name[48];
	unsigned place, host = 0, done = 0;
	bool has[11] = {false};
	gint64 started = g_get_monotonic_time();

	(void)state;
	while (done < 11 && g_get_monotonic_time() - started < 20 * G_USEC_PER_SEC) {
		for (unsigned i = 0; i < 250; i++, host++) {
			struct print_order order = {.kind = PRINT_PDF, .arguments = g_new0(char *, 2)};
			const struct print_made *made;
			bool fresh;

			order.arguments[0] = g_strdup_printf("host %u", host);
			g_snprintf(name, sizeof name, "2001:db8:1:2::%x", host % 1000);
			if (print_queue_ask(queue, &order, name, &made, &place, &fresh) == PRINT_DONE)
				print_queue_release(queue, made);
			g_strfreev(order.arguments);
		}
		for (unsigned i = 0; i < 11 && host > 1000; i++) {
			const struct print_made *made;

			if (has[i])
				continue;
			g_snprintf(name, sizeof name, i == 10 ? "192.0.2.%u" : "2001:db8:1:2:7::%u", i);
			has[i] = ask(queue, PRINT_PAGES, name, name, &made, &place) == PRINT_DONE;
			if (has[i])
				print_queue_release(queue, made);
			done += has[i];
		}
		g_usleep(G_USEC_PER_SEC / 2);
	}
	assert_int_equal(done, 11);
	print_queue_destroy(queue);
	g_free(child);
}

/* A folder for prints as a kiosk has it, with a file in it; to be freed. */
static char *
prints_folder(void)
{
	char *made = g_build_filename(g_get_tmp_dir(), "seedpress-prints-XXXXXX", NULL), *file;

	assert_non_null(g_mkdtemp(made));
	file = g_build_filename(made, "1.pdf", NULL);
	assert_true(g_file_set_contents(file, "%PDF", -1, NULL));
	g_free(file);
	return made;
}

static void
what_a_killed_kiosk_left_is_removed(void **state)
{
	char *left = prints_folder(), *used = prints_folder(), *link = g_strconcat(left, "-link", NULL);
	int lock = open(used, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)state;
	/* As another kiosk that runs has it; and a link that somebody has laid out. */
	assert_int_equal(flock(lock, LOCK_EX), 0);
	assert_int_equal(symlink(folder, link), 0);
	print_queue_destroy(open_queue(program, 0));
	assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
	assert_true(g_file_test(used, G_FILE_TEST_IS_DIR));
	assert_true(g_file_test(folder, G_FILE_TEST_IS_DIR));
	close(lock);
	print_queue_destroy(open_queue(program, 0));
	assert_false(g_file_test(used, G_FILE_TEST_EXISTS));
	unlink(link);
	g_free(link);
	g_free(left);
	g_free(used);
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
		cmocka_unit_test(what_is_not_balanced_is_told_with_the_pages),
		cmocka_unit_test(what_is_left_out_follows_what_is_printed),
		cmocka_unit_test(a_seed_is_another_each_time_and_worth_printing),
		cmocka_unit_test(what_makes_no_sense_is_refused_with_a_sentence),
		cmocka_unit_test(a_child_that_takes_too_much_is_stopped),
		cmocka_unit_test(places_are_told_and_a_visitor_has_one_print),
		cmocka_unit_test(the_queue_is_bounded_and_ends_at_once),
		cmocka_unit_test(phones_print_beside_one_with_a_thousand_addresses),
		cmocka_unit_test(what_a_killed_kiosk_left_is_removed),
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
