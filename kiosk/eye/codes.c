/* SPDX-License-Identifier: MIT
 * QR codes in an image. A code is ours if the program, which knows codes, says so; all others are ignored. The image is
 * read once as it is. Codes that were missed are looked for again: between corner tags, where a form has its code,
 * rectified; in the whole image at twice its size; and around finder patterns that look like those of a code, enlarged
 * and sharpened. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/finders.h"
#include "kiosk/eye/parts.h"
#include "kiosk/eye/qr_reader.h"

/* Pixels of an image up to which enlarging it is worth the time. */
#define CLOSER_MAX 3200000

/* Least size of a finder pattern in pixels for which an image is enlarged: modules of a pixel. */
#define SMALL_MIN 7

/* The largest: larger codes are read as they are, if they can be read at all. */
#define SMALL_MAX 42

/* Most of these that are looked at. */
#define SMALL_COUNT 256

/* Finder patterns in an image: if there are more, they are not those of codes. */
#define FINDERS_MAX 1500

/* Least distance from one finder pattern of a code to the next, in sizes of a pattern: seen obliquely it is less than
 * two. */
#define PARTNER_MIN 1.4

/* The largest distance. */
#define PARTNER_MAX 2.9

/* The largest distance across the diagonal of a code. */
#define DIAGONAL_MAX 3.7

/* Largest ratio of the sizes of two patterns of one code: one is nearer to the camera. */
#define SAME_SIZE 1.5

/* Largest ratio of the two sides of one code. */
#define SAME_SIDE 1.4

/* Largest cosine of the angle between these sides. */
#define RIGHT 0.35

/* Length of a code's side in finder patterns: 21 modules by 7. */
#define SIDE_SIZES 3.0

/* Largest ratio between the finder patterns of a code that was read and those of another: they are printed alike. */
#define ALIKE 1.8

/* Distance in pixels between the pixels that are compared when an enlarged image is sharpened. */
#define RADIUS 2

/* Pixels of a module in a rectified code. */
#define MODULE 8

/* Side of a rectified code in pixels: a code with its quiet zone, and a quarter more. */
#define QR_PIXELS (40 * MODULE)

/* An image that is read for codes, and how to map it back to the picture. */
struct reading {
	struct look *look;
	double scale;     /* pixels of it for one of the picture; 0: it is rectified */
	struct rect at;   /* the part of the picture that it shows, or of the form */
	struct warp warp; /* from the form to the picture */
	bool taken;
};

/* What the program says about a text. */
struct answer {
	bool ours;
	uint32_t number;
	struct form form;
};

static struct point
middle(const struct point corner[4])
{
	struct point at = {0, 0};

	for (int i = 0; i < 4; i++) {
		at.x += corner[i].x / 4;
		at.y += corner[i].y / 4;
	}
	return at;
}

/* The modules of a QR with this text, each way: as gen/canvas prints it on a form, in capitals and digits. */
static uint8_t
modules_of(const char *text)
{
	static const size_t most[] = {20, 38, 61, 114}; /* characters with 21, 25, 29, 33 modules */
	uint8_t size = 0;

	while (size < G_N_ELEMENTS(most) && strlen(text) > most[size])
		size++;
	return (uint8_t)(21 + 4 * size);
}

/* Adds the code of a QR by its text, unless it was found before at the same place. False if it is not ours. */
static bool
take_text(struct look *look, const char *text, const struct point corner[4])
{
	GArray *codes = look->sight->codes;
	struct seen_code seen;
	struct answer *answer;

	if (*text == '\0' || strlen(text) > EYE_TEXT_MAX || codes->len >= EYE_CODES_MAX)
		return false;
	/* The program is asked about each text once. */
	answer = g_hash_table_lookup(look->texts, text);
	if (answer == NULL && g_hash_table_size(look->texts) < EYE_ASKS_MAX) {
		answer = g_new0(struct answer, 1);
		answer->ours = look->asker->text(look->asker->data, text, &answer->number, &answer->form);
		g_hash_table_insert(look->texts, g_strdup(text), answer);
	}
	if (answer == NULL || !answer->ours)
		return false;
	for (unsigned i = 0; i < codes->len; i++) {
		const struct seen_code *other = SEEN_CODE(look->sight, i);

		if (other->number == answer->number &&
			point_distance(middle(other->corner), middle(corner)) <
				point_distance(corner[2], corner[0]) / 2)
			return true;
	}
	memset(&seen, 0, sizeof seen);
	seen.number = answer->number;
	seen.modules = modules_of(text);
	memcpy(seen.corner, corner, sizeof seen.corner);
	g_array_append_val(codes, seen);
	g_ptr_array_add(look->forms, &answer->form);
	return true;
}

static void
found(void *data, const char *text, const double xy[8])
{
	struct reading *reading = data;
	const struct rect *at = &reading->at;
	struct point corner[4];

	for (int i = 0; i < 4; i++) {
		double x = xy[2 * i], y = xy[2 * i + 1];

		if (reading->scale == 0)
			corner[i] = warp_map(&reading->warp,
				(struct point){at->x + x * at->w / QR_PIXELS, at->y + y * at->h / QR_PIXELS});
		else
			corner[i] = (struct point){at->x + x / reading->scale, at->y + y / reading->scale};
	}
	reading->taken |= take_text(reading->look, text, corner);
}

