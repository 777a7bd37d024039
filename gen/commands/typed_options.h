/* SPDX-License-Identifier: MIT
 * The command line of a request. Its options come from the request's table of fields and from the tables of the games,
 * so that commands do not list them. */
#pragma once

#include "gen/requests/fields.h"

/* A command that carries out a request. */
struct request_command {
	const char *usage;          /* "print GAME|CODE [OPTION]..." */
	const char *about;          /* for --help, before the list of games */
	unsigned use;               /* enum field_use: the fields that it has */
	enum option_effect effects; /* options of games up to this effect */
	bool takes_codes;           /* false: it takes only games */
};

/* Parses the command line into a request that has its defaults. Returns EXIT_SUCCESS, or another exit status after
 * printing all problems of the options. */
int request_command_read(const struct request_command *command, int argc, char **argv, struct game_request *request);
