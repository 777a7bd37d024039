/* SPDX-License-Identifier: MIT
 * A coupon, composed for each of its four shapes: symbol, name, price, firework
 * icons, a hint at what it saves, its id beside its tag, and a frame and a badge
 * where it counts several times. Everything stays 2 mm off the edges and
 * 1.5 mm off the tag. Looks are drawn one after another over all coupons,
 * because shapes of one look are one operation. */
#include "gen/games/coupons/press.h"

/* The colour of a price's label. Like the other two it is light enough for dark letters, also in grey. */
#define PRICE_FILL 0xa8dd6b

/* The background of a coupon that counts several times. */
#define TIMES_TINT 0xfff3c9

/* The colour of its badge. */
#define TIMES_FILL 0xffd034

/* The width of a price's label, in hundredths of a millimetre like all lengths here: its digits just fit. */
#define PRICE_W 960

/* The height of the label. */
#define PRICE_H 580

/* The length of the label's point. */
#define PRICE_TIP 210

/* From the cut to the middle of the frame of a coupon that counts several times: a crooked cut should not hit it. */
#define FRAME_IN 140

/* 1x1, 2x1, 1x2 and 2x2 cells. */
#define SHAPES 4

/* Where things are, from the top left of a coupon. */
struct shape {
	struct rect symbol, name, price, hint;
	/* A firework has a drawing and a badge of its own, to leave room for its icons: at most
	 * three, the first here, the next to the right or below. */
	struct rect rocket, icon;
	int32_t icon_right, icon_down;
	int32_t rocket_badge_y;
	int32_t badge_x, badge_y, badge; /* its middle and its radius */
	int32_t name_size;
	enum align hint_align;
};

static const struct shape shapes[SHAPES] = {
	{
		/* 1x1: the symbol on the left, all else above the tag */
		.symbol = {270, 700, 1480, 1480},
		.name = {270, 220, 1560, 420},
		.price = {1920, 230, PRICE_W, PRICE_H},
		.hint = {1797, 710, 1086, 650},
		.rocket = {330, 1150, 1300, 1300},
		.icon = {260, 665, 470, 470},
		.icon_right = 545,
		.rocket_badge_y = 2010,
		.badge_x = 690,
		.badge_y = 2010,
		.badge = 450,
		.name_size = NAME_SMALL,
		.hint_align = ALIGN_CENTRE,
	},
	{
		/* 2x1: the symbol as high as the coupon, the words beside it */
		.symbol = {300, 255, 2200, 2200},
		.name = {2700, 300, 2160, 540},
		.price = {5006, 280, PRICE_W, PRICE_H},
		.hint = {2700, 920, 3250, 350},
		.rocket = {300, 255, 2200, 2200},
		.icon = {2700, 1400, 640, 640},
		.icon_right = 740,
		.rocket_badge_y = 1900,
		.badge_x = 800,
		.badge_y = 1900,
		.badge = 540,
		.name_size = NAME_LARGE,
		.hint_align = ALIGN_LEFT,
	},
	{
		/* 1x2: words, symbol, price below each other */
		.symbol = {466, 1480, 2200, 2200},
		.name = {300, 300, 2540, 540},
		.price = {300, 4310, PRICE_W, PRICE_H},
		.hint = {300, 880, 2540, 350},
		.rocket = {516, 1280, 2100, 2100},
		.icon = {300, 3430, 640, 640},
		.icon_right = 790,
		.rocket_badge_y = 2860,
		.badge_x = 840,
		.badge_y = 3420,
		.badge = 540,
		.name_size = NAME_LARGE,
		.hint_align = ALIGN_LEFT,
	},
	{
		/* 2x2: the symbol in the middle */
		.symbol = {1433, 1390, 3400, 3400},
		.name = {330, 330, 4400, 540},
		.price = {4976, 320, PRICE_W, PRICE_H},
		.hint = {330, 910, 4400, 350},
		.rocket = {1433, 1390, 3400, 3400},
		.icon = {5076, 1060, 760, 760},
		.icon_down = 930,
		.rocket_badge_y = 4350,
		.badge_x = 1300,
		.badge_y = 4350,
		.badge = 540,
		.name_size = NAME_LARGE,
		.hint_align = ALIGN_LEFT,
	},
};

/* Eighteen points of a star, around 0 with a radius of 1000. */
static const int16_t star[][2] = {{0, -1000}, {267, -733}, {643, -766}, {675, -390}, {985, -174}, {768, 135},
	{866, 500}, {501, 598}, {342, 940}, {0, 780}, {-342, 940}, {-501, 598}, {-866, 500}, {-768, 135}, {-985, -174},
	{-675, -390}, {-643, -766}, {-267, -733}};
#define STAR (sizeof star / sizeof *star)

static const struct shape *
shape_of(const struct coupon *coupon)
{
	return &shapes[(coupon->cols - 1) + 2 * (coupon->rows - 1)];
}

/* A rectangle of a shape, on the sheet. */
static struct rect
placed(const struct coupon *coupon, struct rect rect)
{
	struct rect at = coupon_rect(coupon);

	return (struct rect){at.x + rect.x, at.y + rect.y, rect.w, rect.h};
}

