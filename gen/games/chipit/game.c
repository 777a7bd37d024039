/* SPDX-License-Identifier: MIT
 * The table of Chip It as it is printed. */
#include "gen/games/chipit/press.h"
#include "scoring/solve/chipit_even.h"

static const char *const card_sizes[CHIPIT_CARD_SIZES + 1] = {
	[CHIPIT_POKER] = "poker",
	[CHIPIT_BRIDGE] = "bridge",
	[CHIPIT_MINI] = "mini",
};

static bool
pad_is_even(const void *layout, const uint8_t house[HOUSE_RULES])
{
	(void)house;
	return chipit_is_even(layout);
}

static void
brief(const void *data, GString *out)
{
	const struct chipit_layout *layout = data;

	g_string_append(out, "Seats around the table:");
	for (unsigned i = 0; i < layout->seats; i++)
		g_string_append_printf(out, " %c", 'A' + (char)layout->seat[i]);
	g_string_append(out, "; first in each game:");
	for (unsigned i = 0; i < layout->games; i++)
		g_string_append_printf(out, " %c", 'A' + (char)layout->first[i]);
	g_string_append_c(out, '\n');
}

extern const struct printed_game printed_chipit;
const struct printed_game printed_chipit = {
	.game = &game_chipit,
	.json = chipit_json,
	.text = chipit_text,
	.plan = chipit_plan,
	.option[CHIPIT_OPTION_CARDS] =
		{
			.name = "cards",
			.effect = OPTION_PIECES,
			.kind = OPTION_CHOICE,
			.words = card_sizes,
			.value = "SIZE",
			.help = "the size of its cards",
			.about = "The size of its cards: 63 x 88, 57 x 89 or 44 x 67 mm.",
		},
	.option[CHIPIT_OPTION_SINGLE] = OPTION_SINGLE_CARDS,
	.count = {.what = "pads"},
	.filter = 2,
	.passes = pad_is_even,
	.symbol = SYMBOL_CHIP2,
	.colour = 0x2c7a45,
	.paper = "Cards and chips: card of 200 to 300 g/m². Pads and slips: plain paper.",
	.paper_seed = "Pads and slips: plain paper.",
	.brief_lines = 1,
	.legend = "The deals are on the deal slips.",
	.brief = brief,
	.study = chipit_study,
	.survey = chipit_survey,
};
