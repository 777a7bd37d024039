/* SPDX-License-Identifier: MIT
 * Chip It for programs and at the terminal: seats, first players and deals.
 * JSON gives the hands as they are dealt, the text sorts them. */
#include "gen/canvas/text_picture.h"
#include "gen/games/chipit/press.h"

/* Columns of a card in the table of hands: two digits and a blank. */
#define CARD_W 3

void
chipit_json(const void *layout, const struct code *code, json_t *object)
{
	const struct chipit_layout *chipit = layout;
	json_t *seats = json_array(), *first = json_array(), *deals = json_array();

	(void)code;
	for (unsigned at = 0; at < chipit->seats; at++)
		json_array_append_new(seats, json_sprintf("%c", 'A' + chipit->seat[at]));
	for (unsigned game = 0; game < chipit->games; game++) {
		json_t *deal = json_array();

		for (unsigned at = 0; at < chipit->seats; at++) {
			json_t *hand = json_array();

			for (unsigned i = 0; i < chipit->hand; i++) {
				char name[4];

				chipit_card_name(chipit->deck[game][at * chipit->hand + i], name);
				json_array_append_new(hand, json_string(name));
			}
			json_array_append_new(deal, hand);
		}
		json_array_append_new(first, json_sprintf("%c", 'A' + chipit->first[game]));
		json_array_append_new(deals, deal);
	}
	json_object_update_new(object,
		json_pack("{s:s, s:o, s:o, s:o}", "variant", chipit->two ? "two" : "tournament", "seats", seats,
			"first", first, "deals", deals));
}

/* The most cards of a colour in any hand: the width of its column. */
static int
most_cards(const struct chipit_layout *chipit, uint8_t colour)
{
	int most = 3; /* as wide as the heading */

	for (unsigned game = 0; game < chipit->games; game++)
		for (unsigned at = 0; at < chipit->seats; at++) {
			int count = 0;

			for (unsigned i = 0; i < chipit->hand; i++)
				count += (chipit->deck[game][at * chipit->hand + i] & CHIPIT_PURPLE) == colour;
			most = MAX(most, count);
		}
	return most;
}

/* A block of lines for each game, with a line for each seat. The arrow shows who goes first. */
static void
draw_hands(const struct chipit_layout *chipit, GString *out)
{
	const int seat_x = 7, green_x = 14;
	int purple_x = green_x + most_cards(chipit, 0) * CARD_W + 2;
	int right_x = purple_x + most_cards(chipit, CHIPIT_PURPLE) * CARD_W + 2;
	int block = chipit->seats + 1, bottom = 2 + chipit->games * block;
	struct text_picture *picture = text_picture_new(right_x + 1, bottom + 1);
	uint8_t sorted[CHIPIT_HAND_MAX];

	text_picture_box(picture, 0, 0, right_x, bottom, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, seat_x, 0, bottom, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, green_x, 0, bottom, TEXT_PICTURE_LIGHT);
	text_picture_down(picture, purple_x, 0, bottom, TEXT_PICTURE_LIGHT);
	text_picture_print(picture, 2, 1, "game");
	text_picture_print(picture, seat_x + 2, 1, "seat");
	text_picture_print(picture, green_x + 2, 1, "green");
	text_picture_print(picture, purple_x + 2, 1, "purple");
	for (unsigned game = 0; game < chipit->games; game++) {
		int y = 2 + (int)game * block;

		text_picture_across(picture, 0, y, right_x, TEXT_PICTURE_LIGHT);
		text_picture_print(picture, 3, y + 1, "%u", game + 1);
		for (unsigned at = 0; at < chipit->seats; at++) {
			y++;
			text_picture_print(picture, seat_x + 2, y, "%s %c",
				chipit->seat[at] == chipit->first[game] ? "▶" : " ", 'A' + chipit->seat[at]);
			chipit_sort_hand(chipit, game, at, sorted);
			int greens = 0;
			for (int i = 0; i < chipit->hand; i++)
				if (sorted[i] & CHIPIT_PURPLE)
					text_picture_print(picture, purple_x + 1 + (i - greens) * CARD_W, y, "%2d",
						sorted[i] & ~CHIPIT_PURPLE);
				else
					text_picture_print(
						picture, green_x + 1 + greens++ * CARD_W, y, "%2d", sorted[i]);
		}
	}
	text_picture_write(picture, out);
}

void
chipit_text(const void *layout, const struct code *code, GString *out)
{
	const struct chipit_layout *chipit = layout;

	(void)code;
	g_string_append_printf(out, "%s, %u players, %u games, hands of %u\n\n",
		chipit->two ? "pad for two" : "tournament pad", chipit->seats, chipit->games, chipit->hand);
	/* The table from above: the seats go around it clockwise from the top left. */
	unsigned top = (chipit->seats + 1u) / 2, bottom = chipit->seats - top;
	int width = (int)top * 8 + 4;
	struct text_picture *picture = text_picture_new(width + 4, 5);

	text_picture_box(picture, 3, 1, width, 2, TEXT_PICTURE_LIGHT);
	text_picture_centre(picture, 3, 2, width + 1, "↻");
	for (unsigned i = 0; i < top; i++)
		text_picture_centre(
			picture, 3 + (int)i * width / (int)top, 0, width / (int)top + 1, "%c", 'A' + chipit->seat[i]);
	for (unsigned i = 0; i < bottom; i++)
		text_picture_centre(picture, 3 + (int)(bottom - 1 - i) * width / (int)bottom, 4,
			width / (int)bottom + 1, "%c", 'A' + chipit->seat[top + i]);
	text_picture_write(picture, out);
	g_string_append(out, "\n▶ goes first:");
	for (unsigned game = 0; game < chipit->games; game++)
		g_string_append_printf(
			out, "%s %c in game %u", game == 0 ? "" : ",", 'A' + chipit->first[game], game + 1);
	g_string_append(out, "\n\n");
	draw_hands(chipit, out);
}
