/* SPDX-License-Identifier: MIT
 * calibrate: what a game is made of, tried, for those who change the mix. Mixes of coupons are
 * played by simple players and the figures that decide between them are set
 * side by side; the first line is what is printed. The solo scale of clips is carried over from the
 * usual rules to every house rule by solving the same cards under each. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/cli/deadline.h"
#include "gen/games/coupons/trial.h"
#include "gen/games/filter.h"
#include "layouts/coupons_deck.h"
#include "scoring/solve/clips_solo.h"

#define SIZES (COUPONS_SHEETS_MAX - COUPONS_SHEETS_MIN + 1) /* of a table */

/* Lines of a score that belong together. */
enum group { CHIPS_DIP, FIREWORKS, GRILLS, HOTDOGS, WATERMELONS, BURGERS, GROUPS };

struct candidate {
	const char *name;
	struct coupons_mix mix;
};

struct wish {
	uint64_t layouts, games, dice, players;
	int kind;
	bool kept; /* what is printed alone, and of it what the press keeps */
	const struct limit *limit;
};

/* Many layouts. */
struct trials {
	uint32_t layouts;
	double games, turns, scores, score, square, lead, seat;
	double worth[COUPON_KINDS];  /* how much lower the score would have been without the copies ... */
	double copies[COUPON_KINDS]; /* ... and how many copies there were */
	double part[HAND_PARTS + 1]; /* dollars by line of the score; the last are awards */
};

#define WORTH \
	{ \
		1, 3, 2, 3, 1, 1, 2, 3, 3, 3, 3, -2 \
	}

#define PLAYED \
	{ \
		3, 3, 1, 4, 2, 2, 2, 4, 4, 4, 4, -2 \
	}

/* chips, dip, firework, grill, hotdog, bun, watermelon, no burger parts, coleslaw */
#define USUAL(chips, dip, firework, grill, hotdog, bun, watermelon, coleslaw) \
	{ \
		chips, dip, firework, grill, hotdog, bun, watermelon, 0, 0, 0, 0, coleslaw \
	}

/* What else was tried for version 1: one thing changed at a time, then together. */
static const struct candidate tried[] = {
	{"as first drawn", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 1, 2, 3, 2, 4, WORTH}},
	{"no triples", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 0, 3, 3, 2, 4, WORTH}},
	{"more multipliers", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 1, 4, 3, 2, 4, WORTH}},
	{"cheap chips", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 1, 2, 2, 2, 4, WORTH}},
	{"fewer dips", {USUAL(4, 1, 3, 1, 2, 2, 3, 2), 6, 1, 2, 3, 2, 4, WORTH}},
	{"rich fireworks", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 1, 2, 3, 2, 5, WORTH}},
	{"rich watermelons", {USUAL(3, 2, 3, 1, 2, 2, 3, 2), 6, 1, 2, 3, 3, 4, WORTH}},
	{"more watermelons", {USUAL(3, 2, 3, 1, 2, 2, 5, 2), 4, 1, 2, 3, 2, 4, WORTH}},
	{"more hotdogs", {USUAL(3, 2, 3, 1, 3, 3, 3, 2), 4, 1, 2, 3, 2, 4, WORTH}},
	{"more fireworks", {USUAL(3, 2, 5, 1, 2, 2, 3, 2), 4, 1, 2, 3, 2, 4, WORTH}},
	{"one coleslaw", {USUAL(3, 2, 3, 1, 2, 2, 4, 1), 6, 1, 2, 3, 2, 4, WORTH}},
	{"more of all but burgers", {USUAL(3, 2, 4, 1, 2, 2, 4, 2), 4, 1, 2, 2, 2, 5, WORTH}},
	{"hotdogs, rich fireworks", {USUAL(3, 2, 3, 1, 3, 3, 3, 2), 4, 1, 2, 2, 2, 5, WORTH}},
	{"watermelons, rich fireworks", {USUAL(3, 2, 3, 1, 2, 2, 5, 2), 4, 1, 2, 2, 2, 5, WORTH}},
	{"fewer chips", {USUAL(2, 2, 4, 1, 2, 2, 5, 2), 4, 1, 2, 3, 2, 5, WORTH}},
	{"fewer chips, more hotdogs", {USUAL(2, 2, 4, 1, 3, 3, 3, 2), 4, 1, 2, 3, 2, 5, WORTH}},
	{"a little of all", {USUAL(2, 2, 3, 1, 3, 3, 4, 2), 4, 1, 2, 3, 2, 5, WORTH}},
	{"... worth as played", {USUAL(2, 2, 3, 1, 3, 3, 4, 2), 4, 1, 2, 3, 2, 5, PLAYED}},
	{"... and cheap chips", {USUAL(2, 2, 3, 1, 3, 3, 4, 2), 4, 1, 2, 2, 2, 5, PLAYED}},
	{"... and rich watermelons", {USUAL(2, 2, 3, 1, 3, 3, 4, 2), 4, 1, 2, 2, 3, 5, PLAYED}},
	{"fewer, cheap chips", {USUAL(2, 2, 4, 1, 2, 2, 5, 2), 4, 1, 2, 2, 2, 5, PLAYED}},
};

