/* SPDX-License-Identifier: MIT
 * Cutting coupons: legal cuts are those of a plain search that knows the paper
 * alone, cell by cell; thousands of games keep the rules. */
#include <string.h>

#include "scoring/play/coupons_play.h"
#include "tests/tools.h"

#define W    3 /* the largest field that is searched */
#define H    3
#define COLS (W + 1)

/* The plain model: sides of cells that are cut, by the point they start at. */
struct paper {
	int w, h;
	int owner[H][W];
	bool across[H + 1][W + 1], down[H + 1][W + 1]; /* cut: to the right, down from a point */
	uint64_t sum;                                  /* of the cuts that were found */
	unsigned count;
};

static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};

static int
owner(const struct paper *paper, int x, int y)
{
	return x < 0 || y < 0 || x >= paper->w || y >= paper->h ? -1 : paper->owner[y][x];
}

/* The cell in a quadrant around a point: 0 is above and right, then clockwise. */
static int
quadrant(const struct paper *paper, int x, int y, int q)
{
	return owner(paper, q == 0 || q == 1 ? x : x - 1, q == 1 || q == 2 ? y : y - 1);
}

static bool *
side(struct paper *paper, int x, int y, int way)
{
	if (way == 1 || way == 3)
		return &paper->across[y][way == 1 ? x : x - 1];
	return &paper->down[way == 2 ? y : y - 1][x];
}

/* The quadrants beside the line that leaves a point: before it and after it, clockwise. */
static bool
dotted(const struct paper *paper, int x, int y, int way)
{
	int a = quadrant(paper, x, y, (way + 3) % 4), b = quadrant(paper, x, y, way);

	return a >= 0 && b >= 0 && a != b;
}

static bool
at_edge(const struct paper *paper, int x, int y)
{
	return x == 0 || y == 0 || x == paper->w || y == paper->h;
}

static bool
may_stop(const struct paper *paper, int x, int y)
{
	int lines = 0;

	for (int way = 0; way < 4; way++)
		lines += dotted(paper, x, y, way);
	return at_edge(paper, x, y) || lines > 2;
}

/* Whether paper hangs together around a point from one quadrant to another, when the line that the
 * scissors come along is not cut yet. */
static bool
hangs_together(struct paper *paper, int x, int y, int came_from, int from, int to)
{
	for (int turn = 1; turn >= -1; turn -= 2) {
		int q = from;

		while (q != to) {
			int line = turn == 1 ? (q + 1) % 4 : q;

			if (line != came_from && *side(paper, x, y, line))
				break;
			q = (q + turn + 4) % 4;
		}
		if (q == to)
			return true;
	}
	return false;
}

static uint64_t
mix(uint64_t hash, unsigned point)
{
	uint64_t state = hash ^ (point + 1) * UINT64_C(0x9e3779b97f4a7c15);

	return dice_roll(&state);
}

/* All cuts that begin with what is cut so far; every point on the way counts, so that the same
 * sum means the same cuts. */
static void
search(struct paper *paper, int x, int y, int came, uint64_t hash)
{
	bool inside = !may_stop(paper, x, y);

	if (came >= 0 && !inside) {
		paper->sum += hash;
		paper->count++;
		if (at_edge(paper, x, y))
			return;
	}
	for (int way = 0; way < 4; way++) {
		bool *cut = dotted(paper, x, y, way) ? side(paper, x, y, way) : NULL;

		if (cut == NULL || *cut)
			continue;
		if (came >= 0 && !hangs_together(paper, x, y, (came + 2) % 4, (came + 2) % 4, way))
			continue;
		*cut = true;
		search(paper, x + dx[way], y + dy[way], way, mix(hash, (unsigned)((y + dy[way]) * COLS + x + dx[way])));
		*cut = false;
	}
}

static void
search_all(struct paper *paper)
{
	paper->sum = 0;
	paper->count = 0;
	for (int y = 0; y <= paper->h; y++) {
		for (int x = 0; x <= paper->w; x++) {
			bool start = at_edge(paper, x, y);

			for (int way = 0; way < 4; way++)
				start |= dotted(paper, x, y, way) && *side(paper, x, y, way);
			if (start)
				search(paper, x, y, -1, mix(0, (unsigned)(y * COLS + x)));
		}
	}
}

