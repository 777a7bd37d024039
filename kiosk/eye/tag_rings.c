/* SPDX-License-Identifier: MIT
 * Template matching of the rings of tags. Cells of the image with enough local contrast are searched coarsely: first
 * for two circles of a predicted size and shape, which do not depend on the rotation, then for rings at several
 * rotations. The best candidates are refined by coordinate descent, and their modules are compared with all words of
 * the family. */
#include "kiosk/eye/tag_rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/tag_poses.h"

/* Clearness is the difference between the means of black and white modules, in standard deviations of both. The
 * constants were checked on simulated photos of scattered coupons (tests/kiosk/eye/tags.c), so that no tag is read that
 * is not there (tag_strangers.c). */

/* Modules of the outer, black ring of a tag. */
#define BLACKS 28

/* Modules of the inner, white ring. */
#define WHITES 20

#define RING (BLACKS + WHITES)

/* Modules from the middle of a tag to its edge. */
#define REACH 5.0

/* Pixels of a module above which the image is reduced, which removes noise. */
#define MODULE 2.8

/* Least pixels of a module: smaller ones cannot be told from noise. */
#define MODULE_MIN 1.2

/* Larger than any offset in pixels; added to make numbers positive before rounding. */
#define SIDE_MAX 65536

/* Largest reduced image in pixels that is worth the time. */
#define VIEW_MAX 16000000

/* Rotations of a ring that are tried, in a quarter of a circle. */
#define TURNS 9

/* Distance in modules from one place that is tried to the next. */
#define STEP 0.6

/* Samples on a circle. */
#define CIRCLE 16

/* Radius in modules of a circle that lies mostly in the black ring, at any rotation of the tag. */
#define BLACK 3.8

/* The same of the white ring. */
#define WHITE 2.6

/* Least clearness of two circles for which rings are tried. */
#define ROUND 0.8

/* Least difference in grey levels between black and white. */
#define LEVELS_MIN 3.0

/* Variance in grey levels that is always assumed, as noise. */
#define NOISE 9.0

/* Least clearness of a ring for which it is refined. */
#define COARSE 1.0

/* Least clearness of a refined ring. */
#define FITTED 2.2

/* Most rounds of moving a ring by the same step. */
#define ROUNDS_MAX 20

/* Most rings that are refined, the clearest ones: this bounds the time if something like rings is all over a table. */
#define TRIES_MAX 160

/* Share of the contrast with neighbouring modules that is added to a module, against blur. */
#define SHARPENING 0.3

/* Share of the local contrast of tags that were read from which a place may hold another. */
#define CONTRAST 0.6

/* Most cells that are searched, those with the highest contrast: this bounds the time. */
#define CELLS_MAX 12000

/* Local contrast: how much the grey changes from pixel to pixel, relative to its mean. It is higher in a tag than in
 * other print and on tables, in light and in shadow. It is summed in cells of half a tag. */
struct contrast {
	int side; /* of a cell, in pixels */
	int cols, rows;
	struct cell *cell;
};

struct cell {
	float change, grey; /* sums */
};

/* The image as it is searched, and the layout of a ring. */
struct view {
	struct image image; /* not freed where `by` is 1 */
	int by;             /* factor by which the image was reduced */
	struct look *look;
	struct tag_table table;
	double ring[RING][2]; /* the middles of the modules, black ones first */
	double circle[CIRCLE][2];
};

/* A place where a ring may be. */
struct guess {
	struct tag_pose pose;
	double clear;
};

/* The clearness of a ring, by the mean and the mean square of its black and of its white modules. */
static double
clear_by(double black, double blacks, double white, double whites)
{
	return (white - black) / sqrt(blacks - black * black + whites - white * white + NOISE);
}

/* Whether all of a tag is in the image, with a margin of a pixel. */
static bool
is_inside(const struct image *image, const struct tag_pose *pose)
{
	double wide = REACH * (fabs(pose->a[0]) + fabs(pose->a[1])) + 2,
	       high = REACH * (fabs(pose->a[2]) + fabs(pose->a[3])) + 2;

	return pose->at.x >= wide && pose->at.y >= high && pose->at.x <= image->width - wide &&
		pose->at.y <= image->height - high;
}

