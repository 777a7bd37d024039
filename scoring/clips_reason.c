/* SPDX-License-Identifier: MIT
 * Explains the points of each line of a score of the paperclip game, recomputed from the result and the card. Pure. */
#include <stdio.h>
#include <string.h>

#include "scoring/clips.h"

/* Bytes of the sum of all swirls, such as "3 + 0 + 1": at most four symbols under each of six clips. */
#define SUM_BYTES (4 * CLIPS_DEPTH_MAX * CLIPS_IN_ALL + 1)

/* What a player captured. */
struct captured {
	uint8_t count[CLIPS_SYMBOLS];
	int swirl;           /* points of all swirls ... */
	char sum[SUM_BYTES]; /* ... and of each */
};

static struct captured
count_captured(const struct clips_layout *card, const struct clips_result *result, unsigned player)
{
	struct captured captured = {0};
	size_t used = 0;

	for (unsigned i = 0; i < result->clips[player]; i++) {
		const struct clip *clip = &result->clip[player][i];

		for (int n = 0; n < clip->depth; n++) {
			int row, col, points = CLIPS_DEPTH_MAX - clip->depth;

			clip_cell(clip, n, &row, &col);
			captured.count[card->grid[row][col]]++;
			if (card->grid[row][col] != CLIPS_SWIRL)
				continue;
			used += (size_t)snprintf(
				captured.sum + used, SUM_BYTES - used, "%s%d", used > 0 ? " + " : "", points);
			captured.swirl += points;
		}
	}
	return captured;
}

static void
bombs_reason(int bombs, int stars, struct message *reason)
{
	int turned = bombs < stars ? bombs : stars;
	const struct argument args[] = {ARG_NUMBER("turned", turned), ARG_NUMBER("left", bombs - turned)};

	if (turned == bombs)
		message_set(reason, SAY("bombs-turned", "{turned} turned by a star at +2"), args[0]);
	else if (turned == 0)
		message_set(reason, SAY("bombs", "{left} at -3"), args[1]);
	else
		message_set(reason, SAY("bombs-some-turned", "{turned} turned by a star at +2, {left} at -3"), args[0],
			args[1]);
}

/* Which symbols the pairs of wilds became. */
static void
wilds_reason(const int made[CLIPS_SYMBOLS], int wilds, struct message *reason)
{
	static const struct {
		enum clips_symbol symbol;
		const char *id, *one, *many;
	} becomes[] = {
		{CLIPS_POOP, "poops-made", "{count} poop", "{count} poops"},
		{CLIPS_LADDER, "ladders-made", "{count} ladder", "{count} ladders"},
		{CLIPS_EMERALD, "emeralds-made", "{count} emerald", "{count} emeralds"},
		{CLIPS_STAR, "stars-made", "{count} star", "{count} stars"},
	};

	if (wilds < 2) {
		message_set(reason, SAY("wild-alone", "one alone becomes nothing"));
		return;
	}
	message_set(reason, SAY("wilds", "every two become one: {made}"));
	for (size_t i = 0; i < sizeof becomes / sizeof *becomes; i++)
		if (made[becomes[i].symbol] > 0)
			message_add(reason,
				ARG_PHRASE("made",
					SAY_COUNT(becomes[i].id, becomes[i].one, becomes[i].many,
						made[becomes[i].symbol])));
}

void
clips_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	const struct clips_result *played = result;
	const uint8_t *house = played->base.house;

	(void)score;
	if (strcmp(line->name.id, "bid") == 0) {
		message_set(reason, SAY("went-first", "went first for it"));
		return;
	}
	struct captured captured = count_captured(layout, played, player);
	const struct argument count = ARG_NUMBER("count", line->count);
	struct clips_worth worth;
	int symbol = 0;

	clips_value(captured.count, captured.swirl, house, &worth);
	while (symbol < CLIPS_WILD && strcmp(line->name.id, clips_symbol_name(symbol)) != 0)
		symbol++;
	switch (symbol) {
	case CLIPS_ONE:
		message_set(reason, SAY("ones", "{count} at 1"), count);
		break;
	case CLIPS_EMERALD:
		message_set(reason, SAY("emeralds", "{count} at 2"), count);
		break;
	case CLIPS_POOP:
		message_set(reason,
			line->count < 4 ? SAY("poops", "{count} at -1")
				: house[CLIPS_POOP_SET] != 0
				? SAY("poops-bonus", "{count} at -1, and 7 for four or more")
				: SAY("poops-set", "{count}, four or more are 7 together"),
			count);
		break;
	case CLIPS_SWIRL:
		message_set(reason, SAY("swirls", "3 each, minus 1 for every other symbol under the same clip: {sum}"),
			ARG_TEXT("sum", captured.sum));
		break;
	case CLIPS_LADDER:
		message_set(reason,
			house[CLIPS_LADDER_FROM] != 0
				? SAY_COUNT("ladders-from-0", "{count} ladder, counted from 0",
					  "{count} ladders, counted from 0", line->count)
				: SAY_COUNT("ladders", "{count} ladder", "{count} ladders", line->count));
		break;
	case CLIPS_BOMB:
		bombs_reason(captured.count[CLIPS_BOMB], captured.count[CLIPS_STAR] + worth.made[CLIPS_STAR], reason);
		break;
	case CLIPS_STAR:
		message_set(reason, SAY("stars", "{count}: each turns a bomb"), count);
		break;
	default:
		wilds_reason(worth.made, captured.count[CLIPS_WILD], reason);
		break;
	}
	if (worth.made[symbol] > 0) {
		const struct message plain = *reason;

		message_set(reason, SAY("made-of-wilds", "{reason} ({wilds} made of wilds)"),
			ARG_CAUSE("reason", &plain), ARG_NUMBER("wilds", worth.made[symbol]));
	}
}
