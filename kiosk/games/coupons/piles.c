/* SPDX-License-Identifier: MIT
 * Piles of coupons. A coupon belongs to a strip if a path leads there from coupon to coupon across gaps that are
 * typical of this picture; if paths lead to two strips, to the one that is clearly nearer. Lengths are hundredths of a
 * millimetre. The constants were tuned on simulated tables of two to four players (tests/bench/eye_piles.c), so that no
 * coupon is assigned to the wrong player and few are asked about. */
#include "kiosk/games/coupons/piles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CORNERS 4

/* A gap up to this is within a pile, however small the median gap is. */
#define LINK_MIN 1000.0

/* A larger gap is never within a pile: allowing it would merge the piles of neighbours. */
#define LINK_MAX 2200.0

/* The widest gap within a pile is this many times the median gap of the picture, plus LINK_MORE. */
#define LINK_TIMES 2.5

/* Added to LINK_TIMES and APART times a gap, or small gaps would be judged too strictly. */
#define LINK_MORE 600.0

/* The widest gap to a pile if all strips are in the picture: then no other player can own the coupon. */
#define LINK_FAR 3000.0

/* Another pile is clearly separate if its gap is this many times the gap to its own pile, plus LINK_MORE. */
#define APART 1.6

/* If piles touch, a coupon is clearly nearer to its strip within this share of the distance to the other strip. */
#define NEARER 0.5

/* The same if the other pile is clearly separate. Farther away, the coupon is unsure even then. */
#define FARTHER 1.5

/* Added to each distance from a strip, so that next to a strip a few millimetres do not decide. */
#define REACH 800.0

/* The share of a QR's box without its quiet zone. */
#define CODE_SHARE 0.75

/* The share of a tag's box within its border: six of ten modules. */
#define TAG_SHARE 0.6

/* The largest distance of a strip's landmarks from a common plane. Beyond it, the strip is bent, or there are two. */
#define MISFIT 200.0

/* A coupon that is nearer than this to its printed place next to the strip was not cut off. */
#define UNCUT 700.0

/* The outline of something flat in the picture. */
struct patch {
	struct point corner[CORNERS];
	double metric[3]; /* xx, xy, yy: a quadratic form from pixels to squared hundredths of a millimetre */
};

/* A tag or code, with its place on the sheet. */
struct landmark {
	struct point at[CORNERS], seen[CORNERS];
	double to_pixel[2][3]; /* affine map from the sheet to the picture, good near the landmark */
	double metric[3];
};

struct strip {
	unsigned landmarks; /* 0: the strip is not in the picture */
	struct landmark landmark[CORNERS + 1];
	bool whole;                      /* its landmarks lie on one plane */
	struct homography map;           /* if so: from the sheet to the picture */
	struct patch patch[CORNERS + 1]; /* its outline: one if it is whole, otherwise one per landmark */
	unsigned patches;
};

/* A coupon in the picture. */
struct placed_coupon {
	uint8_t piece;
	bool twice; /* its tag is in the picture at two places */
	bool uncut;
	struct patch patch;
	double distance[COUPONS_SHEETS_MAX]; /* straight distance to each strip */
	double gap[COUPONS_SHEETS_MAX];      /* the widest gap on the best path there, from coupon to coupon */
};

struct table {
	unsigned sheets, coupons;
	struct strip strip[COUPONS_SHEETS_MAX];
	struct placed_coupon coupon[COUPONS_MAX];
};

/* The corners of a rectangle that is scaled around its middle. */
static void
corners_of(const struct rect *at, double share, struct point out[CORNERS])
{
	const struct point middle = rect_middle(at);
	double w = share * at->w / 2, h = share * at->h / 2;

	out[0] = (struct point){middle.x - w, middle.y - h};
	out[1] = (struct point){middle.x + w, middle.y - h};
	out[2] = (struct point){middle.x + w, middle.y + h};
	out[3] = (struct point){middle.x - w, middle.y + h};
}

/* Makes a landmark from the corners of a tag or code in the picture, which is the share of its box on the sheet. The
 * map is affine and fitted by least squares: a tag is too small to tell more. False if the tag has no area. */
