/* SPDX-License-Identifier: MIT
 * Makes the manual page: copies it from stdin to stdout, and replaces lines like
 *     .\" GAME OPTIONS code
 * by the descriptions in the tables of the games, so that the page always has exactly the options of the games. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/press/printed_game.h"

/* Most bytes of a line of the manual page. */
#define ROFF_LINE 4096

/* A line that is replaced, and by which options. */
struct part {
	const char *line;
	enum option_effect least, most;
	bool keys; /* as keys of a kit file, not as options */
};

static const struct part parts[] = {
	{".\\\" GAME OPTIONS analyse\n", OPTION_LAYOUT, OPTION_LAYOUT, false},
	{".\\\" GAME OPTIONS code\n", OPTION_LAYOUT, OPTION_SEEDS, false},
	{".\\\" GAME OPTIONS print\n", OPTION_PIECES, OPTION_SINGLE, false},
	{".\\\" GAME KEYS\n", OPTION_LAYOUT, OPTION_PIECES, true},
};

/* Whether another game has an option with the same description. */
static bool
share(const struct printed_game *other, const struct game_option *option)
{
	const struct game_option *theirs = other->option;

	while (theirs->name != NULL && strcmp(theirs->name, option->name) != 0)
		theirs++;
	return theirs->name != NULL && strcmp(theirs->about, option->about) == 0;
}

/* Writes the values of an option. */
static void
write_values(const struct game_option *option, bool key)
{
	if (option->kind == OPTION_NUMBER)
		printf("From 0 to %" PRIu32 ".\n", option->most);
	else if (option->kind == OPTION_FLAG && key)
		printf(".B yes\nor\n.B no\n(the default).\n");
	for (int i = 0; option->kind == OPTION_CHOICE && option->words[i] != NULL; i++)
		printf("%s\\fB%s\\fP%s",
			i == 0                                 ? ""
				: option->words[i + 1] == NULL ? " or "
							       : ", ",
			option->words[i],
			i == 0                                 ? " (the default)"
				: option->words[i + 1] == NULL ? ".\n"
							       : "");
}

/* Writes an option, with the names of this game and of all later ones that describe it in the same way. */
static void
write_option(const struct part *part, const struct printed_game *const *at, const struct game_option *option)
{
	for (const struct printed_game *const *before = printed_game_registry; before < at; before++)
		if (share(*before, option))
			return;
	printf(".TP\n.BR %s%s", part->keys ? "" : "\\-\\-", option->name);
	if (!part->keys && option->value != NULL)
		printf(" \" \\fI%s\\fP\"", option->value);
	putchar('\n');
	printf("For %s", (*at)->game->id);
	for (at++; *at != NULL; at++)
		if (share(*at, option))
			printf(" and %s", (*at)->game->id);
	printf(".\n%s\n", option->about);
	write_values(option, part->keys);
}

static void
write_part(const struct part *part)
{
	for (const struct printed_game *const *at = printed_game_registry; *at != NULL; at++) {
		const struct game_count *count = &(*at)->count;

		if (part->keys && count->key != NULL)
			printf(".TP\n.B %s\nFor %s.\n%s\nFrom 1 to %" PRIu32 ", by default %" PRIu32 ".\n", count->key,
				(*at)->game->id, count->about, count->most, count->usual);
		for (const struct game_option *option = (*at)->option; option->name != NULL; option++)
			if (option->effect >= part->least && option->effect <= part->most)
				write_option(part, at, option);
	}
}

int
main(void)
{
	char line[ROFF_LINE];

	while (fgets(line, sizeof line, stdin) != NULL) {
		const struct part *part = NULL;

		for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
			if (strcmp(parts[i].line, line) == 0)
				part = &parts[i];
		if (part != NULL)
			write_part(part);
		else
			fputs(line, stdout);
	}
	return ferror(stdin) || fflush(stdout) != 0;
}
