/* SPDX-License-Identifier: MIT
 * People, attendance and seats. */
#include <stddef.h>
#include <string.h>

#include "kiosk/store/names.h"
#include "kiosk/store/parts.h"

struct person *
person_copy(const struct person *person)
{
	return store_copy(person, offsetof(struct person, name), offsetof(struct person, club));
}

static void
take_person(void *data, const char *const *row)
{
	const struct person person = {.id = db_number(row[0]),
		.name = row[1],
		.club = row[2],
		.gone = db_number(row[3]) != 0,
		.here = db_number(row[4]) != 0};

	g_ptr_array_add(data, person_copy(&person));
}

static int
by_name(const void *a, const void *b)
{
	const struct person *one = *(struct person *const *)a, *other = *(struct person *const *)b;
	int order = names_compare(one->name, other->name);

	return order != 0 ? order : (one->id > other->id) - (one->id < other->id);
}

enum store_status
store_people(struct store *store, GPtrArray **people, struct problem *problem)
{
	enum store_status status = store_list(store,
		"select p.id, p.name, p.club, p.gone, case when a.person is null then 0 else 1 end"
		" from person as p left join attendance as a on a.person = p.id",
		DB_NOTHING, take_person, people, problem);

	if (status == STORE_OK)
		g_ptr_array_sort(*people, by_name);
	return status;
}

static void
take_name(void *data, const char *const *row)
{
	g_hash_table_insert(data, GINT_TO_POINTER((int)db_number(row[0])), g_strdup(row[1]));
}

/* The names of all people by their ids, which fit an int. */
static GHashTable *
read_names(struct db *db)
{
	GHashTable *names = g_hash_table_new_full(NULL, NULL, NULL, g_free);

	db_read(db, "select id, name from person", DB_NOTHING, take_name, names);
	return names;
}

static void
refuse_unknown(struct store_write *write, int64_t id)
{
	store_write_refuse(
		write, STORE_UNKNOWN, SAY("no-such-person", "there is no person {id}"), ARG_NUMBER("id", id));
}

/* Whether there is such a person among all names; false after refusing the write. */
static bool
is_known(GHashTable *names, int64_t id, struct store_write *write)
{
	bool known = g_hash_table_contains(names, GINT_TO_POINTER((int)id));

	if (!known)
		refuse_unknown(write, id);
	return known;
}

/* A person's name, to be freed; NULL after refusing the write. */
static char *
name_of(struct db *db, int64_t id, struct store_write *write)
{
	char *name = db_string(db, "select name from person where id = $1", DB_WITH(DB_NUMBER(id)));

	if (name == NULL)
		refuse_unknown(write, id);
	return name;
}

static void
set_people(struct db *db, struct store_write *write)
{
	const GPtrArray *people = write->what;
	unsigned added = 0;

	if (!store_check_basis(db, write))
		return;
	g_autoptr(GHashTable) names = read_names(db);
	for (unsigned i = 0; i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);
		int64_t id = person->id;

		if (id != 0 && !is_known(names, id, write))
			return;
		if (id == 0) {
			db_numbers(db, "select coalesce(max(id), 0) + 1 from person", DB_NOTHING, &id, 1);
			added++;
		}
		table_write(db, TABLE_PERSON,
			(const struct db_value[]){
				DB_NUMBER(id), DB_TEXT(person->name), DB_TEXT(person->club), DB_NUMBER(person->gone)});
	}
	store_change_add(db, write->who, NULL, SAY("people-changed", "people: {added} added, {changed} changed"),
		ARG_NUMBER("added", added), ARG_NUMBER("changed", people->len - added));
}

enum store_status
store_people_set(struct store *store, const GPtrArray *people, const struct store_basis *basis, const char *who,
	struct problem *problem)
{
	struct store_write write = {
		.work = set_people, .what = people, .basis = basis, .who = who, .alone = true, .large = true};

	problem_clear(problem);
	if (people->len > STORE_PEOPLE)
		problem_set(problem, SAY("too-many-people", "these are too many people"));
	for (unsigned i = 0; i < people->len && problem->status == STATUS_OK; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		if (!store_text_fits(person->name, STORE_NAME) || *person->name == '\0' ||
			!store_text_fits(person->club, STORE_NAME) || person->id < 0 || person->id > INT32_MAX)
			problem_set(problem, SAY("bad-person", "the name or club of person {number} makes no sense"),
				ARG_NUMBER("number", i + 1));
	}
	return store_write(store, &write, problem);
}