static bool
landmark_make(const struct rect *at, double share, const struct point seen[CORNERS], struct landmark *mark)
{
	double mx = 0, my = 0, px = 0, py = 0, xx = 0, yy = 0, a[2][2] = {{0}};

	corners_of(at, share, mark->at);
	memcpy(mark->seen, seen, sizeof mark->seen);
	for (int i = 0; i < CORNERS; i++) {
		mx += mark->at[i].x / CORNERS;
		my += mark->at[i].y / CORNERS;
		px += mark->seen[i].x / CORNERS;
		py += mark->seen[i].y / CORNERS;
	}
	for (int i = 0; i < CORNERS; i++) {
		double x = mark->at[i].x - mx, y = mark->at[i].y - my;

		xx += x * x;
		yy += y * y;
		a[0][0] += x * (mark->seen[i].x - px);
		a[0][1] += y * (mark->seen[i].x - px);
		a[1][0] += x * (mark->seen[i].y - py);
		a[1][1] += y * (mark->seen[i].y - py);
	}
	for (int i = 0; i < 2; i++) {
		a[i][0] /= xx;
		a[i][1] /= yy;
		mark->to_pixel[i][0] = a[i][0];
		mark->to_pixel[i][1] = a[i][1];
		mark->to_pixel[i][2] = (i == 0 ? px : py) - a[i][0] * mx - a[i][1] * my;
	}

	double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0], square = determinant * determinant;

	/* The inverse of the matrix times its transpose: gives lengths in any rotation. */
	mark->metric[0] = (a[1][0] * a[1][0] + a[1][1] * a[1][1]) / square;
	mark->metric[1] = -(a[0][0] * a[1][0] + a[0][1] * a[1][1]) / square;
	mark->metric[2] = (a[0][0] * a[0][0] + a[0][1] * a[0][1]) / square;
	return fabs(determinant) > 1e-9;
}

static struct point
landmark_map(const struct landmark *mark, struct point at)
{
	return (struct point){mark->to_pixel[0][0] * at.x + mark->to_pixel[0][1] * at.y + mark->to_pixel[0][2],
		mark->to_pixel[1][0] * at.x + mark->to_pixel[1][1] * at.y + mark->to_pixel[1][2]};
}

static double
length(const double metric[3], double dx, double dy)
{
	return sqrt(fmax(0, metric[0] * dx * dx + 2 * metric[1] * dx * dy + metric[2] * dy * dy));
}

/* The distance from a corner of one to an edge of the other. */
static double
to_edge(const struct patch *one, struct point corner, const struct patch *other, int edge)
{
	struct point a = other->corner[edge], b = other->corner[(edge + 1) % CORNERS];
	double ex = b.x - a.x, ey = b.y - a.y, square = ex * ex + ey * ey;
	double along = square > 0 ? ((corner.x - a.x) * ex + (corner.y - a.y) * ey) / square : 0;
	double t = CLAMP(along, 0, 1), dx = a.x + t * ex - corner.x, dy = a.y + t * ey - corner.y;

	return (length(one->metric, dx, dy) + length(other->metric, dx, dy)) / 2;
}

/* Whether a line along a side of `one` separates the two. */
static bool
is_beside(const struct patch *one, const struct patch *other)
{
	double area = 0;

	for (int i = 0; i < CORNERS; i++) {
		const struct point *a = &one->corner[i], *b = &one->corner[(i + 1) % CORNERS];

		area += a->x * b->y - b->x * a->y;
	}
	for (int i = 0; i < CORNERS; i++) {
		const struct point *a = &one->corner[i], *b = &one->corner[(i + 1) % CORNERS];
		bool outside = true;

		for (int n = 0; n < CORNERS; n++) {
			double side = (b->x - a->x) * (other->corner[n].y - a->y) -
				(b->y - a->y) * (other->corner[n].x - a->x);

			outside &= area > 0 ? side < 0 : side > 0;
		}
		if (outside)
			return true;
	}
	return false;
}

/* The distance between two outlines; 0 if they overlap. */
static double
gap_between(const struct patch *one, const struct patch *other)
{
	double least = INFINITY;

	if (!is_beside(one, other) && !is_beside(other, one))
		return 0;
	for (int i = 0; i < CORNERS; i++)
		for (int edge = 0; edge < CORNERS; edge++) {
			least = fmin(least, to_edge(one, one->corner[i], other, edge));
			least = fmin(least, to_edge(other, other->corner[i], one, edge));
		}
	return least;
}

/* Whether the landmarks lie on one plane, as on a flat strip. */
static bool
strip_fit(struct strip *strip)
{
	struct point from[CORNERS * (CORNERS + 1)], to[CORNERS * (CORNERS + 1)];
	unsigned count = 0;

	for (unsigned i = 0; i < strip->landmarks; i++, count += CORNERS) {
		memcpy(from + count, strip->landmark[i].at, sizeof strip->landmark[i].at);
		memcpy(to + count, strip->landmark[i].seen, sizeof strip->landmark[i].seen);
	}
	if (strip->landmarks < 2 || !homography_fit(from, to, count, &strip->map))
		return false;
	for (unsigned i = 0; i < count; i++) {
		struct point at = homography_map(&strip->map, from[i]);

		if (!(length(strip->landmark[i / CORNERS].metric, at.x - to[i].x, at.y - to[i].y) < MISFIT))
			return false;
	}
	return true;
}

