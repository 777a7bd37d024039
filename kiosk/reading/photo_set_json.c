/* SPDX-License-Identifier: MIT
 * What a set of photos says, as JSON. */
#include <math.h>

#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

/* Tenths of a pixel are more than anybody can see. */
static json_t *
corners_json(const struct point corner[4])
{
	json_t *list = json_array();

	for (int i = 0; i < 4; i++)
		json_array_append_new(
			list, json_pack("[f, f]", round(corner[i].x * 10) / 10, round(corner[i].y * 10) / 10));
	return list;
}

static json_t *
codes_json(const struct sight *sight)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < sight->codes->len; i++)
		json_array_append_new(list,
			json_pack("{s:s, s:o}", "code", SEEN_CODE(sight, i)->text, "corners",
				corners_json(SEEN_CODE(sight, i)->corner)));
	return list;
}

static json_t *
tags_json(const struct sight *sight)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < sight->tags->len; i++)
		json_array_append_new(list,
			json_pack("{s:i, s:o}", "id", SEEN_TAG(sight, i)->id, "corners",
				corners_json(SEEN_TAG(sight, i)->corner)));
	return list;
}

/* The pieces of a hand that are `holder`'s. */
static json_t *
held_json(const struct tagged_pieces *tagged, const struct hand *hand, int8_t holder)
{
	json_t *pieces = json_array();

	for (unsigned i = 0; i < hand->pieces->len; i++) {
		int8_t held = hand->holder[HAND_PIECE(hand, i)];
		char name[TAGGED_NAME];

		tagged->name(HAND_PIECE(hand, i), name);
		if (held == holder || (held == HELD_BY_TWO && holder == HELD_BY_SOMEBODY))
			json_array_append_new(pieces, json_string(name));
	}
	return pieces;
}

/* Whose pieces they are, player by player; then those of which that is not clear, and those that are not cut off. */
static json_t *
piles_json(const struct tagged_pieces *tagged, const struct hand *hand)
{
	json_t *piles = json_array();

	for (int8_t player = 0; player < GAME_PIECES_MAX + 2; player++) {
		int8_t holder = player < GAME_PIECES_MAX ? player
			: player == GAME_PIECES_MAX      ? HELD_BY_SOMEBODY
							 : HELD_BY_SHEET;
		json_t *pieces = held_json(tagged, hand, holder), *pile;

		if (json_array_size(pieces) == 0) {
			json_decref(pieces);
			continue;
		}
		pile = json_pack(
			"{s:o, s:o}", "piece", holder < 0 ? json_null() : json_integer(holder), tagged->many, pieces);
		if (holder == HELD_BY_SHEET)
			json_object_set_new(pile, "uncut", json_true());
		json_array_append_new(piles, pile);
	}
	return piles;
}

static json_t *
hand_json(const struct photo_set *set, const struct hand *hand)
{
	const struct known_game *known = KNOWN_GAME(&set->known, hand->game);
	json_t *pieces = json_array(), *strangers = json_array();

	for (unsigned i = 0; i < hand->pieces->len; i++) {
		char name[TAGGED_NAME];

		known->tagged->name(HAND_PIECE(hand, i), name);
		json_array_append_new(pieces, json_string(name));
	}
	for (unsigned i = 0; i < hand->strangers->len; i++)
		json_array_append_new(strangers, json_integer(g_array_index(hand->strangers, uint16_t, i)));
	return json_pack("{s:s, s:o, s:o, s:o}", "code", known->text, known->tagged->many, pieces, "strangers",
		strangers, "piles", piles_json(known->tagged, hand));
}

static json_t *
hands_json(const struct photo_set *set, const struct picture *picture)
{
	json_t *list = json_array();

	for (unsigned i = 0; picture->hands != NULL && i < picture->hands->len; i++)
		json_array_append_new(list, hand_json(set, &g_array_index(picture->hands, struct hand, i)));
	return list;
}

json_t *
photo_set_sentences(const GPtrArray *sentences)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < sentences->len; i++)
		json_array_append_new(list, json_string(g_ptr_array_index(sentences, i)));
	return list;
}

