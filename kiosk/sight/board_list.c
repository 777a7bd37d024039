/* SPDX-License-Identifier: MIT
 * Boards by their symbols. */
#include "kiosk/sight/board_list.h"

#include <string.h>

#include "kiosk/eye/eye.h"

#define TOLD 0.6 /* of the symbols: on another board an eighth of them stand where they do here, by chance */

void
board_list_init(struct board_list *list)
{
	*list = (struct board_list){
		g_ptr_array_new_with_free_func(g_free), g_array_new(FALSE, FALSE, sizeof(struct listed_board))};
}

void
board_list_finish(struct board_list *list)
{
	g_ptr_array_free(list->kinds, TRUE);
	g_array_free(list->boards, TRUE);
}

/* The number of a game's kind, new or not. */
static unsigned
kind_of(struct board_list *list, const struct game *game, const struct code *code, const struct board *board)
{
	struct board_kind *kind;
	struct form form;

	for (unsigned i = 0; i < list->kinds->len; i++)
		if (game_is(((struct board_kind *)g_ptr_array_index(list->kinds, i))->game, game))
			return i;
	eye_form_of_code(game, code, &form);
	kind = g_new0(struct board_kind, 1);
	*kind = (struct board_kind){game, form.qr, *board};
	g_ptr_array_add(list->kinds, kind);
	return list->kinds->len - 1;
}

void
board_list_add(struct board_list *list, board_of_code *boards, const struct game *game, const struct code *code)
{
	struct board *board = g_new0(struct board, 1);
	struct listed_board listed = {.code = *code};

	if (boards(game, code, board)) {
		listed.kind = kind_of(list, game, code, board);
		for (unsigned i = 0; i < board->anchors; i++)
			listed.symbol[i] = board->anchor[i].drawing;
		g_array_append_val(list->boards, listed);
	}
	g_free(board);
}

const struct listed_board *
board_list_find(const struct board_list *list, unsigned kind, const uint8_t symbol[BOARD_ANCHORS], bool *several)
{
	const struct board_kind *of = g_ptr_array_index(list->kinds, kind);
	unsigned anchors = of->board.anchors, most = 0;
	const struct listed_board *best = NULL;

	*several = false;
	for (unsigned i = 0; i < list->boards->len; i++) {
		const struct listed_board *listed = &g_array_index(list->boards, struct listed_board, i);
		unsigned same = 0;

		for (unsigned n = 0; n < anchors; n++)
			same += listed->symbol[n] == symbol[n];
		if (listed->kind != kind || same < TOLD * anchors || same < most)
			continue;
		*several = same == most;
		most = same;
		best = listed;
	}
	return *several ? NULL : best;
}
