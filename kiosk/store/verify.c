/* SPDX-License-Identifier: MIT
 * Whether everything is as it was stored. Opening a
 * file, `doctor`, `restore` and the organiser's page all ask here. Once damage
 * was seen nothing more is stored, as nobody could trust it afterwards. */
#include <jansson.h>
#include <string.h>

#include "kiosk/store/parts.h"
#include "scoring/answer.h"

/* Problems that are kept; more are only counted. */
#define FOUND_MOST 20

/* Entries that are read at once, to bound memory. */
#define STEP 64

/* Of the number that grows with every change: no evening has as many, and pages count exactly to here. */
#define VERSION_MOST (INT64_C(1) << 53)

struct verifying {
	struct db *db;
	struct store_findings *findings;
	enum table_of of;

	/* The chain of entries: the last one's id, the seal it has and the one it should have. */
	int64_t id;
	char last[TABLE_SEAL], due[TABLE_SEAL];

	/* Where scores are looked at, too. */
	struct answer *answer;
	char *written; /* ANSWER_TEXT bytes */
	bool keyed;
	struct code_key key;
};

void
store_findings_clear(struct store_findings *findings)
{
	g_clear_pointer(&findings->damage, g_ptr_array_unref);
	*findings = (struct store_findings){0};
}

void
store_findings_say(const struct store_findings *findings, struct message *says)
{
	struct message entries, people, pieces;
	GDateTime *moment = findings->last == 0 ? NULL : g_date_time_new_from_unix_utc(findings->last / 1000);

	message_set(&entries, SAY_COUNT("entries", "1 entry", "{count} entries", findings->entries));
	message_set(&people, SAY_COUNT("people", "1 person", "{count} people", findings->people));
	message_set(&pieces, SAY_COUNT("pieces", "1 piece", "{count} pieces", findings->pieces));
	if (moment == NULL) {
		message_set(says, SAY("store-holds", "{entries}, {people} and {pieces}"),
			ARG_CAUSE("entries", &entries), ARG_CAUSE("people", &people), ARG_CAUSE("pieces", &pieces));
	} else {
		char *date = g_date_time_format(moment, "%Y-%m-%d"), *time = g_date_time_format(moment, "%H:%M:%S");

		message_set(says,
			SAY("store-holds-until",
				"{entries}, {people} and {pieces}, the last stored on {date} at {time} UTC"),
			ARG_CAUSE("entries", &entries), ARG_CAUSE("people", &people), ARG_CAUSE("pieces", &pieces),
			ARG_TEXT("date", date), ARG_TEXT("time", time));
		g_free(date);
		g_free(time);
		g_date_time_unref(moment);
	}
}

static void
find_problem(struct store_findings *findings, const struct problem *problem)
{
	if (findings->damage == NULL)
		findings->damage = g_ptr_array_new_with_free_func(g_free);
	if (findings->damaged++ < FOUND_MOST)
		g_ptr_array_add(findings->damage, g_memdup2(problem, sizeof *problem));
}

/* Notes damage: SAY() and its arguments. */
#define find(findings, ...) find_list((findings), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})

static void
find_list(struct store_findings *findings, const struct argument *arguments)
{
	struct problem problem;

	damage_set_list(&problem, arguments);
	find_problem(findings, &problem);
}

/* Of an entry: its number, and where it was played. */
#define ARG_ENTRY(entry) \
	ARG_NUMBER("entry", (entry)->id), ARG_NUMBER("round", (entry)->round), ARG_NUMBER("table", (entry)->table)

static void
take_flaw(void *data, const struct db_row *row)
{
	struct store_findings *findings = data;

	if (strcmp(db_text(row, 0), "ok") != 0)
		find(findings, SAY("damage-by-sqlite", "{detail}"), ARG_PRIVATE("detail", db_text(row, 0)));
}

/* What the file is made of: a line a table, index, view or trigger, with its words behind it. */
static void
take_object(void *data, const struct db_row *row)
{
	g_hash_table_insert(data, g_strdup(db_text(row, 0)), g_strdup(db_text(row, 1)));
}

static GHashTable *
read_objects(struct db *db)
{
	GHashTable *objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

	db_run(db, "select type || ' ' || name, coalesce(sql, '') from sqlite_master", DB_NOTHING, take_object,
		objects);
	return objects;
}

static int
by_name_backwards(const void *a, const void *b)
{
	return strcmp(b, a);
}

