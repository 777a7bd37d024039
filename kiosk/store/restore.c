/* SPDX-License-Identifier: MIT
 * Backups back into a store, all of it or nothing. Whoever hands over a file may
 * have put anything into it: nothing of it is run, read or believed before its
 * tables are exactly those that this program makes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/database_path.h"
#include "kiosk/store/parts.h"

static const char *const beside[] = {"", "-wal", "-shm"}; /* what a database is made of */

/* Whether reading a table reads a table, and runs nothing that somebody wrote. */
static bool
is_plain(struct db *db)
{
	static const char sql[] = "select count(*) from sqlite_master where type in ('view', 'trigger')"
				  " or sql like 'create virtual%' or sql like '%generated%'"
				  " or sql like '% as (%'";
	struct problem problem = {0};
	int64_t others = 0;
	bool fine = db_run(db, sql, NULL, 0, db_take_number, &others, &problem) == DB_OK;

	return fine && others == 0;
}

static const struct message *
first_damage(const struct store_findings *findings)
{
	return &((const struct problem *)g_ptr_array_index(findings->damage, 0))->message;
}

/* Whether the file has the tables of some version of this program, without asking them for
 * anything. */
static bool
has_our_tables(struct db *db, const char *file, struct problem *problem)
{
	struct store_findings findings = {0};
	bool fine = false;

	for (unsigned version = schema_now; version > 0 && !fine; version--) {
		store_findings_clear(&findings);
		if (!verify_objects(db, version, &findings, problem))
			break;
		fine = findings.damaged == 0;
		/* The nearest to what there is now says best what is wrong. */
		if (!fine && problem->status == STATUS_OK)
			problem_set(problem, SAY("not-a-backup", "{file} is not a backup: {why}"),
				ARG_PRIVATE("file", file), ARG_CAUSE("why", first_damage(&findings)));
	}
	if (fine)
		problem_clear(problem);
	else if (is_plain(db))
		schema_is_known(db, problem);
	store_findings_clear(&findings);
	return fine;
}

/* Reads a backup into the memory and looks at all of it; NULL after setting *problem. */
static struct db *
read_copy(const char *file, struct store_findings *findings, struct problem *problem)
{
	struct db *db = db_sqlite_load(file, problem);
	bool fine = db != NULL && has_our_tables(db, file, problem) && schema_migrate(db, schema_now, problem) &&
		verify_all(db, true, findings, problem);

	if (fine && findings->damaged > 0) {
		fine = problem_set(problem, SAY("backup-damaged", "{file} is not restored: {why}"),
			ARG_PRIVATE("file", file), ARG_CAUSE("why", first_damage(findings)));
	}
	if (!fine)
		g_clear_pointer(&db, db_close);
	return db;
}

bool
store_copy_look(const char *file, struct store_findings *findings, struct problem *problem)
{
	struct db *db;

	problem_clear(problem);
	store_findings_clear(findings);
	db = read_copy(file, findings, problem);
	db_close(db);
	return db != NULL;
}

struct restoring {
	struct db *from;
	bool force;
};

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
			SAY("store-not-empty", "there are results, people or pieces already: --force replaces them"));
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

static bool
put_in(struct store *store, struct db *copy, bool force, struct problem *problem)
{
	const struct restoring restoring = {copy, force};
	struct store_write write = {.work = restore, .what = &restoring, .alone = true, .large = true, .mends = true};
	bool fine = store_write(store, &write, problem) == STORE_OK;

	if (fine)
		store_mended(store);
	return fine;
}

bool
store_restore(struct store *store, const char *file, bool force, struct problem *problem)
{
	struct store_findings findings = {0};
	struct db *copy;
	bool fine;

	problem_clear(problem);
	copy = read_copy(file, &findings, problem);
	fine = copy != NULL && put_in(store, copy, force, problem);
	db_close(copy);
	store_findings_clear(&findings);
	return fine;
}

