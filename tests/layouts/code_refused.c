/* SPDX-License-Identifier: MIT
 * Codes refused: slips of the pen, wrong checks, other characters and lengths,
 * other versions and games, each with the sentence that says so. */
#include <stdio.h>
#include <string.h>

#include "layouts/game.h"
#include "tests/tools.h"
#include "tests/typed.h"

/* A code of 20 characters without its dashes, to spoil. */
static void
write_bare(const struct code *code, char bare[CODE_CHARS + 1])
{
	char text[CODE_TEXT];

	code_write(code, NULL, text);
	for (const char *in = text; *in != '\0'; in++)
		if (*in != '-')
			*bare++ = *in;
	*bare = '\0';
}

/* What a check of 16 bits lets through: one in 65,536; never more than twice that here. */
static void
assert_rare(unsigned missed, unsigned tried)
{
	if (missed > tried / 65536 * 2 + 4)
		fail_msg("%u of %u errors went unseen", missed, tried);
}

static void
a_wrong_character_is_caught(void **state)
{
	unsigned tried = 0, missed = 0;
	uint64_t dice = 4;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct code code = random_code(&dice), back;
		char bare[CODE_CHARS + 1];

		write_bare(&code, bare);
		for (int at = 0; at < CODE_CHARS; at++) {
			char right = bare[at];

			for (int wrong = 0; wrong < 32; wrong++) {
				if (code_alphabet[wrong] == right)
					continue;
				bare[at] = code_alphabet[wrong];
				tried++;
				if (code_reads(bare, NULL, &back)) {
					missed++;
					assert_true(at < 17); /* behind that it is all check */
				}
			}
			bare[at] = right;
		}
	}
	assert_int_equal(tried, 1000 * 20 * 31);
	assert_rare(missed, tried);
}

static void
two_swapped_characters_are_caught(void **state)
{
	unsigned tried[2] = {0}, missed[2] = {0};
	uint64_t dice = 5;

	(void)state;
	for (int i = 0; i < 4000; i++) {
		struct code code = random_code(&dice), back;
		char bare[CODE_CHARS + 1], spoilt[CODE_CHARS + 1];

		write_bare(&code, bare);
		for (int a = 0; a < CODE_CHARS; a++) {
			for (int b = a + 1; b < CODE_CHARS; b++) {
				if (bare[a] == bare[b])
					continue;
				strcpy(spoilt, bare);
				spoilt[a] = bare[b];
				spoilt[b] = bare[a];
				tried[b == a + 1]++;
				missed[b == a + 1] += code_reads(spoilt, NULL, &back);
			}
		}
	}
	assert_rare(missed[0], tried[0]);
	assert_rare(missed[1], tried[1]);
}

/* Replaces the last 16 bits of a code without dashes. */
static void
set_check(char bare[CODE_CHARS + 1], unsigned check)
{
	long high = strchr(code_alphabet, bare[16]) - code_alphabet;

	bare[16] = code_alphabet[(high & ~1L) | check >> 15];
	bare[17] = code_alphabet[check >> 10 & 31];
	bare[18] = code_alphabet[check >> 5 & 31];
	bare[19] = code_alphabet[check & 31];
}

static void
one_check_of_65536_is_right(void **state)
{
	struct code code = {.seed = 123456789, .game = 1, .version = 1, .players = 3}, back;
	char bare[CODE_CHARS + 1];
	unsigned right = 0;

	(void)state;
	write_bare(&code, bare);
	for (unsigned check = 0; check < 65536; check++) {
		set_check(bare, check);
		if (code_reads(bare, NULL, &back))
			right++;
		else
			assert_int_equal(typed_problems.status, STATUS_BAD_CODE);
	}
	assert_int_equal(right, 1);
}

/* The high format bit belongs to formats to come: refused as such only when its check is right. */
static void
a_later_format_is_refused_after_its_check(void **state)
{
	struct code code = {.seed = 987654321, .game = 1, .version = 1, .players = 3}, back;
	char bare[CODE_CHARS + 1];
	unsigned later = 0;

	(void)state;
	write_bare(&code, bare);
	bare[0] = code_alphabet[(strchr(code_alphabet, bare[0]) - code_alphabet) | 16];
	for (unsigned check = 0; check < 65536; check++) {
		set_check(bare, check);
		assert_false(code_reads(bare, NULL, &back));
		if (typed_problems.status == STATUS_UNKNOWN_VERSION) {
			later++;
			assert_non_null(strstr(first_sentence(&typed_problems), "later"));
		} else {
			assert_int_equal(typed_problems.status, STATUS_BAD_CODE);
		}
	}
	assert_int_equal(later, 1);
}

static void
a_mistyped_code_is_told_so(void **state)
{
	struct code_key key = test_key();
	struct code code = {.seed = 5, .game = 2, .version = 1, .players = 2}, back;
	char text[CODE_TEXT];

	(void)state;
	code_write(&code, NULL, text);
	text[22] = text[22] == '7' ? '8' : '7';
	assert_code_refused(text, NULL, STATUS_BAD_CODE, "code-mistyped");
	assert_code_refused(text, &key, STATUS_BAD_CODE, "code-mistyped-or-foreign");
	code_write(&code, NULL, text);
	assert_true(code_reads(text, &key, &back)); /* a key does not shut out codes without one */
}

