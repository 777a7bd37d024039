/* SPDX-License-Identifier: MIT
 * The command lines of the programs. */
#include "gen/cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WHAT_MAX 60 /* characters of something typed that a sentence repeats */
#define NEAR     2  /* slips in a command's name that are still understood */

void
command_say(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", g_get_prgname());
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

int
command_misused(const char *name, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", g_get_prgname());
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "; see `%s%s%s --help`\n", g_get_prgname(), *name ? " " : "", name);
	return EXIT_USAGE;
}

char *
command_shown(const char *text)
{
	char *valid = g_utf8_make_valid(text, -1);
	GString *shown = g_string_new(NULL);
	int count = 0;

	for (char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		if (count++ == WHAT_MAX) {
			g_string_append(shown, "...");
			break;
		}
		g_string_append_unichar(shown, g_unichar_isprint(c) ? c : '?');
	}
	g_free(valid);
	return g_string_free(shown, FALSE);
}

char *
command_quoted(const char *text)
{
	char *shown = g_filename_display_name(text);
	json_t *string = json_string(shown);
	char *dumped = string == NULL ? NULL : json_dumps(string, JSON_ENCODE_ANY);
	char *quoted = g_strdup(dumped != NULL ? dumped : "\"\"");

	free(dumped);
	json_decref(string);
	g_free(shown);
	return quoted;
}

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

/* Runs at exit, whichever way: a full disk must not pass for success. */
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

/* A file must never be opened in the place of a closed stdin, stdout or stderr: what is printed
 * would go into it. These stand-ins refuse to be read or written, as a closed one does. */
static void
hold_standard_files(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
			_exit(EXIT_REFUSED);
}

static bool
prepare(const char *program)
{
	hold_standard_files();
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
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

/* The number of letters to add, drop or change to make one word the other (Levenshtein). */
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
	char *shown = command_shown(name);

	for (; commands->name != NULL; commands++) {
		bool begun = *name != '\0' && g_str_has_prefix(commands->name, name);
		int distance = begun ? 1 : slips(name, commands->name);

		if (distance < best && distance < (int)strlen(commands->name)) {
			best = distance;
			nearest = commands->name;
		}
	}
	if (nearest != NULL)
		command_misuse("", SAY("near-command", "there is no command \"{name}\" (did you mean \"{nearest}\"?)"),
			ARG_TEXT("name", shown), ARG_TEXT("nearest", nearest));
	else
		command_misuse("", SAY("unknown-command", "there is no command \"{name}\""), ARG_TEXT("name", shown));
	g_free(shown);
	return EXIT_USAGE;
}

static int
help(const char *program, const char *purpose, const struct command *commands)
{
	printf("Usage: %s COMMAND [OPTION]...\n%s\n\nCommands:\n", program, purpose);
	for (; commands->name != NULL; commands++)
		printf("  %-10s %s\n", commands->name, commands->summary);
	printf("\n`%s COMMAND --help` tells more about each; `man %s` tells all.\n", program, program);
	return EXIT_SUCCESS;
}

/* `help COMMAND` is `COMMAND --help`. */
static int
help_for(const struct command *commands, char *name)
{
	const struct command *command = find(commands, name);
	char option[] = "--help";
	char *argv[] = {name, option, NULL};

	return command == NULL ? unknown(commands, name) : command->run(2, argv);
}

/* What this program is, which layouts it prints and reads, and what it runs with. */
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
	const struct command *command;
	const char *name = argc > 1 ? argv[1] : NULL;

	if (!prepare(program->name))
		return EXIT_REFUSED;
	if (name == NULL)
		return command_misuse("", SAY("no-command", "a command is missing"));
	command = find(program->commands, name);
	if (command != NULL)
		return command->run(argc - 1, argv + 1);
	if (strcmp(name, "help") == 0 && argc > 2)
		return help_for(program->commands, argv[2]);
	if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		return help(program->name, program->purpose, program->commands);
	return strcmp(name, "--version") == 0 ? version(program) : unknown(program->commands, name);
}

static void
print_entry(const GOptionEntry *entry)
{
	char *left =
		g_strconcat("--", entry->long_name, entry->arg_description ? " " : "", entry->arg_description, NULL);

	if (entry->short_name != 0)
		printf("  -%c, %-18s %s\n", entry->short_name, left, entry->description);
	else
		printf("      %-18s %s\n", left, entry->description);
	g_free(left);
}

static void
print_help(const char *usage, const char *description, const GOptionEntry *entries, const GOptionEntry *help_entries)
{
	printf("Usage: %s %s\n%s\n\nOptions:\n", g_get_prgname(), usage, description);
	for (; entries != NULL && entries->long_name != NULL; entries++)
		print_entry(entries);
	print_entry(help_entries);
}

/* `--` has done its work once the options are taken out. */
static void
drop_separator(int *argc, char **argv)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		memmove(&argv[i], &argv[i + 1], sizeof *argv * (size_t)(*argc - i));
		--*argc;
		return;
	}
}

