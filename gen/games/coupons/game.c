/* SPDX-License-Identifier: MIT
 * The table of Coupon Clipper as it is printed. */
#include "gen/games/coupons/press.h"
#include "scoring/coupons.h"
#include "scoring/solve/coupons_even.h"

/* The largest difference in face worth between the sheets of a game, in dollars. */
#define GAP 1

int
coupons_sheet_worth(const struct coupons_layout *layout, unsigned sheet)
{
	int worth = 0;

	for (unsigned i = 0; i < COUPONS_A_SHEET; i++)
		worth += coupon_worth(&layout->coupon[sheet][i]);
	return worth;
}

static bool
sheets_are_even(const void *data, const uint8_t house[HOUSE_RULES])
{
	const struct coupons_layout *layout = data;
	int least = coupons_sheet_worth(layout, 0), most = least;

	for (unsigned sheet = 1; sheet < layout->sheets; sheet++) {
		int worth = coupons_sheet_worth(layout, sheet);

		least = MIN(least, worth);
		most = MAX(most, worth);
	}
	return most - least <= GAP && coupons_seats_are_even(layout, house[COUPONS_BURGER_PAIR] != 0);
}

static void
brief(const void *data, GString *out)
{
	const struct coupons_layout *layout = data;
	unsigned grills = 0, icons = 0;

	for (unsigned sheet = 0; sheet < layout->sheets; sheet++) {
		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];

			grills += coupon->kind == COUPON_GRILL;
			icons += (unsigned)(coupon->icons * coupon->times);
		}
		g_string_append_printf(out, "%s%c $%d", sheet > 0 ? ", " : "Worth of sheets: ", 'A' + (char)sheet,
			coupons_sheet_worth(layout, sheet));
	}
	g_string_append_printf(
		out, "; %u coupons, %u grills, %u firework icons\n", layout->sheets * COUPONS_A_SHEET, grills, icons);
}

/* Each sheet is on a page of its own. */
static void
show(const struct code *code, const struct form *form, struct shown_piece *shown)
{
	(void)form;
	shown->page = code->piece;
}

static uint32_t
seat_colour(const struct code *code, unsigned seat)
{
	(void)code;
	return coupons_colours[seat];
}

extern const struct printed_game printed_coupons;
const struct printed_game printed_coupons = {
	.game = &game_coupons,
	.json = coupons_json,
	.text = coupons_text,
	.plan = coupons_plan,
	.show = show,
	.seat_colour = seat_colour,
	.count = {.what = "games"},
	.filter = 4,
	.filter_house = 4,
	.passes = sheets_are_even,
	.symbol = SYMBOL_SCISSORS,
	.colour = 0xc8372d,
	.paper = "Coupon sheets: plain paper of 80 to 100 g/m².",
	.needed = "scissors and three tokens for every player",
	.needed_whole = "scissors for every player",
	.house = {"two different burger parts are worth $4"},
	.brief_lines = 1,
	.brief = brief,
	.study = coupons_study,
	.survey = coupons_survey,
};
