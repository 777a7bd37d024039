/* SPDX-License-Identifier: MIT
 * The tables of the store, as a list of migration steps. The schema version of a database is the number of steps that
 * it has taken. A released step is never changed; new ones are added at the end. */
#include "kiosk/store/parts.h"

/* Attempts at a migration: another program may migrate the same database at this moment. */
#define TRIES 4

/* The same SQL for SQLite and PostgreSQL: `integer primary key` is the fastest key in the one and wide enough in the
 * other.
 *
 * The entries of a play are a linked list: `before` is the id of the one before, 0 for the first. It is unique, so that
 * two kiosks can never enter the result of a table at the same time.
 *
 * SQLite stores these texts, and a file is accepted only if they are the same: not even a space may change. */
static const struct step {
	const char *sql;
	void (*then)(struct db *db); /* or NULL */
} steps[] = {
	{.sql = "create table state ( one integer primary key check (one = 1), schema integer not null,"
		" version bigint not null);"
		"insert into state values (1, 0, 1);"
		"create table entry ( id integer primary key, at bigint not null,"
		" kind integer not null check (kind between 0 and 2), submission text not null unique,"
		" play text not null, game text not null, round_no integer not null,"
		" table_no integer not null, event integer not null check (event in (0, 1)),"
		" before integer not null, who text not null, why text not null, result text not null,"
		" score text not null, unique (play, event, before));"
		"create table setting ( name text primary key, value text not null);"},

	{.sql = "create table piece ( code text primary key, place integer not null, play text not null,"
		" game text not null, round_no integer not null, table_no integer not null,"
		" seat integer not null, spare integer not null check (spare in (0, 1)));"
		"create index piece_play on piece (play);"
		"create table person ( id integer primary key, name text not null, club text not null,"
		" gone integer not null check (gone in (0, 1)));"
		"create table seat ( round_no integer not null, table_no integer not null,"
		" seat integer not null, person integer not null references person (id),"
		" primary key (round_no, table_no, seat), unique (round_no, person));"
		"create table change ( id integer primary key, at bigint not null, who text not null,"
		" what text not null, why text not null);"},

	{.sql = "create index entry_place on entry (event, round_no, table_no, id);"},

	{.sql = "alter table state add column seal text not null default '';"
		"alter table entry add column seal text not null default '';"
		"alter table setting add column seal text not null default '';"
		"alter table piece add column seal text not null default '';"
		"alter table person add column seal text not null default '';"
		"alter table seat add column seal text not null default '';"
		"alter table change add column seal text not null default '';",
		.then = table_seal_all},

	{.sql = "create table attendance ( person integer primary key references person (id),"
		" at bigint not null, seal text not null);"},
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

int64_t
schema_version(struct db *db)
{
	int set = db->engine->is_set_up(db);
	int64_t version = 0;

	if (set > 0)
		db_numbers(db, "select schema from state", DB_NOTHING, &version, 1);
	if (version < 0)
		db_damage(db, SAY("schema-impossible", "its schema is {schema}"), ARG_NUMBER("schema", version));
	else if (version > (int64_t)schema_now)
		db_fail(db,
			SAY_PRIVATE("schema-newer",
				"the database was made by a newer version of this program: its schema is {schema}, "
				"known here are 1 to {known}",
				"the database was made by a newer version of this program" DB_DOCTOR),
			ARG_NUMBER("schema", version), ARG_NUMBER("known", schema_now));
	return db_has_failed(db) ? -1 : version;
}

/* Whether a database that cannot be written is up to date already. */
static bool
is_current(struct db *db, unsigned version)
{
	int64_t at = schema_version(db);

	if (at == 0)
		db->problem = db->closed;
	else if (at > 0 && at != (int64_t)version)
		db_fail(db,
			SAY_PRIVATE("database-older-read-only",
				"{why}, and it is of an older version of this program: copy it to where it can be "
				"written",
				"the database may not be written" DB_DOCTOR),
			ARG_CAUSE("why", &db->closed.message));
	return at == (int64_t)version;
}

bool
schema_migrate(struct db *db, unsigned version)
{
	if (db->closed.status != STATUS_OK)
		return is_current(db, version);
	for (int tries = 0; tries < TRIES; tries++) {

		/* The version is read in the transaction that runs the missing steps. */
		db_begin(db, true);
		int64_t at = schema_version(db);
		if (at == 0)
			db_script(db, db->engine->set_up);
		for (int64_t i = at; i >= 0 && i < (int64_t)version; i++) {
			db_script(db, steps[i].sql);
			if (steps[i].then != NULL)
				steps[i].then(db);
			db_run(db, "update state set schema = $1", DB_WITH(DB_NUMBER(i + 1)));
		}
		if (db_commit(db))
			return true;
		db_rollback(db);
		if (!db->again)
			break;
	}
	return false;
}

struct copying {
	struct db *to;
	enum table_of of;
};

/* Copies a row with the seal it has, so that damage stays visible. */
static void
take_copy(void *data, const char *const *row)
{
	struct copying *copying = data;
	unsigned columns = tables[copying->of].columns;
	struct db_value values[DB_VALUES];

	values[columns] = DB_TEXT(table_row(copying->of, row, values));
	db_run(copying->to, tables[copying->of].write, (struct db_values){values, columns + 1});
}

void
schema_copy(struct db *from, struct db *to)
{
	g_autofree char *seal = db_string(from, "select seal from state", DB_NOTHING);

	db_run(to, "update state set seal = $1", DB_WITH(DB_TEXT(seal == NULL ? "" : seal)));
	for (int of = 0; of < TABLES && !db_has_failed(from); of++)
		db_read(from, tables[of].read, DB_NOTHING, take_copy, &(struct copying){to, (enum table_of)of});
	if (db_has_failed(from) && !db_has_failed(to))
		to->problem = from->problem;
}

void
schema_empty(struct db *db)
{
	db_run(db, "update state set seal = ''", DB_NOTHING);
	for (size_t i = TABLES; i > 0; i--)
		db_run(db, tables[i - 1].empty, DB_NOTHING);
}