/* A name beside the database that nobody has yet. */
static char *
keep_name(const char *where)
{
	GDateTime *now = g_date_time_new_now_utc();
	char *moment = g_date_time_format(now, ".before-restore-%Y%m%d-%H%M%S-%f");
	char *name = strstr(where, "://") == NULL ? g_path_get_basename(where) : g_strdup("kiosk.db");
	char *kept_name = g_strconcat(name, moment, NULL);
	char *kept = database_path_beside(where, kept_name);

	g_date_time_unref(now);
	g_free(moment);
	g_free(name);
	g_free(kept_name);
	return kept;
}

/* Gives a file that is too damaged to be opened another name, with its log. */
static bool
put_aside(const char *where, const char *kept, struct problem *problem)
{
	bool fine = true;

	for (size_t i = 0; i < G_N_ELEMENTS(beside) && fine; i++) {
		char *from = g_strconcat(where, beside[i], NULL), *to = g_strconcat(kept, beside[i], NULL);

		fine = rename(from, to) == 0 || (errno == ENOENT && i > 0);
		if (!fine)
			problem_set(problem, SAY("not-put-aside", "{file} cannot be put aside: {detail}"),
				ARG_PRIVATE("file", from), ARG_PRIVATE("detail", g_strerror(errno)));
		g_free(from);
		g_free(to);
	}
	return fine;
}

static void
remove_files(const char *where)
{
	for (size_t i = 0; i < G_N_ELEMENTS(beside); i++) {
		char *file = g_strconcat(where, beside[i], NULL);

		unlink(file);
		g_free(file);
	}
}

static bool
has_rows(struct store *store)
{
	static const char sql[] = "select count(*) from change";
	struct problem problem = {0};
	int64_t rows = 0;
	bool fine = store_read(store, sql, NULL, 0, db_take_number, &rows, &problem) == STORE_OK;

	return !fine || rows > 0;
}

/* Whether its tables can be emptied and filled at all. */
static bool
is_usable(struct store *store)
{
	struct store_findings findings = {0};
	struct problem problem = {0};
	struct db *db = store_borrow(store, &problem);
	bool fine = db != NULL && (db->engine != &db_sqlite || verify_objects(db, schema_now, &findings, &problem));

	fine = fine && findings.damaged == 0;
	if (db != NULL)
		store_give_back(store, db);
	store_findings_clear(&findings);
	return fine;
}

/* Opens what is to be replaced and, with `force`, keeps what is there under the name `kept`, which
 * is NULL afterwards where there was nothing to keep. */
static struct store *
open_target(const char *where, bool force, char **kept, struct problem *problem)
{
	struct store *store = store_open(where, problem);
	bool damaged = store == NULL ? store_fault(problem) == STORE_FAULT_DAMAGED : !is_usable(store);

	if (damaged && force && strstr(where, "://") == NULL) {
		problem_clear(problem);
		store_close(store);
		return put_aside(where, *kept, problem) ? store_open(where, problem) : NULL;
	}
	if (store == NULL || !force || !has_rows(store)) {
		g_clear_pointer(kept, g_free);
	} else if (!store_backup(store, *kept, problem)) {
		store_close(store);
		return NULL;
	}
	return store;
}

bool
store_restore_at(const char *where, const char *file, bool force, struct message *says, struct problem *problem)
{
	struct store_findings findings = {0};
	bool is_new = strstr(where, "://") == NULL && access(where, F_OK) != 0, fine;
	char *kept = keep_name(where);
	struct store *store = NULL;
	struct db *copy;

	problem_clear(problem);
	copy = read_copy(file, &findings, problem);
	if (copy != NULL)
		store = open_target(where, force, &kept, problem);
	fine = store != NULL && put_in(store, copy, force, problem);
	store_close(store);
	db_close(copy);
	if (!fine && is_new)
		remove_files(where);
	if (fine) {
		struct message contents;

		store_findings_say(&findings, &contents);
		if (kept == NULL)
			message_set(says, SAY("restored", "restored {contents}"), ARG_CAUSE("contents", &contents));
		else
			message_set(says,
				SAY("restored-and-kept",
					"restored {contents}; what was there before is kept in {file}"),
				ARG_CAUSE("contents", &contents), ARG_PRIVATE("file", kept));
	}
	g_free(kept);
	store_findings_clear(&findings);
	return fine;
}
