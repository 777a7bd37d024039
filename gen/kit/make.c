/* SPDX-License-Identifier: MIT
 * Making a kit: its documents are drawn by several processes into a hidden
 * folder beside their places, and only when all of them are whole do they get
 * their names, the manifest last. Whatever fails leaves nothing behind. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "gen/kit/manifest.h"
#include "gen/cli/progress.h"
#include "gen/canvas/shaping.h"

#define SENTENCE 1024
#define PAUSE    10000 /* microseconds between two looks at the workers */

/* What the processes share. */
struct shared {
	atomic_uint next; /* the document to be drawn next */
	atomic_uint done; /* pages */
	atomic_bool told; /* the sentence is taken: the first failure says it */
	atomic_bool failed;
	char problem[SENTENCE];
	uint32_t pages[]; /* of each piece */
};

struct make {
	const struct kit *kit;
	GArray *documents;
	char *staging;
	struct shared *shared;
	size_t shared_size;
	pid_t *workers;
	unsigned jobs, all; /* processes; pages */
};

static volatile sig_atomic_t interrupted;

static void
note_signal(int signal)
{
	interrupted = signal;
}

/* What happens on signals that end a program, except those that are ignored, as under nohup. */
static void
watch_signals(void (*handler)(int))
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = handler}, now;

	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

static void
fail(struct shared *shared, const char *problem)
{
	if (!atomic_exchange(&shared->told, true))
		g_strlcpy(shared->problem, problem, SENTENCE);
	atomic_store(&shared->failed, true);
}

static void
count_page(void *data, unsigned done, unsigned all)
{
	struct shared *shared = data;

	(void)done;
	(void)all;
	atomic_fetch_add(&shared->done, 1);
}

