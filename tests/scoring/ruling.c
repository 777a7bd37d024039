/* SPDX-License-Identifier: MIT
 * Rulings: the rest of the game is scored as it was played, and anyone who scores
 * the result again comes to the same. */
#include <string.h>

#include "scoring/coupons.h"
#include "tests/scoring/asked.h"
#include "tests/tools.h"

#define CHIPIT "'game':'chipit','games':[[0,1,2],[0,1,2],[0,2,1]]"
#define NAMES  "'players':[{'name':'Ana'},{'name':'Bo'},{'name':'Cy'}]"

static void
ask_quoted(const char *text)
{
	json_t *json = json_quoted("%s", text);

	ask_json(json);
	json_decref(json);
}

static void
assert_says(const char *words)
{
	json_t *answer = asked_json();
	const char *says = json_string_value(json_object_get(answer, "ruling"));

	assert_non_null(says);
	assert_string_equal(says, words);
	json_decref(answer);
}

static void
who_gave_up_is_last_and_the_others_move_up(void **state)
{
	json_t *answer;

	(void)state;
	ask_quoted("{" CHIPIT "," NAMES "}");
	assert_places((unsigned[]){1, 2, 3}, 3);
	ask_quoted("{" CHIPIT "," NAMES ",'ruling':{'kind':'forfeit','players':[0]}}");
	assert_scored();
	assert_totals((int[]){12, 5, 4}, 3);
	assert_places((unsigned[]){3, 1, 2}, 3);
	assert_says("Ana gave the game up and took the last place.");
	answer = asked_json();
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(json_object_get(answer, "players"), 0), "out")),
		"forfeit");
	assert_null(json_object_get(json_array_get(json_object_get(answer, "players"), 1), "out"));
	assert_int_equal(json_integer_value(json_array_get(json_object_get(answer, "winners"), 0)), 1);
	json_decref(answer);
	assert_reads_back();
}

static void
game_that_was_not_played_has_a_score(void **state)
{
	(void)state;
	ask_quoted(
		"{'game':'chipit'," NAMES ",'ruling':{'kind':'no-show','players':[1,2],'unplayed':true,'points':4}}");
	assert_scored();
	assert_totals((int[]){4, 0, 0}, 3);
	assert_places((unsigned[]){1, 2, 2}, 3);
	assert_says("Bo and Cy did not come and took the last place; no game was played.");
	assert_reads_back();
	/* Nobody came: nobody has won. */
	ask_quoted("{'game':'chipit'," NAMES ",'ruling':{'kind':'dropped','players':[0,1,2],'unplayed':true}}");
	assert_places((unsigned[]){2, 2, 2}, 3);
	assert_says("Ana, Bo and Cy left the event and took the last place; no game was played.");
	assert_reads_back();
}

static void
who_came_late_loses_points(void **state)
{
	(void)state;
	ask_quoted("{" CHIPIT "," NAMES ",'ruling':{'kind':'late','players':[0],'points':8}}");
	assert_totals((int[]){4, 5, 4}, 3);
	/* Level on points, as the game itself had it. */
	assert_places((unsigned[]){2, 1, 3}, 3);
	assert_says("Ana came late: 8 points of penalty.");
	assert_reads_back();
	/* Fewer points win: a penalty is more of them. */
	ask_quoted("{'game':'chipit','players':[{'name':'Ana'},{'name':'Bo'}],'games':["
		   "{'loser':1,'chips':0,'cards':1},{'loser':1,'chips':0,'cards':1},"
		   "{'loser':1,'chips':0,'cards':1},{'loser':1,'chips':0,'cards':1}],"
		   "'ruling':{'kind':'late','players':[0],'points':20}}");
	assert_totals((int[]){20, 12}, 2);
	assert_places((unsigned[]){2, 1}, 2);
	assert_reads_back();
	ask_quoted("{" CHIPIT "," NAMES ",'ruling':{'kind':'late','players':[2]}}");
	assert_totals((int[]){12, 5, 4}, 3);
	assert_says("Cy came late.");
}