static json_t *
form_json(const struct photo_set *set, const struct seen_form *form)
{
	const struct outcome *outcome = &set->outcome[known_games_find(&set->known, &form->code)];
	json_t *marks = json_array();

	for (unsigned i = 0; i < form->marks; i++) {
		json_t *mark = json_pack("{s:s, s:f, s:s}", "id", form->mark[i].id, "darkness",
			round(form->mark[i].darkness * 1000) / 1000, "state", mark_state_name(form->mark[i].state));

		if (mark_colour_name(form->mark[i].colour) != NULL)
			json_object_set_new(mark, "colour", json_string(mark_colour_name(form->mark[i].colour)));
		json_array_append_new(marks, mark);
	}
	return json_pack("{s:s, s:o, s:O?, s:o}", "code", form->text, "marks", marks, "result", outcome->result,
		"missing", photo_set_sentences(outcome->missing));
}

static json_t *
picture_json(const struct photo_set *set, const struct picture *picture)
{
	const struct sight *sight = &picture->sight;
	json_t *json = json_pack("{s:s}", "file", picture->file), *forms = json_array();

	if (picture->page > 0)
		json_object_set_new(json, "page", json_integer(picture->page));
	json_object_set_new(json, "width", json_integer(sight->width));
	json_object_set_new(json, "height", json_integer(sight->height));
	for (unsigned i = 0; picture->error == NULL && i < sight->forms->len; i++)
		json_array_append_new(forms, form_json(set, SEEN_FORM(sight, i)));
	json_object_set_new(json, "codes", picture->error ? json_array() : codes_json(sight));
	json_object_set_new(json, "tags", picture->error ? json_array() : tags_json(sight));
	json_object_set_new(json, "hands", hands_json(set, picture));
	json_object_set_new(json, "forms", forms);
	if (picture->error == NULL && sight->refused->len > 0)
		json_object_set_new(json, "refused", photo_set_sentences(sight->refused));
	json_object_set_new(json, "quality", picture->error ? json_null() : advice_json(&sight->quality));
	json_object_set_new(json, "error", picture->error ? json_string(picture->error) : json_null());
	return json;
}

/* The pieces of a game that no picture shows. */
static json_t *
unseen_json(const struct known_game *known, const struct hand *hand)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	bool has[TAGGED_MAX] = {false};
	json_t *unseen = json_array();
	uint16_t tag[TAGGED_MAX];
	unsigned count;

	known->game->build(layout, &known->code);
	count = known->tagged->tags(layout, tag);
	for (unsigned i = 0; i < hand->pieces->len; i++)
		has[HAND_PIECE(hand, i)] = true;
	for (unsigned i = 0; i < count; i++) {
		char name[TAGGED_NAME];

		known->tagged->name(i, name);
		if (!has[i])
			json_array_append_new(unseen, json_string(name));
	}
	return unseen;
}

/* The hands of all pictures together, with what none of them shows. */
static json_t *
merged_json(const struct photo_set *set)
{
	json_t *list = json_array();

	for (unsigned game = 0; game < set->known.games->len; game++) {
		const struct known_game *known = KNOWN_GAME(&set->known, game);
		struct hand hand;

		photo_set_hand(set, game, &hand);
		if (hand.pieces->len + hand.strangers->len > 0) {
			json_t *json = hand_json(set, &hand);

			json_object_set_new(json, "unseen", unseen_json(known, &hand));
			json_object_set_new(json, "round", json_integer(known->code.round));
			json_object_set_new(json, "table", json_integer(known->code.table));
			json_array_append_new(list, json);
		}
		hand_finish(&hand);
	}
	return list;
}

json_t *
photo_set_json(const struct photo_set *set, bool tables)
{
	json_t *images = json_array(), *json;

	for (unsigned i = 0; i < set->pictures->len; i++)
		json_array_append_new(images, picture_json(set, PICTURE(set, i)));
	json = json_pack("{s:o, s:o}", "images", images, "hands", merged_json(set));
	if (tables)
		json_object_set_new(json, "tables", photo_set_tables(set));
	return json;
}
