/* SPDX-License-Identifier: MIT
 * The analysis of the deals of a pad: sensible players play every deal many
 * times, which shows what each seat can expect and how even the pad is. */
#include "gen/games/chipit/press.h"
#include "scoring/solve/chipit_even.h"

/* Games of each deal when one pad is analysed. */
#define LAYOUT_GAMES 400

/* Games of each deal in a survey of many pads. */
#define SURVEY_GAMES 32

/* The stream of random numbers; layouts use others. */
#define DICE 2

#define PLACES "place in a game, by who plays when"
#define TURNS  "turns in a game"
#define LOST   "points the loser of a game writes down"
#define PAD    "points a seat expects of the whole pad"
#define SPREAD "points between the best and the worst seat of a pad"
#define TENTHS "tenths of a point"

/* The places of a game in the order of play, what it cost, and how long it was. */
static void
chart_game(const struct chipit_layout *pad, unsigned n, const struct chipit_game *game, struct charts *charts)
{
	static const char *const when[CHIPIT_SEATS_MAX] = {"first", "second", "third", "fourth", "fifth", "sixth"};
	unsigned first = 0, place[CHIPIT_SEATS_MAX], last = game->order[game->players - 1];

	for (unsigned i = 0; i < game->players; i++) {
		place[game->order[i]] = i + 1;
		if (pad->seat[i] == pad->first[n])
			first = i;
	}
	for (unsigned i = 0; i < game->players; i++)
		charts_add(charts, PLACES, "place", when[i], (int)place[(first + i) % game->players]);
	if (game->two)
		charts_add(charts, LOST, "points", last == first ? when[0] : when[1],
			game->chips[last] + game->raised[last] + 3 * game->held[last]);
	charts_add(charts, TURNS, "turns", "all", (int)game->turns);
}

/* Plays all deals in turn, `games` times. False if the limit was over before. */
static bool
play(const struct study_question *question, uint32_t games, struct chipit_expected *expected, struct charts *charts)
{
	const struct chipit_layout *pad = question->layout;
	struct random dice[CHIPIT_GAMES_MAX];
	struct chipit_game game[CHIPIT_GAMES_MAX];

	*expected = (struct chipit_expected){0};
	for (unsigned n = 0; n < pad->games; n++)
		random_init(&dice[n], question->dice, DICE, n);
	for (; expected->games < games; expected->games++) {
		if (limit_over(question->limit))
			return false;
		for (unsigned n = 0; n < pad->games; n++)
			if (!chipit_deal_play(pad, n, &dice[n], &game[n]))
				return false;
		for (unsigned n = 0; n < pad->games; n++) {
			chipit_expected_add(expected, pad, n, &game[n]);
			chart_game(pad, n, &game[n], charts);
		}
	}
	return true;
}

bool
chipit_survey(const struct study_question *question, struct charts *charts)
{
	const struct chipit_layout *pad = question->layout;
	struct chipit_expected expected;

	if (!play(question, question->games > 0 ? question->games : SURVEY_GAMES, &expected, charts))
		return false;
	for (unsigned seat = 0; seat < pad->seats; seat++) {
		char name[16];

		g_snprintf(name, sizeof name, "seat %c", 'A' + seat);
		charts_add(charts, PAD, TENTHS, name, (int)(chipit_expected_points(&expected, seat) + 5) / 10);
	}
	charts_add(charts, SPREAD, TENTHS, "all", (int)(chipit_expected_spread(&expected, pad) + 5) / 10);
	return true;
}

static double
mean(const struct chipit_expected *expected, uint32_t sum)
{
	return (double)sum / expected->games;
}

/* Each game with who goes first and each seat's points and place, and what the pad is worth to each seat. */
static void
report_json(const struct chipit_layout *pad, const struct chipit_expected *expected, bool even, json_t *out)
{
	json_t *deals = json_array(), *whole = json_object();

	for (unsigned n = 0; n < pad->games; n++) {
		json_t *seats = json_object();

		for (unsigned seat = 0; seat < pad->seats; seat++) {
			char name[2] = {(char)('A' + seat), '\0'};

			json_object_set_new(seats, name,
				json_pack("{s:f,s:f}", "points", mean(expected, expected->points[n][seat]), "place",
					mean(expected, expected->places[n][seat])));
		}
		json_array_append_new(deals,
			json_pack("{s:o,s:f,s:o}", "first", json_sprintf("%c", 'A' + pad->first[n]), "turns",
				mean(expected, expected->turns[n]), "seats", seats));
	}
	for (unsigned seat = 0; seat < pad->seats; seat++) {
		char name[2] = {(char)('A' + seat), '\0'};

		json_object_set_new(whole, name, json_real(chipit_expected_points(expected, seat) / 100.0));
	}
	json_object_update_new(out,
		json_pack("{s:I, s:o, s:o, s:f, s:f, s:b}", "played", (json_int_t)expected->games, "deals", deals,
			"seats", whole, "spread", chipit_expected_spread(expected, pad) / 100.0, "bound",
			chipit_even_bound[pad->seats] / 100.0, "even", even));
}

static void
report_text(const struct chipit_layout *pad, const struct chipit_expected *expected, bool even, GString *text)
{
	g_string_append_printf(text,
		"Sensible players played every deal %u times.\n%s and mean place of each seat:\n\n", expected->games,
		pad->two ? "Points written down" : "Tournament points");
	g_string_append(text, "  game  first");
	for (unsigned seat = 0; seat < pad->seats; seat++)
		g_string_append_printf(text, "  %8c", 'A' + seat);
	for (unsigned n = 0; n < pad->games; n++) {
		g_string_append_printf(text, "\n  %4u  %-5c", n + 1, 'A' + pad->first[n]);
		for (unsigned seat = 0; seat < pad->seats; seat++)
			g_string_append_printf(text, "  %4.2f %.1f", mean(expected, expected->points[n][seat]),
				mean(expected, expected->places[n][seat]));
	}
	g_string_append(text, "\n  pad      ");
	for (unsigned seat = 0; seat < pad->seats; seat++)
		g_string_append_printf(
			text, seat == 0 ? "%8.2f" : "%10.2f", chipit_expected_points(expected, seat) / 100.0);
	g_string_append_printf(text,
		"\n\nBetween the best and the worst seat: %.2f points. The press keeps pads up to\n"
		"%.2f by fewer games of its own: this pad is %s.\n",
		chipit_expected_spread(expected, pad) / 100.0, chipit_even_bound[pad->seats] / 100.0,
		even ? "even enough" : "not even enough");
}

void
chipit_study(const struct study_question *question, struct study_findings *findings)
{
	const struct chipit_layout *pad = question->layout;
	struct chipit_expected expected;

	findings->exact =
		play(question, question->games > 0 ? question->games : LAYOUT_GAMES, &expected, &findings->charts);
	if (expected.games == 0) {
		g_string_append(findings->text, "There was no time for a single game.\n");
		json_object_set_new(findings->json, "played", json_integer(0));
		return;
	}
	bool even = chipit_is_even(pad);
	report_json(pad, &expected, even, findings->json);
	report_text(pad, &expected, even, findings->text);
}
