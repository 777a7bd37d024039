/* SPDX-License-Identifier: MIT
 * Making kits. A kit is made in a hidden folder, which is renamed after the kit was imported. So a folder that is not
 * hidden holds a complete kit, and hidden folders that exist when the kiosk starts are leftovers. */
#include "kiosk/making/kit_maker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/jobs/folder.h"
#include "gen/requests/kit_request.h"
#include "kiosk/event/import.h"
#include "kiosk/making/kit_job.h"

/* How the names of folders of unfinished kits begin. */
#define HIDDEN ".making-"

/* How the names of folders of complete kits begin. */
#define NAMED "kit-"

/* Most processes that draw at a time. One core is always left for the server. */
#define PROCESSES_MAX 4

/* Memory that a manifest takes as parsed JSON, as a multiple of its size. */
#define JSON_OF_BYTES 16

struct kit_maker {
	struct kit_maker_options options;
	char *folder;
	int stop;    /* atomic: the kit that is being made is cancelled */
	GMutex lock; /* of everything below */
	bool ending;
	GThread *thread; /* of the last kit, until it is joined */
	struct kit_state state;
	bool committed; /* the kit is being imported: too late to cancel it */
	struct made_kit *kit;

	/* The kit that is being made. Its thread reads this without the lock, and frees it. */
	char *request; /* of its job */
	char *key;
	char *made; /* its folder */
	bool is_event;
};

static void
file_free(gpointer data)
{
	struct made_file *file = data;

	g_free(file->name);
	g_free(file);
}

/* Adds a file; false if it does not exist, or if its name is not that of a file in the folder. */
static bool
add_file(struct made_kit *kit, const char *name, unsigned pages)
{
	struct stat info;

	if (name == NULL || *name == '.' || *name == '\0' || strchr(name, '/') != NULL)
		return false;
	g_autofree char *path = g_build_filename(kit->folder, name, NULL);
	if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
		return false;
	struct made_file *file = g_new(struct made_file, 1);
	*file = (struct made_file){g_strdup(name), pages, info.st_size};
	kit->bytes += info.st_size;
	g_ptr_array_add(kit->files, file);
	return true;
}

/* Reads the kit in a folder, with one reference, and its manifest; NULL if it is missing or incomplete. */
static struct made_kit *
read_kit(const char *folder, json_t **manifest)
{
	g_autofree char *path = g_build_filename(folder, KIT_MANIFEST, NULL);
	struct made_kit *kit = g_new0(struct made_kit, 1);
	const char *name = NULL, *commitment = NULL, *definition = NULL;
	json_t *files, *file;
	size_t i;

	*manifest = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	files = json_object_get(*manifest, "files");
	bool whole = json_unpack(*manifest, "{s:{s:s}, s:s, s:s}", "event", "name", &name, "commitment", &commitment,
			     "definition", &definition) == 0 &&
		json_array_size(files) > 0;
	*kit = (struct made_kit){.held = 1,
		.folder = g_strdup(folder),
		.name = g_strdup(name),
		.commitment = g_strdup(commitment),
		.definition = g_strdup(definition),
		.files = g_ptr_array_new_with_free_func(file_free)};
	json_array_foreach(files, i, file) {
		json_int_t pages = json_integer_value(json_object_get(file, "pages"));

		whole = whole && pages >= 1 && pages <= INT32_MAX &&
			add_file(kit, json_string_value(json_object_get(file, "file")), (unsigned)pages);
	}
	if (whole && add_file(kit, KIT_CSV, 0) && add_file(kit, KIT_MANIFEST, 0))
		return kit;
	made_kit_release(kit);
	return NULL;
}

void
made_kit_release(struct made_kit *kit)
{
	if (kit == NULL || !g_atomic_int_dec_and_test(&kit->held))
		return;
	if (g_atomic_int_get(&kit->unwanted) != 0)
		folder_remove(kit->folder);
	g_ptr_array_unref(kit->files);
	g_free(kit->folder);
	g_free(kit->name);
	g_free(kit->commitment);
	g_free(kit->definition);
	g_free(kit);
}

const struct made_file *
made_kit_file(const struct made_kit *kit, const char *name)
{
	for (unsigned i = 0; i < kit->files->len; i++) {
		const struct made_file *file = g_ptr_array_index(kit->files, i);

		if (strcmp(file->name, name) == 0)
			return file;
	}
	return NULL;
}

