/* SPDX-License-Identifier: MIT
 * CSV. */
#include "kiosk/event/csv.h"

#include <string.h>

#include "kiosk/store/store.h"
#include "scoring/printable.h"

#define CELLS_MAX 64
#define CELL_MAX  4096

char *
csv_name(const char *text)
{
	GString *name;

	if (!g_utf8_validate(text, -1, NULL))
		return NULL;
	name = g_string_new(NULL);
	for (const char *at = text; *at != '\0'; at += g_utf8_skip[(guchar)*at]) {
		gunichar c = g_utf8_get_char(at);

		if (!g_unichar_isspace(c))
			g_string_append_unichar(name, c);
		else if (name->len > 0 && name->str[name->len - 1] != ' ')
			g_string_append_c(name, ' ');
	}
	if (name->len > 0 && name->str[name->len - 1] == ' ')
		g_string_truncate(name, name->len - 1);
	/* Names of results have room for so many bytes; see NAME_BYTES. */
	if (name->len == 0 || name->len > 3 * CSV_NAME_CHARS || !printable(name->str) ||
		g_utf8_strlen(name->str, -1) > CSV_NAME_CHARS) {
		g_string_free(name, TRUE);
		return NULL;
	}
	return g_string_free(name, FALSE);
}

/* A text that is read cell by cell. */
struct reader {
	const char *at, *end;
	char separator;
	unsigned line; /* where the current row starts, from 1 */
	unsigned lines;
	const char *wrong; /* with this row, or NULL */
};

/* The separator is the one of , ; and tab that the first line has most of. */
static char
find_separator(const char *text, const char *end)
{
	static const char separators[] = ",;\t";
	unsigned count[3] = {0};
	unsigned best = 0;

	for (const char *at = text; at < end && *at != '\n' && *at != '\r'; at++)
		for (unsigned i = 0; i < 3; i++)
			count[i] += *at == separators[i];
	for (unsigned i = 1; i < 3; i++)
		if (count[i] > count[best])
			best = i;
	return separators[best];
}

/* The inside of quotes; the reader stands behind the first one. */
static void
read_quoted(struct reader *reader, GString *cell)
{
	for (; reader->at < reader->end; reader->at++) {
		if (*reader->at == '"') {
			reader->at++;
			if (reader->at >= reader->end || *reader->at != '"')
				return;
		}
		reader->lines += *reader->at == '\n';
		if (cell->len < CELL_MAX)
			g_string_append_c(cell, *reader->at);
	}
	reader->wrong = "has a quote that is never closed";
}

/* One cell; true while the row goes on behind it. */
static bool
read_cell(struct reader *reader, GString *cell)
{
	g_string_truncate(cell, 0);
	while (reader->at < reader->end && *reader->at == ' ')
		reader->at++;
	if (reader->at < reader->end && *reader->at == '"') {
		reader->at++;
		read_quoted(reader, cell);
	}
	for (; reader->at < reader->end; reader->at++) {
		if (*reader->at == reader->separator) {
			reader->at++;
			return true;
		}
		if (*reader->at == '\n' || *reader->at == '\r')
			break;
		if (cell->len < CELL_MAX)
			g_string_append_c(cell, *reader->at);
	}
	if (reader->at + 1 < reader->end && reader->at[0] == '\r' && reader->at[1] == '\n')
		reader->at++;
	if (reader->at < reader->end)
		reader->at++;
	reader->lines++;
	return false;
}

/* The cells of a row, NULL at the end of the text; to be freed by g_ptr_array_unref(). */
static GPtrArray *
read_row(struct reader *reader)
{
	GPtrArray *cells;
	GString *cell;
	bool more = true;

	if (reader->at >= reader->end)
		return NULL;
	cells = g_ptr_array_new_with_free_func(g_free);
	cell = g_string_new(NULL);
	reader->line = reader->lines + 1;
	while (more) {
		more = read_cell(reader, cell);
		if (cells->len < CELLS_MAX)
			g_ptr_array_add(cells, g_strndup(cell->str, cell->len));
	}
	g_string_free(cell, TRUE);
	return cells;
}

/* Which columns hold what; a first line of headings says so. */
struct columns {
	unsigned name, club;
};

