/* SPDX-License-Identifier: MIT
 * Tags in a picture, by libapriltag. No bit is corrected at first: that needs
 * no table and finds nearly all. Where tags are small or dim, or some that
 * must be there are not, the picture is searched again more finely with one
 * bit corrected. In this family every id is 13 bits from every other, so that
 * a wrong one is out of reach of both. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>

#include "kiosk/eye/parts.h"

#define FIRST_PIXELS  1600000  /* of the picture that is searched for squares, at first */
#define FINE_PIXELS   16000000 /* ... and at most, when nothing asks for more */
#define SIDE_MAX      32000    /* the library counts half pixels in 16 bits */
#define BORDER_MIN    7.0      /* pixels of a border that has six modules */
#define SMALL         9.0      /* a border of fewer searched pixels: others may be lost */
#define DIM           58.0F    /* a margin below: the same (blur; measured, none is lost above) */
#define MARGIN        8.0F     /* below it nothing is believed, */
#define MARGIN_FIXED  16.0F    /* with a corrected bit */

struct tag_reader {
	/* [0] as they are, [1] with one bit corrected, made when first needed. */
	apriltag_family_t *family[2];
	apriltag_detector_t *detector[2];
};

static void
make_detector(struct tag_reader *reader, int bits)
{
	apriltag_detector_t *detector = apriltag_detector_create();

	reader->family[bits] = tagStandard52h13_create();
	apriltag_detector_add_family_bits(detector, reader->family[bits], bits);
	detector->nthreads = 1;
	/* What is left after the first search is small and blurred. */
	if (bits > 0)
		detector->decode_sharpening = 1;
	reader->detector[bits] = detector;
}

struct tag_reader *
eye_tags_create(void)
{
	struct tag_reader *reader = g_new0(struct tag_reader, 1);

	make_detector(reader, 0);
	return reader;
}

void
eye_tags_prepare(struct tag_reader *reader)
{
	if (reader->detector[1] == NULL)
		make_detector(reader, 1);
}

void
eye_tags_destroy(struct tag_reader *reader)
{
	for (int bits = 0; bits < 2; bits++) {
		if (reader->detector[bits] == NULL)
			continue;
		apriltag_detector_destroy(reader->detector[bits]);
		tagStandard52h13_destroy(reader->family[bits]);
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
take(const apriltag_detection_t *detection, struct sight *sight)
{
	struct seen_tag tag = {
		.id = (uint16_t)detection->id,
		.corrected = (uint8_t)detection->hamming,
		.margin = detection->decision_margin,
	};

	/* The library goes around from the lower left, upwards last. */
	for (int i = 0; i < 4; i++)
		tag.corner[i] = (struct point){detection->p[3 - i][0], detection->p[3 - i][1]};
	if (tag.margin < (tag.corrected > 0 ? MARGIN_FIXED : MARGIN) || border(&tag) < BORDER_MIN ||
		sight->tags->len >= EYE_TAGS_MAX || is_known(sight, &tag))
		return;
	g_array_append_val(sight->tags, tag);
}

static void
search(struct tag_reader *reader, const struct look *look, int bits, int decimate)
{
	const struct image *image = look->image;
	image_u8_t view = {.width = image->width, .height = image->height, .stride = image->width,
		.buf = image->grey};
	zarray_t *found;

	if (reader->detector[bits] == NULL)
		make_detector(reader, bits);
	reader->detector[bits]->quad_decimate = (float)decimate;
	found = apriltag_detector_detect(reader->detector[bits], &view);
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;

		zarray_get(found, i, &detection);
		take(detection, look->sight);
	}
	apriltag_detections_destroy(found);
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

/* Whether tags are so small or dim that others were probably missed. */
static bool
is_hard(const struct sight *sight, int decimate)
{
	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct seen_tag *tag = SEEN_TAG(sight, i);

		if (border(tag) < SMALL * decimate || tag->margin < DIM || tag->corrected > 0)
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
	search(reader, look, 0, decimate);
	while (decimate > 1 && !is_complete(look) &&
		(is_barren(sight) || lacks_corners(look) || is_hard(sight, decimate))) {
		bool hard = is_hard(sight, decimate);

		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(image->width, image->height) / decimate > SIDE_MAX ||
			(!hard && pixels / (decimate * decimate) > FINE_PIXELS))
			return;
		search(reader, look, 1, decimate);
	}
}
