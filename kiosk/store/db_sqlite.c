/* SPDX-License-Identifier: MIT
 * SQLite databases. They have a write-ahead log with full sync: commits survive a power cut, and readers never wait for
 * a writer. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/store/db.h"

/* Milliseconds to wait for the transaction of another program. Must be less than the 6 s in which requests are
 * answered. */
#define BUSY_MS 4000

/* Most bytes of a row, also in files made by others. The largest of ours is a manifest's head of 16 MB. */
#define LONGEST (64 << 20)

/* The application_id of our files: "Seed". */
#define APPLICATION 0x53656564

/* Bytes that are read of a file's header. */
#define HEAD 32

/* Offset in the header of the file format version for writing: 2 for a file with a write-ahead log. */
#define HEAD_WRITES 18

/* Offset in the header of the number of pages, four bytes with the highest first. */
#define HEAD_PAGES 28

/* Identifies a file independent of its name. */
struct identity {
	dev_t device;
	ino_t inode;
};

struct sqlite {
	struct db db;
	sqlite3 *link;
	char *file;               /* NULL: in memory */
	struct identity files[2]; /* the file and its log */
	int64_t waits;            /* when it began to wait for a lock, in monotonic time */
	GHashTable *statements;   /* sqlite3_stmt by its SQL */
};

/* The last errno of the connection, its log or its file; 0: none. */
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

/* Sets the problem for a result code; true for SQLITE_OK and SQLITE_DONE. */
static bool
check(struct sqlite *sqlite, int code)
{
	struct db *db = &sqlite->db;
	const struct argument file = ARG_PRIVATE("file", sqlite->file == NULL ? "the copy" : sqlite->file);
	const struct argument named = ARG_PRIVATE("detail", file.text);
	int error = code == SQLITE_OK || code == SQLITE_DONE || sqlite->link == NULL ? 0 : last_error(sqlite->link);
	const struct argument detail = ARG_PRIVATE("detail", error != 0 ? g_strerror(error) : sqlite3_errstr(code));

	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_DONE:
		return true;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return db_fail(db, DB_SAY_LOCKED, named);
	case SQLITE_FULL:
		return db_fail(db, DB_SAY_FULL, named);
	case SQLITE_CORRUPT:
		return db_damage(db, SAY("damaged-file", "{file}"), file);
	case SQLITE_NOTADB:
		return db_damage(
			db, SAY("not-a-database", "{file} is not an SQLite database, or its start is damaged"), file);
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return db_fail(db, DB_SAY_READ_ONLY, named);
	case SQLITE_IOERR:
		if (error == ENOSPC || error == EDQUOT || error == EFBIG)
			return db_fail(db, DB_SAY_FULL, named);
		return db_fail(db, DB_SAY_OF("disk-error", "disk I/O error"), file, detail);
	case SQLITE_CANTOPEN:
		return db_fail(db, DB_SAY_OF("database-not-opened", "the database cannot be opened"), file, detail);
	case SQLITE_CONSTRAINT:
		/* Another program added a row with the same key first: the next attempt will see it. */
		db->again = true;
		break;
	}
	const char *said = sqlite->link != NULL ? sqlite3_errmsg(sqlite->link) : sqlite3_errstr(code);

	return db_fail(
		db, DB_SAY_OF("database-unusable", "the database cannot be used"), file, ARG_PRIVATE("detail", said));
}

