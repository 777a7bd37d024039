/* SPDX-License-Identifier: MIT
 * seedpress-kiosk scan: codes, hands and filled-in forms in photos, scans and
 * PDFs. A file that cannot be read costs a sentence; the others are read. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "gen/cli/command.h"
#include "gen/cli/progress.h"
#include "kiosk/commands/commands.h"
#include "kiosk/reading/photo_set.h"
#include "kiosk/sight/sight_reader.h"

#define FILES_MAX 100000
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

/* In a folder only what is named like a picture counts: a manifest may lie next to them. */
static bool
is_picture(const char *name)
{
	static const char *const endings[] = {
		".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".pdf", ".heic", ".heif"};
	char *lower = g_ascii_strdown(name, -1);
	bool is = false;

	for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
		is |= g_str_has_suffix(lower, endings[i]);
	g_free(lower);
	return is && name[0] != '.';
}

/* Adds a file, or all pictures in a folder, sorted. False after a sentence. */
static bool
collect(const char *path, unsigned depth, GPtrArray *files)
{
	GPtrArray *entries;
	struct stat info;
	const char *name;
	GError *error = NULL;
	GDir *folder;
	bool fine = true;

	if (files->len >= FILES_MAX) {
		command_tell(SAY("too-many-files", "there are more than {most} files: scan them in parts"),
			ARG_NUMBER("most", FILES_MAX));
		return false;
	}
	if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
		g_ptr_array_add(files, g_strdup(path));
		return true;
	}
	folder = depth < DEPTH_MAX ? g_dir_open(path, 0, &error) : NULL;
	if (folder == NULL) {
		if (error == NULL)
			command_tell(SAY("folder-too-deep", "a folder lies too deep in others"));
		else
			command_tell(SAY("folder-unreadable", "{detail}"), ARG_PRIVATE("detail", error->message));
		g_clear_error(&error);
		return false;
	}
	entries = g_ptr_array_new_with_free_func(g_free);
	while ((name = g_dir_read_name(folder)) != NULL) {
		char *entry = g_build_filename(path, name, NULL);
		bool is_folder = lstat(entry, &info) == 0 && S_ISDIR(info.st_mode) && name[0] != '.';

		if (is_folder || is_picture(name))
			g_ptr_array_add(entries, entry);
		else
			g_free(entry);
	}
	g_dir_close(folder);
	g_ptr_array_sort(entries, by_name);
	for (unsigned i = 0; i < entries->len && fine; i++)
		fine = collect(g_ptr_array_index(entries, i), depth + 1, files);
	g_ptr_array_free(entries, TRUE);
	return fine;
}

/* Has a worker read a file for this. */
static struct worker *
open_file(const char *path, uint32_t wish)
{
	const struct worker_order order = {.wish = wish};
	char *shown = command_shown(path);
	struct worker *worker = worker_open(path, shown, &order);

	g_free(shown);
	return worker;
}

/* Adds what a file shows. False when not all of it could be read. */
static bool
read_file(struct photo_set *set, const char *file, struct worker *worker)
{
	struct sight sight;
	unsigned pages = 0;
	bool fine;

	for (; sight_read(worker, &set->codes, &sight); pages++)
		photo_set_add(set, file, worker_page_number(worker), &sight);
	if (pages == 1 && worker_page_number(worker) == 1)
		PICTURE(set, set->pictures->len - 1)->page = 0;
	fine = worker_problem(worker) == NULL;
	if (!fine) {
		command_fail(worker_problem(worker)); /* it names the file */
		photo_set_fail(set, file, worker_problem(worker));
	}
	worker_close(worker);
	return fine;
}

/* Reads all files, the next one being read while this one answers. False when some could not be
 * read. */
static bool
read_all(struct photo_set *set, const GPtrArray *files)
{
	struct worker *worker = open_file(g_ptr_array_index(files, 0), SIGHT_WISH), *next;
	struct progress progress;
	unsigned failed = 0;

	progress_init(&progress, "files");
	for (unsigned i = 0; i < files->len; i++) {
		next = i + 1 < files->len ? open_file(g_ptr_array_index(files, i + 1), SIGHT_WISH) : NULL;
		failed += !read_file(set, g_ptr_array_index(files, i), worker);
		worker = next;
		progress_step(&progress, i + 1, files->len);
	}
	progress_finish(&progress);
	if (failed > 0)
		command_tell(SAY("files-unread", "{failed} of {files} files could not be read in full"),
			ARG_NUMBER("failed", failed), ARG_NUMBER("files", files->len));
	return failed == 0;
}

