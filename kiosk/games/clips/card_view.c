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

/* Cuts the card out, as far as its QR tells where it is. */
static bool
part_cut(const struct image *image, const struct card *card, const struct registration_seed seed[4], struct part *part)
{
	double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY, scale;
	struct point from[4], to[4];
	int shrink;

	for (int i = 0; i < 4; i++) {
		from[i] = seed[i].piece;
		to[i] = seed[i].picture;
	}
	scale = sqrt(hypot(to[2].x - to[0].x, to[2].y - to[0].y) * hypot(to[3].x - to[1].x, to[3].y - to[1].y)) /
		hypot(from[2].x - from[0].x, from[2].y - from[0].y);
	if (!(scale * 100 > COARSE))
		return false;
	for (int i = 0; i < 4; i++) {
		/* A QR alone tells directions well and the far corners badly: no perspective here. */
		struct point at = {to[0].x, to[0].y};
		double u = ((i % 2 ? card->w + MARGIN : -MARGIN) - from[0].x) / (from[1].x - from[0].x);
		double v = ((i / 2 ? card->h + MARGIN : -MARGIN) - from[0].y) / (from[3].y - from[0].y);

		at.x += u * (to[1].x - to[0].x + to[2].x - to[3].x) / 2 +
			v * (to[3].x - to[0].x + to[2].x - to[1].x) / 2;
		at.y += u * (to[1].y - to[0].y + to[2].y - to[3].y) / 2 +
			v * (to[3].y - to[0].y + to[2].y - to[1].y) / 2;
		left = fmin(left, at.x), right = fmax(right, at.x);
		top = fmin(top, at.y), bottom = fmax(bottom, at.y);
	}
	shrink = MAX(1, (int)(scale * 100 / FINE));
	left = floor(CLAMP(left, 0, image->width)), right = floor(CLAMP(right, 0, image->width));
	top = floor(CLAMP(top, 0, image->height)), bottom = floor(CLAMP(bottom, 0, image->height));
	*part = (struct part){.left = left, .top = top, .shrink = shrink};
	part->image.width = (int32_t)(right - left) / shrink;
	part->image.height = (int32_t)(bottom - top) / shrink;
	if (part->image.width < 50 || part->image.height < 50)
		return false;
	part->image.grey = g_try_malloc((size_t)part->image.width * (size_t)part->image.height);
	if (part->image.grey == NULL)
		return false;
	for (int32_t y = 0; y < part->image.height; y++)
		for (int32_t x = 0; x < part->image.width; x++) {
			const uint8_t *at = image->grey + ((size_t)top + (size_t)(y * shrink)) * (size_t)image->width +
				(size_t)left + (size_t)(x * shrink);
			int sum = 0;

			for (int j = 0; j < shrink; j++)
				for (int i = 0; i < shrink; i++)
					sum += at[(size_t)j * (size_t)image->width + (size_t)i];
			part->image.grey[(size_t)y * (size_t)part->image.width + (size_t)x] =
				(uint8_t)((sum + shrink * shrink / 2) / (shrink * shrink));
		}
	return true;
}

/* The straightened picture and the bare card beside it. */
struct straight {
	uint8_t grey[CARD_VIEW_H][CARD_VIEW_W];
	float bare[CARD_VIEW_H][CARD_VIEW_W];    /* 1 is paper */
	int8_t symbol[CARD_VIEW_H][CARD_VIEW_W]; /* the anchor that is printed there, or -1 */
	float light[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2];
	bool burnt[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2]; /* pale ink is not seen around there */
};

static void
draw_anchor(const struct card *card, unsigned n, const struct card_view *view, struct straight *straight)
{
	const struct rect *at = &card->anchor[n].at;
	struct registration_drawing drawing = card_drawings[card->anchor[n].drawing];
	const struct image image = {REGISTRATION_SIDE, REGISTRATION_SIDE, drawing.grey};
	double step = 100.0 / CARD_VIEW_PIXELS;

	for (int y = MAX(0, (int)(at->y / step)); y < view->height && y * step < at->y + at->h; y++)
		for (int x = MAX(0, (int)(at->x / step)); x < view->width && x * step < at->x + at->w; x++) {
			struct point from = {((x + 0.5) * step - at->x) * REGISTRATION_SIDE / at->w,
				((y + 0.5) * step - at->y) * REGISTRATION_SIDE / at->h};

			straight->bare[y][x] = (float)(plane_grey_at(&image, from) / 255);
			straight->symbol[y][x] = (int8_t)n;
		}
}

