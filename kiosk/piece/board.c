/* SPDX-License-Identifier: MIT
 * Boards. */
#include "kiosk/piece/board.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

bool
board_is_fine(const struct board *board)
{
	const int32_t far = 100000; /* a metre */
	bool fine = board->w > 0 && board->w <= far && board->h > 0 && board->h <= far && board->loop > 0 &&
		board->loop <= far && board->wires <= BOARD_RUNS && board->anchors <= BOARD_ANCHORS &&
		board->drawings <= REGISTRATION_DRAWINGS && board->runs <= MIN(BOARD_RUNS, FORM_BUBBLES);

	for (unsigned i = 0; fine && i < board->anchors; i++) {
		const struct rect *at = &board->anchor[i].at;

		fine = board->anchor[i].drawing < board->drawings && at->x >= -far && at->x <= far && at->y >= -far &&
			at->y <= far && at->w > 0 && at->w <= far && at->h > 0 && at->h <= far;
	}
	for (unsigned i = 0; fine && i < board->runs; i++) {
		const struct board_run *run = &board->run[i];

		fine = run->x >= 0 && run->x <= board->w && run->y >= 0 && run->y <= board->h &&
			abs(run->out_x) + abs(run->out_y) == 1 && memchr(run->id, '\0', sizeof run->id) != NULL;
	}
	return fine;
}
