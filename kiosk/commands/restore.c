/* SPDX-License-Identifier: MIT
 * seedpress-kiosk restore: a backup into the database, all of it or nothing. */
#include <stdlib.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/database_path.h"

static int
restore(const char *where, const char *file, bool force)
{
	char *problem = NULL;
	struct store *store = database_path_open(where, true, &problem);
	bool fine = store != NULL && store_restore(store, file, force, &problem);

	if (!fine)
		command_say("%s", problem);
	store_close(store);
	g_free(problem);
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
}

int
restore_command(int argc, char **argv)
{
	char *where = NULL;
	gboolean force = FALSE;
	const GOptionEntry entries[] = {
		{"db", 'd', 0, G_OPTION_ARG_FILENAME, &where,
			"The database: a file, or postgresql://...", "WHERE"},
		{"force", 'f', 0, G_OPTION_ARG_NONE, &force,
			"Replace results, people and pieces that are there", NULL},
		{0},
	};
	int status;

	if (!command_options("restore FILE [OPTION...]",
		    "Puts a backup into the database, all of it or, when something is wrong, nothing.\n"
		    "Kiosks that are running see it at once.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		status = command_misused("restore", "restore takes the file of a backup");
	else
		status = restore(where, argv[1], force);
	g_free(where);
	return status;
}
