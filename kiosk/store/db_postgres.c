/* SPDX-License-Identifier: MIT
 * PostgreSQL under the store. A connection that broke is made again
 * with the next call; one that is silent for too long is dropped. Whether a commit
 * that was cut off came through is asked of the server and never guessed. */
#include <poll.h>
#include <string.h>

#include "kiosk/store/postgres_call.h"

#define STATEMENTS    128
#define PATIENCE      4 /* seconds without an answer, unless the address says otherwise */
#define PATIENCE_MOST 60
#define READING_US    3000000     /* those who read wait no longer than this */
#define LOCK_READING  500         /* milliseconds for a table that somebody has locked altogether */
#define LOCK_WRITING  3000        /* the same for those who write, at most: everybody has an answer within 6 s */
#define AGAIN_US      (50 * 1000) /* between two questions after a commit */
#define CHANNEL       "seedpress"

struct postgres {
	struct db db;
	char *where;
	PGconn *link;     /* NULL: none, or it was dropped */
	bool reads;       /* is there to read: waits less */
	int64_t patience; /* microseconds */
	bool inside;      /* a transaction */
	bool listening;
	char number[24]; /* of the transaction */
	unsigned kept;
	const char *statement[STATEMENTS];
};

/* The first line of what libpq says, without what it says before. */
static char *
first_line(const char *message)
{
	const char *prefix = "ERROR:  ";
	char *line;

	if (g_str_has_prefix(message, prefix))
		message += strlen(prefix);
	line = g_strndup(message, strcspn(message, "\n"));
	return g_strstrip(line);
}

static bool
is_lost(const struct postgres *postgres, const char *state)
{
	return PQstatus(postgres->link) != CONNECTION_OK || g_str_has_prefix(state, "57P") ||
		g_str_has_prefix(state, "08");
}

static bool
is_one_of(const char *state, const char *const *states)
{
	while (*states != NULL && strcmp(*states, state) != 0)
		states++;
	return *states != NULL;
}

static void
unreachable(const char *line, struct problem *problem)
{
	db_explain(problem,
		SAY_PRIVATE("server-unreachable", "the database cannot be reached: {detail}",
			"the database cannot be reached" DB_DOCTOR),
		ARG_PRIVATE("detail", line));
}

/* What went wrong, as a status and a problem. */
static enum db_status
trouble(const struct postgres *postgres, const PGresult *answer, struct problem *problem)
{
	/* Somebody was faster with a row, a table or a lock: seen the next time. */
	static const char *const raced[] = {"40001", "40P01", "23505", "23503", "42P06", "42P07", "55006", NULL};
	const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
	char *line = first_line(answer != NULL ? PQresultErrorMessage(answer) : PQerrorMessage(postgres->link));
	const struct argument detail = ARG_PRIVATE("detail", line);
	enum db_status status = DB_TROUBLE;

	if (state == NULL)
		state = "";
	if (postgres->link == NULL) {
		db_explain(problem, SAY("server-silent", "the database does not answer"));
		status = DB_AWAY;
	} else if (is_lost(postgres, state)) {
		unreachable(line, problem);
		status = DB_AGAIN;
	} else if (strcmp(state, "55P03") == 0) {
		db_explain(problem,
			SAY_PRIVATE("database-locked", "the database is locked by another program: {detail}",
				"the database is locked by another program" DB_DOCTOR),
			detail);
		status = DB_LOCKED;
	} else if (strcmp(state, "57014") == 0) {
		db_explain(problem,
			SAY_PRIVATE("server-slow", "the database took too long: {detail}",
				"the database took too long" DB_DOCTOR),
			detail);
	} else if (strcmp(state, "53100") == 0) {
		db_explain(problem,
			SAY_PRIVATE(DB_SAYS_FULL, "the disk is full: {detail}", "the disk is full" DB_DOCTOR), detail);
		status = DB_FULL;
	} else if (strcmp(state, "25006") == 0 || strcmp(state, "42501") == 0) {
		db_explain(problem,
			SAY_PRIVATE("database-read-only", "the database may not be written: {detail}",
				"the database may not be written" DB_DOCTOR),
			detail);
		status = DB_CLOSED;
	} else {
		db_explain(problem,
			SAY_PRIVATE("server-unusable", "the database cannot be used: {detail}",
				"the database cannot be used" DB_DOCTOR),
			detail);
		status = is_one_of(state, raced) ? DB_AGAIN : DB_TROUBLE;
	}
	g_free(line);
	return status;
}

