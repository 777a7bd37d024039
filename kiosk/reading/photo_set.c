/* SPDX-License-Identifier: MIT
 * Sets of photos. */
#include "kiosk/reading/photo_set.h"

#include "kiosk/event/import.h"
#include "kiosk/games/kiosk_game.h"
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
	*set = (struct photo_set){.pictures = g_ptr_array_new_with_free_func(picture_free)};
	code_list_init(&set->codes, key);
	set->codes.games = kiosk_eye_game;
	known_games_init(&set->known, key);
	covered_list_init(&set->covered, kiosk_eye_game);
}

/* Forgets what photo_set_settle() computed from the sums. */
static void
clear_results(struct outcome *outcome)
{
	g_clear_pointer(&outcome->result, json_decref);
	g_clear_pointer(&outcome->missing, g_ptr_array_unref);
}

void
photo_set_finish(struct photo_set *set)
{
	for (unsigned i = 0; i < set->outcomes; i++) {
		struct outcome *outcome = &set->outcome[i];

		for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
			g_free(outcome->sum[piece]);
		hand_finish(&outcome->hand);
		clear_results(outcome);
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
	json_auto_t *root = event_manifest_load(file, problem);
	json_t *pieces = json_is_array(root) ? root : json_object_get(root, "pieces"), *piece;
	g_autofree char *shown = g_filename_display_name(file);
	size_t i;

	if (root == NULL)
		return false;
	if (!json_is_array(pieces))
		return problem_set(problem,
			SAY("manifest-unknown",
				"{file} is not a manifest of a kit: give the manifest.json that `seedpress kit` wrote"),
			ARG_PRIVATE("file", shown));
	/* Only the codes are needed. */
	json_array_foreach(pieces, i, piece) {
		const char *text = json_string_value(json_object_get(piece, "code"));
		struct problems problems;
		struct problem why;
		struct code code;
		size_t at = 0;

		problems_init(&problems);
		if (text == NULL)
			return problem_set(problem, SAY("manifest-piece-codeless", "{file}: piece {piece} has no code"),
				ARG_PRIVATE("file", shown), ARG_NUMBER("piece", i + 1));
		if (game_of_text(text, set->known.key, &code, &problems) != NULL)
			known_games_add(&set->known, &code, text, false);
		else if (problems_next(&problems, &at, &why))
			return problem_set(problem, SAY("manifest-piece-code", "{file}: piece {piece}: {why}"),
				ARG_PRIVATE("file", shown), ARG_NUMBER("piece", i + 1), ARG_CAUSE("why", &why.message));
	}
	for (unsigned n = 0; n < set->known.games->len; n++)
		covered_list_add(&set->covered, KNOWN_GAME(&set->known, n)->game, &KNOWN_GAME(&set->known, n)->code);
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
	struct picture *picture = picture_new(set, file, 0);

	picture->error = g_memdup2(error, sizeof *error);
	sight_init(&picture->sight, 0, 0);
}

/* Whether a mark is filled in one copy of a form and empty in the other. */
static bool
forms_differ(const struct seen_form *one, const struct seen_form *other)
{
	bool differ = false;

	for (unsigned i = 0; i < MIN(one->marks, other->marks); i++)
		differ |= one->mark[i].state != other->mark[i].state && one->mark[i].state != MARK_UNSURE &&
			other->mark[i].state != MARK_UNSURE;
	return differ;
}

/* The group of corner tags of a code's piece; -1 if it has none. */
static int
corners_of(const struct game *game, const struct code *code)
{
	struct form form;

	eye_form_of_code(game, code, &form);
	return form.tags >= 4 && form.tag[0].id < TAG_CORNERS ? form.tag[0].id / 4 : -1;
}

static bool
is_read_as_form(const struct sight *sight, uint32_t number)
{
	for (unsigned i = 0; i < sight->forms->len; i++)
		if (SEEN_FORM(sight, i)->number == number)
			return true;
	return false;
}

/* Whether a picture shows the corner tags of a form more often than forms and pieces that have them were read: then
 * another copy is there, which may be filled in differently. */
static bool
has_unread_copy(const struct sight *sight, const struct seen_form *form)
{
	int four = corners_of(form->game, &form->code);
	unsigned seen[4] = {0}, read = 0, most = 0;

	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id / 4 == four)
			seen[SEEN_TAG(sight, i)->id % 4]++;
	for (int i = 0; i < 4; i++)
		most = MAX(most, seen[i]);
	if (four < 0 || most < 2)
		return false;
	for (unsigned i = 0; i < sight->forms->len; i++)
		read += SEEN_FORM(sight, i)->marks > 0 &&
			corners_of(SEEN_FORM(sight, i)->game, &SEEN_FORM(sight, i)->code) == four;
	/* Another piece may have the same corner tags by chance. */
	for (unsigned i = 0; i < sight->codes->len; i++)
		read += !is_read_as_form(sight, SEEN_CODE(sight, i)->number) &&
			corners_of(SEEN_CODE(sight, i)->game, &SEEN_CODE(sight, i)->code) == four;
	return most > read;
}

