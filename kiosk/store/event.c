/* SPDX-License-Identifier: MIT
 * The event as its manifest has it. */
#include "kiosk/store/parts.h"

void
printed_free(struct printed *printed)
{
	if (printed == NULL)
		return;
	g_free(printed->code);
	g_free(printed->play);
	g_free(printed->game);
	g_free(printed);
}

static enum db_status
write_piece(struct db *db, const struct printed *piece, unsigned order, struct problem *problem)
{
	const struct db_value values[] = {
		DB_OF_TEXT(piece->code),
		DB_OF_NUMBER(order),
		DB_OF_TEXT(piece->play),
		DB_OF_TEXT(piece->game),
		DB_OF_NUMBER(piece->round),
		DB_OF_NUMBER(piece->table),
		DB_OF_NUMBER(piece->seat),
		DB_OF_NUMBER(piece->spare),
	};

	return table_write(db, TABLE_PIECE, values, problem);
}

/* A result that counts and whose table would be gone: *play (to be freed) or NULL. */
static enum db_status
find_orphan(struct db *db, char **play, struct problem *problem)
{
	static const char sql[] = "select e.play from entry as e where event = 1 and kind <> 2"
				  " and not exists (select 1 from entry as l"
				  "  where l.play = e.play and l.event = 1 and l.before = e.id)"
				  " and not exists (select 1 from piece as p where p.play = e.play) limit 1";

	return db_run(db, sql, NULL, 0, db_take_text, play, problem);
}

/* What a manifest brings. */
struct brought {
	const char *head, *key;
	const GPtrArray *pieces;
};

static enum db_status
import(struct db *db, struct store_write *write)
{
	static const char empty[] = "delete from piece";
	const struct brought *brought = write->what;
	const GPtrArray *pieces = brought->pieces;
	enum db_status status = db_run(db, empty, NULL, 0, NULL, NULL, &write->problem);
	char *play = NULL, *what;

	for (unsigned i = 0; i < pieces->len && status == DB_OK; i++)
		status = write_piece(db, g_ptr_array_index(pieces, i), i, &write->problem);
	if (status == DB_OK)
		status = find_orphan(db, &play, &write->problem);
	if (status == DB_OK && play != NULL) {
		store_write_refuse(write, STORE_REFUSED,
			SAY("results-of-another-event",
				"there are results of another event, like that of {play}: withdraw them first"),
			ARG_TEXT("play", play));
		g_free(play);
		return DB_OK;
	}
	g_free(play);
	if (status == DB_OK)
		status = store_setting_write(db, STORE_MANIFEST, brought->head, &write->problem);
	if (status == DB_OK)
		status = store_setting_write(db, STORE_KEY, brought->key, &write->problem);
	what = g_strdup_printf("took in a manifest of %u pieces", pieces->len);
	if (status == DB_OK)
		status = store_change_add(db, write->who, what, NULL, &write->problem);
	g_free(what);
	return status;
}

/* Codes given twice would stop the transaction for a reason that nobody understands. */
static bool
pieces_fit(const GPtrArray *pieces, struct problem *problem)
{
	GHashTable *codes = g_hash_table_new(g_str_hash, g_str_equal);

	if (pieces->len > STORE_PIECES)
		problem_set(problem, SAY("too-many-pieces", "the manifest has too many pieces"));
	for (unsigned i = 0; i < pieces->len && problem->status == STATUS_OK; i++) {
		const struct printed *piece = g_ptr_array_index(pieces, i);

		if (!store_text_fits(piece->code, STORE_NAME) || !store_text_fits(piece->play, STORE_NAME) ||
			!store_text_fits(piece->game, STORE_NAME) || piece->round > INT16_MAX ||
			piece->table > INT16_MAX)
			problem_set(problem, SAY("bad-piece", "piece {number} of the manifest makes no sense"),
				ARG_NUMBER("number", i + 1));
		else if (!g_hash_table_add(codes, piece->code))
			problem_set(problem, SAY("piece-twice", "the manifest has {code} twice"),
				ARG_TEXT("code", piece->code));
	}
	g_hash_table_destroy(codes);
	return problem->status == STATUS_OK;
}

enum store_status
store_import(struct store *store, const char *head, const char *key, const GPtrArray *pieces, const char *who,
	struct problem *problem)
{
	const struct brought brought = {head, key, pieces};
	struct store_write write = {.work = import, .what = &brought, .who = who, .alone = true, .large = true};

	problem_clear(problem);
	if (!store_text_fits(head, STORE_VALUE) || (key != NULL && !store_text_fits(key, STORE_NAME)))
		problem_set(problem, SAY("manifest-too-long", "the manifest is too long"));
	if (problem->status != STATUS_OK || !store_is_signed(who, NULL, problem) || !pieces_fit(pieces, problem))
		return STORE_REFUSED;
	return store_write(store, &write, problem);
}

static void
take_piece(void *data, const struct db_row *row)
{
	struct printed *piece = g_new0(struct printed, 1);

	piece->code = g_strdup(db_text(row, 0));
	piece->play = g_strdup(db_text(row, 1));
	piece->game = g_strdup(db_text(row, 2));
	piece->round = (unsigned)db_number(row, 3);
	piece->table = (unsigned)db_number(row, 4);
	piece->seat = (int)db_number(row, 5);
	piece->spare = db_number(row, 6) != 0;
	g_ptr_array_add(data, piece);
}

enum store_status
store_pieces(struct store *store, GPtrArray **pieces, struct problem *problem)
{
	static const char sql[] = "select code, play, game, round_no, table_no, seat, spare"
				  " from piece order by place";

	return store_list(store, sql, NULL, 0, take_piece, (GDestroyNotify)printed_free, pieces, problem);
}
