/* SPDX-License-Identifier: MIT
 * Cards in pictures. The picture is made as coarse as is enough, the card is registered and straightened,
 * its light is taken from its paper, its ink from each of its symbols; what is left is what lies on it. */
#include "kiosk/games/clips/card_view.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Checked on simulated cards (tests/kiosk/games/clips/cards.c). */

/* Share of a QR's box that its modules fill, without the white around them. */
#define MODULES_SHARE 0.72

/* Pixels of a millimetre that are enough: larger pictures are made smaller. */
#define FINE 7.0

/* Pixels of a millimetre at least: fewer show no clip. */
#define COARSE 3.0

/* Hundredths of a millimetre around the card that are cut out with it: the QR alone says badly where its corners
 * are. */
#define MARGIN 1200

/* Share of the symbols that has to be found; clips cover some. */
#define FOUND 0.55

/* Hundredths of a millimetre, root mean square, within which the map has to fit them. */
#define RESIDUAL 45.0

/* Pixels of the view between two measures of light. */
#define LIGHT_STEP 12

/* Pixels of the view to each side over which light is measured. */
#define LIGHT_REACH 16

/* Grey level from which paper may be burnt out, or as white as a scanner makes it. */
#define BURNT 250

/* Share of black up to which ink is pale: it is burnt out first. */
#define PALE 0.45

/* Share of its darkness that pale ink has where nothing is burnt out. */
#define PALE_CLEAR 0.55

/* Hundredths of a millimetre within which symbols say most about whether it is burnt out. */
#define PALE_NEAR 1500.0

/* A part of a picture, some of its pixels put together. */
struct part {
	struct image image;
	double left, top, shrink;
};

/* Cuts the card out, as far as the corners of its QR (`from` on the card, `to` in the picture) tell where it is. */
static bool
part_cut(const struct image *image, const struct card *card, const struct point from[4], const struct point to[4],
	struct part *part)
{
	double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
	double scale = sqrt(hypot(to[2].x - to[0].x, to[2].y - to[0].y) * hypot(to[3].x - to[1].x, to[3].y - to[1].y)) /
		hypot(from[2].x - from[0].x, from[2].y - from[0].y);

	if (!(scale * 100 > COARSE))
		return false;
	for (int i = 0; i < 4; i++) {
		/* A QR alone tells directions well and the far corners badly: no perspective here. */
		double u = ((i % 2 ? card->w + MARGIN : -MARGIN) - from[0].x) / (from[1].x - from[0].x);
		double v = ((i / 2 ? card->h + MARGIN : -MARGIN) - from[0].y) / (from[3].y - from[0].y);
		double x = to[0].x +
			(u * (to[1].x - to[0].x + to[2].x - to[3].x) / 2 +
				v * (to[3].x - to[0].x + to[2].x - to[1].x) / 2);
		double y = to[0].y +
			(u * (to[1].y - to[0].y + to[2].y - to[3].y) / 2 +
				v * (to[3].y - to[0].y + to[2].y - to[1].y) / 2);

		left = fmin(left, x), right = fmax(right, x);
		top = fmin(top, y), bottom = fmax(bottom, y);
	}
	left = floor(CLAMP(left, 0, image->width)), right = floor(CLAMP(right, 0, image->width));
	top = floor(CLAMP(top, 0, image->height)), bottom = floor(CLAMP(bottom, 0, image->height));

	int shrink = MAX(1, (int)(scale * 100 / FINE));
	int32_t width = (int32_t)(right - left) / shrink, height = (int32_t)(bottom - top) / shrink;