/* Looks for a strip by its code and its corner tags, and outlines it: from all landmarks together if they lie on one
 * plane, otherwise from each of them. Perspective makes its far side smaller, so the metric of a whole strip is the
 * mean of those of its landmarks. */
static void
find_strip(const struct code *code, const struct form *form, const struct sight *sight, struct strip *strip)
{
	const struct rect around = coupons_strip();
	struct point corner[CORNERS];

	for (unsigned i = 0; i < sight->codes->len && strip->landmarks == 0; i++) {
		const struct code *seen = &SEEN_CODE(sight, i)->code;

		strip->landmarks = seen->game == code->game && seen->version == code->version &&
			seen->piece == code->piece && seen->seed == code->seed && seen->round == code->round &&
			seen->table == code->table && seen->players == code->players && seen->option == code->option &&
			seen->keyed == code->keyed &&
			landmark_make(&form->qr, CODE_SHARE, SEEN_CODE(sight, i)->corner, &strip->landmark[0]);
	}
	for (unsigned i = 0; i < sight->tags->len && strip->landmarks <= CORNERS; i++) {
		const struct seen_tag *seen = SEEN_TAG(sight, i);
		struct landmark *mark = &strip->landmark[strip->landmarks];
		bool found = false;

		for (unsigned n = 0; n < CORNERS && !found; n++)
			found = form->tag[n].id == seen->id &&
				landmark_make(&form->tag[n].at, TAG_SHARE, seen->corner, mark);
		strip->landmarks += found;
	}
	corners_of(&around, 1, corner);
	strip->whole = strip_fit(strip);
	strip->patches = strip->whole ? 1 : strip->landmarks;
	for (unsigned i = 0; i < strip->patches; i++) {
		struct patch *patch = &strip->patch[i];

		for (int n = 0; n < 3; n++) {
			double sum = 0;

			for (unsigned k = 0; k < strip->landmarks; k++)
				sum += strip->landmark[k].metric[n];
			patch->metric[n] = strip->whole ? sum / strip->landmarks : strip->landmark[i].metric[n];
		}
		for (int n = 0; n < CORNERS; n++)
			patch->corner[n] = strip->whole ? homography_map(&strip->map, corner[n])
							: landmark_map(&strip->landmark[i], corner[n]);
	}
}

/* Adds a coupon of a sheet by its tag in the picture. It is uncut if it lies next to its strip exactly where it is
 * printed. */
static void
place_coupon(struct table *table, const struct strip *strip, const struct coupon *coupon, uint8_t piece,
	const struct seen_tag *seen)
{
	const struct rect tag = coupon_tag_rect(coupon), place = coupon_rect(coupon);
	struct placed_coupon *placed = &table->coupon[table->coupons];
	struct point corner[CORNERS];
	struct landmark mark;

	for (unsigned i = 0; i < table->coupons; i++)
		if (table->coupon[i].piece == piece) {
			table->coupon[i].twice = true;
			return;
		}
	if (!landmark_make(&tag, TAG_SHARE, seen->corner, &mark))
		return;
	table->coupons++;
	*placed = (struct placed_coupon){.piece = piece};
	if (strip->whole) {
		struct point middle = rect_middle(&tag), here = landmark_map(&mark, middle);
		struct point there = homography_map(&strip->map, middle);

		placed->uncut = length(mark.metric, here.x - there.x, here.y - there.y) < UNCUT;
	}
	corners_of(&place, 1, corner);
	for (int i = 0; i < CORNERS; i++)
		placed->patch.corner[i] = landmark_map(&mark, corner[i]);
	memcpy(placed->patch.metric, mark.metric, sizeof placed->patch.metric);
}

/* Computes the widest gap on the best path from a strip to every coupon, with Dijkstra's algorithm: coupons are reached
 * in the order of that gap. `apart` has the gaps between coupons. */
static void
link_strip(struct table *table, unsigned strip, const double *apart)
{
	bool reached[COUPONS_MAX] = {false};

	for (unsigned i = 0; i < table->coupons; i++)
		table->coupon[i].gap[strip] = table->coupon[i].distance[strip];
	for (unsigned n = 0; n < table->coupons; n++) {
		unsigned next = n;

		while (reached[next])
			next = (next + 1) % table->coupons;
		for (unsigned i = 0; i < table->coupons; i++)
			if (!reached[i] && table->coupon[i].gap[strip] < table->coupon[next].gap[strip])
				next = i;
		reached[next] = true;
		for (unsigned i = 0; i < table->coupons; i++) {
			double *gap = &table->coupon[i].gap[strip];

			*gap = fmin(*gap, fmax(table->coupon[next].gap[strip], apart[next * table->coupons + i]));
		}
	}
}

