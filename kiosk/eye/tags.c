/* SPDX-License-Identifier: MIT
 * Tags in an image, by libapriltag, with one bit corrected once something of ours was seen: if that is a code, only in
 * the tags that belong to it. The image is searched at a reduced size first; tags that were found say how large others
 * are, and those are found by their rings (tag_rings.h). If tags are missing that must be there, it is searched again
 * at larger sizes; where nothing was found at all, only parts with print as fine as that of small tags. Large images
 * are searched in tiles, which bounds the library's memory. In this family every two ids differ in 13 bits, so that a
 * wrong one is practically impossible. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Pixels of a tile's side when it is searched: the library takes about 25 bytes for each pixel of a tile. */
#define TILE 1024

/* Pixels by which tiles overlap: larger tags were found at a smaller size of the image. */
#define OVERLAP 160

/* Difference in grey levels between the modules of tags that are worth a closer search: noise has less. */
#define PRINT_CONTRAST 32

/* Pixels from one edge of modules to the next at which they are no longer close: at most 8 are. Larger modules were
 * found at a smaller size of the image. */
#define PRINT_RUN 9

/* Edges in a row, each closer than PRINT_RUN to the next, that are like the modules of a tag: it has ten, of which some
 * are alike. */
#define PRINT_EDGES 5

/* Pixels from one examined row to the next: the smallest tags that can be read have several of them. */
#define PRINT_STEP 4

/* Such rows with edges at the same place, one below another, from which there may be a tag. */
#define PRINT_ROWS 3

/* Pixels of a column, within which edges are at the same place. */
#define PRINT_COLUMN 32

/* Half the side of the square in which the fourth corner tag of a form is searched for, in distances from a tag's
 * middle to its corner. The middle of the square is where the other three say that the tag is, which is off where the
 * paper is bent: a smaller square misses more tags then. A larger one takes time and memory by its area. Chosen, not
 * measured. */
#define AROUND 3.0

/* Most tags that belong to codes, of which one bit is corrected: those of 64 sheets. */
#define FEW_MAX 1536

/* Least decision margin of a tag, in grey levels: how far its modules are from the threshold between dark and bright,
 * on average. With less it may be noise that looks like a tag. A larger one loses tags in pale or blurred images.
 * Chosen, not measured. */
#define MARGIN 4.0F

/* A detector that corrects this many bits, and its family. */
static apriltag_detector_t *
create_detector(int bits, apriltag_family_t **family)
{
	apriltag_detector_t *detector = apriltag_detector_create();

	*family = tagStandard52h13_create();
	apriltag_detector_add_family_bits(detector, *family, bits);
	detector->nthreads = 1;
	detector->decode_sharpening = SHARPENING;
	return detector;
}

/* The detector for an image: one that corrects bits only if something of ours is there. */
static apriltag_detector_t *
detector_for(struct eye *eye, bool correct)
{
	if (eye->exact == NULL) {
		eye->exact = create_detector(0, &eye->exact_family);
		eye->words = tag_words_create(eye->exact_family);
	}
	if (correct && eye->detector == NULL)
		eye->detector = create_detector(1, &eye->family);
	return correct ? eye->detector : eye->exact;
}

void
eye_prepare(struct eye *eye)
{
	detector_for(eye, false);
	detector_for(eye, true);
}

void
eye_destroy(struct eye *eye)
{
	if (eye != NULL && eye->exact != NULL) {
		apriltag_detector_destroy(eye->exact);
		tagStandard52h13_destroy(eye->exact_family);
		tag_words_destroy(eye->words);
	}
	if (eye != NULL && eye->detector != NULL) {
		apriltag_detector_destroy(eye->detector);
		tagStandard52h13_destroy(eye->family);
	}
	g_free(eye);
}

/* The tags of which one bit is corrected if a code was read, beside those without a wrong bit: corners of forms, and
 * what belongs to the codes. A table for all tags takes longer than most images. */
struct few {
	apriltag_family_t family;
	uint64_t code[TAG_CORNERS + FEW_MAX];
	uint16_t id[TAG_CORNERS + FEW_MAX];
};

static void
add_few(struct few *few, const apriltag_family_t *all, uint16_t id)
{
	if (few->family.ncodes == TAG_CORNERS + FEW_MAX || id >= all->ncodes)
		return;
	few->code[few->family.ncodes] = all->codes[id];
	few->id[few->family.ncodes++] = id;
}

