/* SPDX-License-Identifier: MIT
 * Automatic backups. */
#include "kiosk/store/backups.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/store/database_path.h"
#include "kiosk/store/parts.h"

/* Seconds from the start to the first backup, at most: a problem with a folder shows while somebody is still there. */
#define FIRST_S 60

/* Seconds between checks for changes, which only read a variable. */
#define LOOK_S 1

/* Number of newest backups that are all kept: one hour of a backup every five minutes. */
#define LATEST 12

/* Number of older backups that are kept, one of each hour: an event of two days. */
#define HOURS 48

/* Characters of a time stamp, "20261116-181500". */
#define STAMP 15

/* Characters of a time stamp up to its hour. */
#define STAMP_HOUR 11

struct backups {
	struct store *store;
	char *where, *round;
	bool usual;    /* there is only the default folder, which is created when it is missing */
	int64_t every; /* microseconds */
	backups_tell *tell;
	GThread *thread;
	GMutex lock;
	GCond wake;
	bool stops;      /* locked */
	GArray *folders; /* struct backup_folder; their problems are locked */
};

/* The prefix of the names of its backups: "kiosk-". */
static char *
prefix_of(const char *where)
{
	g_autofree char *name = strstr(where, "://") != NULL ? g_strdup("kiosk") : g_path_get_basename(where);

	if (g_str_has_suffix(name, ".db"))
		name[strlen(name) - strlen(".db")] = '\0';
	return g_strconcat(name, "-", NULL);
}

static bool
is_backup(const char *name, const char *prefix)
{
	const char *stamp = name + strlen(prefix), *digits = "0123456789";

	return g_str_has_prefix(name, prefix) && strspn(stamp, digits) == 8 && stamp[8] == '-' &&
		strspn(stamp + 9, digits) == 6 && strcmp(stamp + STAMP, ".db") == 0;
}

static int
by_age(const void *a, const void *b)
{
	return strcmp(*(char *const *)b, *(char *const *)a);
}

/* The paths of the backups of a database in a folder, newest first. */
static GPtrArray *
list(const char *folder, const char *where)
{
	g_autofree char *prefix = prefix_of(where);
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (is_backup(name, prefix))
			g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
	g_ptr_array_sort(paths, by_age);
	return paths;
}

int64_t
backups_newest(const char *folder, const char *where)
{
	g_autoptr(GPtrArray) paths = list(folder, where);
	struct stat info;

	return paths->len > 0 && stat(g_ptr_array_index(paths, 0), &info) == 0 ? (int64_t)info.st_mtime * 1000 : 0;
}

char *
backups_sound(const char *folder, const char *where, struct problem *flaw)
{
	g_autoptr(GPtrArray) paths = list(folder, where);

	problem_clear(flaw);
	for (unsigned i = 0; i < paths->len; i++) {
		const char *path = g_ptr_array_index(paths, i);
		struct problem problem = {0};
		struct store_findings findings = {0};
		bool sound = store_copy_look(path, &findings, &problem);

		store_findings_clear(&findings);
		if (sound)
			return g_strdup(path);
		if (flaw->status == STATUS_OK)
			*flaw = problem;
	}
	return NULL;
}

/* Removes the backups that are not to be kept. */
static void
prune(const char *folder, const char *where)
{
	g_autoptr(GPtrArray) paths = list(folder, where);
	const char *hour = "";
	unsigned hours = 0;

	for (unsigned i = 0; i < paths->len; i++) {
		const char *path = g_ptr_array_index(paths, i), *stamp = path + strlen(path) - STAMP - strlen(".db");
		bool first = strncmp(stamp, hour, STAMP_HOUR) != 0;

		if (i < LATEST || (first && hours++ < HOURS))
			hour = stamp;
		else
			unlink(path);
	}
}

/* The name of a backup made now; `what` may be "". */
static char *
name_now(const char *folder, const char *where, const char *what)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	g_autofree char *stamp = g_date_time_format(now, "%Y%m%d-%H%M%S"), *prefix = prefix_of(where);
	g_autofree char *name = g_strconcat(prefix, what, stamp, ".db", NULL);

	return g_build_filename(folder, name, NULL);
}

static bool
is_open(struct backups *backups, const char *folder, struct problem *problem)
{
	if (backups->usual)
		g_mkdir_with_parents(folder, 0700);
	if (access(folder, W_OK | X_OK) == 0)
		return true;
	return problem_set(problem,
		SAY_PRIVATE("backup-folder", "nothing can be written in {folder}: {detail}",
			"nothing can be written in the folder for backups"),
		ARG_PRIVATE("folder", folder), ARG_PRIVATE("detail", g_strerror(errno)));
}

/* Makes a backup unless there is one of the same second. Old ones are removed only after a new one succeeded. */
static bool
make_one(struct backups *backups, const char *folder, struct problem *problem)
{
	g_autofree char *file = name_now(folder, backups->where, "");

	if (!is_open(backups, folder, problem) ||
		(access(file, F_OK) != 0 && !store_backup(backups->store, file, true, problem)))
		return false;
	prune(folder, backups->where);
	return true;
}

static const char *
folder_at(const struct backups *backups, unsigned i)
{
	return g_array_index(backups->folders, struct backup_folder, i).folder;
}

