/* SPDX-License-Identifier: MIT
 * Rows, their seals, and the chain of entries. */
#include "kiosk/store/tables.h"

#include <sodium.h>
#include <string.h>

#include "kiosk/store/parts.h"

/* Entries that are sealed at once, to bound memory. */
#define STEP 256

/* The end of the year 9999 in milliseconds since 1970. */
#define MOMENT_MOST INT64_C(253402300799999)

#define ENTRY_COLUMNS \
	"id, at, kind, submission, play, game, round_no, table_no, event, before, who, why, result, " \
	"score, seal"

const struct table tables[TABLES] = {
	[TABLE_ENTRY] = {"entry", "select " ENTRY_COLUMNS " from entry order by id",
		"insert into entry (" ENTRY_COLUMNS ")"
		" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
		"update entry set seal = $2 where id = $1", "delete from entry", 14, 1,
		{{"id", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}, {"kind", 0, 0, 2},
			{"submission", ENTRY_SUBMISSION, 0, 0}, {"play", STORE_NAME, 0, 0}, {"game", STORE_NAME, 0, 0},
			{"round_no", 0, 0, INT16_MAX}, {"table_no", 0, 0, INT16_MAX}, {"event", 0, 0, 1},
			{"before", 0, 0, INT32_MAX}, {"who", ENTRY_WHO, 0, 0}, {"why", ENTRY_WHY, 0, 0},
			{"result", STORE_TEXT, 0, 0}, {"score", STORE_TEXT, 0, 0}}},
	[TABLE_SETTING] = {"setting", "select name, value, seal from setting order by name",
		"insert into setting (name, value, seal) values ($1, $2, $3)"
		" on conflict (name) do update set value = excluded.value, seal = excluded.seal",
		"update setting set seal = $2 where name = $1", "delete from setting", 2, 1,
		{{"name", STORE_NAME, 0, 0}, {"value", STORE_VALUE, 0, 0}}},
	[TABLE_PIECE] = {"piece",
		"select code, place, play, game, round_no, table_no, seat, spare, seal from piece"
		" order by place",
		"insert into piece (code, place, play, game, round_no, table_no, seat, spare, seal)"
		" values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		"update piece set seal = $2 where code = $1", "delete from piece", 8, 1,
		{{"code", STORE_NAME, 0, 0}, {"place", 0, 0, STORE_PIECES}, {"play", STORE_NAME, 0, 0},
			{"game", STORE_NAME, 0, 0}, {"round_no", 0, 0, INT16_MAX}, {"table_no", 0, 0, INT16_MAX},
			{"seat", 0, -1, UINT8_MAX}, {"spare", 0, 0, 1}}},
	[TABLE_PERSON] = {"person", "select id, name, club, gone, seal from person order by id",
		"insert into person (id, name, club, gone, seal) values ($1, $2, $3, $4, $5)",
		"update person set seal = $2 where id = $1", "delete from person", 4, 1,
		{{"id", 0, 1, INT32_MAX}, {"name", STORE_NAME, 0, 0}, {"club", STORE_NAME, 0, 0}, {"gone", 0, 0, 1}}},
	[TABLE_SEAT] = {"seat",
		"select round_no, table_no, seat, person, seal from seat"
		" order by round_no, table_no, seat",
		"insert into seat (round_no, table_no, seat, person, seal) values ($1, $2, $3, $4, $5)",
		"update seat set seal = $4 where round_no = $1 and table_no = $2 and seat = $3", "delete from seat", 4,
		3,
		{{"round_no", 0, 1, INT16_MAX}, {"table_no", 0, 0, INT16_MAX}, {"seat", 0, 0, UINT8_MAX},
			{"person", 0, 1, INT32_MAX}}},
	[TABLE_CHANGE] = {"change", "select id, at, who, what, why, seal from change order by id",
		"insert into change (id, at, who, what, why, seal) values ($1, $2, $3, $4, $5, $6)",
		"update change set seal = $2 where id = $1", "delete from change", 5, 1,
		{{"id", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}, {"who", STORE_VALUE, 0, 0},
			{"what", STORE_VALUE, 0, 0}, {"why", STORE_VALUE, 0, 0}}},
	[TABLE_ATTENDANCE] = {"attendance", "select person, at, seal from attendance order by person",
		"insert into attendance (person, at, seal) values ($1, $2, $3)",
		"update attendance set seal = $2 where person = $1", "delete from attendance", 2, 1,
		{{"person", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}}},
};

const char *const table_entries_after = "select " ENTRY_COLUMNS " from entry where id > $1 order by id limit $2";

/* A text with its length before it, so that no two rows read the same. */
static void
hash_text(crypto_generichash_state *state, const char *text)
{
	uint64_t length = GUINT64_TO_LE(strlen(text));

	crypto_generichash_update(state, (const unsigned char *)&length, sizeof length);
	crypto_generichash_update(state, (const unsigned char *)text, strlen(text));
}

void
table_seal(enum table_of of, const char *before, const struct db_value *values, char seal[TABLE_SEAL])
{
	unsigned char hash[TABLE_SEAL / 2];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, sizeof hash);
	hash_text(&state, tables[of].name);
	hash_text(&state, before);
	for (unsigned i = 0; i < tables[of].columns; i++) {
		char digits[24];

		g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, values[i].number);
		hash_text(&state, values[i].kind == DB_NUMBER ? digits : values[i].text);
	}
	crypto_generichash_final(&state, hash, sizeof hash);
	sodium_bin2hex(seal, TABLE_SEAL, hash, sizeof hash);
}

