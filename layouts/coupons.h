/* SPDX-License-Identifier: MIT
 * Coupon Clipper: the sheets of a game, a sheet a player. */
#pragma once

#include "layouts/coupons_field.h"
#include "layouts/game.h"

#define COUPONS_SHEETS_MIN 2                                      /* players, each with a sheet */
#define COUPONS_SHEETS_MAX 5                                      /* and at most */
#define COUPONS_A_SHEET    FIELD_PARTS                            /* coupons of a sheet */
#define COUPONS_MAX        (COUPONS_SHEETS_MAX * COUPONS_A_SHEET) /* coupons of a game */

enum coupon_kind {
	COUPON_CHIPS,
	COUPON_DIP,
	COUPON_FIREWORK,
	COUPON_GRILL,
	COUPON_HOTDOG,
	COUPON_BUN,
	COUPON_WATERMELON,
	COUPON_ROLL, /* the four burger parts follow each other */
	COUPON_LETTUCE,
	COUPON_CHEESE,
	COUPON_PATTY,
	COUPON_COLESLAW,
	COUPON_KINDS,
};

#define COUPON_BURGER_PARTS 4 /* roll, lettuce, cheese and patty */

struct coupon {
	uint8_t kind;                 /* enum coupon_kind */
	uint8_t money;                /* chips, firework, watermelon; else 0 */
	uint8_t icons;                /* firework; else 0 */
	uint8_t times;                /* 1, 2 or 3 */
	uint8_t col, row, cols, rows; /* the cells it covers */
	uint16_t tag;
};

/* Coupons are numbered along the rows of the field, by their top left cells. */
struct coupons_layout {
	uint8_t sheets;
	struct coupon coupon[COUPONS_SHEETS_MAX][COUPONS_A_SHEET];
};

/* Options of a code, which do not change the layout: the house rule printed on the paper. Without
 * the bit it is the default. */
enum coupons_printed { COUPONS_PRINTED_PAIR_4 = 1, COUPONS_OPTIONS = 2 };

extern const struct game game_coupons;

/* "chips", "dip", ... as in JSON. */
const char *coupon_kind_name(enum coupon_kind kind);

/* The estimated worth of a coupon in dollars, by which the sheets of a game are balanced. */
int coupon_worth(const struct coupon *coupon);

/* "B07" for the coupon `index` (from 0) of `sheet`; `id` holds four bytes. */
void coupon_id(unsigned sheet, unsigned index, char id[4]);

/* The sheet, and the number on it as it is printed, of an id that reads like "B07"; false for any
 * other text. Whether a game has that coupon is another matter. */
bool coupon_id_read(const char *id, uint8_t *sheet, uint8_t *number);

/* From one corner of cells of the field to another, and the reference strip below the field: the
 * line to cut it off by runs in the middle between the two. */
struct rect coupons_cells(int left, int top, int right, int bottom);
struct rect coupons_strip(void);

/* Where a coupon and its tag are on the sheet. */
struct rect coupon_rect(const struct coupon *coupon);
struct rect coupon_tag_rect(const struct coupon *coupon);
