/* SPDX-License-Identifier: MIT
 * Runs the cmocka tests of one game: module GAME. */
#include <stdio.h>
#include <string.h>

#include "tests/tools.h"

int
main(int argc, char **argv)
{
	const struct game_trial *game;

	for (size_t n = 0; argc == 2 && (game = trial_nth(n)) != NULL; n++)
		if (strcmp(argv[1], game->game->id) == 0)
			return game->run() != 0;
	fprintf(stderr, "usage: module GAME\n");
	return 2;
}
