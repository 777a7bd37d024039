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

#include "kiosk/eye/tag_rings.h"

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
	struct tag_words *words;
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
	reader->words = tag_words_create(reader->family);
}

void
eye_tags_destroy(struct tag_reader *reader)
{
	if (reader->detector != NULL) {
		apriltag_detector_destroy(reader->detector);
		tagStandard52h13_destroy(reader->family);
		tag_words_destroy(reader->words);
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
		tag_rings_look(reader->words, reader->family, look);
	while (decimate > 1 && !is_complete(look) && (is_barren(sight) || lacks_corners(look))) {
		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(image->width, image->height) / decimate > SIDE_MAX ||
			pixels / (decimate * decimate) > FINE_PIXELS)
			return;
		search(reader, look, decimate);
	}
}
