/* SPDX-License-Identifier: MIT
 * seedpress-kiosk restore: a backup into the database, all of it or nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/store.h"

static int
restore(const char *where, const char *file, bool force)
{
	struct problem problem = {0};
	struct message says;
	char sentence[MESSAGE_TEXT];

	if (!store_restore_at(where, file, force, &says, &problem)) {
		command_fail(&problem);
		return EXIT_REFUSED;
	}
	message_write(&says, command_audience(), sentence, sizeof sentence);
	puts(sentence);
	return EXIT_SUCCESS;
}

int
restore_command(int argc, char **argv)
{
	char *where = NULL;
	gboolean force = FALSE;
	const GOptionEntry entries[] = {
		{"db", 'd', 0, G_OPTION_ARG_FILENAME, &where, "The database: a file, or postgresql://...", "WHERE"},
		{"force", 'f', 0, G_OPTION_ARG_NONE, &force, "Replace what is there; it is kept in a file next to it",
			NULL},
		{0},
	};
	int status;

	if (!command_options("restore FILE [OPTION...]",
		    "Puts a backup into the database, all of it or, when something is wrong, nothing, and\n"
		    "says what it was. Everything in it is looked at first, and every game in it scored\n"
		    "again. Kiosks that are running see it at once.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		status = command_misuse("restore", SAY("usage-restore", "restore takes the file of a backup"));
	else
		status = restore(where, argv[1], force);
	g_free(where);
	return status;
}
