/* SPDX-License-Identifier: MIT
 * Codes: the fields in their places (read back by a decoder of our own), what
 * is forgiven, keys, and what the streams of a code hang on. */
#include "layouts/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"
#include "tests/typed.h"

/* The decoder of our own: a string of a hundred 0s and 1s, cut into fields. */
static uint64_t
field(const char *bits, int *at, int width)
{
	char part[64] = "";

	memcpy(part, bits + *at, (size_t)width);
	*at += width;
	return strtoull(part, NULL, 2);
}

static void
fields_stand_where_the_contract_says(void **state)
{
	uint64_t dice = 1;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct code code = random_code(&dice);
		struct code_key key = test_key();
		char text[CODE_TEXT], bits[CODE_CHARS * 5 + 1] = "";
		int at = 0;

		if (i % 2)
			code_sign(&code, &key);
		code_write(&code, &key, text);
		assert_int_equal(strlen(text), 23);
		for (int c = 0; c < 23; c++) {
			if (c % 6 == 5) {
				assert_int_equal(text[c], '-');
				continue;
			}
			assert_non_null(strchr(code_alphabet, text[c]));
			for (int bit = 4; bit >= 0; bit--)
				strcat(bits, (strchr(code_alphabet, text[c]) - code_alphabet) >> bit & 1 ? "1" : "0");
		}
		assert_int_equal(field(bits, &at, 2), code.keyed);
		assert_int_equal(field(bits, &at, 4), code.game);
		assert_int_equal(field(bits, &at, 4), code.version);
		assert_int_equal(field(bits, &at, 48), code.seed);
		assert_int_equal(field(bits, &at, 3), code.players);
		assert_int_equal(field(bits, &at, 2), code.option);
		assert_int_equal(field(bits, &at, 5), code.piece);
		assert_int_equal(field(bits, &at, 4), code.round);
		assert_int_equal(field(bits, &at, 12), code.table);
	}
}

static void
codes_come_back_as_they_were(void **state)
{
	struct code_key key = test_key();
	char tidy[CODE_TEXT];
	uint64_t dice = 2;
	struct code back;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct code code = random_code(&dice);
		char text[CODE_TEXT];

		if (i % 2)
			code_sign(&code, &key);
		code_write(&code, &key, text);
		assert_true(code_reads(text, code.keyed ? &key : NULL, &back));
		assert_same_code(&code, &back);
		assert_int_equal(typed_problems.count, 0);
		assert_true(code_peek(text, &back));
		assert_int_equal(back.keyed, code.keyed);
		assert_int_equal(back.game, code.game);
		assert_int_equal(back.table, code.table);
	}
	assert_false(code_peek("chipit", &back)); /* the name of a game may be given in place of a code */
	assert_false(code_peek("", &back));
	assert_true(code_tidy("0h00oooooo aaoooooog0", tidy));
	assert_string_equal(tidy, "0H000-00000-AA000-000G0");
	assert_false(code_tidy("chipit", tidy));
}

static void
case_dashes_spaces_and_look_alikes_are_forgiven(void **state)
{
	uint64_t dice = 3;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct code code = random_code(&dice), back;
		char text[CODE_TEXT], sloppy[200] = "", *out = sloppy;

		code_write(&code, NULL, text);
		for (const char *in = text; *in != '\0'; in++) {
			static const char *const between[] = {"", "-", " ", " - ", "\t", "\r\n"};
			char c = *in;

			if (c == '-')
				c = ' ';
			if (c == '1')
				c = "1IL"[dice_below(&dice, 3)];
			if (c == '0')
				c = "0O"[dice_below(&dice, 2)];
			if (c >= 'A' && c <= 'Z' && dice_below(&dice, 2) == 0)
				c = (char)(c - 'A' + 'a');
			*out++ = c;
			out = stpcpy(out, between[dice_below(&dice, LENGTH(between))]);
		}
		assert_true(code_reads(sloppy, NULL, &back));
		assert_same_code(&code, &back);
	}
}

static void
a_url_may_stand_before_a_code(void **state)
{
	static const char *const prefixes[] = {"HTTPS://EXAMPLE.ORG/C/", "https://example.org/c/",
		"HTTP://10.0.0.1:8080/C/", "/c/", "HTTPS://X.ORG/C/SHOP/C/", "HTTPS://U.ORG/U/C/"};
	static const char *const others[][2] = {{"HTTPS://EXAMPLE.ORG/", "code-character :"},
		{"HTTPS://EXAMPLE.ORG/D/", "code-character :"}, {"C/", "code-character /"}, {"/C", "code-character /"}};
	struct code code = {.seed = 7, .game = 1, .version = 1, .players = 4}, back;
	char text[CODE_TEXT], all[100];

	(void)state;
	code_write(&code, NULL, text);
	for (size_t i = 0; i < LENGTH(prefixes); i++) {
		snprintf(all, sizeof all, "%s%s", prefixes[i], text);
		assert_true(code_reads(all, NULL, &back));
		assert_same_code(&code, &back);
	}
	for (size_t i = 0; i < LENGTH(others); i++) {
		snprintf(all, sizeof all, "%s%s", others[i][0], text);
		assert_code_refused(all, NULL, STATUS_BAD_CODE, others[i][1]);
	}
	assert_code_refused("HTTPS://EXAMPLE.ORG/C/", NULL, STATUS_BAD_CODE, "code-length 0");
}