/* Compares with a new database: nothing is missing, changed or added. Views, triggers and tables come before the
 * indexes that go with them. */
bool
verify_objects(struct db *db, unsigned version, struct store_findings *findings)
{
	struct db *blank = db_sqlite_blank(&db->problem);
	GHashTable *ours, *there;
	const char *last = "";
	GList *names;

	if (blank == NULL)
		return false;
	if (!schema_migrate(blank, version)) {
		db->problem = blank->problem;
		db_destroy(blank);
		return false;
	}
	ours = read_objects(blank);
	there = read_objects(db);
	db_destroy(blank);
	names = g_list_concat(g_hash_table_get_keys(ours), g_hash_table_get_keys(there));
	names = g_list_sort(names, by_name_backwards);
	for (GList *at = names; at != NULL && !db_has_failed(db); at = at->next) {
		const char *name = at->data, *words = g_hash_table_lookup(ours, name),
			   *found = g_hash_table_lookup(there, name);

		if (strcmp(name, last) == 0 || g_str_has_prefix(name, "table sqlite_stat"))
			continue;
		last = name;
		if (words == NULL)
			find(findings, SAY("damage-object-added", "there is a {object}, which is not one of ours"),
				ARG_TEXT("object", name));
		else if (found == NULL)
			find(findings, SAY("damage-object-missing", "the {object} is missing"),
				ARG_TEXT("object", name));
		else if (strcmp(found, words) != 0)
			find(findings, SAY("damage-object-changed", "the {object} is not as it was made"),
				ARG_TEXT("object", name));
	}
	g_list_free(names);
	g_hash_table_destroy(ours);
	g_hash_table_destroy(there);
	return !db_has_failed(db);
}

/* Whether two objects have the same in one of their members, or both nothing. */
static bool
has_same(json_t *one, json_t *other, const char *name)
{
	json_t *here = json_object_get(one, name), *there = json_object_get(other, name);

	return here == there || json_equal(here, there);
}

static bool
lines_are_same(json_t *one, json_t *other)
{
	json_t *line;
	size_t i;

	json_array_foreach(one, i, line)
		if (!has_same(line, json_array_get(other, i), "what") ||
			!has_same(line, json_array_get(other, i), "points"))
			return false;
	return json_array_size(one) == json_array_size(other);
}

/* Whether two answers of `score` say the same of what counts; sentences may have become better
 * ones. */
static bool
says_same(json_t *one, json_t *other)
{
	json_t *players = json_object_get(one, "players"), *others = json_object_get(other, "players");
	json_t *player;
	size_t i;

	json_array_foreach(players, i, player) {
		json_t *same = json_array_get(others, i);

		if (!has_same(player, same, "name") || !has_same(player, same, "total") ||
			!has_same(player, same, "place") ||
			!lines_are_same(json_object_get(player, "lines"), json_object_get(same, "lines")))
			return false;
	}
	return json_array_size(players) == json_array_size(others) && has_same(one, other, "winners");
}

static bool
has_score(struct verifying *verifying, const char *score)
{
	json_t *stored = json_loads(score, 0, NULL), *again;
	struct text text;
	bool same;

	text_init(&text, verifying->written, ANSWER_TEXT);
	answer_write(verifying->answer, &audience_terminal, &text);
	again = json_loads(verifying->written, 0, NULL);
	same = json_is_object(stored) && json_is_object(again) && says_same(again, stored);
	json_decref(stored);
	json_decref(again);
	return same;
}

/* Scores a result again. */
static void
verify_score(struct verifying *verifying, const struct entry *entry)
{
	struct answer *answer = verifying->answer;

	if (answer_text(answer, entry->result, strlen(entry->result), verifying->keyed ? &verifying->key : NULL)) {
		if (!has_score(verifying, entry->score))
			find(verifying->findings,
				SAY("damage-score",
					"entry {entry} (round {round}, table {table}) was stored with another score than "
					"its result is worth"),
				ARG_ENTRY(entry));
	} else if (answer->problems.status == STATUS_BAD_CODE || answer->problems.status == STATUS_WRONG_EVENT ||
		answer->problems.status == STATUS_UNKNOWN_VERSION) {
		verifying->findings->unscored++;
	} else {
		struct problem why = {0};

		problems_next(&answer->problems, &(size_t){0}, &why);
		find(verifying->findings,
			SAY("damage-unscorable",
				"entry {entry} (round {round}, table {table}) has a result that cannot be scored: {why}"),
			ARG_ENTRY(entry), ARG_CAUSE("why", &why.message));
	}
}

