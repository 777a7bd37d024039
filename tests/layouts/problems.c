/* SPDX-License-Identifier: MIT
 * Messages and the bounded list of problems: sentences are made from them for each audience, nothing is cut inside a
 * character, what another process sends is checked, and a flood ends in a last problem that says so. */
#include "layouts/problems.h"

#include <string.h>

#include "tests/tools.h"

static char sentence[MESSAGE_TEXT];

static const char *
written(const struct message *message, const char *language, bool is_operator)
{
	const struct audience audience = {.language = language, .medium = MEDIUM_PAGE, .is_operator = is_operator};

	size_t length = message_write(message, &audience, sentence, sizeof sentence);

	assert_int_equal(length, strlen(sentence));
	return sentence;
}

static void
arguments_are_filled_in_by_name(void **state)
{
	struct message message;
	struct argument argument;
	size_t at = 0;

	(void)state;
	message_set(&message, SAY("claimed-twice", "{coupon} is claimed by {one} and by {other}, {points} points"),
		ARG_TEXT("one", "Ana"), ARG_TEXT("coupon", "B07"), ARG_NUMBER("points", -3), ARG_TEXT("other", "Bo"));
	assert_true(message_is(&message, "claimed-twice"));
	assert_false(message_is(&message, "claimed"));
	assert_string_equal(written(&message, "en", false), "B07 is claimed by Ana and by Bo, -3 points");
	assert_string_equal(written(&message, "qps", false), "[B07 is claimed by Ana and by Bo, -3 points]");
	assert_string_equal(message_text(&message, "coupon"), "B07");
	assert_string_equal(message_text(&message, "points"), "-3");
	assert_null(message_text(&message, "claimed-twice"));
	assert_true(message_next(&message, &at, &argument));
	assert_string_equal(argument.name, "one");
	assert_true(message_next(&message, &at, &argument) && message_next(&message, &at, &argument));
	assert_int_equal(argument.number, -3);
	assert_true(message_next(&message, &at, &argument));
	assert_false(message_next(&message, &at, &argument));
	message_set(&message, SAY("brace", "{ {none} {open"), ARG_TEXT("nothing", NULL));
	assert_string_equal(written(&message, "en", false), "… {open");
	message_clear(&message);
	assert_string_equal(message_id(&message), "");
	assert_string_equal(written(&message, "qps", true), "");
}

/* What a person typed is never read as a place for an argument. */
static void
an_argument_is_not_read_again(void **state)
{
	struct message message;

	(void)state;
	message_set(&message, SAY("unknown", "there is no game \"{id}\" for {who}"), ARG_TEXT("id", "{who} %s {id}"),
		ARG_TEXT("who", "Ana"));
	assert_string_equal(written(&message, "en", true), "there is no game \"{who} %s {id}\" for Ana");
}

static void
numbers_agree(void **state)
{
	static const struct {
		int count;
		const char *text;
	} cases[] = {{0, "0 values are missing for Bo"}, {1, "1 value is missing for Bo"},
		{2, "2 values are missing for Bo"}};
	struct message message;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		message_set(&message,
			SAY_COUNT("missing", "{count} value is missing for {who}",
				"{count} values are missing for {who}", cases[i].count),
			ARG_TEXT("who", "Bo"));
		assert_string_equal(written(&message, "en", false), cases[i].text);
	}
}

/* Parts with a plural of their own, and as many of one name as there are. */
static void
phrases_and_lists_are_parts_of_a_sentence(void **state)
{
	static const char *const names[] = {"Ana", "Bo", "Cy", "Di"};
	static const char *const lists[] = {
		"Ana came late", "Ana and Bo came late", "Ana, Bo and Cy came late", "Ana, Bo, Cy and Di came late"};
	struct message message;

	(void)state;
	message_set(&message, SAY("late", "{who} came late"));
	assert_string_equal(written(&message, "en", false), "… came late");
	for (size_t i = 0; i < LENGTH(names); i++) {
		message_add(&message, ARG_TEXT("who", names[i]));
		assert_true(message_is_sound(&message));
		assert_string_equal(written(&message, "en", false), lists[i]);
	}
	message_set(&message, SAY_COUNT("pairs", "{all}: {count} pair", "{all}: {count} pairs", 1),
		ARG_PHRASE("all", SAY_COUNT("hotdogs", "{count} hotdog", "{count} hotdogs", 2)),
		ARG_PHRASE("all", SAY_COUNT("buns", "{count} bun", "{count} buns", 1)));
	assert_true(message_is_sound(&message));
	assert_string_equal(written(&message, "en", false), "2 hotdogs and 1 bun: 1 pair");
	assert_string_equal(written(&message, "qps", false), "[[2 hotdogs] and [1 bun]: 1 pair]");
}

