/* SPDX-License-Identifier: MIT
 * PostgreSQL under the store. A connection that broke is made again with the next call; one that is silent for too long
 * is dropped. Whether a commit that was cut off came through is asked of the server and never guessed.
 *
 * The blocking calls of libpq have no timeout for a server that stays connected and says nothing, so only those that
 * return at once are used, with a poll() of our own between them. What is left to block is the system's resolver, if
 * the address has a name. */
#include <libpq-fe.h>
#include <poll.h>
#include <string.h>

#include "kiosk/store/db.h"

/* Statements that a connection keeps prepared; there are some 70 in the store. */
#define STATEMENTS 128

/* Seconds without an answer after which a connection is dropped, unless the address has a connect_timeout, and the
 * most that one may be. Requests are answered within 6 s. */
#define TIMEOUT_S     4
#define TIMEOUT_S_MAX 60

/* Microseconds without an answer for those who read: pages ask again. */
#define READING_US 3000000

/* Milliseconds to wait for a table that another program has locked altogether: of those who read, and of those who
 * write at most. */
#define LOCK_READING_MS 500
#define LOCK_WRITING_MS 3000

/* Microseconds between two questions for what became of a commit. */
#define RETRY_US (50 * 1000)

/* Milliseconds between looks at whether the program is to end. */
#define SLICE_MS 50

#define CHANNEL "seedpress"

struct postgres {
	struct db db;
	char *where;
	PGconn *link;    /* NULL: none, or it was dropped */
	bool reads;      /* is there to read: its timeouts are shorter */
	int64_t timeout; /* microseconds */
	bool listening;
	char number[24]; /* of the transaction */
	unsigned kept;
	const char *statement[STATEMENTS];
};

/* False when nothing came for `limit` microseconds; `since` is when there was news last. */
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

/* The last answer to what a PQsend...() has sent, as PQexec() would have it; NULL after a failure. A connection whose
 * answer does not come in time is dropped. */
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
		/* If this fails the connection is lost, and the next answer says so. */
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

/* The first line of what the server or the library said, to be freed. */
static char *
first_line(const char *said)
{
	const char *prefix = "ERROR:  ";

	if (g_str_has_prefix(said, prefix))
		said += strlen(prefix);
	return g_strstrip(g_strndup(said, strcspn(said, "\n")));
}

/* Whether an answer is fine; sets the problem if it is not. The answer is cleared. */
static bool
check(struct postgres *postgres, PGresult *answer)
{
	/* Another program was faster with a row, a table or a lock: seen the next time. */
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

/* Ends what there is and connects, within `limit` microseconds. Parameters before the address are defaults that it may
 * override: a server that is gone without a word is noticed also while nothing is asked. A transaction whose kiosk is
 * gone without a word holds the others up for ten seconds at most. */
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
	postgres->kept = 0;
	postgres->listening = false;
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

/* Connected, or the problem why not. */
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

/* Each statement is prepared once per connection; its name on the server is its number. */
static bool
run_once(struct postgres *postgres, const char *sql, struct db_values values, db_take *take, void *data)
{
	char name[8], digits[DB_VALUES][24];
	const char *texts[DB_VALUES] = {0}, *row[DB_VALUES] = {0};
	unsigned at = 0;

	while (at < postgres->kept && postgres->statement[at] != sql)
		at++;
	g_assert(at < STATEMENTS);
	g_snprintf(name, sizeof name, "s%u", at);
	if (at == postgres->kept) {
		if (!check(postgres, receive(postgres, PQsendPrepare(postgres->link, name, sql, 0, NULL))))
			return false;
		postgres->statement[postgres->kept++] = sql;
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

/* Alone it is simply run again on a new connection; inside a transaction all of that has to be. */
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
	static const char write[] = "begin isolation level read committed; select txid_current()";
	static const char read[] = "begin isolation level repeatable read read only; select 0";
	struct postgres *postgres = (struct postgres *)db;

	/* The second time on a new connection. */
	for (int tries = 0; tries < 2; tries++) {
		PGresult *answer;

		problem_clear(&db->problem);
		db->again = false;
		if (!reach(postgres))
			return false;
		answer = ask(postgres, writes ? write : read);
		if (PQresultStatus(answer) == PGRES_TUPLES_OK)
			g_strlcpy(postgres->number, PQgetvalue(answer, 0, 0), sizeof postgres->number);
		if (check(postgres, answer))
			return true;
		if (!db->again)
			break;
	}
	return false;
}

/* What became of a transaction whose commit was cut off. One that is still under way is waited for: it may be decided
 * either way. */
static bool
settle(struct postgres *postgres)
{
	int64_t since = g_get_monotonic_time(), left;
	const char *const values[] = {postgres->number};
	struct db *db = &postgres->db;

	db->settled++;
	for (; (left = db_until(db, since, postgres->timeout) - g_get_monotonic_time()) > 0; g_usleep(RETRY_US)) {
		if (PQstatus(postgres->link) != CONNECTION_OK && !connect_again(postgres, left))
			continue;
		int sent = PQsendQueryParams(
			postgres->link, "select txid_status($1::bigint)", 1, NULL, values, NULL, NULL, 0);
		PGresult *answer = receive(postgres, sent);
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

	/* It answers ROLLBACK to the commit of a transaction that failed. */
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

static bool
is_set_up(struct db *db, bool *is)
{
	int64_t count = 0;
	bool fine = db_numbers(db, "select count(to_regclass('seedpress.state'))", DB_NOTHING, &count, 1);

	*is = count > 0;
	return fine;
}

static bool
wait(struct db *db, int wake)
{
	struct postgres *postgres = (struct postgres *)db;
	struct pollfd polled[] = {{.fd = wake, .events = POLLIN}, {.events = POLLIN}};
	PGnotify *news;

	problem_clear(&db->problem);
	if (!reach(postgres))
		return false;
	/* What happened while nobody listened is looked for at once. */
	if (!postgres->listening) {
		postgres->listening = script(db, "listen " CHANNEL);
		return postgres->listening;
	}
	polled[1].fd = PQsocket(postgres->link);
	poll(polled, 2, 1000);
	if (!PQconsumeInput(postgres->link))
		return check(postgres, NULL);
	while ((news = PQnotifies(postgres->link)) != NULL)
		PQfreemem(news);
	return true;
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
	g_free(postgres->where);
	g_free(postgres);
}

static struct db *
create(const char *where, const struct db *like, struct problem *problem)
{
	struct postgres *postgres = g_new0(struct postgres, 1);
	PQconninfoOption *options = PQconninfoParse(where, NULL);
	guint64 seconds = TIMEOUT_S;

	/* What the address says of connecting holds for every answer. */
	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++)
		if (strcmp(option->keyword, "connect_timeout") == 0 && option->val != NULL)
			g_ascii_string_to_unsigned(option->val, 10, 1, TIMEOUT_S_MAX, &seconds, NULL);
	PQconninfoFree(options);
	postgres->db.engine = &db_postgres;
	postgres->where = g_strdup(where);
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
	.wait = wait,
	.analyse = "analyze state, entry, setting, piece, person, seat, change, attendance",
	.describe = describe,
};
