/* SPDX-License-Identifier: MIT
 * The command lines of the programs. */
#include "gen/cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scoring/read.h"

/* Most edits between a word and the command that is suggested for it. */
#define NEAR 2

int
command_print_json(json_t *json)
{
	char *line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(8));

	json_decref(json);
	if (line == NULL) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return EXIT_REFUSED;
	}
	puts(line);
	free(line);
	return EXIT_SUCCESS;
}

/* Runs at every exit: output that could not be written, as on a full disk, is an error. */
static void
finish_output(void)
{
	bool failed = ferror(stdout) != 0;

	errno = 0;
	failed |= fclose(stdout) != 0;
	if (!failed)
		return;
	if (errno != 0)
		command_tell(SAY("output-unwritable", "the output could not be written: {reason}"),
			ARG_TEXT("reason", g_strerror(errno)));
	else
		command_tell(SAY("output-unwritten", "the output could not be written"));
	_exit(EXIT_REFUSED);
}

/* Prepares the process. If stdin, stdout or stderr is closed, it is opened as one that cannot be read or written:
 * otherwise the next file that is opened would take its place, and output would go into it. */
static bool
prepare(const char *program)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
			_exit(EXIT_REFUSED);
	signal(SIGXFSZ, SIG_IGN); /* a file above the size limit is an error, not the end of the process */
	/* Arguments and output are UTF-8 in every locale. */
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		setlocale(LC_CTYPE, "");
	g_set_prgname(program);
	if (atexit(finish_output) != 0 || sodium_init() < 0) {
		command_tell(SAY("not-prepared", "the process could not be prepared"));
		return false;
	}
	return true;
}

static const struct command *
find(const struct command *commands, const char *name)
{
	for (; commands->name != NULL; commands++)
		if (strcmp(commands->name, name) == 0)
			return commands;
	return NULL;
}

/* The Levenshtein distance of two words. */
static int
slips(const char *a, const char *b)
{
	int row[32];
	int width = (int)strlen(b);

	if (width >= (int)G_N_ELEMENTS(row))
		return INT_MAX;
	for (int i = 0; i <= width; i++)
		row[i] = i;
	for (int done = 1; *a != '\0'; a++, done++) {
		int corner = row[0];

		row[0] = done;
		for (int i = 1; i <= width; i++) {
			int changed = corner + (*a != b[i - 1]);

			corner = row[i];
			row[i] = MIN(changed, MIN(row[i - 1], row[i]) + 1);
		}
	}
	return row[width];
}

static int
unknown(const struct command *commands, const char *name)
{
	const char *nearest = NULL;
	int best = NEAR + 1;

	for (; commands->name != NULL; commands++) {
		bool begun = *name != '\0' && g_str_has_prefix(commands->name, name);
		int distance = begun ? 1 : slips(name, commands->name);

		if (distance < best && distance < (int)strlen(commands->name)) {
			best = distance;
			nearest = commands->name;
		}
	}
	if (nearest == NULL)
		return command_misuse(
			"", SAY("unknown-command", "there is no command \"{name}\""), ARG_SHOWN("name", name));
	return command_misuse("", SAY("near-command", "there is no command \"{name}\" (did you mean \"{nearest}\"?)"),
		ARG_SHOWN("name", name), ARG_TEXT("nearest", nearest));
}

static int
help(const struct program *program)
{
	printf("Usage: %s COMMAND [OPTION]...\n%s\n\nCommands:\n", program->name, program->purpose);
	for (const struct command *command = program->commands; command->name != NULL; command++)
		printf("  %-10s %s\n", command->name, command->summary);
	printf("\n`%s COMMAND --help` tells more about each; `man %s` tells all.\n", program->name, program->name);
	return EXIT_SUCCESS;
}

/* Prints the version of the program, of the layouts that it prints and reads, and of its libraries. */
static int
version(const struct program *program)
{
	const struct game *game;

	printf("%s %s\nLayouts:", program->name, SEEDPRESS_VERSION);
	for (size_t i = 0; (game = game_nth(i)) != NULL; i++)
		printf("%s %s %u", i > 0 ? "," : "", game->id, game->version);
	if (program->libraries != NULL)
		fputs("\nLibraries:", stdout);
	for (const struct library *at = program->libraries; at != NULL && at->name != NULL; at++)
		printf("%s %s %s", at > program->libraries ? "," : "", at->name, at->version);
	putchar('\n');
	return EXIT_SUCCESS;
}

int
command_main(const struct program *program, int argc, char **argv)
{
	char *name = argc > 1 ? argv[1] : NULL, help_option[] = "--help";

	if (!prepare(program->name))
		return EXIT_REFUSED;
	if (name == NULL)
		return command_misuse("", SAY("no-command", "a command is missing"));
	const struct command *command = find(program->commands, name);

	if (command != NULL)
		return command->run(argc - 1, argv + 1);
	if (strcmp(name, "help") == 0 && argc > 2) { /* `help COMMAND` is `COMMAND --help` */
		command = find(program->commands, argv[2]);
		return command == NULL ? unknown(program->commands, argv[2])
				       : command->run(2, (char *[]){argv[2], help_option, NULL});
	}
	if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		return help(program);
	return strcmp(name, "--version") == 0 ? version(program) : unknown(program->commands, name);
}

static void
print_entry(const GOptionEntry *entry)
{
	g_autofree char *left =
		g_strconcat("--", entry->long_name, entry->arg_description ? " " : "", entry->arg_description, NULL);

	if (entry->short_name != 0)
		printf("  -%c, %-18s %s\n", entry->short_name, left, entry->description);
	else
		printf("      %-18s %s\n", left, entry->description);
}

