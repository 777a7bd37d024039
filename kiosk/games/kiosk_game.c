/* SPDX-License-Identifier: MIT
 * The kiosk's table of a game. */
#include "kiosk/games/kiosk_game.h"

const struct kiosk_game *
kiosk_game_of(const struct game *game)
{
	static const struct kiosk_game empty = {.game = NULL};
	const struct kiosk_game *const *at = kiosk_game_registry, *found = NULL;

	for (; game != NULL && *at != NULL; at++)
		if (game_serves((*at)->game, game, found == NULL ? NULL : found->game))
			found = *at;
	return found == NULL ? &empty : found;
}

bool
kiosk_game_board(const struct game *game, const struct code *code, struct board *board)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct kiosk_game *table = kiosk_game_of(game);

	if (table->board == NULL)
		return false;
	game->build(layout, code);
	table->board(layout, board);
	return true;
}

char *
kiosk_game_review_refusal(const struct answer *answer)
{
	const struct game_review *review = kiosk_game_of(answer->game)->review;
	const char *before = "only games of ";
	GString *words;

	if (((const struct result *)answer->result)->ruling.unplayed)
		return g_strdup("no game was played here: there is nothing to review");
	if (review != NULL)
		return g_strdup(review->refusal(answer));
	words = g_string_new(NULL);
	for (const struct kiosk_game *const *at = kiosk_game_registry; *at != NULL; at++) {
		if ((*at)->review == NULL)
			continue;
		g_string_append_printf(words, "%s%s", before, (*at)->game->id);
		before = " and ";
	}
	g_string_append(words, " are reviewed");
	return g_string_free(words, FALSE);
}
