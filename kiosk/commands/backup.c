/* SPDX-License-Identifier: MIT
 * seedpress-kiosk backup: copies the database into a new file, even while it is in use. */
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/store/database_path.h"

int
backup_command(int argc, char **argv)
{
	g_autofree char *where = NULL;
	const GOptionEntry entries[] = {DATABASE_OPTION(&where), {0}};
	struct store_findings findings = {0};
	struct problem problem = {0};

	if (!command_options("backup FILE [OPTION...]",
		    "Copies what the kiosk keeps, even while it is in use, into a new file that appears\n"
		    "when it is whole, and says what is in the copy; one that cannot be restored is said, too.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 2)
		return command_misuse("backup", SAY("usage-backup", "backup takes the name of a new file"));
	g_autofree char *database = where != NULL ? g_strdup(where) : database_path_name();
	struct store *store = NULL;
	if (strstr(database, "://") == NULL && !g_file_test(database, G_FILE_TEST_EXISTS))
		problem_set(
			&problem, SAY("no-database", "there is no database: {file}"), ARG_PRIVATE("file", database));
	else
		store = store_create(database, &problem);
	/* What it says is read from the copy itself. */
	bool fine = store != NULL && store_backup(store, argv[1], false, &problem) &&
		store_copy_look(argv[1], &findings, &problem);
	if (fine) {
		struct message contents;

		store_findings_say(&findings, &contents);
		command_print(SAY("copied", "copied {contents}"), ARG_CAUSE("contents", &contents));
	} else {
		command_fail(&problem);
	}
	store_findings_clear(&findings);
	store_destroy(store);
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
}
