/* SPDX-License-Identifier: MIT
 * From a code to what is printed. */
#include "gen/commands/again.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

bool
again_is_code(int argc, char **argv)
{
	size_t letters = 0;

	while (argc == 2 && g_ascii_isalpha(argv[1][letters]))
		letters++;
	return argc > 2 || (argc == 2 && (argv[1][letters] != '\0' || letters >= CODE_CHARS));
}

/* What the code says already. */
static const char *
said_twice(const struct run_options *run)
{
	const struct {
		const char *option, *typed;
	} all[] = {{"seed", run->seed}, {"players", run->players}, {"count", run->games}, {"round", run->round},
		{"table", run->table}, {"balanced", run->balanced ? "" : NULL},
		{"rule", run->rules != NULL ? run->rules[0] : NULL}};

	for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
		if (all[i].typed != NULL)
			return all[i].option;
	return NULL;
}

/* The game's own options: those that decide the layout stand in the code, the others may be
 * given. */
static int
read_own(struct run_options *run, const struct game_options *own, const struct code *code)
{
	const struct game_option *option = printed_game_of(run->codes.game)->option;

	if (!game_options_read(own, run->codes.game, run->option))
		return EXIT_USAGE;
	for (int i = 0; option[i].name != NULL; i++) {
		if (option[i].effect <= OPTION_SEEDS && run->option[i].given)
			return command_misused("print", "--%s is for a game: a code says it itself", option[i].name);
		if (option[i].kind == OPTION_FLAG && option[i].code != 0)
			run->option[i].given = (code->option & option[i].code) == option[i].code;
	}
	return EXIT_SUCCESS;
}

int
again_read(struct run_options *run, const struct game_options *own, int argc, char **argv, struct code *code)
{
	const char *twice = said_twice(run);
	/* A code may be typed with spaces: its parts are put together again. */
	char *typed = g_strjoinv(" ", argv + 1);
	struct problems problems;
	int status = EXIT_SUCCESS;

	(void)argc;
	problems_init(&problems);
	if (twice != NULL)
		status = command_misused("print", "--%s is for a game: a code says it itself", twice);
	else if (run->key_file != NULL && !command_key(run->key_file, &run->key_bytes))
		status = EXIT_REFUSED;
	else if ((run->codes.game = game_of_text(
			  typed, run->key_file != NULL ? &run->key_bytes : NULL, code, &problems)) == NULL)
		status = command_refuse(typed, &problems);
	g_free(typed);
	if (status != EXIT_SUCCESS)
		return status;
	run->codes.seed = code->seed;
	run->codes.table = code->table;
	run->codes.players = code->players;
	run->codes.round = code->round;
	run->codes.option = code->option;
	run->codes.key = code->keyed ? &run->key_bytes : NULL;
	run->count = 1;
	return read_own(run, own, code);
}

void
again_pick(const struct code *code, const struct game *game, struct page_plan *plan)
{
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct shown_piece shown;
	GArray *all = plan->pages;

	game->build(layout, code);
	printed_game_show(game, layout, code, &shown);
	page_plan_init(plan);
	for (unsigned i = shown.page; i < all->len; i++) {
		const struct page *page = &g_array_index(all, struct page, i);

		if (i > shown.page && !page->back)
			break;
		page_plan_add(plan, page);
	}
	g_array_free(all, TRUE);
}
