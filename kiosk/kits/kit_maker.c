/* SPDX-License-Identifier: MIT
 * Making kits. A kit is made in a hidden folder; it gets its name after it was
 * taken in, so that whatever has a name is whole, and what is hidden when the
 * kiosk starts is of nobody's. */
#include "kiosk/kits/kit_maker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/kit/kit.h"
#include "kiosk/event/import.h"
#include "kiosk/kits/kit_child.h"
#include "kiosk/kits/kit_process.h"

#define SECONDS       1800.0
#define PROCESSES_MAX 4
#define HIDDEN        ".making-"
#define NAMED         "kit-"
#define JSON_OF_BYTES 16 /* bytes of memory a byte of a manifest, as JSON takes them */

struct kit_maker {
	char *folder;
	const char *program, *who;
	struct store *store;
	struct memory *memory;
	double seconds;
	goffset bytes;
	int stop;    /* atomic: the one that is being made is given up */
	GMutex lock; /* of all below */
	bool ending;
	GThread *thread;        /* of the last one, until it is joined */
	bool making, committed; /* committed: it is being taken in, too late to give it up */
	char what[16];
	unsigned done, all;
	char *problem; /* of the last one, or NULL */
	struct made_kit *kit;
};

/* One that is being made. */
struct job {
	struct kit_maker *maker;
	char *definition, *key;
	bool bundled, again;
};

static void
job_free(struct job *job)
{
	g_free(job->definition);
	g_free(job->key);
	g_free(job);
}

/* The folder for one maker alone: another kiosk of the same database may be at work there. -1 where it is, or
 * where there is no such folder. */
static int
lock_folder(const char *folder)
{
	int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
		close(file);
		return -1;
	}
	return file;
}

/* Finds the newest kit, and removes all others unless one is being made there. */
static void
tidy(struct kit_maker *maker)
{
	int lock = lock_folder(maker->folder);
	GDir *dir = g_dir_open(maker->folder, 0, NULL);
	char *newest = NULL;
	time_t made = 0;
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *folder = g_build_filename(maker->folder, name, NULL);
		struct stat info;

		if (g_str_has_prefix(name, NAMED) && lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) &&
			(newest == NULL || info.st_mtime >= made)) {
			char *older = newest;

			newest = folder;
			made = info.st_mtime;
			folder = older;
		} else if (!g_str_has_prefix(name, HIDDEN) && !g_str_has_prefix(name, NAMED)) {
			g_clear_pointer(&folder, g_free); /* not ours */
		}
		if (folder != NULL && lock >= 0)
			made_kit_remove(folder);
		g_free(folder);
	}
	if (dir != NULL)
		g_dir_close(dir);
	if (lock >= 0)
		close(lock);
	maker->kit = newest == NULL ? NULL : made_kit_read(newest, NULL);
	g_free(newest);
}

struct kit_maker *
kit_maker_create(const struct kit_maker_options *options)
{
	struct kit_maker *maker = g_new0(struct kit_maker, 1);

	maker->folder = g_strdup(options->folder);
	maker->program = options->program;
	maker->store = options->store;
	maker->memory = options->memory;
	maker->who = options->who;
	maker->seconds = options->seconds > 0 ? options->seconds : SECONDS;
	maker->bytes = options->bytes > 0 ? options->bytes : (goffset)KIT_BYTES_MOST;
	g_mutex_init(&maker->lock);
	tidy(maker);
	return maker;
}

void
kit_maker_stop(struct kit_maker *maker)
{
	g_mutex_lock(&maker->lock);
	maker->ending = true;
	g_atomic_int_set(&maker->stop, 1);
	g_mutex_unlock(&maker->lock);
}

void
kit_maker_destroy(struct kit_maker *maker)
{
	if (maker == NULL)
		return;
	kit_maker_stop(maker);
	if (maker->thread != NULL)
		g_thread_join(maker->thread);
	made_kit_release(maker->kit);
	g_mutex_clear(&maker->lock);
	g_free(maker->problem);
	g_free(maker->folder);
	g_free(maker);
}

static void
note_progress(void *data, const char *what, unsigned done, unsigned all)
{
	struct kit_maker *maker = data;

	g_mutex_lock(&maker->lock);
	g_strlcpy(maker->what, what, sizeof maker->what);
	maker->done = done;
	maker->all = all;
	g_mutex_unlock(&maker->lock);
}

/* From here on it cannot be given up any more. False where it was. */
static bool
commit(struct kit_maker *maker)
{
	bool stopped;

	g_mutex_lock(&maker->lock);
	stopped = g_atomic_int_get(&maker->stop) != 0;
	maker->committed = !stopped;
	g_mutex_unlock(&maker->lock);
	return !stopped;
}

/* Stores the event. NULL, or a sentence to be freed. */
static char *
take_in(const struct job *job, const struct made_kit *kit, json_t *manifest)
{
	struct kit_maker *maker = job->maker;
	char sentence[MESSAGE_TEXT];
	struct problem problem;

	if (!commit(maker))
		return g_strdup("the kit was given up");
	if (kit->bytes > maker->bytes)
		return g_strdup("the files of this kit are larger than a kiosk keeps: make a smaller one");
	if (job->again || event_import(maker->store, manifest, job->key, maker->who, &problem) == STORE_OK)
		return NULL;
	problem_write(&problem, &audience_public, sentence, sizeof sentence);
	return g_strdup(sentence);
}

