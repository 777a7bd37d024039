/* SPDX-License-Identifier: MIT
 * The command line of a request: its options come from the request's table of fields and from the tables of the games,
 * so that no command knows them by name. */
#ifndef SEEDPRESS_GEN_COMMANDS_TYPED_OPTIONS_H
#define SEEDPRESS_GEN_COMMANDS_TYPED_OPTIONS_H

#include "gen/requests/fields.h"

/* A command that fills a request. */
struct request_command {
	const char *usage;          /* "print GAME|CODE [OPTION]..." */
	const char *about;          /* for --help, before the list of games */
	const struct field *fields; /* of the request */
	unsigned use;               /* enum field_use: which of them */
	enum option_effect effects; /* which options of games */
	bool takes_codes;           /* else it is about games alone */
};

/* Reads the command line into a request that was begun with its defaults. EXIT_SUCCESS, or the exit status after saying
 * what is wrong: all of the options' problems. */
int request_command_read(const struct request_command *command, int argc, char **argv, struct game_request *request);

#endif
