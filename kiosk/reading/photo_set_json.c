/* SPDX-License-Identifier: MIT
 * What a set of photos says, as JSON. */
#include <math.h>

#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

void
notes_set_json(json_t *object, const char *name, const GPtrArray *notes, const struct audience *audience)
{
	json_t *sentences = json_array(), *ids = json_array();
	char *ids_name = g_strconcat(name, "_ids", NULL);

	for (unsigned i = 0; i < notes->len; i++) {
		json_t *arguments = json_object();
		char sentence[MESSAGE_TEXT];
		struct argument argument;

		message_write(NOTE(notes, i), audience, sentence, sizeof sentence);
		json_array_append_new(sentences, json_string(sentence));
		for (size_t at = 0; message_next(NOTE(notes, i), &at, &argument);)
			if (argument.type == ARGUMENT_TEXT || argument.type == ARGUMENT_NUMBER)
				json_object_set_new(arguments, argument.name, json_string(argument.text));
		json_array_append_new(
			ids, json_pack("{s:s, s:o}", "id", message_id(NOTE(notes, i)), "arguments", arguments));
	}
	json_object_set_new(object, name, sentences);
	json_object_set_new(object, ids_name, ids);
	g_free(ids_name);
}

/* What stands for a code. */
static const char *
shown_code(const struct photo_set *set, const struct photo_view *view, const struct code *code, const char *text)
{
	int64_t game = known_games_find(&set->known, code);
	const char *shown = view->code == NULL || game < 0 ? NULL : view->code(view->data, (unsigned)game, code->piece);

	return shown == NULL ? text : shown;
}

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

/* Whose pieces they are, player by player; then those of which that is not clear, and those that are not cut off. */
static json_t *
piles_json(const struct tagged_pieces *tagged, const struct hand *hand)
{
	json_t *piles = json_array();

	for (int8_t player = 0; player < GAME_PIECES_MAX + 2; player++) {
		int8_t holder = player < GAME_PIECES_MAX ? player
			: player == GAME_PIECES_MAX      ? HELD_BY_SOMEBODY
							 : HELD_BY_SHEET;
		json_t *pieces = json_array(), *pile = json_object();

		json_object_set_new(pile, "piece", holder < 0 ? json_null() : json_integer(holder));
		json_object_set_new(pile, tagged->many, pieces);
		if (holder == HELD_BY_SHEET)
			json_object_set_new(pile, "uncut", json_true());
		for (unsigned i = 0; i < TAGGED_MAX; i++) {
			int8_t held = hand->holder[i];
			char name[TAGGED_NAME];

			if (held != holder && !(held == HELD_BY_TWO && holder == HELD_BY_SOMEBODY))
				continue;
			tagged->name(i, name);
			json_array_append_new(pieces, json_string(name));
		}
		if (json_array_size(pieces) > 0)
			json_array_append(piles, pile);
		json_decref(pile);
	}
	return piles;
}

/* Adds what a hand has to an object. */
static void
hand_set_json(json_t *json, const struct tagged_pieces *tagged, const struct hand *hand)
{
	json_t *pieces = json_array(), *strangers = json_array();

	for (unsigned i = 0; i < TAGGED_MAX; i++) {
		char name[TAGGED_NAME];

		if (!HAND_HAS(hand, i))
			continue;
		tagged->name(i, name);
		json_array_append_new(pieces, json_string(name));
	}
	for (unsigned i = 0; i < hand->strangers->len; i++)
		json_array_append_new(strangers, json_integer(g_array_index(hand->strangers, uint16_t, i)));
	json_object_set_new(json, tagged->many, pieces);
	json_object_set_new(json, "strangers", strangers);
	json_object_set_new(json, "piles", piles_json(tagged, hand));
}