const char *
table_row(enum table_of of, const struct db_row *row, struct db_value *values)
{
	for (unsigned i = 0; i < tables[of].columns; i++)
		values[i] = DB_OF_TEXT(db_text(row, (int)i));
	return db_text(row, (int)tables[of].columns);
}

static bool
column_fits(const struct table_column *column, const char *text)
{
	char digits[24];
	int64_t number;

	if (column->text > 0)
		return store_text_fits(text, column->text);
	number = g_ascii_strtoll(text, NULL, 10);
	g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, number);
	return strcmp(digits, text) == 0 && number >= column->least && number <= column->most;
}

const char *
table_row_flaw(enum table_of of, const struct db_value *values)
{
	const struct table_column *column = tables[of].column;

	for (unsigned i = 0; i < tables[of].columns; i++)
		if (!column_fits(&column[i], values[i].text))
			return column[i].name;
	return NULL;
}

static void
write_sealed(struct db *db, enum table_of of, const struct db_value *values, const char *seal)
{
	unsigned columns = tables[of].columns;
	struct db_value all[DB_VALUES];

	memcpy(all, values, columns * sizeof *all);
	all[columns] = DB_OF_TEXT(seal);
	db_run(db, tables[of].write, all, columns + 1, NULL, NULL);
}

void
table_write(struct db *db, enum table_of of, const struct db_value *values)
{
	char seal[TABLE_SEAL];

	table_seal(of, "", values, seal);
	write_sealed(db, of, values, seal);
}

struct chain_end {
	struct table_chain *chain;
	bool broken;
};

static void
take_end(void *data, const struct db_row *row)
{
	struct chain_end *end = data;

	g_strlcpy(end->chain->last, db_text(row, 0), TABLE_SEAL);
	end->chain->id = db_number(row, 1) + 1;
	end->broken = strcmp(db_text(row, 0), db_text(row, 2)) != 0;
}

void
table_chain_end(struct db *db, struct table_chain *chain)
{
	struct chain_end end = {.chain = chain};

	*chain = (struct table_chain){0};
	db_run(db,
		"select s.seal, coalesce(e.id, 0), coalesce(e.seal, '') from state as s"
		" left join entry as e on e.id = (select max(id) from entry)",
		DB_NOTHING, take_end, &end);
	if (end.broken)
		db_damage(db, SAY("damage-chain-end", "the last entry is not the one that was stored last"));
}

static void
set_end(struct db *db, const char *seal)
{
	db_run(db, "update state set seal = $1", DB_WITH(DB_OF_TEXT(seal)), NULL, NULL);
}

void
table_chain_append(struct db *db, const struct table_chain *chain, const struct db_value *values)
{
	char seal[TABLE_SEAL];

	table_seal(TABLE_ENTRY, chain->last, values, seal);
	write_sealed(db, TABLE_ENTRY, values, seal);
	set_end(db, seal);
}

/* Keys and seals of rows that were read: sealed when the reading is over. */
struct sealing {
	enum table_of of;
	char last[TABLE_SEAL]; /* of the entry before */
	int64_t id;
	GPtrArray *texts;
};

static void
take_sealing(void *data, const struct db_row *row)
{
	struct sealing *sealing = data;
	struct db_value values[DB_VALUES];
	char seal[TABLE_SEAL];

	table_row(sealing->of, row, values);
	table_seal(sealing->of, sealing->last, values, seal);
	for (unsigned i = 0; i < tables[sealing->of].keys; i++)
		g_ptr_array_add(sealing->texts, g_strdup(values[i].text));
	g_ptr_array_add(sealing->texts, g_strdup(seal));
	if (sealing->of != TABLE_ENTRY)
		return;
	g_strlcpy(sealing->last, seal, TABLE_SEAL);
	sealing->id = db_number(row, 0);
}

/* One table; entries some at a time, as they may be many. */
static void
seal_table(struct db *db, enum table_of of)
{
	const struct table *table = &tables[of];
	struct sealing sealing = {.of = of, .id = -1};
	bool entries = of == TABLE_ENTRY;
	unsigned found;

	do {
		const struct db_value range[] = {DB_OF_NUMBER(sealing.id), DB_OF_NUMBER(STEP)};

		sealing.texts = g_ptr_array_new_with_free_func(g_free);
		db_run(db, entries ? table_entries_after : table->read, range, entries ? 2 : 0, take_sealing, &sealing);
		found = sealing.texts->len;
		for (unsigned i = 0; i < found; i += table->keys + 1) {
			struct db_value values[4];

			for (unsigned j = 0; j <= table->keys; j++)
				values[j] = DB_OF_TEXT(g_ptr_array_index(sealing.texts, i + j));
			db_run(db, table->mark, values, table->keys + 1, NULL, NULL);
		}
		g_ptr_array_unref(sealing.texts);
	} while (entries && found > 0 && !db_has_failed(db));
	if (entries)
		set_end(db, sealing.last);
}

void
table_seal_all(struct db *db)
{
	for (int of = 0; of <= TABLE_CHANGE; of++)
		seal_table(db, (enum table_of)of);
}
