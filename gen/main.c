/* SPDX-License-Identifier: MIT
 * seedpress: prints small board games from a seed and rebuilds them from their codes. */
#include "gen/canvas/atomic_file.h"
#include "gen/canvas/document.h"
#include "gen/cli/command.h"
#include "gen/commands/commands.h"

int
main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"code", "the codes of a game, one a line", code_command},
		{"print", "a game's sheets, tickets, cards or pads, and its other pieces", print_command},
		{"kit", "a whole event: packets for all tables, cover, key and manifest", kit_command},
		{"key", "a new key for an event", key_command},
		{"layout", "the exact layout of a printed code", layout_command},
		{"analyse", "what is known of a layout, or of many", analyse_command},
		{NULL, NULL, NULL},
	};

	atomic_file_watch_signals();
	document_keep_memory();
	return command_main("seedpress", "Small board games from a seed.", commands, argc, argv);
}
