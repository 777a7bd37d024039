/* SPDX-License-Identifier: MIT
 * Solo clips.
 *
 * The clips of one line from one edge are a group; a placement takes at most
 * one clip of a group. bound[g][k][place] is the most that k clips of the
 * groups from g on can make of a place in the board's table when clips may
 * cross each other: dynamic programming finds it for all places at once. What
 * a placement really adds is one of the ways counted there, so the bound is
 * never too low, and as nearly all that it ignores is crossing, it is rarely
 * much too high. The search takes clips group by group, drops what cannot reach
 * a target, and visits every placement that does: with the target going down
 * from the first bound, the first one reached is the best, all of its
 * placements have been seen, and none is worth more. */
#include "scoring/solve/clips_solo.h"

#include <stdlib.h>
#include <string.h>

#define GROUPS_MAX  (4 * CLIPS_SIDE_MAX) /* clips from one edge and line, on four edges */
#define BOUNDED     4                    /* bounds are known for at most this many clips left */
#define NOTHING     (-10000)             /* points of no placement: below every real one */
#define LANES       8                    /* bounds that are raised together */
#define CHECK_EVERY 4096                 /* nodes between two checks of the limit */

struct clips_soloist {
	const struct clips_board *board;
	const struct limit *limit;
	unsigned groups;
	uint8_t start[GROUPS_MAX + 1]; /* the first move of each group */
	int16_t *bound;                /* [groups + 1][BOUNDED + 1][stride], and LANES more */
	size_t stride, room;           /* places, rounded up; bounds that there is room for */
	/* The search. */
	int target;
	bool first_only, over;
	uint32_t nodes;
	uint64_t found;
	uint8_t move[CLIPS_IN_ALL];
	struct clips_solo *solo;
	void (*each)(const uint8_t move[CLIPS_IN_ALL], void *data);
	void *data;
};

struct clips_soloist *
clips_soloist_create(void)
{
	return calloc(1, sizeof(struct clips_soloist));
}

void
clips_soloist_destroy(struct clips_soloist *soloist)
{
	if (soloist != NULL)
		free(soloist->bound);
	free(soloist);
}

static int16_t *
bound_of(const struct clips_soloist *soloist, unsigned group, unsigned left)
{
	return soloist->bound + (group * (BOUNDED + 1) + left) * soloist->stride;
}

/* Raises the bounds of `count` places to what taking a clip promises, if that is more. Up to LANES - 1 places after
 * them are raised, too, so that the compiler can use one vector instruction for each LANES places. */
static void
raise_bounds(int16_t *restrict bound, const int16_t *restrict rest, uint32_t count, int16_t points)
{
	for (size_t i = 0; i < count; i += LANES, bound += LANES, rest += LANES) {
		for (int lane = 0; lane < LANES; lane++) {
			int16_t taken = (int16_t)(rest[lane] + points);

			bound[lane] = bound[lane] > taken ? bound[lane] : taken;
		}
	}
}

/* Places that no game reaches may get any bound: one that is too high only costs time. */
static void
find_bounds(struct clips_soloist *soloist)
{
	const struct clips_board *board = soloist->board;
	size_t bytes = soloist->stride * sizeof *soloist->bound;
	int16_t *last = bound_of(soloist, soloist->groups, 0);

	for (size_t i = 0; i < (BOUNDED + 1) * soloist->stride + LANES; i++)
		last[i] = NOTHING;
	memcpy(last, board->worth, board->size * sizeof *last);
	for (unsigned group = soloist->groups; group-- > 0;) {
		memcpy(bound_of(soloist, group, 0), bound_of(soloist, group + 1, 0), bytes);
		for (unsigned left = 1; left <= BOUNDED; left++) {
			int16_t *bound = bound_of(soloist, group, left);
			const int16_t *rest = bound_of(soloist, group + 1, left - 1);

			memcpy(bound, bound_of(soloist, group + 1, left), bytes);
			for (unsigned i = soloist->start[group]; i < soloist->start[group + 1]; i++)
				raise_bounds(bound, rest + board->move[i].step, board->size - board->move[i].step,
					board->move[i].points);
		}
	}
}

/* A placement that reaches the target. */
static void
note(struct clips_soloist *soloist, int total)
{
	struct clips_solo *solo = soloist->solo;

	if (soloist->found++ == 0) {
		solo->any = true;
		solo->best = total;
		memcpy(solo->move, soloist->move, sizeof solo->move);
	}
	if (soloist->each != NULL)
		soloist->each(soloist->move, soloist->data);
}