/* -p2 as --players=2: GOption only knows -p 2. */
static void
part_values(const GOptionEntry *entries, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		bool is_long = g_str_has_prefix(argv[i], "--");
		const GOptionEntry *entry = entries;
		const char *kept;
		char *written;

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
			i++; /* its value, whatever that looks like */
			continue;
		}
		written = g_strdup_printf("--%s=%s", entry->long_name, argv[i] + 2);
		kept = g_intern_string(written); /* as long as the program runs, like all words of argv */
		memcpy(&argv[i], &kept, sizeof kept);
		g_free(written);
	}
}

/* The option that names a file by nothing, or NULL. */
static const char *
nameless(const GOptionEntry *entries)
{
	for (; entries->long_name != NULL; entries++) {
		char **file = entries->arg_data;

		if (entries->arg == G_OPTION_ARG_FILENAME && *file != NULL && **file == '\0')
			return entries->long_name;
	}
	return NULL;
}

bool
command_options(const char *usage, const char *description, const GOptionEntry *entries, int *argc, char ***argv)
{
	gboolean asked = FALSE;
	const GOptionEntry help_entries[] = {
		{"help", 'h', 0, G_OPTION_ARG_NONE, &asked, "this help", NULL},
		{0},
	};
	GOptionContext *context = g_option_context_new(NULL);
	GError *error = NULL;
	const char *empty = NULL;
	bool done;

	g_option_context_set_help_enabled(context, FALSE);
	if (entries != NULL) {
		part_values(entries, *argc, *argv);
		g_option_context_add_main_entries(context, entries, NULL);
	}
	g_option_context_add_main_entries(context, help_entries, NULL);
	done = g_option_context_parse(context, argc, argv, &error);
	g_option_context_free(context);
	if (asked) {
		g_clear_error(&error);
		print_help(usage, description, entries, help_entries);
		exit(EXIT_SUCCESS);
	}
	char *name = g_strndup(usage, strcspn(usage, " "));

	if (done && entries != NULL && (empty = nameless(entries)) != NULL) {
		command_misuse(
			name, SAY("file-name-missing", "--{option} needs a file name"), ARG_TEXT("option", empty));
		done = false;
	} else if (done) {
		drop_separator(argc, *argv);
	} else {
		char *shown = command_shown(error->message);

		*shown = g_ascii_tolower(*shown);
		command_misuse(name, SAY("bad-options", "{reason}"), ARG_TEXT("reason", shown));
		g_free(shown);
	}
	g_free(name);
	g_clear_error(&error);
	return done;
}

/* The first of the variables that is set decides, as for other programs: "qps_XA.UTF-8" is "qps". */
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

/* A sentence on stderr. What a terminal would obey is not shown. */
static void
print_sentence(const char *what, const char *sentence)
{
	char *valid = g_utf8_make_valid(sentence, -1);
	GString *shown = g_string_new(NULL);

	for (char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		g_string_append_unichar(shown, g_unichar_isprint(c) ? c : '?');
	}
	if (what != NULL)
		command_say("%s: %s", what, shown->str);
	else
		command_say("%s", shown->str);
	g_string_free(shown, TRUE);
	g_free(valid);
}

void
command_tell_message(const struct message *message)
{
	char sentence[MESSAGE_TEXT];

	message_write(message, command_audience(), sentence, sizeof sentence);
	print_sentence(NULL, sentence);
}

void
command_tell_list(const struct argument *arguments)
{
	struct message message;

	message_set_list(&message, arguments);
	command_tell_message(&message);
}

void
command_print_message(const struct message *message)
{
	char sentence[MESSAGE_TEXT];

	message_write(message, command_audience(), sentence, sizeof sentence);
	puts(sentence);
}

void
command_print_list(const struct argument *arguments)
{
	struct message message;

	message_set_list(&message, arguments);
	command_print_message(&message);
}

int
command_misuse_list(const char *name, const struct argument *arguments)
{
	struct message message;
	char *command = g_strconcat(g_get_prgname(), *name != '\0' ? " " : "", name, NULL);

	message_set_list(&message, arguments);
	command_tell(SAY("misused", "{problem}; see `{command} --help`"), ARG_CAUSE("problem", &message),
		ARG_TEXT("command", command));
	g_free(command);
	return EXIT_USAGE;
}

int
command_fail(const struct problem *problem)
{
	char sentence[MESSAGE_TEXT];

	problem_write(problem, command_audience(), sentence, sizeof sentence);
	print_sentence(NULL, sentence);
	return EXIT_REFUSED;
}

int
command_refuse(const char *what, const struct problems *problems)
{
	char *shown = what == NULL ? NULL : command_shown(what), sentence[MESSAGE_TEXT];
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		problem_write(&problem, command_audience(), sentence, sizeof sentence);
		print_sentence(shown, sentence);
	}
	g_free(shown);
	return EXIT_REFUSED;
}
