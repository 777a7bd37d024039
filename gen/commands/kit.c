/* SPDX-License-Identifier: MIT
 * seedpress kit: prints a whole event from a kit file, or says what it would print, or its commitment. */
#include "gen/commands/kit.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "gen/cli/deadline.h"
#include "gen/cli/progress.h"
#include "gen/commands/commands.h"
#include "gen/kit/manifest.h"

/* Most processes at once: more than the usual machine has cores. */
#define JOBS_MAX 256

/* The options as they were typed. */
struct typed {
	char *output, *bundle, *jobs, *key;
	gboolean commit, verify, plan, force, json;
};

bool
kit_command_key(struct kit *kit, const char *file, const char *folder)
{
	if (kit->key_file == NULL)
		return true;
	g_autofree char *beside = g_path_is_absolute(kit->key_file) ? g_strdup(kit->key_file)
								    : g_build_filename(folder, kit->key_file, NULL);
	const char *named = file != NULL ? file : beside;
	struct code_key key;

	if (!command_key(named, &key))
		return false;
	bool fine = kit_take_key(kit, &key);

	sodium_memzero(&key, sizeof key);
	if (!fine)
		command_tell(SAY("key-of-another", "{file} is not the key of this kit: it belongs to another event"),
			ARG_TEXT("file", named));
	return fine;
}

/* A progress bar for each step, one after the other. */
struct bars {
	struct progress progress;
	enum kit_step step;
};

static void
show_progress(void *data, enum kit_step step, unsigned done, unsigned all)
{
	struct bars *bars = data;

	if (bars->step != step) {
		progress_finish(&bars->progress);
		bars->progress = progress_begin(step == KIT_STEP_SEEDS ? "tables" : kit_step_names[step]);
		bars->step = step;
	}
	progress_step(&bars->progress, done, all);
}

bool
kit_command_run(struct kit_request *request, bool (*run)(struct kit_request *request, struct problem *problem))
{
	struct bars bars = {.progress = progress_begin(""), .step = KIT_STEPS};
	struct deadline deadline;
	struct problem problem;

	if (!deadline_init_tidy(&deadline)) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return false;
	}
	request->work.limit = &deadline.limit;
	request->work.progress = show_progress;
	request->work.data = &bars;
	bool fine = run(request, &problem);

	progress_finish(&bars.progress);
	if (!fine)
		command_fail(&problem);
	deadline_finish(&deadline);
	return fine;
}

/* Whether a folder has no files but hidden ones. */
static bool
is_empty(const char *folder)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name = NULL;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL && *name == '.')
		;
	return name == NULL;
}

/* Whether the folder has this kit already, which may then be made again. */
static bool
holds_kit(const char *folder, const struct kit *kit)
{
	g_autofree char *definition = kit_definition(kit);
	struct problem problem;
	struct manifest manifest;
	bool same = manifest_read(&manifest, folder, &problem) && strcmp(manifest.definition, definition) == 0 &&
		manifest.bundled == kit->bundled;

	manifest_finish(&manifest);
	return same;
}

/* Prepares the folder. *made is set if it did not exist. False after printing what is wrong. */
static bool
prepare_folder(const char *folder, const struct kit *kit, bool *made)
{
	*made = mkdir(folder, 0777) == 0;
	if (*made)
		return true;
	if (errno != EEXIST)
		command_tell(SAY("folder-not-made", "the folder {folder} cannot be made: {reason}"),
			ARG_TEXT("folder", folder), ARG_TEXT("reason", g_strerror(errno)));
	else if (!g_file_test(folder, G_FILE_TEST_IS_DIR))
		command_tell(SAY("not-a-folder", "{folder} is not a folder: say with -o where the kit goes"),
			ARG_TEXT("folder", folder));
	else if (is_empty(folder) || holds_kit(folder, kit))
		return true;
	else
		command_tell(SAY("folder-not-empty",
				     "{folder} is not empty and does not hold this kit: empty it, or "
				     "choose another with -o"),
			ARG_TEXT("folder", folder));
	return false;
}

/* Adds the members of an amount to an object, and returns it. */
static json_t *
with_amount(json_t *object, const struct kit_amount *amount)
{
	json_object_update_new(object,
		json_pack("{s:i, s:i, s:i, s:i, s:i}", "pages", (int)amount->pages, "sheets", (int)amount->sheets,
			"sides", amount->two_sided ? 2 : 1, "cut", (int)amount->cut, "glued", (int)amount->glued));
	return object;
}

/* Adds the files in the order of printing, and their totals. */
static void
add_files(json_t *object, const GArray *documents, const struct kit_totals *totals)
{
	json_t *files = json_array();

	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = kit_document_at(documents, i);

		json_array_append_new(
			files, with_amount(json_pack("{s:s}", "file", document->file), &document->amount));
	}
	json_object_set_new(object, "files", files);
	with_amount(object, &totals->all);
	json_object_set_new(object, "pieces", json_integer((json_int_t)totals->all.pieces));
}