/* The same with the engine under test. */
struct found {
	uint64_t sum;
	unsigned count;
	unsigned wanted; /* the cut to be kept */
	struct cut at, kept;
};

static uint64_t
mix_link(uint64_t hash, unsigned from, unsigned to, unsigned way)
{
	int x = (int)(from % CUTS_POINT_COLS), y = (int)(from / CUTS_POINT_COLS);

	do {
		x += dx[way];
		y += dy[way];
		hash = mix(hash, (unsigned)(y * COLS + x));
	} while ((unsigned)(y * CUTS_POINT_COLS + x) != to);
	return hash;
}

static void
engine(const struct cuts_sheet *sheet, const struct cuts *cuts, unsigned point, unsigned came, uint64_t hash,
	struct found *found)
{
	unsigned ways = cuts_ways(sheet, cuts, point, came);

	if (came != WAY_NONE) {
		found->sum += hash;
		if (found->count++ == found->wanted)
			found->kept = found->at;
	}
	for (unsigned way = 0; way < WAYS; way++) {
		struct cuts after = *cuts;
		unsigned to;

		if ((ways >> way & 1) == 0)
			continue;
		to = cuts_step(sheet, &after, point, way);
		found->at.way[found->at.steps++] = (uint8_t)way;
		engine(sheet, &after, to, way, mix_link(hash, point, to, way), found);
		found->at.steps--;
	}
}

static void
engine_all(const struct cuts_sheet *sheet, const struct cuts *cuts, struct found *found)
{
	found->sum = 0;
	found->count = 0;
	for (unsigned point = 0; point < CUTS_POINTS; point++) {
		unsigned x = point % CUTS_POINT_COLS, y = point / CUTS_POINT_COLS;

		found->at = (struct cut){.start = (uint8_t)point};
		if (x <= W && y <= H)
			engine(sheet, cuts, point, WAY_NONE, mix(0, y * COLS + x), found);
	}
}

/* Cuts a small field into coupons of up to 2x2 cells. */
static unsigned
random_field(uint64_t *dice, struct paper *paper, struct coupon coupon[W * H])
{
	unsigned count = 0;

	memset(paper, 0, sizeof *paper);
	paper->w = 2 + (int)dice_below(dice, W - 1);
	paper->h = 2 + (int)dice_below(dice, H - 1);
	memset(paper->owner, -1, sizeof paper->owner);
	for (int i = 0; i < paper->w * paper->h; i++) {
		int x = i % paper->w, y = i / paper->w, w = 1, h = 1;

		if (paper->owner[y][x] >= 0)
			continue;
		if (x + 1 < paper->w && paper->owner[y][x + 1] < 0 && dice_below(dice, 3) == 0)
			w = 2;
		if (y + 1 < paper->h && dice_below(dice, 3) == 0)
			h = 2;
		for (int j = 0; j < w * h; j++)
			paper->owner[y + j / w][x + j % w] = (int)count;
		coupon[count++] = (struct coupon){
			.col = (uint8_t)x, .row = (uint8_t)y, .cols = (uint8_t)w, .rows = (uint8_t)h, .times = 1};
	}
	return count;
}

static void
cut_paper(struct paper *paper, const struct cuts_sheet *sheet, const struct cut *cut)
{
	unsigned point = cut->start;

	for (unsigned i = 0; i < cut->steps; i++) {
		const struct link *link = &sheet->link[sheet->leaves[point][cut->way[i]]];
		unsigned to = link->from == point ? link->to : link->from;
		int x = (int)(point % CUTS_POINT_COLS), y = (int)(point / CUTS_POINT_COLS);

		for (; (unsigned)(y * CUTS_POINT_COLS + x) != to; x += dx[cut->way[i]], y += dy[cut->way[i]])
			*side(paper, x, y, cut->way[i]) = true;
		point = to;
	}
}