/* The grey at a point of a tag that is inside of the image, in modules from its middle, by bilinear interpolation. */
static double
module_grey(const struct image *image, const struct tag_pose *pose, double u, double v)
{
	double x = pose->at.x + pose->a[0] * u + pose->a[1] * v - 0.5;
	double y = pose->at.y + pose->a[2] * u + pose->a[3] * v - 0.5;
	int32_t left = (int32_t)x, top = (int32_t)y;
	const uint8_t *at = image->grey + (size_t)top * (size_t)image->width + (size_t)left, *next = at + image->width;

	x -= left;
	y -= top;
	return (at[0] * (1 - x) + at[1] * x) * (1 - y) + (next[0] * (1 - x) + next[1] * x) * y;
}

static double
ring_clearness(const struct view *view, const struct tag_pose *pose)
{
	double sum[2] = {0, 0}, squares[2] = {0, 0};

	if (!is_inside(&view->image, pose))
		return 0;
	for (int i = 0; i < RING; i++) {
		double grey = module_grey(&view->image, pose, view->ring[i][0], view->ring[i][1]);

		sum[i >= BLACKS] += grey;
		squares[i >= BLACKS] += grey * grey;
	}
	return clear_by(sum[0] / BLACKS, squares[0] / BLACKS, sum[1] / WHITES, squares[1] / WHITES);
}

/* The clearness of the pixels at these offsets; 0 if black and white hardly differ. That is tested first, since it is
 * so at most places. */
static double
clearness(const uint8_t *at, const ptrdiff_t *black, int blacks, const ptrdiff_t *white, int whites)
{
	int dark = 0, light = 0, darks = 0, lights = 0;

	for (int i = 0; i < blacks; i++)
		dark += at[black[i]];
	for (int i = 0; i < whites; i++)
		light += at[white[i]];
	if ((double)light / whites - (double)dark / blacks < LEVELS_MIN)
		return 0;
	for (int i = 0; i < blacks; i++)
		darks += at[black[i]] * at[black[i]];
	for (int i = 0; i < whites; i++)
		lights += at[white[i]] * at[white[i]];
	return clear_by((double)dark / blacks, (double)darks / blacks, (double)light / whites, (double)lights / whites);
}

/* Rounds without a call of a function. */
static ptrdiff_t
whole(double pixels)
{
	return (ptrdiff_t)(pixels + SIDE_MAX + 0.5) - SIDE_MAX;
}

static ptrdiff_t
offset_of(const struct image *image, const double a[4], double u, double v)
{
	return whole(a[2] * u + a[3] * v) * image->width + whole(a[0] * u + a[1] * v);
}

/* Finds the pixel of a cell around which two circles are clearest, one mostly in the white ring and one mostly in the
 * black ring of a tag at any rotation. */
static double
search_circles(const struct view *view, const double shape[4], const struct rect *cell, struct point *best)
{
	const struct image *image = &view->image;
	int step = MAX(1, (int)(STEP * sqrt(shape[0] * shape[3] - shape[1] * shape[2]) + 0.5));
	ptrdiff_t black[CIRCLE], white[CIRCLE];
	double most = 0;

	for (int i = 0; i < CIRCLE; i++) {
		double c = view->circle[i][0], s = view->circle[i][1];

		black[i] = offset_of(image, shape, BLACK * c, BLACK * s);
		white[i] = offset_of(image, shape, WHITE * c, WHITE * s);
	}
	for (int32_t y = cell->y; y < cell->y + cell->h; y += step)
		for (int32_t x = cell->x; x < cell->x + cell->w; x += step) {
			double clear = clearness(image->grey + (size_t)y * (size_t)image->width + (size_t)x, black,
				CIRCLE, white, CIRCLE);

			if (clear > most) {
				most = clear;
				*best = (struct point){x + 0.5, y + 0.5};
			}
		}
	return most;
}

/* Keeps this ring if it is clearer than the best. */
static void
try_ring(const struct view *view, const struct tag_pose *pose, struct guess *best)
{
	const struct image *image = &view->image;
	ptrdiff_t offset[RING];
	double clear;

	if (!is_inside(image, pose))
		return;
	for (int i = 0; i < RING; i++)
		offset[i] = offset_of(image, pose->a, view->ring[i][0], view->ring[i][1]);
	clear = clearness(image->grey + (size_t)pose->at.y * (size_t)image->width + (size_t)pose->at.x, offset, BLACKS,
		offset + BLACKS, WHITES);
	if (clear > best->clear)
		*best = (struct guess){*pose, clear};
}

