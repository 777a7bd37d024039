/* SPDX-License-Identifier: MIT
 * The table of Coin-Op as it is printed. */
#include "gen/games/laundry/press.h"
#include "scoring/solve/laundry_even.h"

static bool
tickets_are_even(const void *layout, const uint8_t house[HOUSE_RULES])
{
	(void)house;
	return laundry_is_even(layout);
}

static void
brief(const void *data, GString *out)
{
	const struct laundry_layout *layout = data;

	for (unsigned seat = 0; seat < LAUNDRY_SEATS; seat++) {
		const struct laundry_ticket *ticket = &layout->ticket[seat];

		g_string_append_printf(out, "%c, ticket %06u, %s:", 'A' + (char)seat, ticket->serial,
			laundry_colour_name(ticket->colour));
		for (unsigned row = 0; row < LAUNDRY_ROWS; row++) {
			g_string_append_printf(out, "%s %s", row > 0 ? "," : "", laundry_item_name(ticket->row[row]));
			if (layout->dealt)
				g_string_append_printf(out, " %u", ticket->value[ticket->row[row]]);
		}
		g_string_append_c(out, '\n');
	}
}

/* Both tickets are on one page. */
static void
show(const struct code *code, const struct form *form, struct shown_piece *shown)
{
	(void)code;
	shown->area = form->piece;
}

static uint32_t
seat_colour(const struct code *code, unsigned seat)
{
	struct laundry_layout tickets;

	game_laundry.build(&tickets, code);
	return laundry_colours[tickets.ticket[seat].colour].deep;
}

extern const struct printed_game printed_laundry;
const struct printed_game printed_laundry = {
	.game = &game_laundry,
	.json = laundry_json,
	.text = laundry_text,
	.plan = laundry_plan,
	.show = show,
	.seat_colour = seat_colour,
	.option = {{
		.name = "dealt",
		.effect = OPTION_LAYOUT,
		.kind = OPTION_FLAG,
		.code = LAUNDRY_DEALT,
		.help = "the seed deals the values",
		.about = "The seed deals the values of the items.",
	}},
	.count = {.what = "games"},
	.filter = 1,
	.passes = tickets_are_even,
	.symbol = SYMBOL_WASHER,
	.colour = 0x1f6fb5,
	.paper = "Washers and dryers: card of 160 to 200 g/m². Tickets: paper that nothing shows through.",
	.paper_seed = "Tickets: paper that nothing shows through.",
	.brief_lines = 2,
	.legend = "Items in the order of the ticket's rows, with their values where they are dealt.",
	.brief = brief,
	.study = laundry_study,
	.survey = laundry_survey,
};
