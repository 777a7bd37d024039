/* SPDX-License-Identifier: MIT
 * A round's pile sorted by table and game: one draft a table, complete or with
 * sentences that say what it lacks. What no picture shows is never taken for
 * a discard: a person says so. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/reading/photo_set.h"

#define NAMES_SHOWN 12 /* of a list in a sentence */

/* The one sheet of a game whose strip is in a picture; -1 for none or several. */
static int
owner(const struct photo_set *pile, const struct picture *picture, unsigned game)
{
	int piece = -1;

	for (unsigned i = 0; i < picture->sight.codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(&picture->sight, i);

		if (known_find(&pile->known, &code->code) != game)
			continue;
		if (piece >= 0 && piece != code->code.piece)
			return -1;
		piece = code->code.piece;
	}
	return piece;
}

static void
say(json_t *missing, char *sentence)
{
	json_array_append_new(missing, json_string(sentence));
	g_free(sentence);
}

/* Who has each coupon by the pictures: a player, NOBODY, or SOMEBODY. */
enum { NOBODY = -1, SOMEBODY = -2 };

static void
share_out(const struct photo_set *pile, unsigned game, int8_t who[COUPONS_MAX], json_t *missing)
{
	memset(who, NOBODY, COUPONS_MAX);
	for (unsigned i = 0; i < pile->pictures->len; i++) {
		const struct picture *picture = PICTURE(pile, i);

		for (unsigned n = 0; picture->hands != NULL && n < picture->hands->len; n++) {
			const struct hand *hand = &g_array_index(picture->hands, struct hand, n);
			int player = hand->game == game ? owner(pile, picture, game) : NOBODY;

			if (hand->game != game)
				continue;
			if (player < 0 && hand->coupons->len > 0)
				say(missing,
					g_strdup_printf("%s shows %u coupons, but not whose: take the picture with the "
							"strip of one sheet, or say it",
						picture->file, hand->coupons->len));
			for (unsigned c = 0; c < hand->coupons->len; c++) {
				int8_t *has = &who[g_array_index(hand->coupons, uint8_t, c)];
				unsigned coupon = g_array_index(hand->coupons, uint8_t, c);
				char id[4];

				coupon_id(coupon / COUPONS_A_SHEET, coupon % COUPONS_A_SHEET, id);
				if (*has >= 0 && player >= 0 && *has != player)
					say(missing,
						g_strdup_printf("%s is in the hands of %c and of %c", id, 'A' + *has,
							'A' + player));
				else if (player >= 0 || *has == NOBODY)
					*has = (int8_t)(player >= 0 ? player : SOMEBODY);
			}
			for (unsigned s = 0; s < hand->strangers->len; s++)
				say(missing,
					g_strdup_printf("%s shows a coupon of another game (tag %u)", picture->file,
						g_array_index(hand->strangers, uint16_t, s)));
		}
	}
}

/* A sentence about the coupons that no picture shows. */
static void
say_unseen(const struct coupons_layout *layout, const int8_t who[COUPONS_MAX], json_t *missing)
{
	GString *names = g_string_new(NULL);
	unsigned unseen = 0, grills = 0;

	for (unsigned i = 0; i < (unsigned)layout->sheets * COUPONS_A_SHEET; i++) {
		char id[4];

		grills += layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].kind == COUPON_GRILL;
		if (who[i] != NOBODY)
			continue;
		coupon_id(i / COUPONS_A_SHEET, i % COUPONS_A_SHEET, id);
		if (unseen < NAMES_SHOWN)
			g_string_append_printf(names, "%s%s", unseen == 0 ? "" : ", ", id);
		unseen++;
	}
	if (unseen > NAMES_SHOWN)
		g_string_append_printf(names, " and %u more", unseen - NAMES_SHOWN);
	if (unseen == 0)
		say(missing,
			g_strdup_printf("all coupons are in pictures: say which %u are discarded", grills));
	else if (unseen == grills)
		say(missing,
			g_strdup_printf("no picture shows %s: these may be the %u discards, say so", names->str,
				grills));
	else
		say(missing,
			g_strdup_printf("no picture shows %s; %u are to be discards", names->str, grills));
	g_string_free(names, TRUE);
}