/* However long the arguments, phrases too, what is kept can be read. */
static void
a_message_that_is_full_is_whole(void **state)
{
	char text[MESSAGE_BYTES];
	struct message message;

	(void)state;
	for (size_t length = 0; length < sizeof text; length++) {
		memset(text, 'a', length);
		text[length] = '\0';
		message_set(&message, SAY("outer", "{part}{part}"),
			ARG_PHRASE("part", SAY("inner", "{text}"),
				ARG_PHRASE(
					"text", SAY("innermost", "{a}{b}"), ARG_TEXT("a", text), ARG_TEXT("b", text))));
		message_add(&message, ARG_TEXT("part", text));
		assert_true(message_is_sound(&message));
		assert_true(strlen(written(&message, "en", false)) >= (length < 150 ? 3 * length : 450));
	}
}

/* Six levels are shown whole, as what is wrong with a backup has; a message stays whole however many there are. */
static void
messages_may_be_six_levels_deep(void **state)
{
	static const struct audience audience = {.language = "en", .is_operator = true};
	struct message message, outer;
	char text[MESSAGE_TEXT];

	(void)state;
	message_set(&message, SAY("inner", "{number} socks"), ARG_NUMBER("number", 5));
	for (int level = 2; level <= 12; level++) {
		message_set(&outer, SAY("outer", "({why})"), ARG_CAUSE("why", &message));
		message = outer;
		assert_true(message_is_sound(&message));
		message_write(&message, &audience, text, sizeof text);
		if (level == 6)
			assert_string_equal(text, "(((((5 socks)))))");
	}
}

static void
strangers_do_not_see_what_is_private(void **state)
{
	struct message message, outer;

	(void)state;
	message_set(&message, SAY_PRIVATE("disk-full", "cannot write {file}: the disk is full", "the disk is full"),
		ARG_PRIVATE("file", "/srv/kiosk.db"));
	message_set(&outer, SAY("import-failed", "the kit cannot be imported: {cause}"), ARG_CAUSE("cause", &message));
	assert_string_equal(written(&message, "en", true), "cannot write /srv/kiosk.db: the disk is full");
	assert_string_equal(written(&message, "en", false), "the disk is full");
	assert_string_equal(written(&outer, "en", true),
		"the kit cannot be imported: cannot write /srv/kiosk.db: the disk is full");
	assert_string_equal(written(&outer, "qps", false), "[the kit cannot be imported: [the disk is full]]");
	/* Forgotten by who wrote the message: hidden all the same. */
	message_set(&message, SAY("forgotten", "cannot write {file}"), ARG_PRIVATE("file", "/srv/kiosk.db"));
	assert_string_equal(written(&message, "en", false), "cannot write …");
}