static void
every_other_byte_is_refused(void **state)
{
	struct code code = {.seed = 99, .game = 1, .version = 1, .players = 2}, back;
	char bare[CODE_CHARS + 1];

	(void)state;
	write_bare(&code, bare);
	for (int byte = 1; byte < 256; byte++) {
		static const char fine[] = "0123456789ABCDEFGHIJKLMNOPQRSTVWXYZabcdefghijklmnopqrstvwxyz";
		char text[CODE_CHARS + 2];
		bool separator = strchr("- \t\r\n", byte) != NULL;

		snprintf(text, sizeof text, "%.10s%c%s", bare, byte, bare + 10);
		if (separator) {
			assert_true(code_reads(text, NULL, &back));
			assert_same_code(&code, &back);
		} else if (strchr(fine, byte) != NULL) {
			assert_code_refused(text, NULL, STATUS_BAD_CODE, "code-length 21");
		} else if (byte > ' ' && byte < 0x7f) {
			char expected[] = "code-character ?";

			expected[sizeof expected - 2] = (char)byte;
			assert_code_refused(text, NULL, STATUS_BAD_CODE, expected);
		} else {
			assert_code_refused(text, NULL, STATUS_BAD_CODE, "code-characters");
		}
	}
}

static void
other_lengths_are_refused(void **state)
{
	enum { LONG = 1000000 };
	static char text[LONG + 1];
	char word[60];

	(void)state;
	assert_code_refused("", NULL, STATUS_BAD_CODE, "code-length 0");
	assert_code_refused(" - \n", NULL, STATUS_BAD_CODE, "code-length 0");
	memset(text, 'A', LONG);
	for (size_t length = 1; length <= LONG; length = length < 30 ? length + 1 : length * 10) {
		if (length == CODE_CHARS)
			continue;
		text[length] = '\0';
		snprintf(word, sizeof word, "code-length %zu", length);
		assert_code_refused(text, NULL, STATUS_BAD_CODE, word);
		text[length] = 'A';
	}
}

static void
utf8_is_refused_without_being_repeated(void **state)
{
	static const char *const texts[] = {
		"\xC3\xA9\xC3\xA9", "GGGG\xE2\x80\x94GGGG", "\xFF\xFE", "\xF0\x9F\x8D\x94", "ABCDE\x80"};

	(void)state;
	for (size_t i = 0; i < LENGTH(texts); i++) {
		assert_code_refused(texts[i], NULL, STATUS_BAD_CODE, "code-characters");
		for (const char *c = first_sentence(&typed_problems); *c != '\0'; c++)
			assert_true(*c >= ' ' && *c <= '~');
	}
}

static void
assert_unknown(struct code code, const char *expected)
{
	struct code back;
	char text[CODE_TEXT];

	code_write(&code, NULL, text);
	problems_init(&typed_problems);
	assert_null(game_of_text(text, NULL, &back, &typed_problems));
	assert_int_equal(typed_problems.status, STATUS_UNKNOWN_VERSION);
	assert_int_equal(typed_problems.count, 1);
	assert_true(has_problem(&typed_problems, expected));
	text[0] = text[0] == '0' ? '2' : '0'; /* now mistyped too, which is said instead */
	problems_init(&typed_problems);
	assert_null(game_of_text(text, NULL, &back, &typed_problems));
	assert_int_equal(typed_problems.status, STATUS_BAD_CODE);
}

static void
unknown_games_and_versions_are_told_apart(void **state)
{
	const struct game *game;
	bool known[16] = {false};
	char word[40];

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		known[game->number] = true;
		for (uint8_t version = 0; version < 16; version++) {
			snprintf(word, sizeof word, "version-unknown %u", version);
			if (version != game->version)
				assert_unknown(
					(struct code){
						.seed = 3, .game = game->number, .version = version, .players = 2},
					word);
		}
	}
	for (uint8_t number = 0; number < 16; number++) {
		snprintf(word, sizeof word, "game-number-unknown %u", number);
		if (!known[number])
			assert_unknown((struct code){.seed = 3, .game = number, .version = 1}, word);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_character_is_caught),
		cmocka_unit_test(two_swapped_characters_are_caught),
		cmocka_unit_test(one_check_of_65536_is_right),
		cmocka_unit_test(a_later_format_is_refused_after_its_check),
		cmocka_unit_test(a_mistyped_code_is_told_so),
		cmocka_unit_test(every_other_byte_is_refused),
		cmocka_unit_test(other_lengths_are_refused),
		cmocka_unit_test(utf8_is_refused_without_being_repeated),
		cmocka_unit_test(unknown_games_and_versions_are_told_apart),
	};

	return cmocka_run_group_tests_name("code_refused", tests, NULL, NULL);
}