/* The coupons that no cell of another hangs on. */
static uint32_t
free_coupons(struct paper *paper, unsigned count)
{
	uint32_t free = (UINT32_C(1) << count) - 1;

	for (int y = 0; y < paper->h; y++) {
		for (int x = 0; x < paper->w; x++) {
			int own = owner(paper, x, y), right = owner(paper, x + 1, y);
			int below = owner(paper, x, y + 1);

			if (right >= 0 && right != own && !paper->down[y][x + 1])
				free &= ~(UINT32_C(1) << own | UINT32_C(1) << right);
			if (below >= 0 && below != own && !paper->across[y + 1][x])
				free &= ~(UINT32_C(1) << own | UINT32_C(1) << below);
		}
	}
	return free;
}

/* Makes a cut if every step of it is allowed. Otherwise nothing is cut and `step` is where it fails. */
static bool
cut_is_made(const struct cuts_sheet *sheet, struct cuts *cuts, const struct cut *cut, unsigned *step)
{
	struct cuts after = *cuts;
	unsigned point = cut->start, came = WAY_NONE;

	for (*step = 0; *step < cut->steps; ++*step) {
		unsigned way = cut->way[*step];

		if ((cuts_ways(sheet, &after, point, came) >> way & 1) == 0)
			return false;
		point = cuts_step(sheet, &after, point, way);
		came = way;
	}
	*cuts = after;
	return cut->steps > 0;
}

/* The number of pieces that hang together and are more than one coupon. */
static unsigned
count_pieces(const struct cuts_sheet *sheet, const struct cuts *cuts)
{
	uint32_t left = ((UINT32_C(1) << sheet->coupons) - 1) & ~cuts_free(sheet, cuts);
	unsigned pieces = 0;

	for (; left != 0; pieces++) {
		uint32_t piece = left & -left, before = 0;

		while (piece != before) {
			before = piece;
			for (unsigned i = 0; i < sheet->links; i++) {
				const uint8_t *side = sheet->link[i].side;

				if ((cuts->done >> i & 1) == 0 && ((piece >> side[0] | piece >> side[1]) & 1) != 0)
					piece |= UINT32_C(1) << side[0] | UINT32_C(1) << side[1];
			}
		}
		left &= ~piece;
	}
	return pieces;
}

static void
legal_cuts_are_those_of_a_plain_search(void **state)
{
	uint64_t dice = 1;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct coupon coupon[W * H];
		struct cuts_sheet sheet;
		struct paper paper;
		struct cuts cuts;
		unsigned count = random_field(&dice, &paper, coupon), step;

		cuts_sheet_init(&sheet, coupon, count);
		cuts_init(&cuts, &sheet);
		for (;;) {
			struct found found = {0};

			search_all(&paper);
			found.wanted = dice_below(&dice, paper.count + 1);
			engine_all(&sheet, &cuts, &found);
			assert_int_equal(found.count, paper.count);
			assert_true(found.sum == paper.sum);
			assert_int_equal(cuts_free(&sheet, &cuts), free_coupons(&paper, count));
			if (paper.count == 0 || found.wanted == paper.count)
				break;
			assert_true(cut_is_made(&sheet, &cuts, &found.kept, &step));
			cut_paper(&paper, &sheet, &found.kept);
		}
		assert_true(paper.count > 0 || cuts_over(&sheet, &cuts));
	}
}