/* Takes each clip of each group from `group` on in turn. */
static void
search(struct clips_soloist *soloist, unsigned group, unsigned left, uint32_t place, uint64_t taken, int points)
{
	if (left == 0) {
		if (points + soloist->board->worth[place] >= soloist->target)
			note(soloist, points + soloist->board->worth[place]);
		return;
	}
	if (++soloist->nodes % CHECK_EVERY == 0 && limit_over(soloist->limit))
		soloist->over = true;
	for (; group < soloist->groups; group++) {
		if (left <= BOUNDED && points + bound_of(soloist, group, left)[place] < soloist->target)
			return;
		if (soloist->over || (soloist->first_only && soloist->found > 0))
			return;
		for (unsigned i = soloist->start[group]; i < soloist->start[group + 1]; i++) {
			const struct clips_move *move = &soloist->board->move[i];

			if (move->cells & taken)
				continue;
			soloist->move[soloist->board->clips - left] = (uint8_t)i;
			search(soloist, group + 1, left - 1, place + move->step, taken | move->cells,
				points + move->points);
		}
	}
}

/* The most that this many clips of the groups from `group` on promise at a place. */
static int
promise(const struct clips_soloist *soloist, unsigned group, unsigned left, uint32_t place, uint64_t taken)
{
	int most = NOTHING;

	if (left <= BOUNDED)
		return bound_of(soloist, group, left)[place];
	for (; group < soloist->groups; group++) {
		for (unsigned i = soloist->start[group]; i < soloist->start[group + 1]; i++) {
			const struct clips_move *move = &soloist->board->move[i];

			if (move->cells & taken)
				continue;
			int with = move->points +
				promise(soloist, group + 1, left - 1, place + move->step, taken | move->cells);

			most = with > most ? with : most;
		}
	}
	return most;
}

/* Prepares for a card; false when memory runs out. */
static bool
begin(struct clips_soloist *soloist, const struct clips_board *board, const struct limit *limit,
	struct clips_solo *solo)
{
	soloist->board = board;
	soloist->limit = limit;
	soloist->over = false;
	soloist->found = 0;
	soloist->solo = solo;
	soloist->each = NULL;
	*solo = (struct clips_solo){0};
	soloist->groups = 0;
	for (unsigned i = 0; i < board->moves; i++)
		if (board->move[i].clip.depth == 1)
			soloist->start[soloist->groups++] = (uint8_t)i;
	soloist->start[soloist->groups] = (uint8_t)board->moves;
	soloist->stride = (board->size + LANES - 1) / LANES * LANES;
	size_t needed = (soloist->groups + 1) * (BOUNDED + 1) * soloist->stride + LANES;

	if (needed > soloist->room) {
		free(soloist->bound);
		soloist->bound = malloc(needed * sizeof *soloist->bound);
		soloist->room = soloist->bound == NULL ? 0 : needed;
	}
	if (soloist->bound == NULL)
		return false;
	find_bounds(soloist);
	solo->most = promise(soloist, 0, soloist->board->clips, 0, 0);
	return true;
}

/* Visits the placements that reach the target: all of them, or until one is found. */
static void
visit(struct clips_soloist *soloist, int target, bool first_only)
{
	soloist->target = target;
	soloist->first_only = first_only;
	soloist->found = 0;
	search(soloist, 0, soloist->board->clips, 0, 0, 0);
}

bool
clips_solo_solve(struct clips_soloist *soloist, const struct clips_board *board, const struct limit *limit,
	void (*each)(const uint8_t move[CLIPS_IN_ALL], void *data), void *data, struct clips_solo *solo)
{
	if (!begin(soloist, board, limit, solo))
		return false;
	soloist->each = each;
	soloist->data = data;
	while (solo->most > NOTHING / 2) {
		visit(soloist, solo->most, false);
		if (soloist->over || soloist->found > 0)
			break;
		solo->most--;
	}
	solo->exact = !soloist->over;
	solo->count = solo->exact ? soloist->found : 0;
	return true;
}

bool
clips_solo_within(struct clips_soloist *soloist, const struct clips_board *board, int least, int most)
{
	struct clips_solo solo;

	if (!begin(soloist, board, NULL, &solo))
		return false;
	if (solo.most > most) {
		visit(soloist, most + 1, true);
		if (soloist->found > 0)
			return false;
	}
	visit(soloist, least, true);
	return soloist->found > 0;
}
