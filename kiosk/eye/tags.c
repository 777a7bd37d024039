/* SPDX-License-Identifier: MIT
 * Tags in a picture, by libapriltag, with one bit corrected. The picture is
 * searched coarsely first, then finely wherever it is as busy as where tags were
 * read; all of it only where tags must be that are not found. In this
 * family every id is 13 bits from every other, so that a wrong one is out of
 * reach. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/eye/parts.h"

#define FIRST_PIXELS  1600000  /* of the picture that is searched for squares, at first */
#define FINE_PIXELS   16000000 /* ... and at most, when nothing asks for more */
#define SIDE_MAX      32000    /* the library counts half pixels in 16 bits */
#define BORDER_MIN    7.0      /* pixels of a border that has six modules */
#define SHARPENING    1.0      /* of what is decoded: it is small and blurred */
#define TINY          48.0     /* pixels of a border: below it a square is also read twice as large */
#define AROUND        1.3      /* of a square's size, searched on each side of it: */
#define COVERED       1.0      /* of it, from the middle: tags there are whole in that */
#define SHARE_MAX     0.4      /* of the picture in squares: beyond, all of it costs less */
#define TWICE_MAX     16       /* that are also read twice as large */
#define BUSY          0.8      /* of what tags are: as busy may be one */
#define MARGIN        4.0F     /* grey levels: below it nothing is believed */

struct tag_reader {
	apriltag_family_t *family;
	apriltag_detector_t *detector; /* made when first needed: its table takes a moment and 120 MB */
};

/* A part of the picture that is searched, `scale` times as large. */
struct part {
	double x, y, scale;
	image_u8_t grey;
};

/* Where a tag's border may be: its middle and its size. */
struct square {
	struct point middle;
	double size;
};

struct tag_reader *
eye_tags_create(void)
{
	return g_new0(struct tag_reader, 1);
}

void
eye_tags_prepare(struct tag_reader *reader)
{
	if (reader->detector != NULL)
		return;
	reader->family = tagStandard52h13_create();
	reader->detector = apriltag_detector_create();
	apriltag_detector_add_family_bits(reader->detector, reader->family, 1);
	reader->detector->nthreads = 1;
	reader->detector->decode_sharpening = SHARPENING;
}

void
eye_tags_destroy(struct tag_reader *reader)
{
	if (reader->detector != NULL) {
		apriltag_detector_destroy(reader->detector);
		tagStandard52h13_destroy(reader->family);
	}
	g_free(reader);
}

/* The length of the shortest edge. */
static double
border(const struct seen_tag *tag)
{
	double shortest = INFINITY;

	for (int i = 0; i < 4; i++) {
		const struct point *one = &tag->corner[i], *next = &tag->corner[(i + 1) % 4];

		shortest = fmin(shortest, hypot(next->x - one->x, next->y - one->y));
	}
	return shortest;
}

static bool
is_known(const struct sight *sight, const struct seen_tag *tag)
{
	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct seen_tag *other = SEEN_TAG(sight, i);

		if (other->id == tag->id &&
			hypot(other->corner[0].x - tag->corner[0].x,
				other->corner[0].y - tag->corner[0].y) < border(other))
			return true;
	}
	return false;
}

static void
take(const apriltag_detection_t *detection, const struct part *part, struct sight *sight)
{
	struct seen_tag tag = {
		.id = (uint16_t)detection->id,
		.corrected = (uint8_t)detection->hamming,
		.margin = detection->decision_margin,
	};

	/* The library goes around from the lower left, upwards last. */
	for (int i = 0; i < 4; i++)
		tag.corner[i] = (struct point){detection->p[3 - i][0] / part->scale + part->x,
			detection->p[3 - i][1] / part->scale + part->y};
	if (tag.margin < MARGIN || border(&tag) < BORDER_MIN ||
		sight->tags->len >= EYE_TAGS_MAX || is_known(sight, &tag))
		return;
	g_array_append_val(sight->tags, tag);
}

