/* SPDX-License-Identifier: MIT
 * What is known of a game of coupons: how much its sheets are worth. */
#include "gen/study.h"
#include "layouts/coupons.h"

extern const struct study study_coupons;

static int
sheet_worth(const struct coupons_layout *coupons, int sheet)
{
	int worth = 0;

	for (int i = 0; i < COUPONS_A_SHEET; i++)
		worth += coupon_worth(&coupons->coupon[sheet][i]);
	return worth;
}

static bool
survey(const struct question *question, struct charts *charts)
{
	const struct coupons_layout *coupons = question->layout;
	int least = sheet_worth(coupons, 0), most = least;

	for (int sheet = 0; sheet < coupons->sheets; sheet++) {
		int worth = sheet_worth(coupons, sheet);
		char name[16];

		g_snprintf(name, sizeof name, "sheet %c", 'A' + sheet);
		charts_add(charts, "face worth of a sheet", "dollars", name, worth);
		least = MIN(least, worth);
		most = MAX(most, worth);
	}
	charts_add(charts, "best sheet of a game over its worst", "dollars", "all sheets", most - least);
	return true;
}

static void
layout(const struct question *question, struct findings *findings)
{
	const struct coupons_layout *coupons = question->layout;
	json_t *worth = json_array();

	g_string_append(findings->text, "Face worth of the sheets:");
	for (int sheet = 0; sheet < coupons->sheets; sheet++) {
		int dollars = sheet_worth(coupons, sheet);

		json_array_append_new(worth, json_integer(dollars));
		g_string_append_printf(findings->text, "%s %c $%d", sheet > 0 ? "," : "", 'A' + sheet,
			dollars);
	}
	g_string_append_c(findings->text, '\n');
	json_object_set_new(findings->json, "worth", worth);
	survey(question, &findings->charts);
}

const struct study study_coupons = {
	.game = &game_coupons,
	.layout = layout,
	.survey = survey,
};
