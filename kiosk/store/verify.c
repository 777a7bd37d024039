/* SPDX-License-Identifier: MIT
 * Checks for damage, used when a file is opened, by `doctor`, by `restore` and by the organiser's page. Once damage was
 * found nothing is stored any more, because nobody could trust it afterwards. */
#include <jansson.h>
#include <string.h>

#include "kiosk/store/parts.h"
#include "scoring/answer.h"

/* Number of problems that are kept; more are only counted. */
#define FOUND_MOST 20

/* Largest valid version. Numbers in JavaScript are exact up to here, and no event has as many changes. */
#define VERSION_MOST (INT64_C(1) << 53)

struct verifying {
	struct store_findings *findings;
	enum table_of of;

	/* The last entry that was read: its id, its seal, and the seal that it should have. */
	int64_t id;
	char last[TABLE_SEAL], due[TABLE_SEAL];

	/* Only used to check scores. */
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
	const struct argument entries =
		ARG_PHRASE("entries", SAY_COUNT("entries", "1 entry", "{count} entries", findings->entries));
	const struct argument people =
		ARG_PHRASE("people", SAY_COUNT("people", "1 person", "{count} people", findings->people));
	const struct argument pieces =
		ARG_PHRASE("pieces", SAY_COUNT("pieces", "1 piece", "{count} pieces", findings->pieces));

	if (findings->last == 0) {
		message_set(says, SAY("store-holds", "{entries}, {people} and {pieces}"), entries, people, pieces);
		return;
	}
	g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(findings->last / 1000);
	g_autofree char *date = g_date_time_format(moment, "%Y-%m-%d");
	g_autofree char *time = g_date_time_format(moment, "%H:%M:%S");

	message_set(says,
		SAY("store-holds-until", "{entries}, {people} and {pieces}, the last stored on {date} at {time} UTC"),
		entries, people, pieces, ARG_TEXT("date", date), ARG_TEXT("time", time));
}

static void
find_problem(struct store_findings *findings, const struct problem *problem)
{
	if (findings->damage == NULL)
		findings->damage = g_ptr_array_new_with_free_func(g_free);
	if (findings->damaged++ < FOUND_MOST)
		g_ptr_array_add(findings->damage, g_memdup2(problem, sizeof *problem));
}

/* Adds damage: SAY() and its arguments. */
#define find(findings, ...) find_list((findings), MESSAGE_LIST(__VA_ARGS__))

static void
find_list(struct store_findings *findings, const struct argument *arguments)
{
	struct problem problem;

	damage_set_list(&problem, arguments);
	find_problem(findings, &problem);
}

#define SAY_IMPOSSIBLE SAY("damage-impossible", "{table} {key} has an impossible {column}")

/* Arguments of messages about an entry. */
#define ARG_ENTRY(entry) \
	ARG_NUMBER("entry", (entry)->id), ARG_NUMBER("round", (entry)->round), ARG_NUMBER("table", (entry)->table)

static void
take_flaw(void *data, const char *const *row)
{
	if (strcmp(row[0], "ok") != 0)
		find((struct store_findings *)data, SAY("damage-by-sqlite", "{detail}"), ARG_PRIVATE("detail", row[0]));
}

static void
take_object(void *data, const char *const *row)
{
	db_run(data, "insert into there values ($1, $2)", DB_WITH(DB_TEXT(row[0]), DB_TEXT(row[1])));
}

/* An object that differs: its type and name, and how many of ours and how many in the file are called so. */
static void
take_difference(void *data, const char *const *row)
{
	struct store_findings *findings = data;
	const struct argument object = ARG_TEXT("object", row[0]);

	if (db_number(row[1]) == 0)
		find(findings, SAY("damage-object-added", "there is a {object}, which is not one of ours"), object);
	else if (db_number(row[2]) == 0)
		find(findings, SAY("damage-object-missing", "the {object} is missing"), object);
	else
		find(findings, SAY("damage-object-changed", "the {object} is not as it was made"), object);
}

/* Compares with a new database, which gets a list of what is there. Views, triggers and tables come before their
 * indexes. */
bool
verify_objects(struct db *db, unsigned version, struct store_findings *findings)
{
#define OBJECTS "select type || ' ' || name as object, coalesce(sql, '') as words from sqlite_master"
	struct db *blank = db_sqlite_blank(&db->problem);

	if (blank == NULL)
		return false;
	if (schema_migrate(blank, version) && db_begin(blank, true) &&
		db_script(blank, "create temp table there (object text, words text)") &&
		db_read(db, OBJECTS, DB_NOTHING, take_object, blank))
		db_read(blank,
			"select object, count(ours), count(there) from (select object, words, 1 as ours, null as there"
			" from (" OBJECTS ") union all select object, words, null, 1 from there)"
			" where object not glob 'table sqlite_stat*' group by object"
			" having count(ours) <> count(there) or min(words) <> max(words) order by object desc",
			DB_NOTHING, take_difference, findings);
	if (!db_has_failed(db))
		db->problem = blank->problem;
	db_destroy(blank);
	return !db_has_failed(db);
}