/* The picture in the published rules: past a cut that touches from one side, not across one. */
static void
a_cut_passes_one_side_and_stops_at_both(void **state)
{
	struct coupon coupon[4] = {{.cols = 1, .rows = 1}, {.col = 1, .cols = 1, .rows = 1},
		{.row = 1, .cols = 1, .rows = 1}, {.col = 1, .row = 1, .cols = 1, .rows = 1}};
	const struct cut half = {7, 1, {WAY_RIGHT}}, all = {7, 2, {WAY_RIGHT, WAY_RIGHT}};
	const struct cut down = {1, 2, {WAY_DOWN, WAY_DOWN}};
	struct cuts_sheet sheet;
	struct cuts cuts;
	unsigned step;

	(void)state;
	cuts_sheet_init(&sheet, coupon, 4);
	cuts_init(&cuts, &sheet);
	assert_true(cut_is_made(&sheet, &cuts, &half, &step));
	assert_true(cut_is_made(&sheet, &cuts, &down, &step));
	cuts_init(&cuts, &sheet);
	assert_true(cut_is_made(&sheet, &cuts, &all, &step));
	assert_false(cut_is_made(&sheet, &cuts, &down, &step));
	assert_int_equal(step, 1);
	/* There is a line that way and it is not cut: only the cut across it, on both sides, ends the paper. */
	assert_true(sheet.leaves[8][WAY_DOWN] >= 0);
	assert_int_equal(cuts.done >> sheet.leaves[8][WAY_DOWN] & 1, 0);
	assert_int_equal(cuts_ways(&sheet, &cuts, 8, WAY_DOWN), 0);
	assert_int_equal(count_pieces(&sheet, &cuts), 2);
	assert_int_equal(cuts_free(&sheet, &cuts), 0);
}

/* Large, so not on the stack. */
static struct coupons_table table;

/* A game move by move: 59 lines, at least two of them cut in a turn, and a few turns more. */
#define TURNS_MAX 32
static struct coupons_turn record[TURNS_MAX][COUPONS_SHEETS_MAX];
static struct problems problems;

static void
check_totals(const struct coupons_layout *layout, const struct coupons_game *game, bool four)
{
	static struct coupons_result result;
	static struct score score;
	int total[COUPONS_SHEETS_MAX];

	memset(&result, 0, sizeof result);
	result.base.house[COUPONS_BURGER_PAIR] = four;
	result.base.players.count = layout->sheets;
	for (uint8_t sheet = 0; sheet < layout->sheets; sheet++)
		for (uint8_t i = 0; i < COUPONS_A_SHEET; i++)
			if (game->gone[sheet] >> i & 1)
				result.claim[result.claims++] = (struct coupons_claim){.sheet = sheet,
					.number = (uint8_t)(i + 1),
					.player = game->owner[sheet][i],
					.discarded = game->discarded[sheet] >> i & 1};
	assert_int_equal(result.claims, layout->sheets * COUPONS_A_SHEET);
	problems_init(&problems);
	rules_coupons.score(layout, &result, &score, &problems);
	assert_int_equal(problems.count, 0);
	coupons_game_totals(game, total);
	for (unsigned i = 0; i < layout->sheets; i++) {
		assert_int_equal(total[i], score.player[i].total);
		assert_true(game->tokens[i] <= COUPONS_TOKENS);
	}
}

/* Plays the record of a game by the rules: every cut and every discard in it is legal, and it ends alike. */
static void
check_record(const struct coupons_game *game)
{
	struct coupons_game again;

	coupons_game_init(&again, &table);
	for (unsigned turn = 0; turn < game->turn; turn++, again.turn++) {
		assert_false(coupons_game_over(&again));
		for (unsigned player = 0; player < table.layout->sheets; player++) {
			const struct coupons_turn *done = &record[turn][player];
			unsigned sheet = coupons_game_sheet(&again, player), step;
			uint32_t fresh;

			if (done->cuts > COUPONS_CUTS_A_TURN)
				again.tokens[player] =
					(uint8_t)(again.tokens[player] - (done->cuts - COUPONS_CUTS_A_TURN));
			assert_true(again.tokens[player] <= COUPONS_TOKENS);
			for (unsigned i = 0; i < done->cuts; i++)
				assert_true(cut_is_made(&table.sheet[sheet], &again.cuts[sheet], &done->cut[i], &step));
			assert_true(done->cuts >= COUPONS_CUTS_A_TURN ||
				cuts_over(&table.sheet[sheet], &again.cuts[sheet]));
			fresh = coupons_game_collect(&again, player);
			assert_int_equal(done->discards, coupons_grills(table.layout, sheet, fresh));
			for (unsigned i = 0; i < done->discards; i++) {
				assert_true(coupons_game_may_discard(&again, player, done->discard[i]));
				coupons_game_discard(&again, player, done->discard[i]);
			}
		}
	}
	assert_true(coupons_game_over(&again));
	assert_int_equal(again.turn, game->turn);
	assert_memory_equal(again.owner, game->owner, sizeof game->owner);
	assert_memory_equal(again.discarded, game->discarded, sizeof game->discarded);
	assert_memory_equal(again.tokens, game->tokens, sizeof game->tokens);
}

