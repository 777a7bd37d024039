/* SPDX-License-Identifier: MIT
 * Golden layouts: what was printed once comes out the same forever.
 *     golden GAME.jsonl...
 * Every line is what `seedpress layout CODE` printed when its version was
 * frozen. Lines are never changed. A new version of a game adds its own:
 *     seedpress code GAME --seed N ... | seedpress layout - >>tests/golden/GAME.jsonl
 * Those of an event are made with the key of tests/typed.c: --key FILE for both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/games/view.h"
#include "scoring/rules.h"
#include "tests/tools.h"
#include "tests/typed.h"

#define LINES_LEAST 24 /* of each version of a game */
#define FILES_MAX   16

static int files;
static char **file_name;
static struct problems problems;

/* What a file's lines cover of one version of a game. */
struct cover {
	unsigned lines;
	bool seen[CODE_PLAYERS_MAX + 1][4][CODE_PIECE_MAX + 1];
	bool first_seed, second_seed, last_seed, round, table;
};

static void
check_line(const char *line, size_t length, const struct game **game, struct code *code)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct code_key key = test_key();
	json_t *golden = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL), *now;
	const char *text = json_string_value(json_object_get(golden, "code"));
	char *written;

	assert_non_null(text);
	problems_init(&problems);
	*game = game_of_text(text, &key, code, &problems);
	if (*game == NULL)
		fail_msg("%s: %s", text, first_sentence(&problems));
	(*game)->build(layout, code);
	now = view_json(*game, layout, code, &key);
	written = json_dumps(now, JSON_COMPACT);
	if (strlen(written) != length || memcmp(written, line, length) != 0)
		fail_msg("%s lays out differently:\n%.*s\n%s", text, (int)length, line, written);
	free(written);
	json_decref(now);
	json_decref(golden);
}

static void
take_note(struct cover *cover, const struct code *code)
{
	cover->lines++;
	cover->seen[code->players][code->option][code->piece] = true;
	cover->first_seed |= code->seed == 0;
	cover->second_seed |= code->seed == 1;
	cover->last_seed |= code->seed == SEED_MAX;
	cover->round |= code->round > 0;
	cover->table |= code->table > 0;
}

/* Every piece for every number of players and every option of the version has a line, but options that
 * only say which house rules are on the paper: see printed_house_rules_change_no_layout(). */
static void
check_cover(const struct game *game, const struct cover *cover)
{
	static const uint8_t all[HOUSE_RULES] = {1, 1};
	const uint8_t printed = rules_option(rules_of(game), all);

	if (cover->lines < LINES_LEAST)
		fail_msg("%s version %u has %u golden lines", game->id, game->version, cover->lines);
	assert_true(cover->first_seed && cover->second_seed && cover->last_seed);
	assert_true(cover->round && cover->table);
	for (unsigned i = 0; i < 8 * 4 * 32; i++) {
		struct code code = {.game = game->number,
			.version = game->version,
			.players = i % 8,
			.option = i / 8 % 4,
			.piece = (uint8_t)(i / 32)};
		bool plays = strcmp(game->id, "clips") != 0 || code.players == 1 || code.players == 2;

		problems_init(&problems);
		game_check(game, &code, &problems);
		if (problems.count == 0 && plays && (code.option & printed) == 0 &&
			!cover->seen[code.players][code.option][code.piece])
			fail_msg("%s for %u players, option %u, piece %u has no golden line", game->id, code.players,
				code.option, code.piece);
	}
}

static void
layouts_are_what_they_were(void **state)
{
	static struct cover cover[FILES_MAX];
	const struct game *game;
	char *line = NULL;
	size_t room = 0;

	(void)state;
	memset(cover, 0, sizeof cover);
	for (int i = 0; i < files; i++) {
		FILE *file = fopen(file_name[i], "r");
		ssize_t length;

		if (file == NULL)
			fail_msg("%s cannot be read", file_name[i]);
		while ((length = getline(&line, &room, file)) > 0) {
			const struct game *found;
			struct code code;

			assert_int_equal(line[length - 1], '\n');
			check_line(line, (size_t)length - 1, &found, &code);
			for (size_t n = 0; (game = game_nth(n)) != NULL; n++)
				if (game == found)
					take_note(&cover[n], &code);
		}
		fclose(file);
	}
	free(line);
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++)
		check_cover(game, &cover[n]);
}

