/* SPDX-License-Identifier: MIT
 * Passes: which game of which table, which piece, until when, and a hash of
 * all that, the table's code and the visitor's address by the event's key. The
 * piece is not in it: anyone who has one has all of its game. */
#include "kiosk/visits/table_pass.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define PREFIX  "pass."
#define SECONDS 3600 /* enough to enter the longest game, and to wait for a database */
#define BACK    900  /* by which the clock may have been put back since */
#define SIGN    16   /* bytes */

bool
table_pass_is(const char *text)
{
	return text != NULL && g_str_has_prefix(text, PREFIX);
}

/* The place of a play among those of its table. */
static unsigned
number_of(const struct event_state *state, const struct event_play *play)
{
	const GPtrArray *plays = event_table(state, play->round, play->table);
	unsigned number = 0;

	while (number < plays->len && g_ptr_array_index(plays, number) != play)
		number++;
	return number;
}

/* A hash of words by the event's key, in hexadecimal: 2 * size + 1 characters. What it is for is
 * the first of the words. */
static void
sign(const struct event_state *state, const char *words, char *out, size_t size)
{
	unsigned char hash[crypto_generichash_BYTES_MAX];

	crypto_generichash(hash, size, (const unsigned char *)words, strlen(words),
		(const unsigned char *)state->key_text, MIN(strlen(state->key_text), CODE_KEY_DIGITS));
	sodium_bin2hex(out, 2 * size + 1, hash, size);
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
	char signature[2 * SIGN + 1];
	char *words = g_strdup_printf(
		"table pass\n%s\n%s\n%" G_GINT64_FORMAT, pass->play->code, address, (gint64)pass->until);

	sign(state, words, signature, SIGN);
	g_free(words);
	g_snprintf(text, TABLE_PASS_TEXT, PREFIX "%u.%u.%u.%u.%" G_GINT64_MODIFIER "x.%s", pass->play->round,
		pass->play->table, number_of(state, pass->play), pass->piece, (gint64)pass->until, signature);
}

/* What a pass says of itself, signed or not. False when it is none of this event. */
static bool
take_apart(const struct event_state *state, const char *text, struct table_pass *pass)
{
	char **part = g_strsplit(text, ".", 8);
	guint64 number[5] = {0};
	const GPtrArray *plays;
	bool fine = g_strv_length(part) == 7;

	for (unsigned i = 0; i < G_N_ELEMENTS(number) && fine; i++)
		fine = g_ascii_string_to_unsigned(
			part[i + 1], i == 4 ? 16 : 10, 0, i == 4 ? G_MAXUINT32 : G_MAXUINT16, &number[i], NULL);
	g_strfreev(part);
	plays = fine ? event_table(state, (unsigned)number[0], (unsigned)number[1]) : NULL;
	if (plays == NULL || number[2] >= plays->len || number[3] > CODE_PIECE_MAX)
		return false;
	*pass = (struct table_pass){
		.play = g_ptr_array_index(plays, number[2]), .piece = (uint8_t)number[3], .until = (int64_t)number[4]};
	return true;
}

enum store_status
table_pass_withdrawn(struct store *store, const struct event_play *play, bool *withdrawn, struct problem *problem)
{
	struct entry *entry = NULL;
	GPtrArray *entries = NULL;
	enum store_status status = store_current(store, play->code, &entry, problem);

	*withdrawn = false;
	g_free(entry);
	if (status != STORE_UNKNOWN)
		return status;
	/* Nothing counts though there was something. */
	problem_clear(problem);
	status = store_history(store, play->code, 1, &entries, problem);
	if (status == STORE_OK) {
		*withdrawn = entries->len > 0;
		g_ptr_array_free(entries, TRUE);
	}
	return status;
}

/* Whether it was handed out to this address, and not long ago. */
static bool
is_good(const struct event_state *state, const char *text, const char *address, const struct table_pass *pass)
{
	int64_t left = pass->until - g_get_real_time() / G_USEC_PER_SEC;
	char good[TABLE_PASS_TEXT];

	table_pass_write(state, pass, address, good);
	return strlen(good) == strlen(text) && sodium_memcmp(good, text, strlen(good)) == 0 && left > 0 &&
		left <= SECONDS + BACK;
}

bool
table_pass_read(struct store *store, const struct event_state *state, const char *text, const char *address,
	struct table_pass *pass, struct problems *problems)
{
	bool withdrawn = false;
	struct problem problem = {0};

	if (event_key(state) == NULL || !take_apart(state, text, pass) || !is_good(state, text, address, pass)) {
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
	char *words = g_strdup_printf("table name\n%s", play->code);
	char hash[2 * SIGN + 1];

	sign(state, words, hash, SIGN);
	g_free(words);
	g_snprintf(name, TABLE_PASS_PLAY, "table.%s", hash);
}

void
table_pass_mark(const struct event_state *state, const struct event_play *play, char mark[TABLE_PASS_MARK])
{
	char *words = g_strdup_printf("table opened\n%s", play->code);

	_Static_assert(TABLE_PASS_MARK == 2 * SIGN + 1, "a signature");
	sign(state, words, mark, SIGN);
	g_free(words);
}
