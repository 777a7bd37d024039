/* SPDX-License-Identifier: MIT
 * seedpress code: the codes that a run of printing puts on paper, one a line,
 * all pieces of each game in order. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/commands/commands.h"
#include "gen/commands/made.h"

static void
print_codes(const struct run_options *run)
{
	unsigned pieces = codes_pieces(&run->codes);

	for (uint32_t n = 0; n < run->count && !ferror(stdout); n++) {
		for (uint8_t piece = 0; piece < pieces; piece++) {
			struct code code;
			char text[CODE_TEXT];

			codes_make(&run->codes, n, piece, &code);
			code_write(&code, run->codes.key, text);
			puts(text);
		}
	}
}

int
code_command(int argc, char **argv)
{
	struct run_options run = {0};
	gboolean json = FALSE;
	char *counted = run_options_counted();
	const GOptionEntry entries[] = {JSON_OPTION(&json), RUN_OPTIONS(&run, counted), {0}};
	struct game_options own;
	char *games = command_games();
	char *about = g_strconcat(
		"The codes that printing GAME puts on paper, one a line, all its pieces in order.\n\n", games, NULL);
	int status = EXIT_USAGE;

	game_options_init(&own, entries, OPTION_SEEDS);
	if (command_options("code GAME [OPTION]...", about, game_options_entries(&own), &argc, &argv))
		status = run_options_read(&run, &own, argc, argv);
	if (status == EXIT_SUCCESS)
		(json ? made_codes_json : print_codes)(&run);
	g_free(about);
	g_free(games);
	g_free(counted);
	game_options_finish(&own);
	run_options_finish(&run);
	return status;
}
