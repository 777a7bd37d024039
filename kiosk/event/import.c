/* SPDX-License-Identifier: MIT
 * Importing manifests. */
#include "kiosk/event/import.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "kiosk/event/event.h"
#include "layouts/game.h"
#include "scoring/printable.h"
#include "scoring/rules.h"

#define PIECES_MAX 1000000
#define FILE_MAX   134217728 /* bytes */
#define TEXT_MAX   1024      /* bytes of a name, a date, an address */

struct import {
	const struct code_key *key; /* or NULL */
	json_t *rounds;
	GPtrArray *pieces; /* struct printed */
	struct problem *problem;
};

/* A number of a round: check_rounds() has looked at them all. */
static unsigned
number_of(json_t *round, const char *name)
{
	return (unsigned)json_integer_value(json_object_get(round, name));
}

/* Whether the manifest has such a table, and plays this game there. False after a sentence. */
static bool
has_table(struct import *import, const struct game *game, const struct code *code, size_t number)
{
	json_t *round = code->round == 0 ? NULL : json_array_get(import->rounds, code->round - 1u);
	const char *played = json_string_value(json_object_get(round, "game"));

	if (round == NULL)
		return problem_set(import->problem,
			SAY("piece-of-no-round",
				"piece {piece} of the manifest is of round {round}, which it does not have"),
			ARG_NUMBER("piece", number + 1), ARG_NUMBER("round", code->round));
	if (code->table == 0 || code->table > number_of(round, "tables") + number_of(round, "spares"))
		return problem_set(import->problem,
			SAY("piece-of-no-table",
				"piece {piece} of the manifest is of table {table}, which round {round} does not have"),
			ARG_NUMBER("piece", number + 1), ARG_NUMBER("table", code->table),
			ARG_NUMBER("round", code->round));
	if (strcmp(game->id, played) != 0)
		return problem_set(import->problem,
			SAY("piece-of-other-game",
				"piece {piece} of the manifest is of {game}, and round {round} plays {other}"),
			ARG_NUMBER("piece", number + 1), ARG_TEXT("game", game->id), ARG_NUMBER("round", code->round),
			ARG_TEXT("other", played));
	return true;
}

static bool
take_piece(struct import *import, json_t *piece, size_t number)
{
	const char *text = json_string_value(json_object_get(piece, "code"));
	const struct game *game;
	struct problems problems;
	struct printed printed;
	char shown[CODE_TEXT], play[CODE_TEXT];
	struct code code;

	problems_init(&problems);
	game = text == NULL ? NULL : game_of_text(text, import->key, &code, &problems);
	if (text == NULL)
		return problem_set(import->problem,
			SAY("piece-without-code", "piece {piece} of the manifest has no code"),
			ARG_NUMBER("piece", number + 1));
	if (game == NULL) {
		struct problem why = {0};

		problems_next(&problems, &(size_t){0}, &why);
		return problem_set(import->problem, SAY("piece-bad-code", "piece {piece} of the manifest: {why}"),
			ARG_NUMBER("piece", number + 1), ARG_CAUSE("why", &why.message));
	}
	if (!has_table(import, game, &code, number))
		return false;
	code_write(&code, import->key, shown);
	printed.seat = game->pieces(&code) > 1 ? code.piece : -1;
	code.piece = 0;
	code_write(&code, import->key, play);
	printed.code = shown;
	printed.play = play;
	printed.game = game->id;
	printed.round = code.round;
	printed.table = code.table;
	printed.spare = code.table > number_of(json_array_get(import->rounds, code.round - 1u), "tables");
	g_ptr_array_add(import->pieces, printed_copy(&printed));
	return true;
}

/* Whether these are players of `tables` tables. */
static bool
check_players(json_t *players, json_int_t tables)
{
	json_t *one;
	size_t i;

	json_array_foreach(players, i, one)
		if (!json_is_integer(one) || json_integer_value(one) < 1 || json_integer_value(one) > PLAYERS_MAX)
			return false;
	return json_array_size(players) == (size_t)tables;
}

/* A house rule is a number or a word; whether the game has it is for scoring to say. */
static bool
check_rules(json_t *rules)
{
	const char *name;
	json_t *value;

	json_object_foreach(rules, name, value)
		if (!printable(name) ||
			(!json_is_integer(value) && (!json_is_string(value) || !printable(json_string_value(value)))))
			return false;
	return rules == NULL || json_is_object(rules);
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

		if (json_integer_value(json_object_get(one, "round")) != (json_int_t)i + 1 || tables < 1 ||
			tables > CODE_TABLE_MAX || spares < 0 || spares > CODE_TABLE_MAX - tables ||
			!check_players(json_object_get(one, "players"), tables + spares) ||
			!check_rules(json_object_get(one, "rules")) || game == NULL || game_by_id(game) == NULL)
			return false;
	}
	return json_array_size(rounds) >= 1 && json_array_size(rounds) <= CODE_ROUND_MAX;
}

/* What is shown and printed of the event can be, and is of a length that fits. */
static bool
check_event(json_t *event)
{
	static const char *const texts[] = {"name", "date", "url"};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		json_t *text = json_object_get(event, texts[i]);

		if (text != NULL && !json_is_null(text) &&
			(!json_is_string(text) || json_string_length(text) > TEXT_MAX ||
				!printable(json_string_value(text))))
			return false;
	}
	return json_is_object(event);
}

/* The key that pieces are checked with, as *text too (NULL: none). Not STORE_OK after a
 * sentence. */
