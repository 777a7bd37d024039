/* SPDX-License-Identifier: MIT
 * PostgreSQL databases. A broken connection is reconnected with the next call, and one that stays silent for too long
 * is dropped. After an interrupted commit the server is asked for its outcome.
 *
 * The blocking calls of libpq have no timeout for a server that is connected but silent, so only non-blocking calls are
 * used, with a poll() between them. Only the name lookup of the system can still block. */
#include <libpq-fe.h>
#include <poll.h>
#include <string.h>

#include "kiosk/store/db.h"

/* Default seconds without an answer after which a connection is dropped; the address may have another connect_timeout.
 * Less than the 6 s in which requests are answered. */
#define TIMEOUT_S 4

/* Largest connect_timeout that is accepted, in seconds. */
#define TIMEOUT_S_MAX 60

/* Microseconds without an answer on connections for reading. Shorter, because pages ask again. */
#define READING_US 3000000

/* Milliseconds to wait for a locked table when reading. */
#define LOCK_READING_MS 500

/* Most milliseconds to wait for a locked table when writing; less with a short timeout. */
#define LOCK_WRITING_MS 3000

/* Microseconds between two questions for the outcome of a commit. */
#define RETRY_US (50 * 1000)

/* Milliseconds between checks for a shutdown. */
#define SLICE_MS 50

/* Commits notify kiosks of older versions on this channel, which look for changes less often. */
#define CHANNEL "seedpress"

struct postgres {
	struct db db;
	char *where;
	PGconn *link;           /* NULL: none, or it was dropped */
	bool reads;             /* a connection for reading: its timeouts are shorter */
	int64_t timeout;        /* microseconds */
	int64_t transaction;    /* its number */
	GHashTable *statements; /* their numbers on the server, from 1, by their SQL */
};

/* False after `limit` microseconds since `since`, the time of the last data, without new data. */
static bool
wait_for(const struct postgres *postgres, const PGconn *link, short events, int64_t since, int64_t limit)
{
	struct pollfd polled = {.fd = PQsocket(link), .events = events};

	for (;;) {
		int64_t left = db_until(&postgres->db, since, limit) - g_get_monotonic_time();

		if (left <= 0)
			return false;
		if (poll(&polled, 1, (int)MIN(left / 1000 + 1, SLICE_MS)) > 0)
			return true;
	}
}

/* The last answer to a PQsend...(), as PQexec() would return it; NULL after a failure. A connection is dropped if its
 * answer does not come in time. */
static PGresult *
receive(struct postgres *postgres, int sent)
{
	int64_t since = g_get_monotonic_time();
	PGresult *last = NULL, *next;

	while (sent) {
		bool more = PQflush(postgres->link) > 0;

		while (!more && !PQisBusy(postgres->link)) {
			next = PQgetResult(postgres->link);
			if (next == NULL)
				return last;
			PQclear(last);
			last = next;
		}
		if (!wait_for(postgres, postgres->link, more ? POLLIN | POLLOUT : POLLIN, since, postgres->timeout)) {
			PQclear(last);
			g_clear_pointer(&postgres->link, PQfinish);
			return NULL;
		}
		/* If this fails the connection is lost, which the next answer reports. */
		PQconsumeInput(postgres->link);
		since = g_get_monotonic_time();
	}
	return NULL;
}

static PGresult *
ask(struct postgres *postgres, const char *sql)
{
	return receive(postgres, PQsendQuery(postgres->link, sql));
}

/* The first line of a message of the server or of libpq, to be freed. */
static char *
first_line(const char *said)
{
	const char *prefix = "ERROR:  ";

	if (g_str_has_prefix(said, prefix))
		said += strlen(prefix);
	return g_strstrip(g_strndup(said, strcspn(said, "\n")));
}

