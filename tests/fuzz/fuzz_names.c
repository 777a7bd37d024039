/* SPDX-License-Identifier: MIT
 * A libFuzzer target: names and lists of people in every encoding that spreadsheets write. The first
 * byte says which; the rest is text in it, or just bytes. A name that is accepted can be shown, is accepted again
 * as they are, and comes back from a list that we write ourselves. */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/store/store.h"
#include "scoring/printable.h"
#include "scoring/read.h"
#include "tests/kiosk/event/list_reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

/* The text as a program would save it; NULL where the encoding has no such characters. */
static char *
encode(unsigned how, const char *text, size_t size, gsize *length)
{
	static const struct {
		const char *name, *mark;
		size_t mark_size;
	} encodings[] = {
		{NULL, "", 0},
		{NULL, "\xEF\xBB\xBF", 3},
		{"UTF-16LE", "", 0},
		{"UTF-16LE", "\xFF\xFE", 2},
		{"UTF-16BE", "", 0},
		{"UTF-16BE", "\xFE\xFF", 2},
		{"WINDOWS-1252", "", 0},
		{"ISO-8859-1", "", 0},
	};
	const char *to = encodings[how % G_N_ELEMENTS(encodings)].name;
	size_t mark_size = encodings[how % G_N_ELEMENTS(encodings)].mark_size;
	gsize body_size = size;
	char *body = to == NULL ? NULL : g_convert(text, (gssize)size, to, "UTF-8", NULL, &body_size, NULL);
	char *all;

	if (to != NULL && body == NULL)
		return NULL;
	*length = mark_size + body_size;
	all = g_malloc(*length + 1);
	memcpy(all, encodings[how % G_N_ELEMENTS(encodings)].mark, mark_size);
	if (body_size > 0)
		memcpy(all + mark_size, body == NULL ? text : body, body_size);
	all[*length] = '\0';
	g_free(body);
	return all;
}

static void
check_name(const char *text)
{
	char *name = csv_name(text), shown[QUOTE_BYTES];

	require(printable(read_quoted(text, shown)));
	require(!printable(text) || g_utf8_validate(text, -1, NULL));
	if (name == NULL)
		return;
	require(printable(name) && strcmp(name, "") != 0);
	require(g_utf8_strlen(name, -1) <= CSV_NAME_CHARS);
	g_free(name);
}

/* What a list of ours says, read again. */
static void
check_written(const GPtrArray *people)
{
	GString *list = g_string_new("name,club\r\n");
	GPtrArray *again;
	struct problem problem;

	for (unsigned i = 0; i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		csv_cell(list, person->name);
		csv_cell(list, person->club);
		csv_end(list);
	}
	again = people_list_read(list->str, list->len, &problem);
	require(again != NULL && again->len == people->len);
	for (unsigned i = 0; i < people->len; i++) {
		const struct person *one = g_ptr_array_index(people, i), *other = g_ptr_array_index(again, i);

		require(strcmp(one->name, other->name) == 0 && strcmp(one->club, other->club) == 0);
	}
	g_ptr_array_unref(again);
	g_string_free(list, TRUE);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	GPtrArray *people;
	struct problem problem;
	char *text;
	gsize length;

	if (size == 0)
		return 0;
	text = encode(data[0], (const char *)data + 1, size - 1, &length);
	if (text == NULL)
		return 0;
	check_name(text);
	problem_clear(&problem);
	people = people_list_read(text, length, &problem);
	require((people == NULL) == (problem.status != STATUS_OK));
	if (people != NULL) {
		for (unsigned i = 0; i < people->len; i++) {
			const struct person *person = g_ptr_array_index(people, i);

			require(printable(person->name) && printable(person->club));
			check_name(person->name);
		}
		check_written(people);
		g_ptr_array_unref(people);
	} else {
		char sentence[MESSAGE_TEXT];

		problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
		require(*sentence != '\0' && g_utf8_validate(sentence, -1, NULL));
	}
	g_free(text);
	return 0;
}
