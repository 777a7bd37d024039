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

/* Most pieces of a manifest: 4,095 tables in 15 rounds with 16 pieces each are about a million. */
#define PIECES_MAX 1000000

/* Most bytes of a manifest's file, to limit memory. */
#define FILE_MAX 134217728

/* Most bytes of a name, a date or an address. */
#define TEXT_MAX 1024

/* A number of a round; check_rounds() has checked them. */
static unsigned
number_of(json_t *round, const char *name)
{
	return (unsigned)json_integer_value(json_object_get(round, name));
}

/* Adds piece `number` (from 1) of the manifest. It has to belong to a table of the manifest and to the game of its
 * round; false after setting *problem. */
static bool
add_piece(GPtrArray *pieces, json_t *manifest, size_t number, const struct code_key *key, struct problem *problem)
{
	const struct argument piece = ARG_NUMBER("piece", number);
	json_t *json = json_array_get(json_object_get(manifest, "pieces"), number - 1);
	const char *text = json_string_value(json_object_get(json, "code"));
	char shown[CODE_TEXT], play[CODE_TEXT];
	struct problems problems;
	struct code code;

	if (text == NULL)
		return problem_set(
			problem, SAY("piece-without-code", "piece {piece} of the manifest has no code"), piece);
	problems_init(&problems);
	const struct game *game = game_of_text(text, key, &code, &problems);
	if (game == NULL) {
		struct problem why = {0};

		problems_first(&problems, &why);
		return problem_set(problem, SAY("piece-bad-code", "piece {piece} of the manifest: {why}"), piece,
			ARG_CAUSE("why", &why.message));
	}
	json_t *round = code.round == 0 ? NULL : json_array_get(json_object_get(manifest, "rounds"), code.round - 1u);
	const char *played = json_string_value(json_object_get(round, "game"));
	const struct argument of_round = ARG_NUMBER("round", code.round);
	if (round == NULL)
		return problem_set(problem,
			SAY("piece-of-no-round",
				"piece {piece} of the manifest is of round {round}, which it does not have"),
			piece, of_round);
	if (code.table == 0 || code.table > number_of(round, "tables") + number_of(round, "spares"))
		return problem_set(problem,
			SAY("piece-of-no-table",
				"piece {piece} of the manifest is of table {table}, which round {round} does not have"),
			piece, ARG_NUMBER("table", code.table), of_round);
	if (strcmp(game->id, played) != 0)
		return problem_set(problem,
			SAY("piece-of-other-game",
				"piece {piece} of the manifest is of {game}, and round {round} plays {other}"),
			piece, ARG_TEXT("game", game->id), of_round, ARG_TEXT("other", played));
	code_write(&code, key, shown);
	int seat = game->pieces(&code) > 1 ? code.piece : -1;
	code.piece = 0;
	code_write(&code, key, play);
	g_ptr_array_add(pieces,
		printed_copy(&(struct printed){.code = shown,
			.play = play,
			.game = game->id,
			.round = code.round,
			.table = code.table,
			.seat = seat,
			.spare = code.table > number_of(round, "tables")}));
	return true;
}

/* House rules are numbers or words. Scoring checks whether the game has them. */
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

/* Whether rounds are numbered 1, 2, ... and have a known game, tables, and a valid number of players at each table. */
static bool
check_rounds(json_t *rounds)
{
	json_t *one, *count;
	size_t i, k;

	json_array_foreach(rounds, i, one) {
		json_int_t tables = json_integer_value(json_object_get(one, "tables"));
		json_int_t spares = json_integer_value(json_object_get(one, "spares"));
		const char *game = json_string_value(json_object_get(one, "game"));
		json_t *players = json_object_get(one, "players");

		if (json_integer_value(json_object_get(one, "round")) != (json_int_t)i + 1 || tables < 1 ||
			tables > CODE_TABLE_MAX || spares < 0 || spares > CODE_TABLE_MAX - tables ||
			json_array_size(players) != (size_t)(tables + spares) ||
			!check_rules(json_object_get(one, "rules")) || game == NULL || game_by_id(game) == NULL)
			return false;
		json_array_foreach(players, k, count)
			if (json_integer_value(count) < 1 || json_integer_value(count) > PLAYERS_MAX)
				return false;
	}
	return json_array_size(rounds) >= 1 && json_array_size(rounds) <= CODE_ROUND_MAX;
}

