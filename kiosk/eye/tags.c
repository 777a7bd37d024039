/* SPDX-License-Identifier: MIT
 * Tags in an image, by libapriltag, with one bit corrected. The image is
 * searched coarsely; the tags found say what others look like, and those are found by
 * their rings (tag_rings.h). Every pixel is searched only where tags must be that are
 * not found. In this family every id is 13 bits from every other, so that a wrong one is
 * out of reach. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/eye/tag_rings.h"

/* Pixels that are searched for squares at first. */
#define FIRST_PIXELS 1600000

/* Pixels that are searched at most, when nothing asks for more. */
#define FINE_PIXELS 16000000

/* Pixels along an image at most: the library counts half pixels in 16 bits. */
#define SIDE_MAX 32000

/* Pixels of a tag's border of six modules at least: smaller ones are noise. */
#define BORDER_MIN 7.0

/* The library's sharpening of what is decoded: tags are small and blurred. */
#define SHARPENING 1.0

/* Pixels along a part at least: less holds no tag. */
#define SIDE_MIN 16

/* Distances from a tag's middle to its corner within which a missing tag is searched for. */
#define AROUND 3.0

/* Grey levels by which the modules of a tag differ at least: below, nothing is believed. */
#define MARGIN 4.0F

void
eye_prepare(struct eye *eye)
{
	if (eye->detector != NULL)
		return;
	eye->family = tagStandard52h13_create();
	eye->detector = apriltag_detector_create();
	apriltag_detector_add_family_bits(eye->detector, eye->family, 1);
	eye->detector->nthreads = 1;
	eye->detector->decode_sharpening = SHARPENING;
	eye->words = tag_words_create(eye->family);
}

void
eye_destroy(struct eye *eye)
{
	if (eye != NULL && eye->detector != NULL) {
		apriltag_detector_destroy(eye->detector);
		tagStandard52h13_destroy(eye->family);
		tag_words_destroy(eye->words);
	}
	g_free(eye);
}

/* The length of the shortest edge. */
static double
border(const struct seen_tag *tag)
{
	double shortest = INFINITY;

	for (int i = 0; i < 4; i++)
		shortest = fmin(shortest, point_distance(tag->corner[(i + 1) % 4], tag->corner[i]));
	return shortest;
}

static bool
is_known(const struct sight *sight, const struct seen_tag *tag)
{
	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct seen_tag *other = SEEN_TAG(sight, i);

		if (other->id == tag->id && point_distance(other->corner[0], tag->corner[0]) < border(other))
			return true;
	}
	return false;
}

/* Adds the tags in a part of the image, made `decimate` times smaller for it. */
static void
search(struct eye *eye, const struct look *look, const struct rect *part, int decimate)
{
	const struct image *image = look->image;
	struct sight *sight = look->sight;
	image_u8_t grey = {.width = part->w,
		.height = part->h,
		.stride = image->width,
		.buf = image->grey + (size_t)part->y * (size_t)image->width + part->x};
	zarray_t *found;

	eye->detector->quad_decimate = (float)decimate;
	found = apriltag_detector_detect(eye->detector, &grey);
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;
		struct seen_tag tag;

		zarray_get(found, i, &detection);
		tag = (struct seen_tag){.id = (uint16_t)detection->id,
			.corrected = (uint8_t)detection->hamming,
			.margin = detection->decision_margin};
		/* The library goes around from the lower left, upwards last. */
		for (int n = 0; n < 4; n++)
			tag.corner[n] =
				(struct point){detection->p[3 - n][0] + part->x, detection->p[3 - n][1] + part->y};
		if (tag.margin >= MARGIN && border(&tag) >= BORDER_MIN && sight->tags->len < EYE_TAGS_MAX &&
			!is_known(sight, &tag))
			g_array_append_val(sight->tags, tag);
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

/* Whether a form that is known has corners of this four. */
static bool
is_of_form(const struct look *look, uint16_t id)
{
	for (unsigned i = 0; i < look->forms->len; i++) {
		const struct form *form = g_ptr_array_index(look->forms, i);

		if (form->tags >= 4 && form->tag[0].id / 4 == id / 4)
			return true;
	}
	return false;
}

/* Three corners of a form say where the fourth must be, and every pixel is searched there: it may be covered, or cut
 * off by the image's edge. `left_over` are the pixels that may be searched. False where that is not known. */
static bool
search_fourth(struct eye *eye, const struct look *look, const struct form *form, int64_t *left_over)
{
	const struct image *image = look->image;
	const struct seen_tag *corner[4];
	unsigned found = eye_corners_find(look->sight, form, NULL, corner), missing = 0;
	struct point on, middle;
	struct rect part;
	struct warp warp;
	double reach;

	if (found == 4)
		return true;
	if (found < 3 || !eye_corners_fit(form, corner, &warp))
		return false;
	while (corner[missing] != NULL)
		missing++;
	on = rect_middle(&form->tag[missing].at);
	middle = plane_warp_map(&warp, on.x, on.y);
	reach = AROUND *
		point_distance(plane_warp_map(&warp, form->tag[missing].at.x, form->tag[missing].at.y), middle);
	part.x = (int32_t)fmax(0, middle.x - reach);
	part.y = (int32_t)fmax(0, middle.y - reach);
	part.w = (int32_t)fmin(image->width, middle.x + reach) - part.x;
	part.h = (int32_t)fmin(image->height, middle.y + reach) - part.y;
	if (part.w >= SIDE_MIN && part.h >= SIDE_MIN && (int64_t)part.w * part.h <= *left_over) {
		*left_over -= (int64_t)part.w * part.h;
		search(eye, look, &part, 1);
	}
	return true;
}

/* Whether corners are missing somewhere: of a form whose code was read, or of a four that is begun. */
static bool
lacks_corners(struct eye *eye, const struct look *look)
{
	/* However many codes there are, their fourths cost no more than the whole. */
	int64_t left_over = (int64_t)look->image->width * look->image->height;
	const struct sight *sight = look->sight;

	for (unsigned i = 0; i < sight->tags->len; i++) {
		uint16_t id = SEEN_TAG(sight, i)->id;

		for (uint16_t corner = 0; id < TAG_CORNERS && corner < 4; corner++)
			if (!is_there(sight, (uint16_t)(id / 4 * 4 + corner)) && !is_of_form(look, id))
				return true;
	}
	for (unsigned i = 0; i < look->forms->len; i++) {
		const struct form *form = g_ptr_array_index(look->forms, i);

		if (form->tags >= 4 && !search_fourth(eye, look, form, &left_over))
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

void
eye_tags_look(struct eye *eye, struct look *look)
{
	const struct rect all = {0, 0, look->image->width, look->image->height};
	const struct sight *sight = look->sight;
	int64_t pixels = (int64_t)all.w * all.h;
	int decimate = 2;

	while (pixels / (decimate * decimate) > FIRST_PIXELS)
		decimate++;
	if (MAX(all.w, all.h) / decimate > SIDE_MAX)
		return; /* a strip of a hundred megapixels is not a photo */
	eye_prepare(eye);
	for (;;) {
		bool alone = sight->tags->len == 0;

		search(eye, look, &all, decimate);
		if (alone && sight->tags->len > 0 && !is_complete(look))
			tag_rings_look(eye->words, eye->family, look);
		/* A code without tags around it explains an image without tags. */
		if (decimate == 1 || is_complete(look) ||
			((sight->tags->len > 0 || sight->codes->len > 0) && !lacks_corners(eye, look)))
			return;
		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(all.w, all.h) / decimate > SIDE_MAX || pixels / (decimate * decimate) > FINE_PIXELS)
			return;
	}
}
