/* SPDX-License-Identifier: MIT
 * Coupon Clipper in the kiosk: coupons carry tags, so that a photo of them is a
 * hand. What no picture shows is never taken for a discard: a person says so. */
#include "layouts/coupons.h"

#include "kiosk/games/coupons/piles.h"

#define NAMES_SHOWN 12 /* of a list in a sentence */

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

static void G_GNUC_PRINTF(2, 3) say(json_t *missing, const char *format, ...)
{
	char *sentence;
	va_list args;

	va_start(args, format);
	sentence = g_strdup_vprintf(format, args);
	va_end(args);
	json_array_append_new(missing, json_string(sentence));
	g_free(sentence);
}

/* A sentence about the coupons that no picture shows. */
static void
say_unseen(const struct coupons_layout *layout, const int8_t *holder, json_t *missing)
{
	GString *names = g_string_new(NULL);
	unsigned unseen = 0, grills = 0;

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
		g_string_append_printf(names, " and %u more", unseen - NAMES_SHOWN);
	if (unseen == 0)
		say(missing, "all coupons are in pictures: say which %u are discarded", grills);
	else if (unseen == grills)
		say(missing, "no picture shows %s: these may be the %u discards, say so", names->str, grills);
	else
		say(missing, "no picture shows %s; %u are to be discards", names->str, grills);
	g_string_free(names, TRUE);
}

static json_t *
players(const void *in, const int8_t holder[TAGGED_MAX], json_t *missing)
{
	const struct coupons_layout *layout = in;
	json_t *list = json_array();

	say_unseen(layout, holder, missing);
	for (int player = 0; player < layout->sheets; player++) {
		json_t *coupons = json_array();

		for (unsigned i = 0; i < (unsigned)layout->sheets * COUPONS_A_SHEET; i++) {
			char id[TAGGED_NAME];

			name(i, id);
			if (holder[i] == player)
				json_array_append_new(coupons, json_string(id));
		}
		if (json_array_size(coupons) == 0)
			say(missing, "player %c has no coupon in a picture", 'A' + player);
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