static void
add_few_of_form(struct few *few, const apriltag_family_t *all, const struct form *form)
{
	for (unsigned i = 0; i < form->tags; i++)
		if (form->tag[i].id >= TAG_CORNERS)
			add_few(few, all, form->tag[i].id);
}

/* Has the exact detector correct those tags, too, until few_finish(). */
static struct few *
few_init(struct eye *eye, struct look *look)
{
	apriltag_detector_t *detector = detector_for(eye, false);
	const apriltag_family_t *all = eye->exact_family;
	struct few *few = g_new0(struct few, 1);

	few->family = *all;
	few->family.codes = few->code;
	few->family.ncodes = 0;
	few->family.impl = NULL;
	for (uint16_t id = 0; id < TAG_CORNERS; id++)
		add_few(few, all, id);
	for (unsigned i = 0; i < look->forms->len; i++)
		add_few_of_form(few, all, g_ptr_array_index(look->forms, i));
	for (unsigned i = 0; i < eye_forms_expected(look)->len; i++)
		add_few_of_form(few, all, &g_array_index(eye_forms_expected(look), struct expected_form, i).form);
	apriltag_detector_add_family_bits(detector, &few->family, 1);
	return few;
}

static void
few_finish(struct eye *eye, struct few *few)
{
	if (few != NULL)
		apriltag_detector_remove_family(eye->exact, &few->family);
	g_free(few);
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

/* Whether something of ours was seen that has tags, so that correcting bits is worth the time. */
static bool
is_ours(const struct look *look)
{
	return look->sight->tags->len > 0 || look->sight->codes->len > 0;
}

static bool
is_there(const struct sight *sight, uint16_t id)
{
	for (unsigned i = 0; i < sight->tags->len; i++)
		if (SEEN_TAG(sight, i)->id == id)
			return true;
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

/* Adds a tag, unless it is noise or was found before. */
static void
add(struct sight *sight, const struct seen_tag *tag)
{
	if (tag->margin < MARGIN || border(tag) < BORDER_MIN || sight->tags->len >= EYE_TAGS_MAX)
		return;
	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct seen_tag *other = SEEN_TAG(sight, i);

		if (other->id == tag->id && point_distance(other->corner[0], tag->corner[0]) < border(other))
			return;
	}
	g_array_append_vals(sight->tags, tag, 1);
}

/* The tags in a part of the image (struct seen_tag), which is reduced by the factor `decimate` for it. */
static GArray *
detect(apriltag_detector_t *detector, const struct few *few, const struct image *image, const struct rect *part,
	int decimate)
{
	GArray *tags = g_array_new(FALSE, FALSE, sizeof(struct seen_tag));
	image_u8_t grey = {.width = part->w,
		.height = part->h,
		.stride = image->width,
		.buf = image->grey + (size_t)part->y * (size_t)image->width + part->x};
	zarray_t *found;

	detector->quad_decimate = (float)decimate;
	found = apriltag_detector_detect(detector, &grey);
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;
		struct seen_tag tag;

		zarray_get(found, i, &detection);
		tag = (struct seen_tag){.id = (uint16_t)detection->id,
			.corrected = (uint8_t)detection->hamming,
			.margin = detection->decision_margin};
		if (few != NULL && detection->family == &few->family)
			tag.id = few->id[detection->id];
		/* The library goes around from the lower left, upwards last. */
		for (int n = 0; n < 4; n++)
			tag.corner[n] =
				(struct point){detection->p[3 - n][0] + part->x, detection->p[3 - n][1] + part->y};
		g_array_append_val(tags, tag);
	}
	apriltag_detections_destroy(found);
	return tags;
}

/* Adds those of the tags that needed a correction, or those that did not. */
static void
add_all(const struct look *look, const GArray *tags, bool corrected)
{
	for (unsigned i = 0; i < tags->len; i++) {
		const struct seen_tag *tag = &g_array_index(tags, struct seen_tag, i);

		if ((tag->corrected > 0) == corrected)
			add(look->sight, tag);
	}
}

/* Adds the new tags in a part of the image. Without a code, bits are corrected only if a tag of ours was seen: the
 * table for that takes longer than most images. What is found does not depend on whether it is there already. */
