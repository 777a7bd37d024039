/* SPDX-License-Identifier: MIT
 * What both kinds of databases share: a failure stays until the end of its transaction. */
#include "kiosk/store/db.h"

/* Microseconds to wait for an answer during shutdown. Longer delays the end; shorter loses answers of a busy server. */
#define SHUTDOWN_US (500 * 1000)

int64_t
db_number(const char *column)
{
	return g_ascii_strtoll(column, NULL, 10);
}

int64_t
db_until(const struct db *db, int64_t since, int64_t limit)
{
	int64_t shutdown = db->shutdown == NULL ? 0 : __atomic_load_n(db->shutdown, __ATOMIC_SEQ_CST);

	return shutdown == 0 ? since + limit : MIN(since + limit, MAX(since, shutdown) + SHUTDOWN_US);
}

struct db *
db_create(const char *where, const struct db *like, struct problem *problem)
{
	bool remote = g_str_has_prefix(where, "postgresql://") || g_str_has_prefix(where, "postgres://");
	struct db *db = (remote ? &db_postgres : &db_sqlite)->create(where, like, problem);

	if (db != NULL && like != NULL)
		db->shutdown = like->shutdown;
	return db;
}

void
db_destroy(struct db *db)
{
	if (db != NULL)
		db->engine->destroy(db);
}

bool
db_has_failed(const struct db *db)
{
	return db->problem.status != STATUS_OK;
}

bool
db_fail_list(struct db *db, const struct argument *arguments)
{
	if (!db_has_failed(db))
		problem_set_list(&db->problem, STATUS_REFUSED, arguments);
	return false;
}

void
damage_set_list(struct problem *problem, const struct argument *arguments)
{
	problem_set(problem,
		SAY_PRIVATE("database-damaged", "the database is damaged: {what}", "the database is damaged" DB_DOCTOR),
		(struct argument){.type = ARGUMENT_MESSAGE, .name = "what", .list = arguments});
}

bool
db_damage_list(struct db *db, const struct argument *arguments)
{
	if (!db_has_failed(db))
		damage_set_list(&db->problem, arguments);
	return false;
}

/* Whether a statement may be run: not after a failure in this transaction. */
static bool
is_ready(struct db *db)
{
	if (!db->inside) {
		problem_clear(&db->problem);
		db->again = false;
	}
	return !db_has_failed(db);
}

bool
db_read(struct db *db, const char *sql, struct db_values values, db_take *take, void *data)
{
	g_assert(values.count <= DB_VALUES);
	return is_ready(db) && db->engine->run(db, sql, values, take, data);
}

bool
db_run(struct db *db, const char *sql, struct db_values values)
{
	return db_read(db, sql, values, NULL, NULL);
}

void
db_take_numbers(void *data, const char *const *row)
{
	const struct db_numbers *into = data;

	for (int i = 0; i < into->n; i++)
		into->numbers[i] = db_number(row[i]);
}

bool
db_numbers(struct db *db, const char *sql, struct db_values values, int64_t *numbers, int n)
{
	return db_read(db, sql, values, db_take_numbers, &(struct db_numbers){numbers, n});
}

void
db_take_string(void *data, const char *const *row)
{
	char **text = data;

	g_free(*text);
	*text = g_strdup(row[0]);
}

char *
db_string(struct db *db, const char *sql, struct db_values values)
{
	char *text = NULL;

	if (!db_read(db, sql, values, db_take_string, &text))
		g_clear_pointer(&text, g_free);
	return text;
}

bool
db_script(struct db *db, const char *sql)
{
	return is_ready(db) && db->engine->script(db, sql);
}

bool
db_begin(struct db *db, bool writes)
{
	db->inside = false;
	is_ready(db);
	if (writes && db->closed.status != STATUS_OK)
		db->problem = db->closed;
	if (!db_has_failed(db))
		db->engine->begin(db, writes);
	db->inside = true; /* also after a failure: nothing is run until the rollback */
	return !db_has_failed(db);
}

bool
db_commit(struct db *db)
{
	bool fine = !db_has_failed(db) && db->engine->commit(db);

	db->inside = !fine;
	return fine;
}

bool
db_is_there(struct db *db)
{
	return is_ready(db) && (db->engine->is_there == NULL || db->engine->is_there(db));
}

void
db_rollback(struct db *db)
{
	db->engine->rollback(db);
	db->inside = false;
}
