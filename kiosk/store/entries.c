/* SPDX-License-Identifier: MIT
 * Results, corrections and withdrawals. They are appended; those of a play are a linked list whose last entry counts.
 */
#include <jansson.h>
#include <string.h>

#include "kiosk/store/parts.h"

/* The columns of `entry as e`, its seal, and the seal of the entry before, which it covers. */
#define COLUMNS \
	TABLE_ENTRY_COLUMNS \
	", seal, coalesce((select b.seal from entry as b where b.id < e.id order by b.id desc limit 1), '')"
#define BEFORE 15 /* the column with the seal of the entry before */

/* The condition for current entries of the event: the last one of each play, unless it was withdrawn. */
#define COUNTS \
	"event = 1 and kind <> 2 and not exists" \
	" (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id"

static struct entry *
copy_entry(const struct entry *entry)
{
	return store_copy(entry, offsetof(struct entry, submission), offsetof(struct entry, play),
		offsetof(struct entry, game), offsetof(struct entry, who), offsetof(struct entry, why),
		offsetof(struct entry, result), offsetof(struct entry, score));
}

struct entry
store_entry_of(const char *const *row)
{
	return (struct entry){
		.id = db_number(row[0]),
		.when = db_number(row[1]),
		.kind = (enum entry_kind)db_number(row[2]),
		.submission = row[3],
		.play = row[4],
		.game = row[5],
		.round = (unsigned)db_number(row[6]),
		.table = (unsigned)db_number(row[7]),
		.event = db_number(row[8]) != 0,
		.who = row[10],
		.why = row[11],
		.result = row[12],
		.score = row[13],
	};
}

static void
take_entry(void *data, const char *const *row)
{
	struct entry entry = store_entry_of(row);
	struct db_value values[DB_VALUES];
	char should[TABLE_SEAL];
	const char *seal = table_row(TABLE_ENTRY, row, values);

	table_seal(TABLE_ENTRY, row[BEFORE], values, should);
	entry.changed = strcmp(seal, should) != 0;
	g_ptr_array_add(data, copy_entry(&entry));
}

#define SAY_CHANGED(entry) \
	SAY("damage-entry", "entry {entry} (round {round}, table {table}) is not as it was stored"), \
		ARG_NUMBER("entry", (entry)->id), ARG_NUMBER("round", (entry)->round), \
		ARG_NUMBER("table", (entry)->table)

/* A damaged entry is still shown, so that the organiser can find out what happened, but nothing is stored any more. */
static enum store_status
list_entries(
	struct store *store, const char *sql, struct db_values values, GPtrArray **entries, struct problem *problem)
{
	enum store_status status = store_list(store, sql, values, take_entry, entries, problem);

	for (unsigned i = 0; status == STORE_OK && i < (*entries)->len; i++) {
		const struct entry *entry = g_ptr_array_index(*entries, i);
		struct problem damage;

		if (entry->changed) {
			damage_set(&damage, SAY_CHANGED(entry));
			store_note(store, &damage);
		}
	}
	return status;
}

/* Reads one entry for a decision about a write, for which it must not be damaged. NULL if there is none, and after a
 * failure. */
static struct entry *
find_entry(struct db *db, const char *sql, struct db_values values)
{
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);

	db_read(db, sql, values, take_entry, found);
	if (found->len == 0)
		return NULL;
	struct entry *entry = g_ptr_array_steal_index(found, 0);

	if (entry->changed)
		db_damage(db, SAY_CHANGED(entry));
	return entry;
}

