/* SPDX-License-Identifier: MIT
 * Standings, seating and lists of people: from what was played to who leads. */
#include "kiosk/event/standings.h"

#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/event/seating.h"
#include "kiosk/store/names.h"
#include "tests/kiosk/event/list_reading.h"
#include "tests/tools.h"

static void
free_person(void *person)
{
	g_free(person);
}

static GPtrArray *
people_named(const char *const *names)
{
	GPtrArray *people = g_ptr_array_new_with_free_func(free_person);

	for (int i = 0; names[i] != NULL; i++)
		g_ptr_array_add(people, person_copy(&(struct person){.id = i + 1, .name = names[i], .club = ""}));
	return people;
}

/* A play of a table: totals by seat; places follow from them. */
static void
play(GArray *played, unsigned round, unsigned table, unsigned players, const int *total)
{
	struct played one = {.round = round, .table = table, .players = players};

	for (unsigned i = 0; i < players; i++) {
		one.total[i] = total[i];
		one.place[i] = 1;
		for (unsigned k = 0; k < players; k++)
			one.place[i] += total[k] > total[i];
	}
	g_array_append_val(played, one);
}

static GArray *
seats_of(unsigned round, unsigned table, const int64_t *person, unsigned count)
{
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));

	for (unsigned i = 0; i < count; i++) {
		struct seat seat = {round, table, i, person[i]};

		g_array_append_val(seats, seat);
	}
	return seats;
}

/* The standings as one line: "1 Ana 4/1, 2 Bo 2/0": place, name, points, wins. */
static char *
told(const GPtrArray *rows)
{
	GString *line = g_string_new(NULL);

	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);
		char points[POINT_TEXT];

		points_write(row->points, points);
		g_string_append_printf(
			line, "%s%u %s %s/%u", i == 0 ? "" : ", ", row->place, row->name, points, row->wins);
	}
	return g_string_free(line, FALSE);
}

static void
expect(GArray *played, GPtrArray *people, GArray *seats, const struct scheme *scheme, unsigned round, const char *line)
{
	GPtrArray *rows = standings_make(&(struct standings_of){played, people, seats, scheme, 0, 3}, round);
	char *text = told(rows);

	assert_string_equal(text, line);
	g_free(text);
	g_ptr_array_unref(rows);
}

static void
places_earn_points_and_wins_break_ties(void **state)
{
	static const char *const names[] = {"Ana", "Bo", "Cy", "Di", NULL};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GPtrArray *people = people_named(names);
	GArray *seats = seats_of(1, 1, (int64_t[]){1, 2, 3, 4}, 4);
	GArray *second = seats_of(2, 1, (int64_t[]){2, 1, 4, 3}, 4);

	(void)state;
	g_array_append_vals(seats, second->data, second->len);
	play(played, 1, 1, 4, (int[]){30, 20, 10, 5});
	expect(played, people, seats, &scheme_usual, 0, "1 Ana 4/1, 2 Bo 2/0, 3 Cy 1/0, 4 Di 0/0");
	/* Bo 20, Ana 5, Di 9, Cy 9: places 1, 4, 2, 2. */
	play(played, 2, 1, 4, (int[]){20, 5, 9, 9});
	expect(played, people, seats, &scheme_usual, 0, "1 Bo 6/1, 2 Ana 4/1, 3 Cy 3/0, 4 Di 2/0");
	expect(played, people, seats, &scheme_usual, 2, "1 Bo 4/1, 2 Cy 2/0, 2 Di 2/0, 4 Ana 0/0");
	/* The same points twice: more tables won goes first, and equal in both share. */
	expect(played, people, seats, &(struct scheme){.usual.size[0] = {4, {300, 300, 300, 0}}, .ties = ties_usual}, 0,
		"1 Bo 6/1, 2 Cy 6/0, 3 Ana 3/1, 4 Di 3/0");
	expect(played, people, seats, &(struct scheme){.usual.by = BY_TOTAL}, 0,
		"1 Bo 40/1, 2 Ana 35/1, 3 Cy 19/0, 4 Di 14/0");
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
	g_array_unref(second);
}

static void
several_plays_of_a_table_make_one_placing(void **state)
{
	static const char *const names[] = {"Ana", "Bo", NULL};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GPtrArray *people = people_named(names);
	GArray *seats = seats_of(3, 7, (int64_t[]){1, 2}, 2);

	(void)state;
	play(played, 3, 7, 2, (int[]){10, 9});
	play(played, 3, 7, 2, (int[]){1, 30});
	/* One each: points scored decide. */
	expect(played, people, seats, &scheme_usual, 0, "1 Bo 4/1, 2 Ana 2/0");
	play(played, 3, 7, 2, (int[]){3, 2});
	expect(played, people, seats, &scheme_usual, 0, "1 Ana 4/1, 2 Bo 2/0");
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
}

