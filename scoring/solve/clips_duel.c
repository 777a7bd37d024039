/* SPDX-License-Identifier: MIT
 * Two-player clips.
 *
 * The one question asked is whether the player to move can end ahead by a
 * target; the value is where the answer turns from yes to no (MTD with windows
 * of one point). A yes needs one good move and a no needs all, so the moves
 * that answered other positions come first, and what was proven of a position
 * is kept in a table. Only the difference of the points that depend on nothing
 * else counts for the rest of the game, so a position is known by its cells, by
 * one player's place in the board's table (the two places add up to what the
 * cells hold) and by how many clips are left; its bounds are relative to that
 * difference, and an entry is believed only when all of it is the same: a small
 * table forgets, it never lies. */
#include "scoring/solve/clips_duel.h"

#include <stdlib.h>
#include <string.h>

#define FAR         10000 /* more than any value */
#define CHECK_EVERY 256   /* nodes between two checks of the limit */
#define HABIT       64    /* points that each earlier yes adds to a move when moves are sorted */
#define SIMPLE      3     /* with this many clips left, sorting costs more than it saves */

/* A position. Player 0 is to move. */
struct state {
	uint64_t taken;
	uint32_t place[2];
	int points; /* of player 0 less player 1 */
	unsigned left;
};

/* Moves that may still be open. */
struct list {
	unsigned count;
	uint8_t move[CLIPS_MOVES_MAX];
};

/* What the clips placed so far make, of player 0 less player 1. */
static int
worth_now(const struct clips_board *board, const struct state *state)
{
	return state->points + board->worth[state->place[0]] - board->worth[state->place[1]];
}

/* What is proven of a position for the player to move, relative to the points. */
struct entry {
	uint64_t taken;
	uint32_t place; /* of player 0: the rest of what is taken is player 1's */
	int16_t least, most;
	uint16_t stamp; /* of the card; 0 in a fresh table */
	uint8_t left, best;
};

struct clips_duelist {
	const struct clips_board *board;
	const struct limit *limit;
	bool over;
	uint16_t stamp;
	uint32_t nodes, mask;
	struct list all;                                  /* the card's moves without twins */
	struct list recent;                               /* the same, what answered yes last in front */
	uint32_t good[CLIPS_IN_ALL + 1][CLIPS_MOVES_MAX]; /* how often a move answered yes */
	struct entry entry[];
};

struct clips_duelist *
clips_duelist_create(unsigned bits)
{
	size_t entries = (size_t)1 << bits;
	struct clips_duelist *duelist = calloc(1, sizeof *duelist + entries * sizeof duelist->entry[0]);

	if (duelist != NULL)
		duelist->mask = (uint32_t)(entries - 1);
	return duelist;
}

void
clips_duelist_destroy(struct clips_duelist *duelist)
{
	free(duelist);
}

void
clips_duelist_begin(struct clips_duelist *duelist, const struct clips_board *board, const struct limit *limit)
{
	duelist->board = board;
	duelist->limit = limit;
	duelist->over = false;
	if (++duelist->stamp == 0) {
		memset(duelist->entry, 0, (duelist->mask + (size_t)1) * sizeof duelist->entry[0]);
		duelist->stamp = 1;
	}
	memset(duelist->good, 0, sizeof duelist->good);
	duelist->all.count = 0;
	for (unsigned i = 0; i < board->moves; i++)
		if (board->move[i].twin == i)
			duelist->all.move[duelist->all.count++] = (uint8_t)i;
	duelist->recent = duelist->all;
}

static struct entry *
entry_of(struct clips_duelist *duelist, const struct state *state)
{
	uint64_t hash = state->taken * UINT64_C(0x9e3779b97f4a7c15);

	hash ^= (hash >> 29) + state->place[0] * UINT64_C(0xbf58476d1ce4e5b9);
	hash = (hash ^ (hash >> 32)) * UINT64_C(0xd6e8feb86659fd93);
	return &duelist->entry[(hash >> 32) & duelist->mask];
}

