/* SPDX-License-Identifier: MIT
 * The paperclip game scored and refused: symbols, wilds, clips on a real card,
 * bids and ranks. */
#include "scoring/clips.h"

#include <stdio.h>
#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/scoring/slow.h"
#include "tests/tools.h"

/* Captured symbols and their worth, under all four combinations of the house rules. */
static void
symbols_are_worth_what_the_rules_say(void **state)
{
	static const struct {
		uint8_t count[CLIPS_SYMBOLS];
		int total, bonus, from_one; /* by default, poop_set bonus, ladder_from 1 */
	} cases[] = {
		{{[CLIPS_ONE] = 3}, 3, 3, 3},
		{{[CLIPS_EMERALD] = 2}, 4, 4, 4},
		{{[CLIPS_POOP] = 1}, -1, -1, -1},
		{{[CLIPS_POOP] = 3}, -3, -3, -3},
		{{[CLIPS_POOP] = 4}, 7, 3, 7},
		{{[CLIPS_POOP] = 6}, 7, 1, 7},
		{{[CLIPS_LADDER] = 1}, 1, 1, 0},
		{{[CLIPS_LADDER] = 2}, 3, 3, 1},
		{{[CLIPS_LADDER] = 3}, 6, 6, 3},
		{{[CLIPS_LADDER] = 4}, 9, 9, 6},
		{{[CLIPS_LADDER] = 5}, 12, 12, 9},
		{{[CLIPS_LADDER] = 6}, 15, 15, 12},
		{{[CLIPS_LADDER] = 7}, 15, 15, 15},
		{{[CLIPS_LADDER] = 9}, 15, 15, 15},
		{{[CLIPS_BOMB] = 2}, -6, -6, -6},
		{{[CLIPS_STAR] = 2}, 0, 0, 0},
		{{[CLIPS_BOMB] = 3, [CLIPS_STAR] = 1}, -4, -4, -4},
		{{[CLIPS_BOMB] = 2, [CLIPS_STAR] = 3}, 4, 4, 4},
		{{[CLIPS_WILD] = 1}, 0, 0, 0},
		{{[CLIPS_WILD] = 2}, 2, 2, 2},
		{{[CLIPS_WILD] = 3}, 2, 2, 2},
		{{[CLIPS_WILD] = 2, [CLIPS_BOMB] = 1}, 2, 2, 2},   /* a star: -3 becomes +2 */
		{{[CLIPS_WILD] = 2, [CLIPS_POOP] = 3}, 7, 3, 7},   /* the fourth poop */
		{{[CLIPS_WILD] = 2, [CLIPS_LADDER] = 3}, 9, 9, 6}, /* one rung more */
		{{[CLIPS_WILD] = 4, [CLIPS_LADDER] = 1, [CLIPS_BOMB] = 1}, 5, 5, 4},
		{{[CLIPS_WILD] = 4, [CLIPS_POOP] = 2}, 7, 3, 7},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct clips_worth worth;

		clips_value(cases[i].count, 0, (const uint8_t[]){0, 0}, &worth);
		assert_int_equal(worth.total, cases[i].total);
		clips_value(cases[i].count, 0, (const uint8_t[]){1, 0}, &worth);
		assert_int_equal(worth.total, cases[i].bonus);
		clips_value(cases[i].count, 0, (const uint8_t[]){0, 1}, &worth);
		assert_int_equal(worth.total, cases[i].from_one);
		clips_value(cases[i].count, 7, (const uint8_t[]){0, 0}, &worth);
		assert_int_equal(worth.total, cases[i].total + 7);
	}
}