/* Checked before the transaction, because others may share it: data of a stranger must not make it fail. */
bool
store_entry_is_sound(const struct entry *entry, struct problem *problem)
{
	bool withdrawn = entry->kind == ENTRY_WITHDRAWN;

	if (entry->kind != ENTRY_RESULT && entry->kind != ENTRY_CORRECTION && !withdrawn)
		return problem_set(problem, SAY("entry-kind", "the entry is of no known kind"));
	if (!store_text_fits(entry->submission, ENTRY_SUBMISSION) || *entry->submission == '\0')
		return problem_set(problem, SAY("entry-submission", "the submission's name is missing or too long"));
	if (!store_text_fits(entry->play, STORE_NAME) || *entry->play == '\0')
		return problem_set(problem, SAY("entry-play", "the code of the play is missing or too long"));
	if (!store_text_fits(entry->game, STORE_NAME) || entry->round > INT16_MAX || entry->table > INT16_MAX)
		return problem_set(problem, SAY("entry-place", "the game, the round or the table makes no sense"));
	if (!store_text_fits(entry->who, ENTRY_WHO))
		return problem_set(problem, SAY("entry-who", "the names are too long"));
	if (!store_text_fits(entry->why, ENTRY_WHY))
		return problem_set(problem, SAY("entry-why", "the reason is too long"));
	if (!store_text_fits(entry->result, STORE_TEXT) || !store_text_fits(entry->score, STORE_TEXT))
		return problem_set(problem, SAY("entry-result", "the result is too long"));
	if (withdrawn ? *entry->result != '\0' || *entry->score != '\0' : *entry->result == '\0')
		return problem_set(problem, SAY("entry-no-result", "a result is missing, or there is one too many"));
	return true;
}

/* Appends an entry to its play, after the one with the id `before`. Those of the organiser are listed as changes, too.
 */
static struct entry *
append(struct db *db, const struct entry *entry, int64_t before)
{
	struct entry stored = *entry;

	stored.when = g_get_real_time() / 1000;
	stored.id = table_append_entry(db,
		(struct db_value[]){DB_NUMBER(0), DB_NUMBER(stored.when), DB_NUMBER(entry->kind),
			DB_TEXT(entry->submission), DB_TEXT(entry->play), DB_TEXT(entry->game), DB_NUMBER(entry->round),
			DB_NUMBER(entry->table), DB_NUMBER(entry->event), DB_NUMBER(before), DB_TEXT(entry->who),
			DB_TEXT(entry->why), DB_TEXT(entry->result), DB_TEXT(entry->score)});
	if (entry->kind != ENTRY_RESULT)
		store_change_add(db, entry->who, entry->why,
			entry->kind == ENTRY_CORRECTION
				? SAY("corrected", "corrected the result of round {round}, table {table} ({game})")
				: SAY("withdrew", "withdrew the result of round {round}, table {table} ({game})"),
			ARG_NUMBER("round", entry->round), ARG_NUMBER("table", entry->table),
			ARG_TEXT("game", entry->game));
	return copy_entry(&stored);
}

/* Whether one more casual result is accepted. Counting them is slow, so they are counted only once there are that many
 * entries of any kind. */
static bool
check_casual(struct db *db, struct store_write *write)
{
	g_autofree char *value = db_string(db, "select value from setting where name = '" STORE_CASUAL "'", DB_NOTHING);
	int64_t entries = 0;

	if (g_strcmp0(value, STORE_CASUAL_OFF) == 0)
		return store_write_refuse(write, STORE_CLOSED,
			SAY("casual-off", "casual games are switched off here: only results of the event are stored"));
	db_numbers(db, "select coalesce(max(id), 0) from entry", DB_NOTHING, &entries, 1);
	if (entries >= STORE_CASUAL_MOST)
		db_numbers(db, "select count(*) from entry where event = 0", DB_NOTHING, &entries, 1);
	return entries < STORE_CASUAL_MOST ||
		store_write_refuse(write, STORE_CLOSED,
			SAY("casual-full", "this kiosk has {most} casual results and stores no more of them"),
			ARG_NUMBER("most", STORE_CASUAL_MOST));
}

/* Refuses a result of a round in which nobody has a seat: it would belong to nobody. */
static bool
check_seated(struct db *db, struct store_write *write)
{
	const struct entry *entry = write->what;
	int64_t seated = 1;

	db_numbers(db,
		"select case when exists (select 1 from seat where round_no = $1) or not exists "
		"(select 1 from person) then 1 else 0 end",
		DB_WITH(DB_NUMBER(entry->round)), &seated, 1);
	return seated != 0 ||
		store_write_refuse(write, STORE_UNSEATED,
			SAY("nobody-seated",
				"nobody has a seat in round {round} yet: ask the organiser to seat it, or to let this "
				"result in"),
			ARG_NUMBER("round", entry->round));
}