static enum store_status
choose_key(struct store *store, json_t *manifest, const char *given, char **text, struct code_key *key,
	struct problem *problem)
{
	bool keyed = json_is_true(json_object_get(json_object_get(manifest, "event"), "keyed"));
	enum store_status status = STORE_OK;

	*text = NULL;
	if (!keyed)
		return STORE_OK;
	if (given != NULL)
		*text = g_strdup(given);
	else
		status = store_setting(store, EVENT_KEY, text, problem);
	if (status != STORE_OK)
		return status;
	if (*text == NULL) {
		problem_set(problem, SAY("key-needed", "the codes of this event are keyed: give its key file too"));
		return STORE_REFUSED;
	}
	g_strstrip(*text);
	if (!code_key_read(*text, key)) {
		problem_set(problem, SAY("not-a-key", "that is not a key file: one holds {digits} hexadecimal digits"),
			ARG_NUMBER("digits", CODE_KEY_DIGITS));
		g_clear_pointer(text, g_free);
		return STORE_REFUSED;
	}
	return STORE_OK;
}

static enum store_status
store_all(struct store *store, json_t *manifest, const GPtrArray *pieces, const char *key, const char *who,
	struct problem *problem)
{
	enum store_status status;
	json_t *again;
	char *head;

	json_object_del(manifest, "pieces");
	json_object_del(manifest, "files");
	head = json_dumps(manifest, JSON_COMPACT);
	again = head == NULL ? NULL : json_loads(head, 0, NULL);
	/* Where memory is short names may be missing in what was written. */
	if (!json_equal(again, manifest)) {
		json_decref(again);
		free(head);
		problem_set(problem, SAY("manifest-memory", "there is not enough memory for this manifest"));
		return STORE_TROUBLE;
	}
	json_decref(again);
	status = store_import(store, head, key, pieces, who, problem);
	free(head);
	return status;
}

enum store_status
event_import(struct store *store, json_t *manifest, const char *given, const char *who, struct problem *problem)
{
	json_t *pieces = json_object_get(manifest, "pieces"), *piece;
	const char *format = json_string_value(json_object_get(manifest, "format"));
	struct import import = {.rounds = json_object_get(manifest, "rounds"), .problem = problem};
	enum store_status status;
	struct code_key key;
	char *text = NULL;
	bool fine;
	size_t i;

	problem_clear(problem);
	if (g_strcmp0(format, "seedpress-kit") != 0 || !json_is_array(pieces) || json_array_size(pieces) == 0 ||
		json_array_size(pieces) > PIECES_MAX || !check_event(json_object_get(manifest, "event")) ||
		!check_rounds(import.rounds)) {
		problem_set(problem,
			SAY("not-a-manifest",
				"this is not the manifest of a kit: give the manifest.json that `seedpress kit` wrote"));
		return STORE_REFUSED;
	}
	status = choose_key(store, manifest, given, &text, &key, problem);
	if (status != STORE_OK)
		return status;
	import.key = text == NULL ? NULL : &key;
	import.pieces = g_ptr_array_new_with_free_func(g_free);
	fine = true;
	json_array_foreach(pieces, i, piece)
		if (!(fine = take_piece(&import, piece, i)))
			break;
	status = fine ? store_all(store, manifest, import.pieces, text, who, problem) : STORE_REFUSED;
	g_ptr_array_unref(import.pieces);
	g_free(text);
	return status;
}

json_t *
event_manifest_load(const char *file, struct problem *problem)
{
	char *shown = g_filename_display_name(file);
	FILE *stream = fopen(file, "rb");
	json_t *manifest = NULL;
	json_error_t error;
	struct stat info;

	if (stream == NULL) {
		problem_set(problem, SAY("manifest-unreadable", "{file} cannot be read: {detail}"),
			ARG_PRIVATE("file", shown), ARG_PRIVATE("detail", strerror(errno)));
	} else if (fstat(fileno(stream), &info) == 0 && info.st_size > FILE_MAX) {
		problem_set(problem, SAY("manifest-too-large", "{file} is too large for a manifest"),
			ARG_PRIVATE("file", shown));
	} else {
		int first = getc(stream);

		/* No JSON begins with the first byte of the mark. */
		if (first != 0xEF)
			ungetc(first, stream);
		else if (getc(stream) != 0xBB || getc(stream) != 0xBF)
			rewind(stream);
		manifest = json_loadf(stream, JSON_REJECT_DUPLICATES, &error);
		if (manifest == NULL)
			problem_set(problem, SAY("manifest-unreadable", "{file} cannot be read: {detail}"),
				ARG_PRIVATE("file", shown), ARG_PRIVATE("detail", error.text));
	}
	if (stream != NULL)
		fclose(stream);
	g_free(shown);
	return manifest;
}

enum store_status
event_import_file(struct store *store, const char *file, const char *key, const char *who, struct problem *problem)
{
	enum store_status status = STORE_REFUSED;
	json_t *manifest = event_manifest_load(file, problem);

	if (manifest != NULL) {
		struct problem why;

		status = event_import(store, manifest, key, who, &why);
		/* The store's problems are not the file's. */
		if (status == STORE_TROUBLE)
			*problem = why;
		else if (status != STORE_OK)
			problem_set(problem, SAY("manifest-refused", "{file}: {why}"), ARG_PRIVATE("file", file),
				ARG_CAUSE("why", &why.message));
	}
	json_decref(manifest);
	return status;
}
