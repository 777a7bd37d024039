/* SPDX-License-Identifier: MIT
 * seedpress-kiosk restore: copies a backup into the database, all of it or nothing. */
#include <stdlib.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/store.h"

int
restore_command(int argc, char **argv)
{
	g_autofree char *where = NULL;
	gboolean force = FALSE;
	const GOptionEntry entries[] = {
		DATABASE_OPTION(&where),
		{"force", 'f', 0, G_OPTION_ARG_NONE, &force, "Replace what is there; it is kept in a file next to it",
			NULL},
		{0},
	};

	if (!command_options("restore FILE [OPTION...]",
		    "Puts a backup into the database, all of it or, when something is wrong, nothing, and\n"
		    "says what it was. Everything in it is looked at first, and every game in it scored\n"
		    "again. Kiosks that are running see it at once.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		return command_misuse("restore", SAY("usage-restore", "restore takes the file of a backup"));

	struct problem problem = {0};
	struct message says;
	if (!store_restore_at(where, argv[1], force, &says, &problem))
		return command_fail(&problem);
	command_print_message(&says);
	return EXIT_SUCCESS;
}
