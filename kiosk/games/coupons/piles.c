/* SPDX-License-Identifier: MIT
 * Piles of coupons, as a random walk. The pieces in a picture are the nodes of a graph; a walker steps from a coupon to
 * another piece, the likelier the smaller the gap between the two, until it reaches a strip, or is lost to a player
 * whose strip is not in the picture. A coupon belongs to the strip that walkers from it reach, if they hardly ever end
 * anywhere else. So a coupon is judged by all of its neighbours and theirs, and a single stray one between two piles
 * does not join them. Lengths are hundredths of a millimetre. The constants were chosen with tests/bench/eye_tables.c
 * on the ways of laying coupons that are called tuned in tests/kiosk/eye/laid_table.h. */
#include "kiosk/games/coupons/piles.h"

#include <math.h>
#include <string.h>

#define CORNERS 4

/* Parts of a flat strip, each with a scale of its own: seen from the side, its ends differ by up to a fifth. */
#define STRIP_PARTS 4

/* How fast steps get rarer with the gap: the power of GAP_SOFT + gap. With 6, coupons at the near edge of another pile
 * were asked about twice as often; with 12, one in ten strays between two piles was given to one of them. */
#define GAP_POWER 8

/* Added to each gap, so that a few millimetres do not decide between pieces that lie next to each other. Twice as much
 * asks about twice as many coupons. */
#define GAP_SOFT 400.0

/* Coupons across gaps up to this form a group: about the width of the smallest. It is less than the room that players
 * leave between their piles, so a group without a strip may be a pile of its own. */
#define GROUP_GAP 3200.0

/* How far from each coupon an unseen strip is assumed: that is where walkers are lost. In a group without a strip in a
 * picture that does not show all strips: somebody's pile, most likely. Any larger, and such piles are given away. */
#define UNSEEN_NEAR 3200.0

/* The same in the group of a strip. */
#define UNSEEN_FAR 7000.0

/* The same for the few coupons of a picture that lie apart from all groups with a strip. With 60 mm, 2 in 20,000
 * coupons of others were given away; with 50 mm, one picture more in forty has something to ask. */
#define UNSEEN_FEW 5500.0

/* Most coupons that are few: of 2,100 simulated neighbours' piles inside the picture, 30 to 48 mm away, 8 showed no
 * more, but of 2,100 piles 137 had one or two coupons that lay so far away. */
#define FEW 2

/* The same if nobody else's pile can be there: then a coupon has no holder only if it lies far from all piles. */
#define UNSEEN_NOWHERE 12000.0

/* Few coupons are not few if one of them is nearer to the edge of the picture: the others may be outside. */
#define EDGE_NEAR 2000.0

/* Walkers must reach the strip this many times as often as any other: the bound on the odds. With 100, 7 % of strays
 * between two piles were given to one of them; with 1000, twice as many coupons are asked about. */
#define ODDS_OTHER 200

/* A strip without a coupon is not clearly farther away up to this many times the distance to the other strip. With 1,
 * parts of piles that a stray joined to another pile were given away. */
#define LONELY_TIMES 1.5

/* Walkers must reach the strip this many times as often as they are lost. */
#define ODDS_LOST 20

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
	struct patch patch[CORNERS + 1]; /* its outline: that of its parts if it is whole, otherwise one per landmark */
	unsigned patches;
};

/* A coupon in the picture. */
struct placed_coupon {
	uint8_t piece;
	bool twice; /* its tag is in the picture at two places */
	bool uncut;
	bool at_edge; /* of the picture */
	struct patch patch;
	unsigned group;                   /* the number of a coupon of its group */
	double away[COUPONS_SHEETS_MAX];  /* straight distance to each strip */
	double step[COUPONS_SHEETS_MAX];  /* how often walkers step from it to each strip */
	double reach[COUPONS_SHEETS_MAX]; /* the share of walkers from it that reach each strip */
};

struct table {
	unsigned sheets, coupons;
	struct strip strip[COUPONS_SHEETS_MAX];
	struct placed_coupon coupon[COUPONS_MAX];
	double gap[COUPONS_MAX][COUPONS_MAX]; /* between coupons */
	unsigned size[COUPONS_MAX];           /* coupons of each group */
	bool has_strip[COUPONS_MAX];          /* whether a strip belongs to it */
	bool few_apart; /* few coupons are in groups without a strip, and none of them at the edge of the picture */
	bool complete;  /* the picture shows the strips of all its piles */
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

/* Makes the metric of a map from the sheet to pixels: the inverse of the matrix times its transpose, which gives
 * lengths in any rotation. False if the map has no area. */
static bool
metric_make(double a[2][2], double metric[3])
{
	double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0], square = determinant * determinant;

