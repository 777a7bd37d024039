/* SPDX-License-Identifier: MIT
 * The tables of the store and how they came about: a list of steps, of which
 * every database has taken the first so many. A step that was released is never
 * changed; the next one is added behind it. */
#include "kiosk/store/parts.h"

/* The same for SQLite and PostgreSQL: `integer primary key` is the fastest there is in one and
 * wide enough in the other.
 *
 * Entries of a play are a chain: each names the one before it, 0 the first of all. That no two name
 * the same one keeps two kiosks from entering a table's result at once, whatever else goes wrong. */
static const struct step {
	const char *sql;
	enum db_status (*then)(struct db *db, struct problem *problem); /* or NULL */
} steps[] = {
	{.sql = "create table state ("
		" one integer primary key check (one = 1),"
		" schema integer not null,"
		" version bigint not null);"
		"insert into state values (1, 0, 1);"
		"create table entry ("
		" id integer primary key,"
		" at bigint not null,"
		" kind integer not null check (kind between 0 and 2),"
		" submission text not null unique,"
		" play text not null,"
		" game text not null,"
		" round_no integer not null,"
		" table_no integer not null,"
		" event integer not null check (event in (0, 1)),"
		" before integer not null,"
		" who text not null,"
		" why text not null,"
		" result text not null,"
		" score text not null,"
		" unique (play, event, before));"
		"create table setting ("
		" name text primary key,"
		" value text not null);"},

	{.sql = "create table piece ("
		" code text primary key,"
		" place integer not null,"
		" play text not null,"
		" game text not null,"
		" round_no integer not null,"
		" table_no integer not null,"
		" seat integer not null,"
		" spare integer not null check (spare in (0, 1)));"
		"create index piece_play on piece (play);"
		"create table person ("
		" id integer primary key,"
		" name text not null,"
		" club text not null,"
		" gone integer not null check (gone in (0, 1)));"
		"create table seat ("
		" round_no integer not null,"
		" table_no integer not null,"
		" seat integer not null,"
		" person integer not null references person (id),"
		" primary key (round_no, table_no, seat),"
		" unique (round_no, person));"
		"create table change ("
		" id integer primary key,"
		" at bigint not null,"
		" who text not null,"
		" what text not null,"
		" why text not null);"},

	{.sql = "create index entry_place on entry (event, round_no, table_no, id);"},

	{.sql = "alter table state add column seal text not null default '';"
		"alter table entry add column seal text not null default '';"
		"alter table setting add column seal text not null default '';"
		"alter table piece add column seal text not null default '';"
		"alter table person add column seal text not null default '';"
		"alter table seat add column seal text not null default '';"
		"alter table change add column seal text not null default '';",
		.then = table_seal_all},

	{.sql = "create table attendance ("
		" person integer primary key references person (id),"
		" at bigint not null,"
		" seal text not null);"},
};

const unsigned schema_now = G_N_ELEMENTS(steps);

void
schema_set_raised(struct problem *problem)
{
	problem_set(problem,
		SAY_PRIVATE("schema-raised",
			"the database was brought to another version by another program: start the kiosk again, with the "
			"newer program",
			"the database was brought to another version by another program" DB_DOCTOR));
}

static bool
is_known(int64_t version, struct problem *problem)
{
	if (version >= 0 && version <= (int64_t)schema_now)
		return true;
	problem_clear(problem);
	if (version < 0) {
		struct message what;

		message_set(&what, SAY("schema-impossible", "its schema is {schema}"), ARG_NUMBER("schema", version));
		db_damaged(problem, &what);
	} else {
		problem_set(problem,
			SAY_PRIVATE("schema-newer",
				"the database was made by a newer version of this program: its schema is {schema}, "
				"known here are 1 to {known}",
				"the database was made by a newer version of this program" DB_DOCTOR),
			ARG_NUMBER("schema", version), ARG_NUMBER("known", schema_now));
	}
	return false;
}

bool
schema_is_known(struct db *db, struct problem *problem)
{
	struct problem why = {0};
	int64_t version = 0;
	bool known = db_run(db, "select schema from state", NULL, 0, db_take_number, &version, &why) != DB_OK ||
		is_known(version, problem);

	return known;
}

