/* SPDX-License-Identifier: MIT
 * Sets of photos. */
#include "kiosk/reading/photo_set.h"

#include "kiosk/reading/marks_result.h"

static void
picture_free(void *data)
{
	struct picture *picture = data;

	g_free(picture->file);
	g_free(picture->error);
	sight_finish(&picture->sight);
	if (picture->hands != NULL)
		hands_free(picture->hands);
	g_free(picture);
}

void
photo_set_init(struct photo_set *set, const struct code_key *key)
{
	*set = (struct photo_set){.key = key, .pictures = g_ptr_array_new_with_free_func(picture_free)};
	code_list_init(&set->codes, key);
	set->codes.games = kiosk_eye_game;
	known_games_init(&set->known, key);
	covered_list_init(&set->covered, kiosk_eye_game);
}

void
photo_set_finish(struct photo_set *set)
{
	for (unsigned i = 0; set->outcome != NULL && i < set->known.games->len; i++) {
		struct outcome *outcome = &set->outcome[i];

		for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
			g_free(outcome->sum[piece]);
		json_decref(outcome->result);
		if (outcome->missing != NULL)
			g_ptr_array_free(outcome->missing, TRUE);
	}
	g_free(set->outcome);
	g_ptr_array_free(set->pictures, TRUE);
	known_games_finish(&set->known);
	covered_list_finish(&set->covered);
	code_list_finish(&set->codes);
}

void
photo_set_expect(struct photo_set *set, const struct code *code, const char *text)
{
	code_list_expect(&set->codes, code);
	known_games_add(&set->known, code, text, true);
}

bool
photo_set_read_manifest(struct photo_set *set, const char *file, struct problem *problem)
{
	if (!known_games_read_manifest(&set->known, file, problem))
		return false;
	for (unsigned i = 0; i < set->known.games->len; i++) {
		const struct known_game *known = KNOWN_GAME(&set->known, i);

		covered_list_add(&set->covered, known->game, &known->code);
	}
	set->codes.covered = &set->covered;
	return true;
}

static struct picture *
picture_new(struct photo_set *set, const char *file, unsigned page)
{
	struct picture *picture = g_new0(struct picture, 1);

	picture->file = g_filename_display_name(file);
	picture->page = page;
	g_ptr_array_add(set->pictures, picture);
	return picture;
}

void
photo_set_add(struct photo_set *set, const char *file, unsigned page, const struct sight *sight)
{
	picture_new(set, file, page)->sight = *sight;
}

void
photo_set_fail(struct photo_set *set, const char *file, const struct problem *error)
{
	picture_new(set, file, 0)->error = g_memdup2(error, sizeof *error);
}

/* Adds what a form says to what is known of its game. */
static void
gather(struct photo_set *set, const struct seen_form *form)
{
	unsigned game = known_games_add(&set->known, &form->code, form->text, true);
	struct outcome *outcome = &set->outcome[game];
	struct form_sum **sum;

	if (form->code.piece >= GAME_PIECES_MAX)
		return;
	if (outcome->missing == NULL)
		outcome->missing = notes_create();
	sum = &outcome->sum[form->code.piece];
	if (*sum != NULL) {
		form_sum_add(*sum, form);
		return;
	}
	*sum = g_new(struct form_sum, 1);
	form_sum_init(*sum, form);
	outcome->form[form->code.piece] = &(*sum)->form;
}

/* What the forms of a game say, each by all pictures that show it. */
static void
settle_forms(struct photo_set *set, struct outcome *outcome)
{
	if (outcome->missing == NULL)
		return;
	for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
		if (outcome->sum[piece] != NULL)
			form_sum_settle(outcome->sum[piece]);
	outcome->result = marks_result(outcome->form, set->key, outcome->missing);
}

void
photo_set_settle(struct photo_set *set)
{
	for (unsigned i = 0; i < set->pictures->len; i++)
		if (PICTURE(set, i)->error == NULL)
			hands_meet(&set->known, &PICTURE(set, i)->sight);
	/* Every form's code is met by now: the list of games is complete. */
	set->outcome = g_new0(struct outcome, set->known.games->len + 1);
	for (unsigned i = 0; i < set->pictures->len; i++) {
		struct picture *picture = PICTURE(set, i);

		if (picture->error != NULL)
			continue;
		picture->hands = hands_of(&set->known, &picture->sight);
		for (unsigned n = 0; n < picture->sight.forms->len; n++)
			gather(set, SEEN_FORM(&picture->sight, n));
	}
	for (unsigned i = 0; i < set->known.games->len; i++)
		settle_forms(set, &set->outcome[i]);
}

void
photo_set_hand(const struct photo_set *set, unsigned game, struct hand *hand)
{
	hand_init(hand, game);
	for (unsigned i = 0; i < set->pictures->len; i++) {
		const GArray *hands = PICTURE(set, i)->hands;

		for (unsigned n = 0; hands != NULL && n < hands->len; n++)
			if (g_array_index(hands, struct hand, n).game == game)
				hand_merge(hand, &g_array_index(hands, struct hand, n));
	}
}
