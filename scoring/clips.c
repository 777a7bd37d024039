/* SPDX-License-Identifier: MIT
 * The paperclip game's rule book: clips on a card, the symbols they capture, and
 * the best use of wilds. Pure. */
#include "scoring/clips.h"

#include <stdio.h>
#include <string.h>

#include "scoring/read.h"

/* A game while it is scored. */
struct table {
	const struct clips_layout *card;
	const struct clips_result *result;
	struct problems *problems;
	const struct clip *holder[CLIPS_ROWS][CLIPS_COLS]; /* the clip on each cell, or NULL */
	uint8_t count[2][CLIPS_SYMBOLS];
	int swirl[2];
};

const char *
clip_write(const struct clip *clip, char text[CLIP_TEXT])
{
	snprintf(text, CLIP_TEXT, "%c%ux%u", clip->edge, clip->line, clip->depth);
	return text;
}

/* Reads one or two digits at *text and moves it after them. */
static bool
parse_digits(const char **text, uint8_t *out)
{
	const char *at = *text;
	int value = 0;

	while (*at >= '0' && *at <= '9' && at - *text < 2)
		value = value * 10 + *at++ - '0';
	if (at == *text)
		return false;
	*text = at;
	*out = (uint8_t)value;
	return true;
}

bool
clip_read(const char *text, struct clip *clip)
{
	if (*text == '\0' || strchr("LRTBlrtb", *text) == NULL)
		return false;
	clip->edge = (char)(*text++ & ~0x20);
	return parse_digits(&text, &clip->line) && (*text == 'x' || *text == 'X') &&
		(text++, parse_digits(&text, &clip->depth)) && *text == '\0';
}

static int
ladders_worth(int count, bool from_one)
{
	static const int8_t worth[] = {0, 1, 3, 6, 9, 12, 15};

	count -= from_one && count > 0;
	return worth[count < 6 ? count : 6];
}

/* Each pair of wilds becomes a poop, a ladder, a star or an emerald, in the best combination. A one or a bomb is never
 * better than an emerald. */
void
clips_value(const uint8_t count[CLIPS_SYMBOLS], int swirl, const uint8_t house[HOUSE_RULES], struct clips_worth *worth)
{
	int pairs = count[CLIPS_WILD] / 2;
	int best = INT32_MIN;

	*worth = (struct clips_worth){.points = {[CLIPS_ONE] = count[CLIPS_ONE], [CLIPS_SWIRL] = swirl}};
	for (int poops = 0; poops <= pairs; poops++) {
		int seen = count[CLIPS_POOP] + poops;
		int poop = seen < 4 ? -seen : house[CLIPS_POOP_SET] != 0 ? 7 - seen : 7;

		for (int ladders = 0; ladders <= pairs - poops; ladders++) {
			int ladder = ladders_worth(count[CLIPS_LADDER] + ladders, house[CLIPS_LADDER_FROM]);

			for (int stars = 0; stars <= pairs - poops - ladders; stars++) {
				int emeralds = pairs - poops - ladders - stars;
				int emerald = 2 * (count[CLIPS_EMERALD] + emeralds);
				/* Each star turns a bomb; stars without a bomb do nothing. */
				int bombs = count[CLIPS_BOMB], star = count[CLIPS_STAR] + stars;
				int turned = bombs < star ? bombs : star, bomb = 2 * turned - 3 * (bombs - turned);

				if (poop + ladder + emerald + bomb <= best)
					continue;
				best = poop + ladder + emerald + bomb;
				worth->points[CLIPS_POOP] = poop;
				worth->points[CLIPS_LADDER] = ladder;
				worth->points[CLIPS_EMERALD] = emerald;
				worth->points[CLIPS_BOMB] = bomb;
				worth->made[CLIPS_POOP] = poops;
				worth->made[CLIPS_LADDER] = ladders;
				worth->made[CLIPS_STAR] = stars;
				worth->made[CLIPS_EMERALD] = emeralds;
			}
		}
	}
	worth->total = best + count[CLIPS_ONE] + swirl;
}

void
clip_cell(const struct clip *clip, int i, int *row, int *col)
{
	bool along_row = clip->edge == 'L' || clip->edge == 'R';

	*row = along_row ? clip->line - 1 : clip->edge == 'T' ? i : CLIPS_ROWS - 1 - i;
	*col = !along_row ? clip->line - 1 : clip->edge == 'L' ? i : CLIPS_COLS - 1 - i;
}

