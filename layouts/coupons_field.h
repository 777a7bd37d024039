/* SPDX-License-Identifier: MIT
 * The field of a coupon sheet: 6 by 7 unit cells, cut into 24 rectangles of
 * 1x1, 1x2, 2x1 and 2x2 cells with enough crossings and ends of lines that
 * cutting them apart is a decision. */
#pragma once

#include <stdbool.h>

#include "layouts/random.h"

#define FIELD_COLS  6                         /* cells in a row */
#define FIELD_ROWS  7                         /* rows of cells */
#define FIELD_CELLS (FIELD_COLS * FIELD_ROWS) /* cells of a sheet */
#define FIELD_PARTS 24                        /* coupons that they are divided into */

/* For each cell, along the rows: the size of the part whose top left it is, or 0. */
struct coupons_field {
	uint64_t free; /* cells that belong to no part yet: none in the end */
	uint8_t cols[FIELD_CELLS];
	uint8_t rows[FIELD_CELLS];
};

void coupons_field_cut(struct coupons_field *field, struct random *random);
