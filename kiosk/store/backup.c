/* SPDX-License-Identifier: MIT
 * Copies of a store that is in use, and back; whether it works. A
 * copy is always an SQLite file, whatever it was made of. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "kiosk/store/parts.h"

struct restoring {
	struct db *from;
	bool force;
};

/* Row by row into a file, as of one moment. */
static bool
write_rows(struct db *from, const char *file, char **problem)
{
	struct db *to = db_open(file, NULL, problem);
	bool fine = to != NULL && schema_migrate(to, schema_now, problem) &&
		db_begin(from, false, problem) == DB_OK;

	if (fine) {
		fine = db_begin(to, true, problem) == DB_OK &&
			schema_copy(from, to, problem) == DB_OK && db_commit(to, problem) == DB_OK;
		db_rollback(from);
	}
	fine = fine && db_script(to, "pragma journal_mode = delete", problem) == DB_OK;
	db_close(to);
	return fine;
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
name_file(const char *whole, const char *file, char **problem)
{
	char *folder = g_path_get_dirname(file);
	bool fine = sync_path(whole, O_RDONLY);

	if (fine && link(whole, file) == 0)
		unlink(whole);
	else if (fine) /* the file systems of USB sticks have no links */
		fine = errno != EEXIST && access(file, F_OK) != 0 && rename(whole, file) == 0;
	if (!fine)
		*problem = g_strdup_printf("%s cannot be written: %s", file, g_strerror(errno));
	else
		sync_path(folder, O_RDONLY | O_DIRECTORY);
	g_free(folder);
	return fine;
}

/* What is left beside a copy, or of one that came to nothing: SQLite cannot always take it away. */
static void
clear_part(const char *part)
{
	static const char *const ends[] = {"", "-journal", "-wal", "-shm"};

	for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
		char *file = g_strconcat(part, ends[i], NULL);

		unlink(file);
		g_free(file);
	}
}

bool
store_backup(struct store *store, const char *file, char **problem)
{
	char *part = g_strconcat(file, ".XXXXXX", NULL);
	struct db *db;
	int made = -1;
	bool fine = access(file, F_OK) != 0;

	*problem = NULL;
	if (!fine)
		*problem = g_strdup_printf("%s is there already: name a new file", file);
	if (fine) {
		made = g_mkstemp_full(part, O_RDWR | O_CLOEXEC, 0600);
		fine = made >= 0;
		if (!fine)
			*problem = g_strdup_printf("%s cannot be written: %s", file, g_strerror(errno));
	}
	if (fine) {
		close(made);
		db = store_borrow(store, problem);
		fine = db != NULL &&
			(db->engine == &db_sqlite ? db_sqlite_save(db, part, problem)
						  : write_rows(db, part, problem));
		if (db != NULL)
			store_give_back(store, db);
		fine = fine && name_file(part, file, problem);
		clear_part(part);
	}
	g_free(part);
	return fine;
}

static enum db_status
restore(struct db *db, struct store_write *write)
{
	static const char count[] = "select (select count(*) from entry) +"
				    " (select count(*) from piece) + (select count(*) from person)";
	const struct restoring *restoring = write->what;
	int64_t rows = 0;
	enum db_status status = db_run(db, count, NULL, 0, db_take_number, &rows, &write->problem);

	if (status == DB_OK && rows > 0 && !restoring->force) {
		store_write_refuse(write, STORE_REFUSED,
			"there are results, people or pieces already: --force replaces them");
		return DB_OK;
	}
	if (status == DB_OK)
		status = schema_empty(db, &write->problem);
	if (status == DB_OK)
		status = schema_copy(restoring->from, db, &write->problem);
	if (status == DB_OK)
		status = store_change_add(db, "restore", "restored a backup", NULL, &write->problem);
	return status;
}

bool
store_restore(struct store *store, const char *file, bool force, char **problem)
{
	struct restoring restoring = {.force = force};
	struct store_write write = {.work = restore, .what = &restoring, .alone = true};
	bool fine;

	*problem = NULL;
	restoring.from = db_sqlite_load(file, problem);
	fine = restoring.from != NULL && schema_migrate(restoring.from, schema_now, problem) &&
		store_write(store, &write, problem) == STORE_OK;
	db_close(restoring.from);
	return fine;
}

/* Really writes: a disk that is full answers everything else. */
static enum db_status
probe(struct db *db, struct store_write *write)
{
	static const char sql[] = "insert into setting (name, value) values ('probed', $1)"
				  " on conflict (name) do update set value = excluded.value";
	char *now = g_strdup_printf("%" G_GINT64_FORMAT, g_get_real_time() / 1000);
	const struct db_value value = DB_OF_TEXT(now);
	enum db_status status = db_run(db, sql, &value, 1, NULL, NULL, &write->problem);

	g_free(now);
	return status;
}

enum store_status
store_probe(struct store *store, char **says, char **problem)
{
	static const char sql[] = "select count(*) from entry where kind = 0";
	struct store_write write = {.work = probe};
	enum store_status status;
	int64_t results = 0;
	struct db *db;
	char *what;

	*says = NULL;
	*problem = NULL;
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
	*says = g_strdup_printf("%s, %" G_GINT64_FORMAT " %s", what, results,
		results == 1 ? "result" : "results");
	g_free(what);
	return STORE_OK;
}
