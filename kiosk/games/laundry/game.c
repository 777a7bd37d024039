/* SPDX-License-Identifier: MIT
 * Coin-Op in the kiosk: two tickets, filled in, are a result. */
#include "layouts/laundry.h"

#include "kiosk/games/kiosk_game.h"

#define VALUES 3

static void
read_values(struct marks *marks, const char *seat, json_t *player)
{
	json_t *values = json_object();

	for (int item = 0; item < LAUNDRY_ROWS; item++) {
		struct marks_line line = {.count = VALUES};
		int value;

		message_set(&line.what, SAY("ticket-value", "the value of {item}"),
			ARG_TEXT("item", laundry_item_name(item)));
		for (unsigned i = 0; i < VALUES; i++) {
			g_snprintf(line.name[i], sizeof line.name[i], "%u", i + 1);
			line.state[i] = marks_state(marks, "%s.%u", laundry_item_name(item), i + 1);
		}
		value = marks_pick(marks, &line);
		if (value == MARKS_NONE)
			notes_add(marks->missing,
				SAY("ticket-value-unmarked", "ticket {seat}: the value of {item} is not marked"),
				ARG_TEXT("seat", seat), ARG_TEXT("item", laundry_item_name(item)));
		json_object_set_new(values, laundry_item_name(item), json_integer(value + 1));
	}
	json_object_set_new(player, "values", values);
}

static void
read_dryers(struct marks *marks, json_t *player)
{
	static const char *const dryer[2] = {"score", "no_score"}, *const member[2] = {"score_dryer", "no_score_dryer"};
	json_t *list[2] = {json_array(), json_array()};

	for (int i = 0; i < LAUNDRY_LINES; i++) {
		const char *item = laundry_item_name(MIN(i, LAUNDRY_SOCK));
		char name[20];
		struct marks_line line = {.count = 2, .name = {"score", "no score"}};
		int dried;

		g_strlcpy(name, item, sizeof name);
		if (i >= LAUNDRY_ROWS)
			g_snprintf(name, sizeof name, "sock%d", i - LAUNDRY_ROWS + 1);
		message_set(&line.what, SAY("ticket-dryer", "the dryer of {item}"), ARG_TEXT("item", name));
		for (int n = 0; n < 2; n++)
			line.state[n] = marks_state(marks, "%s.%s", name, dryer[n]);
		dried = marks_pick(marks, &line);
		if (dried >= 0)
			json_array_append_new(list[dried], json_string(item));
	}
	for (int n = 0; n < 2; n++)
		json_object_set_new(player, member[n], list[n]);
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
	/* It does not change the score, so that a doubt about it asks nobody anything. */
	if (firsts == 1)
		json_object_set_new(json, "first", json_integer(first));
}

extern const struct kiosk_game kiosk_game_laundry;
const struct kiosk_game kiosk_game_laundry = {
	.game = &game_laundry,
	.result = result,
	.played = {{"score_dryer", "Score dryer:"}, {"no_score_dryer", "no-score dryer:"}},
};