/* Reports what was made. Returns the exit status. */
static int
report_made(const struct kit *kit, const char *folder, bool json)
{
	g_autoptr(GArray) documents = kit_documents(kit);
	const struct kit_totals totals = kit_documents_sum(documents);

	if (json) {
		g_autofree char *shown = g_filename_display_name(folder);
		char hex[KIT_COMMITMENT], seed[24];

		kit_commitment(kit, hex);
		g_snprintf(seed, sizeof seed, "%" PRIu64, kit->seed);
		json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s}", "folder", shown, "event", kit->name, "seed",
			seed, "commitment", hex, "manifest", KIT_MANIFEST);

		add_files(object, documents, &totals);
		return command_print_json(object);
	}
	if (!isatty(STDOUT_FILENO))
		return EXIT_SUCCESS;
	printf("%s: %u PDFs, %u pages, %u sheets of paper, %zu pieces with a code; seed %" PRIu64 ".\n"
	       "Begin with %s/" KIT_FIRST " and print all at 100 %%; %s/organiser.pdf is for the organiser alone.\n"
	       "At the event: seedpress-kiosk serve --manifest %s/" KIT_MANIFEST "%s\n",
		folder, totals.all.files, totals.all.pages, totals.all.sheets, totals.all.pieces, kit->seed, folder,
		folder, folder, kit->key != NULL ? " --key FILE" : "");
	return EXIT_SUCCESS;
}

/* Prints what the kit will print, as JSON. */
static int
write_plan(const struct kit *kit)
{
	g_autoptr(GArray) documents = kit_documents(kit);
	json_t *rounds = json_array();
	json_t *object = json_pack("{s:s, s:s, s:o}", "event", kit->name, "paper", kit->paper->name, "rounds", rounds);
	const struct kit_totals totals = kit_documents_sum(documents);

	for (unsigned n = 1; n <= kit->rounds; n++) {
		const struct kit_amount *amount = &totals.round[n];
		json_t *round = json_pack("{s:i, s:s, s:i, s:i}", "round", (int)n, "game", kit->round[n - 1].game->id,
			"files", (int)amount->files, "pieces", (int)amount->pieces);

		json_array_append_new(rounds, with_amount(round, amount));
	}
	add_files(object, documents, &totals);
	json_object_set_new(object, "backs",
		json_pack("{s:i, s:i}", "fold", (int)kit_sheets(kit, BACKS_FOLD), "duplex",
			(int)kit_sheets(kit, BACKS_DUPLEX)));
	return command_print_json(object);
}

/* Prints a line: some words, then the numbers of an amount. */
static void
say_amount(const char *words, const struct kit_amount *amount)
{
	printf("%-44s %6u %6u %6u %6u %6u  %s\n", words, amount->files, amount->pages, amount->sheets, amount->cut,
		amount->glued, amount->two_sided ? "both sides" : "one side");
}

/* Prints the same as a table: a line for each step of printing, then the totals. */
static int
say_plan(const struct kit *kit)
{
	g_autoptr(GArray) documents = kit_documents(kit);
	g_autoptr(GArray) order = kit_order(kit, documents);
	unsigned folded = kit_sheets(kit, BACKS_FOLD), duplex = kit_sheets(kit, BACKS_DUPLEX);
	const struct kit_totals totals = kit_documents_sum(documents);

	printf("%-44s %6s %6s %6s %6s %6s  %s\n", "In the order of printing", "files", "pages", "sheets", "to cut",
		"glue", "printed on");
	for (unsigned i = 0; i < order->len; i++) {
		const struct kit_printing *step = &g_array_index(order, struct kit_printing, i);
		g_autofree char *files = kit_printing_files(step);

		say_amount(files, &step->amount);
	}
	putchar('\n');
	for (unsigned n = 1; n <= kit->rounds; n++) {
		g_autofree char *words = g_strdup_printf("Round %u: %s", n, kit->round[n - 1].game->title);

		say_amount(words, &totals.round[n]);
	}
	say_amount("The event's own", &totals.round[0]);
	say_amount("In all", &totals.all);
	if (folded != duplex)
		printf("\nBacks of cards: %u sheets with backs = duplex (both sides of the paper), %u with backs = fold "
		       "(fold and glue).\n",
			duplex, folded);
	return EXIT_SUCCESS;
}

/* Makes the kit in its folder: by default "night" for "night.kit". */
static int
make(struct kit_request *request, const char *file, const struct typed *typed)
{
	bool made;

	if (typed->output != NULL)
		request->folder = g_strdup(typed->output);
	else if (g_str_has_suffix(file, ".kit") && strlen(file) > 4 && file[strlen(file) - 5] != '/')
		request->folder = g_strndup(file, strlen(file) - 4);
	else
		request->folder = g_strconcat(file, ".d", NULL);
	if (!prepare_folder(request->folder, &request->kit, &made))
		return EXIT_REFUSED;
	if (kit_command_run(request, kit_request_run))
		return report_made(&request->kit, request->folder, typed->json);
	if (made)
		rmdir(request->folder);
	return EXIT_REFUSED;
}

