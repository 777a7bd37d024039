/* SPDX-License-Identifier: MIT
 * Which clips of a card are of the same kind. Each clip is measured against the card's own white: how blue, how red and
 * how bright its wire is, and how much that varies along the wire (stripes). Metal mirrors the room, so that its
 * brightness depends on the direction of the wire; the bend of every clip goes through all directions, so clips are
 * compared direction by direction. Then all ways to divide the clips between two players are compared with one kind for
 * all of them, as log odds. Two players are told apart only if one way is clearly the best; if it is not clear, no clip
 * gets a colour, and people are asked. Names of colours are only for display. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/clips/clip_fit.h"

/* Number of directions of wire that are compared, over half a turn: the outline has few points in narrower ones. */
#define TURNS 6

/* Fewest points of a clip in a direction that are compared. */
#define POINTS_MIN 3

/* Log odds from which a division of the clips between two players is certain: against one kind for all clips, and
 * against any other division. Chosen on simulated cards, see tests/bench/README.md: less asks fewer people. */
#define CERTAIN 5.0

/* Log odds of the best division up to which all clips are of one kind. */
#define ONE_KIND -1.0

/* The weight of what is known in advance about the scatter of clips of one kind, as a number of clips. */
#define PRIOR 3.0

/* Log odds that each measured value costs a division, because two kinds have one more mean than one kind. */
#define COST 1.2

/* Distance of the outer samples across a wire from its middle, in hundredths of a millimetre: a wire is about 100 wide.
 */
#define BESIDE 25.0

/* Width of the rim of the card in which nothing is sampled, in hundredths of a millimetre: there the picture of
 * the card is least exact. */
#define MARGIN 150.0

/* Farthest that the wire is looked for on both sides of where the clip was fitted, in hundredths of a millimetre: bends
 * are seldom quite round. */
#define OFF_MAX 45.0

/* Steps in which it is looked for. */
#define OFF_STEP 15.0

/* What is measured of a clip, as shares of paper white. */
enum value { VALUE_BLUE, VALUE_RED, VALUE_BRIGHT, VALUE_VARIES, VALUES };

/* The usual deviation of clips of one kind from each other, by value, on simulated cards. */
static const double deviation[VALUES] = {0.005, 0.005, 0.05, 0.02};

/* How much more the brightness, and its variation, deviates in uneven light, as a share of how uneven it is: below
 * blinds the white next to a wire is not well known. */
#define UNEVEN 0.3

/* The same for the colour: shade is bluer than what the sun lights. */
#define UNEVEN_TINT 0.1

/* How much more the variation of striped clips deviates, as a share of it. */
#define STRIPED 0.2

/* How much more the colour of painted clips deviates, as a share of its strength. */
#define PAINTED 0.06

/* What is measured of all clips, for the wire of each direction; `points` is 0 where too little of it is seen. */
struct measured {
	unsigned points[CLIPS_IN_ALL][TURNS];
	double value[CLIPS_IN_ALL][TURNS][VALUES];
};

/* The wire of a clip in one direction, `aside` of where the clip was fitted: the medians of its samples, and half
 * the distance between the quartiles of their brightness. Returns the number of samples, 0 if there are too few. */
static unsigned
measure_wire(const struct card_view *view, const struct clip_path *path, int turn, double aside,
	const struct colours *colours, double value[VALUES])
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	double sample[VALUES][CLIP_POINTS];
	unsigned n = 0;

	for (unsigned i = 0; i < path->points; i++) {
		const struct clip_point *point = &path->point[i];
		double angle = point->direction * G_PI / CLIP_DIRECTIONS, bright = 0, colour[2];
		double px = point->x - aside * sin(angle), py = point->y + aside * cos(angle);
		int x = (int)(px / step), y = (int)(py / step);

		if (point->direction * TURNS / CLIP_DIRECTIONS != turn || px < MARGIN || py < MARGIN ||
			px > view->width * step - MARGIN || py > view->height * step - MARGIN || view->trust[y][x] <= 0)
			continue;
		/* The mean across the wire: metal has bright and dark lines. */
		for (int beside = -1; beside <= 1; beside++) {
			int u = (int)((px - beside * BESIDE * sin(angle)) / step);
			int v = (int)((py + beside * BESIDE * cos(angle)) / step);

			bright += (view->bare[v][u] + view->differs[v][u]) / 3;
		}
		card_view_colour(view, colours, px, py, bright, colour);
		sample[VALUE_BLUE][n] = colour[0];
		sample[VALUE_RED][n] = colour[1];
		sample[VALUE_BRIGHT][n++] = bright;
	}
	if (n < POINTS_MIN)
		return 0;
	for (int k = 0; k < VALUE_VARIES; k++)
		value[k] = values_median(sample[k], n);
	/* values_median() has sorted them. */
	value[VALUE_VARIES] = (sample[VALUE_BRIGHT][n * 3 / 4] - sample[VALUE_BRIGHT][n / 4]) / 2;
	return n;
}

