/* SPDX-License-Identifier: MIT
 * Filters, one a game that has one; see filter.h. */
#include "gen/filter.h"

#include <stdalign.h>

#include "layouts/coupons.h"
#include "scoring/clips_duel.h"
#include "scoring/clips_solo.h"

/* Sheets of a game whose face worth differs by no more than this, in dollars. */
#define COUPONS_GAP 1

/* Solo scores for which the published scale means something: the best is a star, or just beyond. */
#define CLIPS_LEAST 31
#define CLIPS_MOST  36

static bool
coupons_are_even(const void *layout, const struct wish *wish)
{
	const struct coupons_layout *coupons = layout;
	int least = 0, most = 0;

	(void)wish;
	for (int sheet = 0; sheet < coupons->sheets; sheet++) {
		int worth = 0;

		for (int i = 0; i < COUPONS_A_SHEET; i++)
			worth += coupon_worth(&coupons->coupon[sheet][i]);
		least = sheet == 0 || worth < least ? worth : least;
		most = sheet == 0 || worth > most ? worth : most;
	}
	return most - least <= COUPONS_GAP;
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

/* The scale is published for the usual rules, so the solo best is too; fair is what will be
 * played. */
static bool
clips_are_right(const void *layout, const struct wish *wish)
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	struct clips_board *board = clips_board_create(layout, usual);
	bool right = board == NULL || solo_best_is_right(board);

	clips_board_destroy(board);
	if (!right || !wish->fair)
		return right;
	board = clips_board_create(layout, wish->house);
	right = board == NULL || value_is_fair(board, wish->most);
	clips_board_destroy(board);
	return right;
}

static const struct filter {
	const struct game *game;
	unsigned version;
	bool fair;
	bool (*passes)(const void *layout, const struct wish *wish);
} filters[] = {
	{&game_coupons, 1, false, coupons_are_even},
	{&game_clips, 1, true, clips_are_right},
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
filter_knows_fair(const struct game *game)
{
	const struct filter *filter = find(game);

	return filter != NULL && filter->fair;
}

bool
filter_passes(const struct game *game, const struct code *code, const struct wish *wish)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct filter *filter = find(game);

	if (filter == NULL)
		return true;
	game->build(layout, code);
	return filter->passes(layout, wish);
}
