/* SPDX-License-Identifier: MIT
 * Tags in an image, by libapriltag, with one bit corrected. The image is searched at a reduced size first; tags that
 * were found say how large others are, and those are found by their rings (tag_rings.h). If tags are missing that must
 * be there, it is searched again at larger sizes. In this family every two ids differ in 13 bits, so that a wrong one
 * is practically impossible. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/eye/tag_rings.h"

/* Pixels of the reduced image that is searched first. */
#define FIRST_PIXELS 1600000

/* Most pixels of a reduced image that is searched again. */
#define FINE_PIXELS 16000000

/* Largest side of an image in pixels: the library counts half pixels in 16 bits. */
#define SIDE_MAX 32000

/* Least pixels of a tag's border of six modules: smaller ones are noise. */
#define BORDER_MIN 7.0

/* The library's sharpening of what is decoded: tags are small and blurred. */
#define SHARPENING 1.0

/* Least side of a part in pixels: smaller ones cannot hold a tag. */
#define SIDE_MIN 16

/* Distance within which a missing tag is searched for, in distances from a tag's middle to its corner. */
#define AROUND 3.0

/* Grey levels by which the modules of a tag differ, at least: with less contrast it may be noise. */
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

/* Adds the new tags in a part of the image, which is reduced by the factor `decimate` for it. */
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
		bool known = false;

		zarray_get(found, i, &detection);
		tag = (struct seen_tag){.id = (uint16_t)detection->id,
			.corrected = (uint8_t)detection->hamming,
			.margin = detection->decision_margin};
		/* The library goes around from the lower left, upwards last. */
		for (int n = 0; n < 4; n++)
			tag.corner[n] =
				(struct point){detection->p[3 - n][0] + part->x, detection->p[3 - n][1] + part->y};
		for (unsigned n = 0; n < sight->tags->len; n++) {
			const struct seen_tag *other = SEEN_TAG(sight, n);

			known |= other->id == tag.id && point_distance(other->corner[0], tag.corner[0]) < border(other);
		}
		if (tag.margin >= MARGIN && border(&tag) >= BORDER_MIN && sight->tags->len < EYE_TAGS_MAX && !known)
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

/* Whether the group of four ids that this one belongs to is that of a form whose code was read. */
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
 * off by the image's edge. `left_over` pixels may still be searched. False if it is not known where the fourth is. */
static bool
search_fourth(struct eye *eye, const struct look *look, const struct form *form, int64_t *left_over)
{
	const struct image *image = look->image;
	const struct seen_tag *corner[4];
	unsigned found = eye_corners_find(look->sight, form, NULL, corner), missing = 0;
	const struct rect *at;
	struct point middle;
	struct rect part;
	struct warp warp;
	double reach;

	if (found == 4)
		return true;
	if (found < 3 || !eye_corners_fit(form, corner, NULL, &warp))
		return false;
	while (corner[missing] != NULL)
		missing++;
	at = &form->tag[missing].at;
	middle = warp_map(&warp, rect_middle(at));
	reach = AROUND * point_distance(warp_map(&warp, (struct point){at->x, at->y}), middle);
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

/* Whether corner tags are missing: of a form whose code was read, or of a group of four of which some were found. */
static bool
lacks_corners(struct eye *eye, const struct look *look)
{
	/* However many codes there are, searching for fourth corners costs no more than the whole image. */
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

/* Whether all tags of the pieces whose codes were read are there, and no others. Then there is nothing left to search
 * for. */
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
		/* An image with a code and without tags is that of a piece without tags. */
		if (decimate == 1 || is_complete(look) ||
			((sight->tags->len > 0 || sight->codes->len > 0) && !lacks_corners(eye, look)))
			return;
		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(all.w, all.h) / decimate > SIDE_MAX || pixels / (decimate * decimate) > FINE_PIXELS)
			return;
	}
}
