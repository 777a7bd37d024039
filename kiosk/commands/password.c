/* SPDX-License-Identifier: MIT
 * seedpress-kiosk password: sets the organiser's password. It is asked for at a terminal without an echo, or is the
 * first line of the standard input. */
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

/* Size of the buffer for a password with its newline, in bytes. */
#define LINE (PASSWORD_MOST + 2)

/* Reads a line without its newline; at a terminal after a question and without an echo. False at the end of the input,
 * or if the line is too long. */
static bool
ask(struct argument question, char line[LINE])
{
	struct termios shown, hidden;
	bool terminal = tcgetattr(STDIN_FILENO, &shown) == 0;

	if (terminal) {
		char sentence[MESSAGE_TEXT];
		struct message message;

		message_set(&message, question);
		message_write(&message, command_audience(), sentence, sizeof sentence);
		fprintf(stderr, "%s ", sentence);
		hidden = shown;
		hidden.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
	}
	bool read = fgets(line, LINE, stdin) != NULL;
	if (terminal) {
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
		fputc('\n', stderr);
	}
	if (!read)
		return false;
	size_t length = strcspn(line, "\r\n");
	if (length == LINE - 1)
		return false;
	line[length] = '\0';
	return true;
}

int
password_command(int argc, char **argv)
{
	g_autofree char *where = NULL;
	const GOptionEntry entries[] = {DATABASE_OPTION(&where), {0}};
	struct problem problem = {0};
	char password[LINE] = "", again[LINE];
	bool stored = false;

	if (!command_options("password [OPTION...]",
		    "Sets the organiser's password: asked for at a terminal, or the first line of the\n"
		    "standard input. Anyone who is logged in has to log in again.",
		    entries, &argc, &argv))
		return EXIT_USAGE;
	if (argc != 1)
		return command_misuse("password",
			SAY("usage-password",
				"the password is not given on the command line, where others could see it"));
	/* At a terminal it is asked for twice. */
	if (!ask(SAY("new-password", "The new password:"), password)) {
		command_tell(SAY("no-password", "no password was given, or it is too long"));
	} else if (isatty(STDIN_FILENO) &&
		(!ask(SAY("same-password", "The same once more:"), again) || strcmp(password, again) != 0)) {
		command_tell(SAY("passwords-differ", "the passwords don't match; nothing was changed"));
	} else {
		g_autofree char *place = where == NULL ? database_path_usual(&problem) : g_strdup(where);
		g_autofree char *hash = place == NULL ? NULL : organiser_hash(password, &problem);
		struct store *store = hash == NULL ? NULL : store_create(place, &problem);

		stored = store != NULL &&
			store_set(store, "password", hash, "the kiosk's machine", &problem) == STORE_OK;
		store_destroy(store);
		if (!stored)
			command_fail(&problem);
	}
	sodium_memzero(password, sizeof password);
	sodium_memzero(again, sizeof again);
	return stored ? EXIT_SUCCESS : EXIT_REFUSED;
}