/* False, with the reason, for a clip that cannot be on a card. */
static bool
is_on_card(const struct table *table, const struct clip *clip, const struct argument *whose)
{
	bool along_row = clip->edge == 'L' || clip->edge == 'R';
	int lines = along_row ? CLIPS_ROWS : CLIPS_COLS;
	char text[CLIP_TEXT];
	const struct argument name = ARG_TEXT("clip", clip_write(clip, text));

	if (clip->line < 1 || clip->line > lines)
		return refuse(table->problems,
			along_row ? SAY("clip-row", "{clip} of {whose} is off the card, which has {lines} rows")
				  : SAY("clip-column", "{clip} of {whose} is off the card, which has {lines} columns"),
			name, *whose, ARG_NUMBER("lines", lines));
	if (clip->depth < 1 || clip->depth > CLIPS_DEPTH_MAX)
		return refuse(table->problems,
			SAY("clip-depth", "{clip} of {whose}: a clip captures 1 to {most} symbols, not {depth}"), name,
			*whose, ARG_NUMBER("most", CLIPS_DEPTH_MAX), ARG_NUMBER("depth", clip->depth));
	for (int i = 0; i < clip->depth; i++) {
		int row, col;

		clip_cell(clip, i, &row, &col);
		if (table->card->grid[row][col] == CLIPS_HOLE)
			return refuse(table->problems,
				SAY_COUNT("clip-hole",
					"{clip} of {whose} runs into the hole in the middle: {count} symbol is in its "
					"way, not {depth}",
					"{clip} of {whose} runs into the hole in the middle: {count} symbols are in "
					"its way, not {depth}",
					i),
				name, *whose, ARG_NUMBER("depth", clip->depth));
	}
	return true;
}

/* Puts a clip on the card and counts what it captures. One problem is enough for a clip that overlaps others. */
static void
place(struct table *table, unsigned player, const struct clip *clip, const struct argument *whose)
{
	bool overlaps = false;

	if (clip->edge == '\0' || !is_on_card(table, clip, whose))
		return;
	for (int i = 0; i < clip->depth; i++) {
		int row, col;

		clip_cell(clip, i, &row, &col);
		const struct clip *under = table->holder[row][col];

		if (under == NULL) {
			uint8_t symbol = table->card->grid[row][col];

			table->holder[row][col] = clip;
			table->count[player][symbol]++;
			if (symbol == CLIPS_SWIRL)
				table->swirl[player] += CLIPS_DEPTH_MAX - clip->depth;
		} else if (!overlaps) {
			char text[CLIP_TEXT], under_text[CLIP_TEXT];

			overlaps = true;
			refuse(table->problems,
				SAY("clips-overlap",
					"{under} of {other} and {clip} of {whose} overlap in row {row}, column "
					"{column}"),
				ARG_TEXT("under", clip_write(under, under_text)),
				ARG_PLAYER("other", &table->result->base.players, under >= table->result->clip[1]),
				ARG_TEXT("clip", clip_write(clip, text)), *whose, ARG_NUMBER("row", row + 1),
				ARG_NUMBER("column", col + 1));
		}
	}
}

/* The published scale and, for each house rule, the scale that the same share of 10,000 random cards reaches with the
 * best play: ranks 1 to 4 with 4, 5, 6 and 6 clips, found by `calibrate clips --count 10000`. Under each, the press
 * keeps 97 to 99 % of all cards, and 4 to 6 % of those allow the last rank. */
const uint8_t *
clips_scale(const uint8_t house[HOUSE_RULES])
{
	static const uint8_t scale[2][2][SOLO_RANKS] = {
		{{0, 21, 26, 31, 36}, {0, 19, 23, 28, 33}}, /* poop_set=total, ladder_from=0 and 1 */
		{{0, 19, 23, 27, 32}, {0, 16, 20, 25, 29}}, /* poop_set=bonus */
	};

	return scale[house[CLIPS_POOP_SET]][house[CLIPS_LADDER_FROM]];
}

static void
score(const void *layout, const void *result, struct score *score, struct problems *problems)
{
	const struct clips_result *game = result;
	struct table table = {.card = layout, .result = result, .problems = problems};
	unsigned players = game->base.players.count;
	int second_wins[2] = {game->first != 0, game->first != 1};

	if (players > 2) {
		refuse(problems, SAY("clips-players", "clips is for one or two players, not for {players}"),
			ARG_NUMBER("players", players));
		return;
	}
	for (unsigned player = 0; player < players; player++) {
		const struct argument whose = ARG_PLAYER("whose", &game->base.players, player);
		unsigned each = CLIPS_IN_ALL / players, placed = game->clips[player];

		if (placed < each)
			problems_add(problems, STATUS_UNFINISHED,
				SAY("clips-missing",
					"the game is not finished: {whose} has placed {placed} of {all} clips"),
				whose, ARG_NUMBER("placed", placed), ARG_NUMBER("all", each));
		if (placed > each)
			refuse(problems,
				SAY_COUNT("clips-too-many", "{whose} has placed {count} clip, there are {all}",
					"{whose} has placed {count} clips, there are {all}", placed),
				whose, ARG_NUMBER("all", each));
		for (unsigned i = 0; i < placed; i++)
			place(&table, player, &game->clip[player][i], &whose);
	}
	if (problems->count > 0)
		return;
	score_init(score, players);
	for (unsigned player = 0; player < players; player++) {
		struct clips_worth worth;

		clips_value(table.count[player], table.swirl[player], game->base.house, &worth);
		for (int symbol = 0; symbol < CLIPS_SYMBOLS; symbol++)
			score_add(&score->player[player],
				(struct phrase){clips_symbol_name(symbol), clips_symbol_name(symbol)},
				worth.points[symbol], table.count[player][symbol] + worth.made[symbol]);
	}
	if (players == 2) {
		score_add(&score->player[game->first], (struct phrase)PHRASE("bid", "bid"), -game->bid, 0);
	} else {
		score->scale = clips_scale(game->base.house);
		score->rank = SOLO_RANKS - 1;
		while (score->rank > 0 && score->player[0].total < score->scale[score->rank])
			score->rank--;
	}
	score_places(score, true, players == 2 ? second_wins : NULL);
}