/* Gives a whole kit its name, in place of the one before. */
static void
keep(struct kit_maker *maker, struct made_kit *kit)
{
	char *parent = g_path_get_dirname(kit->folder), *base = g_path_get_basename(kit->folder);
	char *name = g_strconcat(NAMED, base + strlen(HIDDEN), NULL), *named = g_build_filename(parent, name, NULL);
	struct made_kit *before;

	/* One that cannot have its name is there until the kiosk ends, and can be made again. */
	if (rename(kit->folder, named) == 0) {
		g_free(kit->folder);
		kit->folder = g_steal_pointer(&named);
	}
	g_mutex_lock(&maker->lock);
	before = maker->kit;
	maker->kit = kit;
	g_mutex_unlock(&maker->lock);
	if (before != NULL)
		g_atomic_int_set(&before->unwanted, 1);
	made_kit_release(before);
	g_free(named);
	g_free(name);
	g_free(base);
	g_free(parent);
}

/* Reads what was made and takes it in. NULL, or a sentence to be freed. */
static char *
finish(const struct job *job, const char *folder)
{
	struct memory *memory = job->maker->memory;
	char *file = g_build_filename(folder, KIT_MANIFEST, NULL), *problem;
	json_t *manifest = NULL;
	struct made_kit *kit;
	struct stat info;
	size_t needed = stat(file, &info) == 0 ? (size_t)info.st_size * JSON_OF_BYTES : 0;

	g_free(file);
	if (memory != NULL && !memory_promise(memory, needed, true))
		return g_strdup("there is no memory for this kit just now; try it again");
	note_progress(job->maker, "event", 0, 1);
	kit = made_kit_read(folder, &manifest);
	problem = kit == NULL ? g_strdup("the kit is not whole; try it again") : take_in(job, kit, manifest);
	json_decref(manifest);
	if (memory != NULL)
		memory_return(memory, needed);
	if (problem == NULL)
		keep(job->maker, kit);
	else
		made_kit_release(kit);
	return problem;
}

/* NULL, or a sentence to be freed. */
static char *
make_in(const struct job *job, const char *folder)
{
	struct kit_maker *maker = job->maker;
	unsigned processes = MIN(MAX(g_get_num_processors(), 2) - 1, PROCESSES_MAX); /* one is left to what is stored */
	char *order = kit_order_write(job->definition, job->key, folder, job->bundled, processes), *problem;

	if (order == NULL)
		return g_strdup("there is no memory for this kit just now; try it again");
	problem = kit_process_run(&(struct kit_process){.program = maker->program,
					  .folder = folder,
					  .seconds = maker->seconds,
					  .bytes = maker->bytes,
					  .stop = &maker->stop,
					  .progress = note_progress,
					  .progress_data = maker},
		order);
	free(order);
	return problem != NULL ? problem : finish(job, folder);
}

static char *
make(const struct job *job)
{
	char *folder = g_build_filename(job->maker->folder, HIDDEN "XXXXXX", NULL), *problem;
	bool there = g_mkdir_with_parents(job->maker->folder, 0700) == 0;
	int lock = there ? lock_folder(job->maker->folder) : -1;

	if (there && lock < 0)
		problem = g_strdup("another kiosk of this database is making a kit: wait for it");
	else if (!there || g_mkdtemp(folder) == NULL)
		problem = g_strdup_printf("there is no place for a kit: %s", g_strerror(errno));
	else {
		problem = make_in(job, folder);
		if (problem != NULL)
			made_kit_remove(folder);
	}
	if (lock >= 0)
		close(lock);
	g_free(folder);
	return problem;
}

static void *
work(void *data)
{
	struct job *job = data;
	struct kit_maker *maker = job->maker;
	char *problem = make(job);

	g_mutex_lock(&maker->lock);
	maker->making = false;
	g_free(maker->problem);
	maker->problem = problem;
	/* Whoever gives up a kit knows why it is not made. */
	if (g_atomic_int_get(&maker->stop) != 0)
		g_clear_pointer(&maker->problem, g_free);
	g_mutex_unlock(&maker->lock);
	job_free(job);
	return NULL;
}

bool
kit_maker_begin(struct kit_maker *maker, const struct kit_order *order)
{
	GThread *before = NULL;
	struct job *job;
	bool begins;

	g_mutex_lock(&maker->lock);
	begins = !maker->making && !maker->ending;
	if (begins) {
		/* It has done all but return. */
		before = maker->thread;
		job = g_new(struct job, 1);
		*job = (struct job){
			maker, g_strdup(order->definition), g_strdup(order->key), order->bundled, order->again};
		g_clear_pointer(&maker->problem, g_free);
		g_strlcpy(maker->what, "seeds", sizeof maker->what);
		maker->done = maker->all = 0;
		maker->making = true;
		maker->committed = false;
		g_atomic_int_set(&maker->stop, 0);
		maker->thread = g_thread_new("kit", work, job);
	}
	g_mutex_unlock(&maker->lock);
	if (before != NULL)
		g_thread_join(before);
	return begins;
}

bool
kit_maker_cancel(struct kit_maker *maker)
{
	bool making;

	g_mutex_lock(&maker->lock);
	making = maker->making && !maker->committed;
	if (making)
		g_atomic_int_set(&maker->stop, 1);
	g_mutex_unlock(&maker->lock);
	return making;
}

json_t *
kit_maker_json(struct kit_maker *maker)
{
	json_t *making, *json;

	g_mutex_lock(&maker->lock);
	making = maker->making
		? json_pack("{s:s, s:i, s:i}", "what", maker->what, "done", (int)maker->done, "all", (int)maker->all)
		: json_null();
	json = json_pack("{s:o, s:s?}", "making", making, "error", maker->problem);
	g_mutex_unlock(&maker->lock);
	return json;
}

struct made_kit *
kit_maker_kit(struct kit_maker *maker)
{
	struct made_kit *kit;

	g_mutex_lock(&maker->lock);
	kit = made_kit_hold(maker->kit);
	g_mutex_unlock(&maker->lock);
	return kit;
}