static int
commit(const struct kit *kit, const char *file)
{
	char hex[KIT_COMMITMENT], example[24];

	if (!kit->seed_given) {
		g_snprintf(example, sizeof example, "%" PRIu64, codes_seed());
		command_tell(SAY("nothing-to-commit",
				     "{file}: [event] seed: missing; there is nothing to commit to "
				     "without it, for example seed = {seed}"),
			ARG_TEXT("file", file), ARG_TEXT("seed", example));
		return EXIT_REFUSED;
	}
	kit_commitment(kit, hex);
	puts(hex);
	return EXIT_SUCCESS;
}

/* Warns about what is probably a mistake. */
static void
warn(const struct kit *kit, const char *file)
{
	g_autofree char *missing = kit_missing(kit);
	struct message weak;

	if (*missing != '\0')
		command_tell(SAY("characters-missing",
				     "warning: no installed font has {characters}: they are printed as "
				     "question marks"),
			ARG_TEXT("characters", missing));
	if (kit_seed_warning(kit, &weak))
		command_tell(SAY("seed-warning", "warning: {file}: {warning}"), ARG_TEXT("file", file),
			ARG_CAUSE("warning", &weak));
}

static int
run_file(const char *file, const struct typed *typed, unsigned jobs)
{
	struct kit_request request = {.work = {.jobs = jobs, .force = typed->force}};
	struct kit *kit = &request.kit;
	g_autofree char *beside = g_path_get_dirname(file);
	struct problems problems;
	int status = EXIT_REFUSED;

	problems_init(&problems);
	if (!kit_read(kit, file, &problems)) {
		command_refuse(file, &problems);
	} else {
		kit_begin(kit);
		kit->bundled = g_strcmp0(typed->bundle, "round") == 0;
		warn(kit, file);
		if (typed->plan)
			status = (typed->json ? write_plan : say_plan)(kit);
		else if (kit_command_key(kit, typed->key, beside))
			status = typed->commit ? commit(kit, file) : make(&request, file, typed);
	}
	kit_request_finish(&request);
	return status;
}

static int
run(const struct typed *typed, int argc, char **argv)
{
	static const char *const bundles[] = {"table", "round", NULL};
	uint64_t jobs = g_get_num_processors();
	struct problem problem;
	unsigned bundle;

	if (argc != 2 && typed->verify)
		return command_misuse("kit", SAY("no-kit-folder", "one folder of a kit was expected"));
	if (argc != 2)
		return command_misuse("kit", SAY("no-kit-file", "one kit file was expected"));
	if (typed->commit + typed->verify + typed->plan > 1)
		return command_misuse("kit",
			SAY("several-kit-commands",
				"--commit, --verify and --plan are different things: one at a time"));
	if (typed->commit && typed->json)
		return command_misuse(
			"kit", SAY("commit-json", "--commit writes the commitment alone, which --json has too"));
	if (typed->bundle != NULL && !value_choice("--bundle", typed->bundle, bundles, &bundle, &problem)) {
		command_fail(&problem);
		return EXIT_USAGE;
	}
	if (!command_number("--jobs", typed->jobs, 1, JOBS_MAX, &jobs))
		return EXIT_USAGE;
	jobs = MIN(jobs, JOBS_MAX);
	if (typed->verify)
		return kit_command_verify(argv[1], typed->key, (unsigned)jobs, typed->json);
	return run_file(argv[1], typed, (unsigned)jobs);
}

int
kit_command(int argc, char **argv)
{
	struct typed typed = {0};
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &typed.output, "output folder (default: FILE without .kit)",
			"DIR"},
		{"bundle", 'b', 0, G_OPTION_ARG_STRING, &typed.bundle, "a PDF for each table (default) or round",
			"WHAT"},
		{"jobs", 'j', 0, G_OPTION_ARG_STRING, &typed.jobs, "number of processes (default: one per core)", "N"},
		{"commit", 'c', 0, G_OPTION_ARG_NONE, &typed.commit,
			"only write the fingerprint, to be published before the event", NULL},
		{"verify", 'v', 0, G_OPTION_ARG_NONE, &typed.verify, "make the kit in a folder again and compare",
			NULL},
		{"plan", 'p', 0, G_OPTION_ARG_NONE, &typed.plan,
			"only say what would be printed in which order, and how much paper it takes", NULL},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed.key,
			"the key of the event (default: the one that the kit names)", "FILE"},
		FORCE_OPTION(&typed.force),
		{"json", 0, 0, G_OPTION_ARG_NONE, &typed.json, "says what was made as a line of JSON", NULL},
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
