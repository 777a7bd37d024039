/* SPDX-License-Identifier: MIT
 * What holds of the kiosk's table of every registered game, whatever it is:
 * marks become a result that scores or a sentence, tagged pieces have names and
 * tags of their own, what can be tapped lies on the piece, and finished games
 * are printed and reviewed. */
#include "tests/tools.h"

#include <string.h>

#include "gen/cli/command.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/score_page.h"
#include "kiosk/reading/marks_result.h"
#include "layouts/null.h"
#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"

#define SEEDS 20

/* A piece of a game of a seed, with its layout. */
struct piece {
	struct code code;
	struct form form;
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
};

static void
make_piece(const struct game *game, uint64_t seed, unsigned number, struct piece *piece)
{
	piece->code = (struct code){.seed = seed, .game = game->number, .version = game->version};
	game_complete(game, &piece->code);
	piece->code.piece = (uint8_t)number;
	game->build(piece->layout, &piece->code);
	game->form(piece->layout, &piece->code, &piece->form);
}

static void
every_game_has_a_table(void **state)
{
	const struct game *game;

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		struct game later = *game, other = *game;

		assert_non_null(kiosk_game_of(game)->game);
		assert_string_equal(kiosk_game_of(game)->game->id, game->id);
		assert_true(game->layout_size <= LAYOUT_MAX);
		/* The only table serves all versions. */
		later.version = 15;
		assert_string_equal(kiosk_game_of(&later)->game->id, game->id);
		other.version = 0;
		assert_string_equal(kiosk_game_of(&other)->game->id, game->id);
	}
	assert_null(kiosk_game_of(NULL)->game);
	assert_null(kiosk_game_of(&game_null)->game);
}

/* Places that were told of a piece. */
struct told_places {
	const struct piece *piece;
	GHashTable *ids;
};

static void
tell_place(void *data, const char *id, struct rect at)
{
	const struct told_places *told_places = data;
	const struct form *form = &told_places->piece->form;

	assert_true(rect_inside(at, (struct rect){0, 0, form->w, form->h}));
	assert_true(g_hash_table_add(told_places->ids, g_strdup(id)));
}

static void
what_can_be_tapped_lies_on_the_piece(void **state)
{
	struct piece piece;

	(void)state;
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++) {
		const struct game *game = (*at)->game;

		for (unsigned number = 0; number < 2; number++) {
			struct told_places told_places = {
				&piece, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};

			make_piece(game, 7, 0, &piece);
			if (number < game->pieces(&piece.code)) {
				make_piece(game, 7, number, &piece);
				if ((*at)->places != NULL)
					(*at)->places(piece.layout, &piece.code, tell_place, &told_places);
				for (unsigned i = 0; i < piece.form.bubbles; i++)
					tell_place(&told_places, piece.form.bubble[i].id, piece.form.bubble[i].at);
				assert_true(g_hash_table_size(told_places.ids) > 0);
			}
			g_hash_table_destroy(told_places.ids);
		}
	}
}

static void
check_tagged(const struct kiosk_game *table, uint64_t seed)
{
	const struct tagged_pieces *tagged = table->tagged;
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTable *ids = g_hash_table_new(NULL, NULL);
	GPtrArray *missing = notes_create();
	json_t *players;
	int8_t holder[TAGGED_MAX];
	uint16_t tag[TAGGED_MAX];
	struct piece piece;
	unsigned count;

	make_piece(table->game, seed, 0, &piece);
	count = tagged->tags(piece.layout, tag);
	assert_in_range(count, 1, TAGGED_MAX);
	for (unsigned i = 0; i < count; i++) {
		char name[TAGGED_NAME];

		tagged->name(i, name);
		assert_true(*name != '\0' && g_hash_table_add(names, g_strdup(name)));
		assert_true(tag[i] >= TAG_CORNERS && g_hash_table_add(ids, GUINT_TO_POINTER(tag[i])));
	}
	memset(holder, HELD_BY_NOBODY, sizeof holder);
	players = tagged->players(piece.layout, holder, missing);
	assert_int_equal(json_array_size(players), piece.code.players);
	assert_true(missing->len > 0);
	json_decref(players);
	g_ptr_array_free(missing, TRUE);
	g_hash_table_destroy(ids);
	g_hash_table_destroy(names);
}

static void
tagged_pieces_are_told_apart(void **state)
{
	unsigned games = 0;

	(void)state;
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++) {
		if ((*at)->tagged == NULL)
			continue;
		games++;
		for (uint64_t seed = 0; seed < SEEDS; seed++)
			check_tagged(*at, seed);
	}
	assert_true(games > 0);
}

/* Fills in all forms of a game: a bubble is marked, or doubtful, once in `rarely`. */
static void
fill_forms(const struct game *game, uint64_t *dice, unsigned rarely, struct seen_form *forms,
	const struct seen_form *form[GAME_PIECES_MAX])
{
	struct piece piece;
	unsigned pieces;

	make_piece(game, dice_roll(dice) & SEED_MAX, 0, &piece);
	pieces = game->pieces(&piece.code);
	for (unsigned i = 0; i < pieces; i++) {
		struct seen_form *seen = &forms[i];

		piece.code.piece = (uint8_t)i;
		game->form(piece.layout, &piece.code, &piece.form);
		*seen = (struct seen_form){.code = piece.code, .game = game, .corners = 4, .marks = piece.form.bubbles};
		code_write(&seen->code, NULL, seen->text);
		for (unsigned n = 0; n < seen->marks; n++) {
			memcpy(seen->mark[n].id, piece.form.bubble[n].id, sizeof seen->mark[n].id);
			if (rarely > 0 && dice_below(dice, rarely) == 0)
				seen->mark[n].state = dice_below(dice, 9) == 0 ? MARK_UNSURE : MARK_FILLED;
		}
		form[i] = seen;
	}
}