/* Replaces -p2 by --players=2, because GOption only supports -p 2. */
static void
part_values(const GOptionEntry *entries, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		bool is_long = g_str_has_prefix(argv[i], "--");
		const GOptionEntry *entry = entries;

		if (argv[i][0] != '-' || argv[i][1] == '\0')
			continue;
		while (entry->long_name != NULL &&
			(entry->arg == G_OPTION_ARG_NONE ||
				(is_long ? strcmp(argv[i] + 2, entry->long_name) != 0
					 : argv[i][1] != entry->short_name)))
			entry++;
		if (entry->long_name == NULL)
			continue;
		if (is_long || argv[i][2] == '\0') {
			i++; /* the next word is its value, even if it looks like an option */
			continue;
		}
		g_autofree char *written = g_strdup_printf("--%s=%s", entry->long_name, argv[i] + 2);
		const char *kept = g_intern_string(written); /* it must live as long as argv */

		memcpy(&argv[i], &kept, sizeof kept);
	}
}

bool
command_options(const char *usage, const char *description, const GOptionEntry *entries, int *argc, char ***argv)
{
	gboolean asked = FALSE;
	const GOptionEntry help_entries[] = {
		{"help", 'h', 0, G_OPTION_ARG_NONE, &asked, "this help", NULL},
		{0},
	};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_autoptr(GError) error = NULL;
	g_autofree char *name = g_strndup(usage, strcspn(usage, " "));
	char shown[QUOTE_BYTES];

	g_option_context_set_help_enabled(context, FALSE);
	if (entries != NULL) {
		part_values(entries, *argc, *argv);
		g_option_context_add_main_entries(context, entries, NULL);
	}
	g_option_context_add_main_entries(context, help_entries, NULL);
	bool done = g_option_context_parse(context, argc, argv, &error);

	if (asked) {
		printf("Usage: %s %s\n%s\n\nOptions:\n", g_get_prgname(), usage, description);
		for (; entries != NULL && entries->long_name != NULL; entries++)
			print_entry(entries);
		print_entry(help_entries);
		exit(EXIT_SUCCESS);
	}
	if (!done) {
		read_quoted(error->message, shown);
		*shown = g_ascii_tolower(*shown);
		command_misuse(name, SAY("bad-options", "{reason}"), ARG_TEXT("reason", shown));
		return false;
	}
	for (; entries != NULL && entries->long_name != NULL; entries++) {
		char **file = entries->arg_data;

		if (entries->arg != G_OPTION_ARG_FILENAME || *file == NULL || **file != '\0')
			continue;
		command_misuse(name, SAY("file-name-missing", "--{option} needs a file name"),
			ARG_TEXT("option", entries->long_name));
		return false;
	}
	for (int i = 1; i < *argc; i++) { /* removes `--`, which GOption leaves */
		if (strcmp((*argv)[i], "--") != 0)
			continue;
		memmove(*argv + i, *argv + i + 1, sizeof **argv * (size_t)(*argc - i));
		--*argc;
		break;
	}
	return true;
}

/* The first variable that is set decides, as in other programs: "qps_XA.UTF-8" is the language "qps". */
const struct audience *
command_audience(void)
{
	static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
	static struct audience audience;
	static char language[16];

	audience = audience_terminal;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		const char *value = g_getenv(names[i]);

		if (value == NULL || *value == '\0')
			continue;
		g_strlcpy(language, value, sizeof language);
		language[strcspn(language, "_.@-")] = '\0';
		audience.language = language;
		break;
	}
	return &audience;
}

/* Prints a sentence on stderr, after the program's name and, unless it is NULL, `what` it is about. Control characters
 * are replaced. */
static void
print_sentence(const char *what, const char *sentence)
{
	g_autofree char *valid = g_utf8_make_valid(sentence, -1);
	g_autoptr(GString) shown = g_string_new(NULL);

	for (char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		g_string_append_unichar(shown, g_unichar_isprint(c) ? c : '?');
	}
	fprintf(stderr, "%s: %s%s%s\n", g_get_prgname(), what != NULL ? what : "", what != NULL ? ": " : "",
		shown->str);
}

void
command_tell_message(const struct message *message)
{
	char sentence[MESSAGE_TEXT];

	message_write(message, command_audience(), sentence, sizeof sentence);
	print_sentence(NULL, sentence);
}

void
command_print_message(const struct message *message)
{
	char sentence[MESSAGE_TEXT];

	message_write(message, command_audience(), sentence, sizeof sentence);
	puts(sentence);
}

int
command_misuse_message(const char *name, const struct message *problem)
{
	g_autofree char *command = g_strconcat(g_get_prgname(), *name != '\0' ? " " : "", name, NULL);

	command_tell(SAY("misused", "{problem}; see `{command} --help`"), ARG_CAUSE("problem", problem),
		ARG_TEXT("command", command));
	return EXIT_USAGE;
}

static void
print_problem(const char *what, const struct problem *problem)
{
	char sentence[MESSAGE_TEXT];

	problem_write(problem, command_audience(), sentence, sizeof sentence);
	print_sentence(what, sentence);
}

int
command_fail(const struct problem *problem)
{
	print_problem(NULL, problem);
	return EXIT_REFUSED;
}

int
command_refuse(const char *what, const struct problems *problems)
{
	char shown[QUOTE_BYTES];
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);)
		print_problem(what == NULL ? NULL : read_quoted(what, shown), &problem);
	return EXIT_REFUSED;
}
