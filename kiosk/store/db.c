/* SPDX-License-Identifier: MIT
 * The kinds of databases. */
#include "kiosk/store/db.h"

#define HURRY_US (500 * 1000) /* for an answer when the program ends */

void
db_damaged(struct problem *problem, const struct message *what)
{
	db_explain(problem,
		SAY_PRIVATE(DB_SAYS_DAMAGED, "the database is damaged: {what}", "the database is damaged" DB_DOCTOR),
		ARG_CAUSE("what", what));
}

int64_t
db_number(const struct db_row *row, int column)
{
	return row->db->engine->number(row, column);
}

const char *
db_text(const struct db_row *row, int column)
{
	return row->db->engine->text(row, column);
}

void
db_take_number(void *data, const struct db_row *row)
{
	*(int64_t *)data = db_number(row, 0);
}

void
db_take_text(void *data, const struct db_row *row)
{
	char **text = data;

	g_free(*text);
	*text = g_strdup(db_text(row, 0));
}

int64_t
db_until(const struct db *db, int64_t since, int64_t limit)
{
	int64_t hurry = db->hurry == NULL ? 0 : __atomic_load_n(db->hurry, __ATOMIC_SEQ_CST);

	return hurry == 0 ? since + limit : MIN(since + limit, MAX(since, hurry) + HURRY_US);
}

struct db *
db_open(const char *where, const struct db *like, struct problem *problem)
{
	bool remote = g_str_has_prefix(where, "postgresql://") || g_str_has_prefix(where, "postgres://");
	struct db *db = (remote ? &db_postgres : &db_sqlite)->open(where, like, problem);

	if (db != NULL && like != NULL)
		db->hurry = like->hurry;
	return db;
}

void
db_close(struct db *db)
{
	if (db == NULL)
		return;
	db->engine->close(db);
}

enum db_status
db_run(struct db *db, const char *sql, const struct db_value *values, unsigned count, db_take *take, void *data,
	struct problem *problem)
{
	g_assert(count <= DB_VALUES);
	return db->engine->run(db, sql, values, count, take, data, problem);
}

enum db_status
db_script(struct db *db, const char *sql, struct problem *problem)
{
	return db->engine->script(db, sql, problem);
}

enum db_status
db_begin(struct db *db, bool writes, struct problem *problem)
{
	return db->engine->begin(db, writes, problem);
}

enum db_status
db_commit(struct db *db, struct problem *problem)
{
	return db->engine->commit(db, problem);
}

void
db_rollback(struct db *db)
{
	db->engine->rollback(db);
}

bool
db_there(struct db *db, struct problem *problem)
{
	return db->engine->there(db, problem);
}

enum db_status
db_is_set_up(struct db *db, bool *is, struct problem *problem)
{
	return db->engine->is_set_up(db, is, problem);
}

enum db_status
db_set_up(struct db *db, struct problem *problem)
{
	return db->engine->set_up(db, problem);
}

enum db_status
db_wait(struct db *db, int wake, struct problem *problem)
{
	return db->engine->wait(db, wake, problem);
}

void
db_analyse(struct db *db)
{
	if (db->engine->analyse != NULL)
		db->engine->analyse(db);
}

bool
db_settle_log(struct db *db)
{
	return db->engine->settle_log == NULL || db->closed.status != STATUS_OK || db->engine->settle_log(db);
}

char *
db_describe(struct db *db)
{
	return db->engine->describe(db);
}
