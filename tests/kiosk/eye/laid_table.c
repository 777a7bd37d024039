/* SPDX-License-Identifier: MIT
 * Tables with piles of coupons. Lengths are millimetres, y goes down. */
#include "tests/kiosk/eye/laid_table.h"

#include <math.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "tests/kiosk/eye/two_piles.h"
#include "tests/tools.h"

#define DEG   (3.14159265358979 / 180)
#define TRIES 3000

/* Pixels a millimetre below which tags are too small to read. */
#define SCALE_MIN 1.5

const char *const pile_way_name[WAYS] = {"scatter", "rows", "heap", "fan", "groups", "around", "columns"};
const char *const table_kind_name[TABLE_KINDS] = {
	"one", "neighbour", "two", "five-cm", "close", "stray", "three", "three-two", "near"};

struct box {
	double left, top, right, bottom;
};

/* A pile while it is laid, before it is moved to its place. */
struct pile {
	unsigned parts;
	struct laid_part part[COUPONS_MAX + 1];
	unsigned coupons;
	unsigned piece[COUPONS_MAX]; /* its coupons */
	double half_w, half_h;       /* of the strip as it lies */
};

static double
drawn(uint64_t *dice, double least, double most)
{
	return dice_between(dice, least, most);
}

/* About a normal distribution. */
static double
drawn_near(uint64_t *dice, double sigma)
{
	double sum = 0;

	for (int i = 0; i < 6; i++)
		sum += drawn(dice, -1, 1);
	return sigma * sum / 1.4142;
}

/* The corners of `part`, which lies as the `whole` does. */
static struct outline
outline_of(const struct rect *part, const struct rect *whole, const struct lie *lie)
{
	double c = cos(lie->turn * DEG), s = sin(lie->turn * DEG);
	struct outline outline;

	for (int i = 0; i < 4; i++) {
		double x = (part->x - whole->x + (i == 1 || i == 2) * part->w - whole->w / 2.0) / 100;
		double y = (part->y - whole->y + (i / 2) * part->h - whole->h / 2.0) / 100;

		outline.corner[i][0] = lie->x + c * x - s * y;
		outline.corner[i][1] = lie->y + s * x + c * y;
	}
	return outline;
}

/* About how far two outlines are apart: from a corner of one to a side of the other. */
static double
distance(const struct outline *one, const struct outline *other)
{
	double least = outlines_overlap(one, other) ? 0 : 1e9;

	for (int i = 0; i < 4; i++)
		for (int n = 0; n < 4; n++) {
			const double *a = other->corner[n], *b = other->corner[(n + 1) % 4], *at = one->corner[i];
			double x = b[0] - a[0], y = b[1] - a[1];
			double t = fmin(1, fmax(0, ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / (x * x + y * y)));

			least = fmin(least, hypot(a[0] + t * x - at[0], a[1] + t * y - at[1]));
		}
	return least;
}

static struct box
box_of(const struct laid_part *part, unsigned parts)
{
	struct box box = {1e9, 1e9, -1e9, -1e9};

	for (unsigned i = 0; i < parts; i++) {
		struct outline outline = outline_of(&part[i].part, &part[i].part, &part[i].lie);

		for (int n = 0; n < 4; n++) {
			box.left = fmin(box.left, outline.corner[n][0]);
			box.right = fmax(box.right, outline.corner[n][0]);
			box.top = fmin(box.top, outline.corner[n][1]);
			box.bottom = fmax(box.bottom, outline.corner[n][1]);
		}
	}
	return box;
}

static void
move_all(struct laid_part *part, unsigned parts, double x, double y)
{
	for (unsigned i = 0; i < parts; i++) {
		part[i].lie.x += x;
		part[i].lie.y += y;
	}
}

static struct rect
rect_of(const struct coupons_layout *layout, unsigned piece)
{
	return coupon_rect(&layout->coupon[piece / COUPONS_A_SHEET][piece % COUPONS_A_SHEET]);
}

