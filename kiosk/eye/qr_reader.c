/* SPDX-License-Identifier: MIT
 * Reads QR codes, in parts if there are many. zxing tries every three finder patterns, so that a small file with 900 of
 * them would keep it busy for half a minute. If there are many, codes are small: parts that overlap by more than a code
 * contain each of them whole, and a larger code among them is found in a reduced image. */
#include "kiosk/eye/qr_reader.h"

#include <glib.h>

#include "kiosk/eye/finders.h"

/* Finder patterns from which an image is read in parts; zxing itself keeps 256 triples of them. */
#define CROWD 45

/* The same if rows are examined closely: noise looks like some of them. */
#define MANY 150

/* Most times that an image is divided. */
#define DEPTH 4

/* Side of a part as a share: a fifth of the whole is in two parts. */
#define PART 0.6

/* Least side in pixels of a part that is divided: a smaller one may hold a code, but not many. */
#define SIDE_MIN 64

/* Number of parts without a code, beyond those with one, after which no more are read. */
#define IN_VAIN 8

/* How many parts of one size were read so far. What only looks like codes has none in any part, but there may be a
 * larger code. */
struct crowd {
	unsigned found, in_vain; /* parts with a code and without */
};

/* A part that is read. */
struct part {
	zxing_found *found;
	void *data;
	bool shrink;
	double x, y, scale;  /* its top left corner in the image, and its pixels for one of the image */
	struct crowd *crowd; /* of this size; the next is of half the size */
	bool has_code;       /* one was found in it */
};

/* Maps the corners to the image. */
static void
found_part(void *data, const char *text, const double corner[8])
{
	struct part *part = data;
	double at[8];

	part->has_code = true;
	for (int i = 0; i < 8; i++)
		at[i] = corner[i] / part->scale + (i % 2 == 0 ? part->x : part->y);
	part->found(part->data, text, at);
}

static void read_part(const struct part *part, const struct region *region, int depth);

/* Reads a part at half its size. */
static void
read_smaller(const struct part *part, const struct region *region, int depth)
{
	int32_t w = region->width / 2, h = region->height / 2;
	uint8_t *grey = g_try_malloc((size_t)w * (size_t)h), *to = grey;
	struct part inner = *part;

	if (grey == NULL)
		return;
	for (int32_t y = 0; y < h; y++) {
		const uint8_t *row = region->grey + (ptrdiff_t)(2 * y) * region->stride;
		const uint8_t *next = row + region->stride;

		for (int32_t x = 0; x < w; x++)
			*to++ = (uint8_t)((row[2 * x] + row[2 * x + 1] + next[2 * x] + next[2 * x + 1] + 2) / 4);
	}
	inner.scale /= 2;
	inner.crowd++;
	read_part(&inner, &(struct region){grey, w, h, w}, depth);
	g_free(grey);
}

static void
read_part(const struct part *part, const struct region *region, int depth)
{
	int32_t w = (int32_t)(PART * region->width), h = (int32_t)(PART * region->height);

	if (part->crowd->in_vain >= part->crowd->found + IN_VAIN)
		return;
	if (finders_count(region, false, CROWD) < CROWD && finders_count(region, true, MANY) < MANY) {
		struct part whole = *part;

		whole.has_code = false;
		zxing_read(
			region->grey, region->width, region->height, region->stride, part->shrink, found_part, &whole);
		*(whole.has_code ? &part->crowd->found : &part->crowd->in_vain) += 1;
		return;
	}
	/* Many patterns in such a small part are not those of codes. */
	if (depth == 0 || MIN(region->width, region->height) < SIDE_MIN)
		return;
	/* All of it at half the size comes first, then its four overlapping parts. */
	read_smaller(part, region, depth - 1);
	for (int n = 0; n < 4; n++) {
		int32_t x = n % 2 == 0 ? 0 : region->width - w, y = n < 2 ? 0 : region->height - h;
		const struct region quarter = {region->grey + (ptrdiff_t)y * region->stride + x, w, h, region->stride};
		struct part inner = *part;

		inner.x += x / part->scale;
		inner.y += y / part->scale;
		read_part(&inner, &quarter, depth - 1);
	}
}

void
qr_reader_read(const struct image *image, bool shrink, zxing_found *found, void *data)
{
	struct crowd crowd[DEPTH + 1] = {{0}};
	const struct part whole = {.found = found, .data = data, .shrink = shrink, .scale = 1, .crowd = crowd};

	read_part(&whole, &(struct region){image->grey, image->width, image->height, image->width}, DEPTH);
}
