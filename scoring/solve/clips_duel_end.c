/* SPDX-License-Identifier: MIT
 * The last two clips of two-player clips: most of the time of a search is spent
 * here, so nothing is searched, only looked up. */
#include "scoring/solve/clips_duel_parts.h"

bool
last_reaches(const struct clips_board *board, const struct list *list, const struct state *state,
	int target)
{
	const int16_t *worth = board->worth + state->place[0];
	bool any = false;

	target += board->worth[state->place[1]] - state->points;
	for (unsigned i = 0; i < list->count; i++) {
		const struct clips_move *move = &board->move[list->move[i]];

		if (move->cells & state->taken)
			continue;
		any = true;
		if (move->points + worth[move->step] >= target)
			return true;
	}
	return !any && *worth >= target;
}

/* The open moves of a position with two clips left, and what each player would have with them. */
struct pair {
	unsigned count;
	int most; /* of the replies, and which one */
	unsigned reply;
	uint64_t cells[CLIPS_MOVES_MAX];
	int16_t mine[CLIPS_MOVES_MAX], theirs[CLIPS_MOVES_MAX];
};

static void
pair_fill(struct pair *pair, const struct clips_board *board, const struct list *list,
	const struct state *state)
{
	const int16_t *mine = board->worth + state->place[0], *theirs = board->worth + state->place[1];
	unsigned count = 0;

	pair->most = -FAR;
	pair->reply = 0;
	for (unsigned i = 0; i < list->count; i++) {
		const struct clips_move *move = &board->move[list->move[i]];

		if (move->cells & state->taken)
			continue;
		pair->cells[count] = move->cells;
		pair->mine[count] = (int16_t)(move->points + mine[move->step]);
		pair->theirs[count] = (int16_t)(move->points + theirs[move->step]);
		if (pair->theirs[count] > pair->most) {
			pair->most = pair->theirs[count];
			pair->reply = count;
		}
		count++;
	}
	pair->count = count;
}

/* Whether the best reply to a move leaves the player enough: no reply may make more than `most`. */
static bool
withstands(const struct pair *pair, unsigned move, int most, int nothing)
{
	bool any = false;

	for (unsigned i = 0; i < pair->count; i++) {
		if (pair->cells[i] & pair->cells[move])
			continue;
		any = true;
		if (pair->theirs[i] > most)
			return false;
	}
	return any || nothing <= most;
}

/* Two clips left. A move that does well enough against the best reply of all (or against none,
 * where it leaves no room) does; of the others only those that cross this reply can do. */
bool
two_reach(const struct clips_board *board, const struct list *list, const struct state *state,
	int target)
{
	int nothing = board->worth[state->place[1]], worst;
	struct pair pair;

	pair_fill(&pair, board, list, state);
	if (pair.count == 0)
		return worth_now(board, state) >= target;
	target -= state->points;
	worst = pair.most > nothing ? pair.most : nothing;
	for (unsigned i = 0; i < pair.count; i++)
		if (pair.mine[i] - worst >= target)
			return true;
	for (unsigned i = 0; i < pair.count; i++)
		if ((pair.mine[i] - pair.most >= target || (pair.cells[i] & pair.cells[pair.reply])) &&
			withstands(&pair, i, pair.mine[i] - target, nothing))
			return true;
	return false;
}
