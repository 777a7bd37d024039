/* SPDX-License-Identifier: MIT
 * Finished games from dice. */
#include "tests/scoring/sample.h"

#include <stdio.h>
#include <string.h>

#include "scoring/chipit.h"
#include "scoring/clips.h"
#include "scoring/coupons.h"
#include "scoring/laundry.h"
#include "tests/scoring/slow.h"
#include "tests/tools.h"

void (*const sample_makers[SAMPLE_GAMES])(struct sample *sample, uint64_t *dice) = {
	sample_coupons, sample_laundry, sample_clips, sample_chipit};

void
sample_code(unsigned game, uint64_t seed, unsigned players, unsigned option, char text[CODE_TEXT])
{
	struct code code = {
		.seed = seed,
		.game = (uint8_t)game,
		.version = 1,
		.players = (uint8_t)players,
		.option = (uint8_t)option,
	};

	code_write(&code, NULL, text);
}

/* A result without what is the game's own; some players have names, in several scripts. */
static void
start(struct sample *sample, uint64_t *dice, const char *game, unsigned players)
{
	static const char *const names[] = {
		"Ana", "Bo", "\xC3\x89loise", "Zo\xC3\xAB \"Z\"", "\xE6\xA5\xBD", "\xF0\x9F\x8D\x94"};
	json_t *list = json_array();

	*sample = (struct sample){.json = json_object(), .players = players, .finished = true, .rank = -1};
	for (unsigned i = 0; i < players; i++) {
		json_t *player = json_object();

		if (dice_below(dice, 4) > 0)
			json_object_set_new(player, "name", json_string(names[i]));
		json_array_append_new(list, player);
	}
	json_object_set_new(sample->json, "game", json_string(game));
	json_object_set_new(sample->json, "players", list);
}

static json_t *
player_of(const struct sample *sample, unsigned player)
{
	return json_array_get(json_object_get(sample->json, "players"), player);
}

static void
set_code(struct sample *sample, uint64_t seed, unsigned game, unsigned players, unsigned option)
{
	char text[CODE_TEXT];

	sample_code(game, seed, players, option, text);
	json_object_set_new(sample->json, "code", json_string(text));
}

static void
set_rule(struct sample *sample, const char *name, json_t *value)
{
	json_t *rules = json_object_get(sample->json, "rules");

	if (rules == NULL) {
		rules = json_object();
		json_object_set_new(sample->json, "rules", rules);
	}
	json_object_set_new(rules, name, value);
}

/* Who has each coupon of a game, and which are discarded: one of a player's for each grill. */
struct shares {
	uint8_t owner[COUPONS_MAX];
	bool discarded[COUPONS_MAX];
};

static void
share_out(const struct coupons_layout *layout, struct shares *shares, uint64_t *dice)
{
	const struct coupon *coupon = layout->coupon[0];
	int all = layout->sheets * COUPONS_A_SHEET;

	for (int i = 0; i < all; i++) {
		shares->owner[i] = (uint8_t)dice_below(dice, layout->sheets);
		shares->discarded[i] = false;
	}
	for (int i = 0; i < all; i++) {
		uint32_t pick;

		if (coupon[i].kind != COUPON_GRILL)
			continue;
		/* A player's grills alone are enough to end this. */
		do
			pick = dice_below(dice, (uint32_t)all);
		while (shares->owner[pick] != shares->owner[i] || shares->discarded[pick] ||
			coupon[pick].kind == COUPON_COLESLAW);
		shares->discarded[pick] = true;
	}
}

/* Lists the coupons; a discard is noted with its player or pooled. */
static void
list_coupons(struct sample *sample, const struct shares *shares, uint64_t *dice)
{
	json_t *pile = json_array();
	unsigned piled = dice_below(dice, 3); /* none, all, some */

	for (unsigned i = 0; i < sample->players; i++) {
		json_object_set_new(player_of(sample, i), "coupons", json_array());
		json_object_set_new(player_of(sample, i), "discarded", json_array());
	}
	for (unsigned i = 0; i < sample->players * COUPONS_A_SHEET; i++) {
		json_t *player = player_of(sample, shares->owner[i]), *list;
		char id[4];

		coupon_id(i / COUPONS_A_SHEET, i % COUPONS_A_SHEET, id);
		list = json_object_get(player, shares->discarded[i] ? "discarded" : "coupons");
		if (shares->discarded[i] && (piled == 1 || (piled == 2 && dice_below(dice, 2) == 0)))
			list = pile;
		json_array_append_new(list, json_string(id));
	}
	if (json_array_size(pile) > 0)
		json_object_set(sample->json, "discarded", pile);
	json_decref(pile);
}

