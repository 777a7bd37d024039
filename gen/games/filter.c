/* SPDX-License-Identifier: MIT
 * Filters. */
#include "gen/games/filter.h"

#include <stdalign.h>

unsigned
filter_version(const struct game *game)
{
	return printed_game_of(game)->filter;
}

bool
filter_passes(const struct game *game, const struct code *code)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct printed_game *printed = printed_game_of(game);

	if (printed->passes == NULL)
		return true;
	game->build(layout, code);
	return printed->passes(layout);
}

bool
filter_grants(const struct game *game, const struct code *code,
	const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES])
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct printed_game *printed = printed_game_of(game);

	game->build(layout, code);
	return (printed->passes == NULL || printed->passes(layout)) &&
		(printed->grants == NULL || printed->grants(layout, option, house));
}