static void
marks_become_a_result_that_scores_or_a_sentence(void **state)
{
	static const unsigned rarely[] = {0, 1, 2, 3, 6, 20};
	struct seen_form *forms = g_new0(struct seen_form, GAME_PIECES_MAX);
	uint64_t dice = 5;

	(void)state;
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++) {
		for (unsigned i = 0; (*at)->result != NULL && i < SEEDS * LENGTH(rarely); i++) {
			const struct seen_form *form[GAME_PIECES_MAX] = {NULL};
			GPtrArray *missing = notes_create();
			json_t *result;

			fill_forms((*at)->game, &dice, rarely[i % LENGTH(rarely)], forms, form);
			result = marks_result(form, NULL, missing);
			assert_true((result == NULL) == (missing->len > 0));
			for (unsigned n = 0; n < missing->len; n++)
				assert_true(*message_id(NOTE(missing, n)) != '\0');
			if (result != NULL)
				assert_true(ask_json(result));
			json_decref(result);
			g_ptr_array_free(missing, TRUE);
		}
	}
	g_free(forms);
}

/* The template is not a registered game: its table is asked directly. */
static void
the_template_takes_one_pip_for_a_guess(void **state)
{
	extern const struct kiosk_game kiosk_game_null;
	struct seen_form *forms = g_new0(struct seen_form, GAME_PIECES_MAX);
	const struct seen_form *form[GAME_PIECES_MAX] = {NULL};
	GPtrArray *missing = notes_create();
	struct marks marks = {.missing = missing};
	json_t *result = json_object();
	uint64_t dice = 1;

	(void)state;
	fill_forms(&game_null, &dice, 0, forms, form);
	kiosk_game_null.result(form, &marks, result);
	assert_int_equal(missing->len, 1);
	g_ptr_array_set_size(missing, 0);
	forms[0].mark[0].state = MARK_FILLED;
	kiosk_game_null.result(form, &marks, result);
	assert_int_equal(missing->len, 0);
	assert_int_equal(json_integer_value(json_object_get(result, "guess")), 1);
	json_decref(result);
	g_ptr_array_free(missing, TRUE);
	g_free(forms);
}

/* Prints the score of what was asked last. */
static void
print_score(struct memory_document *documents, const json_t *result)
{
	json_t *score = asked_json();
	char *played = json_dumps(result, 0), *worth = json_dumps(score, 0);
	struct problem problem;
	struct event_state nowhere = {0};
	struct entry entry = {.id = 1,
		.when = 1,
		.submission = "",
		.play = "",
		.who = "table 1",
		.why = "",
		.game = json_string_value(json_object_get(result, "game")),
		.result = played,
		.score = worth};
	GBytes *pdf = score_page_pdf(documents, &entry, &nowhere, true, &problem);

	assert_non_null(pdf);
	assert_true(g_bytes_get_size(pdf) > 1000);
	g_bytes_unref(pdf);
	json_decref(score);
	free(played);
	free(worth);
}

/* Reviews what was asked last, or has a sentence why not. */
static bool
review(void)
{
	const struct game_review *table = kiosk_game_of(asked.rules->game)->review;
	struct problem problem;
	GString *out = g_string_new(NULL);
	bool exact = false, reviewed = kiosk_game_can_review(&asked, &problem);
	json_t *json;
	void *made;

	if (reviewed) {
		made = table->make(&asked, NULL, &exact);
		assert_non_null(made);
		assert_true(exact);
		json = table->json(&asked, made, "0", &audience_public);
		assert_string_equal(json_string_value(json_object_get(json, "game")), asked.rules->game->id);
		table->text(&asked, made, &audience_terminal, out);
		assert_true(out->len > 0 && table->w > 0 && table->h > 0);
		json_decref(json);
		free(made);
	} else {
		assert_true(problem_is(&problem, "review-game") || problem_is(&problem, "review-players") ||
			problem_is(&problem, "review-unplayed"));
	}
	g_string_free(out, TRUE);
	return reviewed;
}

static void
finished_games_are_printed_and_reviewed(void **state)
{
	struct problem problem;
	struct memory_document *documents = memory_document_create(&problem);
	unsigned reviewed = 0, printed = 0;
	uint64_t dice = 9;

	(void)state;
	assert_non_null(documents);
	for (unsigned n = 0; n < SAMPLE_GAMES; n++) {
		for (int i = 0; i < SEEDS / 2; i++) {
			struct sample sample = {0};

			sample_makers[n](&sample, &dice);
			if (ask_json(sample.json)) {
				print_score(documents, sample.json);
				printed++;
				reviewed += review();
			}
			json_decref(sample.json);
		}
	}
	assert_true(printed > SEEDS && reviewed > 0);
	memory_document_destroy(documents);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_game_has_a_table),
		cmocka_unit_test(what_can_be_tapped_lies_on_the_piece),
		cmocka_unit_test(tagged_pieces_are_told_apart),
		cmocka_unit_test(marks_become_a_result_that_scores_or_a_sentence),
		cmocka_unit_test(the_template_takes_one_pip_for_a_guess),
		cmocka_unit_test(finished_games_are_printed_and_reviewed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