static void
search_part(struct tag_reader *reader, struct part *part, int decimate, struct sight *sight)
{
	zarray_t *found;

	reader->detector->quad_decimate = (float)decimate;
	found = apriltag_detector_detect(reader->detector, &part->grey);
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;

		zarray_get(found, i, &detection);
		take(detection, part, sight);
	}
	apriltag_detections_destroy(found);
}

static void
search(struct tag_reader *reader, const struct look *look, int decimate)
{
	const struct image *image = look->image;
	struct part all = {.scale = 1,
		.grey = {.width = image->width, .height = image->height, .stride = image->width, .buf = image->grey}};

	search_part(reader, &all, decimate, look->sight);
}

static bool
is_there(const struct sight *sight, uint16_t id)
{
	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id == id)
			return true;
	return false;
}

/* Whether corners are missing: of a form whose code was read, or of a four that is begun. */
static bool
lacks_corners(const struct look *look)
{
	const struct sight *sight = look->sight;

	for (unsigned i = 0; i < sight->tags->len; i++) {
		uint16_t id = SEEN_TAG(sight, i)->id;

		for (uint16_t corner = 0; id < TAG_CORNERS && corner < 4; corner++)
			if (!is_there(sight, (uint16_t)(id / 4 * 4 + corner)))
				return true;
	}
	for (unsigned i = 0; i < look->forms->len; i++) {
		const struct form *form = g_ptr_array_index(look->forms, i);

		for (unsigned corner = 0; corner < MIN(form->tags, 4u); corner++)
			if (!is_there(sight, form->tag[corner].id))
				return true;
	}
	return false;
}

/* Whether the codes explain the tags and the other way round: every tag of their pieces is there,
 * and no other. Then there is nothing left to search for, however small they are. */
static bool
is_complete(const struct look *look)
{
	unsigned explained = 0;

	for (unsigned i = 0; i < look->forms->len; i++) {
		const struct form *form = g_ptr_array_index(look->forms, i);

		for (unsigned tag = 0; tag < form->tags; tag++)
			if (!is_there(look->sight, form->tag[tag].id))
				return false;
		explained += form->tags;
	}
	return explained > 0 && explained == look->sight->tags->len;
}

/* A code without tags around it explains a picture without tags. */
static bool
is_barren(const struct sight *sight)
{
	return sight->tags->len == 0 && sight->codes->len == 0;
}

static struct point
middle_of(const struct seen_tag *tag)
{
	struct point at = {0, 0};

	for (int i = 0; i < 4; i++) {
		at.x += tag->corner[i].x / 4;
		at.y += tag->corner[i].y / 4;
	}
	return at;
}

/* Whether a tag was read here. */
static bool
is_read(const struct sight *sight, const struct square *square)
{
	for (unsigned i = 0; i < sight->tags->len; i++) {
		struct point at = middle_of(SEEN_TAG(sight, i));

		if (hypot(at.x - square->middle.x, at.y - square->middle.y) < 0.7 * border(SEEN_TAG(sight, i)))
			return true;
	}
	return false;
}

/* The picture made smaller by the mean of what falls together: noise is less than with single pixels. */
static uint8_t *
shrink(const struct image *image, int by)
{
	int32_t w = image->width / by, h = image->height / by;
	uint8_t *grey = g_try_malloc((size_t)w * (size_t)h);

	for (int32_t y = 0; grey != NULL && y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			const uint8_t *from = image->grey + (size_t)y * (size_t)by * (size_t)image->width + (size_t)x * (size_t)by;
			int sum = 0;

			for (int j = 0; j < by; j++, from += image->width)
				for (int i = 0; i < by; i++)
					sum += from[i];
			grey[(size_t)y * (size_t)w + (size_t)x] = (uint8_t)(sum / (by * by));
		}
	return grey;
}