/* The code of the next layout to play. False when the limit was over before there was one. */
static bool
next_code(const struct wish *wish, uint32_t layout, uint32_t *drawn, struct code *code)
{
	*code = (struct code){
		.game = game_coupons.number, .version = game_coupons.version, .players = (uint8_t)wish->players};
	if (wish->players == 0)
		code->players = (uint8_t)(COUPONS_SHEETS_MIN + layout % SIZES);
	do
		code->seed = random_series_seed(wish->dice, (*drawn)++);
	while (wish->kept && !filter_passes(&game_coupons, code) && !limit_over(wish->limit));
	return !limit_over(wish->limit);
}

/* The variance between what seats can expect, less what chance alone makes of so few games. */
static double
seat_variance(const struct coupons_trial *trial)
{
	double n = trial->games, players = trial->players;
	double mean = 0, between = 0, within = 0;

	if (trial->games < 2)
		return 0;
	for (unsigned i = 0; i < trial->players; i++)
		mean += trial->score[i] / n / players;
	for (unsigned i = 0; i < trial->players; i++) {
		double own = trial->score[i] / n;

		between += (own - mean) * (own - mean) / (players - 1);
		within += (trial->square[i] / n - own * own) * n / (n - 1) / players;
	}
	return between - within / n;
}

static void
add_trial(struct trials *figures, const struct coupons_trial *trial)
{
	figures->layouts++;
	figures->games += trial->games;
	figures->turns += trial->turns;
	figures->lead += trial->lead;
	figures->seat += seat_variance(trial);
	figures->scores += (double)trial->games * trial->players;
	for (unsigned i = 0; i < trial->players; i++) {
		figures->score += trial->score[i];
		figures->square += trial->square[i];
	}
}

/* What a player would lose without a coupon: dollars of the hand, and the award for icons. */
static int
loss(const struct coupons_game *game, unsigned player, const struct coupon *coupon)
{
	struct coupons_hand hand[COUPONS_SHEETS_MAX];
	unsigned players = game->table->layout->sheets;
	int with[COUPONS_SHEETS_MAX], without[COUPONS_SHEETS_MAX];
	int dollars;

	memcpy(hand, game->hand, sizeof hand);
	coupons_hand_take(&hand[player], coupon);
	dollars = coupons_hand_gain(&hand[player], coupon, game->table->pair_is_four);
	if (coupon->icons == 0)
		return dollars;
	coupons_awards(game->hand, players, with);
	coupons_awards(hand, players, without);
	return dollars + with[player] - without[player];
}

