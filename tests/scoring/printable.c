/* SPDX-License-Identifier: MIT
 * What can be shown is what GLib, which has tables of its own, does not call a control, a format or
 * nothing at all; and UTF-8 is what GLib calls so. */
#include <glib.h>
#include <string.h>

#include "scoring/printable.h"
#include "scoring/read.h"
#include "tests/tools.h"

static void
names_of_people_are_printable(void **state)
{
	static const char *const names[] = {"", "Ana", "Bo Müller-Lüdenscheidt", "O’Neill", "김지우", "李 小龙",
		"Ελένη", "עדי", "سارة", "Ægir 2", "🦊", "❤️"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (!printable(names[i]))
			fail_msg("%s is a name", names[i]);
}

static void
what_hides_in_a_text_is_not(void **state)
{
	static const char *const texts[] = {"a\nb", "\x7f", "Ana\u202Ecod.exe", "\u200B", "A\u200Dna", "\u2066",
		"\uFEFFAna", "\xC2\x85", "\u2028", "\u3164", "\uE000", "\U000E0041", "\U0010FFFF", "A\x80", "\xC0\x80",
		"\xC3", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\xE2\x82", "\xF8\x88\x80\x80\x80"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		if (printable(texts[i]))
			fail_msg("text %zu is taken", i);
}

static bool
is_hidden(gunichar c)
{
	switch (g_unichar_type(c)) {
	case G_UNICODE_CONTROL:
	case G_UNICODE_FORMAT:
	case G_UNICODE_SURROGATE:
	case G_UNICODE_PRIVATE_USE:
	case G_UNICODE_LINE_SEPARATOR:
	case G_UNICODE_PARAGRAPH_SEPARATOR:
		return true;
	default:
		return g_unichar_iszerowidth(c) && !g_unichar_ismark(c);
	}
}

/* All of Unicode; Hangul's vowels and finals have no width of their own, but are seen. */
static void
every_character_is_judged_as_unicode_has_it(void **state)
{
	unsigned shown = 0;

	(void)state;
	for (gunichar c = 1; c <= 0x10FFFF; c++) {
		char text[8] = "";
		bool seen;

		text[g_unichar_to_utf8(c, text)] = '\0';
		seen = printable(text);
		if (seen && is_hidden(c) && !(c > 0x1160 && c < 0x1200) && !(c >= 0xD7B0 && c < 0xD800))
			fail_msg("U+%04X is shown", (unsigned)c);
		if (seen != printable_char(text) || (seen && !g_utf8_validate(text, -1, NULL)))
			fail_msg("U+%04X is judged in two ways", (unsigned)c);
		if (!seen && g_unichar_isgraph(c) && g_unichar_isalnum(c) && c != 0x115F && c != 0x1160 &&
			c != 0x3164 && c != 0xFFA0)
			fail_msg("U+%04X is a letter", (unsigned)c);
		shown += seen;
	}
	assert_true(shown > 140000);
}

/* Two and three bytes of any kind: characters end where GLib says they do. */
static void
bytes_are_characters_where_they_are_utf8(void **state)
{
	(void)state;
	for (unsigned i = 1; i < 1U << 24; i += 7) {
		const char text[] = {(char)(i & 0xFF), (char)(i >> 8 & 0xFF), (char)(i >> 16 & 0xFF), '\0'};
		gunichar first = g_utf8_get_char_validated(text, -1);
		size_t step = printable_step(text);

		if (text[0] == '\0')
			continue;
		if ((step > 0) != (first <= 0x10FFFF) || (step > 0 && step != (size_t)g_utf8_skip[(guchar)text[0]]))
			fail_msg("%06x", i);
	}
}

static void
what_is_quoted_can_be_shown(void **state)
{
	char shown[QUOTE_BYTES];

	(void)state;
	assert_string_equal(read_quoted("A\u202E1\n\xFF", shown), "A?1??");
	assert_true(printable(read_quoted("楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽楽", shown)));
	assert_non_null(strstr(shown, "楽..."));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_people_are_printable),
		cmocka_unit_test(what_hides_in_a_text_is_not),
		cmocka_unit_test(every_character_is_judged_as_unicode_has_it),
		cmocka_unit_test(bytes_are_characters_where_they_are_utf8),
		cmocka_unit_test(what_is_quoted_can_be_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
