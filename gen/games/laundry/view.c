/* SPDX-License-Identifier: MIT
 * Coin-Op for programs and at the terminal: both tickets in JSON, the code's
 * own ticket as a picture. */
#include "gen/canvas/text_picture.h"
#include "gen/games/laundry/press.h"

/* Places in the picture are columns (X) and lines (Y) of text, from 0. */

/* Column of the line between the items and the score dryer. */
#define SCORE_X 15

/* Column of the line between the score dryer and the no-score dryer. */
#define NO_X 25

/* Column of the fold, between the dryers and the values. */
#define FOLD_X 38

/* Column of the ticket's right edge. */
#define RIGHT_X 58

/* Line above the titles of the columns. */
#define TITLES_Y 3

/* Line below these titles, above the six items. */
#define ROWS_Y 5

/* Line between the six items and the two socks. */
#define SOCKS_Y (ROWS_Y + LAUNDRY_ROWS + 1)

/* Line of the ticket's lower edge. */
#define BOTTOM_Y (SOCKS_Y + 3)

void
laundry_json(const void *layout, const struct code *code, json_t *object)
{
	const struct laundry_layout *laundry = layout;
	json_t *tickets = json_array();

	(void)code;
	for (unsigned seat = 0; seat < LAUNDRY_SEATS; seat++) {
		const struct laundry_ticket *ticket = &laundry->ticket[seat];
		json_t *rows = json_array(), *dealt = laundry->dealt ? json_object() : json_null();

		for (int i = 0; i < LAUNDRY_ROWS; i++)
			json_array_append_new(rows, json_string(laundry_item_name(ticket->row[i])));
		for (int item = 0; laundry->dealt && item < LAUNDRY_ROWS; item++)
			json_object_set_new(dealt, laundry_item_name(item), json_integer(ticket->value[item]));
		json_array_append_new(tickets,
			json_pack("{s:s,s:o,s:o,s:o,s:s}", "seat", seat == 0 ? "A" : "B", "serial",
				json_sprintf("%06u", ticket->serial), "rows", rows, "dealt", dealt, "colour",
				laundry_colour_name(ticket->colour)));
	}
	json_object_set_new(object, "tickets", tickets);
}

static void
draw_row(struct text_picture *picture, int y, const char *name, const char *values)
{
	text_picture_print(picture, 2, y, "%s", name);
	text_picture_centre(picture, SCORE_X, y, NO_X - SCORE_X + 1, "○");
	text_picture_centre(picture, NO_X, y, FOLD_X - NO_X + 1, "○");
	text_picture_centre(picture, FOLD_X, y, RIGHT_X - FOLD_X + 1, "%s", values);
}

static void
draw_ticket(struct text_picture *picture, const struct laundry_ticket *ticket, unsigned seat, bool dealt)
{
	static const char *const values[] = {"○   ○   ○", "1", "2", "3"};

	text_picture_box(picture, 0, 0, RIGHT_X, BOTTOM_Y, TEXT_PICTURE_HEAVY);
	text_picture_across(picture, 0, TITLES_Y, RIGHT_X, TEXT_PICTURE_LIGHT);
	text_picture_across(picture, 0, ROWS_Y, RIGHT_X, TEXT_PICTURE_LIGHT);
	text_picture_across(picture, 0, SOCKS_Y, RIGHT_X, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, SCORE_X, TITLES_Y, BOTTOM_Y - TITLES_Y, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, NO_X, TITLES_Y, BOTTOM_Y - TITLES_Y, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, FOLD_X, 0, BOTTOM_Y, TEXT_PICTURE_DOTTED);
	text_picture_print(picture, 2, TITLES_Y + 1, "item");
	text_picture_centre(picture, SCORE_X, TITLES_Y + 1, NO_X - SCORE_X + 1, "score");
	text_picture_centre(picture, NO_X, TITLES_Y + 1, FOLD_X - NO_X + 1, "no score");
	text_picture_print(picture, 2, 1, "No. %06u   %s   seat %c", ticket->serial,
		laundry_colour_name(ticket->colour), 'A' + seat);
	text_picture_print(picture, 2, 2, "○ goes first");
	text_picture_print(picture, FOLD_X + 2, 1, "← folded shut");
	text_picture_centre(
		picture, FOLD_X, TITLES_Y + 1, RIGHT_X - FOLD_X + 1, "%s", dealt ? "dealt value" : "1   2   3");
	for (int i = 0; i < LAUNDRY_ROWS; i++)
		draw_row(picture, ROWS_Y + 1 + i, laundry_item_name(ticket->row[i]),
			values[ticket->value[ticket->row[i]]]);
	draw_row(picture, SOCKS_Y + 1, "sock", "always 5");
	draw_row(picture, SOCKS_Y + 2, "sock", "always 5");
}

void
laundry_text(const void *layout, const struct code *code, GString *out)
{
	const struct laundry_layout *laundry = layout;
	struct text_picture *picture = text_picture_new(RIGHT_X + 1, BOTTOM_Y + 1);

	g_string_append_printf(out, "ticket %c of %u, for 2 players%s\n\n", 'A' + code->piece, LAUNDRY_SEATS,
		laundry->dealt ? ", values dealt" : "");
	draw_ticket(picture, &laundry->ticket[code->piece], code->piece, laundry->dealt);
	text_picture_write(picture, out);
	if (!laundry->dealt)
		g_string_append(out, "\nTwo 1s, two 2s and two 3s are written against the six items.\n");
}