static void
search(struct eye *eye, const struct look *look, const struct rect *part, int decimate)
{
	bool correct = look->few == NULL && (eye->detector != NULL || is_ours(look));
	g_autoptr(GArray) tags = detect(detector_for(eye, correct), look->few, look->image, part, decimate);

	add_all(look, tags, false);
	if (!is_ours(look) || is_complete(look))
		return;
	if (!correct && look->few == NULL) {
		g_array_unref(tags);
		tags = detect(detector_for(eye, true), NULL, look->image, part, decimate);
	}
	add_all(look, tags, true);
}

/* Finds the columns in which a row has edges from dark to bright and back that are as close as those of modules. */
static void
find_edges(const uint8_t *row, int32_t width, bool *column)
{
	int least = row[0], most = row[0];
	int32_t last = -PRINT_RUN;
	unsigned edges = 0;
	bool rising = true;

	for (int32_t x = 1; x < width; x++) {
		least = MIN(least, row[x]);
		most = MAX(most, row[x]);
		if (rising ? most - row[x] < PRINT_CONTRAST : row[x] - least < PRINT_CONTRAST)
			continue;
		edges = x - last < PRINT_RUN ? edges + 1 : 1;
		column[x / PRINT_COLUMN] |= edges >= PRINT_EDGES;
		last = x;
		rising = !rising;
		least = most = row[x];
	}
}

/* Whether a tile may hold small tags. */
static bool
may_hold_tags(const struct image *image, const struct rect *tile)
{
	gsize columns = (gsize)tile->w / PRINT_COLUMN + 1;
	g_autofree uint8_t *rows = g_new0(uint8_t, columns + 2); /* one below another, with a column at each side */
	g_autofree bool *column = g_new(bool, columns + 2);

	for (int32_t y = tile->y; y < tile->y + tile->h; y += PRINT_STEP) {
		memset(column, false, (columns + 2) * sizeof *column);
		find_edges(image->grey + (size_t)y * (size_t)image->width + (size_t)tile->x, tile->w, column + 1);
		for (gsize i = 1; i <= columns; i++) {
			rows[i] = column[i - 1] || column[i] || column[i + 1] ? rows[i] + 1 : 0;
			if (rows[i] >= PRINT_ROWS)
				return true;
		}
	}
	return false;
}

/* Searches the whole image, in tiles that overlap; if `all` is false, only those that may hold small tags. */
static void
search_tiles(struct eye *eye, const struct look *look, int decimate, bool all)
{
	const struct image *image = look->image;
	int32_t step = (TILE - OVERLAP) * decimate, side = TILE * decimate;

	for (int32_t y = 0; y == 0 || y + OVERLAP * decimate < image->height; y += step)
		for (int32_t x = 0; x == 0 || x + OVERLAP * decimate < image->width; x += step) {
			const struct rect tile = {x, y, MIN(side, image->width - x), MIN(side, image->height - y)};

			if (all || may_hold_tags(image, &tile))
				search(eye, look, &tile, decimate);
		}
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

/* Searches the whole image, at larger and larger sizes. */
static void
search_all(struct eye *eye, struct look *look)
{
	const struct rect all = {0, 0, look->image->width, look->image->height};
	const struct sight *sight = look->sight;
	int64_t pixels = (int64_t)all.w * all.h;
	bool first = true;
	int decimate = 2;

	while (pixels / (decimate * decimate) > FIRST_PIXELS)
		decimate++;
	if (MAX(all.w, all.h) / decimate > SIDE_MAX)
		return; /* a strip of a hundred megapixels is not a photo */
	for (;;) {
		bool alone = sight->tags->len == 0;

		if (first)
			search(eye, look, &all, decimate);
		else
			search_tiles(eye, look, decimate, !alone || sight->codes->len > 0);
		first = false;
		if (alone && sight->tags->len > 0 && !is_complete(look))
			tag_rings_look(eye->words, eye->exact_family, look);
		/* An image with a code and without tags is that of a piece without tags. */
		if (decimate == 1 || is_complete(look) ||
			((sight->tags->len > 0 || sight->codes->len > 0) && !lacks_corners(eye, look)))
			return;
		decimate = decimate > 2 ? (decimate + 1) / 2 : 1;
		if (MAX(all.w, all.h) / decimate > SIDE_MAX || pixels / (decimate * decimate) > FINE_PIXELS)
			return;
	}
}

void
eye_tags_look(struct eye *eye, struct look *look)
{
	look->few = look->sight->codes->len > 0 ? few_init(eye, look) : NULL;
	search_all(eye, look);
	few_finish(eye, look->few);
	look->few = NULL;
}
