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
	const char *folder;
	GArray *documents;
	char *staging;
	uint32_t *pages; /* of each piece; the processes share them */
};

static const struct kit_document *
nth_document(const struct make *make, unsigned i)
{
	return &g_array_index(make->documents, struct kit_document, i);
}

static void
count_page(void *data, unsigned done, unsigned all)
{
	(void)done;
	(void)all;
	process_share_step(data);
}

/* What a process does: draws one document after the other. A problem names the file that was to be made, not the
 * hidden one. */
static void
draw_documents(void *data, struct process_share *share, unsigned process)
{
	const struct make *make = data;
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	bool fine = shaper != NULL;
	unsigned i;

	(void)process;
	while (fine && process_share_take(share, &i)) {
		const struct kit_document *document = nth_document(make, i);

		fine = kit_draw(make->kit, make->documents, document, make->staging, shaper, make->pages, count_page,
			share, &problem);
		if (!fine && problem_is(&problem, "file-unwritable")) {
			char *reason = g_strdup(message_text(&problem.message, "reason"));
			char *file = g_build_filename(make->folder, document->file, NULL);

			atomic_file_unwritable(file, reason, &problem);
			g_free(file);
			g_free(reason);
		}
	}
	if (!fine)
		process_share_fail(share, &problem);
	shaper_destroy(shaper);
}

/* Every piece must have been seen on a page: the manifest would lie otherwise. */
static bool
check_pages(const struct make *make, struct problem *problem)
{
	for (unsigned d = 0; d < make->documents->len; d++) {
		const struct kit_document *document = nth_document(make, d);

		for (size_t i = 0; i < document->amount.pieces; i++)
			if (make->pages[document->piece + i] == 0)
				return problem_set(problem,
					SAY("piece-not-drawn", "{file}: piece {piece} was not drawn on any page"),
					ARG_TEXT("file", document->file), ARG_NUMBER("piece", i + 1));
	}
	return true;
}

/* What has the codes of a keyed event is for its owner alone: see manifest.c. */
static bool
restrict_access(const struct make *make, struct problem *problem)
{
	bool fine = true;

	for (unsigned i = 0; make->kit->key != NULL && fine && i < make->documents->len; i++) {
		const struct kit_document *document = nth_document(make, i);
		char *file = g_build_filename(make->staging, document->file, NULL);

		if ((document->part == KIT_ORGANISER || document->part == KIT_PACKETS) && chmod(file, 0600) != 0)
			fine = problem_set(problem,
				SAY_PRIVATE("file-unrestricted", "cannot restrict access to {file}: {reason}",
					"cannot restrict access to {file}"),
				ARG_TEXT("file", document->file), ARG_PRIVATE("reason", g_strerror(errno)));
		g_free(file);
	}
	return fine;
}

/* The names of all files, in the order in which they get them: the documents, then the lists of them. */
static const char *
nth_file(const struct make *make, unsigned i)
{
	if (i < make->documents->len)
		return nth_document(make, i)->file;
	return i == make->documents->len ? KIT_CSV : i == make->documents->len + 1 ? KIT_MANIFEST : NULL;
}

/* Whether nothing is in the way of any file: looked at before the work begins. */
static bool
check_free(const struct make *make, bool force, struct problem *problem)
{
	const char *name;
	bool fine = true;

	for (unsigned i = 0; fine && (name = nth_file(make, i)) != NULL; i++) {
		char *file = g_build_filename(make->folder, name, NULL);

		fine = atomic_file_check(file, force, problem);
		g_free(file);
	}
	return fine;
}

/* Gives the files their names; takes them back when one of them cannot have its own. */
static bool
publish(const struct make *make, struct problem *problem)
{
	const char *name;
	bool fine = true;
	unsigned moved = 0;

	for (; fine && (name = nth_file(make, moved)) != NULL; moved += fine) {
		char *from = g_build_filename(make->staging, name, NULL),
		     *to = g_build_filename(make->folder, name, NULL);

		fine = rename(from, to) == 0 || atomic_file_unwritable(to, NULL, problem);
		g_free(from);
		g_free(to);
	}
	while (!fine && moved-- > 0) {
		char *file = g_build_filename(make->folder, nth_file(make, moved), NULL);

		unlink(file);
		g_free(file);
	}
	return fine;
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

bool
kit_make(const struct kit *kit, const char *folder, const struct kit_work *work, struct problem *problem)
{
	struct make make = {.kit = kit, .folder = folder, .documents = kit_documents(kit)};
	size_t pieces = 0, size;
	unsigned pages = 0;
	bool fine = false;

	for (unsigned i = 0; i < make.documents->len; i++) {
		pieces += nth_document(&make, i)->amount.pieces;
		pages += nth_document(&make, i)->amount.pages;
	}
	size = pieces * sizeof *make.pages;
	make.pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	make.staging = g_build_filename(folder, ".kit-XXXXXX", NULL);
	if (make.pages == MAP_FAILED) {
		problem_set(problem, SAY("no-memory", "there is not enough memory"));
	} else if (g_mkdtemp(make.staging) == NULL) {
		atomic_file_unwritable(folder, NULL, problem);
	} else {
		const struct processes processes = {.tasks = make.documents->len,
			.steps = pages,
			.count = MIN(work->count, make.documents->len),
			.limit = work->limit,
			.work = draw_documents,
			.data = &make,
			.progress = work->progress,
			.progress_data = work->progress_data};

		fine = check_free(&make, work->force, problem) && processes_run(&processes, NULL, problem) &&
			check_pages(&make, problem) &&
			manifest_write(kit, make.documents, make.pages, make.staging, problem) &&
			restrict_access(&make, problem) && publish(&make, problem);
		kit_remove_folder(make.staging);
	}
	if (make.pages != MAP_FAILED)
		munmap(make.pages, size);
	g_array_unref(make.documents);
	g_free(make.staging);
	return fine;
}