	metric[0] = (a[1][0] * a[1][0] + a[1][1] * a[1][1]) / square;
	metric[1] = -(a[0][0] * a[1][0] + a[0][1] * a[1][1]) / square;
	metric[2] = (a[0][0] * a[0][0] + a[0][1] * a[0][1]) / square;
	return fabs(determinant) > 1e-9;
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

	return metric_make(a, mark->metric);
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

/* Outlines the n-th part of a flat strip. Its metric is that of the map around its middle. */
static void
outline_part(const struct strip *strip, unsigned n, struct patch *patch)
{
	struct rect part = coupons_strip();
	struct point corner[CORNERS];
	double a[2][2];

	part.w /= STRIP_PARTS;
	part.x += (int32_t)n * part.w;
	corners_of(&part, 1, corner);
	for (int i = 0; i < CORNERS; i++)
		patch->corner[i] = homography_map(&strip->map, corner[i]);
	for (int i = 0; i < 2; i++) {
		const struct point middle = rect_middle(&part);
		struct point less = {middle.x - (i == 0 ? part.w : 0) / 2.0, middle.y - (i == 1 ? part.h : 0) / 2.0};
		struct point more = {2 * middle.x - less.x, 2 * middle.y - less.y};
		double size = i == 0 ? part.w : part.h;

		less = homography_map(&strip->map, less);
		more = homography_map(&strip->map, more);
		a[0][i] = (more.x - less.x) / size;
		a[1][i] = (more.y - less.y) / size;
	}
	metric_make(a, patch->metric);
}

/* Looks for a strip by its code and its corner tags, and outlines it: from all landmarks together if they lie on one
 * plane, otherwise from each of them. */
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
	strip->patches = strip->whole ? STRIP_PARTS : strip->landmarks;
	for (unsigned i = 0; i < strip->patches; i++) {
		struct patch *patch = &strip->patch[i];

		if (strip->whole) {
			outline_part(strip, i, patch);
			continue;
		}
		memcpy(patch->metric, strip->landmark[i].metric, sizeof patch->metric);
		for (int n = 0; n < CORNERS; n++)
			patch->corner[n] = landmark_map(&strip->landmark[i], corner[n]);
	}
}