static void
who_sits_nowhere_is_found_by_name(void **state)
{
	static const char *const names[] = {"Ana", NULL};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	GPtrArray *people = people_named(names);

	(void)state;
	play(played, 1, 1, 2, (int[]){5, 6});
	strcpy(g_array_index(played, struct played, 0).name[0], "ANA");
	strcpy(g_array_index(played, struct played, 0).name[1], "Zoë");
	play(played, 2, 1, 2, (int[]){5, 6});
	strcpy(g_array_index(played, struct played, 1).name[0], "zoë");
	expect(played, people, seats, &scheme_usual, 0, "1 Zoë 6/1, 2 Ana 2/0");
	g_array_unref(played);
	g_array_unref(seats);
	g_ptr_array_unref(people);
}

/* Di did not come, Cy gave up: neither earns anything there, and Di has not played. */
static void
who_is_out_by_a_ruling_earns_nothing(void **state)
{
	static const char *const names[] = {"Ana", "Bo", "Cy", "Di", NULL};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GPtrArray *people = people_named(names), *rows;
	GArray *seats = seats_of(1, 1, (int64_t[]){1, 2, 3, 4}, 4);
	struct played *one;

	(void)state;
	play(played, 1, 1, 4, (int[]){5, 4, 30, 0});
	one = &g_array_index(played, struct played, 0);
	one->out[2] = one->out[3] = one->absent[3] = true;
	memcpy(one->place, (unsigned[]){1, 2, 3, 3}, sizeof(unsigned[4]));
	expect(played, people, seats, &scheme_usual, 0, "1 Ana 4/1, 2 Bo 2/0, 3 Cy 0/0, 3 Di 0/0");
	expect(played, people, seats, &(struct scheme){.usual.by = BY_TOTAL}, 0,
		"1 Ana 5/1, 2 Bo 4/0, 3 Cy 0/0, 3 Di 0/0");
	rows = standings_make(&(struct standings_of){played, people, seats, &scheme_usual, 0, 1}, 0);
	assert_int_equal(((struct standing *)rows->pdata[2])->played, 1);
	assert_int_equal(((struct standing *)rows->pdata[3])->played, 0);
	assert_false(((struct standing *)rows->pdata[3])->rounds[0].played);
	g_ptr_array_unref(rows);
	/* Where fewer points win to be out is never worth more than to lose. */
	one->fewer = true;
	expect(played, people, seats, &(struct scheme){.usual.by = BY_TOTAL}, 0,
		"1 Bo -4/0, 2 Ana -5/1, 3 Cy -30/0, 3 Di -30/0");
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
}

/* Four at tables of two over three rounds, all with six points: Ana beat Bo, Bo beat Cy and Di, Cy beat Ana, and so on.
 */
static void
ties_are_broken_in_the_order_that_was_chosen(void **state)
{
	static const char *const names[] = {"Ana", "Bo", "Cy", "Di", NULL};
	static const int64_t pairs[3][4] = {{1, 2, 3, 4}, {1, 3, 2, 4}, {1, 4, 2, 3}};
	static const int totals[3][4] = {{9, 1, 8, 2}, {1, 5, 6, 6}, {4, 4, 3, 1}};
	static const struct {
		struct ties ties;
		const char *line, *says;
	} tries[] = {
		{{0}, "1 Ana 4/2, 1 Bo 4/2, 1 Cy 4/2, 1 Di 4/2", "Ties are shared."},
		{{1, {TIE_TOTAL}}, "1 Ana 4/2, 1 Cy 4/2, 3 Di 4/2, 4 Bo 4/2",
			"Ties go by points scored in the games, then are shared."},
		{{2, {TIE_TOTAL, TIE_MET}}, "1 Cy 4/2, 2 Ana 4/2, 3 Di 4/2, 4 Bo 4/2",
			"Ties go by points scored in the games, then head to head, then are shared."},
		{{1, {TIE_LAST}}, "1 Ana 4/2, 1 Bo 4/2, 1 Di 4/2, 4 Cy 4/2",
			"Ties go by the last round, then are shared."},
	};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	GPtrArray *people = people_named(names);

	(void)state;
	for (unsigned round = 1; round <= 3; round++)
		for (unsigned table = 1; table <= 2; table++) {
			GArray *two = seats_of(round, table, &pairs[round - 1][2 * (table - 1)], 2);

			g_array_append_vals(seats, two->data, two->len);
			g_array_unref(two);
			play(played, round, table, 2, &totals[round - 1][2 * (table - 1)]);
		}
	for (size_t i = 0; i < G_N_ELEMENTS(tries); i++) {
		/* Two points for a table won, shared or not, and none otherwise. */
		const struct scheme scheme = {.usual.size[0] = {1, {200}}, .ties = tries[i].ties};
		char says[MESSAGE_TEXT];
		struct message ties;

		expect(played, people, seats, &scheme, 0, tries[i].line);
		ties_say(&scheme.ties, &ties);
		message_write(&ties, &audience_public, says, sizeof says);
		assert_string_equal(says, tries[i].says);
	}
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
}

