/* SPDX-License-Identifier: MIT
 * Backups back into a store, all of it or nothing. Anything may be in a file that somebody hands over: nothing of it is
 * run, read or believed before its tables are exactly those that this program makes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/database_path.h"
#include "kiosk/store/parts.h"

/* Whether reading a table reads a table, and runs nothing that somebody wrote. */
static bool
is_plain(struct db *db)
{
	int64_t others = 0;

	return db_numbers(db,
		       "select count(*) from sqlite_master where type in ('view', 'trigger')"
		       " or sql like 'create virtual%' or sql like '%generated%' or sql like '% as (%'",
		       DB_NOTHING, &others, 1) &&
		others == 0;
}

static const struct message *
first_damage(const struct store_findings *findings)
{
	return &((const struct problem *)g_ptr_array_index(findings->damage, 0))->message;
}

/* Whether the file has the tables of some version of this program, without asking them for anything. */
static bool
has_our_tables(struct db *db, const char *file, struct problem *problem)
{
	struct store_findings findings = {0};
	bool ours = false;

	for (unsigned version = schema_now; version > 0 && !ours; version--) {
		store_findings_clear(&findings);
		if (!verify_objects(db, version, &findings)) {
			*problem = db->problem;
			break;
		}
		ours = findings.damaged == 0;
		/* The nearest to what there is now says best what is wrong. */
		if (!ours && problem->status == STATUS_OK)
			problem_set(problem, SAY("not-a-backup", "{file} is not a backup: {why}"),
				ARG_PRIVATE("file", file), ARG_CAUSE("why", first_damage(&findings)));
	}
	if (ours)
		problem_clear(problem);
	else if (is_plain(db) && schema_version(db) < 0 && problem_is(&db->problem, "schema-newer"))
		*problem = db->problem;
	store_findings_clear(&findings);
	return ours;
}

/* Reads a backup into memory and checks all of it; NULL after setting *problem. */
static struct db *
read_copy(const char *file, struct store_findings *findings, struct problem *problem)
{
	struct db *db = db_sqlite_load(file, problem);

	if (db == NULL)
		return NULL;
	if (has_our_tables(db, file, problem)) {
		if (schema_migrate(db, schema_now))
			verify_all(db, true, findings);
		*problem = db->problem;
		if (findings->damaged > 0)
			problem_set(problem, SAY("backup-damaged", "{file} is not restored: {why}"),
				ARG_PRIVATE("file", file), ARG_CAUSE("why", first_damage(findings)));
	}
	if (problem->status != STATUS_OK)
		g_clear_pointer(&db, db_destroy);
	return db;
}

bool
store_copy_look(const char *file, struct store_findings *findings, struct problem *problem)
{
	struct db *db;

	problem_clear(problem);
	store_findings_clear(findings);
	db = read_copy(file, findings, problem);
	db_destroy(db);
	return db != NULL;
}

struct restoring {
	struct db *from;
	bool force;
};

static void
restore(struct db *db, struct store_write *write)
{
	const struct restoring *restoring = write->what;
	int64_t rows = 0;

	db_numbers(db,
		"select (select count(*) from entry) + (select count(*) from piece) + (select count(*) from person)",
		DB_NOTHING, &rows, 1);
	if (rows > 0 && !restoring->force) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("store-not-empty", "there are results, people or pieces already: --force replaces them"));
		return;
	}
	schema_empty(db);
	schema_copy(restoring->from, db);
	store_change_add(db, "restore", NULL, SAY("restored-backup", "restored a backup"));
}

static bool
put_in(struct store *store, struct db *copy, bool force, struct problem *problem)
{
	const struct restoring restoring = {copy, force};
	struct store_write write = {
		.work = restore, .what = &restoring, .alone = true, .large = true, .restores = true};

	return store_write(store, &write, problem) == STORE_OK;
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
	db_destroy(copy);
	store_findings_clear(&findings);
	return fine;
}

/* A name next to the database that is not used yet. */
static char *
keep_name(const char *where)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	g_autofree char *moment = g_date_time_format(now, ".before-restore-%Y%m%d-%H%M%S-%f");
	g_autofree char *name = strstr(where, "://") == NULL ? g_path_get_basename(where) : g_strdup("kiosk.db");
	g_autofree char *kept = g_strconcat(name, moment, NULL);

	return database_path_beside(where, kept);
}

/* Gives a file that is too damaged to be opened another name, with its log. */
static bool
put_aside(const char *where, const char *kept, struct problem *problem)
{
	static const char *const endings[] = {"", "-wal", "-shm"};

	for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
		g_autofree char *from = g_strconcat(where, endings[i], NULL);
		g_autofree char *to = g_strconcat(kept, endings[i], NULL);

		if (rename(from, to) != 0 && (errno != ENOENT || i == 0))
			return problem_set(problem, SAY("not-put-aside", "{file} cannot be put aside: {detail}"),
				ARG_PRIVATE("file", from), ARG_PRIVATE("detail", g_strerror(errno)));
	}
	return true;
}

/* Whether its tables can be emptied and filled at all. */
static bool
is_usable(struct store *store)
{
	struct store_findings findings = {0};
	struct problem problem;
	struct db *db = store_borrow(store, &problem);

	if (db == NULL)
		return false;
	bool fine = db->engine != &db_sqlite || (verify_objects(db, schema_now, &findings) && findings.damaged == 0);

	store_give_back(store, db);
	store_findings_clear(&findings);
	return fine;
}

/* Opens what is to be replaced and, with `force`, keeps what is there under the name `kept`, which is NULL afterwards
 * where there was nothing to keep: nothing was ever changed in it. */
static struct store *
open_target(const char *where, bool force, char **kept, struct problem *problem)
{
	struct store *store = store_create(where, problem);
	bool damaged = store == NULL ? store_fault(problem) == STORE_FAULT_DAMAGED : !is_usable(store);

	if (damaged && force && strstr(where, "://") == NULL) {
		problem_clear(problem);
		store_destroy(store);
		return put_aside(where, *kept, problem) ? store_create(where, problem) : NULL;
	}
	g_autoptr(GPtrArray) changes = NULL;
	struct problem unread;

	if (store == NULL || !force || (store_changes(store, 1, &changes, &unread) == STORE_OK && changes->len == 0))
		g_clear_pointer(kept, g_free);
	else if (!store_backup(store, *kept, false, problem))
		g_clear_pointer(&store, store_destroy);
	return store;
}

bool
store_restore_at(const char *where, const char *file, bool force, struct message *says, struct problem *problem)
{
	struct store_findings findings = {0};
	struct store *store = NULL;
	struct db *copy = NULL;
	struct new_files made;

	new_files_init(&made);
	new_files_note_database(&made, where);
	problem_clear(problem);
	g_autofree char *place = where == NULL ? database_path_usual(problem) : g_strdup(where);
	g_autofree char *kept = place == NULL ? NULL : keep_name(place);

	if (place != NULL)
		copy = read_copy(file, &findings, problem);
	if (copy != NULL)
		store = open_target(place, force, &kept, problem);
	bool fine = store != NULL && put_in(store, copy, force, problem);

	store_destroy(store);
	db_destroy(copy);
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
	} else {
		new_files_remove(&made);
	}
	new_files_finish(&made);
	store_findings_clear(&findings);
	return fine;
}
