/* SPDX-License-Identifier: MIT
 * Making a kit: its documents are drawn by several processes into a hidden
 * folder beside their places, and only when all of them are whole do they get
 * their names, the manifest last. Whatever fails leaves nothing behind. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/shaping.h"
#include "gen/cli/processes.h"
#include "gen/kit/manifest.h"

struct make {
	const struct kit *kit;
	GArray *documents;
	char *staging;
	uint32_t *pages; /* of each piece; the processes share them */
	size_t pages_size;
	unsigned all; /* pages of the documents */
};

static void
count_page(void *data, unsigned done, unsigned all)
{
	(void)done;
	(void)all;
	process_share_step(data);
}

/* What a process does: draws one document after the other. */
static void
draw_documents(void *data, struct process_share *share, unsigned process)
{
	const struct make *make = data;
	char *problem = NULL;
	struct shaper *shaper = shaper_create(&problem);
	unsigned i;

	(void)process;
	while (problem == NULL && process_share_take(share, &i))
		kit_draw(make->kit, make->documents, &g_array_index(make->documents, struct kit_document, i),
			make->staging, shaper, make->pages, count_page, share, &problem);
	if (problem != NULL)
		process_share_fail(share, problem);
	shaper_destroy(shaper);
	g_free(problem);
}

/* Every piece must have been seen on a page: the manifest would lie otherwise. */
static bool
check_pages(const struct make *make, char **problem)
{
	for (unsigned d = 0; d < make->documents->len; d++) {
		const struct kit_document *document = &g_array_index(make->documents, struct kit_document, d);

		for (size_t i = 0; i < document->amount.pieces; i++) {
			if (make->pages[document->piece + i] != 0)
				continue;
			*problem = g_strdup_printf("%s: piece %zu was not drawn on any page", document->file, i + 1);
			return false;
		}
	}
	return true;
}

/* What has the codes of a keyed event is for its owner alone: see manifest.c. */
static bool
lock(const struct make *make, char **problem)
{
	for (unsigned i = 0; make->kit->key != NULL && i < make->documents->len; i++) {
		const struct kit_document *document = &g_array_index(make->documents, struct kit_document, i);
		char *file = g_build_filename(make->staging, document->file, NULL);

		if ((document->part == KIT_ORGANISER || document->part == KIT_PACKETS) && chmod(file, 0600) != 0)
			*problem = g_strdup_printf("cannot restrict access to %s: %s", file, g_strerror(errno));
		g_free(file);
		if (*problem != NULL)
			return false;
	}
	return true;
}

static bool
move(const struct make *make, const char *file, const char *folder, char **problem)
{
	char *from = g_build_filename(make->staging, file, NULL);
	char *to = g_build_filename(folder, file, NULL);
	bool fine = rename(from, to) == 0;

	if (!fine)
		*problem = g_strdup_printf("%s cannot be written: %s", to, g_strerror(errno));
	g_free(from);
	g_free(to);
	return fine;
}

/* Whether nothing is in the way of a file. */
static bool
is_free(const char *folder, const char *file, bool force, char **problem)
{
	char *name = g_build_filename(folder, file, NULL);

	*problem = atomic_file_refusal(name, force);
	g_free(name);
	return *problem == NULL;
}

/* The same for all files: looked at before the work begins. */
static bool
is_all_free(const struct make *make, const char *folder, bool force, char **problem)
{
	for (unsigned i = 0; i < make->documents->len; i++)
		if (!is_free(folder, g_array_index(make->documents, struct kit_document, i).file, force, problem))
			return false;
	return is_free(folder, KIT_CSV, force, problem) && is_free(folder, KIT_MANIFEST, force, problem);
}

/* Gives the files their names; takes them back when one of them cannot have its own. */
static bool
publish(const struct make *make, const char *folder, char **problem)
{
	unsigned moved = 0;

	while (moved < make->documents->len &&
		move(make, g_array_index(make->documents, struct kit_document, moved).file, folder, problem))
		moved++;
	if (moved == make->documents->len && move(make, KIT_CSV, folder, problem) &&
		move(make, KIT_MANIFEST, folder, problem))
		return true;
	for (unsigned i = 0; i < moved; i++) {
		char *file =
			g_build_filename(folder, g_array_index(make->documents, struct kit_document, i).file, NULL);

		unlink(file);
		g_free(file);
	}
	return false;
}

void
kit_remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *file = g_build_filename(folder, name, NULL);

		unlink(file);
		g_free(file);
	}
	if (dir != NULL)
		g_dir_close(dir);
	rmdir(folder);
}

static bool
make_init(struct make *make, const struct kit *kit, const char *folder, char **problem)
{
	size_t pieces = 0;

	*make = (struct make){.kit = kit, .documents = kit_documents(kit)};
	for (unsigned i = 0; i < make->documents->len; i++) {
		pieces += g_array_index(make->documents, struct kit_document, i).amount.pieces;
		make->all += g_array_index(make->documents, struct kit_document, i).amount.pages;
	}
	make->pages_size = pieces * sizeof *make->pages;
	make->pages = mmap(NULL, make->pages_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	make->staging = g_build_filename(folder, ".kit-XXXXXX", NULL);
	if (make->pages == MAP_FAILED)
		*problem = g_strdup_printf("there is no memory for the kit: %s", g_strerror(errno));
	else if (g_mkdtemp(make->staging) == NULL)
		*problem = g_strdup_printf("%s cannot be written to: %s", folder, g_strerror(errno));
	return *problem == NULL;
}

static void
make_finish(struct make *make)
{
	if (make->pages != MAP_FAILED)
		munmap(make->pages, make->pages_size);
	g_array_unref(make->documents);
	g_free(make->staging);
}

/* Draws, writes the manifest and publishes. */
static bool
make_all(struct make *make, const char *folder, const struct kit_work *work, char **problem)
{
	const struct processes processes = {.tasks = make->documents->len,
		.steps = make->all,
		.count = MIN(work->count, make->documents->len),
		.doing = "draws",
		.limit = work->limit,
		.work = draw_documents,
		.data = make,
		.progress = work->progress,
		.progress_data = work->progress_data};

	return is_all_free(make, folder, work->force, problem) && processes_run(&processes, NULL, problem) &&
		check_pages(make, problem) &&
		manifest_write(make->kit, make->documents, make->pages, make->staging, problem) &&
		lock(make, problem) && publish(make, folder, problem);
}

/* The sentence with the names that files would have got. */
static void
show_names(const struct make *make, char **problem)
{
	char *hidden = g_path_get_basename(make->staging);
	char *inside = g_strconcat(hidden, "/", NULL);
	char **parts = g_strsplit(*problem, inside, -1);

	g_free(*problem);
	*problem = g_strjoinv("", parts);
	g_strfreev(parts);
	g_free(inside);
	g_free(hidden);
}

bool
kit_make(const struct kit *kit, const char *folder, const struct kit_work *work, char **problem)
{
	struct make make;
	bool fine;

	*problem = NULL;
	fine = make_init(&make, kit, folder, problem);
	if (fine) {
		fine = make_all(&make, folder, work, problem);
		if (!fine)
			show_names(&make, problem);
		kit_remove_folder(make.staging);
	}
	make_finish(&make);
	return fine;
}