/* A clip as it is written; one that cannot be read keeps edge 0 and still counts as placed. */
static void
read_clip(const struct node *value, const struct argument *whose, struct clip *clip, struct problems *problems)
{
	const char *text = node_string(value);

	if (text != NULL && clip_read(text, clip))
		return;
	*clip = (struct clip){0};
	if (text == NULL)
		refuse(problems, SAY("clip-not-string", "{whose}: a clip must be a string like \"L3x4\""), *whose);
	else
		refuse(problems,
			SAY("clip-bad",
				"{whose}: \"{clip}\" is not a clip: write edge, line, x and depth, like \"L3x4\""),
			*whose, ARG_SHOWN("clip", text));
}

static void
read_bid(const struct node *json, struct clips_result *result, struct problems *problems)
{
	const struct node *first = node_member(json, "first");
	const struct node *bid = node_member(json, "bid");

	result->first = result->bid = 0;
	if (result->base.players.count == 1) {
		if (first != NULL || bid != NULL)
			refuse(problems,
				SAY("solo-bid",
					"a solo game has no bid and nobody goes first: leave out \"first\" and "
					"\"bid\""));
		return;
	}
	read_number(first,
		&(struct read_number){
			WHOSE_RESULT, ARG_PHRASE("what", SAY("first", "\"first\" (who went first)")), 0, 1},
		&result->first, problems);
	read_number(bid,
		&(struct read_number){
			WHOSE_RESULT, ARG_PHRASE("what", SAY("bid", "\"bid\" (the last bid)")), 0, CLIPS_BID_MAX},
		&result->bid, problems);
}

static void
read_result(const struct node *json, void *out, struct problems *problems)
{
	static const char *const known[] = {"game", "code", "rules", "players", "ruling", "first", "bid", NULL};
	static const char *const player_known[] = {"name", "clips", NULL};
	struct clips_result *result = out;
	const struct node *player = node_first(node_member(json, "players"));

	read_known(json, &WHOSE_RESULT, known, problems);
	read_bid(json, result, problems);
	result->clips[0] = result->clips[1] = 0;
	for (uint8_t i = 0; i < result->base.players.count && i < 2; i++, player = node_next(player)) {
		const struct argument whose = ARG_PLAYER("whose", &result->base.players, i);
		const struct node *list =
			read_array(player, &(struct read_array){whose, "clips", .most = CLIPS_LISTED}, problems);
		const struct node *entry = node_first(list);

		read_known(player, &whose, player_known, problems);
		result->clips[i] = (uint8_t)node_count(list);
		for (int clip = 0; clip < result->clips[i]; clip++, entry = node_next(entry))
			read_clip(entry, &whose, &result->clip[i][clip], problems);
	}
}

static void
write_result(const void *in, struct text *text)
{
	const struct clips_result *result = in;

	if (result->base.players.count == 1)
		return;
	text_member_number(text, "first", result->first);
	text_member_number(text, "bid", result->bid);
}

static void
write_player(const void *in, unsigned player, struct text *text)
{
	const struct clips_result *result = in;

	text_member_raw(text, "clips", "[");
	for (int clip = 0; clip < result->clips[player]; clip++) {
		char name[CLIP_TEXT];

		text_string(text, clip_write(&result->clip[player][clip], name));
	}
	text_raw(text, "]");
}

RULES_RESULT_FITS(struct clips_result);

const struct rules rules_clips = {
	.game = &game_clips,
	.needs_code = true,
	.tie = PHRASE("tie-second-player", "a tie goes to the player who went second"),
	.house =
		{
			{.name = "poop_set", .value = {"total", "bonus"}, .option = CLIPS_PRINTED_POOP_BONUS},
			{.name = "ladder_from",
				.integer = true,
				.value = {"0", "1"},
				.option = CLIPS_PRINTED_LADDER_FROM_1},
		},
	.read = read_result,
	.write = write_result,
	.write_player = write_player,
	.score = score,
	.reason = clips_reason,
};
