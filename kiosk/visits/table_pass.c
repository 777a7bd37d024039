/* SPDX-License-Identifier: MIT
 * The text of a pass: round, table, game and piece, until when, and a signature by the event's key of the game's code,
 * the visitor's address and the time. The piece is not signed: a pass is for all pieces of its game. */
#include "kiosk/visits/table_pass.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "pass."

/* Seconds for which a pass is valid: enough to enter the longest game, and to wait for a database. */
#define SECONDS 3600

/* Seconds by which the clock may be put back before passes become invalid. */
#define BACK 900

/* Bytes of a signature. */
#define SIGN 16

bool
table_pass_is(const char *text)
{
	return text != NULL && g_str_has_prefix(text, PREFIX);
}

/* Signs a text, which is freed, with the event's key, in hexadecimal. Its first line says what the signature is for. */
static void
sign(const struct event_state *state, char *words, char out[2 * SIGN + 1])
{
	unsigned char hash[SIGN];

	crypto_generichash(hash, SIGN, (const unsigned char *)words, strlen(words),
		(const unsigned char *)state->key_text, MIN(strlen(state->key_text), CODE_KEY_DIGITS));
	sodium_bin2hex(out, 2 * SIGN + 1, hash, SIGN);
	g_free(words);
}

struct table_pass
table_pass_new(const struct event_play *play)
{
	return (struct table_pass){.play = play, .until = g_get_real_time() / G_USEC_PER_SEC + SECONDS};
}

void
table_pass_write(
	const struct event_state *state, const struct table_pass *pass, const char *address, char text[TABLE_PASS_TEXT])
{
	const struct event_play *play = pass->play;
	const GPtrArray *plays = event_table(state, play->round, play->table);
	char signature[2 * SIGN + 1];
	unsigned number = 0; /* of the play among those of its table */

	while (number < plays->len && g_ptr_array_index(plays, number) != play)
		number++;
	sign(state, g_strdup_printf("table pass\n%s\n%s\n%" G_GINT64_FORMAT, play->code, address, (gint64)pass->until),
		signature);
	g_snprintf(text, TABLE_PASS_TEXT, PREFIX "%u.%u.%u.%u.%" G_GINT64_MODIFIER "x.%s", play->round, play->table,
		number, pass->piece, (gint64)pass->until, signature);
}

enum store_status
table_pass_withdrawn(struct store *store, const struct event_play *play, bool *withdrawn, struct problem *problem)
{
	g_autofree struct entry *entry = NULL;
	g_autoptr(GPtrArray) entries = NULL;
	enum store_status status = store_current(store, play->code, &entry, problem);

	*withdrawn = false;
	if (status != STORE_UNKNOWN)
		return status;
	/* No entry counts: if there are entries, the last one is a withdrawal. */
	problem_clear(problem);
	status = store_history(store, play->code, 1, &entries, problem);
	if (status == STORE_OK)
		*withdrawn = entries->len > 0;
	return status;
}

/* A pass is valid if it is the same text when it is written again from its parts. */
bool
table_pass_read(struct store *store, const struct event_state *state, const char *text, const char *address,
	struct table_pass *pass, struct problems *problems)
{
	unsigned round, table, number, piece, until;
	const GPtrArray *plays = NULL;
	struct problem problem = {0};
	char good[TABLE_PASS_TEXT];
	bool withdrawn = false, valid = false;

	if (event_key(state) != NULL &&
		sscanf(text, PREFIX "%5u.%5u.%5u.%5u.%8x", &round, &table, &number, &piece, &until) == 5)
		plays = event_table(state, round, table);
	if (plays != NULL && number < plays->len && piece <= CODE_PIECE_MAX) {
		const struct event_play *play = g_ptr_array_index(plays, number);
		int64_t left = until - g_get_real_time() / G_USEC_PER_SEC;

		*pass = (struct table_pass){.play = play, .piece = (uint8_t)piece, .until = until};
		table_pass_write(state, pass, address, good);
		valid = strlen(good) == strlen(text) && sodium_memcmp(good, text, strlen(good)) == 0 && left > 0 &&
			left <= SECONDS + BACK;
	}
	if (!valid) {
		problems_add(problems, STATUS_BAD_CODE,
			SAY("pass-expired",
				"this table was found by its pieces, and that was too long ago or elsewhere: take "
				"their picture again, or show the QR"));
		return false;
	}
	table_pass_withdrawn(store, pass->play, &withdrawn, &problem);
	if (withdrawn)
		problems_add(problems, STATUS_BAD_CODE, SAY("result-withdrawn", TABLE_PASS_WITHDRAWN));
	return !withdrawn;
}

void
table_pass_name(const struct event_state *state, const struct event_play *play, char name[TABLE_PASS_PLAY])
{
	char hash[2 * SIGN + 1];

	sign(state, g_strdup_printf("table name\n%s", play->code), hash);
	g_snprintf(name, TABLE_PASS_PLAY, "table.%s", hash);
}

void
table_pass_mark(const struct event_state *state, const struct event_play *play, char mark[TABLE_PASS_MARK])
{
	_Static_assert(TABLE_PASS_MARK == 2 * SIGN + 1, "a signature");
	sign(state, g_strdup_printf("table opened\n%s", play->code), mark);
}