void
sample_coupons(struct sample *sample, uint64_t *dice)
{
	struct code code = {.seed = dice_roll(dice) & SEED_MAX,
		.game = 1,
		.version = 1,
		.players = (uint8_t)(2 + dice_below(dice, 4))};
	int icons[PLAYERS_MAX], award[PLAYERS_MAX], pair = 5;
	struct coupons_layout layout;
	struct shares shares;

	game_coupons.build(&layout, &code);
	share_out(&layout, &shares, dice);
	start(sample, dice, "coupons", code.players);
	set_code(sample, code.seed, 1, code.players, 0);
	if (dice_below(dice, 2) == 0)
		set_rule(sample, "burger_pair", json_integer(pair = 4 + (int)dice_below(dice, 2)));
	list_coupons(sample, &shares, dice);
	for (unsigned player = 0; player < code.players; player++) {
		struct coupon hand[COUPONS_MAX];
		int n = 0;

		for (int i = 0; i < code.players * COUPONS_A_SHEET; i++)
			if (shares.owner[i] == player && !shares.discarded[i])
				hand[n++] = layout.coupon[i / COUPONS_A_SHEET][i % COUPONS_A_SHEET];
		sample->total[player] = slow_hand(hand, n, pair);
		icons[player] = slow_icons(hand, n);
	}
	slow_awards(icons, code.players, award);
	for (unsigned player = 0; player < code.players; player++)
		sample->total[player] += award[player];
	slow_places(sample->total, NULL, code.players, sample->place);
}

/* One player's laundry: values (from the ticket when it was dealt), and where each item went. */
static void
wash(struct sample *sample, unsigned seat, const struct laundry_ticket *dealt, int *socks, uint64_t *dice)
{
	enum { NOT, SCORE, NO_SCORE };
	uint8_t value[LAUNDRY_ROWS] = {1, 1, 2, 2, 3, 3}, dryer[LAUNDRY_ROWS + 2], dry = 0;
	json_t *values = json_object(), *score = json_array(), *no_score = json_array();
	unsigned eager = 1 + dice_below(dice, 6); /* the more, the more is dried */

	for (uint32_t last = LAUNDRY_ROWS; last-- > 1;) {
		uint32_t pick = dice_below(dice, last + 1);
		uint8_t swap = value[last];

		value[last] = value[pick];
		value[pick] = swap;
	}
	if (dealt != NULL)
		memcpy(value, dealt->value, sizeof value);
	sample->total[seat] = *socks = 0;
	for (int i = 0; i < LAUNDRY_ROWS + 2; i++) {
		const char *name = laundry_item_name(i < LAUNDRY_ROWS ? i : LAUNDRY_SOCK);

		if (i < LAUNDRY_ROWS)
			json_object_set_new(values, name, json_integer(value[i]));
		dryer[i] = (uint8_t)(dice_below(dice, eager + 1) == 0 ? NOT : 1 + dice_below(dice, 2));
		if (dryer[i] != NOT)
			json_array_append_new(dryer[i] == SCORE ? score : no_score, json_string(name));
		if (i < LAUNDRY_ROWS)
			dry = (uint8_t)(dry + (dryer[i] != NOT));
		if (dryer[i] == SCORE)
			sample->total[seat] += i < LAUNDRY_ROWS ? value[i] : 5;
		if (dryer[i] == SCORE && i >= LAUNDRY_ROWS)
			++*socks;
		/* Items are listed pair by pair, socks last. */
		if (i % 2 == 1 && dryer[i] == NO_SCORE && dryer[i - 1] == NO_SCORE)
			sample->total[seat]++;
	}
	sample->finished |= dry == LAUNDRY_ROWS || (dryer[6] != NOT && dryer[7] != NOT);
	if (dealt == NULL || dice_below(dice, 2) == 0)
		json_object_set(player_of(sample, seat), "values", values);
	json_decref(values);
	json_object_set_new(player_of(sample, seat), "score_dryer", score);
	json_object_set_new(player_of(sample, seat), "no_score_dryer", no_score);
}

void
sample_laundry(struct sample *sample, uint64_t *dice)
{
	struct code code = {.seed = dice_roll(dice) & SEED_MAX,
		.game = 2,
		.version = 1,
		.players = 2,
		.option = (uint8_t)dice_below(dice, 2)};
	bool has_code = dice_below(dice, 2) == 0;
	struct laundry_layout layout;
	int socks[2];

	game_laundry.build(&layout, &code);
	start(sample, dice, "laundry", 2);
	if (has_code)
		set_code(sample, code.seed, 2, 2, code.option);
	sample->finished = false;
	for (unsigned seat = 0; seat < 2; seat++)
		wash(sample, seat, has_code && code.option ? &layout.ticket[seat] : NULL, &socks[seat], dice);
	slow_places(sample->total, socks, 2, sample->place);
}

/* The cells that a clip would take, marked; false when one of them cannot be had. */
static bool
push(const char *clip, bool taken[CLIPS_ROWS][CLIPS_COLS])
{
	int line = clip[1] - '1', depth = clip[3] - '0';
	bool *cell[4];

	for (int i = 0; i < depth; i++) {
		cell[i] = clip[0] == 'L' ? &taken[line][i]
			: clip[0] == 'R' ? &taken[line][CLIPS_COLS - 1 - i]
			: clip[0] == 'T' ? &taken[i][line]
					 : &taken[CLIPS_ROWS - 1 - i][line];
		if (*cell[i])
			return false;
	}
	for (int i = 0; i < depth; i++)
		*cell[i] = true;
	return true;
}

