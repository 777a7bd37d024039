/* SPDX-License-Identifier: MIT
 * Reading lists of people. */
#include "kiosk/event/people_list.h"

#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/store/names.h"
#include "kiosk/store/store.h"

/* Bytes of a cell that are kept. A name of CSV_NAME_CHARS needs at most 320; longer ones are refused anyway. */
#define CELL_MAX 4096

/* Lines that a message lists for one name before "and 2997 more". */
#define LINES_TOLD 3

/* Duplicate names that a message lists: more would not fit. */
#define NAMES_TOLD 4

const char *const list_column_names[] = {"nothing", "name", "first", "last", "club"};

/* Headings of columns in several languages, case-folded. */
static const char *const headings[LIST_COLUMN_KINDS][16] = {
	[LIST_NAME] = {"name", "full name", "player", "players", "person", "spieler", "spielerin", "teilnehmer",
		"joueur", "jugador", NULL},
	[LIST_FIRST] = {"first name", "firstname", "first", "given name", "forename", "vorname", "prénom", "prenom",
		"nombre", "voornaam", NULL},
	[LIST_LAST] = {"last name", "lastname", "last", "surname", "family name", "nachname", "familienname", "nom",
		"apellido", "apellidos", "cognome", "achternaam", NULL},
	[LIST_CLUB] = {"club", "team", "verein", "klub", "mannschaft", "équipe", "equipe", "equipo", NULL},
};

/* Reads a text cell by cell. */
struct reader {
	const char *at;
	char separator;
	unsigned line;  /* number of the line where the current row starts, from 1 */
	unsigned lines; /* number of lines that were read */
	bool unclosed;  /* a quote in this row is never closed */
};

/* The separator is the most frequent one of comma, semicolon and tab in the first line that is not empty. */
static char
find_separator(const char *text)
{
	static const char separators[] = ",;\t";
	unsigned count[3] = {0}, best = 0;

	text += strspn(text, " \r\n");
	for (const char *at = text; *at != '\0' && *at != '\n' && *at != '\r'; at++)
		for (unsigned i = 0; i < 3; i++)
			count[i] += *at == separators[i];
	for (unsigned i = 1; i < 3; i++)
		if (count[i] > count[best])
			best = i;
	return separators[best];
}

/* Reads up to the closing quote; the opening one has been read. Two quotes are one in the text. */
static void
read_quoted(struct reader *reader, GString *cell)
{
	for (; *reader->at != '\0'; reader->at++) {
		if (*reader->at == '"' && *++reader->at != '"')
			return;
		reader->lines += *reader->at == '\n';
		if (cell->len < CELL_MAX)
			g_string_append_c(cell, *reader->at);
	}
	reader->unclosed = true;
}

/* Reads one cell; true if it is not the last one of its row. */
static bool
read_cell(struct reader *reader, GString *cell)
{
	g_string_truncate(cell, 0);
	reader->at += strspn(reader->at, " ");
	if (*reader->at == '"') {
		reader->at++;
		read_quoted(reader, cell);
	}
	for (; *reader->at != '\0' && *reader->at != '\n' && *reader->at != '\r'; reader->at++) {
		if (*reader->at == reader->separator) {
			reader->at++;
			return true;
		}
		if (cell->len < CELL_MAX)
			g_string_append_c(cell, *reader->at);
	}
	if (reader->at[0] == '\r' && reader->at[1] == '\n')
		reader->at++;
	if (*reader->at != '\0')
		reader->at++;
	reader->lines++;
	return false;
}

/* The cells of a row, NULL at the end of the text; to be freed by g_ptr_array_unref(). */
static GPtrArray *
read_row(struct reader *reader)
{
	g_autoptr(GString) cell = g_string_new(NULL);
	bool more = true;

	if (*reader->at == '\0')
		return NULL;
	GPtrArray *cells = g_ptr_array_new_with_free_func(g_free);
	reader->line = reader->lines + 1;
	while (more) {
		const char *end;

		more = read_cell(reader, cell);
		/* CELL_MAX may cut a character in two; its first half is removed. */
		g_utf8_validate(cell->str, (gssize)cell->len, &end);
		if (cells->len < PEOPLE_LIST_COLUMNS)
			g_ptr_array_add(cells, g_strndup(cell->str, (gsize)(end - cell->str)));
	}
	return cells;
}

static enum list_column
heading_column(const char *cell)
{
	g_autofree char *folded = g_strstrip(g_utf8_casefold(cell, -1));

	for (unsigned column = LIST_NAME; column < LIST_COLUMN_KINDS; column++)
		if (g_strv_contains(headings[column], folded))
			return column;
	return LIST_NOTHING;
}

