/* SPDX-License-Identifier: MIT
 * A version 2 of an existing game's layout that lays out differently: the rows
 * of version 1 from below. It shows that both versions live side by side, and that only
 * the layer that changed brings a table. */
#include <string.h>

#include "layouts/clips.h"

extern const struct game game_clips_two;

static unsigned
pieces(const struct code *code)
{
	return game_clips.pieces(code);
}

static void
build(void *layout, const struct code *code)
{
	struct clips_layout *card = layout;

	game_clips.build(layout, code);
	for (int row = 0; row < CLIPS_ROWS / 2; row++) {
		uint8_t kept[CLIPS_COLS];

		memcpy(kept, card->grid[row], sizeof kept);
		memcpy(card->grid[row], card->grid[CLIPS_ROWS - 1 - row], sizeof kept);
		memcpy(card->grid[CLIPS_ROWS - 1 - row], kept, sizeof kept);
	}
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	game_clips.form(layout, code, form);
}

const struct game game_clips_two = {
	.id = "clips",
	.title = "The paperclip game",
	.designer = "Jorge Zhang",
	.piece = "card side",
	.players = "1 or 2",
	.about = "The same with another layout.",
	.minutes = 10,
	.ages = 8,
	.number = 3,
	.version = 2,
	.players_most = UINT8_MAX,
	.players_usual = 2,
	.options = CLIPS_OPTIONS,
	.layout_size = sizeof(struct clips_layout),
	.pieces = pieces,
	.build = build,
	.form = form,
};
