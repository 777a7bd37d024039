/* SPDX-License-Identifier: MIT
 * Piles. A piece belongs to a strip when a way leads there from piece to piece over gaps that are
 * usual in this picture; of two strips, to the one that is clearly nearer. */
#include "kiosk/reading/piles.h"

#include <math.h>
#include <string.h>

#define STRIPS_MAX GAME_PIECES_MAX
#define CORNERS    4
#define LINK_MIN   1000.0 /* hundredths of a millimetre: a gap within any pile, */
#define LINK_MAX   2200.0 /* and one that no pile has; */
#define LINK_MORE  600.0  /* between them this more */
#define LINK_FAR   3000.0 /* to a pile, where all strips are in the picture: it can be nobody else's */
#define APART      1.6    /* times the gap to its own pile is the one to another that is clearly another */
#define LINK_TIMES 2.5    /* than so many usual gaps */
#define NEARER     0.5    /* of the way to another strip: clearly nearer, where piles touch */
#define FARTHER    1.5    /* times that: too far to be sure even of a pile that touches no other */
#define REACH      800.0  /* added to each way: beside a strip a millimetre more is no difference */
#define CODE_SHARE 0.75   /* of a QR's box without its quiet zone, whatever its version */
#define MISFIT     200.0  /* hundredths of a millimetre that a strip's landmarks may be off */
#define UNCUT      700.0  /* from its printed place beside the strip: it was never cut off */

/* Something flat: how it lies in the picture. */
struct patch {
	struct point corner[CORNERS];
	double metric[3]; /* xx, xy, yy: from pixels to hundredths of a millimetre, squared */
};

/* A tag or code with its place on the form. */
struct landmark {
	struct point at[CORNERS], seen[CORNERS];
	double to_pixel[2][3]; /* from the form to the picture, near it */
	double metric[3];
};

struct strip {
	unsigned landmarks;
	struct landmark landmark[CORNERS + 1];
	bool whole;                      /* its landmarks fit together: */
	struct plane plane;              /* from the form to the picture */
	struct patch patch[CORNERS + 1]; /* where it is; one, or one a landmark where they do not fit */
	unsigned patches;
};

struct lying {
	uint8_t piece;
	bool twice; /* it is in the picture at two places */
	bool uncut;
	uint16_t tag;
	struct patch patch;
	double gap;                               /* to what is nearest to it */
	double way[STRIPS_MAX], link[STRIPS_MAX]; /* to each strip: straight, and the widest gap from piece to piece */
};

struct table {
	unsigned strips, lyings;
	bool has[STRIPS_MAX]; /* a strip is in the picture */
	bool all;             /* every one of the game is */
	struct strip strip[STRIPS_MAX];
	struct lying lying[TAGGED_MAX];
};

/* The way from a square of the form to the picture close to it, by least squares: a tag is too small to
 * tell more than that. False for what has no size. */
static bool
landmark_fit(struct landmark *mark)
{
	double mx = 0, my = 0, px = 0, py = 0, xx = 0, yy = 0, a[2][2] = {{0}}, determinant;

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
	determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
	if (!(fabs(determinant) > 1e-9))
		return false;
	/* The inverse of the matrix times its transpose: however it is turned, lengths come out. */
	determinant *= determinant;
	mark->metric[0] = (a[1][0] * a[1][0] + a[1][1] * a[1][1]) / determinant;
	mark->metric[1] = -(a[0][0] * a[1][0] + a[0][1] * a[1][1]) / determinant;
	mark->metric[2] = (a[0][0] * a[0][0] + a[0][1] * a[0][1]) / determinant;
	return true;
}

static struct point
landmark_map(const struct landmark *mark, double x, double y)
{
	return (struct point){mark->to_pixel[0][0] * x + mark->to_pixel[0][1] * y + mark->to_pixel[0][2],
		mark->to_pixel[1][0] * x + mark->to_pixel[1][1] * y + mark->to_pixel[1][2]};
}

/* The corners of a part of a rectangle, from its middle. */
static void
corners_of(const struct rect *at, double share, struct point out[CORNERS])
{
	double x = at->x + at->w / 2.0, y = at->y + at->h / 2.0, w = share * at->w / 2, h = share * at->h / 2;

	out[0] = (struct point){x - w, y - h};
	out[1] = (struct point){x + w, y - h};
	out[2] = (struct point){x + w, y + h};
	out[3] = (struct point){x - w, y + h};
}

/* A tag's border is six of its ten modules. */
static bool
landmark_of_tag(const struct rect *at, const struct seen_tag *tag, struct landmark *mark)
{
	corners_of(at, 0.6, mark->at);
	memcpy(mark->seen, tag->corner, sizeof mark->seen);
	return landmark_fit(mark);
}

