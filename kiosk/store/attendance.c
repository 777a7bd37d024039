/* SPDX-License-Identifier: MIT
 * Who has come, and people who are taken off the list. */
#include "kiosk/store/parts.h"

static enum db_status
find_person(struct db *db, int64_t id, char **name, struct problem *problem)
{
	static const char sql[] = "select name from person where id = $1";
	const struct db_value value = DB_OF_NUMBER(id);

	return db_run(db, sql, &value, 1, db_take_text, name, problem);
}

/* Whether all of these are on the list: false after refusing, or where the database fails. */
static enum db_status
check_known(struct db *db, struct store_write *write)
{
	const GArray *ids = write->what;
	enum db_status status = DB_OK;

	for (unsigned i = 0; i < ids->len && status == DB_OK && write->status == STORE_OK; i++) {
		int64_t id = g_array_index(ids, int64_t, i);
		char *name = NULL;

		status = find_person(db, id, &name, &write->problem);
		if (status == DB_OK && name == NULL)
			store_write_refuse(write, STORE_UNKNOWN, SAY("no-such-person", "there is no person {id}"),
				ARG_NUMBER("id", id));
		g_free(name);
	}
	return status;
}

static enum db_status
delete_from(struct db *db, const char *sql, int64_t id, struct problem *problem)
{
	const struct db_value value = DB_OF_NUMBER(id);

	return db_run(db, sql, &value, 1, NULL, NULL, problem);
}

static enum db_status
set_here(struct db *db, struct store_write *write)
{
	static const char clear[] = "delete from attendance where person = $1";
	const GArray *ids = write->what;
	bool here = write->more != NULL;
	enum db_status status = check_known(db, write);
	char *what;

	if (status != DB_OK || write->status != STORE_OK)
		return status;
	for (unsigned i = 0; i < ids->len && status == DB_OK; i++) {
		int64_t id = g_array_index(ids, int64_t, i);
		const struct db_value values[] = {DB_OF_NUMBER(id), DB_OF_NUMBER(g_get_real_time() / 1000)};

		status = delete_from(db, clear, id, &write->problem);
		if (status == DB_OK && here)
			status = table_write(db, TABLE_ATTENDANCE, values, &write->problem);
	}
	what = g_strdup_printf("people: %u %s", ids->len, here ? "checked in" : "not here any more");
	if (status == DB_OK)
		status = store_change_add(db, write->who, what, NULL, &write->problem);
	g_free(what);
	return status;
}

/* A list of ids makes sense: false after setting *problem. */
static bool
ids_fit(const GArray *ids, struct problem *problem)
{
	GHashTable *seen = g_hash_table_new(g_int64_hash, g_int64_equal);

	if (ids->len == 0 || ids->len > STORE_PEOPLE)
		problem_set(problem, SAY("no-people-or-too-many", "this list is empty or too long"));
	for (unsigned i = 0; i < ids->len && problem->status == STATUS_OK; i++) {
		int64_t *id = &g_array_index(ids, int64_t, i);

		if (*id <= 0 || *id > INT32_MAX)
			problem_set(problem, SAY("bad-person-id", "person {number} of the list makes no sense"),
				ARG_NUMBER("number", i + 1));
		else if (!g_hash_table_add(seen, id))
			problem_set(problem, SAY("person-twice", "person {id} is on the list twice"),
				ARG_NUMBER("id", *id));
	}
	g_hash_table_destroy(seen);
	return problem->status == STATUS_OK;
}

enum store_status
store_here_set(struct store *store, const GArray *ids, bool here, const char *who, struct problem *problem)
{
	struct store_write write = {
		.work = set_here, .what = ids, .more = here ? ids : NULL, .who = who, .alone = true};

	problem_clear(problem);
	if (!ids_fit(ids, problem) || !store_is_signed(who, NULL, problem))
		return STORE_REFUSED;
	return store_write(store, &write, problem);
}

/* A result that counts at a table where they sit. */
static enum db_status
count_results(struct db *db, int64_t id, int64_t *results, struct problem *problem)
{
	static const char sql[] = "select count(*) from seat as s join entry as e on e.event = 1"
				  " and e.round_no = s.round_no and e.table_no = s.table_no"
				  " where s.person = $1 and e.kind <> 2 and not exists (select 1 from entry as l"
				  "  where l.play = e.play and l.event = 1 and l.before = e.id)";
	const struct db_value value = DB_OF_NUMBER(id);

	return db_run(db, sql, &value, 1, db_take_number, results, problem);
}

static enum db_status
delete_one(struct db *db, struct store_write *write, int64_t id)
{
	static const char *const from[] = {"delete from attendance where person = $1",
		"delete from seat where person = $1", "delete from person where id = $1"};
	char *name = NULL, *what;
	int64_t results = 0;
	enum db_status status = find_person(db, id, &name, &write->problem);

	if (status == DB_OK)
		status = count_results(db, id, &results, &write->problem);
	if (status == DB_OK && results > 0) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("person-has-results",
				"{name} has results, which stay: mark them as left instead of deleting them"),
			ARG_TEXT("name", name));
		g_free(name);
		return DB_OK;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(from) && status == DB_OK; i++)
		status = delete_from(db, from[i], id, &write->problem);
	what = g_strdup_printf("people: %s deleted", name == NULL ? "" : name);
	if (status == DB_OK)
		status = store_change_add(db, write->who, what, NULL, &write->problem);
	g_free(what);
	g_free(name);
	return status;
}

static enum db_status
delete_people(struct db *db, struct store_write *write)
{
	const GArray *ids = write->what;
	enum db_status status = store_check_basis(db, write);

	if (status == DB_OK && write->status == STORE_OK)
		status = check_known(db, write);
	for (unsigned i = 0; i < ids->len && status == DB_OK && write->status == STORE_OK; i++)
		status = delete_one(db, write, g_array_index(ids, int64_t, i));
	return status;
}

enum store_status
store_people_delete(struct store *store, const GArray *ids, const struct store_basis *basis, const char *who,
	struct problem *problem)
{
	struct store_write write = {.work = delete_people, .what = ids, .basis = basis, .who = who, .alone = true};

	problem_clear(problem);
	if (!ids_fit(ids, problem) || !store_is_signed(who, NULL, problem))
		return STORE_REFUSED;
	return store_write(store, &write, problem);
}
