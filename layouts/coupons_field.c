/* SPDX-License-Identifier: MIT
 * Cuts a coupon sheet's field into rectangles. Pure: integers only.
 * With c squares of 2x2 there are 18 - 3c pairs of cells, and single cells for
 * the rest of the 42: always 24 parts. */
#include "layouts/coupons_field.h"

#define ALL_CELLS   ((UINT64_C(1) << FIELD_CELLS) - 1) /* a set of all cells, a bit a cell */
#define CROSSES_MIN 3                                  /* places where four parts meet */
#define TEES_MIN    8                                  /* places where a line ends at another */

/* The position of the n-th set bit. */
static unsigned
nth_bit(uint64_t bits, unsigned n)
{
	while (n-- > 0)
		bits &= bits - 1;
	return (unsigned)__builtin_ctzll(bits);
}

static void
put(struct coupons_field *field, unsigned cell, uint8_t cols, uint8_t rows)
{
	uint64_t row = ((UINT64_C(1) << cols) - 1) << cell;

	field->cols[cell] = cols;
	field->rows[cell] = rows;
	for (int i = 0; i < rows; i++)
		field->free &= ~(row << i * FIELD_COLS);
}

/* Free cells with a free one to the right. */
static uint64_t
wide_places(const struct coupons_field *field)
{
	uint64_t row = (UINT64_C(1) << (FIELD_COLS - 1)) - 1, not_last = 0;

	for (int i = 0; i < FIELD_ROWS; i++)
		not_last |= row << i * FIELD_COLS;
	return field->free & field->free >> 1 & not_last;
}

static bool
put_squares(struct coupons_field *field, struct random *random, unsigned squares)
{
	for (; squares > 0; squares--) {
		uint64_t pair = wide_places(field);
		uint64_t square = pair & pair >> FIELD_COLS;
		unsigned places = (unsigned)__builtin_popcountll(square);

		if (places == 0)
			return false;
		put(field, nth_bit(square, random_below(random, places)), 2, 2);
	}
	return true;
}

static bool
put_pairs(struct coupons_field *field, struct random *random, unsigned pairs)
{
	for (; pairs > 0; pairs--) {
		uint64_t wide = wide_places(field);
		uint64_t tall = field->free & field->free >> FIELD_COLS;
		unsigned wides = (unsigned)__builtin_popcountll(wide);
		unsigned places = wides + (unsigned)__builtin_popcountll(tall);

		if (places == 0)
			return false;
		unsigned pick = random_below(random, places);

		if (pick < wides)
			put(field, nth_bit(wide, pick), 2, 1);
		else
			put(field, nth_bit(tall, pick - wides), 1, 2);
	}
	return true;
}

/* Whether cutting needs decisions: there are wide and tall parts, and enough places where lines cross or where one ends
 * at another. */
static bool
is_knotty(const struct coupons_field *field)
{
	uint8_t owner[FIELD_CELLS] = {0};
	int crosses = 0, tees = 0, wide = 0, tall = 0;

	for (unsigned cell = 0; cell < FIELD_CELLS; cell++) {
		wide += field->cols[cell] > field->rows[cell];
		tall += field->rows[cell] > field->cols[cell];
		for (int row = 0; row < field->rows[cell]; row++)
			for (int col = 0; col < field->cols[cell]; col++)
				owner[cell + row * FIELD_COLS + col] = (uint8_t)cell;
	}
	for (unsigned cell = 0; cell + FIELD_COLS + 1 < FIELD_CELLS; cell++) {
		if (cell % FIELD_COLS == FIELD_COLS - 1)
			continue;
		const uint8_t *at = &owner[cell];
		int lines = (at[0] != at[1]) + (at[FIELD_COLS] != at[FIELD_COLS + 1]) + (at[0] != at[FIELD_COLS]) +
			(at[1] != at[FIELD_COLS + 1]);

		crosses += lines == 4;
		tees += lines == 3;
	}
	return wide > 0 && tall > 0 && crosses >= CROSSES_MIN && tees >= TEES_MIN;
}

static bool
try_once(struct coupons_field *field, struct random *random)
{
	unsigned squares = 2 + random_below(random, 3);

	*field = (struct coupons_field){.free = ALL_CELLS};
	if (!put_squares(field, random, squares) || !put_pairs(field, random, 18 - 3 * squares))
		return false;
	while (field->free != 0)
		put(field, (unsigned)__builtin_ctzll(field->free), 1, 1);
	return is_knotty(field);
}

/* Almost every try succeeds, and each uses new random numbers, so this ends after a few tries. */
void
coupons_field_cut(struct coupons_field *field, struct random *random)
{
	while (!try_once(field, random))
		;
}