/* Measures the wire of a clip in each direction, where it is least like paper: the fit is a little off. */
static void
measure_clip(const struct card_view *view, const struct clip_path *path, const struct colours *colours,
	unsigned points[TURNS], double value[TURNS][VALUES])
{
	for (int turn = 0; turn < TURNS; turn++) {
		double most = -1;

		for (double aside = -OFF_MAX; aside <= OFF_MAX; aside += OFF_STEP) {
			double here[VALUES];
			unsigned n = measure_wire(view, path, turn, aside, colours, here);

			if (n == 0)
				continue;
			double unlike = fabs(1 - here[VALUE_BRIGHT]) + fabs(here[VALUE_BLUE]) + fabs(here[VALUE_RED]);

			if (unlike > most) {
				most = unlike;
				points[turn] = n;
				memcpy(value[turn], here, sizeof here);
			}
		}
	}
}

/* How each clip differs from what wire of the same direction is like on all clips, and what all of them are like. How
 * much the brightness varies is compared on the legs alone, whatever their direction: a bend is shorter than a stripe.
 */
static void
compare(const struct measured *measured, unsigned clips, double own[CLIPS_IN_ALL][VALUES], double all[VALUES])
{
	memset(all, 0, sizeof *all * VALUES);
	for (unsigned i = 0; i < clips; i++) {
		unsigned leg = 0;

		for (unsigned turn = 1; turn < TURNS; turn++)
			if (measured->points[i][turn] > measured->points[i][leg])
				leg = turn;
		own[i][VALUE_VARIES] = measured->value[i][leg][VALUE_VARIES];
		all[VALUE_VARIES] += own[i][VALUE_VARIES] / clips;
	}
	for (unsigned i = 0; i < clips; i++)
		own[i][VALUE_VARIES] -= all[VALUE_VARIES];
	for (int k = 0; k < VALUE_VARIES; k++) {
		double mean[TURNS] = {0};
		unsigned turns = 0;

		for (int turn = 0; turn < TURNS; turn++) {
			unsigned n = 0;

			for (unsigned i = 0; i < clips; i++)
				if (measured->points[i][turn] > 0) {
					mean[turn] += measured->value[i][turn][k];
					n++;
				}
			mean[turn] /= MAX(n, 1);
			all[k] += mean[turn];
			turns += n > 0;
		}
		all[k] /= MAX(turns, 1);
		for (unsigned i = 0; i < clips; i++) {
			unsigned n = 0;

			own[i][k] = 0;
			for (int turn = 0; turn < TURNS; turn++)
				if (measured->points[i][turn] > 0) {
					own[i][k] += measured->value[i][turn][k] - mean[turn];
					n++;
				}
			own[i][k] /= MAX(n, 1);
		}
	}
}

/* What the clips of a card are like, and the best way to divide them between two players: its log odds, those of the
 * second best, and the clips of one player as bits. */
struct division {
	unsigned clips, run[CLIPS_IN_ALL], set;
	double own[CLIPS_IN_ALL][VALUES], all[VALUES], uneven, best, second;
};

/* The mean difference of the light on the card from its mean, as a share of it. */
static double
measure_unevenness(const struct card_view *view)
{
	double sum = 0, apart = 0, n = (double)view->width * view->height;

	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++)
			sum += view->white[y][x];
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++)
			apart += fabs(view->white[y][x] - sum / n);
	return apart / sum;
}

/* The log odds that the clips of a set are of another kind than the others: for each value, the likelihood of its
 * scatter around two means against that around one, both with an unknown deviation. */
static double
odds_of_two(const struct division *division, unsigned set)
{
	unsigned clips = division->clips;
	double odds = 0, strength = 0;

	for (unsigned i = 0; i < clips; i++)
		strength += hypot(division->all[VALUE_BLUE] + division->own[i][VALUE_BLUE],
				    division->all[VALUE_RED] + division->own[i][VALUE_RED]) /
			clips;
	for (int k = 0; k < VALUES; k++) {
		double usual = deviation[k] +
			(k < VALUE_BRIGHT ? PAINTED * strength + UNEVEN_TINT * division->uneven
					  : UNEVEN * division->uneven) +
			(k == VALUE_VARIES ? STRIPED * division->all[k] : 0);
		double sum[2] = {0}, squares = 0, known = PRIOR * usual * usual;
		unsigned n[2] = {0};

		for (unsigned i = 0; i < clips; i++) {
			sum[set >> i & 1] += division->own[i][k];
			n[set >> i & 1]++;
			squares += division->own[i][k] * division->own[i][k];
		}
		double one = squares - (sum[0] + sum[1]) * (sum[0] + sum[1]) / clips;
		double two = squares - sum[0] * sum[0] / n[0] - sum[1] * sum[1] / n[1];

		odds += (PRIOR + clips) / 2 * log((known + one) / (known + fmax(0, two))) - COST;
	}
	return odds;
}

