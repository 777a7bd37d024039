/* SPDX-License-Identifier: MIT
 * What is known of the deals of a pad: what the cards of a hand add up to. */
#include "gen/study.h"
#include "layouts/chipit.h"

extern const struct study study_chipit;

static int
hand_sum(const struct chipit_layout *chipit, int game, int place)
{
	int sum = 0;

	for (int i = 0; i < chipit->hand; i++)
		sum += chipit->deck[game][chipit->hand * place + i] & ~CHIPIT_PURPLE;
	return sum;
}

static bool
survey(const struct question *question, struct charts *charts)
{
	const struct chipit_layout *chipit = question->layout;

	for (int game = 0; game < chipit->games; game++) {
		for (int place = 0; place < chipit->seats; place++) {
			char name[16];

			g_snprintf(name, sizeof name, "seat %c", 'A' + chipit->seat[place]);
			charts_add(charts, "sum of the cards of a hand", "points", name,
				hand_sum(chipit, game, place));
		}
	}
	return true;
}

static void
layout(const struct question *question, struct findings *findings)
{
	const struct chipit_layout *chipit = question->layout;
	json_t *games = json_array();

	for (int game = 0; game < chipit->games; game++) {
		json_t *hands = json_object();

		g_string_append_printf(findings->text, "Game %d, cards of a hand:", game + 1);
		for (int place = 0; place < chipit->seats; place++) {
			char seat[2] = {(char)('A' + chipit->seat[place]), '\0'};
			int sum = hand_sum(chipit, game, place);

			json_object_set_new(hands, seat, json_integer(sum));
			g_string_append_printf(findings->text, "%s %s %d", place > 0 ? "," : "", seat, sum);
		}
		g_string_append_c(findings->text, '\n');
		json_array_append_new(games, hands);
	}
	json_object_set_new(findings->json, "hands", games);
	survey(question, &findings->charts);
}

const struct study study_chipit = {
	.game = &game_chipit,
	.layout = layout,
	.survey = survey,
};
