/* SPDX-License-Identifier: MIT
 * Rectifies a card in a picture and subtracts the bare card. The picture is scaled down if it is finer than needed, the
 * card is registered and rectified, the light is estimated from its paper and the strength of the ink from each symbol.
 * What remains is what lies on the card. The constants were checked on simulated cards
 * (tests/kiosk/games/clips/cards.c). */
#include "kiosk/games/clips/card_view.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Share of the width of a QR's box that its modules take up, without the quiet zone. */
#define MODULES_SHARE 0.72

/* Pixels per millimetre that are enough: finer pictures are scaled down to about this. More takes longer. */
#define FINE 7.0

/* Fewest pixels per millimetre: a coarser picture does not show clips. */
#define COARSE 3.0

/* Margin, in hundredths of a millimetre, that is cut out around the card: the QR alone does not locate the far corners
 * well. */
#define MARGIN 1200

/* Share of the symbols that has to be found. Clips cover some, so it cannot be much higher. */
#define FOUND 0.55

/* Largest root mean square distance of the found symbols from the map, in hundredths of a millimetre. */
#define RESIDUAL 45.0

/* Spacing of the grid on which light is measured, in pixels of the view. */
#define LIGHT_STEP 12

/* Half the width of the square around a grid point in which light is measured, in pixels of the view. */
#define LIGHT_REACH 16

/* Grey level from which a pixel may be overexposed; scanners make all paper this white. */
#define BURNT 250

/* Darkness, as a share of black, up to which ink is pale: pale ink disappears first when a picture is overexposed. */
#define PALE 0.45

/* Share of its drawn darkness that pale ink must have; with less, the place is overexposed. */
#define PALE_CLEAR 0.55

/* Distance, in hundredths of a millimetre, at which the weight of a symbol for overexposure is a quarter. */
#define PALE_NEAR 1500.0

/* Most samples of the paper. */
#define SAMPLES 4096

/* Largest difference from the bare card, as a share of paper white, at which a sample is bare paper. */
#define PAPER 0.08

/* Brightness, as a share of paper white, that the bare card must have where tint is measured: ink has its own. */
#define BARE 0.97F

/* A part of a picture, scaled down by a whole number. */
struct part {
	struct image image;
	double left, top, shrink;
};

/* Cuts the card out, located by the corners of its QR: `from` on the card, `to` in the picture. */
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
		/* Affine: a QR alone is too small for the perspective of the far corners. */
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

/* The rectified picture, and the bare card for comparison. */
struct straight {
	int width, height; /* as the view's */
	uint8_t grey[CARD_VIEW_H][CARD_VIEW_W];
	float bare[CARD_VIEW_H][CARD_VIEW_W];    /* 1 is paper */
	int8_t symbol[CARD_VIEW_H][CARD_VIEW_W]; /* the anchor that is printed there, or -1 */
	float light[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2];
	bool burnt[CARD_VIEW_H / LIGHT_STEP + 2][CARD_VIEW_W / LIGHT_STEP + 2]; /* overexposed around there */
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

/* The grey of the paper around a point: its upper quartile. */
static float
light_around(const struct straight *straight, int x, int y)
{
	unsigned count[256] = {0}, all = 0, above = 0;
	int grey = 255;

	for (int j = MAX(0, y - LIGHT_REACH); j < MIN(straight->height, y + LIGHT_REACH); j++)
		for (int i = MAX(0, x - LIGHT_REACH); i < MIN(straight->width, x + LIGHT_REACH); i++)
			if (straight->bare[j][i] > BARE) {
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

/* How dark each symbol's ink is compared with our drawing of it, by least squares, from ink up to `blackest`. */
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

/* Measures the light, and where the picture is overexposed: pale ink is missing there, and so would be a clip. */
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

/* How much the bare card varies around a pixel: at edges, a shift of a tenth of a millimetre matters. */
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
			view->white[y][x] = (float)light_at(straight, x, y);
			view->differs[y][x] = (float)(straight->grey[y][x] / view->white[y][x] - bare);
			view->trust[y][x] = (float)(1 / (1 + 25 * edge * edge));
			if (n >= 0 && straight->bare[y][x] < 0.85F)
				view->trust[y][x] *= 0.5F;
			/* Our drawing of the bare card lacks the QR and the characters under it. */
			if ((in_qr && py < qr->y + qr->h + 400) ||
				(straight->grey[y][x] >= BURNT && straight->burnt[y / LIGHT_STEP][x / LIGHT_STEP]))
				view->trust[y][x] = 0;
		}
}

/* Cuts the card out of the picture by the corners of its QR's modules, and registers its symbols. The caller frees the
 * pixels of the part, if it has any. */
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
	_Static_assert(CARD_ANCHORS <= REGISTRATION_ANCHORS && (int)CLIPS_SYMBOLS <= REGISTRATION_DRAWINGS, "they fit");
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

	/* The whole card has to be in the picture. */
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

		/* The map to pixels of the whole picture. */
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

void
card_view_colour(const struct card_view *view, const struct colours *colours, double x, double y, double bright,
	double colour[2])
{
	struct point at = warp_map(&view->map, (struct point){x, y});
	double white = view->white[(int)(y * CARD_VIEW_PIXELS / 100)][(int)(x * CARD_VIEW_PIXELS / 100)];
	int blue, red;

	colours_at(colours, at.x, at.y, &blue, &red);
	colour[0] = blue / white - view->paper[0] * bright;
	colour[1] = red / white - view->paper[1] * bright;
}

void
card_view_measure_tint(struct card_view *view, const struct colours *colours)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	double sample[2][SAMPLES], colour[2];
	unsigned n = 0;

	memset(view->tint, 0, sizeof view->tint);
	view->paper[0] = view->paper[1] = 0;
	if (colours == NULL)
		return;
	for (int y = 4; y < view->height; y += 7)
		for (int x = 4; x < view->width && n < SAMPLES; x += 7)
			if (view->trust[y][x] > 0.9F && fabsf(view->differs[y][x]) < PAPER) {
				card_view_colour(view, colours, (x + 0.5) * step, (y + 0.5) * step, 1, colour);
				sample[0][n] = colour[0];
				sample[1][n++] = colour[1];
			}
	for (int i = 0; i < 2 && n > 0; i++)
		view->paper[i] = values_median(sample[i], n);
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			double bright = view->bare[y][x] + view->differs[y][x];

			if (view->bare[y][x] < BARE)
				continue;
			card_view_colour(view, colours, (x + 0.5) * step, (y + 0.5) * step, bright, colour);
			view->tint[y][x] = (float)hypot(colour[0], colour[1]);
		}
}