/* The clearest ring with its middle in a cell. */
static void
search_cell(const struct view *view, const GArray *known, const struct rect *cell, struct guess *best)
{
	struct point about = {cell->x + cell->w / 2.0, cell->y + cell->h / 2.0};
	const struct tag_pose *like = tag_pose_nearest(known, about);
	double shape[4], wide, high;
	struct tag_pose pose;

	best->clear = 0;
	if (tag_pose_is_about(like, about))
		return;
	tag_table_shape(&view->table, like, about, shape);
	wide = 4 * hypot(shape[0], shape[1]) + 1;
	high = 4 * hypot(shape[2], shape[3]) + 1;
	if (cell->x < wide || cell->y < high || cell->x + cell->w + wide > view->image.width ||
		cell->y + cell->h + high > view->image.height || search_circles(view, shape, cell, &about) < ROUND)
		return;
	pose.at = about;
	for (int i = 0; i < TURNS; i++) {
		tag_shape_turn(shape, i * G_PI_2 / TURNS, pose.a);
		try_ring(view, &pose, best);
	}
	if (best->clear == 0)
		return;
	pose = best->pose;
	for (int i = 0; i < 9; i++) {
		pose.at = (struct point){about.x + (i % 3 - 1), about.y + (i / 3 - 1)};
		try_ring(view, &pose, best);
	}
}

/* Refines the six parameters of a pose one after another, in ever smaller steps, to the greatest clearness. */
static void
fit(const struct view *view, struct guess *guess)
{
	double module = tag_pose_module(&guess->pose);

	for (double step = 0.3 * module; step > 0.04 * module; step /= 2) {
		bool better = true;

		for (int rounds = 0; better && rounds < ROUNDS_MAX; rounds++) {
			better = false;
			for (int i = 0; i < 12; i++) {
				struct tag_pose pose = guess->pose;
				double by = i % 2 == 0 ? step : -step, clear;

				if (i < 4)
					*(i < 2 ? &pose.at.x : &pose.at.y) += by;
				else
					pose.a[i / 2 - 2] += by / 4; /* which moves the ring about that much */
				clear = ring_clearness(view, &pose);
				if (clear > guess->clear + 1e-6) {
					guess->clear = clear;
					guess->pose = pose;
					better = true;
				}
			}
		}
	}
}

/* Reads the modules of a tag in the family's order, as numbers from -1 for the black of its rings to 1 for their white.
 * False if these hardly differ. */
static bool
read_bits(const struct view *view, const apriltag_family_t *family, const struct tag_pose *pose,
	double bit[TAG_WORD_BITS], double *margin)
{
	double grey[12][12], black = 0, white = 0;

	for (int v = 0; v < 10; v++)
		for (int u = 0; u < 10; u++) {
			double sum = 0;

			for (int i = 0; i < 4; i++) {
				double x = u - 4.5 + (i % 2 - 0.5) * 0.3, y = v - 4.5 + (i / 2 - 0.5) * 0.3;

				sum += module_grey(&view->image, pose, x, y) / 4;
			}
			grey[v + 1][u + 1] = sum;
		}
	for (int i = 0; i < RING; i++)
		*(i < BLACKS ? &black : &white) += grey[(int)(view->ring[i][1] + 5.5)][(int)(view->ring[i][0] + 5.5)] /
			(i < BLACKS ? BLACKS : WHITES);
	if (white - black < 4)
		return false;
	for (int i = 0; i < 12; i++) /* the paper around it */
		grey[0][i] = grey[11][i] = grey[i][0] = grey[i][11] = white;
	*margin = 0;
	for (int i = 0; i < TAG_WORD_BITS; i++) {
		int u = (int)family->bit_x[i] + 3, v = (int)family->bit_y[i] + 3;
		double around = (grey[v - 1][u] + grey[v + 1][u] + grey[v][u - 1] + grey[v][u + 1]) / 4;
		double sharp = grey[v][u] + SHARPENING * (grey[v][u] - around);

		bit[i] = fmax(-1.5, fmin(1.5, (2 * sharp - black - white) / (white - black)));
		*margin += fabs(grey[v][u] - (black + white) / 2) / TAG_WORD_BITS;
	}
	return true;
}