/* A result without its names, whose spelling may have changed since it was sent for the first time. */
static json_t *
without_names(const char *text)
{
	json_t *result = json_loads(text, 0, NULL), *player;
	size_t i;

	json_array_foreach(json_object_get(result, "players"), i, player)
		json_object_del(player, "name");
	return result;
}

/* Whether a submission that was sent again has the same content. */
static bool
is_same(const struct entry *stored, const struct entry *entry)
{
	if (stored->kind != entry->kind || strcmp(stored->play, entry->play) != 0)
		return false;
	if (strcmp(stored->result, entry->result) == 0)
		return true;
	json_auto_t *before = without_names(stored->result), *now = without_names(entry->result);

	return before != NULL && now != NULL && json_equal(before, now);
}

static void
add(struct db *db, struct store_write *write)
{
	const struct entry *entry = write->what;
	struct entry **stored = write->stored;

	g_free(*stored);
	*stored = find_entry(
		db, "select " COLUMNS " from entry as e where submission = $1", DB_WITH(DB_TEXT(entry->submission)));
	if (*stored != NULL) {
		if (is_same(*stored, entry))
			store_write_refuse(write, STORE_TWICE, SAY("stored-already", "this is stored already"));
		else
			store_write_refuse(write, STORE_USED,
				SAY("submission-used",
					"this was sent before with something else in it, which is stored: look at that "
					"before you send this one again"));
		return;
	}
	if (!store_check_basis(db, write) || (!entry->event && !check_casual(db, write)))
		return;
	g_autofree struct entry *last = find_entry(db,
		"select " COLUMNS " from entry as e where play = $1 and event = $2 order by before desc limit 1",
		DB_WITH(DB_TEXT(entry->play), DB_NUMBER(entry->event)));
	bool counts = last != NULL && last->kind != ENTRY_WITHDRAWN;

	if (entry->event && entry->kind == ENTRY_RESULT && counts) {
		store_write_refuse(write, STORE_TAKEN,
			SAY("table-has-result",
				"round {round}, table {table} has its result already: only the organiser can change it"),
			ARG_NUMBER("round", last->round), ARG_NUMBER("table", last->table));
		*stored = g_steal_pointer(&last);
		return;
	}
	if (write->basis != NULL && write->basis->seated && !check_seated(db, write))
		return;
	if (entry->kind == ENTRY_WITHDRAWN && !counts)
		store_write_refuse(
			write, STORE_UNKNOWN, SAY("no-result-to-withdraw", "there is no result to withdraw"));
	else
		*stored = append(db, entry, last == NULL ? 0 : last->id);
}

enum store_status
store_add(struct store *store, const struct entry *entry, const struct store_basis *basis, struct entry **stored,
	struct problem *problem)
{
	g_autofree struct entry *now = NULL;
	struct store_write write = {.work = add, .what = entry, .basis = basis, .stored = &now};

	problem_clear(problem);
	store_entry_is_sound(entry, problem);
	enum store_status status = store_write(store, &write, problem);
	if (stored != NULL)
		*stored = status == STORE_TROUBLE ? NULL : g_steal_pointer(&now);
	return status;
}

/* Reads one entry; STORE_UNKNOWN, without setting *problem, if there is none. */
static enum store_status
read_one(struct store *store, const char *sql, struct db_values values, struct entry **entry, struct problem *problem)
{
	g_autoptr(GPtrArray) found = NULL;
	enum store_status status = list_entries(store, sql, values, &found, problem);

	*entry = status == STORE_OK && found->len > 0 ? g_ptr_array_steal_index(found, 0) : NULL;
	return status == STORE_OK && *entry == NULL ? STORE_UNKNOWN : status;
}

