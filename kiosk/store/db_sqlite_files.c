/* SPDX-License-Identifier: MIT
 * SQLite's files: made, opened, looked over and copied. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/store/db_sqlite.h"

/* Only the owner may read it: there is a password's hash and an event's key in it. Made by us and
 * not by SQLite, whose files anybody may read. Nothing is opened that exists: closing it again
 * would drop the locks that this process holds on it. */
static bool
make(const char *file, char **problem)
{
	struct stat info;
	int made;

	if (stat(file, &info) == 0) {
		if (!S_ISREG(info.st_mode))
			sqlite_explain(problem, "the database cannot be opened: %s is not a file", file);
		return S_ISREG(info.st_mode);
	}
	made = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (made >= 0)
		close(made);
	else if (errno != EEXIST)
		sqlite_explain(problem, "the database cannot be made: %s: %s", file, g_strerror(errno));
	return made >= 0 || errno == EEXIST;
}

static struct sqlite *
link_up(const char *file, int flags, char **problem)
{
	struct sqlite *sqlite = g_new0(struct sqlite, 1);
	int code;

	sqlite->db.engine = &db_sqlite;
	code = sqlite3_open_v2(file == NULL ? "" : file, &sqlite->link,
		flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
	if (file != NULL)
		sqlite->file = g_strdup(file);
	if (code != SQLITE_OK) {
		sqlite_trouble(sqlite, code, problem);
		db_close(&sqlite->db);
		return NULL;
	}
	sqlite3_busy_timeout(sqlite->link, SQLITE_BUSY_MS);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return sqlite;
}

/* Two that open a new file at once: the switch to a log waits for nobody by itself. */
static enum db_status
log_ahead(struct sqlite *sqlite, char **problem)
{
	static const char settings[] =
		"pragma journal_mode = wal; pragma synchronous = full;"
		"pragma foreign_keys = on; pragma cell_size_check = on";
	int64_t until = g_get_monotonic_time() + SQLITE_BUSY_MS * 1000;
	int code = sqlite3_exec(sqlite->link, settings, NULL, NULL, NULL);

	while ((code & 0xff) == SQLITE_BUSY && g_get_monotonic_time() < until) {
		g_usleep(20000);
		code = sqlite3_exec(sqlite->link, settings, NULL, NULL, NULL);
	}
	return code == SQLITE_OK ? DB_OK : sqlite_trouble(sqlite, code, problem);
}

static void
take_check(void *data, const struct db_row *row)
{
	if (strcmp(db_text(row, 0), "ok") != 0)
		*(bool *)data = false;
}

/* Damage is found when it can be dealt with, not in the middle of an evening. */
static bool
is_whole(struct sqlite *sqlite, char **problem)
{
	static const char sql[] = "pragma quick_check(1)";
	bool whole = true;

	if (db_run(&sqlite->db, sql, NULL, 0, take_check, &whole, problem) != DB_OK)
		return false;
	if (!whole)
		sqlite_trouble(sqlite, SQLITE_CORRUPT, problem);
	return whole;
}

struct db *
sqlite_open(const char *where, const struct db *like, char **problem)
{
	const struct sqlite *first = (const struct sqlite *)like;
	char *file = g_canonicalize_filename(first != NULL ? first->file : where, NULL);
	struct sqlite *sqlite = NULL;
	bool set, fine = first != NULL || make(file, problem);

	if (fine)
		sqlite = link_up(file, SQLITE_OPEN_READWRITE, problem);
	g_free(file);
	if (sqlite == NULL)
		return NULL;
	fine = sqlite_place(sqlite->file, &sqlite->main);
	if (!fine)
		sqlite_explain(problem, "the database was removed: %s", sqlite->file);
	/* The log of another program's file is no business of ours. */
	fine = fine && db_is_set_up(&sqlite->db, &set, problem) == DB_OK &&
		log_ahead(sqlite, problem) == DB_OK;
	if (first == NULL)
		fine = fine && is_whole(sqlite, problem);
	else if (fine) {
		sqlite->main = first->main;
		sqlite->log = first->log;
		fine = db_there(&sqlite->db, problem);
	}
	if (!fine) {
		db_close(&sqlite->db);
		return NULL;
	}
	return &sqlite->db;
}

/* All pages of one into another, even while others write. */
static bool
copy(struct sqlite *from, struct sqlite *to, char **problem)
{
	sqlite3_backup *backup = sqlite3_backup_init(to->link, "main", from->link, "main");
	int code = backup == NULL ? sqlite3_errcode(to->link) : sqlite3_backup_step(backup, -1);

	if (backup != NULL && code == SQLITE_DONE)
		code = SQLITE_OK;
	if (code != SQLITE_OK) {
		bool reading = (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT;

		sqlite_trouble(reading ? from : to, code, problem);
	}
	if (backup != NULL)
		sqlite3_backup_finish(backup);
	return code == SQLITE_OK;
}

bool
db_sqlite_save(struct db *db, const char *file, char **problem)
{
	struct sqlite *to = link_up(file, SQLITE_OPEN_READWRITE, problem);
	bool fine;

	if (to == NULL)
		return false;
	/* A single file without a log beside it, on disk before it is named. */
	fine = copy((struct sqlite *)db, to, problem) &&
		db_script(&to->db, "pragma journal_mode = delete", problem) == DB_OK;
	db_close(&to->db);
	return fine;
}

struct db *
db_sqlite_load(const char *file, char **problem)
{
	struct sqlite *from = link_up(file, SQLITE_OPEN_READONLY, problem), *to = NULL;
	bool fine, set = false;

	if (from == NULL)
		return NULL;
	fine = db_is_set_up(&from->db, &set, problem) == DB_OK;
	if (fine && !set) {
		sqlite_explain(problem, "%s is empty", file);
		fine = false;
	}
	if (fine)
		to = link_up(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);
	if (to != NULL && (!copy(from, to, problem) || !is_whole(to, problem))) {
		db_close(&to->db);
		to = NULL;
	}
	db_close(&from->db);
	return to == NULL ? NULL : &to->db;
}
