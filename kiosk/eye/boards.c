/* SPDX-License-Identifier: MIT
 * Boards in a picture: those whose codes were read, each once. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"
#include "kiosk/piece/wires.h"

#define SHOWN 500 /* hundredths of a millimetre: half of the square that is shown of a doubtful wire */

/* A mark a run, at the end of its wire. */
static void
take_wires(const struct board *board, const struct board_view *view, const struct wire wire[BOARD_RUNS],
	struct seen_form *seen)
{
	seen->marks = MIN(board->runs, FORM_BUBBLES);
	for (unsigned i = 0; i < seen->marks; i++) {
		const struct board_run *run = &board->run[i];
		struct seen_mark *mark = &seen->mark[i];
		double x = run->x + run->out_x * SHOWN, y = run->y + run->out_y * SHOWN;
		struct point edge = plane_warp_map(&view->map, x + SHOWN, y);

		memcpy(mark->id, run->id, sizeof mark->id);
		mark->at = plane_warp_map(&view->map, x, y);
		mark->radius = hypot(edge.x - mark->at.x, edge.y - mark->at.y);
		mark->darkness = wire[i].share;
		mark->state = wire[i].state;
	}
}

/* Whether there is a wire, or may be. */
static bool
has_marks(const struct seen_form *seen)
{
	for (unsigned i = 0; i < seen->marks; i++)
		if (seen->mark[i].state != MARK_EMPTY)
			return true;
	return false;
}

/* Which colours the wires have, where the picture has any. */
static void
take_colours(const struct look *look, const struct board *board, const struct board_view *view,
	const struct wire wire[BOARD_RUNS], struct seen_form *seen)
{
	enum mark_colour colour[BOARD_RUNS] = {MARK_COLOUR_UNKNOWN};
	struct colours colours;

	if (look->asker->colours == NULL || !look->asker->colours(look->asker->data, &colours))
		return;
	wires_colours(board, view, wire, &colours, colour);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].colour = colour[i];
	colours_finish(&colours);
}

/* Reads a board, found by the QR that was read. */
static void
read_board(struct look *look, const struct seen_code *code, const struct form *form, const struct board *board)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	struct board_view *view = g_new(struct board_view, 1);
	struct wire *wire = g_new0(struct wire, BOARD_RUNS);

	seen->number = code->number;
	if (board_view_make(look->image, board, &form->qr, code->corner, view)) {
		wires_read(board, view, wire);
		take_wires(board, view, wire, seen);
		if (has_marks(seen))
			take_colours(look, board, view, wire, seen);
	}
	/* A card that nobody has played on yet says nothing: it is there to be named. */
	if (seen->marks == 0 || has_marks(seen))
		g_array_append_vals(look->sight->forms, seen, 1);
	if (look->crops && has_marks(seen)) {
		struct point middle = plane_warp_map(&view->map, board->w / 2.0, board->h / 2.0);
		struct point right = plane_warp_map(&view->map, board->w / 2.0 + SHOWN, board->h / 2.0);

		eye_crops_take(look, atan2(right.y - middle.y, right.x - middle.x));
	}
	g_free(wire);
	g_free(view);
	g_free(seen);
}

void
eye_boards_look(struct look *look)
{
	const struct eye_asker *asker = look->asker;
	struct board *board = g_new0(struct board, 1);

	for (unsigned i = 0; i < look->sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(look->sight, i);
		const struct form *form = g_ptr_array_index(look->forms, i);

		/* What has corner tags is a form. */
		if (form->tags == 0 && !eye_form_is_read(look->sight, code->number) && look->sight->forms->len < EYE_FORMS_MAX &&
			asker->board(asker->data, code->number, board))
			read_board(look, code, form, board);
	}
	g_free(board);
}