struct kit_maker *
kit_maker_create(const struct kit_maker_options *options)
{
	struct kit_maker *maker = g_new0(struct kit_maker, 1);
	int lock = folder_lock(options->folder);
	g_autoptr(GDir) dir = g_dir_open(options->folder, 0, NULL);
	g_autofree char *newest = NULL;
	time_t made = 0;
	const char *name;

	maker->options = *options;
	maker->folder = g_strdup(options->folder);
	if (options->bytes == 0)
		maker->options.bytes = (goffset)KIT_BYTES_MOST;
	g_mutex_init(&maker->lock);
	/* Finds the newest kit, and removes all others unless another kiosk is making one there. */
	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *folder = g_build_filename(maker->folder, name, NULL);
		bool is_named = g_str_has_prefix(name, NAMED);
		struct stat info;

		if (!is_named && !g_str_has_prefix(name, HIDDEN))
			continue; /* not ours */
		if (is_named && lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) &&
			(newest == NULL || info.st_mtime >= made)) {
			char *older = g_steal_pointer(&newest);

			newest = g_steal_pointer(&folder);
			folder = older;
			made = info.st_mtime;
		}
		if (folder != NULL && lock >= 0)
			folder_remove(folder);
	}
	if (lock >= 0)
		close(lock);
	json_auto_t *manifest = NULL;
	maker->kit = newest == NULL ? NULL : read_kit(newest, &manifest);
	return maker;
}

void
kit_maker_stop(struct kit_maker *maker)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&maker->lock);

	maker->ending = true;
	g_atomic_int_set(&maker->stop, 1);
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
	g_free(maker->folder);
	g_free(maker);
}

static void
note_progress(void *data, const struct job_progress *progress)
{
	struct kit_maker *maker = data;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&maker->lock);

	maker->state.progress = *progress;
}

static bool
check_size(goffset size, goffset most, struct problem *problem)
{
	return size <= most ||
		problem_set(problem,
			SAY("kit-files-large",
				"the files of this kit are larger than a kiosk keeps: make a smaller one"));
}

/* Called regularly while a kit is made. */
static bool
watch_size(void *data, struct problem *problem)
{
	const struct kit_maker *maker = data;

	return check_size(folder_size(maker->made), maker->options.bytes, problem);
}

/* Reads the kit that was made and imports it as the event, unless it was cancelled in the meantime. Its folder gets the
 * name of a complete kit, and it replaces the previous kit. */
static bool
import(struct kit_maker *maker, struct problem *problem)
{
	struct memory *memory = maker->options.memory;
	g_autofree char *file = g_build_filename(maker->made, KIT_MANIFEST, NULL);
	json_t *manifest = NULL;
	struct stat info;
	size_t needed = stat(file, &info) == 0 ? (size_t)info.st_size * JSON_OF_BYTES : 0;
	bool fine = false;

	if (!memory_promise(memory, needed, true))
		return problem_set(
			problem, SAY("kit-no-memory", "there is not enough memory for this kit now; please try again"));
	note_progress(maker, &(struct job_progress){.what = "event", .all = 1});
	struct made_kit *kit = read_kit(maker->made, &manifest);
	/* From here on it cannot be cancelled. */
	g_mutex_lock(&maker->lock);
	bool stopped = g_atomic_int_get(&maker->stop) != 0;
	maker->committed = !stopped;
	g_mutex_unlock(&maker->lock);
	if (kit == NULL)
		problem_set(problem, SAY("kit-not-whole", "the kit is not whole; please try again"));
	else if (stopped)
		problem_set(problem, SAY("kit-cancelled", "the kit was cancelled"));
	else if (check_size(kit->bytes, maker->options.bytes, problem))
		fine = maker->is_event ||
			event_import(maker->options.store, manifest, maker->key, maker->options.who, problem) ==
				STORE_OK;
	json_decref(manifest);
	memory_return(memory, needed);
	if (fine) {
		g_autofree char *base = g_path_get_basename(kit->folder);
		g_autofree char *name = g_strconcat(NAMED, base + strlen(HIDDEN), NULL);
		g_autofree char *named = g_build_filename(maker->folder, name, NULL);

		/* If it cannot be renamed it is available until the kiosk ends, and can be made again. */
		if (rename(kit->folder, named) == 0) {
			g_free(kit->folder);
			kit->folder = g_steal_pointer(&named);
		}
		/* The previous kit is released below instead. */
		g_mutex_lock(&maker->lock);
		struct made_kit *before = maker->kit;
		maker->kit = kit;
		g_mutex_unlock(&maker->lock);
		if (before != NULL)
			g_atomic_int_set(&before->unwanted, 1);
		kit = before;
	}
	made_kit_release(kit);
	return fine;
}

