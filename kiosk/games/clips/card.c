/* SPDX-License-Identifier: MIT
 * Cards as boards: 44 symbols to find them by, and about a hundred runs that a clip may lie around. */
#include "kiosk/games/clips/card.h"

#include <string.h>

#include "clips_drawings.h"
#include "scoring/clips.h"

#define WIRE 100 /* about as thick as that of any clip of this size */

/* Where the wire of a clip turns back: past its last symbol, with as much air as people leave. */
static int32_t
reach(const struct clips_size *size, int depth)
{
	return size->first + (depth - 1) * size->pitch + size->symbol / 2 + WIRE;
}

static void
add_run(struct board *board, const struct clips_size *size, const struct clip *clip, uint64_t cells)
{
	struct board_run *run = &board->run[board->runs++];
	int32_t deep = reach(size, clip->depth);
	struct rect at;
	int row, col;

	clip_cell(clip, 0, &row, &col);
	at = clips_symbol_at(size, row, col);
	*run = (struct board_run){.cells = cells, .x = at.x + at.w / 2, .y = at.y + at.h / 2};
	clip_write(clip, run->id);
	if (clip->edge == 'L' || clip->edge == 'R') {
		run->x = clip->edge == 'L' ? deep : size->w - deep;
		run->out_x = clip->edge == 'L' ? -1 : 1;
	} else {
		run->y = clip->edge == 'T' ? deep : size->h - deep;
		run->out_y = clip->edge == 'T' ? -1 : 1;
	}
}

/* Every depth of a line, up to the hole. */
static void
add_line(struct board *board, const struct clips_size *size, const struct clips_layout *layout, char edge, uint8_t line)
{
	uint64_t cells = 0;

	for (uint8_t depth = 1; depth <= CLIPS_DEPTH_MAX && board->runs < BOARD_RUNS; depth++) {
		const struct clip clip = {edge, line, depth};
		int row, col;

		clip_cell(&clip, depth - 1, &row, &col);
		if (layout->grid[row][col] == CLIPS_HOLE)
			return;
		cells |= UINT64_C(1) << (row * CLIPS_COLS + col);
		add_run(board, size, &clip, cells);
	}
}

void
clips_board(const void *in, struct board *board)
{
	const struct clips_size *size = &clips_poker;
	const struct clips_layout *layout = in;

	memset(board, 0, sizeof *board);
	board->w = size->w;
	board->h = size->h;
	board->loop = size->clip_w - WIRE;
	board->wire = WIRE;
	board->wires = CLIPS_IN_ALL;
	board->drawings = CLIPS_SYMBOLS;
	memcpy(board->drawing, drawings, sizeof drawings);
	for (int row = 0; row < CLIPS_ROWS; row++)
		for (int col = 0; col < CLIPS_COLS; col++) {
			struct rect at = clips_symbol_at(size, row, col);

			if (layout->grid[row][col] == CLIPS_HOLE)
				continue;
			board->anchor[board->anchors++] = (struct registration_anchor){
				{at.x - CLIPS_BOARD_RIM, at.y - CLIPS_BOARD_RIM, at.w + 2 * CLIPS_BOARD_RIM,
					at.h + 2 * CLIPS_BOARD_RIM},
				layout->grid[row][col]};
		}
	for (uint8_t line = 1; line <= CLIPS_ROWS; line++) {
		add_line(board, size, layout, 'L', line);
		add_line(board, size, layout, 'R', line);
	}
	for (uint8_t line = 1; line <= CLIPS_COLS; line++) {
		add_line(board, size, layout, 'T', line);
		add_line(board, size, layout, 'B', line);
	}
}