/* Measures all gaps. Returns the widest one that counts as within a pile in this picture. */
static double
measure(struct table *table)
{
	g_autofree double *apart = g_new(double, (gsize)table->coupons * table->coupons);
	double nearest[COUPONS_MAX]; /* of each coupon: the gap to its nearest neighbour */

	for (unsigned i = 0; i < table->coupons; i++) {
		struct placed_coupon *coupon = &table->coupon[i];

		nearest[i] = LINK_MAX;
		for (unsigned s = 0; s < table->sheets; s++) {
			const struct strip *strip = &table->strip[s];

			coupon->distance[s] = INFINITY;
			for (unsigned n = 0; n < strip->patches; n++)
				coupon->distance[s] =
					fmin(coupon->distance[s], gap_between(&coupon->patch, &strip->patch[n]));
			nearest[i] = fmin(nearest[i], coupon->distance[s]);
		}
		for (unsigned n = 0; n < table->coupons; n++) {
			double gap = n == i ? INFINITY : gap_between(&coupon->patch, &table->coupon[n].patch);

			apart[i * table->coupons + n] = gap;
			nearest[i] = fmin(nearest[i], gap);
		}
	}
	for (unsigned s = 0; s < table->sheets; s++)
		if (table->strip[s].landmarks > 0)
			link_strip(table, s, apart);

	double gap_max = LINK_TIMES * values_median(nearest, table->coupons) + LINK_MORE;

	return CLAMP(gap_max, LINK_MIN, LINK_MAX);
}

/* The holder of a coupon: the player of the best linked strip, if no other strip may be meant. Another one may not if
 * its pile does not reach the coupon, or if the coupon is much nearer to the best one. */
static int8_t
holder_of(const struct table *table, const struct placed_coupon *coupon, double gap_max)
{
	bool all = true;
	int best = -1;

	for (unsigned s = 0; s < table->sheets; s++) {
		if (table->strip[s].landmarks == 0)
			all = false;
		else if (best < 0 || coupon->gap[s] < coupon->gap[best] ||
			(coupon->gap[s] <= coupon->gap[best] && coupon->distance[s] < coupon->distance[best]))
			best = (int)s;
	}
	if (coupon->uncut && !coupon->twice)
		return HELD_BY_SHEET;
	if (coupon->twice || best < 0 || coupon->gap[best] > (all ? LINK_FAR : gap_max))
		return HELD_BY_SOMEBODY;
	for (unsigned s = 0; s < table->sheets; s++) {
		bool apart = coupon->gap[s] > fmax(gap_max, APART * coupon->gap[best] + LINK_MORE);

		if (table->strip[s].landmarks > 0 && (int)s != best &&
			!(coupon->distance[best] + REACH <= (apart ? FARTHER : NEARER) * (coupon->distance[s] + REACH)))
			return HELD_BY_SOMEBODY;
	}
	return (int8_t)best;
}

void
piles_find(const void *in, const struct code *of, const struct sight *sight, int8_t holder[TAGGED_MAX])
{
	g_autofree struct table *table = g_new0(struct table, 1);
	const struct coupons_layout *layout = in;
	struct code code = *of;
	struct form form;

	memset(holder, HELD_BY_NOBODY, TAGGED_MAX);
	table->sheets = layout->sheets;
	for (unsigned sheet = 0; sheet < table->sheets; sheet++) {
		struct strip *strip = &table->strip[sheet];

		code.piece = (uint8_t)sheet;
		game_coupons.form(layout, &code, &form);
		find_strip(&code, &form, sight, strip);
		for (unsigned n = 0; n < COUPONS_A_SHEET; n++) {
			const struct coupon *coupon = &layout->coupon[sheet][n];

			for (unsigned i = 0; i < sight->tags->len; i++)
				if (SEEN_TAG(sight, i)->id == coupon->tag)
					place_coupon(table, strip, coupon, (uint8_t)(sheet * COUPONS_A_SHEET + n),
						SEEN_TAG(sight, i));
		}
	}

	double gap_max = table->coupons > 0 ? measure(table) : 0;

	for (unsigned i = 0; i < table->coupons; i++)
		holder[table->coupon[i].piece] = holder_of(table, &table->coupon[i], gap_max);
}