	if (width < 50 || height < 50)
		return false;
	*part = (struct part){{width, height, g_try_malloc((size_t)width * (size_t)height)}, left, top, shrink};
	if (part->image.grey == NULL)
		return false;
	for (int32_t y = 0; y < height; y++)
		for (int32_t x = 0; x < width; x++) {
			const uint8_t *at = image->grey + ((size_t)top + (size_t)(y * shrink)) * (size_t)image->width +
				(size_t)left + (size_t)(x * shrink);
			int sum = 0;

			for (int j = 0; j < shrink; j++)
				for (int i = 0; i < shrink; i++)
					sum += at[(size_t)j * (size_t)image->width + (size_t)i];
			part->image.grey[(size_t)y * (size_t)width + (size_t)x] =
				(uint8_t)((sum + shrink * shrink / 2) / (shrink * shrink));
		}
	return true;
}

/* The straightened picture and the bare card beside it. */
struct straight {
	int width, height; /* as the view's */
	uint8_t grey[CARD_VIEW_H][CARD_VIEW_W];
	float bare[CARD_VIEW_H][CARD_VIEW_W];    /* 1 is paper */
	int8_t symbol[CARD_VIEW_H][CARD_VIEW_W]; /* the anchor that is printed there, or -1 */
	float light[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2];
	bool burnt[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2]; /* pale ink is not seen around there */
};

static void
straighten(const struct image *image, const struct warp *map, const struct card *card, struct straight *straight)
{
	double step = 100.0 / CARD_VIEW_PIXELS;

	for (int y = 0; y < straight->height; y++)
		for (int x = 0; x < straight->width; x++) {
			struct point at = warp_map(map, (struct point){(x + 0.5) * step, (y + 0.5) * step});

			straight->grey[y][x] = (uint8_t)(image_grey_at(image, at) + 0.5);
			straight->bare[y][x] = 1;
			straight->symbol[y][x] = -1;
		}
	for (unsigned n = 0; n < CARD_ANCHORS; n++) {
		const struct rect *at = &card->anchor[n].at;
		struct registration_drawing drawing = card_drawings[card->anchor[n].drawing];
		const struct image drawn = {REGISTRATION_SIDE, REGISTRATION_SIDE, drawing.grey};

		for (int y = MAX(0, (int)(at->y / step)); y < straight->height && y * step < at->y + at->h; y++)
			for (int x = MAX(0, (int)(at->x / step)); x < straight->width && x * step < at->x + at->w;
				x++) {
				struct point from = {((x + 0.5) * step - at->x) * REGISTRATION_SIDE / at->w,
					((y + 0.5) * step - at->y) * REGISTRATION_SIDE / at->h};

				straight->bare[y][x] = (float)(image_grey_at(&drawn, from) / 255);
				straight->symbol[y][x] = (int8_t)n;
			}
	}
}

/* The paper's grey around a point: brighter than most of what is there. */
static float
light_around(const struct straight *straight, int x, int y)
{
	unsigned count[256] = {0}, all = 0, above = 0;
	int grey = 255;

	for (int j = MAX(0, y - LIGHT_REACH); j < MIN(straight->height, y + LIGHT_REACH); j++)
		for (int i = MAX(0, x - LIGHT_REACH); i < MIN(straight->width, x + LIGHT_REACH); i++)
			if (straight->bare[j][i] > 0.97F) {
				count[straight->grey[j][i]]++;
				all++;
			}
	while (grey > 1 && (above += count[grey]) < (all + 3) / 4)
		grey--;
	return (float)grey;
}

static double
light_at(const struct straight *straight, int x, int y)
{
	int i = x / LIGHT_STEP, j = y / LIGHT_STEP;
	double u = (double)(x % LIGHT_STEP) / LIGHT_STEP, v = (double)(y % LIGHT_STEP) / LIGHT_STEP;

	return (straight->light[j][i] * (1 - u) + straight->light[j][i + 1] * u) * (1 - v) +
		(straight->light[j + 1][i] * (1 - u) + straight->light[j + 1][i + 1] * u) * v;
}

