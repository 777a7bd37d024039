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

void
entry_free(struct entry *entry)
{
	if (entry == NULL)
		return;
	g_free(entry->submission);
	g_free(entry->play);
	g_free(entry->game);
	g_free(entry->who);
	g_free(entry->why);
	g_free(entry->result);
	g_free(entry->score);
	g_free(entry);
}

static struct entry *
entry_of(const struct db_row *row)
{
	struct entry *entry = g_new0(struct entry, 1);
	struct db_value values[DB_VALUES];
	char should[TABLE_SEAL];
	const char *seal;

	entry->id = db_number(row, 0);
	entry->when = db_number(row, 1);
	entry->kind = (enum entry_kind)db_number(row, 2);
	entry->submission = g_strdup(db_text(row, 3));
	entry->play = g_strdup(db_text(row, 4));
	entry->game = g_strdup(db_text(row, 5));
	entry->round = (unsigned)db_number(row, 6);
	entry->table = (unsigned)db_number(row, 7);
	entry->event = db_number(row, 8) != 0;
	entry->who = g_strdup(db_text(row, 10));
	entry->why = g_strdup(db_text(row, 11));
	entry->result = g_strdup(db_text(row, 12));
	entry->score = g_strdup(db_text(row, 13));
	seal = table_row(TABLE_ENTRY, row, values);
	table_seal(TABLE_ENTRY, db_text(row, BEFORE), values, should);
	entry->changed = strcmp(seal, should) != 0;
	return entry;
}

static void
take_one(void *data, const struct db_row *row)
{
	struct entry **entry = data;

	entry_free(*entry);
	*entry = entry_of(row);
}

static void
take_each(void *data, const struct db_row *row)
{
	g_ptr_array_add(data, entry_of(row));
}

/* Whether an entry is as it was stored; false after setting *problem. */
static bool
is_unchanged(const struct entry *entry, struct problem *problem)
{
	struct message what;

	if (entry == NULL || !entry->changed)
		return true;
	message_set(&what, SAY("damage-entry", "entry {entry} (round {round}, table {table}) is not as it was stored"),
		ARG_NUMBER("entry", entry->id), ARG_NUMBER("round", entry->round), ARG_NUMBER("table", entry->table));
	db_damaged(problem, &what);
	return false;
}

/* It can be looked at, so that somebody finds out what happened; but from now on nothing is stored. */
static void
note_damage(struct store *store, const struct entry *entry)
{
	struct problem problem = {0};

	if (!is_unchanged(entry, &problem))
		store_note_damage(store, &problem);
}

/* One entry for a decision about what is stored: it has to be as it was. */
static enum db_status
find_entry(struct db *db, const char *sql, const struct db_value *values, unsigned count, struct entry **entry,
	struct problem *problem)
{
	enum db_status status = db_run(db, sql, values, count, take_one, entry, problem);

	if (status == DB_OK && !is_unchanged(*entry, problem))
		status = DB_TROUBLE;
	return status;
}

static enum store_status
list_entries(struct store *store, const char *sql, const struct db_value *values, unsigned count, GPtrArray **entries,
	struct problem *problem)
{
	enum store_status status =
		store_list(store, sql, values, count, take_each, (GDestroyNotify)entry_free, entries, problem);

