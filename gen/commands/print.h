/* SPDX-License-Identifier: MIT
 * What `print` understands, for those who do something else with its pages than
 * the command line does: the same words are the same pages there. */
#ifndef SEEDPRESS_GEN_COMMANDS_PRINT_H
#define SEEDPRESS_GEN_COMMANDS_PRINT_H

#include "gen/press/printed_game.h"

/* What is to be printed, as `print` would: its pages in their order. */
struct print_planned {
	const struct print_job *job;
	const struct page_plan *plan;
	const struct document_options *options;
	struct shaper *shaper;
	const struct code *code; /* of what is printed again, or NULL */
};

struct print_use {
	/* Does it; false after setting *problem. */
	bool (*pages)(void *data, const struct print_planned *planned, struct problem *problem);
	void *data;
	const char *event; /* its name, as kits print it, or NULL */
};

/* Takes the options of `print` and its game or code. Returns the exit status; sentences are on stderr. */
int print_with(int argc, char **argv, const struct print_use *use);

/* The titles of the pages of a job's whole game, as --pieces takes them, without those that are in
 * `printed` (NULL: all). The list is to be unreferenced, the titles live on. */
GPtrArray *print_titles(const struct print_job *job, const struct page_plan *printed);

/* What `print` itself does: the file of planned->options. */
bool print_to_file(void *data, const struct print_planned *planned, struct problem *problem);

#endif
