/* SPDX-License-Identifier: MIT
 * What is known of a game of coupons: what simple players make of its sheets.
 * A seat is named after the sheet that its player starts with, and the
 * sheets are passed around. */
#include <math.h>

#include "gen/games/coupons/press.h"
#include "gen/games/coupons/trial.h"

/* Games of each kind of player unless a number is asked for. */
#define GAMES 1000

/* The same for each layout of a survey, whose figures are added up. */
#define SURVEY_GAMES 16

/* The stream of random numbers. Each kind of player has a series of its own. */
#define DICE 0x636f7570u

/* What a kind of player is called in reports. */
static const char *const titles[COUPONS_PLAYER_KINDS] = {
	[COUPONS_RANDOM] = "random players",
	[COUPONS_GREEDY] = "greedy players",
	[COUPONS_AHEAD] = "players one step ahead",
};

/* Plays `games`, or fewer if the limit is over. */
static void
play(const struct study_question *question, const struct coupons_table *table, enum coupons_player kind, uint32_t games,
	struct charts *charts, struct coupons_trial *trial)
{
	int total[COUPONS_SHEETS_MAX];
	struct coupons_game game;
	struct random random;
	char chart[64], seat[16];

	*trial = (struct coupons_trial){0};
	random_init(&random, question->dice, DICE, (uint32_t)kind);
	g_snprintf(chart, sizeof chart, "earned by %s", titles[kind]);
	while (trial->games < games && !limit_over(question->limit)) {
		coupons_trial_play(trial, table, kind, &random, &game, total);
		charts_add(charts, "length of a game", "turns", titles[kind], game.turn);
		for (unsigned i = 0; i < trial->players; i++) {
			g_snprintf(seat, sizeof seat, "sheet %c", 'A' + i);
			charts_add(charts, chart, "dollars", seat, total[i]);
		}
	}
}

static json_t *
trial_json(const struct coupons_trial *trial, enum coupons_player kind)
{
	json_t *seats = json_array();
	double n = trial->games;

	for (unsigned i = 0; i < trial->players; i++) {
		double mean = trial->score[i] / n;

		json_array_append_new(seats,
			json_pack("{s:o,s:f,s:f,s:f}", "sheet", json_sprintf("%c", 'A' + i), "mean", mean, "deviation",
				sqrt(fmax(0, trial->square[i] / n - mean * mean)), "wins", trial->wins[i] / n));
	}
	return json_pack("{s:s,s:i,s:f,s:f,s:f,s:o}", "player", coupons_player_name(kind), "games", (int)trial->games,
		"turns", trial->turns / n, "lead", trial->lead / n, "advantage", coupons_trial_gap(trial), "seats",
		seats);
}

/* A table with a column for each sheet, and lines for dollars and wins. */
static void
trial_text(const struct coupons_trial *trial, uint32_t asked, enum coupons_player kind, GString *out)
{
	double n = trial->games;

	g_string_append_printf(out, "\n%c%s", g_ascii_toupper(*titles[kind]), titles[kind] + 1);
	if (trial->games < asked)
		g_string_append_printf(out, ", %u of %u games", trial->games, asked);
	g_string_append_printf(out, "\n  %-12s", "sheet");
	for (unsigned i = 0; i < trial->players; i++)
		g_string_append_printf(out, "%8c", 'A' + i);
	g_string_append_printf(out, "\n  %-12s", "dollars");
	for (unsigned i = 0; i < trial->players; i++)
		g_string_append_printf(out, "%8.1f", trial->score[i] / n);
	g_string_append_printf(out, "\n  %-12s", "wins");
	for (unsigned i = 0; i < trial->players; i++)
		g_string_append_printf(out, "%6.0f %%", 100 * trial->wins[i] / n);
	g_string_append_printf(out, "\n  %.1f turns; best seat over worst $%.1f, winner over second $%.1f\n",
		trial->turns / n, coupons_trial_gap(trial), trial->lead / n);
}

void
coupons_study(const struct study_question *question, struct study_findings *findings)
{
	json_t *players = json_array();
	struct coupons_table table;

	coupons_table_init(&table, question->layout, question->house[COUPONS_BURGER_PAIR] != 0);
	g_string_append(
		findings->text, "What simple players score by the sheet they start with, and how often they win.\n");
	for (int kind = 0; kind < COUPONS_PLAYER_KINDS; kind++) {
		uint32_t games = question->games > 0 ? question->games : GAMES;
		struct coupons_trial trial;

		play(question, &table, (enum coupons_player)kind, games, &findings->charts, &trial);
		if (trial.games < games)
			findings->exact = false;
		if (trial.games == 0) {
			g_string_append(findings->text,
				kind == 0 ? "There was no time for a single game.\n"
					  : "There was no time for other players.\n");
			break;
		}
		json_array_append_new(players, trial_json(&trial, (enum coupons_player)kind));
		trial_text(&trial, games, (enum coupons_player)kind, findings->text);
	}
	json_object_set_new(findings->json, "trials", players);
}

bool
coupons_survey(const struct study_question *question, struct charts *charts)
{
	uint32_t games = question->games > 0 ? question->games : SURVEY_GAMES;
	struct coupons_table table;

	coupons_table_init(&table, question->layout, question->house[COUPONS_BURGER_PAIR] != 0);
	for (int kind = 0; kind < COUPONS_PLAYER_KINDS; kind++) {
		struct coupons_trial trial;

		play(question, &table, (enum coupons_player)kind, games, charts, &trial);
		if (trial.games < games)
			return false;
		charts_add(charts, "best seat of a layout over its worst, in its games", "dollars", titles[kind],
			(int)lround(coupons_trial_gap(&trial)));
		charts_add(charts, "winner over the second, mean of a layout", "dollars", titles[kind],
			(int)lround(trial.lead / trial.games));
	}
	return true;
}
