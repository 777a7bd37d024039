/* SPDX-License-Identifier: MIT
 * Names, and cells of tables for spreadsheets. */
#include "kiosk/event/csv.h"

#include <string.h>

#include "scoring/printable.h"

#include "kiosk/event/scheme.h"

char *
csv_name(const char *text)
{
	if (!g_utf8_validate(text, -1, NULL))
		return NULL;
	g_autoptr(GString) name = g_string_new(NULL);
	for (const char *at = text; *at != '\0'; at += g_utf8_skip[(guchar)*at]) {
		gunichar c = g_utf8_get_char(at);

		if (!g_unichar_isspace(c))
			g_string_append_unichar(name, c);
		else if (name->len > 0 && name->str[name->len - 1] != ' ')
			g_string_append_c(name, ' ');
	}
	if (name->len > 0 && name->str[name->len - 1] == ' ')
		g_string_truncate(name, name->len - 1);
	/* Names in results have this many bytes, see NAME_BYTES. */
	if (name->len == 0 || name->len > 3 * CSV_NAME_CHARS || !printable(name->str) ||
		g_utf8_strlen(name->str, -1) > CSV_NAME_CHARS)
		return NULL;
	return g_strdup(name->str);
}

/* Adds a comma except at the beginning of a line. */
static void
separate(GString *out)
{
	if (out->len > 0 && out->str[out->len - 1] != '\n')
		g_string_append_c(out, ',');
}

/* Whether a text gets an apostrophe before it: if a spreadsheet would read it as a formula, or if it looks as if it had
 * such an apostrophe already, so that csv_text() always reverses csv_cell(). */
static bool
like_formula(const char *text)
{
	text += strspn(text, "'");
	return *text != '\0' && strchr("=+-@\t\r", *text) != NULL;
}

void
csv_cell(GString *out, const char *text)
{
	separate(out);
	/* Always in quotes, so that an empty first cell is not lost. */
	g_string_append_c(out, '"');
	if (like_formula(text))
		g_string_append_c(out, '\'');
	for (; *text != '\0'; text++) {
		if (*text == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *text);
	}
	g_string_append_c(out, '"');
}

const char *
csv_text(const char *cell)
{
	return *cell == '\'' && like_formula(cell) ? cell + 1 : cell;
}

void
csv_number(GString *out, gint64 number)
{
	separate(out);
	g_string_append_printf(out, "%" G_GINT64_FORMAT, number);
}

void
csv_points(GString *out, int points)
{
	char text[POINT_TEXT];

	points_write(points, text);
	separate(out);
	g_string_append(out, text);
}

void
csv_end(GString *out)
{
	g_string_append(out, "\r\n");
}
