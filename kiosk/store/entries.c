/* SPDX-License-Identifier: MIT
 * Results, corrections and withdrawals: appended, one chain a play, the last one
 * counts. */
#include <jansson.h>
#include <string.h>

#include "kiosk/store/parts.h"

/* All that is sealed, the seal, and that of the entry before, which it covers; of `entry as e`. */
#define COLUMNS \
	"id, at, kind, submission, play, game, round_no, table_no, event, before, who, why, result, " \
	"score, seal," \
	" coalesce((select b.seal from entry as b where b.id < e.id order by b.id desc limit 1), '')"
#define BEFORE 15 /* the column of the last one */

/* The entries that count for tables of the event: the last one of each chain, unless it was withdrawn. */
#define COUNTS \
	"event = 1 and kind <> 2 and not exists" \
	" (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id"

struct entry *
entry_copy(const struct entry *entry)
{
	static const size_t texts[] = {offsetof(struct entry, submission), offsetof(struct entry, play),
		offsetof(struct entry, game), offsetof(struct entry, who), offsetof(struct entry, why),
		offsetof(struct entry, result), offsetof(struct entry, score)};

	return store_copy(entry, sizeof *entry, texts, G_N_ELEMENTS(texts));
}

static struct entry *
entry_of(const struct db_row *row)
{
	struct db_value values[DB_VALUES];
	char should[TABLE_SEAL];
	const char *seal = table_row(TABLE_ENTRY, row, values);

	table_seal(TABLE_ENTRY, db_text(row, BEFORE), values, should);
	return entry_copy(&(struct entry){.id = db_number(row, 0),
		.when = db_number(row, 1),
		.kind = (enum entry_kind)db_number(row, 2),
		.submission = values[3].text,
		.play = values[4].text,
		.game = values[5].text,
		.round = (unsigned)db_number(row, 6),
		.table = (unsigned)db_number(row, 7),
		.event = db_number(row, 8) != 0,
		.who = values[10].text,
		.why = values[11].text,
		.result = values[12].text,
		.score = values[13].text,
		.changed = strcmp(seal, should) != 0});
}

static void
take_one(void *data, const struct db_row *row)
{
	struct entry **entry = data;

	g_free(*entry);
	*entry = entry_of(row);
}

static void
take_each(void *data, const struct db_row *row)
{
	g_ptr_array_add(data, entry_of(row));
}

#define SAY_CHANGED(entry) \
	SAY("damage-entry", "entry {entry} (round {round}, table {table}) is not as it was stored"), \
		ARG_NUMBER("entry", (entry)->id), ARG_NUMBER("round", (entry)->round), \
		ARG_NUMBER("table", (entry)->table)

/* A changed entry can be looked at, so that somebody finds out what happened; but from now on nothing is stored. */
static void
note_changed(struct store *store, const struct entry *entry)
{
	struct problem problem;

	if (entry == NULL || !entry->changed)
		return;
	damage_set_list(&problem, (const struct argument[]){SAY_CHANGED(entry), {.type = ARGUMENT_END}});
	store_note(store, &problem);
}

/* One entry for a decision about what is stored: it has to be as it was. NULL: there is none, or after a failure. */
static struct entry *
find_entry(struct db *db, const char *sql, const struct db_value *values, size_t count)
{
	struct entry *entry = NULL;

	db_run(db, sql, values, count, take_one, &entry);
	if (entry != NULL && entry->changed)
		db_damage(db, SAY_CHANGED(entry));
	return entry;
}

static enum store_status
list_entries(struct store *store, const char *sql, const struct db_value *values, size_t count, GPtrArray **entries,
	struct problem *problem)
{
	enum store_status status = store_list(store, sql, values, count, take_each, entries, problem);

	for (unsigned i = 0; status == STORE_OK && i < (*entries)->len; i++)
		note_changed(store, g_ptr_array_index(*entries, i));
	return status;
}

/* What a stranger sent must not be what fails inside a transaction that others share. */
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

/* Appends an entry to its chain, after the one with the id `before`. */
static struct entry *
append(struct db *db, const struct entry *entry, int64_t before)
{
	struct entry stored = *entry;
	struct table_chain chain;

	table_chain_end(db, &chain);
	stored.id = chain.id;
	stored.when = g_get_real_time() / 1000;
	table_chain_append(db, &chain,
		(const struct db_value[]){
			DB_OF_NUMBER(stored.id),
			DB_OF_NUMBER(stored.when),
			DB_OF_NUMBER(entry->kind),
			DB_OF_TEXT(entry->submission),
			DB_OF_TEXT(entry->play),
			DB_OF_TEXT(entry->game),
			DB_OF_NUMBER(entry->round),
			DB_OF_NUMBER(entry->table),
			DB_OF_NUMBER(entry->event),
			DB_OF_NUMBER(before),
			DB_OF_TEXT(entry->who),
			DB_OF_TEXT(entry->why),
			DB_OF_TEXT(entry->result),
			DB_OF_TEXT(entry->score),
		});
	return entry_copy(&stored);
}

