/* SPDX-License-Identifier: MIT
 * Rising, the layout: two dice a turn from the seed, each sheet its own. */
#include "tests/fifth/rising.h"

enum purpose { DICE, CORNERS };

static unsigned
pieces(const struct code *code)
{
	return code->players;
}

static void
build(void *layout, const struct code *code)
{
	struct rising_layout *rising = layout;
	const struct code plain = code_without_option(code);

	for (uint32_t seat = 0; seat < RISING_SEATS; seat++) {

		struct random dice = code_stream(&plain, DICE, seat);
		for (int turn = 0; turn < RISING_TURNS; turn++) {
			uint32_t left = random_below(&dice, 6), step = 1 + random_below(&dice, 5);

			rising->die[seat][turn][0] = (uint8_t)(1 + left);
			rising->die[seat][turn][1] = (uint8_t)(1 + (left + step) % 6);
		}
	}
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct code plain = code_without_option(code);

	(void)layout;
	struct random corners = code_table_stream(&plain, CORNERS);
	form_init(form, RISING_W, RISING_H);
	form->qr = (struct rect){RISING_W - RISING_INSET - 3700, 1700, 2800, 2800};
	form->text = (struct rect){RISING_INSET + TAG_SIZE + 200, 15000, 6000, 400};
	form_corners(form, random_below(&corners, CORNER_FOURS) + code->piece,
		(struct rect){RISING_INSET, RISING_INSET, RISING_W - 2 * RISING_INSET, RISING_H - 2 * RISING_INSET});
	for (int turn = 0; turn < RISING_TURNS; turn++)
		for (int die = 0; die < 2; die++)
			form_bubble(form, RISING_DIE_X + die * RISING_DIE_DX + RISING_BUBBLE_X,
				RISING_TURN_Y + turn * RISING_TURN_DY + (RISING_DIE - RISING_BUBBLE) / 2, RISING_BUBBLE,
				"%d.%s", turn + 1, die == 0 ? "left" : "right");
}

_Static_assert(sizeof(struct rising_layout) <= LAYOUT_MAX, "a layout fits its room");

const struct game game_rising = {
	.id = "rising",
	.title = "Rising",
	.designer = "Seedpress",
	.piece = "sheet",
	.players = "1 to 4",
	.about = "Roll two dice a turn, and write them into rows that rise.",
	.minutes = 10,
	.ages = 8,
	.number = 13,
	.version = 1,
	.players_least = 1,
	.players_most = RISING_SEATS,
	.players_usual = 2,
	.options = RISING_OPTIONS,
	.layout_size = sizeof(struct rising_layout),
	.pieces = pieces,
	.build = build,
	.form = form,
};