/* An argument of one long word that ends in a character of one to four bytes, and a buffer of any size. */
static void
a_cut_keeps_whole_characters(void **state)
{
	static const char *const last[] = {"z", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8D\x94"};
	char text[MESSAGE_BYTES + 16], small[64];
	struct message message;

	(void)state;
	for (size_t i = 0; i < LENGTH(last); i++) {
		for (size_t before = 900; before <= MESSAGE_BYTES + 2; before++) {
			memset(text, 'a', before);
			strcpy(text + before, last[i]);
			message_set(&message, SAY("long", "{text}"), ARG_TEXT("text", text));
			assert_true(message_is_sound(&message));
			size_t length = strlen(written(&message, "en", true));

			assert_memory_equal(sentence, text, length);
			assert_true(length == before + strlen(last[i]) || length <= before);
		}
		for (size_t size = 1; size < sizeof small; size++) {
			memset(small, 0x5A, sizeof small);
			memset(text, 'a', 40);
			strcpy(text + 40, last[i]);
			message_set(&message, SAY("long", "{text}"), ARG_TEXT("text", text));
			size_t length = message_write(&message, &audience_terminal, small, size);

			assert_true(length < size && small[length] == '\0');
			assert_true(length <= 40 || length == 40 + strlen(last[i]));
			assert_int_equal(small[size], 0x5A);
		}
	}
}

/* Whatever bytes another process sends, they are refused or can be written. */
static void
bytes_of_another_process_are_checked(void **state)
{
	struct message message, changed, cause;
	uint64_t dice = 1;
	unsigned sound = 0;

	(void)state;
	message_set(&cause, SAY_COUNT("inner", "one", "{count} of {file}", 3), ARG_PRIVATE("file", "x"));
	message_set(&message, SAY("outer", "{cause} and {n}"), ARG_CAUSE("cause", &cause), ARG_NUMBER("n", 7));
	assert_true(message_is_sound(&message));
	for (int i = 0; i < 200000; i++) {
		changed = message;
		for (int k = 0; k < 2; k++) {
			dice = dice * 6364136223846793005u + 1442695040888963407u;
			changed.record[(dice >> 40) % message.used] = (char)((dice >> 32) % 7);
		}
		if ((dice >> 60) == 0)
			changed.used = (uint16_t)(dice >> 20);
		if (!message_is_sound(&changed))
			continue;
		sound++;
		written(&changed, "en", false);
		message_text(&changed, "n");
	}
	assert_true(sound > 0 && sound < 200000);
}

static void
a_new_list_is_empty(void **state)
{
	static struct problems problems;
	struct problem problem;
	size_t at = 0;

	(void)state;
	memset(&problems, 0xA5, sizeof problems);
	problems_init(&problems);
	assert_int_equal(problems.status, STATUS_OK);
	assert_int_equal(problems.count, 0);
	assert_false(problems_next(&problems, &at, &problem));
	assert_int_equal(problems_write_first(&problems, &audience_terminal, sentence, sizeof sentence), 0);
	assert_string_equal(sentence, "");
}

static void
problems_come_back_in_order(void **state)
{
	static struct problems problems;
	struct problem problem;
	size_t at = 0;

	(void)state;
	problems_init(&problems);
	problems_add(&problems, STATUS_BAD_RESULT, SAY("first", "{id} is claimed"), ARG_TEXT("id", "B07"));
	problems_add_at(&problems, STATUS_BAD_CODE, 12, SAY("second", "no such key"));
	problems_add(&problems, STATUS_UNFINISHED, SAY("third", "100 % of {n}"), ARG_NUMBER("n", 3));
	assert_int_equal(problems.count, 3);
	assert_int_equal(problems.status, STATUS_BAD_CODE); /* the gravest */
	assert_true(problems_next(&problems, &at, &problem));
	problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
	assert_string_equal(sentence, "B07 is claimed");
	assert_true(problems_next(&problems, &at, &problem));
	assert_true(problem_is(&problem, "second") && problem.line == 12);
	problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
	assert_string_equal(sentence, "line 12: no such key");
	problem_write(&problem, &audience_public, sentence, sizeof sentence);
	assert_string_equal(sentence, "no such key");
	assert_true(problems_next(&problems, &at, &problem));
	assert_int_equal(problem.status, STATUS_UNFINISHED);
	assert_false(problems_next(&problems, &at, &problem));
}

static void
a_flood_ends_with_a_problem_that_says_so(void **state)
{
	static struct {
		struct problems problems;
		unsigned char after[64];
	} list;
	struct problem problem;
	unsigned counted = 0;
	size_t at = 0;

	(void)state;
	problems_init(&list.problems);
	memset(list.after, 0x5A, sizeof list.after);
	for (int i = 0; i < 10000; i++)
		problems_add(&list.problems, STATUS_BAD_RESULT, SAY("one-of-many", "problem {i} of many"),
			ARG_NUMBER("i", i));
	problems_add(&list.problems, STATUS_BAD_JSON, SAY("grave", "a grave one at last"));
	while (problems_next(&list.problems, &at, &problem))
		counted++;
	assert_int_equal(counted, list.problems.count);
	assert_true(counted > 300);
	assert_true(problem_is(&problem, "more-problems"));
	assert_int_equal(list.problems.status, STATUS_BAD_JSON);
	for (size_t i = 0; i < sizeof list.after; i++)
		assert_int_equal(list.after[i], 0x5A);
}

static void
scripts_know_the_kinds_by_name(void **state)
{
	static const struct {
		enum status status;
		const char *name;
	} names[] = {{STATUS_BAD_JSON, "bad-json"}, {STATUS_BAD_CODE, "bad-code"}, {STATUS_BAD_RESULT, "bad-result"},
		{STATUS_UNFINISHED, "unfinished"}, {STATUS_UNKNOWN_VERSION, "unknown-version"},
		{STATUS_WRONG_EVENT, "wrong-event"}};

	(void)state;
	for (size_t i = 0; i < LENGTH(names); i++)
		assert_string_equal(status_name(names[i].status), names[i].name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_are_filled_in_by_name),
		cmocka_unit_test(an_argument_is_not_read_again),
		cmocka_unit_test(numbers_agree),
		cmocka_unit_test(phrases_and_lists_are_parts_of_a_sentence),
		cmocka_unit_test(a_message_that_is_full_is_whole),
		cmocka_unit_test(messages_may_be_six_levels_deep),
		cmocka_unit_test(strangers_do_not_see_what_is_private),
		cmocka_unit_test(a_cut_keeps_whole_characters),
		cmocka_unit_test(bytes_of_another_process_are_checked),
		cmocka_unit_test(a_new_list_is_empty),
		cmocka_unit_test(problems_come_back_in_order),
		cmocka_unit_test(a_flood_ends_with_a_problem_that_says_so),
		cmocka_unit_test(scripts_know_the_kinds_by_name),
	};

	return cmocka_run_group_tests_name("problems", tests, NULL, NULL);
}