/* The one who met stronger opponents is ahead. */
static void
points_of_everybody_met_are_added_up(void **state)
{
	static const char *const names[] = {"Ana", "Bo", "Cy", "Di", NULL};
	const struct scheme scheme = {.usual.size[0] = {1, {200}}, .ties = {1, {TIE_OPPONENTS}}};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GPtrArray *people = people_named(names), *rows;
	GArray *seats = seats_of(1, 1, (int64_t[]){1, 2}, 2), *more = seats_of(1, 2, (int64_t[]){3, 4}, 2),
	       *last = seats_of(2, 1, (int64_t[]){3, 1}, 2);

	(void)state;
	g_array_append_vals(seats, more->data, more->len);
	g_array_append_vals(seats, last->data, last->len);
	play(played, 1, 1, 2, (int[]){3, 1});
	play(played, 1, 2, 2, (int[]){3, 1});
	play(played, 2, 1, 2, (int[]){3, 1});
	/* Bo met Ana with two points, Di met Cy with four. */
	expect(played, people, seats, &scheme, 0, "1 Cy 4/2, 2 Ana 2/1, 3 Di 0/0, 4 Bo 0/0");
	rows = standings_make(&(struct standings_of){played, people, seats, &scheme, 0, 2}, 0);
	assert_int_equal(((struct standing *)rows->pdata[2])->tie[TIE_OPPONENTS], 4 * POINT);
	assert_int_equal(((struct standing *)rows->pdata[3])->tie[TIE_OPPONENTS], 2 * POINT);
	g_ptr_array_unref(rows);
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
	g_array_unref(more);
	g_array_unref(last);
}

static void
an_entry_is_read_and_fewer_points_win_for_two_at_chip_it(void **state)
{
	char game[] = "chipit",
	     score[] = "{\"game\":\"chipit\",\"players\":[{\"name\":\"Ana\",\"total\":9,"
		       "\"place\":2},{\"total\":3,\"place\":1}],\"winners\":[1]}";
	struct entry entry = {.round = 2, .table = 5, .play = "", .game = game, .result = "", .score = score};
	struct played played;

	(void)state;
	assert_true(played_read(&entry, &played));
	assert_int_equal(played.players, 2);
	assert_true(played.fewer);
	assert_int_equal(played.place[1], 1);
	assert_string_equal(played.name[0], "Ana");
	assert_string_equal(played.name[1], "");
	score[0] = '\0';
	assert_false(played_read(&entry, &played));
}

static void
who_left_without_playing_is_not_listed(void **state)
{
	static const char *const names[] = {"Ana", "Bo", NULL};
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GPtrArray *people = people_named(names);
	GArray *seats = seats_of(1, 1, (int64_t[]){1, 2}, 2);

	(void)state;
	((struct person *)g_ptr_array_index(people, 1))->gone = true;
	expect(played, people, seats, &scheme_usual, 0, "1 Ana 0/0");
	play(played, 1, 1, 2, (int[]){5, 6});
	expect(played, people, seats, &scheme_usual, 0, "1 Bo 4/1, 2 Ana 2/0");
	g_array_unref(played);
	g_ptr_array_unref(people);
	g_array_unref(seats);
}

/* As a register has them, in any country and on any machine. */
static void
names_stand_by_their_letters(void **state)
{
	static const char *const names[] = {"Åke", "Albert", "anna", "Ärmel", "Bo", "D'Arcy", "Darcy Z", "Émile",
		"Emma", "Łukasz", "Lund", "Møller", "Muller", "Müller", "Östergaard", "Zoë"};

	(void)state;
	for (size_t i = 0; i < LENGTH(names); i++)
		for (size_t k = 0; k < LENGTH(names); k++)
			assert_int_equal(
				(names_compare(names[i], names[k]) > 0) - (names_compare(names[i], names[k]) < 0),
				(i > k) - (i < k));
}