/* The organiser's are among the changes, too. */
static void
note_change(struct db *db, const struct entry *entry)
{
	const struct argument what = entry->kind == ENTRY_CORRECTION
		? SAY("corrected", "corrected the result of round {round}, table {table} ({game})")
		: SAY("withdrew", "withdrew the result of round {round}, table {table} ({game})");

	if (entry->kind != ENTRY_RESULT)
		store_change_add(db, entry->who, entry->why, what, ARG_NUMBER("round", entry->round),
			ARG_NUMBER("table", entry->table), ARG_TEXT("game", entry->game));
}

/* Whether one more casual result is taken, decided where it is stored. They are counted only when there are enough
 * entries for it: until then the last id is answer enough. */
static bool
check_casual(struct db *db, struct store_write *write)
{
	char *value = db_string(db, "select value from setting where name = '" STORE_CASUAL "'", DB_NOTHING);
	bool off = g_strcmp0(value, STORE_CASUAL_OFF) == 0;
	int64_t entries = 0;

	g_free(value);
	if (off)
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

/* A result of a round in which nobody has a seat would be unassigned. */
static bool
check_seated(struct db *db, struct store_write *write)
{
	const struct entry *entry = write->what;
	int64_t seated = 1;

	db_numbers(db,
		"select case when exists (select 1 from seat where round_no = $1) or not exists "
		"(select 1 from person) then 1 else 0 end",
		DB_WITH(DB_OF_NUMBER(entry->round)), &seated, 1);
	return seated != 0 ||
		store_write_refuse(write, STORE_UNSEATED,
			SAY("nobody-seated",
				"nobody has a seat in round {round} yet: ask the organiser to seat it, or to let this "
				"result in"),
			ARG_NUMBER("round", entry->round));
}

/* A result without the names in it: those who sit at a table may have been spelt otherwise when it was sent for the
 * first time. */
static json_t *
without_names(const char *text)
{
	json_t *result = json_loads(text, 0, NULL), *player;
	size_t i;

	json_array_foreach(json_object_get(result, "players"), i, player)
		json_object_del(player, "name");
	return result;
}

/* Whether a submission that comes again says what it said before. */
static bool
is_same(const struct entry *stored, const struct entry *entry)
{
	json_t *before, *now;
	bool same = stored->kind == entry->kind && strcmp(stored->play, entry->play) == 0;

	if (!same || strcmp(stored->result, entry->result) == 0)
		return same;
	before = without_names(stored->result);
	now = without_names(entry->result);
	same = before != NULL && now != NULL && json_equal(before, now);
	json_decref(before);
	json_decref(now);
	return same;
}

static void
add(struct db *db, struct store_write *write)
{
	const struct entry *entry = write->what;
	struct entry **stored = write->stored, *last;
	int64_t before = 0;
	bool counts;

	g_free(*stored);
	*stored = find_entry(
		db, "select " COLUMNS " from entry as e where submission = $1", DB_WITH(DB_OF_TEXT(entry->submission)));
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
	last = find_entry(db,
		"select " COLUMNS " from entry as e where play = $1 and event = $2 order by before desc limit 1",
		DB_WITH(DB_OF_TEXT(entry->play), DB_OF_NUMBER(entry->event)));
	counts = last != NULL && last->kind != ENTRY_WITHDRAWN;
	if (last != NULL)
		before = last->id;
	if (entry->event && entry->kind == ENTRY_RESULT && counts) {
		*stored = last;
		store_write_refuse(write, STORE_TAKEN,
			SAY("table-has-result",
				"round {round}, table {table} has its result already: only the organiser can change it"),
			ARG_NUMBER("round", last->round), ARG_NUMBER("table", last->table));
		return;
	}
	g_free(last);
	if (write->basis != NULL && write->basis->seated && !check_seated(db, write))
		return;
	if (entry->kind == ENTRY_WITHDRAWN && !counts) {
		store_write_refuse(
			write, STORE_UNKNOWN, SAY("no-result-to-withdraw", "there is no result to withdraw"));
		return;
	}
	*stored = append(db, entry, before);
	note_change(db, entry);
}

enum store_status
store_add(struct store *store, const struct entry *entry, struct entry **stored, struct problem *problem)
{
	return store_add_on(store, entry, NULL, stored, problem);
}

enum store_status
store_add_on(struct store *store, const struct entry *entry, const struct store_basis *basis, struct entry **stored,
	struct problem *problem)
{
	struct entry *now = NULL;
	struct store_write write = {.work = add, .what = entry, .basis = basis, .stored = &now};
	enum store_status status = STORE_REFUSED;

	problem_clear(problem);
	if (store_entry_is_sound(entry, problem))
		status = store_write(store, &write, problem);
	if (status == STORE_TROUBLE)
		g_clear_pointer(&now, g_free);
	if (stored != NULL)
		*stored = now;
	else
		g_free(now);
	return status;
}

static bool
read_one(struct store *store, const char *sql, const struct db_value value, struct entry **entry,
	struct problem *problem)
{
	bool fine;

	*entry = NULL;
	fine = store_read(store, sql, &value, 1, take_one, entry, problem);
	if (!fine)
		g_clear_pointer(entry, g_free);
	note_changed(store, *entry);
	return fine;
}

enum store_status
store_current(struct store *store, const char *play, struct entry **entry, struct problem *problem)
{
	/* Those of the event first: a game may have been played before the event was imported. */
	if (!read_one(store,
		    "select " COLUMNS " from entry as e where play = $1 order by event desc, before desc limit 1",
		    DB_OF_TEXT(store_text_fits(play, STORE_NAME) ? play : ""), entry, problem))
		return STORE_TROUBLE;
	if (*entry != NULL && (*entry)->kind != ENTRY_WITHDRAWN)
		return STORE_OK;
	g_clear_pointer(entry, g_free);
	problem_set(problem, SAY("no-result-yet", "there is no result yet"));
	return STORE_UNKNOWN;
}

enum store_status
store_entry(struct store *store, int64_t id, struct entry **entry, struct problem *problem)
{
	/* No more than the column holds. */
	if (!read_one(store, "select " COLUMNS " from entry as e where id = $1", DB_OF_NUMBER(CLAMP(id, 0, INT32_MAX)),
		    entry, problem))
		return STORE_TROUBLE;
	if (*entry != NULL && (*entry)->id == id)
		return STORE_OK;
	g_clear_pointer(entry, g_free);
	problem_set(problem, SAY("no-such-entry", "there is no such entry"));
	return STORE_UNKNOWN;
}

enum store_status
store_history(struct store *store, const char *play, unsigned most, GPtrArray **entries, struct problem *problem)
{
	if (play == NULL)
		return list_entries(store, "select " COLUMNS " from entry as e order by id desc limit $1",
			DB_WITH(DB_OF_NUMBER(most)), entries, problem);
	return list_entries(store, "select " COLUMNS " from entry as e where play = $2 order by id limit $1",
		DB_WITH(DB_OF_NUMBER(most), DB_OF_TEXT(store_text_fits(play, STORE_NAME) ? play : "")), entries,
		problem);
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
		DB_WITH(DB_OF_NUMBER(CLAMP(id, 0, INT32_MAX)), DB_OF_NUMBER(most)), entries, problem);
}

