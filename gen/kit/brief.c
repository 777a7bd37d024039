/* SPDX-License-Identifier: MIT
 * What an organiser wants to know of a layout without taking a packet apart,
 * and what stands for a game on the pages of a kit. A game without an entry
 * here is printed all the same. */
#include <stdio.h>

#include "gen/kit/document.h"
#include "layouts/chipit.h"
#include "layouts/clips.h"
#include "layouts/coupons.h"
#include "layouts/laundry.h"

static void
write_coupons(const void *data, GString *out)
{
	const struct coupons_layout *layout = data;
	unsigned grills = 0, icons = 0;

	for (unsigned sheet = 0; sheet < layout->sheets; sheet++) {
		int worth = 0;

		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];

			worth += coupon_worth(coupon);
			grills += coupon->kind == COUPON_GRILL;
			icons += (unsigned)(coupon->icons * coupon->times);
		}
		g_string_append_printf(out, "%s%c $%d", sheet > 0 ? ", " : "Worth of sheets: ",
			'A' + (char)sheet, worth);
	}
	g_string_append_printf(out, "; %u coupons, %u grills, %u firework icons\n",
		layout->sheets * COUPONS_A_SHEET, grills, icons);
}

static void
write_laundry(const void *data, GString *out)
{
	const struct laundry_layout *layout = data;

	for (unsigned seat = 0; seat < LAUNDRY_SEATS; seat++) {
		const struct laundry_ticket *ticket = &layout->ticket[seat];

		g_string_append_printf(out, "%c, ticket %06u, %s:", 'A' + (char)seat, ticket->serial,
			laundry_colour_name(ticket->colour));
		for (unsigned row = 0; row < LAUNDRY_ROWS; row++) {
			g_string_append_printf(
				out, "%s %s", row > 0 ? "," : "", laundry_item_name(ticket->row[row]));
			if (layout->dealt)
				g_string_append_printf(out, " %u", ticket->value[ticket->row[row]]);
		}
		g_string_append_c(out, '\n');
	}
}

static void
write_clips(const void *data, GString *out)
{
	static const char letter[] = "1PSLEB*W ";
	const struct clips_layout *layout = data;

	for (int row = 0; row < CLIPS_ROWS; row++) {
		if (row > 0)
			g_string_append(out, "  ");
		for (int col = 0; col < CLIPS_COLS; col++)
			g_string_append_c(out,
				layout->grid[row][col] == CLIPS_HOLE ? '.' : letter[layout->grid[row][col]]);
	}
	g_string_append_c(out, '\n');
}

static void
write_chipit(const void *data, GString *out)
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

const struct kit_brief *
kit_brief(const struct game *game)
{
	static const struct kit_brief none = {.symbol = SYMBOL_STAR, .colour = COLOUR_INK};
	static const struct kit_brief briefs[] = {
		{&game_coupons, 1, NULL, write_coupons, SYMBOL_SCISSORS, 0xc8372d},
		{&game_laundry, 2, "Items in the order of the ticket's rows, with their values where they are dealt.",
			write_laundry, SYMBOL_WASHER, 0x1f6fb5},
		{&game_clips, 1,
			"Rows from the top: 1 one, P poop, S swirl, L ladder, E emerald, B bomb, * star, W wild; then "
			"the best solo score, and the highest bid that still wins.",
			write_clips, SYMBOL_PAPERCLIP, 0x6d4aa8},
		{&game_chipit, 1, "The deals are on the deal slips.", write_chipit, SYMBOL_CHIP2, 0x2c7a45},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(briefs); i++)
		if (briefs[i].game == game)
			return &briefs[i];
	return &none;
}
