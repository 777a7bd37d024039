/* SPDX-License-Identifier: MIT
 * Reasons. Each game's phrases are made from its result and its
 * layout again, so that a rule book has nothing to carry along. A game without
 * phrases here is scored all the same. */
#include "scoring/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scoring/chipit.h"
#include "scoring/clips.h"
#include "scoring/coupons.h"
#include "scoring/laundry.h"

#define TERMS_MAX 8 /* of a sum that is written out */

static void
add(char reason[REASON_BYTES], const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
add(char reason[REASON_BYTES], const char *format, ...)
{
	size_t used = strlen(reason);
	va_list args;

	va_start(args, format);
	vsnprintf(reason + used, REASON_BYTES - used, format, args);
	va_end(args);
}

static const char *
plural(int count)
{
	return count == 1 ? "" : "s";
}

/* What a player kept of each kind, copies counted. */
static void
count_kept(const struct answer *answer, unsigned player, int count[COUPON_KINDS])
{
	const struct coupons_layout *layout = (const void *)answer->layout;
	const struct coupons_result *result = (const void *)answer->result;

	memset(count, 0, COUPON_KINDS * sizeof *count);
	for (int i = 0; i < result->claims; i++) {
		const struct coupons_claim *claim = &result->claim[i];
		const struct coupon *coupon = &layout->coupon[claim->sheet][claim->number - 1];

		if (claim->player == player && !claim->discarded)
			count[coupon->kind] += coupon->times;
	}
}

/* "$3 + 2 x $2": the money on each coupon of a kind. */
static void
add_money(const struct answer *answer, unsigned player, enum coupon_kind kind, char *reason)
{
	const struct coupons_layout *layout = (const void *)answer->layout;
	const struct coupons_result *result = (const void *)answer->result;
	char terms[REASON_BYTES] = "";
	int coupons = 0;

	for (int i = 0; i < result->claims; i++) {
		const struct coupons_claim *claim = &result->claim[i];
		const struct coupon *coupon = &layout->coupon[claim->sheet][claim->number - 1];

		if (claim->player != player || claim->discarded || coupon->kind != kind)
			continue;
		coupons++;
		if (coupons > TERMS_MAX)
			continue;
		add(terms, "%s", coupons > 1 ? " + " : "");
		if (coupon->times > 1)
			add(terms, "%d × ", coupon->times);
		add(terms, "$%d", coupon->money);
	}
	if (coupons > TERMS_MAX)
		add(reason, "the money on %d coupons", coupons);
	else
		add(reason, "%s", terms);
}

/* "1 × $14 (all four), 2 × $5 (two)". */
static void
add_burgers(const int count[COUPON_KINDS], bool pair_is_four, char *reason)
{
	const int worth[] = {0, 1, pair_is_four ? 4 : 5, 9, 14};
	int sets[COUPON_BURGER_PARTS + 1] = {0};
	bool any = false;

	for (int set = 1;; set++) {
		int size = 0;

		for (int part = 0; part < COUPON_BURGER_PARTS; part++)
			size += count[COUPON_ROLL + part] >= set;
		if (size == 0)
			break;
		sets[size]++;
	}
	for (int size = COUPON_BURGER_PARTS; size > 0; size--) {
		static const char *const parts[] = {"", "", " (two)", " (three)", " (all four)"};

		if (sets[size] == 0)
			continue;
		add(reason, "%s%d × $%d%s", any ? ", " : "", sets[size], worth[size], parts[size]);
		any = true;
	}
}

/* Players who have the same award. */
static unsigned
sharers(const struct answer *answer, const char *what)
{
	unsigned players = 0;

	for (unsigned i = 0; i < answer->score.players; i++)
		for (unsigned n = 0; n < answer->score.player[i].lines; n++)
			players += strcmp(answer->score.player[i].line[n].what, what) == 0;
	return players;
}

static void
coupons_reason(const struct answer *answer, unsigned player, const struct score_line *line,
	char *reason)
{
	const struct result *base = (const void *)answer->result;
	int count[COUPON_KINDS];
	int hotdogs, buns;

	count_kept(answer, player, count);
	hotdogs = count[COUPON_HOTDOG];
	buns = count[COUPON_BUN];
	if (strcmp(line->what, "chips") == 0)
		add_money(answer, player, COUPON_CHIPS, reason);
	else if (strcmp(line->what, "dip") == 0)
		add(reason, "%d dip%s × %d chips at $1", line->count, plural(line->count),
			count[COUPON_CHIPS]);
	else if (strcmp(line->what, "firework") == 0)
		add_money(answer, player, COUPON_FIREWORK, reason);
	else if (strcmp(line->what, "grill") == 0)
		add(reason, "%d grill%s kept at $5", line->count, plural(line->count));
	else if (strcmp(line->what, "hotdog and bun pairs") == 0)
		add(reason, "%d hotdog%s and %d bun%s: %d pair%s at $3", hotdogs, plural(hotdogs), buns,
			plural(buns), line->count, plural(line->count));
	else if (strcmp(line->what, "hotdogs or buns left over") == 0)
		add(reason, "%d %s%s left over at -$1", line->count, hotdogs > buns ? "hotdog" : "bun",
			plural(line->count));
	else if (strcmp(line->what, "watermelon") == 0)
		add_money(answer, player, COUPON_WATERMELON, reason);
	else if (strcmp(line->what, "five watermelons") == 0)
		add(reason, "%d watermelons: $10 for every five", count[COUPON_WATERMELON]);
	else if (strcmp(line->what, "burgers") == 0)
		add_burgers(count, base->house[COUPONS_BURGER_PAIR], reason);
	else if (strcmp(line->what, "coleslaw") == 0)
		add(reason, "%d coleslaw%s at -$2", line->count, plural(line->count));
	else
		add(reason, "%d icon%s, %s%s: $%d × %u players", line->count, plural(line->count),
			sharers(answer, line->what) > 1 ? "shared " : "the ",
			line->what[0] == 'm' ? "most" : "second most",
			line->points / (int)answer->score.players, answer->score.players);
}

static void
laundry_reason(const struct score_line *line, char *reason)
{
	if (strncmp(line->what, "pair of ", 8) == 0)
		add(reason, "both from the no-score dryer");
	else if (strcmp(line->what, "sock") == 0)
		add(reason, "%d sock%s from the score dryer at 5", line->count, plural(line->count));
	else
		add(reason, "from the score dryer, value %d", line->points);
}

/* What a player captured: symbols, and the swirls with what their clips left them. */
static void
count_captured(const struct answer *answer, unsigned player, uint8_t count[CLIPS_SYMBOLS],
	int *swirl, char swirls[REASON_BYTES])
{
	const struct clips_layout *card = (const void *)answer->layout;
	const struct clips_result *result = (const void *)answer->result;

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
			add(swirls, "%s%d", swirls[0] != '\0' ? " + " : "", CLIPS_DEPTH_MAX - clip->depth);
			*swirl += CLIPS_DEPTH_MAX - clip->depth;
		}
	}
}

