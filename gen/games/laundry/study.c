/* SPDX-License-Identifier: MIT
 * The analysis of the two tickets of a game: the points that sensible players
 * score with them. Each goes first equally often, which shows what going first
 * and what dealt values are worth. */
#include <string.h>

#include "gen/games/laundry/press.h"
#include "scoring/play/laundry_players.h"
#include "scoring/solve/laundry_even.h"

/* Games that are played when one pair of tickets is analysed. */
#define LAYOUT_GAMES 1000

/* Games with each pair of tickets in a survey of many. */
#define SURVEY_GAMES 8

/* The stream of random numbers; layouts use others. */
#define DICE 3

#define POINTS "points at the end of a game"
#define LEAD   "points the first player is ahead at the end"
#define DEALT  "points at the end of a game, by the values of a ticket's pairs"
#define TURNS  "turns in a game"

/* Sums over games, by seat and by whether that seat went first. */
struct sums {
	uint32_t played, stalled, shared;
	uint32_t turns;
	uint32_t games[LAUNDRY_SEATS]; /* that seat went first in */
	uint32_t points[LAUNDRY_SEATS][2], wins[LAUNDRY_SEATS][2];
};

/* The values of a ticket, or random ones if players write them. */
static void
write_values(const struct laundry_layout *laundry, struct random *dice, struct laundry_values *values)
{
	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		uint8_t *value = values->of[seat];

		memcpy(value, laundry->ticket[seat].value, LAUNDRY_ROWS);
		if (laundry->dealt)
			continue;
		for (uint8_t i = 0; i < LAUNDRY_ROWS; i++)
			value[i] = 1 + i / 2;
		random_shuffle(dice, value, LAUNDRY_ROWS);
	}
}

/* Counts a game that is over. One that stalled is scored like any other. */
static void
count(const struct laundry_layout *laundry, const struct laundry_game *game, const struct laundry_values *values,
	struct sums *sums, struct charts *charts)
{
	bool stalled = laundry_is_stalled(game);
	int winner = laundry_winner(game, values), first = game->first, points[LAUNDRY_SEATS];

	charts_add(charts, TURNS, "turns", stalled ? "stalled" : "ended", game->turns);
	sums->played++;
	sums->stalled += stalled;
	sums->turns += game->turns;
	sums->shared += winner < 0;
	sums->games[first]++;
	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		points[seat] = laundry_points(game, seat, values->of[seat]);
		sums->points[seat][seat == first] += (uint32_t)points[seat];
		sums->wins[seat][seat == first] += winner == seat;
	}
	charts_add(charts, POINTS, "points", "first player", points[first]);
	charts_add(charts, POINTS, "points", "second player", points[first ^ 1]);
	charts_add(charts, LEAD, "points", "all", points[first] - points[first ^ 1]);
	for (int seat = 0; laundry->dealt && seat < LAUNDRY_SEATS; seat++)
		charts_add(charts, DEALT, "points", laundry_pairing_name(laundry_pairing(laundry->ticket[seat].value)),
			points[seat]);
}

/* False if the limit was over before all games were played. */
static bool
play(const struct study_question *question, uint32_t games, struct sums *sums, struct charts *charts)
{
	static const enum laundry_style style[LAUNDRY_SEATS] = {LAUNDRY_SENSIBLE, LAUNDRY_SENSIBLE};
	const struct laundry_layout *laundry = question->layout;
	struct random dice;

	*sums = (struct sums){0};
	random_init(&dice, question->dice, DICE, 0);
	for (uint32_t i = 0; i < games; i++) {
		struct laundry_values values = {0};
		struct laundry_game game;

		if (limit_over(question->limit))
			return false;
		write_values(laundry, &dice, &values);
		laundry_start(&game, i % LAUNDRY_SEATS);
		laundry_run(&game, style, &values, &dice);
		count(laundry, &game, &values, sums, charts);
	}
	return true;
}

