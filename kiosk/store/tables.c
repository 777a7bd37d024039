/* SPDX-License-Identifier: MIT
 * Tables, the seals of rows, and the chain of entries. */
#include "kiosk/store/tables.h"

#include <sodium.h>
#include <string.h>

#include "kiosk/store/parts.h"

/* The end of the year 9999 in milliseconds since 1970. */
#define MOMENT_MOST INT64_C(253402300799999)

/* The statements of a table. `parameters` includes the one of the seal and the closing bracket; `row` is the parameter
 * of a seal and the condition for its row. */
#define SQL(table, columns, parameters, order, row) \
	.name = table, .read = "select " columns ", seal from " table " order by " order, \
	.write = "insert into " table " (" columns ", seal) values (" parameters, \
	.mark = "update " table " set seal = " row, .empty = "delete from " table

const struct table tables[TABLES] = {
	[TABLE_ENTRY] =
		{SQL("entry", TABLE_ENTRY_COLUMNS, "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
			 "id", "$2 where id = $1"),
			.columns = 14, .keys = 1,
			.column = {{"id", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}, {"kind", 0, 0, 2},
				{"submission", ENTRY_SUBMISSION, 0, 0}, {"play", STORE_NAME, 0, 0},
				{"game", STORE_NAME, 0, 0}, {"round_no", 0, 0, INT16_MAX},
				{"table_no", 0, 0, INT16_MAX}, {"event", 0, 0, 1}, {"before", 0, 0, INT32_MAX},
				{"who", ENTRY_WHO, 0, 0}, {"why", ENTRY_WHY, 0, 0}, {"result", STORE_TEXT, 0, 0},
				{"score", STORE_TEXT, 0, 0}}},
	[TABLE_SETTING] = {SQL("setting", "name, value",
				   "$1, $2, $3) on conflict (name) do update"
				   " set value = excluded.value, seal = excluded.seal",
				   "name", "$2 where name = $1"),
		.columns = 2, .keys = 1, .column = {{"name", STORE_NAME, 0, 0}, {"value", STORE_VALUE, 0, 0}}},
	[TABLE_PIECE] = {SQL("piece", "code, place, play, game, round_no, table_no, seat, spare",
				 "$1, $2, $3, $4, $5, $6, $7, $8, $9)", "place", "$2 where code = $1"),
		.columns = 8, .keys = 1,
		.column = {{"code", STORE_NAME, 0, 0}, {"place", 0, 0, STORE_PIECES}, {"play", STORE_NAME, 0, 0},
			{"game", STORE_NAME, 0, 0}, {"round_no", 0, 0, INT16_MAX}, {"table_no", 0, 0, INT16_MAX},
			{"seat", 0, -1, UINT8_MAX}, {"spare", 0, 0, 1}}},
	[TABLE_PERSON] = {SQL("person", "id, name, club, gone",
				  "$1, $2, $3, $4, $5) on conflict (id) do update set name = excluded.name,"
				  " club = excluded.club, gone = excluded.gone, seal = excluded.seal",
				  "id", "$2 where id = $1"),
		.columns = 4, .keys = 1,
		.column = {{"id", 0, 1, INT32_MAX}, {"name", STORE_NAME, 0, 0}, {"club", STORE_NAME, 0, 0},
			{"gone", 0, 0, 1}}},
	[TABLE_SEAT] = {SQL("seat", "round_no, table_no, seat, person", "$1, $2, $3, $4, $5)",
				"round_no, table_no, seat", "$4 where round_no = $1 and table_no = $2 and seat = $3"),
		.columns = 4, .keys = 3,
		.column = {{"round_no", 0, 1, INT16_MAX}, {"table_no", 0, 0, INT16_MAX}, {"seat", 0, 0, UINT8_MAX},
			{"person", 0, 1, INT32_MAX}}},
	[TABLE_CHANGE] = {SQL("change", "id, at, who, what, why", "$1, $2, $3, $4, $5, $6)", "id", "$2 where id = $1"),
		.columns = 5, .keys = 1,
		.column = {{"id", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}, {"who", STORE_VALUE, 0, 0},
			{"what", STORE_VALUE, 0, 0}, {"why", STORE_VALUE, 0, 0}}},
	[TABLE_ATTENDANCE] = {SQL("attendance", "person, at", "$1, $2, $3)", "person", "$2 where person = $1"),
		.columns = 2, .keys = 1, .column = {{"person", 0, 1, INT32_MAX}, {"at", 0, 0, MOMENT_MOST}}},
};

const char *const table_entries_after =
	"select " TABLE_ENTRY_COLUMNS ", seal from entry where id > $1 order by id limit $2";