static int64_t
number(const struct db_row *row, int column)
{
	return g_ascii_strtoll(PQgetvalue(row->answer, row->row, column), NULL, 10);
}

static const char *
text(const struct db_row *row, int column)
{
	return PQgetvalue(row->answer, row->row, column);
}

/* The answer to what was sent; NULL after a failure, and after it was late and the connection is
 * dropped. */
static PGresult *
hear(struct postgres *postgres, int sent)
{
	PGresult *answer = NULL;
	bool late = false;

	if (sent)
		answer = postgres_answer(&postgres->db, postgres->link, postgres->patience, &late);
	if (late)
		g_clear_pointer(&postgres->link, PQfinish);
	return answer;
}

static PGresult *
ask(struct postgres *postgres, const char *sql)
{
	return hear(postgres, PQsendQuery(postgres->link, sql));
}

/* Ends what there is and connects. A transaction whose kiosk is gone without a word holds the others
 * up for ten seconds at most. */
static bool
connect_anew(struct postgres *postgres, int64_t limit)
{
	int64_t lock = postgres->reads ? LOCK_READING : CLAMP(postgres->patience / 1000 - 1000, 500, LOCK_WRITING);
	PGresult *answer;
	char *settings;
	bool fine;

	PQfinish(postgres->link);
	postgres->kept = 0;
	postgres->inside = postgres->listening = false;
	postgres->link = postgres_connect(&postgres->db, postgres->where, limit);
	if (PQstatus(postgres->link) != CONNECTION_OK)
		return false;
	settings = g_strdup_printf("set statement_timeout = 15000; set lock_timeout = %d;"
				   "set idle_in_transaction_session_timeout = 10000;"
				   "set client_min_messages = error; set search_path = seedpress;"
				   "select set_config('synchronous_commit', 'on', false)"
				   " where current_setting('synchronous_commit') = 'off'",
		(int)lock);
	answer = ask(postgres, settings);
	fine = PQresultStatus(answer) == PGRES_TUPLES_OK;
	PQclear(answer);
	g_free(settings);
	return fine;
}

/* Connected, or a sentence why not. */
static enum db_status
reach(struct postgres *postgres, struct problem *problem)
{
	char *line;

	if (PQstatus(postgres->link) == CONNECTION_OK || connect_anew(postgres, postgres->patience))
		return DB_OK;
	if (postgres->link == NULL)
		return trouble(postgres, NULL, problem);
	line = first_line(PQerrorMessage(postgres->link));
	unreachable(line, problem);
	g_free(line);
	g_clear_pointer(&postgres->link, PQfinish);
	return DB_AWAY;
}

/* The name of a statement on the server, where it is prepared once a connection. */
static enum db_status
prepare(struct postgres *postgres, const char *sql, char name[8], struct problem *problem)
{
	enum db_status status = DB_OK;
	PGresult *answer;
	unsigned at = 0;

	while (at < postgres->kept && postgres->statement[at] != sql)
		at++;
	g_assert(at < STATEMENTS);
	g_snprintf(name, 8, "s%u", at);
	if (at < postgres->kept)
		return DB_OK;
	answer = hear(postgres, PQsendPrepare(postgres->link, name, sql, 0, NULL));
	if (PQresultStatus(answer) == PGRES_COMMAND_OK)
		postgres->statement[postgres->kept++] = sql;
	else
		status = trouble(postgres, answer, problem);
	PQclear(answer);
	return status;
}

static enum db_status
run_once(struct postgres *postgres, const char *sql, const struct db_value *values, unsigned count, db_take *take,
	void *data, struct problem *problem)
{
	char name[8], digits[DB_VALUES][24];
	const char *texts[DB_VALUES] = {0};
	struct db_row row = {.db = &postgres->db};
	enum db_status status = prepare(postgres, sql, name, problem);
	PGresult *answer;

	if (status != DB_OK)
		return status;
	for (unsigned i = 0; i < count; i++) {
		if (values[i].kind == DB_NUMBER) {
			g_snprintf(digits[i], sizeof digits[i], "%" G_GINT64_FORMAT, values[i].number);
			texts[i] = digits[i];
		} else if (values[i].kind == DB_TEXT) {
			texts[i] = values[i].text;
		}
	}
	answer = hear(postgres, PQsendQueryPrepared(postgres->link, name, (int)count, texts, NULL, NULL, 0));
	row.answer = answer;
	if (PQresultStatus(answer) != PGRES_COMMAND_OK && PQresultStatus(answer) != PGRES_TUPLES_OK)
		status = trouble(postgres, answer, problem);
	else
		for (; take != NULL && row.row < PQntuples(answer); row.row++)
			take(data, &row);
	PQclear(answer);
	return status;
}