static struct laid_part *
add_coupon(struct pile *pile, const struct coupons_layout *layout, unsigned n, struct lie lie)
{
	struct laid_part *part = &pile->part[pile->parts++];

	*part = (struct laid_part){.piece = pile->piece[n], .part = rect_of(layout, pile->piece[n]), .lie = lie};
	return part;
}

/* Whether the last part lies on one of those before it. */
static bool
last_overlaps(const struct pile *pile)
{
	const struct laid_part *last = &pile->part[pile->parts - 1];
	struct outline is = outline_of(&last->part, &last->part, &last->lie);

	for (unsigned i = 0; i + 1 < pile->parts; i++) {
		struct outline other = outline_of(&pile->part[i].part, &pile->part[i].part, &pile->part[i].lie);

		if (outlines_overlap(&is, &other))
			return true;
	}
	return false;
}

static bool
lay_scatter(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	double wide = drawn(dice, 150, 240), room = drawn(dice, 2200, 4200), high = pile->coupons * room / wide;
	double top = pile->half_h + drawn(dice, 3, 12);
	unsigned tries = 0;

	for (unsigned n = 0; n < pile->coupons;) {
		add_coupon(pile, layout, n,
			(struct lie){.x = drawn(dice, -wide / 2, wide / 2),
				.y = top + 16 + drawn(dice, 0, high),
				.turn = drawn(dice, 0, 360),
				.bow = drawn(dice, 0, 1)});
		if (!last_overlaps(pile))
			n++;
		else if (++tries > TRIES)
			return false;
		else
			pile->parts--;
	}
	return true;
}

static bool
lay_rows(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	double wide = drawn(dice, 130, 240), gap = drawn(dice, 1, 12), tidy = drawn(dice, 0, 3);
	double x = -wide / 2, y = pile->half_h + drawn(dice, 2, 22), tallest = 0;

	for (unsigned n = 0; n < pile->coupons; n++) {
		const struct rect part = rect_of(layout, pile->piece[n]);
		double w = part.w / 100.0, h = part.h / 100.0;

		if (x + w > wide / 2 && x > -wide / 2) {
			x = -wide / 2;
			y += tallest + gap;
			tallest = 0;
		}
		add_coupon(pile, layout, n,
			(struct lie){.x = x + w / 2 + drawn(dice, -tidy, tidy),
				.y = y + h / 2 + drawn(dice, -tidy, tidy),
				.turn = drawn(dice, -2, 2) * tidy + 90 * (tidy > 2.5) * dice_below(dice, 4)});
		x += w + gap;
		tallest = fmax(tallest, h);
	}
	return true;
}

static bool
lay_heap(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	double x = drawn(dice, -40, 40), y = pile->half_h + drawn(dice, 0, 60), sigma = drawn(dice, 25, 45);

	for (unsigned n = 0; n < pile->coupons; n++)
		add_coupon(pile, layout, n,
			(struct lie){.x = x + drawn_near(dice, sigma),
				.y = y + drawn_near(dice, sigma),
				.turn = drawn(dice, 0, 360),
				.bow = drawn(dice, 0, 3)});
	return true;
}

static bool
lay_fan(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	double step = drawn(dice, 13, 24), reach = drawn(dice, 60, 90), apart = drawn(dice, 90, 140);
	unsigned each = 5 + dice_below(dice, 5), fans = (pile->coupons + each - 1) / each;
	double room = drawn(dice, 3, 20), at = -0.5 * apart * (fmin(fans, 2) - 1);
	bool leftwards = dice_below(dice, 4) > 0; /* otherwise each lies on the tag of the one before it */

	for (unsigned n = 0; n < pile->coupons; n++) {
		unsigned fan = n / each;
		double turn = (leftwards ? -step : step) * (n % each - (each - 1) / 2.0);

		add_coupon(pile, layout, n,
			(struct lie){.x = at + apart * (fan % 2) + reach * sin(turn * DEG),
				.y = pile->half_h + room + 20 + reach + 75 * (fan / 2) - reach * cos(turn * DEG),
				.turn = turn + drawn(dice, -3, 3),
				.bow = drawn(dice, 0, 2)});
	}
	return true;
}