static bool
has_column(const struct people_list *list, enum list_column column)
{
	for (unsigned i = 0; i < list->columns; i++)
		if (list->column[i] == column)
			return true;
	return false;
}

/* Sets the columns from the first line; without headings the first is the name and the second the club. */
static void
take_headings(struct people_list *list, const GPtrArray *cells)
{
	list->columns = cells->len;
	for (unsigned i = 0; i < cells->len; i++) {
		enum list_column column = heading_column(g_ptr_array_index(cells, i));

		/* Only the first column with a heading is used. */
		list->column[i] = has_column(list, column) ? LIST_NOTHING : column;
		list->headings |= column != LIST_NOTHING;
	}
	/* Other lines may have a club even if the first has none. */
	if (!list->headings) {
		list->columns = MAX(cells->len, 2);
		list->column[0] = LIST_NAME;
		list->column[1] = LIST_CLUB;
	}
	/* "Name; Vorname": with a first name, "Name" is the last name. */
	for (unsigned i = 0; i < cells->len; i++)
		if (list->column[i] == LIST_NAME && has_column(list, LIST_FIRST))
			list->column[i] = has_column(list, LIST_LAST) ? LIST_NOTHING : LIST_LAST;
}

static bool
is_empty(const GPtrArray *cells)
{
	for (unsigned i = 0; i < cells->len; i++)
		if (*g_strstrip((char *)g_ptr_array_index(cells, i)) != '\0')
			return false;
	return true;
}

/* Counts control characters other than line ends and tabs. */
static gsize
count_controls(const char *bytes, gsize length)
{
	gsize controls = 0;

	for (gsize i = 0; i < length; i++)
		controls += (guchar)bytes[i] < ' ' && (bytes[i] == '\0' || strchr("\t\n\v\f\r", bytes[i]) == NULL);
	return controls;
}

/* UTF-8 may have a few control characters: they are in a name, and its line is reported. */
static bool
is_text(const char *bytes, gsize length)
{
	return g_utf8_validate_len(bytes, length, NULL) && count_controls(bytes, length) <= length / 4;
}

/* The text of a file in UTF-8, to be freed; NULL if it is not a text. UTF-16 is recognised by its byte order mark or by
 * zero bytes: in European languages more than half of the high bytes are zero, and no low byte is. */
static char *
decode(struct people_list *list, const char *bytes, gsize length)
{
	const char *from = NULL;
	gsize zeros[2] = {0};

	for (gsize i = 0; i < length; i++)
		zeros[i % 2] += bytes[i] == '\0';
	if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
		from = "UTF-16"; /* the mark says which */
	else if (length % 2 == 0 && zeros[0] == 0 && zeros[1] > length / 4)
		from = "UTF-16LE";
	else if (length % 2 == 0 && zeros[1] == 0 && zeros[0] > length / 4)
		from = "UTF-16BE";
	list->encoding = from != NULL ? "UTF-16" : "UTF-8";
	if (from == NULL && is_text(bytes, length)) {
		gsize mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

		return g_strndup(bytes + mark, length - mark);
	}
	if (from == NULL) {
		if (count_controls(bytes, length) > 0)
			return NULL;
		list->encoding = "Windows-1252";
		from = "WINDOWS-1252";
	}
	gsize written;
	char *text = g_convert(bytes, (gssize)length, "UTF-8", from, NULL, &written, NULL);
	if (text != NULL && !is_text(text, written))
		g_clear_pointer(&text, g_free);
	return text;
}

bool
people_list_init(struct people_list *list, const char *bytes, gsize length, struct problem *problem)
{
	GPtrArray *cells = NULL;

	*list = (struct people_list){0};
	problem_clear(problem);
	list->text = decode(list, bytes, length);
	if (list->text == NULL)
		return problem_set(problem,
			SAY("list-not-text",
				"this is not a list of people but a file of another kind: save it as CSV in the "
				"spreadsheet, and choose that file"));
	/* Another program has put U+FFFD in place of characters that it could not decode. */
	if (strstr(list->text, "\uFFFD") != NULL) {
		people_list_finish(list);
		return problem_set(problem,
			SAY("list-letters-lost",
				"letters of this list are lost already: save it again as CSV (UTF-8)"));
	}
	list->separator = find_separator(list->text);
	struct reader reader = {.at = list->text, .separator = list->separator};
	while ((cells = read_row(&reader)) != NULL && is_empty(cells))
		g_ptr_array_unref(cells);
	if (cells == NULL) {
		people_list_finish(list);
		return problem_set(
			problem, SAY("list-empty", "the list is empty: it has one person per line, \"name,club\""));
	}
	take_headings(list, cells);
	g_ptr_array_unref(cells);
	return true;
}