static void
take_end(void *data, const struct db_row *row)
{
	*(int64_t *)data = db_number(row, 0);
}

enum store_status
store_walk_begin(struct store *store, struct store_walk *walk, struct problem *problem)
{
	*walk = (struct store_walk){0};
	return store_read(store, "select coalesce(max(id), 0) from entry", DB_NOTHING, take_end, &walk->end, problem)
		? STORE_OK
		: STORE_TROUBLE;
}

/* What was stored after the beginning is not seen, and what it replaced still counts. Casual games are found along the
 * ids: an index on `event` would have to be sorted. */
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
	const struct db_value values[] = {DB_OF_NUMBER(walk->id), DB_OF_NUMBER(walk->end), DB_OF_NUMBER(most),
		DB_OF_NUMBER(walk->round), DB_OF_NUMBER(walk->table)};
	enum store_status status = list_entries(store, walks[of], values, of == WALK_COUNTS ? 5 : 3, entries, problem);
	const struct entry *last;

	if (status != STORE_OK)
		return status;
	if ((*entries)->len == 0) {
		*walk = (struct store_walk){.end = walk->end};
		return STORE_OK;
	}
	last = g_ptr_array_index(*entries, (*entries)->len - 1);
	walk->id = last->id;
	walk->round = last->round;
	walk->table = last->table;
	return STORE_OK;
}
