/* SPDX-License-Identifier: MIT
 * The promises of every layout over as many seeds as one likes:
 *     properties COUNT [GAME]
 * Every number of players, every option and every piece of each seed is built
 * and checked. The first seed that breaks a promise is named, and the exit is 1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tools.h"

#define PROGRESS_EVERY 10000

static bool
run(const struct game_trial *game, uint64_t count)
{
	struct trial trial = {.failed = false};
	bool progress = isatty(STDERR_FILENO);

	for (uint64_t i = 0; i < count && !trial.failed; i++) {
		trial_seed(game, trial_nth_seed(i), &trial);
		if (progress && i % PROGRESS_EVERY == 0)
			fprintf(stderr, "\r%s %" PRIu64 " of %" PRIu64, game->game->id, i, count);
	}
	if (progress)
		fprintf(stderr, "\r\033[K");
	if (trial.failed)
		fprintf(stderr, "%s\n", trial.why);
	else
		printf("%s: %" PRIu64 " seeds keep every promise\n", game->game->id, count);
	return !trial.failed;
}

int
main(int argc, char **argv)
{
	unsigned long long count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	const struct game_trial *game;
	int matches = 0, failures = 0;

	for (size_t n = 0; count > 0 && argc <= 3 && (game = trial_nth(n)) != NULL; n++) {
		if (argc == 3 && strcmp(argv[2], game->game->id) != 0)
			continue;
		matches++;
		failures += !run(game, count);
	}
	if (matches == 0) {
		fprintf(stderr, "usage: properties COUNT [GAME]\n");
		return 2;
	}
	return failures > 0;
}
