/* SPDX-License-Identifier: MIT
 * seedpress-kiosk scan: reads codes, hands and filled-in forms in photos, scans and PDFs. A file that cannot be read is
 * reported; the others are read nevertheless. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "gen/cli/command.h"
#include "gen/cli/progress.h"
#include "kiosk/commands/commands.h"
#include "kiosk/reading/photo_set.h"
#include "kiosk/sight/sight_reader.h"
#include "scoring/read.h"

/* Most files of one run: limits the list in memory. */
#define FILES_MAX 100000

/* Deepest nesting of folders; deeper ones are refused. Symbolic links to folders are not followed. */
#define DEPTH_MAX 16

struct options {
	char *code, *key_file, *manifest, *annotate;
	gboolean json, round, force;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds a file, or all pictures in a folder, sorted. In a folder only files with the extension of a picture are read:
 * there may also be a manifest. False after a message. */
static bool
collect(const char *path, unsigned depth, GPtrArray *files)
{
	static const char *const endings[] = {
		".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif"};
	g_autoptr(GError) error = NULL;
	struct stat info;
	const char *name;

	if (files->len >= FILES_MAX) {
		command_tell(SAY("too-many-files", "there are more than {most} files: scan them in parts"),
			ARG_NUMBER("most", FILES_MAX));
		return false;
	}
	if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
		g_ptr_array_add(files, g_strdup(path));
		return true;
	}
	g_autoptr(GDir) folder = depth < DEPTH_MAX ? g_dir_open(path, 0, &error) : NULL;
	if (folder == NULL) {
		if (error == NULL)
			command_tell(SAY("folder-too-deep", "a folder lies too deep in others"));
		else
			command_tell(SAY("folder-unreadable", "{detail}"), ARG_PRIVATE("detail", error->message));
		return false;
	}
	g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(g_free);
	while ((name = g_dir_read_name(folder)) != NULL) {
		g_autofree char *entry = g_build_filename(path, name, NULL), *lower = g_ascii_strdown(name, -1);
		bool is_wanted = lstat(entry, &info) == 0 && S_ISDIR(info.st_mode);

		for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
			is_wanted |= g_str_has_suffix(lower, endings[i]);
		if (is_wanted && name[0] != '.')
			g_ptr_array_add(entries, g_steal_pointer(&entry));
	}
	g_ptr_array_sort(entries, by_name);
	for (unsigned i = 0; i < entries->len; i++)
		if (!collect(g_ptr_array_index(entries, i), depth + 1, files))
			return false;
	return true;
}

/* Has a worker read a file, for the results that `wish` names. */
static struct worker *
open_file(const char *path, uint32_t wish)
{
	char shown[QUOTE_BYTES];

	return worker_open(path, read_quoted(path, shown), &(struct worker_order){.wish = wish});
}

/* Reads all files; a worker already reads the next one while the answers for this one are processed. False if some
 * could not be read. */
static bool
read_all(struct photo_set *set, const GPtrArray *files)
{
	struct worker *worker = open_file(g_ptr_array_index(files, 0), SIGHT_WISH), *next;
	struct progress progress = progress_begin("files");
	unsigned failed = 0;

	for (unsigned i = 0; i < files->len; i++) {
		const char *file = g_ptr_array_index(files, i);
		struct sight sight;
		unsigned pages = 0;

		next = i + 1 < files->len ? open_file(g_ptr_array_index(files, i + 1), SIGHT_WISH) : NULL;
		for (; sight_read(worker, &set->codes, &sight); pages++)
			photo_set_add(set, file, worker_page_number(worker), &sight);
		if (pages == 1 && worker_page_number(worker) == 1)
			PICTURE(set, set->pictures->len - 1)->page = 0;
		if (worker_problem(worker) != NULL) {
			command_fail(worker_problem(worker)); /* it names the file */
			photo_set_fail(set, file, worker_problem(worker));
			failed++;
		}
		worker_close(worker);
		worker = next;
		progress_step(&progress, i + 1, files->len);
	}
	progress_finish(&progress);
	if (failed > 0)
		command_tell(SAY("files-unread", "{failed} of {files} files could not be read in full"),
			ARG_NUMBER("failed", failed), ARG_NUMBER("files", files->len));
	return failed == 0;
}

/* Decodes the pictures a second time to draw on them: only here do pixels leave their worker. Pages come in the order
 * of the set's pictures. One that could not be read is left out. */
