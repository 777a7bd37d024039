/* SPDX-License-Identifier: MIT
 * Coupon Clipper for programs and at the terminal: every sheet of the game in
 * JSON, the code's own sheet as a picture. */
#include "gen/canvas/text_picture.h"
#include "gen/games/coupons/press.h"

/* The width of a unit cell of the picture in characters, with the line that it shares with its neighbour. */
#define CELL_W 13

/* Its height in lines, likewise. */
#define CELL_H 4

void
coupons_json(const void *layout, const struct code *code, json_t *object)
{
	const struct coupons_layout *coupons = layout;
	json_t *sheets = json_array();

	(void)code;
	for (unsigned sheet = 0; sheet < coupons->sheets; sheet++) {
		json_t *list = json_array();

		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &coupons->coupon[sheet][i];
			struct rect at = coupon_rect(coupon);
			char id[4];

			coupon_id(sheet, i, id);
			json_array_append_new(list,
				json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "id", id, "kind",
					coupon_kind_name(coupon->kind), "money", coupon->money, "icons", coupon->icons,
					"times", coupon->times, "x", at.x, "y", at.y, "w", at.w, "h", at.h, "tag",
					coupon->tag));
		}
		json_array_append_new(
			sheets, json_pack("{s:o,s:o}", "sheet", json_sprintf("%c", 'A' + sheet), "coupons", list));
	}
	json_object_set_new(object, "sheets", sheets);
}

/* One coupon in its box: id and multiplier at the top, kind and what it shows in the middle. A
 * coupon with a multiplier has a heavy box, so that it is seen at once. */
static void
draw_coupon(struct text_picture *picture, const struct coupon *coupon, const char *id)
{
	static const char stars[] = "✸✸✸";
	int x = coupon->col * CELL_W, y = coupon->row * CELL_H;
	int w = coupon->cols * CELL_W, h = coupon->rows * CELL_H;
	int middle = y + h / 2;
	int shown = (int)(g_utf8_offset_to_pointer(stars, MIN(coupon->icons, 3)) - stars);

	text_picture_box(picture, x, y, w, h, coupon->times > 1 ? TEXT_PICTURE_HEAVY : TEXT_PICTURE_LIGHT);
	text_picture_print(picture, x + 2, y + 1, "%s", id);
	if (coupon->times > 1)
		text_picture_print(picture, x + w - 3, y + 1, "×%u", coupon->times);
	text_picture_centre(picture, x + 1, middle, w - 1, "%s", coupon_kind_name(coupon->kind));
	if (coupon->icons > 0)
		text_picture_centre(picture, x + 1, middle + 1, w - 1, "$%u %.*s", coupon->money, shown, stars);
	else if (coupon->money > 0)
		text_picture_centre(picture, x + 1, middle + 1, w - 1, "$%u", coupon->money);
}

void
coupons_text(const void *layout, const struct code *code, GString *out)
{
	const struct coupons_layout *coupons = layout;
	struct text_picture *picture = text_picture_new(FIELD_COLS * CELL_W + 1, FIELD_ROWS * CELL_H + 1);

	g_string_append_printf(out, "sheet %c of %u, a sheet a player\n\n", 'A' + code->piece, coupons->sheets);
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		char id[4];

		coupon_id(code->piece, i, id);
		draw_coupon(picture, &coupons->coupon[code->piece][i], id);
	}
	text_picture_write(picture, out);
	/* How many of each kind are in the game, every copy counted. */
	unsigned number[COUPON_KINDS] = {0}, icons = 0;

	for (unsigned i = 0; i < coupons->sheets * COUPONS_A_SHEET; i++) {
		const struct coupon *coupon = &coupons->coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET];

		number[coupon->kind] += coupon->times;
		icons += (unsigned)(coupon->icons * coupon->times);
	}
	g_string_append(out, "\nIn the whole game, copies counted:\n");
	for (int kind = 0; kind < COUPON_KINDS; kind++)
		g_string_append_printf(out, "%s%5u %-*s", kind > 0 && kind % 4 == 0 ? "\n" : "", number[kind],
			kind % 4 == 3 ? 0 : 11, coupon_kind_name(kind));
	g_string_append_printf(out, "\n%5u ✸ on the fireworks\n", icons);
	g_string_append(out, "\nWhat the sheets are worth to the press:\n");
	for (unsigned sheet = 0; sheet < coupons->sheets; sheet++)
		g_string_append_printf(out, "   %c $%d%s", 'A' + sheet, coupons_sheet_worth(coupons, sheet),
			sheet == code->piece ? " (this one)" : "");
	g_string_append_c(out, '\n');
}
