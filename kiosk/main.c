/* SPDX-License-Identifier: MIT
 * seedpress-kiosk: reads photos, scores finished games and runs events. */
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
#include "kiosk/commands/commands.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/making/kit_job.h"
#include "kiosk/making/print_jobs.h"
#include "scoring/read.h"

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

/* The kinds of jobs that the program does as a child process. */
static const struct job_kind *const jobs[] = {&print_pages_job, &print_first_job, &print_pdf_job, &print_seed_job,
	&print_known_job, &kit_job, &kiosk_eye_job, NULL};

/* Overwrites the password of a database URL, postgresql://user:password@host/ or ...?password=password, in the argument
 * itself, which all users of the machine can read. Returns whether there was one. */
static bool
hide_password(char *argument)
{
	static const char name[] = "password=";
	char *address = strstr(argument, "postgres");
	bool hidden = false;

	address = address == NULL ? NULL : strstr(address, "://");
	if (address == NULL)
		return false;
	address += strlen("://");
	size_t length = strcspn(address, "/?");
	/* The last @, because an unescaped password may contain another one. */
	char *at = g_strrstr_len(address, (gssize)length, "@");
	char *colon = at == NULL ? NULL : memchr(address, ':', (size_t)(at - address));
	if (colon != NULL) {
		hidden = at - colon > 1;
		memset(colon + 1, 'x', (size_t)(at - colon - 1));
	}
	for (char *next = address + length; (next = strstr(next, name)) != NULL;) {
		next += strlen(name);
		length = strcspn(next, "&");
		hidden |= length > 0;
		memset(next, 'x', length);
	}
	return hidden;
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

	g_set_prgname(program.name);
	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0) {
		int status = job_main(jobs, argv[2]);
		char shown[QUOTE_BYTES];

		return status >= 0 ? status
				   : command_misuse("", SAY("unknown-job", "there is no job \"{name}\""),
					     ARG_TEXT("name", read_quoted(argv[2], shown)));
	}
	json_set_alloc_funcs(g_malloc, g_free); /* see kiosk/http/memory.h */
	/* The program uses a copy of the arguments, because passwords are erased from the original, which others can
	 * see. */
	g_auto(GStrv) own = g_strdupv(argv);
	bool hidden = false;
	for (int i = 1; i < argc; i++)
		hidden |= hide_password(argv[i]);
	if (hidden)
		command_tell(SAY("password-in-options",
			"a password among the options can be read by everybody on this machine, if only for a moment: "
			"put it into a file, see --db in `man seedpress-kiosk`"));
	/* A second list, because parsing removes options from it, and the copies still have to be freed. */
	g_autofree char **given = g_memdup2(own, ((size_t)argc + 1) * sizeof *own);
	atomic_file_watch_signals();
	return command_main(&program, argc, given);
}