static void
what_makes_no_sense_is_refused(void **state)
{
	static const struct {
		const char *ruling, *id;
	} tries[] = {
		{"7", "ruling-not-object"},
		{"{}", "ruling-kind-unknown"},
		{"{'kind':'rain','players':[0]}", "ruling-kind-unknown"},
		{"{'kind':'forfeit'}", "member-missing"},
		{"{'kind':'forfeit','players':[]}", "ruling-players-missing"},
		{"{'kind':'forfeit','players':[3]}", "number-bad"},
		{"{'kind':'forfeit','players':[0],'points':3}", "ruling-points-unwanted"},
		{"{'kind':'late','players':[0],'points':-1}", "ruling-points"},
		{"{'kind':'late','players':[0],'unplayed':true}", "ruling-needs-game"},
		{"{'kind':'late','players':[0],'unplayed':1}", "flag-bad"},
		{"{'kind':'no-show','players':[0],'unplayed':true}", "member-unknown"},
		{"{'kind':'lost'}", "ruling-lost-nothing"},
		{"{'kind':'lost','players':[0]}", "ruling-players-unwanted"},
		{"{'kind':'late','players':[0],'who':1}", "member-unknown"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		json_t *json = json_quoted("{" CHIPIT "," NAMES ",'ruling':%s}", tries[i].ruling);

		ask_json(json);
		assert_refused(STATUS_BAD_RESULT, tries[i].id);
		json_decref(json);
	}
}

/* Two sheets; Ana has A and Bo has B, but for what `lost` names. Each grill is its own discard. */
static json_t *
coupons(const struct coupons_layout *layout, const char *code, const char *lost)
{
	json_t *result = json_quoted("{'game':'coupons','code':'%s','players':["
				     "{'name':'Ana','coupons':[],'discarded':[]},"
				     "{'name':'Bo','coupons':[],'discarded':[]}]}",
		code);

	for (unsigned i = 0; i < 2 * COUPONS_A_SHEET; i++) {
		unsigned sheet = i / COUPONS_A_SHEET, index = i % COUPONS_A_SHEET;
		bool grill = layout->coupon[sheet][index].kind == COUPON_GRILL;
		json_t *player = json_array_get(json_object_get(result, "players"), sheet);
		char id[4];

		coupon_id(sheet, index, id);
		if (strcmp(id, lost) != 0)
			json_array_append_new(
				json_object_get(player, grill ? "discarded" : "coupons"), json_string(id));
	}
	return result;
}

static void
lost_coupon_is_nobodys(void **state)
{
	const struct code code = {
		.game = game_coupons.number, .version = game_coupons.version, .seed = 5, .players = 2};
	struct coupons_layout layout;
	char text[CODE_TEXT];

	(void)state;
	code_write(&code, NULL, text);
	game_coupons.build(&layout, &code);
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		json_t *result, *written;
		char id[4];

		coupon_id(1, i, id);
		result = coupons(&layout, text, id);
		ask_json(result);
		assert_refused(STATUS_BAD_RESULT, "coupons-missing");
		/* Players cannot say so themselves, ... */
		json_object_set_new(result, "lost", json_pack("[s]", id));
		ask_json(result);
		assert_refused(STATUS_BAD_RESULT, "lost-without-ruling");
		json_object_set_new(result, "ruling", json_pack("{s:s}", "kind", "lost"));
		ask_json(result);
		assert_scored();
		assert_says("1 piece was lost and is unassigned.");
		written = asked_result();
		assert_string_equal(json_string_value(json_array_get(json_object_get(written, "lost"), 0)), id);
		json_decref(written);
		assert_reads_back();
		/* ... and what is lost is not somebody's, too. */
		json_array_append_new(json_object_get(json_array_get(json_object_get(result, "players"), 0), "coupons"),
			json_string(id));
		ask_json(result);
		assert_refused(STATUS_BAD_RESULT, "claimed-twice");
		json_decref(result);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_gave_up_is_last_and_the_others_move_up),
		cmocka_unit_test(game_that_was_not_played_has_a_score),
		cmocka_unit_test(who_came_late_loses_points),
		cmocka_unit_test(what_makes_no_sense_is_refused),
		cmocka_unit_test(lost_coupon_is_nobodys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
