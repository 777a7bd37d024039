/* SPDX-License-Identifier: MIT
 * Coupon Clipper refused: a sound result of two players, spoilt in one way
 * after another; the sentence names the coupon and the players. */
#include <stdio.h>
#include <string.h>

#include "scoring/coupons.h"
#include "tests/scoring/asked.h"
#include "tests/tools.h"

static struct coupons_layout layout;
static char code_text[CODE_TEXT];

/* The sound result: Ana has sheet A, Bo sheet B; each grill is its own discard. */
static json_t *
sound(void)
{
	json_t *result = json_quoted("{'game':'coupons','code':'%s','players':["
				     "{'name':'Ana','coupons':[],'discarded':[]},"
				     "{'name':'Bo','coupons':[],'discarded':[]}]}",
		code_text);

	for (unsigned i = 0; i < 2 * COUPONS_A_SHEET; i++) {
		unsigned sheet = i / COUPONS_A_SHEET, index = i % COUPONS_A_SHEET;
		bool grill = layout.coupon[sheet][index].kind == COUPON_GRILL;
		json_t *player = json_array_get(json_object_get(result, "players"), sheet);
		char id[4];

		coupon_id(sheet, index, id);
		json_array_append_new(json_object_get(player, grill ? "discarded" : "coupons"), json_string(id));
	}
	return result;
}

/* The id of the first coupon of a sheet with the kind, or of any other kind than that; NULL when
 * there is none. */
static const char *
find(unsigned sheet, enum coupon_kind kind, bool other)
{
	static char id[4];

	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		if ((layout.coupon[sheet][i].kind == kind) == other)
			continue;
		coupon_id(sheet, i, id);
		return id;
	}
	return NULL;
}

static json_t *
list_of(json_t *result, unsigned player, const char *name)
{
	return json_object_get(json_array_get(json_object_get(result, "players"), player), name);
}

static void
drop(json_t *list, const char *id)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (strcmp(json_string_value(json_array_get(list, i)), id) == 0) {
			json_array_remove(list, i);
			return;
		}
	}
	fail_msg("%s is not where it should be", id);
}

static void
add(json_t *list, const char *id)
{
	json_array_append_new(list, json_string(id));
}

/* Asks, and expects one problem that says all three. */
static void
assert_one_problem(json_t *result, const char *one, const char *two, const char *three)
{
	ask_json(result);
	json_decref(result);
	assert_refused(STATUS_BAD_RESULT, one);
	assert_true(told(two));
	assert_true(told(three));
	assert_int_equal(asked.problems.count, 1);
}

/* The first seed whose two sheets both have what the tests move about. */
static int
set_up(void **state)
{
	struct code code = {.game = 1, .version = 1, .players = 2};
	bool found = false;

	(void)state;
	while (!found) {
		code.seed++;
		game_coupons.build(&layout, &code);
		found = true;
		for (unsigned sheet = 0; sheet < 2; sheet++)
			found &= find(sheet, COUPON_GRILL, false) != NULL && find(sheet, COUPON_CHIPS, false) != NULL &&
				find(sheet, COUPON_COLESLAW, false) != NULL;
	}
	code_write(&code, NULL, code_text);
	return 0;
}

static void
the_sound_result_is_scored(void **state)
{
	json_t *result = sound();

	(void)state;
	ask_json(result);
	json_decref(result);
	assert_scored();
	assert_reads_back();
}

static void
a_missing_coupon_is_named(void **state)
{
	const char *id = find(1, COUPON_GRILL, true);
	json_t *result = sound();

	(void)state;
	drop(list_of(result, 1, "coupons"), id);
	assert_one_problem(result, id, "coupons-missing", "coupons-missing");
}

/* Whether the coupon is named among those that are missing. */
static bool
is_missing(const char *id)
{
	struct problem problem;

	for (size_t at = 0; problems_next(&asked.problems, &at, &problem);)
		if (problem_is(&problem, "coupons-missing"))
			return strstr(message_text(&problem.message, "coupons"), id) != NULL;
	return false;
}

static void
all_missing_coupons_are_named(void **state)
{
	json_t *result = sound();
	char id[4];

	(void)state;
	json_array_clear(list_of(result, 0, "coupons"));
	json_array_clear(list_of(result, 1, "coupons"));
	ask_json(result);
	json_decref(result);
	assert_refused(STATUS_BAD_RESULT, "coupons-missing");
	for (unsigned i = 0; i < 2 * COUPONS_A_SHEET; i++) {
		unsigned sheet = i / COUPONS_A_SHEET, index = i % COUPONS_A_SHEET;

		coupon_id(sheet, index, id);
		assert_int_equal(is_missing(id), layout.coupon[sheet][index].kind != COUPON_GRILL);
	}
}