/* Groups in a grid of three, each a little row of coupons side by side or over each other. */
static bool
lay_groups(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	double between = drawn(dice, 12, 26), top = pile->half_h + drawn(dice, 4, 20), x = -110, tallest = 0;
	unsigned left = 0;

	for (unsigned n = 0; n < pile->coupons; n++) {
		const struct rect part = rect_of(layout, pile->piece[n]);
		double w = part.w / 100.0, h = part.h / 100.0;

		if (left == 0) {
			x += n == 0 ? 0 : between;
			if (x > 60) {
				x = -110;
				top += tallest + between;
				tallest = 0;
			}
			left = 1 + dice_below(dice, 4);
		}
		add_coupon(pile, layout, n,
			(struct lie){
				.x = x + w / 2, .y = top + h / 2 + drawn(dice, -2, 2), .turn = drawn(dice, -4, 4)});
		x += left > 1 ? w + 2 : w;
		left--;
		tallest = fmax(tallest, h);
	}
	return true;
}

static bool
lay_around(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	unsigned tries = 0;
	double reach = drawn(dice, 30, 55);

	for (unsigned n = 0; n < pile->coupons;) {
		const struct laid_part *coupon;
		bool fine;

		coupon = add_coupon(pile, layout, n,
			(struct lie){.x = drawn(dice, -pile->half_w - reach, pile->half_w + reach),
				.y = drawn(dice, -pile->half_h - reach, pile->half_h + reach),
				.turn = drawn(dice, -20, 20) + 90 * dice_below(dice, 4)});
		fine = fabs(coupon->lie.x) > pile->half_w || fabs(coupon->lie.y) > pile->half_h;
		if (fine && !last_overlaps(pile))
			n++;
		else if (++tries > TRIES)
			return false;
		else
			pile->parts--;
	}
	return true;
}

/* Columns, in which each coupon covers the upper part of the one before and leaves its tag free. */
static bool
lay_columns(struct pile *pile, const struct coupons_layout *layout, uint64_t *dice)
{
	unsigned each = 4 + dice_below(dice, 4), columns = (pile->coupons + each - 1) / each;
	double apart = drawn(dice, 62, 76), step = drawn(dice, 13, 20), room = drawn(dice, 3, 25);

	for (unsigned n = pile->coupons; n-- > 0;) {
		const struct rect part = rect_of(layout, pile->piece[n]);

		/* Aligned at their lower right corners, where their tags are, the lowest first. */
		add_coupon(pile, layout, n,
			(struct lie){.x = apart * (n / each - (columns - 1) / 2.0) + 30 - part.w / 200.0 +
					drawn(dice, -2, 2),
				.y = pile->half_h + room + 54 + step * (n % each) - part.h / 200.0,
				.turn = drawn(dice, -4, 4)});
	}
	return true;
}

/* Lays a pile with its strip around the middle of the table. */
static bool
lay_pile(struct pile *pile, enum pile_way way, unsigned sheet, const struct coupons_layout *layout, uint64_t *dice)
{
	static bool (*const lay[WAYS])(struct pile *, const struct coupons_layout *, uint64_t *) = {
		lay_scatter, lay_rows, lay_heap, lay_fan, lay_groups, lay_around, lay_columns};
	const struct rect strip = coupons_strip();
	unsigned side = dice_below(dice, 4) % 3; /* mostly above or below, sometimes at a side */
	struct laid_part part = {.is_strip = true,
		.piece = sheet,
		.part = strip,
		.lie = {.turn = (side == 0                  ? 0
						: side == 1 ? 180
							    : 90) +
				drawn(dice, -7, 7),
			.bow = drawn(dice, 0, 3),
			.bow_towards = drawn(dice, 0, 360)}};
	bool sideways = side == 2, is_over = way == WAY_HEAP && dice_below(dice, 3) == 0;
	double whole = drawn(dice, -15, 15) + (dice_below(dice, 2) ? 180 : 0);

	pile->half_w = (sideways ? strip.h : strip.w) / 200.0;
	pile->half_h = (sideways ? strip.w : strip.h) / 200.0;
	pile->parts = 0;
	pile->part[pile->parts++] = part;
	if (!lay[way](pile, layout, dice))
		return false;
	if (is_over) {
		memmove(pile->part, pile->part + 1, (pile->parts - 1) * sizeof *pile->part);
		pile->part[pile->parts - 1] = part;
	}
	/* All of it is turned together. */
	for (unsigned i = 0; i < pile->parts; i++) {
		struct lie *lie = &pile->part[i].lie;
		double c = cos(whole * DEG), s = sin(whole * DEG), x = lie->x, y = lie->y;

		lie->x = c * x - s * y;
		lie->y = s * x + c * y;
		lie->turn += whole;
	}
	return true;
}