enum store_status
store_current(struct store *store, const char *play, struct entry **entry, struct problem *problem)
{
	/* The event first: the same game may have been played before the event was imported. */
	enum store_status status = read_one(store,
		"select " COLUMNS " from entry as e where play = $1 order by event desc, before desc limit 1",
		DB_WITH(DB_TEXT(store_text_fits(play, STORE_NAME) ? play : "")), entry, problem);

	if (status == STORE_OK && (*entry)->kind == ENTRY_WITHDRAWN) {
		g_clear_pointer(entry, g_free);
		status = STORE_UNKNOWN;
	}
	if (status == STORE_UNKNOWN)
		problem_set(problem, SAY("no-result-yet", "there is no result yet"));
	return status;
}

enum store_status
store_entry(struct store *store, int64_t id, struct entry **entry, struct problem *problem)
{
	/* Larger ids do not fit the column; no entry has the id 0. */
	enum store_status status = read_one(store, "select " COLUMNS " from entry as e where id = $1",
		DB_WITH(DB_NUMBER(id < 0 || id > INT32_MAX ? 0 : id)), entry, problem);

	if (status == STORE_UNKNOWN)
		problem_set(problem, SAY("no-such-entry", "there is no such entry"));
	return status;
}

enum store_status
store_history(struct store *store, const char *play, unsigned most, GPtrArray **entries, struct problem *problem)
{
	if (play == NULL)
		return list_entries(store, "select " COLUMNS " from entry as e order by id desc limit $1",
			DB_WITH(DB_NUMBER(most)), entries, problem);
	return list_entries(store, "select " COLUMNS " from entry as e where play = $2 order by id limit $1",
		DB_WITH(DB_NUMBER(most), DB_TEXT(store_text_fits(play, STORE_NAME) ? play : "")), entries, problem);
}

enum store_status
store_results(struct store *store, GPtrArray **entries, struct problem *problem)
{
	return list_entries(store,
		"select " COLUMNS " from entry as e where " COUNTS ") order by round_no, table_no, id", DB_NOTHING,
		entries, problem);
}

enum store_status
store_results_before(struct store *store, int64_t id, unsigned most, GPtrArray **entries, struct problem *problem)
{
	return list_entries(store,
		"select " COLUMNS " from entry as e where id < $1 and (event = 0 and kind <> 2 or " COUNTS "))"
		" order by id desc limit $2",
		DB_WITH(DB_NUMBER(CLAMP(id, 0, INT32_MAX)), DB_NUMBER(most)), entries, problem);
}

enum store_status
store_walk_begin(struct store *store, struct store_walk *walk, struct problem *problem)
{
	*walk = (struct store_walk){0};
	return store_read(store, "select coalesce(max(id), 0) from entry", DB_NOTHING, db_take_numbers,
		&(struct db_numbers){&walk->end, 1}, problem);
}

/* Entries stored after the walk began are ignored, and those that they replaced still count. `event + 0` keeps the
 * database from using the index on `event`, after which it would have to sort by id. */
static const char *const walks[] = {
	[WALK_ALL] = "select " COLUMNS " from entry as e where id > $1 and id <= $2 order by id limit $3",
	[WALK_COUNTS] = "select " COLUMNS " from entry as e where " COUNTS " and l.id <= $2) and id <= $2"
			" and (round_no, table_no, id) > ($4, $5, $1) order by round_no, table_no, id limit $3",
	[WALK_CASUAL] = "select " COLUMNS " from entry as e"
			" where event + 0 = 0 and kind = 0 and id > $1 and id <= $2 order by id limit $3",
};

enum store_status
store_walk(struct store *store, enum store_walk_of of, unsigned most, struct store_walk *walk, GPtrArray **entries,
	struct problem *problem)
{
	const struct db_value values[] = {DB_NUMBER(walk->id), DB_NUMBER(walk->end), DB_NUMBER(most),
		DB_NUMBER(walk->round), DB_NUMBER(walk->table)};
	struct db_values used = {values, of == WALK_COUNTS ? 5 : 3};
	enum store_status status = list_entries(store, walks[of], used, entries, problem);

	if (status != STORE_OK)
		return status;
	*walk = (struct store_walk){.end = walk->end};
	if ((*entries)->len > 0) {
		const struct entry *last = g_ptr_array_index(*entries, (*entries)->len - 1);

		walk->id = last->id;
		walk->round = last->round;
		walk->table = last->table;
	}
	return status;
}