static json_t *
coupons_draft(const struct photo_set *pile, unsigned game, json_t *missing)
{
	const struct known_game *known = KNOWN_GAME(&pile->known, game);
	json_t *players = json_array();
	int8_t who[COUPONS_MAX];
	struct coupons_layout layout;

	game_coupons.build(&layout, &known->code);
	share_out(pile, game, who, missing);
	say_unseen(&layout, who, missing);
	for (int player = 0; player < layout.sheets; player++) {
		json_t *coupons = json_array();

		for (unsigned i = 0; i < (unsigned)layout.sheets * COUPONS_A_SHEET; i++) {
			char id[4];

			coupon_id(i / COUPONS_A_SHEET, i % COUPONS_A_SHEET, id);
			if (who[i] == player)
				json_array_append_new(coupons, json_string(id));
		}
		if (json_array_size(coupons) == 0)
			say(missing, g_strdup_printf("player %c has no coupon in a picture", 'A' + player));
		json_array_append_new(players,
			json_pack("{s:o, s:[]}", "coupons", coupons, "discarded"));
	}
	return json_pack("{s:s, s:s, s:o}", "game", known->game->id, "code", known->text, "players",
		players);
}

/* The pictures that show anything of a game. */
static json_t *
files_of(const struct photo_set *pile, unsigned game)
{
	json_t *files = json_array();

	for (unsigned i = 0; i < pile->pictures->len; i++) {
		const struct picture *picture = PICTURE(pile, i);
		bool shows = false;

		for (unsigned n = 0; picture->hands != NULL && n < picture->hands->len; n++)
			shows |= g_array_index(picture->hands, struct hand, n).game == game;
		for (unsigned n = 0; picture->error == NULL && n < picture->sight.codes->len; n++) {
			const struct seen_code *code = SEEN_CODE(&picture->sight, n);

			shows |= known_find(&pile->known, &code->code) == game;
		}
		for (unsigned n = 0; picture->error == NULL && n < picture->sight.forms->len; n++) {
			const struct seen_form *form = SEEN_FORM(&picture->sight, n);

			shows |= known_find(&pile->known, &form->code) == game;
		}
		if (shows)
			json_array_append_new(files, json_string(picture->file));
	}
	return files;
}

static json_t *
draft(const struct photo_set *pile, unsigned game)
{
	const struct known_game *known = KNOWN_GAME(&pile->known, game);
	const struct outcome *outcome = &pile->outcome[game];
	json_t *missing = json_array(), *result = NULL, *files = files_of(pile, game);

	if (json_array_size(files) == 0) {
		say(missing, g_strdup("nothing of it is in any picture"));
	} else if (outcome->missing != NULL) {
		result = json_incref(outcome->result);
		for (unsigned i = 0; i < outcome->missing->len; i++)
			say(missing, g_strdup(g_ptr_array_index(outcome->missing, i)));
	} else if (known->game == &game_coupons) {
		result = coupons_draft(pile, game, missing);
	} else {
		say(missing,
			g_strdup_printf("%s has no bubbles: its result is typed in", known->game->title));
	}
	return json_pack("{s:i, s:i, s:s, s:s, s:o, s:b, s:o?, s:o}", "round", known->code.round,
		"table", known->code.table, "game", known->game->id, "code", known->text, "files", files,
		"complete", result != NULL && json_array_size(missing) == 0, "result", result, "missing",
		missing);
}

static int
by_table(const void *a, const void *b, void *data)
{
	const struct photo_set *pile = data;
	const struct known_game *one = KNOWN_GAME(&pile->known, *(const unsigned *)a);
	const struct known_game *other = KNOWN_GAME(&pile->known, *(const unsigned *)b);

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
belongs(const struct photo_set *pile, unsigned game, unsigned rounds)
{
	const struct known_game *known = KNOWN_GAME(&pile->known, game);

	return known->met || rounds >> known->code.round & 1;
}

json_t *
photo_set_tables(const struct photo_set *pile)
{
	GArray *order = g_array_new(FALSE, FALSE, sizeof(unsigned));
	json_t *list = json_array();
	unsigned rounds = 0;

	for (unsigned i = 0; i < pile->known.games->len; i++)
		if (KNOWN_GAME(&pile->known, i)->met)
			rounds |= 1u << KNOWN_GAME(&pile->known, i)->code.round;
	for (unsigned i = 0; i < pile->known.games->len; i++)
		if (belongs(pile, i, rounds))
			g_array_append_val(order, i);
	g_array_sort_with_data(order, by_table, (void *)(uintptr_t)pile);
	for (unsigned i = 0; i < order->len; i++)
		json_array_append_new(list, draft(pile, g_array_index(order, unsigned, i)));
	g_array_free(order, TRUE);
	return list;
}
