/* SPDX-License-Identifier: MIT
 * The store's connections, and how changes get on disk. Whoever
 * finds nobody writing writes for all who wait: one commit, and one wait for the
 * disk, for many answers. Each of them still answers only after that commit. */
#include <string.h>

#include "kiosk/store/backups.h"
#include "kiosk/store/parts.h"

#define BATCH 256 /* writes in a transaction */
#define TRIES 4

/* Microseconds that what may be lost waits for others who write: enough for a slow disk, and nothing that
 * an organiser who logs in while the database is locked would notice. */
#define SOON_US G_USEC_PER_SEC

void
store_write_refuse_list(struct store_write *write, enum store_status status, const struct argument *arguments)
{
	problem_set_list(&write->problem, STATUS_REFUSED, arguments);
	write->status = status;
}

bool
store_text_fits(const char *text, size_t size)
{
	size_t length = text == NULL ? 0 : strnlen(text, size);

	return text != NULL && length < size && g_utf8_validate(text, (gssize)length, NULL);
}

bool
store_saw(struct store *store, int64_t version)
{
	int64_t known = __atomic_load_n(&store->version, __ATOMIC_SEQ_CST);

	while (version > known)
		if (__atomic_compare_exchange_n(
			    &store->version, &known, version, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			return true;
	return false;
}

int64_t
store_version(struct store *store)
{
	return __atomic_load_n(&store->version, __ATOMIC_SEQ_CST);
}

void
store_answered(struct store *store, enum db_status status, const struct problem *problem)
{
	bool away = status == DB_AWAY, before;

	if (!away && !__atomic_load_n(&store->away, __ATOMIC_SEQ_CST))
		return;
	g_mutex_lock(&store->away_lock);
	before = store->away;
	if (away)
		store->away_says = *problem;
	if (away || status == DB_OK)
		__atomic_store_n(&store->away, away, __ATOMIC_SEQ_CST);
	g_mutex_unlock(&store->away_lock);
	/* It may be one connection alone: then that is over at once. */
	if (away && !before)
		watch_wake(store);
}

bool
store_away(struct store *store, struct problem *problem)
{
	if (!__atomic_load_n(&store->away, __ATOMIC_SEQ_CST))
		return false;
	g_mutex_lock(&store->away_lock);
	*problem = store->away_says;
	g_mutex_unlock(&store->away_lock);
	return true;
}

bool
store_trouble(struct store *store, struct problem *problem)
{
	if (store_away(store, problem))
		return true;
	if (store->writer->closed.status != STATUS_OK) {
		*problem = store->writer->closed;
	} else {
		g_mutex_lock(&store->away_lock);
		*problem = store->stuck;
		g_mutex_unlock(&store->away_lock);
	}
	return problem->status != STATUS_OK;
}

void
store_stuck(struct store *store, enum db_status status, const struct problem *problem)
{
	bool locked = status == DB_LOCKED;

	/* Damage is told as such. */
	if (status != DB_OK && store_fault(problem) == STORE_FAULT_DAMAGED)
		return;
	g_mutex_lock(&store->away_lock);
	if (status == DB_OK)
		problem_clear(&store->stuck);
	else
		store->stuck = *problem;
	__atomic_store_n(&store->locked, locked, __ATOMIC_SEQ_CST);
	g_mutex_unlock(&store->away_lock);
	/* The watcher waits for the lock, so that it is known at once when it is gone. */
	if (locked)
		watch_wake(store);
}

bool
store_is_locked(struct store *store, struct problem *problem)
{
	bool locked;

	if (!__atomic_load_n(&store->locked, __ATOMIC_SEQ_CST))
		return false;
	g_mutex_lock(&store->away_lock);
	locked = store->locked;
	if (locked)
		*problem = store->stuck;
	g_mutex_unlock(&store->away_lock);
	return locked;
}

bool
store_is_stuck(struct store *store)
{
	bool stuck;

	g_mutex_lock(&store->away_lock);
	stuck = store->stuck.status != STATUS_OK;
	g_mutex_unlock(&store->away_lock);
	return stuck;
}

struct state {
	int64_t version, schema;
};

static void
take_state(void *data, const struct db_row *row)
{
	*(struct state *)data = (struct state){db_number(row, 0), db_number(row, 1)};
}

/* One transaction for all. The update of the version comes first: where several kiosks share a
 * database, the others wait here. */
static enum db_status
transact(struct db *db, GPtrArray *writes, int64_t *version, struct problem *problem)
{
	static const char grow[] = "update state set version = version + 1 returning version, schema";
	struct state state = {0};
	bool any = false;
	enum db_status status = db_begin(db, true, problem);

	if (status == DB_OK)
		status = db_run(db, grow, NULL, 0, take_state, &state, problem);
	*version = state.version;
	if (status == DB_OK && state.schema != (int64_t)schema_now) {
		schema_set_raised(problem);
		status = DB_TROUBLE;
	}
	for (unsigned i = 0; i < writes->len && status == DB_OK; i++) {
		struct store_write *write = g_ptr_array_index(writes, i);

		problem_clear(&write->problem);
		write->status = STORE_OK;
		status = write->work(db, write);
		if (status != DB_OK && problem->status == STATUS_OK)
			*problem = write->problem;
		any |= write->status == STORE_OK;
	}
	if (status == DB_OK && any)
		return db_commit(db, problem);
	*version = 0;
	db_rollback(db);
	return status;
}

static void
fail_all(GPtrArray *writes, const struct problem *problem)
{
	for (unsigned i = 0; i < writes->len; i++) {
		struct store_write *write = g_ptr_array_index(writes, i);

		write->status = STORE_TROUBLE;
		write->problem = *problem;
	}
}

/* Nothing is answered before it is known to lie where it will be looked for. */
static void
work_for_all(struct store *store, GPtrArray *writes)
{
	const struct store_write *first = g_ptr_array_index(writes, 0);
	struct problem problem = {0};
	int64_t version = 0;
	enum db_status status = DB_TROUBLE;
	bool known = false; /* that there is no use in trying */

	for (int tries = 0; tries < TRIES; tries++) {
		problem_clear(&problem);
		known = store_away(store, &problem) || (!first->tries && store_is_locked(store, &problem));
		if (known || !db_there(store->writer, &problem))
			break;
		status = transact(store->writer, writes, &version, &problem);
		if (status == DB_OK)
			break;
		db_rollback(store->writer);
		if (status != DB_AGAIN)
			break;
	}
	if (status == DB_AWAY)
		store_answered(store, status, &problem);
	if (status == DB_OK && !db_there(store->writer, &problem))
		status = DB_TROUBLE;
	if (status == DB_OK ? version != 0 : !known && status != DB_AWAY)
		store_stuck(store, status, &problem);
	if (status != DB_OK)
		fail_all(writes, &problem);
	else if (version != 0 && store_saw(store, version)) {
		if (first->large)
			__atomic_store_n(&store->imported, true, __ATOMIC_SEQ_CST);
		watch_wake(store);
	}
}

/* The next ones of the queue that may share a transaction. */
static GPtrArray *
next_writes(struct store *store)
{
	GPtrArray *writes = g_ptr_array_new();
	struct store_write *write;

	while (writes->len < BATCH && (write = g_queue_peek_head(&store->queue)) != NULL) {
		if (write->alone && writes->len > 0)
			break;
		g_ptr_array_add(writes, g_queue_pop_head(&store->queue));
		if (write->alone)
			break;
	}
	return writes;
}

enum store_status
store_write(struct store *store, struct store_write *write, struct problem *problem)
{
	int64_t until = g_get_monotonic_time() + SOON_US;

	if ((!write->mends && store_damage(store, problem)) || (!write->tries && store_is_locked(store, problem)))
		return STORE_TROUBLE;
	g_mutex_lock(&store->queue_lock);
	g_queue_push_tail(&store->queue, write);
	while (!write->done) {
		GPtrArray *writes;

		if (store->working && !write->soon) {
			g_cond_wait(&store->queue_done, &store->queue_lock);
			continue;
		}
		if (store->working) {
			write->soon = g_cond_wait_until(&store->queue_done, &store->queue_lock, until);
			/* What is not there any more is being written. */
			if (write->soon || !g_queue_remove(&store->queue, write))
				continue;
			store_write_refuse(
				write, STORE_TROUBLE, SAY("database-busy", "the database is busy; try again"));
			break;
		}
		store->working = true;
		writes = next_writes(store);
		g_mutex_unlock(&store->queue_lock);
		work_for_all(store, writes);
		g_mutex_lock(&store->queue_lock);
		store->working = false;
		for (unsigned i = 0; i < writes->len; i++)
			((struct store_write *)g_ptr_array_index(writes, i))->done = true;
		g_ptr_array_free(writes, TRUE);
		g_cond_broadcast(&store->queue_done);
	}
	g_mutex_unlock(&store->queue_lock);
	if (write->status == STORE_TROUBLE)
		store_note_damage(store, &write->problem);
	*problem = write->problem;
	return write->status;
}

struct db *
store_borrow(struct store *store, struct problem *problem)
{
	struct db *db = NULL;
	bool more;

	g_mutex_lock(&store->reader_lock);
	while (store->idle == 0 && store->opened == STORE_READERS)
		g_cond_wait(&store->reader_back, &store->reader_lock);
	/* Known by those who had it before, perhaps. */
	if (store_away(store, problem)) {
		g_cond_signal(&store->reader_back);
		g_mutex_unlock(&store->reader_lock);
		return NULL;
	}
	more = store->idle == 0;
	if (more)
		store->opened++;
	else
		db = store->reader[--store->idle];
	g_mutex_unlock(&store->reader_lock);
	if (more)
		db = db_open(store->where, store->writer, problem);
	if (db == NULL) {
		g_mutex_lock(&store->reader_lock);
		store->opened--;
		g_cond_signal(&store->reader_back);
		g_mutex_unlock(&store->reader_lock);
	}
	return db;
}

void
store_give_back(struct store *store, struct db *db)
{
	g_mutex_lock(&store->reader_lock);
	store->reader[store->idle++] = db;
	g_cond_signal(&store->reader_back);
	g_mutex_unlock(&store->reader_lock);
}

enum db_status
store_ask(struct store *store, const char *sql, const struct db_value *values, unsigned count, db_take *take,
	void *data, struct problem *problem)
{
	struct db *db = store_borrow(store, problem);
	enum db_status status;

	if (db == NULL)
		return DB_TROUBLE;
	status = db_run(db, sql, values, count, take, data, problem);
	store_give_back(store, db);
	if (status == DB_AWAY)
		store_answered(store, status, problem);
	if (status != DB_OK)
		store_note_damage(store, problem);
	return status;
}

enum store_status
store_read(struct store *store, const char *sql, const struct db_value *values, unsigned count, db_take *take,
	void *data, struct problem *problem)
{
	enum db_status status = store_ask(store, sql, values, count, take, data, problem);

	return status == DB_OK ? STORE_OK : STORE_TROUBLE;
}

enum store_status
store_list(struct store *store, const char *sql, const struct db_value *value, unsigned count, db_take *take,
	GDestroyNotify destroy, GPtrArray **list, struct problem *problem)
{
	enum store_status status;

	problem_clear(problem);
	*list = g_ptr_array_new_with_free_func(destroy);
	status = store_read(store, sql, value, count, take, *list, problem);
	if (status != STORE_OK)
		g_clear_pointer(list, g_ptr_array_unref);
	return status;
}

/* A file is small enough to look at every row of it whenever it is opened: what changed by itself
 * is seen before the evening, and again after every start. A server looks after its own disks. */
static void
look_at_rows(struct store *store)
{
	struct store_findings findings = {0};
	struct problem problem = {0};

	if (store->writer->engine != &db_sqlite)
		return;
	if (db_begin(store->writer, false, &problem) == DB_OK)
		verify_all(store->writer, false, &findings, &problem);
	db_rollback(store->writer);
	store_note_damage(store, findings.damage != NULL ? g_ptr_array_index(findings.damage, 0) : &problem);
	store_findings_clear(&findings);
}

/* A file that is about to be brought up to date is copied first. A server's is in the hands of
 * whoever looks after it. */
static bool
copy_old(struct db *db, const char *where, struct problem *problem)
{
	int64_t schema = 0;
	bool set, fine;
	char *what;

	if (db->engine != &db_sqlite || db->closed.status != STATUS_OK)
		return true;
	if (db_is_set_up(db, &set, problem) != DB_OK)
		return false;
	if (!set)
		return true;
	if (db_run(db, "select schema from state", NULL, 0, db_take_number, &schema, problem) != DB_OK)
		return false;
	if (schema <= 0 || schema >= (int64_t)schema_now)
		return true;
	what = g_strdup_printf("schema%" G_GINT64_FORMAT "-", schema);
	fine = backups_before(db, where, what, problem);
	g_free(what);
	return fine;
}

struct store *
store_open(const char *where, struct problem *problem)
{
	struct store *store = g_new0(struct store, 1);
	static const char sql[] = "select version from state";
	int64_t version = 0;

	problem_clear(problem);
	g_mutex_init(&store->queue_lock);
	g_cond_init(&store->queue_done);
	g_queue_init(&store->queue);
	g_mutex_init(&store->reader_lock);
	g_cond_init(&store->reader_back);
	g_mutex_init(&store->away_lock);
	store->where = g_strdup(where);
	store->wake = -1;
	store->writer = db_open(where, NULL, problem);
	if (store->writer != NULL)
		store->writer->hurry = &store->hurry;
	if (store->writer == NULL || !copy_old(store->writer, where, problem) ||
		!schema_migrate(store->writer, schema_now, problem) ||
		db_run(store->writer, sql, NULL, 0, db_take_number, &version, problem) != DB_OK ||
		!db_there(store->writer, problem) || !watch_start(store, problem)) {
		store_close(store);
		return NULL;
	}
	store_saw(store, version);
	look_at_rows(store);
	return store;
}

void
store_hurry(struct store *store)
{
	__atomic_store_n(&store->hurry, g_get_monotonic_time(), __ATOMIC_SEQ_CST);
}

void
store_close(struct store *store)
{
	if (store == NULL)
		return;
	store_hurry(store);
	watch_stop(store);
	for (unsigned i = 0; i < store->idle; i++)
		db_close(store->reader[i]);
	db_close(store->writer);
	g_mutex_clear(&store->queue_lock);
	g_cond_clear(&store->queue_done);
	g_mutex_clear(&store->reader_lock);
	g_cond_clear(&store->reader_back);
	g_mutex_clear(&store->away_lock);
	g_free(store->where);
	g_free(store);
}

enum store_fault
store_fault(const struct problem *problem)
{
	static const struct {
		const char *id;
		enum store_fault fault;
	} known[] = {
		{DB_SAYS_DAMAGED, STORE_FAULT_DAMAGED},
		{"store-damaged", STORE_FAULT_DAMAGED},
		{"schema-newer", STORE_FAULT_NEWER},
		{"database-read-only", STORE_FAULT_CLOSED},
		{"database-older-read-only", STORE_FAULT_CLOSED},
		{"database-not-opened", STORE_FAULT_CLOSED},
		{"database-not-a-file", STORE_FAULT_CLOSED},
		{"database-not-made", STORE_FAULT_CLOSED},
		{"server-unreachable", STORE_FAULT_AWAY},
		{"server-silent", STORE_FAULT_AWAY},
		{"database-locked", STORE_FAULT_LOCKED},
		{DB_SAYS_FULL, STORE_FAULT_FULL},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (problem_is(problem, known[i].id))
			return known[i].fault;
	return STORE_FAULT_OTHER;
}
