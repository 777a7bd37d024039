/* SPDX-License-Identifier: MIT
 * What a pile of pictures says, as JSON. */
#include <math.h>

#include "kiosk/reading/photo_set.h"

/* Tenths of a pixel are more than anybody can see. */
static json_t *
corners_json(const struct point corner[4])
{
	json_t *list = json_array();

	for (int i = 0; i < 4; i++)
		json_array_append_new(list,
			json_pack("[f, f]", round(corner[i].x * 10) / 10, round(corner[i].y * 10) / 10));
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

static json_t *
names_json(const struct hand *hand)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < hand->coupons->len; i++) {
		unsigned coupon = g_array_index(hand->coupons, uint8_t, i);
		char id[4];

		coupon_id(coupon / COUPONS_A_SHEET, coupon % COUPONS_A_SHEET, id);
		json_array_append_new(list, json_string(id));
	}
	return list;
}

static json_t *
hand_json(const struct photo_set *pile, const struct hand *hand)
{
	json_t *strangers = json_array();

	for (unsigned i = 0; i < hand->strangers->len; i++)
		json_array_append_new(strangers,
			json_integer(g_array_index(hand->strangers, uint16_t, i)));
	return json_pack("{s:s, s:o, s:o}", "code", KNOWN_GAME(&pile->known, hand->game)->text,
		"coupons", names_json(hand), "strangers", strangers);
}

static json_t *
hands_json(const struct photo_set *pile, const struct picture *picture)
{
	json_t *list = json_array();

	for (unsigned i = 0; picture->hands != NULL && i < picture->hands->len; i++)
		json_array_append_new(list, hand_json(pile, &g_array_index(picture->hands, struct hand, i)));
	return list;
}

json_t *
sentences_json(const GPtrArray *sentences)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < sentences->len; i++)
		json_array_append_new(list, json_string(g_ptr_array_index(sentences, i)));
	return list;
}

static json_t *
form_json(const struct photo_set *pile, const struct seen_form *form)
{
	const struct outcome *outcome = &pile->outcome[known_find(&pile->known, &form->code)];
	json_t *marks = json_array();

	for (unsigned i = 0; i < form->marks; i++)
		json_array_append_new(marks,
			json_pack("{s:s, s:f, s:s}", "id", form->mark[i].id, "darkness",
				round(form->mark[i].darkness * 1000) / 1000, "state",
				mark_state_name(form->mark[i].state)));
	return json_pack("{s:s, s:o, s:O?, s:o}", "code", form->text, "marks", marks, "result",
		outcome->result, "missing", sentences_json(outcome->missing));
}

static json_t *
picture_json(const struct photo_set *pile, const struct picture *picture)
{
	const struct sight *sight = &picture->sight;
	json_t *json = json_pack("{s:s}", "file", picture->file), *forms = json_array();

	if (picture->page > 0)
		json_object_set_new(json, "page", json_integer(picture->page));
	json_object_set_new(json, "width", json_integer(sight->width));
	json_object_set_new(json, "height", json_integer(sight->height));
	for (unsigned i = 0; picture->error == NULL && i < sight->forms->len; i++)
		json_array_append_new(forms, form_json(pile, SEEN_FORM(sight, i)));
	json_object_set_new(json, "codes", picture->error ? json_array() : codes_json(sight));
	json_object_set_new(json, "tags", picture->error ? json_array() : tags_json(sight));
	json_object_set_new(json, "hands", hands_json(pile, picture));
	json_object_set_new(json, "forms", forms);
	if (picture->error == NULL && sight->refused->len > 0)
		json_object_set_new(json, "refused", sentences_json(sight->refused));
	json_object_set_new(json, "error", picture->error ? json_string(picture->error) : json_null());
	return json;
}

/* The hands of all pictures together, with what none of them shows. */
static json_t *
merged_json(const struct photo_set *pile)
{
	json_t *list = json_array();

	for (unsigned game = 0; game < pile->known.games->len; game++) {
		const struct known_game *known = KNOWN_GAME(&pile->known, game);
		json_t *json, *unseen = json_array();
		bool has[COUPONS_MAX] = {false};
		struct hand hand;

		photo_set_hand(pile, game, &hand);
		for (unsigned i = 0; i < hand.coupons->len; i++)
			has[g_array_index(hand.coupons, uint8_t, i)] = true;
		for (unsigned i = 0; i < (unsigned)known->code.players * COUPONS_A_SHEET; i++) {
			char id[4];

			coupon_id(i / COUPONS_A_SHEET, i % COUPONS_A_SHEET, id);
			if (known->game == &game_coupons && !has[i])
				json_array_append_new(unseen, json_string(id));
		}
		if (hand.coupons->len + hand.strangers->len > 0) {
			json = hand_json(pile, &hand);
			json_object_set(json, "unseen", unseen);
			json_object_set_new(json, "round", json_integer(known->code.round));
			json_object_set_new(json, "table", json_integer(known->code.table));
			json_array_append_new(list, json);
		}
		json_decref(unseen);
		hand_finish(&hand);
	}
	return list;
}

json_t *
photo_set_json(const struct photo_set *pile, bool tables)
{
	json_t *images = json_array(), *json;

	for (unsigned i = 0; i < pile->pictures->len; i++)
		json_array_append_new(images, picture_json(pile, PICTURE(pile, i)));
	json = json_pack("{s:o, s:o}", "images", images, "hands", merged_json(pile));
	if (tables)
		json_object_set_new(json, "tables", photo_set_tables(pile));
	return json;
}