/* Alone it is simply run again on a new connection; inside a transaction all of that has to be. */
static enum db_status
run(struct db *db, const char *sql, const struct db_value *values, unsigned count, db_take *take, void *data,
	struct problem *problem)
{
	struct postgres *postgres = (struct postgres *)db;
	enum db_status status;

	if (postgres->inside)
		return run_once(postgres, sql, values, count, take, data, problem);
	status = reach(postgres, problem);
	if (status == DB_OK)
		status = run_once(postgres, sql, values, count, take, data, problem);
	if (status == DB_AGAIN) {
		problem_clear(problem);
		status = reach(postgres, problem);
		if (status == DB_OK)
			status = run_once(postgres, sql, values, count, take, data, problem);
	}
	return status;
}

static enum db_status
script(struct db *db, const char *sql, struct problem *problem)
{
	struct postgres *postgres = (struct postgres *)db;
	enum db_status status = postgres->inside ? DB_OK : reach(postgres, problem);
	PGresult *answer;

	if (status != DB_OK)
		return status;
	answer = ask(postgres, sql);
	if (PQresultStatus(answer) != PGRES_COMMAND_OK && PQresultStatus(answer) != PGRES_TUPLES_OK)
		status = trouble(postgres, answer, problem);
	PQclear(answer);
	return status;
}

static enum db_status
begin(struct db *db, bool writes, struct problem *problem)
{
	static const char write[] = "begin isolation level read committed; select txid_current()";
	static const char read[] = "begin isolation level repeatable read read only; select 0";
	struct postgres *postgres = (struct postgres *)db;
	enum db_status status = DB_AGAIN;

	/* The second time on a new connection. */
	for (int i = 0; i < 2 && status == DB_AGAIN; i++) {
		PGresult *answer;

		problem_clear(problem);
		status = reach(postgres, problem);
		if (status != DB_OK)
			break;
		answer = ask(postgres, writes ? write : read);
		if (PQresultStatus(answer) == PGRES_TUPLES_OK) {
			g_strlcpy(postgres->number, PQgetvalue(answer, 0, 0), sizeof postgres->number);
			postgres->inside = true;
		} else {
			status = trouble(postgres, answer, problem);
		}
		PQclear(answer);
	}
	return status;
}

/* What became of a transaction whose commit was cut off. One that is still under way is waited
 * for: it may be decided either way. */
static enum db_status
settle(struct postgres *postgres, struct problem *problem)
{
	int64_t since = g_get_monotonic_time(), left;
	const char *const values[] = {postgres->number};

	postgres->db.settled++;
	for (;; g_usleep(AGAIN_US)) {
		enum db_status status = DB_TROUBLE;
		PGresult *answer;

		left = db_until(&postgres->db, since, postgres->patience) - g_get_monotonic_time();
		if (left <= 0)
			break;
		if (PQstatus(postgres->link) != CONNECTION_OK && !connect_anew(postgres, left))
			continue;
		answer = hear(postgres,
			PQsendQueryParams(
				postgres->link, "select txid_status($1::bigint)", 1, NULL, values, NULL, NULL, 0));
		if (PQresultStatus(answer) == PGRES_TUPLES_OK) {
			if (strcmp(PQgetvalue(answer, 0, 0), "committed") == 0)
				status = DB_OK;
			else if (strcmp(PQgetvalue(answer, 0, 0), "aborted") == 0)
				status = DB_AGAIN;
		}
		PQclear(answer);
		if (status != DB_TROUBLE)
			return status;
	}
	problem_set(problem,
		SAY("commit-unknown",
			"the database went away while this was stored, and may have it or not; send it again"));
	return PQstatus(postgres->link) == CONNECTION_OK ? DB_TROUBLE : DB_AWAY;
}

