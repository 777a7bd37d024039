/* SPDX-License-Identifier: MIT
 * Boards in a picture: those whose codes were read, each once, and those that are expected. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/board_poses.h"
#include "kiosk/eye/parts.h"
#include "kiosk/piece/board_symbols.h"
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
take_colours(struct look *look, const struct board *board, const struct board_view *view,
	const struct wire wire[BOARD_RUNS], struct seen_form *seen)
{
	enum mark_colour colour[BOARD_RUNS] = {MARK_COLOUR_UNKNOWN};
	const struct colours *colours = eye_colours(look);

	if (colours == NULL)
		return;
	wires_colours(board, view, wire, colours, colour);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].colour = colour[i];
}

/* Reads the wires of a board that was found. */
static void
read_wires(struct look *look, const struct board *board, const struct board_view *view, struct seen_form *seen)
{
	struct wire *wire = g_new0(struct wire, BOARD_RUNS);

	wires_read(board, view, wire);
	take_wires(board, view, wire, seen);
	if (has_marks(seen))
		take_colours(look, board, view, wire, seen);
	g_free(wire);
}

/* Adds what was read of a board. */
static void
add_board(struct look *look, const struct board *board, const struct board_view *view, const struct seen_form *seen)
{
	struct point middle, right;

	/* A card that nobody has played on yet says nothing: it is there to be named. */
	if (seen->marks == 0 || has_marks(seen))
		g_array_append_vals(look->sight->forms, seen, 1);
	if (!look->crops || !has_marks(seen))
		return;
	middle = plane_warp_map(&view->map, board->w / 2.0, board->h / 2.0);
	right = plane_warp_map(&view->map, board->w / 2.0 + SHOWN, board->h / 2.0);
	eye_crops_take(look, atan2(right.y - middle.y, right.x - middle.x));
}

/* Reads a board, found by the QR that was read. */
static void
read_board(struct look *look, const struct seen_code *code, const struct form *form, const struct board *board)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	struct board_view *view = g_new(struct board_view, 1);

	seen->number = code->number;
	if (board_view_make(look->image, board, &form->qr, code->corner, view))
		read_wires(look, board, view, seen);
	add_board(look, board, view, seen);
	g_free(view);
	g_free(seen);
}

/* Reads a board that must be where its QR may be, if its symbols say that it is this one. */
static bool
read_covered(struct look *look, uint32_t number, const struct rect *qr, const struct board *board,
	const struct board_pose *pose)
{
	struct seen_form *seen = g_new0(struct seen_form, 1);
	struct board_view *view = g_new(struct board_view, 1);
	bool found;

	seen->number = number;
	found = board_view_make(look->image, board, qr, pose->corner, view) &&
		board_symbols_tell(look->image, board, &view->map);
	if (found) {
		read_wires(look, board, view, seen);
		add_board(look, board, view, seen);
	}
	g_free(view);
	g_free(seen);
	return found;
}

/* Whether the QR of a code was read. */
static bool
is_code_read(const struct sight *sight, uint32_t number)
{
	for (unsigned i = 0; i < sight->codes->len; i++)
		if (SEEN_CODE(sight, i)->number == number)
			return true;
	return false;
}

/* Whether a form or a code with this number was read. */
static bool
is_read(const struct sight *sight, uint32_t number)
{
	return is_code_read(sight, number) || eye_form_is_read(sight, number);
}

/* Forgets a place where a board was found, and the other ways in which it could have lain there. Returns which is
 * the next. */
static unsigned
leave_out(struct board_poses *poses, unsigned found)
{
	const struct point *corner = poses->pose[found].corner;
	struct point at = {(corner[0].x + corner[2].x) / 2, (corner[0].y + corner[2].y) / 2};
	double size = hypot(corner[2].x - corner[0].x, corner[2].y - corner[0].y);
	unsigned kept = 0, next = 0;

	for (unsigned i = 0; i < poses->count; i++) {
		const struct point *other = poses->pose[i].corner;

		if (hypot((other[0].x + other[2].x) / 2 - at.x, (other[0].y + other[2].y) / 2 - at.y) > size)
			poses->pose[kept++] = poses->pose[i];
		if (i == found)
			next = kept;
	}
	poses->count = kept;
	return next;
}

