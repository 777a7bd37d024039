/* SPDX-License-Identifier: MIT
 * Importing manifests; see event_import.h. */
#include "kiosk/event_import.h"

#include <string.h>
#include <sys/stat.h>

#include "kiosk/event.h"
#include "layouts/game.h"

#define PIECES_MAX 1000000
#define FILE_MAX   134217728 /* bytes */

struct import {
	const struct code_key *key; /* or NULL */
	json_t *rounds;
	GPtrArray *pieces; /* struct printed */
	char **problem;
};

static void
free_printed(void *printed)
{
	printed_free(printed);
}

/* The number of tables of a round that are not spares; 0 where there is no such round. */
static unsigned
tables_of(json_t *rounds, unsigned round)
{
	json_t *one;
	size_t i;

	json_array_foreach(rounds, i, one)
		if (json_integer_value(json_object_get(one, "round")) == round)
			return (unsigned)json_integer_value(json_object_get(one, "tables"));
	return 0;
}

static bool
take_piece(struct import *import, json_t *piece, size_t number)
{
	const char *text = json_string_value(json_object_get(piece, "code"));
	const struct game *game;
	struct problems problems;
	struct printed *printed;
	char shown[CODE_TEXT];
	struct code code;

	problems_init(&problems);
	game = text == NULL ? NULL : game_of_text(text, import->key, &code, &problems);
	if (game == NULL) {
		*import->problem = g_strdup_printf("piece %zu of the manifest: %s", number + 1,
			text == NULL ? "it has no code" : problems_next(&problems, NULL));
		return false;
	}
	if (tables_of(import->rounds, code.round) == 0) {
		*import->problem = g_strdup_printf(
			"piece %zu of the manifest is of round %u, which it does not have", number + 1,
			code.round);
		return false;
	}
	printed = g_new0(struct printed, 1);
	code_write(&code, import->key, shown);
	printed->code = g_strdup(shown);
	printed->seat = game->pieces(&code) > 1 ? code.piece : -1;
	code.piece = 0;
	code_write(&code, import->key, shown);
	printed->play = g_strdup(shown);
	printed->game = g_strdup(game->id);
	printed->round = code.round;
	printed->table = code.table;
	printed->spare = code.table > tables_of(import->rounds, code.round);
	g_ptr_array_add(import->pieces, printed);
	return true;
}

/* Whether rounds are numbered 1, 2, ... and each has tables and players of them all. */
static bool
check_rounds(json_t *rounds)
{
	json_t *one;
	size_t i;

	json_array_foreach(rounds, i, one) {
		json_int_t tables = json_integer_value(json_object_get(one, "tables"));
		json_int_t spares = json_integer_value(json_object_get(one, "spares"));
		const char *game = json_string_value(json_object_get(one, "game"));

		if (json_integer_value(json_object_get(one, "round")) != (json_int_t)i + 1 ||
			tables < 1 || spares < 0 || tables + spares > CODE_TABLE_MAX ||
			json_array_size(json_object_get(one, "players")) < (size_t)tables ||
			game == NULL || game_by_id(game) == NULL)
			return false;
	}
	return json_array_size(rounds) >= 1 && json_array_size(rounds) <= CODE_ROUND_MAX;
}

/* The key that pieces are checked with; false after a sentence. *key is "" where there is none. */
static bool
choose_key(struct store *store, json_t *manifest, const char *given, char **text,
	struct code_key *key, char **problem)
{
	bool keyed = json_is_true(json_object_get(json_object_get(manifest, "event"), "keyed"));

	*text = NULL;
	if (!keyed)
		return true;
	if (given != NULL)
		*text = g_strdup(given);
	else if (store_setting(store, EVENT_KEY, text, problem) != STORE_OK)
		return false;
	if (*text == NULL) {
		*problem = g_strdup("the codes of this event are keyed: give its key file too");
		return false;
	}
	g_strstrip(*text);
	if (!code_key_read(*text, key)) {
		*problem = g_strdup_printf(
			"that is no key file: it holds %d hexadecimal digits", CODE_KEY_DIGITS);
		g_clear_pointer(text, g_free);
		return false;
	}
	return true;
}

static enum store_status
store_all(struct store *store, json_t *manifest, const GPtrArray *pieces, const char *key,
	const char *who, char **problem)
{
	enum store_status status;
	char *head;

	json_object_del(manifest, "pieces");
	json_object_del(manifest, "files");
	head = json_dumps(manifest, JSON_COMPACT);
	if (head == NULL) {
		*problem = g_strdup("there is not enough memory for this manifest");
		return STORE_TROUBLE;
	}
	status = store_import(store, head, pieces, who, problem);
	if (status == STORE_OK)
		status = store_set(store, EVENT_KEY, key, who, problem);
	free(head);
	return status;
}

enum store_status
event_import(struct store *store, json_t *manifest, const char *given, const char *who,
	char **problem)
{
	json_t *pieces = json_object_get(manifest, "pieces"), *piece;
	const char *format = json_string_value(json_object_get(manifest, "format"));
	struct import import = {.rounds = json_object_get(manifest, "rounds"), .problem = problem};
	enum store_status status = STORE_REFUSED;
	struct code_key key;
	char *text = NULL;
	bool fine;
	size_t i;

	*problem = NULL;
	if (g_strcmp0(format, "seedpress-kit") != 0 || !json_is_array(pieces) ||
		json_array_size(pieces) == 0 || json_array_size(pieces) > PIECES_MAX ||
		!check_rounds(import.rounds)) {
		*problem = g_strdup(
			"this is no manifest of a kit: give the manifest.json that `seedpress kit` wrote");
		return STORE_REFUSED;
	}
	if (!choose_key(store, manifest, given, &text, &key, problem))
		return STORE_REFUSED;
	import.key = text == NULL ? NULL : &key;
	import.pieces = g_ptr_array_new_with_free_func(free_printed);
	fine = true;
	json_array_foreach(pieces, i, piece)
		if (!(fine = take_piece(&import, piece, i)))
			break;
	if (fine)
		status = store_all(store, manifest, import.pieces, text, who, problem);
	g_ptr_array_unref(import.pieces);
	g_free(text);
	return status;
}

enum store_status
event_import_file(struct store *store, const char *file, const char *key, const char *who,
	char **problem)
{
	enum store_status status = STORE_REFUSED;
	json_t *manifest = NULL;
	json_error_t error;
	struct stat info;

	if (stat(file, &info) == 0 && info.st_size > FILE_MAX)
		*problem = g_strdup_printf("%s is too large for a manifest", file);
	else if ((manifest = json_load_file(file, JSON_REJECT_DUPLICATES, &error)) == NULL)
		*problem = g_strdup_printf("%s cannot be read: %s", file, error.text);
	else
		status = event_import(store, manifest, key, who, problem);
	json_decref(manifest);
	return status;
}
