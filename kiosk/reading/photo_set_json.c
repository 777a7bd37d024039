/* SPDX-License-Identifier: MIT
 * A set of photos as JSON. */
#include <math.h>

#include "kiosk/reading/advice.h"
#include "kiosk/reading/photo_set.h"

void
notes_set_json(json_t *object, const char *name, const GPtrArray *notes, const struct audience *audience)
{
	json_t *sentences = json_array(), *ids = json_array();
	g_autofree char *ids_name = g_strconcat(name, "_ids", NULL);

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
}

/* A code, or its replacement in this view. */
static const char *
shown_code(const struct photo_set *set, const struct photo_view *view, const struct code *code, const char *text)
{
	int64_t game = known_games_find(&set->known, code);
	const char *shown = view->code == NULL || game < 0 ? NULL : view->code(view->data, (unsigned)game, code->piece);

	return shown == NULL ? text : shown;
}

/* Rounded to tenths of a pixel. */
static json_t *
corners_json(const struct point corner[4])
{
	json_t *list = json_array();

	for (int i = 0; i < 4; i++)
		json_array_append_new(
			list, json_pack("[f, f]", round(corner[i].x * 10) / 10, round(corner[i].y * 10) / 10));
	return list;
}

/* A holder as a bit, for sets of holders. */
#define HOLDER(held) (1u << ((held)-HELD_BY_SHEET))

/* The names of those of the first `count` pieces whose holder is in the set `holders`. */
static json_t *
pieces_json(const struct tagged_pieces *tagged, const struct hand *hand, unsigned count, unsigned holders)
{
	json_t *pieces = json_array();

	for (unsigned i = 0; i < count; i++) {
		char name[TAGGED_NAME];

		tagged->name(i, name);
		if (holders & HOLDER(hand->holder[i]))
			json_array_append_new(pieces, json_string(name));
	}
	return pieces;
}

/* Adds a hand to an object: its pieces, strangers, and piles: one per player, then the pieces whose holder is unclear,
 * then those that are still on their sheet. */
static void
hand_set_json(json_t *json, const struct tagged_pieces *tagged, const struct hand *hand)
{
	json_t *strangers = json_array(), *piles = json_array();

	for (unsigned i = 0; i < hand->strangers->len; i++)
		json_array_append_new(strangers, json_integer(g_array_index(hand->strangers, uint16_t, i)));
	for (int player = 0; player < GAME_PIECES_MAX + 2; player++) {
		bool is_unclear = player == GAME_PIECES_MAX, is_uncut = player > GAME_PIECES_MAX;
		unsigned holders = is_unclear ? HOLDER(HELD_BY_SOMEBODY) | HOLDER(HELD_BY_TWO)
			: is_uncut            ? HOLDER(HELD_BY_SHEET)
					      : HOLDER(player);
		json_t *pieces = pieces_json(tagged, hand, TAGGED_MAX, holders);
		json_auto_t *pile = json_pack("{s:o, s:o}", "piece",
			is_unclear || is_uncut ? json_null() : json_integer(player), tagged->many, pieces);

		if (is_uncut)
			json_object_set_new(pile, "uncut", json_true());
		if (json_array_size(pieces) > 0)
			json_array_append(piles, pile);
	}
	json_object_set_new(json, tagged->many, pieces_json(tagged, hand, TAGGED_MAX, ~HOLDER(HELD_BY_NOBODY)));
	json_object_set_new(json, "strangers", strangers);
	json_object_set_new(json, "piles", piles);
}

json_t *
photo_set_result(const struct photo_set *set, unsigned game, const struct photo_view *view)
{
	const struct outcome *outcome = &set->outcome[game];
	const char *shown = NULL;

	if (outcome->result == NULL)
		return json_null();
	for (unsigned piece = 0; piece < GAME_PIECES_MAX && shown == NULL; piece++)
		if (outcome->form[piece] != NULL)
			shown = shown_code(set, view, &outcome->form[piece]->code, outcome->form[piece]->text);
	json_t *result = json_copy(outcome->result);

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

		if (form->mark[i].probability > 0)
			json_object_set_new(mark, "p", json_real(round(form->mark[i].probability * 1e5) / 1e5));
		if (mark_colour_name(form->mark[i].colour) != NULL)
			json_object_set_new(mark, "colour", json_string(mark_colour_name(form->mark[i].colour)));
		json_array_append_new(marks, mark);
	}
	return json_pack("{s:s, s:o}", "code", shown_code(set, view, &form->code, form->text), "marks", marks);
}

void
photo_set_add_forms(const struct photo_set *set, unsigned game, const struct photo_view *view, json_t *forms)
{
	for (int piece = 0; piece < GAME_PIECES_MAX; piece++)
		if (set->outcome[game].form[piece] != NULL)
			json_array_append_new(forms, marks_json(set, set->outcome[game].form[piece], view));
}

