/* SPDX-License-Identifier: MIT
 * seedpress kit: a whole event from a kit file, what it will print, and its commitment. */
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

/* Most processes that draw at once: more than any machine has cores. */
#define JOBS_MAX 256

/* The options as they were typed. */
struct typed {
	char *output, *bundle, *jobs, *key;
	gboolean commit, verify, plan, force, json;
};

bool
kit_command_key(struct kit *kit, const char *file, const char *folder)
{
	char *found = kit_key_path(kit, folder);
	bool fine = true;

	if (found != NULL) {
		const char *named = file != NULL ? file : found;
		struct code_key key;

		fine = command_key(named, &key);
		if (fine && !kit_take_key(kit, &key)) {
			command_tell(
				SAY("key-of-another", "{file} is not the key of this kit: it belongs to another event"),
				ARG_TEXT("file", named));
			fine = false;
		}
		sodium_memzero(&key, sizeof key);
	}
	g_free(found);
	return fine;
}

/* A bar for each step, one after the other. */
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
		progress_init(&bars->progress, step == KIT_STEP_SEEDS ? "tables" : kit_step_names[step]);
		bars->step = step;
	}
	progress_step(&bars->progress, done, all);
}

bool
kit_command_work(struct kit_request *request,
	bool (*work)(struct kit_request *request, const struct kit_watch *watch, struct problem *problem))
{
	struct bars bars = {.step = KIT_STEPS};
	struct deadline deadline;
	struct problem problem;
	bool fine = false;

	if (!deadline_init_tidy(&deadline)) {
		command_tell(SAY("no-memory", "there is not enough memory"));
		return false;
	}
	progress_init(&bars.progress, "");
	fine = work(request, &(struct kit_watch){.limit = &deadline.limit, .progress = show_progress, .data = &bars},
		&problem);
	progress_finish(&bars.progress);
	if (!fine)
		command_fail(&problem);
	deadline_finish(&deadline);
	return fine;
}

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

/* Makes the folder ready; *made when it was not there. False after saying why. */
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

/* The members of an amount. */
static void
write_amount(const struct kit_amount *amount)
{
	printf("\"pages\":%u,\"sheets\":%u,\"sides\":%d,\"cut\":%u,\"glued\":%u", amount->pages, amount->sheets,
		amount->two_sided ? 2 : 1, amount->cut, amount->glued);
}

/* The files in the order of printing, and what all of them come to. */
static void
write_files(const struct kit *kit)
{
	GArray *documents = kit_documents(kit);
	struct kit_amount all = {0};

	fputs("\"files\":[", stdout);
	for (unsigned i = 0; i < documents->len; i++) {
		const struct kit_document *document = &g_array_index(documents, struct kit_document, i);

		kit_amount_add(&all, &document->amount);
		printf("%s{\"file\":\"%s\",", i > 0 ? "," : "", document->file);
		write_amount(&document->amount);
		putchar('}');
	}
	fputs("],", stdout);
	write_amount(&all);
	printf(",\"pieces\":%zu", all.pieces);
	g_array_unref(documents);
}

/* Says what was made. */
static void
report_made(const struct kit *kit, const char *folder, bool json)
{
	char *quoted = command_quoted(folder), *name = command_quoted(kit->name), hex[KIT_COMMITMENT];
	struct kit_totals totals;

	if (json) {
		kit_commitment(kit, hex);
		printf("{\"folder\":%s,\"event\":%s,\"seed\":\"%" PRIu64
		       "\",\"commitment\":\"%s\",\"manifest\":\"" KIT_MANIFEST "\",",
			quoted, name, kit->seed, hex);
		write_files(kit);
		puts("}");
	} else if (isatty(STDOUT_FILENO)) {
		kit_count(kit, &totals);
		printf("%s: %u PDFs, %u pages, %u sheets of paper, %zu pieces with a code; seed %" PRIu64 ".\n"
		       "Begin with %s/" KIT_FIRST " and print all at 100 %%; %s/organiser.pdf is for the organiser "
		       "alone.\n"
		       "At the event: seedpress-kiosk serve --manifest %s/" KIT_MANIFEST "%s\n",
			folder, totals.all.files, totals.all.pages, totals.all.sheets, totals.all.pieces, kit->seed,
			folder, folder, folder, kit->key != NULL ? " --key FILE" : "");
	}
	g_free(quoted);
	g_free(name);
}