/* Makes a kit in a new folder, which is removed if that fails. */
static bool
make(struct kit_maker *maker, struct problem *problem)
{
	bool there = g_mkdir_with_parents(maker->folder, 0700) == 0, made = false;
	int lock = there ? folder_lock(maker->folder) : -1;

	if (there && lock < 0) {
		problem_set(
			problem, SAY("kit-other-kiosk", "another kiosk of this database is making a kit: wait for it"));
	} else if (!there || g_mkdtemp(maker->made) == NULL) {
		problem_set(problem,
			SAY_PRIVATE("kit-no-folder", "cannot make a folder for the kit: {reason}",
				"cannot make a folder for the kit"),
			ARG_PRIVATE("reason", g_strerror(errno)));
	} else {
		struct job_result *result = job_run(&(struct job_order){.kind = &kit_job,
			.program = maker->options.program,
			.folder = maker->made,
			.request = maker->request,
			.seconds = maker->options.seconds,
			.stop = &maker->stop,
			.progress = note_progress,
			.check = watch_size,
			.data = maker});

		*problem = result->problem;
		if (problem_is(problem, "job-stopped"))
			problem_set(problem,
				SAY("kit-stopped",
					"this kit took too much time or memory and was stopped: make a "
					"smaller one, or try again"));
		made = result->outcome == JOB_DONE && import(maker, problem);
		job_result_destroy(result);
		if (!made)
			folder_remove(maker->made);
	}
	if (lock >= 0)
		close(lock);
	return made;
}

static void *
work(void *data)
{
	struct kit_maker *maker = data;
	struct problem problem;
	bool made = make(maker, &problem);
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&maker->lock);

	maker->state.is_making = false;
	/* No problem is shown for a kit that was cancelled. */
	if (!made && g_atomic_int_get(&maker->stop) == 0)
		maker->state.problem = problem;
	g_clear_pointer(&maker->key, g_free);
	g_clear_pointer(&maker->made, g_free);
	g_clear_pointer(&maker->request, free);
	return NULL;
}

bool
kit_maker_begin(struct kit_maker *maker, const struct kit *kit, const char *key, bool is_event)
{
	char here[] = ".";
	const struct kit_request request = {
		.kit = *kit, .folder = here, .work.jobs = MIN(MAX(g_get_num_processors(), 2) - 1, PROCESSES_MAX)};
	GThread *before = NULL;
	bool begins;

	g_mutex_lock(&maker->lock);
	begins = !maker->state.is_making && !maker->ending;
	if (begins) {
		json_auto_t *json = kit_request_json(&request);

		maker->request = json_dumps(json, JSON_COMPACT);
		maker->key = g_strdup(key);
		maker->is_event = is_event;
		maker->made = g_build_filename(maker->folder, HIDDEN "XXXXXX", NULL);
		maker->state = (struct kit_state){.is_making = true, .progress.what = "seeds"};
		maker->committed = false;
		g_atomic_int_set(&maker->stop, 0);
		before = maker->thread; /* it is about to return */
		maker->thread = g_thread_new("kit", work, maker);
	}
	g_mutex_unlock(&maker->lock);
	if (before != NULL)
		g_thread_join(before);
	return begins;
}

bool
kit_maker_cancel(struct kit_maker *maker)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&maker->lock);
	bool cancels = maker->state.is_making && !maker->committed;

	if (cancels)
		g_atomic_int_set(&maker->stop, 1);
	return cancels;
}

struct kit_state
kit_maker_state(struct kit_maker *maker)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&maker->lock);

	return maker->state;
}

struct made_kit *
kit_maker_kit(struct kit_maker *maker)
{
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&maker->lock);

	if (maker->kit != NULL)
		g_atomic_int_inc(&maker->kit->held);
	return maker->kit;
}
