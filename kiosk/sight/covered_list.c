/* SPDX-License-Identifier: MIT
 * Pieces by what is printed on them. */
#include "kiosk/sight/covered_list.h"

#define PIECE(list, i) (&g_array_index((list)->pieces, struct covered_piece, i))

void
covered_list_init(struct covered_list *list, eye_game_list *games)
{
	*list = (struct covered_list){games, g_array_new(FALSE, FALSE, sizeof(struct covered_piece))};
}

void
covered_list_finish(struct covered_list *list)
{
	g_array_free(list->pieces, TRUE);
}

void
covered_list_add(struct covered_list *list, const struct game *game, const struct code *code)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct covered_piece piece = {.game = game, .code = *code};
	int of = eye_game_of(list->games, game);

	if (of < 0)
		return;
	piece.eye_game = (unsigned)of;
	game->build(layout, code);
	list->games(piece.eye_game)->fingerprint(layout, piece.print);
	g_array_append_val(list->pieces, piece);
}

bool
covered_list_has(const struct covered_list *list, unsigned eye_game)
{
	for (unsigned i = 0; i < list->pieces->len; i++)
		if (PIECE(list, i)->eye_game == eye_game)
			return true;
	return false;
}

const struct covered_piece *
covered_list_find(const struct covered_list *list, unsigned eye_game, const uint8_t print[EYE_PRINT_MAX], bool *several)
{
	const struct eye_game *of = list->games(eye_game);
	const struct covered_piece *best = NULL;
	unsigned most = 0;

	*several = false;
	for (unsigned i = 0; i < list->pieces->len; i++) {
		const struct covered_piece *piece = PIECE(list, i);
		unsigned same = 0;

		for (unsigned n = 0; n < of->print; n++)
			same += piece->print[n] == print[n];
		if (piece->eye_game != eye_game || same < of->alike * of->print || same < most)
			continue;
		*several = same == most;
		most = same;
		best = piece;
	}
	return *several ? NULL : best;
}