static void
write_plan(const struct kit *kit)
{
	char *name = command_quoted(kit->name);
	struct kit_totals totals;

	kit_count(kit, &totals);
	printf("{\"event\":%s,\"paper\":\"%s\",\"rounds\":[", name, kit->paper->name);
	for (unsigned n = 1; n <= kit->rounds; n++) {
		const struct kit_amount *amount = &totals.round[n - 1];

		printf("%s{\"round\":%u,\"game\":\"%s\",\"files\":%u,\"pieces\":%zu,", n > 1 ? "," : "", n,
			kit->round[n - 1].game->id, amount->files, amount->pieces);
		write_amount(amount);
		putchar('}');
	}
	fputs("],", stdout);
	write_files(kit);
	printf(",\"backs\":{\"fold\":%u,\"duplex\":%u}}\n", kit_sheets(kit, BACKS_FOLD), kit_sheets(kit, BACKS_DUPLEX));
	g_free(name);
}

/* A line of numbers behind some words. */
static void
say_amount(const char *words, const struct kit_amount *amount)
{
	printf("%-44s %6u %6u %6u %6u %6u  %s\n", words, amount->files, amount->pages, amount->sheets, amount->cut,
		amount->glued, amount->two_sided ? "both sides" : "one side");
}

/* What the kit will print: a line for each step of printing, and sums. */
static void
say_plan(const struct kit *kit)
{
	GArray *documents = kit_documents(kit), *order = kit_order(kit, documents);
	unsigned folded = kit_sheets(kit, BACKS_FOLD), duplex = kit_sheets(kit, BACKS_DUPLEX);
	struct kit_totals totals;

	kit_count(kit, &totals);
	printf("%-44s %6s %6s %6s %6s %6s  %s\n", "In the order of printing", "files", "pages", "sheets", "to cut",
		"glue", "printed on");
	for (unsigned i = 0; i < order->len; i++) {
		const struct kit_printing *step = &g_array_index(order, struct kit_printing, i);
		char *files = step->first == step->last
			? g_strdup(step->first->file)
			: g_strdup_printf("%s to %s", step->first->file, step->last->file);

		say_amount(files, &step->amount);
		g_free(files);
	}
	putchar('\n');
	for (unsigned n = 1; n <= kit->rounds; n++) {
		char *words = g_strdup_printf("Round %u: %s", n, kit->round[n - 1].game->title);

		say_amount(words, &totals.round[n - 1]);
		g_free(words);
	}
	say_amount("The event's own", &totals.event);
	say_amount("In all", &totals.all);
	if (folded != duplex)
		printf("\nBacks of cards: %u sheets with backs = duplex (both sides of the paper), %u with backs = fold "
		       "(fold and glue).\n",
			duplex, folded);
	g_array_unref(order);
	g_array_unref(documents);
}

/* Makes the kit in its folder: "night.kit" goes to "night". */
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
	if (!kit_command_work(request, kit_request_run)) {
		if (made)
			rmdir(request->folder);
		return EXIT_REFUSED;
	}
	report_made(&request->kit, request->folder, typed->json);
	return EXIT_SUCCESS;
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

/* What is not wrong, but should be known before anything is printed. */
static void
warn(const struct kit *kit, const char *file)
{
	char *missing = kit_missing(kit);
	struct message weak;

	if (*missing != '\0')
		command_tell(SAY("characters-missing",
				     "warning: no installed font has {characters}: they are printed as "
				     "question marks"),
			ARG_TEXT("characters", missing));
	if (kit_seed_warning(kit, &weak))
		command_tell(SAY("seed-warning", "warning: {file}: [event] seed: {warning}"), ARG_TEXT("file", file),
			ARG_CAUSE("warning", &weak));
	g_free(missing);
}

static int
run_file(const char *file, const struct typed *typed, unsigned jobs)
{
	struct kit_request request = {.jobs = jobs, .force = typed->force};
	struct kit *kit = &request.kit;
	char *beside = g_path_get_dirname(file);
	struct problems problems;
	int status = EXIT_REFUSED;

	problems_init(&problems);
	if (!kit_read(kit, file, &problems)) {
		command_refuse(file, &problems);
	} else {
		kit_begin(kit);
		kit->bundled = g_strcmp0(typed->bundle, "round") == 0;
		warn(kit, file);
		if (typed->plan) {
			(typed->json ? write_plan : say_plan)(kit);
			status = EXIT_SUCCESS;
		} else if (kit_command_key(kit, typed->key, beside)) {
			status = typed->commit ? commit(kit, file) : make(&request, file, typed);
		}
	}
	kit_request_finish(&request);
	g_free(beside);
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
