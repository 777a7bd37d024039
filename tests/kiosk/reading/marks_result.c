/* SPDX-License-Identifier: MIT
 * From marks to results: a table of pads filled in by name, with the games that
 * they give or the sentence that says why they give none. */
#include "tests/tools.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/reading/marks_result.h"
#include "layouts/chipit.h"
#include "layouts/clips.h"

/* What forms say that were filled in by name: a list of ids, ended by NULL. */
static json_t *
pad_result(unsigned players, const char *const *ids, GPtrArray *missing)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	const struct seen_form *forms[GAME_PIECES_MAX] = {seen};
	struct chipit_layout layout;
	struct form form;
	json_t *result;

	seen->code = (struct code){.seed = 7, .game = game_chipit.number, .version = 1, .players = (uint8_t)players};
	seen->game = &game_chipit;
	game_chipit.complete(&seen->code);
	code_write(&seen->code, NULL, seen->text);
	game_chipit.build(&layout, &seen->code);
	game_chipit.form(&layout, &seen->code, &form);
	seen->marks = form.bubbles;
	for (unsigned i = 0; i < form.bubbles; i++) {
		memcpy(seen->mark[i].id, form.bubble[i].id, sizeof seen->mark[i].id);
		for (int n = 0; ids[n] != NULL; n++)
			if (strcmp(ids[n], form.bubble[i].id) == 0)
				seen->mark[i].state = MARK_FILLED;
	}
	result = marks_result(forms, NULL, missing);
	g_free(seen);
	return result;
}

static void
pads_give_results_or_say_what_is_missing(void **state)
{
	static const struct {
		unsigned players;
		const char *ids[20], *games, *missing;
	} cases[] = {
		{3, {"game1.B.1", "game1.A.2", "game1.C.3"}, NULL, "the pad: game 2 has no marks"},
		{3,
			{"game1.B.1", "game1.A.2", "game1.C.3", "game2.A.1", "game2.B.2", "game2.C.3", "game3.C.1",
				"game3.A.2", "game3.B.3"},
			"[[1,0,2],[0,1,2],[2,0,1]]", NULL},
		{3, {"game1.B.1", "game1.A.2", "game1.C.2"}, NULL,
			"the pad: A and C are marked for 2nd in game 1: which counts?"},
		{3, {"game1.B.3", "game1.A.2", "game1.C.1", "game1.C.2"}, NULL,
			"the pad: 1st and 2nd are marked for C in game 1: which counts?"},
		{4, {"game1.B.3", "game1.A.2", "game1.C.1", "game1.C.2", "game1.C.4", "game1.D.4"}, NULL,
			"the pad: 1st, 2nd and 4th are marked for C in game 1: which counts?"},
		{3, {"game1.B.1", "game1.A.2"}, NULL, "the pad: C in game 1 has no place"},
		{3, {"game2.B.1", "game2.A.2", "game2.C.3"}, NULL, "the pad: game 1 has no marks, but game 2 has"},
		{3, {NULL}, NULL, "the pad: there are no marks on it"},
		{2,
			{"game1.loser.A", "game1.tens.1", "game1.ones.2", "game1.cards.3", "game2.loser.B",
				"game2.tens.0", "game2.ones.0", "game2.cards.1", "game3.loser.A", "game3.tens.0",
				"game3.ones.2", "game3.cards.0", "game4.loser.A", "game4.tens.0", "game4.ones.1",
				"game4.cards.12"},
			"[{\"loser\":0,\"chips\":12,\"cards\":3},{\"loser\":1,\"chips\":0,\"cards\":1},"
			"{\"loser\":0,\"chips\":2,\"cards\":0},{\"loser\":0,\"chips\":1,\"cards\":12}]",
			NULL},
		{2, {"game1.loser.A", "game1.tens.1", "game1.ones.2"}, NULL, "the pad: cards in game 1 is not marked"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
		json_t *result = pad_result(cases[i].players, cases[i].ids, missing);

		if (cases[i].games != NULL) {
			char *text;

			assert_non_null(result);
			text = json_dumps(json_object_get(result, "games"), JSON_COMPACT);
			assert_string_equal(text, cases[i].games);
			free(text);
		} else {
			assert_null(result);
			/* Two marks on a line are one question; after it comes only what the other games lack. */
			for (unsigned n = 1; n < missing->len; n++)
				assert_null(strstr(g_ptr_array_index(missing, n), "game 1"));
			assert_string_equal(g_ptr_array_index(missing, 0), cases[i].missing);
		}
		json_decref(result);
		g_ptr_array_free(missing, TRUE);
	}
}

/* What a card printed for this many says on which clips were seen: a list of names, each with a letter for its colour
 * before it ("r", "b", "-") or "?" for a doubtful one; ended by NULL. */
static json_t *
card_result(uint8_t players, const char *const *clips, GPtrArray *missing)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	const struct seen_form *forms[GAME_PIECES_MAX] = {seen};
	json_t *result;

	seen->code = (struct code){.seed = 7, .game = game_clips.number, .version = 1, .players = players};
	seen->game = &game_clips;
	code_write(&seen->code, NULL, seen->text);
	for (; *clips != NULL; clips++) {
		struct seen_mark *mark = &seen->mark[seen->marks++];

		g_strlcpy(mark->id, *clips + 1, sizeof mark->id);
		mark->state = **clips == '?' ? MARK_UNSURE : MARK_FILLED;
		mark->colour = **clips == 'r' ? MARK_COLOUR_RED
			: **clips == 'b'      ? MARK_COLOUR_BLUE
					      : MARK_COLOUR_UNKNOWN;
	}
	result = marks_result(forms, NULL, missing);
	g_free(seen);
	return result;
}

