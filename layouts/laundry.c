/* SPDX-License-Identifier: MIT
 * Laundry tickets from a seed: serial, colour, order of rows, and dealt values.
 * Pure: integers only. A ticket that was printed once comes out the same forever. */
#include "layouts/laundry.h"

enum purpose { COLOURS, ROWS, VALUES, SERIALS, CORNERS };

#define PAGE_W  (LAUNDRY_SEATS * LAUNDRY_TICKET_W) /* two tickets side by side */
#define PAGE_H  (2 * LAUNDRY_NEXT_GAME)            /* two games, one above the other */
#define QR_X    4080                               /* from a ticket's left edge */
#define QR_SIZE 2800
#define TEXT_X  (LAUNDRY_INSET + TAG_SIZE + 130) /* beside the tag */
#define TEXT_W  2560                             /* width of the code under the QR */

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

static unsigned
pieces(const struct code *code)
{
	(void)code;
	return LAUNDRY_SEATS;
}

static void
build(void *layout, const struct code *code)
{
	struct laundry_layout *laundry = layout;
	struct random colours = code_stream(code, COLOURS, 0);
	struct random rows = code_stream(code, ROWS, 0);
	struct random values = code_stream(code, VALUES, 0);
	struct random serials = code_table_stream(code, SERIALS);
	uint8_t first_colour = (uint8_t)random_below(&colours, 2);

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
line(struct form *form, int number, const char *name, bool values)
{
	int32_t x = form->piece.x;
	int32_t y = LAUNDRY_LINES_Y + number * LAUNDRY_LINES_DY + (LAUNDRY_LINES_DY - LAUNDRY_BUBBLE) / 2;

	form_bubble(form, x + LAUNDRY_SCORE_X, y, LAUNDRY_BUBBLE, "%s.score", name);
	form_bubble(form, x + LAUNDRY_NO_X, y, LAUNDRY_BUBBLE, "%s.no_score", name);
	for (int value = 1; values && value <= 3; value++)
		form_bubble(form, x + LAUNDRY_VALUE_X + (value - 1) * LAUNDRY_VALUE_DX, y, LAUNDRY_BUBBLE, "%s.%d",
			name, value);
}

static void
form(const void *layout, const struct code *code, struct form *form)
{
	const struct laundry_layout *laundry = layout;
	const struct laundry_ticket *ticket = &laundry->ticket[code->piece];
	int32_t x = code->piece * LAUNDRY_TICKET_W;
	struct random corners = code_table_stream(code, CORNERS);

	form_init(form, PAGE_W, PAGE_H);
	form->piece = (struct rect){x, 0, LAUNDRY_TICKET_W, LAUNDRY_NEXT_GAME};
	form->qr = (struct rect){x + QR_X, LAUNDRY_FOOT_Y, QR_SIZE, QR_SIZE};
	form->text = (struct rect){x + TEXT_X, LAUNDRY_NEXT_GAME - LAUNDRY_INSET - TAG_SIZE, TEXT_W, TAG_SIZE};
	form_corners(form, random_below(&corners, CORNER_FOURS) + code->piece,
		(struct rect){x + LAUNDRY_INSET, LAUNDRY_INSET, LAUNDRY_TICKET_W - 2 * LAUNDRY_INSET,
			LAUNDRY_NEXT_GAME - 2 * LAUNDRY_INSET});
	form_bubble(form, x + LAUNDRY_SCORE_X, LAUNDRY_FIRST_Y, LAUNDRY_BUBBLE, "first");
	for (int i = 0; i < LAUNDRY_ROWS; i++)
		line(form, i, laundry_item_name(ticket->row[i]), !laundry->dealt);
	line(form, LAUNDRY_ROWS, "sock1", false);
	line(form, LAUNDRY_ROWS + 1, "sock2", false);
}

GAME_LAYOUT_FITS(struct laundry_layout);

const struct game game_laundry = {
	.id = "laundry",
	.title = "Coin-Op",
	.designer = "Jordan Draper",
	.piece = "ticket",
	.players = "2",
	.about = "Share the machines of a laundrette, and get your clothes into the dryer that scores.",
	.minutes = 15,
	.ages = 8,
	.number = 2,
	.version = 1,
	.players_least = LAUNDRY_SEATS,
	.players_most = LAUNDRY_SEATS,
	.players_usual = LAUNDRY_SEATS,
	.options = LAUNDRY_DEALT + 1,
	.option = "dealt",
	.layout_size = sizeof(struct laundry_layout),
	.pieces = pieces,
	.build = build,
	.form = form,
};