/* Adds the n-th form of a picture to the outcome of its game. */
static void
add_form(struct photo_set *set, const struct sight *sight, unsigned n)
{
	const struct seen_form *form = SEEN_FORM(sight, n);
	unsigned game = known_games_add(&set->known, &form->code, form->text, true);
	struct outcome *outcome = &set->outcome[game];

	if (form->code.piece >= GAME_PIECES_MAX)
		return;
	struct form_sum **sum = &outcome->sum[form->code.piece];

	if (*sum == NULL) {
		*sum = g_new(struct form_sum, 1);
		form_sum_init(*sum, form);
		outcome->form[form->code.piece] = &(*sum)->form;
	} else {
		form_sum_add(*sum, form);
	}
	for (unsigned i = 0; i < n; i++)
		if (SEEN_FORM(sight, i)->number == form->number && forms_differ(SEEN_FORM(sight, i), form))
			(*sum)->form.differs = true;
	(*sum)->form.unread_copy |= has_unread_copy(sight, form);
}

/* Settles hands in one picture by what the others show. */
static void
ask_others(struct photo_set *set)
{
	for (unsigned i = 0; i < set->pictures->len; i++) {
		GArray *hands = PICTURE(set, i)->hands;

		for (unsigned n = 0; n < hands->len; n++) {
			struct hand *hand = &g_array_index(hands, struct hand, n), all;

			photo_set_hand(set, hand->game, 0, &all);
			hand_ask_others(&set->known, &PICTURE(set, i)->sight, &all, hand);
			hand_finish(&all);
		}
	}
}

void
photo_set_settle(struct photo_set *set)
{
	/* The games of folded pictures are known already. */
	for (unsigned i = set->fresh; i < set->pictures->len; i++)
		hands_meet(&set->known, &PICTURE(set, i)->sight);
	/* The list of games is complete now. */
	set->outcome = g_renew(struct outcome, set->outcome, set->known.games->len);
	for (; set->outcomes < set->known.games->len; set->outcomes++) {
		set->outcome[set->outcomes] = (struct outcome){0};
		hand_init(&set->outcome[set->outcomes].hand, set->outcomes);
	}
	for (unsigned i = 0; i < set->pictures->len; i++) {
		struct picture *picture = PICTURE(set, i);

		picture->hands = hands_of(&set->known, &picture->sight);
		for (unsigned n = 0; n < picture->sight.forms->len; n++) {
			struct seen_form *form = SEEN_FORM(&picture->sight, n);

			if (kiosk_game_of(form->game)->one_in_a_row)
				marks_settle_rows(form);
			add_form(set, &picture->sight, n);
		}
	}
	ask_others(set);
	/* The results of forms, each from all pictures that showed it. */
	for (unsigned i = 0; i < set->outcomes; i++) {
		struct outcome *outcome = &set->outcome[i];
		bool any = false;

		clear_results(outcome);
		for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
			if (outcome->sum[piece] != NULL) {
				form_sum_settle(outcome->sum[piece]);
				any = true;
			}
		if (any) {
			outcome->missing = notes_create();
			outcome->result = marks_result(outcome->form, set->known.key, outcome->missing);
		}
	}
}

