/* SPDX-License-Identifier: MIT
 * Kits and the processes that make them:
 *     test-kit_maker SEEDPRESS-KIOSK
 * A kit is whole and imported, or there is a problem and nothing of it. Children
 * that misbehave are small scripts in the place of the program. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/event/event.h"
#include "kiosk/making/kit_maker.h"
#include "tests/tools.h"
#include "tests/typed.h"

static const char *program;
static char folder[] = "/tmp/kits-XXXXXX";
static char *kits, *database;
static struct store *store;

static const char small[] =
	"[event]\nname=Small\nseed=5\nkey=event.key\n\n[round 1]\ngame=laundry\ntables=1\npieces=game\n";
static const char other[] =
	"[event]\nname=Other\nseed=6\nkey=event.key\n\n[round 1]\ngame=laundry\ntables=2\npieces=game\n";

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

static int
open_store(void **state)
{
	struct problem problem = {0};

	(void)state;
	memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
	assert_non_null(mkdtemp(folder));
	kits = g_build_filename(folder, "kits", NULL);
	database = g_build_filename(folder, "kiosk.db", NULL);
	store = store_create(database, &problem);
	assert_non_null(store);
	return 0;
}

static int
close_store(void **state)
{
	char *command = g_strdup_printf("rm -rf %s", folder);

	(void)state;
	store_destroy(store);
	assert_int_equal(system(command), 0);
	g_free(command);
	g_free(kits);
	g_free(database);
	return 0;
}

static struct kit_maker *
open_maker(const char *child, double seconds, goffset bytes)
{
	static struct memory memory;

	return kit_maker_create(&(struct kit_maker_options){.folder = kits,
		.program = child,
		.store = store,
		.memory = &memory,
		.who = "organiser",
		.seconds = seconds,
		.bytes = bytes});
}

static bool
begin(struct kit_maker *maker, const char *definition)
{
	struct problems problems;
	struct code_key key;
	struct kit kit;
	bool begins;

	problems_init(&problems);
	assert_true(kit_parse(&kit, definition, strlen(definition), &problems));
	kit_begin(&kit);
	assert_true(code_key_read(code_key_text, &key) && kit_take_key(&kit, &key));
	kit.bundled = true;
	begins = kit_maker_begin(maker, &kit, code_key_text, false);
	kit_finish(&kit);
	return begins;
}

/* Waits for the end; why it was not made, if it was not. */
static struct problem
wait_for(struct kit_maker *maker)
{
	struct kit_state made;

	while ((made = kit_maker_state(maker)).is_making)
		g_usleep(10000);
	return made.problem;
}

static void
wait_until_made(struct kit_maker *maker)
{
	struct problem problem = wait_for(maker);

	if (problem.status != STATUS_OK)
		fail_msg("%s", message_id(&problem.message));
}

/* Folders that are there. */
static unsigned
count_kits(void)
{
	GDir *dir = g_dir_open(kits, 0, NULL);
	unsigned n = 0;

	while (dir != NULL && g_dir_read_name(dir) != NULL)
		n++;
	if (dir != NULL)
		g_dir_close(dir);
	return n;
}

/* The name of the event in the store, to be freed; NULL: none. */
static char *
event_name(void)
{
	char *head = NULL, *name;
	struct problem problem = {0};
	json_t *json;

	assert_int_equal(store_setting(store, STORE_MANIFEST, &head, &problem), STORE_OK);
	json = head == NULL ? NULL : json_loads(head, 0, NULL);
	name = g_strdup(json_string_value(json_object_get(json_object_get(json, "event"), "name")));
	json_decref(json);
	g_free(head);
	return name;
}

/* What goes wrong leaves a problem, and neither a file nor an event. */
static void
expect_refusal(struct kit_maker *maker, const char *id)
{
	const struct audience organiser = {.language = "en", .medium = MEDIUM_PAGE, .is_operator = true};
	struct problem problem = wait_for(maker);
	char sentence[MESSAGE_TEXT], *name = event_name();

	assert_string_equal(message_id(&problem.message), id);
	problem_write(&problem, &organiser, sentence, sizeof sentence);
	assert_null(strstr(sentence, folder));
	assert_null(name);
	assert_int_equal(count_kits(), 0);
	assert_null(kit_maker_kit(maker));
}