/* All captures of a range against trying every symbol for every two wilds. */
static void
wilds_make_the_best_of_all_choices(void **state)
{
	(void)state;
	for (int mix = 0; mix < 7 * 8 * 5 * 5 * 8; mix++) {
		const int count[CLIPS_SYMBOLS] = {
			[CLIPS_ONE] = mix % 2,
			[CLIPS_EMERALD] = mix % 3,
			[CLIPS_POOP] = mix % 7,
			[CLIPS_LADDER] = mix / 7 % 8,
			[CLIPS_BOMB] = mix / 56 % 5,
			[CLIPS_STAR] = mix / 280 % 5,
			[CLIPS_WILD] = mix / 1400,
		};
		uint8_t bytes[CLIPS_SYMBOLS];

		for (int i = 0; i < CLIPS_SYMBOLS; i++)
			bytes[i] = (uint8_t)count[i];
		for (int house = 0; house < 4; house++) {
			struct clips_worth worth;
			int sum = 0, made = 0;

			clips_value(bytes, 0, (const uint8_t[]){house & 1, (uint8_t)(house >> 1)}, &worth);
			assert_int_equal(worth.total, slow_symbols(count, house & 1, house >> 1));
			for (int i = 0; i < CLIPS_SYMBOLS; i++) {
				sum += worth.points[i];
				made += worth.made[i];
			}
			assert_int_equal(sum, worth.total);
			assert_int_equal(made, count[CLIPS_WILD] / 2);
			assert_int_equal(worth.made[CLIPS_SWIRL] + worth.made[CLIPS_WILD], 0);
		}
	}
}

/* Scores a card drawn by hand; rows of letters from the top, . for the hole. */
static void
score_drawn(const char *const row[CLIPS_ROWS], const char *const *clip, unsigned clips)
{
	static const char letters[] = "1pslebxw.";
	struct clips_layout card;
	struct clips_result result = {.base.players.count = 1, .clips = {(uint8_t)clips}};

	for (int i = 0; i < CLIPS_ROWS * CLIPS_COLS; i++)
		card.grid[i / CLIPS_COLS][i % CLIPS_COLS] =
			(uint8_t)(strchr(letters, row[i / CLIPS_COLS][i % CLIPS_COLS]) - letters);
	for (unsigned i = 0; i < clips; i++)
		result.clip[0][i] = (struct clip){
			.edge = clip[i][0], .line = (uint8_t)(clip[i][1] - '0'), .depth = (uint8_t)(clip[i][3] - '0')};
	problems_init(&asked.problems);
	rules_by_id("clips")->score(&card, &result, &asked.score, &asked.problems);
	if (asked.problems.count > 0)
		fail_msg("%s", first_sentence(&asked.problems));
}

/* A clip takes the symbols from its edge inwards, on the line it names; swirls count their
 * company in the same clip, other swirls too. */
static void
a_clip_captures_its_run(void **state)
{
	static const char *const row[CLIPS_ROWS] = {
		"1eslpb",
		"pppppp",
		"ssssss",
		"1e..l1",
		"e1..1l",
		"llllll",
		"xxxxxx",
		"be1lsp",
	};
	static const struct {
		const char *clip[CLIPS_IN_ALL];
		int total;
	} cases[] = {
		/* 1 | e | s alone 3 | s with two others 1 | ss 2 each | ssss 0 */
		{{"L1x1", "L4x2", "L3x1", "R3x1", "B1x1", "B6x1"}, 1 + 3 + 3 + 3 - 3 - 1},
		{{"L1x3", "L2x1", "L3x2", "R3x2", "L4x1", "R4x1"}, (1 + 2 + 1) - 1 + 4 + 4 + 1 + 1},
		{{"L3x4", "R3x2", "L5x2", "R5x2", "L7x1", "L8x3"}, 0 + 4 + 3 + (1 + 1) + (-3 + 5) + 2 + 1},
		{{"T1x1", "T2x1", "T3x1", "T4x1", "T5x1", "T6x1"}, 1 + 2 + 3 + 1 - 1 - 3},
		{{"T1x4", "L5x1", "L6x4", "R6x2", "L8x1", "R7x1"}, 1 - 1 + 0 + 1 + 2 + 15 - 3 + 5},
		{{"B1x4", "B2x3", "B3x2", "B4x2", "B5x1", "B6x1"}, 2 + 2 * 2 + 6 + 1 + 3 - 1},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		score_drawn(row, cases[i].clip, CLIPS_IN_ALL);
		if (asked.score.player[0].total != cases[i].total)
			fail_msg("case %zu: %d, not %d", i, asked.score.player[0].total, cases[i].total);
	}
}