void
eye_codes_look(struct look *look)
{
	struct reading reading = {.look = look, .scale = 1};

	qr_reader_read(look->image, true, found, &reading);
}

/* Unsharp masking: doubles the difference of each pixel from the mean of those `radius` pixels around it. */
static bool
sharpen(const struct image *image, int radius, struct image *sharp)
{
	size_t width = (size_t)image->width;

	*sharp = (struct image){image->width, image->height, g_try_malloc(width * (size_t)image->height)};
	for (int32_t y = 0; sharp->grey != NULL && y < image->height; y++)
		for (int32_t x = 0; x < image->width; x++) {
			size_t here = (size_t)y * width + (size_t)x;
			int sum = 0;

			for (int j = -radius; j <= radius; j += radius) {
				const uint8_t *row = image->grey + (size_t)CLAMP(y + j, 0, image->height - 1) * width;

				for (int i = -radius; i <= radius; i += radius)
					sum += row[CLAMP(x + i, 0, image->width - 1)];
			}
			sharp->grey[here] = (uint8_t)CLAMP(2 * image->grey[here] - sum / 9, 0, 255);
		}
	return sharp->grey != NULL;
}

bool
eye_finder_is_explained(const struct sight *sight, const struct finder *finder)
{
	const struct point there = {finder->x, finder->y};
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct point *corner = SEEN_CODE(sight, i)->corner;
		struct point at = middle(corner);

		if (point_distance(at, there) < point_distance(corner[0], at) + finder->size)
			return true;
	}
	for (unsigned i = 0; i < sight->tags->len; i++) {
		const struct point *corner = SEEN_TAG(sight, i)->corner;
		struct point at = middle(corner);

		if (point_distance(at, there) < 2 * point_distance(corner[0], at))
			return true;
	}
	return false;
}

/* Whether two patterns are as large and as far apart, at most `most` sizes, as two of a code. */
static bool
are_partners(const struct finder *one, const struct finder *other, double most)
{
	double size = (one->size + other->size) / 2.0, far = hypot(one->x - other->x, one->y - other->y) / size;

	return far > PARTNER_MIN && far < most && MAX(one->size, other->size) < SAME_SIZE * MIN(one->size, other->size);
}

/* How much a pattern looks like one of a code: 2 if two others are at a right angle, 1 if another is as far away as it
 * would be. Letters and the texture of a table look like single patterns. */
static int
likeness(const struct finder *finder, unsigned count, unsigned at)
{
	int best = 0;

	for (unsigned i = 0; i < count && best < 2; i++) {
		double x = finder[i].x - finder[at].x, y = finder[i].y - finder[at].y, far = hypot(x, y);

		if (!are_partners(&finder[i], &finder[at], DIAGONAL_MAX))
			continue;
		best = 1;
		for (unsigned k = i + 1; k < count && best < 2 && far < PARTNER_MAX * finder[at].size; k++) {
			double u = finder[k].x - finder[at].x, v = finder[k].y - finder[at].y, other = hypot(u, v);

			if (are_partners(&finder[k], &finder[at], PARTNER_MAX) &&
				fmax(far, other) < SAME_SIDE * fmin(far, other) &&
				fabs(x * u + y * v) < RIGHT * far * other)
				best = 2;
		}
	}
	return best;
}

/* Whether two small finder patterns are as far apart as those of a code. */
static bool
may_hold_code(const struct image *image)
{
	g_autofree struct finder *finder = g_new(struct finder, SMALL_COUNT);
	unsigned count = finders_find(&(struct region){image->grey, image->width, image->height, image->width},
		SMALL_MIN, SMALL_MAX, finder, SMALL_COUNT);

	for (unsigned i = 0; i < count; i++)
		if (likeness(finder, count, i) > 0)
			return true;
	return false;
}

/* Reads the whole image at twice its size, for small codes, if there may be any. */
static void
look_closer(struct look *look)
{
	struct reading reading = {.look = look, .scale = 2};
	const struct image *image = look->image;
	struct image twice;

	if ((int64_t)image->width * image->height > CLOSER_MAX || !may_hold_code(image) ||
		!image_enlarge(image, &(struct rect){0, 0, image->width, image->height}, &twice))
		return;
	qr_reader_read(&twice, false, found, &reading);
	image_finish(&twice);
}

/* Reads an image, and again sharpened if none of our codes was read. */
static void
read_sharper(struct reading *reading, const struct image *image, int radius)
{
	struct image sharp;

	reading->taken = false;
	qr_reader_read(image, reading->scale == 0, found, reading);
	if (!reading->taken && sharpen(image, radius, &sharp)) {
		qr_reader_read(&sharp, reading->scale == 0, found, reading);
		image_finish(&sharp);
	}
}