static void
straighten(const struct part *part, const struct warp *map, const struct card *card, const struct card_view *view,
	struct straight *straight)
{
	double step = 100.0 / CARD_VIEW_PIXELS;

	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			straight->grey[y][x] =
				(uint8_t)(plane_grey_at(&part->image,
						  plane_warp_map(map, (x + 0.5) * step, (y + 0.5) * step)) +
					0.5);
			straight->bare[y][x] = 1;
			straight->symbol[y][x] = -1;
		}
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		draw_anchor(card, i, view, straight);
}

/* The paper's grey around a point: brighter than most of what is there. */
static float
light_around(const struct card_view *view, const struct straight *straight, int x, int y)
{
	unsigned count[256] = {0}, all = 0, above = 0;
	int grey = 255;

	for (int j = MAX(0, y - LIGHT_REACH); j < MIN(view->height, y + LIGHT_REACH); j++)
		for (int i = MAX(0, x - LIGHT_REACH); i < MIN(view->width, x + LIGHT_REACH); i++)
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

/* How strong each symbol's ink is here beside our drawing of it, of ink no blacker than so much: by least squares. */
static void
measure_ink(const struct card_view *view, const struct straight *straight, double blackest, double ink[CARD_ANCHORS])
{
	double both[CARD_ANCHORS] = {0}, squares[CARD_ANCHORS] = {0};

	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
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

/* Where paper is burnt out: pale ink is, too, and so would be a clip. */
static void
measure_burnt(const struct card *card, const struct card_view *view, struct straight *straight)
{
	double pale[CARD_ANCHORS], step = 100.0 * LIGHT_STEP / CARD_VIEW_PIXELS;

	measure_ink(view, straight, PALE, pale);
	for (int y = 0; y <= view->height / LIGHT_STEP + 1; y++)
		for (int x = 0; x <= view->width / LIGHT_STEP + 1; x++) {
			double sum = 0, weights = 0;

			for (unsigned i = 0; i < CARD_ANCHORS; i++) {
				const struct rect *at = &card->anchor[i].at;
				double dx = at->x + at->w / 2.0 - x * step, dy = at->y + at->h / 2.0 - y * step;
				double near = (dx * dx + dy * dy) / (PALE_NEAR * PALE_NEAR),
				       weight = 1 / ((1 + near) * (1 + near));

				sum += weight * fmin(pale[i], 1);
				weights += weight;
			}
			straight->burnt[y][x] = sum < PALE_CLEAR * weights;
		}
}

/* How much the bare card changes around a pixel: there a shift of a tenth of a millimetre tells. */
static double
edge_at(const struct card_view *view, const struct straight *straight, int x, int y)
{
	float least = 1, most = 0;

	for (int j = MAX(0, y - 1); j <= MIN(view->height - 1, y + 1); j++)
		for (int i = MAX(0, x - 1); i <= MIN(view->width - 1, x + 1); i++) {
			least = MIN(least, straight->bare[j][i]);
			most = MAX(most, straight->bare[j][i]);
		}
	return most - least;
}

static void
compare(const struct card *card, struct straight *straight, struct card_view *view)
{
	const struct rect *qr = &card->qr;
	double ink[CARD_ANCHORS], step = 100.0 / CARD_VIEW_PIXELS;

	for (int y = 0; y <= view->height / LIGHT_STEP + 1; y++)
		for (int x = 0; x <= view->width / LIGHT_STEP + 1; x++)
			straight->light[y][x] = light_around(view, straight, x * LIGHT_STEP, y * LIGHT_STEP);
	measure_ink(view, straight, 1, ink);
	measure_burnt(card, view, straight);
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			int n = straight->symbol[y][x];
			double bare = n < 0 ? 1 : 1 - ink[n] * (1 - straight->bare[y][x]);
			double edge = n < 0 ? 0 : edge_at(view, straight, x, y);
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

/* The map with pixels of the whole picture. */
static void
map_back(const struct part *part, struct warp *map)
{
	double s = part->shrink;

	for (int i = 0; i < 3; i++) {
		map->plane.h[i] = map->plane.h[i] * s + map->plane.h[6 + i] * part->left;
		map->plane.h[3 + i] = map->plane.h[3 + i] * s + map->plane.h[6 + i] * part->top;
	}
	for (int axis = 0; axis < 2; axis++)
		for (int i = 0; i < WARP_TERMS; i++)
			map->bow[axis][i] *= s;
}

/* Whether all of the card lies in the picture: of what is cut off nobody knows what lies on it. */
static bool
is_whole(const struct part *part, const struct card *card, const struct warp *map)
{
	for (int i = 0; i < 4; i++) {
		struct point at = plane_warp_map(map, i % 2 ? card->w : 0, i / 2 ? card->h : 0);

		if (!(at.x > 0 && at.y > 0 && at.x < part->image.width && at.y < part->image.height))
			return false;
	}
	return true;
}

/* The corners of the QR's modules, on the card and in the picture. */
static void
seeds_of_qr(const struct card *card, const struct point corner[4], struct registration_seed seed[4])
{
	const struct rect *qr = &card->qr;
	double edge = qr->w * (1 - MODULES_SHARE) / 2, x[2] = {qr->x + edge, qr->x + qr->w - edge};
	double y[2] = {qr->y + edge, qr->y + qr->h - edge};

	for (int i = 0; i < 4; i++)
		seed[i] = (struct registration_seed){{x[i == 1 || i == 2], y[i / 2]}, corner[i]};
}

/* Cuts the card out of the picture and registers what is printed on it. The part is the caller's to free where it
 * has pixels. */
static bool
find_card(const struct image *image, const struct card *card, const struct point corner[4], struct part *part,
	struct registration *registration)
{
	struct registration_seed seed[4];

	*part = (struct part){0};
	seeds_of_qr(card, corner, seed);
	if (!part_cut(image, card, seed, part))
		return false;
	for (int i = 0; i < 4; i++) {
		seed[i].picture.x = (seed[i].picture.x - part->left) / part->shrink;
		seed[i].picture.y = (seed[i].picture.y - part->top) / part->shrink;
	}
	return registration_grow(&part->image, card->w, card->h, card_drawings, CLIPS_SYMBOLS, card->anchor,
		       CARD_ANCHORS, seed, 4, registration) &&
		registration->found >= FOUND * CARD_ANCHORS && registration->residual <= RESIDUAL;
}

bool
card_view_symbols(const struct image *image, const struct point corner[4], uint8_t symbol[CARD_ANCHORS])
{
	struct registration *registration = g_new0(struct registration, 1);
	struct clips_layout layout = {0};
	struct card *card = g_new(struct card, 1);
	struct part part;
	bool found;

	for (int i = 0; i < CLIPS_HOLE_SIZE * CLIPS_HOLE_SIZE; i++)
		layout.grid[CLIPS_HOLE_ROW + i / CLIPS_HOLE_SIZE][CLIPS_HOLE_COL + i % CLIPS_HOLE_SIZE] = CLIPS_HOLE;
	card_init(card, &layout);
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		card->anchor[i].drawing = REGISTRATION_ANY;
	found = find_card(image, card, corner, &part, registration);
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		symbol[i] = registration->place[i].found ? registration->place[i].drawing : REGISTRATION_ANY;
	g_free(part.image.grey);
	g_free(registration);
	g_free(card);
	return found;
}

bool
card_view_make(const struct image *image, const struct card *card, const struct point corner[4], struct card_view *view)
{
	struct registration *registration = g_new0(struct registration, 1);
	struct part part;
	bool found;

	view->width = card->w * CARD_VIEW_PIXELS / 100;
	view->height = card->h * CARD_VIEW_PIXELS / 100;
	found = find_card(image, card, corner, &part, registration) && is_whole(&part, card, &registration->map);
	if (found) {
		struct straight *straight = g_new(struct straight, 1);

		view->map = registration->map;
		straighten(&part, &view->map, card, view, straight);
		compare(card, straight, view);
		g_free(straight);
		map_back(&part, &view->map);
	}
	g_free(part.image.grey);
	g_free(registration);
	return found;
}
