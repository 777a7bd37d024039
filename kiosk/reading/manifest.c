/* SPDX-License-Identifier: MIT
 * The codes of a kit's manifest, as games that may be met. */
#include <jansson.h>
#include <string.h>

#include "kiosk/event/import.h"
#include "kiosk/reading/hands.h"

/* One printed piece: `code` is all that is needed. */
static bool
take_piece(struct known_games *known, json_t *piece, size_t number, const char *file, char **problem)
{
	const char *text = json_string_value(json_object_get(piece, "code"));
	struct problems problems;
	char sentence[MESSAGE_TEXT];
	struct code code;

	problems_init(&problems);
	if (text == NULL)
		*problem = g_strdup_printf("%s: piece %zu has no code", file, number + 1);
	else if (game_of_text(text, known->has_key ? &known->key : NULL, &code, &problems) == NULL) {
		problems_write_first(&problems, &audience_terminal, sentence, sizeof sentence);
		*problem = g_strdup_printf("%s: piece %zu: %s", file, number + 1, sentence);
	} else
		known_games_add(known, &code, text, false);
	return *problem == NULL;
}

bool
known_games_read_manifest(struct known_games *known, const char *file, char **problem)
{
	char *shown = g_filename_display_name(file);
	json_t *root, *pieces, *piece;
	struct problem why;
	size_t i;

	*problem = NULL;
	root = event_manifest_load(file, &why);
	if (root == NULL) {
		char sentence[MESSAGE_TEXT];

		problem_write(&why, &audience_terminal, sentence, sizeof sentence);
		*problem = g_strdup(sentence);
	}
	pieces = json_is_array(root) ? root : json_object_get(root, "pieces");
	if (root != NULL && !json_is_array(pieces))
		*problem = g_strdup_printf(
			"%s is no manifest of a kit: give the manifest.json that `seedpress kit` wrote", shown);
	json_array_foreach(pieces, i, piece)
		if (*problem == NULL && !take_piece(known, piece, i, shown, problem))
			break;
	json_decref(root);
	g_free(shown);
	return *problem == NULL;
}