/* Draws who has what. */
static void
deal(struct laid_table *table, unsigned piles, struct pile *pile, uint64_t *dice)
{
	unsigned all = table->code.players * COUPONS_A_SHEET;

	memset(table->holder, HELD_BY_NOBODY, sizeof table->holder);
	for (unsigned i = 0; i < piles; i++) {
		unsigned count = piles == 1 ? 6 + dice_below(dice, 19)
			: piles == 2        ? 6 + dice_below(dice, 12)
					    : 5 + dice_below(dice, 5);

		for (pile[i].coupons = 0; pile[i].coupons < count;) {
			unsigned piece = dice_below(dice, all);

			if (table->holder[piece] != HELD_BY_NOBODY)
				continue;
			table->holder[piece] = (int8_t)i;
			pile[i].piece[pile[i].coupons++] = piece;
		}
	}
}

static void
remove_strip(struct pile *pile)
{
	for (unsigned i = 0; i < pile->parts; i++)
		if (pile->part[i].is_strip) {
			memmove(&pile->part[i], &pile->part[i + 1], (pile->parts - i - 1) * sizeof *pile->part);
			pile->parts--;
			return;
		}
}

static void
add_pile(struct laid_table *table, const struct pile *pile)
{
	memcpy(&table->part[table->parts], pile->part, pile->parts * sizeof *pile->part);
	table->parts += pile->parts;
}

/* Moves a pile to the right of, or below, all that lies there. */
static void
move_beside(struct pile *pile, const struct box *there, double gap, bool below, uint64_t *dice)
{
	struct box box = box_of(pile->part, pile->parts);
	double slide = drawn(dice, -25, 25);

	move_all(pile->part, pile->parts, below ? there->left - box.left + slide : there->right + gap - box.left,
		below ? there->bottom + gap - box.top
		      : (there->top + there->bottom - box.top - box.bottom) / 2 + slide);
}

/* How far the last part is from a pile. */
static double
distance_to(const struct laid_table *table, const struct pile *pile)
{
	const struct laid_part *last = &table->part[table->parts - 1];
	struct outline is = outline_of(&last->part, &last->part, &last->lie);
	double least = 1e9;

	for (unsigned i = 0; i < pile->parts; i++) {
		struct outline other = outline_of(&pile->part[i].part, &pile->part[i].part, &pile->part[i].lie);

		least = fmin(least, fmin(distance(&is, &other), distance(&other, &is)));
	}
	return least;
}

/* Lays a coupon between two piles, at most half as far again from one as from the other. False if it lies elsewhere. */
static bool
add_stray(struct laid_table *table, const struct pile pile[2], double middle, const struct box *there, uint64_t *dice)
{
	unsigned piece = 0;

	while (table->holder[piece] != HELD_BY_NOBODY)
		piece = dice_below(dice, table->code.players * COUPONS_A_SHEET);
	table->holder[piece] = HELD_BY_SOMEBODY;
	table->part[table->parts++] = (struct laid_part){.piece = piece,
		.part = rect_of(&table->layout, piece),
		.lie = {.x = middle,
			.y = drawn(
				dice, 0.7 * there->top + 0.3 * there->bottom, 0.3 * there->top + 0.7 * there->bottom),
			.turn = drawn(dice, 0, 360)}};
	double one = distance_to(table, &pile[0]), other = distance_to(table, &pile[1]);

	return fmin(one, other) > 2 && fmax(one, other) < 1.5 * fmin(one, other);
}

