/* SPDX-License-Identifier: MIT
 * Filters, one a game that has one; see filter.h. */
#include "gen/filter.h"

#include <stdalign.h>

#include "gen/filter_coupons.h"
#include "layouts/coupons.h"
#include "scoring/chipit_even.h"
#include "scoring/laundry_even.h"

/* Sheets of a game whose face worth differs by no more than this, in dollars. */
#define COUPONS_GAP 1

static bool
coupons_are_even(const void *layout)
{
	const struct coupons_layout *coupons = layout;
	int least = 0, most = 0;

	for (int sheet = 0; sheet < coupons->sheets; sheet++) {
		int worth = 0;

		for (int i = 0; i < COUPONS_A_SHEET; i++)
			worth += coupon_worth(&coupons->coupon[sheet][i]);
		least = sheet == 0 || worth < least ? worth : least;
		most = sheet == 0 || worth > most ? worth : most;
	}
	return most - least <= COUPONS_GAP && coupons_seats_are_even(coupons);
}

static bool
pad_is_even(const void *layout)
{
	return chipit_is_even(layout);
}

static bool
tickets_are_even(const void *layout)
{
	return laundry_is_even(layout);
}

static const struct filter {
	const struct game *game;
	unsigned version;
	bool (*passes)(const void *layout);
} filters[] = {
	{&game_coupons, 2, coupons_are_even},
	{&game_laundry, 1, tickets_are_even},
	{&game_chipit, 1, pad_is_even},
};

static const struct filter *
find(const struct game *game)
{
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
		if (filters[i].game == game)
			return &filters[i];
	return NULL;
}

unsigned
filter_version(const struct game *game)
{
	const struct filter *filter = find(game);

	return filter == NULL ? 0 : filter->version;
}

bool
filter_passes(const struct game *game, const struct code *code)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct filter *filter = find(game);

	if (filter == NULL)
		return true;
	game->build(layout, code);
	return filter->passes(layout);
}