static void
a_coupon_claimed_by_two_is_named_with_both(void **state)
{
	const char *id = find(0, COUPON_GRILL, true);
	json_t *result = sound();
	char words[60];

	(void)state;
	add(list_of(result, 1, "coupons"), id);
	snprintf(words, sizeof words, "%s is claimed by Ana and by Bo", id);
	assert_one_problem(result, "claimed-twice", "Ana", "Bo");
	/* The sentence that other people's scripts may know, word for word. */
	assert_string_equal(first_sentence(&asked.problems), words);
}

static void
a_coupon_listed_twice_is_named(void **state)
{
	const char *id = find(0, COUPON_GRILL, true);
	json_t *result = sound();

	(void)state;
	add(list_of(result, 0, "coupons"), id);
	assert_one_problem(result, id, "claimed-twice-by-one", "Ana");
}

static void
a_coupon_both_kept_and_discarded_is_named(void **state)
{
	const char *id = find(1, COUPON_GRILL, false);
	json_t *result = sound();
	char words[60];

	(void)state;
	add(list_of(result, 1, "coupons"), id);
	ask_json(result);
	json_decref(result);
	snprintf(words, sizeof words, "claimed-twice-by-one %s", id);
	assert_refused(STATUS_BAD_RESULT, words);
}

static void
an_unknown_coupon_is_named(void **state)
{
	static const char *const unknown[] = {
		"C01", "Z99", "A00", "A25", "B99", "E24", "a01", "A1", "A001", "", "01A", "A 1", "AA1"};
	enum { OF_NO_SHEET = 6 }; /* at the start: they are called as coupons are */

	(void)state;
	for (size_t i = 0; i < LENGTH(unknown); i++) {
		json_t *result = sound();

		add(list_of(result, 1, "coupons"), unknown[i]);
		assert_one_problem(result, unknown[i], "Bo", i < OF_NO_SHEET ? "coupon-of-no-sheet" : "coupon-bad");
		result = sound();
		add(list_of(result, 0, "discarded"), unknown[i]);
		assert_one_problem(result, unknown[i], "Ana", i < OF_NO_SHEET ? "coupon-of-no-sheet" : "coupon-bad");
	}
}

static void
a_grill_without_a_discard_is_refused(void **state)
{
	const char *grill = find(0, COUPON_GRILL, false);
	json_t *result = sound();

	(void)state;
	drop(list_of(result, 0, "discarded"), grill);
	add(list_of(result, 0, "coupons"), grill);
	assert_one_problem(result, "Ana", "grills", "discards-of-player");
}

static void
a_discard_without_a_grill_is_refused(void **state)
{
	const char *id = find(1, COUPON_CHIPS, false);
	json_t *result = sound();

	(void)state;
	drop(list_of(result, 1, "coupons"), id);
	add(list_of(result, 1, "discarded"), id);
	assert_one_problem(result, "Bo", "grills", "discards-of-player");
}

/* The right number over the game is not enough: each player discards for their own grills. */
static void
another_player_cannot_discard_for_a_grill(void **state)
{
	const char *grill = find(0, COUPON_GRILL, false), *id;
	json_t *result = sound();

	(void)state;
	drop(list_of(result, 0, "discarded"), grill);
	add(list_of(result, 0, "coupons"), grill);
	id = find(1, COUPON_CHIPS, false);
	drop(list_of(result, 1, "coupons"), id);
	add(list_of(result, 1, "discarded"), id);
	ask_json(result);
	json_decref(result);
	assert_refused(STATUS_BAD_RESULT, "discards-of-player Ana");
	assert_true(told("discards-of-player Bo"));
	assert_int_equal(asked.problems.count, 2);
}

static void
coleslaw_cannot_be_discarded(void **state)
{
	const char *grill = find(0, COUPON_GRILL, false), *slaw;
	json_t *result = sound();

	(void)state;
	drop(list_of(result, 0, "discarded"), grill);
	add(list_of(result, 0, "coupons"), grill);
	slaw = find(0, COUPON_COLESLAW, false);
	drop(list_of(result, 0, "coupons"), slaw);
	add(list_of(result, 0, "discarded"), slaw);
	assert_one_problem(result, slaw, "coleslaw-discarded", "Ana");
}

/* Moves everything discarded to the pooled pile. */
static json_t *
pool(json_t *result)
{
	json_t *pile = json_array();

	for (unsigned player = 0; player < 2; player++) {
		json_array_extend(pile, list_of(result, player, "discarded"));
		json_array_clear(list_of(result, player, "discarded"));
	}
	json_object_set_new(result, "discarded", pile);
	return pile;
}