/* Clears an answer. False after setting the problem if it is not a success. */
static bool
check(struct postgres *postgres, PGresult *answer)
{
	/* Conflicts with another program about a row, a table or a lock: worth another attempt. */
	static const char *const raced[] = {"40001", "40P01", "23505", "23503", "42P06", "42P07", "55006", NULL};
	struct db *db = &postgres->db;

	if (PQresultStatus(answer) == PGRES_COMMAND_OK || PQresultStatus(answer) == PGRES_TUPLES_OK) {
		PQclear(answer);
		return true;
	}
	const char *diagnosis = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
	g_autofree char *state = g_strdup(diagnosis == NULL ? "" : diagnosis);
	g_autofree char *line =
		first_line(answer != NULL ? PQresultErrorMessage(answer) : PQerrorMessage(postgres->link));
	const struct argument detail = ARG_PRIVATE("detail", line);

	PQclear(answer);
	if (postgres->link == NULL)
		return db_fail(db, SAY("server-silent", "the database does not answer"));
	if (PQstatus(postgres->link) != CONNECTION_OK || g_str_has_prefix(state, "57P") ||
		g_str_has_prefix(state, "08")) {
		db->again = true;
		return db_fail(db, DB_SAY("server-lost", "the connection to the database was lost"), detail);
	}
	if (strcmp(state, "55P03") == 0)
		return db_fail(db, DB_SAY_LOCKED, detail);
	if (strcmp(state, "57014") == 0)
		return db_fail(db, DB_SAY("server-slow", "the database took too long"), detail);
	if (strcmp(state, "53100") == 0)
		return db_fail(db, DB_SAY_FULL, detail);
	if (strcmp(state, "25006") == 0 || strcmp(state, "42501") == 0)
		return db_fail(db, DB_SAY_READ_ONLY, detail);
	db->again = g_strv_contains(raced, state);
	return db_fail(db, DB_SAY("server-unusable", "the database cannot be used"), detail);
}

static void
ignore(void *data, const char *message)
{
	(void)data;
	(void)message;
}

/* Closes the connection and connects within `limit` microseconds. Parameters before the address are defaults that it
 * may override: with keepalives a lost server is noticed also on an idle connection. The transaction of a kiosk that
 * was lost blocks the others for ten seconds at most. */
static bool
connect_again(struct postgres *postgres, int64_t limit)
{
	static const char *const names[] = {"keepalives_idle", "keepalives_interval", "keepalives_count",
		"tcp_user_timeout", "dbname", "client_encoding", "fallback_application_name", NULL};
	const char *const values[] = {"10", "5", "2", "15000", postgres->where, "UTF8", "seedpress-kiosk", NULL};
	int64_t begun = g_get_monotonic_time();
	int64_t lock = postgres->reads ? LOCK_READING_MS : CLAMP(postgres->timeout / 1000 - 1000, 500, LOCK_WRITING_MS);
	PostgresPollingStatusType next = PGRES_POLLING_WRITING;

	g_clear_pointer(&postgres->link, PQfinish);
	g_hash_table_remove_all(postgres->statements);
	PGconn *link = PQconnectStartParams(names, values, 1);

	while (PQstatus(link) != CONNECTION_BAD && (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING)) {
		if (!wait_for(postgres, link, next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, begun, limit)) {
			PQfinish(link);
			return false;
		}
		next = PQconnectPoll(link);
	}
	postgres->link = link;
	if (PQstatus(link) != CONNECTION_OK)
		return false;
	PQsetNoticeProcessor(link, ignore, NULL);
	PQsetnonblocking(link, 1);
	g_autofree char *settings = g_strdup_printf(
		"set statement_timeout = 15000; set lock_timeout = %d; set idle_in_transaction_session_timeout = 10000;"
		"set client_min_messages = error; set search_path = seedpress;"
		"select set_config('synchronous_commit', 'on', false)"
		" where current_setting('synchronous_commit') = 'off'",
		(int)lock);
	PGresult *answer = ask(postgres, settings);
	bool fine = PQresultStatus(answer) == PGRES_TUPLES_OK;

	PQclear(answer);
	return fine;
}

