/* SPDX-License-Identifier: MIT
 * The template of a game in the kiosk: the marked pip is the guess. */
#include "layouts/null.h"

#include "kiosk/games/kiosk_game.h"

static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	struct marks_line line = {.id = "pip", .choice = marks_number + 1, .count = 6};

	marks->form = form[0];
	message_set(&marks->name, SAY("guess-card", "the card"));
	message_set(&line.what, SAY("guess", "the guess"));
	int guess = marks_pick(marks, &line);

	if (guess == MARKS_NONE)
		notes_add(marks->missing, SAY("guess-unmarked", "the card: the guess is not marked"));
	json_object_set_new(json, "players", json_pack("[{}]"));
	json_object_set_new(json, "guess", json_integer(guess + 1));
}

extern const struct kiosk_game kiosk_game_null;
const struct kiosk_game kiosk_game_null = {
	.game = &game_null,
	.result = result,
};