static void
games_keep_the_rules(void **state)
{
	uint64_t dice = 2;

	(void)state;
	for (uint32_t i = 0; i < 2000; i++) {
		struct code code = {
			.seed = dice_roll(&dice) & SEED_MAX, .game = 1, .version = 1, .players = (uint8_t)(2 + i % 4)};
		enum coupons_player kind[COUPONS_SHEETS_MAX];
		struct coupons_game game, again;
		struct coupons_layout layout;
		struct random random;

		for (int seat = 0; seat < COUPONS_SHEETS_MAX; seat++)
			kind[seat] = (enum coupons_player)dice_below(&dice, COUPONS_PLAYER_KINDS);
		game_coupons.build(&layout, &code);
		coupons_table_init(&table, &layout, i % 8 == 0);
		random_init(&random, 3, 0, i);
		coupons_game_init(&game, &table);
		while (!coupons_game_over(&game)) {
			assert_in_range(game.turn, 0, TURNS_MAX - 1);
			coupons_play_turn(&game, kind, &random, record[game.turn]);
		}
		check_totals(&layout, &game, i % 8 == 0);
		check_record(&game);
		random_init(&random, 3, 0, i);
		coupons_play(&table, kind, &random, &again);
		assert_memory_equal(&again.owner, &game.owner, sizeof game.owner);
	}
}

/* Players weigh a coupon by what the rule book would pay for it. */
static void
gains_are_differences_of_dollars(void **state)
{
	uint64_t dice = 7;

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct coupons_hand hand = {0};
		bool four = i % 2;

		for (int n = 0; n < 40; n++) {
			struct coupon coupon = {.kind = (uint8_t)dice_below(&dice, COUPON_KINDS),
				.money = (uint8_t)dice_below(&dice, 4),
				.times = (uint8_t)(1 + dice_below(&dice, 3))};
			int before = coupons_hand_dollars(&hand, four);
			int gain = coupons_hand_gain(&hand, &coupon, four);

			if (coupon.kind != COUPON_CHIPS && coupon.kind != COUPON_FIREWORK &&
				coupon.kind != COUPON_WATERMELON)
				coupon.money = 0;
			coupons_hand_add(&hand, &coupon);
			assert_int_equal(coupons_hand_dollars(&hand, four) - before, gain);
		}
	}
}

/* Over many sheets a player who thinks further wins more. */
static void
thinking_pays(void **state)
{
	static const enum coupons_player kind[][COUPONS_SHEETS_MAX] = {
		{COUPONS_GREEDY, COUPONS_RANDOM}, {COUPONS_AHEAD, COUPONS_GREEDY}};

	(void)state;
	for (size_t pair = 0; pair < LENGTH(kind); pair++) {
		int lead = 0;

		for (uint32_t i = 0; i < 300; i++) {
			struct code code = {.seed = i, .game = 1, .version = 1, .players = 2};
			struct coupons_layout layout;
			struct coupons_game game;
			struct random random;
			int total[COUPONS_SHEETS_MAX];

			game_coupons.build(&layout, &code);
			coupons_table_init(&table, &layout, false);
			random_init(&random, 4, 0, i);
			coupons_play(&table, kind[pair], &random, &game);
			coupons_game_totals(&game, total);
			lead += total[0] - total[1];
		}
		assert_true(lead > 300 * 3);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legal_cuts_are_those_of_a_plain_search),
		cmocka_unit_test(a_cut_passes_one_side_and_stops_at_both),
		cmocka_unit_test(games_keep_the_rules),
		cmocka_unit_test(gains_are_differences_of_dollars),
		cmocka_unit_test(thinking_pays),
	};

	return cmocka_run_group_tests_name("coupons_play", tests, NULL, NULL);
}