/* Reads the surroundings of the patterns of this likeness at twice their size. `left_over` pixels may still be read. */
static void
look_around(struct look *look, const struct finder *finder, unsigned count, int like, int64_t *left_over)
{
	const struct image *image = look->image;

	for (unsigned i = 0; i < count; i++) {
		int32_t reach = (int32_t)(finder[i].size * SIDE_SIZES * 1.5);
		int32_t left = MAX(0, finder[i].x - reach), top = MAX(0, finder[i].y - reach);
		struct reading reading = {.look = look,
			.scale = 2,
			.at = {left, top, MIN(image->width, finder[i].x + reach) - left,
				MIN(image->height, finder[i].y + reach) - top}};
		int64_t pixels = (int64_t)reading.at.w * reading.at.h;
		struct image twice;

		if (eye_finder_is_explained(look->sight, &finder[i]) || pixels > *left_over ||
			likeness(finder, count, i) != like)
			continue;
		*left_over -= pixels;
		if (image_enlarge(image, &reading.at, &twice)) {
			read_sharper(&reading, &twice, RADIUS);
			image_finish(&twice);
		}
	}
}

/* Looks for more codes of the size of those that were read: where one card lies, there may be others. */
static void
look_for_others(struct look *look)
{
	const struct image *image = look->image;
	int64_t left_over = (int64_t)image->width * image->height / 2;
	double least = INFINITY, largest = 0;
	g_autofree struct finder *finder = NULL;
	unsigned count;

	if (look->sight->codes->len == 0 || left_over > CLOSER_MAX)
		return;
	/* Of about the same size: noise looks like small patterns everywhere. */
	for (unsigned i = 0; i < look->sight->codes->len; i++) {
		const struct point *corner = SEEN_CODE(look->sight, i)->corner;
		double size = point_distance(corner[1], corner[0]) / SIDE_SIZES;

		least = fmin(least, size);
		largest = fmax(largest, size);
	}
	finder = g_new(struct finder, FINDERS_MAX);
	count = finders_find(&(struct region){image->grey, image->width, image->height, image->width},
		(int32_t)(least / ALIKE), (int32_t)(largest * ALIKE), finder, FINDERS_MAX);
	/* If there are more, the reader has read the image in parts already. */
	for (int like = 2; like > 0 && count < FINDERS_MAX; like--)
		look_around(look, finder, count, like, &left_over);
}

/* Looks where a form of this kind, with the corners of `tag`, has its code, unless one was read there. */
static void
look_at_form(struct look *look, const struct seen_tag *tag, struct form *form)
{
	struct reading reading = {.look = look};
	int32_t edge = form->qr.w / 8; /* a margin, since the fit is not perfect */
	const struct seen_tag *corner[4];
	struct point code;
	struct image straight;
	double reach;

	for (uint16_t i = 0; i < 4; i++)
		form->tag[i].id = (uint16_t)(tag->id / 4 * 4 + i);
	if (eye_corners_find(look->sight, form, NULL, corner) < 2 || corner[tag->id % 4] != tag ||
		!eye_corners_fit(form, corner, NULL, &reading.warp))
		return;
	code = warp_map(&reading.warp, rect_middle(&form->qr));
	reach = point_distance(warp_map(&reading.warp, (struct point){form->qr.x, form->qr.y}), code) / 2;
	for (unsigned i = 0; i < look->sight->codes->len; i++)
		if (point_distance(middle(SEEN_CODE(look->sight, i)->corner), code) < reach)
			return;
	reading.at = (struct rect){form->qr.x - edge, form->qr.y - edge, form->qr.w + 2 * edge, form->qr.h + 2 * edge};
	straight = (struct image){QR_PIXELS, QR_PIXELS, g_malloc(QR_PIXELS * QR_PIXELS)};
	image_rectify(look->image, &reading.warp, reading.at, QR_PIXELS, straight.grey);
	read_sharper(&reading, &straight, MODULE);
	image_finish(&straight);
}

/* Looks for codes between corner tags. */
static void
look_at_forms(struct look *look)
{
	const struct sight *sight = look->sight;
	const struct game *game;
	struct form form;

	/* Tags and QR are at the same places on all forms of a game. */
	for (unsigned n = 0; (game = game_nth(n)) != NULL; n++) {
		struct code any = {.game = game->number, .version = game->version};

		game_complete(game, &any);
		eye_form_of_code(game, &any, &form);
		for (unsigned i = 0; form.tags >= 4 && i < sight->tags->len; i++) {
			const struct seen_tag *tag = SEEN_TAG(sight, i);

			/* Each group of four tags once, by the first of them that is there. */
			bool first = tag->id < TAG_CORNERS;

			for (unsigned other = 0; other < i; other++)
				first &= SEEN_TAG(sight, other)->id / 4 != tag->id / 4;
			if (first)
				look_at_form(look, tag, &form);
		}
	}
}

void
eye_codes_look_again(struct look *look)
{
	look_at_forms(look);
	/* If there were tags, a code would be between them. */
	if (look->sight->codes->len == 0 && look->sight->tags->len == 0)
		look_closer(look);
	look_for_others(look);
}
