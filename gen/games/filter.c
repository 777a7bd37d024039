/* SPDX-License-Identifier: MIT
 * Filters, one a game that has one. */
#include "gen/games/filter.h"

#include <stdalign.h>

#include "scoring/solve/coupons_even.h"
#include "layouts/coupons.h"
#include "scoring/solve/chipit_even.h"
#include "scoring/solve/clips_duel.h"
#include "scoring/solve/clips_solo.h"
#include "scoring/solve/laundry_even.h"

/* Sheets of a game whose face worth differs by no more than this, in dollars. */
#define COUPONS_GAP 1

/* Solo scores for which the published scale means something: the best is a star, or just beyond. */
#define CLIPS_LEAST 31
#define CLIPS_MOST  36

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

/* Without memory nothing is known of a card, and it is as good as any. */
static bool
solo_best_is_right(const struct clips_board *board)
{
	struct clips_soloist *soloist = clips_soloist_create();
	bool right = soloist == NULL || clips_solo_within(soloist, board, CLIPS_LEAST, CLIPS_MOST);

	clips_soloist_destroy(soloist);
	return right;
}

static bool
value_is_fair(const struct clips_board *board, int most)
{
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	bool fair = true;

	if (duelist != NULL) {
		clips_duelist_begin(duelist, board, NULL);
		fair = !clips_duel_reaches(duelist, &(struct clips_game){0}, most + 1);
	}
	clips_duelist_destroy(duelist);
	return fair;
}

/* The scale is published for the usual rules. */
static bool
solo_scale_fits(const void *layout)
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	struct clips_board *board = clips_board_create(layout, usual);
	bool fits = board == NULL || solo_best_is_right(board);

	clips_board_destroy(board);
	return fits;
}

static const struct filter {
	const struct game *game;
	unsigned version;
	bool (*passes)(const void *layout);
} filters[] = {
	{&game_coupons, 3, coupons_are_even},
	{&game_laundry, 1, tickets_are_even},
	{&game_clips, 1, solo_scale_fits},
	{&game_chipit, 2, pad_is_even},
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

bool
filter_knows_fair(const struct game *game)
{
	return game == &game_clips;
}

bool
filter_grants(const struct game *game, const struct code *code, const struct filter_wish *wish)
{
	struct clips_layout layout;
	struct clips_board *board;
	bool fair;

	if (!filter_passes(game, code))
		return false;
	if (!wish->fair || !filter_knows_fair(game))
		return true;
	game->build(&layout, code);
	board = clips_board_create(&layout, wish->house);
	fair = board == NULL || value_is_fair(board, wish->most);
	clips_board_destroy(board);
	return fair;
}
