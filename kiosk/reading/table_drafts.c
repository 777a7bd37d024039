/* SPDX-License-Identifier: MIT
 * A set of photos sorted by table and game: one draft a table, complete or with
 * sentences that say what it lacks. What no picture shows is never taken for
 * a discard: a person says so. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/reading/photo_set.h"

static void
say(json_t *missing, char *sentence)
{
	json_array_append_new(missing, json_string(sentence));
	g_free(sentence);
}

/* Adds what a picture shows of a piece, and whose it is, to what the others do. */
static void
share_piece(const struct tagged_pieces *tagged, unsigned piece, int8_t holder, int8_t *has, json_t *missing)
{
	char name[TAGGED_NAME];

	tagged->name(piece, name);
	if (*has >= 0 && holder >= 0 && *has != holder)
		say(missing, g_strdup_printf("%s is in the hands of %c and of %c", name, 'A' + *has, 'A' + holder));
	else if (holder >= 0 || *has == HELD_BY_NOBODY)
		*has = holder >= 0 ? holder : HELD_BY_SOMEBODY;
}

/* Shares out what a picture shows of a game. */
static void
share_out(const struct picture *picture, const struct hand *hand, const struct tagged_pieces *tagged,
	int8_t holder[TAGGED_MAX], json_t *missing)
{
	unsigned unclear = 0, uncut = 0;

	for (unsigned i = 0; i < hand->pieces->len; i++) {
		unsigned piece = HAND_PIECE(hand, i);

		unclear += hand->holder[piece] == HELD_BY_SOMEBODY || hand->holder[piece] == HELD_BY_TWO;
		uncut += hand->holder[piece] == HELD_BY_SHEET;
		share_piece(tagged, piece, hand->holder[piece], &holder[piece], missing);
	}
	if (unclear > 0)
		say(missing,
			g_strdup_printf("%s shows %u %s, but not whose: take the picture with %s, or say it",
				picture->file, unclear, tagged->many, tagged->owner));
	if (uncut > 0)
		say(missing,
			g_strdup_printf(
				"%s shows %u %s that are still on their sheet", picture->file, uncut, tagged->many));
	for (unsigned i = 0; i < hand->strangers->len; i++)
		say(missing,
			g_strdup_printf("%s shows a %s of another game (tag %u)", picture->file, tagged->one,
				g_array_index(hand->strangers, uint16_t, i)));
}

/* A draft from the hands in all pictures. */
static json_t *
hands_draft(const struct photo_set *set, unsigned game, json_t *missing)
{
	const struct known_game *known = KNOWN_GAME(&set->known, game);
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	int8_t holder[TAGGED_MAX];

	memset(holder, HELD_BY_NOBODY, sizeof holder);
	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);

		for (unsigned n = 0; picture->hands != NULL && n < picture->hands->len; n++) {
			const struct hand *hand = &g_array_index(picture->hands, struct hand, n);

			if (hand->game == game)
				share_out(picture, hand, known->tagged, holder, missing);
		}
	}
	known->game->build(layout, &known->code);
	return json_pack("{s:s, s:s, s:o}", "game", known->game->id, "code", known->text, "players",
		known->tagged->players(layout, holder, missing));
}

/* The pictures that show anything of a game. */
static json_t *
files_of(const struct photo_set *set, unsigned game)
{
	json_t *files = json_array();

	for (unsigned i = 0; i < set->pictures->len; i++) {
		const struct picture *picture = PICTURE(set, i);
		bool shows = false;

		for (unsigned n = 0; picture->hands != NULL && n < picture->hands->len; n++)
			shows |= g_array_index(picture->hands, struct hand, n).game == game;
		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++) {
			const struct seen_code *code = SEEN_CODE(&picture->sight, n);

			shows |= known_games_find(&set->known, &code->code) == game;
		}
		for (unsigned n = 0; picture->error == NULL && n < picture->sight.forms->len; n++) {
			const struct seen_form *form = SEEN_FORM(&picture->sight, n);

			shows |= known_games_find(&set->known, &form->code) == game;
		}
		if (shows)
			json_array_append_new(files, json_string(picture->file));
	}
	return files;
}

static json_t *
draft(const struct photo_set *set, unsigned game)
{
	const struct known_game *known = KNOWN_GAME(&set->known, game);
	const struct outcome *outcome = &set->outcome[game];
	json_t *missing = json_array(), *result = NULL, *files = files_of(set, game);

	if (json_array_size(files) == 0) {
		say(missing, g_strdup("nothing of it is in any picture"));
	} else if (outcome->missing != NULL) {
		result = json_incref(outcome->result);
		for (unsigned i = 0; i < outcome->missing->len; i++)
			say(missing, g_strdup(g_ptr_array_index(outcome->missing, i)));
	} else if (known->tagged != NULL) {
		result = hands_draft(set, game, missing);
	} else {
		say(missing, g_strdup_printf("%s has no bubbles: its result is typed in", known->game->title));
	}
	return json_pack("{s:i, s:i, s:s, s:s, s:o, s:b, s:o?, s:o}", "round", known->code.round, "table",
		known->code.table, "game", known->game->id, "code", known->text, "files", files, "complete",
		result != NULL && json_array_size(missing) == 0, "result", result, "missing", missing);
}

static int
by_table(const void *a, const void *b, void *data)
{
	const struct photo_set *set = data;
	const struct known_game *one = KNOWN_GAME(&set->known, *(const unsigned *)a);
	const struct known_game *other = KNOWN_GAME(&set->known, *(const unsigned *)b);

	if (one->code.round != other->code.round)
		return one->code.round - other->code.round;
	if (one->code.table != other->code.table)
		return one->code.table - other->code.table;
	if (one->code.game != other->code.game)
		return one->code.game - other->code.game;
	return strcmp(one->text, other->text);
}

/* A game that was met, or one of the manifest in a round that was. */
static bool
belongs(const struct photo_set *set, unsigned game, unsigned rounds)
{
	const struct known_game *known = KNOWN_GAME(&set->known, game);

	return known->met || rounds >> known->code.round & 1;
}

json_t *
photo_set_tables(const struct photo_set *set)
{
	GArray *order = g_array_new(FALSE, FALSE, sizeof(unsigned));
	json_t *list = json_array();
	unsigned rounds = 0;

	for (unsigned i = 0; i < set->known.games->len; i++)
		if (KNOWN_GAME(&set->known, i)->met)
			rounds |= 1u << KNOWN_GAME(&set->known, i)->code.round;
	for (unsigned i = 0; i < set->known.games->len; i++)
		if (belongs(set, i, rounds))
			g_array_append_val(order, i);
	g_array_sort_with_data(order, by_table, (void *)(uintptr_t)set);
	for (unsigned i = 0; i < order->len; i++)
		json_array_append_new(list, draft(set, g_array_index(order, unsigned, i)));
	g_array_free(order, TRUE);
	return list;
}
