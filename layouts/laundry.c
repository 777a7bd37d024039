/* SPDX-License-Identifier: MIT
 * Laundry tickets from a seed: serial, colour, order of rows, and dealt values.
 * Pure: integers only. A ticket that was printed once comes out the same for ever. */
#include "layouts/laundry.h"

enum purpose { COLOURS, ROWS, VALUES, SERIALS, CORNERS };

/* The ticket page, two tickets wide, and the columns and rows of a ticket. */
#define PAGE_W    19000
#define PAGE_H    25900
#define TICKET_W  (PAGE_W / 2)
#define TICKET_H  LAUNDRY_NEXT_GAME
#define INSET     400
#define BUBBLE    500
#define SCORE_X   4300
#define NO_X      5300
#define VALUES_X  6600
#define VALUES_DX 750
#define ROWS_Y    2500
#define ROWS_DY   800

const char *
laundry_item_name(enum laundry_item item)
{
	static const char *const name[LAUNDRY_ITEMS] = {
		[LAUNDRY_UNDERWEAR] = "underwear",
		[LAUNDRY_BRA] = "bra",
		[LAUNDRY_PANTS] = "pants",
		[LAUNDRY_SHIRT] = "shirt",
		[LAUNDRY_BEDSHEET] = "bedsheet",
		[LAUNDRY_PILLOWCASE] = "pillowcase",
		[LAUNDRY_SOCK] = "sock",
	};

	return name[item];
}

const char *
laundry_colour_name(unsigned colour)
{
	return colour == 0 ? "blue" : "orange";
}

static void
complete(struct code *code)
{
	if (code->players == 0)
		code->players = LAUNDRY_SEATS;
}

static unsigned
pieces(const struct code *code)
{
	(void)code;
	return LAUNDRY_SEATS;
}

static void
check(const struct code *code, struct problems *problems)
{
	game_expect_players(&game_laundry, code, LAUNDRY_SEATS, LAUNDRY_SEATS, problems);
	game_expect_piece(&game_laundry, code, LAUNDRY_DEALT + 1, problems);
}

static void
build(void *layout, const struct code *code)
{
	struct laundry_layout *laundry = layout;
	struct random colours, rows, values, serials;
	uint8_t first_colour;

	code_stream(code, COLOURS, 0, &colours);
	code_stream(code, ROWS, 0, &rows);
	code_stream(code, VALUES, 0, &values);
	code_table_stream(code, SERIALS, &serials);
	first_colour = (uint8_t)random_below(&colours, 2);
	laundry->dealt = code->option == LAUNDRY_DEALT;
	for (uint8_t seat = 0; seat < LAUNDRY_SEATS; seat++) {
		struct laundry_ticket *ticket = &laundry->ticket[seat];

		ticket->colour = first_colour ^ seat;
		/* Odd and even, so that the two of a game always differ. */
		ticket->serial = random_below(&serials, 500000) * 2 + seat;
		for (uint8_t i = 0; i < LAUNDRY_ROWS; i++) {
			ticket->row[i] = i;
			ticket->value[i] = laundry->dealt ? 1 + i / 2 : 0;
		}
		random_shuffle(&rows, ticket->row, LAUNDRY_ROWS);
		if (laundry->dealt)
			random_shuffle(&values, ticket->value, LAUNDRY_ROWS);
	}
}

/* The bubbles of one line: where the item was dried, and its value when it is written down. */
static void
line(struct form *form, int32_t y, const char *name, bool values)
{
	int32_t x = form->piece.x;

	form_bubble(form, x + SCORE_X, y, BUBBLE, "%s.score", name);
	form_bubble(form, x + NO_X, y, BUBBLE, "%s.no_score", name);
	for (int value = 1; values && value <= 3; value++)
		form_bubble(form, x + VALUES_X + (value - 1) * VALUES_DX, y, BUBBLE, "%s.%d", name,
			value);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct laundry_layout *laundry = layout;
	const struct laundry_ticket *ticket = &laundry->ticket[code->piece];
	int32_t x = code->piece * TICKET_W;
	struct random corners;

	code_table_stream(code, CORNERS, &corners);
	form_init(form, PAGE_W, PAGE_H);
	form->piece = (struct rect){x, 0, TICKET_W, TICKET_H};
	form->qr = (struct rect){x + 1500, 9350, 3000, 3000};
	form->text = (struct rect){x + 4700, 11450, 3400, 900};
	form_corners(form, random_below(&corners, CORNER_FOURS) + code->piece,
		(struct rect){x + INSET, INSET, TICKET_W - 2 * INSET, TICKET_H - 2 * INSET});
	form_bubble(form, x + INSET, 1500, BUBBLE, "first");
	for (int i = 0; i < LAUNDRY_ROWS; i++)
		line(form, ROWS_Y + i * ROWS_DY, laundry_item_name(ticket->row[i]), !laundry->dealt);
	line(form, ROWS_Y + 6 * ROWS_DY, "sock1", false);
	line(form, ROWS_Y + 7 * ROWS_DY, "sock2", false);
}

const struct game game_laundry = {
	.id = "laundry",
	.title = "Coin-Op",
	.designer = "Jordan Draper",
	.piece = "ticket",
	.players = "2",
	.number = 2,
	.version = 1,
	.option = "dealt",
	.layout_size = sizeof(struct laundry_layout),
	.complete = complete,
	.check = check,
	.pieces = pieces,
	.build = build,
	.form = form,
};
