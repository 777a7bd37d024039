/* SPDX-License-Identifier: MIT
 * Games of Coupon Clipper. */
#include "scoring/play/coupons_play.h"

const char *
coupons_player_name(enum coupons_player kind)
{
	static const char *const name[COUPONS_PLAYER_KINDS] = {
		[COUPONS_RANDOM] = "random",
		[COUPONS_GREEDY] = "greedy",
		[COUPONS_AHEAD] = "ahead",
	};

	return name[kind];
}

void
coupons_table_init(struct coupons_table *table, const struct coupons_layout *layout, bool pair_is_four)
{
	table->layout = layout;
	table->pair_is_four = pair_is_four;
	table->icons = 0;
	for (unsigned sheet = 0; sheet < layout->sheets; sheet++) {
		struct cuts_sheet *lines = &table->sheet[sheet];
		uint32_t *beside = table->beside[sheet];

		cuts_sheet_init(lines, layout->coupon[sheet], COUPONS_A_SHEET);
		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];

			beside[i] = UINT32_C(1) << i;
			table->icons = (uint16_t)(table->icons + coupon->icons * coupon->times);
		}
		for (unsigned i = 0; i < lines->links; i++) {
			const uint8_t *side = lines->link[i].side;

			beside[side[0]] |= UINT32_C(1) << side[1];
			beside[side[1]] |= UINT32_C(1) << side[0];
		}
	}
}

void
coupons_game_init(struct coupons_game *game, const struct coupons_table *table)
{
	*game = (struct coupons_game){.table = table};
	for (unsigned i = 0; i < table->layout->sheets; i++) {
		game->tokens[i] = COUPONS_TOKENS;
		cuts_init(&game->cuts[i], &table->sheet[i]);
	}
}

unsigned
coupons_game_sheet(const struct coupons_game *game, unsigned player)
{
	unsigned sheets = game->table->layout->sheets;

	return (player + sheets - game->turn % sheets) % sheets;
}

bool
coupons_game_over(const struct coupons_game *game)
{
	for (unsigned i = 0; i < game->table->layout->sheets; i++)
		if (!cuts_over(&game->table->sheet[i], &game->cuts[i]))
			return false;
	return true;
}

uint32_t
coupons_game_collect(struct coupons_game *game, unsigned player)
{
	unsigned sheet = coupons_game_sheet(game, player);
	uint32_t fresh = cuts_free(&game->table->sheet[sheet], &game->cuts[sheet]) & ~game->gone[sheet];

	game->gone[sheet] |= fresh;
	for (uint32_t left = fresh; left != 0; left &= left - 1) {
		unsigned index = (unsigned)__builtin_ctz(left);

		game->owner[sheet][index] = (uint8_t)player;
		coupons_hand_add(&game->hand[player], &game->table->layout->coupon[sheet][index]);
	}
	return fresh;
}

bool
coupons_game_may_discard(const struct coupons_game *game, unsigned player, struct coupon_name name)
{
	return name.sheet < game->table->layout->sheets && name.index < COUPONS_A_SHEET &&
		(game->gone[name.sheet] & ~game->discarded[name.sheet]) >> name.index & 1 &&
		game->owner[name.sheet][name.index] == player &&
		game->table->layout->coupon[name.sheet][name.index].kind != COUPON_COLESLAW;
}

void
coupons_game_discard(struct coupons_game *game, unsigned player, struct coupon_name name)
{
	game->discarded[name.sheet] |= UINT32_C(1) << name.index;
	coupons_hand_take(&game->hand[player], &game->table->layout->coupon[name.sheet][name.index]);
}

unsigned
coupons_grills(const struct coupons_layout *layout, unsigned sheet, uint32_t coupons)
{
	unsigned grills = 0;

	for (; coupons != 0; coupons &= coupons - 1)
		grills += layout->coupon[sheet][__builtin_ctz(coupons)].kind == COUPON_GRILL;
	return grills;
}

void
coupons_game_totals(const struct coupons_game *game, int total[COUPONS_SHEETS_MAX])
{
	unsigned players = game->table->layout->sheets;

	coupons_awards(game->hand, players, total);
	for (unsigned i = 0; i < players; i++)
		total[i] += coupons_hand_dollars(&game->hand[i], game->table->pair_is_four);
}

void
coupons_play_turn(struct coupons_game *game, const enum coupons_player kind[COUPONS_SHEETS_MAX], struct random *random,
	struct coupons_turn turn[COUPONS_SHEETS_MAX])
{
	unsigned players = game->table->layout->sheets;

	/* Everybody cuts before anybody sees what came free, as at the table. */
	for (unsigned player = 0; player < players; player++) {
		turn[player].cuts = turn[player].discards = 0;
		coupons_choose_cuts(game, player, kind[player], random, &turn[player]);
	}
	for (unsigned player = 0; player < players; player++) {
		struct coupons_turn *mine = &turn[player];
		unsigned sheet = coupons_game_sheet(game, player);

		for (unsigned i = 0; i < mine->cuts; i++) {
			unsigned point = mine->cut[i].start;

			for (unsigned step = 0; step < mine->cut[i].steps; step++)
				point = cuts_step(
					&game->table->sheet[sheet], &game->cuts[sheet], point, mine->cut[i].way[step]);
		}
		if (mine->cuts > COUPONS_CUTS_A_TURN)
			game->tokens[player] = (uint8_t)(game->tokens[player] - (mine->cuts - COUPONS_CUTS_A_TURN));
		unsigned grills = coupons_grills(game->table->layout, sheet, coupons_game_collect(game, player));

		for (; grills > 0; grills--) {
			struct coupon_name *name = &mine->discard[mine->discards++];

			coupons_choose_discard(game, player, kind[player], random, name);
			coupons_game_discard(game, player, *name);
		}
	}
	game->turn++;
}

void
coupons_play(const struct coupons_table *table, const enum coupons_player kind[COUPONS_SHEETS_MAX],
	struct random *random, struct coupons_game *game)
{
	struct coupons_turn turn[COUPONS_SHEETS_MAX];

	coupons_game_init(game, table);
	while (!coupons_game_over(game))
		coupons_play_turn(game, kind, random, turn);
}