/* Hashes a text with its length before it, so that different rows never give the same bytes. */
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
		hash_text(&state, values[i].text == NULL ? digits : values[i].text);
	}
	crypto_generichash_final(&state, hash, sizeof hash);
	sodium_bin2hex(seal, TABLE_SEAL, hash, sizeof hash);
}

const char *
table_row(enum table_of of, const char *const *row, struct db_value *values)
{
	for (unsigned i = 0; i < tables[of].columns; i++)
		values[i] = DB_TEXT(row[i]);
	return row[tables[of].columns];
}

const char *
table_row_flaw(enum table_of of, const char *const *row)
{
	for (unsigned i = 0; i < tables[of].columns; i++) {
		const struct table_column *column = &tables[of].column[i];
		int64_t number = db_number(row[i]);
		char digits[24];

		g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, number);
		if (column->text > 0 ? !store_text_fits(row[i], column->text)
				     : strcmp(digits, row[i]) != 0 || number < column->least || number > column->most)
			return column->name;
	}
	return NULL;
}

/* Writes a row with its seal, which covers the seal `before`. */
static void
write_after(struct db *db, enum table_of of, const char *before, const struct db_value *values, char seal[TABLE_SEAL])
{
	unsigned columns = tables[of].columns;
	struct db_value all[DB_VALUES];

	table_seal(of, before, values, seal);
	memcpy(all, values, columns * sizeof *all);
	all[columns] = DB_TEXT(seal);
	db_run(db, tables[of].write, (struct db_values){all, columns + 1});
}

void
table_write(struct db *db, enum table_of of, const struct db_value *values)
{
	char seal[TABLE_SEAL];

	write_after(db, of, "", values, seal);
}

/* The end of the chain of entries: the last seal as `state` has it, and whether the last entry has another one. */
struct chain_end {
	int64_t id;
	char seal[TABLE_SEAL];
	bool broken;
};

static void
take_end(void *data, const char *const *row)
{
	struct chain_end *end = data;

	g_strlcpy(end->seal, row[0], TABLE_SEAL);
	end->id = db_number(row[1]);
	end->broken = strcmp(row[0], row[2]) != 0;
}

int64_t
table_append_entry(struct db *db, struct db_value *values)
{
	struct chain_end end = {0};
	char seal[TABLE_SEAL];

	db_read(db,
		"select s.seal, coalesce(e.id, 0), coalesce(e.seal, '') from state as s"
		" left join entry as e on e.id = (select max(id) from entry)",
		DB_NOTHING, take_end, &end);
	if (end.broken)
		db_damage(db, SAY("damage-chain-end", "the last entry is not the one that was stored last"));
	values[0] = DB_NUMBER(end.id + 1);
	write_after(db, TABLE_ENTRY, end.seal, values, seal);
	db_run(db, "update state set seal = $1", DB_WITH(DB_TEXT(seal)));
	return end.id + 1;
}

struct sealing {
	struct db *db;
	enum table_of of;
	char last[TABLE_SEAL]; /* of the entry before; "" in other tables */
	int64_t key;           /* the first key of the last row that was sealed */
	unsigned sealed;       /* rows of this step */
};

/* Seals a row while its table is being read. Its keys are its first columns, and no index has the seal. */
static void
take_unsealed(void *data, const char *const *row)
{
	struct sealing *sealing = data;
	const struct table *table = &tables[sealing->of];
	struct db_value values[DB_VALUES];
	char seal[TABLE_SEAL];

	table_row(sealing->of, row, values);
	table_seal(sealing->of, sealing->last, values, seal);
	values[table->keys] = DB_TEXT(seal);
	db_run(sealing->db, table->mark, (struct db_values){values, table->keys + 1});
	if (sealing->of == TABLE_ENTRY)
		g_strlcpy(sealing->last, seal, TABLE_SEAL);
	sealing->key = db_number(row[0]);
	sealing->sealed++;
}

void
table_seal_all(struct db *db)
{
	struct sealing entries = {.db = db, .of = TABLE_ENTRY, .key = -1};

	/* Entries in steps, since there may be many. */
	do {
		entries.sealed = 0;
		db_read(db, table_entries_after, DB_WITH(DB_NUMBER(entries.key), DB_NUMBER(TABLE_STEP)), take_unsealed,
			&entries);
	} while (entries.sealed > 0 && !db_has_failed(db));
	db_run(db, "update state set seal = $1", DB_WITH(DB_TEXT(entries.last)));
	for (int of = TABLE_ENTRY + 1; of <= TABLE_CHANGE; of++) {
		struct sealing sealing = {.db = db, .of = (enum table_of)of};

		db_read(db, tables[of].read, DB_NOTHING, take_unsealed, &sealing);
	}
}