static void
pooled_discards_are_as_many_as_grills(void **state)
{
	const char *id;
	json_t *result = sound();

	(void)state;
	pool(result);
	ask_json(result);
	json_decref(result);
	assert_scored();
	assert_reads_back();

	result = sound();
	id = find(0, COUPON_CHIPS, false);
	add(pool(result), id);
	drop(list_of(result, 0, "coupons"), id);
	assert_one_problem(result, "grills-collected", "coupons-discarded", "discards");

	result = sound();
	id = find(0, COUPON_GRILL, false);
	drop(pool(result), id);
	add(list_of(result, 0, "coupons"), id);
	assert_one_problem(result, "grills-collected", "coupons-discarded", "discards");

	result = sound();
	id = find(0, COUPON_CHIPS, false);
	add(pool(result), id);
	assert_one_problem(result, id, "Ana", "claimed-twice");
}

static void
pooled_coleslaw_is_refused(void **state)
{
	const char *id = find(0, COUPON_GRILL, false);
	json_t *result = sound(), *pile = pool(result);

	(void)state;
	drop(pile, id);
	add(list_of(result, 0, "coupons"), id);
	id = find(0, COUPON_COLESLAW, false);
	add(pile, id);
	drop(list_of(result, 0, "coupons"), id);
	assert_one_problem(result, id, "coleslaw-discarded", "coleslaw-discarded");
}

static void
the_sheets_tell_how_many_play(void **state)
{
	json_t *result = sound();

	(void)state;
	json_array_append_new(json_object_get(result, "players"), json_quoted("{'coupons':[]}"));
	assert_one_problem(result, "coupons-players", "3", "2");
	result = sound();
	json_array_remove(json_object_get(result, "players"), 1);
	assert_one_problem(result, "coupons-players", "1", "2");
}

static void
every_problem_is_named(void **state)
{
	json_t *result = sound();
	const char *twice = "A01", *missing = "B01", *slaw;

	(void)state;
	slaw = find(1, COUPON_COLESLAW, false);
	add(list_of(result, 1, "coupons"), twice);
	drop(list_of(result, 1, "coupons"), slaw);
	add(list_of(result, 1, "discarded"), slaw);
	add(list_of(result, 0, "coupons"), "Q77");
	json_array_append_new(list_of(result, 0, "coupons"), json_integer(7));
	json_object_set_new(result, "colour", json_string("red"));
	json_object_set_new(result, "rules", json_quoted("{'burger_pair':6,'moon':1}"));
	if (strcmp(slaw, missing) == 0)
		missing = "B02";
	drop(list_of(result, 1, "coupons"), missing);
	ask_json(result);
	json_decref(result);
	assert_refused(STATUS_BAD_RESULT, "claimed-twice A01");
	assert_true(is_missing(missing));
	assert_true(told("coleslaw-discarded"));
	assert_true(told("Q77"));
	assert_true(told("coupon-not-string"));
	assert_true(told("colour"));
	assert_true(told("burger_pair"));
	assert_true(told("moon"));
	assert_true(told("discards-of-player Bo"));
}

static void
a_flood_of_claims_is_refused(void **state)
{
	json_t *result = sound();

	(void)state;
	for (int i = 0; i < 1000; i++)
		add(list_of(result, 0, "coupons"), "A01");
	ask_json(result);
	json_decref(result);
	assert_refused(STATUS_BAD_RESULT, "Ana");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sound_result_is_scored),
		cmocka_unit_test(a_missing_coupon_is_named),
		cmocka_unit_test(all_missing_coupons_are_named),
		cmocka_unit_test(a_coupon_claimed_by_two_is_named_with_both),
		cmocka_unit_test(a_coupon_listed_twice_is_named),
		cmocka_unit_test(a_coupon_both_kept_and_discarded_is_named),
		cmocka_unit_test(an_unknown_coupon_is_named),
		cmocka_unit_test(a_grill_without_a_discard_is_refused),
		cmocka_unit_test(a_discard_without_a_grill_is_refused),
		cmocka_unit_test(another_player_cannot_discard_for_a_grill),
		cmocka_unit_test(coleslaw_cannot_be_discarded),
		cmocka_unit_test(pooled_discards_are_as_many_as_grills),
		cmocka_unit_test(pooled_coleslaw_is_refused),
		cmocka_unit_test(the_sheets_tell_how_many_play),
		cmocka_unit_test(every_problem_is_named),
		cmocka_unit_test(a_flood_of_claims_is_refused),
	};

	return cmocka_run_group_tests_name("coupons_refused", tests, set_up, NULL);
}