static bool
landmark_of_code(const struct rect *at, const struct seen_code *code, struct landmark *mark)
{
	corners_of(at, CODE_SHARE, mark->at);
	memcpy(mark->seen, code->corner, sizeof mark->seen);
	return landmark_fit(mark);
}

static double
length(const double metric[3], double dx, double dy)
{
	return sqrt(fmax(0, metric[0] * dx * dx + 2 * metric[1] * dx * dy + metric[2] * dy * dy));
}

/* From a corner of one to the nearest point of an edge of the other. */
static double
to_edge(const struct patch *one, struct point corner, const struct patch *other, int edge)
{
	struct point a = other->corner[edge], b = other->corner[(edge + 1) % CORNERS];
	double ex = b.x - a.x, ey = b.y - a.y, square = ex * ex + ey * ey;
	double t = square > 0 ? ((corner.x - a.x) * ex + (corner.y - a.y) * ey) / square : 0;
	double dx, dy;

	t = CLAMP(t, 0, 1);
	dx = a.x + t * ex - corner.x;
	dy = a.y + t * ey - corner.y;
	return (length(one->metric, dx, dy) + length(other->metric, dx, dy)) / 2;
}

/* True where a line along a side of `one` keeps the two apart. */
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

/* Between the outlines of two; 0 where they overlap. */
static double
gap_between(const struct patch *one, const struct patch *other)
{
	double least = INFINITY;

	if (!is_beside(one, other) && !is_beside(other, one))
		return 0;
	for (int i = 0; i < CORNERS; i++)
		for (int edge = 0; edge < CORNERS; edge++)
			least = fmin(least,
				fmin(to_edge(one, one->corner[i], other, edge),
					to_edge(other, other->corner[i], one, edge)));
	return least;
}

static double
gap_to_strip(const struct patch *patch, const struct strip *strip)
{
	double least = INFINITY;

	for (unsigned i = 0; i < strip->patches; i++)
		least = fmin(least, gap_between(patch, &strip->patch[i]));
	return least;
}

/* What is around the corner tags of a form. */
static struct rect
strip_rect(const struct form *form)
{
	const struct rect *first = &form->tag[0].at, *last = &form->tag[CORNERS - 1].at;

	return form->tags < CORNERS
		? form->qr
		: (struct rect){first->x, first->y, last->x + last->w - first->x, last->y + last->h - first->y};
}

/* Whether the landmarks lie as on one flat strip. */
static bool
strip_fit(struct strip *strip)
{
	struct point from[CORNERS * (CORNERS + 1)], to[CORNERS * (CORNERS + 1)];
	unsigned count = 0;

	for (unsigned i = 0; i < strip->landmarks; i++, count += CORNERS) {
		memcpy(from + count, strip->landmark[i].at, sizeof strip->landmark[i].at);
		memcpy(to + count, strip->landmark[i].seen, sizeof strip->landmark[i].seen);
	}
	if (strip->landmarks < 2 || !plane_fit(from, to, count, &strip->plane))
		return false;
	for (unsigned i = 0; i < count; i++) {
		struct point at = plane_map(&strip->plane, from[i].x, from[i].y);

		if (!(length(strip->landmark[i / CORNERS].metric, at.x - to[i].x, at.y - to[i].y) < MISFIT))
			return false;
	}
	return true;
}

/* Its far side is smaller than its near one. */
static double
mean_metric(const struct strip *strip, int n)
{
	double sum = 0;

	for (unsigned i = 0; i < strip->landmarks; i++)
		sum += strip->landmark[i].metric[n];
	return sum / strip->landmarks;
}

/* Where the strip is, by all of its landmarks or by each. */
static void
strip_settle(struct strip *strip, const struct form *form)
{
	const struct rect around = strip_rect(form);
	struct point corner[CORNERS];

	corners_of(&around, 1, corner);
	strip->whole = strip_fit(strip);
	strip->patches = strip->whole ? 1 : strip->landmarks;
	for (unsigned i = 0; i < strip->patches; i++) {
		struct patch *patch = &strip->patch[i];

		for (int n = 0; n < 3; n++)
			patch->metric[n] = strip->whole ? mean_metric(strip, n) : strip->landmark[i].metric[n];
		for (int n = 0; n < CORNERS; n++)
			patch->corner[n] = strip->whole ? plane_map(&strip->plane, corner[n].x, corner[n].y)
							: landmark_map(&strip->landmark[i], corner[n].x, corner[n].y);
	}
}

/* Whether a code is that of this piece of this game. */
static bool
is_code_of(const struct seen_code *seen, const struct game *game, const struct code *code)
{
	const struct code *other = &seen->code;

	return game_is(seen->game, game) && other->piece == code->piece && other->seed == code->seed &&
		other->round == code->round && other->table == code->table && other->players == code->players &&
		other->option == code->option && other->keyed == code->keyed;
}

