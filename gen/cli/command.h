/* SPDX-License-Identifier: MIT
 * The command lines of both programs: commands by name, options, help, keys and error messages. The exit status is 0
 * for success, 1 if the input was refused and 2 for wrong usage. Every refusal is a sentence on stderr. */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

#include "layouts/game.h"

#define EXIT_REFUSED 1
#define EXIT_USAGE   2

struct command {
	const char *name; /* NULL ends a table */
	const char *summary;
	int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
};

/* A library that a program uses. */
struct library {
	const char *name; /* NULL ends a table */
	const char *version;
};

/* A program. */
struct program {
	const char *name, *purpose;
	const struct command *commands;
	const struct library *libraries; /* for --version; NULL for none */
};

/* Prepares the process and runs the command that argv names, or --help, --version, help COMMAND.
 * Returns the exit status. Output that could not be written turns any status into 1 at exit. */
int command_main(const struct program *program, int argc, char **argv);

/* Parses options and removes them from argv. `usage` begins with the command's name: "code GAME [OPTION]...". False
 * after printing what is wrong. --help prints the help and exits. */
bool command_options(const char *usage, const char *description, const GOptionEntry *entries, int *argc, char ***argv);

/* The option --force of commands that write files. */
#define FORCE_OPTION(flag) \
	{ \
		"force", 'f', 0, G_OPTION_ARG_NONE, flag, "replaces a file that Seedpress did not make", NULL \
	}

/* Prints a message on stderr: SAY() and its arguments. */
#define command_tell(...) command_tell_message(MESSAGE(__VA_ARGS__))
void command_tell_message(const struct message *message);

/* Prints a message on stdout as a line: the output of a command. */
#define command_print(...) command_print_message(MESSAGE(__VA_ARGS__))
void command_print_message(const struct message *message);

/* Prints a message on stderr that refers to the help of command `name` ("": of the program). Returns EXIT_USAGE. */
#define command_misuse(name, ...) command_misuse_message((name), MESSAGE(__VA_ARGS__))
int command_misuse_message(const char *name, const struct message *problem);

/* Prints a value as a line of JSON, and unreferences it. NULL is reported as a lack of memory. Returns the exit status.
 */
int command_print_json(json_t *json);

/* Lists of words end with NULL. The index of a word, in upper or lower case, or -1; and the list as "a, b or c", to be
 * freed. */
int words_find(const char *const *words, const char *word);
char *words_join(const char *const *words);

/* Parse values by type: a whole number from `least` to `most` in decimal digits; seconds like 0.5; one of the words,
 * whose index is set. `name` is shown in problems as it was written ("--seed"). False after setting *problem. */
bool value_number(
	const char *name, const char *value, uint64_t least, uint64_t most, uint64_t *number, struct problem *problem);
bool value_seconds(const char *name, const char *value, int64_t *microseconds, struct problem *problem);
bool value_choice(
	const char *name, const char *value, const char *const *words, unsigned *choice, struct problem *problem);

/* Parse the value of an option of a command. NULL leaves `number` unchanged, and means 0 seconds. False after printing
 * what is wrong. */
bool command_number(const char *option, const char *value, uint64_t least, uint64_t most, uint64_t *number);

bool command_seconds(const char *option, const char *value, int64_t *microseconds);

/* The games for a command's help, one per line; to be freed. */
char *command_games(void);

/* The ids of the games, "a, b or c" if `before_last` is " or "; to be freed. */
char *command_game_ids(const char *before_last);

/* The game named by the only word that is left in argv. NULL after printing which games there are. */
const struct game *command_game(int argc, char **argv);

/* Reads an event's key from a file. False after printing what is wrong. */
bool command_key(const char *file, struct code_key *key);

/* The audience of messages: the operator's terminal, in the language of LC_ALL, LC_MESSAGES or LANG. */
const struct audience *command_audience(void);

/* Prints a problem. Returns EXIT_REFUSED. */
int command_fail(const struct problem *problem);

/* Prints every problem, after `what` it is about unless that is NULL. Returns EXIT_REFUSED. */
int command_refuse(const char *what, const struct problems *problems);
