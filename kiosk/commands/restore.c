/* SPDX-License-Identifier: MIT
 * seedpress-kiosk restore: a backup into the database, all of it or nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/database_path.h"
#include "kiosk/store/new_files.h"

static int
restore(const char *where, const char *file, bool force)
{
	char sentence[MESSAGE_TEXT], *place;
	struct message says;
	struct problem problem = {0};
	struct new_files made;
	bool fine;

	new_files_init(&made);
	new_files_note_database(&made, where);
	place = where == NULL ? database_path_usual(&problem) : g_strdup(where);
	fine = place != NULL && store_restore_at(place, file, force, &says, &problem);
	if (fine) {
		message_write(&says, command_audience(), sentence, sizeof sentence);
		puts(sentence);
	} else {
		command_fail(&problem);
		new_files_remove(&made);
	}
	new_files_finish(&made);
	g_free(place);
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
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
