/* SPDX-License-Identifier: MIT
 * Chip It in the kiosk: results from filled-in pads. */
#include "layouts/chipit.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"

static const char *const place_name[CHIPIT_SEATS_MAX] = {"1st", "2nd", "3rd", "4th", "5th", "6th"};

/* One game of a tournament: its players by place; NULL after adding notes. */
static json_t *
tournament_game(struct marks *marks, const struct chipit_layout *pad, int game)
{
	int player[CHIPIT_SEATS_MAX]; /* by place; -1: not known */
	json_t *order = json_array();

	memset(player, -1, sizeof player);
	for (int seat = 0; seat < pad->seats; seat++) {
		const char letter[2] = {(char)('A' + seat), '\0'};
		struct marks_line line = {.choice = marks_number + 1, .name = place_name, .count = pad->seats};

		g_snprintf(line.id, sizeof line.id, "game%d.%s", game, letter);
		message_set(&line.what, SAY("pad-seat", "{seat} in game {game}"), ARG_TEXT("seat", letter),
			ARG_NUMBER("game", game));
		int place = marks_pick(marks, &line);

		if (place == MARKS_NONE)
			notes_add(marks->missing,
				SAY("pad-seat-unmarked", "the pad: {seat} in game {game} has no place"),
				ARG_TEXT("seat", letter), ARG_NUMBER("game", game));
		else if (place >= 0 && player[place] >= 0)
			notes_add(marks->missing,
				SAY("pad-place-double",
					"the pad: {one} and {other} are marked for {place} in game {game}: which counts?"),
				ARG_TEXT("one", ((const char[2]){(char)('A' + player[place]), '\0'})),
				ARG_TEXT("other", letter), ARG_TEXT("place", place_name[place]),
				ARG_NUMBER("game", game));
		else if (place >= 0)
			player[place] = seat;
	}
	for (int place = 0; place < pad->seats; place++) {
		if (player[place] < 0) {
			json_decref(order);
			return NULL;
		}
		json_array_append_new(order, json_integer(player[place]));
	}
	return order;
}

static json_t *
two_game(struct marks *marks, const struct chipit_layout *pad, int game)
{
	static const char *const name[CHIPIT_TWO_LINES] = {"loser", "tens", "ones", "cards"},
				 *const seat[] = {"A", "B"};
	int value[CHIPIT_TWO_LINES];

	for (int i = 0; i < CHIPIT_TWO_LINES; i++) {
		struct marks_line line = {
			.choice = i == 0 ? seat : marks_number, .count = (unsigned)chipit_two_count(pad, i)};

		g_snprintf(line.id, sizeof line.id, "game%d.%s", game, name[i]);
		message_set(&line.what, SAY("pad-line", "{line} in game {game}"), ARG_TEXT("line", name[i]),
			ARG_NUMBER("game", game));
		value[i] = marks_pick(marks, &line);
	}
	for (int i = 0; i < CHIPIT_TWO_LINES; i++)
		if (value[i] == MARKS_NONE)
			notes_add(marks->missing,
				SAY("pad-line-unmarked", "the pad: {line} in game {game} is not marked"),
				ARG_TEXT("line", name[i]), ARG_NUMBER("game", game));
	return json_pack("{s:i, s:i, s:i}", "loser", value[0], "chips", 10 * value[1] + value[2], "cards", value[3]);
}

static void
result(const struct seen_form *const form[GAME_PIECES_MAX], struct marks *marks, json_t *json)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct chipit_layout *pad = (const void *)layout;
	json_t *players = json_array(), *games = json_array();
	int blank_game = 0, later_game = 0; /* from 1: the first without marks, and the last with marks after it */

	marks->form = form[0];
	message_set(&marks->name, SAY("pad", "the pad"));
	form[0]->game->build(layout, &form[0]->code);
	for (int i = 0; i < pad->seats; i++)
		json_array_append_new(players, json_object());
	for (int game = 1; game <= pad->games; game++) {
		char id[MARK_ID];

		g_snprintf(id, sizeof id, "game%d.", game);
		if (marks_are_empty(marks, id)) {
			blank_game = blank_game == 0 ? game : blank_game;
			continue;
		}
		later_game = blank_game > 0 ? game : 0;
		json_t *one = pad->two ? two_game(marks, pad, game) : tournament_game(marks, pad, game);

		if (one != NULL)
			json_array_append_new(games, one);
	}
	/* A picture cannot show whether only the first game was played, so a person has to confirm it. */
	if (later_game > 0)
		notes_add(marks->missing,
			SAY("pad-game-skipped", "the pad: game {game} has no marks, but game {later} has"),
			ARG_NUMBER("game", blank_game), ARG_NUMBER("later", later_game));
	else if (blank_game == 1)
		notes_add(marks->missing, SAY("pad-unmarked", "the pad: there are no marks on it"));
	else if (blank_game > 1)
		notes_add(marks->missing, SAY("pad-game-unmarked", "the pad: game {game} has no marks"),
			ARG_NUMBER("game", blank_game));
	json_object_set_new(json, "players", players);
	json_object_set_new(json, "games", games);
}

extern const struct kiosk_game kiosk_game_chipit;
const struct kiosk_game kiosk_game_chipit = {
	.game = &game_chipit,
	.result = result,
	.one_in_a_row = true,
};
