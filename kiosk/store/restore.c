/* SPDX-License-Identifier: MIT
 * Restores a backup, all of it or nothing. The file may come from anybody, so nothing in it is run or read before its
 * tables were found to be exactly those that this program creates. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/database_path.h"
#include "kiosk/store/parts.h"

/* Whether reading a table runs no SQL from the file: no views, triggers, virtual tables or generated columns. */
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

/* Whether the file has the tables of a version of this program. Does not read the tables. */
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
		/* The difference from the newest version is the most useful. */
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

struct db *
restore_read(const char *file, struct store_findings *findings, struct problem *problem)
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
	problem_clear(problem);
	store_findings_clear(findings);
	struct db *db = restore_read(file, findings, problem);

	db_destroy(db);
	return db != NULL;
}

static void
restore(struct db *db, struct store_write *write)
{
	struct db *const *copy = write->what;
	int64_t rows = 0;

	db_numbers(db,
		"select (select count(*) from entry) + (select count(*) from piece) + (select count(*) from person)",
		DB_NOTHING, &rows, 1);
	if (rows > 0 && !write->flag) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("store-not-empty", "there are results, people or pieces already: --force replaces them"));
		return;
	}
	schema_empty(db);
	schema_copy(*copy, db);
	store_change_add(db, "restore", NULL, SAY("restored-backup", "restored a backup"));
}

bool
restore_put(struct store *store, struct db *copy, bool force, struct problem *problem)
{
	struct store_write write = {
		.work = restore, .what = &copy, .flag = force, .alone = true, .large = true, .restores = true};

	problem_clear(problem);
	return store_write(store, &write, problem) == STORE_OK;
}

/* An unused name next to the database. */
static char *
keep_name(const char *where)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	g_autofree char *moment = g_date_time_format(now, ".before-restore-%Y%m%d-%H%M%S-%f");
	g_autofree char *name = strstr(where, "://") == NULL ? g_path_get_basename(where) : g_strdup("kiosk.db");
	g_autofree char *kept = g_strconcat(name, moment, NULL);

	return database_path_beside(where, kept);
}

/* Renames a file that is too damaged to be opened, and its log. */
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

/* Whether its tables can be emptied and filled. */
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

/* Opens the database that is to be replaced and, with `force`, keeps its contents in the file *kept. *kept is NULL
 * afterwards if there was nothing to keep, because nothing was ever changed in it. */
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
	g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func(g_free);

	new_files_note_database(made, where);
	problem_clear(problem);
	g_autofree char *place = where == NULL ? database_path_usual(problem) : g_strdup(where);
	g_autofree char *kept = place == NULL ? NULL : keep_name(place);

	if (place != NULL)
		copy = restore_read(file, &findings, problem);
	if (copy != NULL)
		store = open_target(place, force, &kept, problem);
	bool fine = store != NULL && restore_put(store, copy, force, problem);

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
		new_files_remove(made);
	}
	store_findings_clear(&findings);
	return fine;
}