/* Whether the players or winners in two outputs of `score`, or parts of them, are equal in all members that matter.
 * Sentences may differ between versions of this program. */
static bool
says_same(json_t *one, json_t *other)
{
	static const char *const members[] = {"name", "total", "place", "lines", "what", "points"};

	if (json_is_array(one) && json_is_array(other)) {
		size_t size = json_array_size(one);

		for (size_t i = 0; i < size; i++)
			if (!says_same(json_array_get(one, i), json_array_get(other, i)))
				return false;
		return size == json_array_size(other);
	}
	if (!json_is_object(one) || !json_is_object(other))
		return one == other || json_equal(one, other);
	for (size_t i = 0; i < G_N_ELEMENTS(members); i++)
		if (!says_same(json_object_get(one, members[i]), json_object_get(other, members[i])))
			return false;
	return true;
}

/* Scores a result again and compares. */
static void
verify_score(struct verifying *verifying, const struct entry *entry)
{
	struct answer *answer = verifying->answer;
	enum status status = STATUS_OK;
	struct text text;

	if (!answer_text(answer, entry->result, strlen(entry->result), verifying->keyed ? &verifying->key : NULL))
		status = answer->problems.status;
	if (status == STATUS_BAD_CODE || status == STATUS_WRONG_EVENT || status == STATUS_UNKNOWN_VERSION) {
		verifying->findings->unscored++;
		return;
	}
	if (status != STATUS_OK) {
		struct problem why = {0};

		problems_first(&answer->problems, &why);
		find(verifying->findings,
			SAY("damage-unscorable",
				"entry {entry} (round {round}, table {table}) has a result that cannot be scored: {why}"),
			ARG_ENTRY(entry), ARG_CAUSE("why", &why.message));
		return;
	}
	text_init(&text, verifying->written, ANSWER_TEXT);
	answer_write(answer, &audience_terminal, &text);
	json_auto_t *again = json_loads(verifying->written, 0, NULL), *stored = json_loads(entry->score, 0, NULL);

	if (!json_is_object(stored) ||
		!says_same(json_object_get(again, "players"), json_object_get(stored, "players")) ||
		!says_same(json_object_get(again, "winners"), json_object_get(stored, "winners")))
		find(verifying->findings,
			SAY("damage-score",
				"entry {entry} (round {round}, table {table}) was stored with another score than "
				"its result is worth"),
			ARG_ENTRY(entry));
}

/* Whether the seal of an entry is right, after the seal that the entry before has or should have: if only that one's
 * seal is damaged, this entry is not. */
static bool
verify_link(struct verifying *verifying, const char *const *row)
{
	struct db_value values[DB_VALUES];
	char should[TABLE_SEAL], otherwise[TABLE_SEAL];
	const char *seal = table_row(TABLE_ENTRY, row, values);
	int64_t id = db_number(row[0]);

	table_seal(TABLE_ENTRY, verifying->last, values, should);
	table_seal(TABLE_ENTRY, verifying->due, values, otherwise);
	bool linked = strcmp(seal, should) == 0 || strcmp(seal, otherwise) == 0;

	if (!linked && id > verifying->id + 1)
		find(verifying->findings, SAY("damage-entries-missing", "the entries before {entry} are missing"),
			ARG_NUMBER("entry", id));
	else if (!linked)
		find(verifying->findings,
			SAY("damage-entry", "entry {entry} (round {round}, table {table}) is not as it was stored"),
			ARG_NUMBER("entry", id), ARG_TEXT("round", row[6]), ARG_TEXT("table", row[7]));
	g_strlcpy(verifying->due, should, TABLE_SEAL);
	g_strlcpy(verifying->last, seal, TABLE_SEAL);
	verifying->id = id;
	return linked;
}

static void
take_entry(void *data, const char *const *row)
{
	struct verifying *verifying = data;
	struct store_findings *findings = verifying->findings;
	const char *flaw = table_row_flaw(TABLE_ENTRY, row);
	struct entry entry = store_entry_of(row);
	struct problem why;

	findings->entries++;
	if (!verify_link(verifying, row))
		return;
	if (flaw != NULL) {
		find(findings, SAY_IMPOSSIBLE, ARG_TEXT("table", "entry"), ARG_TEXT("key", row[0]),
			ARG_TEXT("column", flaw));
		return;
	}
	findings->last = MAX(findings->last, entry.when);
	if (!store_entry_is_sound(&entry, &why))
		find(findings, SAY("damage-entry-bad", "entry {entry}: {why}"), ARG_NUMBER("entry", entry.id),
			ARG_CAUSE("why", &why.message));
	else if (db_number(row[9]) >= entry.id)
		find(findings, SAY("damage-entry-order", "entry {entry} follows one that came after it"),
			ARG_NUMBER("entry", entry.id));
	else if (verifying->answer != NULL && entry.kind != ENTRY_WITHDRAWN)
		verify_score(verifying, &entry);
}

