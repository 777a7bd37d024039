/* SPDX-License-Identifier: MIT
 * Coupon Clipper in the kiosk: coupons carry tags, so a photo shows who has which. A coupon that is not in any picture
 * is never assumed to be discarded: a person has to confirm that. */
#include "layouts/coupons.h"

#include "kiosk/games/coupons/piles.h"

/* Most coupons that a sentence lists by name; the others are only counted. */
#define NAMES_SHOWN 12

_Static_assert(COUPONS_MAX <= TAGGED_MAX, "every coupon has its number");

static unsigned
tags(const void *in, uint16_t tag[TAGGED_MAX])
{
	const struct coupons_layout *layout = in;
	unsigned count = (unsigned)layout->sheets * COUPONS_A_SHEET;

	for (unsigned i = 0; i < count; i++)
		tag[i] = layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].tag;
	return count;
}

static void
name(unsigned piece, char id[TAGGED_NAME])
{
	coupon_id(piece / COUPONS_A_SHEET, piece % COUPONS_A_SHEET, id);
}

/* Notes which coupons are in no picture. */
static void
note_unseen(const struct coupons_layout *layout, const int8_t *holder, GPtrArray *missing)
{
	GString *names = g_string_new(NULL);
	unsigned unseen = 0, grills = 0;
	struct message list;

	for (unsigned i = 0; i < (unsigned)layout->sheets * COUPONS_A_SHEET; i++) {
		char id[TAGGED_NAME];

		grills += layout->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET].kind == COUPON_GRILL;
		if (holder[i] != HELD_BY_NOBODY)
			continue;
		name(i, id);
		if (unseen < NAMES_SHOWN)
			g_string_append_printf(names, "%s%s", unseen == 0 ? "" : ", ", id);
		unseen++;
	}
	if (unseen > NAMES_SHOWN)
		message_set(&list, SAY("coupon-list-more", "{coupons} and {more} more"),
			ARG_TEXT("coupons", names->str), ARG_NUMBER("more", unseen - NAMES_SHOWN));
	else
		message_set(&list, SAY("coupon-list", "{coupons}"), ARG_TEXT("coupons", names->str));
	if (unseen == 0)
		notes_add(missing,
			SAY("coupons-all-seen", "all coupons are in pictures: say which {discards} are discarded"),
			ARG_NUMBER("discards", grills));
	else if (unseen == grills)
		notes_add(missing,
			SAY("coupons-unseen-discards",
				"no picture shows {coupons}: these may be the {discards} discards, say so"),
			ARG_CAUSE("coupons", &list), ARG_NUMBER("discards", grills));
	else
		notes_add(missing, SAY("coupons-unseen", "no picture shows {coupons}; {discards} are to be discards"),
			ARG_CAUSE("coupons", &list), ARG_NUMBER("discards", grills));
	g_string_free(names, TRUE);
}

static json_t *
players(const void *in, const int8_t holder[TAGGED_MAX], GPtrArray *missing)
{
	const struct coupons_layout *layout = in;
	json_t *list = json_array();

	note_unseen(layout, holder, missing);
	for (int player = 0; player < layout->sheets; player++) {
		const char letter[2] = {(char)('A' + player), '\0'};
		json_t *coupons = json_array();

		for (unsigned i = 0; i < (unsigned)layout->sheets * COUPONS_A_SHEET; i++) {
			char id[TAGGED_NAME];

			name(i, id);
			if (holder[i] == player)
				json_array_append_new(coupons, json_string(id));
		}
		if (json_array_size(coupons) == 0)
			notes_add(missing, SAY("player-unseen", "player {seat} has no coupon in a picture"),
				ARG_TEXT("seat", letter));
		json_array_append_new(list, json_pack("{s:o, s:[]}", "coupons", coupons, "discarded"));
	}
	return list;
}

static void
places(const void *in, const struct code *code, void (*tell)(void *data, const char *id, struct rect at), void *data)
{
	const struct coupons_layout *layout = in;

	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		char id[4];

		coupon_id(code->piece, i, id);
		tell(data, id, coupon_rect(&layout->coupon[code->piece][i]));
	}
}

static const struct tagged_pieces coupons = {
	.one = "coupon",
	.many = "coupons",
	.owner = "the strip of one sheet",
	.tags = tags,
	.name = name,
	.holders = piles_find,
	.players = players,
};

extern const struct kiosk_game kiosk_game_coupons;
const struct kiosk_game kiosk_game_coupons = {
	.game = &game_coupons,
	.tagged = &coupons,
	.places = places,
	.currency = "$",
	.played = {{"coupons", "Kept"}, {"discarded", "discarded"}},
};
