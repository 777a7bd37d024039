/* SPDX-License-Identifier: MIT
 * The event of the imported manifest. */
#include <stddef.h>

#include "kiosk/store/parts.h"

struct printed *
printed_copy(const struct printed *printed)
{
	return store_copy(printed, offsetof(struct printed, code), offsetof(struct printed, play),
		offsetof(struct printed, game));
}

/* The contents of a manifest. */
struct brought {
	const char *head, *key;
	const GPtrArray *pieces;
};

/* Writes pieces, the first of them at a place in the order of all. */
static void
write_pieces(struct db *db, const GPtrArray *pieces, int64_t place)
{
	for (unsigned i = 0; i < pieces->len; i++) {
		const struct printed *piece = g_ptr_array_index(pieces, i);

		table_write(db, TABLE_PIECE,
			(const struct db_value[]){DB_TEXT(piece->code), DB_NUMBER(place + i), DB_TEXT(piece->play),
				DB_TEXT(piece->game), DB_NUMBER(piece->round), DB_NUMBER(piece->table),
				DB_NUMBER(piece->seat), DB_NUMBER(piece->spare)});
	}
}

static void
import(struct db *db, struct store_write *write)
{
	const struct brought *brought = write->what;
	const GPtrArray *pieces = brought->pieces;

	db_run(db, "delete from piece", DB_NOTHING);
	write_pieces(db, pieces, 0);
	/* A current result whose table would be missing. */
	g_autofree char *orphan = db_string(db,
		"select e.play from entry as e where event = 1 and kind <> 2"
		" and not exists (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id)"
		" and not exists (select 1 from piece as p where p.play = e.play) limit 1",
		DB_NOTHING);
	if (orphan != NULL) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("results-of-another-event",
				"there are results of another event, like that of {play}: withdraw them first"),
			ARG_TEXT("play", orphan));
		return;
	}
	store_setting_write(db, STORE_MANIFEST, brought->head);
	store_setting_write(db, STORE_KEY, brought->key);
	store_change_add(db, write->who, NULL,
		SAY_COUNT("imported", "imported a manifest of one piece", "imported a manifest of {count} pieces",
			pieces->len),
		ARG_NUMBER("pieces", pieces->len));
}

enum store_status
store_import(struct store *store, const char *head, const char *key, const GPtrArray *pieces, const char *who,
	struct problem *problem)
{
	const struct brought brought = {head, key, pieces};
	struct store_write write = {.work = import, .what = &brought, .who = who, .alone = true, .large = true};
	g_autoptr(GHashTable) codes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	problem_clear(problem);
	if (!store_text_fits(head, STORE_VALUE) || (key != NULL && !store_text_fits(key, STORE_NAME)))
		problem_set(problem, SAY("manifest-too-long", "the manifest is too long"));
	else if (pieces->len > STORE_PIECES)
		problem_set(problem, SAY("too-many-pieces", "the manifest has too many pieces"));
	/* A duplicate code would make the transaction fail with a message that nobody understands. */
	for (unsigned i = 0; i < pieces->len && problem->status == STATUS_OK; i++) {
		const struct printed *piece = g_ptr_array_index(pieces, i);

		if (!store_text_fits(piece->code, STORE_NAME) || !store_text_fits(piece->play, STORE_NAME) ||
			!store_text_fits(piece->game, STORE_NAME) || piece->round > INT16_MAX ||
			piece->table > INT16_MAX)
			problem_set(problem, SAY("bad-piece", "piece {number} of the manifest makes no sense"),
				ARG_NUMBER("number", i + 1));
		else if (!g_hash_table_add(codes, g_strdup(piece->code)))
			problem_set(problem, SAY("piece-twice", "the manifest has {code} twice"),
				ARG_TEXT("code", piece->code));
	}
	return store_write(store, &write, problem);
}

static void
set_table(struct db *db, struct store_write *write)
{
	const struct table_change *change = write->what;
	const struct db_value round = DB_NUMBER(change->round), table = DB_NUMBER(change->table);
	const struct argument of_round = ARG_NUMBER("round", change->round),
			      of_table = ARG_NUMBER("table", change->table),
			      players = ARG_NUMBER("players", change->players);
	int64_t numbers[2] = {0};

	if (!store_check_basis(db, write))
		return;
	/* Current results of the table, and the place after the last piece. */
	db_numbers(db,
		"select (select count(*) from entry as e where event = 1 and round_no = $1 and table_no = $2 and kind <> 2"
		" and not exists (select 1 from entry as l where l.play = e.play and l.event = 1 and l.before = e.id)),"
		" (select coalesce(max(place), -1) + 1 from piece)",
		DB_WITH(round, table), numbers, 2);
	if (numbers[0] > 0) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("table-has-result", "table {table} of round {round} has its result: withdraw it first"),
			of_table, of_round);
		return;
	}
	if (change->pieces != NULL) {
		db_run(db, "delete from piece where round_no = $1 and table_no = $2", DB_WITH(round, table));
		write_pieces(db, change->pieces, numbers[1]);
	}
	db_run(db, "delete from seat where round_no = $1 and table_no = $2 and seat >= $3",
		DB_WITH(round, table, DB_NUMBER(change->players)));
	store_setting_write(db, STORE_MANIFEST, change->head);
	store_change_add(db, write->who, NULL,
		change->pieces == NULL ? SAY("table-players", "table {table} of round {round} is for {players} players")
				       : SAY("table-printed-again",
						 "printed table {table} of round {round} again, for {players} players"),
		of_table, of_round, players);
}

enum store_status
store_table_set(struct store *store, const struct table_change *change, const struct store_basis *basis,
	const char *who, struct problem *problem)
{
	struct store_write write = {.work = set_table, .what = change, .basis = basis, .who = who, .alone = true};

	problem_clear(problem);
	if (!store_text_fits(change->head, STORE_VALUE) || change->round > INT16_MAX || change->table > INT16_MAX ||
		(change->pieces != NULL && change->pieces->len > UINT8_MAX))
		problem_set(problem, SAY("manifest-too-long", "the manifest is too long"));
	return store_write(store, &write, problem);
}

static void
take_piece(void *data, const char *const *row)
{
	const struct printed piece = {.code = row[0],
		.play = row[1],
		.game = row[2],
		.round = (unsigned)db_number(row[3]),
		.table = (unsigned)db_number(row[4]),
		.seat = (int)db_number(row[5]),
		.spare = db_number(row[6]) != 0};

	g_ptr_array_add(data, printed_copy(&piece));
}

enum store_status
store_pieces(struct store *store, GPtrArray **pieces, struct problem *problem)
{
	return store_list(store, "select code, play, game, round_no, table_no, seat, spare from piece order by place",
		DB_NOTHING, take_piece, pieces, problem);
}