static void
a_kit_is_made_kept_and_taken_in(void **state)
{
	struct kit_maker *maker = open_maker(program, 0, 0);
	char *name, *key = NULL;
	struct problem problem;
	struct made_kit *kit;
	struct stat info;

	(void)state;
	assert_true(begin(maker, small));
	assert_false(begin(maker, small)); /* one at a time */
	wait_until_made(maker);
	name = event_name();
	assert_string_equal(name, "Small");
	assert_int_equal(store_setting(store, STORE_KEY, &key, &problem), STORE_OK);
	assert_string_equal(key, code_key_text);
	kit = kit_maker_kit(maker);
	assert_non_null(made_kit_file(kit, "round-1.pdf"));
	assert_null(made_kit_file(kit, "../kiosk.db"));
	assert_int_equal(stat(kit->folder, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0700);
	made_kit_release(kit);
	kit_maker_destroy(maker);
	/* After a restart it is there. */
	maker = open_maker(program, 0, 0);
	kit = kit_maker_kit(maker);
	assert_string_equal(kit->name, "Small");
	/* The next one takes its place, once nobody holds it any more. */
	assert_true(begin(maker, other));
	wait_until_made(maker);
	assert_int_equal(count_kits(), 2);
	made_kit_release(kit);
	assert_int_equal(count_kits(), 1);
	g_free(name);
	name = event_name();
	assert_string_equal(name, "Other");
	kit_maker_destroy(maker);
	g_free(name);
	g_free(key);
}

static void
what_goes_wrong_leaves_a_problem_and_nothing_else(void **state)
{
	/* A result without a kit: the last packet of a job. */
	static const char made[] = "printf '\\4\\0\\0\\0\\0\\0\\0\\0{}'";
	char *full = g_strdup_printf("ulimit -f 1; exec %s \"$@\"", program);
	const struct {
		const char *does, *problem;
		double seconds;
		goffset bytes;
	} wrong[] = {
		{full, "file-unwritable", 0, 0},
		{"kill -9 $$", "kit-stopped", 0, 0},
		{"exec sleep 600", "kit-stopped", 0.2, 0},
		{"exit 3", "job-failed", 0, 0},
		{made, "kit-not-whole", 0, 0},
		{NULL, "kit-files-large", 0, 1000},
		{"head -c 9000 /dev/zero > large; exec sleep 600", "kit-files-large", 0, 1000},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		char *child = wrong[i].does == NULL ? g_strdup(program) : script(wrong[i].does);
		struct kit_maker *maker = open_maker(child, wrong[i].seconds, wrong[i].bytes);

		assert_true(begin(maker, small));
		expect_refusal(maker, wrong[i].problem);
		kit_maker_destroy(maker);
		g_free(child);
	}
	g_free(full);
}

static void
a_kit_that_is_given_up_leaves_nothing(void **state)
{
	char *child = script("exec sleep 600");
	struct kit_maker *maker = open_maker(child, 0, 0);

	(void)state;
	assert_false(kit_maker_cancel(maker));
	assert_true(begin(maker, small));
	assert_true(kit_maker_cancel(maker));
	wait_until_made(maker);
	assert_int_equal(count_kits(), 0);
	/* So does one that the kiosk ends with. */
	assert_true(begin(maker, small));
	kit_maker_destroy(maker);
	assert_int_equal(count_kits(), 0);
	g_free(child);
}

static void
what_a_crash_left_is_removed(void **state)
{
	char *command =
		g_strdup_printf("mkdir -p %s/.making-abc/.kit-def %s/kit-old && touch %s/.making-abc/.kit-def/a.pdf "
				"%s/kit-old/cover.pdf",
			kits, kits, kits, kits);
	struct kit_maker *maker;

	(void)state;
	assert_int_equal(system(command), 0);
	maker = open_maker(program, 0, 0);
	assert_null(kit_maker_kit(maker)); /* without its manifest it is none */
	assert_true(begin(maker, small));
	wait_until_made(maker);
	kit_maker_destroy(maker);
	maker = open_maker(program, 0, 0);
	assert_int_equal(count_kits(), 1);
	kit_maker_destroy(maker);
	g_free(command);
}

static void
another_kiosk_at_work_is_left_alone(void **state)
{
	char *command = g_strdup_printf("mkdir -p %s/.making-abc", kits);
	struct kit_maker *maker;
	struct problem problem;
	int lock;

	(void)state;
	assert_int_equal(system(command), 0);
	lock = open(kits, O_RDONLY | O_DIRECTORY);
	assert_int_equal(flock(lock, LOCK_EX), 0);
	maker = open_maker(program, 0, 0);
	assert_int_equal(count_kits(), 1);
	assert_true(begin(maker, small));
	problem = wait_for(maker);
	assert_true(problem_is(&problem, "kit-other-kiosk"));
	kit_maker_destroy(maker);
	close(lock);
	maker = open_maker(program, 0, 0);
	assert_int_equal(count_kits(), 0);
	kit_maker_destroy(maker);
	g_free(command);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_kit_is_made_kept_and_taken_in, open_store, close_store),
		cmocka_unit_test_setup_teardown(
			what_goes_wrong_leaves_a_problem_and_nothing_else, open_store, close_store),
		cmocka_unit_test_setup_teardown(a_kit_that_is_given_up_leaves_nothing, open_store, close_store),
		cmocka_unit_test_setup_teardown(what_a_crash_left_is_removed, open_store, close_store),
		cmocka_unit_test_setup_teardown(another_kiosk_at_work_is_left_alone, open_store, close_store),
	};

	assert_int_equal(argc, 2);
	program = g_canonicalize_filename(argv[1], NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