/* How strong each symbol's ink is compared with our drawing of it, of ink no blacker than so much: by least squares. */
static void
measure_ink(const struct straight *straight, double blackest, double ink[CARD_ANCHORS])
{
	double both[CARD_ANCHORS] = {0}, squares[CARD_ANCHORS] = {0};

	for (int y = 0; y < straight->height; y++)
		for (int x = 0; x < straight->width; x++) {
			int n = straight->symbol[y][x];
			double drawn = 1 - straight->bare[y][x];

			if (n < 0 || drawn < 0.1 || drawn > blackest)
				continue;
			both[n] += drawn * (1 - straight->grey[y][x] / light_at(straight, x, y));
			squares[n] += drawn * drawn;
		}
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		ink[i] = squares[i] > 0 ? CLAMP(both[i] / squares[i], 0.3, 1.4) : 1;
}

/* Measures the light, and where paper is burnt out: pale ink is, too, and so would be a clip. */
static void
measure_light(const struct card *card, struct straight *straight)
{
	double pale[CARD_ANCHORS], step = 100.0 * LIGHT_STEP / CARD_VIEW_PIXELS;

	for (int y = 0; y <= straight->height / LIGHT_STEP + 1; y++)
		for (int x = 0; x <= straight->width / LIGHT_STEP + 1; x++)
			straight->light[y][x] = light_around(straight, x * LIGHT_STEP, y * LIGHT_STEP);
	measure_ink(straight, PALE, pale);
	for (int y = 0; y <= straight->height / LIGHT_STEP + 1; y++)
		for (int x = 0; x <= straight->width / LIGHT_STEP + 1; x++) {
			double sum = 0, weights = 0;

			for (unsigned i = 0; i < CARD_ANCHORS; i++) {
				const struct rect *at = &card->anchor[i].at;
				double dx = at->x + at->w / 2.0 - x * step, dy = at->y + at->h / 2.0 - y * step;
				double near = (dx * dx + dy * dy) / (PALE_NEAR * PALE_NEAR);
				double weight = 1 / ((1 + near) * (1 + near));

				sum += weight * fmin(pale[i], 1);
				weights += weight;
			}
			straight->burnt[y][x] = sum < PALE_CLEAR * weights;
		}
}

/* How much the bare card changes around a pixel: there a shift of a tenth of a millimetre tells. */
static double
edge_at(const struct straight *straight, int x, int y)
{
	float least = 1, most = 0;

	for (int j = MAX(0, y - 1); j <= MIN(straight->height - 1, y + 1); j++)
		for (int i = MAX(0, x - 1); i <= MIN(straight->width - 1, x + 1); i++) {
			least = MIN(least, straight->bare[j][i]);
			most = MAX(most, straight->bare[j][i]);
		}
	return most - least;
}

static void
compare(const struct card *card, const struct straight *straight, struct card_view *view)
{
	const struct rect *qr = &card->qr;
	double ink[CARD_ANCHORS], step = 100.0 / CARD_VIEW_PIXELS;

	measure_ink(straight, 1, ink);
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			int n = straight->symbol[y][x];
			double bare = n < 0 ? 1 : 1 - ink[n] * (1 - straight->bare[y][x]);
			double edge = n < 0 ? 0 : edge_at(straight, x, y);
			double px = (x + 0.5) * step, py = (y + 0.5) * step;
			bool in_qr = px > qr->x + 200 && py > qr->y + 200 && px < qr->x + qr->w - 200;

			view->bare[y][x] = (float)bare;
			view->differs[y][x] = (float)(straight->grey[y][x] / light_at(straight, x, y) - bare);
			view->trust[y][x] = (float)(1 / (1 + 25 * edge * edge));
			if (n >= 0 && straight->bare[y][x] < 0.85F)
				view->trust[y][x] *= 0.5F;
			/* The QR and the characters under it are not drawn in the bare card. */
			if ((in_qr && py < qr->y + qr->h + 400) ||
				(straight->grey[y][x] >= BURNT && straight->burnt[y / LIGHT_STEP][x / LIGHT_STEP]))
				view->trust[y][x] = 0;
		}
}