static bool
is_of(const struct entry *entry, const struct clips_duelist *duelist, const struct state *state)
{
	return entry->taken == state->taken && entry->place == state->place[0] && entry->left == state->left &&
		entry->stamp == duelist->stamp;
}

/* The position after a move, seen by the other player. */
static struct state
state_after(const struct state *state, const struct clips_move *move)
{
	return (struct state){
		.taken = state->taken | move->cells,
		.place = {state->place[1], state->place[0] + move->step},
		.points = -state->points - move->points,
		.left = state->left - 1,
	};
}

/* Whether player 0 ends ahead by `target` with one clip left to be placed. Most of the time of a
 * search is spent in the last two, so nothing is searched there, only looked up. */
static bool
last_reaches(const struct clips_board *board, const struct list *list, const struct state *state, int target)
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
pair_fill(struct pair *pair, const struct clips_board *board, const struct list *list, const struct state *state)
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

/* The same with two clips left. A move that does well enough against the best reply of all (or
 * against none, if it leaves no space) does; of the others only those that cross this reply can
 * do. */
static bool
two_reach(const struct clips_board *board, const struct list *list, const struct state *state, int target)
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

static bool reaches(struct clips_duelist *duelist, const struct list *list, const struct state *state, int target);

/* Puts the open moves in the order in which they will be tried: `first`, then by how often each was `good` and by what
 * it makes at once. */
static void
order(const struct clips_board *board, const struct list *from, const struct state *state, const uint32_t *good,
	unsigned first, struct list *list)
{
	int64_t key[CLIPS_MOVES_MAX];

	list->count = 0;
	for (unsigned i = 0; i < from->count; i++) {
		const struct clips_move *move = &board->move[from->move[i]];
		unsigned at = list->count;

		if (move->cells & state->taken)
			continue;
		int64_t value = (int64_t)good[from->move[i]] * HABIT + move->points +
			board->worth[state->place[0] + move->step];

		if (from->move[i] == first)
			value = INT64_MAX;
		for (; at > 0 && key[at - 1] < value; at--) {
			key[at] = key[at - 1];
			list->move[at] = list->move[at - 1];
		}
		key[at] = value;
		list->move[at] = from->move[i];
		list->count++;
	}
}

/* The same without sorting: what answered yes last comes first. */
static void
gather(const struct clips_duelist *duelist, const struct state *state, struct list *list)
{
	const struct clips_move *move = duelist->board->move;
	unsigned count = 0;

	for (unsigned i = 0; i < duelist->all.count; i++) {
		list->move[count] = duelist->recent.move[i];
		count += (move[duelist->recent.move[i]].cells & state->taken) == 0;
	}
	list->count = count;
}

/* Brings a move that answered yes to the front. */
static void
bring_forward(struct list *list, unsigned move)
{
	unsigned at = 0;

	while (list->move[at] != move)
		at++;
	memmove(list->move + 1, list->move, at);
	list->move[0] = (uint8_t)move;
}

/* Looks for a move after which the other player does not reach one more than the opposite. */
static bool
try_all(struct clips_duelist *duelist, const struct list *from, const struct state *state, int target, unsigned *best)
{
	struct list list;

	if (state->left == SIMPLE)
		gather(duelist, state, &list);
	else
		order(duelist->board, from, state, duelist->good[state->left], *best, &list);
	if (list.count == 0)
		return worth_now(duelist->board, state) >= target;
	for (unsigned i = 0; i < list.count && !duelist->over; i++) {
		struct state next = state_after(state, &duelist->board->move[list.move[i]]);

		if (!reaches(duelist, &list, &next, 1 - target)) {
			*best = list.move[i];
			if (state->left == SIMPLE)
				bring_forward(&duelist->recent, *best);
			else
				duelist->good[state->left][*best]++;
			return true;
		}
	}
	return false;
}

static void
remember(struct clips_duelist *duelist, const struct state *state, int target, bool yes, unsigned best)
{
	struct entry *entry = entry_of(duelist, state);

	if (!is_of(entry, duelist, state))
		*entry = (struct entry){
			.taken = state->taken,
			.place = state->place[0],
			.least = -FAR,
			.most = FAR,
			.stamp = duelist->stamp,
			.left = (uint8_t)state->left,
		};
	entry->best = (uint8_t)best;
	if (yes && target > entry->least)
		entry->least = (int16_t)target;
	if (!yes && target - 1 < entry->most)
		entry->most = (int16_t)(target - 1);
}