bool
laid_table_make(struct laid_table *table, enum table_kind kind, enum pile_way way, enum level level, int32_t height,
	uint64_t *dice)
{
	static const struct {
		double least, most; /* between piles */
		unsigned piles, players_min;
	} of[TABLE_KINDS] = {
		[TABLE_ONE] = {0, 0, 1, 2},
		[TABLE_NEIGHBOUR] = {35, 70, 2, 2},
		[TABLE_TWO] = {35, 70, 2, 2},
		[TABLE_FIVE_CM] = {50, 50, 2, 2},
		[TABLE_CLOSE] = {15, 35, 2, 2},
		[TABLE_STRAY] = {50, 110, 2, 2},
		[TABLE_THREE] = {35, 70, 3, 3},
		[TABLE_THREE_TWO] = {35, 70, 3, 3},
		[TABLE_NEAR] = {15, 35, 2, 2},
	};
	unsigned piles = of[kind].piles, open = dice_below(dice, 3);
	bool neighbour = kind == TABLE_NEIGHBOUR || kind == TABLE_NEAR;
	struct pile pile[3] = {{0}};
	int32_t width = height * 16 / 9;
	struct box box;

	*table = (struct laid_table){
		.code = {.seed = dice_roll(dice) & SEED_MAX,
			.game = game_coupons.number,
			.version = game_coupons.version,
			.players = (uint8_t)(of[kind].players_min + dice_below(dice, kind == TABLE_ONE ? 3 : 2))}};
	game_coupons.build(&table->layout, &table->code);
	deal(table, piles, pile, dice);
	for (unsigned i = 0; i < piles; i++) {
		double gap = drawn(dice, of[kind].least, of[kind].most);

		if (!lay_pile(&pile[i], way, i, &table->layout, dice))
			return false;
		if ((neighbour && i == 1) || (kind == TABLE_THREE_TWO && i == open))
			remove_strip(&pile[i]);
		box = box_of(table->part, table->parts);
		if (i > 0)
			move_beside(&pile[i], &box, gap, i == 2, dice);
		add_pile(table, &pile[i]);
		if (kind == TABLE_STRAY && i == 1 && !add_stray(table, pile, box.right + gap / 2, &box, dice))
			return false;
		if (neighbour && i == 0)
			box = box_of(table->part, table->parts);
	}
	/* The neighbour's coupons are in the picture as far as there is room. */
	if (neighbour)
		box.right += drawn(dice, 40, 200);
	else
		box = box_of(table->part, table->parts);
	move_all(table->part, table->parts, -(box.left + box.right) / 2, -(box.top + box.bottom) / 2);

	double scale = fmin(width / (box.right - box.left), height / (box.bottom - box.top)) * drawn(dice, 0.8, 0.93);

	scene_conditions(&table->conditions, level, width, height, fmin(scale, height / 170.0), dice);
	/* Nobody is nearer to a large table than it is wide. */
	table->conditions.away = fmax(table->conditions.away, 0.9 * width / scale);
	table->conditions.roll = drawn(dice, -6, 6) + (dice_below(dice, 2) ? 180 : 0);
	return scale >= SCALE_MIN;
}

/* Whether a part is far outside the picture. The simulated lens, which is good for the picture alone, would fold it
 * back into the picture. */
static bool
is_outside(const struct laid_table *table, const struct laid_part *part)
{
	const struct conditions *with = &table->conditions;

	return hypot(part->lie.x, part->lie.y) * with->scale > 0.75 * hypot(with->width, with->height);
}

/* Where the corners of `at`, a share of a tag or code on a part, are in the picture. False if something lies on it or
 * it is outside. */
