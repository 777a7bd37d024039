/* SPDX-License-Identifier: MIT
 * The order of names, and which of them are the same. */
#include "kiosk/store/names.h"

#include <glib.h>
#include <string.h>

/* Case-folded letters that Unicode does not decompose. */
static const struct {
	gunichar letter;
	const char *as;
} letters[] = {{0xF8, "o"}, {0x111, "d"}, {0x142, "l"}, {0xE6, "ae"}, {0x153, "oe"}, {0xFE, "th"}, {0xF0, "d"},
	{0x131, "i"}, {0x127, "h"}};

/* The letters without accents, hyphens and apostrophes; to be freed. */
static char *
letters_of(const char *name)
{
	g_autofree char *folded = g_utf8_casefold(name, -1), *apart = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL);
	GString *key = g_string_new(NULL);

	for (const char *at = apart; at != NULL && *at != '\0'; at += g_utf8_skip[(guchar)*at]) {
		gunichar c = g_utf8_get_char(at);
		size_t i = 0;

		while (i < G_N_ELEMENTS(letters) && letters[i].letter != c)
			i++;
		if (i < G_N_ELEMENTS(letters))
			g_string_append(key, letters[i].as);
		else if (g_unichar_isalnum(c) || g_unichar_isspace(c))
			g_string_append_unichar(key, c);
	}
	return g_string_free(key, FALSE);
}

char *
names_fold(const char *name)
{
	g_autofree char *folded = g_utf8_casefold(name, -1);
	char *composed = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL_COMPOSE);

	return composed != NULL ? composed : g_steal_pointer(&folded);
}

char **
names_words(const char *typed)
{
	g_autofree char *wanted = letters_of(typed);

	return g_strsplit(wanted, " ", -1);
}

bool
names_match(const char *name, char *const *words)
{
	g_autofree char *whole = letters_of(name);
	bool any = false;

	for (; *words != NULL; words++) {
		if (strstr(whole, *words) == NULL)
			return false;
		any |= **words != '\0';
	}
	return any;
}

int
names_compare(const char *one, const char *other)
{
	g_autofree char *first = letters_of(one), *second = letters_of(other);
	int order = strcmp(first, second);

	return order != 0 ? order : strcmp(one, other);
}