/* The steps that are missing, in the transaction that found out. */
static enum db_status
migrate(struct db *db, unsigned version, struct problem *problem)
{
	int64_t at = 0;
	bool set = false;
	enum db_status status = db_is_set_up(db, &set, problem);

	if (status == DB_OK && !set)
		status = db_set_up(db, problem);
	else if (status == DB_OK)
		status = db_run(db, "select schema from state", NULL, 0, db_take_number, &at, problem);
	if (status == DB_OK && !is_known(at, problem))
		return DB_TROUBLE;
	for (int64_t i = at; i < (int64_t)version && status == DB_OK; i++) {
		struct db_value value = DB_OF_NUMBER(i + 1);

		status = db_script(db, steps[i].sql, problem);
		if (status == DB_OK && steps[i].then != NULL)
			status = steps[i].then(db, problem);
		if (status == DB_OK)
			status = db_run(db, "update state set schema = $1", &value, 1, NULL, NULL, problem);
	}
	return status;
}

/* One that cannot be written has to be up to date already. */
static bool
is_current(struct db *db, unsigned version, struct problem *problem)
{
	int64_t at = 0;
	bool set;

	if (db_is_set_up(db, &set, problem) != DB_OK)
		return false;
	if (!set) {
		*problem = db->closed;
		return false;
	}
	if (db_run(db, "select schema from state", NULL, 0, db_take_number, &at, problem) != DB_OK ||
		!is_known(at, problem))
		return false;
	if (at != (int64_t)version)
		problem_set(problem,
			SAY_PRIVATE("database-older-read-only",
				"{why}, and it is of an older version of this program: copy it to where it can be "
				"written",
				"the database may not be written" DB_DOCTOR),
			ARG_CAUSE("why", &db->closed.message));
	return at == (int64_t)version;
}

bool
schema_migrate(struct db *db, unsigned version, struct problem *problem)
{
	enum db_status status;

	if (db->closed.status != STATUS_OK)
		return is_current(db, version, problem);
	for (int tries = 0;; tries++) {
		status = db_begin(db, true, problem);
		if (status == DB_OK)
			status = migrate(db, version, problem);
		if (status == DB_OK)
			status = db_commit(db, problem);
		if (status == DB_OK)
			return true;
		db_rollback(db);
		if (status != DB_AGAIN || tries == 3)
			return false;
		problem_clear(problem);
	}
}

struct copying {
	struct db *to;
	const struct table *table;
	enum db_status status;
	struct problem *problem;
};

/* A row goes over with the seal it has: what is wrong with it stays visible. */
static void
take_copy(void *data, const struct db_row *row)
{
	struct copying *copying = data;
	struct db_value values[DB_VALUES];

	if (copying->status != DB_OK)
		return;
	/* Numbers read as texts and written as texts become numbers again. */
	for (unsigned i = 0; i <= copying->table->columns; i++)
		values[i] = DB_OF_TEXT(db_text(row, (int)i));
	copying->status = db_run(
		copying->to, copying->table->write, values, copying->table->columns + 1, NULL, NULL, copying->problem);
}

enum db_status
schema_copy(struct db *from, struct db *to, struct problem *problem)
{
	static const char end[] = "select seal from state", set_end[] = "update state set seal = $1";
	char *seal = NULL;
	enum db_status status = db_run(from, end, NULL, 0, db_take_text, &seal, problem);
	const struct db_value value = DB_OF_TEXT(seal);

	if (status == DB_OK)
		status = db_run(to, set_end, &value, 1, NULL, NULL, problem);
	g_free(seal);
	for (size_t i = 0; i < TABLES && status == DB_OK; i++) {
		struct copying copying = {to, &tables[i], DB_OK, problem};

		status = db_run(from, tables[i].read, NULL, 0, take_copy, &copying, problem);
		if (status == DB_OK)
			status = copying.status;
	}
	return status == DB_OK ? DB_OK : DB_TROUBLE;
}

enum db_status
schema_empty(struct db *db, struct problem *problem)
{
	enum db_status status = db_run(db, "update state set seal = ''", NULL, 0, NULL, NULL, problem);

	for (size_t i = TABLES; i > 0 && status == DB_OK; i--)
		status = db_run(db, tables[i - 1].empty, NULL, 0, NULL, NULL, problem);
	return status;
}
