/* SPDX-License-Identifier: MIT
 * The slow scorer. Clear first, fast never. */
#include "tests/scoring/slow.h"

#include <string.h>

#include "tests/tools.h"

/* What was found for each number of each part; 0 for what was not looked at yet. */
#define PARTS_MAX 16
static int16_t found[2][PARTS_MAX][PARTS_MAX][PARTS_MAX][PARTS_MAX];

static int
best_burgers(const int part[COUPON_BURGER_PARTS], int pair_worth)
{
	const int worth[] = {0, 1, pair_worth, 9, 14};
	int16_t *known = &found[pair_worth == 5][part[0]][part[1]][part[2]][part[3]];
	int best = 0;

	if (*known != 0)
		return *known;
	/* Any set that the parts allow, and then the best of what is left. */
	for (int set = 1; set < 16; set++) {
		int left[COUPON_BURGER_PARTS], size = 0, sum;
		bool possible = true;

		for (int i = 0; i < COUPON_BURGER_PARTS; i++) {
			left[i] = part[i] - (set >> i & 1);
			size += set >> i & 1;
			possible &= left[i] >= 0;
		}
		sum = possible ? worth[size] + best_burgers(left, pair_worth) : 0;
		if (sum > best)
			best = sum;
	}
	*known = (int16_t)best;
	return best;
}

int
slow_burgers(const int part[COUPON_BURGER_PARTS], int pair_worth)
{
	for (int i = 0; i < COUPON_BURGER_PARTS; i++)
		assert_in_range(part[i], 0, PARTS_MAX - 1);
	return best_burgers(part, pair_worth);
}

int
slow_icons(const struct coupon *coupon, int n)
{
	int icons = 0;

	for (int i = 0; i < n; i++)
		for (int copy = 0; copy < coupon[i].times; copy++)
			icons += coupon[i].icons;
	return icons;
}

int
slow_hand(const struct coupon *coupon, int n, int pair_worth)
{
	int have[COUPON_KINDS] = {0}, part[COUPON_BURGER_PARTS], sum = 0;

	for (int i = 0; i < n; i++) {
		for (int copy = 0; copy < coupon[i].times; copy++) {
			have[coupon[i].kind]++;
			sum += coupon[i].money;
			if (coupon[i].kind == COUPON_COLESLAW)
				sum -= 2;
			if (coupon[i].kind == COUPON_GRILL)
				sum += 5;
			/* Every fifth melon brings ten. */
			if (coupon[i].kind == COUPON_WATERMELON && have[COUPON_WATERMELON] % 5 == 0)
				sum += 10;
		}
	}
	for (int dip = 0; dip < have[COUPON_DIP]; dip++)
		for (int chip = 0; chip < have[COUPON_CHIPS]; chip++)
			sum++;
	while (have[COUPON_HOTDOG] > 0 && have[COUPON_BUN] > 0) {
		have[COUPON_HOTDOG]--;
		have[COUPON_BUN]--;
		sum += 3;
	}
	for (int i = 0; i < COUPON_BURGER_PARTS; i++)
		part[i] = have[COUPON_ROLL + i];
	return sum - have[COUPON_HOTDOG] - have[COUPON_BUN] + slow_burgers(part, pair_worth);
}

/* Copies the numbers, largest first. */
static void
sort_down(const int *number, int n, int *sorted)
{
	for (int i = 0; i < n; i++) {
		int at = i;

		for (; at > 0 && sorted[at - 1] < number[i]; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = number[i];
	}
}

void
slow_awards(const int *icons, int players, int *award)
{
	int sorted[8];
	bool tie;

	sort_down(icons, players, sorted);
	tie = players > 1 && sorted[0] == sorted[1];
	for (int i = 0; i < players; i++) {
		award[i] = 0;
		if (icons[i] == 0)
			continue;
		if (icons[i] == sorted[0])
			award[i] = 3 * players;
		else if (!tie && icons[i] == sorted[1])
			award[i] = players;
	}
}

/* Without any wilds left. A star may turn a bomb or not, whichever is more. */
static int
plain_symbols(const int count[CLIPS_SYMBOLS], bool poop_bonus, bool ladder_from_one)
{
	static const int ladder[] = {0, 1, 3, 6, 9, 12, 15};
	int rungs = count[CLIPS_LADDER];
	int best_bombs = -3 * count[CLIPS_BOMB];
	int sum = count[CLIPS_ONE] + 2 * count[CLIPS_EMERALD] - count[CLIPS_POOP];

	if (count[CLIPS_POOP] >= 4)
		sum += poop_bonus ? 7 : 7 + count[CLIPS_POOP];
	if (ladder_from_one && rungs > 0)
		rungs--;
	sum += ladder[rungs > 6 ? 6 : rungs];
	for (int turned = 0; turned <= count[CLIPS_BOMB] && turned <= count[CLIPS_STAR]; turned++) {
		int bombs = 2 * turned - 3 * (count[CLIPS_BOMB] - turned);

		if (bombs > best_bombs)
			best_bombs = bombs;
	}
	return sum + best_bombs;
}

int
slow_symbols(const int count[CLIPS_SYMBOLS], bool poop_bonus, bool ladder_from_one)
{
	int best;
	bool any = false;

	if (count[CLIPS_WILD] < 2)
		return plain_symbols(count, poop_bonus, ladder_from_one);
	best = 0;
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++) {
		int next[CLIPS_SYMBOLS], sum;

		if (symbol == CLIPS_SWIRL || symbol == CLIPS_WILD)
			continue;
		memcpy(next, count, sizeof next);
		next[CLIPS_WILD] -= 2;
		next[symbol]++;
		sum = slow_symbols(next, poop_bonus, ladder_from_one);
		if (!any || sum > best)
			best = sum;
		any = true;
	}
	return best;
}

int
slow_clips(const struct clips_layout *card, const char *const *clip, int n, bool poop_bonus, bool ladder_from_one)
{
	int count[CLIPS_SYMBOLS] = {0}, swirls = 0;

	for (int i = 0; i < n; i++) {
		int line = clip[i][1] - '1', depth = clip[i][3] - '0';

		for (int step = 0; step < depth; step++) {
			uint8_t symbol;

			switch (clip[i][0]) {
			case 'L':
				symbol = card->grid[line][step];
				break;
			case 'R':
				symbol = card->grid[line][5 - step];
				break;
			case 'T':
				symbol = card->grid[step][line];
				break;
			default:
				symbol = card->grid[7 - step][line];
				break;
			}
			count[symbol]++;
			if (symbol == CLIPS_SWIRL)
				swirls += 3 - (depth - 1);
		}
	}
	return swirls + slow_symbols(count, poop_bonus, ladder_from_one);
}

void
slow_places(const int *total, const int *breaks, int players, unsigned *place)
{
	int value[8] = {0}, sorted[8];

	for (int i = 0; i < players; i++)
		value[i] = total[i] * 1000 + (breaks != NULL ? breaks[i] : 0);
	sort_down(value, players, sorted);
	for (int i = 0; i < players; i++)
		for (int rank = players; rank-- > 0;)
			if (sorted[rank] == value[i])
				place[i] = (unsigned)rank + 1;
}
