/* SPDX-License-Identifier: MIT
 * SQLite under the store. Write-ahead log with full sync: what was
 * committed survives a power cut, and readers never wait for a writer. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/store/db.h"

#define BUSY_MS     5000       /* another program's transaction may take so long */
#define POLL_MS     200        /* between looks for commits of other programs */
#define STATEMENTS  128
#define LONGEST     (64 << 20) /* bytes of a row */
#define APPLICATION 0x53656564 /* "Seed": tells our files from other people's */

/* Which file it is, whatever its name. */
struct identity {
	dev_t device;
	ino_t inode;
};

struct sqlite {
	struct db db;
	sqlite3 *link;
	char *file; /* NULL: in memory */
	struct identity main, log;
	int64_t seen; /* data_version */
	int64_t waits; /* since when it waits for a lock */
	unsigned kept;
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} statement[STATEMENTS];
};

/* Sets *problem, made like printf does, unless it is set. */
static void G_GNUC_PRINTF(2, 3)
explain(char **problem, const char *format, ...)
{
	va_list args;

	if (*problem != NULL)
		return;
	va_start(args, format);
	*problem = g_strdup_vprintf(format, args);
	va_end(args);
}

/* What the system said last, of the connection, its log and its file; 0: nothing. */
static int
last_error(sqlite3 *link)
{
	sqlite3_file *log = NULL;
	int error = sqlite3_system_errno(link);

	if (error == 0 &&
		sqlite3_file_control(link, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
		log != NULL && log->pMethods != NULL &&
		log->pMethods->xFileControl != NULL) /* a journal in memory has none */
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
	if (error == 0)
		sqlite3_file_control(link, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error;
}

/* What went wrong as a sentence that says what a person can do something about. */
static enum db_status
trouble(const struct sqlite *sqlite, int code, char **problem)
{
	const char *file = sqlite->file == NULL ? "the copy" : sqlite->file;
	int error = sqlite->link == NULL ? 0 : last_error(sqlite->link);

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		explain(problem, "the database is locked by another program: %s", file);
		break;
	case SQLITE_FULL:
		explain(problem, "the disk is full: %s cannot grow", file);
		break;
	case SQLITE_CORRUPT:
		explain(problem, DB_DAMAGED ": %s", file);
		break;
	case SQLITE_NOTADB:
		explain(problem, DB_DAMAGED ", or it is none: %s", file);
		break;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		explain(problem, "the database may not be written: %s", file);
		break;
	case SQLITE_IOERR:
		if (error == ENOSPC || error == EDQUOT || error == EFBIG)
			explain(problem, "the disk is full: %s cannot grow", file);
		else
			explain(problem, "the disk does not work: %s: %s", file,
				error != 0 ? g_strerror(error) : sqlite3_errstr(code));
		break;
	case SQLITE_CANTOPEN:
		explain(problem, "the database cannot be opened: %s: %s", file,
			error != 0 ? g_strerror(error) : sqlite3_errstr(code));
		break;
	default:
		explain(problem, "the database cannot be used: %s: %s", file,
			sqlite->link != NULL ? sqlite3_errmsg(sqlite->link) : sqlite3_errstr(code));
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
	g_assert(sqlite->kept < STATEMENTS);
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
run(struct db *db, const char *sql, const struct db_value *values, unsigned count, db_take *take,
	void *data, char **problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	struct db_row row = {.db = db};
	sqlite3_stmt *statement;
	int code = prepare(sqlite, sql, &statement);

	if (code != SQLITE_OK)
		return trouble(sqlite, code, problem);
	row.answer = statement;
	for (unsigned i = 0; i < count && code == SQLITE_OK; i++)
		code = bind(statement, i + 1, &values[i]);
	if (code == SQLITE_OK) {
		while ((code = sqlite3_step(statement)) == SQLITE_ROW)
			if (take != NULL)
				take(data, &row);
	}
	if (code == SQLITE_DONE)
		code = SQLITE_OK;
	else
		trouble(sqlite, code, problem); /* while the connection still knows why */
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	if (code == SQLITE_OK)
		return DB_OK;
	/* A row that is there already: somebody was faster, and is seen the next time. */
	return (code & 0xff) == SQLITE_CONSTRAINT ? DB_AGAIN : DB_TROUBLE;
}

static enum db_status
script(struct db *db, const char *sql, char **problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	int code = sqlite3_exec(sqlite->link, sql, NULL, NULL, NULL);

	return code == SQLITE_OK ? DB_OK : trouble(sqlite, code, problem);
}

static enum db_status
begin(struct db *db, bool writes, char **problem)
{
	static const char write[] = "begin immediate", read[] = "begin";

	return run(db, writes ? write : read, NULL, 0, NULL, NULL, problem);
}

static enum db_status
commit(struct db *db, char **problem)
{
	static const char sql[] = "commit";

	return run(db, sql, NULL, 0, NULL, NULL, problem);
}

static void
rollback(struct db *db)
{
	static const char sql[] = "rollback";
	struct sqlite *sqlite = (struct sqlite *)db;
	char *problem = NULL;

	/* SQLite has rolled back itself after some failures. */
	if (!sqlite3_get_autocommit(sqlite->link))
		run(db, sql, NULL, 0, NULL, NULL, &problem);
	g_free(problem);
}

static bool
identify(const char *file, struct identity *identity)
{
	struct stat info;

	if (stat(file, &info) != 0)
		return false;
	*identity = (struct identity){info.st_dev, info.st_ino};
	return true;
}

static bool
is_same(const struct identity *a, const struct identity *b)
{
	return a->device == b->device && a->inode == b->inode;
}

/* The log lies beside the file while anybody has it open; what goes into one that was removed is
 * lost as well. */
static bool
there(struct db *db, char **problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	struct identity main = {0}, log = {0};
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
		explain(problem,
			"the database was removed or replaced: %s; put it back, or start the kiosk again",
			sqlite->file);
	return found;
}

static enum db_status
ask(struct db *db, const char *sql, int64_t *answer, char **problem)
{
	return run(db, sql, NULL, 0, db_take_number, answer, problem);
}

static enum db_status
is_set_up(struct db *db, bool *is, char **problem)
{
	static const char application[] = "pragma application_id", tables[] =
		"select count(*) from sqlite_master";
	int64_t whose = 0, count = 0;

	/* In this order: whoever makes the tables at this moment has signed the file when they
	 * show. */
	if (ask(db, tables, &count, problem) != DB_OK || ask(db, application, &whose, problem) != DB_OK)
		return DB_TROUBLE;
	if (count > 0 && whose != APPLICATION) {
		explain(problem, "%s is the database of another program",
			((struct sqlite *)db)->file != NULL ? ((struct sqlite *)db)->file : "this");
		return DB_TROUBLE;
	}
	*is = count > 0;
	return DB_OK;
}

static enum db_status
set_up(struct db *db, char **problem)
{
	return script(db, "pragma application_id = " G_STRINGIFY(APPLICATION), problem);
}

static enum db_status
wait(struct db *db, int wake, char **problem)
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
make(const char *file, char **problem)
{
	struct stat info;
	int made;

	if (stat(file, &info) == 0) {
		if (!S_ISREG(info.st_mode))
			explain(problem, "the database cannot be opened: %s is not a file", file);
		return S_ISREG(info.st_mode);
	}
	made = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (made >= 0)
		close(made);
	else if (errno != EEXIST)
		explain(problem, "the database cannot be made: %s: %s", file, g_strerror(errno));
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
		trouble(sqlite, code, problem);
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
log_ahead(struct sqlite *sqlite, char **problem)
{
	static const char settings[] =
		"pragma journal_mode = wal; pragma synchronous = full;"
		"pragma foreign_keys = on; pragma cell_size_check = on";
	int64_t until = g_get_monotonic_time() + BUSY_MS * 1000;
	int code = sqlite3_exec(sqlite->link, settings, NULL, NULL, NULL);

	while ((code & 0xff) == SQLITE_BUSY && g_get_monotonic_time() < until) {
		g_usleep(20000);
		code = sqlite3_exec(sqlite->link, settings, NULL, NULL, NULL);
	}
	return code == SQLITE_OK ? DB_OK : trouble(sqlite, code, problem);
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
		trouble(sqlite, SQLITE_CORRUPT, problem);
	return whole;
}

static struct db *
open_file(const char *where, const struct db *like, char **problem)
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
	fine = identify(sqlite->file, &sqlite->main);
	if (!fine)
		explain(problem, "the database was removed: %s", sqlite->file);
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

		trouble(reading ? from : to, code, problem);
	}
	if (backup != NULL)
		sqlite3_backup_finish(backup);
	return code == SQLITE_OK;
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
	.describe = describe,
	.number = number,
	.text = text,
};

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
db_sqlite_blank(char **problem)
{
	struct sqlite *sqlite =
		link_up(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);

	return sqlite == NULL ? NULL : &sqlite->db;
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
		explain(problem, "%s is empty", file);
		fine = false;
	}
	if (fine)
		to = link_up(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);
	if (to != NULL && !copy(from, to, problem)) {
		db_close(&to->db);
		to = NULL;
	}
	db_close(&from->db);
	return to == NULL ? NULL : &to->db;
}