/* Looks for a strip by its corner tags and its code. */
static void
find_strip(const struct known_game *known, const struct code *code, const struct form *form, const struct sight *sight,
	struct table *table)
{
	struct strip *strip = &table->strip[code->piece];
	const unsigned tags = form->tags < CORNERS ? 0 : CORNERS;

	for (unsigned i = 0; i < sight->codes->len && strip->landmarks == 0; i++) {
		const struct seen_code *seen = SEEN_CODE(sight, i);

		if (is_code_of(seen, known->game, code) && landmark_of_code(&form->qr, seen, &strip->landmark[0]))
			strip->landmarks = 1;
	}
	for (unsigned i = 0; i < sight->tags->len && strip->landmarks <= CORNERS; i++) {
		const struct seen_tag *seen = SEEN_TAG(sight, i);

		for (unsigned n = 0; n < tags; n++)
			if (form->tag[n].id == seen->id &&
				landmark_of_tag(&form->tag[n].at, seen, &strip->landmark[strip->landmarks])) {
				strip->landmarks++;
				break;
			}
	}
	table->has[code->piece] = strip->landmarks > 0;
	if (table->has[code->piece])
		strip_settle(strip, form);
}

/* The outline of a piece on its form: of the place that its tag stands in. */
struct outline {
	struct rect tag, place;
};

static void
hear_place(void *data, const char *id, struct rect at)
{
	struct outline *outline = data;
	int32_t x = outline->tag.x + outline->tag.w / 2, y = outline->tag.y + outline->tag.h / 2;

	(void)id;
	if (x >= at.x && x < at.x + at.w && y >= at.y && y < at.y + at.h)
		outline->place = at;
}

/* Whether it lies beside its own strip exactly as it is printed. */
static bool
is_uncut(const struct strip *strip, const struct landmark *mark)
{
	double x = (mark->at[0].x + mark->at[2].x) / 2, y = (mark->at[0].y + mark->at[2].y) / 2;
	struct point here = landmark_map(mark, x, y), there;

	if (!strip->whole)
		return false;
	there = plane_map(&strip->plane, x, y);
	return length(mark->metric, here.x - there.x, here.y - there.y) < UNCUT;
}

static void
lay(struct table *table, const struct strip *strip, const struct tag *tag, struct rect place, uint8_t piece,
	const struct seen_tag *seen)
{
	struct lying *lying;
	struct landmark mark;
	struct point corner[CORNERS];

	for (unsigned i = 0; i < table->lyings; i++)
		if (table->lying[i].piece == piece) {
			table->lying[i].twice = true;
			return;
		}
	if (table->lyings == TAGGED_MAX || !landmark_of_tag(&tag->at, seen, &mark))
		return;
	lying = &table->lying[table->lyings++];
	*lying = (struct lying){.piece = piece, .tag = tag->id, .uncut = is_uncut(strip, &mark)};
	corners_of(&place, 1, corner);
	for (int i = 0; i < CORNERS; i++)
		lying->patch.corner[i] = landmark_map(&mark, corner[i].x, corner[i].y);
	memcpy(lying->patch.metric, mark.metric, sizeof lying->patch.metric);
}

/* The pieces of one form that are in the picture. */
static void
find_pieces(const struct known_game *known, const void *layout, const struct code *code, const struct form *form,
	const struct sight *sight, const uint16_t *number, unsigned count, struct table *table)
{
	const struct kiosk_game *of = kiosk_game_of(known->game);

	for (unsigned n = 0; n < form->tags; n++) {
		struct outline outline = {form->tag[n].at, form->tag[n].at};
		unsigned piece = 0;

		while (piece < count && number[piece] != form->tag[n].id)
			piece++;
		if (piece == count)
			continue; /* a corner */
		if (of->places != NULL)
			of->places(layout, code, hear_place, &outline);
		for (unsigned i = 0; i < sight->tags->len; i++)
			if (SEEN_TAG(sight, i)->id == form->tag[n].id)
				lay(table, &table->strip[code->piece], &form->tag[n], outline.place, (uint8_t)piece,
					SEEN_TAG(sight, i));
	}
}

static int
by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

/* The widest gap that is still one within a pile: piles of scattered pieces have wider ones. */
static double
usual_link(const struct table *table)
{
	double gap[TAGGED_MAX] = {0};

	for (unsigned i = 0; i < table->lyings; i++)
		gap[i] = table->lying[i].gap;
	qsort(gap, table->lyings, sizeof *gap, by_value);
	return CLAMP(LINK_TIMES * gap[table->lyings / 2] + LINK_MORE, LINK_MIN, LINK_MAX);
}