void
people_list_finish(struct people_list *list)
{
	g_clear_pointer(&list->text, g_free);
}

/* The cell of a row in a column, "" if there is none. */
static const char *
cell_of(const struct people_list *list, const GPtrArray *cells, enum list_column column)
{
	for (unsigned i = 0; i < MIN(cells->len, list->columns); i++)
		if (list->column[i] == column)
			return csv_text(g_ptr_array_index(cells, i));
	return "";
}

/* A row as a person; NULL after setting *problem. */
static struct person *
take_person(const struct people_list *list, const GPtrArray *cells, unsigned line, struct problem *problem)
{
	const char *given = cell_of(list, cells, LIST_CLUB);
	g_autofree char *whole = g_strdup_printf("%s %s %s", cell_of(list, cells, LIST_NAME),
		cell_of(list, cells, LIST_FIRST), cell_of(list, cells, LIST_LAST));
	g_autofree char *name = csv_name(whole), *club = *given == '\0' ? g_strdup("") : csv_name(given);

	if (name != NULL && club != NULL)
		return person_copy(&(struct person){.name = name, .club = club});
	problem_set(problem,
		name == NULL ? SAY("list-name", "line {line} of the list: a name is 1 to {most} printable characters")
			     : SAY("list-club", "line {line} of the list: a club is 1 to {most} printable characters"),
		ARG_NUMBER("line", line), ARG_NUMBER("most", CSV_NAME_CHARS));
	return NULL;
}

/* "Ana appears twice (lines 5 and 6)". `numbers` are two or more lines. */
static void
say_duplicate(const char *name, const GArray *numbers, struct message *says)
{
	unsigned times = numbers->len, shown = times <= LINES_TOLD + 1 ? times - 1 : LINES_TOLD;
	g_autoptr(GString) lines = g_string_new(NULL);

	for (unsigned i = 0; i < shown; i++)
		g_string_append_printf(lines, "%s%u", i == 0 ? "" : ", ", g_array_index(numbers, unsigned, i));
	message_set(says,
		times == 2 ? SAY("appears-twice", "{name} appears twice (lines {lines} and {last})")
			: times <= LINES_TOLD + 1
			? SAY("appears", "{name} appears {times} times (lines {lines} and {last})")
			: SAY("appears-often", "{name} appears {times} times (lines {lines} and {more} more)"),
		ARG_TEXT("name", name), ARG_NUMBER("times", times), ARG_TEXT("lines", lines->str),
		ARG_NUMBER("last", g_array_index(numbers, unsigned, times - 1)), ARG_NUMBER("more", times - shown));
}

char *
people_name_with_club(const struct person *person)
{
	g_autofree char *both = g_strdup_printf("%s (%s)", person->name, person->club);

	return *person->club == '\0' ? g_strdup(person->name) : csv_name(both);
}

/* Whether all names, or with `clubs` all pairs of name and club, are different. If not, sets *problem to the duplicates
 * in the order of their first lines. Counts in `names` how many different people have a name. */