/* Connects if necessary; false after setting the problem. */
static bool
reach(struct postgres *postgres)
{
	if (PQstatus(postgres->link) == CONNECTION_OK || connect_again(postgres, postgres->timeout))
		return true;
	if (postgres->link == NULL)
		return check(postgres, NULL);
	g_autofree char *line = first_line(PQerrorMessage(postgres->link));

	g_clear_pointer(&postgres->link, PQfinish);
	return db_fail(&postgres->db, DB_SAY("server-unreachable", "the database cannot be reached"),
		ARG_PRIVATE("detail", line));
}

/* Each statement is prepared once per connection, under its number. */
static bool
run_once(struct postgres *postgres, const char *sql, struct db_values values, db_take *take, void *data)
{
	char name[16], digits[DB_VALUES][24];
	const char *texts[DB_VALUES] = {0}, *row[DB_VALUES] = {0};
	unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(postgres->statements, sql));
	unsigned number = known != 0 ? known : 1 + g_hash_table_size(postgres->statements);

	g_snprintf(name, sizeof name, "s%u", number);
	if (known == 0) {
		if (!check(postgres, receive(postgres, PQsendPrepare(postgres->link, name, sql, 0, NULL))))
			return false;
		g_hash_table_insert(postgres->statements, g_strdup(sql), GUINT_TO_POINTER(number));
	}
	for (size_t i = 0; i < values.count; i++) {
		g_snprintf(digits[i], sizeof digits[i], "%" G_GINT64_FORMAT, values.value[i].number);
		texts[i] = values.value[i].text == NULL ? digits[i] : values.value[i].text;
	}
	int sent = PQsendQueryPrepared(postgres->link, name, (int)values.count, texts, NULL, NULL, 0);
	PGresult *answer = receive(postgres, sent);
	int rows = PQresultStatus(answer) == PGRES_TUPLES_OK && take != NULL ? PQntuples(answer) : 0;

	for (int i = 0; i < rows; i++) {
		for (int column = 0; column < MIN(PQnfields(answer), DB_VALUES); column++)
			row[column] = PQgetvalue(answer, i, column);
		take(data, row);
	}
	return check(postgres, answer);
}

/* Outside of a transaction a statement is tried again on a new connection. Inside, the caller has to repeat all of it.
 */
static bool
run(struct db *db, const char *sql, struct db_values values, db_take *take, void *data)
{
	struct postgres *postgres = (struct postgres *)db;

	if (db->inside)
		return run_once(postgres, sql, values, take, data);
	for (int tries = 0; tries < 2; tries++) {
		problem_clear(&db->problem);
		db->again = false;
		if (reach(postgres) && run_once(postgres, sql, values, take, data))
			return true;
		if (!db->again)
			break;
	}
	return false;
}

static bool
script(struct db *db, const char *sql)
{
	struct postgres *postgres = (struct postgres *)db;

	return (db->inside || reach(postgres)) && check(postgres, ask(postgres, sql));
}

static bool
begin(struct db *db, bool writes)
{
	struct postgres *postgres = (struct postgres *)db;
	const char *sql =
		writes ? "begin isolation level read committed" : "begin isolation level repeatable read read only";

	return run(db, sql, DB_NOTHING, NULL, NULL) &&
		(!writes ||
			run_once(postgres, "select txid_current()", DB_NOTHING, db_take_numbers,
				&(struct db_numbers){&postgres->transaction, 1}));
}