/* How much the grey changes from pixel to pixel beside how bright it is, in cells of half a tag: a tag is
 * busier than print and tables, in light and in shadow. */
struct busy {
	int cell;       /* pixels of the picture */
	int cols, rows;
	float *change, *grey;
};

static bool
busy_init(struct busy *busy, const struct image *image, int decimate, double size)
{
	int32_t w = image->width / decimate, h = image->height / decimate;
	int side = MAX(3, (int)(size / 2 / decimate));
	uint8_t *grey = shrink(image, decimate);

	*busy = (struct busy){.cell = side * decimate, .cols = w / side, .rows = h / side};
	if (grey == NULL || busy->cols < 2 || busy->rows < 2) {
		g_free(grey);
		return false;
	}
	busy->change = g_new0(float, (gsize)busy->cols * (gsize)busy->rows);
	busy->grey = g_new0(float, (gsize)busy->cols * (gsize)busy->rows);
	for (int32_t y = 0; y < busy->rows * side - 1; y++)
		for (int32_t x = 0; x < busy->cols * side - 1; x++) {
			const uint8_t *at = grey + (size_t)y * (size_t)w + (size_t)x;
			size_t cell = (size_t)(y / side) * (size_t)busy->cols + (size_t)(x / side);

			busy->change[cell] += (float)(abs(at[1] - at[0]) + abs(at[w] - at[0]));
			busy->grey[cell] += (float)at[0];
		}
	g_free(grey);
	return true;
}

static void
busy_finish(struct busy *busy)
{
	g_free(busy->change);
	g_free(busy->grey);
}

/* In the window of two by two cells that begins with this one. */
static double
busy_at(const struct busy *busy, int col, int row)
{
	double change = 0, grey = 1;

	if (col < 0 || row < 0 || col + 1 >= busy->cols || row + 1 >= busy->rows)
		return 0;
	for (int i = 0; i < 4; i++) {
		size_t cell = (size_t)(row + i / 2) * (size_t)busy->cols + (size_t)(col + i % 2);

		change += (double)busy->change[cell];
		grey += (double)busy->grey[cell];
	}
	return change / grey;
}

static int
by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

/* How busy a place must be to be searched: most of what those are where tags were read. */
static double
busy_enough(const struct busy *busy, const struct sight *sight)
{
	double *value = g_new(double, sight->tags->len), enough;

	for (unsigned i = 0; i < sight->tags->len; i++) {
		struct point at = middle_of(SEEN_TAG(sight, i));

		value[i] = busy_at(busy, (int)(at.x / busy->cell - 0.5), (int)(at.y / busy->cell - 0.5));
	}
	qsort(value, sight->tags->len, sizeof *value, by_value);
	enough = BUSY * value[sight->tags->len / 4];
	g_free(value);
	return enough;
}

/* Whether a tag here would be searched with one of the squares. */
static bool
is_covered(const GArray *squares, const struct square *square)
{
	for (unsigned i = 0; i < squares->len; i++) {
		const struct square *other = &g_array_index(squares, struct square, i);

		if (fmax(fabs(other->middle.x - square->middle.x), fabs(other->middle.y - square->middle.y)) <=
			COVERED * square->size)
			return true;
	}
	return false;
}

/* The places that are as busy as tags and were not read, struct square; NULL where they are everywhere. */
static GArray *
find_squares(const struct look *look, int decimate)
{
	GArray *squares = g_array_new(FALSE, FALSE, sizeof(struct square));
	const struct sight *sight = look->sight;
	double size = 0, enough, side;
	struct busy busy;
	unsigned most;

	for (unsigned i = 0; i < sight->tags->len; i++)
		size += border(SEEN_TAG(sight, i)) / sight->tags->len;
	if (!busy_init(&busy, look->image, decimate, size))
		return squares;
	enough = busy_enough(&busy, sight);
	side = (1 + 2 * AROUND) * size;
	most = (unsigned)(SHARE_MAX * look->image->width * look->image->height / (side * side));
	for (int row = 0; row + 1 < busy.rows; row++)
		for (int col = 0; col + 1 < busy.cols; col++) {
			struct square square = {{(col + 1.0) * busy.cell, (row + 1.0) * busy.cell}, size};

			if (squares->len <= most && busy_at(&busy, col, row) >= enough && !is_read(sight, &square) &&
				!is_covered(squares, &square))
				g_array_append_val(squares, square);
		}
	busy_finish(&busy);
	if (squares->len <= most)
		return squares;
	g_array_free(squares, TRUE);
	return NULL;
}