/* Whether the texts of the event are printable and not too long. */
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

/* Chooses the key for the pieces of a keyed event: the given one, or the stored one. *text is its text, to be freed.
 * Sets *problem unless it returns STORE_OK. */
static enum store_status
choose_key(struct store *store, const char *given, char **text, struct code_key *key, struct problem *problem)
{
	enum store_status status = STORE_OK;

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
	if (code_key_read(g_strstrip(*text), key))
		return STORE_OK;
	problem_set(problem, SAY("not-a-key", "that is not a key file: one holds {digits} hexadecimal digits"),
		ARG_NUMBER("digits", CODE_KEY_DIGITS));
	return STORE_REFUSED;
}

enum store_status
event_import(struct store *store, json_t *manifest, const char *given, const char *who, struct problem *problem)
{
	json_t *event = json_object_get(manifest, "event"), *rounds = json_object_get(manifest, "rounds");
	json_t *list = json_object_get(manifest, "pieces");
	const char *format = json_string_value(json_object_get(manifest, "format"));
	bool keyed = json_is_true(json_object_get(event, "keyed"));
	g_autofree char *key_text = NULL;
	struct code_key key;

	problem_clear(problem);
	if (g_strcmp0(format, "seedpress-kit") != 0 || json_array_size(list) == 0 ||
		json_array_size(list) > PIECES_MAX || !check_event(event) || !check_rounds(rounds)) {
		problem_set(problem,
			SAY("not-a-manifest",
				"this is not the manifest of a kit: give the manifest.json that `seedpress kit` wrote"));
		return STORE_REFUSED;
	}
	enum store_status status = keyed ? choose_key(store, given, &key_text, &key, problem) : STORE_OK;
	if (status != STORE_OK)
		return status;
	g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func(g_free);
	for (size_t i = 1; i <= json_array_size(list); i++)
		if (!add_piece(pieces, manifest, i, keyed ? &key : NULL, problem))
			return STORE_REFUSED;
	json_object_del(manifest, "pieces");
	json_object_del(manifest, "files");
	char *head = json_dumps(manifest, JSON_COMPACT);
	status = store_import(store, head, key_text, pieces, who, problem);
	free(head);
	return status;
}

json_t *
event_manifest_load(const char *file, struct problem *problem)
{
	g_autofree char *shown = g_filename_display_name(file);
	FILE *stream = fopen(file, "rb");
	json_t *manifest = NULL;
	json_error_t error;
	struct stat info;

	if (stream == NULL) {
		problem_set(problem, SAY("manifest-unreadable", "{file} cannot be read: {detail}"),
			ARG_PRIVATE("file", shown), ARG_PRIVATE("detail", g_strerror(errno)));
		return NULL;
	}
	if (fstat(fileno(stream), &info) == 0 && info.st_size > FILE_MAX) {
		problem_set(problem, SAY("manifest-too-large", "{file} is too large for a manifest"),
			ARG_PRIVATE("file", shown));
	} else {
		int first = getc(stream);

		/* JSON never begins with the first byte of the byte order mark. */
		if (first != 0xEF)
			ungetc(first, stream);
		else if (getc(stream) != 0xBB || getc(stream) != 0xBF)
			rewind(stream);
		manifest = json_loadf(stream, JSON_REJECT_DUPLICATES, &error);
		if (manifest == NULL)
			problem_set(problem, SAY("manifest-unreadable", "{file} cannot be read: {detail}"),
				ARG_PRIVATE("file", shown), ARG_PRIVATE("detail", error.text));
	}
	fclose(stream);
	return manifest;
}

enum store_status
event_import_file(struct store *store, const char *file, const char *key, const char *who, struct problem *problem)
{
	json_auto_t *manifest = event_manifest_load(file, problem);
	struct problem why;

	if (manifest == NULL)
		return STORE_REFUSED;
	enum store_status status = event_import(store, manifest, key, who, &why);
	/* A failure of the store is not a problem of the file. */
	if (status == STORE_TROUBLE)
		*problem = why;
	else if (status != STORE_OK)
		problem_set(problem, SAY("manifest-refused", "{file}: {why}"), ARG_PRIVATE("file", file),
			ARG_CAUSE("why", &why.message));
	return status;
}
