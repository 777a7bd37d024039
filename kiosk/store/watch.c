/* SPDX-License-Identifier: MIT
 * A thread with its own connection that notices changes by this kiosk and others. It reconnects when a database was
 * unreachable for a while. */
#include "kiosk/store/parts.h"

/* Milliseconds between looks for changes by other kiosks. Longer, and their results appear later; shorter keeps an idle
 * machine busy. */
#define POLL_MS 200

/* Looks after which the rest is checked, too: about a second. */
#define LOOKS 5

/* Milliseconds between attempts to reach a database that is unreachable. */
#define RETRY_MS 1000

/* Waits of a second without a change after which the log is checkpointed. */
#define QUIET 2

/* Planner statistics are updated after this many changes, plus a tenth of all changes. A server also does it
 * automatically, but after a minute, when hundreds of results were stored by plans for empty tables. Takes about 20 ms.
 */
#define ANALYSED 100

static bool
stops(struct store *store)
{
	return __atomic_load_n(&store->stop, __ATOMIC_SEQ_CST);
}

/* Waits; true, and at once, if this kiosk wakes the watcher. */
static bool
is_woken(struct store *store, unsigned milliseconds)
{
	bool woken = g_async_queue_timeout_pop(store->wakes, 1000 * (guint64)milliseconds) != NULL;

	while (g_async_queue_try_pop(store->wakes) != NULL)
		;
	return woken;
}

static void
tell(struct store *store)
{
	void (*changed)(void *data) = __atomic_load_n(&store->changed, __ATOMIC_SEQ_CST);

	if (changed != NULL && !stops(store))
		changed(store->changed_data);
}

/* Finds out whether writing works, also when nobody writes. */
static void
check_writing(struct store *store, struct db *db, int64_t schema)
{
	enum store_fault fault = __atomic_load_n(&store->fault, __ATOMIC_SEQ_CST);
	struct problem problem = {0};
	struct message works;

	if (!db_is_there(db)) {
		store_note(store, &db->problem);
	} else if (schema != (int64_t)schema_now) {
		schema_set_raised(&problem);
		store_note(store, &problem);
	} else if (fault != STORE_FAULT_NONE && fault != STORE_FAULT_DAMAGED && db->closed.status == STATUS_OK) {
		store_probe(store, &works, &problem);
	}
}

/* Updates the planner statistics before pages are told of changes and ask for them. If that fails, perhaps because
 * another program has locked a table, it is tried again the next time. */
static void
analyse(struct store *store, struct db *db, int64_t version)
{
	bool imported = __atomic_exchange_n(&store->imported, false, __ATOMIC_SEQ_CST);

	if (db->engine->analyse == NULL || (!imported && version - store->analysed <= ANALYSED + store->analysed / 10))
		return;
	if (db_script(db, db->engine->analyse))
		store->analysed = version;
	else
		__atomic_store_n(&store->imported, true, __ATOMIC_SEQ_CST);
}

/* Waits for changes, about a second, and reports them. False if the connection has failed. */
static bool
look(struct store *store, struct db *db)
{
	int64_t known = store_version(store), state[2] = {0, schema_now}; /* version and schema */
	bool fine = true, own = false;

	for (int i = 0; i < LOOKS && fine && !own && state[0] <= known; i++) {
		own = is_woken(store, POLL_MS);
		if (!stops(store))
			fine = db_numbers(db, "select version, schema from state", DB_NOTHING, state, 2);
	}
	bool last = stops(store);

	if (!fine && store_fault(&db->problem) == STORE_FAULT_AWAY)
		store_note(store, &db->problem);
	else if (fine && __atomic_load_n(&store->fault, __ATOMIC_SEQ_CST) == STORE_FAULT_AWAY)
		store_note(store, &(struct problem){0});
	if (fine)
		analyse(store, db, state[0]);
	if (store_saw(store, state[0]) || own)
		tell(store);
	if (fine && !last)
		check_writing(store, db, state[1]);
	return fine;
}

/* The log is checkpointed when nothing has changed for a while, so that a copy of the file without its log, made by
 * somebody who does not know about it, has everything up to then. */
static void *
watch(void *data)
{
	struct store *store = data;
	struct db *db = NULL;
	int64_t seen = 0;    /* the version that was seen last */
	unsigned looks = 0;  /* calls of look() since it changed */
	bool settled = true; /* the log of that version is checkpointed */

	while (!stops(store)) {
		struct problem problem = {0};

		if (db == NULL)
			db = db_create(store->where, store->writer, &problem);
		if (db == NULL)
			store_note(store, &problem);
		if (db == NULL || !look(store, db)) {
			g_clear_pointer(&db, db_destroy);
			if (is_woken(store, RETRY_MS))
				tell(store);
		} else if (seen != store_version(store)) {
			seen = store_version(store);
			looks = 0;
			settled = db->engine->settle_log == NULL || db->closed.status != STATUS_OK;
		} else if (!settled && ++looks >= QUIET) {
			settled = db->engine->settle_log(db);
		}
	}
	db_destroy(db);
	return NULL;
}

void
watch_init(struct store *store)
{
	store->watcher = g_thread_new("store-watch", watch, store);
}

void
watch_wake(struct store *store)
{
	g_async_queue_push(store->wakes, store);
}

void
watch_finish(struct store *store)
{
	__atomic_store_n(&store->stop, true, __ATOMIC_SEQ_CST);
	watch_wake(store);
	if (store->watcher != NULL)
		g_thread_join(store->watcher);
}

void
store_watch(struct store *store, void (*changed)(void *data), void *data)
{
	store->changed_data = data;
	__atomic_store_n(&store->changed, changed, __ATOMIC_SEQ_CST);
}
