/* SPDX-License-Identifier: MIT
 * Cards as tables for the solvers. */
#include "scoring/solve/clips_board.h"

#include <stdlib.h>
#include <string.h>

/* The symbols whose worth depends on their number. An index into the table is a number whose digits are their counts;
 * no digit overflows, as a game captures no more than the card has. */
static const uint8_t kinds[] = {CLIPS_WILD, CLIPS_STAR, CLIPS_BOMB, CLIPS_LADDER, CLIPS_POOP};
#define KINDS (int)(sizeof kinds / sizeof *kinds)

struct grid {
	const uint8_t *symbol;
	int rows, cols;
};

/* The i-th cell inwards. */
static int
cell_at(const struct grid *grid, char edge, int line, int i)
{
	switch (edge) {
	case 'L':
		return line * grid->cols + i;
	case 'R':
		return line * grid->cols + grid->cols - 1 - i;
	case 'T':
		return i * grid->cols + line;
	default:
		return (grid->rows - 1 - i) * grid->cols + line;
	}
}

/* The clips on one line from one edge: one symbol more each, until the hole or the other edge. */
static void
add_line(struct clips_board *board, const struct grid *grid, const uint32_t *weight, char edge, int line)
{
	int length = edge == 'L' || edge == 'R' ? grid->cols : grid->rows;
	struct clips_move move = {.clip = {.edge = edge, .line = (uint8_t)(line + 1)}};
	int swirls = 0, points = 0;

	for (int i = 0; i < length && i < CLIPS_DEPTH_MAX; i++) {
		int cell = cell_at(grid, edge, line, i);
		uint8_t symbol = grid->symbol[cell];

		if (symbol == CLIPS_HOLE)
			return;
		swirls += symbol == CLIPS_SWIRL;
		points += symbol == CLIPS_ONE ? 1 : symbol == CLIPS_EMERALD ? 2 : 0;
		move.step += weight[symbol];
		move.cells |= UINT64_C(1) << (cell / grid->cols * CLIPS_SIDE_MAX + cell % grid->cols);
		move.clip.depth = (uint8_t)(i + 1);
		move.points = (int8_t)(points + swirls * (CLIPS_DEPTH_MAX - move.clip.depth));
		move.twin = (uint8_t)board->moves;
		for (unsigned n = 0; n < board->moves && move.twin == board->moves; n++)
			if (board->move[n].cells == move.cells)
				move.twin = (uint8_t)n;
		board->move[board->moves++] = move;
	}
}

/* How much each symbol adds to an index into the table. Returns the table's size. */
static uint32_t
weigh(const struct grid *grid, uint32_t weight[CLIPS_SYMBOLS], uint8_t total[CLIPS_SYMBOLS])
{
	uint32_t size = 1;

	memset(total, 0, CLIPS_SYMBOLS);
	memset(weight, 0, CLIPS_SYMBOLS * sizeof *weight);
	for (int i = 0; i < grid->rows * grid->cols; i++)
		if (grid->symbol[i] != CLIPS_HOLE)
			total[grid->symbol[i]]++;
	for (int i = 0; i < KINDS; i++) {
		weight[kinds[i]] = size;
		size *= total[kinds[i]] + 1u;
	}
	return size;
}

/* Fills the table by the rule book. */
static void
fill(struct clips_board *board, const uint8_t total[CLIPS_SYMBOLS], const uint8_t *house)
{
	uint8_t count[CLIPS_SYMBOLS] = {0};
	struct clips_worth worth = {0};

	for (uint32_t place = 0; place < board->size; place++) {
		if (count[CLIPS_WILD] % 2 == 0) /* a single wild does nothing: same as the entry before */
			clips_value(count, 0, house, &worth);
		board->worth[place] = (int16_t)worth.total;
		for (int i = 0; i < KINDS && count[kinds[i]]++ == total[kinds[i]]; i++)
			count[kinds[i]] = 0;
	}
}

struct clips_board *
clips_board_create_small(const uint8_t *symbols, int rows, int cols, unsigned clips, const uint8_t house[HOUSE_RULES])
{
	static const char edges[] = {'L', 'R', 'T', 'B'};
	const struct grid grid = {symbols, rows, cols};
	struct clips_board *board = calloc(1, sizeof *board);
	uint32_t weight[CLIPS_SYMBOLS];
	uint8_t total[CLIPS_SYMBOLS];

	if (board == NULL)
		return NULL;
	board->clips = clips;
	board->size = weigh(&grid, weight, total);
	for (int edge = 0; edge < 4; edge++)
		for (int line = 0; line < (edge < 2 ? rows : cols); line++)
			add_line(board, &grid, weight, edges[edge], line);
	board->worth = malloc(board->size * sizeof *board->worth);
	if (board->worth == NULL) {
		free(board);
		return NULL;
	}
	fill(board, total, house);
	return board;
}

struct clips_board *
clips_board_create(const struct clips_layout *layout, const uint8_t house[HOUSE_RULES])
{
	return clips_board_create_small(&layout->grid[0][0], CLIPS_ROWS, CLIPS_COLS, CLIPS_IN_ALL, house);
}

void
clips_board_destroy(struct clips_board *board)
{
	if (board != NULL)
		free(board->worth);
	free(board);
}

int
clips_board_find(const struct clips_board *board, const struct clip *clip)
{
	for (unsigned i = 0; i < board->moves; i++)
		if (memcmp(&board->move[i].clip, clip, sizeof *clip) == 0)
			return (int)i;
	return -1;
}