/* The ground of the coupons that count several times, and the labels of prices: first what is filled, then lines. */
static void
draw_grounds(const struct coupon coupon[COUPONS_A_SHEET], struct canvas *canvas)
{
	for (int frame = 0; frame < 2; frame++) {
		for (int i = 0; i < COUPONS_A_SHEET; i++) {
			struct rect at = coupon_rect(&coupon[i]);

			at = (struct rect){at.x + FRAME_IN, at.y + FRAME_IN, at.w - 2 * FRAME_IN, at.h - 2 * FRAME_IN};
			if (coupon[i].times > 1 && frame)
				canvas_frame(canvas, at, 80, COLOUR_INK);
			else if (coupon[i].times > 1)
				canvas_fill(canvas, at, TIMES_TINT);
		}
	}
	for (int frame = 0; frame < 2; frame++) {
		for (int i = 0; i < COUPONS_A_SHEET; i++) {
			struct rect at = placed(&coupon[i], shape_of(&coupon[i])->price);
			int32_t tip = at.x + PRICE_TIP, right = at.x + at.w, bottom = at.y + at.h;
			const int32_t point[][2] = {
				{at.x, at.y + at.h / 2}, {tip, at.y}, {right, at.y}, {right, bottom}, {tip, bottom}};

			if (coupon[i].money > 0)
				canvas_polygon(
					canvas, point, 5, frame ? NO_FILL : PRICE_FILL, frame ? 35 : 0, COLOUR_INK);
		}
	}
}

static void
draw_coupon(const struct coupon *coupon, const char *id, struct canvas *canvas)
{
	const struct coupons_look *look = &coupons_looks[coupon->kind];
	const char *hint = coupon->cols * coupon->rows == 1 ? look->small_hint : look->hint;
	const struct shape *shape = shape_of(coupon);
	const struct font name = {FACE_CONDENSED_BOLD, shape->name_size, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {FACE_CONDENSED, SMALL, COLOUR_QUIET, shape->hint_align};
	const struct font right = {FACE_CONDENSED, SMALL, COLOUR_QUIET, ALIGN_RIGHT};
	const struct font large = {FACE_BOLD, LARGE, COLOUR_INK, ALIGN_CENTRE};
	struct rect symbol = coupon->kind == COUPON_FIREWORK ? shape->rocket : shape->symbol;
	struct rect icon = placed(coupon, shape->icon), tag = coupon_tag_rect(coupon);
	struct rect price = placed(coupon, shape->price);

	canvas_symbol(canvas, look->symbol, placed(coupon, symbol));
	for (int i = 0; i < coupon->icons; i++, icon.x += shape->icon_right, icon.y += shape->icon_down)
		canvas_symbol(canvas, SYMBOL_SPARK, icon);
	canvas_text(canvas, &name, placed(coupon, shape->name), look->title);
	if (hint != NULL)
		canvas_paragraph(canvas, &small, placed(coupon, shape->hint), hint);
	canvas_text(canvas, &right, (struct rect){tag.x - 150 - 600, tag.y + tag.h - SMALL, 600, SMALL}, id);
	price.x += PRICE_TIP - 60;
	price.w -= PRICE_TIP - 60;
	if (coupon->money > 0)
		canvas_textf(canvas, &large, price, "$%u", coupon->money);
}

void
coupons_draw_coupons(const struct coupons_sheet *sheet, struct canvas *canvas)
{
	const struct coupon *coupons = sheet->layout.coupon[sheet->code.piece];
	char id[4];

	draw_grounds(coupons, canvas);
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		coupon_id(sheet->code.piece, i, id);
		draw_coupon(&coupons[i], id, canvas);
	}
}

/* Stars that are filled, then their outlines, then what is written on them. */
void
coupons_draw_badges(const struct coupons_sheet *sheet, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 440, COLOUR_INK, ALIGN_CENTRE};
	enum { FILLED, OUTLINED, WRITTEN, LOOKS };

	for (int look = FILLED; look < LOOKS; look++) {
		for (int i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &sheet->layout.coupon[sheet->code.piece][i];
			const struct shape *shape = shape_of(coupon);
			int32_t y = coupon->kind == COUPON_FIREWORK ? shape->rocket_badge_y : shape->badge_y;
			int32_t radius = shape->badge, point[STAR][2];
			struct rect at = placed(
				coupon, (struct rect){shape->badge_x - radius, y - radius, 2 * radius, 2 * radius});

			if (coupon->times <= 1)
				continue;
			for (size_t k = 0; k < STAR; k++) {
				point[k][0] = at.x + radius + star[k][0] * radius / 1000;
				point[k][1] = at.y + radius + star[k][1] * radius / 1000;
			}
			if (look == WRITTEN)
				canvas_textf(canvas, &font, at, "×%d", coupon->times);
			else
				canvas_polygon(canvas, (const int32_t(*)[2])point, STAR,
					look == OUTLINED ? NO_FILL : TIMES_FILL, look == OUTLINED ? 45 : 0, COLOUR_INK);
		}
	}
}
