/* SPDX-License-Identifier: MIT
 * Coin-Op in the kiosk: results from two filled-in tickets. */
#include "layouts/laundry.h"

#include "kiosk/games/kiosk_game.h"

static void
read_values(struct marks *marks, const char *seat, json_t *player)
{
	json_t *values = json_object();

	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		const char *name = laundry_item_name(item);
		struct marks_line line = {.choice = marks_number + 1, .count = 3};

		g_strlcpy(line.id, name, sizeof line.id);
		message_set(&line.what, SAY("ticket-value", "the value of {item}"), ARG_TEXT("item", name));
		int value = marks_pick(marks, &line);

		if (value == MARKS_NONE)
			notes_add(marks->missing,
				SAY("ticket-value-unmarked", "ticket {seat}: the value of {item} is not marked"),
				ARG_TEXT("seat", seat), ARG_TEXT("item", name));
		json_object_set_new(values, name, json_integer(value + 1));
	}
	json_object_set_new(player, "values", values);
}

static void
read_dryers(struct marks *marks, json_t *player)
{
	static const char *const dryer[2] = {"score", "no_score"}, *const name[2] = {"score", "no score"};
	json_t *list[2] = {json_array(), json_array()};

	for (int i = 0; i < LAUNDRY_LINES; i++) {
		const char *item = laundry_item_name(MIN(i, LAUNDRY_SOCK));
		struct marks_line line = {.choice = dryer, .name = name, .count = 2};

		g_strlcpy(line.id, item, sizeof line.id);
		if (i >= LAUNDRY_ROWS)
			g_snprintf(line.id, sizeof line.id, "sock%d", i - LAUNDRY_ROWS + 1);
		message_set(&line.what, SAY("ticket-dryer", "the dryer of {item}"), ARG_TEXT("item", line.id));
		int dried = marks_pick(marks, &line);

		if (dried >= 0)
			json_array_append_new(list[dried], json_string(item));
	}
	json_object_set_new(player, "score_dryer", list[0]);
	json_object_set_new(player, "no_score_dryer", list[1]);
}

static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	json_t *players = json_array();
	int first = -1, firsts = 0;

	for (int seat = 0; seat < LAUNDRY_SEATS; seat++) {
		const char letter[2] = {(char)('A' + seat), '\0'};
		json_t *player = json_object();

		marks->form = form[seat];
		message_set(&marks->name, SAY("ticket", "ticket {seat}"), ARG_TEXT("seat", letter));
		if (marks->form->code.option != LAUNDRY_DEALT)
			read_values(marks, letter, player);
		read_dryers(marks, player);
		json_array_append_new(players, player);
		if (marks_state(marks, "first") == MARK_FILLED) {
			first = seat;
			firsts++;
		}
	}
	json_object_set_new(json, "players", players);
	/* Who went first does not change the score, so nobody is asked if it is unclear. */
	if (firsts == 1)
		json_object_set_new(json, "first", json_integer(first));
}

extern const struct kiosk_game kiosk_game_laundry;
const struct kiosk_game kiosk_game_laundry = {
	.game = &game_laundry,
	.result = result,
	.one_in_a_row = true,
	.played = {{"score_dryer", "Score dryer:"}, {"no_score_dryer", "no-score dryer:"}},
};
