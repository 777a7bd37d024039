/* SPDX-License-Identifier: MIT
 * What a command made: in words for a person at a terminal, who wants to know
 * what is where and what to do next, or as one line of JSON for a script. */
#ifndef SEEDPRESS_GEN_COMMANDS_MADE_H
#define SEEDPRESS_GEN_COMMANDS_MADE_H

#include "gen/commands/run_options.h"
#include "gen/kit/kit.h"

/* For a command's own list of options. */
#define JSON_OPTION(flag) \
	{ \
		"json", 0, 0, G_OPTION_ARG_NONE, flag, "says what was made as a line of JSON", NULL \
	}

/* What was printed. */
struct made_print {
	const struct run_options *run;
	const struct document_options *options;
	const struct print_job *job;
	const struct code *code; /* the only piece that was printed, or NULL */
	const char *preview;     /* a contact sheet was made instead, or NULL */
	struct page_plan plan;   /* there until it is said what was made */
	GPtrArray *left_out;     /* titles of the whole game that were not printed; NULL: it does not matter */
	unsigned pages;
	bool two_sided;
};

/* Sheets of paper for so many pages. */
unsigned made_sheets(unsigned pages, bool two_sided);

void made_print_say(const struct made_print *made);
void made_print_json(const struct made_print *made);

/* The codes of a run, as JSON. */
void made_codes_json(const struct run_options *run);

/* A kit in its folder. */
void made_kit_say(const struct kit *kit, const char *folder);
void made_kit_json(const struct kit *kit, const char *folder);

/* What a kit will print: a line for each step of printing and sums, or as JSON. */
void made_kit_plan_say(const struct kit *kit);
void made_kit_plan_json(const struct kit *kit);

/* A text as JSON writes it, with its quotes; to be freed. Names of files that are no UTF-8 are shown
 * as well as they can be. */
char *made_quoted(const char *text);

#endif