/* Adds what the scores of a game were made of, and what its coupons were worth. */
static void
add_game(struct trials *figures, const struct coupons_game *game)
{
	const struct coupons_layout *layout = game->table->layout;
	int award[COUPONS_SHEETS_MAX];

	coupons_awards(game->hand, layout->sheets, award);
	for (unsigned i = 0; i < layout->sheets; i++) {
		const struct coupons_worth worth = coupons_hand_worth(&game->hand[i], game->table->pair_is_four);

		for (int part = 0; part < HAND_PARTS; part++)
			figures->part[part] += worth.part[part].dollars;
		figures->part[HAND_PARTS] += award[i];
	}
	for (unsigned sheet = 0; sheet < layout->sheets; sheet++) {
		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];

			figures->copies[coupon->kind] += coupon->times;
			if ((game->discarded[sheet] >> i & 1) == 0)
				figures->worth[coupon->kind] += loss(game, game->owner[sheet][i], coupon);
		}
	}
}

/* Plays a mix. False when the limit was over before it was done. */
static bool
play(const struct coupons_mix *mix, const struct wish *wish, struct trials *figures)
{
	uint32_t drawn = 0;

	for (uint32_t i = 0; i < wish->layouts; i++) {
		struct coupons_layout layout;
		struct coupons_table table;
		struct coupons_trial trial = {0};
		struct random random;
		struct code code;

		if (!next_code(wish, i, &drawn, &code))
			return false;
		coupons_build(mix, &code, &layout);
		coupons_table_init(&table, &layout, false);
		random_init(&random, wish->dice, 1, i);
		while (trial.games < wish->games && !limit_over(wish->limit)) {
			struct coupons_game game;
			int total[COUPONS_SHEETS_MAX];

			coupons_trial_play(&trial, &table, (enum coupons_player)wish->kind, &random, &game, total);
			add_game(figures, &game);
		}
		if (trial.games < wish->games)
			return false;
		add_trial(figures, &trial);
	}
	return true;
}

/* Shares of all dollars that were won, by what they were won with. */
static void
share(const struct trials *figures, double group[GROUPS])
{
	const double *part = figures->part;
	double sum = 0;

	group[CHIPS_DIP] = part[HAND_CHIPS] + part[HAND_DIP];
	group[FIREWORKS] = part[HAND_FIREWORK] + part[HAND_PARTS];
	group[GRILLS] = part[HAND_GRILL];
	group[HOTDOGS] = part[HAND_PAIRS] + part[HAND_LEFT_OVER];
	group[WATERMELONS] = part[HAND_WATERMELON] + part[HAND_FIVES];
	group[BURGERS] = part[HAND_BURGERS];
	for (int i = 0; i < GROUPS; i++)
		sum += group[i];
	for (int i = 0; i < GROUPS; i++)
		group[i] *= 100 / sum;
}

/* How far kinds are from being worth the same, coleslaw left out: the deviation in per cent of
 * the mean. */
static double
uneven(const struct trials *figures)
{
	double sum = 0, squares = 0, n = COUPON_KINDS - 1;

	for (int kind = 0; kind < COUPON_KINDS; kind++) {
		double worth = figures->worth[kind] / figures->copies[kind];

		if (kind == COUPON_COLESLAW)
			continue;
		sum += worth;
		squares += worth * worth;
	}
	return 100 * sqrt(squares / n - sum / n * sum / n) / (sum / n);
}

static void
print_worth(const struct trials *figures)
{
	printf("   a copy is worth:");
	for (int kind = 0; kind < COUPON_KINDS; kind++)
		printf("%s %s %.1f", kind == 6 ? "\n                   " : "", coupon_kind_name((enum coupon_kind)kind),
			figures->worth[kind] / figures->copies[kind]);
	putchar('\n');
}

/* One mix. What decides is the sum of three figures in per cent, the less the better: how uneven
 * kinds are, how much the largest way to earn exceeds a sixth, and what a seat is worth. */