static void
set_here(struct db *db, struct store_write *write)
{
	const GArray *ids = write->what;

	for (unsigned i = 0; i < ids->len; i++) {
		const struct db_value values[] = {
			DB_NUMBER(g_array_index(ids, int64_t, i)), DB_NUMBER(g_get_real_time() / 1000)};
		g_autofree char *name = name_of(db, values[0].number, write);

		if (name == NULL)
			return;
		db_run(db, "delete from attendance where person = $1", DB_WITH(values[0]));
		if (write->flag)
			table_write(db, TABLE_ATTENDANCE, values);
	}
	store_change_add(db, write->who, NULL,
		write->flag ? SAY("checked-in", "people: {people} checked in")
			    : SAY("not-here", "people: {people} not here any more"),
		ARG_NUMBER("people", ids->len));
}

/* Checks the list of ids of a write, and does it. */
static enum store_status
write_ids(struct store *store, struct store_write *write, struct problem *problem)
{
	const GArray *ids = write->what;
	g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);

	problem_clear(problem);
	if (ids->len == 0 || ids->len > STORE_PEOPLE)
		problem_set(problem, SAY("no-people-or-too-many", "this list is empty or too long"));
	for (unsigned i = 0; i < ids->len && problem->status == STATUS_OK; i++) {
		int64_t *id = &g_array_index(ids, int64_t, i);

		if (*id <= 0 || *id > INT32_MAX)
			problem_set(problem, SAY("bad-person-id", "person {number} of the list makes no sense"),
				ARG_NUMBER("number", i + 1));
		else if (!g_hash_table_add(seen, id))
			problem_set(problem, SAY("person-twice", "person {id} is on the list twice"),
				ARG_NUMBER("id", *id));
	}
	return store_write(store, write, problem);
}

enum store_status
store_here_set(struct store *store, const GArray *ids, bool here, const char *who, struct problem *problem)
{
	struct store_write write = {.work = set_here, .what = ids, .flag = here, .who = who, .alone = true};

	return write_ids(store, &write, problem);
}

static void
delete_people(struct db *db, struct store_write *write)
{
	static const char *const from[] = {"delete from attendance where person = $1",
		"delete from seat where person = $1", "delete from person where id = $1"};
	const GArray *ids = write->what;

	if (!store_check_basis(db, write))
		return;
	for (unsigned i = 0; i < ids->len; i++) {
		const struct db_value id = DB_NUMBER(g_array_index(ids, int64_t, i));
		g_autofree char *name = name_of(db, id.number, write);
		int64_t results = 0;

		if (name == NULL)
			return;
		/* Current results at tables where they sit. */
		db_numbers(db,
			"select count(*) from seat as s join entry as e on e.event = 1"
			" and e.round_no = s.round_no and e.table_no = s.table_no"
			" where s.person = $1 and e.kind <> 2 and not exists (select 1 from entry as l"
			"  where l.play = e.play and l.event = 1 and l.before = e.id)",
			DB_WITH(id), &results, 1);
		if (results > 0)
			store_write_refuse(write, STORE_REFUSED,
				SAY("person-has-results",
					"{name} has results, which stay: mark them as left instead of deleting them"),
				ARG_TEXT("name", name));
		if (write->status != STORE_OK)
			return;
		for (size_t k = 0; k < G_N_ELEMENTS(from); k++)
			db_run(db, from[k], DB_WITH(id));
		store_change_add(
			db, write->who, NULL, SAY("person-deleted", "people: {name} deleted"), ARG_TEXT("name", name));
	}
}

enum store_status
store_people_delete(struct store *store, const GArray *ids, const struct store_basis *basis, const char *who,
	struct problem *problem)
{
	struct store_write write = {.work = delete_people, .what = ids, .basis = basis, .who = who, .alone = true};

	return write_ids(store, &write, problem);
}