/* Whether player 0 can end ahead by `target`. */
static bool
reaches(struct clips_duelist *duelist, const struct list *list, const struct state *state, int target)
{
	unsigned best = CLIPS_MOVES_MAX;

	if (state->left == 0)
		return worth_now(duelist->board, state) >= target;
	if (state->left == 1)
		return last_reaches(duelist->board, list, state, target);
	if (state->left == 2)
		return two_reach(duelist->board, list, state, target);
	if (++duelist->nodes % CHECK_EVERY == 0 && limit_over(duelist->limit))
		duelist->over = true;
	const struct entry *entry = entry_of(duelist, state);

	if (is_of(entry, duelist, state)) {
		if (target - state->points <= entry->least)
			return true;
		if (target - state->points > entry->most)
			return false;
		best = entry->best;
	}
	bool yes = try_all(duelist, list, state, target, &best);

	if (!duelist->over)
		remember(duelist, state, target - state->points, yes, best);
	return yes;
}

/* A position for the player to move; *sign is 1 when that is the first player, else -1. */
static struct state
state_of(const struct clips_duelist *duelist, const struct clips_game *game, int *sign)
{
	struct state state = {.left = duelist->board->clips};

	for (unsigned i = 0; i < game->played; i++)
		state = state_after(&state, &duelist->board->move[game->move[i]]);
	*sign = game->played % 2 == 0 ? 1 : -1;
	return state;
}

bool
clips_duel_reaches(struct clips_duelist *duelist, const struct clips_game *game, int target)
{
	int sign;
	struct state state = state_of(duelist, game, &sign);

	if (sign > 0)
		return reaches(duelist, &duelist->all, &state, target);
	return !reaches(duelist, &duelist->all, &state, 1 - target);
}

/* More than a player can end ahead by. */
static int
extent(const struct clips_board *board)
{
	int most = 0, least = 0, points = 0;

	for (uint32_t i = 0; i < board->size; i++) {
		most = board->worth[i] > most ? board->worth[i] : most;
		least = board->worth[i] < least ? board->worth[i] : least;
	}
	for (unsigned i = 0; i < board->moves; i++)
		points = board->move[i].points > points ? board->move[i].points : points;
	return most - least + points * (int)((board->clips + 1) / 2);
}

struct clips_duel
clips_duel_value(struct clips_duelist *duelist, const struct clips_game *game, int guess)
{
	int wide = extent(duelist->board);
	struct clips_duel known = {-wide, wide};

	while (known.least < known.most) {
		int target = guess <= known.least ? known.least + 1 : guess > known.most ? known.most : guess;
		bool yes = clips_duel_reaches(duelist, game, target);

		if (duelist->over)
			break;
		if (yes)
			known.least = target;
		else
			known.most = target - 1;
		guess = yes ? target + 1 : target - 1;
	}
	return known;
}

int
clips_duel_best(struct clips_duelist *duelist, const struct clips_game *game, int value)
{
	static const uint32_t none[CLIPS_MOVES_MAX]; /* no memory: the same position always gets the same answer */
	struct list list;
	int sign;
	struct state state = state_of(duelist, game, &sign);

	if (state.left == 0)
		return -1;
	order(duelist->board, &duelist->all, &state, none, CLIPS_MOVES_MAX, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct state next = state_after(&state, &duelist->board->move[list.move[i]]);
		bool keeps = !reaches(duelist, &duelist->all, &next, 1 - sign * value);

		if (duelist->over)
			return -1;
		if (keeps)
			return list.move[i];
	}
	return -1;
}

bool
clips_duel_line(struct clips_duelist *duelist, struct clips_game *game, int value)
{
	int best;

	while ((best = clips_duel_best(duelist, game, value)) >= 0)
		game->move[game->played++] = (uint8_t)best;
	return !duelist->over;
}