/* The widest gap on the best way from a strip to every piece: pieces are reached one after another,
 * always the one with the least. `apart` has the gaps between pieces. */
static void
link_strip(struct table *table, unsigned strip, const double *apart)
{
	bool reached[TAGGED_MAX] = {false};

	for (unsigned i = 0; i < table->lyings; i++)
		table->lying[i].link[strip] = table->lying[i].way[strip];
	for (unsigned n = 0; n < table->lyings; n++) {
		unsigned next = n;

		while (reached[next])
			next = (next + 1) % table->lyings;
		for (unsigned i = 0; i < table->lyings; i++)
			if (!reached[i] && table->lying[i].link[strip] < table->lying[next].link[strip])
				next = i;
		reached[next] = true;
		for (unsigned i = 0; i < table->lyings; i++) {
			double *link = &table->lying[i].link[strip];

			*link = fmin(*link, fmax(table->lying[next].link[strip], apart[next * table->lyings + i]));
		}
	}
}

/* Measures all gaps. */
static void
measure(struct table *table)
{
	double *apart = g_new(double, (gsize)table->lyings * table->lyings);

	for (unsigned i = 0; i < table->lyings; i++) {
		struct lying *lying = &table->lying[i];

		lying->gap = INFINITY;
		for (unsigned s = 0; s < STRIPS_MAX; s++) {
			lying->way[s] = table->has[s] ? gap_to_strip(&lying->patch, &table->strip[s]) : INFINITY;
			lying->gap = fmin(lying->gap, lying->way[s]);
		}
		for (unsigned n = 0; n < table->lyings; n++) {
			double gap = n == i ? INFINITY : gap_between(&lying->patch, &table->lying[n].patch);

			apart[i * table->lyings + n] = gap;
			lying->gap = fmin(lying->gap, gap);
		}
		lying->gap = fmin(lying->gap, LINK_MAX);
	}
	for (unsigned s = 0; s < STRIPS_MAX; s++)
		if (table->has[s])
			link_strip(table, s, apart);
	g_free(apart);
}

/* The strip that a piece is linked to best, or -1. */
static int
best_strip(const struct table *table, const struct lying *lying)
{
	int best = -1;

	for (int s = 0; s < STRIPS_MAX; s++)
		if (table->has[s] &&
			(best < 0 || lying->link[s] < lying->link[best] ||
				(lying->link[s] <= lying->link[best] && lying->way[s] < lying->way[best])))
			best = s;
	return best;
}

/* Whether a piece that is linked to a strip is clearly not another's: no pile of that one reaches it, or it
 * is much nearer to its own. */
static bool
is_clear(const struct lying *lying, int best, int other, double usual)
{
	double way = lying->way[best] + REACH, there = lying->way[other] + REACH;
	bool apart = lying->link[other] > fmax(usual, APART * lying->link[best] + LINK_MORE);

	return way <= (apart ? FARTHER : NEARER) * there;
}

/* Whose it is, where that is clear. */
static int8_t
holder_of(const struct table *table, const struct lying *lying, double usual)
{
	int best = best_strip(table, lying);

	if (lying->uncut && !lying->twice)
		return HELD_BY_SHEET;
	if (lying->twice || best < 0 || lying->link[best] > (table->all ? LINK_FAR : usual))
		return HELD_BY_SOMEBODY;
	for (int s = 0; s < STRIPS_MAX; s++)
		if (table->has[s] && s != best && !is_clear(lying, best, s, usual))
			return HELD_BY_SOMEBODY;
	return (int8_t)best;
}

void
piles_find(const struct known_game *known, const struct sight *sight, int8_t holder[TAGGED_MAX])
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct table *table = g_new0(struct table, 1);
	struct code code = known->code;
	uint16_t number[TAGGED_MAX];
	unsigned count, pieces;
	struct form form;
	double usual;

	memset(holder, HELD_BY_NOBODY, TAGGED_MAX);
	known->game->build(layout, &code);
	count = known->tagged->tags(layout, number);
	pieces = MIN(known->game->pieces(&code), STRIPS_MAX);
	for (unsigned piece = 0; piece < pieces; piece++) {
		code.piece = (uint8_t)piece;
		known->game->form(layout, &code, &form);
		find_strip(known, &code, &form, sight, table);
		find_pieces(known, layout, &code, &form, sight, number, count, table);
	}
	table->all = true;
	for (unsigned piece = 0; piece < pieces; piece++)
		table->all &= table->has[piece];
	if (table->lyings > 0) {
		measure(table);
		usual = usual_link(table);
		for (unsigned i = 0; i < table->lyings; i++)
			holder[table->lying[i].piece] = holder_of(table, &table->lying[i], usual);
	}
	g_free(table);
}
