/* SPDX-License-Identifier: MIT
 * From marks to results: a table of pads filled in by name, with the games that
 * they give or the sentence that says why they give none. */
#include "tests/tools.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/notes.h"
#include "kiosk/reading/marks_result.h"
#include "layouts/chipit.h"
#include "layouts/clips.h"

/* Compares a note with its id and arguments: "pad-game-unmarked game=2". */
static void
assert_note(const GPtrArray *notes, unsigned n, const char *expected)
{
	GString *text;
	struct argument argument;

	assert_true(n < notes->len);
	text = g_string_new(message_id(NOTE(notes, n)));
	for (size_t at = 0; message_next(NOTE(notes, n), &at, &argument);)
		if (argument.text != NULL)
			g_string_append_printf(text, " %s=%s", argument.name, argument.text);
	assert_string_equal(text->str, expected);
	g_string_free(text, TRUE);
}

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
	game_complete(&game_chipit, &seen->code);
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

/* The sentences of messages in messages are whole ones. */
static void
notes_are_sentences(void **state)
{
	static const struct audience brackets = {.language = "qps", .medium = MEDIUM_PAGE};
	const char *const ids[] = {"game1.B.3", "game1.A.2", "game1.C.1", "game1.C.2", NULL};
	GPtrArray *missing = notes_create();
	char sentence[MESSAGE_TEXT];

	(void)state;
	json_decref(pad_result(3, ids, missing));
	message_write(NOTE(missing, 0), &audience_public, sentence, sizeof sentence);
	assert_string_equal(sentence, "the pad: 1st and 2nd are marked for C in game 1: which counts?");
	message_write(NOTE(missing, 0), &brackets, sentence, sizeof sentence);
	assert_int_equal(sentence[0], '[');
	g_ptr_array_free(missing, TRUE);
}

static void
pads_give_results_or_say_what_is_missing(void **state)
{
	static const struct {
		unsigned players;
		const char *ids[20], *games, *missing;
	} cases[] = {
		{3, {"game1.B.1", "game1.A.2", "game1.C.3"}, NULL, "pad-game-unmarked game=2"},
		{3,
			{"game1.B.1", "game1.A.2", "game1.C.3", "game2.A.1", "game2.B.2", "game2.C.3", "game3.C.1",
				"game3.A.2", "game3.B.3"},
			"[[1,0,2],[0,1,2],[2,0,1]]", NULL},
		{3, {"game1.B.1", "game1.A.2", "game1.C.2"}, NULL, "pad-place-double one=A other=C place=2nd game=1"},
		{3, {"game1.B.3", "game1.A.2", "game1.C.1", "game1.C.2"}, NULL,
			"marks-double form=pad marks=1st and 2nd line=pad-seat"},
		{4, {"game1.B.3", "game1.A.2", "game1.C.1", "game1.C.2", "game1.C.4", "game1.D.4"}, NULL,
			"marks-double form=pad marks=1st, 2nd and 4th line=pad-seat"},
		{3, {"game1.B.1", "game1.A.2"}, NULL, "pad-seat-unmarked seat=C game=1"},
		{3, {"game2.B.1", "game2.A.2", "game2.C.3"}, NULL, "pad-game-skipped game=1 later=2"},
		{3, {NULL}, NULL, "pad-unmarked"},
		{2,
			{"game1.loser.A", "game1.tens.1", "game1.ones.2", "game1.cards.3", "game2.loser.B",
				"game2.tens.0", "game2.ones.0", "game2.cards.1", "game3.loser.A", "game3.tens.0",
				"game3.ones.2", "game3.cards.0", "game4.loser.A", "game4.tens.0", "game4.ones.1",
				"game4.cards.12"},
			"[{\"loser\":0,\"chips\":12,\"cards\":3},{\"loser\":1,\"chips\":0,\"cards\":1},"
			"{\"loser\":0,\"chips\":2,\"cards\":0},{\"loser\":0,\"chips\":1,\"cards\":12}]",
			NULL},
		{2, {"game1.loser.A", "game1.tens.1", "game1.ones.2"}, NULL, "pad-line-unmarked line=cards game=1"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		GPtrArray *missing = notes_create();
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
				assert_string_not_equal(message_text(NOTE(missing, n), "game"), "1");
			assert_note(missing, 0, cases[i].missing);
		}
		json_decref(result);
		g_ptr_array_free(missing, TRUE);
	}
}

/* What a card printed for this many, for a table of an event or for none (0), says on which clips were seen: a list of
 * names, each with a letter for its colour before it ("r", "b", "-") or "?" for a doubtful one; ended by NULL. */
static json_t *
card_result(uint8_t players, uint16_t table, const char *const *clips, GPtrArray *missing)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	const struct seen_form *forms[GAME_PIECES_MAX] = {seen};
	json_t *result;

	seen->code =
		(struct code){.seed = 7, .game = game_clips.number, .version = 1, .players = players, .table = table};
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
		uint16_t table;
	} cases[] = {
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"}, NULL, "clip-players", 0},
		{2, {"rL1x4", "rR1x2", "rL2x1", "rR2x1", "rL3x1", "rR3x1"}, NULL, "clip-players", 0},
		{1, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"},
			"[{\"clips\":[\"L1x4\",\"R1x2\",\"L2x1\",\"R2x1\",\"L3x1\",\"R3x1\"]}]", NULL, 4},
		{1, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"}, NULL, "clip-players", 0},
		{1, {"rL1x4", "rR1x2", "rL2x1", "rR2x1", "rL3x1", "rR3x1"}, NULL, "clip-players", 0},
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1"}, NULL, "clip-players", 4},
		{1, {"rL1x4", "bR1x2", "rL2x1", "bR2x1", "rL3x1", "bR3x1"}, NULL, "clip-colours", 0},
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1"}, NULL, "clips-seen all=6", 0},
		{2, {"-L1x4", "-R1x2", "-L2x1", "-R2x1", "-L3x1", "-R3x1", "?R4x1"}, NULL, "clip-unclear clip=R4x1", 0},
		{2, {"rL1x4", "bR1x2", "rL2x1", "bR2x1", "rL3x1", "bR3x1"}, NULL, "clip-colours", 0},
		{2, {"rL1x4", "-R1x2", "rL2x1", "bR2x1", "rL3x1", "bR3x1"}, NULL, "clip-colours", 0},
		{2, {"rL1x4", "-R1x2", "rL2x1", "-R2x1", "rL3x1", "-R3x1"}, NULL, "clip-colour-unknown", 0},
		{2, {NULL}, NULL, "piece-not-whole piece=piece-alone", 0},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		GPtrArray *missing = notes_create();
		json_t *result = card_result(cases[i].printed, cases[i].table, cases[i].clips, missing);

		if (cases[i].players != NULL) {
			char *text = json_dumps(json_object_get(result, "players"), JSON_COMPACT);

			assert_string_equal(text, cases[i].players);
			free(text);
		} else {
			assert_null(result);
			assert_note(missing, 0, cases[i].missing);
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
		cmocka_unit_test(notes_are_sentences),
		cmocka_unit_test(cards_give_results_or_say_what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