static json_t *
view(const struct code *code)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct game *game;

	problems_init(&problems);
	game = game_of_code(code, &problems);
	assert_non_null(game);
	game->build(layout, code);
	return view_json(game, layout, code, NULL);
}

/* The members that scripts rely on, by type: s string, i integer, a array, n string or null. */
static void
views_have_the_members_of_the_contract(void **state)
{
	static const struct {
		uint8_t game, players;
		const char *members, *entries, *list;
	} cases[] = {
		{1, 4, "sheets:a", "sheet:s coupons:a", "sheets"},
		{2, 2, "tickets:a", "seat:s serial:s rows:a dealt:n", "tickets"},
		{3, 2, "rows:i cols:i grid:a", "", "grid"},
		{4, 3, "variant:s seats:a first:a deals:a", "", "deals"},
	};
	static const char common[] = "code:s game:s version:i seed:s players:i piece:i round:i table:i area:a";

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct code code = {.seed = SEED_MAX,
			.game = cases[i].game,
			.version = 1,
			.players = cases[i].players,
			.round = 3,
			.table = 4000};
		json_t *json = view(&code), *entry;
		size_t n;

		for (int pass = 0; pass < 3; pass++) {
			const char *const lists[] = {common, cases[i].members, cases[i].entries};
			char list[200], *rest = list, *word;
			json_t *list_json = json_object_get(json, cases[i].list);
			const json_t *object = pass < 2 ? json : json_array_get(list_json, 0);

			snprintf(list, sizeof list, "%s", lists[pass]);
			while ((word = strsep(&rest, " ")) != NULL && *word != '\0') {
				char *type = strchr(word, ':');
				const json_t *value;

				*type++ = '\0';
				value = json_object_get(object, word);
				if (!(*type == 's' && json_is_string(value)) &&
					!(*type == 'i' && json_is_integer(value)) &&
					!(*type == 'a' && json_is_array(value)) &&
					!(*type == 'n' && (json_is_null(value) || json_is_object(value))))
					fail_msg("game %u: %s", cases[i].game, word);
			}
		}
		assert_string_equal(json_string_value(json_object_get(json, "seed")), "281474976710655");
		assert_int_equal(json_integer_value(json_object_get(json, "table")), 4000);
		json_array_foreach(json_object_get(json, "area"), n, entry)
			assert_true(json_integer_value(entry) > 0);
		assert_int_equal(n, 2);
		json_decref(json);
	}
}

/* Hands of one deal, as they are shown, together hold no card more often than the deck does. */
static void
shown_hands_are_disjoint(void **state)
{
	(void)state;
	for (uint8_t players = 2; players <= 6; players++) {
		struct code code = {
			.seed = players, .game = 4, .version = 1, .players = players, .option = players == 2};
		json_t *json = view(&code), *deal, *hand, *card;
		size_t d, h, c;

		assert_int_equal(json_array_size(json_object_get(json, "deals")), players == 2 ? 4 : players);
		json_array_foreach(json_object_get(json, "deals"), d, deal) {
			json_t *count = json_object();

			assert_int_equal(json_array_size(deal), players);
			json_array_foreach(deal, h, hand) {
				json_array_foreach(hand, c, card) {
					const char *name = json_string_value(card);
					json_int_t seen = json_integer_value(json_object_get(count, name));

					assert_true(seen < 2);
					json_object_set_new(count, name, json_integer(seen + 1));
				}
			}
			json_decref(count);
		}
		json_decref(json);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layouts_are_what_they_were),
		cmocka_unit_test(views_have_the_members_of_the_contract),
		cmocka_unit_test(shown_hands_are_disjoint),
	};

	files = argc - 1;
	file_name = argv + 1;
	return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
