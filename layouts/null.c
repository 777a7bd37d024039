/* SPDX-License-Identifier: MIT
 * The template of a game. Pure: integers only, no I/O, no clock. */
#include "layouts/null.h"

enum purpose { NUMBER };

static void
build(void *layout, const struct code *code)
{
	struct null_layout *null = layout;
	const struct code plain = code_without_option(code);
	struct random random = code_stream(&plain, NUMBER, 0);

	null->number = (uint8_t)(1 + random_below(&random, 6));
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct null_layout *null = layout;

	form_init(form, 6300, 8800);
	form_corners(form, code->piece, form->piece);
	form->qr = (struct rect){1650, 1200, 3000, 3000};
	form->text = (struct rect){400, 4300, 5500, 400};
	for (int i = 0; i < null->number; i++)
		form_bubble(form, 400 + 900 * i, 5500, 500, "pip.%d", i + 1);
}

GAME_LAYOUT_FITS(struct null_layout);

const struct game game_null = {
	.id = "null",
	.title = "The null game",
	.designer = "nobody",
	.piece = "card",
	.players = "1",
	.about = "Nothing is played here.",
	.minutes = 1,
	.ages = 1,
	.number = 0,
	.version = 1,
	.players_least = 1,
	.players_most = 1,
	.players_usual = 1,
	.options = NULL_OPTIONS,
	.layout_size = sizeof(struct null_layout),
	.pieces = game_one_piece,
	.build = build,
	.form = form,
};
