/* SPDX-License-Identifier: MIT
 * Parsing a command line into a request. Games with an option of the same name share it, and each interprets it in its
 * own way. */
#include "gen/commands/typed_options.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"

/* An option, and its value: the entry has a pointer to one of the members. */
struct typed_option {
	GOptionEntry entry;
	gboolean flag;
	char *value;
	char **values; /* of an option that may be repeated */
	char *help;    /* if it is not a constant */
};

static void
typed_option_free(void *data)
{
	struct typed_option *typed = data;

	g_free(typed->value);
	g_strfreev(typed->values);
	g_free(typed->help);
	g_free(typed);
}

static struct typed_option *
find(const GPtrArray *options, const char *name)
{
	for (unsigned i = 0; i < options->len; i++) {
		struct typed_option *typed = g_ptr_array_index(options, i);

		if (strcmp(typed->entry.long_name, name) == 0)
			return typed;
	}
	return NULL;
}

static struct typed_option *
add(GPtrArray *options, GOptionEntry entry)
{
	struct typed_option *typed = g_new0(struct typed_option, 1);

	entry.arg_data = entry.arg == G_OPTION_ARG_NONE  ? (void *)&typed->flag
		: entry.arg == G_OPTION_ARG_STRING_ARRAY ? (void *)&typed->values
							 : (void *)&typed->value;
	typed->entry = entry;
	g_ptr_array_add(options, typed);
	return typed;
}

static void
add_field(GPtrArray *options, const struct field *field)
{
	GOptionArg arg = field->kind == FIELD_FLAG ? G_OPTION_ARG_NONE
		: field->kind == FIELD_FILE        ? G_OPTION_ARG_FILENAME
		: field->kind == FIELD_RULE        ? G_OPTION_ARG_STRING_ARRAY
						   : G_OPTION_ARG_STRING;
	struct typed_option *typed = add(options,
		(GOptionEntry){.long_name = field->name,
			.short_name = field->letter,
			.arg = arg,
			.description = field->help,
			.arg_description = field->value});

	if (field->help != NULL)
		return;
	/* What --count counts in the games, each word once: "games, card sides, pads (default: 1)". */
	GString *line = g_string_new(NULL);

	for (const struct printed_game *const *at = printed_game_registry; *at != NULL; at++)
		if (strstr(line->str, (*at)->count.what) == NULL)
			g_string_append_printf(line, "%s%s", line->len > 0 ? ", " : "", (*at)->count.what);
	g_string_append(line, " (default: 1)");
	typed->help = g_string_free(line, FALSE);
}

/* Adds an option of a game's own. Its help is "GAME: what it does", after that of other games with the same option. */
static void
add_game_option(GPtrArray *options, const struct game *game, const struct game_option *option)
{
	struct typed_option *typed = find(options, option->name);
	g_autoptr(GString) help = g_string_new(": ");

	if (typed == NULL)
		typed = add(options,
			(GOptionEntry){.long_name = option->name,
				.arg = option->kind == OPTION_FLAG ? G_OPTION_ARG_NONE : G_OPTION_ARG_STRING,
				.arg_description = option->value});
	g_string_append(help, option->help);
	for (int i = 0; option->kind == OPTION_CHOICE && option->words[i] != NULL; i++)
		g_string_append_printf(help, "%s%s%s",
			i == 0                                 ? ": "
				: option->words[i + 1] == NULL ? " or "
							       : ", ",
			option->words[i], i == 0 ? " (default)" : "");
	g_autofree char *before = typed->help;

	if (before == NULL)
		typed->help = g_strconcat(game->id, help->str, NULL);
	else if (g_str_has_suffix(before, help->str))
		typed->help =
			g_strdup_printf("%.*s, %s%s", (int)(strlen(before) - help->len), before, game->id, help->str);
	else
		typed->help = g_strdup_printf("%s; %s%s", before, game->id, help->str);
}

/* Sets all options that were typed. Reports all problems at once. */
static bool
set_all(const GPtrArray *options, const struct request_command *command, struct game_request *request,
	struct problems *problems)
{
	const struct field_source source = {"--", command->use, command->effects};