/* A worker: takes one document after the other. Never returns. */
static void
work(struct make *make, pid_t parent)
{
	struct shared *shared = make->shared;
	char *problem = NULL;
	struct shaper *type;
	unsigned i;

	watch_signals(SIG_DFL);
	type = shaper_create(&problem);
	while (type != NULL && !atomic_load(&shared->failed) && getppid() == parent) {
		i = atomic_fetch_add(&shared->next, 1);
		if (i >= make->documents->len)
			break;
		if (!kit_draw(make->kit, make->documents,
			    &g_array_index(make->documents, struct kit_document, i), make->staging, type,
			    shared->pages, count_page, shared, &problem))
			break;
	}
	if (problem != NULL)
		fail(shared, problem);
	_exit(problem == NULL ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void
start_workers(struct make *make)
{
	pid_t parent = getpid();

	fflush(NULL); /* or workers would write it again */
	for (unsigned i = 0; i < make->jobs; i++) {
		make->workers[i] = fork();
		if (make->workers[i] == 0)
			work(make, parent);
		if (make->workers[i] < 0 && i == 0)
			fail(make->shared, "no process could be started");
		if (make->workers[i] < 0)
			return; /* those that are there do all of it */
	}
}

/* Notes how a worker ended. */
static void
worker_ended(struct make *make, int status)
{
	char sentence[80];

	if (WIFSIGNALED(status)) {
		snprintf(sentence, sizeof sentence, "a process that draws was stopped by signal %d",
			WTERMSIG(status));
		fail(make->shared, sentence);
	} else if (WEXITSTATUS(status) != EXIT_SUCCESS) {
		fail(make->shared, "a process that draws failed");
	}
}

/* Waits for all workers; one failure stops the others. */
static void
wait_for_workers(struct make *make)
{
	struct progress progress;
	unsigned running;
	int status;

	progress_init(&progress, "pages");
	do {
		running = 0;
		for (unsigned i = 0; i < make->jobs; i++) {
			if (make->workers[i] <= 0)
				continue;
			if (waitpid(make->workers[i], &status, WNOHANG) == make->workers[i]) {
				make->workers[i] = 0;
				if (!interrupted)
					worker_ended(make, status);
				continue;
			}
			running++;
			if (interrupted || atomic_load(&make->shared->failed))
				kill(make->workers[i], SIGTERM);
		}
		progress_step(&progress, atomic_load(&make->shared->done), make->all);
		if (running > 0)
			g_usleep(PAUSE);
	} while (running > 0);
	progress_finish(&progress);
	if (interrupted)
		fail(make->shared, "interrupted");
}

/* Every piece must have been seen on a page: the manifest would lie otherwise. */
static void
check_pages(struct make *make)
{
	for (unsigned d = 0; d < make->documents->len; d++) {
		const struct kit_document *document =
			&g_array_index(make->documents, struct kit_document, d);

		for (size_t i = 0; i < document->pieces; i++) {
			char sentence[128];

			if (make->shared->pages[document->piece + i] != 0)
				continue;
			snprintf(sentence, sizeof sentence, "%s: piece %zu was not drawn on any page",
				document->file, i + 1);
			fail(make->shared, sentence);
		}
	}
}

static bool
move(const struct make *make, const char *file, const char *folder)
{
	char *from = g_build_filename(make->staging, file, NULL);
	char *to = g_build_filename(folder, file, NULL);
	bool fine = rename(from, to) == 0;
	char *problem;

	if (!fine) {
		problem = g_strdup_printf("%s cannot be written: %s", to, g_strerror(errno));
		fail(make->shared, problem);
		g_free(problem);
	}
	g_free(from);
	g_free(to);
	return fine;
}

/* Gives the files their names; takes them back when one of them cannot have its own. */
static void
publish(struct make *make, const char *folder)
{
	unsigned moved = 0;

	while (moved < make->documents->len &&
		move(make, g_array_index(make->documents, struct kit_document, moved).file, folder))
		moved++;
	if (moved == make->documents->len && move(make, KIT_CSV, folder) &&
		move(make, KIT_MANIFEST, folder))
		return;
	for (unsigned i = 0; i < moved; i++) {
		char *file = g_build_filename(
			folder, g_array_index(make->documents, struct kit_document, i).file, NULL);

		unlink(file);
		g_free(file);
	}
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
make_init(struct make *make, const struct kit *kit, const char *folder, unsigned jobs)
{
	size_t pieces = 0;

	*make = (struct make){.kit = kit, .jobs = jobs, .documents = kit_documents(kit)};
	for (unsigned i = 0; i < make->documents->len; i++) {
		pieces += g_array_index(make->documents, struct kit_document, i).pieces;
		make->all += g_array_index(make->documents, struct kit_document, i).pages;
	}
	make->jobs = MIN(jobs, make->documents->len);
	make->workers = g_new0(pid_t, make->jobs);
	make->shared_size = sizeof *make->shared + pieces * sizeof make->shared->pages[0];
	make->shared = mmap(
		NULL, make->shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	make->staging = g_build_filename(folder, ".kit-XXXXXX", NULL);
	if (make->shared == MAP_FAILED) {
		command_say("there is no memory for the kit: %s", g_strerror(errno));
		return false;
	}
	if (g_mkdtemp(make->staging) == NULL) {
		command_say("%s cannot be written to: %s", folder, g_strerror(errno));
		return false;
	}
	return true;
}

static void
make_finish(struct make *make)
{
	if (make->shared != MAP_FAILED)
		munmap(make->shared, make->shared_size);
	g_array_unref(make->documents);
	g_free(make->workers);
	g_free(make->staging);
}

/* Draws, writes the manifest and publishes, as far as nothing fails. */
static void
make_all(struct make *make, const char *folder)
{
	struct shared *shared = make->shared;
	char *problem = NULL;

	start_workers(make);
	wait_for_workers(make);
	if (!atomic_load(&shared->failed))
		check_pages(make);
	if (!atomic_load(&shared->failed) &&
		!manifest_write(make->kit, make->documents, shared->pages, make->staging, &problem))
		fail(shared, problem);
	if (!atomic_load(&shared->failed))
		publish(make, folder);
	g_free(problem);
}

/* The sentence, with the names that files would have got. */
static void
say_problem(const struct make *make)
{
	char *hidden = g_path_get_basename(make->staging);
	char *inside = g_strconcat(hidden, "/", NULL);
	char **parts = g_strsplit(make->shared->problem, inside, -1);
	char *sentence = g_strjoinv("", parts);

	command_say("%s", sentence);
	g_free(sentence);
	g_strfreev(parts);
	g_free(inside);
	g_free(hidden);
}

bool
kit_make(const struct kit *kit, const char *folder, unsigned jobs)
{
	struct make make;
	bool fine = make_init(&make, kit, folder, jobs);

	if (fine) {
		watch_signals(note_signal);
		make_all(&make, folder);
		fine = !atomic_load(&make.shared->failed);
		if (!fine)
			say_problem(&make);
		kit_remove_folder(make.staging);
		watch_signals(SIG_DFL);
	}
	make_finish(&make);
	return fine;
}