static void
a_code_of_an_event_needs_its_key(void **state)
{
	struct code_key ours = test_key(), theirs;
	unsigned missed = 0;
	uint64_t dice = 6;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct code code = random_code(&dice), back;
		char text[CODE_TEXT], other[CODE_KEY_DIGITS + 1];

		snprintf(other, sizeof other, "%016llx%048x", (unsigned long long)dice_roll(&dice), i);
		assert_true(code_key_read(other, &theirs));
		code_sign(&code, &ours);
		code_write(&code, &ours, text);
		assert_code_refused(text, NULL, STATUS_WRONG_EVENT, "code-needs-key");
		assert_true(code_reads(text, &ours, &back));
		assert_same_code(&code, &back);
		if (code_reads(text, &theirs, &back))
			missed++;
		else
			assert_code_refused(text, &theirs, STATUS_WRONG_EVENT, "code-mistyped-or-foreign");
	}
	assert_true(missed <= 2); /* one in 65,536 */
}

static void
a_key_file_is_64_digits_with_white_space_around(void **state)
{
	static const struct {
		const char *before, *after;
		bool good;
	} cases[] = {{"", "", true}, {" \t\r\n", "\r\n \t", true}, {"", "\n", true}, {"", "0", false},
		{"", "00", false}, {"0x", "", false}, {"", " 00", false}, {"", "g", false}, {"# ", "", false}};
	struct code_key key, same, capitals;
	char text[200];

	(void)state;
	assert_true(code_key_read(code_key_text, &key));
	for (size_t i = 0; i < LENGTH(cases); i++) {
		snprintf(text, sizeof text, "%s%s%s", cases[i].before, code_key_text, cases[i].after);
		assert_int_equal(code_key_read(text, &same), cases[i].good);
		if (cases[i].good)
			assert_memory_equal(&key, &same, sizeof key);
	}
	for (size_t length = 0; length < CODE_KEY_DIGITS; length++) {
		snprintf(text, sizeof text, "%.*s", (int)length, code_key_text);
		assert_false(code_key_read(text, &same));
	}
	for (size_t i = 0; i <= CODE_KEY_DIGITS; i++)
		text[i] = (char)(code_key_text[i] >= 'a' ? code_key_text[i] - 'a' + 'A' : code_key_text[i]);
	assert_true(code_key_read(text, &capitals));
	assert_memory_equal(&key, &capitals, sizeof key);
}

/* A layout's stream hangs on seed, game, version, players and option; a table's on round and
 * table too; of an event on its key. Neither hangs on the piece. */
static void
streams_hang_on_what_the_contract_says(void **state)
{
	const struct code base = {.seed = 1, .game = 1, .version = 1, .players = 4, .option = 1};
	struct {
		struct code code;
		bool layout, table; /* whether the stream changes */
	} cases[] = {{base, true, true}, {base, true, true}, {base, true, true}, {base, true, true}, {base, true, true},
		{base, false, true}, {base, false, true}, {base, false, false}, {base, false, true},
		{base, false, true}, {base, false, true}};
	const struct code_key key = test_key();
	struct code_key other = key;
	struct random random;
	uint32_t layout_word, table_word;

	(void)state;
	other.tables[0] ^= 1;
	cases[0].code.seed = SEED_MAX;
	cases[1].code.game = 2;
	cases[2].code.version = 2;
	cases[3].code.players = 5;
	cases[4].code.option = 0;
	cases[5].code.round = 15;
	cases[6].code.table = 4095;
	cases[7].code.piece = 3;
	code_sign(&cases[8].code, &key);
	code_sign(&cases[9].code, &other);
	/* One table of an event does not tell of another. */
	cases[10].code.table = 2;
	code_sign(&cases[10].code, &key);
	assert_true(cases[8].code.secret != cases[9].code.secret);
	assert_true(cases[8].code.secret != cases[10].code.secret);
	for (uint32_t purpose = 0; purpose < 6; purpose++) {
		random = code_stream(&base, purpose, 0);
		layout_word = random_word(&random);
		random = code_table_stream(&base, purpose);
		table_word = random_word(&random);
		for (size_t i = 0; i < LENGTH(cases); i++) {
			random = code_stream(&cases[i].code, purpose, 0);
			assert_int_equal(random_word(&random) != layout_word, cases[i].layout);
			random = code_table_stream(&cases[i].code, purpose);
			assert_int_equal(random_word(&random) != table_word, cases[i].table);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_stand_where_the_contract_says),
		cmocka_unit_test(codes_come_back_as_they_were),
		cmocka_unit_test(case_dashes_spaces_and_look_alikes_are_forgiven),
		cmocka_unit_test(a_url_may_stand_before_a_code),
		cmocka_unit_test(a_code_of_an_event_needs_its_key),
		cmocka_unit_test(a_key_file_is_64_digits_with_white_space_around),
		cmocka_unit_test(streams_hang_on_what_the_contract_says),
	};

	return cmocka_run_group_tests_name("code", tests, NULL, NULL);
}