/* Whether a tag is that of a corner, is in a game's hand, or is in a list of others already. */
static bool
is_placed(const struct photo_set *set, uint16_t tag, const struct sight *loose)
{
	char name[TAGGED_NAME];

	for (unsigned i = 0; i < set->outcomes; i++)
		if (hand_name(&set->known, &set->outcome[i].hand, tag, name))
			return true;
	for (unsigned i = 0; i < loose->tags->len; i++)
		if (SEEN_TAG(loose, i)->id == tag)
			return true;
	return tag < TAG_CORNERS;
}

void
photo_set_fold(struct photo_set *set)
{
	GPtrArray *pictures = set->pictures;
	struct sight folded;

	for (unsigned i = 0; i < set->outcomes; i++) {
		struct hand hand;

		photo_set_hand(set, i, 0, &hand);
		g_array_set_size(hand.strangers, 0); /* the next picture may name them */
		hand_finish(&set->outcome[i].hand);
		set->outcome[i].hand = hand;
	}
	sight_init(&folded, 0, 0);
	for (unsigned i = 0; i < pictures->len; i++) {
		const struct sight *sight = &PICTURE(set, i)->sight;

		for (unsigned n = 0; n < sight->codes->len; n++) {
			bool is_new = true;

			for (unsigned m = 0; m < folded.codes->len; m++)
				is_new &= SEEN_CODE(&folded, m)->number != SEEN_CODE(sight, n)->number;
			if (is_new)
				g_array_append_val(folded.codes, *SEEN_CODE(sight, n));
		}
		for (unsigned n = 0; n < sight->tags->len; n++)
			if (!is_placed(set, SEEN_TAG(sight, n)->id, &folded)) {
				const struct seen_tag tag = {
					.id = SEEN_TAG(sight, n)->id}; /* its position is not kept */

				g_array_append_val(folded.tags, tag);
			}
	}
	g_ptr_array_set_size(pictures, 0);
	photo_set_add(set, "", 0, &folded);
	set->fresh = 1;
	g_array_set_size(set->codes.expected, 0);
	set->codes.given = 0;
	g_hash_table_remove_all(set->codes.guesses);
	set->codes.guessed_out = false;
	set->known.guesses = 0;
}

const struct hand *
picture_hand(const struct picture *picture, unsigned game)
{
	for (unsigned i = 0; picture->hands != NULL && i < picture->hands->len; i++)
		if (g_array_index(picture->hands, struct hand, i).game == game)
			return &g_array_index(picture->hands, struct hand, i);
	return NULL;
}

bool
picture_shows(const struct photo_set *set, const struct picture *picture, unsigned game)
{
	bool found = picture_hand(picture, game) != NULL;

	for (unsigned i = 0; i < picture->sight.codes->len; i++)
		found |= known_games_find(&set->known, &SEEN_CODE(&picture->sight, i)->code) == game;
	for (unsigned i = 0; i < picture->sight.forms->len; i++)
		found |= known_games_find(&set->known, &SEEN_FORM(&picture->sight, i)->code) == game;
	return found;
}

void
photo_set_hand(const struct photo_set *set, unsigned game, unsigned first, struct hand *hand)
{
	hand_init(hand, game);
	if (first == 0)
		hand_merge(hand, &set->outcome[game].hand);
	for (unsigned i = first; i < set->pictures->len; i++) {
		const struct hand *one = picture_hand(PICTURE(set, i), game);

		if (one != NULL)
			hand_merge(hand, one);
	}
}