static const struct list {
	const char *text;
	const char *people; /* "name|club, ..." or the sentence */
} lists[] = {
	{"Ana,North\nBo,South\n", "Ana|North, Bo|South"},
	{"\xef\xbb\xbfName;Club\r\nAna;North\r\n\r\nBo;\r\n", "Ana|North, Bo|"},
	{"club\tname\nNorth\tAna\n", "Ana|North"},
	{"Ana", "Ana|"},
	{"\"Ana, the first\",\"The \"\"North\"\"\"\n", "Ana, the first|The \"North\""},
	{"  Ana \t  Maria ,x\n", "Ana Maria|x"},
	{"name,club\n", "the list has nobody on it: one person per line, \"name,club\""},
	{"", "the list is empty: it has one person per line, \"name,club\""},
	{" \n;;\n", "the list is empty: it has one person per line, \"name,club\""},
	{"Verein;Nachname;Vorname\nNord;M\xfcller;J\xf6rg\n", "Jörg Müller|Nord"},
	{"Name;Vorname\nMüller;Jörg\n", "Jörg Müller|"},
	{"First name,Last name,Paid,Club\nAna,Lee,yes,North\n", "Ana Lee|North"},
	{"PK\x03\x04\x14",
		"this is not a list of people but a file of another kind: save it as CSV in the spreadsheet, "
		"and choose that file"},
	{"Ana\n,North\n", "line 2 of the list: a name is 1 to 80 printable characters"},
	{"Ana\n\"Bo\nCy\n", "line 2 of the list has a quote that is never closed"},
	{"\"A\nb\"\nC\x01\n", "line 3 of the list: a name is 1 to 80 printable characters"},
	{"An\xe9\n", "Ané|"},
	{"An\xe9 \x80\x93\n", "Ané €“|"},
	/* All who are on it more than once, with their lines, in whatever spelling. */
	{"name,club\nAna,North\nBo,\n\nana,NORTH\nCy,\nBO,\nStraßer,\nbo,\nSTRASSER,\nSTRAẞER,\nE\u0301va,\n\u00C9va,\n",
		"Ana appears twice (lines 2 and 5), Bo appears 3 times (lines 3, 7 and 9), Straßer appears 3 times (lines 8, "
		"10 and 11), E\u0301va appears twice (lines 12 and 13): please make the names different, or give each a club "
		"of their own"},
	/* People of one name have their clubs after it; an own name stays as it is. */
	{"Ana Lee,North\nBo,North\nana lee,South\nAna Lee,\n",
		"Ana Lee (North)|North, Bo|North, ana lee (South)|South, Ana Lee|"},
	{"A,0123456789012345678901234567890123456789012345678901234567890123456789012345678\nA,South\n",
		"line 1 of the list: A has the same name as someone else, and the name is too long to add the club: please "
		"make the names different"},
	/* Somebody's name is another's with the club. */
	{"Ana,X\nAna,Y\n\"Ana (X)\",\n", "Ana (X) appears twice (lines 1 and 3): please make the names different"},
	{"Bo\nBo\nBo\nBo\n",
		"Bo appears 4 times (lines 1, 2, 3 and 4): please make the names different, or give each a "
		"club of their own"},
	{"An\xe9\x81\n",
		"this is not a list of people but a file of another kind: save it as CSV in the spreadsheet, "
		"and choose that file"},
};

static const char *
sentence_of(const struct problem *problem)
{
	static char sentence[MESSAGE_TEXT];

	problem_write(problem, &audience_public, sentence, sizeof sentence);
	return sentence;
}

static void
lists_of_people_are_read_or_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < LENGTH(lists); i++) {
		struct problem problem;
		GPtrArray *people = people_list_read(lists[i].text, strlen(lists[i].text), &problem);
		GString *line = g_string_new(people == NULL ? sentence_of(&problem) : NULL);

		for (unsigned k = 0; people != NULL && k < people->len; k++) {
			const struct person *person = g_ptr_array_index(people, k);

			g_string_append_printf(line, "%s%s|%s", k == 0 ? "" : ", ", person->name, person->club);
		}
		assert_string_equal(line->str, lists[i].people);
		g_string_free(line, TRUE);
		if (people != NULL)
			g_ptr_array_unref(people);
	}
}

/* Thousands of equal lines make a short sentence. */
static void
many_equal_lines_are_not_all_listed(void **state)
{
	GString *text = g_string_new("name\n");
	struct problem problem;

	(void)state;
	for (unsigned i = 0; i < 3000; i++)
		g_string_append(text, "Ana\n");
	assert_null(people_list_read(text->str, text->len, &problem));
	assert_string_equal(sentence_of(&problem),
		"Ana appears 3000 times (lines 2, 3, 4 and 2997 more): please make the names different, or "
		"give each a club of their own");
	g_string_free(text, TRUE);
}