static double
print_mix(const char *name, const struct trials *figures)
{
	static const char *const title[GROUPS] = {
		"chips and dip", "fireworks", "grills", "hotdogs", "watermelons", "burgers"};
	double mean = figures->score / figures->scores;
	double spread = sqrt(figures->square / figures->scores - mean * mean);
	double seat = sqrt(fmax(0, figures->seat / figures->layouts));
	double group[GROUPS], largest = 0, strain;

	share(figures, group);
	for (int i = 0; i < GROUPS; i++)
		largest = fmax(largest, group[i]);
	strain = uneven(figures) + largest - 100.0 / GROUPS + 100 * seat / mean;
	printf("\n%-28s %5.1f %6.1f %6.1f %5.1f %5.1f %6.0f%% %6.0f%% %6.0f\n", name, figures->turns / figures->games,
		mean, spread, figures->lead / figures->games, seat, uneven(figures), largest, strain);
	print_worth(figures);
	printf("   dollars from");
	for (int i = 0; i < GROUPS; i++)
		printf(" %s %.0f%%%s", title[i], group[i], i + 1 < GROUPS ? "," : "\n");
	fflush(stdout);
	return strain;
}

static int
calibrate(const struct wish *wish)
{
	const char *best = NULL;
	double least = INFINITY;
	bool done = true;
	char size[24] = "2 to 5";

	if (wish->players != 0)
		snprintf(size, sizeof size, "%" PRIu64, wish->players);
	printf("%" PRIu64 " layouts for %s players, %" PRIu64 " games each, %s players\n"
	       "%-28s %5s %6s %6s %5s %5s %7s %7s %6s\n",
		wish->layouts, size, wish->games, coupons_player_name((enum coupons_player)wish->kind), "", "turns",
		"score", "spread", "lead", "seat", "uneven", "largest", "strain");
	for (size_t i = 0; done && i <= (wish->kept ? 0 : G_N_ELEMENTS(tried)); i++) {
		const char *name = i == 0 ? "as printed" : tried[i - 1].name;
		struct trials figures = {0};

		done = play(i == 0 ? &coupons_mix : &tried[i - 1].mix, wish, &figures);
		if (!done)
			break;
		double strain = print_mix(name, &figures);

		if (strain < least) {
			least = strain;
			best = name;
		}
	}
	if (!done)
		puts("\nStopped here: the mixes after this were not played.");
	if (best != NULL && !wish->kept)
		printf("\nLeast strain%s: %s\n", done ? "" : " so far", best);
	return EXIT_SUCCESS;
}

/* Understands what was typed; false after saying why. */
static bool
take_wish(struct wish *wish, char *const text[6], int64_t *microseconds)
{
	static const char *const kinds[] = {"greedy", "ahead", "random", NULL};
	static const enum coupons_player kind_of[] = {COUPONS_GREEDY, COUPONS_AHEAD, COUPONS_RANDOM};
	struct problem problem;
	unsigned choice = 0;

	if (!command_number("--players", text[0], COUPONS_SHEETS_MIN, COUPONS_SHEETS_MAX, &wish->players) ||
		!command_number("--count", text[1], 1, 1000000, &wish->layouts) ||
		!command_number("--games", text[2], 2, 1000000, &wish->games) ||
		!command_number("--dice", text[3], 0, SEED_MAX, &wish->dice) ||
		!command_seconds("--time", text[4], microseconds))
		return false;
	if (text[5] != NULL && !value_choice("--player", text[5], kinds, &choice, &problem)) {
		command_fail(&problem);
		return false;
	}
	wish->kind = kind_of[choice];
	return true;
}

static int
run(struct wish *wish, int64_t microseconds)
{
	struct deadline deadline;
	int status;

	if (!deadline_init(&deadline, microseconds)) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return EXIT_REFUSED;
	}
	wish->limit = &deadline.limit;
	status = calibrate(wish);
	deadline_finish(&deadline);
	return status;
}