static void
take(const struct view *view, const struct tag_pose *pose, const struct tag_word *word, double margin)
{
	struct seen_tag tag = {.id = (uint16_t)word->id, .corrected = (uint8_t)word->off, .margin = (float)margin};
	static const int c[4] = {1, 0, -1, 0}, s[4] = {0, 1, 0, -1};

	for (int i = 0; i < 4; i++) {
		double x = i == 1 || i == 2 ? TAG_BORDER / 2 : -TAG_BORDER / 2,
		       y = i < 2 ? -TAG_BORDER / 2 : TAG_BORDER / 2;
		double u = x * c[word->turns] - y * s[word->turns], v = x * s[word->turns] + y * c[word->turns];

		tag.corner[i] = (struct point){(pose->at.x + pose->a[0] * u + pose->a[1] * v) * view->by,
			(pose->at.y + pose->a[2] * u + pose->a[3] * v) * view->by};
	}
	if (view->look->sight->tags->len < EYE_TAGS_MAX)
		g_array_append_val(view->look->sight->tags, tag);
}

static int
by_clearness(const void *a, const void *b)
{
	const struct guess *one = a, *other = b;

	return (one->clear < other->clear) - (one->clear > other->clear);
}

static void
measure_contrast(struct contrast *contrast, const struct image *image, int side)
{
	*contrast = (struct contrast){.side = side, .cols = image->width / side, .rows = image->height / side};
	contrast->cell = g_new0(struct cell, (gsize)contrast->cols * (gsize)contrast->rows);
	for (int32_t y = 0; y < contrast->rows * side - 1; y++)
		for (int32_t col = 0; col < contrast->cols; col++) {
			const uint8_t *at = image->grey + (size_t)y * (size_t)image->width + (size_t)(col * side);
			size_t cell = (size_t)(y / side) * (size_t)contrast->cols + (size_t)col;
			int change = 0, grey = 0;

			for (int x = 0; x < side - 1; x++) {
				change += abs(at[x + 1] - at[x]) + abs(at[image->width + x] - at[x]);
				grey += at[x];
			}
			contrast->cell[cell].change += (float)change;
			contrast->cell[cell].grey += (float)grey;
		}
}

/* The contrast in the window of two by two cells that begins with this one. */
static float
contrast_at(const struct contrast *contrast, int col, int row)
{
	float change = 0, grey = 1;

	if (col < 0 || row < 0 || col + 1 >= contrast->cols || row + 1 >= contrast->rows)
		return 0;
	for (int i = 0; i < 4; i++) {
		size_t cell = (size_t)(row + i / 2) * (size_t)contrast->cols + (size_t)(col + i % 2);

		change += contrast->cell[cell].change;
		grey += contrast->cell[cell].grey;
	}
	return change / grey;
}

static int
by_contrast(const void *a, const void *b)
{
	float one = *(const float *)a, other = *(const float *)b;

	return (one < other) - (one > other);
}

/* The contrast from which a place is searched: a share of a low quantile of the known tags, or higher if there were
 * too many such places. */
static float
contrast_threshold(const struct contrast *contrast, const GArray *known)
{
	g_autoptr(GArray) value = g_array_new(FALSE, FALSE, sizeof(float));
	float threshold, here;

	for (unsigned i = 0; i < known->len; i++) {
		struct point at = g_array_index(known, struct tag_pose, i).at;

		here = contrast_at(contrast, (int)(at.x / contrast->side - 0.5), (int)(at.y / contrast->side - 0.5));
		g_array_append_val(value, here);
	}
	g_array_sort(value, by_contrast);
	threshold = (float)CONTRAST * g_array_index(value, float, 3 * value->len / 4);
	g_array_set_size(value, 0);
	for (int row = 0; row + 1 < contrast->rows; row++)
		for (int col = 0; col + 1 < contrast->cols; col++) {
			here = contrast_at(contrast, col, row);
			if (here >= threshold)
				g_array_append_val(value, here);
		}
	if (value->len <= CELLS_MAX)
		return threshold;
	g_array_sort(value, by_contrast);
	return g_array_index(value, float, CELLS_MAX);
}

/* Finds candidates for rings, the clearest first. */
static GArray *
find_rings(const struct view *view, const GArray *known, double module)
{
	GArray *guesses = g_array_new(FALSE, FALSE, sizeof(struct guess));
	struct contrast contrast;
	float threshold;

	measure_contrast(&contrast, &view->image, MAX(3, (int)(TAG_BORDER / 2 * module)));
	threshold = contrast_threshold(&contrast, known);
	for (int row = 0; row + 1 < contrast.rows; row++)
		for (int col = 0; col + 1 < contrast.cols; col++) {
			const struct rect cell = {(int32_t)((col + 0.5) * contrast.side),
				(int32_t)((row + 0.5) * contrast.side), contrast.side, contrast.side};
			struct guess guess;

			if (contrast_at(&contrast, col, row) < threshold)
				continue;
			search_cell(view, known, &cell, &guess);
			if (guess.clear >= COARSE)
				g_array_append_val(guesses, guess);
		}
	g_free(contrast.cell);
	g_array_sort(guesses, by_clearness);
	return guesses;
}