	for (unsigned i = 0; status == STORE_OK && i < (*entries)->len; i++)
		note_damage(store, g_ptr_array_index(*entries, i));
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

/* Sets *entry to the last one of the chain; NULL where there is none. */
static enum db_status
find_last(struct db *db, const struct entry *like, struct entry **entry, struct problem *problem)
{
	static const char sql[] = "select " COLUMNS " from entry as e"
				  " where play = $1 and event = $2 order by before desc limit 1";
	const struct db_value values[] = {DB_OF_TEXT(like->play), DB_OF_NUMBER(like->event)};

	return find_entry(db, sql, values, 2, entry, problem);
}

static enum db_status
find_submission(struct db *db, const char *submission, struct entry **entry, struct problem *problem)
{
	static const char sql[] = "select " COLUMNS " from entry as e where submission = $1";
	const struct db_value value = DB_OF_TEXT(submission);

	return find_entry(db, sql, &value, 1, entry, problem);
}

/* The entry as it is stored. */
static struct entry *
stored_as(const struct entry *entry, int64_t id, int64_t when)
{
	struct entry *stored = g_memdup2(entry, sizeof *entry);

	stored->id = id;
	stored->when = when;
	stored->submission = g_strdup(entry->submission);
	stored->play = g_strdup(entry->play);
	stored->game = g_strdup(entry->game);
	stored->who = g_strdup(entry->who);
	stored->why = g_strdup(entry->why);
	stored->result = g_strdup(entry->result);
	stored->score = g_strdup(entry->score);
	return stored;
}

static enum db_status
append(struct db *db, const struct entry *entry, int64_t before, struct entry **stored, struct problem *problem)
{
	int64_t now = g_get_real_time() / 1000;
	struct table_chain chain;
	enum db_status status = table_chain_end(db, &chain, problem);
	const struct db_value values[] = {
		DB_OF_NUMBER(chain.id),
		DB_OF_NUMBER(now),
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
	};

	if (status == DB_OK)
		status = table_chain_append(db, &chain, values, problem);
	if (status == DB_OK) {
		entry_free(*stored);
		*stored = stored_as(entry, chain.id, now);
	}
	return status;
}

/* The organiser's are among the changes, too. */
static enum db_status
note_change(struct db *db, const struct entry *entry, struct problem *problem)
{
	enum db_status status;
	char *what;

	if (entry->kind == ENTRY_RESULT)
		return DB_OK;
	what = g_strdup_printf("%s round %u, table %u (%s)",
		entry->kind == ENTRY_CORRECTION ? "corrected the result of" : "withdrew the result of", entry->round,
		entry->table, entry->game);
	status = store_change_add(db, entry->who, what, entry->why, problem);
	g_free(what);
	return status;
}

/* Whether one more casual result is taken, decided where it is stored. They are counted only when
 * there are enough entries for it: until then the last id is answer enough. */
static enum db_status
check_casual(struct db *db, struct store_write *write)
{
	static const char setting[] = "select value from setting where name = '" STORE_CASUAL "'";
	static const char last[] = "select coalesce(max(id), 0) from entry";
	static const char count[] = "select count(*) from entry where event = 0";
	int64_t entries = 0;
	char *value = NULL;
	enum db_status status = db_run(db, setting, NULL, 0, db_take_text, &value, &write->problem);

	if (status == DB_OK)
		status = db_run(db, last, NULL, 0, db_take_number, &entries, &write->problem);
	if (status == DB_OK && entries >= STORE_CASUAL_MOST)
		status = db_run(db, count, NULL, 0, db_take_number, &entries, &write->problem);
	if (status == DB_OK && g_strcmp0(value, STORE_CASUAL_OFF) == 0)
		store_write_refuse(write, STORE_CLOSED,
			SAY("casual-off", "casual games are switched off here: only results of the event are stored"));
	else if (status == DB_OK && entries >= STORE_CASUAL_MOST)
		store_write_refuse(write, STORE_CLOSED,
			SAY("casual-full", "this kiosk has {most} casual results and stores no more of them"),
			ARG_NUMBER("most", STORE_CASUAL_MOST));
	g_free(value);
	return status;
}

/* A result of a round in which nobody has a seat would be nobody's. */
static enum db_status
check_seated(struct db *db, struct store_write *write)
{
	static const char sql[] = "select case when exists (select 1 from seat where round_no = $1) or not exists "
				  "(select 1 from person) then 1 else 0 end";
	const struct entry *entry = write->what;
	const struct db_value round = DB_OF_NUMBER(entry->round);
	int64_t seated = 1;
	enum db_status status = db_run(db, sql, &round, 1, db_take_number, &seated, &write->problem);

	if (status == DB_OK && seated == 0)
		store_write_refuse(write, STORE_UNSEATED,
			SAY("nobody-seated",
				"nobody has a seat in round {round} yet: ask the organiser to seat it, or to let this "
				"result in"),
			ARG_NUMBER("round", entry->round));
	return status;
}

/* A result without the names in it: those who sit at a table may have been spelt otherwise when it
 * was sent for the first time. */
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

static enum db_status
add(struct db *db, struct store_write *write)
{
	const struct entry *entry = write->what;
	struct entry **stored = write->stored;
	enum db_status status;
	int64_t before = 0;
	bool counts;

	g_clear_pointer(stored, entry_free);
	status = find_submission(db, entry->submission, stored, &write->problem);
	if (status != DB_OK)
		return status;
	if (*stored != NULL) {
		if (is_same(*stored, entry))
			store_write_refuse(write, STORE_TWICE, SAY("stored-already", "this is stored already"));
		else
			store_write_refuse(write, STORE_USED,
				SAY("submission-used",
					"this was sent before with something else in it, which is stored: look at that "
					"before you send this one again"));
		return DB_OK;
	}
	status = store_check_basis(db, write);
	if (status != DB_OK || write->status != STORE_OK) {
		g_clear_pointer(stored, entry_free);
		return status;
	}
	if (!entry->event) {
		status = check_casual(db, write);
		if (status != DB_OK || write->status != STORE_OK)
			return status;
	}
	status = find_last(db, entry, stored, &write->problem);
	if (status != DB_OK)
		return status;
	counts = *stored != NULL && (*stored)->kind != ENTRY_WITHDRAWN;
	if (entry->event && entry->kind == ENTRY_RESULT && counts) {
		store_write_refuse(write, STORE_TAKEN,
			SAY("table-has-result",
				"round {round}, table {table} has its result already: only the organiser can change it"),
			ARG_NUMBER("round", (*stored)->round), ARG_NUMBER("table", (*stored)->table));
		return DB_OK;
	}
	if (write->basis != NULL && write->basis->seated) {
		status = check_seated(db, write);
		if (status != DB_OK || write->status != STORE_OK) {
			g_clear_pointer(stored, entry_free);
			return status;
		}
	}
	if (entry->kind == ENTRY_WITHDRAWN && !counts) {
		g_clear_pointer(stored, entry_free);
		store_write_refuse(
			write, STORE_UNKNOWN, SAY("no-result-to-withdraw", "there is no result to withdraw"));
		return DB_OK;
	}
	if (*stored != NULL)
		before = (*stored)->id;
	status = append(db, entry, before, stored, &write->problem);
	return status == DB_OK ? note_change(db, entry, &write->problem) : status;
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
	enum store_status status;

	problem_clear(problem);
	if (stored != NULL)
		*stored = NULL;
	if (!store_entry_is_sound(entry, problem))
		return STORE_REFUSED;
	status = store_write(store, &write, problem);
	if (status == STORE_TROUBLE)
		g_clear_pointer(&now, entry_free);
	if (stored != NULL)
		*stored = now;
	else
		entry_free(now);
	return status;
}

static enum store_status
read_one(struct store *store, const char *sql, const struct db_value *value, struct entry **entry,
	struct problem *problem)
{
	enum store_status status;