static void
take_seat(void *data, const char *const *row)
{
	const struct seat seat = {.round = (unsigned)db_number(row[0]),
		.table = (unsigned)db_number(row[1]),
		.seat = (unsigned)db_number(row[2]),
		.person = db_number(row[3])};

	g_array_append_val((GArray *)data, seat);
}

enum store_status
store_seats(struct store *store, unsigned round, GArray **seats, struct problem *problem)
{
	*seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	enum store_status status = store_read(store,
		"select round_no, table_no, seat, person from seat where $1 in (0, round_no)"
		" order by round_no, table_no, seat",
		DB_WITH(DB_NUMBER(MIN(round, INT16_MAX))), take_seat, *seats, problem);

	if (status != STORE_OK)
		g_clear_pointer(seats, g_array_unref);
	return status;
}

static void
take_seated(void *data, const char *const *row)
{
	char **name = (char **)data + db_number(row[0]);

	g_free(*name);
	*name = g_strdup(row[1]);
}

char **
store_seated(struct store *store, unsigned round, unsigned table, unsigned seats, struct problem *problem)
{
	char **names = g_new0(char *, seats + 1);

	for (unsigned i = 0; i < seats; i++)
		names[i] = g_strdup("");
	if (store_read(store,
		    "select s.seat, p.name from seat as s join person as p on p.id = s.person"
		    " where s.round_no = $1 and s.table_no = $2 and s.seat between 0 and $3 - 1",
		    DB_WITH(DB_NUMBER(MIN(round, INT16_MAX)), DB_NUMBER(MIN(table, INT16_MAX)), DB_NUMBER(seats)),
		    take_seated, names, problem) != STORE_OK)
		g_clear_pointer(&names, g_strfreev);
	return names;
}

static void
set_seats(struct db *db, struct store_write *write)
{
	const GArray *seats = write->what;

	if (!store_check_basis(db, write))
		return;
	g_autoptr(GHashTable) names = read_names(db);
	for (unsigned i = 0; i < seats->len; i++)
		if (!is_known(names, g_array_index(seats, struct seat, i).person, write))
			return;
	db_run(db, "delete from seat where round_no = $1", DB_WITH(DB_NUMBER(write->round)));
	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);

		table_write(db, TABLE_SEAT,
			(const struct db_value[]){DB_NUMBER(seat->round), DB_NUMBER(seat->table), DB_NUMBER(seat->seat),
				DB_NUMBER(seat->person)});
	}
	store_change_add(
		db, write->who, write->why, SAY("seated", "seated round {round}"), ARG_NUMBER("round", write->round));
}

enum store_status
store_seats_set(struct store *store, unsigned round, const GArray *seats, const struct store_basis *basis,
	const char *who, const char *why, struct problem *problem)
{
	struct store_write write = {.work = set_seats,
		.what = seats,
		.basis = basis,
		.who = who,
		.why = why,
		.round = round,
		.alone = true,
		.large = true};
	g_autoptr(GHashTable) people = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);

	problem_clear(problem);
	/* No person has two seats, and no seat two people. */
	if (round == 0 || round > INT16_MAX || seats->len > STORE_PEOPLE)
		problem_set(problem, SAY("bad-seats", "there is no such round, or these are too many people"));
	for (unsigned i = 0; i < seats->len && problem->status == STATUS_OK; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);
		const char letter[] = {(char)('A' + (int)seat->seat % 26), '\0'};
		unsigned key = seat->table << 8 | seat->seat;

		if (seat->round != round || seat->table > INT16_MAX || seat->seat > UINT8_MAX || seat->person <= 0 ||
			seat->person > INT32_MAX)
			problem_set(problem, SAY("bad-seat", "seat {number} of the list makes no sense"),
				ARG_NUMBER("number", i + 1));
		else if (!g_hash_table_add(people, GINT_TO_POINTER((int)seat->person)))
			problem_set(
				problem, SAY("sits-twice", "person {id} sits twice"), ARG_NUMBER("id", seat->person));
		else if (!g_hash_table_add(taken, GUINT_TO_POINTER(key)))
			problem_set(problem, SAY("seat-taken-twice", "two sit on seat {seat} of table {table}"),
				ARG_TEXT("seat", letter), ARG_NUMBER("table", seat->table));
	}
	return store_write(store, &write, problem);
}