/* Cuts the card out of the picture by the corners of its QR's modules, and registers what is printed on it. The part
 * is the caller's to free where it has pixels. */
static bool
find_card(const struct image *image, const struct card *card, const struct point corner[4], struct part *part,
	struct registration *registration)
{
	const struct rect *qr = &card->qr;
	double edge = qr->w * (1 - MODULES_SHARE) / 2, x[2] = {qr->x + edge, qr->x + qr->w - edge};
	double y[2] = {qr->y + edge, qr->y + qr->h - edge};
	const struct point from[4] = {{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}};
	struct registration_seed seed[4];

	*part = (struct part){0};
	if (!part_cut(image, card, from, corner, part))
		return false;
	for (int i = 0; i < 4; i++)
		seed[i] = (struct registration_seed){
			from[i], {(corner[i].x - part->left) / part->shrink, (corner[i].y - part->top) / part->shrink}};
	return registration_grow(&(struct registration_request){.image = &part->image,
					 .drawing = card_drawings,
					 .drawings = CLIPS_SYMBOLS,
					 .anchor = card->anchor,
					 .anchors = CARD_ANCHORS,
					 .seed = seed,
					 .seeds = 4,
					 .w = card->w,
					 .h = card->h},
		       registration) &&
		registration->found >= FOUND * CARD_ANCHORS && registration->residual <= RESIDUAL;
}

bool
card_view_symbols(const struct image *image, const struct point corner[4], uint8_t symbol[CARD_ANCHORS])
{
	g_autofree struct registration *registration = g_new0(struct registration, 1);
	g_autofree struct card *card = g_new(struct card, 1);
	struct clips_layout layout = {0};
	struct part part;

	for (int i = 0; i < CLIPS_HOLE_SIZE * CLIPS_HOLE_SIZE; i++)
		layout.grid[CLIPS_HOLE_ROW + i / CLIPS_HOLE_SIZE][CLIPS_HOLE_COL + i % CLIPS_HOLE_SIZE] = CLIPS_HOLE;
	card_init(card, &layout);
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		card->anchor[i].drawing = REGISTRATION_ANY;

	bool found = find_card(image, card, corner, &part, registration);

	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		symbol[i] = registration->place[i].found ? registration->place[i].drawing : REGISTRATION_ANY;
	g_free(part.image.grey);
	return found;
}

bool
card_view_make(const struct image *image, const struct card *card, const struct point corner[4], struct card_view *view)
{
	g_autofree struct registration *registration = g_new0(struct registration, 1);
	struct part part;
	bool found = find_card(image, card, corner, &part, registration);

	/* All of the card has to lie in the picture: of what is cut off nobody knows what lies on it. */
	for (int i = 0; i < 4 && found; i++) {
		struct point at =
			warp_map(&registration->map, (struct point){i % 2 ? card->w : 0, i / 2 ? card->h : 0});

		found = at.x > 0 && at.y > 0 && at.x < part.image.width && at.y < part.image.height;
	}
	if (found) {
		g_autofree struct straight *straight = g_new(struct straight, 1);

		straight->width = view->width = card->w * CARD_VIEW_PIXELS / 100;
		straight->height = view->height = card->h * CARD_VIEW_PIXELS / 100;
		straighten(&part.image, &registration->map, card, straight);
		measure_light(card, straight);
		compare(card, straight, view);

		/* The map with pixels of the whole picture. */
		view->map = registration->map;
		for (int i = 0; i < 3; i++) {
			double *h = view->map.homography.h;

			h[i] = h[i] * part.shrink + h[6 + i] * part.left;
			h[3 + i] = h[3 + i] * part.shrink + h[6 + i] * part.top;
		}
		for (int i = 0; i < 2 * WARP_TERMS; i++)
			view->map.cubic[i / WARP_TERMS][i % WARP_TERMS] *= part.shrink;
	}
	g_free(part.image.grey);
	return found;
}