/* "2 wilds made 1 star": behind the symbol that wilds became. */
static void
add_made(const struct clips_worth *worth, enum clips_symbol symbol, char *reason)
{
	if (worth->made[symbol] > 0)
		add(reason, " (%d made of wilds)", worth->made[symbol]);
}

static void
add_wilds(const struct clips_worth *worth, int wilds, char *reason)
{
	bool any = false;

	if (wilds < 2) {
		add(reason, "one alone becomes nothing");
		return;
	}
	add(reason, "every two become one:");
	for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++) {
		if (worth->made[symbol] == 0)
			continue;
		add(reason, "%s %d %s%s", any ? "," : "", worth->made[symbol], clips_symbol_name(symbol),
			plural(worth->made[symbol]));
		any = true;
	}
}

static void
add_bombs(int bombs, int stars, char *reason)
{
	int turned = bombs < stars ? bombs : stars;

	if (turned > 0)
		add(reason, "%d turned by a star at +2", turned);
	if (bombs > turned)
		add(reason, "%s%d at -3", turned > 0 ? ", " : "", bombs - turned);
}

static void
clips_reason(const struct answer *answer, unsigned player, const struct score_line *line,
	char *reason)
{
	const struct result *base = (const void *)answer->result;
	uint8_t count[CLIPS_SYMBOLS];
	char swirls[REASON_BYTES];
	struct clips_worth worth;
	int symbol = 0, swirl;

	if (strcmp(line->what, "bid") == 0) {
		add(reason, "went first for it");
		return;
	}
	count_captured(answer, player, count, &swirl, swirls);
	clips_value(count, swirl, base->house, &worth);
	while (symbol < CLIPS_WILD && strcmp(line->what, clips_symbol_name(symbol)) != 0)
		symbol++;
	switch (symbol) {
	case CLIPS_ONE:
		add(reason, "%d at 1", line->count);
		break;
	case CLIPS_EMERALD:
		add(reason, "%d at 2", line->count);
		break;
	case CLIPS_POOP:
		if (line->count < 4)
			add(reason, "%d at -1", line->count);
		else if (base->house[CLIPS_POOP_SET])
			add(reason, "%d at -1, and 7 for four or more", line->count);
		else
			add(reason, "%d, four or more are 7 together", line->count);
		break;
	case CLIPS_SWIRL:
		add(reason, "3 less the others under its clip: %s", swirls);
		break;
	case CLIPS_LADDER:
		add(reason, "%d ladder%s%s", line->count, plural(line->count),
			base->house[CLIPS_LADDER_FROM] ? ", counted from 0" : "");
		break;
	case CLIPS_BOMB:
		add_bombs(count[CLIPS_BOMB], count[CLIPS_STAR] + worth.made[CLIPS_STAR], reason);
		break;
	case CLIPS_STAR:
		add(reason, "%d: each turns a bomb", line->count);
		break;
	default:
		add_wilds(&worth, count[CLIPS_WILD], reason);
		break;
	}
	add_made(&worth, (enum clips_symbol)symbol, reason);
}

static void
chipit_reason(const struct answer *answer, const struct score_line *line, char *reason)
{
	static const char *const place[] = {"last", "first", "second", "third", "fourth", "fifth", "sixth"};
	const struct chipit_result *result = (const void *)answer->result;
	int game = line->what[strlen(line->what) - 1] - '1';

	if (!result->two) {
		add(reason, "%s to finish", place[line->count >= 1 && line->count <= 6 ? line->count : 0]);
		return;
	}
	add(reason, "lost with ");
	if (result->lost[game].chips > 0)
		add(reason, "%d in chips", result->lost[game].chips);
	if (result->lost[game].chips > 0 && line->count > 0)
		add(reason, " and ");
	if (line->count > 0)
		add(reason, "%d card%s at 3", line->count, plural(line->count));
}

void
reason_write(const struct answer *answer, unsigned player, unsigned line, char reason[REASON_BYTES])
{
	const struct score_line *of = &answer->score.player[player].line[line];
	const struct rules *rules = answer->rules;

	reason[0] = '\0';
	if (rules == &rules_coupons)
		coupons_reason(answer, player, of, reason);
	else if (rules == &rules_laundry)
		laundry_reason(of, reason);
	else if (rules == &rules_clips)
		clips_reason(answer, player, of, reason);
	else if (rules == &rules_chipit)
		chipit_reason(answer, of, reason);
}