/* Values of a row that fit are an entry; its texts are the row's. */
static struct entry
entry_of(const struct db_value *values)
{
	int64_t numbers[TABLE_COLUMNS];

	for (unsigned i = 0; i < TABLE_COLUMNS; i++)
		numbers[i] = g_ascii_strtoll(values[i].text, NULL, 10);
	return (struct entry){
		.id = numbers[0],
		.when = numbers[1],
		.kind = (enum entry_kind)numbers[2],
		.submission = values[3].text,
		.play = values[4].text,
		.game = values[5].text,
		.round = (unsigned)numbers[6],
		.table = (unsigned)numbers[7],
		.event = numbers[8] == 1,
		.who = values[10].text,
		.why = values[11].text,
		.result = values[12].text,
		.score = values[13].text,
	};
}

/* Whether it is linked to the entry before it. Where that one's seal alone is damaged, this one
 * shows it. */
static bool
verify_link(struct verifying *verifying, const struct db_value *values, const char *seal, int64_t id)
{
	char should[TABLE_SEAL], otherwise[TABLE_SEAL];
	bool linked;

	table_seal(TABLE_ENTRY, verifying->last, values, should);
	table_seal(TABLE_ENTRY, verifying->due, values, otherwise);
	linked = strcmp(seal, should) == 0 || strcmp(seal, otherwise) == 0;
	if (!linked) {
		if (id > verifying->id + 1)
			find(verifying->findings,
				SAY("damage-entries-missing", "the entries before {entry} are missing"),
				ARG_NUMBER("entry", id));
		else
			find(verifying->findings,
				SAY("damage-entry",
					"entry {entry} (round {round}, table {table}) is not as it was stored"),
				ARG_NUMBER("entry", id), ARG_TEXT("round", values[6].text),
				ARG_TEXT("table", values[7].text));
	}
	g_strlcpy(verifying->due, should, TABLE_SEAL);
	g_strlcpy(verifying->last, seal, TABLE_SEAL);
	verifying->id = id;
	return linked;
}

static void
take_entry(void *data, const struct db_row *row)
{
	struct verifying *verifying = data;
	struct store_findings *findings = verifying->findings;
	struct db_value values[DB_VALUES];
	const char *seal = table_row(TABLE_ENTRY, row, values);
	const char *flaw = table_row_flaw(TABLE_ENTRY, values);
	struct problem why;
	struct entry entry;

	findings->entries++;
	if (!verify_link(verifying, values, seal, db_number(row, 0)))
		return;
	if (flaw != NULL) {
		find(findings, SAY("damage-impossible", "{table} {key} has an impossible {column}"),
			ARG_TEXT("table", "entry"), ARG_TEXT("key", values[0].text), ARG_TEXT("column", flaw));
		return;
	}
	entry = entry_of(values);
	findings->last = MAX(findings->last, entry.when);
	if (!store_entry_is_sound(&entry, &why))
		find(findings, SAY("damage-entry-bad", "entry {entry}: {why}"), ARG_NUMBER("entry", entry.id),
			ARG_CAUSE("why", &why.message));
	else if (g_ascii_strtoll(values[9].text, NULL, 10) >= entry.id)
		find(findings, SAY("damage-entry-order", "entry {entry} follows one that came after it"),
			ARG_NUMBER("entry", entry.id));
	else if (verifying->answer != NULL && entry.kind != ENTRY_WITHDRAWN)
		verify_score(verifying, &entry);
}

static void
verify_entries(struct verifying *verifying)
{
	char *last;
	int64_t before;

	verifying->id = 0;
	do {
		before = verifying->id;
		db_run(verifying->db, table_entries_after, DB_WITH(DB_OF_NUMBER(verifying->id), DB_OF_NUMBER(STEP)),
			take_entry, verifying);
	} while (verifying->id > before);
	last = db_string(verifying->db, "select seal from state", DB_NOTHING);
	if (!db_has_failed(verifying->db) && g_strcmp0(last, verifying->last) != 0 &&
		g_strcmp0(last, verifying->due) != 0)
		find(verifying->findings,
			SAY("damage-chain-end", "the last entry is not the one that was stored last"));
	g_free(last);
}

