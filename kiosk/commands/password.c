/* SPDX-License-Identifier: MIT
 * seedpress-kiosk password: sets the organiser's password, at a terminal without
 * showing it, or from the first line of the standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <sodium.h>

#include "gen/cli/command.h"
#include "kiosk/commands/commands.h"
#include "kiosk/routes/organiser_session.h"
#include "kiosk/store/database_path.h"
#include "kiosk/store/store.h"

#define LINE (PASSWORD_MOST + 2)

/* A line without its end; false at the end of the input or where it is too long. */
static bool
read_line(char line[LINE])
{
	size_t length;

	if (fgets(line, LINE, stdin) == NULL)
		return false;
	length = strcspn(line, "\r\n");
	if (line[length] == '\0' && length == LINE - 1)
		return false;
	line[length] = '\0';
	return true;
}

static bool
ask(const char *question, char line[LINE])
{
	struct termios shown, hidden;
	bool terminal = tcgetattr(STDIN_FILENO, &shown) == 0, read;

	if (!terminal)
		return read_line(line);
	fprintf(stderr, "%s ", question);
	hidden = shown;
	hidden.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
	read = read_line(line);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
	fputc('\n', stderr);
	return read;
}

/* Asks, at a terminal twice; false after a sentence. */
static bool
ask_twice(char password[LINE])
{
	char again[LINE];
	bool same;

	if (!ask("The new password:", password)) {
		command_tell(SAY("no-password", "no password was given, or it is too long"));
		return false;
	}
	if (!isatty(STDIN_FILENO))
		return true;
	same = ask("The same once more:", again) && strcmp(password, again) == 0;
	sodium_memzero(again, sizeof again);
	if (!same)
		command_tell(SAY("passwords-differ", "the passwords don't match; nothing was changed"));
	return same;
}

static bool
store_password(const char *where, const char *password, struct problem *problem)
{
	char *place = where == NULL ? database_path_usual(problem) : g_strdup(where);
	char *hash = place == NULL ? NULL : organiser_hash(password, problem);
	struct store *store = hash == NULL ? NULL : store_create(place, problem);
	bool stored = store != NULL && store_set(store, "password", hash, "the kiosk's machine", problem) == STORE_OK;

	store_destroy(store);
	g_free(hash);
	g_free(place);
	return stored;
}

int
password_command(int argc, char **argv)
{
	char *where = NULL, password[LINE] = "";
	struct problem problem = {0};
	const GOptionEntry entries[] = {
		{"db", 'd', 0, G_OPTION_ARG_FILENAME, &where, "The database: a file, or postgresql://...", "WHERE"},
		{0},
	};
	int status = EXIT_REFUSED;

	if (!command_options("password [OPTION...]",
		    "Sets the organiser's password: asked for at a terminal, or the first line of the\n"
		    "standard input. Anyone who is logged in has to log in again.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 1) {
		status = command_misuse("password",
			SAY("usage-password",
				"the password is not given on the command line, where others could see it"));
	} else if (ask_twice(password)) {
		if (store_password(where, password, &problem))
			status = EXIT_SUCCESS;
		else
			command_fail(&problem);
	}
	sodium_memzero(password, sizeof password);
	g_free(where);
	return status;
}