	for (unsigned i = 0; i < options->len; i++) {
		const struct typed_option *typed = g_ptr_array_index(options, i);

		if (typed->flag || typed->value != NULL)
			game_request_set(
				request, &source, typed->entry.long_name, typed->flag ? "yes" : typed->value, problems);
		for (char **value = typed->values; value != NULL && *value != NULL; value++)
			game_request_set(request, &source, typed->entry.long_name, *value, problems);
	}
	return problems->count == 0;
}

/* The name of a field that was typed although it is not for a code, or not for a game; or NULL. */
static const char *
misplaced(const GPtrArray *options, const struct field *field, bool coded)
{
	for (; field->name != NULL; field++) {
		const struct typed_option *typed = find(options, field->name);

		if ((field->use & (coded ? FIELD_CODED : FIELD_KEYED)) != 0 && typed != NULL &&
			(typed->flag || typed->value != NULL || typed->values != NULL))
			return field->name;
	}
	return NULL;
}

/* Fills the request from the words that are left and from the options. The key is read before a code, which may need
 * it, but after the options of a game. */
static int
read(const GPtrArray *options, const struct request_command *command, int argc, char **argv,
	struct game_request *request)
{
	bool coded = command->takes_codes && (argc > 2 || (argc == 2 && game_request_is_code(argv[1])));
	const char *key_file = find(options, "key")->value, *wrong = misplaced(options, request->fields, coded);
	struct problems problems;
	struct code_key key;
	int status = EXIT_SUCCESS;

	if (argc < 2 && command->takes_codes) {
		g_autofree char *games = command_game_ids(", ");

		return command_misuse(argv[0],
			SAY("no-game-or-code", "a game or a code is missing; the games are {games}"),
			ARG_TEXT("games", games));
	}
	if (!coded && command_game(argc, argv) == NULL)
		return EXIT_USAGE;
	if (wrong != NULL)
		return command_misuse(argv[0],
			coded ? SAY("not-for-a-code", "--{name} is for a game, not for a code")
			      : SAY("key-for-a-game", "--{name} goes with a code, not a game"),
			ARG_TEXT("name", wrong));
	if (coded && key_file != NULL && !command_key(key_file, &key))
		return EXIT_REFUSED;
	/* A code may be typed with spaces, as several words. */
	g_autofree char *about = g_strjoinv(" ", argv + 1);

	problems_init(&problems);
	if (!game_request_begin(request, about, coded && key_file != NULL ? &key : NULL, &problems)) {
		status = command_refuse(about, &problems);
	} else if (!set_all(options, command, request, &problems)) {
		command_refuse(NULL, &problems);
		status = EXIT_USAGE;
	} else if (!coded && key_file != NULL) {
		request->keyed = command_key(key_file, &request->key);
		status = request->keyed ? EXIT_SUCCESS : EXIT_REFUSED;
	}
	sodium_memzero(&key, sizeof key);
	return status;
}

int
request_command_read(const struct request_command *command, int argc, char **argv, struct game_request *request)
{
	g_autoptr(GPtrArray) options = g_ptr_array_new_with_free_func(typed_option_free);
	g_autoptr(GArray) entries = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));
	g_autofree char *games = command_games(), *about = g_strconcat(command->about, "\n\n", games, NULL);
	const struct game *game;

	for (const struct field *field = request->fields; field->name != NULL; field++)
		if ((field->use & command->use) != 0)
			add_field(options, field);
	for (size_t i = 0; (game = game_nth(i)) != NULL; i++) {
		const struct game_option *option = printed_game_of(game)->option;

		if (game_by_id(game->id)->version != game->version)
			continue;
		for (; option->name != NULL; option++)
			if (option->effect <= command->effects)
				add_game_option(options, game, option);
	}
	for (unsigned i = 0; i < options->len; i++) {
		struct typed_option *typed = g_ptr_array_index(options, i);

		if (typed->help != NULL)
			typed->entry.description = typed->help;
		g_array_append_val(entries, typed->entry);
	}
	if (!command_options(command->usage, about, &g_array_index(entries, GOptionEntry, 0), &argc, &argv))
		return EXIT_USAGE;
	return read(options, command, argc, argv, request);
}