/* Whether a patch is near the edge of a picture or reaches beyond it. */
static bool
is_at_edge(const struct patch *patch, const struct sight *sight)
{
	bool at_edge = false;

	for (int i = 0; i < CORNERS; i++) {
		double x = fmin(patch->corner[i].x, sight->width - patch->corner[i].x);
		double y = fmin(patch->corner[i].y, sight->height - patch->corner[i].y);

		at_edge |= x < 0 || y < 0 || length(patch->metric, x, 0) < EDGE_NEAR ||
			length(patch->metric, 0, y) < EDGE_NEAR;
	}
	return at_edge;
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

/* How often walkers step across a gap, against a gap of a centimetre. */
static double
steps_across(double gap)
{
	return pow((gap + GAP_SOFT) / 1000, -GAP_POWER);
}

/* Makes one group of two. */
static void
join_groups(struct table *table, unsigned one, unsigned other)
{
	unsigned from = table->coupon[one].group, to = table->coupon[other].group;

	for (unsigned i = 0; i < table->coupons; i++)
		if (table->coupon[i].group == from)
			table->coupon[i].group = to;
}

/* Measures all gaps, and groups the coupons. `known` has the holders that other pictures show: in a picture without
 * strips, such a coupon stands for the strip of its holder. If the only strip is next to all groups, or the only group
 * is there, the picture shows one player's pile, unless something in it is another player's according to `known`. */
static void
measure(struct table *table, const int8_t known[TAGGED_MAX])
{
	unsigned strips = 0, apart = 0;
	bool at_edge = false, disputed = false;

	for (unsigned s = 0; s < table->sheets; s++)
		strips += table->strip[s].landmarks > 0;
	for (unsigned i = 0; i < table->coupons; i++) {
		struct placed_coupon *coupon = &table->coupon[i];

		coupon->group = i;
		for (unsigned n = 0; n < i; n++) {
			table->gap[i][n] = table->gap[n][i] = gap_between(&coupon->patch, &table->coupon[n].patch);
			if (table->gap[i][n] < GROUP_GAP)
				join_groups(table, i, n);
		}
	}
	for (unsigned i = 0; i < table->coupons; i++) {
		struct placed_coupon *coupon = &table->coupon[i];
		int8_t held = known[coupon->piece];

		table->size[coupon->group]++;
		for (unsigned s = 0; s < table->sheets; s++) {
			double gap = strips == 0 && held == (int8_t)s ? 0 : INFINITY;

			for (unsigned n = 0; n < table->strip[s].patches; n++)
				gap = fmin(gap, gap_between(&coupon->patch, &table->strip[s].patch[n]));
			coupon->away[s] = gap;
			coupon->step[s] = isfinite(gap) ? steps_across(gap) : 0;
			table->has_strip[coupon->group] |= gap < GROUP_GAP;
		}
		disputed |= held == HELD_BY_TWO || (held >= 0 && table->strip[held].landmarks == 0);
	}
	if (strips == 1 && table->size[table->coupon[0].group] == table->coupons)
		table->has_strip[table->coupon[0].group] = true;
	for (unsigned i = 0; i < table->coupons; i++) {
		apart += !table->has_strip[table->coupon[i].group];
		at_edge |= !table->has_strip[table->coupon[i].group] && table->coupon[i].at_edge;
	}
	table->few_apart = apart <= FEW && !at_edge;
	table->complete = strips == table->sheets || (strips == 1 && apart == 0 && !disputed);
}

/* How far away from a coupon an unseen strip is assumed. */
static double
unseen_strip(const struct table *table, const struct placed_coupon *coupon)
{
	if (table->complete)
		return UNSEEN_NOWHERE;
	if (table->has_strip[coupon->group])
		return UNSEEN_FAR;
	return table->few_apart ? UNSEEN_FEW : UNSEEN_NEAR;
}

/* Lets walkers go from each coupon: what reaches a strip from it is what reaches the strip from its neighbours,
 * weighted with the steps to them. These are linear equations. */
static void
walk(struct table *table)
{
	unsigned count = table->coupons;
	g_autofree double *step = g_new0(double, count *(gsize)count);
	g_autofree double *rows = g_new(double, count *(gsize)(count + 1));
	double total[COUPONS_MAX], answer[COUPONS_MAX];

	for (unsigned i = 0; i < count; i++) {
		total[i] = steps_across(unseen_strip(table, &table->coupon[i]));
		for (unsigned s = 0; s < table->sheets; s++)
			total[i] += table->coupon[i].step[s];
		for (unsigned n = 0; n < count; n++)
			if (n != i)
				total[i] += step[i * count + n] = steps_across(table->gap[i][n]);
	}
	for (unsigned s = 0; s < table->sheets; s++) {
		for (unsigned i = 0; i < count; i++) {
			double *row = &rows[i * (count + 1)];

			for (unsigned n = 0; n < count; n++)
				row[n] = (n == i) - step[i * count + n] / total[i];
			row[count] = table->coupon[i].step[s] / total[i];
		}
		bool solved = linear_solve(rows, count, answer);

		for (unsigned i = 0; i < count; i++)
			table->coupon[i].reach[s] = solved ? answer[i] : 0;
	}
}

static int8_t
holder_of(const struct table *table, const struct placed_coupon *coupon)
{
	double lost = 1, second = 0;
	unsigned best = 0;

	for (unsigned s = 0; s < table->sheets; s++) {
		lost -= coupon->reach[s];
		if (coupon->reach[s] > coupon->reach[best])
			best = s;
	}
	for (unsigned s = 0; s < table->sheets; s++)
		if (s != best)
			second = fmax(second, coupon->reach[s]);
	if (coupon->uncut && !coupon->twice)
		return HELD_BY_SHEET;
	if (coupon->twice || coupon->reach[best] <= fmax(ODDS_OTHER * second, ODDS_LOST * lost))
		return HELD_BY_SOMEBODY;
	return (int8_t)best;
}

/* A strip in the picture that no coupon was given to has a pile nevertheless: probably it lies a little away from it,
 * and something of another pile is nearer. Coupons about as near to this strip as to the one of their holder are asked
 * about. */
static void
doubt_piles_without_strip(const struct table *table, int8_t holder[TAGGED_MAX])
{
	bool has_pile[COUPONS_SHEETS_MAX] = {false};

	for (unsigned i = 0; i < table->coupons; i++)
		if (holder[table->coupon[i].piece] >= 0)
			has_pile[holder[table->coupon[i].piece]] = true;
	for (unsigned i = 0; i < table->coupons; i++) {
		const struct placed_coupon *coupon = &table->coupon[i];
		int8_t held = holder[coupon->piece];

		for (unsigned s = 0; held >= 0 && s < table->sheets; s++)
			if (!has_pile[s] && coupon->away[s] < LONELY_TIMES * coupon->away[held])
				holder[coupon->piece] = HELD_BY_SOMEBODY;
	}
}

void
piles_find(const void *in, const struct code *of, const struct sight *sight, const int8_t known[TAGGED_MAX],
	int8_t holder[TAGGED_MAX])
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

	for (unsigned i = 0; i < table->coupons; i++)
		table->coupon[i].at_edge = is_at_edge(&table->coupon[i].patch, sight);
	if (table->coupons > 0) {
		measure(table, known);
		walk(table);
	}
	for (unsigned i = 0; i < table->coupons; i++)
		holder[table->coupon[i].piece] = holder_of(table, &table->coupon[i]);
	doubt_piles_without_strip(table, holder);
}