/* Searches around a square, as it is or twice as large. */
static void
search_square(struct tag_reader *reader, const struct look *look, const struct square *square, bool enlarged)
{
	const struct image *image = look->image;
	double reach = (0.5 + AROUND) * square->size;
	int32_t left = (int32_t)fmax(0, square->middle.x - reach) & ~3, top = (int32_t)fmax(0, square->middle.y - reach) & ~3;
	const struct rect at = {left, top, (int32_t)fmin(image->width, square->middle.x + reach) - left,
		(int32_t)fmin(image->height, square->middle.y + reach) - top};
	struct image twice;

	if (at.w < 16 || at.h < 16)
		return;
	if (!enlarged) {
		search_part(reader,
			&(struct part){.x = left, .y = top, .scale = 1,
				.grey = {.width = at.w, .height = at.h, .stride = image->width,
					.buf = image->grey + (size_t)top * (size_t)image->width + left}},
			1, look->sight);
	} else if (plane_enlarge(image, &at, &twice)) {
		search_part(reader,
			&(struct part){.x = left, .y = top, .scale = 2,
				.grey = {.width = twice.width, .height = twice.height, .stride = twice.width,
					.buf = twice.grey}},
			1, look->sight);
		image_finish(&twice);
	}
}

/* Looks finely at the places that may be tags and are not read yet; leaves those in the list that still
 * are not. */
static void
search_squares(struct tag_reader *reader, const struct look *look, GArray *squares, bool enlarged)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < squares->len; i++) {
		struct square square = g_array_index(squares, struct square, i);

		search_square(reader, look, &square, enlarged);
		if (!is_read(look->sight, &square))
			g_array_index(squares, struct square, kept++) = square;
	}
	g_array_set_size(squares, kept);
}

/* Looks finely wherever tags may have been missed. */
static void
search_closer(struct tag_reader *reader, const struct look *look, int decimate)
{
	GArray *squares = find_squares(look, decimate);

	if (squares == NULL) {
		if ((int64_t)look->image->width * look->image->height <= FINE_PIXELS)
			search(reader, look, 1);
		return;
	}
	search_squares(reader, look, squares, false);
	if (squares->len > 0 && squares->len <= TWICE_MAX && g_array_index(squares, struct square, 0).size < TINY)
		search_squares(reader, look, squares, true);
	g_array_free(squares, TRUE);
}

void
eye_tags_look(struct tag_reader *reader, struct look *look)
{
	const struct image *image = look->image;
	const struct sight *sight = look->sight;
	int64_t pixels = (int64_t)image->width * image->height;
	int decimate = 2;

	while (pixels / (decimate * decimate) > FIRST_PIXELS)
		decimate++;
	if (MAX(image->width, image->height) / decimate > SIDE_MAX)
		return; /* a strip of a hundred megapixels: nobody's photo */
	eye_tags_prepare(reader);
	search(reader, look, decimate);
	if (sight->tags->len > 0 && !is_complete(look))
		search_closer(reader, look, decimate);
	while (decimate > 1 && !is_complete(look) && (is_barren(sight) || lacks_corners(look))) {
		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(image->width, image->height) / decimate > SIDE_MAX ||
			pixels / (decimate * decimate) > FINE_PIXELS)
			return;
		search(reader, look, decimate);
	}
}
