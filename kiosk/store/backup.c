/* SPDX-License-Identifier: MIT
 * Copies of a store that is in use, and a test of whether it can be written. A copy is always an SQLite file, also of a
 * PostgreSQL database. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/store/parts.h"

/* Between the name of a backup and six random characters, while it is not complete. */
#define PART ".part-"

/* Seconds since the last write after which an incomplete backup was left behind by a program that was killed. */
#define PART_OLD_S 600

/* Copies a snapshot of all rows into a new file. */
static bool
write_rows(struct db *from, const char *file, struct problem *problem)
{
	struct db *to = db_create(file, NULL, problem);

	if (to == NULL)
		return false;
	if (schema_migrate(to, schema_now)) {
		db_begin(from, false);
		db_begin(to, true);
		schema_copy(from, to);
		if (!db_commit(to))
			db_rollback(to);
		db_rollback(from);
		if (!db_has_failed(to))
			db_script(to, "pragma journal_mode = delete");
	}
	*problem = to->problem;
	db_destroy(to);
	return problem->status == STATUS_OK;
}

static bool
not_written(const char *file, struct problem *problem)
{
	return problem_set(problem,
		SAY_PRIVATE("backup-not-written", "{file} cannot be written: {detail}", "the backup cannot be written"),
		ARG_PRIVATE("file", file), ARG_PRIVATE("detail", g_strerror(errno)));
}

static bool
sync_path(const char *path, int flags)
{
	int file = open(path, flags | O_CLOEXEC);
	bool fine = file >= 0 && fsync(file) == 0;

	if (file >= 0)
		close(file);
	return fine;
}

/* Gives a complete file its name unless there is a file of that name. */
static bool
name_file(const char *whole, const char *file, struct problem *problem)
{
	g_autofree char *folder = g_path_get_dirname(file);
	bool fine = sync_path(whole, O_RDONLY);

	if (fine && link(whole, file) == 0)
		unlink(whole);
	else if (fine) /* file systems of USB sticks have no links */
		fine = errno != EEXIST && access(file, F_OK) != 0 && rename(whole, file) == 0;
	if (!fine)
		return not_written(file, problem);
	sync_path(folder, O_RDONLY | O_DIRECTORY);
	return true;
}

/* Removes incomplete backups of this name that were interrupted. One that is being made now was written to recently. */
static void
clear_parts(const char *file)
{
	g_autofree char *folder = g_path_get_dirname(file), *name = g_path_get_basename(file);
	g_autofree char *beginning = g_strconcat(name, PART, NULL);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *found;

	while (dir != NULL && (found = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(folder, found, NULL);
		struct stat info;

		if (g_str_has_prefix(found, beginning) && lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
			info.st_mtime < time(NULL) - PART_OLD_S)
			unlink(path);
	}
}

/* If a copy cannot be restored, either the store is damaged or the disk of the copy. */
static bool
is_sound(struct store *store, const char *copy, struct problem *problem)
{
	struct store_findings findings = {0};
	bool sound = store_copy_look(copy, &findings, problem);
	struct problem why;

	if (!sound && store_verify(store, &findings, &why) == STORE_OK) {
		if (findings.damage == NULL) {
			problem_set(problem,
				SAY("backup-differs",
					"the copy is not what was copied: look at the disk it was made on"));
		} else {
			const struct problem *damage = g_ptr_array_index(findings.damage, 0);

			problem_set(problem, SAY("backup-of-damage", "{damage}; no backup is made of that"),
				ARG_CAUSE("damage", &damage->message));
		}
	}
	store_findings_clear(&findings);
	return sound;
}

bool
backup_make(struct db *db, const char *file, struct store *checked, struct problem *problem)
{
	/* Files that SQLite cannot always remove next to a copy. */
	static const char *const ends[] = {"", "-journal", "-wal", "-shm"};
	g_autofree char *part = g_strconcat(file, PART "XXXXXX", NULL);

	problem_clear(problem);
	if (access(file, F_OK) == 0)
		return problem_set(problem, SAY("backup-exists", "{file} is there already: name a new file"),
			ARG_PRIVATE("file", file));
	clear_parts(file);
	int made = g_mkstemp_full(part, O_RDWR | O_CLOEXEC, 0600);

	if (made < 0)
		return not_written(file, problem);
	close(made);
	bool fine = db->engine == &db_sqlite ? db_sqlite_save(db, part) : write_rows(db, part, problem);

	if (!fine && db->engine == &db_sqlite)
		*problem = db->problem;
	fine = fine && (checked == NULL || is_sound(checked, part, problem)) && name_file(part, file, problem);
	for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
		g_autofree char *left = g_strconcat(part, ends[i], NULL);

		unlink(left);
	}
	return fine;
}

bool
store_backup(struct store *store, const char *file, bool sound, struct problem *problem)
{
	struct db *db = store_borrow(store, problem);

	if (db == NULL)
		return false;
	bool fine = backup_make(db, file, sound ? store : NULL, problem);

	store_give_back(store, db);
	return fine;
}

/* Writes, because with a full disk everything else works. Uses the table of entries, too, which may be locked alone. */
static void
probe(struct db *db, struct store_write *write)
{
	char now[24];

	(void)write;
	g_snprintf(now, sizeof now, "%" G_GINT64_FORMAT, g_get_real_time() / 1000);
	store_setting_write(db, "probed", now);
	db_run(db, "delete from entry where id < 0", DB_NOTHING);
}

enum store_status
store_probe(struct store *store, struct message *says, struct problem *problem)
{
	struct store_write write = {.work = probe, .alone = true, .probes = true};
	int64_t results = 0;

	problem_clear(problem);
	enum store_status status = store_write(store, &write, problem);

	if (status == STORE_OK)
		status = store_read(store, "select count(*) from entry where kind = 0", DB_NOTHING, db_take_numbers,
			&(struct db_numbers){&results, 1}, problem);
	if (status != STORE_OK)
		return status;
	struct db *db = store_borrow(store, problem);

	if (db == NULL)
		return STORE_TROUBLE;
	g_autofree char *engine = db->engine->describe(db);

	store_give_back(store, db);
	message_set(says, SAY_COUNT("store-works", "{engine}, 1 result", "{engine}, {count} results", results),
		ARG_TEXT("engine", engine));
	return STORE_OK;
}
