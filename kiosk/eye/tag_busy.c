/* SPDX-License-Identifier: MIT
 * A tag is busier than print and tables, in light and in shadow. */
#include "kiosk/eye/tag_busy.h"

#include <stdlib.h>

/* Share of the busyness of tags that were read from which a place may hold another. */
#define BUSY 0.6

/* Cells that are searched at most, the busiest: this bounds the time. */
#define CELLS_MAX 12000

bool
tag_busy_init(struct tag_busy *busy, const struct image *image, int side)
{
	*busy = (struct tag_busy){.side = side, .cols = image->width / side, .rows = image->height / side};
	if (busy->cols < 2 || busy->rows < 2)
		return false;
	busy->change = g_new0(float, (gsize)busy->cols *(gsize)busy->rows);
	busy->grey = g_new0(float, (gsize)busy->cols *(gsize)busy->rows);
	for (int32_t y = 0; y < busy->rows * side - 1; y++)
		for (int32_t col = 0; col < busy->cols; col++) {
			const uint8_t *at = image->grey + (size_t)y * (size_t)image->width + (size_t)(col * side);
			size_t cell = (size_t)(y / side) * (size_t)busy->cols + (size_t)col;
			int change = 0, grey = 0;

			for (int x = 0; x < side - 1; x++) {
				change += abs(at[x + 1] - at[x]) + abs(at[image->width + x] - at[x]);
				grey += at[x];
			}
			busy->change[cell] += (float)change;
			busy->grey[cell] += (float)grey;
		}
	return true;
}

void
tag_busy_finish(struct tag_busy *busy)
{
	g_free(busy->change);
	g_free(busy->grey);
}

float
tag_busy_at(const struct tag_busy *busy, int col, int row)
{
	float change = 0, grey = 1;

	if (col < 0 || row < 0 || col + 1 >= busy->cols || row + 1 >= busy->rows)
		return 0;
	for (int i = 0; i < 4; i++) {
		size_t cell = (size_t)(row + i / 2) * (size_t)busy->cols + (size_t)(col + i % 2);

		change += busy->change[cell];
		grey += busy->grey[cell];
	}
	return change / grey;
}

static int
by_value(const void *a, const void *b)
{
	float one = *(const float *)a, other = *(const float *)b;

	return (one < other) - (one > other);
}

float
tag_busy_enough(const struct tag_busy *busy, const GArray *known)
{
	GArray *value = g_array_new(FALSE, FALSE, sizeof(float));
	float enough, each;

	for (unsigned i = 0; i < known->len; i++) {
		struct point at = g_array_index(known, struct point, i);

		each = tag_busy_at(busy, (int)(at.x / busy->side - 0.5), (int)(at.y / busy->side - 0.5));
		g_array_append_val(value, each);
	}
	g_array_sort(value, by_value);
	enough = (float)BUSY * g_array_index(value, float, 3 * value->len / 4);
	g_array_set_size(value, 0);
	for (int row = 0; row + 1 < busy->rows; row++)
		for (int col = 0; col + 1 < busy->cols; col++) {
			each = tag_busy_at(busy, col, row);
			if (each >= enough)
				g_array_append_val(value, each);
		}
	if (value->len > CELLS_MAX) {
		g_array_sort(value, by_value);
		enough = g_array_index(value, float, CELLS_MAX);
	}
	g_array_free(value, TRUE);
	return enough;
}
