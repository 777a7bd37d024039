/* SPDX-License-Identifier: MIT
 * seedpress-kiosk: scores finished games. */
#include "gen/command.h"
#include "kiosk/commands.h"

int
main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"score", "a finished game to its score", score_command},
		{NULL, NULL, NULL},
	};

	return command_main(
		"seedpress-kiosk", "Reads and scores what seedpress printed.", commands, argc, argv);
}
