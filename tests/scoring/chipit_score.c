/* SPDX-License-Identifier: MIT
 * Chip It scored and refused: tournaments, single games, the game for two. */
#include "scoring/chipit.h"

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

/* This many players with the names P0, P1, ..., and these games. */
static void
ask_games(unsigned players, const char *games)
{
	json_t *json = json_quoted("{'game':'chipit','players':[],'games':%s}", games);

	for (unsigned i = 0; i < players; i++)
		json_array_append_new(json_object_get(json, "players"), json_quoted("{'name':'P%u'}", i));
	ask_json(json);
	json_decref(json);
}

static void
finishing_orders_bring_points(void **state)
{
	static const struct {
		unsigned players;
		const char *games;
		int totals[6];
		unsigned places[6];
	} cases[] = {
		{3, "[[1,0,2],[0,1,2],[2,0,1]]", {8, 7, 6}, {1, 2, 3}},
		{3, "[[0,1,2],[1,2,0],[2,0,1]]", {7, 7, 7}, {1, 1, 1}},
		{4, "[[0,1,2,3],[0,1,2,3],[0,1,2,3],[0,1,2,3]]", {16, 8, 4, 0}, {1, 2, 3, 4}},
		{4, "[[0,1,2,3],[1,0,2,3],[0,1,3,2],[1,0,3,2]]", {12, 12, 2, 2}, {1, 1, 3, 3}},
		{5, "[[4,3,2,1,0],[4,3,2,1,0],[4,3,2,1,0],[4,3,2,1,0],[4,3,2,1,0]]", {0, 0, 5, 10, 20},
			{4, 4, 3, 2, 1}},
		{6,
			"[[0,1,2,3,4,5],[0,1,2,3,4,5],[0,1,2,3,4,5],[3,4,5,0,1,2],[3,4,5,0,1,2],[3,"
			"4,5,0,1,2]]",
			{12, 6, 3, 12, 6, 3}, {1, 3, 5, 1, 3, 5}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		ask_games(cases[i].players, cases[i].games);
		assert_totals(cases[i].totals, cases[i].players);
		assert_places(cases[i].places, cases[i].players);
		assert_reads_back();
	}
}

static void
a_single_game_is_won_by_its_first(void **state)
{
	(void)state;
	ask_games(3, "[[1,0,2]]");
	assert_places((const unsigned[]){2, 1, 3}, 3);
	ask_games(6, "[[5,4,3,2,1,0]]");
	assert_places((const unsigned[]){6, 5, 4, 3, 2, 1}, 6);
	assert_reads_back();
}

static void
for_two_the_fewer_points_win(void **state)
{
	static const struct {
		const char *games;
		int totals[2];
		unsigned places[2];
	} cases[] = {
		{"[{'loser':0,'chips':2,'cards':3},{'loser':1,'chips':0,'cards':1},"
		 "{'loser':1,'chips':5,'cards':0},{'loser':0,'chips':1,'cards':0}]",
			{12, 8}, {2, 1}},
		{"[{'loser':0,'chips':1,'cards':0},{'loser':0,'chips':1,'cards':0},"
		 "{'loser':0,'chips':1,'cards':0},{'loser':0,'chips':1,'cards':0}]",
			{4, 0}, {2, 1}},
		{"[{'loser':0,'chips':3,'cards':0},{'loser':1,'chips':0,'cards':1},"
		 "{'loser':0,'chips':0,'cards':1},{'loser':1,'chips':3,'cards':0}]",
			{6, 6}, {1, 1}},
		{"[{'loser':1,'chips':108,'cards':12},{'loser':1,'chips':0,'cards':12},"
		 "{'loser':0,'chips':10,'cards':0},{'loser':0,'chips':0,'cards':2}]",
			{16, 180}, {1, 2}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		ask_games(2, cases[i].games);
		assert_totals(cases[i].totals, 2);
		assert_places(cases[i].places, 2);
		assert_reads_back();
	}
}

#define LOST  "{'loser':0,'chips':2,'cards':3}"
#define THREE LOST "," LOST "," LOST

static void
what_is_wrong_is_named(void **state)
{
	static const struct {
		unsigned players;
		const char *games;
		enum status status;
		unsigned problems; /* 0: not counted */
		const char *words[3];
	} cases[] = {
		{3, "[[1,1,2],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 2,
			{"order-repeats P1", "order-misses P0", "order-misses 1"}},
		{3, "[[1,0,2],[0,1],[2,0,1]]", STATUS_BAD_RESULT, 1, {"order-misses P2", "order-misses 2"}},
		{3, "[[1,0,2],[0,1,2],[2,0,1,2]]", STATUS_BAD_RESULT, 1, {"order-repeats P2", "order-repeats 3"}},
		{3, "[[1,0,3],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 0, {"the-game", "number-bad 0"}},
		{3, "[[1,0,-1],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 0, {"the-game", "number-bad 0"}},
		{3, "[[1,0,1.5],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 0, {"the-game", "number-bad"}},
		{3, "[[1,0,'2'],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 0, {"the-game", "number-bad"}},
		{3, "[[],[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 3,
			{"order-misses P0", "order-misses P1", "order-misses P2"}},
		{3, "[5,[0,1,2],[2,0,1]]", STATUS_BAD_RESULT, 0, {"the-game"}},
		{3, "[[1,0,2],[0,1,2]]", STATUS_UNFINISHED, 1, {"games-missing 2", "games-missing"}},
		{3, "[[1,0,2],[0,1,2],[0,1,2],[0,1,2]]", STATUS_BAD_RESULT, 1, {"games-too-many", "4"}},
		{3, "[]", STATUS_UNFINISHED, 1, {"games-missing 0"}},
		{3, "[[1,1,1],[0,1]]", STATUS_BAD_RESULT, 5,
			{"order-repeats P1", "order-misses P2", "games-missing 2"}},
		{3, "[" THREE "]", STATUS_BAD_RESULT, 0, {"order-bad", "the-game"}},
		{2, "[" THREE "]", STATUS_UNFINISHED, 1, {"games-missing 3"}},
		{2, "[" LOST "]", STATUS_UNFINISHED, 1, {"games-missing 1"}},
		{2, "[" THREE "," LOST "," LOST "]", STATUS_BAD_RESULT, 1, {"games-too-many", "5"}},
		{2, "[[0,1],[1,0],[0,1],[1,0]]", STATUS_BAD_RESULT, 0, {"lost-not-object", "the-game"}},
		{2, "[" THREE ",{'loser':2,'chips':2,'cards':3}]", STATUS_BAD_RESULT, 1, {"the-game", "\"loser\""}},
		{2, "[" THREE ",{'chips':2,'cards':3}]", STATUS_BAD_RESULT, 1, {"the-game", "\"loser\""}},
		{2, "[" THREE ",{'loser':1,'cards':3}]", STATUS_BAD_RESULT, 1, {"the-game", "chips"}},
		{2, "[" THREE ",{'loser':1,'chips':1}]", STATUS_BAD_RESULT, 1, {"the-game", "cards"}},
		{2, "[" THREE ",{'loser':1,'chips':-1,'cards':3}]", STATUS_BAD_RESULT, 1, {"the-game", "chips"}},
		{2, "[" THREE ",{'loser':1,'chips':109,'cards':3}]", STATUS_BAD_RESULT, 1, {"chips", "108"}},
		{2, "[" THREE ",{'loser':1,'chips':0,'cards':61}]", STATUS_BAD_RESULT, 1, {"the-game", "cards"}},
		{2, "[" THREE ",{'loser':1,'chips':0,'cards':0}]", STATUS_BAD_RESULT, 1, {"P1", "loser-has-nothing 4"}},
		{2, "[" THREE ",{'loser':1,'chips':1,'cards':0,'hat':1}]", STATUS_BAD_RESULT, 1, {"the-game", "hat"}},
		{2, "[" THREE ",{'loser':7,'chips':-1,'cards':99}]", STATUS_BAD_RESULT, 3,
			{"\"loser\"", "chips", "cards"}},
		{1, "[[0]]", STATUS_BAD_RESULT, 1, {"chipit-players"}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		ask_games(cases[i].players, cases[i].games);
		for (int word = 0; word < 3 && cases[i].words[word] != NULL; word++)
			assert_refused(cases[i].status, cases[i].words[word]);
		if (cases[i].problems > 0)
			assert_int_equal(asked.problems.count, cases[i].problems);
	}
}

static void
the_pad_tells_how_many_play(void **state)
{
	char text[CODE_TEXT];
	json_t *json;

	(void)state;
	json = json_quoted("{'game':'chipit','code':'','players':[{},{},{}],'games':[[0,1,2]]}");
	for (unsigned seats = 2; seats <= 6; seats++) {
		sample_code(4, 9, seats, seats == 2, text);
		json_object_set_new(json, "code", json_string(text));
		ask_json(json);
		if (seats == 3) {
			assert_scored();
			continue;
		}
		assert_refused(STATUS_BAD_RESULT, "pad-players");
		assert_true(told("3"));
	}
	json_decref(json);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finishing_orders_bring_points),
		cmocka_unit_test(a_single_game_is_won_by_its_first),
		cmocka_unit_test(for_two_the_fewer_points_win),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(the_pad_tells_how_many_play),
	};

	return cmocka_run_group_tests_name("chipit_score", tests, NULL, NULL);
}