/* A card of emeralds over a last row of ones: six clips from the left, so deep. */
static void
solo_ranks_follow_the_scale(void **state)
{
	static const char *const row[CLIPS_ROWS] = {
		"eeeeee", "eeeeee", "eeeeee", "ee..ee", "ee..ee", "eeeeee", "eeeeee", "111111"};
	static const struct {
		const char *clip[CLIPS_IN_ALL];
		int total, rank;
	} cases[] = {
		{{"L1x1", "L2x1", "L3x1", "L6x1", "L7x1", "L8x1"}, 11, 0},
		{{"L1x4", "L2x1", "L3x1", "L6x1", "L7x1", "L8x4"}, 20, 0},
		{{"L1x4", "L2x3", "L3x1", "L6x1", "L7x1", "L8x1"}, 21, 1},
		{{"L1x4", "L2x4", "L3x2", "L6x1", "L7x1", "L8x1"}, 25, 1},
		{{"L1x4", "L2x4", "L3x2", "L6x1", "L7x1", "L8x2"}, 26, 2},
		{{"L1x4", "L2x4", "L3x4", "L6x1", "L7x1", "L8x2"}, 30, 2},
		{{"L1x4", "L2x4", "L3x4", "L6x2", "L7x1", "L8x1"}, 31, 3},
		{{"L1x4", "L2x4", "L3x4", "L6x4", "L7x1", "L8x1"}, 35, 3},
		{{"L1x4", "L2x4", "L3x4", "L6x4", "L7x1", "L8x2"}, 36, 4},
		{{"L1x4", "L2x4", "L3x4", "L6x4", "L7x4", "L8x4"}, 44, 4},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		score_drawn(row, cases[i].clip, CLIPS_IN_ALL);
		assert_int_equal(asked.score.player[0].total, cases[i].total);
		assert_int_equal(asked.score.rank, cases[i].rank);
	}
}

/* No symbol of this card has a house rule: points stay the same, ranks do not. */
static void
solo_ranks_follow_the_house_rules(void **state)
{
	static const uint8_t starts[2][2][SOLO_RANKS] = {
		{{0, 21, 26, 31, 36}, {0, 19, 23, 28, 33}}, {{0, 19, 23, 27, 32}, {0, 16, 20, 25, 29}}};

	(void)state;
	for (int bonus = 0; bonus < 2; bonus++) {
		for (int from_one = 0; from_one < 2; from_one++) {
			const uint8_t house[HOUSE_RULES] = {(uint8_t)bonus, (uint8_t)from_one};

			assert_memory_equal(clips_scale(house), starts[bonus][from_one], SOLO_RANKS);
		}
	}
	ask("{\"game\":\"clips\",\"code\":\"1H000-00000-0D000-01JEY\",\"rules\":{\"poop_set\":\"bonus\","
	    "\"ladder_from\":1},\"players\":[{\"clips\":[\"L1x1\",\"L2x1\",\"L3x1\",\"L6x1\",\"L7x1\",\"L8x1\"]}]}");
	assert_ptr_equal(asked.score.scale, clips_scale((const uint8_t[]){1, 1}));
}

/* A card with a code; clips without overlap, 3 each. */
static void
ask_bid(uint64_t seed, int first, int bid)
{
	char text[CODE_TEXT];
	json_t *json;

	sample_code(3, seed, 2, 0, text);
	json = json_quoted("{'game':'clips','code':'%s','first':%d,'bid':%d,'players':["
			   "{'name':'Ana','clips':['L1x3','L2x3','L3x2']},"
			   "{'name':'Bo','clips':['R6x3','R7x3','R8x2']}]}",
		text, first, bid);
	ask_json(json);
	json_decref(json);
}