static bool
is_seen(const struct laid_table *table, unsigned n, const struct rect *at, double share, struct point corner[4],
	uint64_t *dice)
{
	const struct laid_part *part = &table->part[n];
	const struct scene scene = {.conditions = table->conditions};
	struct outline outline = outline_of(at, &part->part, &part->lie);

	if (is_outside(table, part))
		return false;
	for (unsigned i = n + 1; i < table->parts; i++) {
		const struct laid_part *over = &table->part[i];
		struct outline other = outline_of(&over->part, &over->part, &over->lie);

		if (outlines_overlap(&outline, &other))
			return false;
	}
	for (int i = 0; i < 4; i++) {
		scene_where(&scene, &part->part, &part->lie,
			at->x + at->w * (0.5 + (i == 1 || i == 2 ? share : -share) / 2),
			at->y + at->h * (0.5 + (i / 2 ? share : -share) / 2), &corner[i].x, &corner[i].y);
		corner[i].x += drawn(dice, -0.3, 0.3);
		corner[i].y += drawn(dice, -0.3, 0.3);
		if (corner[i].x < 3 || corner[i].y < 3 || corner[i].x > table->conditions.width - 3 ||
			corner[i].y > table->conditions.height - 3)
			return false;
	}
	return true;
}

static void
add_tag(const struct laid_table *table, unsigned n, const struct tag *tag, uint64_t *dice, struct sight *sight)
{
	struct seen_tag seen = {.id = tag->id, .margin = 50};

	if (is_seen(table, n, &tag->at, 0.6, seen.corner, dice) && dice_below(dice, 50) > 0)
		g_array_append_val(sight->tags, seen);
}

void
laid_table_sight(const struct laid_table *table, uint64_t *dice, struct sight *sight)
{
	sight_init(sight, table->conditions.width, table->conditions.height);
	for (unsigned i = 0; i < table->parts; i++) {
		const struct laid_part *part = &table->part[i];

		if (part->is_strip) {
			struct seen_code seen = {.code = table->code, .game = &game_coupons};
			struct form form;

			seen.code.piece = (uint8_t)part->piece;
			code_write(&seen.code, NULL, seen.text);
			game_coupons.form(&table->layout, &seen.code, &form);
			for (int n = 0; n < 4; n++) /* the corners; the others are those of uncut coupons */
				add_tag(table, i, &form.tag[n], dice, sight);
			if (is_seen(table, i, &form.qr, 0.75, seen.corner, dice) && dice_below(dice, 10) > 0)
				g_array_append_val(sight->codes, seen);
		} else {
			const struct coupon *coupon =
				&table->layout.coupon[part->piece / COUPONS_A_SHEET][part->piece % COUPONS_A_SHEET];
			const struct tag tag = {coupon->tag, coupon_tag_rect(coupon)};

			add_tag(table, i, &tag, dice, sight);
		}
	}
}

bool
laid_table_shoot(const struct laid_table *table, struct shaper *shaper, uint64_t *dice, struct scene *scene)
{
	struct print_job job = {
		.codes = {.game = &game_coupons, .players = table->code.players, .seed = table->code.seed},
		.count = 1,
		.paper = &paper_a4};
	struct layer layer[COUPONS_SHEETS_MAX];
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(&game_coupons)->plan(&job, &plan);
	for (unsigned i = 0; i < table->code.players; i++)
		layer_draw(&layer[i], &g_array_index(plan.pages, struct page, i), shaper, 300);
	page_plan_finish(&plan);
	scene_init(scene, &table->conditions, dice_roll(dice));
	for (unsigned i = 0; i < table->parts; i++) {
		const struct laid_part *part = &table->part[i];
		unsigned sheet = part->is_strip ? part->piece : part->piece / COUPONS_A_SHEET;

		if (!is_outside(table, part))
			scene_lay(scene, &layer[sheet], &part->part, &part->part, &part->lie);
	}
	for (unsigned i = 0; i < table->code.players; i++)
		layer_finish(&layer[i]);
	return scene_shoot(scene);
}