/* Whether it may be a board, and nothing of it was read. */
static bool
is_missed(const struct sight *sight, const struct expected_form *expected)
{
	return expected->form.tags == 0 && !is_read(sight, expected->number);
}

static bool
is_any_missed(struct look *look)
{
	const GArray *expected = eye_forms_expected(look);

	for (unsigned i = 0; i < expected->len; i++)
		if (is_missed(look->sight, &g_array_index(expected, struct expected_form, i)))
			return true;
	return false;
}

/* Boards that somebody named and whose QR was not read: a clip may lie on it. */
static void
look_named(struct look *look, struct board *board, struct board_poses *poses)
{
	const struct eye_asker *asker = look->asker;
	const GArray *expected = eye_forms_expected(look);
	unsigned asked = 0;

	for (unsigned i = 0; i < expected->len && asked < EYE_COVERED_MAX; i++) {
		const struct expected_form *one = &g_array_index(expected, struct expected_form, i);

		if (poses->count == 0 || look->sight->forms->len >= EYE_FORMS_MAX)
			return;
		if (!is_missed(look->sight, one))
			continue;
		asked++;
		if (!asker->board(asker->data, one->number, board))
			continue;
		for (unsigned n = 0; n < poses->count; n++)
			if (read_covered(look, one->number, &one->form.qr, board, &poses->pose[n])) {
				leave_out(poses, n);
				break;
			}
	}
}

/* Reads a board that nobody named, by its symbols; false where none of this kind is there. */
static bool
read_by_symbols(
	struct look *look, struct board *board, uint32_t kind, const struct rect *qr, const struct board_pose *pose)
{
	const struct eye_asker *asker = look->asker;
	uint8_t symbol[BOARD_ANCHORS];
	struct form *form;
	uint32_t number;
	bool read;

	if (look->sight->forms->len >= EYE_FORMS_MAX ||
		!board_view_symbols(look->image, board, qr, pose->corner, symbol))
		return false;
	form = g_new(struct form, 1);
	read = asker->board_symbols(asker->data, kind, symbol, &number, form) && !is_read(look->sight, number) &&
		asker->board(asker->data, number, board) && read_covered(look, number, qr, board, pose);
	g_free(form);
	return read;
}

/* Boards of a kind that nobody named. Each place is tried once: the program does not answer for ever. */
static void
look_unnamed(struct look *look, struct board *board, uint32_t n, const struct board *kind, const struct rect *qr,
	struct board_poses *poses)
{
	for (unsigned i = 0; i < poses->count;) {
		*board = *kind;
		i = read_by_symbols(look, board, n, qr, &poses->pose[i]) ? leave_out(poses, i) : i + 1;
	}
}

/* Boards whose QR was not read: those that were named, then what else may be there. */
static void
look_covered(struct look *look, struct board *board)
{
	const struct eye_asker *asker = look->asker;
	struct board *kind = g_new0(struct board, 1);
	struct board_poses poses = {0};
	struct rect qr;
	bool has_kind = asker->board_kind(asker->data, 0, kind, &qr);

	/* Most pictures are of something else: nothing is looked for that cannot be there. */
	if (has_kind || is_any_missed(look)) {
		board_poses_find(look, &poses);
		look_named(look, board, &poses);
	}
	for (uint32_t n = 0; has_kind && poses.count > 0; n++) {
		look_unnamed(look, board, n, kind, &qr, &poses);
		has_kind = n + 1 < EYE_KINDS_MAX && asker->board_kind(asker->data, n + 1, kind, &qr);
	}
	g_free(kind);
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
		if (form->tags == 0 && !eye_form_is_read(look->sight, code->number) &&
			look->sight->forms->len < EYE_FORMS_MAX && asker->board(asker->data, code->number, board))
			read_board(look, code, form, board);
	}
	look_covered(look, board);
	g_free(board);
}