/* Runs `act` for every folder and notes its problem; true if it succeeded for any of them. */
static bool
with_all(struct backups *backups, bool (*act)(struct backups *, const char *, struct problem *))
{
	bool any = false;

	for (unsigned i = 0; i < backups->folders->len; i++) {
		struct problem *noted = &g_array_index(backups->folders, struct backup_folder, i).problem;
		struct problem problem = {0};

		any |= act(backups, folder_at(backups, i), &problem);
		g_mutex_lock(&backups->lock);
		bool news = problem.status != STATUS_OK &&
			(problem.message.used != noted->message.used ||
				memcmp(problem.message.record, noted->message.record, noted->message.used) != 0);

		*noted = problem;
		g_mutex_unlock(&backups->lock);
		if (news && backups->tell != NULL)
			backups->tell(&problem);
	}
	return any;
}

/* Whether the current round differs from *round, which is updated. */
static bool
is_other_round(struct backups *backups, char **round)
{
	g_autofree char *now = NULL;
	struct problem problem;

	if (store_setting(backups->store, backups->round, &now, &problem) != STORE_OK || g_strcmp0(now, *round) == 0)
		return false;
	g_free(*round);
	*round = g_steal_pointer(&now);
	return true;
}

static void *
work(void *data)
{
	struct backups *backups = data;
	g_autofree char *round = NULL;
	bool never = backups_newest(folder_at(backups, 0), backups->where) == 0, stops;
	int64_t saved = never ? -1 : store_version(backups->store), seen = saved;
	int64_t at = g_get_monotonic_time() - backups->every + MIN(backups->every, FIRST_S * G_USEC_PER_SEC);

	with_all(backups, is_open);
	is_other_round(backups, &round);
	do {

		g_mutex_lock(&backups->lock);
		if (!backups->stops)
			g_cond_wait_until(
				&backups->wake, &backups->lock, g_get_monotonic_time() + LOOK_S * G_USEC_PER_SEC);
		stops = backups->stops;
		g_mutex_unlock(&backups->lock);
		int64_t version = store_version(backups->store);
		if (version == saved)
			continue;
		/* No final backup of a server is made: reading all of its rows could take too long. */
		if (stops ? strstr(backups->where, "://") == NULL
			  : g_get_monotonic_time() - at >= backups->every ||
					(version != seen && is_other_round(backups, &round))) {
			at = g_get_monotonic_time();
			if (with_all(backups, make_one))
				saved = version;
		}
		seen = version;
	} while (!stops);
	return NULL;
}

struct backups *
backups_create(struct store *store, const char *where, const char *const *folders, const char *round, unsigned every,
	backups_tell *tell)
{
	struct backups *backups = g_new0(struct backups, 1);

	backups->store = store;
	backups->where = g_strdup(where);
	backups->round = g_strdup(round);
	backups->every = (int64_t)every * G_USEC_PER_SEC;
	backups->tell = tell;
	backups->usual = folders == NULL || *folders == NULL;
	g_autofree char *usual = backups->usual ? database_path_beside(where, BACKUPS_FOLDER) : NULL;
	const char *const only[] = {usual, NULL};

	backups->folders = g_array_new(FALSE, FALSE, sizeof(struct backup_folder));
	for (const char *const *at = backups->usual ? only : folders; *at != NULL; at++) {
		struct backup_folder folder = {.folder = g_strdup(*at)};

		g_array_append_val(backups->folders, folder);
	}
	g_mutex_init(&backups->lock);
	g_cond_init(&backups->wake);
	backups->thread = g_thread_new("backups", work, backups);
	return backups;
}

void
backups_destroy(struct backups *backups)
{
	if (backups == NULL)
		return;
	g_mutex_lock(&backups->lock);
	backups->stops = true;
	g_cond_signal(&backups->wake);
	g_mutex_unlock(&backups->lock);
	g_thread_join(backups->thread);
	for (unsigned i = 0; i < backups->folders->len; i++)
		g_free(g_array_index(backups->folders, struct backup_folder, i).folder);
	g_array_unref(backups->folders);
	g_mutex_clear(&backups->lock);
	g_cond_clear(&backups->wake);
	g_free(backups->where);
	g_free(backups->round);
	g_free(backups);
}

GArray *
backups_folders(struct backups *backups)
{
	if (backups == NULL)
		return g_array_new(FALSE, FALSE, sizeof(struct backup_folder));
	g_mutex_lock(&backups->lock);
	GArray *folders = g_array_copy(backups->folders);
	g_mutex_unlock(&backups->lock);
	for (unsigned i = 0; i < folders->len; i++) {
		struct backup_folder *folder = &g_array_index(folders, struct backup_folder, i);

		folder->last = backups_newest(folder->folder, backups->where);
	}
	return folders;
}

bool
backups_before_migration(struct db *db, const char *where, struct problem *problem)
{
	int64_t version = db->engine != &db_sqlite || db->closed.status != STATUS_OK ? 0 : schema_version(db);

	if (version <= 0 || version >= (int64_t)schema_now)
		return true;
	g_autofree char *what = g_strdup_printf("schema%" G_GINT64_FORMAT "-", version);
	g_autofree char *folder = database_path_beside(where, BACKUPS_FOLDER), *file = name_now(folder, where, what);

	g_mkdir_with_parents(folder, 0700);
	return access(file, F_OK) == 0 || backup_make(db, file, NULL, problem);
}