/* The measurements, and the advice that follows from them. */
static json_t *
quality_json(const struct sight *sight, const struct audience *audience)
{
	const struct sight_quality *quality = &sight->quality;
	const char *at = glare_name(quality->glare_at);
	json_t *json = json_pack("{s:f, s:f, s:f, s:f, s:o}", "module", round(quality->module * 10) / 10, "blur",
		round(quality->blur * 10) / 10, "tilt", round(quality->tilt), "glare",
		round(quality->glare * 100) / 100, "glare_at", at == NULL ? json_null() : json_string(at));
	g_autoptr(GPtrArray) advice = advice_of(sight);

	notes_set_json(json, "advice", advice, audience);
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

	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(sight, i);

		json_array_append_new(codes,
			json_pack("{s:s, s:o}", "code", shown_code(set, view, &code->code, code->text), "corners",
				corners_json(code->corner)));
	}
	for (unsigned i = 0; i < sight->tags->len; i++)
		json_array_append_new(tags,
			json_pack("{s:i, s:o}", "id", SEEN_TAG(sight, i)->id, "corners",
				corners_json(SEEN_TAG(sight, i)->corner)));
	for (unsigned i = 0; i < picture->hands->len; i++) {
		const struct hand *hand = &g_array_index(picture->hands, struct hand, i);
		const struct known_game *known = KNOWN_GAME(&set->known, hand->game);
		struct code code = known->code;

		code.piece = known->text_piece;
		json_t *one = json_pack("{s:s}", "code", shown_code(set, view, &code, known->text));

		hand_set_json(one, known->tagged, hand);
		json_array_append_new(hands, one);
	}
	/* The forms of this picture, each with the result of its game from all pictures. */
	for (unsigned i = 0; i < sight->forms->len; i++) {
		unsigned game = (unsigned)known_games_find(&set->known, &SEEN_FORM(sight, i)->code);
		json_t *form = marks_json(set, SEEN_FORM(sight, i), view);

		json_object_set_new(form, "result", photo_set_result(set, game, view));
		notes_set_json(form, "missing", set->outcome[game].missing, view->audience);
		json_array_append_new(forms, form);
	}
	if (view->files)
		json_object_set_new(json, "file", json_string(picture->file));
	if (picture->page > 0)
		json_object_set_new(json, "page", json_integer(picture->page));
	json_object_update_new(json,
		json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "width", sight->width, "height", sight->height, "codes",
			codes, "tags", tags, "hands", hands, "forms", forms));
	if (sight->refused->len > 0)
		notes_set_json(json, "refused", sight->refused, view->audience);
	json_object_set_new(json, "quality", read ? quality_json(sight, view->audience) : json_null());
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
	uint16_t tag[TAGGED_MAX];
	json_t *json = NULL;
	struct hand hand;

	photo_set_hand(set, game, first, &hand);
	if (hand.pieces + hand.strangers->len > 0) {
		json = json_object();
		hand_set_json(json, known->tagged, &hand);
		known->game->build(layout, &known->code);
		unsigned count = known->tagged->tags(layout, tag);
		json_t *unseen = pieces_json(known->tagged, &hand, count, HOLDER(HELD_BY_NOBODY));

		json_object_update_new(json,
			json_pack("{s:o, s:i, s:i}", "unseen", unseen, "round", known->code.round, "table",
				known->code.table));
	}
	hand_finish(&hand);
	return json;
}

static json_t *
drafts_json(const struct photo_set *set, const struct audience *audience)
{
	g_autoptr(GPtrArray) drafts = photo_set_drafts(set);
	json_t *list = json_array();

	for (unsigned i = 0; i < drafts->len; i++) {
		const struct table_draft *draft = g_ptr_array_index(drafts, i);
		const struct known_game *known = draft->known;
		json_t *files = json_array();

		for (unsigned n = 0; n < set->pictures->len; n++)
			if (picture_shows(set, PICTURE(set, n), draft->game))
				json_array_append_new(files, json_string(PICTURE(set, n)->file));
		json_t *json = json_pack("{s:i, s:i, s:s, s:s, s:o, s:b, s:O?}", "round", known->code.round, "table",
			known->code.table, "game", known->game->id, "code", known->text, "files", files, "complete",
			draft->complete, "result", draft->result);

		notes_set_json(json, "missing", draft->missing, audience);
		json_array_append_new(list, json);
	}
	return list;
}

json_t *
photo_set_json(const struct photo_set *set, bool tables, const struct audience *audience)
{
	const struct photo_view view = {.audience = audience, .files = true};
	json_t *images = json_array(), *hands = json_array();

	for (unsigned i = 0; i < set->pictures->len; i++)
		json_array_append_new(images, photo_set_picture(set, PICTURE(set, i), &view));
	for (unsigned game = 0; game < set->known.games->len; game++) {
		json_t *merged = photo_set_merged_hand(set, game, 0);

		if (merged == NULL)
			continue;
		json_t *hand = json_pack("{s:s}", "code", KNOWN_GAME(&set->known, game)->text);

		json_object_update_new(hand, merged);
		json_array_append_new(hands, hand);
	}
	json_t *json = json_pack("{s:o, s:o}", "images", images, "hands", hands);

	if (tables)
		json_object_set_new(json, "tables", drafts_json(set, audience));
	return json;
}
