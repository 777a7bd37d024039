/* SPDX-License-Identifier: MIT
 * Rising in the kiosk: the marked bubbles of every sheet are the dice that were kept. */
#include "kiosk/games/kiosk_game.h"
#include "tests/fifth/rising.h"

static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	json_t *players = json_array();

	for (unsigned seat = 0; seat < form[0]->code.players; seat++) {
		const char letter[2] = {(char)('A' + seat), '\0'};
		json_t *kept = json_array();

		marks->form = form[seat];
		message_set(&marks->name, SAY("sheet", "sheet {seat}"), ARG_TEXT("seat", letter));
		for (int turn = 1; turn <= RISING_TURNS; turn++) {
			static const char *const side[] = {"left", "right"};
			struct marks_line line = {.choice = side, .count = 2};
			int die;

			g_snprintf(line.id, sizeof line.id, "%d", turn);
			message_set(&line.what, SAY("turn", "turn {turn}"), ARG_NUMBER("turn", turn));
			die = marks_pick(marks, &line);
			if (die == MARKS_NONE)
				notes_add(marks->missing,
					SAY("die-unmarked", "sheet {seat}: no die is marked in turn {turn}"),
					ARG_TEXT("seat", letter), ARG_NUMBER("turn", turn));
			json_array_append_new(kept, json_string(die == 1 ? "right" : "left"));
		}
		json_array_append_new(players, json_pack("{s:o}", "kept", kept));
	}
	json_object_set_new(json, "players", players);
}

extern const struct kiosk_game kiosk_game_rising;
const struct kiosk_game kiosk_game_rising = {
	.game = &game_rising,
	.result = result,
};