bool
laundry_survey(const struct study_question *question, struct charts *charts)
{
	struct sums sums;

	return play(question, question->games > 0 ? question->games : SURVEY_GAMES, &sums, charts);
}

/* A seat's games going first (1) or second (0). */
static uint32_t
games_of(const struct sums *sums, int seat, int first)
{
	return sums->games[first ? seat : seat ^ 1];
}

static double
share(uint32_t part, uint32_t all)
{
	return all == 0 ? 0 : (double)part / all;
}

static void
report_json(const struct laundry_layout *laundry, const struct sums *sums, json_t *out)
{
	json_t *tickets = json_array();

	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		unsigned pairing = laundry_pairing(laundry->ticket[seat].value);
		json_t *ways[2];

		for (int first = 0; first < 2; first++) {
			uint32_t games = games_of(sums, seat, first);

			ways[first] = json_pack("{s:f,s:f}", "points", share(sums->points[seat][first], games), "wins",
				share(sums->wins[seat][first], games));
		}
		json_array_append_new(tickets,
			json_pack("{s:o,s:s?,s:f,s:f,s:o,s:o}", "seat", json_sprintf("%c", 'A' + seat), "pairs",
				laundry->dealt ? laundry_pairing_name(pairing) : NULL, "points",
				share(sums->points[seat][0] + sums->points[seat][1], sums->played), "wins",
				share(sums->wins[seat][0] + sums->wins[seat][1], sums->played), "first", ways[1],
				"second", ways[0]));
	}
	json_object_update_new(out,
		json_pack("{s:I, s:I, s:I, s:f, s:o, s:b}", "played", (json_int_t)sums->played, "stalled",
			(json_int_t)sums->stalled, "shared", (json_int_t)sums->shared, "turns",
			share(sums->turns, sums->played), "tickets", tickets, "even", laundry_is_even(laundry)));
}

static void
report_text(const struct laundry_layout *laundry, const struct sums *sums, GString *text)
{
	if (sums->played == 0) {
		g_string_append(text, "There was no time for a single game.\n");
		return;
	}
	g_string_append_printf(text,
		"Sensible players played %u games, each of them going first in turn.\n"
		"They took %.1f turns; %u ended because nobody could act any more. Shared wins: %u.\n\n"
		"  ticket  pairs          points   wins    going first    going second\n",
		sums->played, share(sums->turns, sums->played), sums->stalled, sums->shared);
	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		unsigned pairing = laundry_pairing(laundry->ticket[seat].value);

		g_string_append_printf(text, "  %-6c  %-13s  %6.2f  %3.0f %%", 'A' + seat,
			laundry->dealt ? laundry_pairing_name(pairing) : "to be written",
			share(sums->points[seat][0] + sums->points[seat][1], sums->played),
			100 * share(sums->wins[seat][0] + sums->wins[seat][1], sums->played));
		for (int first = 1; first >= 0; first--)
			g_string_append_printf(text, "  %6.2f  %3.0f %%",
				share(sums->points[seat][first], games_of(sums, seat, first)),
				100 * share(sums->wins[seat][first], games_of(sums, seat, first)));
		g_string_append_c(text, '\n');
	}
	if (!laundry->dealt)
		g_string_append(text, "\nThe players write the values: both tickets promise the same.\n");
	else if (laundry_is_even(laundry))
		g_string_append(text, "\nTheir pairs carry the same values: both tickets promise the same.\n");
	else
		g_string_append(text, "\nTheir pairs carry different values: the press would not print this deal.\n");
}

void
laundry_study(const struct study_question *question, struct study_findings *findings)
{
	const struct laundry_layout *laundry = question->layout;
	struct sums sums;

	findings->exact =
		play(question, question->games > 0 ? question->games : LAYOUT_GAMES, &sums, &findings->charts);
	report_json(laundry, &sums, findings->json);
	report_text(laundry, &sums, findings->text);
}
