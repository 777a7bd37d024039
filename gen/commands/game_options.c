/* SPDX-License-Identifier: MIT
 * The options of the games. Games that have one of the same name share it on
 * the command line; each takes it its own way. */
#include "gen/commands/game_options.h"

#include <string.h>

#include "gen/cli/command.h"
#include "gen/games/house_rules.h"

/* An option as it was typed: the address of each is known to GLib. */
struct typed_option {
	const char *name;
	gboolean flag;
	char *value;
	char *help;
};

static void
typed_option_free(void *data)
{
	struct typed_option *typed = data;

	g_free(typed->value);
	g_free(typed->help);
	g_free(typed);
}

static struct typed_option *
find(const struct game_options *options, const char *name)
{
	for (unsigned i = 0; i < options->typed->len; i++) {
		struct typed_option *typed = g_ptr_array_index(options->typed, i);

		if (strcmp(typed->name, name) == 0)
			return typed;
	}
	return NULL;
}

/* "poker (default), bridge or mini"; to be freed. */
static char *
words_list(const char *const *words, const char *after_first)
{
	GString *list = g_string_new(words[0]);

	g_string_append(list, after_first);
	for (int i = 1; words[i] != NULL; i++)
		g_string_append_printf(list, "%s%s", words[i + 1] == NULL ? " or " : ", ", words[i]);
	return g_string_free(list, FALSE);
}

/* "GAME: what it does", after other games that have an option of this name; to be freed. */
static char *
help_line(const char *before, const struct game *game, const struct game_option *option)
{
	char *words = option->kind == OPTION_CHOICE ? words_list(option->words, " (default)") : NULL;
	char *help = g_strconcat(": ", option->help, words != NULL ? ": " : "", words, NULL), *line;

	if (before == NULL)
		line = g_strconcat(game->id, help, NULL);
	else if (g_str_has_suffix(before, help))
		line = g_strdup_printf("%.*s, %s%s", (int)(strlen(before) - strlen(help)), before, game->id, help);
	else
		line = g_strdup_printf("%s; %s%s", before, game->id, help);
	g_free(help);
	g_free(words);
	return line;
}

static void
add(struct game_options *options, const struct game *game, const struct game_option *option)
{
	struct typed_option *typed = find(options, option->name);
	char *help = help_line(typed == NULL ? NULL : typed->help, game, option);

	if (typed == NULL) {
		GOptionEntry entry = {.long_name = option->name, .arg_description = option->value};

		typed = g_new0(struct typed_option, 1);
		typed->name = option->name;
		g_ptr_array_add(options->typed, typed);
		entry.arg = option->kind == OPTION_FLAG ? G_OPTION_ARG_NONE : G_OPTION_ARG_STRING;
		entry.arg_data = option->kind == OPTION_FLAG ? (void *)&typed->flag : (void *)&typed->value;
		g_array_append_val(options->entries, entry);
	}
	g_free(typed->help);
	typed->help = help;
}

static void
add_game(struct game_options *options, const struct game *game)
{
	const struct game_option *option = printed_game_of(game)->option;

	for (; option->name != NULL; option++)
		if (option->effect <= options->most)
			add(options, game, option);
}

void
game_options_init(struct game_options *options, const GOptionEntry *own, enum option_effect most)
{
	const struct game *game;
	unsigned first;

	options->most = most;
	options->entries = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));
	options->typed = g_ptr_array_new_with_free_func(typed_option_free);
	for (; own->long_name != NULL; own++)
		g_array_append_val(options->entries, *own);
	first = options->entries->len;
	for (size_t i = 0; (game = game_nth(i)) != NULL; i++)
		if (game_by_id(game->id)->version == game->version)
			add_game(options, game);
	for (unsigned i = 0; i < options->typed->len; i++)
		g_array_index(options->entries, GOptionEntry, first + i).description =
			((struct typed_option *)g_ptr_array_index(options->typed, i))->help;
}

void
game_options_finish(struct game_options *options)
{
	g_array_unref(options->entries);
	g_ptr_array_unref(options->typed);
}

const GOptionEntry *
game_options_entries(const struct game_options *options)
{
	return &g_array_index(options->entries, GOptionEntry, 0);
}

static bool
was_typed(const struct typed_option *typed)
{
	return typed->flag || typed->value != NULL;
}

bool
game_options_typed(const struct game_options *options)
{
	for (unsigned i = 0; i < options->typed->len; i++)
		if (was_typed(g_ptr_array_index(options->typed, i)))
			return true;
	return false;
}

static bool
has(const struct printed_game *printed, const char *name)
{
	for (const struct game_option *option = printed->option; option->name != NULL; option++)
		if (strcmp(option->name, name) == 0)
			return true;
	return false;
}

/* Refuses an option that the game does not have. */
static void
refuse(const struct game_options *options, const struct printed_game *printed, const char *name)
{
	const char *id = printed->game->id;
	GString *own = g_string_new(NULL);

	for (const struct game_option *option = printed->option; option->name != NULL; option++)
		if (option->effect <= options->most)
			g_string_append_printf(own, "%s--%s%s%s", own->len > 0 ? ", " : "", option->name,
				option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
	if (own->len > 0)
		command_say("%s has no --%s; of its own it has %s", id, name, own->str);
	else
		command_say("%s has no --%s; it has no options of its own here", id, name);
	g_string_free(own, TRUE);
}

static bool
read_value(const struct game_option *option, const struct typed_option *typed, struct option_value *value)
{
	char *dashed;
	uint64_t number = 0;
	int choice = 0;
	bool fine = true;

	value->given = was_typed(typed);
	if (option->kind == OPTION_NUMBER) {
		dashed = g_strconcat("--", option->name, NULL);
		fine = command_number(dashed, typed->value, 0, option->most, &number);
		value->number = (uint32_t)number;
		g_free(dashed);
	} else if (option->kind == OPTION_CHOICE) {
		fine = command_choice(option->name, typed->value, option->words,
			g_strv_length((char **)(uintptr_t)option->words), &choice);
		value->number = (uint32_t)choice;
	}
	return fine;
}

bool
game_options_read(const struct game_options *options, const struct game *game, struct option_value value[GAME_OPTIONS])
{
	const struct printed_game *printed = printed_game_of(game);

	memset(value, 0, sizeof *value * GAME_OPTIONS);
	for (unsigned i = 0; i < options->typed->len; i++) {
		const struct typed_option *typed = g_ptr_array_index(options->typed, i);

		if (was_typed(typed) && !has(printed, typed->name)) {
			refuse(options, printed, typed->name);
			return false;
		}
	}
	for (int i = 0; printed->option[i].name != NULL; i++)
		if (printed->option[i].effect <= options->most &&
			!read_value(&printed->option[i], find(options, printed->option[i].name), &value[i]))
			return false;
	return true;
}

bool
game_rules_read(const struct game *game, char *const *typed, uint8_t house[HOUSE_RULES])
{
	for (; typed != NULL && *typed != NULL; typed++) {
		struct problem problem;

		if (house_rules_set(game, *typed, house, &problem))
			continue;
		command_fail(&problem);
		return false;
	}
	return true;
}