json_t *
photo_set_result(const struct photo_set *set, unsigned game, const struct photo_view *view)
{
	const struct outcome *outcome = &set->outcome[game];
	const char *shown = NULL;
	json_t *result;

	if (outcome->result == NULL)
		return json_null();
	for (unsigned piece = 0; piece < GAME_PIECES_MAX && shown == NULL; piece++)
		if (outcome->form[piece] != NULL)
			shown = shown_code(set, view, &outcome->form[piece]->code, outcome->form[piece]->text);
	result = json_copy(outcome->result);
	json_object_set_new(result, "code", json_string(shown));
	return result;
}

/* The code and the marks of a form. */
static json_t *
marks_json(const struct photo_set *set, const struct seen_form *form, const struct photo_view *view)
{
	json_t *marks = json_array();

	for (unsigned i = 0; i < form->marks; i++) {
		json_t *mark = json_pack("{s:s, s:f, s:s}", "id", form->mark[i].id, "darkness",
			round(form->mark[i].darkness * 1000) / 1000, "state", mark_state_name(form->mark[i].state));

		if (mark_colour_name(form->mark[i].colour) != NULL)
			json_object_set_new(mark, "colour", json_string(mark_colour_name(form->mark[i].colour)));
		json_array_append_new(marks, mark);
	}
	return json_pack("{s:s, s:o}", "code", shown_code(set, view, &form->code, form->text), "marks", marks);
}

/* A form of one picture, with what all of its game say. */
static json_t *
form_json(const struct photo_set *set, const struct seen_form *form, const struct photo_view *view)
{
	unsigned game = (unsigned)known_games_find(&set->known, &form->code);
	json_t *json = marks_json(set, form, view);

	json_object_set_new(json, "result", photo_set_result(set, game, view));
	notes_set_json(json, "missing", set->outcome[game].missing, view->audience);
	return json;
}

void
photo_set_add_forms(const struct photo_set *set, unsigned game, const struct photo_view *view, json_t *forms)
{
	for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
		if (set->outcome[game].form[piece] != NULL)
			json_array_append_new(forms, marks_json(set, set->outcome[game].form[piece], view));
}

/* The figures, and what they advise. */
static json_t *
quality_json(const struct sight_quality *quality, const struct audience *audience)
{
	const char *at = glare_name(quality->glare_at);
	json_t *json = json_pack("{s:f, s:f, s:f, s:f, s:o}", "module", round(quality->module * 10) / 10, "blur",
		round(quality->blur * 10) / 10, "tilt", round(quality->tilt), "glare",
		round(quality->glare * 100) / 100, "glare_at", at == NULL ? json_null() : json_string(at));
	GPtrArray *advice = advice_of(quality);

	notes_set_json(json, "advice", advice, audience);
	g_ptr_array_free(advice, TRUE);
	return json;
}

json_t *
photo_set_picture(const struct photo_set *set, const struct picture *picture, const struct photo_view *view)
{
	const struct sight *sight = &picture->sight;
	json_t *json = json_object(), *codes = json_array(), *tags = json_array(), *hands = json_array(),
	       *forms = json_array();
	char sentence[MESSAGE_TEXT];
	bool read = picture->error == NULL;

	for (unsigned i = 0; read && i < sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(sight, i);

		json_array_append_new(codes,
			json_pack("{s:s, s:o}", "code", shown_code(set, view, &code->code, code->text), "corners",
				corners_json(code->corner)));
	}
	for (unsigned i = 0; read && i < sight->tags->len; i++)
		json_array_append_new(tags,
			json_pack("{s:i, s:o}", "id", SEEN_TAG(sight, i)->id, "corners",
				corners_json(SEEN_TAG(sight, i)->corner)));
	for (unsigned i = 0; picture->hands != NULL && i < picture->hands->len; i++) {
		const struct hand *hand = &g_array_index(picture->hands, struct hand, i);
		const struct known_game *known = KNOWN_GAME(&set->known, hand->game);
		struct code code = known->code;
		json_t *one;

		code.piece = known->text_piece;
		one = json_pack("{s:s}", "code", shown_code(set, view, &code, known->text));
		hand_set_json(one, known->tagged, hand);
		json_array_append_new(hands, one);
	}
	for (unsigned i = 0; read && i < sight->forms->len; i++)
		json_array_append_new(forms, form_json(set, SEEN_FORM(sight, i), view));
	if (view->files)
		json_object_set_new(json, "file", json_string(picture->file));
	if (picture->page > 0)
		json_object_set_new(json, "page", json_integer(picture->page));
	json_object_set_new(json, "width", json_integer(sight->width));
	json_object_set_new(json, "height", json_integer(sight->height));
	json_object_set_new(json, "codes", codes);
	json_object_set_new(json, "tags", tags);
	json_object_set_new(json, "hands", hands);
	json_object_set_new(json, "forms", forms);
	if (read && sight->refused->len > 0)
		notes_set_json(json, "refused", sight->refused, view->audience);
	json_object_set_new(json, "quality", read ? quality_json(&sight->quality, view->audience) : json_null());
	if (!read)
		problem_write(picture->error, view->audience, sentence, sizeof sentence);
	json_object_set_new(json, "error", read ? json_null() : json_string(sentence));
	return json;
}

