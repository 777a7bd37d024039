/* SPDX-License-Identifier: MIT
 * seedpress-kiosk: reads what was handed in and scores finished games. */
#include <archive.h>
#include <cairo.h>
#include <gnutls/gnutls.h>
#include <jansson.h>
#include <microhttpd.h>
#include <pango/pango.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/atomic_file.h"
#include "gen/cli/command.h"
#include "kiosk/commands/argument_password.h"
#include "kiosk/commands/commands.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/making/kit_job.h"
#include "kiosk/making/print_jobs.h"

static const struct command commands[] = {
	{"backup", "what the kiosk keeps into a new file", backup_command},
	{"doctor", "looks at what a kiosk needs, and says what to do", doctor_command},
	{"password", "sets the organiser's password", password_command},
	{"restore", "a backup into the database", restore_command},
	{"review", "a finished game looked at again: where points were lost", review_command},
	{"scan", "codes, tagged pieces and marks in photos, scans and PDFs", scan_command},
	{"score", "a finished game to its score", score_command},
	{"serve", "the kiosk: web page, phones, standings", serve_command},
	{NULL, NULL, NULL},
};

/* What the program does when it is run as a child. */
static const struct job_kind *const jobs[] = {&print_pages_job, &print_first_job, &print_pdf_job, &print_seed_job,
	&print_known_job, &kit_job, &kiosk_eye_job, NULL};

/* Works on a copy of the arguments; in those that others can see no password is left. */
static char **
take_arguments(int argc, char **argv)
{
	char **own = g_strdupv(argv);
	bool hidden = false;

	for (int i = 1; i < argc; i++)
		hidden |= argument_password_hide(argv[i]);
	if (hidden)
		command_say("a password among the options can be read by everybody on this machine, if "
			    "only for a moment: put it into a file, see --db in `man seedpress-kiosk`");
	return own;
}

int
main(int argc, char **argv)
{
	const struct library libraries[] = {
		{"libmicrohttpd", MHD_get_version()},
		{"GnuTLS", gnutls_check_version(NULL)},
		{"SQLite", sqlite3_libversion()},
		{"Cairo", cairo_version_string()},
		{"Pango", pango_version_string()},
		{"libarchive", ARCHIVE_VERSION_ONLY_STRING},
		{"libsodium", sodium_version_string()},
		{NULL, NULL},
	};
	const struct program program = {
		"seedpress-kiosk", "Reads and scores what seedpress printed.", commands, libraries};
	char **own, **given;
	int status;

	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(jobs, argv[2]);
	g_set_prgname("seedpress-kiosk");
	json_set_alloc_funcs(g_malloc, g_free); /* see kiosk/http/memory.h */
	own = take_arguments(argc, argv);
	/* Options are taken out of the list that is given. */
	given = g_new0(char *, argc + 1);
	memcpy(given, own, (size_t)argc * sizeof *given);
	atomic_file_watch_signals();
	status = command_main(&program, argc, given);
	g_free(given);
	g_strfreev(own);
	return status;
}