static int
coupons(int argc, char **argv)
{
	char *text[6] = {NULL};
	gboolean kept = FALSE;
	const GOptionEntry entries[] = {
		{"players", 'p', 0, G_OPTION_ARG_STRING, &text[0], "at the table, 2 to 5; each in turn without", "N"},
		{"count", 'n', 0, G_OPTION_ARG_STRING, &text[1], "layouts of each mix; 400 without", "N"},
		{"games", 0, 0, G_OPTION_ARG_STRING, &text[2], "on each layout; 30 without", "N"},
		{"dice", 0, 0, G_OPTION_ARG_STRING, &text[3], "other layouts and throws; 0 without", "N"},
		{"time", 0, 0, G_OPTION_ARG_STRING, &text[4], "stop after this many seconds", "S"},
		{"player", 0, 0, G_OPTION_ARG_STRING, &text[5], "who plays: greedy, ahead or random; greedy without",
			"KIND"},
		{"kept", 0, 0, G_OPTION_ARG_NONE, &kept, "what is printed alone, and only layouts that the press keeps",
			NULL},
		{0},
	};
	struct wish wish = {.layouts = 400, .games = 30};
	int64_t microseconds = 0;
	int status = EXIT_USAGE;

	if (command_options("coupons [OPTION]...",
		    "Plays what is printed and what else was tried, and sets side by side what decides:\n"
		    "turns, score, its spread, the winner's lead, what a seat is worth (the deviation of\n"
		    "what seats of one layout expect), how uneven kinds are and how large the largest "
		    "way\nto earn is. The strain is the sum of the last three in per cent: the less the "
		    "better.",
		    entries, &argc, &argv)) {
		wish.kept = kept;
		if (argc != 1)
			status = command_misuse("coupons", SAY("options-alone", "{command} takes options alone"),
				ARG_TEXT("command", "coupons"));
		else if (take_wish(&wish, text, &microseconds))
			status = run(&wish, microseconds);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(text); i++)
		g_free(text[i]);
	return status;
}

#define POINTS_MAX 64 /* more than any card is worth alone */
#define HOUSES     4  /* two house rules of two values each */

/* How many cards have each best solo score with 1 to 6 clips. */
struct solo_scores {
	uint32_t cards, best[CLIPS_IN_ALL + 1][POINTS_MAX];
};

static void
house_of(unsigned n, uint8_t house[HOUSE_RULES])
{
	house[CLIPS_POOP_SET] = n & 1;
	house[CLIPS_LADDER_FROM] = (uint8_t)(n >> 1);
}

/* The clips whose best score says what a rank is worth: the upper ranks are measured by what can be
 * done at all, the lower ones by what the same player could do with one clip and with two clips
 * fewer. */
static unsigned
rank_clips(int rank)
{
	return rank >= 3 ? CLIPS_IN_ALL : (unsigned)(CLIPS_IN_ALL - 3 + rank);
}

/* The share of cards whose best is at least this many points. */
static double
share_from(const struct solo_scores *scores, unsigned clips, int points)
{
	uint32_t sum = 0;

	for (int i = points; i < POINTS_MAX; i++)
		sum += scores->best[clips][i];
	return (double)sum / scores->cards;
}

/* The points from which on the share is nearest to one under the usual rules. */
static int
points_for(const struct solo_scores *scores, unsigned clips, double share)
{
	int nearest = 0;

	for (int i = 1; i < POINTS_MAX; i++)
		if (fabs(share_from(scores, clips, i) - share) <= fabs(share_from(scores, clips, nearest) - share))
			nearest = i;
	return nearest;
}

/* Solves a card with 4, 5 and 6 clips. False without memory. */
static bool
add_card(struct solo_scores *scores, struct clips_soloist *soloist, const struct clips_layout *card,
	const uint8_t house[HOUSE_RULES])
{
	scores->cards++;
	for (unsigned clips = rank_clips(1); clips <= CLIPS_IN_ALL; clips++) {
		struct clips_board *board =
			clips_board_create_small(&card->grid[0][0], CLIPS_ROWS, CLIPS_COLS, clips, house);
		struct clips_solo solo;
		bool solved = board != NULL && clips_solo_solve(soloist, board, NULL, NULL, NULL, &solo);

		clips_board_destroy(board);
		if (!solved)
			return false;
		scores->best[clips][CLAMP(solo.best, 0, POINTS_MAX - 1)]++;
	}
	return true;
}