/* Each statement is prepared once. Its rows are passed on as texts. */
static bool
run(struct db *db, const char *sql, struct db_values values, db_take *take, void *data)
{
	struct sqlite *sqlite = (struct sqlite *)db;
	sqlite3_stmt *statement = g_hash_table_lookup(sqlite->statements, sql);
	int code = SQLITE_OK;

	if (statement == NULL) {
		code = sqlite3_prepare_v3(sqlite->link, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
		if (code != SQLITE_OK)
			return check(sqlite, code);
		g_hash_table_insert(sqlite->statements, g_strdup(sql), statement);
	}
	for (unsigned i = 0; i < values.count && code == SQLITE_OK; i++) {
		const struct db_value *value = &values.value[i];
		char name[8];

		g_snprintf(name, sizeof name, "$%u", i + 1);
		int at = sqlite3_bind_parameter_index(statement, name);

		code = value->text == NULL ? sqlite3_bind_int64(statement, at, value->number)
					   : sqlite3_bind_text(statement, at, value->text, -1, SQLITE_STATIC);
	}
	while (code == SQLITE_OK || code == SQLITE_ROW) {
		const char *row[DB_VALUES] = {0};

		code = sqlite3_step(statement);
		if (code != SQLITE_ROW || take == NULL)
			continue;
		for (int column = 0; column < MIN(sqlite3_column_count(statement), DB_VALUES); column++) {
			row[column] = (const char *)sqlite3_column_text(statement, column);
			if (row[column] == NULL)
				row[column] = "";
		}
		take(data, row);
	}
	bool fine = check(sqlite, code); /* while the connection still knows why */

	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return fine;
}

static bool
script(struct db *db, const char *sql)
{
	struct sqlite *sqlite = (struct sqlite *)db;

	return check(sqlite, sqlite3_exec(sqlite->link, sql, NULL, NULL, NULL));
}

static bool
begin(struct db *db, bool writes)
{
	return run(db, writes ? "begin immediate" : "begin", DB_NOTHING, NULL, NULL);
}

static bool
commit(struct db *db)
{
	return run(db, "commit", DB_NOTHING, NULL, NULL);
}

static void
rollback(struct db *db)
{
	struct sqlite *sqlite = (struct sqlite *)db;

	/* After some failures SQLite has rolled back already. */
	if (!sqlite3_get_autocommit(sqlite->link))
		sqlite3_exec(sqlite->link, "rollback", NULL, NULL, NULL);
}

/* Whether a file has a log that is not empty. */
static bool
has_log(const char *file)
{
	g_autofree char *name = g_strconcat(file, "-wal", NULL);
	struct stat info;

	return stat(name, &info) == 0 && info.st_size > 0;
}

static struct identity
identify(const char *file)
{
	struct stat info;

	if (stat(file, &info) != 0)
		return (struct identity){0};
	return (struct identity){info.st_dev, info.st_ino};
}

/* The log exists as long as the file is open. Writes to a log that was removed would be lost, too. */
static bool
is_there(struct db *db)
{
	struct sqlite *sqlite = (struct sqlite *)db;

	if (sqlite->file == NULL)
		return true;
	g_autofree char *name = g_strconcat(sqlite->file, "-wal", NULL);
	struct identity now[2] = {identify(sqlite->file), identify(name)};

	if (sqlite->files[1].inode == 0)
		sqlite->files[1] = now[1];
	return memcmp(now, sqlite->files, sizeof now) == 0 ||
		db_fail(db,
			SAY_PRIVATE("database-replaced",
				"the database was removed or replaced: {file}; put it back, or start the kiosk again",
				"the database was removed or replaced" DB_DOCTOR),
			ARG_PRIVATE("file", sqlite->file));
}

static int
is_set_up(struct db *db)
{
	int64_t whose = 0, count = 0;

	/* In this order: another program that is creating the tables has set the id before they appear. */
	if (!db_numbers(db, "select count(*) from sqlite_master", DB_NOTHING, &count, 1) ||
		!db_numbers(db, "pragma application_id", DB_NOTHING, &whose, 1))
		return -1;
	if (count == 0 || whose == APPLICATION)
		return count > 0;
	db_fail(db, SAY("database-of-another", "{file} is the database of another program"),
		ARG_PRIVATE("file", ((struct sqlite *)db)->file));
	return -1;
}

/* Does not wait for readers: pages that they still need stay in the log. */
static bool
settle_log(struct db *db)
{
	int64_t busy_all_done[3] = {1};

	return db_numbers(db, "pragma wal_checkpoint(passive)", DB_NOTHING, busy_all_done, 3) &&
		busy_all_done[0] == 0 && busy_all_done[1] == busy_all_done[2];
}

static char *
describe(struct db *db)
{
	(void)db;
	return g_strdup_printf("SQLite %s", sqlite3_libversion());
}

static void
statement_free(void *statement)
{
	sqlite3_finalize(statement);
}

static void
destroy(struct db *db)
{
	struct sqlite *sqlite = (struct sqlite *)db;

	g_hash_table_destroy(sqlite->statements);
	sqlite3_close(sqlite->link);
	g_free(sqlite->file);
	g_free(sqlite);
}

/* Waits for the transaction of another program, but not for long when this program shuts down. */
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

/* Closes a connection that failed; returns NULL after setting *problem. */
static struct sqlite *
give_up(struct sqlite *sqlite, struct problem *problem)
{
	*problem = sqlite->db.problem;
	db_destroy(&sqlite->db);
	return NULL;
}

/* A connection to a file, or to a new database in memory (NULL); `name` is the file or its URI, with flags of
 * sqlite3_open_v2(). NULL after setting *problem. */
static struct sqlite *
link_up(const char *file, const char *name, int flags, struct problem *problem)
{
	struct sqlite *sqlite = g_new0(struct sqlite, 1);

	sqlite->db.engine = &db_sqlite;
	sqlite->file = g_strdup(file);
	sqlite->statements = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, statement_free);
	flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
	if (!check(sqlite, sqlite3_open_v2(name, &sqlite->link, flags, NULL)))
		return give_up(sqlite, problem);
	sqlite3_busy_handler(sqlite->link, wait_for_lock, sqlite);
	sqlite3_limit(sqlite->link, SQLITE_LIMIT_LENGTH, LONGEST);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(sqlite->link, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return sqlite;
}

/* A connection for reading. If the folder is read-only SQLite may not be able to create the shared memory file that it
 * needs. Then no other program changes the database either, and it is opened without locks, with its log if there is
 * one. */
static struct sqlite *
open_reading(const char *file, struct problem *problem)
{
	struct sqlite *sqlite = link_up(file, file, SQLITE_OPEN_READONLY, problem);

	if (sqlite == NULL || is_set_up(&sqlite->db) >= 0)
		return sqlite;
	db_destroy(&sqlite->db);
	g_autofree char *path = g_uri_escape_string(file, "/", TRUE);
	bool logged = has_log(file);
	g_autofree char *uri = g_strconcat("file:", path, logged ? "?mode=ro&vfs=unix-none" : "?immutable=1", NULL);

	sqlite = link_up(file, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, problem);
	if (sqlite != NULL && logged)
		db_script(&sqlite->db, "pragma locking_mode = exclusive");
	return sqlite;
}

/* A connection for writing, with a write-ahead log; files of other programs are not changed. SQLite does not wait for
 * locks when it switches to a log, which two programs may do at once with a new file, so that is retried. */
static struct sqlite *
open_writing(const char *file, struct problem *problem)
{
	static const char settings[] = "pragma journal_mode = wal; pragma synchronous = full;"
				       "pragma foreign_keys = on; pragma cell_size_check = on";
	struct sqlite *sqlite = link_up(file, file, SQLITE_OPEN_READWRITE, problem);
	int64_t until = g_get_monotonic_time() + BUSY_MS * 1000;
	int code = SQLITE_READONLY;

	if (sqlite == NULL)
		return NULL;
	if (sqlite3_db_readonly(sqlite->link, "main") == 0 && is_set_up(&sqlite->db) >= 0)
		while (((code = sqlite3_exec(sqlite->link, settings, NULL, NULL, NULL)) & 0xff) == SQLITE_BUSY &&
			g_get_monotonic_time() < until)
			g_usleep(20000);
	return check(sqlite, code) ? sqlite : give_up(sqlite, problem);
}

/* Creates the file if it does not exist, readable by its owner alone because it holds the hash of a password and the
 * key of an event; files created by SQLite can be read by anybody. An existing file is not opened here: closing it
 * would release the locks that this process holds on it. */
static bool
make(const char *file, struct problem *problem)
{
	struct stat info;

	if (stat(file, &info) == 0)
		return S_ISREG(info.st_mode) ||
			problem_set(problem,
				SAY_PRIVATE("database-not-a-file",
					"the database cannot be opened: {file} is not a file",
					"the database cannot be opened" DB_DOCTOR),
				ARG_PRIVATE("file", file));
	int made = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (made < 0 && errno != EEXIST)
		return problem_set(problem, DB_SAY_OF("database-not-made", "the database cannot be made"),
			ARG_PRIVATE("file", file), ARG_PRIVATE("detail", g_strerror(errno)));
	if (made >= 0)
		close(made);
	return true;
}

/* Whether a file that could not be opened for writing can be opened for reading: it or its folder is read-only, or the
 * disk is full. Sets *closed to the reason. */
static bool
is_read_only(const char *file, const struct problem *problem, struct problem *closed)
{
	g_autofree char *folder = g_path_get_dirname(file);

	if (access(file, R_OK) != 0)
		return false;
	if (problem_is(problem, "disk-full"))
		*closed = *problem;
	else if (problem_is(problem, "database-read-only") || access(file, W_OK) != 0 ||
		access(folder, W_OK | X_OK) != 0)
		problem_set(closed, DB_SAY_READ_ONLY, ARG_PRIVATE("detail", file));
	return closed->status != STATUS_OK;
}

static struct db *
create(const char *where, const struct db *like, struct problem *problem)
{
	const struct sqlite *first = (const struct sqlite *)like;
	g_autofree char *file = g_canonicalize_filename(first != NULL ? first->file : where, NULL);
	struct problem closed = {0};
	struct sqlite *sqlite = NULL;

	if (first != NULL)
		closed = first->db.closed;
	else if (!make(file, problem))
		return NULL;
	if (closed.status == STATUS_OK) {
		sqlite = open_writing(file, problem);
		if (sqlite == NULL && is_read_only(file, problem, &closed))
			problem_clear(problem);
	}
	if (closed.status != STATUS_OK)
		sqlite = open_reading(file, problem);
	if (sqlite == NULL)
		return NULL;
	sqlite->db.closed = closed;
	sqlite->files[0] = identify(file);
	if (first != NULL)
		memcpy(sqlite->files, first->files, sizeof sqlite->files);
	bool fine = is_set_up(&sqlite->db) >= 0;

	if (fine && first != NULL) {
		fine = is_there(&sqlite->db);
	} else if (fine) {
		/* Damage is found at the start, when something can still be done about it. */
		g_autofree char *found = db_string(&sqlite->db, "pragma quick_check(1)", DB_NOTHING);

		fine = g_strcmp0(found, "ok") == 0 || check(sqlite, SQLITE_CORRUPT);
	}
	return (struct db *)(fine ? sqlite : give_up(sqlite, problem));
}

/* Copies all pages, even while other programs write. A failure is set in `to`. */
static bool
copy_pages(struct sqlite *from, struct sqlite *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to->link, "main", from->link, "main");
	int code = backup == NULL ? sqlite3_errcode(to->link) : sqlite3_backup_step(backup, -1);
	bool reading = (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT;

	problem_clear(&from->db.problem);
	bool fine = check(reading ? from : to, code);

	if (!fine && reading)
		to->db.problem = from->db.problem;
	sqlite3_backup_finish(backup);
	return fine;
}

bool
db_sqlite_save(struct db *db, const char *file)
{
	struct sqlite *to = link_up(file, file, SQLITE_OPEN_READWRITE, &db->problem);

	if (to == NULL)
		return false;
	/* A single file without a log, which is on disk before it gets its name. */
	bool fine = copy_pages((struct sqlite *)db, to) && db_script(&to->db, "pragma journal_mode = delete");

	db->problem = to->db.problem;
	db_destroy(&to->db);
	return fine;
}

struct db *
db_sqlite_blank(struct problem *problem)
{
	return (struct db *)link_up(NULL, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, problem);
}

bool
db_sqlite_is_shell(const char *file)
{
	unsigned char head[HEAD] = {0};
	FILE *in = fopen(file, "rb");
	bool whole = in != NULL && fread(head, 1, HEAD, in) == HEAD;

	if (in != NULL)
		fclose(in);
	/* At most one page, and a log that is missing. */
	return whole && !has_log(file) && head[HEAD_WRITES] == 2 && head[HEAD_PAGES] == 0 &&
		head[HEAD_PAGES + 1] == 0 && head[HEAD_PAGES + 2] == 0 && head[HEAD_PAGES + 3] <= 1;
}

struct db *
db_sqlite_load(const char *file, struct problem *problem)
{
	const struct argument named = ARG_PRIVATE("file", file);
	struct sqlite *to = NULL;
	struct stat info;

	/* Checked before it is opened, because opening a pipe would block. */
	if (stat(file, &info) == 0 && !S_ISREG(info.st_mode)) {
		problem_set(problem, SAY("backup-not-a-file", "{file} is not a file"), named);
		return NULL;
	}
	if (db_sqlite_is_shell(file)) {
		problem_set(problem,
			SAY("backup-without-log",
				"{file} is empty: it is a copy of a database in use without its log, "
				"{file}-wal; `seedpress-kiosk backup` makes copies"),
			named);
		return NULL;
	}
	struct sqlite *from = link_up(file, file, SQLITE_OPEN_READONLY, problem);

	if (from == NULL)
		return NULL;
	int set = is_set_up(&from->db);

	if (set == 0)
		db_fail(&from->db, SAY("backup-empty", "{file} is empty"), named);
	if (set > 0)
		to = (struct sqlite *)db_sqlite_blank(problem);
	else
		*problem = from->db.problem;
	if (to != NULL && !copy_pages(from, to))
		to = give_up(to, problem);
	db_destroy(&from->db);
	return (struct db *)to;
}

const struct db_engine db_sqlite = {
	.create = create,
	.destroy = destroy,
	.run = run,
	.script = script,
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.is_there = is_there,
	.is_set_up = is_set_up,
	.set_up = "pragma application_id = " G_STRINGIFY(APPLICATION),
	.settle_log = settle_log,
	.describe = describe,
};