	*entry = NULL;
	problem_clear(problem);
	status = store_read(store, sql, value, 1, take_one, entry, problem);
	if (status != STORE_OK)
		g_clear_pointer(entry, entry_free);
	note_damage(store, *entry);
	return status;
}

enum store_status
store_current(struct store *store, const char *play, struct entry **entry, struct problem *problem)
{
	/* Those of the event first: a game may have been played before the event was taken in. */
	static const char sql[] = "select " COLUMNS " from entry as e"
				  " where play = $1 order by event desc, before desc limit 1";
	const struct db_value value = DB_OF_TEXT(store_text_fits(play, STORE_NAME) ? play : "");
	enum store_status status = read_one(store, sql, &value, entry, problem);

	if (status == STORE_OK && (*entry == NULL || (*entry)->kind == ENTRY_WITHDRAWN)) {
		g_clear_pointer(entry, entry_free);
		problem_set(problem, SAY("no-result-yet", "there is no result yet"));
		return STORE_UNKNOWN;
	}
	return status;
}

enum store_status
store_entry(struct store *store, int64_t id, struct entry **entry, struct problem *problem)
{
	static const char sql[] = "select " COLUMNS " from entry as e where id = $1";
	/* No more than the column holds. */
	const struct db_value value = DB_OF_NUMBER(CLAMP(id, 0, INT32_MAX));
	enum store_status status = read_one(store, sql, &value, entry, problem);

	if (status == STORE_OK && (*entry == NULL || (*entry)->id != id)) {
		g_clear_pointer(entry, entry_free);
		problem_set(problem, SAY("no-such-entry", "there is no such entry"));
		return STORE_UNKNOWN;
	}
	return status;
}

enum store_status
store_history(struct store *store, const char *play, unsigned most, GPtrArray **entries, struct problem *problem)
{
	static const char of_play[] = "select " COLUMNS " from entry as e"
				      " where play = $2 order by id limit $1";
	static const char of_all[] = "select " COLUMNS " from entry as e order by id desc limit $1";
	const struct db_value values[] = {
		DB_OF_NUMBER(most), DB_OF_TEXT(store_text_fits(play, STORE_NAME) ? play : "")};

	return list_entries(store, play == NULL ? of_all : of_play, values, play == NULL ? 1 : 2, entries, problem);
}

enum store_status
store_results(struct store *store, GPtrArray **entries, struct problem *problem)
{
	static const char sql[] =
		"select " COLUMNS " from entry as e where event = 1 and kind <> 2 and not exists"
		" (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id)"
		" order by round_no, table_no, id";

	return list_entries(store, sql, NULL, 0, entries, problem);
}

enum store_status
store_results_before(struct store *store, int64_t id, unsigned most, GPtrArray **entries, struct problem *problem)
{
	static const char sql[] =
		"select " COLUMNS " from entry as e where id < $1 and kind <> 2 and (event = 0 or not exists"
		" (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id))"
		" order by id desc limit $2";
	const struct db_value values[] = {DB_OF_NUMBER(CLAMP(id, 0, INT32_MAX)), DB_OF_NUMBER(most)};

	return list_entries(store, sql, values, 2, entries, problem);
}

enum store_status
store_walk_begin(struct store *store, struct store_walk *walk, struct problem *problem)
{
	static const char sql[] = "select coalesce(max(id), 0) from entry";

	problem_clear(problem);
	*walk = (struct store_walk){0};
	return store_read(store, sql, NULL, 0, db_take_number, &walk->end, problem);
}

/* What was stored after the beginning is not seen, and what it replaced still counts. Casual games
 * are found along the ids: an index on `event` would have to be sorted. */
static const char *const walks[] = {
	[WALK_ALL] = "select " COLUMNS " from entry as e where id > $1 and id <= $2 order by id limit $3",
	[WALK_COUNTS] = "select " COLUMNS " from entry as e where event = 1 and kind <> 2 and id <= $2"
			" and (round_no, table_no, id) > ($4, $5, $1) and not exists"
			" (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id"
			"  and l.id <= $2)"
			" order by round_no, table_no, id limit $3",
	[WALK_CASUAL] = "select " COLUMNS " from entry as e"
			" where event + 0 = 0 and kind = 0 and id > $1 and id <= $2 order by id limit $3",
};

enum store_status
store_walk(struct store *store, enum store_walk_of of, unsigned most, struct store_walk *walk, GPtrArray **entries,
	struct problem *problem)
{
	const struct db_value values[] = {
		DB_OF_NUMBER(walk->id),
		DB_OF_NUMBER(walk->end),
		DB_OF_NUMBER(most),
		DB_OF_NUMBER(walk->round),
		DB_OF_NUMBER(walk->table),
	};
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
