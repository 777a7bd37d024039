/* SPDX-License-Identifier: MIT
 * Filters. */
#include "gen/games/filter.h"

#include <stdalign.h>

bool
filter_knows(const struct game *game, unsigned version)
{
	const struct printed_game *printed = printed_game_of(game);

	return version == printed->filter || version + 1 == printed->filter_house;
}

bool
filter_granted(const struct game *game, unsigned version, const struct code *code,
	const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES])
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct printed_game *printed = printed_game_of(game);

	game->build(layout, code);
	return (printed->passes == NULL || printed->passes(layout, version < printed->filter_house ? usual : house)) &&
		(printed->grants == NULL || printed->grants(layout, option, house));
}

bool
filter_grants(const struct game *game, const struct code *code, const struct option_value option[GAME_OPTIONS],
	const uint8_t house[HOUSE_RULES])
{
	return filter_granted(game, printed_game_of(game)->filter, code, option, house);
}

bool
filter_passes(const struct game *game, const struct code *code)
{
	static const struct option_value none[GAME_OPTIONS] = {{0}};
	uint8_t house[HOUSE_RULES];

	rules_printed(rules_of(game), code->option, house);
	return filter_grants(game, code, none, house);
}