/* Refines the candidates and adds those that are a tag. */
static void
read_rings(const struct view *view, const struct tag_words *words, const apriltag_family_t *family, GArray *known,
	const GArray *guesses)
{
	unsigned tries = 0;

	for (unsigned i = 0; i < guesses->len && tries < TRIES_MAX; i++) {
		struct guess guess = g_array_index(guesses, struct guess, i);
		double bit[TAG_WORD_BITS], margin;
		struct tag_word word;

		if (tag_pose_is_about(tag_pose_nearest(known, guess.pose.at), guess.pose.at))
			continue;
		tries++;
		fit(view, &guess);
		if (guess.clear < FITTED || tag_pose_is_about(tag_pose_nearest(known, guess.pose.at), guess.pose.at) ||
			!read_bits(view, family, &guess.pose, bit, &margin))
			continue;
		tag_words_find(words, bit, &word);
		if (!tag_word_is_certain(&word))
			continue;
		take(view, &guess.pose, &word, margin);
		g_array_append_val(known, guess.pose);
	}
}

static void
place_rings(struct view *view)
{
	unsigned black = 0, white = BLACKS;

	for (int i = 0; i < 64; i++) {
		double u = i % 8 - 3.5, v = i / 8 - 3.5, away = fmax(fabs(u), fabs(v));
		double *at = away == 3.5 ? view->ring[black++] : away == 2.5 ? view->ring[white++] : NULL;

		if (at != NULL) {
			at[0] = u;
			at[1] = v;
		}
	}
	for (int i = 0; i < CIRCLE; i++) {
		view->circle[i][0] = cos(2 * G_PI * i / CIRCLE);
		view->circle[i][1] = sin(2 * G_PI * i / CIRCLE);
	}
}

/* Reduces the image. A pixel is the mean of those that it replaces, which has less noise than a single one. */
static bool
shrink(const struct image *image, int by, struct image *small)
{
	int32_t w = image->width / by, h = image->height / by;

	*small = (struct image){w, h, g_try_malloc((size_t)w * (size_t)h)};
	if (small->grey == NULL)
		return false;
	for (int32_t y = 0; y < h; y++)
		for (int32_t x = 0; x < w; x++) {
			const uint8_t *from =
				image->grey + (size_t)y * (size_t)by * (size_t)image->width + (size_t)x * (size_t)by;
			int sum = 0;

			for (int j = 0; j < by; j++, from += image->width)
				for (int i = 0; i < by; i++)
					sum += from[i];
			small->grey[(size_t)y * (size_t)w + (size_t)x] = (uint8_t)(sum / (by * by));
		}
	return true;
}

void
tag_rings_look(const struct tag_words *words, const apriltag_family_t *family, struct look *look)
{
	struct view view = {.image = *look->image, .by = 1, .look = look};
	g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(struct tag_pose));
	g_autoptr(GArray) guesses = NULL;
	const struct sight *sight = look->sight;
	double module = 0;

	for (unsigned i = 0; i < sight->tags->len; i++) {
		struct tag_pose pose = tag_pose_of(SEEN_TAG(sight, i), view.by);

		module += tag_pose_module(&pose) / sight->tags->len;
	}
	view.by = MAX(1, (int)(module / MODULE));
	module /= view.by;
	if (module < MODULE_MIN || (int64_t)view.image.width * view.image.height / (view.by * view.by) > VIEW_MAX ||
		(view.by > 1 && !shrink(look->image, view.by, &view.image)))
		return;
	place_rings(&view);
	for (unsigned i = 0; i < sight->tags->len; i++) {
		struct tag_pose pose = tag_pose_of(SEEN_TAG(sight, i), view.by);

		if (tag_pose_module(&pose) >= MODULE_MIN)
			g_array_append_val(known, pose);
	}
	tag_table_init(&view.table, &view.image, known); /* at least one is as large as the mean */
	guesses = find_rings(&view, known, module);
	read_rings(&view, words, family, known, guesses);
	if (view.by > 1)
		g_free(view.image.grey);
}
