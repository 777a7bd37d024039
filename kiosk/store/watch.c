/* SPDX-License-Identifier: MIT
 * Seeing changes, our own and those of other kiosks, on a thread and a
 * connection of its own. It outlives a database that is gone for a while. */
#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "kiosk/store/parts.h"

#define PAUSE_MS 1000 /* before a database that is gone is asked again */
#define QUIET    2    /* looks without a change after which nothing goes on */

/* Changes after which tables are analysed again, and a tenth of all changes more. A server also does that
 * automatically, but a minute late, when hundreds of results were stored by plans for empty tables. Analysing
 * takes some 20 ms. */
#define ANALYSED 100

/* What is known of changes while nothing goes on. */
struct quiet {
	int64_t version; /* of the last look */
	unsigned looks;  /* since it changed */
	bool settled;    /* the log of it */
};

struct state {
	int64_t version, schema;
};

/* Reads away what woke us; true when that was a change of our own. */
static bool
woken(struct store *store)
{
	uint64_t count;

	return read(store->wake, &count, sizeof count) == sizeof count;
}

static void
tell(struct store *store)
{
	void (*changed)(void *data) = __atomic_load_n(&store->changed, __ATOMIC_SEQ_CST);

	if (changed != NULL && !__atomic_load_n(&store->stop, __ATOMIC_SEQ_CST))
		changed(store->changed_data);
}

static void
pause_a_while(struct store *store)
{
	struct pollfd polled = {.fd = store->wake, .events = POLLIN};

	poll(&polled, 1, PAUSE_MS);
	if (woken(store))
		tell(store);
}

static void
take_state(void *data, const struct db_row *row)
{
	struct state *state = data;

	state->version = db_number(row, 0);
	state->schema = db_number(row, 1);
}

/* Nothing needs to be stored for it to be known that nothing can be; and when it can be again. */
static void
look_at_writing(struct store *store, struct db *db, const struct state *state)
{
	struct message says;
	struct problem problem = {0};

	if (!db_there(db, &problem))
		store_stuck(store, DB_TROUBLE, &problem);
	else if (state->schema != 0 && state->schema != (int64_t)schema_now) {
		schema_set_raised(&problem);
		store_stuck(store, DB_TROUBLE, &problem);
	} else if (store_is_stuck(store))
		store_probe(store, &says, &problem);
}

/* Before anybody hears of the news, and asks for it. */
static void
analyse(struct store *store, struct db *db, int64_t version)
{
	bool imported = __atomic_exchange_n(&store->imported, false, __ATOMIC_SEQ_CST);

	if (!imported && version - store->analysed <= ANALYSED + store->analysed / 10)
		return;
	store->analysed = version;
	db_analyse(db);
}

/* Waits for news. False when the connection is of no use. */
static bool
look(struct store *store, struct db *db)
{
	static const char sql[] = "select version, schema from state";
	struct problem problem = {0};
	struct state state = {0};
	enum db_status status = db_wait(db, store->wake, &problem);
	bool own = woken(store);

	if (status == DB_OK && !__atomic_load_n(&store->stop, __ATOMIC_SEQ_CST))
		status = db_run(db, sql, NULL, 0, take_state, &state, &problem);
	store_answered(store, status, &problem);
	if (status == DB_OK)
		analyse(store, db, state.version);
	if (store_saw(store, state.version) || own)
		tell(store);
	if (status == DB_OK && !__atomic_load_n(&store->stop, __ATOMIC_SEQ_CST))
		look_at_writing(store, db, &state);
	return status == DB_OK;
}

/* A copy of the file alone, by somebody who does not know better, has what was stored before it. */
static void
tidy(struct store *store, struct db *db, struct quiet *quiet)
{
	int64_t version = store_version(store);

	if (version != quiet->version)
		*quiet = (struct quiet){.version = version};
	else if (!quiet->settled && ++quiet->looks >= QUIET)
		quiet->settled = db_settle_log(db);
}

static void *
watch(void *data)
{
	struct store *store = data;
	struct db *db = NULL;
	struct quiet quiet = {0};

	while (!__atomic_load_n(&store->stop, __ATOMIC_SEQ_CST)) {
		struct problem problem = {0};

		if (db == NULL)
			db = db_open(store->where, store->writer, &problem);
		if (db == NULL)
			store_stuck(store, DB_TROUBLE, &problem);
		if (db == NULL || !look(store, db)) {
			db_close(db);
			db = NULL;
			pause_a_while(store);
		} else {
			tidy(store, db, &quiet);
		}
	}
	db_close(db);
	return NULL;
}

bool
watch_start(struct store *store, struct problem *problem)
{
	store->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (store->wake < 0) {
		return problem_set(problem, SAY("cannot-watch", "the store cannot watch for changes: {detail}"),
			ARG_PRIVATE("detail", g_strerror(errno)));
	}
	store->watcher = g_thread_new("store-watch", watch, store);
	return true;
}

void
watch_wake(struct store *store)
{
	uint64_t one = 1;

	/* Full means that it is awake already. */
	if (write(store->wake, &one, sizeof one) < 0)
		return;
}

void
watch_stop(struct store *store)
{
	__atomic_store_n(&store->stop, true, __ATOMIC_SEQ_CST);
	if (store->wake < 0)
		return;
	watch_wake(store);
	if (store->watcher != NULL)
		g_thread_join(store->watcher);
	close(store->wake);
}

void
store_watch(struct store *store, void (*changed)(void *data), void *data)
{
	store->changed_data = data;
	__atomic_store_n(&store->changed, changed, __ATOMIC_SEQ_CST);
}
