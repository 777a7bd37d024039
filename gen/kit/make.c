/* SPDX-License-Identifier: MIT
 * Making a kit: several processes draw its documents into a hidden folder inside the kit's. Only when all of them are
 * complete are they moved to their places, the manifest last. A failure leaves nothing behind. */
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
	struct kit_drawing drawing; /* into the hidden folder; the processes share its pages */
	const char *folder;         /* where the files are moved to */
	GPtrArray *names;           /* of the files, in the order in which they are moved; not owned */
};

static void
count_page(void *share, unsigned done, unsigned all)
{
	(void)done;
	(void)all;
	process_share_step(share);
}

/* Draws documents in one of the processes. A problem names the file that was to be made, not the hidden one. */
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

/* Checks that every piece was drawn on a page, as the manifest will say. Makes documents with the codes of a keyed
 * event readable for their owner only: see manifest.c. */
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

/* Whether no file of the kit is in the way of a new one. Checked before the work begins. */
static bool
check_free(const struct make *make, bool force, struct problem *problem)
{
	for (unsigned i = 0; i < make->names->len; i++) {
		g_autofree char *file = g_build_filename(make->folder, make->names->pdata[i], NULL);

		if (!atomic_file_check(file, force, problem))
			return false;
	}
	return true;
}

/* Moves the files to their places. If one of them cannot be moved, those that were are removed. */
static bool
publish(const struct make *make, struct problem *problem)
{
	for (unsigned moved = 0; moved < make->names->len; moved++) {
		g_autofree char *from = g_build_filename(make->drawing.folder, make->names->pdata[moved], NULL);
		g_autofree char *to = g_build_filename(make->folder, make->names->pdata[moved], NULL);

		if (rename(from, to) == 0)
			continue;
		atomic_file_unwritable(to, NULL, problem);
		while (moved-- > 0) {
			g_autofree char *file = g_build_filename(make->folder, make->names->pdata[moved], NULL);

			unlink(file);
		}
		return false;
	}
	return true;
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
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autofree char *staging = g_build_filename(folder, ".kit-XXXXXX", NULL);
	const struct kit_totals totals = kit_documents_sum(documents);

	size_t size = totals.all.pieces * sizeof(uint32_t);
	uint32_t *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return problem_set(problem, SAY("no-memory", "there is not enough memory"));
	for (unsigned i = 0; i < documents->len; i++)
		g_ptr_array_add(names, kit_document_at(documents, i)->file);
	g_ptr_array_add(names, (char[]){KIT_CSV});
	g_ptr_array_add(names, (char[]){KIT_MANIFEST});
	struct make make = {{kit, documents, staging, pages, NULL, NULL}, folder, names};
	const struct processes processes = {.tasks = documents->len,
		.steps = totals.all.pages,
		.count = MIN(work->jobs, documents->len),
		.limit = work->limit,
		.work = draw_documents,
		.data = &make,
		.progress = kit_work_progress,
		.progress_data = work};

	work->step = KIT_STEP_PAGES;
	bool there = g_mkdtemp(staging) != NULL;
	bool fine = there && check_free(&make, work->force, problem) && processes_run(&processes, NULL, problem) &&
		check_documents(&make.drawing, problem) && manifest_write(kit, documents, pages, staging, problem) &&
		publish(&make, problem);

	if (there)
		kit_remove_folder(staging);
	else
		atomic_file_unwritable(folder, NULL, problem);
	munmap(pages, size);
	return fine;
}