json_t *
photo_set_merged_hand(const struct photo_set *set, unsigned game, unsigned first)
{
	const struct known_game *known = KNOWN_GAME(&set->known, game);
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	json_t *json = NULL, *unseen;
	uint16_t tag[TAGGED_MAX];
	struct hand hand;

	photo_set_hand(set, game, first, &hand);
	if (hand.pieces + hand.strangers->len > 0) {
		unsigned count;

		json = json_object();
		hand_set_json(json, known->tagged, &hand);
		known->game->build(layout, &known->code);
		count = known->tagged->tags(layout, tag);
		unseen = json_array();
		for (unsigned i = 0; i < count; i++) {
			char name[TAGGED_NAME];

			known->tagged->name(i, name);
			if (!HAND_HAS(&hand, i))
				json_array_append_new(unseen, json_string(name));
		}
		json_object_set_new(json, "unseen", unseen);
		json_object_set_new(json, "round", json_integer(known->code.round));
		json_object_set_new(json, "table", json_integer(known->code.table));
	}
	hand_finish(&hand);
	return json;
}

static json_t *
drafts_json(const struct photo_set *set, const struct audience *audience)
{
	GPtrArray *drafts = photo_set_drafts(set);
	json_t *list = json_array();

	for (unsigned i = 0; i < drafts->len; i++) {
		const struct table_draft *draft = g_ptr_array_index(drafts, i);
		json_t *files = json_array(), *json;

		for (unsigned n = 0; n < draft->files->len; n++)
			json_array_append_new(files, json_string(g_ptr_array_index(draft->files, n)));
		json = json_pack("{s:i, s:i, s:s, s:s, s:o, s:b, s:O?}", "round", draft->known->code.round, "table",
			draft->known->code.table, "game", draft->known->game->id, "code", draft->known->text, "files",
			files, "complete", draft->result != NULL && draft->missing->len == 0, "result", draft->result);
		notes_set_json(json, "missing", draft->missing, audience);
		json_array_append_new(list, json);
	}
	g_ptr_array_free(drafts, TRUE);
	return list;
}

json_t *
photo_set_json(const struct photo_set *set, bool tables, const struct audience *audience)
{
	const struct photo_view view = {.audience = audience, .files = true};
	json_t *images = json_array(), *hands = json_array(), *json;

	for (unsigned i = 0; i < set->pictures->len; i++)
		json_array_append_new(images, photo_set_picture(set, PICTURE(set, i), &view));
	for (unsigned game = 0; game < set->known.games->len; game++) {
		json_t *merged = photo_set_merged_hand(set, game, 0), *hand;

		if (merged == NULL)
			continue;
		hand = json_pack("{s:s}", "code", KNOWN_GAME(&set->known, game)->text);
		json_object_update(hand, merged);
		json_array_append_new(hands, hand);
		json_decref(merged);
	}
	json = json_pack("{s:o, s:o}", "images", images, "hands", hands);
	if (tables)
		json_object_set_new(json, "tables", drafts_json(set, audience));
	return json;
}
