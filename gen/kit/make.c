/* SPDX-License-Identifier: MIT
 * Making a kit: its documents are drawn by several processes into a hidden
 * folder beside their places, and only when all of them are whole do they get
 * their names, the manifest last. Whatever fails leaves nothing behind. */
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/shaping.h"
#include "gen/cli/processes.h"
#include "gen/kit/manifest.h"

struct make {
	struct kit_drawing drawing; /* into a hidden folder; the processes share its pages */
	const char *folder;         /* where the files go in the end */
};

static void
count_page(void *share, unsigned done, unsigned all)
{
	(void)done;
	(void)all;
	process_share_step(share);
}

/* What a process does: draws one document after the other. A problem names the file that was to be made, not the
 * hidden one. */
static void
draw_documents(void *data, struct process_share *share, unsigned process)
{
	const struct make *make = data;
	struct kit_drawing drawing = make->drawing;
	struct problem problem;
	struct shaper *shaper = shaper_create(&problem);
	bool fine = shaper != NULL;
	unsigned i;

	(void)process;
	drawing.progress = count_page;
	drawing.data = share;
	while (fine && process_share_take(share, &i)) {
		const struct kit_document *document = kit_document_at(drawing.documents, i);

		fine = kit_draw(&drawing, document, shaper, &problem);
		if (!fine && problem_is(&problem, "file-unwritable")) {
			g_autofree char *reason = g_strdup(message_text(&problem.message, "reason"));
			g_autofree char *file = g_build_filename(make->folder, document->file, NULL);

			atomic_file_unwritable(file, reason, &problem);
		}
	}
	if (!fine)
		process_share_fail(share, &problem);
	shaper_destroy(shaper);
}

/* Every piece must have been seen on a page: the manifest would lie otherwise. What has the codes of a keyed event is
 * for its owner alone: see manifest.c. */
static bool
check_documents(const struct kit_drawing *drawing, struct problem *problem)
{
	for (unsigned d = 0; d < drawing->documents->len; d++) {
		const struct kit_document *document = kit_document_at(drawing->documents, d);
		g_autofree char *file = g_build_filename(drawing->folder, document->file, NULL);

		for (size_t i = 0; i < document->amount.pieces; i++)
			if (drawing->pages[document->piece + i] == 0)
				return problem_set(problem,
					SAY("piece-not-drawn", "{file}: piece {piece} was not drawn on any page"),
					ARG_TEXT("file", document->file), ARG_NUMBER("piece", i + 1));
		if (drawing->kit->key != NULL && (document->part == KIT_ORGANISER || document->part == KIT_PACKETS) &&
			chmod(file, 0600) != 0)
			return problem_set(problem,
				SAY_PRIVATE("file-unrestricted", "cannot restrict access to {file}: {reason}",
					"cannot restrict access to {file}"),
				ARG_TEXT("file", document->file), ARG_PRIVATE("reason", g_strerror(errno)));
	}
	return true;
}

/* The n-th file in a folder, to be freed; in the order in which they get their names: the documents, then the lists of
 * them. NULL behind the last. */
static char *
nth_file(const struct make *make, const char *folder, unsigned n)
{
	const GArray *documents = make->drawing.documents;

	if (n > documents->len + 1)
		return NULL;
	return g_build_filename(folder,
		n < documents->len            ? kit_document_at(documents, n)->file
			: n == documents->len ? KIT_CSV
					      : KIT_MANIFEST,
		NULL);
}

/* Whether nothing is in the way of any file: looked at before the work begins. */
static bool
check_free(const struct make *make, bool force, struct problem *problem)
{
	bool fine = true;
	char *file;

	for (unsigned i = 0; fine && (file = nth_file(make, make->folder, i)) != NULL; i++) {
		fine = atomic_file_check(file, force, problem);
		g_free(file);
	}
	return fine;
}

/* Gives the files their names; takes them back when one of them cannot have its own. */
static bool
publish(const struct make *make, struct problem *problem)
{
	for (unsigned moved = 0;; moved++) {
		g_autofree char *from = nth_file(make, make->drawing.folder, moved);
		g_autofree char *to = nth_file(make, make->folder, moved);

		if (from == NULL)
			return true;
		if (rename(from, to) == 0)
			continue;
		atomic_file_unwritable(to, NULL, problem);
		while (moved-- > 0) {
			g_autofree char *file = nth_file(make, make->folder, moved);

			unlink(file);
		}
		return false;
	}
}

void
kit_remove_folder(const char *folder)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *file = g_build_filename(folder, name, NULL);

		unlink(file);
	}
	rmdir(folder);
}

bool
kit_make(const struct kit *kit, const char *folder, struct kit_work *work, struct problem *problem)
{
	g_autoptr(GArray) documents = kit_documents(kit);
	g_autofree char *staging = g_build_filename(folder, ".kit-XXXXXX", NULL);
	struct kit_amount all = {0};
	bool fine = false;

	for (unsigned i = 0; i < documents->len; i++)
		kit_amount_add(&all, &kit_document_at(documents, i)->amount);
	size_t size = all.pieces * sizeof(uint32_t);
	uint32_t *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return problem_set(problem, SAY("no-memory", "there is not enough memory"));
	if (g_mkdtemp(staging) == NULL) {
		atomic_file_unwritable(folder, NULL, problem);
	} else {
		struct make make = {{kit, documents, staging, pages, NULL, NULL}, folder};
		const struct processes processes = {.tasks = documents->len,
			.steps = all.pages,
			.count = MIN(work->jobs, documents->len),
			.limit = work->limit,
			.work = draw_documents,
			.data = &make,
			.progress = kit_work_progress,
			.progress_data = work};

		work->step = KIT_STEP_PAGES;
		fine = check_free(&make, work->force, problem) && processes_run(&processes, NULL, problem) &&
			check_documents(&make.drawing, problem) &&
			manifest_write(kit, documents, pages, staging, problem) && publish(&make, problem);
		kit_remove_folder(staging);
	}
	munmap(pages, size);
	return fine;
}
