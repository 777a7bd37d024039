/* SPDX-License-Identifier: MIT
 * People and where they sit. */
#include <string.h>

#include "kiosk/store/names.h"
#include "kiosk/store/parts.h"

void
person_free(struct person *person)
{
	if (person == NULL)
		return;
	g_free(person->name);
	g_free(person->club);
	g_free(person);
}

static void
take_person(void *data, const struct db_row *row)
{
	struct person *person = g_new0(struct person, 1);

	person->id = db_number(row, 0);
	person->name = g_strdup(db_text(row, 1));
	person->club = g_strdup(db_text(row, 2));
	person->gone = db_number(row, 3) != 0;
	person->here = db_number(row, 4) != 0;
	g_ptr_array_add(data, person);
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
	static const char sql[] = "select p.id, p.name, p.club, p.gone,"
				  " case when a.person is null then 0 else 1 end"
				  " from person as p left join attendance as a on a.person = p.id";
	enum store_status status =
		store_list(store, sql, NULL, 0, take_person, (GDestroyNotify)person_free, people, problem);

	if (status == STORE_OK)
		g_ptr_array_sort(*people, by_name);
	return status;
}

/* *id is 0 afterwards where there is nobody of that number. */
static enum db_status
write_person(struct db *db, const struct person *person, int64_t *id, struct problem *problem)
{
	static const char next[] = "select coalesce(max(id), 0) + 1 from person";
	static const char change[] = "update person set name = $2, club = $3, gone = $4, seal = $5"
				     " where id = $1 returning id";
	enum db_status status = DB_OK;
	char seal[TABLE_SEAL];
	struct db_value values[] = {
		DB_OF_NUMBER(person->id),
		DB_OF_TEXT(person->name),
		DB_OF_TEXT(person->club),
		DB_OF_NUMBER(person->gone),
		DB_OF_TEXT(seal),
	};

	*id = 0;
	if (person->id != 0) {
		table_seal(TABLE_PERSON, "", values, seal);
		return db_run(db, change, values, 5, db_take_number, id, problem);
	}
	status = db_run(db, next, NULL, 0, db_take_number, id, problem);
	values[0].number = *id;
	return status == DB_OK ? table_write(db, TABLE_PERSON, values, problem) : status;
}

static enum db_status
set_people(struct db *db, struct store_write *write)
{
	const GPtrArray *people = write->what;
	enum db_status status = store_check_basis(db, write);
	unsigned added = 0;
	char *what;

	if (status != DB_OK || write->status != STORE_OK)
		return status;
	for (unsigned i = 0; i < people->len && status == DB_OK; i++) {
		const struct person *person = g_ptr_array_index(people, i);
		int64_t id;

		status = write_person(db, person, &id, &write->problem);
		added += person->id == 0;
		if (status == DB_OK && id == 0) {
			store_write_refuse(write, STORE_UNKNOWN, SAY("no-such-person", "there is no person {id}"),
				ARG_NUMBER("id", person->id));
			return DB_OK;
		}
	}
	what = g_strdup_printf("people: %u added, %u changed", added, people->len - added);
	if (status == DB_OK)
		status = store_change_add(db, write->who, what, NULL, &write->problem);
	g_free(what);
	return status;
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
	if (problem->status != STATUS_OK || !store_is_signed(who, NULL, problem))
		return STORE_REFUSED;
	return store_write(store, &write, problem);
}

static void
take_seat(void *data, const struct db_row *row)
{
	const struct seat seat = {
		.round = (unsigned)db_number(row, 0),
		.table = (unsigned)db_number(row, 1),
		.seat = (unsigned)db_number(row, 2),
		.person = db_number(row, 3),
	};

	g_array_append_val((GArray *)data, seat);
}

enum store_status
store_seats(struct store *store, unsigned round, GArray **seats, struct problem *problem)
{
	static const char of_all[] = "select round_no, table_no, seat, person from seat"
				     " order by round_no, table_no, seat";
	static const char of_round[] = "select round_no, table_no, seat, person from seat"
				       " where round_no = $1 order by table_no, seat";
	const struct db_value value = DB_OF_NUMBER(MIN(round, INT16_MAX));
	enum store_status status;

	problem_clear(problem);
	*seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	status = store_read(
		store, round == 0 ? of_all : of_round, &value, round == 0 ? 0 : 1, take_seat, *seats, problem);
	if (status != STORE_OK)
		g_clear_pointer(seats, g_array_unref);
	return status;
}

struct seated {
	char **names;
	unsigned seats;
};

