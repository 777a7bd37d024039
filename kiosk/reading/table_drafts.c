/* SPDX-License-Identifier: MIT
 * One draft per table and game from a set of photos, with notes about what is missing. A piece that is not in any
 * picture is never assumed to be discarded: a person has to confirm that. */
#include <string.h>

#include "kiosk/reading/photo_set.h"

/* Adds the holders of the pieces in one hand to those from other pictures, with notes about what is unclear. */
static void
add_holders(const struct picture *picture, const struct hand *hand, const struct tagged_pieces *tagged,
	int8_t holder[TAGGED_MAX], GPtrArray *missing)
{
	unsigned unclear = 0, uncut = 0;

	for (unsigned piece = 0; piece < TAGGED_MAX; piece++) {
		int8_t held = hand->holder[piece], *has = &holder[piece];
		char name[TAGGED_NAME];

		if (!HAND_HAS(hand, piece))
			continue;
		unclear += held == HELD_BY_SOMEBODY || held == HELD_BY_TWO;
		uncut += held == HELD_BY_SHEET;
		tagged->name(piece, name);
		if (*has >= 0 && held >= 0 && *has != held)
			notes_add(missing, SAY("piece-of-two", "{piece} is in the hands of {one} and of {other}"),
				ARG_TEXT("piece", name), ARG_TEXT("one", player_letter((unsigned)*has)),
				ARG_TEXT("other", player_letter((unsigned)held)));
		else if (held >= 0 || *has == HELD_BY_NOBODY)
			*has = held >= 0 ? held : HELD_BY_SOMEBODY;
	}
	if (unclear > 0)
		notes_add(missing,
			SAY_COUNT("pieces-of-unknown",
				"{file} shows {count} {one}, but not whose: take the picture with {owner}, or say it",
				"{file} shows {count} {many}, but not whose: take the picture with {owner}, or say it",
				unclear),
			ARG_TEXT("file", picture->file), ARG_TEXT("one", tagged->one), ARG_TEXT("many", tagged->many),
			ARG_TEXT("owner", tagged->owner));
	if (uncut > 0)
		notes_add(missing,
			SAY_COUNT("pieces-uncut", "{file} shows {count} {one} that is still on its sheet",
				"{file} shows {count} {many} that are still on their sheet", uncut),
			ARG_TEXT("file", picture->file), ARG_TEXT("one", tagged->one), ARG_TEXT("many", tagged->many));
	for (unsigned i = 0; i < hand->strangers->len; i++)
		notes_add(missing, SAY("piece-of-other-game", "{file} shows a {one} of another game (tag {tag})"),
			ARG_TEXT("file", picture->file), ARG_TEXT("one", tagged->one),
			ARG_NUMBER("tag", g_array_index(hand->strangers, uint16_t, i)));
}

/* The result from the hands in all pictures. */
static json_t *
hands_result(const struct photo_set *set, unsigned game, GPtrArray *missing)
{
	const struct known_game *known = KNOWN_GAME(&set->known, game);
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	int8_t holder[TAGGED_MAX];

	memset(holder, HELD_BY_NOBODY, sizeof holder);
	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct hand *hand = picture_hand(PICTURE(set, i), game);

		if (hand != NULL)
			add_holders(PICTURE(set, i), hand, known->tagged, holder, missing);
	}
	known->game->build(layout, &known->code);
	return json_pack("{s:s, s:s, s:o}", "game", known->game->id, "code", known->text, "players",
		known->tagged->players(layout, holder, missing));
}

static void
draft_free(void *data)
{
	struct table_draft *draft = data;

	g_ptr_array_free(draft->missing, TRUE);
	json_decref(draft->result);
	g_free(draft);
}

static struct table_draft *
draft_of(const struct photo_set *set, unsigned game)
{
	const struct outcome *outcome = &set->outcome[game];
	struct table_draft *draft = g_new0(struct table_draft, 1);
	bool shown = false;

	*draft = (struct table_draft){.game = game, .known = KNOWN_GAME(&set->known, game), .missing = notes_create()};
	for (unsigned i = 0; i < set->pictures->len && !shown; i++)
		shown = picture_shows(set, PICTURE(set, i), game);
	if (!shown) {
		notes_add(draft->missing, SAY("table-unseen", "nothing of it is in any picture"));
	} else if (outcome->missing != NULL) {
		draft->result = json_incref(outcome->result);
		for (unsigned i = 0; i < outcome->missing->len; i++)
			notes_add_message(draft->missing, NOTE(outcome->missing, i));
	} else if (draft->known->tagged != NULL) {
		draft->result = hands_result(set, game, draft->missing);
	} else {
		notes_add(draft->missing, SAY("game-without-bubbles", "{game} has no bubbles: its result is typed in"),
			ARG_TEXT("game", draft->known->game->title));
	}
	draft->complete = draft->result != NULL && draft->missing->len == 0;
	return draft;
}

static int
by_table(const void *a, const void *b)
{
	const struct known_game *one = (*(struct table_draft *const *)a)->known;
	const struct known_game *other = (*(struct table_draft *const *)b)->known;

	if (one->code.round != other->code.round)
		return one->code.round - other->code.round;
	if (one->code.table != other->code.table)
		return one->code.table - other->code.table;
	if (one->code.game != other->code.game)
		return one->code.game - other->code.game;
	return strcmp(one->text, other->text);
}

GPtrArray *
photo_set_drafts(const struct photo_set *set)
{
	GPtrArray *drafts = g_ptr_array_new_with_free_func(draft_free);
	unsigned rounds = 0;

	for (unsigned i = 0; i < set->known.games->len; i++)
		if (KNOWN_GAME(&set->known, i)->met)
			rounds |= 1u << KNOWN_GAME(&set->known, i)->code.round;
	/* All games that were met, and those of the manifest in the same rounds. */
	for (unsigned i = 0; i < set->known.games->len; i++)
		if (KNOWN_GAME(&set->known, i)->met || rounds >> KNOWN_GAME(&set->known, i)->code.round & 1)
			g_ptr_array_add(drafts, draft_of(set, i));
	g_ptr_array_sort(drafts, by_table);
	return drafts;
}
