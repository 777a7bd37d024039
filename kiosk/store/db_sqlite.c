/* SPDX-License-Identifier: MIT
 * SQLite under the store. Write-ahead log with full sync: what was
 * committed survives a power cut, and readers never wait for a writer. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/sqlite_parts.h"

#define BUSY_MS     4000 /* another program's transaction may take this long; everybody has an answer within 6 s */
#define POLL_MS     200  /* between looks for commits of other programs */
#define LONGEST     (64 << 20) /* bytes of a row */
#define APPLICATION 0x53656564 /* "Seed": tells our files from other people's */

/* What the system said last, of the connection, its log and its file; 0: nothing. */
static int
last_error(sqlite3 *link)
{
	sqlite3_file *log = NULL;
	int error = sqlite3_system_errno(link);

	if (error == 0 && sqlite3_file_control(link, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
		log != NULL && log->pMethods != NULL &&
		log->pMethods->xFileControl != NULL) /* a journal in memory has none */
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
	if (error == 0)
		sqlite3_file_control(link, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error;
}

static enum db_status
read_only(const char *file, struct problem *problem)
{
	db_explain(problem,
		SAY_PRIVATE("database-read-only", "the database may not be written: {detail}",
			"the database may not be written" DB_DOCTOR),
		ARG_PRIVATE("detail", file));
	return DB_CLOSED;
}

static enum db_status
full(const char *file, struct problem *problem)
{
	db_explain(problem, SAY_PRIVATE(DB_SAYS_FULL, "the disk is full: {detail}", "the disk is full" DB_DOCTOR),
		ARG_PRIVATE("detail", file));
	return DB_FULL;
}

enum db_status
sqlite_trouble(const struct sqlite *sqlite, int code, struct problem *problem)
{
	const char *file = sqlite->file == NULL ? "the copy" : sqlite->file;
	int error = sqlite->link == NULL ? 0 : last_error(sqlite->link);
	const char *detail = error != 0 ? g_strerror(error) : sqlite3_errstr(code);
	struct message what;

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		db_explain(problem,
			SAY_PRIVATE("database-locked", "the database is locked by another program: {detail}",
				"the database is locked by another program" DB_DOCTOR),
			ARG_PRIVATE("detail", file));
		return DB_LOCKED;
	case SQLITE_FULL:
		return full(file, problem);
	case SQLITE_CORRUPT:
		message_set(&what, SAY("damaged-file", "{file}"), ARG_PRIVATE("file", file));
		db_damaged(problem, &what);
		break;
	case SQLITE_NOTADB:
		message_set(&what, SAY("not-a-database", "{file} is not an SQLite database, or its start is damaged"),
			ARG_PRIVATE("file", file));
		db_damaged(problem, &what);
		break;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return read_only(file, problem);
	case SQLITE_IOERR:
		if (error == ENOSPC || error == EDQUOT || error == EFBIG)
			return full(file, problem);
		db_explain(problem,
			SAY_PRIVATE("disk-error", "disk I/O error: {file}: {detail}", "disk I/O error" DB_DOCTOR),
			ARG_PRIVATE("file", file), ARG_PRIVATE("detail", detail));
		break;
	case SQLITE_CANTOPEN:
		db_explain(problem,
			SAY_PRIVATE("database-not-opened", "the database cannot be opened: {file}: {detail}",
				"the database cannot be opened" DB_DOCTOR),
			ARG_PRIVATE("file", file), ARG_PRIVATE("detail", detail));
		break;
	default:
		db_explain(problem,
			SAY_PRIVATE("database-unusable", "the database cannot be used: {file}: {detail}",
				"the database cannot be used" DB_DOCTOR),
			ARG_PRIVATE("file", file),
			ARG_PRIVATE(
				"detail", sqlite->link != NULL ? sqlite3_errmsg(sqlite->link) : sqlite3_errstr(code)));
	}
	return DB_TROUBLE;
}

static int64_t
number(const struct db_row *row, int column)
{
	return sqlite3_column_int64(row->answer, column);
}

static const char *
text(const struct db_row *row, int column)
{
	const unsigned char *value = sqlite3_column_text(row->answer, column);

	return value == NULL ? "" : (const char *)value;
}

/* The statement of a text, prepared once. */
static int
prepare(struct sqlite *sqlite, const char *sql, sqlite3_stmt **statement)
{
	int code;

	for (unsigned i = 0; i < sqlite->kept; i++) {
		if (sqlite->statement[i].sql == sql) {
			*statement = sqlite->statement[i].statement;
			return SQLITE_OK;
		}
	}
	g_assert(sqlite->kept < SQLITE_STATEMENTS);
	code = sqlite3_prepare_v3(sqlite->link, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
	if (code == SQLITE_OK) {
		sqlite->statement[sqlite->kept].sql = sql;
		sqlite->statement[sqlite->kept++].statement = *statement;
	}
	return code;
}

static int
bind(sqlite3_stmt *statement, unsigned position, const struct db_value *value)
{
	char name[8];
	int at;

	g_snprintf(name, sizeof name, "$%u", position);
	at = sqlite3_bind_parameter_index(statement, name);
	switch (value->kind) {
	case DB_NUMBER:
		return sqlite3_bind_int64(statement, at, value->number);
	case DB_TEXT:
		return sqlite3_bind_text(statement, at, value->text, -1, SQLITE_STATIC);
	case DB_NULL:
		break;
	}
	return sqlite3_bind_null(statement, at);
}

static enum db_status
run(struct db *db, const char *sql, const struct db_value *values, unsigned count, db_take *take, void *data,
	struct problem *problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	struct db_row row = {.db = db};
	enum db_status status = DB_OK;
	sqlite3_stmt *statement;
	int code = prepare(sqlite, sql, &statement);

	if (code != SQLITE_OK)
		return sqlite_trouble(sqlite, code, problem);
	row.answer = statement;
	for (unsigned i = 0; i < count && code == SQLITE_OK; i++)
		code = bind(statement, i + 1, &values[i]);
	if (code == SQLITE_OK) {
		while ((code = sqlite3_step(statement)) == SQLITE_ROW)
			if (take != NULL)
				take(data, &row);
	}
	if (code != SQLITE_DONE)
		status = sqlite_trouble(sqlite, code, problem); /* while the connection still knows why */
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	/* A row that is there already: somebody was faster, and is seen the next time. */
	return (code & 0xff) == SQLITE_CONSTRAINT ? DB_AGAIN : status;
}

static enum db_status
script(struct db *db, const char *sql, struct problem *problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	int code = sqlite3_exec(sqlite->link, sql, NULL, NULL, NULL);

	return code == SQLITE_OK ? DB_OK : sqlite_trouble(sqlite, code, problem);
}

static enum db_status
begin(struct db *db, bool writes, struct problem *problem)
{
	static const char write[] = "begin immediate", read[] = "begin";

	if (writes && db->closed.status != STATUS_OK) {
		if (problem->status == STATUS_OK)
			*problem = db->closed;
		return DB_CLOSED;
	}
	return run(db, writes ? write : read, NULL, 0, NULL, NULL, problem);
}

static enum db_status
commit(struct db *db, struct problem *problem)
{
	static const char sql[] = "commit";

	return run(db, sql, NULL, 0, NULL, NULL, problem);
}

static void
rollback(struct db *db)
{
	static const char sql[] = "rollback";
	struct sqlite *sqlite = (struct sqlite *)db;
	struct problem problem = {0};

	/* SQLite has rolled back itself after some failures. */
	if (!sqlite3_get_autocommit(sqlite->link))
		run(db, sql, NULL, 0, NULL, NULL, &problem);
}

static bool
identify(const char *file, struct sqlite_identity *identity)
{
	struct stat info;

	if (stat(file, &info) != 0)
		return false;
	*identity = (struct sqlite_identity){info.st_dev, info.st_ino};
	return true;
}

static bool
is_same(const struct sqlite_identity *a, const struct sqlite_identity *b)
{
	return a->device == b->device && a->inode == b->inode;
}

/* The log lies beside the file while anybody has it open; what goes into one that was removed is
 * lost as well. */
static bool
there(struct db *db, struct problem *problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	struct sqlite_identity main = {0}, log = {0};
	char *name;
	bool found;

	if (sqlite->file == NULL)
		return true;
	found = identify(sqlite->file, &main) && is_same(&main, &sqlite->main);
	name = g_strconcat(sqlite->file, "-wal", NULL);
	if (identify(name, &log) && sqlite->log.inode == 0)
		sqlite->log = log;
	found = found && is_same(&log, &sqlite->log);
	g_free(name);
	if (!found)
		db_explain(problem,
			SAY_PRIVATE("database-replaced",
				"the database was removed or replaced: {file}; put it back, or start the kiosk again",
				"the database was removed or replaced" DB_DOCTOR),
			ARG_PRIVATE("file", sqlite->file));
	return found;
}

static enum db_status
ask(struct db *db, const char *sql, int64_t *answer, struct problem *problem)
{
	return run(db, sql, NULL, 0, db_take_number, answer, problem);
}

static enum db_status
is_set_up(struct db *db, bool *is, struct problem *problem)
{
	static const char application[] = "pragma application_id", tables[] = "select count(*) from sqlite_master";
	int64_t whose = 0, count = 0;

	/* In this order: whoever makes the tables at this moment has signed the file when they
	 * show. */
	if (ask(db, tables, &count, problem) != DB_OK || ask(db, application, &whose, problem) != DB_OK)
		return DB_TROUBLE;
	if (count > 0 && whose != APPLICATION) {
		db_explain(problem, SAY("database-of-another", "{file} is the database of another program"),
			ARG_PRIVATE("file", ((struct sqlite *)db)->file));
		return DB_TROUBLE;
	}
	*is = count > 0;
	return DB_OK;
}

static enum db_status
set_up(struct db *db, struct problem *problem)
{
	return script(db, "pragma application_id = " G_STRINGIFY(APPLICATION), problem);
}

static enum db_status
wait(struct db *db, int wake, struct problem *problem)
{
	static const char sql[] = "pragma data_version";
	struct sqlite *sqlite = (struct sqlite *)db;
	struct pollfd polled = {.fd = wake, .events = POLLIN};
	int64_t version = 0;

	/* A second at most: the caller looks at other things now and then. */
	for (int i = 0; i < 1000 / POLL_MS; i++) {
		if (poll(&polled, 1, POLL_MS) > 0)
			return DB_OK;
		if (ask(db, sql, &version, problem) != DB_OK)
			return DB_TROUBLE;
		if (version != sqlite->seen) {
			sqlite->seen = version;
			return DB_OK;
		}
	}
	return DB_OK;
}

static void
take_settled(void *data, const struct db_row *row)
{
	*(bool *)data = db_number(row, 0) == 0 && db_number(row, 1) == db_number(row, 2);
}

/* Waits for nobody: what somebody still reads stays where it is. */
static bool
settle_log(struct db *db)
{
	static const char sql[] = "pragma wal_checkpoint(passive)";
	struct problem problem = {0};
	bool settled = false;

	run(db, sql, NULL, 0, take_settled, &settled, &problem);
	return settled;
}

static char *
describe(struct db *db)
{
	(void)db;
	return g_strdup_printf("SQLite %s", sqlite3_libversion());
}

static void
finish(struct db *db)
{
	struct sqlite *sqlite = (struct sqlite *)db;

	for (unsigned i = 0; i < sqlite->kept; i++)
		sqlite3_finalize(sqlite->statement[i].statement);
	sqlite3_close(sqlite->link);
	g_free(sqlite->file);
	g_free(sqlite);
}

/* Only the owner may read it: there is a password's hash and an event's key in it. Made by us and
 * not by SQLite, whose files anybody may read. Nothing is opened that exists: closing it again
 * would drop the locks that this process holds on it. */
static bool
make(const char *file, struct problem *problem)
{
	struct stat info;
	int made;

	if (stat(file, &info) == 0) {
		if (!S_ISREG(info.st_mode))
			db_explain(problem,
				SAY_PRIVATE("database-not-a-file",
					"the database cannot be opened: {file} is not a file",
					"the database cannot be opened" DB_DOCTOR),
				ARG_PRIVATE("file", file));
		return S_ISREG(info.st_mode);
	}
	made = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (made >= 0)
		close(made);
	else if (errno != EEXIST)
		db_explain(problem,
			SAY_PRIVATE("database-not-made", "the database cannot be made: {file}: {detail}",
				"the database cannot be made" DB_DOCTOR),
			ARG_PRIVATE("file", file), ARG_PRIVATE("detail", g_strerror(errno)));
	return made >= 0 || errno == EEXIST;
}

/* Another program's transaction is waited for, unless ours is about to end. */
static int
wait_for_lock(void *data, int count)
{
	struct sqlite *sqlite = data;

	if (count == 0)
		sqlite->waits = g_get_monotonic_time();
	if (g_get_monotonic_time() >= db_until(&sqlite->db, sqlite->waits, BUSY_MS * 1000))
		return 0;
	g_usleep(1000 * (gulong)MIN(count + 1, 20));
	return 1;
}

struct sqlite *
sqlite_link_up(const char *file, int flags, struct problem *problem)
{
	struct sqlite *sqlite = g_new0(struct sqlite, 1);
	int code;

	sqlite->db.engine = &db_sqlite;
	code = sqlite3_open_v2(
		file == NULL ? "" : file, &sqlite->link, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
	if (file != NULL)
		sqlite->file = g_strdup(file);
	if (code != SQLITE_OK) {
		sqlite_trouble(sqlite, code, problem);
		db_close(&sqlite->db);
		return NULL;
	}
	sqlite3_busy_handler(sqlite->link, wait_for_lock, sqlite);
	/* What a file of somebody else makes of its rows has an end as well. */
	sqlite3_limit(sqlite->link, SQLITE_LIMIT_LENGTH, LONGEST);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return sqlite;
}

/* Two that open a new file at once: the switch to a log waits for nobody by itself. */
static enum db_status
log_ahead(struct sqlite *sqlite, struct problem *problem)
{
	static const char settings[] = "pragma journal_mode = wal; pragma synchronous = full;"
				       "pragma foreign_keys = on; pragma cell_size_check = on";
	int64_t until = g_get_monotonic_time() + BUSY_MS * 1000;
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
is_whole(struct sqlite *sqlite, struct problem *problem)
{
	static const char sql[] = "pragma quick_check(1)";
	bool whole = true;

	if (db_run(&sqlite->db, sql, NULL, 0, take_check, &whole, problem) != DB_OK)
		return false;
	if (!whole)
		sqlite_trouble(sqlite, SQLITE_CORRUPT, problem);
	return whole;
}

/* Whether it can be read. The log of another program's file is no business of ours. */
static bool
answers(struct sqlite *sqlite, struct problem *problem)
{
	bool set;

	return db_is_set_up(&sqlite->db, &set, problem) == DB_OK;
}

/* A file to read from alone. Beside one that cannot be written there may be no room for what those
 * who share it agree by: then nobody else changes it either, and its log, where there is one, is read
 * without asking. */
static struct sqlite *
link_reading(const char *file, struct problem *problem)
{
	struct sqlite *sqlite = sqlite_link_up(file, SQLITE_OPEN_READONLY, problem);
	char *log = g_strconcat(file, "-wal", NULL), *path, *uri;
	struct problem why = {0};
	struct stat info;
	bool logged = stat(log, &info) == 0 && info.st_size > 0;

	g_free(log);
	if (sqlite == NULL || answers(sqlite, &why))
		return sqlite;
	db_close(&sqlite->db);
	path = g_uri_escape_string(file, "/", TRUE);
	uri = g_strconcat("file:", path, logged ? "?mode=ro&vfs=unix-none" : "?immutable=1", NULL);
	sqlite = sqlite_link_up(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, problem);
	if (sqlite != NULL) {
		g_free(sqlite->file);
		sqlite->file = g_strdup(file);
		if (logged)
			db_script(&sqlite->db, "pragma locking_mode = exclusive", problem);
	}
	g_free(uri);
	g_free(path);
	return sqlite;
}

/* Whether a file that could not be opened for writing may still be good for reading. */
static bool
is_closed(const char *file, const struct problem *problem)
{
	char *folder = g_path_get_dirname(file);
	bool closed = access(file, W_OK) != 0 || access(folder, W_OK | X_OK) != 0 || problem_is(problem, DB_SAYS_FULL);

	g_free(folder);
	return closed && access(file, R_OK) == 0;
}

/* For writing, or for reading where that cannot be; `closed` says why, then. */
static struct sqlite *
link_any(const char *file, const struct problem *closed, struct problem *problem)
{
	struct sqlite *sqlite = NULL;
	struct problem why = {0};

	if (closed == NULL) {
		sqlite = sqlite_link_up(file, SQLITE_OPEN_READWRITE, problem);
		if (sqlite == NULL ||
			(sqlite3_db_readonly(sqlite->link, "main") == 0 && answers(sqlite, problem) &&
				log_ahead(sqlite, problem) == DB_OK))
			return sqlite;
		db_close(&sqlite->db);
		if (problem->status != STATUS_OK && !is_closed(file, problem))
			return NULL;
		if (problem_is(problem, DB_SAYS_FULL))
			why = *problem;
		else
			read_only(file, &why);
		closed = &why;
		problem_clear(problem);
	}
	sqlite = link_reading(file, problem);
	if (sqlite != NULL)
		sqlite->db.closed = *closed;
	return sqlite;
}

static struct db *
open_file(const char *where, const struct db *like, struct problem *problem)
{
	const struct sqlite *first = (const struct sqlite *)like;
	char *file = g_canonicalize_filename(first != NULL ? first->file : where, NULL);
	struct sqlite *sqlite = NULL;
	bool fine = first != NULL || make(file, problem);

	if (fine)
		sqlite = link_any(file,
			first == NULL || first->db.closed.status == STATUS_OK ? NULL : &first->db.closed, problem);
	g_free(file);
	if (sqlite == NULL)
		return NULL;
	fine = identify(sqlite->file, &sqlite->main);
	if (!fine)
		db_explain(problem,
			SAY_PRIVATE("database-removed", "the database was removed: {file}",
				"the database was removed" DB_DOCTOR),
			ARG_PRIVATE("file", sqlite->file));
	fine = fine && answers(sqlite, problem);
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

const struct db_engine db_sqlite = {
	.open = open_file,
	.close = finish,
	.run = run,
	.script = script,
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.there = there,
	.is_set_up = is_set_up,
	.set_up = set_up,
	.wait = wait,
	.settle_log = settle_log,
	.describe = describe,
	.number = number,
	.text = text,
};