/* The name of a kind by what it is like, other than `taken`. */
static enum mark_colour
name_kind(const double like[VALUES], enum mark_colour taken)
{
	static const struct {
		enum mark_colour colour;
		double value[VALUES];
	} names[] = {
		{MARK_COLOUR_PLAIN, {0, 0, 0.5, 0.05}},
		{MARK_COLOUR_WHITE, {0, 0, 0.95, 0.03}},
		{MARK_COLOUR_BLACK, {0, 0, 0.15, 0.03}},
		{MARK_COLOUR_STRIPED, {0, 0, 0.5, 0.25}},
		{MARK_COLOUR_RED, {-0.08, 0.28, 0.3, 0.03}},
		{MARK_COLOUR_PINK, {0, 0.23, 0.55, 0.03}},
		{MARK_COLOUR_COPPER, {-0.09, 0.13, 0.4, 0.05}},
		{MARK_COLOUR_GOLD, {-0.15, 0.07, 0.5, 0.05}},
		{MARK_COLOUR_YELLOW, {-0.32, 0.1, 0.7, 0.03}},
		{MARK_COLOUR_GREEN, {-0.06, -0.15, 0.3, 0.03}},
		{MARK_COLOUR_BLUE, {0.2, -0.09, 0.25, 0.03}},
		{MARK_COLOUR_PURPLE, {0.15, 0.08, 0.25, 0.03}},
	};
	enum mark_colour best = MARK_COLOUR_UNKNOWN;
	double least = INFINITY;

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		double apart = 0;

		/* Brightness and its variation depend on the light, so they count less than the hue. */
		for (int k = 0; k < VALUES; k++)
			apart += fabs(like[k] - names[i].value[k]) * (k < VALUE_BRIGHT ? 3 : 1);
		if (names[i].colour != taken && apart < least) {
			least = apart;
			best = names[i].colour;
		}
	}
	return best;
}

static void
divide(struct division *division)
{
	unsigned clips = division->clips;

	division->best = division->second = -INFINITY;
	/* The last clip is always in the second set, so that each division is tried once. */
	for (unsigned set = 1; clips > 1 && set < 1U << (clips - 1); set++) {
		unsigned n = (unsigned)__builtin_popcount(set);

		if (n > CLIPS_IN_ALL / 2 || clips - n > CLIPS_IN_ALL / 2)
			continue; /* a player has three */
		double odds = odds_of_two(division, set);

		division->second = fmax(division->second, fmin(division->best, odds));
		if (odds > division->best) {
			division->best = odds;
			division->set = set;
		}
	}
}

/* The name of the clips of a set. */
static enum mark_colour
name_set(const struct division *division, unsigned set, enum mark_colour taken)
{
	double like[VALUES];

	memcpy(like, division->all, sizeof like);
	for (unsigned i = 0; i < division->clips; i++)
		for (int k = 0; k < VALUES; k++)
			if (set >> i & 1)
				like[k] += division->own[i][k] / __builtin_popcount(set);
	return name_kind(like, taken);
}

void
clip_fit_colours(const struct card *card, const struct card_view *view, const struct clip_fit fit[CARD_RUNS],
	const struct colours *colours, enum mark_colour colour[CARD_RUNS])
{
	g_autofree struct measured *measured = g_new0(struct measured, 1);
	struct division division = {.uneven = measure_unevenness(view)};

	for (unsigned i = 0; i < card->runs; i++) {
		unsigned n = division.clips;
		struct clip_path path;

		colour[i] = MARK_COLOUR_UNKNOWN;
		if (fit[i].state != MARK_FILLED || n == CLIPS_IN_ALL)
			continue;
		clip_path_make(card, &card->run[i], &fit[i].seat, &path);
		measure_clip(view, &path, colours, measured->points[n], measured->value[n]);
		division.run[division.clips++] = i;
	}
	compare(measured, division.clips, division.own, division.all);
	divide(&division);
	unsigned every = (1U << division.clips) - 1, set = every;

	if (division.best >= CERTAIN && division.best - division.second >= CERTAIN)
		set = division.set;
	else if (division.best > ONE_KIND)
		return;
	enum mark_colour one = name_set(&division, set, MARK_COLOUR_UNKNOWN);
	enum mark_colour other = set == every ? one : name_set(&division, every & ~set, one);

	for (unsigned i = 0; i < division.clips; i++)
		colour[division.run[i]] = set >> i & 1 ? one : other;
}
