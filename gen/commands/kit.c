/* SPDX-License-Identifier: MIT
 * seedpress kit: a whole event from a kit file, its commitment, and the check
 * of a kit that was printed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "gen/cli/command.h"
#include "gen/commands/commands.h"
#include "gen/commands/kit_work.h"
#include "gen/commands/made.h"
#include "gen/kit/manifest.h"

#define JOBS_MAX 256

/* The options as they were typed. */
struct typed {
	char *output, *bundle, *jobs, *key;
	gboolean commit, verify, plan, force, json;
};

/* Whether a folder holds nothing but hidden files. */
static bool
is_empty(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name = NULL;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL && *name == '.')
		;
	if (dir != NULL)
		g_dir_close(dir);
	return name == NULL;
}

/* Whether the folder already holds this very kit, which may be made again. */
static bool
holds_kit(const char *folder, const struct kit *kit)
{
	char *definition = kit_definition(kit);
	struct problem problem;
	struct manifest manifest;
	bool same = manifest_read(&manifest, folder, &problem) && strcmp(manifest.definition, definition) == 0 &&
		manifest.bundled == kit->bundled;

	manifest_finish(&manifest);
	g_free(definition);
	return same;
}

/* Makes the folder ready; *made when it was not there. False after a sentence. */
static bool
prepare_folder(const char *folder, const struct kit *kit, bool *made)
{
	*made = mkdir(folder, 0777) == 0;
	if (*made)
		return true;
	if (errno != EEXIST) {
		command_say("the folder %s cannot be made: %s", folder, g_strerror(errno));
		return false;
	}
	if (!g_file_test(folder, G_FILE_TEST_IS_DIR)) {
		command_say("%s is not a folder: say with -o where the kit goes", folder);
		return false;
	}
	if (is_empty(folder) || holds_kit(folder, kit))
		return true;
	command_say("%s is not empty and does not hold this kit: empty it, or choose another with -o", folder);
	return false;
}

/* "night.kit" goes to "night". To be freed. */
static char *
folder_for(const char *file)
{
	if (g_str_has_suffix(file, ".kit") && strlen(file) > 4 && file[strlen(file) - 5] != '/')
		return g_strndup(file, strlen(file) - 4);
	return g_strconcat(file, ".d", NULL);
}

static int
make(struct kit *kit, const char *file, const struct typed *typed, unsigned count)
{
	char *folder = typed->output != NULL ? g_strdup(typed->output) : folder_for(file);
	int status = EXIT_REFUSED;
	bool made;

	if (prepare_folder(folder, kit, &made)) {
		if (kit_work_seeds(kit, count) && kit_work_make(kit, folder, count, typed->force))
			status = EXIT_SUCCESS;
		else if (made)
			rmdir(folder);
	}
	if (status == EXIT_SUCCESS)
		(typed->json ? made_kit_json : made_kit_say)(kit, folder);
	g_free(folder);
	return status;
}

static int
commit(const struct kit *kit, const char *file)
{
	char hex[KIT_COMMITMENT];

	if (!kit->seed_given) {
		command_say("%s: [event] seed: missing; there is nothing to commit to without it, for "
			    "example seed = %" G_GUINT64_FORMAT,
			file, codes_seed());
		return EXIT_REFUSED;
	}
	kit_commitment(kit, hex);
	puts(hex);
	return EXIT_SUCCESS;
}

static int
plan(struct kit *kit, const struct typed *typed)
{
	(typed->json ? made_kit_plan_json : made_kit_plan_say)(kit);
	return EXIT_SUCCESS;
}

/* Characters that would be printed as question marks are named before anything is printed. */
static void
warn_missing(const struct kit *kit)
{
	char *missing = kit_missing(kit);

	if (*missing != '\0')
		command_say("warning: " MISSING_WORDS, missing);
	g_free(missing);
}

static int
run_file(const char *file, const struct typed *typed, unsigned count)
{
	char *beside = g_path_get_dirname(file), *warning = NULL;
	struct problems problems;
	struct kit kit;
	int status = EXIT_REFUSED;

	problems_init(&problems);
	if (!kit_read(&kit, file, &problems))
		command_refuse(file, &problems);
	else {
		kit_begin(&kit);
		warn_missing(&kit);
		kit.bundled = g_strcmp0(typed->bundle, "round") == 0;
		warning = kit_seed_warning(&kit);
		if (warning != NULL)
			command_say("warning: %s: [event] seed: %s", file, warning);
		if (typed->plan)
			status = plan(&kit, typed);
		else if (kit_work_key(&kit, typed->key, beside))
			status = typed->commit ? commit(&kit, file) : make(&kit, file, typed, count);
	}
	g_free(warning);
	kit_finish(&kit);
	g_free(beside);
	return status;
}

static int
run(const struct typed *typed, int argc, char **argv)
{
	static const char *const bundles[] = {"table", "round"};
	uint64_t jobs = g_get_num_processors();
	int bundle;

	if (argc != 2)
		return command_misused("kit", "one %s was expected", typed->verify ? "folder of a kit" : "kit file");
	if (typed->commit + typed->verify + typed->plan > 1)
		return command_misused("kit", "--commit, --verify and --plan are different things: one at a time");
	if (typed->commit && typed->json)
		return command_misused("kit", "--commit writes the commitment alone, which --json has too");
	if (!command_choice("bundle", typed->bundle, bundles, G_N_ELEMENTS(bundles), &bundle) ||
		!command_number("--jobs", typed->jobs, 1, JOBS_MAX, &jobs))
		return EXIT_USAGE;
	jobs = MIN(jobs, JOBS_MAX);
	if (typed->verify)
		return kit_work_verify(argv[1], typed->key, (unsigned)jobs, typed->json);
	return run_file(argv[1], typed, (unsigned)jobs);
}

int
kit_command(int argc, char **argv)
{
	struct typed typed = {0};
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output,
			"the folder; without, the file's name without .kit", "DIR"},
		{"bundle", 'b', 0, G_OPTION_ARG_STRING, &typed.bundle, "a PDF for each table (default) or round",
			"WHAT"},
		{"jobs", 'j', 0, G_OPTION_ARG_STRING, &typed.jobs, "processes that draw; without, one a core", "N"},
		{"commit", 'c', 0, G_OPTION_ARG_NONE, &typed.commit,
			"only say the commitment, to be published before the event", NULL},
		{"verify", 'v', 0, G_OPTION_ARG_NONE, &typed.verify, "make the kit in a folder again and compare",
			NULL},
		{"plan", 'p', 0, G_OPTION_ARG_NONE, &typed.plan,
			"only say what would be printed in which order, and how much paper it takes", NULL},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key,
			"the key of the event; without, the one that the kit names", "FILE"},
		FORCE_OPTION(&typed.force),
		JSON_OPTION(&typed.json),
		{0},
	};
	int status = EXIT_USAGE;

	if (command_options("kit FILE.kit|DIR [OPTION]...",
		    "Prints a whole event: a cover, a packet for each table, the organiser's key and the\n"
		    "manifest. `man seedpress` tells what a kit file says.",
		    entries, &argc, &argv))
		status = run(&typed, argc, argv);
	g_free(typed.output);
	g_free(typed.bundle);
	g_free(typed.jobs);
	g_free(typed.key);
	return status;
}