/* Pictures are decoded a second time for drawing on them: only then do pixels leave their worker. */
struct annotating {
	const struct photo_set *set;
	const char *folder, *file;
	unsigned next; /* picture */
	bool force, fine;
};

/* Draws on a page of the file; one that could not be read has nothing to draw. */
static void
annotate(struct annotating *annotating, unsigned page, const struct image *image)
{
	const struct picture *picture = PICTURE(annotating->set, annotating->next);
	char *base = g_path_get_basename(annotating->file), *name, *path;
	struct problem problem;

	if (picture->error != NULL || (picture->page != 0 && picture->page != page)) {
		g_free(base);
		return;
	}
	name = picture->page == 0 ? g_strdup_printf("%03u-%s.png", annotating->next + 1, base)
				  : g_strdup_printf("%03u-%s-page%u.png", annotating->next + 1, base, page);
	path = g_build_filename(annotating->folder, name, NULL);
	if (annotating->fine &&
		!photo_set_annotate(annotating->set, picture, image, path, annotating->force, &problem)) {
		command_fail(&problem);
		annotating->fine = false;
	}
	annotating->next++;
	g_free(path);
	g_free(name);
	g_free(base);
}

static bool
annotate_all(const struct photo_set *set, const GPtrArray *files, const char *folder, bool force)
{
	struct annotating annotating = {.set = set, .folder = folder, .force = force, .fine = true};

	if (g_mkdir_with_parents(folder, 0777) != 0) {
		command_tell(SAY("folder-not-made", "the folder {folder} cannot be made: {detail}"),
			ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
		return false;
	}
	for (unsigned i = 0; i < files->len && annotating.fine; i++) {
		struct worker *worker;
		struct image image;

		annotating.file = g_ptr_array_index(files, i);
		worker = open_file(annotating.file, WORKER_WISH_PIXELS);
		while (worker_next(worker, &image)) {
			if (annotating.next < set->pictures->len)
				annotate(&annotating, worker_page_number(worker), &image);
			image_finish(&image);
		}
		/* What could not be read has an entry of its own in the list, after the pages. */
		if (annotating.next < set->pictures->len && PICTURE(set, annotating.next)->error != NULL)
			annotating.next++;
		worker_close(worker);
	}
	return annotating.fine;
}

static bool
take_options(const struct options *options, struct photo_set *set)
{
	struct problems problems;
	struct problem problem;
	struct code code;

	if (options->code != NULL) {
		char text[CODE_TEXT];

		problems_init(&problems);
		if (game_of_text(options->code, set->key, &code, &problems) == NULL) {
			command_refuse("--code", &problems);
			return false;
		}
		code_write(&code, set->key, text);
		photo_set_expect(set, &code, text);
	}
	if (options->manifest != NULL && !photo_set_read_manifest(set, options->manifest, &problem)) {
		command_fail(&problem);
		return false;
	}
	return true;
}

static void
answer(const struct options *options, const struct photo_set *set)
{
	json_t *json;

	if (!options->json) {
		GString *out = g_string_new(NULL);

		photo_set_text(set, options->round, &audience_terminal, out);
		fputs(out->str, stdout);
		g_string_free(out, TRUE);
		return;
	}
	json = photo_set_json(set, options->round, &audience_terminal);
	json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
	putchar('\n');
	json_decref(json);
}

static int
scan(const struct options *options, int argc, char **argv)
{
	GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
	struct code_key key;
	struct photo_set set;
	bool fine = true;

	if (options->key_file != NULL && !command_key(options->key_file, &key)) {
		g_ptr_array_free(files, TRUE);
		return EXIT_REFUSED;
	}
	photo_set_init(&set, options->key_file == NULL ? NULL : &key);
	for (int i = 1; i < argc && fine; i++)
		fine = collect(argv[i], 0, files);
	if (fine && files->len == 0) {
		command_tell(SAY("no-picture", "there is no picture in what was given"));
		fine = false;
	}
	fine = fine && take_options(options, &set);
	if (fine) {
		fine = read_all(&set, files);
		photo_set_settle(&set);
		answer(options, &set);
		if (options->annotate != NULL)
			fine = annotate_all(&set, files, options->annotate, options->force) && fine;
	}
	photo_set_finish(&set);
	g_ptr_array_free(files, TRUE);
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
		    "TIFF, PDF; folders are walked). Nothing found is no error; a file that cannot be\n"
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
