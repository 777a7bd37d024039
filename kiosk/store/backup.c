/* SPDX-License-Identifier: MIT
 * Copies of a store that is in use; whether it works. A copy is always an SQLite
 * file, whatever it was made of. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/store/parts.h"

#define PART     ".part-" /* and six letters: what is not whole yet */
#define PART_OLD 600      /* seconds after which nobody writes to it any more */

/* Row by row into a file, as of one moment. */
static bool
write_rows(struct db *from, const char *file, struct problem *problem)
{
	struct db *to = db_open(file, NULL, problem);
	bool fine = to != NULL && schema_migrate(to, schema_now, problem) && db_begin(from, false, problem) == DB_OK;

	if (fine) {
		fine = db_begin(to, true, problem) == DB_OK && schema_copy(from, to, problem) == DB_OK &&
			db_commit(to, problem) == DB_OK;
		db_rollback(from);
	}
	fine = fine && db_script(to, "pragma journal_mode = delete", problem) == DB_OK;
	db_close(to);
	return fine;
}

static void
not_written(const char *file, struct problem *problem)
{
	problem_set(problem,
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

/* Gives a whole file its name unless there is one of that name. */
static bool
name_file(const char *whole, const char *file, struct problem *problem)
{
	char *folder = g_path_get_dirname(file);
	bool fine = sync_path(whole, O_RDONLY);

	if (fine && link(whole, file) == 0)
		unlink(whole);
	else if (fine) /* the file systems of USB sticks have no links */
		fine = errno != EEXIST && access(file, F_OK) != 0 && rename(whole, file) == 0;
	if (!fine)
		not_written(file, problem);
	else
		sync_path(folder, O_RDONLY | O_DIRECTORY);
	g_free(folder);
	return fine;
}

/* What is left beside a copy, or of one that came to nothing: SQLite cannot always take it away. */
static void
remove_part(const char *part)
{
	static const char *const ends[] = {"", "-journal", "-wal", "-shm"};

	for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
		char *file = g_strconcat(part, ends[i], NULL);

		unlink(file);
		g_free(file);
	}
}

/* Removes what a backup of this name left behind that was killed or lost its power. One that is
 * being made now was written to lately. */
static void
clear_parts(const char *file)
{
	char *folder = g_path_get_dirname(file), *name = g_path_get_basename(file);
	char *beginning = g_strconcat(name, PART, NULL);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *found;

	while (dir != NULL && (found = g_dir_read_name(dir)) != NULL) {
		char *path = g_build_filename(folder, found, NULL);
		struct stat info;

		if (g_str_has_prefix(found, beginning) && lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
			info.st_mtime < time(NULL) - PART_OLD)
			unlink(path);
		g_free(path);
	}
	g_clear_pointer(&dir, g_dir_close);
	g_free(beginning);
	g_free(name);
	g_free(folder);
}

bool
backup_make(struct db *db, const char *file, backup_look *look, void *data, struct problem *problem)
{
	char *part = g_strconcat(file, PART "XXXXXX", NULL);
	int made = -1;
	bool fine = access(file, F_OK) != 0;

	if (!fine)
		problem_set(problem, SAY("backup-exists", "{file} is there already: name a new file"),
			ARG_PRIVATE("file", file));
	if (fine) {
		clear_parts(file);
		made = g_mkstemp_full(part, O_RDWR | O_CLOEXEC, 0600);
		fine = made >= 0;
		if (!fine)
			not_written(file, problem);
	}
	if (fine) {
		close(made);
		fine = db->engine == &db_sqlite ? db_sqlite_save(db, part, problem) : write_rows(db, part, problem);
		fine = fine && (look == NULL || look(data, part, problem)) && name_file(part, file, problem);
		remove_part(part);
	}
	g_free(part);
	return fine;
}

/* A copy that cannot be restored is of a store that is damaged, or the disk it lies on is. */
static bool
is_sound(void *data, const char *copy, struct problem *problem)
{
	struct store_findings findings = {0};
	bool sound = store_copy_look(copy, &findings, problem);
	struct problem why;

	if (!sound && store_verify(data, &findings, &why) == STORE_OK) {
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

static bool
make_copy(struct store *store, const char *file, backup_look *look, struct problem *problem)
{
	struct db *db;
	bool fine;

	problem_clear(problem);
	db = store_borrow(store, problem);
	if (db == NULL)
		return false;
	fine = backup_make(db, file, look, store, problem);
	store_give_back(store, db);
	return fine;
}

bool
store_backup(struct store *store, const char *file, struct problem *problem)
{
	return make_copy(store, file, NULL, problem);
}

bool
store_backup_sound(struct store *store, const char *file, struct problem *problem)
{
	return make_copy(store, file, is_sound, problem);
}

/* Really writes: a disk that is full answers everything else. And asks for what a result needs: entries may
 * be locked alone. */
static enum db_status
probe(struct db *db, struct store_write *write)
{
	static const char none[] = "delete from entry where id < 0";
	char *now = g_strdup_printf("%" G_GINT64_FORMAT, g_get_real_time() / 1000);
	enum db_status status = store_setting_write(db, "probed", now, &write->problem);

	if (status == DB_OK)
		status = db_run(db, none, NULL, 0, NULL, NULL, &write->problem);
	g_free(now);
	return status;
}

enum store_status
store_probe(struct store *store, struct message *says, struct problem *problem)
{
	static const char sql[] = "select count(*) from entry where kind = 0";
	struct store_write write = {.work = probe, .alone = true, .tries = true};
	enum store_status status;
	int64_t results = 0;
	struct db *db;
	char *what;

	problem_clear(problem);
	status = store_write(store, &write, problem);
	if (status == STORE_OK)
		status = store_read(store, sql, NULL, 0, db_take_number, &results, problem);
	if (status != STORE_OK)
		return status;
	db = store_borrow(store, problem);
	if (db == NULL)
		return STORE_TROUBLE;
	what = db_describe(db);
	store_give_back(store, db);
	message_set(says, SAY_COUNT("store-works", "{engine}, 1 result", "{engine}, {count} results", results),
		ARG_TEXT("engine", what));
	g_free(what);
	return STORE_OK;
}

bool
store_is_shell(const char *file)
{
	return db_sqlite_is_shell(file);
}