static enum db_status
commit(struct db *db, struct problem *problem)
{
	struct postgres *postgres = (struct postgres *)db;
	PGresult *answer = ask(postgres, "notify " CHANNEL "; commit");
	enum db_status status = DB_OK;

	if (PQresultStatus(answer) != PGRES_COMMAND_OK)
		status = trouble(postgres, answer, problem);
	else if (strcmp(PQcmdStatus(answer), "COMMIT") != 0)
		status = DB_AGAIN;
	PQclear(answer);
	if (PQstatus(postgres->link) != CONNECTION_OK)
		status = settle(postgres, problem);
	if (status == DB_OK)
		problem_clear(problem);
	else
		db_explain(problem, SAY("rolled-back", "the database rolled the change back"));
	postgres->inside = status != DB_OK;
	return status;
}

static void
rollback(struct db *db)
{
	struct postgres *postgres = (struct postgres *)db;

	if (PQstatus(postgres->link) == CONNECTION_OK && PQtransactionStatus(postgres->link) != PQTRANS_IDLE)
		PQclear(ask(postgres, "rollback"));
	postgres->inside = false;
}

static bool
there(struct db *db, struct problem *problem)
{
	(void)db;
	(void)problem;
	return true;
}

static enum db_status
is_set_up(struct db *db, bool *is, struct problem *problem)
{
	static const char sql[] = "select count(to_regclass('seedpress.state'))";
	int64_t count = 0;
	enum db_status status = run(db, sql, NULL, 0, db_take_number, &count, problem);

	*is = count > 0;
	return status;
}

static enum db_status
set_up(struct db *db, struct problem *problem)
{
	return script(db, "create schema if not exists seedpress", problem);
}

static enum db_status
wait(struct db *db, int wake, struct problem *problem)
{
	struct postgres *postgres = (struct postgres *)db;
	struct pollfd polled[] = {{.fd = wake, .events = POLLIN}, {.events = POLLIN}};
	enum db_status status = reach(postgres, problem);
	PGnotify *news;

	if (status != DB_OK)
		return status;
	/* What happened while nobody listened is looked for at once. */
	if (!postgres->listening) {
		status = script(db, "listen " CHANNEL, problem);
		postgres->listening = status == DB_OK;
		return status;
	}
	polled[1].fd = PQsocket(postgres->link);
	poll(polled, 2, 1000);
	if (!PQconsumeInput(postgres->link))
		return trouble(postgres, NULL, problem);
	while ((news = PQnotifies(postgres->link)) != NULL)
		PQfreemem(news);
	return DB_OK;
}

static void
analyse(struct db *db)
{
	struct problem problem = {0};

	script(db, "analyze state, entry, setting, piece, person, seat, change, attendance", &problem);
}

static char *
describe(struct db *db)
{
	const struct postgres *postgres = (const struct postgres *)db;
	int version = PQserverVersion(postgres->link);

	return g_strdup_printf("PostgreSQL %d.%d", version / 10000, version % 10000);
}

static void
finish(struct db *db)
{
	struct postgres *postgres = (struct postgres *)db;

	PQfinish(postgres->link);
	g_free(postgres->where);
	g_free(postgres);
}

/* How many microseconds a server may be silent: what the address says of connecting holds for every
 * answer. */
static int64_t
patience_of(const char *where)
{
	PQconninfoOption *options = PQconninfoParse(where, NULL);
	guint64 seconds = PATIENCE;

	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++)
		if (strcmp(option->keyword, "connect_timeout") == 0 && option->val != NULL)
			g_ascii_string_to_unsigned(option->val, 10, 1, PATIENCE_MOST, &seconds, NULL);
	PQconninfoFree(options);
	return (int64_t)seconds * G_USEC_PER_SEC;
}

static struct db *
open_server(const char *where, const struct db *like, struct problem *problem)
{
	struct postgres *postgres = g_new0(struct postgres, 1);

	postgres->db.engine = &db_postgres;
	postgres->where = g_strdup(where);
	postgres->patience = patience_of(where);
	postgres->reads = like != NULL;
	if (postgres->reads)
		postgres->patience = MIN(postgres->patience, READING_US);
	if (!postgres->reads && reach(postgres, problem) != DB_OK) {
		finish(&postgres->db);
		return NULL;
	}
	return &postgres->db;
}

const struct db_engine db_postgres = {
	.open = open_server,
	.close = finish,
	.run = run,
	.script = script,
	.begin = begin,
	.commit = commit,
	.rollback = rollback,
	.there = there,
	.is_set_up = is_set_up,
	.set_up = set_up,
	.wait = wait,
	.analyse = analyse,
	.describe = describe,
	.number = number,
	.text = text,
};