static void
cards_give_results_or_say_what_is_missing(void **state)
{
	static const struct {
		uint8_t printed;
		const char *clips[9], *players, *missing;
	} cases[] = {
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"}, NULL,
			"the card: a photo can't show whether one or two played: say which, and whose clips they are"},
		{2, {"rL1x4", "rR1x2", "rL2x1", "rR2x1", "rL3x1", "rR3x1"}, NULL,
			"the card: a photo can't show whether one or two played: say which, and whose clips they are"},
		{1, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"},
			"[{\"clips\":[\"L1x4\",\"R1x2\",\"L2x1\",\"R2x1\",\"L3x1\",\"R3x1\"]}]", NULL},
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1"}, NULL,
			"the card: 5 clips are surely seen, and a game ends with 6"},
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1", "?R4x1"}, NULL,
			"the card: it is not clear whether there is a clip R4x1"},
		{2, {"rL1x4", "bR1x2", "rL2x1", "bR2x1", "rL3x1", "bR3x1"}, NULL,
			"the card: there are clips of more than one colour: say whose they are, who went first, and what was bid"},
		{2, {"rL1x4", "-R1x2", "rL2x1", "bR2x1", "rL3x1", "bR3x1"}, NULL,
			"the card: there are clips of more than one colour: say whose they are, who went first, and what was bid"},
		{2, {"rL1x4", "-R1x2", "rL2x1", "-R2x1", "rL3x1", "-R3x1"}, NULL,
			"the card: the colours of 3 clips cannot be told: say whose they are"},
		{2, {NULL}, NULL,
			"the card side is not to be seen whole and flat: take the picture again, from above, "
			"with all of it in the picture"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
		json_t *result = card_result(cases[i].printed, cases[i].clips, missing);

		if (cases[i].players != NULL) {
			char *text = json_dumps(json_object_get(result, "players"), JSON_COMPACT);

			assert_string_equal(text, cases[i].players);
			free(text);
		} else {
			assert_null(result);
			assert_string_equal(g_ptr_array_index(missing, 0), cases[i].missing);
		}
		json_decref(result);
		g_ptr_array_free(missing, TRUE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pads_give_results_or_say_what_is_missing),
		cmocka_unit_test(cards_give_results_or_say_what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
