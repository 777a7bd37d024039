/* SPDX-License-Identifier: MIT
 * What the programs share on the command line: commands by name, options, help,
 * keys and refusals. Exit 0: done, 1: the input was refused, 2: wrong usage;
 * every refusal is a sentence on stderr. */
#ifndef SEEDPRESS_GEN_CLI_COMMAND_H
#define SEEDPRESS_GEN_CLI_COMMAND_H

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

/* A library that a program runs with. */
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

/* Takes the options out of argv. `usage` starts with the command's name: "code GAME [OPTION]...".
 * False after a sentence when they are wrong. --help prints and exits. */
bool command_options(const char *usage, const char *description, const GOptionEntry *entries, int *argc, char ***argv);

/* For commands that write files of their own. */
#define FORCE_OPTION(flag) \
	{ \
		"force", 'f', 0, G_OPTION_ARG_NONE, flag, "replaces a file that Seedpress did not make", NULL \
	}

/* Prints a message on stderr: SAY() and its arguments. */
#define command_tell(...) command_tell_list((const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
void command_tell_list(const struct argument *arguments);
void command_tell_message(const struct message *message);

/* The same on stdout, as a line of its own: what a command was asked for. */
#define command_print(...) command_print_list((const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
void command_print_list(const struct argument *arguments);
void command_print_message(const struct message *message);

/* The same with where to read on: see `seedpress code --help`. Returns EXIT_USAGE. */
#define command_misuse(name, ...) \
	command_misuse_list((name), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
int command_misuse_list(const char *name, const struct argument *arguments);

/* Prints a value as a line of JSON, and unreferences it; NULL: there was not enough memory for it. Returns the exit
 * status. */
int command_print_json(json_t *json);

/* The words, ended by NULL: "a, b or c"; to be freed. */
char *command_words(const char *const *words);

/* Values by type, for everything that can be asked for: `name` is shown in problems as it was written ("--seed"). A
 * whole number from `least` to `most` in decimal digits, nothing else; seconds like 0.5; which of the words, ended by
 * NULL, in any case. False after setting *problem. */
bool value_number(
	const char *name, const char *value, uint64_t least, uint64_t most, uint64_t *number, struct problem *problem);
bool value_seconds(const char *name, const char *value, int64_t *microseconds, struct problem *problem);
bool value_choice(
	const char *name, const char *value, const char *const *words, unsigned *choice, struct problem *problem);

/* The same for an option of a command: false after saying what is wrong. NULL for a value leaves `number`, and is 0
 * seconds. */
bool command_number(const char *option, const char *value, uint64_t least, uint64_t most, uint64_t *number);

bool command_seconds(const char *option, const char *value, int64_t *microseconds);

/* The games for a command's help, a line each; to be freed. */
char *command_games(void);

/* Their ids: "a, b or c" with " or " before the last; to be freed. */
char *command_game_ids(const char *before_last);

/* The game named by the one word that is left in argv; NULL after a sentence that lists them. */
const struct game *command_game(int argc, char **argv);

/* Reads an event's key from a file; false after a sentence. */
bool command_key(const char *file, struct code_key *key);

/* For whom sentences are made here: the terminal of the operator, in the language that LC_ALL, LC_MESSAGES or LANG
 * names. */
const struct audience *command_audience(void);

/* Prints a problem. Returns EXIT_REFUSED. */
int command_fail(const struct problem *problem);

/* Prints every problem of `what`, which may be NULL. Returns EXIT_REFUSED. */
int command_refuse(const char *what, const struct problems *problems);

#endif