static void
take_row(void *data, const char *const *row)
{
	struct verifying *verifying = data;
	struct store_findings *findings = verifying->findings;
	const struct table *table = &tables[verifying->of];
	struct db_value values[DB_VALUES];
	const char *seal = table_row(verifying->of, row, values);
	const char *flaw = table_row_flaw(verifying->of, row);
	char should[TABLE_SEAL];

	findings->people += verifying->of == TABLE_PERSON;
	findings->pieces += verifying->of == TABLE_PIECE;
	table_seal(verifying->of, "", values, should);
	if (flaw == NULL && strcmp(seal, should) == 0) {
		if (verifying->of == TABLE_CHANGE)
			findings->last = MAX(findings->last, db_number(row[1]));
		return;
	}
	g_autoptr(GString) key = g_string_new(row[0]);

	for (unsigned i = 1; i < table->keys; i++)
		g_string_append_printf(key, ", %s", row[i]);
	if (flaw != NULL)
		find(findings, SAY_IMPOSSIBLE, ARG_TEXT("table", table->name), ARG_TEXT("key", key->str),
			ARG_TEXT("column", flaw));
	else
		find(findings, SAY("damage-row", "{table} {key} is not as it was stored"),
			ARG_TEXT("table", table->name), ARG_TEXT("key", key->str));
}

/* Checks the number of changes and the version. */
static void
take_state(void *data, const char *const *row)
{
	struct store_findings *findings = data;
	int64_t count = db_number(row[0]), last = db_number(row[1]), version = db_number(row[3]);
	const char *due = row[2];

	/* There may be more changes than counted, made by an older version of this program. */
	if (*due != '\0' && (count != last || db_number(due) > last))
		find(findings, SAY("damage-changes", "of {due} changes by the organiser {count} are there"),
			ARG_TEXT("due", due), ARG_NUMBER("count", count));
	if (version < 1 || version > VERSION_MOST)
		find(findings, SAY("damage-version", "the number of changes of anything is {version}"),
			ARG_NUMBER("version", version));
}

void
verify_all(struct db *db, bool scored, struct store_findings *findings)
{
	g_autofree struct answer *answer = scored ? g_new0(struct answer, 1) : NULL;
	g_autofree char *written = scored ? g_malloc(ANSWER_TEXT) : NULL;
	struct verifying verifying = {.findings = findings, .answer = answer, .written = written};
	int64_t before;

	db_begin(db, false);
	if (scored && db->engine == &db_sqlite) {
		/* The file: its tables, its pages and indexes, and its foreign keys. */
		verify_objects(db, schema_now, findings);
		db_read(db, "pragma integrity_check(10)", DB_NOTHING, take_flaw, findings);
		db_read(db, "select 'a seat of a person who is not there' from pragma_foreign_key_check", DB_NOTHING,
			take_flaw, findings);
	}
	if (scored) {
		g_autofree char *key =
			db_string(db, "select value from setting where name = '" STORE_KEY "'", DB_NOTHING);

		verifying.keyed = key != NULL && code_key_read(key, &verifying.key);
		answer->reasons = true;
	}
	do {
		before = verifying.id;
		db_read(db, table_entries_after, DB_WITH(DB_NUMBER(before), DB_NUMBER(TABLE_STEP)), take_entry,
			&verifying);
	} while (verifying.id > before);
	g_autofree char *last = db_string(db, "select seal from state", DB_NOTHING);

	if (!db_has_failed(db) && g_strcmp0(last, verifying.last) != 0 && g_strcmp0(last, verifying.due) != 0)
		find(findings, SAY("damage-chain-end", "the last entry is not the one that was stored last"));
	for (int of = TABLE_ENTRY + 1; of < TABLES; of++) {
		verifying.of = (enum table_of)of;
		db_read(db, tables[of].read, DB_NOTHING, take_row, &verifying);
	}
	db_read(db,
		"select (select count(*) from change), (select coalesce(max(id), 0) from change),"
		" (select value from setting where name = '" STORE_CHANGES "'), version from state",
		DB_NOTHING, take_state, findings);
	db_rollback(db);
}

void
verify_and_note(struct store *store, struct db *db, bool scored, struct store_findings *findings)
{
	verify_all(db, scored, findings);
	/* Damage that keeps the rows from being read is a finding, too. */
	if (store_fault(&db->problem) == STORE_FAULT_DAMAGED)
		find_problem(findings, &db->problem);
	if (findings->damaged > 0)
		store_note(store, g_ptr_array_index(findings->damage, 0));
}

enum store_status
store_verify(struct store *store, struct store_findings *findings, struct problem *problem)
{
	struct db *db = store_borrow(store, problem);

	store_findings_clear(findings);
	if (db == NULL)
		return STORE_TROUBLE;
	verify_and_note(store, db, true, findings);
	if (findings->damaged == 0)
		*problem = db->problem;
	store_give_back(store, db);
	return problem->status == STATUS_OK ? STORE_OK : STORE_TROUBLE;
}
