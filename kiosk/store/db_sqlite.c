/* SPDX-License-Identifier: MIT
 * SQLite under the store. Write-ahead log with full sync: what was
 * committed survives a power cut, and readers never wait for a writer. */
#include "kiosk/store/db_sqlite.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>

#define POLL_MS      200  /* between looks for commits of other programs */
#define APPLICATION  0x53656564 /* "Seed": tells our files from other people's */

void
sqlite_explain(char **problem, const char *format, ...)
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
		log != NULL && log->pMethods != NULL)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
	if (error == 0)
		sqlite3_file_control(link, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error;
}

enum db_status
sqlite_trouble(const struct sqlite *sqlite, int code, char **problem)
{
	const char *file = sqlite->file == NULL ? "the copy" : sqlite->file;
	int error = sqlite->link == NULL ? 0 : last_error(sqlite->link);

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		sqlite_explain(problem, "the database is locked by another program: %s", file);
		break;
	case SQLITE_FULL:
		sqlite_explain(problem, "the disk is full: %s cannot grow", file);
		break;
	case SQLITE_CORRUPT:
		sqlite_explain(problem, "the database is damaged: %s", file);
		break;
	case SQLITE_NOTADB:
		sqlite_explain(problem, "the database is damaged, or it is none: %s", file);
		break;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		sqlite_explain(problem, "the database may not be written: %s", file);
		break;
	case SQLITE_IOERR:
		if (error == ENOSPC || error == EDQUOT || error == EFBIG)
			sqlite_explain(problem, "the disk is full: %s cannot grow", file);
		else
			sqlite_explain(problem, "the disk does not work: %s: %s", file,
				error != 0 ? g_strerror(error) : sqlite3_errstr(code));
		break;
	case SQLITE_CANTOPEN:
		sqlite_explain(problem, "the database cannot be opened: %s: %s", file,
			error != 0 ? g_strerror(error) : sqlite3_errstr(code));
		break;
	default:
		sqlite_explain(problem, "the database cannot be used: %s: %s", file,
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
	g_assert(sqlite->kept < SQLITE_STATEMENTS);
	code = sqlite3_prepare_v3(sqlite->link, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
	if (code == SQLITE_OK) {
		sqlite->statement[sqlite->kept].sql = sql;
		sqlite->statement[sqlite->kept++].statement = *statement;
	}
	return code;
}

static int
bind(sqlite3_stmt *statement, unsigned place, const struct db_value *value)
{
	char name[8];
	int at;

	g_snprintf(name, sizeof name, "$%u", place);
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
		return sqlite_trouble(sqlite, code, problem);
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
		sqlite_trouble(sqlite, code, problem); /* while the connection still knows why */
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

	return code == SQLITE_OK ? DB_OK : sqlite_trouble(sqlite, code, problem);
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

bool
sqlite_place(const char *file, struct place *place)
{
	struct stat info;

	if (stat(file, &info) != 0)
		return false;
	*place = (struct place){info.st_dev, info.st_ino};
	return true;
}

static bool
same_place(const struct place *a, const struct place *b)
{
	return a->device == b->device && a->inode == b->inode;
}

/* The log lies beside the file while anybody has it open; what goes into one that was removed is
 * lost as well. */
static bool
there(struct db *db, char **problem)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	struct place main = {0}, log = {0};
	char *name;
	bool found;

	if (sqlite->file == NULL)
		return true;
	found = sqlite_place(sqlite->file, &main) && same_place(&main, &sqlite->main);
	name = g_strconcat(sqlite->file, "-wal", NULL);
	if (sqlite_place(name, &log) && sqlite->log.inode == 0)
		sqlite->log = log;
	found = found && same_place(&log, &sqlite->log);
	g_free(name);
	if (!found)
		sqlite_explain(problem,
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

	/* In this order: whoever makes the tables at this moment has signed the file when they show. */
	if (ask(db, tables, &count, problem) != DB_OK || ask(db, application, &whose, problem) != DB_OK)
		return DB_TROUBLE;
	if (count > 0 && whose != APPLICATION) {
		sqlite_explain(problem, "%s is the database of another program",
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

const struct db_engine db_sqlite = {
	.open = sqlite_open,
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