static void
take_row(void *data, const struct db_row *row)
{
	struct verifying *verifying = data;
	struct store_findings *findings = verifying->findings;
	const struct table *table = &tables[verifying->of];
	struct db_value values[DB_VALUES];
	const char *seal = table_row(verifying->of, row, values);
	const char *flaw = table_row_flaw(verifying->of, values);
	char should[TABLE_SEAL];

	findings->people += verifying->of == TABLE_PERSON;
	findings->pieces += verifying->of == TABLE_PIECE;
	table_seal(verifying->of, "", values, should);
	if (flaw != NULL || strcmp(seal, should) != 0) {
		GString *key = g_string_new(values[0].text);

		for (unsigned i = 1; i < table->keys; i++)
			g_string_append_printf(key, ", %s", values[i].text);
		if (flaw != NULL)
			find(findings, SAY("damage-impossible", "{table} {key} has an impossible {column}"),
				ARG_TEXT("table", table->name), ARG_TEXT("key", key->str), ARG_TEXT("column", flaw));
		else
			find(findings, SAY("damage-row", "{table} {key} is not as it was stored"),
				ARG_TEXT("table", table->name), ARG_TEXT("key", key->str));
		g_string_free(key, TRUE);
	} else if (verifying->of == TABLE_CHANGE) {
		findings->last = MAX(findings->last, g_ascii_strtoll(values[1].text, NULL, 10));
	}
}

static void
take_state(void *data, const struct db_row *row)
{
	struct store_findings *findings = data;
	int64_t count = db_number(row, 0), last = db_number(row, 1), version = db_number(row, 3);
	const char *due = db_text(row, 2);

	/* More of them are by a program of before. */
	if (*due != '\0' && (count != last || g_ascii_strtoll(due, NULL, 10) > last))
		find(findings, SAY("damage-changes", "of {due} changes by the organiser {count} are there"),
			ARG_TEXT("due", due), ARG_NUMBER("count", count));
	if (version < 1 || version > VERSION_MOST)
		find(findings, SAY("damage-version", "the number of changes of anything is {version}"),
			ARG_NUMBER("version", version));
}

bool
verify_all(struct db *db, bool scored, struct store_findings *findings)
{
	struct verifying verifying = {.db = db, .findings = findings, .id = -1};

	if (scored && db->engine == &db_sqlite) {
		/* The file: what it is made of, its pages and indexes, and that seats are somebody's. */
		verify_objects(db, schema_now, findings);
		db_run(db, "pragma integrity_check(10)", DB_NOTHING, take_flaw, findings);
		db_run(db, "select 'a seat of a person who is not there' from pragma_foreign_key_check", DB_NOTHING,
			take_flaw, findings);
	}
	if (scored) {
		char *key = db_string(db, "select value from setting where name = '" STORE_KEY "'", DB_NOTHING);

		verifying.keyed = key != NULL && code_key_read(key, &verifying.key);
		g_free(key);
		verifying.answer = g_new0(struct answer, 1);
		verifying.answer->reasons = true;
		verifying.written = g_malloc(ANSWER_TEXT);
	}
	verify_entries(&verifying);
	for (int of = TABLE_ENTRY + 1; of < TABLES; of++) {
		verifying.of = (enum table_of)of;
		db_run(db, tables[of].read, DB_NOTHING, take_row, &verifying);
	}
	/* What is said of all rows elsewhere. */
	db_run(db,
		"select (select count(*) from change), (select coalesce(max(id), 0) from change),"
		" (select value from setting where name = '" STORE_CHANGES "'), version from state",
		DB_NOTHING, take_state, findings);
	g_free(verifying.answer);
	g_free(verifying.written);
	return !db_has_failed(db);
}

enum store_status
store_verify(struct store *store, struct store_findings *findings, struct problem *problem)
{
	struct db *db;

	problem_clear(problem);
	store_findings_clear(findings);
	db = store_borrow(store, problem);
	if (db == NULL)
		return STORE_TROUBLE;
	db_begin(db, false);
	verify_all(db, true, findings);
	db_rollback(db);
	/* What cannot be read to its end because it is damaged has been looked at, too. */
	if (store_fault(&db->problem) == STORE_FAULT_DAMAGED)
		find_problem(findings, &db->problem);
	if (findings->damaged == 0)
		*problem = db->problem;
	else
		store_note(store, g_ptr_array_index(findings->damage, 0));
	store_give_back(store, db);
	return problem->status == STATUS_OK ? STORE_OK : STORE_TROUBLE;
}