/* The first player pays the bid, and loses a tie even so. */
static void
the_first_player_pays_and_loses_ties(void **state)
{
	int ties = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		int total[2], gap;

		ask_bid(seed, 0, 0);
		assert_scored();
		total[0] = asked.score.player[0].total;
		total[1] = asked.score.player[1].total;
		gap = total[0] - total[1];
		for (int first = 0; first < 2; first++) {
			int bid = first == 0 ? gap : -gap;

			if (bid < 0)
				continue;
			ask_bid(seed, first, bid);
			assert_int_equal(asked.score.player[first].total, total[first] - bid);
			assert_int_equal(asked.score.player[0].total, asked.score.player[1].total);
			assert_int_equal(asked.score.player[first].place, 2);
			assert_int_equal(asked.score.player[1 - first].place, 1);
			assert_reads_back();
			ties++;
			if (bid == 0)
				continue;
			ask_bid(seed, first, bid - 1);
			assert_int_equal(asked.score.player[first].place, 1);
			assert_int_equal(asked.score.player[1 - first].place, 2);
		}
	}
	assert_true(ties >= 200);
}

/* Ana's clips are spoilt, Bo's are sound. */
static void
ask_clips(const char *clips)
{
	char text[CODE_TEXT];
	json_t *json;

	sample_code(3, 8, 2, 0, text);
	json = json_quoted("{'game':'clips','code':'%s','first':1,'bid':2,'players':["
			   "{'name':'Ana','clips':[%s]},{'name':'Bo','clips':['B1x2','B3x3','R7x3']}]}",
		text, clips);
	ask_json(json);
	json_decref(json);
}

static void
what_is_wrong_with_a_clip_is_named(void **state)
{
	static const struct {
		const char *clips;
		enum status status;
		unsigned problems;
		const char *words[3];
	} cases[] = {
		{"'L4x2','R5x2','T3x3'", STATUS_OK, 0, {NULL}},
		{"'T3x3','T4x3','B4x1'", STATUS_OK, 0, {NULL}},
		{"'L1x3','T2x2','L6x1'", STATUS_BAD_RESULT, 1, {"L1x3", "clips-overlap T2x2", "clips-overlap 1"}},
		{"'L1x3','L6x1','R1x4'", STATUS_BAD_RESULT, 1, {"L1x3", "R1x4", "clips-overlap"}},
		{"'L1x3','L1x3','L6x1'", STATUS_BAD_RESULT, 1, {"L1x3", "clips-overlap"}},
		{"'L8x1','L1x1','L2x1'", STATUS_BAD_RESULT, 1,
			{"clips-overlap L8x1", "clips-overlap B1x2", "clips-overlap"}},
		{"'L9x1','L1x1','L2x1'", STATUS_BAD_RESULT, 1, {"clip-row L9x1", "clip-row 8"}},
		{"'T7x1','L1x1','L2x1'", STATUS_BAD_RESULT, 1, {"clip-column T7x1", "clip-column 6"}},
		{"'L0x1','L1x1','L2x1'", STATUS_BAD_RESULT, 1, {"clip-row L0x1", "clip-row"}},
		{"'L1x5','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-depth L1x5", "clip-depth 4"}},
		{"'L1x0','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-depth L1x0", "clip-depth 4"}},
		{"'L4x3','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-hole L4x3", "clip-hole"}},
		{"'L5x4','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-hole L5x4", "clip-hole"}},
		{"'R4x3','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-hole R4x3", "clip-hole"}},
		{"'T3x4','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-hole T3x4", "clip-hole"}},
		{"'B4x4','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-hole B4x4", "clip-hole"}},
		{"'L1x1','L2x1'", STATUS_UNFINISHED, 1, {"Ana", "clips-missing 2", "clips-missing"}},
		{"", STATUS_UNFINISHED, 1, {"Ana", "clips-missing 0"}},
		{"'L1x1','L2x1','L3x1','L4x1'", STATUS_BAD_RESULT, 1, {"Ana", "clips-too-many", "3"}},
		{"'X1x1','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"Ana", "X1x1", "clip-bad"}},
		{"'L1','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L1", "Ana"}},
		{"'Lx1','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad Lx1", "Ana"}},
		{"'L1x','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L1x", "Ana"}},
		{"'L1x1x','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L1x1x", "Ana"}},
		{"'L1x111','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L1x111", "Ana"}},
		{"'L257x1','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L257x1", "Ana"}},
		{"'L-1x1','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad L-1x1", "Ana"}},
		{"'','L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"clip-bad", "Ana"}},
		{"3,'L2x1','L3x1'", STATUS_BAD_RESULT, 1, {"Ana", "clip-not-string"}},
		{"'L9x1','L4x4','Q','L1x1','L1x2'", STATUS_BAD_RESULT, 5, {"L9x1", "L4x4", "clips-overlap"}},
		{"'L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','L1x1','"
		 "L1x1','L1x1'",
			STATUS_BAD_RESULT, 0, {"Ana", "clips", "array-too-long"}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		ask_clips(cases[i].clips);
		if (cases[i].status == STATUS_OK)
			assert_scored();
		for (int word = 0; word < 3 && cases[i].words[word] != NULL; word++)
			assert_refused(cases[i].status, cases[i].words[word]);
		if (cases[i].problems > 0 && asked.problems.count != cases[i].problems)
			fail_msg("%s: %u problems", cases[i].clips, asked.problems.count);
	}
}

