/* SPDX-License-Identifier: MIT
 * The order of names, and which of them are the same. */
#include "kiosk/store/names.h"

#include <glib.h>
#include <string.h>

/* Letters that Unicode does not take apart, casefolded. */
static const struct {
	gunichar letter;
	const char *as;
} letters[] = {{0xF8, "o"}, {0x111, "d"}, {0x142, "l"}, {0xE6, "ae"}, {0x153, "oe"}, {0xFE, "th"}, {0xF0, "d"},
	{0x131, "i"}, {0x127, "h"}};

static void
append_letter(GString *key, gunichar c)
{
	for (size_t i = 0; i < G_N_ELEMENTS(letters); i++)
		if (letters[i].letter == c) {
			g_string_append(key, letters[i].as);
			return;
		}
	/* Hyphens and apostrophes do not part names from their like. */
	if (g_unichar_isalnum(c) || g_unichar_isspace(c))
		g_string_append_unichar(key, c);
}

/* The letters alone, to be freed. */
static char *
letters_of(const char *name)
{
	char *folded = g_utf8_casefold(name, -1), *apart = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL);
	GString *key = g_string_new(NULL);

	for (const char *at = apart; at != NULL && *at != '\0'; at += g_utf8_skip[(guchar)*at])
		append_letter(key, g_utf8_get_char(at));
	g_free(apart);
	g_free(folded);
	return g_string_free(key, FALSE);
}

char *
names_fold(const char *name)
{
	char *folded = g_utf8_casefold(name, -1), *composed = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL_COMPOSE);

	if (composed == NULL)
		return folded;
	g_free(folded);
	return composed;
}

char **
names_words(const char *typed)
{
	char *wanted = letters_of(typed), **words = g_strsplit(wanted, " ", -1);

	g_free(wanted);
	return words;
}

bool
names_match(const char *name, char *const *words)
{
	char *whole = letters_of(name);
	bool any = false, all = true;

	for (; *words != NULL && all; words++) {
		any |= **words != '\0';
		all = strstr(whole, *words) != NULL;
	}
	g_free(whole);
	return any && all;
}

int
names_compare(const char *one, const char *other)
{
	char *first = letters_of(one), *second = letters_of(other);
	int order = strcmp(first, second);

	g_free(first);
	g_free(second);
	return order != 0 ? order : strcmp(one, other);
}