/* A long cell is cut, and what is left of it is valid text, on whichever byte the cut falls. */
static void
a_cell_is_never_cut_inside_a_character(void **state)
{
	(void)state;
	for (unsigned before = 4090; before < 4100; before++) {
		GString *text = g_string_new("\"");
		struct people_list list;
		GPtrArray *rows, *cells;
		struct problem problem;

		for (unsigned i = 0; i < before; i++)
			g_string_append_c(text, 'a');
		g_string_append(text, "\U0001F600\U0001F600\",club\nAna,North\n");
		assert_true(people_list_init(&list, text->str, text->len, &problem));
		rows = people_list_sample(&list, 2);
		cells = g_ptr_array_index(rows, 0);
		assert_int_equal(cells->len, 2);
		assert_true(g_utf8_validate(g_ptr_array_index(cells, 0), -1, NULL));
		assert_string_equal(g_ptr_array_index(cells, 1), "club");
		g_ptr_array_unref(rows);
		people_list_finish(&list);
		g_string_free(text, TRUE);
	}
}

static void
parts_of_a_name_find_it(void **state)
{
	static const struct {
		const char *name, *typed;
		bool found;
	} cases[] = {
		{"Anne-Marie Østergård", "marie", true},
		{"Anne-Marie Østergård", "ostergard anne", true},
		{"Anne-Marie Østergård", "ANNEMARIE", true},
		{"Anne-Marie Østergård", "anne lund", false},
		{"Jörg Großmann", "grossm", true},
		{"Jörg Großmann", "GROẞ jorg", true},
		{"山田太郎", "太郎", true},
		{"Ana", "-", false},
		{"Ana", "Anaa", false},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		char **words = names_words(cases[i].typed);

		assert_int_equal(names_match(cases[i].name, words), cases[i].found);
		g_strfreev(words);
	}
}

static void
cells_are_quoted_and_never_formulas(void **state)
{
	GString *out = g_string_new(NULL);

	(void)state;
	csv_cell(out, "");
	csv_cell(out, "a \"b\"");
	csv_number(out, -3);
	csv_cell(out, "=1+1");
	csv_end(out);
	csv_number(out, 4);
	csv_end(out);
	assert_string_equal(out->str, "\"\",\"a \"\"b\"\"\",-3,\"'=1+1\"\r\n4\r\n");
	g_string_free(out, TRUE);
}

static void
a_list_of_ours_brings_back_every_name(void **state)
{
	static const char *const names[] = {"-x", "'-x", "''-x", "'x", "+49", "O'Neil", "=a",
		"-2345678901234567890123456789012345678901234567890123456789012345678901234567890"};
	GString *list = g_string_new("name,club\r\n");
	GPtrArray *people;
	struct problem problem;

	(void)state;
	for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
		csv_cell(list, names[i]);
		csv_cell(list, names[i]);
		csv_end(list);
	}
	people = people_list_read(list->str, list->len, &problem);
	assert_non_null(people);
	assert_int_equal(people->len, G_N_ELEMENTS(names));
	for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
		const struct person *person = g_ptr_array_index(people, i);

		assert_string_equal(person->name, names[i]);
		assert_string_equal(person->club, names[i]);
	}
	g_ptr_array_unref(people);
	g_string_free(list, TRUE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_earn_points_and_wins_break_ties),
		cmocka_unit_test(who_is_out_by_a_ruling_earns_nothing),
		cmocka_unit_test(ties_are_broken_in_the_order_that_was_chosen),
		cmocka_unit_test(points_of_everybody_met_are_added_up),
		cmocka_unit_test(several_plays_of_a_table_make_one_placing),
		cmocka_unit_test(who_sits_nowhere_is_found_by_name),
		cmocka_unit_test(an_entry_is_read_and_fewer_points_win_for_two_at_chip_it),
		cmocka_unit_test(who_left_without_playing_is_not_listed),
		cmocka_unit_test(names_stand_by_their_letters),
		cmocka_unit_test(lists_of_people_are_read_or_refused),
		cmocka_unit_test(many_equal_lines_are_not_all_listed),
		cmocka_unit_test(a_cell_is_never_cut_inside_a_character),
		cmocka_unit_test(parts_of_a_name_find_it),
		cmocka_unit_test(cells_are_quoted_and_never_formulas),
		cmocka_unit_test(a_list_of_ours_brings_back_every_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