void
sample_clips(struct sample *sample, uint64_t *dice)
{
	struct code code = {.seed = dice_roll(dice) & SEED_MAX, .game = 3, .version = 1};
	unsigned players = 1 + dice_below(dice, 2), each = CLIPS_IN_ALL / players;
	bool bonus = dice_below(dice, 2), from_one = dice_below(dice, 2);
	bool taken[CLIPS_ROWS][CLIPS_COLS] = {{false}};
	int second[2] = {0};
	struct clips_layout card;

	game_clips.build(&card, &code);
	for (int i = 0; i < CLIPS_ROWS * CLIPS_COLS; i++)
		taken[i / CLIPS_COLS][i % CLIPS_COLS] = card.grid[i / CLIPS_COLS][i % CLIPS_COLS] == CLIPS_HOLE;
	start(sample, dice, "clips", players);
	set_code(sample, code.seed, 3, dice_below(dice, 8), 0);
	if (bonus || dice_below(dice, 2) == 0)
		set_rule(sample, "poop_set", json_string(bonus ? "bonus" : "total"));
	if (from_one || dice_below(dice, 2) == 0)
		set_rule(sample, "ladder_from", json_integer(from_one));
	for (unsigned player = 0; player < players; player++) {
		const char *clip[CLIPS_IN_ALL];
		char text[CLIPS_IN_ALL][8];
		json_t *list = json_array();

		for (unsigned i = 0; i < each; i++) {
			clip[i] = text[i];
			do {
				char edge = "LRTB"[dice_below(dice, 4)];
				unsigned lines = edge == 'L' || edge == 'R' ? CLIPS_ROWS : CLIPS_COLS;

				snprintf(text[i], sizeof text[i], "%c%ux%u", edge, 1 + dice_below(dice, lines),
					1 + dice_below(dice, 4));
			} while (!push(text[i], taken));
			json_array_append_new(list, json_string(text[i]));
		}
		json_object_set_new(player_of(sample, player), "clips", list);
		sample->total[player] = slow_clips(&card, clip, (int)each, bonus, from_one);
	}
	if (players == 1) {
		static const int starts[2][2][4] = {
			{{21, 26, 31, 36}, {19, 23, 28, 33}}, {{19, 23, 27, 32}, {16, 20, 25, 29}}};

		sample->rank = 0;
		while (sample->rank < 4 && sample->total[0] >= starts[bonus][from_one][sample->rank])
			sample->rank++;
	} else {
		unsigned first = dice_below(dice, 2), bid = dice_below(dice, 6);

		json_object_set_new(sample->json, "first", json_integer(first));
		json_object_set_new(sample->json, "bid", json_integer(bid));
		sample->total[first] -= (int)bid;
		second[1 - first] = 1;
	}
	slow_places(sample->total, second, (int)players, sample->place);
}

static void
sample_two(struct sample *sample, uint64_t *dice)
{
	json_t *games = json_array();
	int minus[2];

	for (int game = 0; game < 4; game++) {
		unsigned loser = dice_below(dice, 2), chips = dice_below(dice, 12);
		unsigned cards = dice_below(dice, 13);

		cards += chips + cards == 0;
		json_array_append_new(games,
			json_pack("{s:i,s:i,s:i}", "loser", (int)loser, "chips", (int)chips, "cards", (int)cards));
		sample->total[loser] += (int)(chips + 3 * cards);
	}
	json_object_set_new(sample->json, "games", games);
	minus[0] = -sample->total[0];
	minus[1] = -sample->total[1];
	slow_places(minus, NULL, 2, sample->place);
}

void
sample_chipit(struct sample *sample, uint64_t *dice)
{
	unsigned players = 2 + dice_below(dice, 5);
	unsigned count = dice_below(dice, 4) == 0 ? 1 : players;
	int last[PLAYERS_MAX];
	json_t *games;

	start(sample, dice, "chipit", players);
	if (dice_below(dice, 2) == 0)
		set_code(sample, dice_roll(dice) & SEED_MAX, 4, players, players == 2);
	if (players == 2) {
		sample_two(sample, dice);
		return;
	}
	games = json_array();
	for (unsigned game = 0; game < count; game++) {
		json_t *order = json_array();
		unsigned left = (1u << players) - 1;

		for (unsigned place = 0; place < players; place++) {
			unsigned player;

			do
				player = dice_below(dice, players);
			while (!(left >> player & 1));
			left &= ~(1u << player);
			json_array_append_new(order, json_integer(player));
			sample->total[player] += place == 0 ? 4 : place == 1 ? 2 : place == 2;
			last[player] = -(int)place;
		}
		json_array_append_new(games, order);
	}
	json_object_set_new(sample->json, "games", games);
	slow_places(sample->total, count == 1 ? last : NULL, (int)players, sample->place);
}