static void
take_seated(void *data, const struct db_row *row)
{
	struct seated *seated = data;
	int64_t seat = db_number(row, 0);

	if (seat < 0 || seat >= seated->seats)
		return;
	g_free(seated->names[seat]);
	seated->names[seat] = g_strdup(db_text(row, 1));
}

char **
store_seated(struct store *store, unsigned round, unsigned table, unsigned seats, struct problem *problem)
{
	static const char sql[] = "select seat.seat, person.name from seat"
				  " join person on person.id = seat.person"
				  " where seat.round_no = $1 and seat.table_no = $2";
	const struct db_value values[] = {DB_OF_NUMBER(MIN(round, INT16_MAX)), DB_OF_NUMBER(MIN(table, INT16_MAX))};
	struct seated seated = {g_new0(char *, seats + 1), seats};

	problem_clear(problem);
	for (unsigned i = 0; i < seats; i++)
		seated.names[i] = g_strdup("");
	if (store_read(store, sql, values, 2, take_seated, &seated, problem) != STORE_OK)
		g_clear_pointer(&seated.names, g_strfreev);
	return seated.names;
}

static enum db_status
write_seat(struct db *db, const struct seat *seat, struct problem *problem)
{
	const struct db_value values[] = {
		DB_OF_NUMBER(seat->round),
		DB_OF_NUMBER(seat->table),
		DB_OF_NUMBER(seat->seat),
		DB_OF_NUMBER(seat->person),
	};

	return table_write(db, TABLE_SEAT, values, problem);
}

static void
take_known(void *data, const struct db_row *row)
{
	g_hash_table_add(data, GINT_TO_POINTER((int)db_number(row, 0)));
}

/* Everybody who is to sit is there. */
static enum db_status
people_are_known(struct db *db, struct store_write *write, const GArray *seats)
{
	static const char sql[] = "select id from person";
	GHashTable *known = g_hash_table_new(NULL, NULL);
	enum db_status status = db_run(db, sql, NULL, 0, take_known, known, &write->problem);

	for (unsigned i = 0; i < seats->len && status == DB_OK; i++) {
		int64_t person = g_array_index(seats, struct seat, i).person;

		if (!g_hash_table_contains(known, GINT_TO_POINTER((int)person))) {
			store_write_refuse(write, STORE_UNKNOWN, SAY("no-such-person", "there is no person {id}"),
				ARG_NUMBER("id", person));
			break;
		}
	}
	g_hash_table_destroy(known);
	return status;
}

static enum db_status
set_seats(struct db *db, struct store_write *write)
{
	static const char clear[] = "delete from seat where round_no = $1";
	const struct db_value round = DB_OF_NUMBER(write->round);
	const GArray *seats = write->what;
	enum db_status status = store_check_basis(db, write);
	char *what;

	if (status == DB_OK && write->status == STORE_OK)
		status = people_are_known(db, write, seats);
	if (status != DB_OK || write->status != STORE_OK)
		return status;
	status = db_run(db, clear, &round, 1, NULL, NULL, &write->problem);
	for (unsigned i = 0; i < seats->len && status == DB_OK; i++)
		status = write_seat(db, &g_array_index(seats, struct seat, i), &write->problem);
	what = g_strdup_printf("seated round %u", write->round);
	if (status == DB_OK)
		status = store_change_add(db, write->who, what, write->why, &write->problem);
	g_free(what);
	return status;
}

/* Nobody sits twice, nobody on somebody. */
static bool
seats_fit(unsigned round, const GArray *seats, struct problem *problem)
{
	GHashTable *people = g_hash_table_new(NULL, NULL), *taken = g_hash_table_new(NULL, NULL);

	if (round == 0 || round > INT16_MAX || seats->len > STORE_PEOPLE)
		problem_set(problem, SAY("bad-seats", "there is no such round, or these are too many people"));
	for (unsigned i = 0; i < seats->len && problem->status == STATUS_OK; i++) {
		const struct seat *seat = &g_array_index(seats, struct seat, i);
		unsigned key = seat->table << 8 | seat->seat;
		const char letter[] = {(char)('A' + (int)seat->seat % 26), '\0'};

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
	g_hash_table_destroy(people);
	g_hash_table_destroy(taken);
	return problem->status == STATUS_OK;
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

	problem_clear(problem);
	if (!store_is_signed(who, why, problem) || !seats_fit(round, seats, problem))
		return STORE_REFUSED;
	return store_write(store, &write, problem);
}
