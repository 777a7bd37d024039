/* SPDX-License-Identifier: MIT
 * The store's connections, and its queue of writes. A thread that finds no other one writing does all waiting writes in
 * one transaction (a group commit), so that they wait for the disk only once. Each of them returns after that commit.
 */
#include <string.h>

#include "kiosk/store/backups.h"
#include "kiosk/store/parts.h"
#include "scoring/printable.h"

/* Most writes in a transaction: more would delay the first of them. */
#define BATCH 256

/* Attempts at a transaction that conflicts with those of other programs. */
#define TRIES 4

/* Microseconds that a write that may be lost waits for other writers: enough for a slow disk, and short enough for an
 * organiser who logs in while the database is locked. */
#define SOON_US G_USEC_PER_SEC

bool
store_write_refuse_list(struct store_write *write, enum store_status status, const struct argument *arguments)
{
	write->status = status;
	return problem_set_list(&write->problem, STATUS_REFUSED, arguments);
}

bool
store_text_fits(const char *text, size_t size)
{
	size_t length = text == NULL ? 0 : strnlen(text, size);

	return text != NULL && length < size && g_utf8_validate(text, (gssize)length, NULL);
}

void *
store_copy_list(const void *record, size_t size, const size_t *texts, size_t count)
{
	size_t bytes = size;

	for (size_t i = 0; i < count; i++) {
		const char *text = *(const char *const *)((const char *)record + texts[i]);

		bytes += text == NULL ? 0 : strlen(text) + 1;
	}
	char *copy = g_malloc(bytes), *at = copy + size;
	memcpy(copy, record, size);
	for (size_t i = 0; i < count; i++) {
		const char **text = (const char **)(void *)(copy + texts[i]), *from = *text;

		if (from == NULL)
			continue;
		*text = at;
		at = stpcpy(at, from) + 1;
	}
	return copy;
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

enum store_fault
store_fault(const struct problem *problem)
{
	static const struct {
		const char *id;
		enum store_fault fault;
	} known[] = {{"database-damaged", STORE_FAULT_DAMAGED}, {"store-damaged", STORE_FAULT_DAMAGED},
		{"schema-newer", STORE_FAULT_NEWER}, {"database-read-only", STORE_FAULT_CLOSED},
		{"database-older-read-only", STORE_FAULT_CLOSED}, {"database-not-opened", STORE_FAULT_CLOSED},
		{"database-not-a-file", STORE_FAULT_CLOSED}, {"database-not-made", STORE_FAULT_CLOSED},
		{"server-unreachable", STORE_FAULT_AWAY}, {"server-silent", STORE_FAULT_AWAY},
		{"database-locked", STORE_FAULT_LOCKED}, {"disk-full", STORE_FAULT_FULL}};

	if (problem->status == STATUS_OK)
		return STORE_FAULT_NONE;
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (problem_is(problem, known[i].id))
			return known[i].fault;
	return STORE_FAULT_OTHER;
}

void
store_note(struct store *store, const struct problem *problem)
{
	enum store_fault fault = store_fault(problem), before;

	g_mutex_lock(&store->trouble_lock);
	before = store->fault;
	bool stays = before == STORE_FAULT_DAMAGED ||
		(store->writer->closed.status != STATUS_OK && fault != STORE_FAULT_DAMAGED);
	if (!stays) {
		if (fault == STORE_FAULT_DAMAGED)
			problem_set(&store->trouble,
				SAY_PRIVATE("store-damaged", "{damage}; nothing is stored until a backup is restored",
					"the database is damaged" DB_DOCTOR),
				ARG_CAUSE("damage", &problem->message));
		else
			store->trouble = *problem;
		__atomic_store_n(&store->fault, fault, __ATOMIC_SEQ_CST);
	}
	g_mutex_unlock(&store->trouble_lock);
	/* The watcher reports damage, and tries again until the server or the lock is available. */
	if (!stays && fault != before && fault != STORE_FAULT_NONE)
		watch_wake(store);
}

enum store_fault
store_trouble(struct store *store, struct problem *problem)
{

	if (__atomic_load_n(&store->fault, __ATOMIC_SEQ_CST) == STORE_FAULT_NONE)
		return STORE_FAULT_NONE;
	g_mutex_lock(&store->trouble_lock);
	enum store_fault fault = store->fault;
	if (fault != STORE_FAULT_NONE)
		*problem = store->trouble;
	g_mutex_unlock(&store->trouble_lock);
	return fault;
}

/* Whether a write is already known to fail; then *problem is set. */
static bool
cannot_write(struct store *store, const struct store_write *write, struct problem *problem)
{
	struct problem known;
	enum store_fault fault = store_trouble(store, &known);
	bool hopeless = fault == STORE_FAULT_AWAY || (fault == STORE_FAULT_LOCKED && !write->probes) ||
		(fault == STORE_FAULT_DAMAGED && !write->restores);

	if (hopeless)
		*problem = known;
	return hopeless;
}

/* Does all writes in one transaction. It updates the version first: kiosks that share the database wait for each other
 * there. *version is 0 if nothing was changed. */
static bool
transact(struct db *db, GPtrArray *writes, int64_t *version)
{
	int64_t state[2] = {0, schema_now};
	bool any = false;

	*version = 0;
	db_begin(db, true);
	db_numbers(db, "update state set version = version + 1 returning version, schema", DB_NOTHING, state, 2);
	if (!db_has_failed(db) && state[1] != (int64_t)schema_now)
		schema_set_raised(&db->problem);
	for (unsigned i = 0; i < writes->len && !db_has_failed(db); i++) {
		struct store_write *write = g_ptr_array_index(writes, i);

		problem_clear(&write->problem);
		write->status = STORE_OK;
		write->work(db, write);
		any |= write->status == STORE_OK;
	}
	if (any && db_commit(db))
		*version = state[0];
	else
		db_rollback(db);
	return !db_has_failed(db);
}

/* Does the writes; if that fails, sets the status and problem of each. Checks before and after that the database file
 * was not removed or replaced. */
static void
work_for_all(struct store *store, GPtrArray *writes)
{
	const struct store_write *first = g_ptr_array_index(writes, 0);
	struct db *db = store->writer;
	struct problem problem = {0};
	int64_t version = 0;

	for (int tries = 0; tries < TRIES; tries++)
		if (cannot_write(store, first, &problem) || !db_is_there(db) || transact(db, writes, &version) ||
			!db->again)
			break;
	if (problem.status == STATUS_OK) {
		if (!db_has_failed(db))
			db_is_there(db);
		problem = db->problem;
		if (problem.status == STATUS_OK && version != 0 && first->restores) {
			/* The restore replaced what was damaged. */
			g_mutex_lock(&store->trouble_lock);
			__atomic_store_n(&store->fault, STORE_FAULT_NONE, __ATOMIC_SEQ_CST);
			g_mutex_unlock(&store->trouble_lock);
		}
		if (problem.status != STATUS_OK || version != 0)
			store_note(store, &problem);
	}
	for (unsigned i = 0; i < writes->len && problem.status != STATUS_OK; i++) {
		struct store_write *write = g_ptr_array_index(writes, i);

		write->status = STORE_TROUBLE;
		write->problem = problem;
	}
	if (problem.status != STATUS_OK || version == 0)
		return;
	if (first->large)
		__atomic_store_n(&store->imported, true, __ATOMIC_SEQ_CST);
	/* The watcher may know the version already: the server may notify it before we get here. */
	if (store_saw(store, version) || first->large)
		watch_wake(store);
}

/* Does the writes at the head of the queue that may share a transaction. The queue is locked before and after. */
static void
work_for_queue(struct store *store)
{
	g_autoptr(GPtrArray) writes = g_ptr_array_new();
	bool alone = false;

	while (writes->len < BATCH && !alone && !g_queue_is_empty(&store->queue)) {
		alone = ((const struct store_write *)g_queue_peek_head(&store->queue))->alone;
		if (alone && writes->len > 0)
			break;
		g_ptr_array_add(writes, g_queue_pop_head(&store->queue));
	}
	store->working = true;
	g_mutex_unlock(&store->queue_lock);
	work_for_all(store, writes);
	g_mutex_lock(&store->queue_lock);
	store->working = false;
	for (unsigned i = 0; i < writes->len; i++)
		((struct store_write *)g_ptr_array_index(writes, i))->done = true;
	g_cond_broadcast(&store->queue_done);
}

/* Whether `who` and `why` are valid; false after setting *problem. */
static bool
is_signed(const struct store_write *write, struct problem *problem)
{
	if (write->who != NULL && !store_text_fits(write->who, ENTRY_WHO))
		return problem_set(problem, SAY("who-too-long", "the name of who changes this is too long"));
	if (write->why != NULL && (!store_text_fits(write->why, ENTRY_WHY) || !printable(write->why)))
		return problem_set(problem,
			SAY("why-not-printable", "the reason is too long, or has characters that cannot be shown"));
	return true;
}

enum store_status
store_write(struct store *store, struct store_write *write, struct problem *problem)
{
	int64_t until = g_get_monotonic_time() + SOON_US;

	if (problem->status != STATUS_OK || !is_signed(write, problem))
		return STORE_REFUSED;
	if (cannot_write(store, write, problem))
		return STORE_TROUBLE;
	g_mutex_lock(&store->queue_lock);
	g_queue_push_tail(&store->queue, write);
	while (!write->done) {
		if (!store->working) {
			work_for_queue(store);
		} else if (!write->soon) {
			g_cond_wait(&store->queue_done, &store->queue_lock);
		} else {
			write->soon = g_cond_wait_until(&store->queue_done, &store->queue_lock, until);
			/* A write that is not in the queue any more is being done. */
			if (write->soon || !g_queue_remove(&store->queue, write))
				continue;
			store_write_refuse(
				write, STORE_TROUBLE, SAY("database-busy", "the database is busy; try again"));
			break;
		}
	}
	g_mutex_unlock(&store->queue_lock);
	*problem = write->problem;
	return write->status;
}

struct db *
store_borrow(struct store *store, struct problem *problem)
{
	void *place = g_async_queue_pop(store->readers);
	struct db *db = NULL;

	/* Do not wait for a server that is known not to answer. */
	if (store_trouble(store, problem) != STORE_FAULT_AWAY) {
		problem_clear(problem);
		db = place == store ? db_create(store->where, store->writer, problem) : place;
	}
	if (db == NULL)
		g_async_queue_push(store->readers, place);
	return db;
}

void
store_give_back(struct store *store, struct db *db)
{
	g_async_queue_push_front(store->readers, db);
}

enum store_status
store_read(struct store *store, const char *sql, struct db_values values, db_take *take, void *data,
	struct problem *problem)
{
	struct db *db = store_borrow(store, problem);

	if (db == NULL)
		return STORE_TROUBLE;
	db_read(db, sql, values, take, data);
	*problem = db->problem;
	store_give_back(store, db);
	enum store_fault fault = store_fault(problem);

	if (fault == STORE_FAULT_AWAY || fault == STORE_FAULT_DAMAGED)
		store_note(store, problem);
	return fault == STORE_FAULT_NONE ? STORE_OK : STORE_TROUBLE;
}

enum store_status
store_list(struct store *store, const char *sql, struct db_values values, db_take *take, GPtrArray **list,
	struct problem *problem)
{
	*list = g_ptr_array_new_with_free_func(g_free);
	enum store_status status = store_read(store, sql, values, take, *list, problem);

	if (status != STORE_OK)
		g_clear_pointer(list, g_ptr_array_unref);
	return status;
}

struct store *
store_create(const char *where, struct problem *problem)
{
	struct store *store = g_new0(struct store, 1);
	int64_t version = 0;

	problem_clear(problem);
	g_mutex_init(&store->queue_lock);
	g_cond_init(&store->queue_done);
	g_queue_init(&store->queue);
	store->readers = g_async_queue_new();
	for (unsigned i = 0; i < STORE_READERS; i++)
		g_async_queue_push(store->readers, store);
	g_mutex_init(&store->trouble_lock);
	store->where = g_strdup(where);
	store->wakes = g_async_queue_new();
	store->writer = db_create(where, NULL, problem);
	if (store->writer != NULL && backups_before_migration(store->writer, where, problem)) {
		store->writer->shutdown = &store->shutdown;
		store->trouble = store->writer->closed;
		store->fault = store_fault(&store->trouble);
		if (!schema_migrate(store->writer, schema_now) ||
			!db_numbers(store->writer, "select version from state", DB_NOTHING, &version, 1) ||
			!db_is_there(store->writer))
			*problem = store->writer->problem;
	}
	if (problem->status == STATUS_OK) {
		store_saw(store, version);
		/* A file is small enough to check all of its rows whenever it is opened, so damage is noticed before an
		 * event begins. Checking its disks is left to a server. */
		if (store->writer->engine == &db_sqlite) {
			struct store_findings findings = {0};

			verify_and_note(store, store->writer, false, &findings);
			store_findings_clear(&findings);
		}
		watch_init(store);
		return store;
	}
	store_destroy(store);
	return NULL;
}

void
store_begin_shutdown(struct store *store)
{
	__atomic_store_n(&store->shutdown, g_get_monotonic_time(), __ATOMIC_SEQ_CST);
}

void
store_destroy(struct store *store)
{
	if (store == NULL)
		return;
	store_begin_shutdown(store);
	watch_finish(store);
	for (void *place; (place = g_async_queue_try_pop(store->readers)) != NULL;)
		if (place != store)
			db_destroy(place);
	g_async_queue_unref(store->readers);
	g_async_queue_unref(store->wakes);
	db_destroy(store->writer);
	g_mutex_clear(&store->queue_lock);
	g_cond_clear(&store->queue_done);
	g_mutex_clear(&store->trouble_lock);
	g_free(store->where);
	g_free(store);
}
