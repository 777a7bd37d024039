/* SPDX-License-Identifier: MIT
 * Finding the table of a game, and asking it. */
#include "gen/press/printed_game.h"

#define RIM MODULES(4) /* of white around an area: letters and lines reach over its edge */

const struct printed_game *
printed_game_of(const struct game *game)
{
	const struct printed_game *found = NULL;

	for (const struct printed_game *const *at = printed_game_registry; *at != NULL; at++)
		if (game_serves((*at)->game, game, found == NULL ? NULL : found->game))
			found = *at;
	return found;
}

uint8_t
printed_game_code_option(const struct printed_game *printed, const struct option_value option[GAME_OPTIONS])
{
	uint8_t code = 0;

	for (int i = 0; printed->option[i].name != NULL; i++)
		if (option[i].given)
			code |= printed->option[i].code;
	return code;
}

bool
printed_game_check(const struct codes *codes, struct problems *problems)
{
	const struct game *game = codes->game;
	uint8_t most = printed_game_of(game)->players_most;

	if (most == 0 || codes->players <= most)
		return codes_check(codes, problems);
	game_refuse_players(codes->game, codes->players, problems);
	return false;
}

bool
printed_game_survey(const struct printed_game *printed, const struct study_question *question, struct charts *charts)
{
	struct charts own;

	charts_init(&own);
	own.now = charts->now;
	bool done = printed->survey(question, &own);
	if (done)
		charts_merge(charts, &own);
	charts_finish(&own);
	return done;
}

void
printed_game_show(const struct game *game, const void *layout, const struct code *code, struct shown_piece *shown)
{
	const struct printed_game *printed = printed_game_of(game);
	struct form form;

	game->form(layout, code, &form);
	*shown = (struct shown_piece){{-RIM, -RIM, form.w + 2 * RIM, form.h + 2 * RIM}, 0, false};
	if (printed->show != NULL)
		printed->show(code, &form, shown);
}