static bool
are_different(const GPtrArray *people, const GArray *lines, bool clubs, GHashTable *names, struct problem *problem)
{
#define CLUBS ": please make the names different, or give each a club of their own"
#define NAMES ": please make the names different"
	/* By the number of duplicates, with and without the advice to give a club. */
	static const struct phrase texts[][2] = {
		{{"people-twice", "{1}" CLUBS}, {"names-twice", "{1}" NAMES}},
		{{"people-twice-2", "{1}, {2}" CLUBS}, {"names-twice-2", "{1}, {2}" NAMES}},
		{{"people-twice-3", "{1}, {2}, {3}" CLUBS}, {"names-twice-3", "{1}, {2}, {3}" NAMES}},
		{{"people-twice-4", "{1}, {2}, {3}, {4}" CLUBS}, {"names-twice-4", "{1}, {2}, {3}, {4}" NAMES}},
		{{"people-twice-more", "{1}, {2}, {3}, {4} and others" CLUBS},
			{"names-twice-more", "{1}, {2}, {3}, {4} and others" NAMES}},
	};
	static const char *const places[NAMES_TOLD] = {"1", "2", "3", "4"};
	g_autoptr(GHashTable) known =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
	g_autoptr(GPtrArray) first = g_ptr_array_new();  /* the first person of each group */
	g_autoptr(GPtrArray) groups = g_ptr_array_new(); /* the lines of each group */
	struct message says[NAMES_TOLD];
	struct argument arguments[NAMES_TOLD + 2] = {{.type = ARGUMENT_END}};
	unsigned found = 0;

	for (unsigned i = 0; i < people->len; i++) {
		struct person *person = g_ptr_array_index(people, i);
		g_autofree char *name = names_fold(person->name), *club = names_fold(clubs ? person->club : "");
		g_autofree char *key = g_strconcat(name, "\n", club, NULL);
		GArray *group = g_hash_table_lookup(known, key);

		if (group == NULL) {
			unsigned others = GPOINTER_TO_UINT(g_hash_table_lookup(names, name));

			group = g_array_new(FALSE, FALSE, sizeof(unsigned));
			g_ptr_array_add(first, person);
			g_ptr_array_add(groups, group);
			g_hash_table_insert(known, g_steal_pointer(&key), group);
			g_hash_table_insert(names, g_steal_pointer(&name), GUINT_TO_POINTER(others + 1));
		}
		g_array_append_val(group, g_array_index(lines, unsigned, i));
	}
	for (unsigned i = 0; i < groups->len && found <= NAMES_TOLD; i++) {
		const struct person *person = g_ptr_array_index(first, i);
		const GArray *group = g_ptr_array_index(groups, i);

		if (group->len == 1)
			continue;
		if (found < NAMES_TOLD) {
			say_duplicate(person->name, group, &says[found]);
			arguments[found + 1] = ARG_CAUSE(places[found], &says[found]);
		}
		found++;
	}
	if (found == 0)
		return true;
	arguments[0] = SAY(texts[found - 1][!clubs].id, texts[found - 1][!clubs].english);
	return problem_set_list(problem, STATUS_REFUSED, arguments);
}

/* Adds the club to names that several people have, since standings, table cards and results identify people by name.
 * False after setting *problem if that does not make them different. */
static bool
tell_apart(GPtrArray *people, const GArray *lines, struct problem *problem)
{
	g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	if (!are_different(people, lines, true, names, problem))
		return false;
	for (unsigned i = 0; i < people->len; i++) {
		struct person *person = g_ptr_array_index(people, i);
		g_autofree char *folded = names_fold(person->name);

		if (GPOINTER_TO_UINT(g_hash_table_lookup(names, folded)) <= 1)
			continue;
		g_autofree char *name = people_name_with_club(person);
		if (name == NULL)
			return problem_set(problem,
				SAY("name-too-long-for-club",
					"line {line} of the list: {name} has the same name as someone else, and the "
					"name is too long to add the club: please make the names different"),
				ARG_NUMBER("line", g_array_index(lines, unsigned, i)), ARG_TEXT("name", person->name));
		g_ptr_array_index(people, i) = person_copy(&(struct person){.name = name, .club = person->club});
		g_free(person);
	}
	/* A name with a club may be equal to the name of somebody else. */
	return are_different(people, lines, false, names, problem);
}

GPtrArray *
people_list_people(const struct people_list *list, struct problem *problem)
{
	g_autoptr(GPtrArray) people = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
	struct reader reader = {.at = list->text, .separator = list->separator};
	bool heading = list->headings;
	GPtrArray *row;

	problem_clear(problem);
	while ((row = read_row(&reader)) != NULL) {
		g_autoptr(GPtrArray) cells = row;

		if (reader.unclosed)
			problem_set(problem,
				SAY("list-quote", "line {line} of the list has a quote that is never closed"),
				ARG_NUMBER("line", reader.line));
		else if (people->len >= PEOPLE_LIST_MAX)
			problem_set(problem, SAY("list-too-long", "the list has more than {most} people"),
				ARG_NUMBER("most", PEOPLE_LIST_MAX));
		if (problem->status != STATUS_OK)
			return NULL;
		if (is_empty(cells))
			continue;
		if (!heading) {
			struct person *person = take_person(list, cells, reader.line, problem);

			if (person == NULL)
				return NULL;
			g_ptr_array_add(people, person);
			g_array_append_val(lines, reader.line);
		}
		heading = false;
	}
	if (people->len == 0)
		problem_set(problem,
			SAY("list-of-nobody", "the list has nobody on it: one person per line, \"name,club\""));
	else if (tell_apart(people, lines, problem))
		return g_steal_pointer(&people);
	return NULL;
}

GPtrArray *
people_list_sample(const struct people_list *list, unsigned lines)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref), *cells;
	struct reader reader = {.at = list->text, .separator = list->separator};

	while (rows->len < lines && (cells = read_row(&reader)) != NULL) {
		if (is_empty(cells))
			g_ptr_array_unref(cells);
		else
			g_ptr_array_add(rows, cells);
	}
	return rows;
}