/* Finds out whether an interrupted commit succeeded; waits while the server is still working on it. */
static bool
settle(struct postgres *postgres)
{
	int64_t since = g_get_monotonic_time(), left;
	g_autofree char *sql = g_strdup_printf("select txid_status(%" G_GINT64_FORMAT ")", postgres->transaction);
	struct db *db = &postgres->db;

	db->settled++;
	for (; (left = db_until(db, since, postgres->timeout) - g_get_monotonic_time()) > 0; g_usleep(RETRY_US)) {
		if (PQstatus(postgres->link) != CONNECTION_OK && !connect_again(postgres, left))
			continue;
		PGresult *answer = ask(postgres, sql);
		bool known = PQresultStatus(answer) == PGRES_TUPLES_OK;
		bool committed = known && strcmp(PQgetvalue(answer, 0, 0), "committed") == 0;

		db->again = known && strcmp(PQgetvalue(answer, 0, 0), "aborted") == 0;
		PQclear(answer);
		if (committed || db->again)
			return committed;
	}
	db->again = false;
	return problem_set(&db->problem,
		SAY("commit-unknown",
			"the database went away while this was stored, and may have it or not; send it again"));
}

static bool
commit(struct db *db)
{
	struct postgres *postgres = (struct postgres *)db;
	PGresult *answer = ask(postgres, "notify " CHANNEL "; commit");
	bool fine = PQresultStatus(answer) == PGRES_COMMAND_OK && strcmp(PQcmdStatus(answer), "COMMIT") == 0;

	/* The server answers ROLLBACK to the commit of a failed transaction. */
	if (!fine && PQresultStatus(answer) == PGRES_COMMAND_OK) {
		db->again = true;
		db_fail(db, SAY("rolled-back", "the database rolled the change back"));
	}
	check(postgres, answer);
	if (PQstatus(postgres->link) != CONNECTION_OK)
		fine = settle(postgres);
	if (fine)
		problem_clear(&db->problem);
	return fine;
}

static void
rollback(struct db *db)
{
	struct postgres *postgres = (struct postgres *)db;

	if (PQstatus(postgres->link) == CONNECTION_OK && PQtransactionStatus(postgres->link) != PQTRANS_IDLE)
		PQclear(ask(postgres, "rollback"));
}

static int
is_set_up(struct db *db)
{
	int64_t count = 0;
	bool fine = db_numbers(db, "select count(to_regclass('seedpress.state'))", DB_NOTHING, &count, 1);

	return fine ? count > 0 : -1;
}

static char *
describe(struct db *db)
{
	int version = PQserverVersion(((const struct postgres *)db)->link);

	return g_strdup_printf("PostgreSQL %d.%d", version / 10000, version % 10000);
}

static void
destroy(struct db *db)
{
	struct postgres *postgres = (struct postgres *)db;

	PQfinish(postgres->link);
	g_hash_table_destroy(postgres->statements);
	g_free(postgres->where);
	g_free(postgres);
}

static struct db *
create(const char *where, const struct db *like, struct problem *problem)
{
	struct postgres *postgres = g_new0(struct postgres, 1);
	PQconninfoOption *options = PQconninfoParse(where, NULL);
	guint64 seconds = TIMEOUT_S;

	/* The connect_timeout of the address is used for every answer. */
	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++)
		if (strcmp(option->keyword, "connect_timeout") == 0 && option->val != NULL)
			g_ascii_string_to_unsigned(option->val, 10, 1, TIMEOUT_S_MAX, &seconds, NULL);
	PQconninfoFree(options);
	postgres->db.engine = &db_postgres;
	postgres->where = g_strdup(where);
	postgres->statements = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	postgres->reads = like != NULL;
	postgres->timeout = (int64_t)seconds * G_USEC_PER_SEC;
	if (postgres->reads)
		postgres->timeout = MIN(postgres->timeout, READING_US);
	if (!postgres->reads && !reach(postgres)) {
		*problem = postgres->db.problem;
		destroy(&postgres->db);
		return NULL;
	}
	return &postgres->db;
}

const struct db_engine db_postgres = {
	.create = create,
	.destroy = destroy,
	.run = run,
	.script = script,
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.is_set_up = is_set_up,
	.set_up = "create schema if not exists seedpress",
	.analyse = "analyze state, entry, setting, piece, person, seat, change, attendance",
	.describe = describe,
};
