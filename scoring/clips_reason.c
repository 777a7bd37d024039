/* SPDX-License-Identifier: MIT
 * The paperclip game's phrases, made from the result and the card again. Pure. */
#include <string.h>

#include "scoring/clips.h"
#include "scoring/reason.h"

/* What a player captured: symbols, and the swirls with what their clips left them. */
static void
count_captured(const struct clips_layout *card, const struct clips_result *result, unsigned player,
	uint8_t count[CLIPS_SYMBOLS], int *swirl, char swirls[REASON_BYTES])
{
	memset(count, 0, CLIPS_SYMBOLS);
	*swirl = 0;
	swirls[0] = '\0';
	for (unsigned i = 0; i < result->clips[player]; i++) {
		const struct clip *clip = &result->clip[player][i];

		for (int n = 0; n < clip->depth; n++) {
			int row, col;

			clip_cell(clip, n, &row, &col);
			count[card->grid[row][col]]++;
			if (card->grid[row][col] != CLIPS_SWIRL)
				continue;
			reason_add(swirls, "%s%d", swirls[0] != '\0' ? " + " : "", CLIPS_DEPTH_MAX - clip->depth);
			*swirl += CLIPS_DEPTH_MAX - clip->depth;
		}
	}
}

static void
add_poops(int count, bool bonus, char *reason)
{
	if (count < 4)
		reason_add(reason, "%d at -1", count);
	else if (bonus)
		reason_add(reason, "%d at -1, and 7 for four or more", count);
	else
		reason_add(reason, "%d, four or more are 7 together", count);
}

static void
add_bombs(int bombs, int stars, char *reason)
{
	int turned = bombs < stars ? bombs : stars;

	if (turned > 0)
		reason_add(reason, "%d turned by a star at +2", turned);
	if (bombs > turned)
		reason_add(reason, "%s%d at -3", turned > 0 ? ", " : "", bombs - turned);
}

static void
add_wilds(const struct clips_worth *worth, int wilds, char *reason)
{
	bool any = false;

	if (wilds < 2) {
		reason_add(reason, "one alone becomes nothing");
		return;
	}
	reason_add(reason, "every two become one:");
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++) {
		if (worth->made[symbol] == 0)
			continue;
		reason_add(reason, "%s %d %s%s", any ? "," : "", worth->made[symbol], clips_symbol_name(symbol),
			reason_plural(worth->made[symbol]));
		any = true;
	}
}

void
clips_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, char reason[REASON_BYTES])
{
	const struct clips_result *played = result;
	const uint8_t *house = played->base.house;
	uint8_t count[CLIPS_SYMBOLS];
	char swirls[REASON_BYTES];
	struct clips_worth worth;
	int symbol = 0, swirl;

	(void)score;
	if (strcmp(line->what, "bid") == 0) {
		reason_add(reason, "went first for it");
		return;
	}
	count_captured(layout, played, player, count, &swirl, swirls);
	clips_value(count, swirl, house, &worth);
	while (symbol < CLIPS_WILD && strcmp(line->what, clips_symbol_name(symbol)) != 0)
		symbol++;
	switch (symbol) {
	case CLIPS_ONE:
		reason_add(reason, "%d at 1", line->count);
		break;
	case CLIPS_EMERALD:
		reason_add(reason, "%d at 2", line->count);
		break;
	case CLIPS_POOP:
		add_poops(line->count, house[CLIPS_POOP_SET], reason);
		break;
	case CLIPS_SWIRL:
		reason_add(reason, "each 3, less one for every other symbol under its clip: %s", swirls);
		break;
	case CLIPS_LADDER:
		reason_add(reason, "%d ladder%s%s", line->count, reason_plural(line->count),
			house[CLIPS_LADDER_FROM] ? ", counted from 0" : "");
		break;
	case CLIPS_BOMB:
		add_bombs(count[CLIPS_BOMB], count[CLIPS_STAR] + worth.made[CLIPS_STAR], reason);
		break;
	case CLIPS_STAR:
		reason_add(reason, "%d: each turns a bomb", line->count);
		break;
	default:
		add_wilds(&worth, count[CLIPS_WILD], reason);
		break;
	}
	if (worth.made[symbol] > 0)
		reason_add(reason, " (%d made of wilds)", worth.made[symbol]);
}