static bool
take_headings(const GPtrArray *cells, struct columns *columns)
{
	bool found = false;

	for (unsigned i = 0; i < cells->len; i++) {
		char *heading = g_ascii_strdown(g_ptr_array_index(cells, i), -1);

		g_strstrip(heading);
		if (strcmp(heading, "name") == 0 || strcmp(heading, "player") == 0) {
			columns->name = i;
			found = true;
		} else if (strcmp(heading, "club") == 0 || strcmp(heading, "team") == 0) {
			columns->club = i;
			found = true;
		}
		g_free(heading);
	}
	return found;
}

static bool
is_empty(const GPtrArray *cells)
{
	for (unsigned i = 0; i < cells->len; i++)
		if (*g_strstrip((char *)g_ptr_array_index(cells, i)) != '\0')
			return false;
	return true;
}

/* A row as a person; NULL after a sentence. */
static struct person *
take_person(const GPtrArray *cells, const struct columns *columns, unsigned line, char **problem)
{
	const char *club =
		columns->club < cells->len ? g_ptr_array_index(cells, columns->club) : "";
	char *name = columns->name < cells->len ? csv_name(g_ptr_array_index(cells, columns->name))
						: NULL;
	char *clean = *club == '\0' ? g_strdup("") : csv_name(club);
	struct person *person;

	if (name == NULL || clean == NULL) {
		*problem = g_strdup_printf("line %u of the list: a %s is 1 to %d printable characters",
			line, name == NULL ? "name" : "club", CSV_NAME_CHARS);
		g_free(name);
		g_free(clean);
		return NULL;
	}
	person = g_new0(struct person, 1);
	person->name = name;
	person->club = clean;
	return person;
}

/* Adds the rest of the rows; false after a sentence. */
static bool
read_people(struct reader *reader, GPtrArray *people, char **problem)
{
	struct columns columns = {0, 1};
	bool first = true;
	GPtrArray *cells;

	while (*problem == NULL && (cells = read_row(reader)) != NULL) {
		if (reader->wrong != NULL)
			*problem = g_strdup_printf("line %u of the list %s", reader->line, reader->wrong);
		else if (people->len >= CSV_PEOPLE_MAX)
			*problem = g_strdup_printf("the list has more than %d people", CSV_PEOPLE_MAX);
		else if (!is_empty(cells) && !(first && take_headings(cells, &columns))) {
			struct person *person = take_person(cells, &columns, reader->line, problem);

			if (person != NULL)
				g_ptr_array_add(people, person);
		}
		first = false;
		g_ptr_array_unref(cells);
	}
	return *problem == NULL;
}

static void
free_person(void *person)
{
	person_free(person);
}

GPtrArray *
csv_people(const char *text, gsize length, char **problem)
{
	GPtrArray *people = g_ptr_array_new_with_free_func(free_person);
	struct reader reader;

	*problem = NULL;
	/* Where a browser could not read a file it has put U+FFFD into the places. */
	if (!g_utf8_validate_len(text, length, NULL) || g_strstr_len(text, (gssize)length, "\uFFFD") != NULL) {
		*problem = g_strdup("the list is not UTF-8 text: save it as CSV (UTF-8) and send it again");
	} else {
		if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
			text += 3;
			length -= 3;
		}
		reader = (struct reader){.at = text, .end = text + length,
			.separator = find_separator(text, text + length)};
		if (read_people(&reader, people, problem) && people->len == 0)
			*problem = g_strdup("the list has nobody on it: one person a line, \"name,club\"");
	}
	if (*problem == NULL)
		return people;
	g_ptr_array_unref(people);
	return NULL;
}

/* A comma unless a line just began. */
static void
separate(GString *out)
{
	if (out->len > 0 && out->str[out->len - 1] != '\n')
		g_string_append_c(out, ',');
}

void
csv_cell(GString *out, const char *text)
{
	separate(out);
	/* Always in quotes, so that even an empty first cell is one; and what a spreadsheet would
	 * take for a formula gets an apostrophe before it. */
	g_string_append_c(out, '"');
	if (*text != '\0' && strchr("=+-@\t\r", *text) != NULL)
		g_string_append_c(out, '\'');
	for (; *text != '\0'; text++) {
		if (*text == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *text);
	}
	g_string_append_c(out, '"');
}

void
csv_number(GString *out, gint64 number)
{
	separate(out);
	g_string_append_printf(out, "%" G_GINT64_FORMAT, number);
}

void
csv_end(GString *out)
{
	g_string_append(out, "\r\n");
}
