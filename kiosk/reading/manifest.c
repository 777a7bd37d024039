/* SPDX-License-Identifier: MIT
 * The codes of a kit's manifest, as games that may be met. */
#include <jansson.h>

#include "kiosk/event/import.h"
#include "kiosk/reading/hands.h"

bool
known_games_read_manifest(struct known_games *known, const char *file, struct problem *problem)
{
	json_t *root = event_manifest_load(file, problem), *pieces, *piece;
	char *shown;
	size_t i;
	bool fine;

	if (root == NULL)
		return false;
	shown = g_filename_display_name(file);
	pieces = json_is_array(root) ? root : json_object_get(root, "pieces");
	fine = json_is_array(pieces) ||
		problem_set(problem,
			SAY("manifest-unknown",
				"{file} is not a manifest of a kit: give the manifest.json that `seedpress kit` wrote"),
			ARG_PRIVATE("file", shown));
	/* Of a printed piece its code is all that is needed. */
	json_array_foreach(pieces, i, piece) {
		const char *text = json_string_value(json_object_get(piece, "code"));
		struct problems problems;
		struct problem why;
		struct code code;
		size_t at = 0;

		problems_init(&problems);
		if (text == NULL)
			fine = problem_set(problem, SAY("manifest-piece-codeless", "{file}: piece {piece} has no code"),
				ARG_PRIVATE("file", shown), ARG_NUMBER("piece", i + 1));
		else if (game_of_text(text, known->has_key ? &known->key : NULL, &code, &problems) != NULL)
			known_games_add(known, &code, text, false);
		else if (problems_next(&problems, &at, &why))
			fine = problem_set(problem, SAY("manifest-piece-code", "{file}: piece {piece}: {why}"),
				ARG_PRIVATE("file", shown), ARG_NUMBER("piece", i + 1), ARG_CAUSE("why", &why.message));
		if (!fine)
			break;
	}
	json_decref(root);
	g_free(shown);
	return fine;
}