/* Where each rank starts by these cards, where it starts in scoring/clips.c, and the share of cards
 * that reach it there; then the share that the filter keeps, and of those the share that reach the last
 * rank. */
static void
print_scale(const struct solo_scores all[HOUSES], unsigned n)
{
	const uint8_t usual[HOUSE_RULES] = {0}, *first = clips_scale(usual), *used;
	uint8_t house[HOUSE_RULES];
	double kept, last;

	house_of(n, house);
	used = clips_scale(house);
	last = share_from(&all[n], CLIPS_IN_ALL, used[4] + 1);
	kept = share_from(&all[n], CLIPS_IN_ALL, used[3]) - last;
	last = share_from(&all[n], CLIPS_IN_ALL, used[4]) - last;
	printf("%-8s %11d", house[CLIPS_POOP_SET] ? "bonus" : "total", house[CLIPS_LADDER_FROM]);
	for (int rank = 1; rank < SOLO_RANKS; rank++) {
		unsigned clips = rank_clips(rank);
		int found = points_for(&all[n], clips, share_from(&all[0], clips, first[rank]));

		printf("  %2d %2d %5.1f%%", found, used[rank], 100 * share_from(&all[n], clips, used[rank]));
	}
	printf("  %5.1f%% %5.1f%%\n", 100 * kept, 100 * last / kept);
}

static int
solve_scales(uint64_t cards, uint64_t dice)
{
	static struct solo_scores scores[HOUSES];
	struct clips_soloist *soloist = clips_soloist_create();
	bool done = soloist != NULL;

	for (uint64_t i = 0; done && i < cards; i++) {
		const struct code code = {.game = game_clips.number,
			.version = game_clips.version,
			.seed = random_series_seed(dice, (uint32_t)i)};
		struct clips_layout card;

		game_clips.build(&card, &code);
		for (unsigned n = 0; done && n < HOUSES; n++) {
			uint8_t house[HOUSE_RULES];

			house_of(n, house);
			done = add_card(&scores[n], soloist, &card, house);
		}
	}
	clips_soloist_destroy(soloist);
	if (!done) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return EXIT_REFUSED;
	}
	printf("%" PRIu64 " cards, each solved under every house rule. Of ranks 1 to 4: where they start by\n"
	       "these cards, where they start in use, and the cards that reach them with 4, 5, 6, 6 clips.\n"
	       "Then the cards that are kept, and those of them that reach the last rank.\n\n"
	       "%-8s %11s\n",
		cards, "poop_set", "ladder_from");
	for (unsigned n = 0; n < HOUSES; n++)
		print_scale(scores, n);
	return EXIT_SUCCESS;
}

static int
clips(int argc, char **argv)
{
	char *text[2] = {NULL};
	const GOptionEntry entries[] = {
		{"count", 'n', 0, G_OPTION_ARG_STRING, &text[0], "cards to solve (default: 2000)", "N"},
		{"dice", 0, 0, G_OPTION_ARG_STRING, &text[1], "seed of the cards (default: 0)", "N"},
		{0},
	};
	uint64_t cards = 2000, dice = 0;
	int status = EXIT_USAGE;

	if (command_options("clips [OPTION]...",
		    "Solves the same cards under every combination of house rules and finds the solo scale\n"
		    "that means the same under each: every rank starts where as many cards reach it as\n"
		    "under the usual rules.",
		    entries, &argc, &argv)) {
		if (argc != 1)
			status = command_misuse("clips", SAY("options-alone", "{command} takes options alone"),
				ARG_TEXT("command", "clips"));
		else if (command_number("--count", text[0], 1, 1000000, &cards) &&
			command_number("--dice", text[1], 0, SEED_MAX, &dice))
			status = solve_scales(cards, dice);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(text); i++)
		g_free(text[i]);
	return status;
}

int
main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"clips", "the solo scale of clips under every house rule", clips},
		{"coupons", "what coupon sheets could be made of, played and compared", coupons},
		{0},
	};

	return command_main(
		&(struct program){"calibrate", "Tries other mixes of what a game is made of.", commands, NULL}, argc,
		argv);
}