static void
bids_and_players_must_fit(void **state)
{
#define THREE "{'clips':['L1x1','L2x1','L3x1']}"
#define OTHER "{'clips':['R1x1','R2x1','R3x1']}"
#define SIX   "{'clips':['L1x1','L2x1','L3x1','R1x1','R2x1','R3x1']}"
	static const struct {
		const char *members;
		enum status status;
		const char *words;
	} cases[] = {
		{"'first':0,'bid':0,'players':[" THREE "," OTHER "]", STATUS_OK, NULL},
		{"'players':[" SIX "]", STATUS_OK, NULL},
		{"'bid':0,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "first"},
		{"'first':0,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "bid"},
		{"'first':2,'bid':0,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "first"},
		{"'first':-1,'bid':0,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "first"},
		{"'first':0,'bid':-1,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "bid"},
		{"'first':0,'bid':100,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "bid"},
		{"'first':0,'bid':4294967296,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "bid"},
		{"'first':0,'bid':1.0,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "bid"},
		{"'first':'0','bid':1,'players':[" THREE "," OTHER "]", STATUS_BAD_RESULT, "first"},
		{"'bid':1,'players':[" SIX "]", STATUS_BAD_RESULT, "solo-bid"},
		{"'players':[" THREE "]", STATUS_UNFINISHED, "clips-missing 3"},
		{"'first':0,'bid':0,'players':[" SIX "," OTHER "]", STATUS_BAD_RESULT, "clips-too-many"},
		{"'first':0,'bid':0,'players':[" THREE "," OTHER ",{'clips':[]}]", STATUS_BAD_RESULT, "3"},
		{"'first':0,'bid':0,'players':[" THREE ",{}]", STATUS_BAD_RESULT, "member-missing clips"},
	};
	char text[CODE_TEXT];

	(void)state;
	sample_code(3, 8, 2, 0, text);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		json_t *json = json_quoted("{'game':'clips','code':'%s',%s}", text, cases[i].members);

		ask_json(json);
		json_decref(json);
		if (cases[i].status == STATUS_OK)
			assert_scored();
		else
			assert_refused(cases[i].status, cases[i].words);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols_are_worth_what_the_rules_say),
		cmocka_unit_test(wilds_make_the_best_of_all_choices),
		cmocka_unit_test(a_clip_captures_its_run),
		cmocka_unit_test(solo_ranks_follow_the_scale),
		cmocka_unit_test(solo_ranks_follow_the_house_rules),
		cmocka_unit_test(the_first_player_pays_and_loses_ties),
		cmocka_unit_test(what_is_wrong_with_a_clip_is_named),
		cmocka_unit_test(bids_and_players_must_fit),
	};

	return cmocka_run_group_tests_name("clips_score", tests, NULL, NULL);
}