static bool
annotate_all(const struct photo_set *set, const GPtrArray *files, const struct options *options)
{
	struct problem problem;
	unsigned next = 0;
	bool fine = true;

	if (g_mkdir_with_parents(options->annotate, 0777) != 0) {
		command_tell(SAY("folder-not-made", "the folder {folder} cannot be made: {detail}"),
			ARG_PRIVATE("folder", options->annotate), ARG_PRIVATE("detail", g_strerror(errno)));
		return false;
	}
	for (unsigned i = 0; i < files->len && fine; i++) {
		const char *file = g_ptr_array_index(files, i);
		g_autofree char *base = g_path_get_basename(file);
		struct worker *worker = open_file(file, WORKER_WISH_PIXELS);
		struct image image;

		for (; worker_next(worker, &image); image_finish(&image)) {
			const struct picture *picture = next < set->pictures->len ? PICTURE(set, next) : NULL;

			if (picture == NULL || picture->error != NULL ||
				(picture->page != 0 && picture->page != worker_page_number(worker)))
				continue;
			next++;
			g_autofree char *name = picture->page == 0
				? g_strdup_printf("%03u-%s.png", next, base)
				: g_strdup_printf("%03u-%s-page%u.png", next, base, picture->page);
			g_autofree char *path = g_build_filename(options->annotate, name, NULL);
			if (fine && !photo_set_annotate(set, picture, &image, path, options->force, &problem))
				fine = command_fail(&problem) == EXIT_SUCCESS;
		}
		/* If the file could not be read in full there is an entry for that after its pages. */
		if (next < set->pictures->len && PICTURE(set, next)->error != NULL)
			next++;
		worker_close(worker);
	}
	return fine;
}

/* Applies the options for the code and the manifest. False after a message. */
static bool
take_options(const struct options *options, struct photo_set *set)
{
	struct problems problems;
	struct problem problem;

	if (options->code != NULL) {
		char text[CODE_TEXT];
		struct code code;

		problems_init(&problems);
		if (game_of_text(options->code, set->known.key, &code, &problems) == NULL) {
			command_refuse("--code", &problems);
			return false;
		}
		code_write(&code, set->known.key, text);
		photo_set_expect(set, &code, text);
	}
	if (options->manifest != NULL && !photo_set_read_manifest(set, options->manifest, &problem)) {
		command_fail(&problem);
		return false;
	}
	return true;
}

static int
scan(const struct options *options, int argc, char **argv)
{
	g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
	struct code_key key;
	struct photo_set set;

	if (options->key_file != NULL && !command_key(options->key_file, &key))
		return EXIT_REFUSED;
	for (int i = 1; i < argc; i++)
		if (!collect(argv[i], 0, files))
			return EXIT_REFUSED;
	if (files->len == 0) {
		command_tell(SAY("no-picture", "there is no picture in what was given"));
		return EXIT_REFUSED;
	}
	photo_set_init(&set, options->key_file == NULL ? NULL : &key);
	bool fine = take_options(options, &set);
	if (fine) {
		fine = read_all(&set, files);
		photo_set_settle(&set);
		if (options->json) {
			json_auto_t *json = photo_set_json(&set, options->round, command_audience());

			json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
			putchar('\n');
		} else {
			g_autoptr(GString) out = g_string_new(NULL);

			photo_set_text(&set, options->round, command_audience(), out);
			fputs(out->str, stdout);
		}
		if (options->annotate != NULL)
			fine = annotate_all(&set, files, options) && fine;
	}
	photo_set_finish(&set);
	return fine ? EXIT_SUCCESS : EXIT_REFUSED;
}

int
scan_command(int argc, char **argv)
{
	struct options options = {0};
	const GOptionEntry entries[] = {
		{"json", 'j', 0, G_OPTION_ARG_NONE, &options.json, "One JSON object", NULL},
		{"code", 'c', 0, G_OPTION_ARG_STRING, &options.code, "The code of the game that the pictures are of",
			"CODE"},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &options.key_file, "The event's key, for its codes", "FILE"},
		{"manifest", 'm', 0, G_OPTION_ARG_FILENAME, &options.manifest,
			"A kit's manifest.json: tagged pieces, and cards whose QR is covered, find their table",
			"FILE"},
		{"round", 'r', 0, G_OPTION_ARG_NONE, &options.round, "One draft result for each table and game", NULL},
		{"annotate", 'a', 0, G_OPTION_ARG_FILENAME, &options.annotate,
			"Write each picture with what was read drawn on it", "DIR"},
		FORCE_OPTION(&options.force),
		{0},
	};
	int status;

	/* Before there is anything that a worker would inherit. */
	worker_start(&kiosk_eye_job);
	if (!command_options("scan FILE|DIR... [OPTION...]",
		    "Reads codes, tagged pieces and forms in photos, scans and PDFs (JPEG, PNG, WebP,\n"
		    "TIFF, PDF; folders are walked). Finding nothing is not an error; a file that cannot be\n"
		    "read is, and the exit status is 1 then.",
		    entries, &argc, &argv))
		status = EXIT_USAGE;
	else if (argc < 2)
		status = command_misuse("scan", SAY("usage-scan", "scan takes files or folders"));
	else
		status = scan(&options, argc, argv);
	fork_server_stop();
	g_free(options.code);
	g_free(options.key_file);
	g_free(options.manifest);
	g_free(options.annotate);
	return status;
}
